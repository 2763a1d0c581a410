//! The targets whose methods have rows. Each has a file.

mod aarch64;
mod aarch64_bits;
mod aarch64_vectors;
mod amdgpu;
mod amdgpu_codes;
mod amdgpu_controls;
mod amdgpu_memory;
mod amdgpu_modifiers;
mod amdgpu_operands;
mod arm;
mod arm_memory;
mod arm_shapes;
mod arm_system;
mod arm_thumb;
mod arm_thumb_memory;
mod arm_triples;
mod arm_vectors;
mod avr;
mod bpf;
mod code;
mod hexagon;
mod lanai;
mod loongarch;
mod loongarch_pseudos;
mod mips;
mod msp430;
mod powerpc;
mod riscv;
mod riscv_checks;
mod riscv_lists;
mod riscv_numbers;
mod riscv_vectors;
mod shapes;
mod sparc;
mod systemz;
mod x86;
mod x86_memory;

use tablewright_records::{AnalysisError, FieldError, RecordStore};
use tablewright_target::record_views::instruction::TargetRecord;

use crate::syntax::{ByteOrder, TargetSyntax};

/// The targets with rows.
pub const TARGETS: &[&TargetSyntax] = &[
    &aarch64::SYNTAX,
    &amdgpu::SYNTAX,
    &arm::SYNTAX,
    &avr::SYNTAX,
    &bpf::SYNTAX,
    &hexagon::SYNTAX,
    &lanai::SYNTAX,
    &loongarch::SYNTAX,
    &mips::SYNTAX,
    &msp430::SYNTAX,
    &powerpc::SYNTAX,
    &riscv::SYNTAX,
    &sparc::SYNTAX,
    &systemz::SYNTAX,
    &x86::SYNTAX,
];

/// An instruction set that a feature selects.
struct InstructionSetRow {
    /// The `Target` record's name.
    target: &'static str,
    /// The feature's record name.
    feature: &'static str,
    syntax: &'static TargetSyntax,
}

const INSTRUCTION_SETS: &[InstructionSetRow] =
    &[InstructionSetRow { target: "ARM", feature: arm_thumb::FEATURE, syntax: &arm_thumb::SYNTAX }];

/// Targets without rows whose instructions have their highest byte first.
const BIG_ENDIAN: &[&str] = &["M68k", "Mips", "PPC"];

/// Returns the byte order of a target's instructions: of its rows, of the facts in its description, or as known for
/// targets without both.
///
/// # Errors
/// If the description lacks a target or a fact is invalid.
pub fn byte_order(store: &RecordStore) -> Result<ByteOrder, AnalysisError> {
    let target = tablewright_target::target::target(store)?;
    if BIG_ENDIAN.contains(&target.name()) {
        return Ok(ByteOrder::Big);
    }
    Ok(syntax(store, target)?.words.byte_order)
}

/// Returns the syntax for the instruction set that the features select.
pub(crate) fn with_features(
    syntax: TargetSyntax,
    has_feature: impl Fn(&str) -> bool,
) -> TargetSyntax {
    let mut rows = INSTRUCTION_SETS.iter();
    let row = rows.find(|row| row.target == syntax.target && has_feature(row.feature));
    row.map_or(syntax, |row| *row.syntax)
}

/// Returns the syntax of a target: its rows, or the facts that its description has.
pub(crate) fn syntax(
    store: &RecordStore,
    target: TargetRecord<'_>,
) -> Result<TargetSyntax, FieldError> {
    if let Some(syntax) = TARGETS.iter().find(|syntax| syntax.target == target.name()) {
        return Ok(**syntax);
    }
    let mut syntax = TargetSyntax::PLAIN;
    if let [record, ..] = store.derived_if_defined("AsmMachine")[..] {
        syntax.is_compressed = record.bit("IsCompressed")?;
        if record.bit("IsBigEndian")? {
            syntax.words.byte_order = ByteOrder::Big;
        }
    }
    Ok(syntax)
}
