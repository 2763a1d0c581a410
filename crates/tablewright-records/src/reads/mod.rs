//! The recorder: which fields of which records an action reads.
//!
//! It is off unless [`RecordStore::record_reads`](crate::RecordStore::record_reads) turned it on.
//! While it is off it costs nothing: a field is found by way of a cache of slots, which stays empty while
//! reads are recorded, and the recorder is asked for only where a field is not in the cache.
//!
//! An analysis keeps what was read to build it, and whoever asks for it has read that, too, also where another
//! action was the first to ask. So what an action reads does not depend on what ran before it.
//!
//! Two runs over two descriptions print the same until one of them gets another answer, and both have asked
//! for that answer. So an action whose [`Reads`] of both have nothing that differs prints the same for both.
//! Positions in files are not recorded: comments and layout change them.

mod bit_set;
mod recorder;

use crate::ids::ClassId;

use bit_set::RecordedBitSet;
pub(crate) use recorder::Recorder;

/// What was read of a store, by an action or to build an analysis.
#[derive(Clone, Default, Debug)]
pub struct Reads {
    /// By the index of the value among those of all records.
    pub(crate) fields: RecordedBitSet,
    /// By record, whether it was looked up by name, or its classes or the names of its fields.
    pub(crate) records: RecordedBitSet,
    /// By anonymous record, whether its name was read.
    pub(crate) names: RecordedBitSet,
    /// By class, whether its records were listed.
    listed: RecordedBitSet,
    /// By class, whether it was looked up.
    classes: RecordedBitSet,
    /// A bit for each [`WholeRead`].
    whole: u8,
}

/// Something of all records that may be read at once.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum WholeRead {
    /// Which records there are.
    Records = 1,
    /// Which classes there are.
    Classes = 2,
    /// The global variables.
    Globals = 4,
    /// The order in which records are defined.
    Order = 8,
}

impl Reads {
    /// Whether the records of a class were listed.
    pub fn lists(&self, class: ClassId) -> bool {
        self.listed.contains(class.index())
    }

    /// Whether a class was looked up, or what it declares.
    pub fn has_class(&self, class: ClassId) -> bool {
        self.classes.contains(class.index())
    }

    /// Whether something was read of all records.
    pub fn has_whole(&self, what: WholeRead) -> bool {
        self.whole & what as u8 != 0
    }

    /// Adds what somebody else has read of the same store.
    pub fn add(&mut self, other: &Reads) {
        self.fields.insert_all(&other.fields);
        self.records.insert_all(&other.records);
        self.names.insert_all(&other.names);
        self.listed.insert_all(&other.listed);
        self.classes.insert_all(&other.classes);
        self.whole |= other.whole;
    }
}
