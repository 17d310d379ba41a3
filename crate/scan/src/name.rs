//! Element and attribute names, packed so that comparing two names is comparing two numbers.

use super::groups::{each, eight};

/// A name in lower case: up to 15 bytes are kept whole; of a longer one the first ten and a hash.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub(crate) struct Name(u128);

const LONG: u128 = 0xff << 120;

impl Name {
    /// A null byte, which the tokenizer replaces, is no part of any known name.
    pub(crate) const fn new(bytes: &[u8]) -> Self {
        if bytes.len() <= 15 {
            // In two halves: shifts of 128 bits are dear in WebAssembly.
            let (mut low, mut high) = (0u64, 0u64);
            let mut index = 0;
            while index < bytes.len() {
                let byte = if bytes[index] == 0 { 0xff } else { bytes[index].to_ascii_lowercase() };
                if index < 8 {
                    low |= (byte as u64) << (8 * index);
                } else {
                    high |= (byte as u64) << (8 * (index - 8));
                }
                index += 1;
            }
            return Self((high as u128) << 64 | low as u128);
        }
        let mut packed = 0u128;
        let mut index = 0;
        let mut hash = 0xcbf2_9ce4u32;
        while index < bytes.len() {
            let byte = bytes[index].to_ascii_lowercase();
            if index < 10 {
                packed |= (byte as u128) << (8 * index);
            }
            hash = (hash ^ byte as u32).wrapping_mul(0x0100_0193);
            index += 1;
        }
        Self(LONG | ((hash as u128) << 80) | packed)
    }

    /// The same as [`Self::new`], fast.
    pub(crate) fn read(bytes: &[u8]) -> Self {
        let length = bytes.len();
        if length == 0 || length > 15 {
            return Self::new(bytes);
        }
        let low = eight(&bytes[..length.min(8)]);
        let high = if length > 8 { eight(&bytes[8..]) } else { 0 };
        let nulls = |group: u64| group.wrapping_sub(each(1)) & !group & each(0x80);
        // Bytes that a shorter name has not are null as well, and they are the last.
        let is_short = |group: u64, bytes: usize| bytes < 8 && nulls(group).trailing_zeros() as usize / 8 >= bytes;
        let holds_null = |group: u64, bytes: usize| nulls(group) != 0 && !is_short(group, bytes);
        if holds_null(low, length.min(8)) || (length > 8 && holds_null(high, length - 8)) {
            return Self::new(bytes);
        }
        Self((u128::from(lower(high)) << 64) | u128::from(lower(low)))
    }

    /// Bytes of the name, if `bytes` begin with it, in lower case, and a `>`; of a name longer than 7 bytes that is not told.
    #[inline]
    pub(crate) fn length_before_bracket(self, bytes: &[u8]) -> Option<usize> {
        let group = u64::from_le_bytes(*bytes.first_chunk()?);
        let expected = u64::try_from(self.0).ok().filter(|name| name >> 56 == 0)?;
        let length = 8 - expected.leading_zeros() / 8;
        let differs = (group ^ expected ^ (u64::from(b'>') << (8 * length))) << (8 * (7 - length));
        (differs == 0).then_some(length as usize)
    }

    /// One of 64 bits: of a set of names, one that lacks the bit is not in it.
    pub(crate) const fn mark(self) -> u64 {
        1 << (self.bucket() >> 2)
    }

    /// A number that names share by chance only.
    pub(crate) const fn number(self) -> u64 {
        (self.0 as u64) ^ ((self.0 >> 64) as u64).rotate_left(17)
    }

    /// Whether the name begins with `prefix`, given in lower case and at most ten bytes long.
    pub(crate) const fn starts_with(self, prefix: &[u8]) -> bool {
        let mask = (1u128 << (8 * prefix.len())) - 1;
        self.0 & mask == Self::new(prefix).0
    }

    /// A number below 256 that names share by chance only.
    pub(crate) const fn bucket(self) -> usize {
        self.slot() >> 1
    }

    /// A number below [`SLOTS`] that names share by chance only.
    const fn slot(self) -> usize {
        (self.number().wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 55) as usize
    }

    /// The name as text, for people; a long one ends in `…`.
    pub(crate) fn text(self) -> String {
        let long = self.0 & LONG == LONG;
        let bytes = self.0.to_le_bytes();
        let kept = if long { 10 } else { bytes.iter().position(|&byte| byte == 0).unwrap_or(15) };
        let mut text = String::from_utf8_lossy(&bytes[..kept]).into_owned();
        if long {
            text.push('…');
        }
        text
    }
}

/// The ASCII letters of a group in lower case.
const fn lower(group: u64) -> u64 {
    let seven = group & each(0x7f);
    let from_a = seven + each(0x80 - b'A');
    let after_z = seven + each(0x80 - b'Z' - 1);
    group | (((from_a & !after_z & !group) & each(0x80)) >> 2)
}

/// Finds what belongs to a name.
pub(crate) struct NameTable<V, const N: usize> {
    entries: [(Name, V); N],
    /// Index of an entry, from 1, at the place of its name or after it.
    slots: [u8; SLOTS],
}

const SLOTS: usize = 512;

impl<V: Copy, const N: usize> NameTable<V, N> {
    pub(crate) const fn new(entries: [(Name, V); N]) -> Self {
        assert!(N < 256);
        let mut slots = [0; SLOTS];
        let mut index = 0;
        while index < N {
            let mut slot = entries[index].0.slot();
            while slots[slot] != 0 {
                slot = (slot + 1) % SLOTS;
            }
            slots[slot] = index as u8 + 1;
            index += 1;
        }
        Self { entries, slots }
    }

    pub(crate) fn get(&self, name: Name) -> Option<V> {
        let mut slot = name.slot();
        loop {
            let index = usize::from(self.slots[slot]);
            let (known, value) = *self.entries.get(index.wrapping_sub(1))?;
            if known == name {
                return Some(value);
            }
            slot = (slot + 1) % SLOTS;
        }
    }
}

/// The packed form of a name that is known where it is written.
macro_rules! name {
    ($name:literal) => {
        const { $crate::name::Name::new($name.as_bytes()) }
    };
}

pub(crate) use name;

macro_rules! tags {
    ($($variant:ident $name:literal)*) => {
        /// Elements that the tree construction stage of the HTML standard, or a signal, knows by name.
        #[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
        pub(crate) enum Tag { #[default] Other, $($variant,)* }

        impl Tag {
            pub(crate) fn of(name: Name) -> Self {
                const KNOWN: usize = [$(Tag::$variant,)*].len();
                static TABLE: NameTable<Tag, KNOWN> =
                    NameTable::new([$((Name::new($name.as_bytes()), Tag::$variant),)*]);
                TABLE.get(name).unwrap_or(Self::Other)
            }

            /// The packed name; of no use for [`Tag::Other`].
            pub(crate) const fn name(self) -> Name {
                match self {
                    Self::Other => Name(0),
                    $(Self::$variant => const { Name::new($name.as_bytes()) },)*
                }
            }
        }
    };
}

tags! {
    A "a" Abbr "abbr" Address "address" AnnotationXml "annotation-xml" Applet "applet" Area "area" Article "article"
    Aside "aside" B "b" Base "base" Basefont "basefont" Bdi "bdi" Bdo "bdo" Bgsound "bgsound" Big "big"
    Blockquote "blockquote" Body "body" Br "br" Button "button" Caption "caption" Center "center" Cite "cite" Code "code"
    Col "col" Colgroup "colgroup" Data "data" Dd "dd" Desc "desc" Details "details" Dfn "dfn" Dialog "dialog" Dir "dir"
    Div "div" Dl "dl" Dt "dt" Em "em" Embed "embed" Fieldset "fieldset" Figcaption "figcaption" Figure "figure"
    Font "font" Footer "footer" ForeignObject "foreignobject" Form "form" Frame "frame" Frameset "frameset" H1 "h1"
    H2 "h2" H3 "h3" H4 "h4" H5 "h5" H6 "h6" Head "head" Header "header" Hgroup "hgroup" Hr "hr" Html "html" I "i"
    Iframe "iframe" Image "image" Img "img" Input "input" Kbd "kbd" Keygen "keygen" Li "li" Link "link"
    Listing "listing" Main "main" Malignmark "malignmark" Mark "mark" Marquee "marquee" Math "math" Menu "menu"
    Meta "meta" Mglyph "mglyph" Mi "mi" Mn "mn" Mo "mo" Ms "ms" Mtext "mtext" Nav "nav" Nobr "nobr" Noembed "noembed"
    Noframes "noframes" Noscript "noscript" Object "object" Ol "ol" Optgroup "optgroup" Option "option" P "p"
    Param "param" Plaintext "plaintext" Pre "pre" Q "q" Rb "rb" Rp "rp" Rt "rt" Rtc "rtc" Ruby "ruby" S "s" Samp "samp"
    Script "script" Search "search" Section "section" Select "select" Small "small" Source "source" Span "span"
    Strike "strike" Strong "strong" Style "style" Sub "sub" Summary "summary" Sup "sup" Svg "svg" Table "table"
    Tbody "tbody" Td "td" Template "template" Textarea "textarea" Tfoot "tfoot" Th "th" Thead "thead" Time "time"
    Title "title" Tr "tr" Track "track" Tt "tt" U "u" Ul "ul" Var "var" Wbr "wbr" Xmp "xmp"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_compare_without_case_and_long_ones_stay_apart() {
        assert!(Name::new(b"DIV") == Name::new(b"div"));
        assert!(Tag::of(Name::new(b"ForeignObject")) == Tag::ForeignObject);
        assert!(Name::new(b"my-very-long-element-a") != Name::new(b"my-very-long-element-b"));
        assert!(Name::new(b"h1\0") != Name::new(b"h1"));
        assert!(Name::new(b"data-product_variations").starts_with(b"data-"));
        assert_eq!(Name::new(b"my-very-long-element").text(), "my-very-lo…");
        assert_eq!(Tag::AnnotationXml.name().text(), "annotation-xml");
        assert!(Tag::of(Name::new(b"")) == Tag::Other && Tag::of(Name::new(b"no")) == Tag::Other);
    }

    #[test]
    fn a_name_is_found_before_a_bracket() {
        let length = |name: &str, bytes: &str| Name::new(name.as_bytes()).length_before_bracket(bytes.as_bytes());
        assert_eq!(length("p", "p></div>"), Some(1));
        assert_eq!(length("section", "section>"), Some(7));
        for (name, bytes) in [("p", "pre></p>"), ("p", "p ></p> "), ("p", "P></div>"), ("p", "p>"), ("p", "p\0></p>")] {
            assert_eq!(length(name, bytes), None, "{name} {bytes}");
        }
        assert_eq!(length("fieldset", "fieldset>"), None);
    }

    #[test]
    fn a_name_read_fast_is_the_same_name() {
        for length in 0..20 {
            for replaced in [b'Z', b'@', b'[', b'z', 0, 1, 0x7f, 0x80, 0xc1, 0xff] {
                for at in 0..length {
                    let mut bytes: Vec<u8> = (0..length).map(|index| b'a' + index).collect();
                    bytes[usize::from(at)] = replaced;
                    assert!(Name::read(&bytes) == Name::new(&bytes), "{bytes:?}");
                }
            }
        }
    }
}
