//! Builtins as a table, or in earlier releases as macro calls.

use std::borrow::Cow;

use tablewright_records::{Feature, RecordStore};
use tablewright_text::{CppWriter, append};

use super::family::IntrinsicFamily;
use crate::support::builtin_table::{
    BuiltinInfo, BuiltinStrings, BuiltinTable, BuiltinTableAvailability, TableString,
    emit_builtin_table,
};

/// A family's builtins in a release.
pub(super) struct BuiltinList<'r> {
    family: IntrinsicFamily,
    form: BuiltinForm<'r>,
}

enum BuiltinForm<'r> {
    MacroCalls(Vec<BuiltinRow<'r>>),
    Table(BuiltinTable),
}

/// Rows, and the strings that precede theirs in a string table. Offsets depend on this order; macro calls do not use the
/// strings.
pub(super) struct BuiltinRows<'r> {
    pub(super) strings: Vec<&'r str>,
    pub(super) rows: Vec<BuiltinRow<'r>>,
}

pub(super) struct BuiltinRow<'r> {
    /// The name after the family's prefix.
    pub(super) name: Cow<'r, str>,
    /// Type strings; `None` if the header declares the type.
    pub(super) prototype: Option<Cow<'r, str>>,
    pub(super) attributes: &'static str,
    /// Required target features; `None` if this kind of builtin never has any.
    pub(super) features: Option<&'r str>,
}

impl<'r> BuiltinList<'r> {
    /// Creates a list in the release's form.
    pub(super) fn new(
        family: IntrinsicFamily,
        store: &RecordStore,
        groups: impl IntoIterator<Item = BuiltinRows<'r>>,
    ) -> BuiltinList<'r> {
        let has_tables = store.release().has(Feature::BuiltinTables);
        let form = if has_tables {
            BuiltinForm::Table(table(groups))
        } else {
            BuiltinForm::MacroCalls(groups.into_iter().flat_map(|group| group.rows).collect())
        };
        BuiltinList { family, form }
    }

    pub(super) fn emit(&self, w: &mut CppWriter) {
        let family = self.family;
        let rows = match &self.form {
            BuiltinForm::MacroCalls(rows) => rows,
            BuiltinForm::Table(table) => {
                return emit_builtin_table(table, family.macro_name(), family.builtin_prefix(), w);
            }
        };
        match family {
            IntrinsicFamily::Neon | IntrinsicFamily::Sve | IntrinsicFamily::Sme => {
                append!(w, "#ifdef GET_", family.macro_name(), "_BUILTINS\n");
                emit_calls(rows, family, w);
                append!(w, "#endif\n\n");
            }
            IntrinsicFamily::Mve | IntrinsicFamily::Cde => emit_calls(rows, family, w),
            IntrinsicFamily::RiscvVector => emit_riscv_calls(rows, family, w),
        }
    }
}

fn table<'r>(groups: impl IntoIterator<Item = BuiltinRows<'r>>) -> BuiltinTable {
    let mut strings = BuiltinStrings::new();
    let mut builtins = Vec::new();
    // Most rows have the same attributes and features as the previous row.
    let mut previous: [Option<TableString>; 2] = [None, None];
    for group in groups {
        for text in group.strings {
            strings.add(text);
        }
        for BuiltinRow { name, prototype, attributes, features } in group.rows {
            let name = strings.add(&name);
            let ty = prototype.map(|prototype| strings.add(&prototype));
            let [last_attributes, last_features] = &mut previous;
            let attributes = repeated(last_attributes, attributes, &mut strings);
            let availability = features.map(|features| {
                let features = repeated(last_features, features, &mut strings);
                BuiltinTableAvailability::for_target(features)
            });
            builtins.push(BuiltinInfo { name, ty, attributes, availability });
        }
    }
    BuiltinTable { strings, builtins }
}

/// Returns the string `text`, which is often the previous string.
fn repeated(
    previous: &mut Option<TableString>,
    text: &str,
    strings: &mut BuiltinStrings,
) -> TableString {
    match previous {
        Some(string) if string.text() == text => string.clone(),
        _ => previous.insert(strings.add(text)).clone(),
    }
}

fn emit_calls(rows: &[BuiltinRow<'_>], family: IntrinsicFamily, w: &mut CppWriter) {
    for BuiltinRow { name, prototype, attributes, features } in rows {
        let features = features.filter(|features| !features.is_empty());
        append!(w, if features.is_some() { "TARGET_BUILTIN(" } else { "BUILTIN(" });
        let prototype = prototype.as_deref().unwrap_or_default();
        append!(w, family.builtin(&**name), ", \"", prototype, "\", \"", attributes);
        if let Some(features) = features {
            append!(w, "\", \"", features);
        }
        append!(w, "\")\n");
    }
}

fn emit_riscv_calls(rows: &[BuiltinRow<'_>], family: IntrinsicFamily, w: &mut CppWriter) {
    append!(w, "#if defined(TARGET_BUILTIN) && !defined(RISCVV_BUILTIN)\n");
    append!(w, "#define RISCVV_BUILTIN(ID, TYPE, ATTRS) ");
    append!(w, "TARGET_BUILTIN(ID, TYPE, ATTRS, \"zve32x\")\n#endif\n");
    for BuiltinRow { name, prototype, attributes, .. } in rows {
        let prototype = prototype.as_deref().unwrap_or_default();
        append!(w, "RISCVV_BUILTIN(", family.builtin(&**name), ",\"", prototype, "\", \"");
        append!(w, attributes, "\")\n");
    }
    append!(w, "#undef RISCVV_BUILTIN\n");
}
