//! Open elements and what the standard says of their kinds.

use super::super::name::{Name, Tag};
use crate::ledger::Region;

/// Namespaces of elements.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Namespace {
    Html,
    Svg,
    MathMl,
}

/// What holds for an element and for all that it contains, or for it alone.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Flags(u16);

impl Flags {
    /// Its text is not visible: in `head script style noscript template`. Inherited.
    pub(crate) const HIDDEN: Self = Self(1);
    /// In the contents of a template, which are no part of the document. Inherited.
    pub(crate) const TEMPLATE: Self = Self(2);
    /// In the head element. Inherited.
    pub(crate) const HEAD: Self = Self(4);
    /// In inline SVG. Inherited.
    pub(crate) const SVG: Self = Self(8);
    /// In an `a` element. Inherited.
    pub(crate) const ANCHOR: Self = Self(16);
    /// A `p` is in button scope here. Inherited up to the next scope boundary.
    pub(crate) const P_IN_SCOPE: Self = Self(32);
    /// An `a` with an `href`: a copy that the parser makes is one more link.
    pub(crate) const LINK: Self = Self(64);
    /// An HTML integration point.
    pub(crate) const INTEGRATION: Self = Self(128);
    /// Deeper than [`super::stack::DOM_DEPTH`]: elements in it are no children of it.
    pub(crate) const DEEP: Self = Self(256);

    const INHERITED: u16 = 63;

    pub(crate) const fn has(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    pub(crate) const fn with(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    pub(crate) const fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    pub(crate) const fn inherited(self) -> Self {
        Self(self.0 & Self::INHERITED)
    }
}

/// One element on the stack of open elements.
#[derive(Clone, Copy)]
pub(crate) struct Element {
    pub(crate) tag: Tag,
    pub(crate) namespace: Namespace,
    pub(crate) flags: Flags,
    pub(crate) name: Name,
    /// Unlike any other element's.
    pub(crate) id: u32,
    /// Offset of its start tag.
    pub(crate) start: u64,
    /// Signals that stay open until the element is closed: the index of the first, and how many.
    pub(crate) signals: (u32, u32),
    /// The part of the page that it is in, itself included.
    pub(crate) region: Region,
    /// For a table: what stands just before it.
    pub(crate) before: TextBefore,
    /// For an element that is [`Flags::DEEP`]: what it ends in while another one is open.
    pub(crate) tail: TextBefore,
}

/// What stands just before a place: before a table, where the parser puts text that a table cannot hold.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum TextBefore {
    /// No text node.
    Nothing,
    /// A text node that ends in white space.
    Space,
    /// A text node that ends inside a word.
    Word,
}

impl TextBefore {
    /// What a place ends in: `None` without a text node, else whether that ends inside a word.
    pub(crate) const fn of(text_node: Option<bool>) -> Self {
        match text_node {
            Some(true) => Self::Word,
            Some(false) => Self::Space,
            None => Self::Nothing,
        }
    }
}

impl Element {
    pub(crate) fn is_html(&self, tag: Tag) -> bool {
        self.tag == tag && self.namespace == Namespace::Html
    }

    pub(crate) fn is_html_any(&self, tags: &[Tag]) -> bool {
        self.namespace == Namespace::Html && tags.contains(&self.tag)
    }

    pub(crate) fn is_mathml_text_integration_point(&self) -> bool {
        self.namespace == Namespace::MathMl && matches!(self.tag, Tag::Mi | Tag::Mo | Tag::Mn | Tag::Ms | Tag::Mtext)
    }

    pub(crate) fn is_html_integration_point(&self) -> bool {
        self.flags.has(Flags::INTEGRATION)
    }

    /// Whether browsers count the element as special: the standard's list without `search`, which Chromium 156 leaves out.
    pub(crate) fn is_special(&self) -> bool {
        use Tag::*;
        match self.namespace {
            Namespace::Html => matches!(
                self.tag,
                Address
                    | Applet
                    | Area
                    | Article
                    | Aside
                    | Base
                    | Basefont
                    | Bgsound
                    | Blockquote
                    | Body
                    | Br
                    | Button
                    | Caption
                    | Center
                    | Col
                    | Colgroup
                    | Dd
                    | Details
                    | Dir
                    | Div
                    | Dl
                    | Dt
                    | Embed
                    | Fieldset
                    | Figcaption
                    | Figure
                    | Footer
                    | Form
                    | Frame
                    | Frameset
                    | H1
                    | H2
                    | H3
                    | H4
                    | H5
                    | H6
                    | Head
                    | Header
                    | Hgroup
                    | Hr
                    | Html
                    | Iframe
                    | Img
                    | Input
                    | Keygen
                    | Li
                    | Link
                    | Listing
                    | Main
                    | Marquee
                    | Menu
                    | Meta
                    | Nav
                    | Noembed
                    | Noframes
                    | Noscript
                    | Object
                    | Ol
                    | P
                    | Param
                    | Plaintext
                    | Pre
                    | Script
                    | Section
                    | Select
                    | Source
                    | Style
                    | Summary
                    | Table
                    | Tbody
                    | Td
                    | Template
                    | Textarea
                    | Tfoot
                    | Th
                    | Thead
                    | Title
                    | Tr
                    | Track
                    | Ul
                    | Wbr
                    | Xmp
            ),
            Namespace::MathMl => matches!(self.tag, Mi | Mo | Mn | Ms | Mtext | AnnotationXml),
            Namespace::Svg => matches!(self.tag, ForeignObject | Desc | Title),
        }
    }

    /// Whether a search in scope ends at the element.
    pub(crate) fn bounds(&self, scope: Scope) -> bool {
        use Tag::*;
        if scope == Scope::Table {
            return self.is_html_any(&[Html, Table, Template]);
        }
        match self.namespace {
            Namespace::Html => match self.tag {
                Applet | Caption | Html | Table | Td | Th | Marquee | Object | Select | Template => true,
                Ol | Ul => scope == Scope::ListItem,
                Button => scope == Scope::Button,
                _ => false,
            },
            _ => self.is_special(),
        }
    }

    pub(crate) fn holds_no_text(&self) -> bool {
        self.is_html_any(&[Tag::Table, Tag::Tbody, Tag::Tfoot, Tag::Thead, Tag::Tr])
    }
}

/// The part of the page that an element begins inside `parent`; `parent` itself where it begins none.
pub(crate) const fn region_of(tag: Tag, parent: Region) -> Region {
    match (tag, parent) {
        (Tag::Head, _) => Region::Head,
        (Tag::Nav, _) | (Tag::Header, Region::Other) => Region::Menus,
        (Tag::Main | Tag::Article, _) => Region::Main,
        (Tag::Aside, _) => Region::Aside,
        (Tag::Footer, Region::Other) => Region::Footer,
        (Tag::Body, _) => Region::Other,
        _ => parent,
    }
}

/// HTML elements that take all from the element they are in: their text is visible where that is, they bound no scope, and
/// begin no region.
pub(crate) const fn is_neutral(tag: Tag) -> bool {
    static NEUTRAL: [bool; 256] = {
        use Tag::*;
        const OWN: [Tag; 34] = [
            A,
            Applet,
            Article,
            Aside,
            Body,
            Button,
            Caption,
            Footer,
            Head,
            Header,
            Html,
            Main,
            Marquee,
            Nav,
            Noscript,
            Object,
            P,
            Script,
            Select,
            Style,
            Table,
            Td,
            Template,
            Th,
            AnnotationXml,
            Desc,
            ForeignObject,
            Mi,
            Mn,
            Mo,
            Ms,
            Mtext,
            Svg,
            Title,
        ];
        let mut neutral = [true; 256];
        let mut index = 0;
        while index < OWN.len() {
            neutral[OWN[index] as usize] = false;
            index += 1;
        }
        neutral
    };
    NEUTRAL[tag as usize]
}

/// Where a search for an open element ends.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Scope {
    Default,
    ListItem,
    Button,
    Table,
}

/// Elements that the rules of "in head" insert wherever the insertion mode is past the head element; `noscript` is not one.
pub(crate) const fn is_head_element(tag: Tag) -> bool {
    use Tag::*;
    matches!(tag, Base | Basefont | Bgsound | Link | Meta | Noframes | Script | Style | Template | Title)
}

/// Formatting elements: those that the parser opens again after a block ended them.
pub(crate) const fn is_formatting(tag: Tag) -> bool {
    use Tag::*;
    matches!(tag, A | B | Big | Code | Em | Font | I | Nobr | S | Small | Strike | Strong | Tt | U)
}

/// Elements whose end tag in the body closes them and does nothing else, where they are the current element.
pub(crate) const fn closes_alone(tag: Tag) -> bool {
    use Tag::*;
    !is_formatting(tag) && !matches!(tag, Applet | Body | Br | Form | Html | Marquee | Object | Template)
}

/// Elements whose end tags may be left out at any time.
pub(crate) const fn has_implied_end(tag: Tag) -> bool {
    use Tag::*;
    matches!(tag, Dd | Dt | Li | Optgroup | Option | P | Rb | Rp | Rt | Rtc)
}

/// Elements that may stand in running text: they do not end a run of words.
pub(crate) const fn is_inline(tag: Tag) -> bool {
    use Tag::*;
    matches!(
        tag,
        A | Abbr
            | B
            | Bdi
            | Bdo
            | Big
            | Cite
            | Code
            | Data
            | Dfn
            | Em
            | Font
            | I
            | Kbd
            | Mark
            | Q
            | Ruby
            | Rb
            | Rt
            | Rp
            | S
            | Samp
            | Small
            | Span
            | Strike
            | Strong
            | Sub
            | Sup
            | Time
            | Tt
            | U
            | Var
            | Wbr
    )
}

/// Start tags that end foreign content.
pub(crate) const fn ends_foreign_content(tag: Tag) -> bool {
    use Tag::*;
    matches!(
        tag,
        B | Big
            | Blockquote
            | Body
            | Br
            | Center
            | Code
            | Dd
            | Div
            | Dl
            | Dt
            | Em
            | Embed
            | H1
            | H2
            | H3
            | H4
            | H5
            | H6
            | Head
            | Hr
            | I
            | Img
            | Li
            | Listing
            | Menu
            | Meta
            | Nobr
            | Ol
            | P
            | Pre
            | Ruby
            | S
            | Small
            | Span
            | Strong
            | Strike
            | Sub
            | Sup
            | Table
            | Tt
            | U
            | Ul
            | Var
    )
}
