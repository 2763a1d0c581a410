//! Classes read by a single LLVM backend, as [views](tablewright_records::record_view). Views shared by several
//! backends are in `tablewright-target` and `tablewright-selection`.

pub(crate) mod arm_target_def;
pub(crate) mod attributes;
pub(crate) mod directive;
pub(crate) mod dxil;
pub(crate) mod global_isel;
pub(crate) mod insn_directive;
pub(crate) mod macro_fusion;
pub(crate) mod pfm_counters;
pub(crate) mod riscv_target_def;
pub(crate) mod runtime_libcalls;
pub(crate) mod target_library_info;

use tablewright_records::record_view::ClassSchema;

/// Returns the class fields that this crate's backends read, file by file.
pub fn schemas() -> impl Iterator<Item = ClassSchema> {
    let files = [
        arm_target_def::SCHEMAS,
        attributes::SCHEMAS,
        directive::SCHEMAS,
        dxil::SCHEMAS,
        global_isel::SCHEMAS,
        insn_directive::SCHEMAS,
        macro_fusion::SCHEMAS,
        pfm_counters::SCHEMAS,
        riscv_target_def::SCHEMAS,
        runtime_libcalls::SCHEMAS,
        target_library_info::SCHEMAS,
    ];
    files.into_iter().flatten().map(|schema| schema())
}
