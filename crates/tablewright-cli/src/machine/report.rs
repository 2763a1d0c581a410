//! The tables of decoded instructions and of assembled lines.

use tablewright_machine::report::{
    AssembledRow, AssemblyReport, DisassembledRow, DisassemblyReport,
};

use crate::report::Report;

impl Report for DisassemblyReport {
    const NAME: &'static str = "disassembly";
    const COLUMNS: &'static [&'static str] = &["OFFSET", "BYTES", "INSTRUCTION", "TEXT"];
    type Row = DisassembledRow;

    fn rows(&self) -> &[DisassembledRow] {
        &self.instructions
    }

    fn cells(&self, row: &DisassembledRow) -> Vec<String> {
        let instruction = row.instruction.clone().unwrap_or_default();
        let text = row.text.as_deref().unwrap_or_default().replace('\t', " ");
        vec![format!("{:x}", row.offset), row.bytes.clone(), instruction, text]
    }
}

impl Report for AssemblyReport {
    const NAME: &'static str = "assembly-listing";
    const COLUMNS: &'static [&'static str] = &["LINE", "SECTION", "OFFSET", "BYTES", "TEXT"];
    type Row = AssembledRow;

    fn rows(&self) -> &[AssembledRow] {
        &self.lines
    }

    fn cells(&self, row: &AssembledRow) -> Vec<String> {
        let line = row.line.to_string();
        let text = row.text.replace('\t', " ");
        vec![line, row.section.clone(), format!("{:x}", row.offset), row.bytes.clone(), text]
    }
}
