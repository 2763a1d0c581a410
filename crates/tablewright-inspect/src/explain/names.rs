//! Name resolution: the definition of a name, and its uses.

use serde::Serialize;
use tablewright_records::trace::{DefinitionId, DefinitionKind, UseKind};
use tablewright_syntax::shown_span;
use tablewright_syntax::source::{Pos, Span};

use super::{SourceRange, Traced};

/// A name with its definition and all uses.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct ExplainedName {
    /// The name.
    pub name: String,
    /// The kind of definition in words: `class`, `template parameter`.
    pub kind: &'static str,
    /// The class, multiclass or record that contains it.
    pub owner: Option<String>,
    /// The definition's position.
    pub at: SourceRange,
    /// The uses in source order.
    pub uses: Vec<ExplainedUse>,
}

/// A use of a name.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct ExplainedUse {
    /// The kind of use in words: `read`, `set`.
    pub kind: &'static str,
    /// The position.
    pub at: SourceRange,
}

/// Finds the definition at a position, or the definition of the name used there.
pub(super) fn definition_at(traced: Traced<'_>, pos: Pos) -> Option<DefinitionId> {
    let names = traced.trace.names();
    let covers = |span: Span| span.lo <= pos && pos < span.hi;
    let after = names.uses().partition_point(|used| used.span.lo <= pos);
    // Uses are sorted and short, and few begin at the same position.
    let used = names.uses()[..after].iter().rev().take(8).find(|used| covers(used.span));
    if let Some(used) = used {
        return Some(used.definition);
    }
    let sources = traced.store.sources();
    let file = sources.file_of(pos);
    let near = |span: Span| span.lo <= pos && sources.file_of(span.lo) == file;
    let mut definitions = names.definitions();
    let entry = definitions.find(|(_, definition)| {
        near(definition.span) && covers(shown_span(sources, definition.span))
    });
    entry.map(|(id, _)| id)
}

/// Finds the file that an `include` at a position refers to, with all its inclusions.
pub(super) fn explain_include(traced: Traced<'_>, pos: Pos) -> Option<ExplainedName> {
    let sources = traced.store.sources();
    let literal = |at: Pos| shown_span(sources, at.into());
    let at_pos = |at: Pos| at <= pos && pos < literal(at).hi;
    let files = sources.files();
    let file = files.iter().find(|file| file.included_from.is_some_and(at_pos))?;
    let inclusions = files.iter().filter(|other| other.name == file.name);
    let uses = inclusions
        .filter_map(|file| file.included_from)
        .map(|at| ExplainedUse { kind: "included", at: traced.range(literal(at)) });
    let at = traced.range(file.pos(0));
    Some(ExplainedName {
        name: file.name.clone(),
        kind: "file",
        owner: None,
        at,
        uses: uses.collect(),
    })
}

pub(super) fn explain_name(traced: Traced<'_>, id: DefinitionId) -> ExplainedName {
    let names = traced.trace.names();
    let definition = names.definition(id);
    let uses = names
        .uses_of(id)
        .map(|used| ExplainedUse { kind: use_kind(used.kind), at: traced.range(used.span) });
    ExplainedName {
        name: traced.store.str(definition.name).to_owned(),
        kind: definition_kind(definition.kind),
        owner: definition
            .owner
            .map(|owner| traced.store.str(owner))
            // The name of a record in a loop or multiclass is unknown before its evaluation.
            .filter(|owner| !owner.starts_with('!'))
            .map(str::to_owned),
        at: traced.range(definition.span),
        uses: uses.collect(),
    }
}

fn definition_kind(kind: DefinitionKind) -> &'static str {
    match kind {
        DefinitionKind::Class => "class",
        DefinitionKind::Multiclass => "multiclass",
        DefinitionKind::Record => "record",
        DefinitionKind::Field => "field",
        DefinitionKind::Parameter => "template parameter",
        DefinitionKind::Variable => "variable",
        DefinitionKind::TypeAlias => "type alias",
        DefinitionKind::Macro => "macro",
    }
}

fn use_kind(kind: UseKind) -> &'static str {
    match kind {
        UseKind::Read => "read",
        UseKind::Override => "set",
        UseKind::Inherit => "inherited from",
        UseKind::Instantiate => "instantiated",
        UseKind::Argument => "given an argument",
        UseKind::Type => "named as a type",
        UseKind::Macro => "tested",
    }
}
