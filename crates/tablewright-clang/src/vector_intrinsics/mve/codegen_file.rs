//! Code generation for builtin calls: `switch` cases, merged if their code is equal.

use tablewright_backend::{Failure, Job};
use tablewright_records::Feature;
use tablewright_text::{CppWriter, append};

use super::code_groups::{CodeGroup, CodeGroups};
use super::code_template::MveCppType;
use super::intrinsic::MveIntrinsics;
use crate::vector_intrinsics::family::IntrinsicFamily;

pub(crate) fn run(job: &mut Job<'_>, family: IntrinsicFamily) -> Result<(), Failure> {
    let intrinsics = MveIntrinsics::for_job(job, family)?;
    let groups = CodeGroups::new(intrinsics, job.store)?;
    let casts = job.store.release().has(Feature::MveCastsParameters);
    job.write_cpp(|w| emit(&groups, casts, w))
}

fn emit(groups: &CodeGroups<'_>, casts: bool, w: &mut CppWriter) {
    for group in &groups.groups {
        for (i, member) in group.members.iter().enumerate() {
            append!(w, if i > 0 { "\n" } else { "" });
            append!(w, "case ", member.intrinsic.enumerator(), ":");
        }
        w.raw(" {\n");
        if groups.variable_types(group).next().is_some() {
            emit_variables(groups, group, casts, w);
        }
        append!(w, group.code, "}\n");
    }
}

/// Declares the variables, and writes the statement that sets them for each intrinsic. `casts` adds
/// casts to the variable types.
fn emit_variables(groups: &CodeGroups<'_>, group: &CodeGroup<'_>, casts: bool, w: &mut CppWriter) {
    for (number, ty) in groups.variable_types(group).enumerate() {
        append!(w, "  ", MveCppType(ty), " Param", number, ";\n");
    }
    w.raw("  switch (BuiltinID) {\n");
    for &member in &group.members {
        append!(w, "  case ", member.intrinsic.enumerator(), ":\n");
        let values = groups.values(member).zip(groups.variable_types(group));
        for (number, (value, ty)) in values.enumerate() {
            append!(w, "    Param", number, " = ");
            if casts {
                append!(w, "static_cast<", ty, ">(", value, ");\n");
            } else {
                append!(w, value, ";\n");
            }
        }
        w.raw("    break;\n");
    }
    w.raw("  }\n");
}
