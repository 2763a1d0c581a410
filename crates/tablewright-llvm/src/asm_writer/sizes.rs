//! The sizes of the tables that print assembly.

use tablewright_backend::{Failure, Job};

use super::model::AsmWriter;
use crate::support::table_size::{TableSize, TableSubject};

/// Returns the table sizes for a target.
///
/// # Errors
///
/// The same errors as `--gen-asm-writer`.
pub(crate) fn sizes(job: &mut Job<'_>) -> Result<Vec<TableSize>, Failure> {
    let model = AsmWriter::collect(job)?;
    let (text, registers) = (TableSubject::AssemblyText, TableSubject::Registers);
    let printer = &model.instructions;
    let mut sizes =
        vec![TableSize::from_strings("strings of instructions", text, &printer.strings)];
    for table in &printer.tables {
        let (first, last) = (table.shift, table.shift + table.width - 1);
        let name = format!("bits {first} to {last} of the steps");
        sizes.push(TableSize::from_rows(name, text, table.values.len(), table.width as usize / 8));
    }
    for set in &model.registers.sets {
        let name = match set.name {
            "" => "printed names of registers".to_owned(),
            name => format!("printed names of registers, {name}"),
        };
        sizes.push(TableSize::from_strings(name.as_str(), registers, &set.strings));
        let width = set.offset_width.bytes();
        sizes.push(TableSize::from_rows(
            format!("offsets of {name}"),
            registers,
            set.offsets.len(),
            width,
        ));
    }
    Ok(sizes)
}
