//! `--gen-arm-neon`: `arm_neon.h`, the intrinsics of NEON.

use tablewright_backend::{Backend, Failure, Job};
use tablewright_text::{CppWriter, text_block};

use crate::support::neon::emit::{emit_functions, emit_typedefs};
use crate::support::neon::functions::Functions;
use crate::support::neon::neon_type::NeonType;

pub(crate) const BACKEND: Backend =
    Backend { name: "gen-arm-neon", help: "Generate arm_neon.h for clang", options: &[], run };

/// Vectors of polynomials, which only this header has.
const POLYNOMIALS: [&str; 6] = ["Pc", "QPc", "Ps", "QPs", "Pl", "QPl"];

fn run(job: &mut Job<'_>) -> Result<(), Failure> {
    let functions = Functions::of(job)?;
    let polynomials: Vec<NeonType> =
        POLYNOMIALS.iter().filter_map(|spec| NeonType::of_spec(spec).ok()).collect();
    job.write_cpp(|w| emit(&polynomials, &functions, w))
}

fn emit(polynomials: &[NeonType], functions: &Functions<'_>, w: &mut CppWriter) {
    w.file_header("arm_neon.h: intrinsics of NEON", None);
    text_block!(
        w,
        "
        #ifndef __ARM_NEON_H
        #define __ARM_NEON_H

        #ifndef __ARM_FP
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
        "
    );
    emit_typedefs(polynomials, w);
    emit_functions(functions, w);
    w.raw("#endif /* if !defined(__ARM_NEON) */\n#endif /* ifndef __ARM_FP */\n");
}
