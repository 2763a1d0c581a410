//! The store of finished records, and its queries.

use std::ops::Range;
use std::sync::{Arc, OnceLock};

use tablewright_index::IndexVec;
use tablewright_syntax::source::{Pos, SourceMap};
use tablewright_syntax::symbol::{Interner, Symbol};

use crate::analysis_cache::Analyses;
use crate::field_slot_cache::FieldSlotCache;
use crate::ids::{ClassId, RecordId, ShapeId, TypeId};
use crate::name_order::{byte_order, sorted_by_name, spell_naturally};
use crate::reads::{Recorder, WholeRead};
use crate::record::{ClassData, Classes, Defs, FieldDecl, Param, PosRow, RecordData, Shape};
use crate::release::SelectedRelease;
use crate::rewind::LoggedMap;
use crate::trace::Trace;
use crate::types::{Type, Types};
use crate::value::{FIRST_ROOM, Value, ValueId, Values};

/// All classes, records and global variables of an input, after evaluation. Immutable and `Sync`:
/// any number of backends can run over it at once.
///
/// ```
/// use tablewright_records::{LoadOptions, load};
/// # struct NoFiles;
/// # impl tablewright_syntax::FileProvider for NoFiles {
/// #     fn include(&mut self, _: &str) -> Option<tablewright_syntax::IncludedFile> { None }
/// # }
/// let text = r#"defvar base = 8; class Reg; def R10 : Reg; def R2 : Reg;"#;
/// let store = load("x.td".into(), text.into(), &mut NoFiles, &LoadOptions::default()).store;
/// let names: Vec<&str> = store.derived_from_name("Reg")?.iter().map(|record| record.name()).collect();
/// assert_eq!(names, ["R2", "R10"]);
/// assert_eq!(store.global("base").and_then(|value| value.as_int()), Some(8));
/// # Ok::<(), tablewright_records::FieldError>(())
/// ```
#[doc(alias = "RecordKeeper")]
#[derive(Clone)]
pub struct RecordStore {
    pub(crate) symbols: Interner,
    pub(crate) sources: Arc<SourceMap>,
    pub(crate) types: Types,
    pub(crate) values: Values,
    pub(crate) classes: Classes,
    pub(crate) tables: RecordTables,
    pub(crate) names: GlobalNames,
    pub(crate) on_demand: OnDemand,
    pub(crate) release: SelectedRelease,
    pub(crate) trace: Option<Arc<Trace>>,
}

/// Record contents, and data shared by classes and records.
#[derive(Clone)]
pub(crate) struct RecordTables {
    pub(crate) shapes: IndexVec<ShapeId, Shape>,
    pub(crate) records: IndexVec<RecordId, RecordData>,
    pub(crate) field_values: Vec<ValueId>,
    pub(crate) field_positions: Vec<Pos>,
    pub(crate) positions: Vec<Pos>,
    /// Earlier class declarations, in order.
    pub(crate) forward_positions: Vec<(ClassId, Pos)>,
}

/// Records and global variables by name. [`Classes`] contains the classes by name.
#[derive(Clone, Default)]
pub(crate) struct GlobalNames {
    pub(crate) defs: Defs,
    pub(crate) globals: LoggedMap<Symbol, ValueId>,
    /// Classes in byte order by name. Empty until evaluation has ended.
    sorted_classes: Vec<ClassId>,
    sorted_globals: Vec<(Symbol, ValueId)>,
}

/// Data computed from the records at the first query.
#[derive(Clone, Default)]
pub(crate) struct OnDemand {
    /// Records in byte order by name.
    sorted_records: OnceLock<Vec<RecordId>>,
    by_shape: OnceLock<ByShape>,
    /// By class, the records that inherit from it, in natural order.
    derived: IndexVec<ClassId, OnceLock<Vec<RecordId>>>,
    pub(crate) field_slots: FieldSlotCache,
    pub(crate) analyses: Analyses,
    /// Recorder for reads, if they are recorded.
    pub(crate) recorder: RecorderSlot,
}

/// A recorder. A copy of the store has none.
#[derive(Default)]
pub(crate) struct RecorderSlot(pub(crate) OnceLock<Box<Recorder>>);

impl Clone for RecorderSlot {
    fn clone(&self) -> RecorderSlot {
        RecorderSlot::default()
    }
}

impl GlobalNames {
    /// Returns the global variables in byte order by name, after evaluation has ended.
    pub(crate) fn sorted_globals(&self) -> &[(Symbol, ValueId)] {
        &self.sorted_globals
    }

    /// Clears the name orders, which [`RecordStore::finish`] builds at the end of evaluation.
    pub(crate) fn forget_orders(&mut self) {
        self.sorted_classes.clear();
        self.sorted_globals.clear();
    }
}

impl RecordStore {
    pub(crate) fn new(
        symbols: Interner,
        sources: SourceMap,
        release: SelectedRelease,
    ) -> RecordStore {
        RecordStore {
            symbols,
            sources: Arc::new(sources),
            types: Types::new(),
            values: Values::new(),
            classes: Classes::default(),
            tables: RecordTables {
                // Shape 0 is `ShapeId::EMPTY`.
                shapes: IndexVec::from_raw(vec![Shape::default()]),
                records: IndexVec::with_capacity(FIRST_ROOM),
                field_values: Vec::with_capacity(FIRST_ROOM),
                field_positions: Vec::with_capacity(FIRST_ROOM),
                positions: Vec::new(),
                forward_positions: Vec::new(),
            },
            names: GlobalNames::default(),
            on_demand: OnDemand::default(),
            release,
            trace: None,
        }
    }

    /// Returns the approximate memory for the records and the input text, in bytes.
    pub(crate) fn bytes(&self) -> usize {
        let tables = &self.tables;
        self.symbols.memory_bytes()
            + self.values.bytes()
            + self.sources.text_bytes()
            + tables.records.len() * size_of::<RecordData>()
            + tables.field_values.len() * size_of::<ValueId>()
            + (tables.field_positions.len() + tables.positions.len()) * size_of::<Pos>()
    }

    /// Returns the files that were read, which convert positions to lines.
    pub fn sources(&self) -> &SourceMap {
        self.note_whole(WholeRead::Positions);
        &self.sources
    }

    /// Returns the same files, for an error that outlives the store.
    pub fn shared_sources(&self) -> Arc<SourceMap> {
        self.note_whole(WholeRead::Positions);
        Arc::clone(&self.sources)
    }

    /// Returns the same files, for a program that compares them while another thread records an action's reads.
    pub fn unrecorded_sources(&self) -> &Arc<SourceMap> {
        &self.sources
    }

    /// Returns the interner with all symbol strings.
    pub fn symbols(&self) -> &Interner {
        &self.symbols
    }

    /// Returns the string for `symbol`.
    pub fn str(&self, symbol: Symbol) -> &str {
        self.symbols.resolve(symbol)
    }

    /// Returns the evaluation trace, if [`LoadOptions::trace`](crate::LoadOptions::trace) requested it.
    pub fn trace(&self) -> Option<&Trace> {
        self.trace.as_deref()
    }

    /// Returns the main file's name as it was passed. Standard input is `-` here and `<stdin>` in messages.
    pub fn input_name(&self) -> &str {
        match self.sources.files().first().map_or("", |f| &f.name) {
            "<stdin>" => "-",
            name => name,
        }
    }

    /// Returns the value with id `id`.
    pub fn value(&self, id: ValueId) -> Value<'_> {
        self.values.get(id)
    }

    /// Returns the type with id `id`.
    pub fn ty(&self, id: TypeId) -> Type<'_> {
        self.types.get(id)
    }

    /// Returns whether `a` is `b` or a subtype of `b`.
    pub fn is_a(&self, a: TypeId, b: TypeId) -> bool {
        self.types.is_a(&self.classes, a, b)
    }

    /// Returns whether every value of type `from` can be used with type `to`.
    pub fn is_convertible(&self, from: TypeId, to: TypeId) -> bool {
        self.types.is_convertible(&self.classes, from, to)
    }

    /// Returns the class with id `id`.
    pub fn class(&self, id: ClassId) -> Class<'_> {
        Class { store: self, id }
    }

    /// Returns the class named `name`.
    pub fn find_class(&self, name: &str) -> Option<ClassId> {
        let name = self.symbols.get(name)?;
        let class = self.classes.by_name.get(&name).copied()?;
        if let Some(recorder) = self.recorder() {
            recorder.class(class);
        }
        Some(class)
    }

    /// Returns the number of classes, whether [selected](Self::select) or not. Class ids are below it.
    pub fn class_count(&self) -> usize {
        self.classes.list.len()
    }

    /// Iterates over all classes in byte order by name.
    pub fn classes(&self) -> impl Iterator<Item = Class<'_>> + ExactSizeIterator {
        self.note_whole(WholeRead::Classes);
        self.names.sorted_classes.iter().map(|&id| self.class(id))
    }

    /// Returns the record with id `id`.
    pub fn record(&self, id: RecordId) -> Record<'_> {
        Record { store: self, id }
    }

    /// Returns the record named `name`.
    pub fn find_record(&self, name: &str) -> Option<RecordId> {
        let record = self.symbols.get(name).and_then(|name| self.names.defs.get(name));
        if let Some(recorder) = self.recorder() {
            match record {
                Some(record) => {
                    recorder.record(record);
                    if self.tables.records[record].is_anonymous {
                        recorder.anonymous_name(record);
                    }
                }
                None => recorder.missing(name),
            }
        }
        record
    }

    /// Iterates over all records in byte order by name.
    pub fn records(&self) -> impl Iterator<Item = Record<'_>> + ExactSizeIterator {
        self.note_whole(WholeRead::Records);
        self.records_by_name().iter().map(|&id| self.record(id))
    }

    /// Restricts [`Self::classes`] and [`Self::records`] to the selected items and empties [`Self::globals`], to show
    /// a part of a description. Other items still exist and can be found by name or through values.
    pub fn select(
        &mut self,
        keep_class: impl Fn(Class<'_>) -> bool,
        keep_record: impl Fn(Record<'_>) -> bool,
    ) {
        let mut classes = std::mem::take(&mut self.names.sorted_classes);
        classes.retain(|&class| keep_class(self.class(class)));
        let records = self.records_by_name().iter().copied();
        let records: Vec<RecordId> = records.filter(|&id| keep_record(self.record(id))).collect();
        self.names.sorted_classes = classes;
        self.names.sorted_globals.clear();
        self.on_demand.sorted_records = OnceLock::from(records);
    }

    /// Returns the number of records.
    pub fn record_count(&self) -> usize {
        self.note_whole(WholeRead::Records);
        self.names.defs.iter().count()
    }

    /// Returns all records in byte order by name. The first call sorts them, since many backends never need the
    /// order.
    fn records_by_name(&self) -> &[RecordId] {
        self.on_demand.sorted_records.get_or_init(|| {
            let named = self.names.defs.iter().map(|(name, record)| (self.str(name), record));
            sorted_by_name(named, byte_order)
        })
    }

    /// Iterates over the global variables defined by `defvar` and `defset`, in byte order by name.
    pub fn globals(&self) -> impl Iterator<Item = (Symbol, ValueId)> + ExactSizeIterator + '_ {
        self.note_whole(WholeRead::Globals);
        self.names.sorted_globals.iter().copied()
    }

    /// Returns the records that inherit from `class`, in natural name order (see
    /// [`natural_order`](crate::natural_order)).
    pub fn derived(&self, class: ClassId) -> Vec<Record<'_>> {
        if let Some(recorder) = self.recorder() {
            recorder.listed(class);
        }
        let ids = self.on_demand.derived[class].get_or_init(|| {
            let by_shape = self.on_demand.by_shape.get_or_init(|| ByShape::new(self));
            // All records with the same shape have the same superclasses, so the shapes are tested instead of the
            // records.
            let shapes = self.tables.shapes.iter().zip(&by_shape.last);
            let derived = shapes
                .filter(|(shape, _)| shape.supers.contains(&class))
                .flat_map(|(_, &last)| by_shape.chain(last));
            // The order of records in the chains is arbitrary, so the records are sorted by name.
            let name = |id: RecordId| self.str(self.tables.records[id].name);
            sorted_by_name(derived.map(|id| (name(id), id)), spell_naturally)
        });
        ids.iter().map(|&id| self.record(id)).collect()
    }

    #[inline]
    pub(crate) fn recorder(&self) -> Option<&Recorder> {
        self.on_demand.recorder.0.get().map(|recorder| &**recorder)
    }

    pub(crate) fn note_whole(&self, what: WholeRead) {
        if let Some(recorder) = self.recorder() {
            recorder.whole(what);
        }
    }

    /// Returns the number of shapes: 1 more than the largest [`ShapeId`] index.
    pub fn shape_count(&self) -> usize {
        self.tables.shapes.len()
    }

    pub(crate) fn shape_of(&self, record: RecordId) -> &Shape {
        &self.tables.shapes[self.tables.records[record].shape]
    }

    fn field_row(&self, row: PosRow, len: usize) -> &[Pos] {
        &self.tables.field_positions[row.0 as usize..row.0 as usize + len]
    }

    /// Sorts classes and global variables by name. Nothing may be added afterwards.
    pub(crate) fn finish(&mut self) {
        let name_of = |s: Symbol| self.symbols.resolve(s);
        let mut classes: Vec<ClassId> = self.classes.by_name.values().copied().collect();
        // Names are unique, so that the order of the hash map cannot affect the result.
        classes.sort_unstable_by_key(|c| name_of(self.classes.get(*c).name));
        let mut globals: Vec<(Symbol, ValueId)> =
            self.names.globals.iter().map(|(&name, &value)| (name, value)).collect();
        globals.sort_unstable_by_key(|(name, _)| name_of(*name));
        // The cells are created for all classes now: afterwards the store is shared between threads
        // and `derived` cannot grow.
        let classes_end = classes.iter().map(|class| class.index() + 1).max().unwrap_or(0);
        self.on_demand.derived = std::iter::repeat_with(OnceLock::new).take(classes_end).collect();
        self.names.sorted_classes = classes;
        self.names.sorted_globals = globals;
        self.detect_release();
    }
}

/// Named records by shape. Many records share a shape, so a class's records are found without testing every record.
#[derive(Clone)]
struct ByShape {
    /// By shape, the last record that has it.
    last: IndexVec<ShapeId, Option<RecordId>>,
    /// Previous record with the same shape, by record.
    before: IndexVec<RecordId, Option<RecordId>>,
}

impl ByShape {
    fn new(store: &RecordStore) -> ByShape {
        let mut last = IndexVec::from_elem(None, &store.tables.shapes);
        let mut before = IndexVec::from_elem(None, &store.tables.records);
        for (_, record) in store.names.defs.iter() {
            let shape = store.tables.records[record].shape;
            before[record] = last[shape].replace(record);
        }
        ByShape { last, before }
    }

    /// Iterates over a record and the earlier records with the same shape.
    fn chain(&self, last: Option<RecordId>) -> impl Iterator<Item = RecordId> {
        std::iter::successors(last, |&record| self.before[record])
    }
}

/// A class of a [`RecordStore`].
///
/// ```
/// use tablewright_records::{LoadOptions, load};
/// # struct NoFiles;
/// # impl tablewright_syntax::FileProvider for NoFiles {
/// #     fn include(&mut self, _: &str) -> Option<tablewright_syntax::IncludedFile> { None }
/// # }
/// let text = r#"class Instr { int Size = 2; } class Long : Instr { bits<32> Inst; let Size = 4; }"#;
/// let store = load("x.td".into(), text.into(), &mut NoFiles, &LoadOptions::default()).store;
/// let class = store.get_class("Long").expect("it is defined");
/// let fields: Vec<&str> = class.fields().map(|field| store.str(field.name)).collect();
/// assert_eq!((class.name(), fields), ("Long", vec!["Size", "Inst"]));
/// ```
#[derive(Clone, Copy)]
pub struct Class<'a> {
    store: &'a RecordStore,
    id: ClassId,
}

impl<'a> Class<'a> {
    fn data(self) -> &'a ClassData {
        self.store.classes.get(self.id)
    }

    fn note(self) {
        if let Some(recorder) = self.store.recorder() {
            recorder.class(self.id);
        }
    }

    /// Returns the store that contains the class.
    pub fn store(self) -> &'a RecordStore {
        self.store
    }

    /// Returns the id.
    pub fn id(self) -> ClassId {
        self.id
    }

    /// Returns the name.
    pub fn name(self) -> &'a str {
        self.store.str(self.data().name)
    }

    /// Returns the definition's position, or the last declaration's position for a class without a definition.
    pub fn pos(self) -> Pos {
        self.data().pos
    }

    /// Iterates over the positions of earlier declarations.
    pub fn forward_positions(self) -> impl Iterator<Item = Pos> + 'a {
        let all = self.store.tables.forward_positions.iter();
        all.filter(move |(class, _)| *class == self.id).map(|&(_, pos)| pos)
    }

    /// Returns the template parameters, in order.
    pub fn params(self) -> &'a [Param] {
        self.note();
        &self.data().params
    }

    /// Returns all superclasses, each after its own superclasses.
    pub fn superclasses(self) -> &'a [ClassId] {
        self.note();
        &self.data().supers
    }

    /// Returns the direct superclasses, the last first.
    pub fn direct_superclasses(self) -> Vec<ClassId> {
        self.store.classes.direct(self.superclasses())
    }

    /// Returns the type of the class's records.
    pub fn ty(self) -> TypeId {
        self.data().ty
    }

    /// Iterates over the fields in declaration order, inherited fields first.
    pub fn fields(self) -> impl Iterator<Item = Field> + ExactSizeIterator + Clone + 'a {
        self.note();
        let data = self.data();
        let shape = &self.store.tables.shapes[data.shape];
        let row = self.store.field_row(data.field_positions, shape.fields.len());
        fields(&shape.fields, &data.values, row)
    }
}

/// A record of a [`RecordStore`].
///
/// ```
/// use tablewright_records::{LoadOptions, load};
/// # struct NoFiles;
/// # impl tablewright_syntax::FileProvider for NoFiles {
/// #     fn include(&mut self, _: &str) -> Option<tablewright_syntax::IncludedFile> { None }
/// # }
/// let text = r#"class Instr { int Size = 4; string Asm = !tolower(NAME); }
/// def ADD : Instr;"#;
/// let store = load("x.td".into(), text.into(), &mut NoFiles, &LoadOptions::default()).store;
/// let add = store.get("ADD").expect("it is defined");
/// assert_eq!((add.int("Size")?, add.string("Asm")?), (4, "add"));
/// assert!(add.inherits("Instr"));
/// assert_eq!(add.location().to_string(), "x.td:2:5");
/// # Ok::<(), tablewright_records::FieldError>(())
/// ```
#[doc(alias = "DefInit")]
#[derive(Clone, Copy)]
pub struct Record<'a> {
    store: &'a RecordStore,
    id: RecordId,
}

impl<'a> Record<'a> {
    fn data(self) -> &'a RecordData {
        &self.store.tables.records[self.id]
    }

    fn shape(self) -> &'a Shape {
        self.store.shape_of(self.id)
    }

    /// Records a read of the class and field lists.
    #[inline]
    fn note(self) {
        if let Some(recorder) = self.store.recorder() {
            recorder.record(self.id);
        }
    }

    /// Returns the range of the record's values among all values.
    pub(crate) fn value_range(self) -> Range<usize> {
        let first = self.data().first_value as usize;
        first..first + self.shape().fields.len()
    }

    /// Returns the shape, shared by all records with the same fields and superclasses.
    pub fn shape_id(self) -> ShapeId {
        self.note();
        self.data().shape
    }

    /// Returns the store that contains the record.
    pub fn store(self) -> &'a RecordStore {
        self.store
    }

    /// Returns the id.
    pub fn id(self) -> RecordId {
        self.id
    }

    /// Returns the name, or `anonymous_N` for a record without a name.
    pub fn name(self) -> &'a str {
        let data = self.data();
        if let Some(recorder) = self.store.recorder()
            && data.is_anonymous
        {
            recorder.anonymous_name(self.id);
        }
        self.store.str(data.name)
    }

    /// Returns whether the record was defined without a name.
    pub fn is_anonymous(self) -> bool {
        self.data().is_anonymous
    }

    /// Returns the record's rank by the time at which its evaluation started.
    pub fn sequence(self) -> u32 {
        self.store.note_whole(WholeRead::Order);
        self.data().sequence
    }

    /// Returns the definition's position.
    pub fn pos(self) -> Pos {
        self.positions()[0]
    }

    /// Returns the definition's position, then the positions of the `defm`s that created the record, the innermost
    /// first.
    pub fn positions(self) -> &'a [Pos] {
        let data = self.data();
        let first = data.first_pos as usize;
        &self.store.tables.positions[first..first + data.pos_count as usize]
    }

    /// Returns all superclasses, each after its own superclasses.
    pub fn superclasses(self) -> &'a [ClassId] {
        self.note();
        &self.shape().supers
    }

    /// Returns the direct superclasses, the last first.
    pub fn direct_superclasses(self) -> Vec<ClassId> {
        self.store.classes.direct(self.superclasses())
    }

    /// Returns whether the record inherits from the class named `name`.
    pub fn inherits(self, name: &str) -> bool {
        self.store.find_class(name).is_some_and(|c| self.superclasses().contains(&c))
    }

    /// Returns the record type.
    pub fn ty(self) -> TypeId {
        self.note();
        self.shape().ty()
    }

    /// Returns the field values in the order of [`Record::fields`].
    pub fn values(self) -> &'a [ValueId] {
        let range = self.value_range();
        if let Some(recorder) = self.store.recorder() {
            recorder.record(self.id);
            recorder.fields(range.start, range.len());
        }
        &self.store.tables.field_values[range]
    }

    /// Returns the value at an index from [`Record::slot_of`].
    ///
    /// # Panics
    ///
    /// If the index is out of range.
    pub fn value_at(self, slot: usize) -> ValueId {
        let range = self.value_range();
        if let Some(recorder) = self.store.recorder() {
            recorder.fields(range.start + slot, 1);
        }
        self.store.tables.field_values[range][slot]
    }

    /// Returns the position of each field's last assignment, in the order of [`Record::fields`].
    pub fn field_positions(self) -> &'a [Pos] {
        self.store.field_row(self.data().field_positions, self.shape().fields.len())
    }

    /// Iterates over the fields in declaration order, inherited fields first.
    pub fn fields(self) -> impl Iterator<Item = Field> + ExactSizeIterator + Clone + 'a {
        fields(&self.shape().fields, self.values(), self.field_positions())
    }

    /// Returns whether the record has a field named `name`.
    #[inline]
    pub fn has_field(self, name: &str) -> bool {
        self.slot(name).is_some()
    }

    /// Returns the value in the field `name`, without its declaration and position, which most backends do not read.
    pub(crate) fn field_value(self, name: &str) -> Option<ValueId> {
        let first = self.data().first_value as usize;
        Some(self.store.tables.field_values[first + self.slot(name)?])
    }

    fn slot(self, name: &str) -> Option<usize> {
        let (shape, symbols) = (self.shape(), &self.store.symbols);
        let hint = self.store.on_demand.field_slots.hint(self.data().shape, name);
        let is_asked = |field: &FieldDecl| symbols.bytes(field.name) == name.as_bytes();
        // A hint may come from a field with another name, so the name at that slot is compared.
        if let Some(slot) = hint.slot()
            && shape.fields.get(slot).is_some_and(is_asked)
        {
            return Some(slot);
        }
        // Slots are not cached while reads are recorded, so that every read reaches this point.
        if let Some(recorder) = self.store.recorder() {
            recorder.record(self.id);
            let slot = shape.slot(symbols.get(name)?)?;
            recorder.fields(self.value_range().start + slot, 1);
            return Some(slot);
        }
        let slot = shape.slot(symbols.get(name)?)?;
        hint.remember(slot);
        Some(slot)
    }

    /// Returns the index of the field `name` in [`Record::fields`] and [`Record::values`].
    pub fn slot_of(self, name: Symbol) -> Option<usize> {
        self.note();
        self.shape().slot(name)
    }

    /// Returns the field named `name`.
    pub fn field(self, name: &str) -> Option<Field> {
        Some(self.field_at(self.slot(name)?))
    }

    /// Returns the field at an index from [`Record::slot_of`].
    ///
    /// # Panics
    ///
    /// If the index is out of range.
    pub fn field_at(self, slot: usize) -> Field {
        let FieldDecl { name, ty, is_field } = self.shape().fields[slot];
        let (value, pos) = (self.value_at(slot), self.field_positions()[slot]);
        Field { name, ty, is_field, value, pos }
    }
}

fn fields<'a>(
    decls: &'a [FieldDecl],
    values: &'a [ValueId],
    positions: &'a [Pos],
) -> impl Iterator<Item = Field> + ExactSizeIterator + Clone + 'a {
    decls.iter().zip(values).zip(positions).map(|((&decl, &value), &pos)| Field {
        name: decl.name,
        ty: decl.ty,
        is_field: decl.is_field,
        value,
        pos,
    })
}

/// A field in a class or record.
#[doc(alias = "RecordVal")]
#[derive(Clone, Copy, Debug)]
pub struct Field {
    /// The name.
    pub name: Symbol,
    /// The type.
    pub ty: TypeId,
    /// Whether it is marked `field`: it may stay without a concrete value.
    pub is_field: bool,
    /// The value.
    pub value: ValueId,
    /// Last assignment's position.
    pub pos: Pos,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_store_can_be_shared_between_threads() {
        fn shared<T: Send + Sync>() {}
        shared::<RecordStore>();
    }
}
