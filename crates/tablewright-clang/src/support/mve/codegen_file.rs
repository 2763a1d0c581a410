//! The file by which Clang generates code for calls of the builtins: cases of a `switch`.

use tablewright_backend::{Failure, Job};
use tablewright_text::{CppWriter, append};

use super::Extension;
use super::code_groups::{CodeGroup, CodeGroups};
use super::code_template::CppType;
use super::intrinsic::{Intrinsic, Intrinsics};

pub(crate) fn run(job: &mut Job<'_>, extension: Extension) -> Result<(), Failure> {
    let intrinsics = Intrinsics::collect(job.store, extension)?;
    let groups = CodeGroups::of(&intrinsics)?;
    job.write_cpp(|w| emit(&groups, w))
}

fn emit(groups: &CodeGroups<'_, '_>, w: &mut CppWriter) {
    for group in &groups.groups {
        for (i, member) in group.members.iter().enumerate() {
            w.raw(if i > 0 { "\n" } else { "" });
            emit_case(member.intrinsic, w);
        }
        w.raw(" {\n");
        if !group.variables.is_empty() {
            emit_variables(groups, group, w);
        }
        append!(w, group.code, "}\n");
    }
}

fn emit_case(intrinsic: &Intrinsic<'_>, w: &mut CppWriter) {
    append!(w, "case ARM::BI__builtin_arm_", intrinsic.extension, "_", intrinsic.full_name, ":");
}

/// Writes the variables, and the statement that sets them for each intrinsic.
fn emit_variables(groups: &CodeGroups<'_, '_>, group: &CodeGroup<'_, '_>, w: &mut CppWriter) {
    for (number, &ty) in group.variables.iter().enumerate() {
        append!(w, "  ", CppType(groups.texts.resolve(ty)), " Param", number, ";\n");
    }
    w.raw("  switch (BuiltinID) {\n");
    for member in &group.members {
        w.raw("  ");
        emit_case(member.intrinsic, w);
        w.raw("\n");
        for (number, &value) in member.values.iter().enumerate() {
            append!(w, "    Param", number, " = ", groups.texts.resolve(value), ";\n");
        }
        w.raw("    break;\n");
    }
    w.raw("  }\n");
}
