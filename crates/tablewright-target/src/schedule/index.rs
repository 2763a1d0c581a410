//! The numbers by which parts of the scheduling model know one another.

use tablewright_index::define_index;

define_index! {
    /// A processor model. Number zero is that of processors without one; in lists of models it
    /// stands for all of them.
    pub struct ProcModelId;

    /// A `SchedWrite`, or a `SchedRead`: these are numbered apart. Numbers start from one.
    pub struct RwId;

    /// A scheduling class. Number zero is that of instructions of which nothing is known.
    pub struct SchedClassId;

    /// A record of class `InstRW`, in natural order of their names.
    pub struct InstRwId;
}

impl ProcModelId {
    /// Of processors without a model; all models.
    pub const ALL: ProcModelId = ProcModelId::from_index(0);
}

impl RwId {
    /// Neither a write nor a read.
    pub const NONE: RwId = RwId::from_index(0);
}

impl SchedClassId {
    /// Of instructions of which nothing is known.
    pub const NONE: SchedClassId = SchedClassId::from_index(0);
}
