//! A progress bar on standard error, for what takes longer than a moment.

use std::fmt::Write;
use std::io::{self, IsTerminal, Read};
use std::time::{Duration, Instant};

use crawl_cutoff_core::number;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};

/// Work that ends sooner shows no bar.
const PATIENCE: Duration = Duration::from_millis(250);

/// Follows the bytes that are read from all inputs.
#[derive(Clone)]
pub(crate) struct Progress {
    bar: ProgressBar,
    /// When the work began; `None` where there is nobody to watch.
    started: Option<Instant>,
}

impl Progress {
    /// `total_bytes`: of all inputs, `None` when it is not known. Shows nothing unless standard error is a terminal.
    pub(crate) fn new(total_bytes: Option<u64>) -> Self {
        let bar = ProgressBar::with_draw_target(total_bytes, ProgressDrawTarget::hidden());
        let template = match total_bytes {
            Some(_) => "{bar:24} {done} of {whole} {wide_msg}",
            None => "{spinner} {done} {wide_msg}",
        };
        if let Ok(style) = ProgressStyle::with_template(template) {
            let style = style
                .with_key("done", |state: &ProgressState, out: &mut dyn Write| print_bytes(out, state.pos()))
                .with_key("whole", |state: &ProgressState, out: &mut dyn Write| {
                    print_bytes(out, state.len().unwrap_or_default());
                });
            bar.set_style(style.progress_chars("██░"));
        }
        Self { bar, started: io::stderr().is_terminal().then(Instant::now) }
    }

    /// Names the input that is being read.
    pub(crate) fn name(&self, name: String) {
        self.bar.set_message(name);
    }

    /// Counts what is read from `reader`.
    pub(crate) fn watch(&self, reader: Box<dyn Read>) -> Box<dyn Read> {
        Box::new(Watched { reader, progress: self.clone() })
    }

    /// Runs `write` with the bar out of the way.
    pub(crate) fn suspend<T>(&self, write: impl FnOnce() -> T) -> T {
        self.bar.suspend(write)
    }

    /// Takes the bar away.
    pub(crate) fn finish(&self) {
        self.bar.finish_and_clear();
    }

    fn advance(&self, read_bytes: usize) {
        self.bar.inc(read_bytes as u64);
        if self.bar.is_hidden() && self.started.is_some_and(|started| started.elapsed() > PATIENCE) {
            self.bar.set_draw_target(ProgressDrawTarget::stderr());
        }
    }
}

fn print_bytes(out: &mut dyn Write, bytes: u64) {
    // A bar that cannot be drawn is not worth an error.
    let _ = out.write_str(&number::bytes(bytes));
}

struct Watched {
    reader: Box<dyn Read>,
    progress: Progress,
}

impl Read for Watched {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read_bytes = self.reader.read(buffer)?;
        self.progress.advance(read_bytes);
        Ok(read_bytes)
    }
}
