//! `--gen-arm-cde-header`: `arm_cde.h`, the intrinsics of CDE.

use tablewright_backend::{Backend, Failure, Job};
use tablewright_text::{CppWriter, append};

use crate::support::mve::Extension;
use crate::support::mve::function_macro::{self, FunctionMacro};
use crate::support::mve::header::{self, Declaration, VectorTypedef, emit_declaration, emit_part};
use crate::support::mve::intrinsic::Intrinsics;
use crate::support::mve::mve_type::Types;

pub(crate) const BACKEND: Backend =
    Backend { name: "gen-arm-cde-header", help: "Generate arm_cde.h for clang", options: &[], run };

struct Header<'i> {
    typedefs: Vec<VectorTypedef>,
    types: &'i Types,
    declarations: Vec<Declaration<'i>>,
    macros: Vec<FunctionMacro<'i>>,
}

fn run(job: &mut Job<'_>) -> Result<(), Failure> {
    let intrinsics = Intrinsics::of_job(job, Extension::Cde)?;
    let macros = function_macro::collect(job.store)?;
    let mut typedefs = header::vector_typedefs(intrinsics, &[]);
    // There are numbers, but no vectors of them.
    typedefs.retain(|typedef| !(typedef.is_float && typedef.is_wide));
    let declarations = header::declarations(intrinsics.iter(job.store));
    let header = Header { typedefs, types: &intrinsics.types, declarations, macros };
    job.write_cpp(|w| emit(&header, w))
}

fn emit(header: &Header<'_>, w: &mut CppWriter) {
    const TITLE: &str = "arm_cde.h - Intrinsics of CDE -----------------------------------===";
    header::emit_start(TITLE, "__ARM_CDE_H", "CDE", w);
    emit_part("", w, |w| {
        emit_declarations(header, |function| !function.requires_mve && !function.requires_float, w);
    });
    emit_part("__ARM_FEATURE_MVE", w, |w| {
        header::emit_predicate_typedef(w);
        header::emit_vector_typedefs(header.typedefs.iter().filter(|ty| !ty.is_float), w);
        emit_declarations(header, |function| function.requires_mve && !function.requires_float, w);
        emit_macros(&header.macros, w);
    });
    emit_part("__ARM_FEATURE_MVE & 2", w, |w| {
        header::emit_float_typedefs(w);
        header::emit_vector_typedefs(header.typedefs.iter().filter(|ty| ty.is_float), w);
        emit_declarations(header, |function| function.requires_float, w);
    });
    header::emit_end("__ARM_CDE_H", w);
}

fn emit_declarations(
    header: &Header<'_>,
    is_in_part: impl Fn(&Declaration<'_>) -> bool,
    w: &mut CppWriter,
) {
    for &declaration in header.declarations.iter().filter(|function| is_in_part(function)) {
        // Some have the builtins of MVE.
        let extension = declaration.intrinsic.extension();
        emit_declaration(declaration, header.types, extension, "__arm_", w);
    }
}

fn emit_macros(macros: &[FunctionMacro<'_>], w: &mut CppWriter) {
    for FunctionMacro { name, parameters, definition } in macros {
        append!(w, "#define __arm_", name, "(");
        for (i, parameter) in parameters.iter().enumerate() {
            append!(w, if i > 0 { ", " } else { "" }, parameter);
        }
        append!(w, ") ", definition, "\n");
    }
}
