//! `--gen-arm-sme-header`: `arm_sme.h`, the intrinsics of SME.

use tablewright_backend::{Backend, Failure, Job};
use tablewright_text::{CppWriter, text_block};

use crate::support::sve::Extension;
use crate::support::sve::header::{Declarations, emit_attributes, emit_declarations};

pub(crate) const BACKEND: Backend =
    Backend { name: "gen-arm-sme-header", help: "Generate arm_sme.h for clang", options: &[], run };

fn run(job: &mut Job<'_>) -> Result<(), Failure> {
    let declarations = Declarations::new(job.analysis()?, job.store);
    job.write_cpp(|w| emit(&declarations, w))
}

fn emit(declarations: &Declarations<'_>, w: &mut CppWriter) {
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

        __ai bool __arm_in_streaming_mode(void) __arm_streaming_compatible {{
          uint64_t x0, x1;
          __builtin_arm_get_sme_state(&x0, &x1);
          return x0 & 1;
        }}

        void *__arm_sc_memcpy(void *dest, const void *src, size_t n) __arm_streaming_compatible;
        void *__arm_sc_memmove(void *dest, const void *src, size_t n) __arm_streaming_compatible;
        void *__arm_sc_memset(void *s, int c, size_t n) __arm_streaming_compatible;
        void *__arm_sc_memchr(void *s, int c, size_t n) __arm_streaming_compatible;

        __ai __attribute__((target(\"sme\"))) void svundef_za(void) \
         __arm_streaming_compatible __arm_out(\"za\") {{ }}

        "
    );
    emit_declarations(declarations, Extension::Sme, w);
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
