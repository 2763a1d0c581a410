//! Builtins as a table, or in earlier releases as macro calls.

use std::borrow::Cow;

use tablewright_records::{Feature, RecordStore};
use tablewright_text::{CppWriter, append};

use super::family::IntrinsicFamily;
use super::summary::text_of;
use crate::support::builtin_table::{
    BuiltinInfo, BuiltinStrings, BuiltinTable, BuiltinTableAvailability, emit_builtin_table,
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

pub(super) struct BuiltinRow<'r> {
    /// The name after the family's prefix.
    pub(super) name: Cow<'r, str>,
    /// Type strings; empty if the header declares the type.
    pub(super) prototype: Cow<'r, str>,
    pub(super) attributes: &'static str,
    /// Required target features; `None` if this kind of builtin never has any.
    pub(super) features: Option<&'r str>,
}

impl<'r> BuiltinList<'r> {
    /// Creates a list in the release's form. A table contains `strings` before the row strings.
    pub(super) fn new<'t>(
        family: IntrinsicFamily,
        store: &RecordStore,
        strings: impl IntoIterator<Item = &'t str>,
        rows: Vec<BuiltinRow<'r>>,
    ) -> BuiltinList<'r> {
        let has_tables = store.release().has(Feature::BuiltinTables);
        let form = if has_tables {
            BuiltinForm::Table(table(strings, &rows))
        } else {
            BuiltinForm::MacroCalls(rows)
        };
        BuiltinList { family, form }
    }

    pub(super) fn emit(&self, w: &mut CppWriter) {
        let family = self.family;
        let rows = match &self.form {
            BuiltinForm::MacroCalls(rows) => rows,
            BuiltinForm::Table(table) => {
                let prefix = text_of(family.builtin(""));
                return emit_builtin_table(table, family.macro_name(), &prefix, w);
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

fn table<'t>(first: impl IntoIterator<Item = &'t str>, rows: &[BuiltinRow<'_>]) -> BuiltinTable {
    let mut strings = BuiltinStrings::new();
    for text in first {
        strings.add(text);
    }
    let builtins = rows.iter().map(|BuiltinRow { name, prototype, attributes, features }| {
        let ty = Some(prototype).filter(|prototype| !prototype.is_empty());
        BuiltinInfo {
            name: strings.add(name),
            ty: ty.map(|prototype| strings.add(prototype)),
            attributes: strings.add(attributes),
            availability: features
                .map(|features| BuiltinTableAvailability::for_target(strings.add(features))),
        }
    });
    let builtins = builtins.collect();
    BuiltinTable { strings, builtins }
}

fn emit_calls(rows: &[BuiltinRow<'_>], family: IntrinsicFamily, w: &mut CppWriter) {
    for BuiltinRow { name, prototype, attributes, features } in rows {
        let features = features.filter(|features| !features.is_empty());
        append!(w, if features.is_some() { "TARGET_BUILTIN(" } else { "BUILTIN(" });
        append!(w, family.builtin(&**name), ", \"", &**prototype, "\", \"", attributes);
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
        append!(w, "RISCVV_BUILTIN(", family.builtin(&**name), ",\"", &**prototype, "\", \"");
        append!(w, attributes, "\")\n");
    }
    append!(w, "#undef RISCVV_BUILTIN\n");
}
