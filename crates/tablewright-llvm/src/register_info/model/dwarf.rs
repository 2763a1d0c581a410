//! The numbers of registers in debug information and exception handling.

use tablewright_target::registers::{DwarfNumbers, RegisterId};

/// The tables between DWARF's numbers and registers.
pub(crate) struct DwarfTables<'s> {
    /// A switch over flavours for each direction and purpose. Empty without DWARF numbers.
    pub(crate) switches: Vec<DwarfSwitch<'s>>,
}

/// The tables of a direction and a purpose.
pub(crate) struct DwarfSwitch<'s> {
    pub(crate) direction: DwarfDirection,
    /// Whether the tables are for exception handling rather than debug information. Descriptions
    /// have the same numbers for both.
    pub(crate) is_eh: bool,
    /// By flavour.
    pub(crate) tables: Vec<DwarfTable<'s>>,
}

/// A table between DWARF's numbers and registers.
pub(crate) struct DwarfTable<'s> {
    pub(crate) name: String,
    pub(crate) pairs: Pairs<'s>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum DwarfDirection {
    NumberToRegister,
    RegisterToNumber,
}

#[derive(Clone, Copy)]
pub(crate) enum Pairs<'s> {
    NumberToRegister(&'s [(u64, RegisterId)]),
    RegisterToNumber(&'s [(RegisterId, i32)]),
}

impl<'s> DwarfTables<'s> {
    /// Creates the tables of `numbers`, named after the registers' namespace.
    pub(super) fn new(numbers: &'s DwarfNumbers, namespace: &str) -> DwarfTables<'s> {
        if numbers.to_register.is_empty() {
            return DwarfTables { switches: Vec::new() };
        }
        let mut switches = Vec::new();
        for direction in [DwarfDirection::NumberToRegister, DwarfDirection::RegisterToNumber] {
            let (suffix, pairs): (&str, Vec<Pairs<'s>>) = match direction {
                DwarfDirection::NumberToRegister => {
                    let flavours = numbers.to_register.iter();
                    ("Dwarf2L", flavours.map(|pairs| Pairs::NumberToRegister(pairs)).collect())
                }
                DwarfDirection::RegisterToNumber => {
                    let flavours = numbers.to_number.iter();
                    ("L2Dwarf", flavours.map(|pairs| Pairs::RegisterToNumber(pairs)).collect())
                }
            };
            for is_eh in [false, true] {
                let purpose = if is_eh { "EHFlavour" } else { "DwarfFlavour" };
                let tables = pairs.iter().enumerate().map(|(flavour, &pairs)| DwarfTable {
                    name: format!("{namespace}{purpose}{flavour}{suffix}"),
                    pairs,
                });
                switches.push(DwarfSwitch { direction, is_eh, tables: tables.collect() });
            }
        }
        DwarfTables { switches }
    }
}
