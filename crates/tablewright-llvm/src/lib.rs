//! The LLVM backends: finished records in, text out. Each action has a module with its name, without `gen-`. Code
//! shared between backends is in `support`.
//!
//! A backend reads no files and prints nothing itself: it writes to its [`Job`](tablewright_backend::Job).
#![warn(missing_docs)]

mod arm_target_def;
mod asm_matcher;
mod asm_writer;
mod attrs;
mod callingconv;
mod compress_inst_emitter;
mod dag_isel;
mod dfa_packetizer;
mod directive_decl;
mod directive_impl;
mod disassembler;
mod dxil_operation;
mod emitter;
mod exegesis;
mod fast_isel;
mod global_isel;
mod global_isel_combiner;
mod insn_directive_match_table;
mod instr_docs;
mod instr_info;
mod intrinsic_enums;
mod intrinsic_impl;
mod macro_fusion_pred;
mod pseudo_lowering;
mod record_views;
mod register_bank;
mod register_info;
mod riscv_target_def;
mod runtime_libcalls;
mod sd_node_info;
mod semantics;
mod subtarget;
mod support;
pub mod table_sizes;
mod target_features;
mod target_library_info;
#[cfg(test)]
mod test_support;
mod vt;
mod x86_evex2vex_tables;
mod x86_fold_tables;
mod x86_instr_mapping;
mod x86_mnemonic_tables;

pub use dag_isel::matcher_table;
pub use dag_isel::selector;
pub use global_isel::rule_table;
pub use global_isel::selection;
pub use global_isel_combiner::table_rules;
pub use record_views::schemas as record_schemas;
pub use support::condition::condition_text;
pub use support::qualified_name::{Qualified, Scoped};
use tablewright_backend::Backend;

/// Returns the `llvm-tblgen` backends, except the general backends.
pub fn backends() -> Vec<&'static Backend> {
    [target_backends(), special_backends()].concat()
}

/// Returns the backends that read the registers, instructions, patterns and processors of any target. They are a list
/// of their own, so that a program for targets can do without the others.
pub fn target_backends() -> &'static [&'static Backend] {
    static BACKENDS: &[&Backend] = &[
        &asm_matcher::BACKEND,
        &asm_writer::BACKEND,
        &callingconv::BACKEND,
        &emitter::BACKEND,
        &compress_inst_emitter::BACKEND,
        &dag_isel::BACKEND,
        &dfa_packetizer::BACKEND,
        &disassembler::BACKEND,
        &exegesis::BACKEND,
        &fast_isel::BACKEND,
        &global_isel::BACKEND,
        &instr_docs::BACKEND,
        &insn_directive_match_table::BACKEND,
        &instr_info::BACKEND,
        &macro_fusion_pred::BACKEND,
        &pseudo_lowering::BACKEND,
        &register_bank::BACKEND,
        &register_info::BACKEND,
        &sd_node_info::BACKEND,
        &subtarget::BACKEND,
    ];
    BACKENDS
}

/// Returns the backends for a single target, or for an LLVM library and its descriptions.
fn special_backends() -> &'static [&'static Backend] {
    static BACKENDS: &[&Backend] = &[
        &arm_target_def::BACKEND,
        &attrs::BACKEND,
        &directive_decl::BACKEND,
        &directive_impl::BACKEND,
        &dxil_operation::BACKEND,
        &global_isel_combiner::BACKEND,
        &intrinsic_enums::BACKEND,
        &intrinsic_impl::BACKEND,
        &riscv_target_def::BACKEND,
        &runtime_libcalls::BACKEND,
        &semantics::BACKEND,
        &target_features::BACKEND,
        &target_library_info::BACKEND,
        &vt::BACKEND,
        &x86_instr_mapping::BACKEND,
        &x86_fold_tables::BACKEND,
        &x86_mnemonic_tables::BACKEND,
        &x86_evex2vex_tables::BACKEND,
    ];
    BACKENDS
}
