//! Ids in scheduling models.

use tablewright_index::define_index;

define_index! {
    /// A processor model. Index zero is the model of processors without a model; in lists of models
    /// it means all models.
    pub struct ProcModelId;

    /// A resource in a processor model: units or a group. Each model numbers its resources in
    /// natural order of record names.
    pub struct ProcResourceId;

    /// A `SchedWrite`, or a sequence of writes. Index zero means "no write".
    pub struct WriteId;

    /// A `SchedRead`, or a sequence of reads. Index zero means "no read".
    pub struct ReadId;

    /// A scheduling class. Index zero is the class of instructions without scheduling data.
    pub struct SchedClassId;

    /// An `InstRW` record, numbered in natural name order.
    pub struct InstRwId;
}

impl ProcModelId {
    /// The model of processors without a model; all models in a list of models.
    pub const ALL: ProcModelId = ProcModelId::from_index(0);
}

impl ProcResourceId {
    /// Returns the resource with this number in the generated code; `None` for zero.
    pub fn from_number(number: u16) -> Option<ProcResourceId> {
        number.checked_sub(1).map(|index| ProcResourceId::from_index(usize::from(index)))
    }

    /// Returns the number in the generated code, in which zero means "no resource".
    pub fn number(self) -> u16 {
        u16::try_from(self.index() + 1).expect("a model has at most 2^16 - 2 resources")
    }
}

impl SchedClassId {
    /// The class of instructions without scheduling data.
    pub const NONE: SchedClassId = SchedClassId::from_index(0);
}
