//! Table sizes for the assembly matcher.

use std::collections::BTreeSet;

use tablewright_backend::{Failure, Job};

use super::model::AsmMatcherModel;
use crate::support::table_size::{TableSize, TableSubject};

/// Returns the table sizes for a target.
///
/// # Errors
///
/// The same errors as `--gen-asm-matcher`.
pub(crate) fn sizes(job: &mut Job<'_>) -> Result<Vec<TableSize>, Failure> {
    let model = AsmMatcherModel::collect(job)?;
    let subject = TableSubject::AssemblySyntax;
    let (rows, all) = (&model.rows, model.matcher.rows.rows());
    let opcode = if rows.opcode_type == "uint16_t" { 2 } else { 4 };
    let classes = rows.class_width.bytes() * rows.operand_count;
    let widths = [rows.mnemonic_width, rows.signature_width, rows.features_width, rows.class_width];
    let alignment = widths.map(|width| width.bytes()).into_iter().fold(opcode, usize::max);
    let fields = rows.mnemonic_width.bytes()
        + opcode
        + rows.signature_width.bytes()
        + rows.features_width.bytes()
        + classes;
    let row = fields.next_multiple_of(alignment);
    // Equal operand rows could be stored once in a separate table, with a number in each row.
    let operands = all.iter().map(|row| {
        let operands = model.matcher.rows.operands(row).iter();
        operands.map(|operand| operand.class).collect::<Vec<_>>()
    });
    let different: BTreeSet<Vec<_>> = operands.collect();
    let apart = all.len() * (row - classes + 2) + different.len() * classes;
    let mut matches = TableSize::from_rows("rows of instructions", subject, all.len(), row);
    matches = matches.with_all_shared(apart);
    let signatures = &model.conversions;
    // C++ adds a byte of zero to the literal.
    let mnemonics = rows.mnemonics.len() + 1;
    Ok(vec![
        matches,
        TableSize {
            rows: rows.mnemonic_offsets.iter().collect::<BTreeSet<_>>().len(),
            ..TableSize::from_rows("mnemonics", subject, mnemonics, 1)
        },
        TableSize::from_rows(
            "conversions of operands",
            subject,
            signatures.signatures.len(),
            signatures.width,
        ),
    ])
}
