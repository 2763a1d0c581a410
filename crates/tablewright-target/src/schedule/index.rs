//! The numbers by which parts of the scheduling model know one another.

macro_rules! define_index {
    ($($(#[$attr:meta])* $name:ident;)*) => {$(
        $(#[$attr])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub struct $name(u32);

        impl $name {
            /// The number.
            pub fn index(self) -> usize {
                self.0 as usize
            }

            pub(super) const fn from_index(index: usize) -> $name {
                assert!(index < u32::MAX as usize, "fewer than 2^32 of a kind");
                $name(index as u32)
            }
        }
    )*};
}

define_index! {
    /// A processor model. Number zero is that of processors without one; in lists of models it
    /// stands for all of them.
    ProcModelId;

    /// A `SchedWrite`, or a `SchedRead`: these are numbered apart. Numbers start from one.
    RwId;

    /// A scheduling class. Number zero is that of instructions of which nothing is known.
    SchedClassId;

    /// A record of class `InstRW`, in natural order of their names.
    InstRwId;
}

impl ProcModelId {
    /// Of processors without a model; all models.
    pub const ALL: ProcModelId = ProcModelId(0);
}

impl RwId {
    /// Neither a write nor a read.
    pub const NONE: RwId = RwId(0);
}

impl SchedClassId {
    /// Of instructions of which nothing is known.
    pub const NONE: SchedClassId = SchedClassId(0);
}
