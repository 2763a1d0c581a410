//! Operands with symbols: the number for an address, or the relocation.

use tablewright_records::RecordId;
use tablewright_target::instructions::InstructionId;

use crate::codec::Codec;
use crate::insn::{Insn, InsnOperand};
use crate::machine::Machine;
use crate::number::{low_mask, sign_extended};
use crate::relative::{DistanceOrigin, DistanceUnit, RelativeDistance, SymbolMark};
use crate::relative_operands::{PC_REL, RelativeOperand};
use crate::relocation::{RelocationKind, RelocationPlace};
use crate::syntax::ByteOrder;

/// The name for data in relocation rows.
pub(super) const DATA: &str = "data";

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
    pub(super) byte: u64,
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

    /// Returns the address for the operand's number: the inverse of [`RelativeDistance::number`].
    pub(crate) fn target(
        self,
        number: i64,
        place: &RelativePlace,
        bits: &OperandBits<'_>,
    ) -> Option<u64> {
        let address = place.address as i64;
        let from = match self.origin {
            DistanceOrigin::Start(bytes) => address.wrapping_add(bytes),
            DistanceOrigin::End(bytes) => {
                address.wrapping_add(place.size as i64).wrapping_add(bytes)
            }
            DistanceOrigin::Field => address.wrapping_add(bits.byte as i64),
        };
        let distance = match self.unit {
            DistanceUnit::Number => number,
            DistanceUnit::Bits(scale) => {
                let Codec::Number(codec) = bits.codec else { return None };
                let width = codec.sign.unwrap_or(bits.width).clamp(1, 63);
                let encoded = codec.encode(number, bits.width)?;
                sign_extended(encoded, width).wrapping_mul(scale.max(1))
            }
        };
        Some(from.wrapping_add(distance) as u64)
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
        if let Some(relative) = self.addresses.relatives.for_record(class.record) {
            let RelativeOperand { distance, register, .. } = relative;
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
    pub(super) fn symbol_mark(
        &self,
        instruction: InstructionId,
        operand: usize,
    ) -> Option<SymbolMark> {
        let list = self.operands.for_instruction(instruction);
        let part = list.mi_operands().get(operand)?;
        let record = list.class(&list.list()[part.operand as usize]).record;
        self.addresses.relatives.for_record(record)?.mark
    }

    /// Whether an operand record is an address of code: a relative operand, or one with a relocation.
    pub(super) fn is_address(&self, record: RecordId) -> bool {
        let name = self.store.record(record).name();
        let relocations = self.syntax.assembler.relocations;
        self.addresses.relatives.contains(record)
            || self.addresses.relocations.operand_number(record).is_some()
            || relocations.iter().any(|row| row.operand == name)
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
            let byte = match self.syntax.words.byte_order {
                ByteOrder::Little => starts / 8,
                ByteOrder::Big => (encoding.width / 8).saturating_sub(ends.div_ceil(8)),
            };
            return Some(OperandBits { codec, width, byte: u64::from(byte) });
        }
        None
    }
}

impl Machine<'_> {
    /// Returns the relocation for an instruction's operand that has a symbol with a modifier.
    pub(super) fn operand_relocation(
        &self,
        insn: &Insn,
        operand: usize,
        modifier: &str,
    ) -> Option<RelocationKind> {
        let (record, parts) = self.operand_place(insn.instruction, operand);
        let is_relative = self.relative_distance(insn, operand).is_some();
        self.relocation(record, modifier, parts, is_relative)
    }

    /// Returns the relocation for a symbol in data or in an operand.
    pub(super) fn relocation(
        &self,
        operand: &str,
        modifier: &str,
        parts: usize,
        is_relative: bool,
    ) -> Option<RelocationKind> {
        let own = self.syntax.assembler.relocations.iter().find(|row| {
            let is_any = row.operand.is_empty() && operand != DATA;
            (row.operand == operand || is_any)
                && row.modifier == modifier
                && (row.parts == 0 || row.parts == parts)
                && (is_relative || row.place != RelocationPlace::RelativeField)
        });
        own.map(|row| RelocationKind { number: row.number, place: row.place }).or_else(|| {
            let number = match operand {
                _ if !modifier.is_empty() => None,
                DATA => self.addresses.relocations.data_number(parts),
                operand => {
                    self.addresses.relocations.operand_number(self.store.find_record(operand)?)
                }
            };
            Some(RelocationKind { number: number?, place: RelocationPlace::Instruction })
        })
    }
}
