//! The code generator for calls of builtins: cases of a `switch`, merged where the code is the same.

use tablewright_backend::{Failure, Job};
use tablewright_text::{CppWriter, append};

use super::code_groups::{CodeGroup, CodeGroups};
use super::code_template::CppType;
use super::intrinsic::Intrinsics;
use crate::vector_intrinsics::family::IntrinsicFamily;

pub(crate) fn run(job: &mut Job<'_>, family: IntrinsicFamily) -> Result<(), Failure> {
    let intrinsics = Intrinsics::of_job(job, family)?;
    let groups = CodeGroups::of(intrinsics, job.store)?;
    job.write_cpp(|w| emit(&groups, w))
}

fn emit(groups: &CodeGroups<'_>, w: &mut CppWriter) {
    for group in &groups.groups {
        for (i, member) in group.members.iter().enumerate() {
            append!(w, if i > 0 { "\n" } else { "" });
            append!(w, "case ", member.intrinsic.enumerator(), ":");
        }
        w.raw(" {\n");
        if groups.variable_types(group).next().is_some() {
            emit_variables(groups, group, w);
        }
        append!(w, group.code, "}\n");
    }
}

/// Writes the variables, and the statement that sets them for each intrinsic.
fn emit_variables(groups: &CodeGroups<'_>, group: &CodeGroup<'_>, w: &mut CppWriter) {
    for (number, ty) in groups.variable_types(group).enumerate() {
        append!(w, "  ", CppType(ty), " Param", number, ";\n");
    }
    w.raw("  switch (BuiltinID) {\n");
    for &member in &group.members {
        append!(w, "  case ", member.intrinsic.enumerator(), ":\n");
        for (number, value) in groups.values(member).enumerate() {
            append!(w, "    Param", number, " = ", value, ";\n");
        }
        w.raw("    break;\n");
    }
    w.raw("  }\n");
}
