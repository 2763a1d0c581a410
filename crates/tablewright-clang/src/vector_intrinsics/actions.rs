//! Actions for vector intrinsics, a row per generated file.

use tablewright_backend::Backend;

use super::family::IntrinsicFamily::{Cde, Mve, Sme, Sve};
use super::{mve, neon, riscv_vector, sve};

/// Creates a [`Backend`] from each row: action name, help, and the function that writes the file,
/// with its additional argument.
macro_rules! actions {
    ($($name:literal, $help:literal => $($function:ident)::+ ($($argument:expr)?);)+) => {
        &[$(Backend {
            name: $name,
            help: $help,
            options: &[],
            run: |job| $($function)::+(job $(, $argument)?),
        }),+]
    };
}

/// In the order of `--help`.
#[rustfmt::skip]
pub(crate) static ACTIONS: &[Backend] = actions! {
    "gen-arm-neon", "Generate arm_neon.h for clang" => neon::header::run(&neon::header::ARM_NEON);
    "gen-arm-fp16", "Generate arm_fp16.h for clang" => neon::header::run(&neon::header::ARM_FP16);
    "gen-arm-bf16", "Generate arm_bf16.h for clang" => neon::header::run(&neon::header::ARM_BF16);
    "gen-arm-vector-type", "Generate arm_vector_types.h for clang"
        => neon::header::run(&neon::header::ARM_VECTOR_TYPES);
    "gen-arm-neon-sema", "Generate ARM NEON sema support for clang" => neon::sema_file::run();
    "gen-arm-neon-test", "Generate ARM NEON tests for clang" => neon::test_file::run();
    "gen-arm-immcheck-types",
        "Generate arm_immcheck_types.inc (immediate range check types) for clang"
        => sve::type_flags_file::run_immediate_checks();
    "gen-arm-sve-header", "Generate arm_sve.h for clang" => sve::header::run(Sve);
    "gen-arm-sve-builtins", "Generate arm_sve_builtins.inc for clang" => sve::builtins_file::run(Sve);
    "gen-arm-sve-builtins-json", "Generate arm_sve_buitins.json" => sve::json_file::run();
    "gen-arm-sve-builtin-codegen", "Generate arm_sve_builtin_cg_map.inc for clang"
        => sve::codegen_file::run(Sve);
    "gen-arm-sve-typeflags", "Generate arm_sve_typeflags.inc for clang" => sve::type_flags_file::run();
    "gen-arm-sve-sema-rangechecks", "Generate arm_sve_sema_rangechecks.inc for clang"
        => sve::range_checks_file::run(Sve);
    "gen-arm-sve-streaming-attrs", "Generate arm_sve_streaming_attrs.inc for clang"
        => sve::streaming_attrs_file::run(Sve);
    "gen-arm-sme-header", "Generate arm_sme.h for clang" => sve::header::run(Sme);
    "gen-arm-sme-builtins", "Generate arm_sme_builtins.inc for clang" => sve::builtins_file::run(Sme);
    "gen-arm-sme-builtins-json", "Generate arm_sme_buitins.json" => sve::json_file::run();
    "gen-arm-sme-builtin-codegen", "Generate arm_sme_builtin_cg_map.inc for clang"
        => sve::codegen_file::run(Sme);
    "gen-arm-sme-sema-rangechecks", "Generate arm_sme_sema_rangechecks.inc for clang"
        => sve::range_checks_file::run(Sme);
    "gen-arm-sme-streaming-attrs", "Generate arm_sme_streaming_attrs.inc for clang"
        => sve::streaming_attrs_file::run(Sme);
    "gen-arm-sme-builtin-za-state", "Generate arm_sme_builtins_za_state.inc for clang"
        => sve::za_state_file::run();
    "gen-arm-mve-header", "Generate arm_mve.h for clang" => mve::header::run(Mve);
    "gen-arm-mve-builtin-def", "Generate ARM MVE builtin definitions for clang"
        => mve::builtin_def_file::run(Mve);
    "gen-arm-mve-builtin-sema", "Generate ARM MVE builtin sema checks for clang"
        => mve::sema_file::run(Mve);
    "gen-arm-mve-builtin-codegen", "Generate ARM MVE builtin code-generator for clang"
        => mve::codegen_file::run(Mve);
    "gen-arm-mve-builtin-aliases", "Generate list of valid ARM MVE builtin aliases for clang"
        => mve::aliases_file::run(Mve);
    "gen-arm-cde-header", "Generate arm_cde.h for clang" => mve::header::run(Cde);
    "gen-arm-cde-builtin-def", "Generate ARM CDE builtin definitions for clang"
        => mve::builtin_def_file::run(Cde);
    "gen-arm-cde-builtin-sema", "Generate ARM CDE builtin sema checks for clang"
        => mve::sema_file::run(Cde);
    "gen-arm-cde-builtin-codegen", "Generate ARM CDE builtin code-generator for clang"
        => mve::codegen_file::run(Cde);
    "gen-arm-cde-builtin-aliases", "Generate list of valid ARM CDE builtin aliases for clang"
        => mve::aliases_file::run(Cde);
    "gen-riscv-vector-header", "Generate riscv_vector.h for clang" => riscv_vector::header::run();
    "gen-riscv-vector-builtins", "Generate riscv_vector_builtins.inc for clang"
        => riscv_vector::builtins_file::run();
    "gen-riscv-vector-builtin-codegen", "Generate riscv_vector_builtin_cg.inc for clang"
        => riscv_vector::codegen_file::run();
    "gen-riscv-vector-builtin-sema", "Generate riscv_vector_builtin_sema.inc for clang"
        => riscv_vector::sema_file::run();
    "gen-riscv-sifive-vector-builtins", "Generate riscv_sifive_vector_builtins.inc for clang"
        => riscv_vector::builtins_file::run();
    "gen-riscv-sifive-vector-builtin-codegen",
        "Generate riscv_sifive_vector_builtin_cg.inc for clang" => riscv_vector::codegen_file::run();
    "gen-riscv-sifive-vector-builtin-sema",
        "Generate riscv_sifive_vector_builtin_sema.inc for clang" => riscv_vector::sema_file::run();
    "gen-riscv-andes-vector-builtins", "Generate riscv_andes_vector_builtins.inc for clang"
        => riscv_vector::builtins_file::run();
    "gen-riscv-andes-vector-builtin-codegen",
        "Generate riscv_andes_vector_builtin_cg.inc for clang" => riscv_vector::codegen_file::run();
    "gen-riscv-andes-vector-builtin-sema",
        "Generate riscv_andes_vector_builtin_sema.inc for clang" => riscv_vector::sema_file::run();
};
