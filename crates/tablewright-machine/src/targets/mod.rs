//! The targets whose methods have rows. Each has a file.

mod aarch64;
mod aarch64_bits;
mod aarch64_vectors;
mod avr;
mod bpf;
mod lanai;
mod loongarch;
mod msp430;
mod powerpc;
mod riscv;
mod shapes;
mod sparc;
mod systemz;

use tablewright_records::{FieldError, RecordStore};
use tablewright_target::record_views::instruction::TargetRecord;

use crate::syntax::{ByteOrder, TargetSyntax};

/// The targets with rows.
pub const TARGETS: &[&TargetSyntax] = &[
    &aarch64::SYNTAX,
    &avr::SYNTAX,
    &bpf::SYNTAX,
    &lanai::SYNTAX,
    &loongarch::SYNTAX,
    &msp430::SYNTAX,
    &powerpc::SYNTAX,
    &riscv::SYNTAX,
    &sparc::SYNTAX,
    &systemz::SYNTAX,
];

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
            syntax.byte_order = ByteOrder::Big;
        }
    }
    Ok(syntax)
}
