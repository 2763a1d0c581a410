//! Instructions with a byte opcode, as in WebAssembly: a single byte, or a prefix byte and a second
//! byte.
//!
//! In: the `Inst` field of instructions, a number, and their operands. Out: [`ByteOpcodes`], a
//! table for each prefix that contains, for each byte, the instruction to disassemble.

use std::collections::BTreeMap;

use tablewright_records::{AnalysisError, Feature, FieldError, Record, RecordStore, RecordView};
use tablewright_syntax::diagnostic::{Code, Diagnostics};

use crate::instructions::operands::InstructionOperands;
use crate::instructions::{InstructionId, Instructions};
use crate::qualified_name::QualifiedName;
use crate::record_views::encoding::{InstructionEncodingRecord, WebAssemblyInstRecord};
use crate::record_views::instruction::InstructionRecord;

/// Entries per table: the number of byte values.
pub const TABLE_SIZE: usize = 256;

/// An encoding with all bits set means that the instruction does not have an opcode.
const NO_OPCODE: u32 = u32::MAX;

/// The meaning of a byte.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ByteEntry<'s> {
    /// An unused byte.
    Unused,
    /// A prefix byte with a separate table.
    Prefix,
    /// An instruction.
    Instruction(ByteInstruction<'s>),
}

/// An instruction in a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ByteInstruction<'s> {
    /// The instruction id.
    pub instruction: InstructionId,
    /// Its assembly string.
    pub asm_string: &'s str,
    /// Operand count.
    pub operand_count: usize,
    /// Index of its first operand type in `operand_types`.
    pub first_operand: usize,
}

/// The opcode tables.
#[derive(Debug)]
pub struct ByteOpcodes<'s> {
    /// The tables by prefix. Prefix zero contains opcodes without a prefix.
    pub tables: Vec<(u32, Vec<ByteEntry<'s>>)>,
    /// The operand types. A list that occurs inside another list is not repeated.
    pub operand_types: Vec<QualifiedName<'s>>,
    /// Whether the tables are constant, as in newer releases.
    pub are_constant: bool,
}

/// An instruction that competes for an opcode.
#[derive(Clone, Copy)]
struct ByteOpcodeCandidate<'s> {
    id: InstructionId,
    record: Record<'s>,
    asm_string: &'s str,
}

impl<'s> ByteOpcodes<'s> {
    /// Collects the opcodes for the target in `store`.
    ///
    /// # Errors
    /// Returns an error if an encoding is not a number, or if the fields that choose between
    /// instructions are invalid.
    pub fn collect(
        store: &'s RecordStore,
        diagnostics: &mut Diagnostics,
    ) -> Result<ByteOpcodes<'s>, AnalysisError> {
        let instructions = store.analysis::<Instructions>(diagnostics)?;
        let operands = store.analysis::<InstructionOperands>(diagnostics)?;
        let mut tables: BTreeMap<u32, BTreeMap<u32, ByteOpcodeCandidate<'s>>> = BTreeMap::new();
        for (id, record) in instructions.iter() {
            let record = store.record(record);
            let Some((prefix, byte)) = opcode(record)? else { continue };
            if !is_stack_based(record)? {
                continue;
            }
            let candidate = ByteOpcodeCandidate {
                id,
                record,
                asm_string: InstructionRecord::new(record).asm_string()?,
            };
            let table = tables.entry(prefix).or_default();
            match table.get(&byte) {
                Some(earlier) if !candidate.replaces(earlier)? => {}
                _ => {
                    table.insert(byte, candidate);
                }
            }
        }
        let mut layout = ByteOpcodeLayout { operands, types: Vec::new() };
        let prefixes: Vec<u32> = tables.keys().copied().collect();
        let mut entries_by_prefix = Vec::with_capacity(tables.len());
        for (prefix, table) in tables {
            let entries = (0u32..).take(TABLE_SIZE).map(|byte| match table.get(&byte) {
                Some(candidate) => ByteEntry::Instruction(layout.instruction(candidate)),
                None if prefix == 0 && byte != 0 && prefixes.contains(&byte) => ByteEntry::Prefix,
                None => ByteEntry::Unused,
            });
            entries_by_prefix.push((prefix, entries.collect()));
        }
        Ok(ByteOpcodes {
            tables: entries_by_prefix,
            operand_types: layout.types,
            are_constant: store.release().has(Feature::WebAssemblyTablesAreConstant),
        })
    }
}

/// Returns the opcode prefix, zero for none, and the remaining opcode.
fn opcode(instruction: Record<'_>) -> Result<Option<(u32, u32)>, FieldError> {
    let encoding = InstructionEncodingRecord::new(instruction);
    if !encoding.has_inst() {
        return Ok(None);
    }
    let Some(opcode) = encoding.inst()?.to_int() else {
        let message = format!("The opcode of '{}' has bits without a value", instruction.name());
        let error = FieldError::new(Code::EncodingForm, instruction, message);
        return Err(error.label_field(instruction, "Inst"));
    };
    // Only the low 32 bits are used.
    let opcode = opcode as u32;
    Ok(match opcode {
        NO_OPCODE => None,
        0..=0xffff => Some((opcode >> 8, opcode & 0xff)),
        _ => Some((opcode >> 16, opcode & 0xffff)),
    })
}

/// Whether the instruction uses stack operands: only such instructions exist in binary code.
fn is_stack_based(instruction: Record<'_>) -> Result<bool, FieldError> {
    let instruction = WebAssemblyInstRecord::new(instruction);
    match instruction.stack_based_text() {
        Some(text) => Ok(text == "true"),
        None => instruction.stack_based(),
    }
}

impl ByteOpcodeCandidate<'_> {
    /// Whether it replaces an earlier instruction with the same opcode: either it is canonical, or
    /// neither is canonical and it is shorter.
    fn replaces(&self, earlier: &ByteOpcodeCandidate<'_>) -> Result<bool, FieldError> {
        if WebAssemblyInstRecord::new(earlier.record).is_canonical()? {
            return Ok(false);
        }
        let is_canonical = WebAssemblyInstRecord::new(self.record).is_canonical()?;
        Ok(is_canonical || self.asm_string.len() < earlier.asm_string.len())
    }
}

struct ByteOpcodeLayout<'s> {
    operands: &'s InstructionOperands,
    types: Vec<QualifiedName<'s>>,
}

impl<'s> ByteOpcodeLayout<'s> {
    fn instruction<'r>(&mut self, candidate: &ByteOpcodeCandidate<'r>) -> ByteInstruction<'r> {
        let operands = self.operands.for_instruction(candidate.id);
        let types: Vec<QualifiedName<'s>> =
            operands.list().iter().map(|operand| operands.class(operand).operand_type()).collect();
        let shared = match types.len() {
            0 => Some(0),
            len => self.types.windows(len).position(|window| window == types),
        };
        let first_operand = shared.unwrap_or_else(|| {
            self.types.extend(&types);
            self.types.len() - types.len()
        });
        ByteInstruction {
            instruction: candidate.id,
            asm_string: candidate.asm_string,
            operand_count: types.len(),
            first_operand,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use expect_test::{Expect, expect};
    use tablewright_test_support::{error_of, store_of};

    const CLASSES: &str = "
def ops; def ins; def outs;
class Register; class RegisterClass; class DAGOperand; class Operand : DAGOperand {
  string OperandType = \"OPERAND_IMMEDIATE\"; string OperandNamespace = \"T\";
  string PrintMethod = \"printOperand\"; string EncoderMethod = \"\"; dag MIOperandInfo = (ops);
}
def a : Operand; def b : Operand { let OperandType = \"OPERAND_B\"; }
class Instruction {
  string Namespace = \"Toy\"; bit isPseudo = 0; string Constraints = \"\";
  string DisableEncoding = \"\"; dag OutOperandList = (outs); dag InOperandList = (ins);
  string AsmString = \"\"; bits<32> Inst = -1; bit StackBased = 1; bit IsCanonical = 0;
}
class I<bits<32> opcode, string asm, dag operands = (ins)> : Instruction {
  let Inst = opcode; let AsmString = asm; let InOperandList = operands;
}
def none0 : Instruction; def none1 : Instruction; def none2 : Instruction;
";

    fn check(text: &str, expected: Expect) {
        let store = store_of(&format!("{CLASSES}{text}"));
        let description = match ByteOpcodes::collect(&store, &mut Diagnostics::new()) {
            Err(error) => error_of(error),
            Ok(opcodes) => {
                let mut lines = String::new();
                for (prefix, entries) in &opcodes.tables {
                    for (byte, entry) in entries.iter().enumerate() {
                        let entry = match entry {
                            ByteEntry::Unused => continue,
                            ByteEntry::Prefix => "prefix".to_owned(),
                            ByteEntry::Instruction(i) => {
                                let first = i.first_operand;
                                let operands =
                                    &opcodes.operand_types[first..first + i.operand_count];
                                let operands: Vec<String> =
                                    operands.iter().map(|ty| ty.to_text()).collect();
                                format!("{} {}@{first}", i.asm_string, operands.join(" "))
                            }
                        };
                        lines.push_str(&format!("{prefix:x}.{byte:x}: {entry}\n"));
                    }
                }
                lines
            }
        };
        expected.assert_eq(&description);
    }

    #[test]
    fn a_prefix_has_a_table() {
        check(
            "def i : I<0x05, \"i\">; def j : I<0xfc07, \"j\">; def k : I<0xfd0008, \"k\">;",
            expect![[r#"
                0.5: i @0
                0.fc: prefix
                0.fd: prefix
                fc.7: j @0
                fd.8: k @0
            "#]],
        );
    }

    #[test]
    fn the_canonical_or_the_shortest_instruction_is_shown() {
        check(
            "def i : I<1, \"longer\">; def j : I<1, \"short\">; def k : I<1, \"same!\">;
             def l : I<2, \"canonical\"> { let IsCanonical = 1; } def m : I<2, \"n\">;
             def o : I<3, \"o\"> { let StackBased = 0; }",
            expect![[r#"
                0.1: short @0
                0.2: canonical @0
            "#]],
        );
    }

    #[test]
    fn lists_of_operand_types_share_their_place() {
        check(
            "def i : I<1, \"i\", (ins a:$x, b:$y)>; def j : I<2, \"j\", (ins b:$y)>;
             def k : I<3, \"k\", (ins b:$x, b:$y)>; def l : I<4, \"l\">;",
            expect![[r#"
                0.1: i T::OPERAND_IMMEDIATE T::OPERAND_B@0
                0.2: j T::OPERAND_B@1
                0.3: k T::OPERAND_B T::OPERAND_B@2
                0.4: l @0
            "#]],
        );
    }

    #[test]
    fn an_opcode_is_a_number() {
        check(
            "def i : Instruction { let Inst{3} = ?; }",
            expect!["The opcode of 'i' has bits without a value"],
        );
    }
}
