//! Numbers of registers and of what belongs to them.

use tablewright_index::define_index;

define_index! {
    /// A register. They are numbered in the order of the target's enum of registers.
    pub struct RegisterId;

    /// A sub-register index: the name of a part of registers. They are numbered in the order of
    /// the target's enum, those that are described before those that are made up.
    pub struct SubRegIndexId;

    /// A register class, described or inferred, in the order of the target's enum.
    pub struct RegisterClassId;

    /// A register unit: what two registers share that overlap, or what is a register's own.
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
