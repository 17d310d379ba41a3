//! Where a script names what the renderer lacks: as a global, as a member, under another name.

use std::collections::HashSet;

use oxc_ast::AstKind;
use oxc_ast::ast::{BindingPattern, Expression};
use oxc_semantic::{NodeId, Semantic, SymbolId};
use oxc_span::{GetSpan, Span};
use oxc_syntax::operator::{BinaryOperator, LogicalOperator, UnaryOperator};

use super::api::{self, Api};
use super::is_callee;
use crate::report::HazardAccess;

/// Longest chain of names that is followed.
const MAX_NAMES: usize = 8;

/// Most other names of one object that are followed.
const MAX_ALIASES: usize = 200;

/// What code does with one of the [`Api`]s.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Use {
    /// It needs it.
    Access(HazardAccess),
    /// It looks whether it is there.
    Test,
}

/// One place that names one of the [`Api`]s.
#[derive(Debug, Clone, Copy)]
pub(super) struct Mention {
    pub(super) api: &'static Api,
    pub(super) usage: Use,
    /// The node that is the object itself, or its method where that is what matters.
    pub(super) node: NodeId,
    /// What to show of it.
    pub(super) span: Span,
}

/// Every mention, in no order.
pub(super) fn mentions(semantic: &Semantic<'_>) -> Vec<Mention> {
    let mut walk = Walk { semantic, mentions: Vec::new(), followed: HashSet::new() };
    for (name, references) in semantic.scoping().root_unresolved_references() {
        let name = name.as_str();
        let path: &[&str] = if api::GLOBAL_OBJECTS.contains(&name) { &[] } else { &[name] };
        if !api::leads_on(path) {
            continue;
        }
        for &reference in references {
            walk.name(semantic.scoping().get_reference(reference).node_id(), path);
        }
    }
    walk.tests_by_in();
    walk.mentions
}

struct Walk<'s, 'a> {
    semantic: &'s Semantic<'a>,
    mentions: Vec<Mention>,
    /// Bindings that stand for an object, and were followed.
    followed: HashSet<SymbolId>,
}

impl<'a> Walk<'_, 'a> {
    /// Takes a node whose value is what `path` leads to.
    fn name(&mut self, start: NodeId, path: &[&str]) {
        let mut node = start;
        let mut names: Vec<&str> = path.to_vec();
        // The node at which the path was complete.
        let mut complete: Option<(NodeId, &'static Api)> = None;
        loop {
            if let Some(api) = api::find(&names).filter(|api| api.path.len() == names.len()) {
                complete = Some((node, api));
            }
            let longer = self.member(node).filter(|_| names.len() < MAX_NAMES);
            let Some((parent, name)) = longer else { break };
            let still_global = names.is_empty() || names == ["document"];
            if still_global && api::GLOBAL_OBJECTS.contains(&name) {
                names.clear();
            } else {
                names.push(name);
            }
            node = parent;
            let is_wanted =
                complete.is_some_and(|(_, api)| api::leads_on(&names[..names.len().min(api.path.len() + 1)]));
            if !api::leads_on(&names) && !is_wanted {
                break;
            }
        }
        match complete {
            Some((node, api)) => self.complete(node, api),
            None if api::leads_on(&names) => self.aliases(node, &names),
            None => {}
        }
    }

    /// The member expression that `node` is the object of, and the name of the member.
    fn member(&self, node: NodeId) -> Option<(NodeId, &'a str)> {
        let nodes = self.semantic.nodes();
        let span = nodes.kind(node).span();
        let parent = nodes.parent_node(node);
        match parent.kind() {
            AstKind::StaticMemberExpression(member) if member.object.span() == span => {
                Some((parent.id(), member.property.name.as_str()))
            }
            AstKind::ComputedMemberExpression(member) if member.object.span() == span => {
                member.static_property_name().map(|name| (parent.id(), name.as_str()))
            }
            AstKind::ChainExpression(_) => self.member(parent.id()),
            _ => None,
        }
    }

    /// Takes the node whose value is `api`.
    fn complete(&mut self, node: NodeId, api: &'static Api) {
        let whole = self.through_chains(node);
        let usage = match self.usage(node, whole, api) {
            Some(usage) => usage,
            None => return,
        };
        // An object under another name is judged by what that name is used for.
        if usage == Use::Access(HazardAccess::Read)
            && matches!(api.usage, api::Use::Store | api::Use::Object(_) | api::Use::Shared(_))
            && let Some(symbol) = self.alias_at(whole)
        {
            let before = self.mentions.len();
            self.follow(symbol, api.path);
            if self.mentions.len() > before {
                return;
            }
        }
        let span = self.shown(whole);
        self.mentions.push(Mention { api, usage, node: whole, span });
    }

    fn usage(&self, node: NodeId, whole: NodeId, api: &Api) -> Option<Use> {
        use HazardAccess::{Call, Read, Write};
        let nodes = self.semantic.nodes();
        let parent = nodes.parent_kind(whole);
        let span = nodes.kind(whole).span();
        let next = self.member(node).map(|(parent, name)| (self.through_chains(parent), name));
        let is_called = |node: NodeId| is_callee(nodes.parent_kind(node), nodes.kind(node).span());
        let called = next.filter(|(member, _)| is_called(*member)).map(|(_, name)| name);
        // A type of itself, `value instanceof WebSocket`, asks for nothing.
        let is_type = matches!(parent, AstKind::BinaryExpression(binary)
            if binary.operator == BinaryOperator::Instanceof && binary.right.span() == span);
        // `"databases" in indexedDB` looks what it can do; `"key" in localStorage` looks what an earlier visit left.
        let is_ability = api.usage != api::Use::Store
            && matches!(parent, AstKind::BinaryExpression(binary)
                if binary.operator == BinaryOperator::In && binary.right.span() == span);
        let is_test = next.is_none() && (is_type || is_ability || self.is_test(whole));
        Some(match api.usage {
            api::Use::Value if self.is_assigned(whole) => Use::Access(Write),
            api::Use::Value if self.is_typeof(whole) => Use::Test,
            api::Use::Value => Use::Access(Read),
            _ if is_test => Use::Test,
            api::Use::Function if is_called(whole) => Use::Access(Call),
            // `Notification.requestPermission` where it is handed on or looked for.
            api::Use::Function => return None,
            api::Use::Constructor if is_called(whole) => Use::Access(Call),
            // Constants and prototypes need no connection.
            api::Use::Constructor if next.is_some() => return None,
            api::Use::Constructor => Use::Access(Read),
            api::Use::Object(methods) if called.is_some_and(|name| methods.contains(&name)) => Use::Access(Call),
            api::Use::Object(_) => Use::Access(Read),
            api::Use::Shared(methods) => {
                let is_one = called.is_some_and(|name| methods.contains(&name));
                let named = self.alias_at(whole).is_some();
                if is_one {
                    Use::Access(Call)
                } else if named {
                    Use::Access(Read)
                } else {
                    return None;
                }
            }
            api::Use::Store => {
                let writes = called.is_some_and(|name| api::WRITING_METHODS.contains(&name))
                    || next.is_some_and(|(member, _)| self.is_assigned(member))
                    || self.is_computed_write(node);
                Use::Access(if writes { Write } else { Read })
            }
        })
    }

    /// `localStorage[key] = value`, with a name that only the running script knows.
    fn is_computed_write(&self, node: NodeId) -> bool {
        let nodes = self.semantic.nodes();
        let parent = nodes.parent_node(node);
        matches!(parent.kind(), AstKind::ComputedMemberExpression(member) if member.object.span() == nodes.kind(node).span())
            && self.is_assigned(parent.id())
    }

    /// Whether the value of `node` is replaced or deleted.
    fn is_assigned(&self, node: NodeId) -> bool {
        let nodes = self.semantic.nodes();
        let span = nodes.kind(node).span();
        match nodes.parent_kind(node) {
            AstKind::AssignmentExpression(assignment) => assignment.left.span() == span,
            AstKind::UpdateExpression(_) => true,
            AstKind::UnaryExpression(unary) => unary.operator == UnaryOperator::Delete,
            _ => false,
        }
    }

    fn is_typeof(&self, node: NodeId) -> bool {
        matches!(self.semantic.nodes().parent_kind(node), AstKind::UnaryExpression(unary) if unary.operator == UnaryOperator::Typeof)
    }

    /// Whether the code only looks if the value of `node` is there.
    fn is_test(&self, node: NodeId) -> bool {
        let nodes = self.semantic.nodes();
        let span = nodes.kind(node).span();
        let parent = nodes.parent_node(node);
        match parent.kind() {
            AstKind::UnaryExpression(unary) => {
                matches!(unary.operator, UnaryOperator::Typeof | UnaryOperator::LogicalNot)
            }
            AstKind::BinaryExpression(binary) if binary.operator.is_equality() => {
                let other = if binary.left.span() == span { &binary.right } else { &binary.left };
                is_nothing(other)
            }
            AstKind::IfStatement(statement) => statement.test.span() == span,
            AstKind::ConditionalExpression(conditional) => conditional.test.span() == span,
            AstKind::WhileStatement(statement) => statement.test.span() == span,
            AstKind::LogicalExpression(logical) => {
                (logical.operator == LogicalOperator::And && logical.left.span() == span) || self.is_test(parent.id())
            }
            _ => false,
        }
    }

    /// `"localStorage" in window` looks whether it is there, too.
    fn tests_by_in(&mut self) {
        let found = self.semantic.nodes().iter().filter_map(|node| {
            let AstKind::BinaryExpression(binary) = node.kind() else { return None };
            let Expression::StringLiteral(name) = &binary.left else { return None };
            if binary.operator != BinaryOperator::In {
                return None;
            }
            let api = api::APIS.iter().find(|api| api.path.contains(&name.value.as_str()))?;
            Some(Mention { api, usage: Use::Test, node: node.id(), span: binary.span })
        });
        let found: Vec<Mention> = found.collect();
        self.mentions.extend(found);
    }

    /// The outermost of the optional chains that end with `node`.
    fn through_chains(&self, node: NodeId) -> NodeId {
        let parent = self.semantic.nodes().parent_node(node);
        if matches!(parent.kind(), AstKind::ChainExpression(_)) { self.through_chains(parent.id()) } else { node }
    }

    /// What to show: the members and calls that follow, and an assignment to them.
    fn shown(&self, node: NodeId) -> Span {
        let nodes = self.semantic.nodes();
        let mut node = node;
        for _ in 0..3 {
            let span = nodes.kind(node).span();
            let parent = nodes.parent_node(node);
            let goes_on = match parent.kind() {
                AstKind::StaticMemberExpression(member) => member.object.span() == span,
                AstKind::ComputedMemberExpression(member) => member.object.span() == span,
                AstKind::AssignmentExpression(assignment) => assignment.left.span() == span,
                AstKind::ChainExpression(_) | AstKind::UpdateExpression(_) => true,
                AstKind::UnaryExpression(unary) => unary.operator == UnaryOperator::Delete,
                kind => is_callee(kind, span),
            };
            if !goes_on {
                break;
            }
            node = parent.id();
        }
        nodes.kind(node).span()
    }

    /// Other names of the object that `path` leads to: `const d = document`, `(function (d) {…})(document)`,
    /// `const { localStorage } = window`.
    fn aliases(&mut self, node: NodeId, path: &[&str]) {
        let whole = self.through_chains(node);
        if let Some(symbol) = self.alias_at(whole) {
            self.follow(symbol, path);
        }
        let nodes = self.semantic.nodes();
        let AstKind::VariableDeclarator(declarator) = nodes.parent_kind(whole) else { return };
        let BindingPattern::ObjectPattern(pattern) = &declarator.id else { return };
        for property in &pattern.properties {
            let Some(name) = property.key.static_name() else { continue };
            let mut names = path.to_vec();
            names.push(&name);
            let Some(api) = api::find(&names).filter(|api| api.path.len() == names.len()) else { continue };
            let symbol = property.value.get_binding_identifier().and_then(|binding| binding.symbol_id.get());
            let before = self.mentions.len();
            if let Some(symbol) = symbol {
                self.follow(symbol, api.path);
            }
            if self.mentions.len() == before && !matches!(api.usage, api::Use::Function | api::Use::Shared(_)) {
                let usage = Use::Access(HazardAccess::Read);
                self.mentions.push(Mention { api, usage, node: whole, span: property.span });
            }
        }
    }

    /// The expression whose value is that of `node` where a choice falls on it: `typeof self === "object" ? self : window`,
    /// `a || b`, `(() => { return self; })()`.
    fn chosen(&self, node: NodeId) -> NodeId {
        let nodes = self.semantic.nodes();
        let mut node = node;
        for _ in 0..MAX_NAMES {
            let span = nodes.kind(node).span();
            let parent = nodes.parent_node(node);
            node = match parent.kind() {
                AstKind::ConditionalExpression(conditional) if conditional.test.span() != span => parent.id(),
                AstKind::LogicalExpression(_) | AstKind::ChainExpression(_) => parent.id(),
                AstKind::ReturnStatement(_) | AstKind::ArrowFunctionExpression(_) => {
                    let function = nodes.ancestors(node).find(|node| node.kind().is_function_like());
                    let Some(function) = function.filter(|node| is_callee(nodes.parent_kind(node.id()), node.span()))
                    else {
                        break;
                    };
                    nodes.parent_id(function.id())
                }
                _ => break,
            };
        }
        node
    }

    /// The binding that gets the value of `node` and never another.
    fn alias_at(&self, node: NodeId) -> Option<SymbolId> {
        let nodes = self.semantic.nodes();
        let node = self.chosen(node);
        let span = nodes.kind(node).span();
        let binding = match nodes.parent_kind(node) {
            AstKind::VariableDeclarator(declarator) => declarator.id.get_binding_identifier()?,
            AstKind::CallExpression(call) => {
                let position = call.arguments.iter().position(|argument| argument.span() == span)?;
                let parameters = match &call.callee {
                    Expression::FunctionExpression(function) => &function.params,
                    Expression::ArrowFunctionExpression(arrow) => &arrow.params,
                    _ => return None,
                };
                parameters.items.get(position)?.pattern.get_binding_identifier()?
            }
            _ => return None,
        };
        let symbol = binding.symbol_id.get()?;
        (!self.semantic.scoping().symbol_is_mutated(symbol)).then_some(symbol)
    }

    fn follow(&mut self, symbol: SymbolId, path: &[&str]) {
        if self.followed.len() >= MAX_ALIASES || !self.followed.insert(symbol) {
            return;
        }
        let scoping = self.semantic.scoping();
        let places: Vec<NodeId> =
            scoping.get_resolved_references(symbol).map(|reference| reference.node_id()).collect();
        for place in places {
            self.name(place, path);
        }
    }
}

/// `null`, `undefined` or a string: what an absent object, or the type of one, is compared with.
fn is_nothing(expression: &Expression<'_>) -> bool {
    expression.is_null_or_undefined() || expression.is_string_literal()
}
