//! Conversions between encoding bits and operands.

use rustc_hash::FxHashMap;
use tablewright_index::define_index;
use tablewright_target::registers::RegisterId;

use crate::insn::{InsnOperand, InsnOperands};
use crate::number::{NumberCodec, low_mask};
use crate::operand_code::{CodeTable, LiteralPlace};

define_index! {
    /// A conversion; equal conversions may have different ids.
    pub(crate) struct CodecId;
}

/// A conversion between bits and one or more operands.
#[derive(Clone, Debug)]
pub(crate) enum Codec {
    Number(NumberCodec),
    Registers(RegisterCodec),
    /// A register, or none for bits without a register.
    OptionalRegisters(RegisterCodec),
    /// A register for some bits, no register for others.
    RegisterOrNone {
        register: RegisterId,
        none: u64,
        some: u64,
    },
    /// Several operands, each in some bits.
    Parts(Vec<CodecPart>),
    /// A number for some bits.
    Numbers(&'static [(u64, i64)]),
    /// A register, a number or a literal.
    Codes(CodeTable),
    /// A codec for other bits.
    Mapped {
        /// The name of `decode` in the target's source; empty for none.
        name: &'static str,
        decode: fn(u64) -> Option<u64>,
        encode: fn(u64) -> Option<u64>,
        /// The bit count that `encode` receives.
        width: u32,
        codec: Box<Codec>,
    },
    /// An operand without bits.
    Constant(InsnOperand),
    /// A method without a row, and the number of its operands.
    Unknown {
        method: u16,
        count: usize,
    },
}

#[derive(Clone, Debug)]
pub(crate) struct CodecPart {
    pub(crate) low: u32,
    pub(crate) width: u32,
    pub(crate) codec: Codec,
}

/// A class's registers by their bits.
#[derive(Clone, Default, PartialEq, Debug)]
pub(crate) struct RegisterCodec {
    pub(crate) by_bits: Vec<Option<RegisterId>>,
    bits: FxHashMap<RegisterId, u64>,
}

/// Bits beyond this count are not looked up in a table.
const MAX_REGISTER_BITS: u32 = 12;

impl RegisterCodec {
    /// Builds the table for a field with `width` bits. If the bits do not tell registers apart, the
    /// first register counts; if encodings are equal, all of them can be encoded.
    pub(crate) fn new(
        registers: impl Iterator<Item = (RegisterId, u64)>,
        width: u32,
    ) -> RegisterCodec {
        let width = width.min(MAX_REGISTER_BITS);
        let mut codec =
            RegisterCodec { by_bits: vec![None; 1 << width], bits: FxHashMap::default() };
        let mut encoding_of: FxHashMap<RegisterId, u64> = FxHashMap::default();
        for (register, encoding) in registers {
            let bits = encoding & low_mask(width);
            let slot = &mut codec.by_bits[bits as usize];
            if slot.is_none() {
                *slot = Some(register);
            }
            if slot.is_some_and(|first| {
                first == register || encoding_of.get(&first) == Some(&encoding)
            }) {
                codec.bits.insert(register, bits);
                encoding_of.insert(register, encoding);
            }
        }
        codec
    }

    fn decode(&self, bits: u64) -> Option<RegisterId> {
        self.by_bits.get(usize::try_from(bits).ok()?).copied().flatten()
    }

    pub(crate) fn contains(&self, register: RegisterId) -> bool {
        self.bits.contains_key(&register)
    }
}

impl Codec {
    /// Returns the operand count.
    pub(crate) fn count(&self) -> usize {
        match self {
            Codec::Parts(parts) => parts.iter().map(|part| part.codec.count()).sum(),
            Codec::Unknown { count, .. } => *count,
            Codec::Mapped { codec, .. } => codec.count(),
            Codec::Number(_)
            | Codec::Numbers(_)
            | Codec::Codes(_)
            | Codec::Registers(_)
            | Codec::OptionalRegisters(_)
            | Codec::RegisterOrNone { .. }
            | Codec::Constant(_) => 1,
        }
    }

    /// Adds the operands for some bits. Returns `None` if the bits are invalid.
    pub(crate) fn decode(&self, bits: u64, operands: &mut InsnOperands) -> Option<()> {
        let operand = match self {
            Codec::Number(number) => InsnOperand::Number(number.decode(bits)?),
            Codec::Numbers(numbers) => {
                let (_, number) = numbers.iter().find(|(own, _)| *own == bits)?;
                InsnOperand::Number(*number)
            }
            Codec::Registers(registers) => InsnOperand::Register(registers.decode(bits)?),
            Codec::OptionalRegisters(registers) => {
                registers.decode(bits).map_or(InsnOperand::NoRegister, InsnOperand::Register)
            }
            Codec::RegisterOrNone { register, none, some } => match bits {
                bits if bits == *some => InsnOperand::Register(*register),
                bits if bits == *none => InsnOperand::NoRegister,
                _ => return None,
            },
            Codec::Constant(operand) => *operand,
            Codec::Codes(codes) => return codes.decode(bits, operands),
            Codec::Parts(parts) => {
                for part in parts {
                    let bits = bits.checked_shr(part.low).unwrap_or(0) & low_mask(part.width);
                    part.codec.decode(bits, operands)?;
                }
                return Some(());
            }
            Codec::Mapped { decode, codec, .. } => return codec.decode(decode(bits)?, operands),
            Codec::Unknown { method, count } => {
                let unknown = InsnOperand::Unknown { method: *method, bits };
                operands.extend(std::iter::repeat_n(unknown, *count));
                return Some(());
            }
        };
        operands.push(operand);
        Some(())
    }

    /// Returns the bits for enough operands in a field with `width` bits. If there are none,
    /// returns the index of the operand without bits.
    pub(crate) fn encode(&self, operands: &[InsnOperand], width: u32) -> Result<u64, usize> {
        let Some(&operand) = operands.first() else { return Err(0) };
        let bits = match self {
            Codec::Parts(parts) => {
                let (mut bits, mut at) = (0, 0);
                for part in parts {
                    let rest = &operands[at.min(operands.len())..];
                    let encoded =
                        part.codec.encode(rest, part.width).map_err(|index| at + index)?;
                    bits |= encoded.checked_shl(part.low).unwrap_or(0);
                    at += part.codec.count();
                }
                return Ok(bits);
            }
            Codec::Mapped { encode, width, codec, .. } => {
                let bits = codec.encode(operands, *width)?;
                return encode(bits).ok_or(0);
            }
            // Fixups fill in the bits later.
            Codec::Number(_) if matches!(operand, InsnOperand::Expression(_)) => Some(0),
            Codec::Number(number) => operand.number().and_then(|value| number.encode(value, width)),
            Codec::Numbers(numbers) => {
                let own = numbers.iter().find(|(_, number)| operand.number() == Some(*number));
                own.map(|(bits, _)| *bits)
            }
            Codec::Codes(codes) => codes.encode(operand),
            Codec::Registers(registers) => {
                operand.register().and_then(|register| registers.bits.get(&register).copied())
            }
            Codec::OptionalRegisters(registers) => match operand.register() {
                Some(register) => registers.bits.get(&register).copied(),
                None => (operand == InsnOperand::NoRegister).then_some(0),
            },
            Codec::RegisterOrNone { register, none, some } => {
                if operand == InsnOperand::NoRegister {
                    Some(*none)
                } else {
                    (operand.register() == Some(*register)).then_some(*some)
                }
            }
            // Assemblers add a zero for operands that the text does not mention.
            Codec::Constant(constant) => {
                let is_register = !matches!(constant, InsnOperand::Number(_));
                let is_added = is_register && operand == InsnOperand::Number(0);
                (operand == *constant || is_added).then_some(0)
            }
            Codec::Unknown { method, .. } => {
                if let InsnOperand::Unknown { method: other, bits } = operand
                    && other == *method
                {
                    Some(bits)
                } else {
                    None
                }
            }
        };
        bits.ok_or(0)
    }

    /// Returns the literal after the instruction that belongs to these bits; `None` without one.
    pub(crate) fn literal(&self, bits: u64) -> Option<LiteralPlace> {
        match self {
            Codec::Codes(codes) => codes.literal(bits),
            Codec::Mapped { decode, codec, .. } => codec.literal(decode(bits)?),
            Codec::Number(_)
            | Codec::Numbers(_)
            | Codec::Registers(_)
            | Codec::OptionalRegisters(_)
            | Codec::RegisterOrNone { .. }
            | Codec::Parts(_)
            | Codec::Constant(_)
            | Codec::Unknown { .. } => None,
        }
    }

    /// Returns the method without a row.
    pub(crate) fn unknown(&self) -> Option<u16> {
        match self {
            Codec::Unknown { method, .. } => Some(*method),
            Codec::Parts(parts) => parts.iter().find_map(|part| part.codec.unknown()),
            Codec::Mapped { codec, .. } => codec.unknown(),
            Codec::Number(_)
            | Codec::Numbers(_)
            | Codec::Codes(_)
            | Codec::Registers(_)
            | Codec::OptionalRegisters(_)
            | Codec::RegisterOrNone { .. }
            | Codec::Constant(_) => None,
        }
    }

    /// Returns the lowest bit of the operand at `index`.
    pub(crate) fn part_low(&self, index: usize) -> u32 {
        let Codec::Parts(parts) = self else { return 0 };
        let mut first = 0;
        for part in parts {
            let count = part.codec.count();
            if index < first + count {
                return part.low + part.codec.part_low(index - first);
            }
            first += count;
        }
        0
    }

    /// Returns the codec for the operand at `index`, with the width of its bits.
    pub(crate) fn part(&self, index: usize, width: u32) -> (&Codec, u32) {
        if let Codec::Mapped { codec, width, .. } = self {
            return codec.part(index, *width);
        }
        let Codec::Parts(parts) = self else { return (self, width) };
        let mut first = 0;
        for part in parts {
            let count = part.codec.count();
            if index < first + count {
                return part.codec.part(index - first, part.width);
            }
            first += count;
        }
        (self, width)
    }
}
