//! Which leaf of the ledger the bytes of a start tag belong to.

use twox_hash::XxHash64;

use super::attribute::Attribute;
use super::big_tag::Span;
use super::data_uri::{DataUris, Part, change_of, classify, may_hold_address};
use super::facts::Facts;
use super::name::{Name, NameTable, Tag, name};
use super::state_keys::StateKeys;
use super::tree::StartTag;
use crate::ledger::{Category, LARGEST_MINIMUM_BYTES};

/// Longest part of an `id`, class or address in a label, in bytes.
const LABEL_BYTES: usize = 60;

/// State in an attribute below this is not told apart from other attributes, in counted bytes.
const STATE_MINIMUM_BYTES: u64 = 256;

impl Facts {
    /// Counts the bytes of a start tag. `region`: the leaf that its markup belongs to where everything belongs to one.
    pub(crate) fn tally_tag(&mut self, tag: &StartTag<'_>, region: Option<Category>) {
        let leaves = &tag.traits.leaves;
        if region.is_none() && !leaves.is_empty() && self.tally.is_near(tag.end) {
            leaves.iter().for_each(|(category, bytes)| self.tally.add_near(*category, *bytes));
            self.tally.pass(tag.end);
            return;
        }
        let markup = region.unwrap_or(Category::Markup);
        let in_drawing = region == Some(Category::Svg);
        if region.is_some() && !in_drawing {
            self.tally.add(markup, tag.start, tag.end);
            return;
        }
        let mut at = tag.start;
        for (index, attribute) in tag.attributes.iter().enumerate() {
            let span = tag.span(index);
            self.tally.add(markup, at, span.start);
            let category = category_of(attribute.name, in_drawing);
            self.tally_attribute(tag, index, span, category, in_drawing);
            at = span.end;
        }
        if let Some(more) = tag.big.and_then(|big| big.more) {
            self.tally.add(markup, at, more);
            self.tally.add(if in_drawing { markup } else { Category::AttributeOther }, more, tag.end - 1);
            at = tag.end - 1;
        }
        self.tally.add(markup, at, tag.end);
    }

    fn tally_attribute(&mut self, tag: &StartTag<'_>, index: usize, span: Span, category: Category, in_drawing: bool) {
        let Span { start, value_start, value_end, end } = span;
        let attribute = &tag.attributes[index];
        let value = &tag.bytes[attribute.value.clone()];
        let removable = value_start + kept_of(span);
        if value_end - value_start >= STATE_MINIMUM_BYTES
            && let Some(name) = state_of(tag, attribute)
        {
            self.tally.add(category, start, value_start);
            self.tally.add(Category::InlineData, value_start, value_end);
            self.tally.add(category, value_end, end);
            self.tally.state(name, (value_start, value_end), removable);
            let members = match tag.big {
                Some(big) => big.members(index),
                None if may_hold_keys(tag.name, attribute.name) => {
                    let mut keys = StateKeys::new();
                    keys.read(value, value_start);
                    keys.members()
                }
                None => Vec::new(),
            };
            members.into_iter().for_each(|member| self.tally.state_key(name, member));
            self.offer_attribute(tag, index, span, Category::InlineData);
            return;
        }
        if let Some((data, media_type)) = classify(value).filter(|_| category != Category::AttributeSrcset) {
            self.tally.add(category, start, value_start);
            self.tally.add(data, value_start, value_end);
            self.tally.add(category, value_end, end);
            self.tally.data_uri(&media_type, value_end - value_start);
            if !in_drawing {
                self.tally.spans.add(change_of(data), removable, value_end);
            }
            let (line, label) = (tag.line(&mut self.lines), attribute_label(tag, attribute));
            let hash = tag.big.map_or_else(|| XxHash64::oneshot(0, value), |big| big.hash(index));
            self.tally.block("data_uri", hash, (value_start, value_end), || (line, label));
            self.offer_attribute(tag, index, span, data);
            return;
        }
        let mut at = start;
        let tally = &mut self.tally;
        let mut address = |data, media_type: &str, from: u64, to: u64| {
            tally.add(category, at, from);
            tally.add(data, from, to);
            tally.data_uri(media_type, to - from);
            if !in_drawing {
                tally.spans.add(change_of(data), from.max(removable), to);
            }
            at = to;
        };
        if let Some(big) = tag.big {
            big.addresses(index).for_each(|found| address(found.category, &found.media_type, found.start, found.end));
        } else if value.len() > 64 && may_hold_address(value) {
            let mut read = value_start;
            let mut addresses = DataUris::default();
            addresses.read(value, |part| match part {
                Part::Plain(bytes) | Part::Address(_, bytes) => read += bytes,
                Part::Ended(open) => address(open.category, &open.media_type, read - open.bytes, read),
            });
            if let Some(open) = addresses.finish() {
                address(open.category, &open.media_type, value_end - open.bytes, value_end);
            }
        }
        self.tally.add(category, at, end);
        self.offer_attribute(tag, index, span, category);
    }

    fn offer_attribute(&mut self, tag: &StartTag<'_>, index: usize, span: Span, category: Category) {
        let lines = &mut self.lines;
        self.tally.offer(category, span.value_start, span.value_end, || {
            (tag.line(lines), attribute_label(tag, &tag.attributes[index]))
        });
    }

    /// What a developer calls the element of a start tag.
    pub(crate) fn label(&self, tag: &StartTag<'_>) -> String {
        let mut label = tag.name.text();
        let part = |value: &[u8]| String::from_utf8_lossy(&value[..value.len().min(LABEL_BYTES)]).into_owned();
        if let Some(id) = tag.value(name!("id")).filter(|id| !id.is_empty()) {
            label.push('#');
            label.push_str(&part(id));
        } else if let Some(kind) = tag.value(name!("type")).filter(|kind| !kind.is_empty()) {
            label.push_str(" type=");
            label.push_str(&part(kind));
        } else if let Some(class) = tag.value(name!("class")).filter(|class| !class.is_empty()) {
            label.push('.');
            label.push_str(&part(class.split(u8::is_ascii_whitespace).next().unwrap_or_default()));
        }
        label
    }
}

/// The bytes of a tag by leaf, outside of SVG, where it holds nothing that is looked at more closely; else nothing.
/// `attributes` point into `bytes`, the tag.
pub(super) fn leaves_of(bytes: &[u8], attributes: &[Attribute], leaves: &mut Vec<(Category, u32)>) {
    leaves.clear();
    leaves.push((Category::Markup, bytes.len() as u32));
    for Attribute { name, whole, value } in attributes {
        let text = &bytes[value.clone()];
        if text.len() as u64 >= STATE_MINIMUM_BYTES.min(LARGEST_MINIMUM_BYTES) || holds_address(text) {
            return leaves.clear();
        }
        let category = category_of(*name, false);
        leaves[0].1 -= whole.len() as u32;
        match leaves.iter_mut().find(|(other, _)| *other == category) {
            Some((_, bytes)) => *bytes += whole.len() as u32,
            None => leaves.push((category, whole.len() as u32)),
        }
    }
}

/// Whether a value is, or may hold, a `data:` address.
fn holds_address(value: &[u8]) -> bool {
    classify(value).is_some() || (value.len() > 64 && may_hold_address(value))
}

/// `img src=data:image/png`, `div#app data-page`.
fn attribute_label(tag: &StartTag<'_>, attribute: &Attribute) -> String {
    let mut label = tag.name.text();
    if let Some(id) = tag.value(name!("id")).filter(|id| !id.is_empty()) {
        label.push('#');
        label.push_str(&String::from_utf8_lossy(&id[..id.len().min(LABEL_BYTES)]));
    }
    label.push(' ');
    label.push_str(&attribute.name.text());
    if let Some((_, media_type)) = classify(&tag.bytes[attribute.value.clone()]) {
        label.push_str("=data:");
        label.push_str(&media_type);
    }
    label
}

/// Bytes at the beginning of a value that stay when its rest is taken out: a value without quotes that is empty would take
/// the next attribute for its value.
const fn kept_of(span: Span) -> u64 {
    let is_quoted = span.value_end < span.end;
    if is_quoted || span.value_start == span.value_end { 0 } else { 1 }
}

const fn of(name: &str) -> Name {
    Name::new(name.as_bytes())
}

const PROPS: Name = of("props");
const ASTRO_ISLAND: Name = of("astro-island");

/// Attributes that hold state whatever their element is.
const NAMED: [(Name, &str); 10] = [
    (of("data-product_variations"), "WooCommerce"),
    (of("data-page"), "Inertia"),
    (of("wire:snapshot"), "Livewire"),
    (of("wire:initial-data"), "Livewire"),
    (of("data-wp-context"), "WordPress blocks"),
    (of("data-react-props"), "React components"),
    (of("data-mage-init"), "Magento"),
    (of("data-phx-session"), "Phoenix LiveView"),
    (of("data-props"), "Component props"),
    (of("data-state"), "Component state"),
];

/// Whether an attribute of an element may hold state in which there are keys.
pub(crate) fn may_hold_keys(element: Name, attribute: Name) -> bool {
    NAMED.iter().any(|(name, _)| *name == attribute) || (attribute == PROPS && element == ASTRO_ISLAND)
}

/// The framework that keeps its state in an attribute.
fn state_of(tag: &StartTag<'_>, attribute: &Attribute) -> Option<&'static str> {
    const VALUE: Name = of("value");
    let is = |name: Name, expected: &[u8]| tag.value(name).is_some_and(|value| value.starts_with(expected));
    if attribute.name == VALUE {
        let view_state = ["__VIEWSTATE", "__EVENTVALIDATION"]
            .iter()
            .any(|field| is(name!("name"), field.as_bytes()) || is(name!("id"), field.as_bytes()));
        return (tag.tag == Tag::Input && view_state).then_some("ASP.NET ViewState");
    }
    if attribute.name == PROPS && tag.name == ASTRO_ISLAND {
        return Some("Astro islands");
    }
    let (_, framework) = NAMED.iter().find(|(name, _)| *name == attribute.name)?;
    let value = &tag.bytes[attribute.value.clone()];
    let is_opaque = *framework == "Phoenix LiveView";
    (is_opaque || begins_data(value)).then_some(*framework)
}

/// Whether a value begins like JSON, after the namespace that WordPress allows before it.
fn begins_data(value: &[u8]) -> bool {
    let value = value.trim_ascii_start();
    let named =
        memchr::memmem::find(&value[..value.len().min(LABEL_BYTES)], b"::").map_or(value, |at| &value[at + 2..]);
    matches!(named.first(), Some(b'{' | b'['))
}

/// Whether the value of attributes called `name` is a list of addresses.
pub(crate) fn is_image_list(name: Name) -> bool {
    const NAMES: [Name; 2] = [of("srcset"), of("imagesrcset")];
    NAMES.contains(&name)
}

fn category_of(name: Name, in_drawing: bool) -> Category {
    use Category::{AttributeAria, AttributeClass, AttributeSrcset, AttributeStyle, AttributeSvg, AttributeUrl};
    /// In HTML, and in SVG, where names that do not draw are of no interest.
    static KNOWN: NameTable<Category, 43> = NameTable::new([
        (of("class"), AttributeClass),
        (of("style"), AttributeStyle),
        (of("role"), AttributeAria),
        (of("srcset"), AttributeSrcset),
        (of("imagesrcset"), AttributeSrcset),
        (of("href"), AttributeUrl),
        (of("src"), AttributeUrl),
        (of("action"), AttributeUrl),
        (of("formaction"), AttributeUrl),
        (of("poster"), AttributeUrl),
        (of("data"), AttributeUrl),
        (of("cite"), AttributeUrl),
        (of("background"), AttributeUrl),
        (of("xlink:href"), AttributeUrl),
        (of("ping"), AttributeUrl),
        (of("longdesc"), AttributeUrl),
        (of("manifest"), AttributeUrl),
        (of("usemap"), AttributeUrl),
        (of("codebase"), AttributeUrl),
        (of("d"), AttributeSvg),
        (of("points"), AttributeSvg),
        (of("viewbox"), AttributeSvg),
        (of("transform"), AttributeSvg),
        (of("x"), AttributeSvg),
        (of("y"), AttributeSvg),
        (of("x1"), AttributeSvg),
        (of("y1"), AttributeSvg),
        (of("x2"), AttributeSvg),
        (of("y2"), AttributeSvg),
        (of("cx"), AttributeSvg),
        (of("cy"), AttributeSvg),
        (of("r"), AttributeSvg),
        (of("rx"), AttributeSvg),
        (of("ry"), AttributeSvg),
        (of("width"), AttributeSvg),
        (of("height"), AttributeSvg),
        (of("gradienttransform"), AttributeSvg),
        (of("offset"), AttributeSvg),
        (of("dx"), AttributeSvg),
        (of("dy"), AttributeSvg),
        (of("pathlength"), AttributeSvg),
        // Not told apart, and too frequent to be looked at twice.
        (of("id"), Category::AttributeOther),
        (of("alt"), Category::AttributeOther),
    ]);
    match KNOWN.get(name) {
        Some(AttributeSvg) if in_drawing => AttributeSvg,
        _ if in_drawing => Category::Svg,
        Some(AttributeSvg) => Category::AttributeOther,
        Some(category) => category,
        None if name.starts_with(b"data-") => Category::AttributeData,
        None if name.starts_with(b"aria-") => AttributeAria,
        None if name.starts_with(b"on") => Category::AttributeEvent,
        None => Category::AttributeOther,
    }
}
