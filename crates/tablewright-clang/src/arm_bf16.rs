//! `--gen-arm-bf16`: `arm_bf16.h`, the intrinsics on `bfloat16`.

use tablewright_backend::{Backend, Failure, Job};
use tablewright_text::{CppWriter, text_block};

use crate::support::neon::emit::emit_functions;
use crate::support::neon::functions::Functions;

pub(crate) const BACKEND: Backend =
    Backend { name: "gen-arm-bf16", help: "Generate arm_bf16.h for clang", options: &[], run };

fn run(job: &mut Job<'_>) -> Result<(), Failure> {
    let functions = Functions::of(job)?;
    job.write_cpp(|w| emit(&functions, w))
}

fn emit(functions: &Functions<'_>, w: &mut CppWriter) {
    w.file_header("arm_bf16.h: intrinsics of Arm on bfloat16", None);
    text_block!(
        w,
        "
        #ifndef __ARM_BF16_H
        #define __ARM_BF16_H

        typedef __bf16 bfloat16_t;
        "
    );
    emit_functions(functions, w);
    w.raw("#endif\n");
}
