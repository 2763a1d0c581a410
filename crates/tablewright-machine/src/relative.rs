//! Operands whose bits hold the distance to an address.
//!
//! In: rows of a target, records of class `AsmRelative`, and operands of the type `OPERAND_PCREL`.
//! Out: the number that an operand has for an address ([`RelativeDistance::number`]).

use rustc_hash::FxHashMap;
use tablewright_records::{FieldError, RecordId, RecordStore};
use tablewright_syntax::diagnostic::Code;

use crate::codec::Codec;
use crate::insn::{Insn, InsnOperand};
use crate::machine::Machine;
use crate::number::low_mask;
use crate::syntax::{ByteOrder, TargetSyntax};
use tablewright_target::instructions::InstructionId;

/// The `OperandType` of operands relative to the instruction.
pub(crate) const PC_REL: &str = "OPERAND_PCREL";

/// An operand with a distance.
#[derive(Clone, Copy, Debug)]
pub struct RelativeRow {
    /// The operand's record name.
    pub operand: &'static str,
    /// The distance.
    pub distance: RelativeDistance,
    /// The register before the operand, for example the program counter in an address; empty for
    /// any.
    pub register: &'static str,
    /// Bits that tell a symbol from a number.
    pub mark: Option<SymbolMark>,
}

/// Bits that an instruction has if its operand is a symbol. For example, `call 4` of BPF calls the
/// kernel, but `call f` calls a function of the program.
#[derive(Clone, Copy, Debug)]
pub struct SymbolMark {
    /// The byte in the instruction.
    pub byte: usize,
    /// The bits that are set.
    pub bits: u8,
}

/// A distance from an instruction to an address.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RelativeDistance {
    /// The address from which the distance counts.
    pub origin: DistanceOrigin,
    /// The unit.
    pub unit: DistanceUnit,
}

/// The address from which a distance counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DistanceOrigin {
    /// This number of bytes after the instruction's first byte.
    Start(i64),
    /// This number of bytes after the instruction's last byte.
    End(i64),
    /// The first byte of the operand's field.
    Field,
}

/// The unit of a distance.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DistanceUnit {
    /// The operand's bits hold a signed number with this many bytes as unit.
    Bits(i64),
    /// The operand's number is in bytes.
    Number,
}

/// An instruction that has a relative operand.
pub(crate) struct RelativePlace {
    /// The instruction's address.
    pub(crate) address: u64,
    /// The instruction's size in bytes.
    pub(crate) size: u64,
}

/// An operand's conversion and its place in the encoding.
pub(crate) struct OperandBits<'m> {
    codec: &'m Codec,
    width: u32,
    /// The first byte in the instruction.
    pub(crate) byte: u64,
}

/// Facts about a relative operand.
#[derive(Clone, Copy)]
struct Relative {
    distance: RelativeDistance,
    register: &'static str,
    mark: Option<SymbolMark>,
}

/// Relative operands by operand record.
pub(crate) struct RelativeOperands {
    by_record: FxHashMap<RecordId, Relative>,
}

impl RelativeOperands {
    /// Reads the rows of the target and the records of class `AsmRelative`.
    pub(crate) fn new(
        store: &RecordStore,
        syntax: &TargetSyntax,
    ) -> Result<RelativeOperands, FieldError> {
        let mut by_record = FxHashMap::default();
        for row in syntax.assembler.relatives {
            if let Some(record) = store.find_record(row.operand) {
                let RelativeRow { distance, register, mark, .. } = *row;
                by_record.insert(record, Relative { distance, register, mark });
            }
        }
        for record in store.derived_if_defined("AsmRelative") {
            let (base, scale) = (record.int("Base")?, record.int("Scale")?);
            if scale <= 0 {
                let message = format!("the scale of '{}' is not positive", record.name());
                let error = FieldError::new(Code::FieldValue, record, message);
                return Err(error.label_field(record, "Scale"));
            }
            let origin = match record.bit("IsFromEnd")? {
                true => DistanceOrigin::End(base),
                false => DistanceOrigin::Start(base),
            };
            let distance = RelativeDistance { origin, unit: DistanceUnit::Bits(scale) };
            let relative = Relative { distance, register: "", mark: None };
            by_record.insert(record.record("Operand")?.id(), relative);
        }
        Ok(RelativeOperands { by_record })
    }

    /// Whether an operand record has a row.
    pub(crate) fn contains(&self, record: RecordId) -> bool {
        self.by_record.contains_key(&record)
    }
}

impl RelativeDistance {
    /// Returns the operand's number for the address `target`.
    ///
    /// # Errors
    /// If the bits cannot hold the distance: a description of the distances that they can hold.
    pub(crate) fn number(
        self,
        target: i64,
        place: &RelativePlace,
        bits: &OperandBits<'_>,
    ) -> Result<i64, String> {
        let address = place.address as i64;
        let from = match self.origin {
            DistanceOrigin::Start(bytes) => address.wrapping_add(bytes),
            DistanceOrigin::End(bytes) => {
                address.wrapping_add(place.size as i64).wrapping_add(bytes)
            }
            DistanceOrigin::Field => address.wrapping_add(bits.byte as i64),
        };
        let distance = target.wrapping_sub(from);
        let scale = match self.unit {
            DistanceUnit::Number => return Ok(distance),
            DistanceUnit::Bits(scale) => scale.max(1),
        };
        let Codec::Number(number) = bits.codec else {
            return Err("operand out of range: expected an operand without a symbol".to_owned());
        };
        let width = number.sign.unwrap_or(bits.width).clamp(1, 63);
        let limit = 1_i64 << (width - 1);
        let units = distance.div_euclid(scale);
        let fits = distance.rem_euclid(scale) == 0 && (-limit..limit).contains(&units);
        let encoded = units as u64 & low_mask(width);
        number.decode(encoded).filter(|_| fits).ok_or_else(|| {
            let kind = match scale {
                1 => "a number".to_owned(),
                scale => format!("a multiple of {scale}"),
            };
            let (low, high) = (limit.saturating_neg(), limit - 1);
            let (low, high) = (low.saturating_mul(scale), high.saturating_mul(scale));
            format!("operand out of range: {distance}: expected {kind} from {low} to {high}")
        })
    }
}

impl Machine<'_> {
    /// Returns the distance that an instruction's operand holds; `None` if the operand is not
    /// relative.
    pub(crate) fn relative_distance(
        &self,
        insn: &Insn,
        operand: usize,
    ) -> Option<RelativeDistance> {
        let list = self.operands.for_instruction(insn.instruction);
        let part = list.mi_operands().get(operand)?;
        let class = list.class(&list.list()[part.operand as usize]);
        if let Some(relative) = self.relatives.by_record.get(&class.record) {
            let Relative { distance, register, .. } = relative;
            let before = operand.checked_sub(1).and_then(|before| insn.operands.get(before));
            let is_register = |before: &InsnOperand| {
                let id = before.register();
                id.is_some_and(|id| self.register_name(id) == *register)
            };
            let is_relative = register.is_empty() || before.is_some_and(is_register);
            return is_relative.then_some(*distance);
        }
        let origin = DistanceOrigin::Start(0);
        let distance = RelativeDistance { origin, unit: DistanceUnit::Number };
        (class.operand_type().name == PC_REL).then_some(distance)
    }

    /// Returns the bits that tell an operand's symbol from a number.
    pub(crate) fn symbol_mark(
        &self,
        instruction: InstructionId,
        operand: usize,
    ) -> Option<SymbolMark> {
        let list = self.operands.for_instruction(instruction);
        let part = list.mi_operands().get(operand)?;
        let record = list.class(&list.list()[part.operand as usize]).record;
        self.relatives.by_record.get(&record)?.mark
    }

    /// Whether an operand record is an address of code: a relative operand, or one with a relocation.
    pub(crate) fn is_address(&self, record: RecordId) -> bool {
        let name = self.store.record(record).name();
        let relocations = self.syntax.assembler.relocations;
        self.relatives.contains(record) || relocations.iter().any(|row| row.operand == name)
    }

    /// Returns an operand's place in the instruction's first encoding.
    pub(crate) fn operand_bits(
        &self,
        instruction: InstructionId,
        operand: usize,
    ) -> Option<OperandBits<'_>> {
        let encoding = self.first_encoding(instruction)?;
        let mut first = 0;
        for step in &encoding.steps {
            let codec = &self.decoder.codecs[step.codec];
            let count = codec.count();
            if !(first..first + count).contains(&operand) {
                first += count;
                continue;
            }
            let low = codec.part_low(operand - first);
            let (codec, width) = codec.part(operand - first, step.width());
            // The bits of the operand in the word.
            let fields = step.fields.iter().filter(|field| {
                field.offset + field.width > low && field.offset < low.saturating_add(width)
            });
            let ends = fields.clone().map(|field| field.base + field.width).max().unwrap_or(0);
            let starts = fields
                .map(|field| field.base + low.saturating_sub(field.offset))
                .min()
                .unwrap_or(0);
            let byte = match self.syntax.byte_order {
                ByteOrder::Little => starts / 8,
                ByteOrder::Big => (encoding.width / 8).saturating_sub(ends.div_ceil(8)),
            };
            return Some(OperandBits { codec, width, byte: u64::from(byte) });
        }
        None
    }
}
