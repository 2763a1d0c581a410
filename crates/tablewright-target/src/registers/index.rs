//! Numbers of registers and of what belongs to them.

/// Defines a number from zero on, with conversions to and from places in vectors.
macro_rules! define_index {
    ($(#[$attr:meta])* $name:ident) => {
        $(#[$attr])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
        pub struct $name(u32);

        impl $name {
            /// The number, from zero.
            pub fn index(self) -> usize {
                self.0 as usize
            }

            /// Of that number, from zero.
            pub(crate) fn new(index: usize) -> $name {
                $name(u32::try_from(index).expect("fewer than 2^32 of a kind"))
            }
        }
    };
}

define_index! {
    /// A register. They are numbered in the order of the target's enum of registers.
    RegisterIndex
}

define_index! {
    /// A sub-register index: the name of a part of registers. They are numbered in the order of
    /// the target's enum, those that are described before those that are made up.
    SubRegIndexId
}

define_index! {
    /// A register class, described or inferred, in the order of the target's enum.
    RegisterClassId
}

define_index! {
    /// A register unit: what two registers share that overlap, or what is a register's own.
    RegUnitId
}

impl RegisterIndex {
    /// Its enumerator's value: zero is no register.
    pub fn number(self) -> u32 {
        self.0 + 1
    }
}

impl SubRegIndexId {
    /// Its enumerator's value: zero is no sub-register.
    pub fn number(self) -> u32 {
        self.0 + 1
    }
}
