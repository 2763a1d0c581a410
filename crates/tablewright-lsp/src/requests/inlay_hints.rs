//! `textDocument/inlayHint`: the names of template parameters before arguments, and the values of variables.

use gen_lsp_types as lsp;
use gen_lsp_types::{InlayHint, InlayHintKind, Label};
use tablewright::syntax::source::{FileId, Pos};
use tablewright::trace::DefinitionKind;

use super::names::shortened;
use crate::context::FileContext;

/// How long a value is shown, in characters.
const VALUE_WIDTH: usize = 40;

pub(crate) fn inlay_hints(
    context: &FileContext<'_>,
    params: lsp::InlayHintParams,
) -> Option<Vec<InlayHint>> {
    let file = *context.snapshot.analysis.inclusions(context.path).last()?;
    let mut found = Vec::new();
    if context.settings.inlay_hints.parameters {
        found.extend(parameters(context, file));
    }
    if context.settings.inlay_hints.values {
        found.extend(values(context, file));
    }
    let (start, end) = (params.range.start, params.range.end);
    let is_asked = |hint: &InlayHint| {
        let at = (hint.position.line, hint.position.character);
        (start.line, start.character) <= at && at <= (end.line, end.character)
    };
    found.retain(is_asked);
    found.sort_by_key(|hint| (hint.position.line, hint.position.character));
    found.dedup_by_key(|hint| (hint.position.line, hint.position.character));
    Some(found)
}

fn hint(position: lsp::Position, label: String, kind: InlayHintKind) -> InlayHint {
    let is_parameter = kind == InlayHintKind::Parameter;
    InlayHint {
        position,
        label: Label::String(label),
        kind: Some(kind),
        text_edits: None,
        tooltip: None,
        padding_left: Some(!is_parameter),
        padding_right: Some(is_parameter),
        data: None,
    }
}

/// The names of the parameters of arguments by position, unless the argument is called alike.
fn parameters(context: &FileContext<'_>, file: FileId) -> Vec<InlayHint> {
    let snapshot = &context.snapshot;
    let (store, Some(trace)) = (snapshot.store(), snapshot.trace()) else { return Vec::new() };
    let source = store.sources().file(file);
    let (lo, hi) = (source.pos(0), source.pos(source.text.len()));
    let lies_in = |pos: Pos| lo <= pos && pos <= hi;
    let sites = trace.sites().map(|(_, site)| site).filter(|site| lies_in(site.span.lo));
    let mut found = Vec::new();
    for argument in sites.flat_map(|site| trace.arguments(site)) {
        let name = store.str(argument.parameter).rsplit(':').next().unwrap_or_default();
        let is_named = {
            let before = &source.text[..store.sources().offset_in_file(argument.span.lo)];
            before.trim_end().ends_with('=')
        };
        if is_named || snapshot.text(argument.span).eq_ignore_ascii_case(name) {
            continue;
        }
        if let Some(range) = snapshot.range(argument.span) {
            found.push(hint(range.start, format!("{name}:"), InlayHintKind::Parameter));
        }
    }
    found
}

/// The values of global variables whose expressions are more than a literal.
fn values(context: &FileContext<'_>, file: FileId) -> Vec<InlayHint> {
    let snapshot = &context.snapshot;
    let (store, Some(names)) = (snapshot.store(), snapshot.names()) else { return Vec::new() };
    let mut found = Vec::new();
    for &(span, id) in snapshot.analysis.definitions_in(file) {
        let definition = names.definition(id);
        if definition.kind != DefinitionKind::Variable {
            continue;
        }
        let Some((_, value)) = store.globals().find(|(name, _)| *name == definition.name) else {
            continue;
        };
        let value = store.value_text(value);
        let line = store.sources().line_text(span.lo);
        let (Some(range), false) = (snapshot.range(span), line.contains(&value)) else { continue };
        let label = format!("= {}", shortened(&value, VALUE_WIDTH));
        found.push(hint(range.end, label, InlayHintKind::Type));
    }
    found
}
