//! Storage for classes and records.
//!
//! A record has a *shape*, which lists its fields and is shared by many records, and a row of values. A row of
//! positions, which is shared too, contains the last assignment of each field.

use rustc_hash::FxHashMap;
use tablewright_index::IndexVec;

use tablewright_syntax::source::Pos;
use tablewright_syntax::symbol::Symbol;

use crate::ids::{ClassId, RecordId, ShapeId, TypeId};
use crate::rewind::Rewind;
use crate::value::ValueId;

/// A field's declaration.
#[doc(alias = "RecordVal")]
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct FieldDecl {
    /// The name.
    pub name: Symbol,
    /// The type.
    pub ty: TypeId,
    /// Whether it is marked `field`: it may stay without a concrete value.
    pub is_field: bool,
}

/// Fields and superclasses. Every class follows the classes from which it inherits.
#[derive(Clone, Default)]
pub(crate) struct Shape {
    pub(crate) fields: Box<[FieldDecl]>,
    pub(crate) supers: Box<[ClassId]>,
    /// Record type with the direct superclasses.
    pub(crate) ty: Option<TypeId>,
    /// Field numbers, from 1, by name hash; 0 marks a free entry. The length is a power of two, and at most half of
    /// the entries are in use.
    slots: Box<[u32]>,
}

impl Shape {
    pub(crate) fn new(fields: Vec<FieldDecl>, supers: Vec<ClassId>, ty: TypeId) -> Shape {
        let mut slots = vec![0; (fields.len() * 2).next_power_of_two()].into_boxed_slice();
        for (i, field) in fields.iter().enumerate() {
            let free = probe(field.name, slots.len()).find(|&at| slots[at] == 0);
            // Zero marks a free entry, so fields are numbered from 1.
            slots[free.expect("half of the table is free")] = i as u32 + 1;
        }
        Shape {
            fields: fields.into_boxed_slice(),
            supers: supers.into_boxed_slice(),
            ty: Some(ty),
            slots,
        }
    }

    /// Returns the index of the field `name`.
    pub(crate) fn slot(&self, name: Symbol) -> Option<usize> {
        for at in probe(name, self.slots.len()) {
            let slot = (self.slots[at] as usize).checked_sub(1)?;
            // Several names may share a first entry, so the name is compared. The first free entry ends the search.
            if self.fields[slot].name == name {
                return Some(slot);
            }
        }
        None
    }

    pub(crate) fn ty(&self) -> TypeId {
        self.ty.unwrap_or(TypeId::ANY_RECORD)
    }
}

/// Iterates over the possible entries for a name in a table with `size` entries, a power of two, in search order.
fn probe(name: Symbol, size: usize) -> impl Iterator<Item = usize> {
    // Names used together have close numbers, and their products are close too. The highest product bits differ most,
    // and a large table needs more than sixteen bits.
    let bits = size.trailing_zeros().max(16);
    let product = u64::from(name.raw().wrapping_mul(0x9e37_79b9)) << 32;
    let first = (product >> (64 - bits)) as usize;
    (0..size).map(move |step| (first + step) & (size - 1))
}

/// A template parameter of a class or multiclass.
#[derive(Clone, Debug)]
pub struct Param {
    /// The name, qualified: `CLASS:param`, or `MULTICLASS::param`.
    pub name: Symbol,
    /// The type.
    pub ty: TypeId,
    /// Default value, [`ValueId::UNSET`] if there is none.
    pub default: ValueId,
    /// Declaration position.
    pub pos: Pos,
    pub(crate) short_name: Symbol,
    pub(crate) used: bool,
}

/// An `assert` in a class or record.
#[doc(alias = "AssertionInfo")]
#[derive(Clone, Copy, Debug)]
pub(crate) struct Assertion {
    pub(crate) pos: Pos,
    pub(crate) condition: ValueId,
    pub(crate) message: ValueId,
}

/// A `dump` in a class or record.
#[doc(alias = "DumpInfo")]
#[derive(Clone, Copy, Debug)]
pub(crate) struct DumpRequest {
    pub(crate) pos: Pos,
    pub(crate) message: ValueId,
    /// Whether a multiclass or loop copied the record with the `dump`. The reference drops such a `dump`, so its
    /// message must not cause an error.
    pub(crate) is_copied: bool,
}

/// Stored data of a class.
#[derive(Clone)]
pub(crate) struct ClassData {
    pub(crate) name: Symbol,
    pub(crate) pos: Pos,
    /// Qualified name for the implicit parameter `NAME`.
    pub(crate) name_param: Symbol,
    pub(crate) params: Vec<Param>,
    pub(crate) shape: ShapeId,
    pub(crate) supers: Box<[ClassId]>,
    pub(crate) values: Vec<ValueId>,
    /// Slots of the values that mention the class's parameters. It may include other values.
    pub(crate) param_slots: Box<[u32]>,
    pub(crate) field_positions: PosRow,
    pub(crate) assertions: Vec<Assertion>,
    pub(crate) dumps: Vec<DumpRequest>,
    /// Type for the class's records.
    pub(crate) ty: TypeId,
}

/// All classes in a run.
#[derive(Clone, Default)]
pub(crate) struct Classes {
    pub(crate) list: IndexVec<ClassId, ClassData>,
    pub(crate) by_name: FxHashMap<Symbol, ClassId>,
    /// Classes that were declared and then defined or declared again, with their earlier contents.
    declared: Vec<(ClassId, ClassData)>,
}

impl Classes {
    pub(crate) fn get(&self, id: ClassId) -> &ClassData {
        &self.list[id]
    }

    pub(crate) fn get_mut(&mut self, id: ClassId) -> &mut ClassData {
        &mut self.list[id]
    }

    /// Logs the current state of a declared class that is about to be defined.
    pub(crate) fn log_declaration(&mut self, id: ClassId) {
        self.declared.push((id, self.list[id].clone()));
    }

    /// Returns whether `class` is `target` or inherits from it.
    pub(crate) fn is_or_inherits(&self, class: ClassId, target: ClassId) -> bool {
        class == target || self.get(class).supers.contains(&target)
    }

    /// Returns the direct superclasses in `supers`, the last first.
    pub(crate) fn direct(&self, supers: &[ClassId]) -> Vec<ClassId> {
        let mut direct = Vec::new();
        let mut remaining = supers;
        while let Some((&last, before)) = remaining.split_last() {
            direct.push(last);
            // The superclasses of `last` directly precede it.
            remaining = &before[..before.len() - self.get(last).supers.len()];
        }
        direct
    }
}

/// The number of classes, and the number of logged declarations.
#[derive(Clone, Copy)]
pub(crate) struct ClassesPoint {
    list: usize,
    declared: usize,
}

impl Rewind for Classes {
    type Point = ClassesPoint;

    fn point(&self) -> ClassesPoint {
        let Classes { list, by_name: _, declared } = self;
        ClassesPoint { list: list.len(), declared: declared.len() }
    }

    fn rewind(&mut self, point: &ClassesPoint) {
        let Classes { list, by_name, declared } = self;
        for (class, before) in declared.drain(point.declared..).rev() {
            list[class] = before;
        }
        for class in &list.raw()[point.list..] {
            by_name.remove(&class.name);
        }
        list.truncate(point.list);
    }
}

/// Records by name.
#[derive(Clone, Default)]
pub(crate) struct Defs {
    /// Record ids, by symbol index.
    by_name: Vec<Option<RecordId>>,
    /// Records that were replaced by another record with the same name, with this name.
    replaced: Vec<(Symbol, RecordId)>,
}

impl Defs {
    #[inline]
    pub(crate) fn get(&self, name: Symbol) -> Option<RecordId> {
        self.by_name.get(name.index()).copied().flatten()
    }

    pub(crate) fn insert(&mut self, name: Symbol, record: RecordId) {
        let index = name.index();
        if index >= self.by_name.len() {
            self.by_name.resize((index + 1).next_power_of_two(), None);
        }
        if let Some(before) = self.by_name[index].replace(record) {
            self.replaced.push((name, before));
        }
    }

    /// Iterates over all records in symbol order.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (Symbol, RecordId)> {
        let named = |(index, record): (usize, &Option<RecordId>)| {
            record.map(|record| (Symbol::from_raw(index as u32 + 1), record))
        };
        self.by_name.iter().enumerate().filter_map(named)
    }

    /// Returns the number of records that were replaced by another with the same name.
    pub(crate) fn replaced_count(&self) -> usize {
        self.replaced.len()
    }

    /// Removes all records from index `records` on. `replaced` is the number of replaced records at that point.
    pub(crate) fn truncate(&mut self, records: usize, replaced: usize) {
        for (name, before) in self.replaced.drain(replaced..).rev() {
            self.by_name[name.index()] = Some(before);
        }
        for record in &mut self.by_name {
            *record = record.filter(|record| record.index() < records);
        }
    }
}

/// A row of positions in the store's pool, with one position for each field in the shape.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct PosRow(pub(crate) u32);

/// Stored data of a record.
#[derive(Clone, Copy)]
pub(crate) struct RecordData {
    pub(crate) name: Symbol,
    pub(crate) shape: ShapeId,
    pub(crate) first_value: u32,
    pub(crate) field_positions: PosRow,
    pub(crate) first_pos: u32,
    pub(crate) pos_count: u16,
    pub(crate) is_anonymous: bool,
    /// Rank by the time at which evaluation started.
    pub(crate) sequence: u32,
}
