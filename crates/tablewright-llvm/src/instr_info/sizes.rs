//! Table sizes for instruction info.

use tablewright_backend::{Failure, Job};

use super::EXPAND_MI_OPERAND_INFO;
use super::model::InstrInfo;
use crate::support::table_size::{TableSize, TableSubject, packed_len};

/// Sizes in bytes for `MCInstrDesc`, `MCOperandInfo` and a register number.
const DESC: usize = 32;
const OPERAND_INFO: usize = 6;
const REGISTER: usize = 2;

/// Returns the table sizes for a target.
///
/// # Errors
///
/// The same errors as `--gen-instr-info`.
pub(crate) fn sizes(job: &mut Job<'_>) -> Result<Vec<TableSize>, Failure> {
    let expands_operands = job.options.flag(&EXPAND_MI_OPERAND_INFO);
    let info = InstrInfo::collect(job, expands_operands)?;
    let subject = TableSubject::Instructions;
    let descriptors = &info.descriptors;
    let rows = &descriptors.rows;
    let operands: usize = rows.iter().map(|row| row.operand_count as usize).sum();
    let implicit: usize =
        rows.iter().map(|row| row.implicit_use_count + row.implicit_def_count).sum();
    let infos = &descriptors.operand_infos;
    let mut operand_infos =
        TableSize::from_rows("infos of operands", subject, infos.len, OPERAND_INFO)
            .unshared(operands * OPERAND_INFO);
    operand_infos.rows = infos.lists.len();
    // List parts are compared by number: equal parts have equal numbers.
    let mut numbers = Vec::new();
    let mut number = |operand: String| {
        numbers.iter().position(|other| *other == operand).unwrap_or_else(|| {
            numbers.push(operand);
            numbers.len() - 1
        })
    };
    let lists: Vec<Vec<usize>> = infos
        .lists
        .iter()
        .map(|(_, list)| list.iter().map(|operand| number(format!("{operand:?}"))).collect())
        .collect();
    let operand_infos = operand_infos.with_all_shared(packed_len(lists) * OPERAND_INFO);
    let registers = &descriptors.implicit_operands;
    let mut implicit_operands =
        TableSize::from_rows("implicit uses and definitions", subject, registers.len, REGISTER)
            .unshared(implicit * REGISTER);
    implicit_operands.rows = registers.lists.len();
    let lists = registers.lists.iter().map(|(_, list)| {
        list.iter().map(|register| number(format!("{register:?}"))).collect::<Vec<usize>>()
    });
    let implicit_operands = implicit_operands.with_all_shared(packed_len(lists) * REGISTER);
    let names: usize = info.names.instructions.iter().map(|name| name.len() + 1).sum();
    Ok(vec![
        TableSize::from_rows("descriptors", subject, rows.len(), DESC),
        operand_infos,
        implicit_operands,
        TableSize::from_strings("names of instructions", subject, &info.names.strings.table)
            .unshared(names + 1),
        TableSize::from_rows("offsets of names", subject, rows.len(), 4),
    ])
}
