//! `textDocument/codeLens`: how often classes, multiclasses and fields are used, and how many records there are.

use std::collections::BTreeMap;

use gen_lsp_types as lsp;
use gen_lsp_types::{CodeLens, Command};
use serde_json::json;
use tablewright::trace::{DefinitionId, DefinitionKind, UseKind};

use super::names::counted;
use crate::context::FileContext;

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
    let mut found = Vec::new();
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
        // The client's part of the server runs this command, which asks for the references there.
        let command = Command {
            title,
            command: "tablewright.showReferences".to_owned(),
            arguments: Some(vec![json!(view.uri), json!(range.start)]),
            ..Command::default()
        };
        found.push(CodeLens { range, command: Some(command), data: None });
    }
    Some(found)
}
