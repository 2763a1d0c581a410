//! Relocations of the RISC-V ELF specification.

use tablewright_machine::{InsnOperand, RelocatedPart};

use super::{LinkFailure, LinkedObject, LinkedRelocation, Linker, failure, write_number};
use crate::memory::Memory;

/// The ELF machine number.
pub(super) const MACHINE: u16 = 243;

/// The computation of a relocation.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// The address in this number of bytes.
    Data(usize),
    /// Addition to this number of bytes.
    Add(usize),
    /// Subtraction from this number of bytes.
    Subtract(usize),
    /// The distance in the operand of a jump.
    Jump,
    /// The upper part of the address.
    High,
    /// The lower part of the address.
    Low,
    /// The upper part of the distance.
    RelativeHigh,
    /// The lower part of the distance of the instruction that the symbol names.
    RelativeLow,
    /// The distance in two instructions.
    Call,
    /// A hint for linkers.
    Hint,
}

const ROWS: &[(u32, Kind)] = &[
    (1, Kind::Data(4)),
    (2, Kind::Data(8)),
    (16, Kind::Jump),
    (17, Kind::Jump),
    (18, Kind::Call),
    (19, Kind::Call),
    (23, Kind::RelativeHigh),
    (24, Kind::RelativeLow),
    (25, Kind::RelativeLow),
    (26, Kind::High),
    (27, Kind::Low),
    (28, Kind::Low),
    (33, Kind::Add(1)),
    (34, Kind::Add(2)),
    (35, Kind::Add(4)),
    (36, Kind::Add(8)),
    (37, Kind::Subtract(1)),
    (38, Kind::Subtract(2)),
    (39, Kind::Subtract(4)),
    (40, Kind::Subtract(8)),
    (44, Kind::Jump),
    (45, Kind::Jump),
    (51, Kind::Hint),
    (54, Kind::Data(1)),
    (55, Kind::Data(2)),
    (56, Kind::Data(4)),
];

/// The upper 20 bits, rounded so that a signed lower part can be added.
const HIGH: RelocatedPart = RelocatedPart { round: 0x800, shift: 12, width: 20 };
const WHOLE: RelocatedPart = RelocatedPart { round: 0, shift: 0, width: 0 };

/// Returns the signed lower 12 bits.
fn low(address: i64) -> i64 {
    address << 52 >> 52
}

/// Returns the number in some bytes.
fn number_at(memory: &Memory, place: u64, size: usize) -> u64 {
    let mut bytes = [0; 8];
    let own = memory.bytes(place, size);
    bytes[..own.len()].copy_from_slice(own);
    u64::from_le_bytes(bytes)
}

impl Linker<'_, '_> {
    pub(super) fn apply_riscv(
        &self,
        object: &LinkedObject<'_>,
        relocation: &LinkedRelocation,
        place: u64,
        target: i64,
        memory: &mut Memory,
    ) -> Result<(), LinkFailure> {
        let number = relocation.number;
        let Some((_, kind)) = ROWS.iter().find(|row| row.0 == number) else {
            return failure(format!("RISC-V relocation {number} is not supported"));
        };
        let distance = target.wrapping_sub(place as i64);
        match *kind {
            Kind::Hint => Ok(()),
            Kind::Data(size) => write_number(memory, place, size, target as u64, false),
            Kind::Add(size) => {
                let old = number_at(memory, place, size);
                write_number(memory, place, size, old.wrapping_add(target as u64), false)
            }
            Kind::Subtract(size) => {
                let old = number_at(memory, place, size);
                write_number(memory, place, size, old.wrapping_sub(target as u64), false)
            }
            Kind::Jump => self.fill_number(memory, place, distance, WHOLE),
            Kind::High => self.fill_number(memory, place, target, HIGH),
            Kind::Low => self.fill_number(memory, place, low(target), WHOLE),
            Kind::RelativeHigh => self.fill_number(memory, place, distance, HIGH),
            Kind::RelativeLow => {
                let distance = self.high_distance(object, target)?;
                self.fill_number(memory, place, low(distance), WHOLE)
            }
            Kind::Call => {
                self.fill_number(memory, place, distance, HIGH)?;
                self.fill_number(memory, place.wrapping_add(4), low(distance), WHOLE)
            }
        }
    }

    /// Returns the distance of the relocation for the upper part at an address.
    fn high_distance(&self, object: &LinkedObject<'_>, address: i64) -> Result<i64, LinkFailure> {
        for relocation in object.relocations.iter().filter(|relocation| relocation.number == 23) {
            let Some(section) = object.section(relocation.section) else { continue };
            let place = section.address.wrapping_add(relocation.offset);
            if place as i64 == address {
                return Ok(self.target(object, relocation)?.wrapping_sub(address));
            }
        }
        failure("the symbol does not name an instruction with the upper part")
    }

    /// Fills in the only number of an instruction.
    fn fill_number(
        &self,
        memory: &mut Memory,
        place: u64,
        number: i64,
        part: RelocatedPart,
    ) -> Result<(), LinkFailure> {
        let Ok(decoded) = self.machine.decode(memory.bytes(place, 16)) else {
            return failure("the bytes are not an instruction");
        };
        let is_number = |operand: &InsnOperand| operand.number().is_some();
        let Some(operand) = decoded.insn.operands.iter().position(is_number) else {
            return failure("the instruction lacks a number");
        };
        let mut filled = decoded.insn.clone();
        filled.operands[operand] = InsnOperand::Number(part.apply(number));
        let bytes = self.machine.encode(&filled);
        match bytes.filter(|bytes| bytes.len() == decoded.size) {
            Some(bytes) if memory.write(place, &bytes) => Ok(()),
            _ => failure(format!("{number:#x} is out of range for the instruction")),
        }
    }
}
