//! Descriptions and kinds for definitions and uses.

use gen_lsp_types::SymbolKind;
use tablewright_records::trace::{Definition, DefinitionKind, UseKind};
use tablewright_records::{RecordStore, Value, ValueId};

use crate::snapshot::Snapshot;

/// Returns a definition's kind in words.
pub(crate) fn kind_name(kind: DefinitionKind) -> &'static str {
    match kind {
        DefinitionKind::Class => "class",
        DefinitionKind::Multiclass => "multiclass",
        DefinitionKind::Record => "record",
        DefinitionKind::Field => "field",
        DefinitionKind::Parameter => "template parameter",
        DefinitionKind::Variable => "variable",
        DefinitionKind::TypeAlias => "type",
        DefinitionKind::Macro => "macro",
    }
}

/// Returns a use's kind in words.
pub(crate) fn use_name(kind: UseKind) -> &'static str {
    match kind {
        UseKind::Read => "read",
        UseKind::Override => "override",
        UseKind::Inherit => "inherit",
        UseKind::Instantiate => "instantiate",
        UseKind::Argument => "argument",
        UseKind::Type => "type",
        UseKind::Macro => "macro",
    }
}

/// Returns the symbol kind that editors show for a definition.
pub(crate) fn symbol_kind(kind: DefinitionKind) -> SymbolKind {
    match kind {
        DefinitionKind::Class => SymbolKind::Class,
        DefinitionKind::Multiclass => SymbolKind::Interface,
        DefinitionKind::Record => SymbolKind::Object,
        DefinitionKind::Field => SymbolKind::Field,
        DefinitionKind::Parameter => SymbolKind::TypeParameter,
        DefinitionKind::Variable => SymbolKind::Variable,
        DefinitionKind::TypeAlias => SymbolKind::Struct,
        DefinitionKind::Macro => SymbolKind::Constant,
    }
}

/// Returns the class, multiclass or record that contains a definition. `None` for records in a loop
/// or multiclass, since their names are computed.
pub(crate) fn owner<'a>(snapshot: &Snapshot<'a>, definition: &Definition) -> Option<&'a str> {
    let owner = snapshot.store().str(definition.owner?);
    (!owner.starts_with('!')).then_some(owner)
}

/// Returns an evaluated value's type as in source code; for a record, its first class. `None` if
/// the value has several types, for example `?`.
pub(crate) fn value_type(store: &RecordStore, value: ValueId) -> Option<String> {
    match store.value(value) {
        Value::Bit(_) | Value::VarBit { .. } => Some("bit".to_owned()),
        Value::Int(_) => Some("int".to_owned()),
        Value::String(_) => Some("string".to_owned()),
        Value::Code(_) => Some("code".to_owned()),
        Value::Bits(bits) => Some(format!("bits<{}>", bits.len())),
        Value::List(list) => Some(format!("list<{}>", store.type_text(list.element_type))),
        Value::Dag(_) => Some("dag".to_owned()),
        Value::Def(record) => {
            let classes = store.record(record).direct_superclass_names();
            classes.first().map(|&class| class.to_owned())
        }
        Value::Var { ty, .. } | Value::Field { ty, .. } => Some(store.type_text(ty)),
        Value::Instance { class, .. } => Some(store.class(class).name().to_owned()),
        Value::Unset | Value::Refused | Value::AnonymousName(_) | Value::Op { .. } => None,
    }
}

/// Replaces line breaks by blanks, and shortens the text to `max` characters.
pub(crate) fn shortened(text: &str, max: usize) -> String {
    let one_line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if one_line.chars().count() <= max {
        return one_line;
    }
    let kept: String = one_line.chars().take(max.saturating_sub(1)).collect();
    format!("{kept}…")
}

/// Formats a number with its noun: `1 use`, `2 uses`.
pub(crate) fn counted(count: usize, noun: &str) -> String {
    match (count, noun.strip_suffix('s')) {
        (1, _) => format!("1 {noun}"),
        (_, Some(_)) => format!("{count} {noun}es"),
        (_, None) => format!("{count} {noun}s"),
    }
}
