//! `--gen-arm-sve-header`: `arm_sve.h`, the intrinsics of SVE.

use tablewright_backend::{Backend, Failure, Job};
use tablewright_text::{CppWriter, append, text_block};

use crate::support::sve::Extension;
use crate::support::sve::header::{
    Declarations, emit_attributes, emit_declarations, emit_reinterpretations,
};

pub(crate) const BACKEND: Backend =
    Backend { name: "gen-arm-sve-header", help: "Generate arm_sve.h for clang", options: &[], run };

/// The names of vectors in C, and those of Clang's types.
const VECTORS: [(&str, &str); 9] = [
    ("int8", "Int8"),
    ("int16", "Int16"),
    ("int32", "Int32"),
    ("int64", "Int64"),
    ("uint8", "Uint8"),
    ("uint16", "Uint16"),
    ("uint32", "Uint32"),
    ("uint64", "Uint64"),
    ("float16", "Float16"),
];
const WIDE_FLOATS: [(&str, &str); 2] = [("float32", "Float32"), ("float64", "Float64")];

/// Instructions whose inactive elements are always merged, and so are the same with `_x`.
const MERGING: [&str; 8] = [
    "svcvtnt_bf16",
    "svcvtnt_bf16_f32",
    "svcvtnt_f16",
    "svcvtnt_f16_f32",
    "svcvtnt_f32",
    "svcvtnt_f32_f64",
    "svcvtxnt_f32",
    "svcvtxnt_f32_f64",
];

fn run(job: &mut Job<'_>) -> Result<(), Failure> {
    let declarations = Declarations::new(job.analysis()?, job.store);
    job.write_cpp(|w| emit(&declarations, w))
}

fn emit(declarations: &Declarations<'_>, w: &mut CppWriter) {
    w.file_header("arm_sve.h: intrinsics of SVE", None);
    text_block!(
        w,
        "
        #ifndef __ARM_SVE_H
        #define __ARM_SVE_H

        #if !defined(__LITTLE_ENDIAN__)
        #error \"Big endian is currently not supported for arm_sve.h\"
        #endif
        #include <stdint.h>

        #ifdef  __cplusplus
        extern \"C\" {{
        #else
        #include <stdbool.h>
        #endif

        typedef __fp16 float16_t;
        typedef float float32_t;
        typedef double float64_t;
        "
    );
    emit_types(w);
    w.raw(include_str!("support/sve/enumerations.inc"));
    emit_attributes(w);
    emit_reinterpretations(w);
    emit_declarations(declarations, Extension::Sve, w);
    for name in MERGING {
        append!(w, "#define ", name, "_x ", name, "_m\n");
    }
    text_block!(
        w,
        "

        #ifdef __cplusplus
        }} // extern \"C\"
        #endif

        #undef __ai

        #undef __aio

        #endif /* __ARM_SVE_H */
        "
    );
}

/// Writes the types: vectors, tuples of 2 to 4 of them, and predicates.
fn emit_types(w: &mut CppWriter) {
    for (name, clang) in VECTORS {
        append!(w, "typedef __SV", clang, "_t sv", name, "_t;\n");
    }
    append!(w, "\ntypedef __SVBfloat16_t svbfloat16_t;\n");
    append!(w, "#include <arm_bf16.h>\n#include <arm_vector_types.h>\n");
    for (name, clang) in WIDE_FLOATS {
        append!(w, "typedef __SV", clang, "_t sv", name, "_t;\n");
    }
    for vectors in 2..=4_u32 {
        for (name, _) in VECTORS.iter().chain(&WIDE_FLOATS) {
            let tuple = format_args!("sv{name}x{vectors}_t");
            append!(w, "typedef __clang_", tuple, " ", tuple, ";\n");
        }
    }
    append!(w, "typedef __SVBool_t svbool_t;\n");
    append!(w, "typedef __clang_svboolx2_t svboolx2_t;\n");
    append!(w, "typedef __clang_svboolx4_t svboolx4_t;\n\n");
    for vectors in 2..=4_u32 {
        let tuple = format_args!("svbfloat16x{vectors}_t");
        append!(w, "typedef __clang_", tuple, " ", tuple, ";\n");
    }
    append!(w, "typedef __SVCount_t svcount_t;\n\n");
}
