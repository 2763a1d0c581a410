//! Builtin tables: enumerators, a string table, and a row of string offsets for each builtin.

use tablewright_text::{CppWriter, StringTable, append};

/// Distinct strings in order of insertion.
pub(crate) struct BuiltinStrings(StringTable);

/// A string in a table, with its offset.
#[derive(Clone, Debug)]
pub(crate) struct TableString {
    offset: usize,
    text: String,
}

/// A builtin as a row of Clang's class `Builtin::Info`.
pub(crate) struct BuiltinInfo {
    /// The name without the table's common prefix.
    pub(crate) name: TableString,
    /// The prototype as type strings; `None` if another table has it.
    pub(crate) ty: Option<TableString>,
    pub(crate) attributes: TableString,
    /// The availability; `None` if the row uses Clang's defaults.
    pub(crate) availability: Option<BuiltinTableAvailability>,
}

/// Availability of a builtin.
pub(crate) struct BuiltinTableAvailability {
    /// Required target features; `None` if this kind of builtin never has any.
    pub(crate) features: Option<TableString>,
    /// The header that declares it, as an enumerator.
    pub(crate) header: Option<String>,
    /// The languages that have it, as an enumerator.
    pub(crate) languages: Option<String>,
}

impl BuiltinStrings {
    pub(crate) fn new() -> BuiltinStrings {
        BuiltinStrings(StringTable::with_empty_string())
    }

    pub(crate) fn add(&mut self, text: &str) -> TableString {
        TableString { offset: self.0.add_string(text), text: text.to_owned() }
    }
}

impl TableString {
    pub(crate) fn text(&self) -> &str {
        &self.text
    }
}

impl BuiltinTableAvailability {
    /// Availability of a target builtin: all languages, no header.
    pub(crate) fn for_target(features: TableString) -> BuiltinTableAvailability {
        BuiltinTableAvailability { features: Some(features), header: None, languages: None }
    }
}

/// Tables for a family of builtins.
pub(crate) struct BuiltinTable {
    pub(crate) strings: BuiltinStrings,
    pub(crate) builtins: Vec<BuiltinInfo>,
}

/// Writes the file sections for a family of builtins. `family` is part of the macro names, and
/// enumerators have the prefix `prefix`.
pub(crate) fn emit_builtin_table(
    table: &BuiltinTable,
    family: &str,
    prefix: &str,
    w: &mut CppWriter,
) {
    w.if_defined(&format!("GET_{family}_BUILTIN_ENUMERATORS"), |w| {
        for builtin in &table.builtins {
            append!(w, "  BI", prefix, builtin.name.text, ",\n");
        }
    });
    w.if_defined(&format!("GET_{family}_BUILTIN_STR_TABLE"), |w| {
        emit_builtin_strings(&table.strings, w);
    });
    w.if_defined(&format!("GET_{family}_BUILTIN_INFOS"), |w| {
        emit_builtin_infos(&table.builtins, w);
    });
}

/// Writes the string table.
pub(crate) fn emit_builtin_strings(strings: &BuiltinStrings, w: &mut CppWriter) {
    w.string_table_definition("BuiltinStrings", &strings.0);
}

/// Writes a row for each builtin.
pub(crate) fn emit_builtin_infos<'b>(
    builtins: impl IntoIterator<Item = &'b BuiltinInfo>,
    w: &mut CppWriter,
) {
    for BuiltinInfo { name, ty, attributes, availability } in builtins {
        w.raw("    Builtin::Info{Builtin::Info::StrOffsets{");
        emit_offset(Some(name), w);
        w.raw(", ");
        emit_offset(ty.as_ref(), w);
        w.raw(", ");
        emit_offset(Some(attributes), w);
        if let Some(BuiltinTableAvailability { features, header, languages }) = availability {
            w.raw(", ");
            emit_offset(features.as_ref(), w);
            let header = header.as_deref().unwrap_or("NO_HEADER");
            append!(w, "}, HeaderDesc::", header, ", ");
            append!(w, languages.as_deref().unwrap_or("ALL_LANGUAGES"), "},\n");
        } else {
            w.raw("}},\n");
        }
    }
}

fn emit_offset(string: Option<&TableString>, w: &mut CppWriter) {
    match string {
        Some(TableString { offset, text }) => append!(w, offset, " /* ", text, " */"),
        None => w.raw("0"),
    }
}
