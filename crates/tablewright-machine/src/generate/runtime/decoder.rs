//! Decoding: from bytes to instructions.

use core::ops::ControlFlow;

use crate::conditions;
use crate::features::Features;
use crate::insn::{Insn, Operand, Operands};
use crate::opcodes::Opcode;
use crate::tables::{BYTE_ORDER, FIELDS, REFUSES, SELECT, TABLES, UNIT};
use crate::tail;

/// The byte order of instructions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ByteOrder {
    /// The lowest byte is first.
    Little,
    /// The highest byte is first.
    Big,
}

/// The operands of an encoding.
pub(crate) struct Format {
    /// Reads the operands from a word.
    pub(crate) read: fn(u64, &Decoder, &mut Operands) -> Result<(), Invalid>,
    /// Tests the bits that may not be an operand.
    check: fn(u64, &Decoder) -> Result<(), Invalid>,
}

impl Format {
    pub(crate) const fn new(
        read: fn(u64, &Decoder, &mut Operands) -> Result<(), Invalid>,
        check: fn(u64, &Decoder) -> Result<(), Invalid>,
    ) -> Format {
        Format { read, check }
    }
}

/// Tests nothing, for operands that all bits are.
#[allow(dead_code)]
pub(crate) fn is_valid(_: u64, _: &Decoder) -> Result<(), Invalid> {
    Ok(())
}

/// Tests an operand. Without an operand, the word is refused.
#[inline]
#[allow(dead_code)]
pub(crate) fn check(operand: Option<Operand>) -> Result<(), Invalid> {
    operand.map(drop).ok_or(Invalid::Refused)
}

/// Tests an operand. Without an operand, another encoding may match.
#[inline]
#[allow(dead_code)]
pub(crate) fn try_check(operand: Option<Operand>) -> Result<(), Invalid> {
    operand.map(drop).ok_or(Invalid::TryNext)
}

/// A word that is not an instruction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Invalid {
    /// Another encoding may match.
    #[allow(dead_code)]
    TryNext,
    /// No encoding of the table matches.
    Refused,
}

/// An encoding of an instruction.
pub(crate) struct Encoding {
    /// The bits that are fixed, and their values.
    mask: u64,
    value: u64,
    pub(crate) opcode: Opcode,
    /// Size in bytes.
    pub(crate) size: u8,
    /// The condition for the encoding.
    condition: u16,
    /// The condition for testing the operands.
    checked: u16,
    pub(crate) format: &'static Format,
}

/// Returns an encoding, for tables.
pub(crate) const fn encoding(
    mask: u64,
    value: u64,
    opcode: Opcode,
    size: u8,
    condition: u16,
    checked: u16,
    format: &'static Format,
) -> Encoding {
    Encoding { mask, value, opcode, size, condition, checked, format }
}

/// The result of an attempt to decode: the encoding, no instruction, or the next attempt.
pub(crate) type Attempt = ControlFlow<Option<&'static Encoding>>;

/// Encodings with a common size.
pub(crate) struct Table {
    /// Size in bytes.
    size: usize,
    /// The condition for using the table.
    condition: u16,
    /// The conditions of the encodings.
    needs: &'static [u16],
    selection: Selection,
    decode: fn(u64, &Decoder) -> Attempt,
    namespace: &'static str,
}

/// A field with six bits, and the values of the field in a table's encodings.
#[derive(Clone, Copy)]
pub(crate) struct Selection {
    low: u32,
    values: u64,
}

impl Selection {
    pub(crate) const fn new(low: u32, values: u64) -> Selection {
        Selection { low, values }
    }

    #[inline]
    fn contains(self, word: u64) -> bool {
        (self.values >> ((word >> self.low) & 0x3f)) & 1 != 0
    }
}

impl Table {
    pub(crate) const fn new(
        size: usize,
        condition: u16,
        needs: &'static [u16],
        selection: Selection,
        decode: fn(u64, &Decoder) -> Attempt,
    ) -> Table {
        Table { size, condition, needs, selection, decode, namespace: "" }
    }

    pub(crate) const fn in_namespace(self, namespace: &'static str) -> Table {
        Table { namespace, ..self }
    }

    /// Whether the target does not decode a word by the table.
    #[inline]
    fn refuses(&self, word: u64) -> bool {
        let width = self.size as u32 * 8;
        if let Some(select) = SELECT {
            let choice = select(word);
            if choice.namespace != self.namespace || choice.width != width {
                return true;
            }
        }
        REFUSES.is_some_and(|refuses| refuses(u128::from(word), width))
    }
}

/// Bytes that are not an instruction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NotDecoded {
    /// The distance in bytes to the next possible instruction.
    pub skip: usize,
}

/// A decoder for a processor with some features.
#[derive(Clone, Debug)]
pub struct Decoder {
    features: Features,
    conditions: [u64; conditions::COUNT.div_ceil(64)],
    tables: [u8; TABLES.len()],
    table_count: usize,
    has_aliases: bool,
}

impl Decoder {
    /// Returns a decoder for some features.
    pub fn new(features: Features) -> Decoder {
        let mut decoder = Decoder {
            features,
            conditions: [0; conditions::COUNT.div_ceil(64)],
            tables: [0; TABLES.len()],
            table_count: 0,
            has_aliases: true,
        };
        for condition in 0..conditions::COUNT as u16 {
            if conditions::holds(condition, &decoder.features) {
                decoder.conditions[usize::from(condition) / 64] |= 1 << (condition % 64);
            }
        }
        for (index, table) in TABLES.iter().enumerate() {
            let is_empty = !table.needs.iter().any(|need| decoder.holds(*need));
            if decoder.holds(table.condition) && !is_empty {
                decoder.tables[decoder.table_count] = index as u8;
                decoder.table_count += 1;
            }
        }
        decoder
    }

    /// Prints instructions as they are, not as aliases.
    pub fn without_aliases(mut self) -> Decoder {
        self.has_aliases = false;
        self
    }

    /// Returns the enabled features.
    pub fn features(&self) -> &Features {
        &self.features
    }

    pub(crate) fn has_aliases(&self) -> bool {
        self.has_aliases
    }

    /// Whether a condition holds.
    #[inline]
    pub(crate) fn holds(&self, condition: u16) -> bool {
        let words = self.conditions.get(usize::from(condition) / 64);
        (words.map_or(0, |words| words >> (condition % 64))) & 1 != 0
    }

    /// Decodes the instruction at the start of `bytes`.
    ///
    /// # Errors
    /// If no instruction begins there.
    #[inline]
    pub fn decode(&self, bytes: &[u8]) -> Result<Insn<'_>, NotDecoded> {
        let mut word = 0;
        let mut loaded = 0;
        for &table in &self.tables[..self.table_count] {
            let table = &TABLES[usize::from(table)];
            if loaded != table.size {
                let Some(own) = bytes.get(..table.size) else { continue };
                word = load(own);
                loaded = table.size;
            }
            if !table.selection.contains(word) || table.refuses(word) {
                continue;
            }
            if let ControlFlow::Break(Some(encoding)) = (table.decode)(word, self) {
                let rest = bytes.get(usize::from(encoding.size)..).unwrap_or_default();
                let Some(upper) = tail::upper_bits(encoding.opcode, rest) else { break };
                return Ok(Insn::new(self, word, encoding, upper));
            }
        }
        Err(NotDecoded { skip: UNIT.min(bytes.len()).max(1) })
    }

    /// Decodes instructions in sequence.
    pub fn iter<'d, 'b>(&'d self, bytes: &'b [u8]) -> Insns<'d, 'b> {
        Insns { decoder: self, bytes, offset: 0 }
    }

    /// Tests an encoding.
    #[inline]
    pub(crate) fn attempt(&self, word: u64, encoding: &'static Encoding) -> Attempt {
        if word & encoding.mask != encoding.value || !self.holds(encoding.condition) {
            return ControlFlow::Continue(());
        }
        if self.holds(encoding.checked) {
            match (encoding.format.check)(word, self) {
                Ok(()) => {}
                Err(Invalid::TryNext) => return ControlFlow::Continue(()),
                Err(Invalid::Refused) => return ControlFlow::Break(None),
            }
        }
        ControlFlow::Break(Some(encoding))
    }
}

/// An instruction or undecoded bytes at an offset.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Decoded<'d, 'b> {
    /// The offset of the first byte.
    pub offset: usize,
    /// The bytes.
    pub bytes: &'b [u8],
    /// The instruction; `None` for undecoded bytes.
    pub insn: Option<Insn<'d>>,
}

/// An iterator over the instructions in some bytes.
#[derive(Clone, Debug)]
pub struct Insns<'d, 'b> {
    decoder: &'d Decoder,
    bytes: &'b [u8],
    offset: usize,
}

impl<'d, 'b> Iterator for Insns<'d, 'b> {
    type Item = Decoded<'d, 'b>;

    #[inline]
    fn next(&mut self) -> Option<Decoded<'d, 'b>> {
        if self.bytes.is_empty() {
            return None;
        }
        let (insn, size) = match self.decoder.decode(self.bytes) {
            Ok(insn) => (Some(insn), insn.size()),
            Err(error) => (None, error.skip),
        };
        let (bytes, rest) = self.bytes.split_at(size.min(self.bytes.len()));
        let offset = self.offset;
        self.bytes = rest;
        self.offset += size;
        Some(Decoded { offset, bytes, insn })
    }
}

/// Returns the word in some bytes. A word may consist of several fields, the highest first.
#[inline]
fn load(bytes: &[u8]) -> u64 {
    if FIELDS.is_empty() {
        return match *bytes {
            [a, b] => u64::from(number_16([a, b])),
            [a, b, c, d] => u64::from(number_32([a, b, c, d])),
            _ => number(bytes),
        };
    }
    let mut word = 0;
    let mut rest = bytes;
    let mut sizes = FIELDS.iter();
    let mut size = bytes.len();
    while !rest.is_empty() {
        size = sizes.next().copied().unwrap_or(size).clamp(1, 8).min(rest.len());
        let (field, after) = rest.split_at(size);
        word = (word << (size * 8 - 1) << 1) | number(field);
        rest = after;
    }
    word
}

fn number_16(bytes: [u8; 2]) -> u16 {
    match BYTE_ORDER {
        ByteOrder::Little => u16::from_le_bytes(bytes),
        ByteOrder::Big => u16::from_be_bytes(bytes),
    }
}

fn number_32(bytes: [u8; 4]) -> u32 {
    match BYTE_ORDER {
        ByteOrder::Little => u32::from_le_bytes(bytes),
        ByteOrder::Big => u32::from_be_bytes(bytes),
    }
}

pub(crate) fn number(bytes: &[u8]) -> u64 {
    let add = |word: u64, byte: &u8| (word << 8) | u64::from(*byte);
    match BYTE_ORDER {
        ByteOrder::Little => bytes.iter().rev().fold(0, add),
        ByteOrder::Big => bytes.iter().fold(0, add),
    }
}

/// Returns `width` bits of a word from bit `low` on.
#[inline]
pub(crate) const fn field(word: u64, low: u32, width: u32) -> u64 {
    (word >> low) & (u64::MAX >> (64 - width))
}
