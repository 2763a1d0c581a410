//! Functions and types, as the headers have them.

use tablewright_text::{CppWriter, append};

use super::function_writer::{FunctionWriter, Version};
use super::functions::{Functions, Versions};
use super::neon_type::NeonType;

/// The condition for what only 64-bit targets have.
const A64: &str = "#if defined(__aarch64__) || defined(__arm64ec__)\n";

/// Writes all functions, with the macro they begin with around them.
pub(crate) fn emit_functions(functions: &Functions<'_>, w: &mut CppWriter) {
    w.raw("#define __ai static __inline__ __attribute__((__always_inline__, __nodebug__))\n\n");
    let mut guard = "";
    for function in &functions.functions {
        let intrinsic = functions.intrinsics.get(function.intrinsic, functions.store);
        emit_guard(&mut guard, intrinsic.guards().arch, w);
        let emit = |version, w: &mut CppWriter| {
            FunctionWriter::new(functions, function, version).write(w);
        };
        match function.versions {
            Versions::One => emit(Version::LITTLE, w),
            Versions::ByEndianness { has_unreversed } => {
                w.raw("#ifdef __LITTLE_ENDIAN__\n");
                emit(Version::LITTLE, w);
                w.raw("#else\n");
                emit(Version::BIG, w);
                if has_unreversed {
                    emit(Version::UNREVERSED, w);
                }
                w.raw("#endif\n\n");
            }
        }
    }
    emit_guard(&mut guard, "", w);
    w.raw("\n#undef __ai\n\n");
}

/// Goes from the condition in force to `next`.
fn emit_guard<'s>(in_force: &mut &'s str, next: &'s str, w: &mut CppWriter) {
    if *in_force != next {
        if !in_force.is_empty() {
            w.raw("#endif\n");
        }
        if !next.is_empty() {
            append!(w, "#if ", next, "\n");
        }
        *in_force = next;
    }
}

/// Writes the types of vectors of `elements`, and those of structures of 2 to 4 of them.
pub(crate) fn emit_typedefs(vectors: &[NeonType], w: &mut CppWriter) {
    let mut is_a64 = false;
    for ty in vectors {
        emit_a64(&mut is_a64, ty.is_double(), w);
        let attribute = if ty.is_poly() { "neon_polyvector_type" } else { "neon_vector_type" };
        append!(w, "typedef __attribute__((", attribute, "(", ty.elements(), "))) ");
        append!(w, ty.element(), " ", ty, ";\n");
    }
    emit_a64(&mut is_a64, false, w);
    w.blank();
    for members in 2..=4 {
        for ty in vectors {
            emit_a64(&mut is_a64, ty.is_double(), w);
            let name = ty.with_vectors(members);
            append!(w, "typedef struct ", name, " {\n  ", ty, " val[", members, "];\n} ", name);
            append!(w, ";\n\n");
        }
    }
    emit_a64(&mut is_a64, false, w);
}

fn emit_a64(in_force: &mut bool, next: bool, w: &mut CppWriter) {
    if *in_force != next {
        w.raw(if next { A64 } else { "#endif\n" });
        *in_force = next;
    }
}
