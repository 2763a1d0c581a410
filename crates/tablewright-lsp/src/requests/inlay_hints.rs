//! `textDocument/inlayHint`: names of template parameters before arguments, types and values of
//! variables, and widths of bit fields that a `let` sets.

use gen_lsp_types as lsp;
use gen_lsp_types::{InlayHint, InlayHintKind, Label};
use tablewright_records::Type;
use tablewright_records::trace::{DefinitionKind, UseKind};
use tablewright_syntax::source::{FileId, Pos};

use crate::context::FileContext;
use crate::names::{owner, shortened, value_type};

/// Longest value in characters.
const VALUE_WIDTH: usize = 40;

pub(crate) fn inlay_hints(
    context: &FileContext<'_>,
    params: lsp::InlayHintParams,
) -> Option<Vec<InlayHint>> {
    let file = *context.snapshot.analysis.inclusions(context.path).last()?;
    let mut hints = Vec::new();
    if context.settings.inlay_hints.parameters {
        hints.extend(parameters(context, file));
    }
    if context.settings.inlay_hints.values {
        hints.extend(values(context, file));
        hints.extend(widths(context, file));
    }
    let (start, end) = (params.range.start, params.range.end);
    let is_asked = |hint: &InlayHint| {
        let at = (hint.position.line, hint.position.character);
        (start.line, start.character) <= at && at <= (end.line, end.character)
    };
    hints.retain(is_asked);
    hints.sort_by_key(|hint| (hint.position.line, hint.position.character));
    hints.dedup_by_key(|hint| (hint.position.line, hint.position.character));
    Some(hints)
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

/// Returns the parameter names for positional arguments, except for arguments with the same name.
fn parameters(context: &FileContext<'_>, file: FileId) -> Vec<InlayHint> {
    let snapshot = &context.snapshot;
    let (store, Some(trace)) = (snapshot.store(), snapshot.trace()) else { return Vec::new() };
    let source = store.sources().file(file);
    let (lo, hi) = (source.pos(0), source.pos(source.text.len()));
    let lies_in = |pos: Pos| lo <= pos && pos <= hi;
    let sites = trace.sites().map(|(_, site)| site).filter(|site| lies_in(site.span.lo));
    let mut hints = Vec::new();
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
            hints.push(hint(range.start, format!("{name}:"), InlayHintKind::Parameter));
        }
    }
    hints
}

/// Returns the types of global variables, and the values of variables whose expression is not a
/// literal.
fn values(context: &FileContext<'_>, file: FileId) -> Vec<InlayHint> {
    let snapshot = &context.snapshot;
    let (store, Some(names)) = (snapshot.store(), snapshot.names()) else { return Vec::new() };
    let mut hints = Vec::new();
    for &(span, id) in snapshot.analysis.definitions_in(file) {
        let definition = names.definition(id);
        if definition.kind != DefinitionKind::Variable {
            continue;
        }
        let Some((_, value)) = store.globals().find(|(name, _)| *name == definition.name) else {
            continue;
        };
        let (ty, value) = (value_type(store, value), store.value_text(value));
        let mut label: Vec<String> = ty.map(|ty| format!(": {ty}")).into_iter().collect();
        if !store.sources().line_text(span.lo).contains(&value) {
            label.push(format!("= {}", shortened(&value, VALUE_WIDTH)));
        }
        if let (Some(range), false) = (snapshot.range(span), label.is_empty()) {
            hints.push(hint(range.end, label.join(" "), InlayHintKind::Type));
        }
    }
    hints
}

/// Returns the types of bit fields that a `let` sets as a whole, since their widths are declared
/// elsewhere.
fn widths(context: &FileContext<'_>, file: FileId) -> Vec<InlayHint> {
    let snapshot = &context.snapshot;
    let (store, Some(names)) = (snapshot.store(), snapshot.names()) else { return Vec::new() };
    let mut hints = Vec::new();
    for used in snapshot.uses_in(file).iter().filter(|used| used.kind == UseKind::Override) {
        let definition = names.definition(used.definition);
        let owner = owner(snapshot, definition).and_then(|owner| store.get_class(owner));
        let declared = owner.and_then(|class| {
            class.fields().find(|field| field.name == definition.name).map(|field| field.ty)
        });
        let Some(Type::Bits(_)) = declared.map(|ty| store.ty(ty)) else { continue };
        let source = store.sources().file(file);
        let end = store.sources().offset_in_file(used.span.hi);
        let is_whole = source.text[end..].trim_start().starts_with('=');
        if let (Some(ty), Some(range), true) = (declared, snapshot.range(used.span), is_whole) {
            let label = format!(": {}", store.type_text(ty));
            hints.push(hint(range.end, label, InlayHintKind::Type));
        }
    }
    hints
}
