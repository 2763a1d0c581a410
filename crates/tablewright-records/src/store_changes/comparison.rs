//! Compares two versions of a description, and the changes with recorded reads.

use rustc_hash::{FxHashMap, FxHashSet};

use super::fingerprint::{Naming, RecordFingerprint, StoreFingerprint};
use crate::ids::ClassId;
use crate::reads::{Reads, RecordedBitSet, WholeRead};

/// Changes from an old to a new version of a description, and where the unchanged records are in the new version.
///
/// ```
/// use tablewright_records::{LoadOptions, StoreFingerprint, load};
/// # struct NoFiles;
/// # impl tablewright_syntax::FileProvider for NoFiles {
/// #     fn include(&mut self, _: &str) -> Option<tablewright_syntax::IncludedFile> { None }
/// # }
/// let options = LoadOptions { record_reads: true, ..LoadOptions::default() };
/// let load = |text: &str| load("x.td".into(), text.into(), &mut NoFiles, &options).store;
/// let old = load("def a { int Size = 1; int Cost = 2; }");
/// let new = load("def a { int Size = 1; int Cost = 3; }");
/// let [before, after] = [&old, &new].map(|store| StoreFingerprint::new(store).expect("it is complete"));
/// let changes = before.changes_to(&after);
/// let reads = |field| old.reads_of(|| old.get("a").map(|a| a.int(field))).1;
/// assert!(changes.affect(&reads("Cost")));
/// assert!(!changes.affect(&reads("Size")));
/// ```
pub struct StoreChanges {
    /// Whether the versions cannot be compared in detail.
    is_everything: bool,
    /// Changed data, with the old version's indices.
    changed: Reads,
    /// Hashed names that only new records have.
    added: FxHashSet<u64>,
    /// Unchanged records in the order of both versions. `None` if all records have the same indices in both.
    moves: Option<Vec<Move>>,
    /// The new version's numbers of records and values.
    new_records: usize,
    new_values: usize,
}

/// Records that follow each other in both versions, with their values.
struct Move {
    old: RowStart,
    new: RowStart,
    records: usize,
    values: usize,
}

/// A record's index and its first value's index.
#[derive(Clone, Copy)]
struct RowStart {
    record: usize,
    value: usize,
}

impl StoreFingerprint {
    /// Compares this old version with a new version.
    pub fn changes_to(&self, new: &StoreFingerprint) -> StoreChanges {
        let is_comparable =
            self.release == new.release && self.classes.hierarchy == new.classes.hierarchy;
        let comparison =
            is_comparable.then(|| Comparison::new(self, new)).and_then(Comparison::run);
        comparison.unwrap_or_else(|| StoreChanges::everything(new))
    }

    fn row_start(&self, record: usize) -> RowStart {
        RowStart { record, value: self.records[record].first_value as usize }
    }

    fn values_of(&self, record: &RecordFingerprint) -> &[u64] {
        let first = record.first_value as usize;
        &self.values[first..first + self.shapes[record.shape as usize].len]
    }
}

/// A comparison in progress.
struct Comparison<'f> {
    old: &'f StoreFingerprint,
    new: &'f StoreFingerprint,
    changes: StoreChanges,
    moves: Vec<Move>,
    /// Old and new sequence numbers, for records in both versions.
    sequences: Vec<[u32; 2]>,
    /// Old and new numbers, for anonymous records in both versions.
    numbers: Vec<[u32; 2]>,
}

impl<'f> Comparison<'f> {
    fn new(old: &'f StoreFingerprint, new: &'f StoreFingerprint) -> Comparison<'f> {
        let classes = old.classes.contents.len();
        let changed = Reads {
            fields: RecordedBitSet::with_len(old.values.len()),
            records: RecordedBitSet::with_len(old.records.len()),
            names: RecordedBitSet::with_len(old.records.len()),
            listed: RecordedBitSet::with_len(classes),
            classes: RecordedBitSet::with_len(classes),
            ..Reads::default()
        };
        let changes = StoreChanges { changed, ..StoreChanges::nothing(new) };
        Comparison {
            old,
            new,
            changes,
            moves: Vec::new(),
            sequences: Vec::new(),
            numbers: Vec::new(),
        }
    }

    /// Returns the changes. `None` if records are in another order, so that everything may have changed.
    fn run(mut self) -> Option<StoreChanges> {
        let counterparts = counterparts(&self.old.records, &self.new.records)?;
        let mut is_matched = vec![false; self.new.records.len()];
        for (index, counterpart) in counterparts.iter().enumerate() {
            match *counterpart {
                Some(new) => {
                    is_matched[new] = true;
                    self.compare_records(index, new);
                }
                None => self.remove(index),
            }
        }
        let added = self.new.records.iter().zip(is_matched).filter(|(_, is_matched)| !is_matched);
        added.for_each(|(record, _)| self.add(record));
        if !(keep_order(&mut self.sequences) && keep_order(&mut self.numbers)) {
            return None;
        }
        self.compare_numbers(&counterparts);
        self.compare_classes();
        if self.old.globals != self.new.globals {
            self.changes.changed.whole |= WholeRead::Globals as u8;
        }
        self.changes.moves =
            Some(self.moves).filter(|moves| !is_identity(moves, self.old, self.new));
        Some(self.changes)
    }

    /// Adds the differences between a record's versions.
    fn compare_records(&mut self, old_index: usize, new_index: usize) {
        let (old, new) = (&self.old.records[old_index], &self.new.records[new_index]);
        self.sequences.push([old.sequence, new.sequence]);
        if let (Naming::Anonymous(was), Naming::Anonymous(is)) = (old.naming, new.naming) {
            self.numbers.push([was, is]);
        }
        if old.name != new.name {
            self.changes.changed.names.insert(old_index);
            self.changes.added.insert(new.name);
        }
        let shapes = [&self.old.shapes[old.shape as usize], &self.new.shapes[new.shape as usize]];
        if shapes[0].hash != shapes[1].hash {
            self.change_shape(old_index);
            self.list(&self.new.shapes[new.shape as usize].superclasses);
            return;
        }
        let (was, is) = (self.old.values_of(old), self.new.values_of(new));
        if was != is {
            for (slot, (was, is)) in was.iter().zip(is).enumerate() {
                if was != is {
                    self.changes.changed.fields.insert(old.first_value as usize + slot);
                }
            }
        }
        self.add_move(old_index, new_index, was.len());
    }

    /// Adds a record at its place in both versions.
    fn add_move(&mut self, old_index: usize, new_index: usize, values: usize) {
        let (old, new) = (self.old.row_start(old_index), self.new.row_start(new_index));
        if let Some(last) = self.moves.last_mut() {
            let follows = |start: RowStart, next: RowStart| {
                start.record + last.records == next.record
                    && start.value + last.values == next.value
            };
            if follows(last.old, old) && follows(last.new, new) {
                last.records += 1;
                last.values += values;
                return;
            }
        }
        self.moves.push(Move { old, new, records: 1, values });
    }

    /// Adds a removed record.
    fn remove(&mut self, index: usize) {
        self.change_shape(index);
        self.changes.changed.names.insert(index);
        self.changes.changed.whole |= WholeRead::Records as u8;
    }

    /// Adds a record that only the new version has.
    fn add(&mut self, record: &RecordFingerprint) {
        self.changes.added.insert(record.name);
        self.changes.changed.whole |= WholeRead::Records as u8;
        self.list(&self.new.shapes[record.shape as usize].superclasses);
    }

    /// Adds all about an old record, except its name.
    fn change_shape(&mut self, index: usize) {
        let record = &self.old.records[index];
        let shape = &self.old.shapes[record.shape as usize];
        self.changes.changed.records.insert(index);
        for slot in 0..shape.len {
            self.changes.changed.fields.insert(record.first_value as usize + slot);
        }
        self.list(&shape.superclasses);
    }

    /// Adds the record lists of classes.
    fn list(&mut self, classes: &[ClassId]) {
        classes.iter().for_each(|class| self.changes.changed.listed.insert(class.index()));
    }

    /// Adds the effects of new numbers of anonymous records. Such a record may change places with a named record in lists
    /// that are sorted by name.
    fn compare_numbers(&mut self, counterparts: &[Option<usize>]) {
        if self.numbers.iter().all(|[was, is]| was == is) {
            return;
        }
        self.changes.changed.whole |= WholeRead::Records as u8;
        let old = self.old;
        for (record, _) in old.records.iter().zip(counterparts).filter(|(_, new)| new.is_some()) {
            if record.naming == Naming::AmongAnonymous {
                self.list(&old.shapes[record.shape as usize].superclasses);
            }
        }
    }

    fn compare_classes(&mut self) {
        let contents = self.old.classes.contents.iter().zip(&self.new.classes.contents);
        for (index, _) in contents.enumerate().filter(|(_, (was, is))| was != is) {
            self.changes.changed.classes.insert(index);
            self.changes.changed.whole |= WholeRead::Classes as u8;
        }
    }
}

/// Returns the index of each old record in the new version. `None` if records that both versions have are in another
/// order, or if records cannot be told apart.
fn counterparts(
    old: &[RecordFingerprint],
    new: &[RecordFingerprint],
) -> Option<Vec<Option<usize>>> {
    let mut by_key: FxHashMap<u64, usize> = FxHashMap::default();
    by_key.reserve(new.len());
    for (index, record) in new.iter().enumerate() {
        if by_key.insert(record.key, index).is_some() {
            return None;
        }
    }
    let counterparts: Vec<Option<usize>> =
        old.iter().map(|record| by_key.get(&record.key).copied()).collect();
    counterparts.iter().flatten().is_sorted_by(|a, b| a < b).then_some(counterparts)
}

/// Returns whether the old and the new numbers put records in the same order.
fn keep_order(pairs: &mut [[u32; 2]]) -> bool {
    pairs.sort_unstable();
    pairs.iter().map(|[_, new]| new).is_sorted()
}

/// Returns whether all records and values have the same indices in both versions.
fn is_identity(moves: &[Move], old: &StoreFingerprint, new: &StoreFingerprint) -> bool {
    let is_at_start = |start: RowStart| start.record == 0 && start.value == 0;
    old.values.len() == new.values.len()
        && moves.len() == 1
        && moves.iter().all(|all| {
            is_at_start(all.old) && is_at_start(all.new) && all.records == new.records.len()
        })
        && old.records.len() == new.records.len()
}

impl StoreChanges {
    fn nothing(new: &StoreFingerprint) -> StoreChanges {
        StoreChanges {
            is_everything: false,
            changed: Reads::default(),
            added: FxHashSet::default(),
            moves: None,
            new_records: new.records.len(),
            new_values: new.values.len(),
        }
    }

    fn everything(new: &StoreFingerprint) -> StoreChanges {
        StoreChanges { is_everything: true, ..StoreChanges::nothing(new) }
    }

    /// Returns whether an action with these reads from the old version may print something else for the new version.
    /// Positions may have changed even if no record has.
    pub fn affect(&self, reads: &Reads) -> bool {
        let changed = &self.changed;
        self.is_everything
            || reads.has_whole(WholeRead::Positions)
            || reads.whole & changed.whole != 0
            || reads.fields.intersects(&changed.fields)
            || reads.records.intersects(&changed.records)
            || reads.names.intersects(&changed.names)
            || reads.listed.intersects(&changed.listed)
            || reads.classes.intersects(&changed.classes)
            || reads.missing.iter().any(|name| self.added.contains(name))
    }

    /// Converts reads that are not affected to reads from the new version.
    pub fn carry(&self, reads: Reads) -> Reads {
        let Some(moves) = &self.moves else { return reads };
        let mut carried = Reads {
            fields: RecordedBitSet::with_len(self.new_values),
            records: RecordedBitSet::with_len(self.new_records),
            names: RecordedBitSet::with_len(self.new_records),
            ..reads
        };
        for Move { old, new, records, values } in moves {
            let rows = old.record..old.record + records;
            carried.records.insert_shifted(&reads.records, rows.clone(), new.record);
            carried.names.insert_shifted(&reads.names, rows, new.record);
            let fields = old.value..old.value + values;
            carried.fields.insert_shifted(&reads.fields, fields, new.value);
        }
        carried
    }
}
