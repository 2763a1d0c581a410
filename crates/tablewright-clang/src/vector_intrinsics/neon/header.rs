//! `arm_neon.h`, `arm_fp16.h`, `arm_bf16.h` and `arm_vector_types.h`: vector types and functions.

use tablewright_backend::{Failure, Job};
use tablewright_records::Feature;
use tablewright_text::{CppWriter, append};

use super::fpm;
use super::function_writer::{FunctionWriter, NeonVersion};
use super::functions::{NeonFunctions, NeonVersions};
use super::neon_type::NeonType;
use crate::vector_intrinsics::c_type::ElementKind;

/// The condition for 64-bit targets.
const A64: &str = "#if defined(__aarch64__) || defined(__arm64ec__)\n";

/// A header's parts in order.
pub(crate) struct NeonHeader {
    title: &'static str,
    start: &'static str,
    /// Groups of element types for the named vectors.
    vectors: &'static [&'static [&'static str]],
    /// Whether the header contains the description's functions.
    has_functions: bool,
    /// Text after `start`, in releases that support `mfloat8_t`.
    mfloat8_start: &'static str,
    middle: &'static str,
    /// Whether those releases have `fpm_t` and its functions after `middle`.
    has_fpm: bool,
    /// Whether it is `arm_neon.h`, which checks the target and has macros for lanes of reversed
    /// vectors.
    is_neon: bool,
    end: &'static str,
}

pub(crate) const ARM_NEON: NeonHeader = NeonHeader {
    title: "arm_neon.h: intrinsics of NEON",
    start: "
        #error \"NEON intrinsics not available with the soft-float ABI. \
         Please use -mfloat-abi=softfp or -mfloat-abi=hard\"
        #else

        #include <stdint.h>

        #include <arm_bf16.h>
        #include <arm_vector_types.h>
        #if defined(__aarch64__) || defined(__arm64ec__)
        typedef uint8_t poly8_t;
        typedef uint16_t poly16_t;
        typedef uint64_t poly64_t;
        typedef __uint128_t poly128_t;
        #else
        typedef int8_t poly8_t;
        typedef int16_t poly16_t;
        typedef int64_t poly64_t;
        #endif
        ",
    vectors: &[&["Pc", "QPc", "Ps", "QPs", "Pl", "QPl"]],
    has_functions: true,
    mfloat8_start: "",
    middle: "",
    has_fpm: false,
    is_neon: true,
    end: "#endif /* if !defined(__ARM_NEON) */\n#endif /* ifndef __ARM_FP */\n",
};

pub(crate) const ARM_FP16: NeonHeader = NeonHeader {
    title: "arm_fp16.h: intrinsics of Arm on 16-bit floating-point numbers",
    start: "
        #ifndef __ARM_FP16_H
        #define __ARM_FP16_H

        #include <stdint.h>

        typedef __fp16 float16_t;
        ",
    vectors: &[],
    has_functions: true,
    mfloat8_start: "",
    middle: "",
    has_fpm: false,
    is_neon: false,
    end: "#endif /* __ARM_FP16_H */\n",
};

pub(crate) const ARM_BF16: NeonHeader = NeonHeader {
    title: "arm_bf16.h: intrinsics of Arm on bfloat16",
    start: "
        #ifndef __ARM_BF16_H
        #define __ARM_BF16_H

        typedef __bf16 bfloat16_t;
        ",
    vectors: &[],
    has_functions: true,
    mfloat8_start: "",
    middle: "",
    has_fpm: false,
    is_neon: false,
    end: "#endif\n",
};

/// The types that NEON and SVE share. They do not depend on the description.
pub(crate) const ARM_VECTOR_TYPES: NeonHeader = NeonHeader {
    title: "arm_vector_types.h: types of vectors",
    start: "
        #if !defined(__ARM_NEON_H) && !defined(__ARM_SVE_H)
        #error \"This file should not be used standalone. \
         Please include arm_neon.h or arm_sve.h instead\"

        #endif
        #ifndef __ARM_NEON_TYPES_H
        #define __ARM_NEON_TYPES_H
        typedef float float32_t;
        typedef __fp16 float16_t;
        #if defined(__aarch64__) || defined(__arm64ec__)
        ",
    vectors: &[
        &[
            "c", "Qc", "s", "Qs", "i", "Qi", "l", "Ql", "Uc", "QUc", "Us", "QUs", "Ui", "QUi",
            "Ul", "QUl", "m", "Qm", "h", "Qh", "f", "Qf", "d", "Qd",
        ],
        &["b", "Qb"],
    ],
    has_functions: false,
    mfloat8_start: "typedef __mfp8 mfloat8_t;\n",
    middle: "typedef double float64_t;\n#endif\n\n",
    has_fpm: true,
    is_neon: false,
    end: "#endif // __ARM_NEON_TYPES_H\n",
};

pub(crate) fn run(job: &mut Job<'_>, header: &NeonHeader) -> Result<(), Failure> {
    let functions = if header.has_functions { Some(NeonFunctions::for_job(job)?) } else { None };
    let has_mfloat8 = job.store.release().has(Feature::MFloat8);
    let types = |specs: &&[&str]| -> Vec<NeonType> {
        let types = specs.iter().filter_map(|spec| NeonType::from_spec(spec).ok());
        types.filter(|ty| has_mfloat8 || !ty.is(ElementKind::MFloat)).collect()
    };
    let vectors: Vec<Vec<NeonType>> = header.vectors.iter().map(types).collect();
    let job_release = job.store.release();
    job.write_cpp(|w| {
        w.file_header(header.title, None);
        if header.is_neon {
            emit_target_check(has_mfloat8, w);
        }
        w.text_block(header.start);
        if has_mfloat8 {
            w.raw(header.mfloat8_start);
        }
        w.raw(header.middle);
        if has_mfloat8 && header.has_fpm {
            let declares_scales = job_release.has(Feature::FpmScalesAreDeclared);
            fpm::emit(declares_scales, w);
        }
        for group in &vectors {
            emit_typedefs(group, w);
        }
        if let Some(functions) = &functions {
            emit_functions(functions, header.is_neon, w);
        }
        w.raw(header.end);
    })
}

/// Writes the conditions under which `arm_neon.h` cannot be used, up to the last message.
fn emit_target_check(names_targets: bool, w: &mut CppWriter) {
    w.raw("#ifndef __ARM_NEON_H\n#define __ARM_NEON_H\n\n");
    if names_targets {
        w.raw("#if !defined(__arm__) && !defined(__aarch64__) && !defined(__arm64ec__)\n");
        w.raw("#error \"<arm_neon.h> is intended only for ARM and AArch64 targets\"\n");
        w.raw("#elif !defined(__ARM_FP)\n");
    } else {
        w.raw("#ifndef __ARM_FP\n");
    }
}

/// Writes all functions, and the macro for their attributes.
fn emit_functions(functions: &NeonFunctions<'_>, has_lane_macros: bool, w: &mut CppWriter) {
    w.raw("#define __ai static __inline__ __attribute__((__always_inline__, __nodebug__))\n\n");
    if has_lane_macros && functions.intrinsics.has_bit_casts {
        emit_lane_macros(w);
    }
    let mut guard = "";
    for function in &functions.functions {
        let intrinsic = functions.intrinsics.get(function.intrinsic, functions.store);
        emit_guard(&mut guard, intrinsic.guards().arch, w);
        let emit = |version, w: &mut CppWriter| {
            FunctionWriter::new(functions, intrinsic, function, version).write(w);
        };
        match function.versions {
            NeonVersions::One => emit(NeonVersion::LITTLE, w),
            NeonVersions::ByEndianness { has_unreversed } => {
                w.raw("#ifdef __LITTLE_ENDIAN__\n");
                emit(NeonVersion::LITTLE, w);
                w.raw("#else\n");
                emit(NeonVersion::BIG, w);
                if has_unreversed {
                    emit(NeonVersion::UNREVERSED, w);
                }
                w.raw("#endif\n\n");
            }
        }
    }
    emit_guard(&mut guard, "", w);
    w.raw("\n#undef __ai\n\n");
}

/// Writes the macros for lanes of reversed vectors. 32-bit big endian targets store 128-bit vectors
/// as two halves in order.
fn emit_lane_macros(w: &mut CppWriter) {
    append!(w, "#if !defined(__LITTLE_ENDIAN__)\n", A64);
    emit_reversals(128, w);
    w.raw("#else\n");
    emit_reversals(64, w);
    w.raw("#endif\n#endif\n");
}

/// Writes the macros that reverse the lanes in each part of `part_bits` bits.
fn emit_reversals(part_bits: u32, w: &mut CppWriter) {
    const LANES: [(u32, u32); 7] =
        [(64, 32), (64, 16), (64, 8), (128, 64), (128, 32), (128, 16), (128, 8)];
    for (bits, element_bits) in LANES {
        append!(w, "#define __lane_reverse_", bits, "_", element_bits, " ");
        let (lanes, per_part) = (bits / element_bits, bits.min(part_bits) / element_bits);
        for lane in 0..lanes {
            let first = lane / per_part * per_part;
            append!(w, if lane > 0 { "," } else { "" }, 2 * first + per_part - 1 - lane);
        }
        w.raw("\n");
    }
}

/// Changes the current condition to `next`.
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

/// Writes vector types for `elements`, and structures of 2 to 4 vectors.
fn emit_typedefs(vectors: &[NeonType], w: &mut CppWriter) {
    let mut is_a64 = false;
    for ty in vectors {
        emit_a64(&mut is_a64, ty.is_a64_only(), w);
        let attribute =
            if ty.is(ElementKind::Poly) { "neon_polyvector_type" } else { "neon_vector_type" };
        append!(w, "typedef __attribute__((", attribute, "(", ty.elements(), "))) ");
        append!(w, ty.element(), " ", ty, ";\n");
    }
    emit_a64(&mut is_a64, false, w);
    w.blank();
    for members in 2..=4 {
        for ty in vectors {
            emit_a64(&mut is_a64, ty.is_a64_only(), w);
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
