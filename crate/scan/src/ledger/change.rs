//! Single changes that take bytes out of a page, and the spans that each would take.

/// One thing to do to a page that takes bytes out of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum ChangeKind {
    /// Move the contents of `style` elements into a stylesheet.
    Styles,
    /// Move inline scripts into a file.
    Scripts,
    /// Load the state kept for hydration instead of printing it: all of one framework.
    State(&'static str),
    /// Load other data blocks instead of printing them.
    Data,
    /// Serve images in `data:` addresses as files.
    Images,
    /// Serve fonts in `data:` addresses as files.
    Fonts,
    /// Serve everything else in `data:` addresses as files.
    Files,
    /// Move the contents of inline SVG into files or one sprite.
    Drawings,
    /// Leave out comments.
    Comments,
    /// Leave out the contents of `noscript` elements.
    Noscript,
    /// Load the contents of `template` elements when they are needed.
    Templates,
}

impl ChangeKind {
    /// Stable name, `styles`, `state:Next.js`.
    #[must_use]
    pub fn id(self) -> String {
        match self {
            Self::State(name) => format!("state:{name}"),
            other => other.key().to_owned(),
        }
    }

    /// Whether what the change called `id` takes out goes into files that Google's renderer fetches, each with a limit of
    /// its own. Source: FACTS §1 and §2, documented: it fetches scripts, style sheets and answers, and no images or fonts.
    #[must_use]
    pub fn is_fetched(id: &str) -> bool {
        matches!(id, "styles" | "scripts" | "data" | "templates") || id.starts_with("state:")
    }

    /// Whether what the change called `id` takes out goes nowhere else.
    #[must_use]
    pub fn is_removal(id: &str) -> bool {
        matches!(id, "comments" | "noscript")
    }

    /// Name of its sentence (`change_…`).
    #[must_use]
    pub const fn key(self) -> &'static str {
        match self {
            Self::Styles => "styles",
            Self::Scripts => "scripts",
            Self::State(_) => "state",
            Self::Data => "data",
            Self::Images => "images",
            Self::Fonts => "fonts",
            Self::Files => "files",
            Self::Drawings => "drawings",
            Self::Comments => "comments",
            Self::Noscript => "noscript",
            Self::Templates => "templates",
        }
    }
}

/// Spans kept of one change; further ones are not counted, so that a promise is never too large.
const SPANS: usize = 4096;

/// A span below this saves nothing worth a change, in counted bytes.
const SPAN_MINIMUM_BYTES: u64 = 32;

/// The spans of the changes, in order of the body; no two overlap, whatever the change.
#[derive(Debug, Clone, Default)]
pub(crate) struct Spans {
    lists: Vec<(ChangeKind, Vec<(u64, u64)>)>,
}

impl Spans {
    pub(crate) fn add(&mut self, kind: ChangeKind, start: u64, end: u64) {
        if end < start + SPAN_MINIMUM_BYTES {
            return;
        }
        let index = match self.lists.iter().position(|(other, _)| *other == kind) {
            Some(index) => index,
            None => {
                self.lists.push((kind, Vec::new()));
                self.lists.len() - 1
            }
        };
        let spans = &mut self.lists[index].1;
        if spans.len() < SPANS {
            spans.push((start, end));
        }
    }

    /// Each change with its spans.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (ChangeKind, &[(u64, u64)])> {
        self.lists.iter().map(|(kind, spans)| (*kind, spans.as_slice()))
    }
}
