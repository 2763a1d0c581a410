//! Machine code tables: registers, with their parts as number differences, and class members.

use tablewright_index::IndexVec;
use tablewright_target::registers::{LaneMask, RegisterClass, RegisterClassId, RegisterId, SubReg};
use tablewright_text::SequenceToOffsetTable;

use super::{RegisterAnalyses, RegisterInfoLayout};
use crate::support::packed_sequences::{PackedSequences, packed_strings};

/// Width of the first unit in a register description. The offset of the list with the other units is stored above it.
const REG_UNIT_BITS: u32 = 12;

/// The tables that `MCRegisterInfo` reads.
pub(crate) struct McDesc<'s> {
    /// Lists of registers and units. The first number is the difference to the register itself or to its first unit.
    /// Each other number is the difference to the previous number.
    pub(crate) differences: SequenceToOffsetTable<i16>,
    pub(crate) lanes: SequenceToOffsetTable<LaneMask>,
    pub(crate) sub_reg_indices: SequenceToOffsetTable<u32>,
    pub(crate) register_strings: SequenceToOffsetTable<u8>,
    /// String offset of the empty `NoRegister` name.
    pub(crate) no_register_name: usize,
    pub(crate) registers: IndexVec<RegisterId, RegisterDesc>,
    pub(crate) class_strings: SequenceToOffsetTable<u8>,
    pub(crate) classes: IndexVec<RegisterClassId, ClassDesc<'s>>,
    /// By register: its first unit and the end of its unit interval. `None` if units do not form intervals.
    pub(crate) unit_intervals: Option<IndexVec<RegisterId, (usize, usize)>>,
    /// By register, its number in instructions.
    pub(crate) encodings: IndexVec<RegisterId, u64>,
}

/// The description of a register: offsets into the tables.
#[derive(Debug)]
pub(crate) struct RegisterDesc {
    pub(crate) name: usize,
    pub(crate) sub_regs: usize,
    pub(crate) super_regs: usize,
    pub(crate) sub_reg_indices: usize,
    /// First unit, and above it the offset of the list with the others.
    pub(crate) units: usize,
    pub(crate) lanes: usize,
}

/// A class's description.
pub(crate) struct ClassDesc<'s> {
    /// The offset of its name among the strings.
    pub(crate) name: usize,
    /// The members in the order in which they are allocated.
    pub(crate) order: &'s [RegisterId],
    /// The members as a set of bits, by the registers' numbers from `first_register` on.
    pub(crate) bits: Vec<u8>,
    /// The number of the first bit.
    pub(crate) first_register: u32,
    /// The number of bits from the first to the last member.
    pub(crate) range_len: u32,
    /// Size in bits; zero if it depends on the hardware mode.
    pub(crate) register_size: u32,
    /// Copy cost. With five files, truncated to a byte.
    pub(crate) copy_cost: i64,
    pub(crate) is_base_class: bool,
}

impl<'s> McDesc<'s> {
    pub(super) fn new(
        analyses: &RegisterAnalyses<'s>,
        encodings: IndexVec<RegisterId, u64>,
        base_classes: &[RegisterClassId],
        layout: RegisterInfoLayout,
        shares_masks: bool,
    ) -> McDesc<'s> {
        let registers = analyses.registers;
        // Readers of a single file find list ends by terminators; readers of five files know the lengths.
        let is_terminated = match layout {
            RegisterInfoLayout::OneFile => true,
            RegisterInfoLayout::FiveFiles | RegisterInfoLayout::OneStorage => false,
        };
        // Class names and register names are in separate tables, as `MCRegisterInfo` expects.
        let class_names =
            packed_strings(analyses.classes.iter().map(|(_, class)| class.name.as_ref()));
        let mut classes = IndexVec::with_capacity(analyses.classes.len());
        for ((id, class), name) in analyses.classes.iter().zip(class_names.offsets) {
            let order = class.allocation_order();
            let first_register = first_register(order, shares_masks);
            classes.push(ClassDesc {
                name,
                order,
                bits: bits(order, first_register),
                first_register,
                range_len: range_len(order),
                register_size: register_size(class),
                copy_cost: match layout {
                    RegisterInfoLayout::OneFile => class.properties.copy_cost.into(),
                    RegisterInfoLayout::FiveFiles | RegisterInfoLayout::OneStorage => {
                        i64::from(class.properties.copy_cost as u8)
                    }
                },
                is_base_class: base_classes.contains(&id),
            });
        }
        let lists = McDescLists::collect(analyses);
        // The empty `NoRegister` name comes first: a register's name index is one higher.
        let names = registers.iter().map(|(_, register)| register.name.as_ref());
        let names = packed_strings(std::iter::once("").chain(names));
        let differences: PackedSequences<i16> = lists.differences.into_iter().collect();
        let lanes = registers.ids().map(|register| analyses.lanes.for_units(register).to_vec());
        let lanes: PackedSequences<LaneMask> = packed(lanes, is_terminated);
        let sub_reg_indices = packed(lists.sub_reg_indices, is_terminated);
        let mut descriptions = IndexVec::with_capacity(registers.len());
        for register in registers.ids() {
            let at = register.index();
            // Three lists of differences were packed for each register.
            let [sub_regs, super_regs, units] =
                [0, 1, 2].map(|list| differences.offsets[3 * at + list]);
            let first_unit =
                analyses.sub_registers.units(register).first().map_or(0, |unit| unit.index());
            descriptions.push(RegisterDesc {
                name: names.offsets[at + 1],
                sub_regs,
                super_regs,
                sub_reg_indices: sub_reg_indices.offsets[at],
                // The first unit is in the description itself, so the list holds only the others.
                units: units << REG_UNIT_BITS | first_unit,
                lanes: lanes.offsets[at],
            });
        }
        McDesc {
            no_register_name: names.offsets[0],
            registers: descriptions,
            differences: differences.table,
            lanes: lanes.table,
            sub_reg_indices: sub_reg_indices.table,
            register_strings: names.table,
            class_strings: class_names.table,
            classes,
            unit_intervals: unit_intervals(analyses),
            encodings,
        }
    }
}

/// Returns the unit interval of each register, if the target requests intervals.
fn unit_intervals(analyses: &RegisterAnalyses<'_>) -> Option<IndexVec<RegisterId, (usize, usize)>> {
    let sub_registers = analyses.sub_registers;
    if !sub_registers.has_intervals {
        return None;
    }
    let intervals = analyses.registers.ids().map(|register| {
        let units = sub_registers.units(register);
        let first = units.first().map_or(0, |unit| unit.index());
        (first, first + units.len())
    });
    Some(intervals.collect())
}

/// Packs lists with a terminator after each, or without.
fn packed<T: Ord>(
    lists: impl IntoIterator<Item = Vec<T>>,
    is_terminated: bool,
) -> PackedSequences<T> {
    if is_terminated { lists.into_iter().collect() } else { PackedSequences::unterminated(lists) }
}

/// The lists that the descriptions of registers refer to.
#[derive(Default)]
struct McDescLists {
    /// For each register its sub-registers, its super-registers and its units.
    differences: Vec<Vec<i16>>,
    /// For each register the indices of its sub-registers, in their order.
    sub_reg_indices: Vec<Vec<u32>>,
}

impl McDescLists {
    fn collect(analyses: &RegisterAnalyses<'_>) -> McDescLists {
        let RegisterAnalyses { registers, sub_registers, .. } = *analyses;
        let mut lists = McDescLists::default();
        // Buffers are reused for each register: clearing a few entries is cheaper than allocating tables for all
        // registers.
        let mut pre_order: Vec<RegisterId> = Vec::new();
        let mut is_in_list = IndexVec::from_fn(registers.len(), |_: RegisterId| false);
        let mut index_of = IndexVec::from_fn(registers.len(), |_: RegisterId| 0);
        for register in registers.ids() {
            sub_registers.pre_order(registers, register, &mut pre_order, &mut is_in_list);
            for &SubReg { index, register: sub_reg } in sub_registers.for_register(register) {
                index_of[sub_reg] = index.number();
            }
            let numbers = |list: &[RegisterId]| {
                differences(register.number(), list.iter().map(|register| register.number()))
            };
            let units: Vec<u32> =
                sub_registers.units(register).iter().map(|unit| unit.index() as u32).collect();
            // The caller relies on this order of the three lists.
            lists.differences.push(numbers(&pre_order));
            lists.differences.push(numbers(sub_registers.super_regs(register)));
            lists.differences.push(match units[..] {
                [first, ref others @ ..] => differences(first, others.iter().copied()),
                [] => Vec::new(),
            });
            // Every sub-register has an index, so no entry is left from an earlier register.
            let indices = pre_order.iter().map(|&sub_reg| index_of[sub_reg]);
            lists.sub_reg_indices.push(indices.collect());
            for sub_reg in pre_order.drain(..) {
                is_in_list[sub_reg] = false;
            }
        }
        lists
    }
}

/// Returns each number's difference to the previous number, the first number's difference to `start`. Differences are
/// modulo 2^16, like the sums in the reader.
fn differences(start: u32, numbers: impl Iterator<Item = u32>) -> Vec<i16> {
    let mut last = start;
    let difference = |number: u32| {
        let difference = number.wrapping_sub(last) as i16;
        last = number;
        difference
    };
    numbers.map(difference).collect()
}

/// Returns the register number of a set's first bit: the smallest number if `is_relative`, otherwise 0.
pub(super) fn first_register(registers: &[RegisterId], is_relative: bool) -> u32 {
    let smallest = registers.iter().map(|register| register.number()).min();
    smallest.filter(|_| is_relative).unwrap_or(0)
}

/// Returns the number of registers from the smallest to the greatest.
fn range_len(registers: &[RegisterId]) -> u32 {
    let numbers = || registers.iter().map(|register| register.number());
    match (numbers().min(), numbers().max()) {
        (Some(smallest), Some(greatest)) => greatest - smallest + 1,
        (None, _) | (_, None) => 0,
    }
}

/// Returns the number of bytes for a set's bits from the number `first` on: as many as the greatest number needs.
pub(super) fn byte_count(registers: &[RegisterId], first: u32) -> usize {
    let greatest = registers.iter().map(|register| register.number()).max();
    greatest.map_or(0, |greatest| (greatest - first) as usize / 8 + 1)
}

/// Returns a set of registers as bits from the number `first` on.
fn bits(registers: &[RegisterId], first: u32) -> Vec<u8> {
    let mut bytes = vec![0; byte_count(registers, first)];
    for register in registers {
        let number = (register.number() - first) as usize;
        bytes[number / 8] |= 1 << (number % 8);
    }
    bytes
}

fn register_size(class: &RegisterClass) -> u32 {
    class.sizes.only().map_or(0, |size| size.register)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_is_differences_from_one_number_to_the_next() {
        assert_eq!(differences(5, [6, 8, 3].into_iter()), [1, 2, -5]);
        // The tables know registers by 16 bits.
        assert_eq!(differences(0, [0x1_0001].into_iter()), [1]);
    }

    #[test]
    fn a_class_has_bits_up_to_its_greatest_member() {
        // Register numbers begin at 1: the first bit belongs to `NoRegister`.
        let registers = [7, 0, 8].map(RegisterId::from_index);
        assert_eq!(bits(&registers, 0), [0b10, 0b11]);
        assert_eq!(bits(&registers, first_register(&registers, true)), [0b1000_0001, 1]);
        assert_eq!(bits(&[], 0), [0; 0]);
    }
}
