//! The ids of the parts of scheduling models.

use tablewright_index::define_index;

define_index! {
    /// A processor model. Index zero is the model of processors without one; in lists of models it
    /// stands for all of them.
    pub struct ProcModelId;

    /// A resource of a processor model: units or a group. Ids are those within one model, in
    /// natural order of the records' names.
    pub struct ProcResourceId;

    /// A `SchedWrite`, or a sequence of them. Index zero is no write.
    pub struct WriteId;

    /// A `SchedRead`, or a sequence of them. Index zero is no read.
    pub struct ReadId;

    /// A scheduling class. Index zero is the class of instructions that have no model.
    pub struct SchedClassId;

    /// A record of class `InstRW`, in natural order of their names.
    pub struct InstRwId;
}

impl ProcModelId {
    /// Of processors without a model; all models.
    pub const ALL: ProcModelId = ProcModelId::from_index(0);
}

impl ProcResourceId {
    /// The resource that has that number in the generated code.
    pub fn from_number(number: u16) -> Option<ProcResourceId> {
        number.checked_sub(1).map(|index| ProcResourceId::from_index(usize::from(index)))
    }

    /// The number in the generated code, where zero is no resource.
    pub fn number(self) -> u16 {
        u16::try_from(self.index() + 1).expect("a model has at most 2^16 - 2 resources")
    }
}

impl SchedClassId {
    /// Of instructions that have no model.
    pub const NONE: SchedClassId = SchedClassId::from_index(0);
}
