//! The recorder of a store: what is read while an action runs or an analysis is built.

use std::sync::atomic::{AtomicU8, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use super::bit_set::SharedBitSet;
use super::{Reads, WholeRead};
use crate::ids::{ClassId, RecordId};

/// What the action that runs, or the analysis that is being built, has read so far.
#[derive(Debug)]
pub(crate) struct Recorder {
    fields: SharedBitSet,
    records: SharedBitSet,
    names: SharedBitSet,
    listed: SharedBitSet,
    classes: SharedBitSet,
    whole: AtomicU8,
    /// What the analyses read that were asked for.
    analyses: Mutex<Vec<Arc<Reads>>>,
}

impl Recorder {
    pub(crate) fn new(fields: usize, records: usize, classes: usize) -> Recorder {
        Recorder {
            fields: SharedBitSet::new(fields),
            records: SharedBitSet::new(records),
            names: SharedBitSet::new(records),
            listed: SharedBitSet::new(classes),
            classes: SharedBitSet::new(classes),
            whole: AtomicU8::new(0),
            analyses: Mutex::new(Vec::new()),
        }
    }

    /// Notes that fields were read, by the index of the first among the values of all records.
    pub(crate) fn fields(&self, first: usize, count: usize) {
        self.fields.insert_range(first, count);
    }

    /// Notes that a record was looked up by name, or which classes or fields it has.
    pub(crate) fn record(&self, record: RecordId) {
        self.records.insert(record.index());
    }

    /// Notes that the name of an anonymous record was read.
    pub(crate) fn anonymous_name(&self, record: RecordId) {
        self.names.insert(record.index());
    }

    /// Notes that the records of a class were listed.
    pub(crate) fn listed(&self, class: ClassId) {
        self.listed.insert(class.index());
    }

    /// Notes that a class was looked up, or what it declares.
    pub(crate) fn class(&self, class: ClassId) {
        self.classes.insert(class.index());
    }

    /// Notes that something of all records was read.
    pub(crate) fn whole(&self, what: WholeRead) {
        self.whole.fetch_or(what as u8, Ordering::Relaxed);
    }

    /// Notes that an analysis was asked for.
    pub(crate) fn analysis(&self, reads: &Arc<Reads>) {
        let mut analyses = self.analyses.lock().unwrap_or_else(PoisonError::into_inner);
        if !analyses.iter().any(|other| Arc::ptr_eq(other, reads)) {
            analyses.push(Arc::clone(reads));
        }
    }

    /// Begins with nothing; returns what was read before, for [`Recorder::end`].
    pub(crate) fn begin(&self) -> Reads {
        self.take()
    }

    /// What was read since [`Recorder::begin`]; puts back what was read before.
    pub(crate) fn end(&self, before: &Reads) -> Reads {
        let reads = self.take();
        self.fields.insert_all(&before.fields);
        self.records.insert_all(&before.records);
        self.names.insert_all(&before.names);
        self.listed.insert_all(&before.listed);
        self.classes.insert_all(&before.classes);
        self.whole.fetch_or(before.whole, Ordering::Relaxed);
        reads
    }

    /// What was read, with what the analyses read; nothing is left.
    fn take(&self) -> Reads {
        let mut reads = Reads {
            fields: self.fields.take(),
            records: self.records.take(),
            names: self.names.take(),
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
