//! `--gen-arm-mve-header`: `arm_mve.h`, the intrinsics of MVE.

use tablewright_backend::{Backend, Failure, Job};
use tablewright_text::CppWriter;

use crate::support::mve::Extension;
use crate::support::mve::header::{self, Declaration, VectorTypedef, emit_declaration, emit_part};
use crate::support::mve::intrinsic::Intrinsics;
use crate::support::mve::mve_type::Types;

pub(crate) const BACKEND: Backend =
    Backend { name: "gen-arm-mve-header", help: "Generate arm_mve.h for clang", options: &[], run };

/// The structures that loads and stores of several vectors use.
const STRUCTURES: [u32; 2] = [2, 4];

/// The parts of functions: whether they need floating-point numbers, what names begin with, and the
/// condition of the part. Names without an underscore are the user's, who can leave them out.
const PARTS: [(bool, &str, &str); 4] = [
    (false, "__arm_", ""),
    (true, "__arm_", "(__ARM_FEATURE_MVE & 2)"),
    (false, "", "(!defined __ARM_MVE_PRESERVE_USER_NAMESPACE)"),
    (true, "", "(__ARM_FEATURE_MVE & 2) && (!defined __ARM_MVE_PRESERVE_USER_NAMESPACE)"),
];

struct Header<'i> {
    typedefs: Vec<VectorTypedef>,
    types: &'i Types,
    declarations: Vec<Declaration<'i>>,
}

fn run(job: &mut Job<'_>) -> Result<(), Failure> {
    let intrinsics = Intrinsics::of_job(job, Extension::Mve)?;
    let typedefs = header::vector_typedefs(intrinsics, &STRUCTURES);
    let declarations = header::declarations(intrinsics.iter(job.store));
    let header = Header { typedefs, types: &intrinsics.types, declarations };
    job.write_cpp(|w| emit(&header, w))
}

fn emit(header: &Header<'_>, w: &mut CppWriter) {
    const TITLE: &str = "arm_mve.h - Intrinsics of MVE -----------------------------------===";
    header::emit_start(TITLE, "__ARM_MVE_H", "MVE", w);
    for (is_float, prefix, condition) in PARTS {
        emit_part(condition, w, |w| {
            if !prefix.is_empty() {
                emit_typedefs(&header.typedefs, is_float, w);
            }
            let part = header.declarations.iter();
            for &declaration in part.filter(|function| function.requires_float == is_float) {
                emit_declaration(declaration, header.types, "mve", prefix, w);
            }
        });
    }
    header::emit_end("__ARM_MVE_H", w);
}

fn emit_typedefs(typedefs: &[VectorTypedef], is_float: bool, w: &mut CppWriter) {
    match is_float {
        true => header::emit_float_typedefs(w),
        false => header::emit_predicate_typedef(w),
    }
    let part = typedefs.iter().filter(|typedef| typedef.is_float == is_float);
    header::emit_vector_typedefs(part, w);
}
