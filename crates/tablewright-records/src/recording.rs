//! Recording of reads from a store: see [`reads`](crate::reads).

use std::sync::{Arc, OnceLock};

use crate::analysis_cache::Analyses;
use crate::field_slot_cache::FieldSlotCache;
use crate::reads::{Reads, Recorder};
use crate::store::{Record, RecordStore, RecorderSlot};

impl RecordStore {
    /// Starts recording reads. Existing analyses are dropped, since their reads were not recorded.
    pub fn record_reads(&mut self) {
        self.on_demand.recorder = RecorderSlot(OnceLock::from(Box::new(self.new_recorder())));
        self.on_demand.field_slots = FieldSlotCache::default();
        self.on_demand.analyses = Analyses::default();
    }

    /// Starts recording reads from a shared store that nobody has read yet, and returns true. Returns false if it has been
    /// read, since earlier reads are not known.
    pub fn record_first_reads(&self) -> bool {
        let is_unread =
            self.on_demand.field_slots.is_unused() && self.on_demand.analyses.built.is_empty();
        is_unread && self.on_demand.recorder.0.set(Box::new(self.new_recorder())).is_ok()
    }

    fn new_recorder(&self) -> Recorder {
        let (fields, records) = (self.tables.field_values.len(), self.tables.records.len());
        Recorder::new(fields, records, self.class_count())
    }

    /// Returns whether reads are recorded. Reads by several threads at once are attributed to one reader. So while
    /// reads are recorded, threads must use analyses one after the other.
    pub fn records_reads(&self) -> bool {
        self.recorder().is_some()
    }

    /// Runs a function and returns its result with the reads in it, which are empty if reads are not recorded. Other
    /// threads must not read this store at the same time.
    pub fn reads_of<R>(&self, run: impl FnOnce() -> R) -> (R, Reads) {
        let Some(recorder) = self.recorder() else { return (run(), Reads::default()) };
        let before = recorder.begin();
        let result = run();
        (result, recorder.end(&before))
    }

    /// The same for building an analysis. `None` if reads are not recorded.
    pub(crate) fn recorded<R>(&self, build: impl FnOnce() -> R) -> (R, Option<Arc<Reads>>) {
        if self.records_reads() {
            let (result, reads) = self.reads_of(build);
            (result, Some(Arc::new(reads)))
        } else {
            (build(), None)
        }
    }
}

/// Queries for the reads of a record.
impl Reads {
    /// Returns whether a field of a record was read.
    pub fn has_field(&self, record: Record<'_>, field: &str) -> bool {
        let slot = record.store().symbols().get(field).and_then(|field| record.slot_of(field));
        slot.is_some_and(|slot| self.has_slot(record, slot))
    }

    /// Returns whether the field with this index in [`Record::fields`] was read.
    pub fn has_slot(&self, record: Record<'_>, slot: usize) -> bool {
        self.fields.contains(record.value_range().start + slot)
    }

    /// Returns whether anything was read from a record: a field, or its list of classes or fields.
    pub fn has_record(&self, record: Record<'_>) -> bool {
        let values = record.value_range();
        self.records.contains(record.id().index())
            || self.fields.contains_any(values.start, values.len())
    }

    /// Returns whether an anonymous record's name was read.
    pub fn has_anonymous_name(&self, record: Record<'_>) -> bool {
        self.names.contains(record.id().index())
    }
}

#[cfg(test)]
mod tests {
    use tablewright_syntax::diagnostic::Diagnostics;

    use super::*;
    use crate::reads::WholeRead;
    use crate::test_support::store_of;
    use crate::{Analysis, AnalysisError};

    const RECORDS: &str = "class A<int n> { int X = n; int Y = 0; }\n\
                           class B;\n\
                           def a : A<1>; def b : A<2>; def c : B;";

    fn recorded() -> RecordStore {
        let mut store = store_of(RECORDS);
        store.record_reads();
        store
    }

    fn record<'s>(store: &'s RecordStore, name: &str) -> Record<'s> {
        store.record(store.find_record(name).expect("it is defined"))
    }

    /// Returns the fields that were read, of all records.
    fn fields(store: &RecordStore, reads: &Reads) -> Vec<String> {
        let mut names = Vec::new();
        for record in store.records() {
            for (slot, field) in record.fields().enumerate() {
                if reads.has_slot(record, slot) {
                    names.push(format!("{}.{}", record.name(), store.str(field.name)));
                }
            }
        }
        names
    }

    struct SumOfX(i64);

    impl Analysis for SumOfX {
        fn build(store: &RecordStore, _: &mut Diagnostics) -> Result<Self, AnalysisError> {
            let mut sum = 0;
            for record in store.derived_from_name("A")? {
                sum += record.int("X")?;
            }
            Ok(SumOfX(sum))
        }
    }

    #[test]
    fn a_reader_has_what_it_read_itself() {
        let store = recorded();
        let (_, reads) = store.reads_of(|| {
            let _ = record(&store, "a").int("X");
            // The name does not exist, but could be added.
            record(&store, "c").has_field("X")
        });
        assert_eq!(fields(&store, &reads), ["a.X"]);
        let has_record = |name| reads.has_record(record(&store, name));
        assert_eq!(["a", "b", "c"].map(has_record), [true, false, true]);
        let (_, reads) = store.reads_of(|| record(&store, "b").value("Y").is_ok());
        assert_eq!(fields(&store, &reads), ["b.Y"]);
    }

    #[test]
    fn an_analysis_counts_for_each_that_uses_it() {
        let store = recorded();
        let class = |name: &str| store.find_class(name).expect("it is defined");
        for _ in 0..2 {
            let (_, reads) = store.reads_of(|| {
                let sum = store.analysis::<SumOfX>(&mut Diagnostics::new());
                assert!(sum.is_ok_and(|sum| sum.0 == 3));
                record(&store, "a").int("Y")
            });
            assert_eq!(fields(&store, &reads), ["a.X", "a.Y", "b.X"]);
            assert!(reads.lists(class("A")) && !reads.lists(class("B")));
        }
        let (_, reads) = store.reads_of(|| record(&store, "a").int("Y"));
        assert_eq!(fields(&store, &reads), ["a.Y"]);
    }

    #[test]
    fn one_value_is_one_field_and_all_values_are_all() {
        let store = recorded();
        let a = record(&store, "a");
        let y = store.symbols().get("Y").and_then(|name| a.slot_of(name)).expect("a field");
        assert_eq!(fields(&store, &store.reads_of(|| a.value_at(y)).1), ["a.Y"]);
        assert_eq!(fields(&store, &store.reads_of(|| a.values().len()).1), ["a.X", "a.Y"]);
        assert!(store.reads_of(|| store.records().len()).1.has_whole(WholeRead::Records));
        assert!(!store.reads_of(|| a.int("X")).1.has_whole(WholeRead::Records));
    }

    #[test]
    fn nothing_is_recorded_unless_asked_for() {
        let store = store_of(RECORDS);
        let (number, reads) = store.reads_of(|| record(&store, "a").int("X"));
        assert_eq!(number, Ok(1));
        assert_eq!(fields(&store, &reads), [""; 0]);
    }
}
