//! The generated include `NAMEGenKit.inc`: facts of a target that C++ needs beside the outputs of `llvm-tblgen`.
//!
//! In: a description, its roles and the answers. Out: the text of the file. It is the only written file that changes
//! with the description.

mod emit;
mod model;

use tablewright_records::FieldError;
use tablewright_text::CppWriter;

use crate::answers::Answers;
use crate::description::Description;
use crate::fixups::Fixups;
use crate::roles::Roles;

/// Returns the text of the include.
///
/// # Errors
/// If a record of the description is malformed.
pub fn kit(
    description: &Description<'_>,
    roles: &Roles,
    answers: &Answers,
    fixups: &Fixups,
) -> Result<String, FieldError> {
    let model = model::Kit::new(description, roles, answers, fixups)?;
    let mut writer = CppWriter::new();
    emit::emit(&model, &mut writer);
    Ok(writer.finish())
}
