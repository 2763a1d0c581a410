//! Decoding bytes of X86 with the tables of a decoder.
//!
//! In: [`X86Tables`] and bytes. Out: the instruction, how many bytes it has, and the values of its
//! operands. The prefixes are read first (`prefixes.rs`); they and the opcode select a decision, ModR/M
//! the instruction; its operands take the bytes that follow (`operands.rs`). Which instruction a
//! prefix for the size of operands asks for where the tables do not say it follows from names.

mod operands;
mod prefixes;

use tablewright_index::IndexVec;
use tablewright_records::{Analysis, AnalysisError, RecordStore};
use tablewright_syntax::diagnostic::Diagnostics;

use super::context::{Attributes, ContextId};
use super::mod_rm::ModRmDecision;
use super::tables::X86Tables;
use crate::instructions::{InstructionId, Instructions};
use operands::OperandReader;
use prefixes::{ByteReader, EvexFields, Extension, ExtensionKind, Prefixes};

pub use operands::{X86Base, X86Memory, X86OperandValue};

/// The mode of a processor.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum X86Mode {
    /// Operands and addresses have 16 bits.
    Bits16,
    /// Operands and addresses have 32 bits.
    Bits32,
    /// Addresses have 64 bits.
    Bits64,
}

/// The tables of opcodes, by the numbers of records of class `Map`.
const ONE_BYTE: u8 = 0;
const TWO_BYTES: u8 = 1;
const THREE_BYTES_38: u8 = 2;
const THREE_BYTES_3A: u8 = 3;
/// Its opcode follows the operands.
const OPCODE_LAST: u8 = 7;
const MAP4: u8 = 8;

/// A decoder of a target's instructions.
#[derive(Debug)]
pub struct X86Decoder {
    tables: X86Tables,
    /// The context of each set of prefixes.
    contexts: Vec<Option<ContextId>>,
    names: IndexVec<InstructionId, String>,
}

/// An instruction that bytes are.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct X86Decoded {
    /// The instruction.
    pub instruction: InstructionId,
    /// How many bytes it has.
    pub length: usize,
    /// The context of its prefixes.
    pub context: ContextId,
    /// The opcode, without the bytes that say its table.
    pub opcode: u8,
    /// The byte ModR/M, if there is one.
    pub mod_rm: Option<u8>,
    /// The values of its operands, in order.
    pub operands: Vec<X86OperandValue>,
}

impl Analysis for X86Decoder {
    fn build(
        store: &RecordStore,
        diagnostics: &mut Diagnostics,
    ) -> Result<X86Decoder, AnalysisError> {
        let tables = X86Tables::collect(store, diagnostics)?;
        let instructions: &Instructions = store.analysis(diagnostics)?;
        let names = instructions.iter().map(|(_, record)| store.record(record).name().to_owned());
        let contexts = tables.contexts.ids_of_attributes().collect();
        Ok(X86Decoder { contexts, names: names.collect(), tables })
    }
}

impl X86Decoder {
    /// The name of a context.
    pub fn context_name(&self, context: ContextId) -> &str {
        &self.tables.contexts.all[context].name
    }

    /// The first instruction in `bytes`; `None` if there is none.
    pub fn decode(&self, bytes: &[u8], mode: X86Mode) -> Option<X86Decoded> {
        let mut reader = ByteReader::new(bytes);
        let mut prefixes = prefixes::read(&mut reader, mode)?;
        let (map, opcode) = read_opcode(&mut reader, prefixes.extension.map)?;
        if map == ONE_BYTE && prefixes.extension.kind != ExtensionKind::Rex2 {
            // Only an opcode with an escape byte has such a part; here it is a size or a repetition.
            prefixes.mandatory = None;
        }
        if prefixes.extension.is_vector() && prefixes.extension.prefix == 1 {
            prefixes.has_operand_size = true;
        }
        if map == OPCODE_LAST {
            return self
                .decode_with_last_opcode(OperandReader::new(reader, mode, prefixes, opcode));
        }
        let mut operands = OperandReader::new(reader, mode, prefixes, opcode);
        let mut selected = self.select(map, &mut operands)?;
        if operands.prefixes.has_transaction {
            selected.instruction = self.of_transaction(selected.instruction);
        }
        self.finish(selected, operands)
    }

    fn finish(&self, selected: Selected, mut reader: OperandReader<'_>) -> Option<X86Decoded> {
        let entry = self.tables.instructions.get(selected.instruction)?;
        let set = self.tables.operand_sets.get(entry.operand_set as usize)?;
        let operands = reader.read(set)?;
        Some(X86Decoded {
            instruction: selected.instruction,
            length: reader.reader.offset,
            context: selected.context,
            opcode: reader.opcode,
            mod_rm: reader.mod_rm,
            operands,
        })
    }

    /// What `repne` and `rep` are called before an instruction that begins or ends a transaction.
    fn of_transaction(&self, instruction: InstructionId) -> InstructionId {
        let name = match self.names[instruction].as_str() {
            "REPNE_PREFIX" => "XACQUIRE_PREFIX",
            "REP_PREFIX" => "XRELEASE_PREFIX",
            _ => return instruction,
        };
        let found = self.names.iter_enumerated().find(|(_, other)| *other == name);
        found.map_or(instruction, |(id, _)| id)
    }

    /// An instruction with two operands, a register and a register or memory, before its opcode.
    fn decode_with_last_opcode(&self, mut reader: OperandReader<'_>) -> Option<X86Decoded> {
        let attributes = legacy_attributes(OPCODE_LAST, &reader);
        reader.skip_operands()?;
        reader.opcode = reader.reader.next()?;
        let opcode = reader.opcode;
        let selected = self.lookup(OPCODE_LAST, attributes, opcode, &mut reader)?;
        self.finish(selected, reader)
    }

    /// The instruction for a table, prefixes and an opcode.
    fn lookup(
        &self,
        map: u8,
        attributes: u32,
        opcode: u8,
        reader: &mut OperandReader<'_>,
    ) -> Option<Selected> {
        let (context, decision) = self.decision(map, attributes, opcode)?;
        let mod_rm = if decision.needs_mod_rm() { reader.mod_rm()? } else { 0 };
        match decision.instruction(mod_rm) {
            0 => None,
            number => {
                let instruction = InstructionId::from_index(usize::from(number));
                Some(Selected { instruction, context })
            }
        }
    }

    /// The decision for a table, prefixes and an opcode; `None` if there is no instruction.
    fn decision(
        &self,
        map: u8,
        attributes: u32,
        opcode: u8,
    ) -> Option<(ContextId, &ModRmDecision)> {
        // A decoder that does not read the bit U has half as many contexts.
        let context = self.contexts[attributes as usize % self.contexts.len()]?;
        let row = self.tables.maps.get(usize::from(map))?[context].as_ref()?;
        let first = row[usize::from(opcode)].first;
        let decisions = &self.tables.decisions;
        let found = decisions.binary_search_by_key(&first, |(first, _)| *first).ok()?;
        Some((context, &decisions[found].1))
    }

    fn select(&self, map: u8, reader: &mut OperandReader<'_>) -> Option<Selected> {
        let opcode = reader.opcode;
        if reader.prefixes.extension.is_vector() {
            return self.select_vector(map, vector_attributes(map, reader), reader);
        }
        let attributes = legacy_attributes(map, reader);
        let size = Attributes::OP_SIZE;
        if counts_all_sizes(map, opcode) {
            let attributes = attributes | all_sizes(map, reader);
            return self.lookup(map, attributes, opcode, reader);
        }
        let found = self.lookup(map, attributes, opcode, reader)?;
        if reader.has_operands_of_16_bits() && attributes & size == 0 {
            return Some(self.of_16_bits(map, attributes | size, found, reader));
        }
        let is_extended = reader.prefixes.extension.registers.base & 8 != 0;
        if map == ONE_BYTE && opcode == 0x90 && is_extended {
            // With another register it is an exchange, as the opcodes after it are.
            return self.lookup(map, attributes, 0x91, reader);
        }
        Some(found)
    }

    /// The instruction of 16 bits that corresponds to `found`, where there is one: a prefix for the
    /// size of operands is not where a mandatory one would be.
    fn of_16_bits(
        &self,
        map: u8,
        attributes: u32,
        found: Selected,
        reader: &mut OperandReader<'_>,
    ) -> Selected {
        let other = self.lookup(map, attributes, reader.opcode, reader);
        let name = |selected: &Selected| self.names[selected.instruction].as_bytes();
        other.filter(|other| are_alike_in_16_bits(name(&found), name(other))).unwrap_or(found)
    }

    /// Outside of the mode of 64 bits the bit W does not count where it chooses registers of 64 bits.
    fn select_vector(
        &self,
        map: u8,
        attributes: u32,
        reader: &mut OperandReader<'_>,
    ) -> Option<Selected> {
        let extension = reader.prefixes.extension;
        let mut attributes = attributes;
        let is_evex = extension.kind == ExtensionKind::Evex;
        if is_evex && extension.evex.aaa & 4 != 0 && extension.prefix == 0 {
            let without_mask = attributes & !Attributes::EVEX_K | Attributes::EVEX_NF;
            if self.decision(map, without_mask, reader.opcode).is_some() {
                attributes = without_mask;
            }
        }
        let found = self.lookup(map, attributes, reader.opcode, reader);
        if reader.mode != X86Mode::Bits64 && extension.w {
            let with_w = self.lookup(map, attributes | Attributes::REX_W, reader.opcode, reader);
            let is_64 = |selected: &Selected| self.names[selected.instruction].contains("64");
            if !with_w.as_ref().is_some_and(is_64) {
                return with_w;
            }
        }
        let size = Attributes::OP_SIZE;
        if reader.has_operands_of_16_bits() && attributes & size == 0 {
            return Some(self.of_16_bits(map, attributes | size, found?, reader));
        }
        found
    }
}

/// What the tables say.
#[derive(Clone, Copy)]
struct Selected {
    instruction: InstructionId,
    context: ContextId,
}

/// Whether prefixes for sizes count for an opcode wherever they are: its instructions have addresses in the
/// opcode, or differ in the size of addresses.
fn counts_all_sizes(map: u8, opcode: u8) -> bool {
    matches!(
        (map, opcode),
        (ONE_BYTE, 0xa0..=0xa3) | (TWO_BYTES, 0xae) | (THREE_BYTES_38 | MAP4, 0xf8)
    )
}

/// The attributes of prefixes for sizes. In the mode of 16 bits, addresses have that size without a prefix, and so have
/// operands of the opcodes with an address.
fn all_sizes(map: u8, reader: &OperandReader<'_>) -> u32 {
    let is_16 = reader.mode == X86Mode::Bits16;
    let mut attributes = 0;
    if reader.prefixes.has_address_size != is_16 {
        attributes |= Attributes::AD_SIZE;
    }
    if reader.prefixes.has_operand_size != (is_16 && map == ONE_BYTE) {
        attributes |= Attributes::OP_SIZE;
    }
    attributes
}

/// The table of the opcode and the opcode; `map` is what a prefix says of the table.
fn read_opcode(reader: &mut ByteReader<'_>, map: Option<u8>) -> Option<(u8, u8)> {
    if let Some(map) = map {
        return Some((map, reader.next()?));
    }
    let first = reader.next()?;
    if first != 0x0f {
        return Some((ONE_BYTE, first));
    }
    Some(match reader.next()? {
        0x38 => (THREE_BYTES_38, reader.next()?),
        0x3a => (THREE_BYTES_3A, reader.next()?),
        // The opcode is not read yet.
        0x0f => (OPCODE_LAST, 0),
        second => (TWO_BYTES, second),
    })
}

/// Whether an opcode jumps or calls by a distance that has the size of operands.
fn is_near_jump(map: u8, opcode: u8) -> bool {
    matches!((map, opcode), (ONE_BYTE, 0xe8 | 0xe9) | (TWO_BYTES, 0x80..=0x8f))
}

/// Whether an opcode jumps by the register that the size of addresses selects.
fn is_jump_by_counter(map: u8, opcode: u8) -> bool {
    (map, opcode) == (ONE_BYTE, 0xe3)
}

fn mode_attributes(mode: X86Mode) -> u32 {
    if mode == X86Mode::Bits64 { Attributes::BIT64 } else { 0 }
}

/// The attributes of prefixes of one byte each.
fn legacy_attributes(map: u8, reader: &OperandReader<'_>) -> u32 {
    let Prefixes { repeat, mandatory, has_operand_size, has_address_size, extension, .. } =
        reader.prefixes;
    let mut attributes = mode_attributes(reader.mode);
    let mut add = |attribute: u32, is_there: bool| {
        if is_there {
            attributes |= attribute;
        }
    };
    let of_repeat = match (map, repeat) {
        // Only `pause` is told apart from `nop` by it.
        (ONE_BYTE, Some(0xf3)) if reader.opcode != 0x90 => None,
        (ONE_BYTE, Some(0xf2)) => None,
        (_, repeat) => repeat,
    };
    let prefix = mandatory.or(of_repeat);
    // Distances have 16 bits without a prefix in the mode of 16 bits, whatever the mandatory prefix is.
    let is_short_distance =
        reader.mode == X86Mode::Bits16 && !has_operand_size && is_near_jump(map, reader.opcode);
    add(Attributes::OP_SIZE, is_short_distance);
    // In the mode of 16 bits the prefix asks for operands of 32 bits, which are those without it in the tables.
    let has_operand_size = has_operand_size && reader.mode != X86Mode::Bits16;
    let has_address_size = if is_jump_by_counter(map, reader.opcode) {
        (reader.mode == X86Mode::Bits16) != has_address_size
    } else {
        has_address_size
    };
    add(Attributes::XD, prefix == Some(0xf2));
    add(Attributes::XS, prefix == Some(0xf3));
    match mandatory {
        None => {
            add(Attributes::OP_SIZE, has_operand_size);
            add(Attributes::AD_SIZE, has_address_size);
        }
        Some(0x66) => {
            add(Attributes::OP_SIZE, reader.mode != X86Mode::Bits16);
            add(Attributes::AD_SIZE, has_address_size);
        }
        Some(_) => {}
    }
    // Of other instructions the tables have those without it.
    let has_rex2 = map == ONE_BYTE && matches!(reader.opcode, 0x50..=0x5f | 0xa1);
    add(Attributes::REX2, has_rex2 && extension.kind == ExtensionKind::Rex2);
    if extension.w {
        attributes |= Attributes::REX_W;
        attributes &= !Attributes::AD_SIZE;
    }
    attributes
}

/// The attributes of VEX, XOP and EVEX.
fn vector_attributes(map: u8, reader: &OperandReader<'_>) -> u32 {
    let Extension { kind, w, length, prefix, evex, .. } = reader.prefixes.extension;
    let EvexFields { z, b, aaa, u } = evex;
    let is_evex = kind == ExtensionKind::Evex;
    let mut attributes = mode_attributes(reader.mode);
    let mut add = |attribute: u32, is_there: bool| {
        if is_there {
            attributes |= attribute;
        }
    };
    add(if is_evex { Attributes::EVEX } else { Attributes::VEX }, true);
    add(Attributes::OP_SIZE, prefix == 1);
    add(Attributes::XS, prefix == 2);
    add(Attributes::XD, prefix == 3);
    add(Attributes::VEX_L, length & 1 != 0);
    add(Attributes::EVEX_L2, length & 2 != 0);
    add(Attributes::EVEX_B, b);
    add(Attributes::EVEX_U, u);
    add(Attributes::EVEX_KZ, z);
    // Instructions of general registers have no masks, and a bit of aaa says that flags stay as they are.
    add(Attributes::EVEX_NF, map == MAP4 && aaa & 4 != 0);
    add(Attributes::EVEX_K, map != MAP4 && aaa != 0);
    let counts_size = map == MAP4 && counts_all_sizes(map, reader.opcode);
    add(Attributes::AD_SIZE, counts_size && reader.prefixes.has_address_size);
    add(Attributes::REX_W, w && reader.mode == X86Mode::Bits64);
    attributes
}

/// Whether two instructions differ only in their size: the second one has 16 bits.
fn are_alike_in_16_bits(name: &[u8], other: &[u8]) -> bool {
    let are_alike = |(a, b): (&u8, &u8)| match (*a, *b) {
        (a, b) if a == b => true,
        (b'Q' | b'L', b'W') | (b'6' | b'3', b'1') | (b'4' | b'2', b'6') | (b'4', b'2') => true,
        _ => false,
    };
    name.len() == other.len() && name.iter().zip(other).all(are_alike)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_say_what_has_16_bits() {
        let alike =
            |name: &str, other: &str| are_alike_in_16_bits(name.as_bytes(), other.as_bytes());
        assert!(alike("ADD32rr", "ADD16rr"));
        assert!(alike("PUSH64r", "PUSH16r"));
        assert!(alike("OUTSL", "OUTSW"));
        assert!(alike("JMP_4", "JMP_2"));
        assert!(!alike("ADD32rr", "SUB16rr"));
        assert!(!alike("MMX_PADDBrr", "PADDBrr"));
    }
}
