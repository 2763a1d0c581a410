//! Recording of reads: the fields and records that an action reads.
//!
//! Recording is off unless [`RecordStore::record_reads`](crate::RecordStore::record_reads) turns it on. While it is
//! off, it costs nothing: field lookups use a slot cache, and only a lookup that is not in the cache checks for a
//! recorder. While reads are recorded, the cache stays empty.
//!
//! An analysis stores the reads of its construction. They count as reads of every user of the analysis, even if another
//! action built it. So the reads of an action do not depend on earlier actions.
//!
//! Two runs of an action on two descriptions print the same until the first read with a different result, and both
//! runs contain this read. So an action prints the same for both descriptions if no data in its [`Reads`] differs.
//! [`StoreChanges`](crate::StoreChanges) tests this. A lookup of a name without a record is a read, too.
//!
//! Positions are recorded only when they are converted to lines, or when the files are read otherwise
//! ([`WholeRead::Positions`]): comments and layout change positions, and most actions use them in messages alone.

mod bit_set;
mod recorder;

use std::collections::BTreeSet;
use std::hash::{DefaultHasher, Hash, Hasher};

use crate::ids::ClassId;

pub(crate) use bit_set::RecordedBitSet;
pub(crate) use recorder::Recorder;

/// Data read from a store by an action, or to build an analysis.
#[derive(Clone, Default, Debug)]
pub struct Reads {
    /// Index of each read value among all record values.
    pub(crate) fields: RecordedBitSet,
    /// Records that were looked up by name, or whose classes or field names were read.
    pub(crate) records: RecordedBitSet,
    /// Anonymous records whose name was read.
    pub(crate) names: RecordedBitSet,
    /// Hashed names without a record.
    pub(crate) missing: BTreeSet<u64>,
    /// Classes whose records were listed.
    pub(crate) listed: RecordedBitSet,
    /// Classes that were looked up.
    pub(crate) classes: RecordedBitSet,
    /// A bit for each [`WholeRead`].
    pub(crate) whole: u8,
}

/// Data about all records or classes together.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum WholeRead {
    /// The set of records.
    Records = 1,
    /// The set of classes.
    Classes = 2,
    /// The global variables.
    Globals = 4,
    /// The order in which records are defined.
    Order = 8,
    /// The files, for example to convert a position to a line.
    Positions = 16,
}

/// Hashes a record name.
pub(crate) fn hash_of_name(name: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    name.hash(&mut hasher);
    hasher.finish()
}

impl Reads {
    /// Returns whether the records of a class were listed.
    pub fn lists(&self, class: ClassId) -> bool {
        self.listed.contains(class.index())
    }

    /// Returns whether a class was looked up, or its declarations were read.
    pub fn has_class(&self, class: ClassId) -> bool {
        self.classes.contains(class.index())
    }

    /// Returns whether this data about all records was read.
    pub fn has_whole(&self, what: WholeRead) -> bool {
        self.whole & what as u8 != 0
    }

    /// Adds another reader's reads from the same store.
    pub fn add(&mut self, other: &Reads) {
        self.fields.insert_all(&other.fields);
        self.records.insert_all(&other.records);
        self.names.insert_all(&other.names);
        self.missing.extend(&other.missing);
        self.listed.insert_all(&other.listed);
        self.classes.insert_all(&other.classes);
        self.whole |= other.whole;
    }
}
