//! X86 prefixes before the opcode.

use std::cell::Cell;

use super::X86Mode;
use super::X86Segment;

/// Maximal instruction length in bytes.
const MAX_LENGTH: usize = 15;

/// A sequential byte reader.
#[derive(Clone, Copy, Debug)]
pub(super) struct ByteReader<'b> {
    bytes: &'b [u8],
    /// Bytes already read.
    pub(super) offset: usize,
    /// The offset after the last byte that any copy of the reader has read.
    last: &'b Cell<usize>,
}

impl<'b> ByteReader<'b> {
    /// Creates a reader. `last` receives the offset after each byte that is read.
    pub(super) fn new(bytes: &'b [u8], last: &'b Cell<usize>) -> ByteReader<'b> {
        ByteReader { bytes: &bytes[..bytes.len().min(MAX_LENGTH)], offset: 0, last }
    }

    /// Returns the next byte without reading it.
    pub(super) fn peek(&self) -> Option<u8> {
        self.bytes.get(self.offset).copied()
    }

    pub(super) fn next(&mut self) -> Option<u8> {
        let byte = self.peek()?;
        self.advance(1);
        Some(byte)
    }

    /// Reads a signed little-endian number with this size in bytes.
    pub(super) fn number(&mut self, size: usize) -> Option<i64> {
        let bytes = self.bytes.get(self.offset..self.offset + size)?;
        self.advance(size);
        let value = bytes.iter().rev().fold(0u64, |value, &byte| value << 8 | u64::from(byte));
        let unused = 64 - 8 * size as u32;
        Some(((value << unused) as i64) >> unused)
    }

    fn advance(&mut self, size: usize) {
        self.offset += size;
        self.last.set(self.offset);
    }
}

/// The decoded prefixes.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) struct Prefixes {
    /// The last of `F2` and `F3`.
    pub(super) repeat: Option<u8>,
    /// The mandatory prefix before an escape byte: `66`, `F2` or `F3`.
    pub(super) mandatory: Option<u8>,
    pub(super) has_operand_size: bool,
    pub(super) has_address_size: bool,
    pub(super) has_lock: bool,
    pub(super) segment: Option<X86Segment>,
    /// Whether a separately decoded `F2` or `F3` requests a transaction.
    pub(super) has_transaction: bool,
    pub(super) extension: Extension,
}

/// The fields of a REX, REX2, VEX, XOP or EVEX prefix.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) struct Extension {
    pub(super) kind: ExtensionKind,
    /// The opcode table, by record number; `None` if the opcode determines it.
    pub(super) map: Option<u8>,
    pub(super) w: bool,
    /// The L'L bits.
    pub(super) length: u8,
    /// The number of its mandatory prefix.
    pub(super) prefix: u8,
    pub(super) registers: RegisterBits,
    pub(super) evex: EvexFields,
}

/// Additions to register numbers in ModR/M.reg, the index, and ModR/M.rm or the base.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) struct RegisterBits {
    /// A multiple of eight, like `index` and `base`.
    pub(super) reg: u8,
    pub(super) index: u8,
    pub(super) base: u8,
    /// The addition for vector registers in ModR/M.rm.
    pub(super) vector_rm: u8,
    /// The register in the vvvv field, with the V' bit.
    pub(super) vvvv: u8,
}

/// The fields specific to EVEX.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) struct EvexFields {
    pub(super) z: bool,
    pub(super) b: bool,
    pub(super) aaa: u8,
    /// The U bit in EVEX, stored inverted.
    pub(super) u: bool,
}

/// The kind of an extension prefix.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) enum ExtensionKind {
    #[default]
    None,
    Rex,
    Rex2,
    Vex,
    Xop,
    Evex,
}

impl Extension {
    /// Whether it has a vector length and a vvvv field.
    pub(super) fn is_vector(&self) -> bool {
        matches!(self.kind, ExtensionKind::Vex | ExtensionKind::Xop | ExtensionKind::Evex)
    }

    fn rex(byte: u8) -> Extension {
        Extension {
            kind: ExtensionKind::Rex,
            w: byte & 8 != 0,
            registers: RegisterBits {
                reg: (byte & 4) << 1,
                index: (byte & 2) << 2,
                base: (byte & 1) << 3,
                ..RegisterBits::default()
            },
            ..Extension::default()
        }
    }
}

/// Reads the prefixes. A prefix that does not belong to the next instruction is a separate
/// instruction and remains unread.
pub(super) fn read(reader: &mut ByteReader<'_>, mode: X86Mode) -> Option<Prefixes> {
    let mut prefixes = Prefixes::default();
    while let Some(byte) = reader.peek() {
        let mut next = *reader;
        next.next();
        let after = next.peek();
        if is_alone(byte, reader.offset == 0, after) {
            prefixes.has_transaction = byte != 0xf0;
            break;
        }
        let is_rex = |byte: u8| mode == X86Mode::Bits64 && byte & 0xf0 == 0x40;
        if is_rex(byte) {
            // The opcode follows.
            reader.next();
            prefixes.extension = Extension::rex(byte);
            prefixes.has_operand_size &= !prefixes.extension.w;
            return Some(prefixes);
        }
        let leads_to_escape = after.is_some_and(|after| after == 0x0f || is_rex(after));
        match byte {
            0xf2 | 0xf3 => {
                let is_rex2 = mode == X86Mode::Bits64 && after == Some(0xd5);
                if leads_to_escape || is_rex2 || after == Some(0x66) {
                    prefixes.mandatory = Some(byte);
                }
                prefixes.repeat = Some(byte);
            }
            0x66 => {
                prefixes.has_operand_size = true;
                if leads_to_escape && prefixes.mandatory.is_none() {
                    prefixes.mandatory = Some(byte);
                }
            }
            0x67 => prefixes.has_address_size = true,
            0xf0 => prefixes.has_lock = true,
            _ => match X86Segment::from_prefix(byte) {
                Some(segment) => prefixes.segment = Some(segment),
                None => break,
            },
        }
        reader.next();
    }
    prefixes.extension = extension(reader, mode)?.unwrap_or_default();
    prefixes.has_operand_size &= mode != X86Mode::Bits64 || !prefixes.extension.w;
    Some(prefixes)
}

/// Whether a prefix is decoded as a separate instruction: `lock` in the first position, or `repne`
/// and `rep` that request a transaction.
fn is_alone(byte: u8, is_first: bool, after: Option<u8>) -> bool {
    match (byte, after) {
        (0xf0, _) => is_first,
        (0xf3, Some(0x90)) => false,
        (0xf2 | 0xf3, Some(0xf0 | 0x86 | 0x87 | 0x90..=0x97)) => true,
        (0xf3, Some(0x88 | 0x89 | 0xc6 | 0xc7)) => true,
        _ => false,
    }
}

/// Reads an extension prefix with more than one byte. Returns `None` if bytes are missing, and
/// `Some(None)` if there is no such prefix.
fn extension(reader: &mut ByteReader<'_>, mode: X86Mode) -> Option<Option<Extension>> {
    let mut next = *reader;
    let (Some(first), Some(second)) = (next.next(), next.peek()) else { return Some(None) };
    let is_64 = mode == X86Mode::Bits64;
    // In other modes these are instructions with a memory operand in ModR/M.
    let is_prefix = is_64 || second & 0xc0 == 0xc0;
    let prefix_extension = match first {
        0x62 if is_prefix => Some(evex(&mut next, is_64)?),
        0xc4 if is_prefix => Some(vex3(&mut next, ExtensionKind::Vex, is_64)?),
        0xc5 if is_prefix => Some(vex2(&mut next, is_64)?),
        0x8f if second & 0x38 != 0 => Some(vex3(&mut next, ExtensionKind::Xop, is_64)?),
        0xd5 if is_64 => Some(rex2(&mut next)?),
        _ => None,
    };
    if prefix_extension.is_some() {
        *reader = next;
    }
    Some(prefix_extension)
}

/// Returns `value` if an inverted bit is zero in `byte`, otherwise zero.
fn inverted(byte: u8, bit: u32, value: u8) -> u8 {
    if byte >> bit & 1 == 0 { value } else { 0 }
}

fn rex2(next: &mut ByteReader<'_>) -> Option<Extension> {
    let byte = next.next()?;
    let bit = |bit: u32, value: u8| (byte >> bit & 1) * value;
    Some(Extension {
        kind: ExtensionKind::Rex2,
        // Without the bit, the opcode may have escape bytes.
        map: (byte & 0x80 != 0).then_some(1),
        w: byte & 8 != 0,
        registers: RegisterBits {
            reg: bit(2, 8) + bit(6, 16),
            index: bit(1, 8) + bit(5, 16),
            base: bit(0, 8) + bit(4, 16),
            ..RegisterBits::default()
        },
        ..Extension::default()
    })
}

fn vex2(next: &mut ByteReader<'_>, is_64: bool) -> Option<Extension> {
    let byte = next.next()?;
    Some(Extension {
        kind: ExtensionKind::Vex,
        map: Some(1),
        length: byte >> 2 & 1,
        prefix: byte & 3,
        registers: RegisterBits {
            reg: if is_64 { inverted(byte, 7, 8) } else { 0 },
            vvvv: !byte >> 3 & 15,
            ..RegisterBits::default()
        },
        ..Extension::default()
    })
}

/// Reads a three-byte VEX or XOP prefix.
fn vex3(next: &mut ByteReader<'_>, kind: ExtensionKind, is_64: bool) -> Option<Extension> {
    let (first, second) = (next.next()?, next.next()?);
    let map = match (kind, first & 31) {
        (ExtensionKind::Xop, map @ 8..=10) => map - 4,
        (ExtensionKind::Vex, map @ 1..=3) => map,
        // Later maps have greater record numbers.
        (ExtensionKind::Vex, map @ 5..=7) => map + 4,
        _ => return None,
    };
    let bit = |bit: u32| if is_64 { inverted(first, bit, 8) } else { 0 };
    Some(Extension {
        kind,
        map: Some(map),
        w: second & 0x80 != 0,
        length: second >> 2 & 1,
        prefix: second & 3,
        registers: RegisterBits {
            reg: bit(7),
            index: bit(6),
            base: bit(5),
            vvvv: !second >> 3 & 15,
            ..RegisterBits::default()
        },
        ..Extension::default()
    })
}

fn evex(next: &mut ByteReader<'_>, is_64: bool) -> Option<Extension> {
    let (first, second, third) = (next.next()?, next.next()?, next.next()?);
    let map = match first & 7 {
        0 => return None,
        map @ 1..=3 => map,
        map => map + 4,
    };
    let bit = |byte: u8, bit: u32, value: u8| if is_64 { inverted(byte, bit, value) } else { 0 };
    // Only the fifth base bit is not inverted.
    let base16 = if is_64 { (first >> 3 & 1) * 16 } else { 0 };
    let v16 = if is_64 { inverted(third, 3, 16) } else { 0 };
    Some(Extension {
        kind: ExtensionKind::Evex,
        map: Some(map),
        w: second & 0x80 != 0,
        length: third >> 5 & 3,
        prefix: second & 3,
        registers: RegisterBits {
            reg: bit(first, 7, 8) + bit(first, 4, 16),
            index: bit(first, 6, 8) + bit(second, 2, 16),
            base: bit(first, 5, 8) + base16,
            vector_rm: bit(first, 5, 8) + base16 + bit(first, 6, 16),
            vvvv: (!second >> 3 & 15) + v16,
        },
        evex: EvexFields {
            z: third & 0x80 != 0,
            b: third & 0x10 != 0,
            aaa: third & 7,
            u: second & 4 == 0,
        },
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn prefixes(bytes: &[u8], mode: X86Mode) -> (Prefixes, usize) {
        let last = Cell::new(0);
        let mut reader = ByteReader::new(bytes, &last);
        let prefixes = read(&mut reader, mode).expect("no byte is missing");
        (prefixes, reader.offset)
    }

    #[test]
    fn the_opcode_follows_rex() {
        let (found, offset) = prefixes(&[0x66, 0x4c, 0x66, 0x90], X86Mode::Bits64);
        assert_eq!((found.extension.kind, offset), (ExtensionKind::Rex, 2));
        assert_eq!((found.extension.registers.reg, found.extension.w), (8, true));
        // W asks for more than the prefix before it.
        assert!(!found.has_operand_size && found.mandatory == Some(0x66));
        let (found, offset) = prefixes(&[0x66, 0x4c], X86Mode::Bits32);
        assert_eq!((found.extension.kind, offset), (ExtensionKind::None, 1));
    }

    #[test]
    fn some_prefixes_are_instructions() {
        let offset = |bytes: &[u8]| prefixes(bytes, X86Mode::Bits64).1;
        assert_eq!(offset(&[0xf0, 0x01, 0x00]), 0);
        assert_eq!(offset(&[0x66, 0xf0, 0x01, 0x00]), 2);
        assert_eq!(offset(&[0xf2, 0x87, 0x00]), 0);
        assert_eq!(offset(&[0xf3, 0x90]), 1);
    }

    #[test]
    fn fields_of_vector_prefixes_are_inverted() {
        let (found, offset) = prefixes(&[0x62, 0xf1, 0x7c, 0x48, 0x58, 0xc0], X86Mode::Bits64);
        let of = found.extension;
        assert_eq!((of.kind, offset, of.map), (ExtensionKind::Evex, 4, Some(1)));
        assert_eq!((of.registers, of.length, of.evex.aaa), (RegisterBits::default(), 2, 0));
        let (found, _) = prefixes(&[0xc5, 0x78, 0x58, 0xc0], X86Mode::Bits64);
        assert_eq!((found.extension.registers.reg, found.extension.registers.vvvv), (8, 0));
        // In the mode of 32 bits this is an instruction with memory.
        let (found, offset) = prefixes(&[0xc5, 0x38, 0x58, 0xc0], X86Mode::Bits32);
        assert_eq!((found.extension.kind, offset), (ExtensionKind::None, 0));
    }

    #[test]
    fn numbers_have_signs() {
        let number = |bytes: &[u8], size| ByteReader::new(bytes, &Cell::new(0)).number(size);
        assert_eq!(number(&[0xff], 1), Some(-1));
        assert_eq!(number(&[0x34, 0x12], 2), Some(0x1234));
        assert_eq!(number(&[0, 0, 0, 0, 0, 0, 0, 0x80], 8), Some(i64::MIN));
        assert_eq!(number(&[1], 2), None);
    }
}
