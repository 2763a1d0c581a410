//! The writes and reads that an instruction does, as lists.

use super::index::{ReadId, WriteId};

/// The writes and reads that an instruction, or a record, names.
#[derive(Clone, Default, PartialEq, Eq, Hash, Debug)]
pub struct Operands {
    /// The writes.
    pub writes: Vec<WriteId>,
    /// The reads.
    pub reads: Vec<ReadId>,
}
