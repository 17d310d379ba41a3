//! The tree construction tests of html5lib: documents and the trees that a parser makes of them.

use crawl_cutoff_core::report::Placement;

use super::facts::{Facts, is_space, tidy};

/// One test of a `.dat` file.
pub(crate) struct TreeTest {
    pub(crate) data: String,
    /// `None` when the test parses a fragment or has scripting off, which this product does not.
    pub(crate) document: Option<Node>,
}

/// A node of an expected tree.
#[derive(Debug, Default)]
pub(crate) struct Node {
    /// `None` for what is neither element nor text.
    pub(crate) kind: Option<NodeKind>,
    pub(crate) children: Vec<Node>,
}

#[derive(Debug)]
pub(crate) enum NodeKind {
    /// `namespace` is `html`, `svg` or `math`.
    Element {
        name: String,
        namespace: &'static str,
        attributes: Vec<(String, String)>,
    },
    Text(String),
    /// The contents of a template, which are not in the document.
    Content,
}

/// The tests of one file.
pub(crate) fn read(text: &str) -> Vec<TreeTest> {
    let mut tests = Vec::new();
    for block in format!("\n{text}").split("\n#data\n").skip(1) {
        let block = format!("{block}\n");
        let Some((data, rest)) =
            block.split_once("\n#errors\n").or_else(|| block.strip_prefix("#errors\n").map(|rest| ("", rest)))
        else {
            panic!("a test without #errors: {block}")
        };
        let whole = !rest.contains("\n#document-fragment\n") && !rest.starts_with("#document-fragment\n");
        let scripting_on = !rest.contains("#script-off\n");
        let tree = rest.split_once("#document\n").map(|(_, tree)| tree).unwrap_or_default();
        let document = (whole && scripting_on).then(|| read_tree(tree));
        tests.push(TreeTest { data: data.to_owned(), document });
    }
    tests
}

fn read_tree(text: &str) -> Node {
    // Text may run over lines; a line of the tree starts with "| ".
    let mut lines: Vec<String> = Vec::new();
    for line in text.split('\n') {
        match line.strip_prefix("| ") {
            Some(rest) => lines.push(rest.to_owned()),
            None => {
                if let Some(last) = lines.last_mut() {
                    last.push('\n');
                    last.push_str(line);
                }
            }
        }
    }
    let mut root = Node::default();
    for line in lines {
        let depth = (line.len() - line.trim_start_matches(' ').len()) / 2;
        let content = line.trim_start_matches(' ').trim_end_matches('\n');
        let mut parent = &mut root;
        for _ in 0..depth {
            parent = parent.children.last_mut().unwrap();
        }
        if let Some(text) = content.strip_prefix('"') {
            let text = text.strip_suffix('"').unwrap_or(text);
            parent.children.push(Node { kind: Some(NodeKind::Text(text.to_owned())), children: Vec::new() });
        } else if content == "content" {
            parent.children.push(Node { kind: Some(NodeKind::Content), children: Vec::new() });
        } else if content.starts_with("<!") || content.starts_with("<?") {
            parent.children.push(Node::default());
        } else if let Some(tag) = content.strip_prefix('<') {
            let tag = tag.trim_end_matches('>');
            let (namespace, name) = match tag.split_once(' ') {
                Some(("svg", name)) => ("svg", name),
                Some((_, name)) => ("math", name),
                None => ("html", tag),
            };
            let kind = NodeKind::Element { name: name.to_owned(), namespace, attributes: Vec::new() };
            parent.children.push(Node { kind: Some(kind), children: Vec::new() });
        } else if let (Some((name, value)), Some(NodeKind::Element { attributes, .. })) =
            (content.split_once("=\""), &mut parent.kind)
        {
            attributes.push((name.to_owned(), value.strip_suffix('"').unwrap_or(value).to_owned()));
        } else {
            panic!("a line that is no node: {content}")
        }
    }
    root
}

/// What the oracle's browser side would read off this tree.
pub(crate) fn facts_of(root: &Node) -> Facts {
    let mut facts = Facts::default();
    walk(root, Placement::Body, true, &mut facts);
    facts
}

fn walk(node: &Node, placement: Placement, visible: bool, facts: &mut Facts) {
    match &node.kind {
        Some(NodeKind::Content) => return,
        Some(NodeKind::Text(text)) if visible => {
            facts.words += text.split(is_space).filter(|word| !word.is_empty()).count() as u64;
        }
        Some(NodeKind::Element { name, namespace, attributes }) => {
            let value =
                |wanted: &str| attributes.iter().find(|(name, _)| name == wanted).map(|(_, value)| value.as_str());
            let html = *namespace == "html";
            if name == "a" && *namespace != "math" && value("href").is_some() {
                facts.links += 1;
            }
            let placement = if html && name == "head" { Placement::Head } else { placement };
            if html {
                element(node, name, &value, placement, facts);
            }
            let visible = visible && !is_hidden(name);
            node.children.iter().for_each(|child| walk(child, placement, visible, facts));
            return;
        }
        _ => {}
    }
    node.children.iter().for_each(|child| walk(child, placement, visible, facts));
}

fn element<'a>(
    node: &Node,
    name: &str,
    value: &impl Fn(&str) -> Option<&'a str>,
    placement: Placement,
    facts: &mut Facts,
) {
    let mut text = String::new();
    collect_text(node, &mut text);
    let has_token = |token: &str| {
        value("rel").is_some_and(|rel| rel.split_ascii_whitespace().any(|word| word.eq_ignore_ascii_case(token)))
    };
    let content = tidy(value("content").unwrap_or_default());
    match name {
        "title" | "h1" | "h2" | "h3" | "h4" | "h5" | "h6" if tidy(&text).is_empty() => {}
        "title" => facts.titles.push((tidy(&text), placement)),
        "h1" | "h2" | "h3" | "h4" | "h5" | "h6" => facts.headings.push((name.to_owned(), tidy(&text))),
        "meta" => match value("name").unwrap_or_default().trim().to_ascii_lowercase().as_str() {
            name @ ("robots" | "googlebot") => facts.robots.push((name.to_owned(), content, placement)),
            "description" => facts.descriptions.push((content, placement)),
            _ => {}
        },
        "link" => {
            let Some(href) = value("href").map(tidy) else { return };
            if has_token("canonical") {
                facts.canonicals.push((href.clone(), placement));
            }
            if let (true, Some(language)) = (has_token("alternate"), value("hreflang")) {
                facts.hreflangs.push((tidy(language), href, placement));
            }
        }
        "script"
            if value("type").is_some_and(|kind| kind.trim().eq_ignore_ascii_case("application/ld+json"))
                && serde_json::from_str::<serde_json::Value>(&text).is_ok() =>
        {
            facts.json_ld.push(tidy(&text));
        }
        _ => {}
    }
}

/// Adds the visible text below `node`; its own name hides nothing.
fn collect_text(node: &Node, text: &mut String) {
    for child in &node.children {
        match &child.kind {
            Some(NodeKind::Text(part)) => text.push_str(part),
            Some(NodeKind::Content) => {}
            Some(NodeKind::Element { name, .. }) if is_hidden(name) => {}
            _ => collect_text(child, text),
        }
    }
}

fn is_hidden(name: &str) -> bool {
    matches!(name, "head" | "script" | "style" | "noscript" | "template")
}
