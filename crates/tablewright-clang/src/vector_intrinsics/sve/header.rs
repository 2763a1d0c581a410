//! `arm_sve.h` and `arm_sme.h`: vector types and function declarations.

use tablewright_backend::{Failure, Job};
use tablewright_records::{Feature, RecordStore};
use tablewright_text::{Append, CppWriter, append, text_block};

use super::intrinsic::{SveInstId, SveIntrinsicId, SveIntrinsics};
use super::reinterpretation::{Reinterpretation, TUPLES, reinterpretations};
use super::signature::{SveSignatureId, SveTypeId};
use crate::support::texts::UnescapedTexts;
use crate::vector_intrinsics::family::IntrinsicFamily;

/// Vector names in C, and in Clang's types.
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

/// Instructions that always merge inactive elements, so that the `_x` form is equivalent.
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

pub(crate) fn run(job: &mut Job<'_>, family: IntrinsicFamily) -> Result<(), Failure> {
    let declarations = Declarations::new(job.analysis()?, job.store);
    let is_sme = family == IntrinsicFamily::Sme;
    let emit = if is_sme { emit_sme_header } else { emit_sve_header };
    job.write_cpp(|w| emit(&declarations, w))
}

/// Functions for the intrinsics in a description.
struct Declarations<'s> {
    intrinsics: &'s SveIntrinsics,
    /// The text before the name, for each signature: `svint8_t `.
    results: UnescapedTexts<SveSignatureId>,
    /// The text after the name: `(svbool_t, svint8_t);`.
    parameters: UnescapedTexts<SveSignatureId>,
    /// Records grouped by guards, then sorted by name.
    groups: Vec<Vec<DeclaredInst<'s>>>,
    /// The reinterpretations for each tuple size.
    reinterpretations: Vec<Vec<Reinterpretation>>,
    has_mfloat8: bool,
    /// Whether the function for streaming mode is a builtin in the description.
    streaming_mode_is_builtin: bool,
}

/// A record with the sort keys for its functions.
struct DeclaredInst<'s> {
    inst: SveInstId,
    name: &'s str,
    /// Whether functions with short names are overloaded.
    is_overloaded: bool,
}

impl<'s> Declarations<'s> {
    fn new(intrinsics: &'s SveIntrinsics, store: &'s RecordStore) -> Declarations<'s> {
        let mut type_names: UnescapedTexts<SveTypeId> = UnescapedTexts::new();
        for ty in intrinsics.signatures.distinct_types.iter() {
            type_names.push(|out| append!(out, ty));
        }
        let (mut results, mut parameters) = (UnescapedTexts::new(), UnescapedTexts::new());
        for signature in intrinsics.signatures.ids() {
            let types = intrinsics.signatures.types(signature);
            results.push(|out| append!(out, &type_names[types[0]], " "));
            // A prototype without parameters has a `v`, which is printed as `(void)`.
            parameters.push(|out| {
                append!(out, "(");
                for (i, &ty) in types[1..].iter().enumerate() {
                    append!(out, if i > 0 { ", " } else { "" }, &type_names[ty]);
                }
                append!(out, ");\n");
            });
        }
        Declarations {
            intrinsics,
            results,
            parameters,
            groups: groups(intrinsics, store),
            reinterpretations: TUPLES.map(|tuple| reinterpretations(tuple, store).collect()).into(),
            streaming_mode_is_builtin: store.release().has(Feature::StreamingModeIsBuiltin),
            has_mfloat8: store.release().has(Feature::MFloat8),
        }
    }
}

fn groups<'s>(intrinsics: &'s SveIntrinsics, store: &'s RecordStore) -> Vec<Vec<DeclaredInst<'s>>> {
    let guards = intrinsics.guards.iter();
    let mut groups: Vec<(String, Vec<DeclaredInst<'s>>)> =
        guards.map(|guards| (format!("{}{}", guards.sve, guards.sme), Vec::new())).collect();
    for (id, inst) in intrinsics.insts.iter_enumerated() {
        groups[inst.guards.index()].1.push(DeclaredInst {
            inst: id,
            name: store.str(inst.name),
            // A single letter does not have a parameter that could distinguish functions.
            is_overloaded: store.str(inst.prototype).len() > 1,
        });
    }
    groups.sort_by(|(a, _), (b, _)| a.cmp(b));
    // Different pairs of guards can have the same concatenation.
    let mut joined: Vec<(String, Vec<DeclaredInst<'s>>)> = Vec::with_capacity(groups.len());
    for (name, insts) in groups {
        match joined.last_mut() {
            Some((previous, before)) if *previous == name => before.extend(insts),
            _ => joined.push((name, insts)),
        }
    }
    let sorted = joined.into_iter().map(|(_, mut insts)| {
        insts.sort_unstable_by_key(|declared| (declared.name, declared.inst));
        insts
    });
    sorted.collect()
}

fn emit_sve_header(declarations: &Declarations<'_>, w: &mut CppWriter) {
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
    emit_types(declarations.has_mfloat8, w);
    w.raw(include_str!("enumerations.inc"));
    emit_attributes(w);
    emit_reinterpretations(&declarations.reinterpretations, w);
    emit_declarations(declarations, IntrinsicFamily::Sve, w);
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

fn emit_sme_header(declarations: &Declarations<'_>, w: &mut CppWriter) {
    w.file_header("arm_sme.h: intrinsics of SME", None);
    text_block!(
        w,
        "
        #ifndef __ARM_SME_H
        #define __ARM_SME_H

        #if !defined(__LITTLE_ENDIAN__)
        #error \"Big endian is currently not supported for arm_sme.h\"
        #endif
        #include <arm_sve.h>

        #include <stddef.h>

        "
    );
    emit_attributes(w);
    text_block!(
        w,
        "
        #ifdef  __cplusplus
        extern \"C\" {{
        #endif

        void __arm_za_disable(void) __arm_streaming_compatible;

        __ai bool __arm_has_sme(void) __arm_streaming_compatible {{
          uint64_t x0, x1;
          __builtin_arm_get_sme_state(&x0, &x1);
          return x0 & (1ULL << 63);
        }}

        "
    );
    if !declarations.streaming_mode_is_builtin {
        text_block!(
            w,
            "
            __ai bool __arm_in_streaming_mode(void) __arm_streaming_compatible {{
              uint64_t x0, x1;
              __builtin_arm_get_sme_state(&x0, &x1);
              return x0 & 1;
            }}

            "
        );
    }
    text_block!(
        w,
        "
        void *__arm_sc_memcpy(void *dest, const void *src, size_t n) __arm_streaming_compatible;
        void *__arm_sc_memmove(void *dest, const void *src, size_t n) __arm_streaming_compatible;
        void *__arm_sc_memset(void *s, int c, size_t n) __arm_streaming_compatible;
        void *__arm_sc_memchr(void *s, int c, size_t n) __arm_streaming_compatible;

        __ai __attribute__((target(\"sme\"))) void svundef_za(void) \
         __arm_streaming_compatible __arm_out(\"za\") {{ }}

        "
    );
    emit_declarations(declarations, IntrinsicFamily::Sme, w);
    text_block!(
        w,
        "
        #ifdef __cplusplus
        }} // extern \"C\"
        #endif

        #undef __ai

        #endif /* __ARM_SME_H */
        "
    );
}

/// Writes the types: vectors, tuples of 2 to 4 vectors, and predicates.
fn emit_types(has_mfloat8: bool, w: &mut CppWriter) {
    for (name, clang) in VECTORS {
        append!(w, "typedef __SV", clang, "_t sv", name, "_t;\n");
    }
    append!(w, "\ntypedef __SVBfloat16_t svbfloat16_t;\n");
    append!(w, "#include <arm_bf16.h>\n#include <arm_vector_types.h>\n");
    if has_mfloat8 {
        append!(w, "typedef __SVMfloat8_t svmfloat8_t;\n\n");
    }
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
    let small_floats: &[&str] = if has_mfloat8 { &["bfloat16", "mfloat8"] } else { &["bfloat16"] };
    for name in small_floats {
        for vectors in 2..=4_u32 {
            let tuple = format_args!("sv{name}x{vectors}_t");
            append!(w, "typedef __clang_", tuple, " ", tuple, ";\n");
        }
    }
    append!(w, "typedef __SVCount_t svcount_t;\n\n");
}

/// Writes the macros at the start of declarations.
fn emit_attributes(w: &mut CppWriter) {
    const COMMON: &str = "static __inline__ __attribute__((__always_inline__, __nodebug__";
    append!(w, "/* Function attributes */\n#define __ai ", COMMON, "))\n\n");
    append!(w, "#define __aio ", COMMON, ", __overloadable__))\n\n");
}

/// Writes the reinterpretation functions. For each tuple size, functions with full names are first.
fn emit_reinterpretations(tuples: &[Vec<Reinterpretation>], w: &mut CppWriter) {
    for tuple in tuples {
        for &one in tuple {
            emit_alias(true, IntrinsicFamily::Sve, one, w);
            append!(w, one.to, " sv", one, "(", one.from, " op);\n");
        }
        for &one in tuple {
            emit_alias(true, IntrinsicFamily::Sve, one, w);
            append!(w, one.to, " svreinterpret_", one.to.suffix(), "(", one.from, " op);\n");
        }
    }
}

/// Writes the intrinsic functions by guards. For each, full names are first; then sorted by name.
fn emit_declarations(declarations: &Declarations<'_>, family: IntrinsicFamily, w: &mut CppWriter) {
    let Declarations { intrinsics, results, parameters, groups, .. } = declarations;
    let mut emit = |id: SveIntrinsicId, is_overloaded: bool, name: &str| {
        emit_alias(is_overloaded, family, &intrinsics.full_names[id], w);
        let signature = intrinsics.all[id].signature;
        append!(w, &results[signature], name, &parameters[signature]);
    };
    for group in groups {
        for declared in group {
            for id in intrinsics.for_inst(declared.inst) {
                emit(id, false, &intrinsics.full_names[id]);
            }
        }
        for declared in group {
            for id in intrinsics.for_inst(declared.inst) {
                if let Some(name) = intrinsics.all[id].short_name {
                    emit(id, declared.is_overloaded, &intrinsics.names[name]);
                }
            }
        }
    }
}

/// Writes an attribute that marks the next function as a builtin.
fn emit_alias(
    is_overloaded: bool,
    family: IntrinsicFamily,
    builtin: impl Append,
    w: &mut CppWriter,
) {
    append!(w, if is_overloaded { "__aio" } else { "__ai" });
    append!(w, " __attribute__((__clang_arm_builtin_alias(", family.builtin(builtin), ")))\n");
}
