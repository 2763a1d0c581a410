//! Enumerators as macro calls.

use tablewright_records::RecordStore;
use tablewright_syntax::diagnostic::{Code, Diagnostic};
use tablewright_text::{CppWriter, Escaped, line};

use super::emit_file_header;
use crate::model::OffloadEnum;

/// Finds the enumeration that an action is about.
///
/// # Errors
/// If there is none, or its records are malformed.
pub(crate) fn required_enum<'s>(
    store: &'s RecordStore,
    name: &str,
) -> Result<OffloadEnum<'s>, Diagnostic> {
    let object = OffloadEnum::named(store, name)?;
    object.ok_or_else(|| {
        let message = format!("the description does not define the enumeration '{name}'");
        Diagnostic::error_anywhere(Code::FieldValue, message)
    })
}

/// Writes a call of `name` for each enumerator, with its description and its value.
pub(crate) fn emit_macro_rows(name: &str, object: &OffloadEnum<'_>, w: &mut CppWriter) {
    emit_file_header(w);
    line!(w, "#ifndef {name}");
    line!(w, "#error Please define the macro {name}(Name, Desc, Value)");
    line!(w, "#endif");
    line!(w);
    for etor in &object.etors {
        line!(w, "{name}({}, \"{}\", {})", etor.short_name, Escaped(etor.desc), etor.value);
    }
    line!(w);
    line!(w, "#undef {name}");
}
