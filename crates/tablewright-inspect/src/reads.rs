//! Fields that actions read in a description, with record counts.

use std::collections::{BTreeMap, BTreeSet};

use rustc_hash::FxHashMap;
use serde::Serialize;
use tablewright_records::reads::Reads;
use tablewright_records::{ClassId, Record, RecordStore, ShapeId};
use tablewright_syntax::symbol::Symbol;

/// An action run with its reads.
#[derive(Clone, Debug)]
pub struct ActionRun {
    /// The action without dashes: `gen-instr-info`.
    pub action: &'static str,
    /// The reads.
    pub reads: Reads,
    /// Its output's hash; `None` if it failed.
    pub output: Option<u64>,
}

/// The fields that an action reads.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct ActionReads {
    /// The action without dashes.
    pub action: String,
    /// The fields, sorted by class and name.
    pub fields: Vec<FieldReads>,
}

/// A field that an action reads.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
pub struct FieldReads {
    /// The class of the record view that reads it, or else the class that declares it. `None` if
    /// records declare it themselves.
    pub class: Option<String>,
    /// The field's name.
    pub field: String,
    /// Whether a record view contains it. A field whose name comes from the description itself is
    /// not in a view.
    pub is_in_view: bool,
    /// Records in which it is read.
    pub records: usize,
    /// Records that have it.
    pub of: usize,
}

/// The actions that read a field.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct FieldReaders {
    /// Records that have the field.
    pub records: usize,
    /// The actions, most records first.
    pub actions: Vec<FieldReader>,
}

/// An action that reads a field.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct FieldReader {
    /// The action without dashes.
    pub action: String,
    /// Records in which it reads the field.
    pub records: usize,
}

/// Classes and field names of record views.
pub type ViewFields<'v> = BTreeSet<(&'v str, &'v str)>;

impl ActionReads {
    /// Lists the fields that each action reads.
    pub fn for_store(
        store: &RecordStore,
        runs: &[ActionRun],
        views: &ViewFields<'_>,
    ) -> Vec<ActionReads> {
        let records: Vec<Record<'_>> = store.records().collect();
        let mut owners = FieldOwners::new(store, views);
        let counts: Vec<_> = runs.iter().map(|run| owners.read_counts(run, &records)).collect();
        let mut totals: FxHashMap<FieldOwner, usize> = FxHashMap::default();
        for &record in &records {
            for key in owners.for_record(record) {
                *totals.entry(*key).or_default() += 1;
            }
        }
        let mut reads = Vec::with_capacity(runs.len());
        for (run, counts) in runs.iter().zip(counts) {
            let named = counts.into_iter().map(|(owner, records)| FieldReads {
                class: owner.class.map(|class| store.class(class).name().to_owned()),
                field: store.str(owner.field).to_owned(),
                is_in_view: owner.is_in_view,
                records,
                of: totals.get(&owner).copied().unwrap_or(records),
            });
            let mut fields: Vec<FieldReads> = named.collect();
            fields.sort();
            reads.push(ActionReads { action: run.action.to_owned(), fields });
        }
        reads
    }
}

impl FieldReaders {
    /// Finds the actions that read the field `name` in `records`.
    pub fn new(
        store: &RecordStore,
        records: &[Record<'_>],
        name: &str,
        runs: &[ActionRun],
    ) -> FieldReaders {
        let slot = |record: &Record<'_>| record.slot_of(store.symbols().get(name)?);
        let with_field: Vec<(Record<'_>, usize)> =
            records.iter().filter_map(|record| Some((*record, slot(record)?))).collect();
        let mut actions = Vec::with_capacity(runs.len());
        for run in runs {
            let reads =
                with_field.iter().filter(|(record, slot)| run.reads.has_slot(*record, *slot));
            actions.push(FieldReader { action: run.action.to_owned(), records: reads.count() });
        }
        actions.retain(|reader| reader.records > 0);
        actions.sort_by(|a, b| b.records.cmp(&a.records).then_with(|| a.action.cmp(&b.action)));
        FieldReaders { records: with_field.len(), actions }
    }
}

/// A field with its class.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct FieldOwner {
    class: Option<ClassId>,
    field: Symbol,
    is_in_view: bool,
}

/// The classes of record fields.
struct FieldOwners<'s, 'v> {
    store: &'s RecordStore,
    views: &'v ViewFields<'v>,
    by_shape: FxHashMap<ShapeId, Vec<FieldOwner>>,
}

impl<'s, 'v> FieldOwners<'s, 'v> {
    fn new(store: &'s RecordStore, views: &'v ViewFields<'v>) -> FieldOwners<'s, 'v> {
        FieldOwners { store, views, by_shape: FxHashMap::default() }
    }

    /// Returns a record's fields.
    fn for_record(&mut self, record: Record<'s>) -> &[FieldOwner] {
        let (store, views) = (self.store, self.views);
        let by_shape = self.by_shape.entry(record.shape_id());
        by_shape.or_insert_with(|| field_owners(store, views, record))
    }

    /// Returns the number of records in which a run read each field.
    fn read_counts(
        &mut self,
        run: &ActionRun,
        records: &[Record<'s>],
    ) -> BTreeMap<FieldOwner, usize> {
        let mut counts: BTreeMap<FieldOwner, usize> = BTreeMap::new();
        for &record in records {
            if !run.reads.has_record(record) {
                continue;
            }
            for (slot, key) in self.for_record(record).iter().enumerate() {
                if run.reads.has_slot(record, slot) {
                    *counts.entry(*key).or_default() += 1;
                }
            }
        }
        counts
    }
}

/// Returns the owner of each field, in field order.
fn field_owners(
    store: &RecordStore,
    views: &ViewFields<'_>,
    record: Record<'_>,
) -> Vec<FieldOwner> {
    let mut declared: FxHashMap<Symbol, ClassId> = FxHashMap::default();
    // Superclasses precede their subclasses. Therefore the first class with the field
    // declares it.
    for &class in record.superclasses() {
        for field in store.class(class).fields() {
            declared.entry(field.name).or_insert(class);
        }
    }
    let mut owners = Vec::new();
    for field in record.fields().map(|field| field.name) {
        let is_viewed =
            |class: &&ClassId| views.contains(&(store.class(**class).name(), store.str(field)));
        let viewed = record.superclasses().iter().find(is_viewed).copied();
        let class = viewed.or_else(|| declared.get(&field).copied());
        owners.push(FieldOwner { class, field, is_in_view: viewed.is_some() });
    }
    owners
}

#[cfg(test)]
mod tests {
    use super::*;
    use tablewright_test_support::Description;

    fn store() -> RecordStore {
        let text = "class A { int X = 1; } class B : A { int Y = 2; }\n\
                    def a : A; def b : B; def c : B { int Z = 3; }";
        let mut store = Description::new(text).store();
        store.record_reads();
        store
    }

    fn run(action: &'static str, store: &RecordStore, fields: &[(&str, &str)]) -> ActionRun {
        let ((), reads) = store.reads_of(|| {
            for (record, field) in fields {
                let record = store.find_record(record).expect("it is defined");
                assert!(store.record(record).value(field).is_ok());
            }
        });
        ActionRun { action, reads, output: None }
    }

    #[test]
    fn fields_are_counted_by_the_class_that_declares_them() {
        let store = store();
        let runs = [run("gen-a", &store, &[("a", "X"), ("b", "X"), ("c", "Y"), ("c", "Z")])];
        let views = ViewFields::from([("B", "X")]);
        let action_reads = ActionReads::for_store(&store, &runs, &views);
        let lines = action_reads[0].fields.iter().map(|field| {
            let class = field.class.as_deref().unwrap_or("-");
            let view = if field.is_in_view { " in a view" } else { "" };
            format!("{class}.{} {} of {}{view}", field.field, field.records, field.of)
        });
        let lines: Vec<String> = lines.collect();
        assert_eq!(lines, ["-.Z 1 of 1", "A.X 1 of 1", "B.X 1 of 2 in a view", "B.Y 1 of 2"]);
    }

    #[test]
    fn the_reader_of_most_records_comes_first() {
        let store = store();
        let runs = [
            run("gen-a", &store, &[("a", "X")]),
            run("gen-b", &store, &[("a", "X"), ("b", "X")]),
            run("gen-c", &store, &[("b", "Y")]),
        ];
        let records: Vec<Record<'_>> = store.records().collect();
        let readers = FieldReaders::new(&store, &records, "X", &runs);
        let actions = readers.actions.iter().map(|reader| (reader.action.as_str(), reader.records));
        assert_eq!(readers.records, 3);
        assert_eq!(actions.collect::<Vec<_>>(), [("gen-b", 2), ("gen-a", 1)]);
    }
}
