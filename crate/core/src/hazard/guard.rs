//! Whether code is ready to do without what it names.

use oxc_ast::AstKind;
use oxc_ast::ast::{CallExpression, Expression, Statement};
use oxc_semantic::{NodeId, Semantic};
use oxc_span::{GetSpan, Span};
use oxc_syntax::operator::LogicalOperator;

use super::path::{Mention, Use};
use super::start_up::is_called_at_once;

/// Whether `mention` stands in a `try`, behind a test for what it names, or has a fallback.
pub(super) fn is_guarded(semantic: &Semantic<'_>, mention: &Mention, mentions: &[Mention]) -> bool {
    let tests = mentions.iter().filter(|other| other.usage == Use::Test && other.api.name == mention.api.name);
    let tests: Vec<Span> = tests.map(|test| test.span).collect();
    let is_tested = |span: Span| tests.iter().any(|test| span.contains_inclusive(*test));
    let nodes = semantic.nodes();
    if has_optional_chain(semantic, mention.node) {
        return true;
    }
    let mut child = nodes.kind(mention.node).span();
    let mut in_same_run = true;
    for node in nodes.ancestors(mention.node) {
        let guards = match node.kind() {
            AstKind::TryStatement(statement) => {
                in_same_run && statement.handler.is_some() && statement.block.span == child
            }
            AstKind::LogicalExpression(logical) if logical.operator == LogicalOperator::And => {
                logical.right.span() == child && is_tested(logical.left.span())
            }
            AstKind::LogicalExpression(logical) => {
                (logical.left.span() == child && !is_condition(semantic, node.id()))
                    // `typeof localStorage === "undefined" || localStorage.x`
                    || (logical.right.span() == child && is_tested(logical.left.span()))
            }
            AstKind::ConditionalExpression(conditional) => {
                conditional.test.span() != child && is_tested(conditional.test.span())
            }
            AstKind::IfStatement(statement) => statement.test.span() != child && is_tested(statement.test.span()),
            AstKind::CallExpression(call) => call.callee.span() == child && catches(call),
            AstKind::Program(program) => leaves_before(&program.body, child, &is_tested),
            AstKind::FunctionBody(body) => leaves_before(&body.statements, child, &is_tested),
            AstKind::BlockStatement(block) => leaves_before(&block.body, child, &is_tested),
            _ => false,
        };
        if guards {
            return true;
        }
        in_same_run &= !node.kind().is_function_like() || is_called_at_once(semantic, node.id());
        child = node.kind().span();
    }
    false
}

/// `localStorage?.x`, `localStorage.getItem("x")?.length`.
fn has_optional_chain(semantic: &Semantic<'_>, node: NodeId) -> bool {
    let nodes = semantic.nodes();
    let mut child = nodes.kind(node).span();
    for node in nodes.ancestors(node) {
        let (goes_on, optional) = match node.kind() {
            AstKind::StaticMemberExpression(member) => (member.object.span() == child, member.optional),
            AstKind::ComputedMemberExpression(member) => (member.object.span() == child, member.optional),
            AstKind::CallExpression(call) => (call.callee.span() == child, call.optional),
            AstKind::ChainExpression(_) => (true, false),
            _ => (false, false),
        };
        if !goes_on {
            return false;
        }
        if optional {
            return true;
        }
        child = node.kind().span();
    }
    false
}

/// Whether the value of `node` only decides what comes next.
fn is_condition(semantic: &Semantic<'_>, node: NodeId) -> bool {
    let nodes = semantic.nodes();
    let span = nodes.kind(node).span();
    match nodes.parent_kind(node) {
        AstKind::IfStatement(statement) => statement.test.span() == span,
        AstKind::ConditionalExpression(conditional) => conditional.test.span() == span,
        AstKind::WhileStatement(_) | AstKind::UnaryExpression(_) => true,
        AstKind::LogicalExpression(_) => is_condition(semantic, nodes.parent_id(node)),
        _ => false,
    }
}

/// `….catch(…)` and `….then(…, …)`.
fn catches(call: &CallExpression<'_>) -> bool {
    let Expression::StaticMemberExpression(member) = &call.callee else { return false };
    match member.property.name.as_str() {
        "catch" => !call.arguments.is_empty(),
        "then" => call.arguments.len() > 1,
        _ => false,
    }
}

/// Whether a statement before `child` tests for it and leaves: `if (!window.localStorage) return;`.
fn leaves_before(statements: &[Statement<'_>], child: Span, is_tested: &dyn Fn(Span) -> bool) -> bool {
    statements.iter().take_while(|statement| statement.span().end <= child.start).any(|statement| {
        let Statement::IfStatement(statement) = statement else { return false };
        let last = match &statement.consequent {
            Statement::BlockStatement(block) => block.body.last(),
            statement => Some(statement),
        };
        last.is_some_and(Statement::is_jump_statement) && is_tested(statement.test.span())
    })
}
