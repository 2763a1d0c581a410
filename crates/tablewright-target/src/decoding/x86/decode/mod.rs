//! An X86 decoder that uses the generated tables.
//!
//! In: [`X86Tables`] and bytes. Out: the instruction, its length in bytes, and its operand values.
//! Prefixes are read first (`prefixes.rs`). Prefixes and opcode select a decision, and ModR/M
//! selects the instruction. The operands use the next bytes (`operands.rs`). If the tables do not
//! determine the instruction for an operand-size prefix, instruction names do.

mod operands;
mod prefixes;
mod registers;

use std::cell::Cell;

use tablewright_index::IndexVec;
use tablewright_records::{Analysis, AnalysisError, RecordStore};
use tablewright_syntax::diagnostic::Diagnostics;

use super::context::{Attributes, ContextId};
use super::mod_rm::ModRmDecision;
use super::operand_kind::OperandEncoding;
use super::operands::OperandSet;
use super::tables::X86Tables;
use crate::instructions::{InstructionId, Instructions};
use operands::OperandReader;
use prefixes::{ByteReader, EvexFields, Extension, ExtensionKind, Prefixes};

pub use operands::{X86Base, X86Memory, X86OperandValue};
pub use registers::{X86Part, X86Registers};

/// A processor mode.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum X86Mode {
    /// 16-bit operands and addresses.
    Bits16,
    /// 32-bit operands and addresses.
    Bits32,
    /// 64-bit addresses.
    Bits64,
}

/// A segment that a prefix selects.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the registers are the names")]
pub enum X86Segment {
    Es,
    Cs,
    Ss,
    Ds,
    Fs,
    Gs,
}

impl X86Segment {
    fn from_prefix(byte: u8) -> Option<X86Segment> {
        Some(match byte {
            0x26 => X86Segment::Es,
            0x2e => X86Segment::Cs,
            0x36 => X86Segment::Ss,
            0x3e => X86Segment::Ds,
            0x64 => X86Segment::Fs,
            0x65 => X86Segment::Gs,
            _ => return None,
        })
    }

    /// Returns the record name for the segment register.
    pub fn register_name(self) -> &'static str {
        match self {
            X86Segment::Es => "ES",
            X86Segment::Cs => "CS",
            X86Segment::Ss => "SS",
            X86Segment::Ds => "DS",
            X86Segment::Fs => "FS",
            X86Segment::Gs => "GS",
        }
    }
}

/// Opcode tables, by `Map` record number.
const ONE_BYTE: u8 = 0;
const TWO_BYTES: u8 = 1;
const THREE_BYTES_38: u8 = 2;
const THREE_BYTES_3A: u8 = 3;
/// The opcode follows the operands.
const OPCODE_LAST: u8 = 7;
const MAP4: u8 = 8;

/// A decoder for X86 instructions.
#[derive(Debug)]
pub struct X86Decoder {
    tables: X86Tables,
    /// By attribute set, its context.
    contexts: Vec<Option<ContextId>>,
    names: IndexVec<InstructionId, String>,
}

/// A decoded instruction.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct X86Decoded {
    /// The instruction.
    pub instruction: InstructionId,
    /// Length in bytes.
    pub length: usize,
    /// The context for its prefixes.
    pub context: ContextId,
    /// The opcode, without escape bytes.
    pub opcode: u8,
    /// The ModR/M byte; `None` if absent.
    pub mod_rm: Option<u8>,
    /// The operand values, in order.
    pub operands: Vec<X86OperandValue>,
    /// The prefixes before the opcode, and the sizes that follow from them.
    pub prefixes: X86Prefixes,
}

/// The prefixes before an opcode, except prefixes that select the opcode table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct X86Prefixes {
    /// Whether `lock` is among them.
    pub has_lock: bool,
    /// The last byte of `F2` and `F3`.
    pub repeat: Option<u8>,
    /// Whether the instruction needs one of the bytes `66`, `F2` and `F3`.
    pub is_mandatory: bool,
    /// Whether the byte `66` is among them, and counts.
    pub has_operand_size: bool,
    /// Whether the byte `67` is among them.
    pub has_address_size: bool,
    /// The segment in place of the usual one.
    pub segment: Option<X86Segment>,
    /// The size in bytes of a number with the operand size.
    pub number_size: usize,
    /// The size in bytes of an address.
    pub address_size: usize,
}

/// Bytes that do not begin with an instruction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct X86NotDecoded {
    /// The bytes that were read until they differed from all instructions.
    pub length: usize,
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
    /// Returns the name of a context.
    pub fn context_name(&self, context: ContextId) -> &str {
        &self.tables.contexts.all[context].name
    }

    /// Returns the positions of an instruction's operands.
    pub fn operand_set(&self, instruction: InstructionId) -> Option<&OperandSet> {
        let entry = self.tables.instructions.get(instruction)?;
        self.tables.operand_sets.get(entry.operand_set as usize)
    }

    /// Returns the instructions that bytes can begin with.
    pub fn instructions(&self) -> impl Iterator<Item = InstructionId> {
        let all = self.tables.instructions.iter_enumerated();
        all.filter(|(_, entry)| entry.is_decoded).map(|(id, _)| id)
    }

    /// Decodes the first instruction in `bytes`.
    ///
    /// # Errors
    /// If `bytes` do not begin with a valid instruction.
    pub fn decode(&self, bytes: &[u8], mode: X86Mode) -> Result<X86Decoded, X86NotDecoded> {
        let last = Cell::new(0);
        let decoded = self.decode_with(ByteReader::new(bytes, &last), mode);
        decoded.ok_or_else(|| X86NotDecoded { length: last.get() })
    }

    fn decode_with(&self, mut reader: ByteReader<'_>, mode: X86Mode) -> Option<X86Decoded> {
        let mut prefixes = prefixes::read(&mut reader, mode)?;
        let (map, opcode) = read_opcode(&mut reader, prefixes.extension.map)?;
        if map == ONE_BYTE {
            // Only an opcode with an escape byte has a mandatory prefix; here it is a size or
            // repeat prefix.
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
            selected.instruction = self.for_transaction(selected.instruction);
        }
        self.finish(selected, operands)
    }

    fn finish(&self, selected: Selected, mut reader: OperandReader<'_>) -> Option<X86Decoded> {
        let operands = reader.read(self.operand_set(selected.instruction)?)?;
        Some(X86Decoded {
            instruction: selected.instruction,
            length: reader.reader.offset,
            context: selected.context,
            opcode: reader.opcode,
            mod_rm: reader.mod_rm,
            operands,
            prefixes: reader.prefixes_in_text(selected.map != ONE_BYTE),
        })
    }

    /// Converts `repne` and `rep` to their names before an instruction that begins or ends a
    /// transaction.
    fn for_transaction(&self, instruction: InstructionId) -> InstructionId {
        let name = match self.names[instruction].as_str() {
            "REPNE_PREFIX" => "XACQUIRE_PREFIX",
            "REP_PREFIX" => "XRELEASE_PREFIX",
            _ => return instruction,
        };
        let renamed = self.names.iter_enumerated().find(|(_, other)| *other == name);
        renamed.map_or(instruction, |(id, _)| id)
    }

    /// Decodes an instruction whose opcode follows two operands: a register, and a register or
    /// memory.
    fn decode_with_last_opcode(&self, mut reader: OperandReader<'_>) -> Option<X86Decoded> {
        let attributes = legacy_attributes(OPCODE_LAST, &reader);
        reader.mod_rm()?;
        reader.opcode = reader.reader.next()?;
        let opcode = reader.opcode;
        let selected = self.lookup(OPCODE_LAST, attributes, opcode, &mut reader)?;
        self.finish(selected, reader)
    }

    /// Returns the instruction for a table, prefixes and an opcode.
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
                Some(Selected { instruction, context, map })
            }
        }
    }

    /// Returns the decision for a table, prefixes and an opcode; `None` without an instruction.
    fn decision(
        &self,
        map: u8,
        attributes: u32,
        opcode: u8,
    ) -> Option<(ContextId, &ModRmDecision)> {
        // A decoder without the U bit has half as many contexts.
        let context = self.contexts[attributes as usize % self.contexts.len()]?;
        let row = self.tables.maps.get(usize::from(map))?[context].as_ref()?;
        let first = row[usize::from(opcode)].first;
        let decisions = &self.tables.decisions;
        let position = decisions.binary_search_by_key(&first, |(first, _)| *first).ok()?;
        Some((context, &decisions[position].1))
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
        let selected = self.lookup(map, attributes, opcode, reader);
        if reader.mentions_16_bits() && attributes & size == 0 {
            return self.for_16_bits(map, attributes | size, selected, reader);
        }
        let selected = selected?;
        let is_extended = reader.prefixes.extension.registers.base & 8 != 0;
        if map == ONE_BYTE && opcode == 0x90 && is_extended {
            // With another register it is `xchg`, like the next opcodes.
            return self.lookup(map, attributes, 0x91, reader);
        }
        Some(selected)
    }

    /// Returns the 16-bit counterpart of `found` if there is one, otherwise `found`: an
    /// operand-size prefix differs from a mandatory prefix.
    fn for_16_bits(
        &self,
        map: u8,
        attributes: u32,
        found: Option<Selected>,
        reader: &mut OperandReader<'_>,
    ) -> Option<Selected> {
        // The lookup reads ModR/M even if it is in vain, so that more bytes are skipped.
        let other = self.lookup(map, attributes, reader.opcode, reader);
        let other = other.filter(|_| reader.has_operands_of_16_bits());
        let found = found?;
        let name = |selected: &Selected| self.names[selected.instruction].as_bytes();
        Some(other.filter(|other| are_alike_in_16_bits(name(&found), name(other))).unwrap_or(found))
    }

    /// Returns the attributes for a bit that is a part of the mask, or means that flags are unchanged. Reads
    /// ModR/M of instructions with flags, even if other bits are invalid.
    fn without_flags(
        &self,
        map: u8,
        attributes: u32,
        reader: &mut OperandReader<'_>,
    ) -> Option<u32> {
        if map == MAP4 {
            reader.mod_rm()?;
            // In conditional comparisons the bit is a part of the condition.
            let conditional = attributes & !Attributes::EVEX_NF;
            let selected = self.lookup(map, conditional, reader.opcode, reader);
            let set = selected.and_then(|selected| self.operand_set(selected.instruction));
            if set.is_some_and(|set| set.iter().any(|it| it.encoding == OperandEncoding::Cf)) {
                return Some(conditional);
            }
        }
        if reader.prefixes.extension.prefix != 0 {
            return Some(attributes);
        }
        let vector =
            Attributes::EVEX_B | Attributes::EVEX_KZ | Attributes::VEX_L | Attributes::EVEX_L2;
        let unchanged = attributes & !Attributes::EVEX_K | Attributes::EVEX_NF;
        let has_decision = |attributes| self.decision(map, attributes, reader.opcode).is_some();
        let (is_known, is_similar) = (has_decision(unchanged), has_decision(unchanged & !vector));
        if is_similar {
            reader.mod_rm()?;
        }
        Some(if is_known { unchanged } else { attributes })
    }

    /// Selects an instruction with a vector prefix. Outside 64-bit mode, the W bit is ignored if it
    /// selects 64-bit registers.
    fn select_vector(
        &self,
        map: u8,
        attributes: u32,
        reader: &mut OperandReader<'_>,
    ) -> Option<Selected> {
        let extension = reader.prefixes.extension;
        let mut attributes = attributes;
        let is_evex = extension.kind == ExtensionKind::Evex;
        if is_evex && extension.evex.aaa & 4 != 0 {
            attributes = self.without_flags(map, attributes, reader)?;
        }
        let without_w = self.lookup(map, attributes, reader.opcode, reader);
        if reader.mode != X86Mode::Bits64 && extension.w {
            let with_w = self.lookup(map, attributes | Attributes::REX_W, reader.opcode, reader);
            let is_64 = |selected: &Selected| self.names[selected.instruction].contains("64");
            if !with_w.as_ref().is_some_and(is_64) {
                return with_w;
            }
        }
        let size = Attributes::OP_SIZE;
        if reader.mentions_16_bits() && attributes & size == 0 {
            return self.for_16_bits(map, attributes | size, without_w, reader);
        }
        without_w
    }
}

/// The result of a table lookup.
#[derive(Clone, Copy)]
struct Selected {
    instruction: InstructionId,
    context: ContextId,
    map: u8,
}

/// Whether all size prefixes count for an opcode, at any position: the opcode contains an address,
/// or its instructions differ in address size.
fn counts_all_sizes(map: u8, opcode: u8) -> bool {
    matches!(
        (map, opcode),
        (ONE_BYTE, 0xa0..=0xa3) | (TWO_BYTES, 0xae) | (THREE_BYTES_38 | MAP4, 0xf8)
    )
}

/// Returns the attributes for size prefixes. In 16-bit mode, addresses have 16 bits without a
/// prefix, and so do operands in opcodes with an address.
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

/// Reads the opcode and its table; `map` is the table from a prefix, if any.
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

/// Whether an opcode is a jump or call with an operand-sized distance.
fn is_near_jump(map: u8, opcode: u8) -> bool {
    matches!((map, opcode), (ONE_BYTE, 0xe8 | 0xe9) | (TWO_BYTES, 0x80..=0x8f))
}

/// Whether an opcode is a jump that tests a register with the address size.
fn is_jump_by_counter(map: u8, opcode: u8) -> bool {
    (map, opcode) == (ONE_BYTE, 0xe3)
}

fn mode_attributes(mode: X86Mode) -> u32 {
    if mode == X86Mode::Bits64 { Attributes::BIT64 } else { 0 }
}

/// Returns the attributes for legacy prefixes.
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
        // It only distinguishes `pause` from `nop`.
        (ONE_BYTE, Some(0xf3)) if reader.opcode != 0x90 => None,
        (ONE_BYTE, Some(0xf2)) => None,
        (_, repeat) => repeat,
    };
    let prefix = mandatory.or(of_repeat);
    // In 16-bit mode, distances have 16 bits without a prefix, regardless of the mandatory prefix.
    let is_short_distance =
        reader.mode == X86Mode::Bits16 && !has_operand_size && is_near_jump(map, reader.opcode);
    add(Attributes::OP_SIZE, is_short_distance);
    // In 16-bit mode the prefix selects 32-bit operands, listed in the tables without a prefix.
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
    // The tables contain other instructions only without REX2.
    let has_rex2 = map == ONE_BYTE && matches!(reader.opcode, 0x50..=0x5f | 0xa1);
    add(Attributes::REX2, has_rex2 && extension.kind == ExtensionKind::Rex2);
    if extension.w {
        attributes |= Attributes::REX_W;
        attributes &= !Attributes::AD_SIZE;
    }
    attributes
}

/// Returns the attributes for VEX, XOP and EVEX prefixes.
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
    // General-register instructions do not have masks; a bit in aaa means that flags are unchanged.
    add(Attributes::EVEX_NF, map == MAP4 && aaa & 4 != 0);
    add(Attributes::EVEX_K, map != MAP4 && aaa != 0);
    let counts_size = map == MAP4 && counts_all_sizes(map, reader.opcode);
    add(Attributes::AD_SIZE, counts_size && reader.prefixes.has_address_size);
    add(Attributes::REX_W, w && reader.mode == X86Mode::Bits64);
    attributes
}

/// Whether two instruction names differ only in operand size, with 16 bits in the second.
fn are_alike_in_16_bits(name: &[u8], other: &[u8]) -> bool {
    let are_alike = |(a, b): (&u8, &u8)| match (*a, *b) {
        (a, b) if a == b => true,
        (b'Q' | b'L', b'W') | (b'6' | b'3', b'1') | (b'4' | b'2', b'6') => true,
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
        assert!(!alike("XBEGIN_4", "XBEGIN_2"));
        assert!(!alike("ADD32rr", "SUB16rr"));
        assert!(!alike("MMX_PADDBrr", "PADDBrr"));
    }
}
