//! Recorder for the reads from a store while an action runs or an analysis is built.

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicU8, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::bit_set::SharedBitSet;
use super::{Reads, WholeRead, hash_of_name};
use crate::ids::{ClassId, RecordId};

/// Reads so far by the current action or analysis.
#[derive(Debug)]
pub(crate) struct Recorder {
    fields: SharedBitSet,
    records: SharedBitSet,
    names: SharedBitSet,
    /// Hashed names without a record.
    missing: Mutex<BTreeSet<u64>>,
    listed: SharedBitSet,
    classes: SharedBitSet,
    whole: AtomicU8,
    /// Reads by the analyses that were requested.
    analyses: Mutex<Vec<Arc<Reads>>>,
}

impl Recorder {
    pub(crate) fn new(fields: usize, records: usize, classes: usize) -> Recorder {
        Recorder {
            fields: SharedBitSet::new(fields),
            records: SharedBitSet::new(records),
            names: SharedBitSet::new(records),
            missing: Mutex::default(),
            listed: SharedBitSet::new(classes),
            classes: SharedBitSet::new(classes),
            whole: AtomicU8::new(0),
            analyses: Mutex::new(Vec::new()),
        }
    }

    /// Records reads of `count` fields. `first` is the first value's index among all record values.
    pub(crate) fn fields(&self, first: usize, count: usize) {
        self.fields.insert_range(first, count);
    }

    /// Records that a record was looked up by name, or its classes or field names were read.
    pub(crate) fn record(&self, record: RecordId) {
        self.records.insert(record.index());
    }

    /// Records a read of an anonymous record's name.
    pub(crate) fn anonymous_name(&self, record: RecordId) {
        self.names.insert(record.index());
    }

    /// Records a lookup of a name without a record.
    pub(crate) fn missing(&self, name: &str) {
        self.missing_names().insert(hash_of_name(name));
    }

    fn missing_names(&self) -> MutexGuard<'_, BTreeSet<u64>> {
        self.missing.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Records that the records of a class were listed.
    pub(crate) fn listed(&self, class: ClassId) {
        self.listed.insert(class.index());
    }

    /// Records that a class was looked up, or its declarations were read.
    pub(crate) fn class(&self, class: ClassId) {
        self.classes.insert(class.index());
    }

    /// Records a read of data about all records.
    pub(crate) fn whole(&self, what: WholeRead) {
        self.whole.fetch_or(what as u8, Ordering::Relaxed);
    }

    /// Records the reads of a requested analysis.
    pub(crate) fn analysis(&self, reads: &Arc<Reads>) {
        let mut analyses = self.analyses.lock().unwrap_or_else(PoisonError::into_inner);
        if !analyses.iter().any(|other| Arc::ptr_eq(other, reads)) {
            analyses.push(Arc::clone(reads));
        }
    }

    /// Clears the recorder. Returns the earlier reads, for [`Recorder::end`].
    pub(crate) fn begin(&self) -> Reads {
        self.take()
    }

    /// Returns the reads since [`Recorder::begin`], and restores the earlier reads.
    pub(crate) fn end(&self, before: &Reads) -> Reads {
        let reads = self.take();
        self.fields.insert_all(&before.fields);
        self.records.insert_all(&before.records);
        self.names.insert_all(&before.names);
        self.missing_names().extend(&before.missing);
        self.listed.insert_all(&before.listed);
        self.classes.insert_all(&before.classes);
        self.whole.fetch_or(before.whole, Ordering::Relaxed);
        reads
    }

    /// Removes and returns all reads, including reads by analyses.
    fn take(&self) -> Reads {
        let mut reads = Reads {
            fields: self.fields.take(),
            records: self.records.take(),
            names: self.names.take(),
            missing: std::mem::take(&mut *self.missing_names()),
            listed: self.listed.take(),
            classes: self.classes.take(),
            whole: self.whole.swap(0, Ordering::Relaxed),
        };
        let analyses =
            std::mem::take(&mut *self.analyses.lock().unwrap_or_else(PoisonError::into_inner));
        for analysis in analyses {
            reads.add(&analysis);
        }
        reads
    }
}
