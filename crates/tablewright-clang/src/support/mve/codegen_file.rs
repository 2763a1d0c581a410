//! The file by which Clang generates code for calls of the builtins: cases of a `switch`.

use tablewright_backend::{Failure, Job};
use tablewright_text::{CppWriter, append};

use super::Extension;
use super::code_groups::{CodeGroup, CodeGroups};
use super::code_template::CppType;
use super::intrinsic::{Intrinsic, Intrinsics};

pub(crate) fn run(job: &mut Job<'_>, extension: Extension) -> Result<(), Failure> {
    let intrinsics = Intrinsics::of_job(job, extension)?;
    let groups = CodeGroups::of(intrinsics, job.store)?;
    job.write_cpp(|w| emit(&groups, w))
}

fn emit(groups: &CodeGroups<'_>, w: &mut CppWriter) {
    for group in &groups.groups {
        for (i, member) in group.members.iter().enumerate() {
            w.raw(if i > 0 { "\n" } else { "" });
            emit_case(member.intrinsic, w);
        }
        w.raw(" {\n");
        if groups.variable_types(group).next().is_some() {
            emit_variables(groups, group, w);
        }
        append!(w, group.code, "}\n");
    }
}

fn emit_case(intrinsic: Intrinsic<'_>, w: &mut CppWriter) {
    append!(
        w,
        "case ARM::BI__builtin_arm_",
        intrinsic.extension(),
        "_",
        intrinsic.full_name(),
        ":"
    );
}

/// Writes the variables, and the statement that sets them for each intrinsic.
fn emit_variables(groups: &CodeGroups<'_>, group: &CodeGroup<'_>, w: &mut CppWriter) {
    for (number, ty) in groups.variable_types(group).enumerate() {
        append!(w, "  ", CppType(ty), " Param", number, ";\n");
    }
    w.raw("  switch (BuiltinID) {\n");
    for &member in &group.members {
        w.raw("  ");
        emit_case(member.intrinsic, w);
        w.raw("\n");
        for (number, value) in groups.values(member).enumerate() {
            append!(w, "    Param", number, " = ", value, ";\n");
        }
        w.raw("    break;\n");
    }
    w.raw("  }\n");
}
