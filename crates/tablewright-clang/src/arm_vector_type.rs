//! `--gen-arm-vector-type`: `arm_vector_types.h`, the types of vectors that NEON and SVE share.
//!
//! They do not depend on the description.

use tablewright_backend::{Backend, Failure, Job};
use tablewright_text::{CppWriter, text_block};

use crate::support::neon::emit::emit_typedefs;
use crate::support::neon::neon_type::NeonType;

pub(crate) const BACKEND: Backend = Backend {
    name: "gen-arm-vector-type",
    help: "Generate arm_vector_types.h for clang",
    options: &[],
    run,
};

const VECTORS: [&str; 22] = [
    "c", "Qc", "s", "Qs", "i", "Qi", "l", "Ql", "Uc", "QUc", "Us", "QUs", "Ui", "QUi", "Ul", "QUl",
    "h", "Qh", "f", "Qf", "d", "Qd",
];
const BFLOATS: [&str; 2] = ["b", "Qb"];

fn run(job: &mut Job<'_>) -> Result<(), Failure> {
    let types = |specs: &[&str]| -> Vec<NeonType> {
        specs.iter().filter_map(|spec| NeonType::of_spec(spec).ok()).collect()
    };
    let (vectors, bfloats) = (types(&VECTORS), types(&BFLOATS));
    job.write_cpp(|w| emit(&vectors, &bfloats, w))
}

fn emit(vectors: &[NeonType], bfloats: &[NeonType], w: &mut CppWriter) {
    w.file_header("arm_vector_types.h: types of vectors", None);
    text_block!(
        w,
        "
        #if !defined(__ARM_NEON_H) && !defined(__ARM_SVE_H)
        #error \"This file should not be used standalone. \
         Please include arm_neon.h or arm_sve.h instead\"

        #endif
        #ifndef __ARM_NEON_TYPES_H
        #define __ARM_NEON_TYPES_H
        typedef float float32_t;
        typedef __fp16 float16_t;
        #if defined(__aarch64__) || defined(__arm64ec__)
        typedef double float64_t;
        #endif

        "
    );
    emit_typedefs(vectors, w);
    emit_typedefs(bfloats, w);
    w.raw("#endif // __ARM_NEON_TYPES_H\n");
}
