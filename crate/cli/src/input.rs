//! Where bytes come from: a file or standard input, decompressed where they are gzip.

use std::fs::File;
use std::io::{self, Cursor, Read};
use std::path::{Path, PathBuf};

use flate2::read::MultiGzDecoder;

use crate::failure::Failure;

/// One input of the command line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Input {
    StandardInput,
    File(PathBuf),
}

impl Input {
    pub(crate) fn of_argument(path: &Path) -> Self {
        if path.as_os_str() == "-" { Self::StandardInput } else { Self::File(path.to_owned()) }
    }

    /// What the user calls it.
    pub(crate) fn name(&self) -> String {
        match self {
            Self::StandardInput => "-".to_owned(),
            Self::File(path) => path.to_string_lossy().into_owned(),
        }
    }

    /// Bytes of the file, where that can be known without reading it.
    pub(crate) fn file_bytes(&self) -> Option<u64> {
        match self {
            Self::StandardInput => None,
            Self::File(path) => path.metadata().ok().filter(std::fs::Metadata::is_file).map(|metadata| metadata.len()),
        }
    }

    /// Opens it for reading.
    pub(crate) fn open(&self) -> Result<Box<dyn Read>, Failure> {
        match self {
            Self::StandardInput => Ok(Box::new(io::stdin().lock())),
            Self::File(path) => {
                let address = path.to_str().is_some_and(is_address);
                let file = File::open(path).map_err(|error| match error.kind() {
                    io::ErrorKind::NotFound | io::ErrorKind::NotADirectory if address => Failure::Address,
                    _ => Failure::of_reading(error),
                })?;
                if file.metadata().is_ok_and(|metadata| metadata.is_dir()) {
                    return Err(Failure::Folder);
                }
                Ok(Box::new(file))
            }
        }
    }
}

fn is_address(name: &str) -> bool {
    ["http://", "https://"]
        .iter()
        .any(|scheme| name.get(..scheme.len()).is_some_and(|start| start.eq_ignore_ascii_case(scheme)))
}

/// Bytes as they are counted.
pub(crate) struct Decoded {
    pub(crate) reader: Box<dyn Read>,
    /// Whether the bytes are decompressed on the way.
    pub(crate) is_gzip: bool,
}

/// Decompresses what begins as gzip does; anything else passes through.
pub(crate) fn decoded(mut reader: impl Read + 'static) -> io::Result<Decoded> {
    let mut start = Vec::new();
    reader.by_ref().take(GZIP_START.len() as u64).read_to_end(&mut start)?;
    let is_gzip = start == GZIP_START;
    let whole = Cursor::new(start).chain(reader);
    let reader: Box<dyn Read> = if is_gzip { Box::new(MultiGzDecoder::new(whole)) } else { Box::new(whole) };
    Ok(Decoded { reader, is_gzip })
}

/// Magic number and the only compression method.
const GZIP_START: [u8; 3] = [0x1f, 0x8b, 0x08];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_told_from_paths() {
        assert!(is_address("HTTPS://example.com/"));
        assert!(!is_address("http"));
        assert!(!is_address("./https://example.com/"));
    }

    #[test]
    fn short_and_plain_inputs_pass_through() {
        for bytes in [&b""[..], b"\x1f", b"<p>"] {
            let mut decoded = decoded(bytes).unwrap();
            let mut read = Vec::new();
            decoded.reader.read_to_end(&mut read).unwrap();
            assert_eq!((read.as_slice(), decoded.is_gzip), (bytes, false));
        }
    }
}
