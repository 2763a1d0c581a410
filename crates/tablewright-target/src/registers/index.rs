//! The ids of registers, of sub-register indices, of register classes and of register units.

use tablewright_index::define_index;

define_index! {
    /// A register. Registers are numbered in the order of the target's enum of registers.
    pub struct RegisterId;

    /// A sub-register index: the name of a part of registers. The indices are numbered in the order
    /// of the target's enum, described ones before synthesized ones.
    pub struct SubRegIndexId;

    /// A register class, described or inferred, in the order of the target's enum.
    pub struct RegisterClassId;

    /// A register unit. Two registers overlap if they have a unit in common.
    pub struct RegUnitId;
}

impl RegisterId {
    /// Its enumerator's value: zero is no register.
    pub fn number(self) -> u32 {
        self.index() as u32 + 1
    }
}

impl SubRegIndexId {
    /// Its enumerator's value: zero is no sub-register.
    pub fn number(self) -> u32 {
        self.index() as u32 + 1
    }
}
