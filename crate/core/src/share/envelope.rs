//! What makes bytes a text that survives being sent, and notices when it did not.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;

use super::VERSION;
use crate::message::Messages;

/// Longest link that is looked at, in characters after its `#`. One that this product writes is far shorter.
pub const LINK_CHARACTERS_READ: usize = 32_768;

/// Bytes of length and checksum.
const HEADER_BYTES: usize = 6;

/// Why there is no report in a link.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum ShareError {
    /// It is no link of this product.
    NotALink,
    /// Its end is missing.
    Cut,
    /// It is not what was sent.
    Altered,
    /// Its version is newer than what this code knows.
    Newer {
        /// Version of the link's format.
        version: u32,
    },
}

impl ShareError {
    /// Stable name, also the end of the key of its sentence (`failure_…`).
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::NotALink => "link_none",
            Self::Cut => "link_cut",
            Self::Altered => "link_altered",
            Self::Newer { .. } => "link_newer",
        }
    }

    /// What its sentence takes: the versions of the link and of this code.
    #[must_use]
    pub fn values(self) -> Vec<String> {
        match self {
            Self::Newer { version } => vec![version.to_string(), VERSION.to_string()],
            _ => Vec::new(),
        }
    }

    /// What happened and what to do, in one sentence.
    #[must_use]
    pub fn sentence(self, messages: &Messages) -> String {
        let values = self.values();
        let values: Vec<&str> = values.iter().map(String::as_str).collect();
        messages.text(&format!("failure_{}", self.code()), &values)
    }
}

/// `content` as text; `None` where it is too long for one.
pub(super) fn close(version: u32, content: &[u8]) -> Option<String> {
    let length = u16::try_from(content.len()).ok()?.to_le_bytes();
    let checksum = checksum(version, length, content).to_le_bytes();
    let bytes = [&length[..], &checksum, content].concat();
    Some(format!("{version}.{}", URL_SAFE_NO_PAD.encode(bytes)))
}

/// Version and content of a link.
pub(super) fn open(link: &str) -> Result<(u32, Vec<u8>), ShareError> {
    let fragment = link.split_once('#').map_or(link, |(_, fragment)| fragment);
    let fragment: String =
        fragment.chars().filter(|character| !character.is_ascii_whitespace()).take(LINK_CHARACTERS_READ + 1).collect();
    let (version, text) = fragment.split_once('.').ok_or(ShareError::NotALink)?;
    let is_version = !version.starts_with('0') && version.bytes().all(|byte| byte.is_ascii_digit());
    let version: u32 = version.parse().ok().filter(|_| is_version).ok_or(ShareError::NotALink)?;
    if version > VERSION {
        return Err(ShareError::Newer { version });
    }
    if fragment.len() > LINK_CHARACTERS_READ {
        return Err(ShareError::Altered);
    }
    // A length that one character can end at, but no byte: the other characters are whole bytes.
    let is_cut_in_a_byte = text.len() % 4 == 1;
    let text = if is_cut_in_a_byte { text.get(..text.len() - 1).ok_or(ShareError::Altered)? } else { text };
    let bytes = decode(text)?;
    let Some(([first, second], rest)) = bytes.split_first_chunk() else { return Err(ShareError::Cut) };
    let length = [*first, *second];
    let Some((sent, content)) = rest.split_first_chunk::<4>() else { return Err(ShareError::Cut) };
    if content.len() < usize::from(u16::from_le_bytes(length)) {
        return Err(ShareError::Cut);
    }
    if is_cut_in_a_byte || u32::from_le_bytes(*sent) != checksum(version, length, content) {
        return Err(ShareError::Altered);
    }
    Ok((version, content.to_vec()))
}

/// A cut may fall between the characters of one byte: the bits that are left over then need not be zero.
fn decode(text: &str) -> Result<Vec<u8>, ShareError> {
    match URL_SAFE_NO_PAD.decode(text) {
        Ok(bytes) => Ok(bytes),
        Err(base64::DecodeError::InvalidLastSymbol(..)) => {
            let whole = text.get(..text.len() - text.len() % 4).ok_or(ShareError::Altered)?;
            let bytes = URL_SAFE_NO_PAD.decode(whole).map_err(|_| ShareError::Altered)?;
            let length = bytes.first_chunk().map_or(0, |length| usize::from(u16::from_le_bytes(*length)));
            let left_bytes = text.len() % 4 - 1;
            let is_cut = bytes.len() + left_bytes < HEADER_BYTES + length;
            Err(if is_cut { ShareError::Cut } else { ShareError::Altered })
        }
        Err(_) => Err(ShareError::Altered),
    }
}

fn checksum(version: u32, length: [u8; 2], content: &[u8]) -> u32 {
    let mut hasher = crc32fast::Hasher::new();
    hasher.update(&version.to_le_bytes());
    hasher.update(&length);
    hasher.update(content);
    hasher.finalize()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_closed_opens_again() {
        for content in [&b""[..], b"a", b"ab", b"abc", &[0xff; 9_000]] {
            let text = close(1, content).unwrap();
            assert_eq!(open(&text), Ok((1, content.to_vec())));
            assert_eq!(open(&format!("https://viewer.example/a?b#{text}")), Ok((1, content.to_vec())));
            let wrapped: String = text.chars().flat_map(|character| [character, '\n']).collect();
            assert_eq!(open(&wrapped), Ok((1, content.to_vec())), "a mail program broke the line");
        }
        assert_eq!(close(1, &[0; 70_000]), None);
    }

    #[test]
    fn every_cut_is_called_a_cut() {
        for content in [&b"some content that is long enough"[..], b"some content that is long enoug", b"some content"] {
            let text = close(1, content).unwrap();
            for end in 2..text.len() {
                assert_eq!(open(&text[..end]), Err(ShareError::Cut), "{end} of {}", text.len());
            }
        }
    }

    #[test]
    fn what_is_no_link_is_called_none() {
        for text in ["", "#", ".", "https://example.com/", "https://example.com/#top", "01.AAAA", "+1.AAAA", "1", "x.y"]
        {
            assert_eq!(open(text), Err(ShareError::NotALink), "{text}");
        }
        assert_eq!(open("99999999999.AAAA"), Err(ShareError::NotALink));
        assert_eq!(open("2.AAAA"), Err(ShareError::Newer { version: 2 }));
    }

    #[test]
    fn what_is_added_is_noticed() {
        let text = close(1, b"content").unwrap();
        for more in ["A", "AA", "AAA", "AAAA", ")", "."] {
            assert_eq!(open(&format!("{text}{more}")), Err(ShareError::Altered), "{more}");
        }
        assert_eq!(open(&format!("{text}{}", "A".repeat(LINK_CHARACTERS_READ))), Err(ShareError::Altered));
    }

    #[test]
    fn every_error_has_its_sentence() {
        let messages = Messages::default();
        for error in [ShareError::NotALink, ShareError::Cut, ShareError::Altered, ShareError::Newer { version: 7 }] {
            let sentence = error.sentence(&messages);
            assert!(sentence.ends_with('.') && !sentence.contains('_'), "{sentence}");
            assert_eq!(sentence.contains('7'), error.code() == "link_newer");
        }
    }
}
