//! Register contents. A register without sub-registers has a slot; a register with sub-registers has the slots of
//! these, and slots for the bits that no sub-register covers.

use smallvec::SmallVec;
use tablewright_index::IndexVec;
use tablewright_records::{AnalysisError, RecordStore};
use tablewright_syntax::diagnostic::Diagnostics;
use tablewright_target::hw_modes::HwModeId;
use tablewright_target::registers::{RegisterClasses, RegisterId, Registers, SubRegisters};

use crate::program::mask;

/// Bits of a register in a slot.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct SlotPart {
    slot: u32,
    /// The lowest bit in the register.
    offset: u32,
    width: u32,
}

/// A register's place.
#[derive(Clone, Default, Debug)]
struct RegisterPlace {
    parts: SmallVec<[SlotPart; 2]>,
    width: u32,
    /// Whether the register is always zero.
    is_constant: bool,
}

/// The places of all registers.
#[derive(Debug)]
pub(crate) struct RegisterLayout {
    places: IndexVec<RegisterId, RegisterPlace>,
    slots: usize,
}

/// The width of registers that no class contains.
const DEFAULT_WIDTH: u32 = 64;
/// The bits of a register that are stored. Values have no more bits, so that nothing reads the others.
const MAX_WIDTH: u32 = u128::BITS;

impl RegisterLayout {
    pub(crate) fn new(
        store: &RecordStore,
        mode: HwModeId,
        diagnostics: &mut Diagnostics,
    ) -> Result<RegisterLayout, AnalysisError> {
        let registers: &Registers = store.analysis(diagnostics)?;
        let sub_registers: &SubRegisters = store.analysis(diagnostics)?;
        let classes: &RegisterClasses = store.analysis(diagnostics)?;
        let mut widths = registers.side_table(0);
        for (_, class) in classes.iter().filter(|(_, class)| class.record.is_some()) {
            let width = class.sizes.get(mode).register;
            for register in class.members.iter() {
                widths[register] = widths[register].max(width);
            }
        }
        let places = registers.side_table(RegisterPlace::default());
        let mut builder = LayoutBuilder {
            sub_registers,
            mode,
            layout: RegisterLayout { places, slots: 0 },
            is_placed: registers.side_table(false),
            widths,
        };
        for (register, data) in registers.iter() {
            builder.place(register);
            builder.layout.places[register].is_constant = data.is_constant;
        }
        Ok(builder.layout)
    }

    /// Returns a register's width in bits.
    pub(crate) fn width(&self, register: RegisterId) -> u32 {
        self.places[register].width
    }

    /// Whether a register is always zero.
    pub(crate) fn is_constant(&self, register: RegisterId) -> bool {
        self.places[register].is_constant
    }

    /// Whether two registers have bits in common.
    pub(crate) fn overlap(&self, one: RegisterId, other: RegisterId) -> bool {
        let has = |slot: u32| self.places[other].parts.iter().any(|part| part.slot == slot);
        self.places[one].parts.iter().any(|part| has(part.slot))
    }
}

struct LayoutBuilder<'a> {
    sub_registers: &'a SubRegisters,
    mode: HwModeId,
    layout: RegisterLayout,
    is_placed: IndexVec<RegisterId, bool>,
    /// Zero if unknown.
    widths: IndexVec<RegisterId, u32>,
}

impl LayoutBuilder<'_> {
    fn place(&mut self, register: RegisterId) {
        if std::mem::replace(&mut self.is_placed[register], true) {
            return;
        }
        let mut parts: SmallVec<[SlotPart; 2]> = SmallVec::new();
        let mut end = 0;
        for sub in self.sub_registers.for_register(register) {
            let range = self.sub_registers.indices.get(sub.index).ranges[self.mode];
            let (Some(offset), Some(size)) = (range.offset, range.size) else { continue };
            if sub.register == register || offset >= MAX_WIDTH {
                continue;
            }
            self.widths[sub.register] = self.widths[sub.register].max(size);
            self.place(sub.register);
            end = end.max(offset.saturating_add(size));
            for part in self.layout.places[sub.register].parts.clone() {
                let moved = SlotPart { offset: part.offset + offset, ..part };
                let is_new = parts.iter().all(|own| !overlaps(own, &moved));
                if is_new && part.offset < size && moved.offset < MAX_WIDTH {
                    parts.push(moved);
                }
            }
        }
        let width = match self.widths[register].max(end) {
            0 => DEFAULT_WIDTH,
            width => width,
        };
        let stored = width.min(MAX_WIDTH);
        parts.sort_by_key(|part| part.offset);
        let mut all: SmallVec<[SlotPart; 2]> = SmallVec::new();
        let mut next = 0;
        for part in parts.into_iter().chain([SlotPart { slot: 0, offset: stored, width: 0 }]) {
            if next < part.offset.min(stored) {
                let slot = self.layout.slots as u32;
                self.layout.slots += 1;
                all.push(SlotPart { slot, offset: next, width: part.offset.min(stored) - next });
            }
            next = next.max(part.offset + part.width);
            if part.width > 0 {
                all.push(part);
            }
        }
        let place = &mut self.layout.places[register];
        (place.parts, place.width) = (all, width);
    }
}

fn overlaps(one: &SlotPart, other: &SlotPart) -> bool {
    one.offset < other.offset + other.width && other.offset < one.offset + one.width
}

/// Register contents.
#[derive(Clone, Debug)]
pub(crate) struct RegisterFile {
    slots: Vec<u128>,
    /// By slot, whether the contents are unspecified.
    is_undefined: Vec<bool>,
}

/// A register whose contents are unspecified.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct UndefinedRegister(pub(crate) RegisterId);

impl RegisterFile {
    /// Creates registers with zeros.
    pub(crate) fn new(layout: &RegisterLayout) -> RegisterFile {
        RegisterFile { slots: vec![0; layout.slots], is_undefined: vec![false; layout.slots] }
    }

    pub(crate) fn read(
        &self,
        layout: &RegisterLayout,
        register: RegisterId,
    ) -> Result<u128, UndefinedRegister> {
        let place = &layout.places[register];
        if place.is_constant {
            return Ok(0);
        }
        let mut number = 0;
        for part in &place.parts {
            if self.is_undefined[part.slot as usize] {
                return Err(UndefinedRegister(register));
            }
            number |= self.slots[part.slot as usize] << part.offset;
        }
        Ok(number)
    }

    pub(crate) fn write(&mut self, layout: &RegisterLayout, register: RegisterId, number: u128) {
        let place = &layout.places[register];
        if place.is_constant {
            return;
        }
        for part in &place.parts {
            self.slots[part.slot as usize] = number >> part.offset & mask(part.width);
            self.is_undefined[part.slot as usize] = false;
        }
    }

    /// Marks a register's contents as unspecified.
    pub(crate) fn undefine(&mut self, layout: &RegisterLayout, register: RegisterId) {
        for part in &layout.places[register].parts {
            self.is_undefined[part.slot as usize] = true;
        }
    }
}
