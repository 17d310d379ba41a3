//! Code that needs what Google's renderer does not have, or forgets between two pages: storage, cookies, permissions,
//! sockets, clicks. A real parser reads the scripts; what it finds is still a rule of thumb, and reports label it so.
//!
//! ```text
//! depth        what nests deeper than a browser's stack is not parsed
//! api          the names looked for
//! path         where code names them: members, aliases, bindings
//! guard        whether the code can do without
//! start_up     whether it runs while the page loads
//! interaction  content that waits for a click or a scroll
//! text         lines, columns, snippets
//! page         the inline scripts of a page
//! ```
//!
//! A script that is cut does not run, so it has no hazards: give only what is complete before the cut.

mod api;
mod depth;
mod guard;
mod interaction;
mod page;
mod path;
mod start_up;
mod text;

use oxc_allocator::Allocator;
use oxc_ast::AstKind;
use oxc_ast::ast::Program;
use oxc_parser::{ParseOptions, Parser};
use oxc_semantic::{Semantic, SemanticBuilder};
use oxc_span::{GetSpan, SourceType, Span};

use crate::limit::Basis;
use crate::report::{Hazard, ScriptReading};

pub use crate::resource::ScriptKind;
use interaction::Interactions;
pub use page::PageScripts;
use path::{Mention, Use};
use start_up::StartUp;
use text::Lines;

/// Longest script that is parsed, in bytes: that of the largest limit a user is likely to set, Google's default of 15 MB.
pub const MAX_SCRIPT_BYTES: usize = 16 * 1024 * 1024;

/// Most hazards told of one script, the worst first.
pub const MAX_HAZARDS: usize = 50;

const fn source_type(kind: ScriptKind) -> SourceType {
    match kind {
        ScriptKind::Classic => SourceType::script(),
        ScriptKind::Module => SourceType::mjs(),
        ScriptKind::Unknown => SourceType::unambiguous(),
    }
}

/// Why a script was not read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Unread {
    /// It is longer than [`MAX_SCRIPT_BYTES`].
    TooLong,
    /// It nests deeper than the parser may.
    TooDeep,
    /// It is no JavaScript that a browser would run.
    Syntax,
}

impl From<Unread> for ScriptReading {
    fn from(unread: Unread) -> Self {
        match unread {
            Unread::TooLong => Self::TooLong,
            Unread::TooDeep => Self::TooDeep,
            Unread::Syntax => Self::Syntax,
        }
    }
}

/// Finds what a stateless renderer will miss in a whole script, the worst first: what runs at the start before what may run
/// later, what has no guard before what has one.
///
/// `place` names the script in reports: the address of its file, or of the page that it stands in.
///
/// # Errors
///
/// When the script cannot be read: nothing is known about it then.
pub fn find(source: &str, place: &str, kind: ScriptKind) -> Result<Vec<Hazard>, Unread> {
    parse(source, kind, |semantic| {
        let mut hazards = Finder::new(semantic, source, place).hazards();
        hazards.sort_by_key(|hazard| (hazard.guarded, !hazard.startup, hazard.access, hazard.start));
        hazards.truncate(MAX_HAZARDS);
        hazards
    })
}

/// Whether a browser would run the script, as far as its grammar goes.
///
/// # Errors
///
/// When that cannot be told, because the script is too long or nests too deep.
pub fn runs(source: &str, kind: ScriptKind) -> Result<bool, Unread> {
    match parse(source, kind, |_| ()) {
        Ok(()) => Ok(true),
        Err(Unread::Syntax) => Ok(false),
        Err(unread) => Err(unread),
    }
}

fn parse<T>(source: &str, kind: ScriptKind, read: impl FnOnce(&Semantic<'_>) -> T) -> Result<T, Unread> {
    if source.len() > MAX_SCRIPT_BYTES {
        return Err(Unread::TooLong);
    }
    if !depth::fits(source) {
        return Err(Unread::TooDeep);
    }
    let allocator = Allocator::default();
    let options = ParseOptions { preserve_parens: false, ..ParseOptions::default() };
    let parsed = Parser::new(&allocator, source, source_type(kind)).with_options(options).parse();
    if parsed.panicked || !parsed.diagnostics.is_empty() {
        return Err(Unread::Syntax);
    }
    let program: &Program<'_> = allocator.alloc(parsed.program);
    let built = SemanticBuilder::new().with_check_syntax_error(true).with_build_nodes(true).build(program);
    if !built.diagnostics.is_empty() {
        return Err(Unread::Syntax);
    }
    Ok(read(&built.semantic))
}

struct Finder<'s, 'a> {
    semantic: &'s Semantic<'a>,
    source: &'s str,
    place: &'s str,
}

impl<'s, 'a> Finder<'s, 'a> {
    const fn new(semantic: &'s Semantic<'a>, source: &'s str, place: &'s str) -> Self {
        Self { semantic, source, place }
    }

    fn hazards(&self) -> Vec<Hazard> {
        let mentions = path::mentions(self.semantic);
        let interactions = Interactions::of(self.semantic);
        let mut start_up = StartUp::new(self.semantic);
        let mut lines = Lines::new(self.source);
        let mut hazards: Vec<Hazard> = Vec::new();
        for (api, access, guarded, node, span) in mentions
            .iter()
            .filter_map(|mention| match mention {
                Mention { api, usage: Use::Access(access), node, span } => {
                    let guarded = guard::is_guarded(self.semantic, mention, &mentions);
                    Some((api.name, *access, guarded, *node, *span))
                }
                Mention { usage: Use::Test, .. } => None,
            })
            .chain(
                interactions
                    .waiting()
                    .map(|waiting| (waiting.event, waiting.access(), false, waiting.node, waiting.span)),
            )
        {
            let (line, column) = lines.place(span.start);
            hazards.push(Hazard {
                api: api.to_owned(),
                place: self.place.to_owned(),
                line,
                column,
                start: Some(u64::from(span.start)),
                snippet: text::snippet(self.source, span),
                access,
                guarded,
                startup: start_up.reaches(node),
                basis: Basis::Heuristic,
            });
        }
        hazards
    }
}

/// The expression that `node` is the callee of, `f` in `f()`.
fn is_callee(kind: AstKind<'_>, span: Span) -> bool {
    match kind {
        AstKind::CallExpression(call) => call.callee.span() == span,
        AstKind::NewExpression(new) => new.callee.span() == span,
        _ => false,
    }
}
