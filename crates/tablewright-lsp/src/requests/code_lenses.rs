//! `textDocument/codeLens`: use counts for classes, multiclasses and fields, record counts, and
//! documents about records.

use std::collections::BTreeMap;

use gen_lsp_types as lsp;
use gen_lsp_types::{CodeLens, Command, Uri};
use serde_json::json;
use tablewright_records::Record;
use tablewright_records::trace::{DefinitionId, DefinitionKind, UseKind};
use tablewright_syntax::source::{FileId, Pos};

use super::virtual_documents;
use crate::context::FileContext;
use crate::names::counted;

pub(crate) fn code_lenses(
    context: &FileContext<'_>,
    _: lsp::CodeLensParams,
) -> Option<Vec<CodeLens>> {
    if !context.settings.code_lenses {
        return Some(Vec::new());
    }
    let snapshot = &context.snapshot;
    let names = snapshot.names()?;
    let view = snapshot.view(context.path)?;
    let file = *snapshot.analysis.inclusions(context.path).last()?;
    let mut uses: BTreeMap<DefinitionId, usize> = BTreeMap::new();
    let mut overrides: BTreeMap<DefinitionId, usize> = BTreeMap::new();
    for used in names.uses() {
        *uses.entry(used.definition).or_default() += 1;
        if used.kind == UseKind::Override {
            *overrides.entry(used.definition).or_default() += 1;
        }
    }
    let mut lenses = Vec::new();
    for &(span, id) in snapshot.analysis.definitions_in(file) {
        let definition = names.definition(id);
        let count = uses.get(&id).copied().unwrap_or(0);
        let title = match definition.kind {
            DefinitionKind::Class => {
                let class = snapshot.store().get_class(snapshot.store().str(definition.name));
                let records = class.map_or(0, |class| snapshot.store().derived(class.id()).len());
                format!("{}, {}", counted(count, "use"), counted(records, "record"))
            }
            DefinitionKind::Multiclass => counted(count, "use"),
            DefinitionKind::Field => match overrides.get(&id) {
                Some(&overrides) => format!("set by {}", counted(overrides, "let")),
                None => continue,
            },
            DefinitionKind::Record
            | DefinitionKind::Parameter
            | DefinitionKind::Variable
            | DefinitionKind::TypeAlias
            | DefinitionKind::Macro => continue,
        };
        let Some(range) = snapshot.range(span) else { continue };
        // The client side runs this command, which requests the references at the position.
        let command = Command {
            title,
            command: "tablewright.showReferences".to_owned(),
            arguments: Some(vec![json!(view.uri), json!(range.start)]),
            ..Command::default()
        };
        lenses.push(CodeLens { range, command: Some(command), data: None });
    }
    lenses.extend(documents(context, &view.uri, file));
    lenses.sort_by_key(|lens| (lens.range.start.line, lens.range.start.character));
    Some(lenses)
}

/// Returns the documents for each `def` that defines exactly one record.
fn documents(context: &FileContext<'_>, uri: &Uri, file: FileId) -> Vec<CodeLens> {
    let snapshot = &context.snapshot;
    if context.documents.is_empty() {
        return Vec::new();
    }
    let source = snapshot.store().sources().file(file);
    let (lo, hi) = (source.pos(0), source.pos(source.text.len()));
    // In a multiclass or loop, a position has several records, or records with other names.
    let mut by_pos: BTreeMap<Pos, Option<Record<'_>>> = BTreeMap::new();
    for record in snapshot.store().records().filter(|record| !record.is_anonymous()) {
        if lo <= record.pos() && record.pos() < hi {
            let is_alone = record.positions().len() == 1;
            let record_slot = by_pos.entry(record.pos());
            record_slot.and_modify(|found| *found = None).or_insert(is_alone.then_some(record));
        }
    }
    let mut lenses = Vec::new();
    for (pos, record) in by_pos {
        let Some(record) = record else { continue };
        let Some(range) = snapshot.range(pos.into()) else { continue };
        for (kind, document) in virtual_documents::for_record(context, record, (uri, range.start)) {
            let command = Command {
                title: kind.title.to_lowercase(),
                command: virtual_documents::OPEN.to_owned(),
                arguments: Some(vec![json!(document)]),
                ..Command::default()
            };
            lenses.push(CodeLens { range, command: Some(command), data: None });
        }
    }
    lenses
}
