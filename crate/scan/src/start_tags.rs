//! Where start tags end, as lol_html finds them. The only file that knows lol_html.
//!
//! The reader takes these ends where it comes to a start tag, and finds the end by itself where there is none: in a tag that
//! lol_html takes for raw text and the tree model does not, after its memory ran out, and in builds without the feature
//! `lol_html`. Both ways must give the same report; a test compares them. The WebAssembly is such a build: lol_html would
//! take a tenth of its bytes, and on dense pages half of its time, to find what the reader finds anyhow.

use std::collections::VecDeque;

use encoding_rs::Encoding;

/// Start tags in order: offset of `<` and offset after `>`.
#[derive(Default)]
pub(crate) struct StartTags(VecDeque<(u64, u64)>);

impl StartTags {
    /// Where the start tag at `start` ends, if one was found there.
    pub(crate) fn end_of(&mut self, start: u64) -> Option<u64> {
        while let Some(&(found, end)) = self.0.front() {
            if found > start {
                return None;
            }
            self.0.pop_front();
            if found == start {
                return Some(end);
            }
        }
        None
    }

    /// Puts back what [`Self::end_of`] gave.
    pub(crate) fn put_back(&mut self, start: u64, end: u64) {
        self.0.push_front((start, end));
    }
}

pub(crate) use source::StartTagSource;

#[cfg(feature = "lol_html")]
mod source {
    use std::cell::{RefCell, RefMut};
    use std::rc::Rc;

    use lol_html::{AsciiCompatibleEncoding, HtmlRewriter, MemorySettings, Settings, element};

    use super::{Encoding, StartTags};

    /// Memory that lol_html may take, for a tag that has not ended and for its stack of open elements.
    ///
    /// An attribute of 50 MB, or a million `p` without an end tag, would cost as much again.
    const LOL_HTML_BYTES: usize = 4 << 20;

    type Sink = fn(&[u8]);

    /// lol_html, fed with the same narrow bytes as the reader.
    pub(crate) struct StartTagSource {
        /// `None` after it gave up.
        rewriter: Option<HtmlRewriter<'static, Sink>>,
        found: Rc<RefCell<StartTags>>,
    }

    impl StartTagSource {
        pub(crate) fn new(encoding: &'static Encoding) -> Self {
            let found = Rc::new(RefCell::new(StartTags::default()));
            let tags = Rc::clone(&found);
            // Narrowed text is ASCII where it matters.
            let encoding = AsciiCompatibleEncoding::new(encoding).unwrap_or_else(AsciiCompatibleEncoding::utf_8);
            let memory = MemorySettings::new().with_max_allowed_memory_usage(LOL_HTML_BYTES);
            let settings = Settings::new()
                .with_encoding(encoding)
                .with_strict(false)
                .with_memory_settings(memory)
                .append_element_content_handler(element!("*", move |element| {
                    let range = element.source_location().bytes();
                    tags.borrow_mut().0.push_back((range.start as u64, range.end as u64));
                    Ok(())
                }));
            let sink: Sink = |_| {};
            Self { rewriter: Some(HtmlRewriter::new(settings, sink)), found }
        }

        pub(crate) fn push(&mut self, bytes: &[u8]) {
            if let Some(mut rewriter) = self.rewriter.take()
                && rewriter.write(bytes).is_ok()
            {
                self.rewriter = Some(rewriter);
            }
        }

        pub(crate) fn finish(&mut self) {
            if let Some(rewriter) = self.rewriter.take() {
                // An error leaves the tags found so far.
                let _ = rewriter.end();
            }
        }

        pub(crate) fn found(&mut self) -> RefMut<'_, StartTags> {
            self.found.borrow_mut()
        }
    }
}

#[cfg(not(feature = "lol_html"))]
mod source {
    use std::cell::{RefCell, RefMut};

    use super::{Encoding, StartTags};

    /// Finds nothing: the reader is on its own.
    #[derive(Default)]
    pub(crate) struct StartTagSource(RefCell<StartTags>);

    impl StartTagSource {
        pub(crate) fn new(_: &'static Encoding) -> Self {
            Self::default()
        }

        pub(crate) fn push(&mut self, _: &[u8]) {}

        pub(crate) fn finish(&mut self) {}

        pub(crate) fn found(&mut self) -> RefMut<'_, StartTags> {
            self.0.borrow_mut()
        }
    }
}
