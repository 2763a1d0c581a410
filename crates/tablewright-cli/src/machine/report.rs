//! The reports: decoded instructions, and assembled lines.

use serde::Serialize;

use crate::report::Report;

/// Decoded instructions.
#[derive(Serialize)]
pub(super) struct Disassembly {
    pub(super) instructions: Vec<DisassembledRow>,
}

/// A decoded instruction, or bytes that are not an instruction.
#[derive(Serialize)]
pub(super) struct DisassembledRow {
    pub(super) offset: u64,
    pub(super) bytes: String,
    pub(super) size: usize,
    /// `None` for bytes that are not an instruction.
    pub(super) text: Option<String>,
    pub(super) instruction: Option<String>,
    pub(super) operands: Vec<InsnOperandRow>,
    /// Whether bits differ from their recommended values.
    pub(super) soft_fail: bool,
    /// The packet with the instruction; absent for targets without packets.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) packet: Option<PacketRow>,
}

/// A group of instructions that are executed together.
#[derive(Serialize)]
pub(super) struct PacketRow {
    pub(super) offset: u64,
    pub(super) size: usize,
    /// The text after the packet, for example `:endloop0`.
    pub(super) end: &'static str,
}

/// An operand.
#[derive(Serialize)]
pub(super) struct InsnOperandRow {
    /// `register`, `number`, `none` or `unknown`.
    pub(super) kind: &'static str,
    pub(super) register: Option<String>,
    pub(super) number: Option<i64>,
    /// `write` for outputs, otherwise `read`.
    pub(super) access: &'static str,
}

impl Report for Disassembly {
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

/// Assembled lines.
#[derive(Serialize)]
pub(super) struct AssembleReport {
    pub(super) lines: Vec<AssembledRow>,
    pub(super) symbols: Vec<SymbolRow>,
    pub(super) relocations: Vec<RelocationReportRow>,
}

/// A line with its bytes.
#[derive(Serialize)]
pub(super) struct AssembledRow {
    pub(super) line: usize,
    pub(super) section: String,
    pub(super) offset: u64,
    pub(super) bytes: String,
    pub(super) text: String,
}

/// A symbol.
#[derive(Serialize)]
pub(super) struct SymbolRow {
    pub(super) name: String,
    pub(super) section: Option<String>,
    pub(super) value: u64,
    pub(super) binding: &'static str,
    pub(super) is_defined: bool,
}

/// A relocation.
#[derive(Serialize)]
pub(super) struct RelocationReportRow {
    pub(super) section: String,
    pub(super) offset: u64,
    pub(super) number: u32,
    pub(super) symbol: String,
    pub(super) addend: i64,
}

impl Report for AssembleReport {
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

/// Returns bytes as hexadecimal digits, separated by blanks.
pub(super) fn hex(bytes: &[u8]) -> String {
    let bytes: Vec<String> = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
    bytes.join(" ")
}
