//! Which leaf of the ledger the bytes of a start tag belong to.

use super::attribute::Attribute;
use super::facts::Facts;
use super::name::Name;
use super::tree::StartTag;
use crate::ledger::Category;

/// Longest part of an `id`, class or address in a label, in bytes.
const LABEL_BYTES: usize = 60;

impl Facts {
    /// Counts the bytes of a start tag: all in `region` where everything belongs to one.
    pub(crate) fn tally_tag(&mut self, tag: &StartTag<'_>, region: Option<Category>) {
        if let Some(region) = region {
            self.tally.add(region, tag.start, tag.end);
            for attribute in tag.attributes {
                if let Some(category) = data_uri(&tag.window[attribute.value.clone()]) {
                    self.offer_attribute(tag, attribute, category);
                }
            }
            return;
        }
        let mut at = tag.start;
        for attribute in tag.attributes {
            let start = tag.base + attribute.whole.start as u64;
            let end = tag.base + attribute.whole.end as u64;
            self.tally.add(Category::Markup, at, start);
            let value = &tag.window[attribute.value.clone()];
            let category = category_of(attribute.name);
            match data_uri(value) {
                Some(data) => {
                    let value_start = tag.base + attribute.value.start as u64;
                    let value_end = tag.base + attribute.value.end as u64;
                    self.tally.add(category, start, value_start);
                    self.tally.add(data, value_start, value_end);
                    self.tally.add(category, value_end, end);
                    self.offer_attribute(tag, attribute, data);
                }
                None => {
                    self.tally.add(category, start, end);
                    self.offer_attribute(tag, attribute, category);
                }
            }
            at = end;
        }
        self.tally.add(Category::Markup, at, tag.end);
    }

    fn offer_attribute(&mut self, tag: &StartTag<'_>, attribute: &Attribute, category: Category) {
        let start = tag.base + attribute.value.start as u64;
        let end = tag.base + attribute.value.end as u64;
        let lines = &mut self.lines;
        self.tally.offer(category, start, end, || {
            let mut label = format!("{} {}", tag.name.text(), attribute.name.text());
            let value = &tag.window[attribute.value.clone()];
            if data_uri(value).is_some() {
                let media_type =
                    value.iter().take(LABEL_BYTES).take_while(|byte| !matches!(byte, b',' | b';')).copied();
                label.push('=');
                label.push_str(&String::from_utf8_lossy(&media_type.collect::<Vec<u8>>()));
            }
            (lines.at(tag.start, tag.window, tag.base), label)
        });
    }

    /// What a developer calls the element of a start tag.
    pub(crate) fn label(&self, tag: &StartTag<'_>) -> String {
        let mut label = tag.name.text();
        let part = |value: &[u8]| String::from_utf8_lossy(&value[..value.len().min(LABEL_BYTES)]).into_owned();
        if let Some(id) = tag.value("id").filter(|id| !id.is_empty()) {
            label.push('#');
            label.push_str(&part(id));
        } else if let Some(kind) = tag.value("type").filter(|kind| !kind.is_empty()) {
            label.push_str(" type=");
            label.push_str(&part(kind));
        } else if let Some(class) = tag.value("class").filter(|class| !class.is_empty()) {
            label.push('.');
            label.push_str(&part(class.split(u8::is_ascii_whitespace).next().unwrap_or_default()));
        }
        label
    }
}

fn category_of(name: Name) -> Category {
    const fn of(name: &str) -> Name {
        Name::new(name.as_bytes())
    }
    const CLASS: Name = of("class");
    const STYLE: Name = of("style");
    const ROLE: Name = of("role");
    const SRCSET: [Name; 2] = [of("srcset"), of("imagesrcset")];
    const URLS: [Name; 14] = [
        of("href"),
        of("src"),
        of("action"),
        of("formaction"),
        of("poster"),
        of("data"),
        of("cite"),
        of("background"),
        of("xlink:href"),
        of("ping"),
        of("longdesc"),
        of("manifest"),
        of("usemap"),
        of("codebase"),
    ];
    if name == CLASS {
        Category::AttributeClass
    } else if name == STYLE {
        Category::AttributeStyle
    } else if URLS.contains(&name) {
        Category::AttributeUrl
    } else if SRCSET.contains(&name) {
        Category::AttributeSrcset
    } else if name.starts_with(b"data-") {
        Category::AttributeData
    } else if name.starts_with(b"aria-") || name == ROLE {
        Category::AttributeAria
    } else if name.starts_with(b"on") {
        Category::AttributeEvent
    } else {
        Category::AttributeOther
    }
}

/// The leaf of a value that is a `data:` address.
fn data_uri(value: &[u8]) -> Option<Category> {
    if !value.get(..5)?.eq_ignore_ascii_case(b"data:") {
        return None;
    }
    let media_type = &value[5..];
    let starts = |prefix: &[u8]| media_type.get(..prefix.len()).is_some_and(|found| found.eq_ignore_ascii_case(prefix));
    Some(if starts(b"image/") {
        Category::DataUriImage
    } else if starts(b"font/") || starts(b"application/font") || starts(b"application/x-font") {
        Category::DataUriFont
    } else {
        Category::DataUriOther
    })
}
