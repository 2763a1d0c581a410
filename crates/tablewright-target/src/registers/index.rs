//! Ids for registers, sub-register indices, register classes and register units.

use tablewright_index::define_index;

define_index! {
    /// A register, in the target's enum order.
    pub struct RegisterId;

    /// A sub-register index: the name of a register part. Ids follow the target's enum order,
    /// described indices before synthesized indices.
    pub struct SubRegIndexId;

    /// A register class, described or inferred, in the target's enum order.
    pub struct RegisterClassId;

    /// A register unit. Two registers overlap if they share a unit.
    pub struct RegUnitId;
}

impl RegisterId {
    /// Returns the enumerator value. Zero means `NoRegister`.
    pub fn number(self) -> u32 {
        self.index() as u32 + 1
    }
}

impl SubRegIndexId {
    /// Returns the enumerator value. Zero means `NoSubRegister`.
    pub fn number(self) -> u32 {
        self.index() as u32 + 1
    }
}
