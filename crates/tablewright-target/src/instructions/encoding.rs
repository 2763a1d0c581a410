//! Fixed-length encodings: the field `Inst` with type `bits`.
//!
//! In: an instruction and the hardware modes. Out: the encoding for each mode, bit by bit: fixed,
//! unset, or a bit from a field that represents an operand. The module
//! [`variable_encoding`](super::variable_encoding) reads encodings with variable length.

use tablewright_records::{Bits, FieldError, Record, RecordStore, RecordView, Value, ValueId};
use tablewright_syntax::diagnostic::Code;
use tablewright_syntax::symbol::Symbol;

use super::GENERIC_NAMESPACE;
use crate::hw_modes::{HwModeId, HwModes};
use crate::record_views::instruction::{InstructionRecord, TargetRecord};

/// The field that holds the encoding.
pub(super) const INST: &str = "Inst";

/// Whether an instruction has an encoding. Generic instructions and pseudo-instructions are removed
/// before code is written.
pub fn is_encoded(instruction: Record<'_>) -> Result<bool, FieldError> {
    let instruction = InstructionRecord::new(instruction);
    Ok(instruction.namespace()? != GENERIC_NAMESPACE && !instruction.is_pseudo()?)
}

/// Whether encoding bits are written in memory order, first byte first. Older releases lack such
/// targets.
pub fn are_little_endian(target: TargetRecord<'_>) -> Result<bool, FieldError> {
    target.instruction_set()?.is_little_endian_encoding()
}

/// The rule that assigns operands to fields without a matching operand name. The reference release
/// rejects such fields. Older releases assigned operands in order.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PositionalOperands {
    /// Fields need a matching operand name.
    None,
    /// Fields use all encoded operands in order.
    FromAll,
    /// Fields use, in order, only the operands without a matching field name.
    FromUnnamed,
}

impl PositionalOperands {
    /// Returns the rule that the target's record selects in releases up to LLVM 16.
    pub fn new(target: TargetRecord<'_>) -> Result<PositionalOperands, FieldError> {
        let instruction_set = target.instruction_set()?;
        let is_enabled = instruction_set.use_deprecated_positionally_encoded_operands()?;
        let is_from_unnamed = instruction_set.no_named_positionally_encoded_operands()?;
        Ok(match (is_enabled, is_from_unnamed) {
            (Some(false), _) | (None, None) => PositionalOperands::None,
            (_, Some(true)) => PositionalOperands::FromUnnamed,
            (Some(true) | None, _) => PositionalOperands::FromAll,
        })
    }
}

/// The records whose fields encode an instruction.
pub enum EncodingRecords<'s> {
    /// The instruction itself, for all modes.
    Universal(Record<'s>),
    /// A record for each mode, in mode order.
    ByMode(Vec<(HwModeId, Record<'s>)>),
}

impl<'s> EncodingRecords<'s> {
    /// Returns the encoding records for `instruction`: its `EncodingInfos` choices if set,
    /// otherwise the instruction. Older releases lack this field.
    pub fn new(
        instruction: Record<'s>,
        modes: &HwModes,
    ) -> Result<EncodingRecords<'s>, FieldError> {
        const FIELD: &str = "EncodingInfos";
        let store = instruction.store();
        let value = instruction.field(FIELD).map(|field| store.value(field.value));
        let Some(Value::Def(select)) = value else {
            return Ok(EncodingRecords::Universal(instruction));
        };
        let Some(choices) = modes.choices(select) else {
            let message = format!("'{}' of '{FIELD}' makes no choice", store.record(select).name());
            return Err(FieldError::new(Code::EncodingForm, instruction, message));
        };
        let mut encodings: Vec<(HwModeId, Record<'s>)> = Vec::with_capacity(choices.len());
        for &(mode, encoding) in choices {
            // The first choice for a mode is used.
            if !encodings.iter().any(|(other, _)| *other == mode) {
                encodings.push((mode, store.record(encoding)));
            }
        }
        encodings.sort_by_key(|&(mode, _)| mode);
        Ok(EncodingRecords::ByMode(encodings))
    }
}

/// Encoding bits, bit 0 first.
#[derive(Clone, Copy)]
pub struct EncodingBits<'s> {
    store: &'s RecordStore,
    bits: Bits<'s>,
    is_reversed: bool,
}

/// An encoding bit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EncodingBit {
    /// A constant zero or one.
    Fixed(bool),
    /// A bit in a field without a value, which represents the operand with this name.
    Variable {
        /// The field.
        field: Symbol,
        /// The bit number in the field.
        bit: u32,
    },
    /// Any value is allowed.
    Unset,
}

/// Adjacent encoding bits that hold equally many adjacent field bits in the same order.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct FieldRun {
    /// The lowest encoding bit.
    pub inst_bit: u32,
    /// The lowest field bit.
    pub field_bit: u32,
    /// The number of bits.
    pub len: u32,
}

/// A [`FieldRun`] with the field's name.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct NamedRun {
    /// The field's name.
    pub field: Symbol,
    /// The bits.
    pub run: FieldRun,
}

impl<'s> EncodingBits<'s> {
    /// Reads the bits in a record's `Inst` field, in reverse order if the target `is_reversed`.
    pub fn new(record: Record<'s>, is_reversed: bool) -> Result<EncodingBits<'s>, FieldError> {
        Ok(EncodingBits { store: record.store(), bits: record.bits(INST)?, is_reversed })
    }

    /// Returns the number of bits.
    pub fn width(self) -> u32 {
        self.bits.len() as u32
    }

    /// Returns bit `bit`.
    pub fn get(self, bit: u32) -> EncodingBit {
        let index = if self.is_reversed { self.width() - 1 - bit } else { bit };
        let value = self.bits.get(index as usize);
        match value {
            ValueId::FALSE => EncodingBit::Fixed(false),
            ValueId::TRUE => EncodingBit::Fixed(true),
            _ if !value.is_open() => EncodingBit::Unset,
            _ => {
                let value = self.store.value(value);
                // A field with type `bit` is not indexed.
                let indexed = if let Value::VarBit { of, bit } = value {
                    (self.store.value(of), bit)
                } else {
                    (value, 0)
                };
                if let (Value::Var { name, .. }, bit) = indexed {
                    EncodingBit::Variable { field: name, bit }
                } else {
                    EncodingBit::Unset
                }
            }
        }
    }

    /// Adds fixed one bits to `words`, lowest 64-bit word first, and field bits to `runs`, highest
    /// run first.
    pub fn read(self, words: &mut Vec<u64>, runs: &mut Vec<NamedRun>) {
        let first = words.len();
        words.resize(first + self.width().div_ceil(64) as usize, 0);
        let mut is_new = true;
        for inst_bit in (0..self.width()).rev() {
            match self.get(inst_bit) {
                EncodingBit::Fixed(set) => {
                    words[first + inst_bit as usize / 64] |= u64::from(set) << (inst_bit % 64);
                    is_new = true;
                }
                EncodingBit::Unset => is_new = true,
                EncodingBit::Variable { field, bit } => match runs.last_mut() {
                    Some(NamedRun { field: last, run })
                        if !is_new && *last == field && run.field_bit == bit + 1 =>
                    {
                        *run = FieldRun { inst_bit, field_bit: bit, len: run.len + 1 };
                    }
                    _ => {
                        let run = FieldRun { inst_bit, field_bit: bit, len: 1 };
                        runs.push(NamedRun { field, run });
                        is_new = false;
                    }
                },
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tablewright_test_support::store_of;

    /// The words and runs of the field `Inst` of the record `x`.
    fn check(fields: &str, is_reversed: bool, words: &[u64], runs: &str) {
        let store = store_of(&format!("def x {{ {fields} }}"));
        let x = store.record(store.find_record("x").expect("defined"));
        let (mut found_words, mut found_runs) = (Vec::new(), Vec::new());
        let bits = EncodingBits::new(x, is_reversed).expect("Inst is of bits");
        bits.read(&mut found_words, &mut found_runs);
        let run_texts = found_runs.iter().map(|NamedRun { field, run }| {
            let (field, top) = (store.str(*field), run.field_bit + run.len - 1);
            format!("{field}{{{top}-{}}}@{}", run.field_bit, run.inst_bit)
        });
        assert_eq!(
            (found_words.as_slice(), &*run_texts.collect::<Vec<_>>().join(" ")),
            (words, runs)
        );
    }

    #[test]
    fn bits_of_fields_lie_in_runs() {
        let fields = "bits<4> r; bit s; bits<12> Inst;
            let Inst{11-9} = 0b101; let Inst{8-7} = r{3-2}; let Inst{5} = s; let Inst{4-1} = r;";
        check(fields, false, &[0b1010_0000_0000], "r{3-2}@7 s{0-0}@5 r{3-0}@1");
        check(
            fields,
            true,
            &[0b101],
            "r{0-0}@10 r{1-1}@9 r{2-2}@8 r{3-3}@7 s{0-0}@6 r{2-2}@4 r{3-3}@3",
        );
    }

    #[test]
    fn a_run_ends_where_the_order_of_bits_does() {
        let fields = "bits<4> r; bits<4> Inst; let Inst{3-2} = r{1-0}; let Inst{1-0} = r{3-2};";
        check(fields, false, &[0], "r{1-0}@2 r{3-2}@0");
    }

    #[test]
    fn encodings_can_be_longer_than_a_word() {
        check("bits<66> Inst; let Inst{65-64} = 0b10; let Inst{63} = 1;", false, &[1 << 63, 2], "");
    }
}
