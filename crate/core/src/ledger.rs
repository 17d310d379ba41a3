//! Where the bytes go: every body byte in exactly one leaf category.

/// What the ruler and the tables colour alike: leaves that people think of together.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[allow(missing_docs)] // The names are the field's own terms.
pub enum Group {
    Text,
    Structured,
    Markup,
    Attributes,
    DataUri,
    Script,
    Data,
    Style,
    Svg,
    Rest,
}

impl Group {
    /// Every group, in the order of legends.
    pub const ALL: [Self; 10] = [
        Self::Text,
        Self::Structured,
        Self::Markup,
        Self::Attributes,
        Self::DataUri,
        Self::Script,
        Self::Data,
        Self::Style,
        Self::Svg,
        Self::Rest,
    ];

    /// Stable name, also the name of its colour in the style sheet and of its sentence (`group_…`).
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Text => "text",
            Self::Structured => "structured",
            Self::Markup => "markup",
            Self::Attributes => "attributes",
            Self::DataUri => "data_uri",
            Self::Script => "script",
            Self::Data => "data",
            Self::Style => "style",
            Self::Svg => "svg",
            Self::Rest => "rest",
        }
    }
}

macro_rules! categories {
    ($($(#[$doc:meta])* $variant:ident $name:literal $group:ident,)*) => {
        /// A leaf of the ledger.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum Category { $($(#[$doc])* $variant,)* }

        impl Category {
            /// Every leaf, in the order of tables.
            pub const ALL: &'static [Self] = &[$(Self::$variant,)*];

            /// Stable name, in reports and as the name of its sentence (`category_…`).
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self { $(Self::$variant => $name,)* }
            }

            /// The group it belongs to.
            #[must_use]
            pub const fn group(self) -> Group {
                match self { $(Self::$variant => Group::$group,)* }
            }

            /// The leaf called `name`.
            #[must_use]
            pub fn of_name(name: &str) -> Option<Self> {
                match name { $($name => Some(Self::$variant),)* _ => None }
            }
        }
    };
}

categories! {
    /// Text that a reader may see, title and option text included.
    Text "text" Text,
    /// Runs of white space between tags.
    WhiteSpace "white_space" Markup,
    /// Tag names, brackets, end tags, white space inside tags.
    Markup "markup" Markup,
    /// `class` attributes.
    AttributeClass "attribute_class" Attributes,
    /// `style` attributes.
    AttributeStyle "attribute_style" Attributes,
    /// `data-*` attributes.
    AttributeData "attribute_data" Attributes,
    /// Event handler attributes, `on*`.
    AttributeEvent "attribute_event" Attributes,
    /// Attributes that hold an address.
    AttributeUrl "attribute_url" Attributes,
    /// `srcset` and `imagesrcset` attributes.
    AttributeSrcset "attribute_srcset" Attributes,
    /// `aria-*` and `role` attributes.
    AttributeAria "attribute_aria" Attributes,
    /// Every other attribute.
    AttributeOther "attribute_other" Attributes,
    /// `data:` addresses of images, in attributes.
    DataUriImage "data_uri_image" DataUri,
    /// `data:` addresses of fonts, in attributes.
    DataUriFont "data_uri_font" DataUri,
    /// Every other `data:` address, in attributes.
    DataUriOther "data_uri_other" DataUri,
    /// Inline scripts.
    Script "script" Script,
    /// Import maps and speculation rules.
    ImportMap "import_map" Script,
    /// Data blocks and state kept for hydration.
    InlineData "inline_data" Data,
    /// JSON-LD.
    JsonLd "json_ld" Structured,
    /// Contents of `style` elements.
    Style "style" Style,
    /// Inline SVG: its tags, attributes and text.
    Svg "svg" Svg,
    /// Comments, conditional comments included.
    Comment "comment" Rest,
    /// Contents of `noscript` elements.
    Noscript "noscript" Rest,
    /// Contents of `template` elements.
    Template "template" Rest,
    /// The doctype.
    Doctype "doctype" Rest,
    /// What follows `</html>`.
    AfterHtml "after_html" Rest,
    /// Anything else: raw text of `iframe` and `xmp`, CDATA, byte order mark, what is not HTML.
    Other "other" Rest,
}

/// Steps of the ruler at most; when a body needs more, steps double in width.
const RULER_STEPS: usize = 1024;

/// Width of a ruler step to begin with, in counted bytes.
const RULER_STEP_BYTES: u64 = 1024;

/// Largest single spans kept.
const LARGEST_ITEMS: usize = 20;

/// A single span below this is nobody's largest item, in counted bytes.
const LARGEST_MINIMUM_BYTES: u64 = 512;

/// A large single span, in counted bytes.
#[derive(Debug, Clone)]
pub(crate) struct Large {
    pub(crate) category: Category,
    pub(crate) start: u64,
    pub(crate) end: u64,
    pub(crate) line: u64,
    pub(crate) label: String,
}

/// Adds up spans as the pass finds them. Spans come in order, without gaps and without overlaps.
#[derive(Debug, Clone)]
pub(crate) struct Tally {
    bytes: [u64; Category::ALL.len()],
    kept: [u64; Category::ALL.len()],
    edge: u64,
    step_bytes: u64,
    /// Finished steps: the group that takes most of each.
    steps: Vec<[u32; Group::ALL.len()]>,
    largest: Vec<Large>,
}

impl Tally {
    /// `edge`: offset before which bytes count as kept.
    pub(crate) fn new(edge: u64) -> Self {
        Self {
            bytes: [0; Category::ALL.len()],
            kept: [0; Category::ALL.len()],
            edge,
            step_bytes: RULER_STEP_BYTES,
            steps: Vec::new(),
            largest: Vec::new(),
        }
    }

    /// Adds the bytes from `start` to `end`.
    pub(crate) fn add(&mut self, category: Category, start: u64, end: u64) {
        if start >= end {
            return;
        }
        self.bytes[category as usize] += end - start;
        if start < self.edge {
            self.kept[category as usize] += end.min(self.edge) - start;
        }
        if end <= self.steps.len() as u64 * self.step_bytes
            && start + self.step_bytes >= self.steps.len() as u64 * self.step_bytes
            && let Some(step) = self.steps.last_mut()
        {
            step[category.group() as usize] += (end - start) as u32;
            return;
        }
        self.add_to_steps(category.group(), start, end);
    }

    fn add_to_steps(&mut self, group: Group, start: u64, end: u64) {
        let mut at = start;
        while at < end {
            let step = (at / self.step_bytes) as usize;
            if step >= self.steps.len() {
                if step >= RULER_STEPS {
                    self.double_steps();
                    continue;
                }
                self.steps.resize(step + 1, [0; Group::ALL.len()]);
            }
            let until = end.min((step as u64 + 1) * self.step_bytes);
            self.steps[step][group as usize] += (until - at) as u32;
            at = until;
        }
    }

    /// Remembers a single span if it is among the largest; `describe` gives its line and label.
    pub(crate) fn offer(&mut self, category: Category, start: u64, end: u64, describe: impl FnOnce() -> (u64, String)) {
        let bytes = end - start;
        if bytes < LARGEST_MINIMUM_BYTES {
            return;
        }
        if self.largest.len() == LARGEST_ITEMS {
            if self.largest.last().is_some_and(|last| last.end - last.start >= bytes) {
                return;
            }
            self.largest.pop();
        }
        let (line, label) = describe();
        let at = self.largest.partition_point(|large| large.end - large.start >= bytes);
        self.largest.insert(at, Large { category, start, end, line, label });
    }

    /// Bytes in every leaf, and how many of them stand before the edge.
    pub(crate) fn rows(&self) -> impl Iterator<Item = (Category, u64, u64)> {
        Category::ALL.iter().map(|&category| (category, self.bytes[category as usize], self.kept[category as usize]))
    }

    /// The width of a ruler step, and the group that takes most of each.
    pub(crate) fn ruler(&self) -> (u64, Vec<Group>) {
        let main = |step: &[u32; Group::ALL.len()]| {
            let most = step.iter().copied().max().unwrap_or(0);
            step.iter().position(|&bytes| bytes == most).map_or(Group::Rest, |index| Group::ALL[index])
        };
        (self.step_bytes, self.steps.iter().map(main).collect())
    }

    /// The largest single spans, largest first.
    pub(crate) fn largest(&self) -> &[Large] {
        &self.largest
    }

    fn double_steps(&mut self) {
        self.step_bytes *= 2;
        self.steps = self
            .steps
            .chunks(2)
            .map(|pair| {
                let mut sum = pair[0];
                if let Some(second) = pair.get(1) {
                    sum.iter_mut().zip(second).for_each(|(sum, second)| *sum += second);
                }
                sum
            })
            .collect();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_double_when_the_body_outgrows_the_ruler() {
        let mut tally = Tally::new(10);
        tally.add(Category::Style, 0, RULER_STEP_BYTES * RULER_STEPS as u64);
        tally.add(Category::Text, RULER_STEP_BYTES * RULER_STEPS as u64, RULER_STEP_BYTES * (RULER_STEPS as u64 + 2));
        let (step_bytes, groups) = tally.ruler();
        assert_eq!(step_bytes, 2 * RULER_STEP_BYTES);
        assert_eq!(groups.len(), RULER_STEPS / 2 + 1);
        assert_eq!((groups[0], groups[RULER_STEPS / 2]), (Group::Style, Group::Text));
        assert_eq!(tally.rows().map(|(_, bytes, _)| bytes).sum::<u64>(), RULER_STEP_BYTES * (RULER_STEPS as u64 + 2));
        assert_eq!(tally.rows().map(|(_, _, kept)| kept).sum::<u64>(), 10);
    }

    #[test]
    fn the_twenty_largest_are_kept_in_order() {
        let mut tally = Tally::new(0);
        for index in 0..40u64 {
            tally.offer(Category::Comment, 0, 512 + (index * 7) % 40, || (1, index.to_string()));
        }
        let sizes: Vec<u64> = tally.largest().iter().map(|large| large.end).collect();
        assert_eq!(sizes, (532..552).rev().collect::<Vec<u64>>());
    }
}
