//! Builtins as tables: enumerators, a string table, and a row of offsets into it for each builtin.

use tablewright_text::{CppWriter, StringTable, append};

/// The strings of builtins, each once, in the order in which they are added.
pub(crate) struct BuiltinStrings(StringTable);

/// A string of a table, with its offset.
#[derive(Clone, Debug)]
pub(crate) struct TableString {
    offset: usize,
    text: String,
}

/// A builtin, as Clang's class `Builtin::Info` describes it.
pub(crate) struct BuiltinInfo {
    /// The name, without a prefix that all builtins of the table have.
    pub(crate) name: TableString,
    /// The type strings of the prototype; `None` if other tables have it.
    pub(crate) ty: Option<TableString>,
    pub(crate) attributes: TableString,
    /// Where it can be called; `None` if the row leaves that to the defaults of Clang.
    pub(crate) availability: Option<Availability>,
}

/// Where a builtin can be called.
pub(crate) struct Availability {
    /// The features of the target; `None` if builtins of its kind have none.
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

impl Availability {
    /// That of a builtin of a target, which any language has without a header.
    pub(crate) fn of_target(features: TableString) -> Availability {
        Availability { features: Some(features), header: None, languages: None }
    }
}

/// The tables of a family of builtins.
pub(crate) struct BuiltinTable {
    pub(crate) strings: BuiltinStrings,
    pub(crate) builtins: Vec<BuiltinInfo>,
}

/// Writes the parts of a file with the builtins of a family: `family` stands in the names of their
/// macros, and the enumerators begin with `prefix`.
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

/// Writes the string table of builtins.
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
        if let Some(Availability { features, header, languages }) = availability {
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
