//! Hover over a name in a dag, such as `$dst`: the operands with this name in the record.

use std::fmt::Write;

use gen_lsp_types as lsp;
use gen_lsp_types::Position;
use tablewright_records::{Field, RecordStore, Value, ValueId};

use super::records_at::enclosing_records;
use crate::context::FileContext;
use crate::items::{ItemKind, around, items};
use crate::names::shortened;
use crate::scan::tree;

/// Longest value in characters.
const VALUE_WIDTH: usize = 60;

/// Describes the name at a position, also in a string such as an assembly string.
pub(super) fn dag_name(
    context: &FileContext<'_>,
    at: Position,
) -> Option<(String, Option<lsp::Range>)> {
    let snapshot = &context.snapshot;
    let view = snapshot.view(context.path)?;
    let offset = snapshot.offset(context.path, at)?;
    let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let start = view.text[..offset].trim_end_matches(is_part).len();
    let start = start.checked_sub(usize::from(!view.text[start..].starts_with('$')))?;
    let name = view.text.get(start..)?.strip_prefix('$')?;
    let name = &name[..name.find(|c| !is_part(c)).unwrap_or(name.len())];
    let fields: Vec<Field> =
        match enclosing_records(context, at, &[ItemKind::Def, ItemKind::Defm]).first() {
            Some(record) => record.fields().collect(),
            None => {
                let items = items(&tree(&view.text));
                let around = around(&items, offset);
                let class = around.iter().rev().find(|item| item.kind == ItemKind::Class)?;
                snapshot.store().get_class(&view.text[class.name.clone()])?.fields().collect()
            }
        };
    let mut text = format!("`${name}`\n\n");
    let before = text.len();
    let store = snapshot.store();
    for field in fields {
        let field_name = store.str(field.name);
        if field_name == name {
            let value = shortened(&store.value_text(field.value), VALUE_WIDTH);
            _ = writeln!(text, "- `{} {name} = {value}`", store.type_text(field.ty));
        }
        let mut operands = Vec::new();
        add_operands(store, field.value, name, &mut operands);
        operands.dedup();
        for operand in operands {
            let value = shortened(&store.value_text(operand), VALUE_WIDTH);
            _ = writeln!(text, "- in `{field_name}`: `{value}:${name}`");
        }
    }
    if text.len() == before || name.is_empty() {
        return None;
    }
    Some((text, Some(view.client_range(start..start + 1 + name.len(), snapshot))))
}

/// Adds the operands with a name in a dag, or in lists and dags within a value.
fn add_operands(store: &RecordStore, value: ValueId, name: &str, operands: &mut Vec<ValueId>) {
    let value = store.value(value);
    if let Value::List(list) = value {
        list.elements.iter().for_each(|&value| add_operands(store, value, name, operands));
    } else if let Value::Dag(dag) = value {
        for arg in dag.args {
            match arg.name {
                Some(own) if store.str(own) == name => operands.push(arg.value),
                Some(_) | None => add_operands(store, arg.value, name, operands),
            }
        }
    }
}
