//! `--gen-arm-fp16`: `arm_fp16.h`, the intrinsics on floating-point numbers of 16 bits.

use tablewright_backend::{Backend, Failure, Job};
use tablewright_text::{CppWriter, text_block};

use crate::support::neon::emit::emit_functions;
use crate::support::neon::functions::Functions;

pub(crate) const BACKEND: Backend =
    Backend { name: "gen-arm-fp16", help: "Generate arm_fp16.h for clang", options: &[], run };

fn run(job: &mut Job<'_>) -> Result<(), Failure> {
    let functions = Functions::of(job)?;
    job.write_cpp(|w| emit(&functions, w))
}

fn emit(functions: &Functions<'_>, w: &mut CppWriter) {
    w.file_header("arm_fp16.h: intrinsics of Arm on 16-bit floating-point numbers", None);
    text_block!(
        w,
        "
        #ifndef __ARM_FP16_H
        #define __ARM_FP16_H

        #include <stdint.h>

        typedef __fp16 float16_t;
        "
    );
    emit_functions(functions, w);
    w.raw("#endif /* __ARM_FP16_H */\n");
}
