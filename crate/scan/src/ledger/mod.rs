//! Where the bytes go: every body byte in exactly one leaf category.

mod change;
mod tally;

pub use change::ChangeKind;
pub(crate) use tally::LARGEST_MINIMUM_BYTES;
pub use tally::{Large, Repeated, StateKey, Tally};

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
    /// Attributes that draw SVG: `d`, `points`, `viewBox`, `transform` and the like.
    AttributeSvg "attribute_svg" Svg,
    /// Every other attribute.
    AttributeOther "attribute_other" Attributes,
    /// `data:` addresses of images, wherever they stand.
    DataUriImage "data_uri_image" DataUri,
    /// `data:` addresses of fonts, wherever they stand.
    DataUriFont "data_uri_font" DataUri,
    /// Every other `data:` address, wherever it stands.
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
    /// Inline SVG: its tags, its text, and attributes that do not draw.
    Svg "svg" Svg,
    /// Comments.
    Comment "comment" Rest,
    /// Conditional comments of old Internet Explorers.
    ConditionalComment "conditional_comment" Rest,
    /// What a server or a template left behind: `<?php … ?>`, `<% … %>`.
    ServerLeftover "server_leftover" Rest,
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

/// Parts of a page, told apart by their elements; each byte is in one.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub enum Region {
    /// The head element.
    Head,
    /// `nav`, and a `header` that is not part of the content.
    Menus,
    /// `main` and `article`.
    Main,
    /// `aside`.
    Aside,
    /// A `footer` that is not part of the content.
    Footer,
    /// Anything else.
    #[default]
    Other,
}

impl Region {
    /// Every region, in the order of tables.
    pub const ALL: [Self; 6] = [Self::Head, Self::Menus, Self::Main, Self::Aside, Self::Footer, Self::Other];

    /// Stable name, in reports and as the name of its sentence (`region_…`).
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Head => "head",
            Self::Menus => "menus",
            Self::Main => "main",
            Self::Aside => "aside",
            Self::Footer => "footer",
            Self::Other => "other",
        }
    }
}
