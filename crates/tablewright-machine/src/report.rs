//! Decoded instructions and assembled lines as data, for JSON.

use serde::Serialize;

use crate::assemble::{Assembly, SymbolBinding};
use crate::blocks::BlockState;
use crate::decoded_unit::DecodedUnit;
use crate::decoder::WordMatch;
use crate::insn::{Insn, InsnOperand};
use crate::machine::Machine;

/// Decoded instructions.
#[derive(Default, Serialize)]
pub struct DisassemblyReport {
    /// The instructions in the order of their bytes.
    pub instructions: Vec<DisassembledRow>,
    /// The size of all bytes.
    #[serde(skip)]
    size: u64,
    #[serde(skip)]
    blocks: BlockState,
}

/// A decoded instruction, or bytes that are not an instruction.
#[derive(Serialize)]
pub struct DisassembledRow {
    /// The offset of the first byte.
    pub offset: u64,
    /// The bytes in hexadecimal digits, separated by blanks.
    pub bytes: String,
    /// Size in bytes.
    pub size: usize,
    /// The text; `None` for bytes that are not an instruction.
    pub text: Option<String>,
    /// The name of the instruction's record.
    pub instruction: Option<String>,
    /// The operands, outputs first.
    pub operands: Vec<InsnOperandRow>,
    /// Whether bits differ from their recommended values.
    pub soft_fail: bool,
    /// The packet with the instruction; absent for targets without packets.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub packet: Option<PacketRow>,
}

/// A group of instructions that are executed together.
#[derive(Serialize)]
pub struct PacketRow {
    /// The offset of the first byte.
    pub offset: u64,
    /// Size in bytes.
    pub size: usize,
    /// The text after the packet, for example `:endloop0`.
    pub end: &'static str,
}

/// An operand.
#[derive(Serialize)]
pub struct InsnOperandRow {
    /// `register`, `number`, `none` or `unknown`.
    pub kind: &'static str,
    /// The register's name.
    pub register: Option<String>,
    /// The number.
    pub number: Option<i64>,
    /// `write` for outputs, otherwise `read`.
    pub access: &'static str,
}

impl DisassemblyReport {
    /// Decodes bytes, and adds their instructions. Each instruction in a packet has a row.
    pub fn add(&mut self, machine: &Machine<'_>, bytes: &[u8]) {
        let mut blocks = std::mem::take(&mut self.blocks);
        for (bytes, decoded) in machine.decode_after(bytes, &mut blocks) {
            self.add_unit(machine, bytes, &decoded);
            self.size += bytes.len() as u64;
        }
        self.blocks = blocks;
    }

    fn add_unit(&mut self, machine: &Machine<'_>, bytes: &[u8], decoded: &DecodedUnit) {
        let offset = self.size;
        match decoded {
            DecodedUnit::Unknown => self.instructions.push(DisassembledRow::new(offset, bytes)),
            DecodedUnit::Word(WordMatch { insn, soft_fail, .. }) => {
                let mut row = DisassembledRow::new(offset, bytes);
                let mut text = String::new();
                machine.print(insn, &mut text);
                row.text = Some(text);
                row.soft_fail = *soft_fail;
                row.set_insn(machine, insn);
                self.instructions.push(row);
            }
            DecodedUnit::Packet(packet) => {
                for own in &packet.insns {
                    let start = offset + own.offset as u64;
                    let mut row = DisassembledRow::new(start, own.word(bytes));
                    let mut text = String::new();
                    machine.print_in_packet(own, &mut text);
                    row.text = Some(text);
                    row.packet = Some(PacketRow { offset, size: packet.size, end: packet.end });
                    row.set_insn(machine, &own.insn);
                    self.instructions.push(row);
                }
            }
        }
    }
}

impl DisassembledRow {
    /// Builds a row for bytes that are not an instruction.
    fn new(offset: u64, bytes: &[u8]) -> DisassembledRow {
        DisassembledRow {
            offset,
            bytes: hex(bytes),
            size: bytes.len(),
            text: None,
            instruction: None,
            operands: Vec::new(),
            soft_fail: false,
            packet: None,
        }
    }

    fn set_insn(&mut self, machine: &Machine<'_>, insn: &Insn) {
        self.instruction = Some(machine.instruction_name(insn.instruction).to_owned());
        for (index, operand) in insn.operands.iter().enumerate() {
            let is_written = machine.is_output(insn.instruction, index);
            self.operands.push(InsnOperandRow::new(machine, *operand, is_written));
        }
    }
}

impl InsnOperandRow {
    fn new(machine: &Machine<'_>, operand: InsnOperand, is_written: bool) -> InsnOperandRow {
        let kind = match operand {
            InsnOperand::Register(_) => "register",
            InsnOperand::Number(_) | InsnOperand::Expression(_) => "number",
            InsnOperand::NoRegister => "none",
            InsnOperand::Unknown { .. } => "unknown",
        };
        InsnOperandRow {
            kind,
            register: operand.register().map(|register| machine.register_name(register)),
            number: operand.number(),
            access: if is_written { "write" } else { "read" },
        }
    }
}

/// Assembled lines.
#[derive(Serialize)]
pub struct AssemblyReport {
    /// The lines that have bytes.
    pub lines: Vec<AssembledRow>,
    /// The symbols.
    pub symbols: Vec<SymbolRow>,
    /// The relocations.
    pub relocations: Vec<RelocationReportRow>,
}

/// A line with its bytes.
#[derive(Serialize)]
pub struct AssembledRow {
    /// Line number, from one.
    pub line: usize,
    /// The section's name.
    pub section: String,
    /// The offset of the first byte in the section.
    pub offset: u64,
    /// The bytes in hexadecimal digits, separated by blanks.
    pub bytes: String,
    /// The source line.
    pub text: String,
}

/// A symbol.
#[derive(Serialize)]
pub struct SymbolRow {
    /// Name.
    pub name: String,
    /// The section's name; `None` if the symbol is undefined or absolute.
    pub section: Option<String>,
    /// The offset in the section, or the value of an absolute symbol.
    pub value: u64,
    /// `local`, `global` or `weak`.
    pub binding: &'static str,
    /// Whether it is defined.
    pub is_defined: bool,
}

/// A relocation.
#[derive(Serialize)]
pub struct RelocationReportRow {
    /// The section's name.
    pub section: String,
    /// The offset in the section.
    pub offset: u64,
    /// The number of its type.
    pub number: u32,
    /// The symbol's name.
    pub symbol: String,
    /// The number that is added to the symbol's address.
    pub addend: i64,
}

impl AssemblyReport {
    /// Reports an assembly.
    pub fn new(assembly: &Assembly) -> AssemblyReport {
        let name = |section: usize| assembly.sections[section].name.clone();
        let lines = assembly.lines.iter().map(|line| AssembledRow {
            line: line.line,
            section: name(line.section),
            offset: line.offset,
            bytes: hex(&line.bytes),
            text: line.text.clone(),
        });
        let symbols = assembly.symbols.iter().map(|symbol| SymbolRow {
            name: symbol.name.clone(),
            section: symbol.section.map(name),
            value: symbol.value,
            binding: match symbol.binding {
                SymbolBinding::Local => "local",
                SymbolBinding::Global => "global",
                SymbolBinding::Weak => "weak",
            },
            is_defined: symbol.is_defined,
        });
        let relocations = assembly.sections.iter().flat_map(|section| {
            section.relocations.iter().map(|relocation| RelocationReportRow {
                section: section.name.clone(),
                offset: relocation.offset,
                number: relocation.number,
                symbol: relocation.symbol.clone(),
                addend: relocation.addend,
            })
        });
        AssemblyReport {
            lines: lines.collect(),
            symbols: symbols.collect(),
            relocations: relocations.collect(),
        }
    }
}

/// Returns bytes as hexadecimal digits, separated by blanks.
pub fn hex(bytes: &[u8]) -> String {
    let bytes: Vec<String> = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
    bytes.join(" ")
}
