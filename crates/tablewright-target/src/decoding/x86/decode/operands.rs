//! X86 operands: values and lengths in bytes.

use super::super::operand_kind::{OperandEncoding, X86OperandType};
use super::super::operands::{OperandSet, OperandSpecifier};
use super::prefixes::{ByteReader, Extension, ExtensionKind, Prefixes};
use super::{X86Mode, X86Prefixes};

/// An operand value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum X86OperandValue {
    /// A register number within its class.
    Register(u8),
    /// A general register with the operand size.
    General {
        /// The register number.
        number: u8,
        /// The size in bits.
        bits: u8,
    },
    /// The high byte of the register with this number.
    HighByte(u8),
    /// A memory operand.
    Memory(X86Memory),
    /// An immediate, a distance or an address.
    Number(i64),
    /// The same value as the operand with this index.
    Same(u8),
    /// An operand that is not encoded.
    Implicit,
}

/// A memory operand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct X86Memory {
    /// The base register.
    pub base: X86Base,
    /// The index register number; `None` if absent.
    pub index: Option<u8>,
    /// The factor of the index register.
    pub scale: u8,
    /// The displacement in bytes, after scaling.
    pub displacement: i64,
    /// Address size in bits.
    pub bits: u8,
    /// Whether a SIB byte encodes the address.
    pub has_sib: bool,
    /// Whether the index is a vector register.
    pub has_vector: bool,
}

/// The base of an address.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum X86Base {
    /// Without a base.
    None,
    /// The register with this number.
    Register(u8),
    /// The address of the next instruction.
    NextInstruction,
    /// Two registers whose sum is a 16-bit address.
    Pair(u8, u8),
}

/// An instruction after its opcode was read.
pub(super) struct OperandReader<'b> {
    pub(super) reader: ByteReader<'b>,
    pub(super) mode: X86Mode,
    pub(super) prefixes: Prefixes,
    pub(super) opcode: u8,
    pub(super) mod_rm: Option<u8>,
    memory: Option<X86Memory>,
    /// A byte with a register number in its high bits.
    register_byte: Option<u8>,
}

impl<'b> OperandReader<'b> {
    pub(super) fn new(
        reader: ByteReader<'b>,
        mode: X86Mode,
        prefixes: Prefixes,
        opcode: u8,
    ) -> OperandReader<'b> {
        OperandReader {
            reader,
            mode,
            prefixes,
            opcode,
            mod_rm: None,
            memory: None,
            register_byte: None,
        }
    }

    fn extension(&self) -> &Extension {
        &self.prefixes.extension
    }

    /// Returns the prefixes that count for the text, and sizes. Only opcodes with an escape byte have mandatory
    /// prefixes.
    pub(super) fn prefixes_in_text(&self, has_escape: bool) -> X86Prefixes {
        let Prefixes {
            has_lock,
            repeat,
            mandatory,
            has_operand_size,
            has_address_size,
            segment,
            ..
        } = self.prefixes;
        X86Prefixes {
            has_lock,
            repeat,
            is_mandatory: mandatory.is_some() && has_escape,
            has_operand_size,
            has_address_size,
            segment,
            number_size: self.number_size(),
            address_size: self.address_size(),
        }
    }

    /// Returns the ModR/M byte; reads it and the address after it at the first call.
    pub(super) fn mod_rm(&mut self) -> Option<u8> {
        if self.mod_rm.is_none() {
            let mod_rm = self.reader.next()?;
            if mod_rm < 0xc0 {
                self.memory = Some(match self.address_size() {
                    2 => self.memory_of_16_bits(mod_rm)?,
                    size => self.memory_of_32_bits(mod_rm, size)?,
                });
            }
            self.mod_rm = Some(mod_rm);
        }
        self.mod_rm
    }

    /// Returns the operand values; `None` if bytes are missing or a register does not exist.
    pub(super) fn read(&mut self, set: &OperandSet) -> Option<Vec<X86OperandValue>> {
        // Memory bytes follow ModR/M, regardless of the operand order.
        if set.iter().any(|it| is_in_mod_rm(it.encoding)) {
            self.mod_rm()?;
        }
        let mut values = Vec::new();
        // The bits of the field without an operand.
        let mut unused = 31;
        for specifier in set.iter().filter(|it| it.encoding != OperandEncoding::None) {
            if matches!(specifier.encoding, OperandEncoding::Vvvv | OperandEncoding::Cf) {
                unused = 0;
            } else if matches!(specifier.encoding, OperandEncoding::Vsib(_)) {
                unused &= 15;
            }
            values.push(self.operand(specifier)?);
        }
        // If a field is unused, its register number must be zero.
        let is_zero =
            !self.extension().is_vector() || self.extension().registers.vvvv & unused == 0;
        is_zero.then_some(values)
    }

    fn operand(&mut self, specifier: &OperandSpecifier) -> Option<X86OperandValue> {
        let kind = specifier.operand_type;
        let number = X86OperandValue::Number;
        let extension = *self.extension();
        Some(match specifier.encoding {
            OperandEncoding::None | OperandEncoding::Si | OperandEncoding::Di => {
                X86OperandValue::Implicit
            }
            OperandEncoding::Reg => {
                let reg = self.mod_rm()? >> 3 & 7;
                self.register(kind, reg + extension.registers.reg)?
            }
            OperandEncoding::Rm(scale) => self.register_or_memory(kind, scale)?,
            OperandEncoding::Sib => X86OperandValue::Memory(self.memory_with_index(0)?),
            OperandEncoding::Vsib(scale) => {
                let mut memory = self.memory_with_index(scale)?;
                memory.index = Some(self.vector_index(memory.index)?);
                memory.has_vector = true;
                X86OperandValue::Memory(memory)
            }
            OperandEncoding::Vvvv => self.vvvv(kind)?,
            OperandEncoding::WriteMask => X86OperandValue::Register(self.extension().evex.aaa),
            OperandEncoding::Ib => self.byte(kind)?,
            OperandEncoding::Iw => number(self.reader.number(2)?),
            OperandEncoding::Id => number(self.reader.number(4)?),
            OperandEncoding::Io => number(self.reader.number(8)?),
            OperandEncoding::Iv => number(self.reader.number(self.number_size())?),
            OperandEncoding::Ia => number(self.reader.number(self.address_size())?),
            OperandEncoding::Irc => number(i64::from(self.extension().length)),
            OperandEncoding::Rb | OperandEncoding::Ro | OperandEncoding::Rv => {
                self.register(kind, (self.opcode & 7) + extension.registers.base)?
            }
            OperandEncoding::Fp => X86OperandValue::Register(self.mod_rm()? & 7),
            OperandEncoding::Cc => {
                let is_in_prefix = self.prefixes.extension.kind == ExtensionKind::Evex
                    && self.prefixes.extension.map == Some(super::MAP4)
                    && !(0x40..=0x4f).contains(&self.opcode);
                let condition =
                    if is_in_prefix { self.condition_in_prefix() } else { self.opcode & 15 };
                number(i64::from(condition))
            }
            // The field is inverted only for registers.
            OperandEncoding::Cf => number(i64::from(!self.extension().registers.vvvv & 15)),
            OperandEncoding::Dup => {
                if let X86OperandType::Dup(number) = kind {
                    X86OperandValue::Same(number)
                } else {
                    X86OperandValue::Implicit
                }
            }
        })
    }

    /// Returns the condition in `ccmp` and `ctest`, stored in the bits for V' and aaa.
    fn condition_in_prefix(&self) -> u8 {
        let v16 = if self.extension().registers.vvvv & 16 == 0 { 8 } else { 0 };
        v16 | self.extension().evex.aaa
    }

    /// Returns the size in bytes of an operand-sized immediate, at most four.
    pub(super) fn number_size(&self) -> usize {
        let is_wide = self.extension().w && self.mode == X86Mode::Bits64;
        if self.has_operands_of_16_bits() && !is_wide { 2 } else { 4 }
    }

    /// Whether the mode or a prefix mentions 16-bit operands.
    pub(super) fn mentions_16_bits(&self) -> bool {
        self.prefixes.has_operand_size || self.mode == X86Mode::Bits16
    }

    /// Whether the mode and prefixes select 16-bit operands.
    pub(super) fn has_operands_of_16_bits(&self) -> bool {
        self.prefixes.has_operand_size != (self.mode == X86Mode::Bits16)
    }

    /// Returns the address size in bytes.
    pub(super) fn address_size(&self) -> usize {
        match (self.mode, self.prefixes.has_address_size) {
            (X86Mode::Bits64, false) => 8,
            (X86Mode::Bits64, true) | (X86Mode::Bits32, false) | (X86Mode::Bits16, true) => 4,
            (X86Mode::Bits32, true) | (X86Mode::Bits16, false) => 2,
        }
    }

    fn vvvv(&self, kind: X86OperandType) -> Option<X86OperandValue> {
        if !self.extension().is_vector() {
            return None;
        }
        let vvvv = self.extension().registers.vvvv;
        let number = if self.mode == X86Mode::Bits64 { vvvv } else { vvvv & 7 };
        if kind == X86OperandType::R8 {
            return self.register(kind, number);
        }
        register(kind, number).map(X86OperandValue::Register)
    }

    /// Reads a byte: an immediate, or a register in the high bits.
    fn byte(&mut self, kind: X86OperandType) -> Option<X86OperandValue> {
        let is_register =
            matches!(kind, X86OperandType::Xmm | X86OperandType::Ymm | X86OperandType::Zmm);
        if let Some(byte) = self.register_byte.filter(|_| !is_register) {
            return Some(X86OperandValue::Number(i64::from(byte & 15)));
        }
        let byte = self.reader.next()?;
        if !is_register {
            return Some(X86OperandValue::Number(i64::from(byte as i8)));
        }
        self.register_byte = Some(byte);
        // LLVM's decoder also keeps the highest bit in all modes.
        Some(X86OperandValue::Register(byte >> 4))
    }

    fn register_or_memory(&mut self, kind: X86OperandType, scale: u8) -> Option<X86OperandValue> {
        let mod_rm = self.mod_rm()?;
        if mod_rm < 0xc0 {
            return self.memory(scale).map(X86OperandValue::Memory);
        }
        let is_vector =
            matches!(kind, X86OperandType::Xmm | X86OperandType::Ymm | X86OperandType::Zmm);
        let has_wide_rm = is_vector && self.extension().kind == ExtensionKind::Evex;
        let added = if has_wide_rm {
            self.extension().registers.vector_rm
        } else {
            self.extension().registers.base
        };
        self.register(kind, (mod_rm & 7) + added)
    }

    /// Returns the register with this type and number. Without an extension prefix, four 8-bit
    /// registers are high bytes.
    fn register(&self, kind: X86OperandType, number: u8) -> Option<X86OperandValue> {
        let is_extended =
            self.extension().kind != ExtensionKind::None && self.mode == X86Mode::Bits64;
        if kind == X86OperandType::R8 && !is_extended && (4..8).contains(&number) {
            return Some(X86OperandValue::HighByte(number - 4));
        }
        if kind == X86OperandType::Rv {
            let is_wide = self.extension().w && self.mode == X86Mode::Bits64;
            let bits = match (is_wide, self.has_operands_of_16_bits()) {
                (true, _) => 64,
                (false, true) => 16,
                (false, false) => 32,
            };
            return Some(X86OperandValue::General { number, bits });
        }
        register(kind, number).map(X86OperandValue::Register)
    }

    /// Reads a memory operand with a SIB byte.
    fn memory_with_index(&mut self, scale: u8) -> Option<X86Memory> {
        let mod_rm = self.mod_rm()?;
        let has_sib = mod_rm < 0xc0 && mod_rm & 7 == 4 && self.address_size() > 2;
        if has_sib { self.memory(scale) } else { None }
    }

    /// Returns the index vector; here four is an ordinary register.
    fn vector_index(&self, index: Option<u8>) -> Option<u8> {
        let index = index.unwrap_or(4);
        if self.extension().kind != ExtensionKind::Evex {
            return Some(index);
        }
        Some((index & 15) + (self.extension().registers.vvvv & 16))
    }

    /// Returns the memory operand, with a byte displacement in units of two to the power of `scale`.
    fn memory(&mut self, scale: u8) -> Option<X86Memory> {
        let is_byte = self.mod_rm()? >> 6 == 1;
        let mut memory = self.memory?;
        if is_byte && self.extension().kind == ExtensionKind::Evex {
            memory.displacement <<= scale;
        }
        Some(memory)
    }

    fn memory_of_16_bits(&mut self, mod_rm: u8) -> Option<X86Memory> {
        // BX, BP, SI and DI by number.
        let base = match mod_rm & 7 {
            0 => X86Base::Pair(3, 6),
            1 => X86Base::Pair(3, 7),
            2 => X86Base::Pair(5, 6),
            3 => X86Base::Pair(5, 7),
            4 => X86Base::Register(6),
            5 => X86Base::Register(7),
            6 if mod_rm < 0x40 => X86Base::None,
            6 => X86Base::Register(5),
            _ => X86Base::Register(3),
        };
        let displacement = match mod_rm >> 6 {
            0 if base == X86Base::None => self.reader.number(2)?,
            0 => 0,
            1 => self.reader.number(1)?,
            _ => self.reader.number(2)?,
        };
        Some(X86Memory {
            base,
            index: None,
            scale: 1,
            displacement,
            bits: 16,
            has_sib: false,
            has_vector: false,
        })
    }

    fn memory_of_32_bits(&mut self, mod_rm: u8, size: usize) -> Option<X86Memory> {
        let (mode, rm) = (mod_rm >> 6, mod_rm & 7);
        let extension = *self.extension();
        let (mut index, mut scale, mut low) = (None, 1, rm);
        if rm == 4 {
            let sib = self.reader.next()?;
            let own = (sib >> 3 & 7) + extension.registers.index;
            index = (own != 4).then_some(own);
            scale = 1 << (sib >> 6);
            low = sib & 7;
        }
        let number = low + extension.registers.base;
        // After a SIB byte, LLVM's decoder reads addresses with the registers 21 and 29 like most.
        let is_special = if rm == 4 { matches!(number, 5 | 13) } else { low == 5 };
        let has_base = !is_special || mode != 0;
        let base = if has_base {
            X86Base::Register(number)
        } else if rm == 5 && self.mode == X86Mode::Bits64 {
            X86Base::NextInstruction
        } else {
            X86Base::None
        };
        let displacement = match mode {
            0 if has_base => 0,
            1 => self.reader.number(1)?,
            _ => self.reader.number(4)?,
        };
        let has_sib = rm == 4;
        Some(X86Memory {
            base,
            index,
            scale,
            displacement,
            bits: 8 * size as u8,
            has_sib,
            has_vector: false,
        })
    }
}

fn is_in_mod_rm(encoding: OperandEncoding) -> bool {
    use OperandEncoding::{Reg, Rm, Sib, Vsib};
    matches!(encoding, Reg | Rm(_) | Sib | Vsib(_))
}

/// Returns the register number for this type; `None` if the register does not exist.
fn register(kind: X86OperandType, number: u8) -> Option<u8> {
    // Masks ignore the fifth bit, these types use only three bits, and a pair begins with an even mask.
    let (mask, low) = (number & 15, number & 7);
    let small = [
        (X86OperandType::Vk, mask, 8),
        (X86OperandType::VkPair, number & !1, 8),
        (X86OperandType::Mm64, low, 8),
        (X86OperandType::SegmentReg, low, 6),
        (X86OperandType::Tmm, number, 8),
        (X86OperandType::Bndr, number, 4),
        (X86OperandType::DebugReg, number, 16),
        (X86OperandType::ControlReg, number, 16),
    ];
    let limits = small.into_iter().find(|(of, ..)| *of == kind);
    let (_, number, count) = limits.unwrap_or((kind, number, 32));
    (number < count).then_some(number)
}
