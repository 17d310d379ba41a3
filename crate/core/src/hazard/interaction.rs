//! Content that waits for a click or a scroll.
//!
//! Google's renderer does neither; its viewport grows instead, so an `IntersectionObserver` fires and is no hazard. A handler
//! that only shows or hides what stands in the page is none either: it has to fetch something, or put it in the page.

use oxc_ast::AstKind;
use oxc_ast::ast::{Argument, Expression};
use oxc_semantic::{NodeId, Semantic, SymbolId};
use oxc_span::{GetSpan, Span};

use crate::report::HazardAccess;

/// Events that only a visitor causes, what reports call them, and whether a handler that only puts something in the page counts:
/// for keys and pointers that is a menu or a tooltip, for clicks and scrolling it may be content.
const EVENTS: &[(&str, &str, bool)] = &[
    ("click", "click handler", true),
    ("mousedown", "click handler", true),
    ("pointerdown", "click handler", true),
    ("touchstart", "click handler", true),
    ("touchend", "click handler", true),
    ("keydown", "key handler", false),
    ("keyup", "key handler", false),
    ("mousemove", "pointer handler", false),
    ("mouseover", "pointer handler", false),
    ("mouseenter", "pointer handler", false),
    ("pointermove", "pointer handler", false),
    ("scroll", "scroll handler", true),
    ("wheel", "scroll handler", true),
    ("touchmove", "scroll handler", true),
];

/// Methods that put content in the page.
const INSERTERS: [&str; 5] =
    ["insertAdjacentHTML", "insertAdjacentElement", "appendChild", "insertBefore", "replaceChildren"];

/// Methods that fetch something, on these objects.
const FETCHING_METHODS: &[(&str, &[&str])] = &[
    ("$", &["ajax", "get", "getJSON", "getScript", "post"]),
    ("jQuery", &["ajax", "get", "getJSON", "getScript", "post"]),
    ("axios", &["get", "post", "request"]),
];

/// Properties whose assignment puts content in the page.
const INSERTING_PROPERTIES: [&str; 2] = ["innerHTML", "outerHTML"];

/// How far a handler's calls to functions of the same script are followed.
const MAX_CALLS: usize = 4;

/// A handler that loads content.
pub(super) struct Waiting {
    /// What reports call its event.
    pub(super) event: &'static str,
    pub(super) node: NodeId,
    pub(super) span: Span,
}

impl Waiting {
    /// Handlers wait to be called.
    pub(super) const fn access(&self) -> HazardAccess {
        HazardAccess::Call
    }
}

/// Handlers of a script, and what loads content in it.
pub(super) struct Interactions {
    /// Each with whether putting something in the page counts, and its code.
    handlers: Vec<(Waiting, bool, Span)>,
    /// Offsets of code that fetches something, ascending.
    fetchers: Vec<u32>,
    /// Offsets of code that puts something in the page, ascending.
    inserters: Vec<u32>,
    /// Calls to functions of the script: where, and the function.
    calls: Vec<(u32, Span)>,
}

impl Interactions {
    pub(super) fn of(semantic: &Semantic<'_>) -> Self {
        let mut found = Self { handlers: Vec::new(), fetchers: Vec::new(), inserters: Vec::new(), calls: Vec::new() };
        for node in semantic.nodes().iter() {
            found.node(semantic, node.id(), node.kind());
        }
        found.fetchers.sort_unstable();
        found.inserters.sort_unstable();
        found.spread();
        found
    }

    /// A call to a function that fetches something fetches something.
    fn spread(&mut self) {
        for _ in 0..MAX_CALLS {
            let (loading, others): (Vec<_>, Vec<_>) = std::mem::take(&mut self.calls)
                .into_iter()
                .partition(|(_, function)| is_within(&self.fetchers, *function));
            self.calls = others;
            if loading.is_empty() {
                return;
            }
            self.fetchers.extend(loading.into_iter().map(|(at, _)| at));
            self.fetchers.sort_unstable();
        }
    }

    fn node(&mut self, semantic: &Semantic<'_>, node: NodeId, kind: AstKind<'_>) {
        match kind {
            AstKind::ImportExpression(import) => self.fetchers.push(import.span.start),
            AstKind::NewExpression(new) if new.callee.is_specific_id("XMLHttpRequest") => {
                self.fetchers.push(new.span.start);
            }
            AstKind::AssignmentExpression(assignment) => {
                let member = assignment.left.as_member_expression();
                let Some(name) = member.and_then(|member| member.static_property_name()) else { return };
                // A handler of a class is none of an element.
                let is_prototype = member
                    .and_then(|member| member.object().get_member_expr())
                    .is_some_and(|object| object.static_property_name() == Some("prototype"));
                if INSERTING_PROPERTIES.contains(&name) {
                    self.inserters.push(assignment.span.start);
                } else if let Some(event) = name.strip_prefix("on").and_then(event_of).filter(|_| !is_prototype) {
                    self.handler(semantic, event, node, assignment.span, &assignment.right);
                }
            }
            AstKind::CallExpression(call) => {
                let arguments = &call.arguments;
                let Some((object, name)) = callee(&call.callee) else { return };
                if fetches(object, name) {
                    self.fetchers.push(call.span.start);
                } else if object.is_some() && INSERTERS.contains(&name) {
                    self.inserters.push(call.span.start);
                }
                if let Expression::Identifier(function) = &call.callee
                    && let Some(span) = function_of(semantic, symbol_of(semantic, function.reference_id.get()))
                {
                    self.calls.push((call.span.start, span));
                }
                let event = match (name, arguments.first()) {
                    ("addEventListener" | "on" | "one" | "live", Some(Argument::StringLiteral(event))) => {
                        event.value.split(' ').find_map(event_of)
                    }
                    // jQuery: `$("#more").click(load)`.
                    ("click" | "scroll", Some(_)) if object.is_some() => event_of(name),
                    _ => None,
                };
                let handler = match name {
                    "addEventListener" => arguments.get(1),
                    _ => arguments.last(),
                };
                if let (Some(event), Some(handler)) = (event, handler.and_then(|handler| handler.as_expression())) {
                    self.handler(semantic, event, node, call.span, handler);
                }
            }
            _ => {}
        }
    }

    fn handler(
        &mut self,
        semantic: &Semantic<'_>,
        (event, insertion): (&'static str, bool),
        node: NodeId,
        span: Span,
        handler: &Expression<'_>,
    ) {
        let body = match handler {
            Expression::FunctionExpression(function) => Some(function.span),
            Expression::ArrowFunctionExpression(arrow) => Some(arrow.span),
            Expression::Identifier(name) => function_of(semantic, symbol_of(semantic, name.reference_id.get())),
            // `handler.bind(this)`, `debounce(handler, 100)`.
            Expression::CallExpression(call) => match (&call.callee, call.arguments.first()) {
                (Expression::StaticMemberExpression(member), _) if member.property.name == "bind" => {
                    let name = member.object.get_identifier_reference();
                    name.and_then(|name| function_of(semantic, symbol_of(semantic, name.reference_id.get())))
                }
                (_, Some(Argument::Identifier(name))) => {
                    function_of(semantic, symbol_of(semantic, name.reference_id.get()))
                }
                (_, Some(argument)) => Some(argument.span()),
                _ => None,
            },
            _ => None,
        };
        if let Some(body) = body {
            self.handlers.push((Waiting { event, node, span }, insertion, body));
        }
    }

    /// Handlers that load content.
    pub(super) fn waiting(&self) -> impl Iterator<Item = &Waiting> {
        let loading = |handler: &&(Waiting, bool, Span)| {
            is_within(&self.fetchers, handler.2) || (handler.1 && is_within(&self.inserters, handler.2))
        };
        self.handlers.iter().filter(loading).map(|(waiting, ..)| waiting)
    }
}

fn is_within(places: &[u32], body: Span) -> bool {
    let first = places.partition_point(|at| *at < body.start);
    places.get(first).is_some_and(|at| *at < body.end)
}

fn event_of(name: &str) -> Option<(&'static str, bool)> {
    // jQuery's names may carry a namespace, `click.menu`.
    let name = name.split('.').next().unwrap_or(name);
    EVENTS.iter().find(|(event, ..)| *event == name).map(|(_, called, insertion)| (*called, *insertion))
}

/// Object and name of what is called: `f()`, `o.f()`.
fn callee<'a>(callee: &'a Expression<'a>) -> Option<(Option<&'a Expression<'a>>, &'a str)> {
    match callee {
        Expression::Identifier(name) => Some((None, name.name.as_str())),
        callee => {
            let member = callee.get_member_expr()?;
            Some((Some(member.object()), member.static_property_name()?))
        }
    }
}

fn fetches(object: Option<&Expression<'_>>, name: &str) -> bool {
    let object = object.and_then(|object| object.get_identifier_reference()).map(|object| object.name.as_str());
    name == "fetch"
        || (object.is_none() && name == "axios")
        || FETCHING_METHODS.iter().any(|(owner, methods)| object == Some(*owner) && methods.contains(&name))
}

fn symbol_of(semantic: &Semantic<'_>, reference: Option<oxc_semantic::ReferenceId>) -> Option<SymbolId> {
    semantic.scoping().get_reference(reference?).symbol_id()
}

/// The code of the function that a binding names.
fn function_of(semantic: &Semantic<'_>, symbol: Option<SymbolId>) -> Option<Span> {
    match semantic.symbol_declaration(symbol?).kind() {
        AstKind::Function(function) => Some(function.span),
        AstKind::VariableDeclarator(declarator) => match &declarator.init {
            Some(Expression::FunctionExpression(function)) => Some(function.span),
            Some(Expression::ArrowFunctionExpression(arrow)) => Some(arrow.span),
            _ => None,
        },
        _ => None,
    }
}
