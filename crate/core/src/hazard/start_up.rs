//! Whether code runs while the page loads.

use std::collections::HashMap;

use oxc_ast::AstKind;
use oxc_ast::ast::{CallExpression, Expression, PropertyKey};
use oxc_semantic::{NodeId, Semantic, SymbolId};
use oxc_span::{GetSpan, Span};

use super::is_callee;

/// Longest way of calls that is followed from the start.
const MAX_CALLS: usize = 50;

/// Events that come while the page loads.
const LOADING_EVENTS: [&str; 5] = ["DOMContentLoaded", "load", "readystatechange", "pageshow", "turbo:load"];

/// Properties that hold a handler of them.
const LOADING_HANDLERS: [&str; 3] = ["onload", "onreadystatechange", "onpageshow"];

/// Functions that run what they are given without anybody's doing.
const RUNNERS: [&str; 8] = [
    "setTimeout",
    "setInterval",
    "requestAnimationFrame",
    "requestIdleCallback",
    "queueMicrotask",
    "define",
    "$",
    "jQuery",
];

/// Methods that do.
const RUNNING_METHODS: [&str; 20] = [
    "call",
    "apply",
    "then",
    "catch",
    "finally",
    "ready",
    "forEach",
    "map",
    "filter",
    "reduce",
    "some",
    "every",
    "find",
    "flatMap",
    "sort",
    "setTimeout",
    "setInterval",
    "requestAnimationFrame",
    "requestIdleCallback",
    "register",
];

/// Tells of nodes whether they run while the page loads.
pub(super) struct StartUp<'s, 'a> {
    semantic: &'s Semantic<'a>,
    /// What is known of functions; `false` while it is being found out.
    known: HashMap<NodeId, bool>,
}

impl<'s, 'a> StartUp<'s, 'a> {
    pub(super) fn new(semantic: &'s Semantic<'a>) -> Self {
        Self { semantic, known: HashMap::new() }
    }

    /// Whether `node` runs while the page loads, as far as the code shows it.
    pub(super) fn reaches(&mut self, node: NodeId) -> bool {
        self.reaches_within(node, MAX_CALLS)
    }

    fn reaches_within(&mut self, node: NodeId, calls: usize) -> bool {
        let function = self.semantic.nodes().ancestors(node).find(|node| node.kind().is_function_like());
        let Some(function) = function.map(oxc_semantic::AstNode::id) else { return true };
        if let Some(&known) = self.known.get(&function) {
            return known;
        }
        let Some(calls) = calls.checked_sub(1) else { return false };
        self.known.insert(function, false);
        let runs = self.runners(function).into_iter().any(|runner| self.reaches_within(runner, calls));
        self.known.insert(function, runs);
        runs
    }

    /// The places that run `function`.
    fn runners(&self, function: NodeId) -> Vec<NodeId> {
        if is_run(self.semantic, function) {
            return vec![function];
        }
        let Some(symbol) = symbol_of(self.semantic, function) else { return Vec::new() };
        let references = self.semantic.scoping().get_resolved_references(symbol);
        references.map(|reference| reference.node_id()).filter(|&place| is_run(self.semantic, place)).collect()
    }
}

/// The binding through which a function is called.
fn symbol_of(semantic: &Semantic<'_>, function: NodeId) -> Option<SymbolId> {
    let nodes = semantic.nodes();
    if let AstKind::Function(declared) = nodes.kind(function)
        && declared.is_declaration()
    {
        return declared.id.as_ref()?.symbol_id.get();
    }
    match nodes.parent_kind(function) {
        AstKind::VariableDeclarator(declarator) => declarator.id.get_binding_identifier()?.symbol_id.get(),
        _ => None,
    }
}

/// Whether the function is the callee of the expression that it stands in: `(function () {…})()`, `(() => {…}).call(this)`.
pub(super) fn is_called_at_once(semantic: &Semantic<'_>, function: NodeId) -> bool {
    let nodes = semantic.nodes();
    let span = nodes.kind(function).span();
    let parent = nodes.parent_node(function);
    match parent.kind() {
        AstKind::StaticMemberExpression(member) => {
            matches!(member.property.name.as_str(), "call" | "apply")
                && is_callee(nodes.parent_kind(parent.id()), member.span)
        }
        kind => is_callee(kind, span),
    }
}

/// Whether the place where a function stands, or is named, runs it.
fn is_run(semantic: &Semantic<'_>, place: NodeId) -> bool {
    if is_called_at_once(semantic, place) {
        return true;
    }
    let nodes = semantic.nodes();
    let span = nodes.kind(place).span();
    let parent = nodes.parent_node(place);
    match parent.kind() {
        AstKind::CallExpression(call) => is_given_to_runner(call, span),
        AstKind::NewExpression(new) => new.callee.is_specific_id("Promise"),
        AstKind::AssignmentExpression(assignment) => {
            let target = assignment.left.as_member_expression().and_then(|member| member.static_property_name());
            target.is_some_and(|name| LOADING_HANDLERS.contains(&name))
        }
        // A module of a bundle: `{ 4711: function (module) {…} }`, `{ "./src/app.js": (module) => {…} }`.
        AstKind::ObjectProperty(property) => match &property.key {
            PropertyKey::NumericLiteral(_) => true,
            PropertyKey::StringLiteral(name) => name.value.contains('/'),
            _ => false,
        },
        _ => false,
    }
}

fn is_given_to_runner(call: &CallExpression<'_>, function: Span) -> bool {
    let is_argument = call.arguments.iter().any(|argument| argument.span() == function);
    let name = match &call.callee {
        Expression::Identifier(name) => name.name.as_str(),
        callee => callee.get_member_expr().and_then(|member| member.static_property_name()).unwrap_or_default(),
    };
    if !is_argument {
        return false;
    }
    let is_loading = || {
        let event = call.arguments.first().and_then(|argument| argument.as_expression());
        matches!(event, Some(Expression::StringLiteral(event)) if LOADING_EVENTS.contains(&event.value.as_str()))
    };
    let is_method = call.callee.is_member_expression();
    match name {
        "addEventListener" | "on" | "one" => is_loading(),
        _ if is_method => RUNNING_METHODS.contains(&name),
        _ => RUNNERS.contains(&name),
    }
}
