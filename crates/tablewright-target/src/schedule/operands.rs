//! Lists of writes and reads of an instruction.

use super::index::{ReadId, WriteId};

/// The writes and reads named by an instruction or a record.
#[derive(Clone, Default, PartialEq, Eq, Hash, Debug)]
pub struct SchedOperands {
    /// The writes.
    pub writes: Vec<WriteId>,
    /// The reads.
    pub reads: Vec<ReadId>,
}
