//! Functions and types, as the headers have them.

use tablewright_text::{CppWriter, append};

use super::functions::{Function, Version, Versions};
use super::neon_type::NeonType;

/// The condition for what only 64-bit targets have.
const A64: &str = "#if defined(__aarch64__) || defined(__arm64ec__)\n";

/// Writes all functions, with the macro they begin with around them.
pub(crate) fn emit_functions(functions: &[Function<'_>], w: &mut CppWriter) {
    w.raw("#define __ai static __inline__ __attribute__((__always_inline__, __nodebug__))\n\n");
    let mut guard = "";
    for function in functions {
        emit_guard(&mut guard, function.arch_guard, w);
        match &function.versions {
            Versions::One(version) => emit_version(version, w),
            Versions::ByEndianness { little, big } => {
                w.raw("#ifdef __LITTLE_ENDIAN__\n");
                emit_version(little, w);
                w.raw("#else\n");
                for version in big {
                    emit_version(version, w);
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

fn emit_version(version: &Version, w: &mut CppWriter) {
    let Version { head, body, is_macro } = version;
    append!(w, head);
    let Some(body) = body else {
        return w.raw(" __attribute__((unavailable));\n");
    };
    let (open, end_of_line, close) = match is_macro {
        true => (" __extension__ ({", " \\\n", "})\n"),
        false => (" {", "\n", "}\n"),
    };
    append!(w, open, end_of_line);
    for line in body {
        append!(w, line, end_of_line);
    }
    w.raw(close);
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
