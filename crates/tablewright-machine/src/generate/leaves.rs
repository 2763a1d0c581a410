//! Conversions of single operands.

use tablewright_target::registers::RegisterId;

use super::builder::CrateBuilder;
use super::conditions::ConditionNumber;
use super::model::{CodecKind, CodecModel, NumberModel, OperandValue, RegisterTable};
use super::names::{RustNames, snake_case};
use crate::codec::{Codec, RegisterCodec};
use crate::insn::InsnOperands;
use crate::number::low_mask;
use crate::syntax::Valid;

/// Bits of a conversion by a function beyond this count are not listed.
const MAX_LISTED_BITS: u32 = 10;

/// A conversion of an operand, in some bits of a step.
pub(super) struct Leaf {
    /// The lowest bit and the width; `None` for all bits.
    pub(super) part: Option<(u32, u32)>,
    pub(super) kind: CodecKind,
    /// Whether all bits are valid.
    pub(super) is_total: bool,
}

/// Conversions and register tables in the crate.
#[derive(Default)]
pub(super) struct CodecList {
    pub(super) codecs: Vec<CodecModel>,
    pub(super) lists: Vec<RegisterTable>,
    codec_names: RustNames,
    list_names: RustNames,
}

impl CodecList {
    /// Returns the index of a conversion.
    pub(super) fn codec(
        &mut self,
        variants: Vec<(ConditionNumber, CodecKind)>,
        numbers: &[NumberModel],
    ) -> usize {
        if let Some(index) = self.codecs.iter().position(|other| other.variants == variants) {
            return index;
        }
        let name = variants.last().map_or_else(String::new, |(_, kind)| self.name(kind, numbers));
        let name = self.codec_names.add(&name);
        self.codecs.push(CodecModel { name, variants });
        self.codecs.len() - 1
    }

    fn name(&self, kind: &CodecKind, numbers: &[NumberModel]) -> String {
        match kind {
            CodecKind::Number(number) => numbers[*number].name.to_ascii_lowercase(),
            CodecKind::Register(list) => snake_case(&self.lists[*list].name),
            CodecKind::OptionalRegister(list) => {
                format!("optional_{}", snake_case(&self.lists[*list].name))
            }
            CodecKind::Listed(_) => "listed".to_owned(),
            CodecKind::Constant(OperandValue::Number(number)) => {
                format!("constant_{}", number.unsigned_abs())
            }
            CodecKind::Constant(OperandValue::Register(register)) => {
                format!("always_{}", snake_case(register))
            }
            CodecKind::Constant(OperandValue::Absent) => "absent".to_owned(),
        }
    }
}

impl CrateBuilder<'_, '_> {
    /// Adds the operands of a conversion, for a field with `width` bits.
    pub(super) fn add_leaves(
        &mut self,
        codec: &Codec,
        (part, width): (Option<u32>, u32),
        list: &mut CodecList,
        leaves: &mut Vec<Leaf>,
    ) {
        let (kind, is_total) = match codec {
            Codec::Parts(parts) => {
                for inner in parts {
                    let low = part.unwrap_or(0) + inner.low;
                    self.add_leaves(&inner.codec, (Some(low), inner.width), list, leaves);
                }
                return;
            }
            Codec::Number(number) => {
                let is_limited = number.limit.is_some_and(|limit| limit < width);
                let index = self.number(*number);
                (CodecKind::Number(index), number.valid == Valid::Any && !is_limited)
            }
            Codec::Registers(registers) => {
                let is_total = has_all(registers, width);
                (CodecKind::Register(self.register_table(registers, width, list)), is_total)
            }
            Codec::OptionalRegisters(registers) => {
                let table = self.register_table(registers, width, list);
                (CodecKind::OptionalRegister(table), true)
            }
            Codec::RegisterOrNone { register, none, some } => {
                let register = OperandValue::Register(self.registers[*register].clone());
                let listed = vec![(*some, register), (*none, OperandValue::Absent)];
                (CodecKind::Listed(listed), width == 1)
            }
            Codec::Numbers(numbers) => {
                let value = |&(bits, number): &(u64, i64)| (bits, OperandValue::Number(number));
                (CodecKind::Listed(numbers.iter().map(value).collect()), false)
            }
            Codec::Mapped { .. } | Codec::Codes(_) => (self.listed(codec, width), false),
            Codec::Constant(operand) => (CodecKind::Constant(self.value(*operand)), true),
            Codec::Unknown { method, .. } => {
                self.refuse_method(*method);
                return;
            }
        };
        leaves.push(Leaf { part: part.map(|low| (low, width)), kind, is_total });
    }

    /// Returns the operands for all bits.
    fn listed(&mut self, codec: &Codec, width: u32) -> CodecKind {
        if width > MAX_LISTED_BITS || codec.count() != 1 {
            self.refused.push(format!("(decoder of {width} bits)"));
            return CodecKind::Listed(Vec::new());
        }
        let mut listed = Vec::new();
        for bits in 0..=low_mask(width) {
            let mut operands = InsnOperands::new();
            if codec.decode(bits, &mut operands).is_some()
                && let Some(&operand) = operands.first()
            {
                listed.push((bits, self.value(operand)));
            }
        }
        CodecKind::Listed(listed)
    }

    /// Returns the index of the table with a conversion's registers.
    fn register_table(&mut self, codec: &RegisterCodec, width: u32, list: &mut CodecList) -> usize {
        let mut by_bits = codec.by_bits.clone();
        while by_bits.last() == Some(&None) {
            by_bits.pop();
        }
        let variant = |id: &Option<RegisterId>| id.map(|id| self.registers[id].clone());
        let registers: Vec<Option<String>> = by_bits.iter().map(variant).collect();
        if let Some(index) = list.lists.iter().position(|other| other.registers == registers) {
            return index;
        }
        let name = match self.class_with_codec(codec, width) {
            Some(class) => class.to_owned(),
            None => {
                let mut present = registers.iter().flatten();
                let first = present.next().map_or("NONE", String::as_str);
                let last = present.next_back().map_or(first, String::as_str);
                format!("{first}_to_{last}")
            }
        };
        let name = list.list_names.add(&snake_case(&name).to_ascii_uppercase());
        list.lists.push(RegisterTable { name, registers });
        list.lists.len() - 1
    }

    /// Returns the shortest name of a class whose registers have these bits.
    fn class_with_codec(&self, codec: &RegisterCodec, width: u32) -> Option<&str> {
        let encodings = &self.machine().registers.encodings;
        let classes = self.classes_of_target.by_name().iter();
        let classes = classes.filter(|class| {
            let members = class.order.iter().map(|&id| (id, encodings[id]));
            RegisterCodec::new(members, width).by_bits == codec.by_bits
        });
        let names = classes.map(|class| self.store.record(class.record).name());
        names.min_by_key(|name| name.len())
    }
}

/// Whether all bits of a field are registers.
fn has_all(codec: &RegisterCodec, width: u32) -> bool {
    let count = 1_usize.checked_shl(width).unwrap_or(usize::MAX);
    codec.by_bits.len() >= count && codec.by_bits[..count].iter().all(Option::is_some)
}
