//! TableGen's types and their conversions (ProgRef, "Types").

use hashbrown::HashTable;
use rustc_hash::FxHashMap;
use tablewright_index::IndexVec;

use crate::ids::{ClassId, TypeId};
use crate::record::Classes;
use crate::rewind::Rewind;

/// A type's contents: the kind, with the parts.
#[doc(alias(
    "RecTy",
    "BitRecTy",
    "BitsRecTy",
    "IntRecTy",
    "StringRecTy",
    "ListRecTy",
    "DagRecTy",
    "RecordRecTy"
))]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Type<'a> {
    /// `bit`
    Bit,
    /// `int`: 64 bits, two's complement.
    Int,
    /// `string` and `code`
    String,
    /// `dag`
    Dag,
    /// `bits<n>`
    Bits(u32),
    /// `list<element>`
    List(TypeId),
    /// A record that inherits from all these classes, which are sorted by name.
    Record(&'a [ClassId]),
}

#[derive(Clone, Copy)]
enum TypeVariant {
    Bit,
    Int,
    String,
    Dag,
    Bits(u32),
    List(TypeId),
    Record { start: u32, len: u32 },
}

/// All types in a run.
#[derive(Clone)]
pub(crate) struct Types {
    kinds: IndexVec<TypeId, TypeVariant>,
    class_lists: Vec<ClassId>,
    bits: FxHashMap<u32, TypeId>,
    /// For each type, the type of its lists.
    lists: IndexVec<TypeId, Option<TypeId>>,
    records: HashTable<TypeId>,
}

impl Types {
    pub(crate) fn new() -> Types {
        Types {
            // In the order of the constants in `TypeId`.
            kinds: IndexVec::from_raw(vec![
                TypeVariant::Bit,
                TypeVariant::Int,
                TypeVariant::String,
                TypeVariant::Dag,
                TypeVariant::Record { start: 0, len: 0 },
            ]),
            class_lists: Vec::new(),
            bits: FxHashMap::default(),
            lists: IndexVec::new(),
            records: HashTable::new(),
        }
    }

    /// Iterates over all types.
    pub(crate) fn ids(&self) -> impl Iterator<Item = TypeId> {
        self.kinds.indices()
    }

    pub(crate) fn get(&self, id: TypeId) -> Type<'_> {
        match self.kinds[id] {
            TypeVariant::Bit => Type::Bit,
            TypeVariant::Int => Type::Int,
            TypeVariant::String => Type::String,
            TypeVariant::Dag => Type::Dag,
            TypeVariant::Bits(n) => Type::Bits(n),
            TypeVariant::List(element) => Type::List(element),
            TypeVariant::Record { start, len } => {
                Type::Record(&self.class_lists[start as usize..(start + len) as usize])
            }
        }
    }

    pub(crate) fn bits(&mut self, width: u32) -> TypeId {
        let next = self.kinds.next_index();
        let id = *self.bits.entry(width).or_insert(next);
        // True only for a width that was not in the table.
        if id == next {
            self.kinds.push(TypeVariant::Bits(width));
        }
        id
    }

    pub(crate) fn list(&mut self, element: TypeId) -> TypeId {
        if let Some(&Some(list)) = self.lists.get(element) {
            return list;
        }
        if element.index() >= self.lists.len() {
            self.lists.resize(element.index() + 1, None);
        }
        let list = self.kinds.push(TypeVariant::List(element));
        self.lists[element] = Some(list);
        list
    }

    /// Returns the type for records that inherit from `classes`. The classes are sorted by name, and none inherits from
    /// another.
    pub(crate) fn record(&mut self, classes: &[ClassId]) -> TypeId {
        if classes.is_empty() {
            return TypeId::ANY_RECORD;
        }
        let hash = hash_classes(classes);
        let same = |&id: &TypeId| matches!(self.get(id), Type::Record(c) if c == classes);
        if let Some(&id) = self.records.find(hash, same) {
            return id;
        }
        let start = self.class_lists.len() as u32;
        self.class_lists.extend_from_slice(classes);
        let id = self.kinds.push(TypeVariant::Record { start, len: classes.len() as u32 });
        let (kinds, lists) = (&self.kinds, &self.class_lists);
        // The closure rehashes entries when the table grows.
        self.records.insert_unique(hash, id, |&id| {
            let TypeVariant::Record { start, len } = kinds[id] else {
                unreachable!("the table holds record types only")
            };
            hash_classes(&lists[start as usize..(start + len) as usize])
        });
        id
    }

    /// Returns the element type, if the type is a list.
    pub(crate) fn element(&self, id: TypeId) -> Option<TypeId> {
        if let TypeVariant::List(element) = self.kinds[id] { Some(element) } else { None }
    }

    pub(crate) fn is_record(&self, id: TypeId) -> bool {
        matches!(self.kinds[id], TypeVariant::Record { .. })
    }

    /// Returns whether every value of type `from` can be used, perhaps after conversion, when type `to` is expected.
    pub(crate) fn is_convertible(&self, classes: &Classes, from: TypeId, to: TypeId) -> bool {
        if from == to {
            return true;
        }
        match (self.get(from), self.get(to)) {
            (Type::Bit, Type::Int | Type::Bits(1))
            | (Type::Bits(1), Type::Bit)
            | (Type::Bits(_), Type::Int)
            | (Type::Int, Type::Bit | Type::Bits(_)) => true,
            (Type::List(a), Type::List(b)) => self.is_convertible(classes, a, b),
            (Type::Record(a), Type::Record(b)) => {
                // A record converts to all classes at once, so each target class needs a matching source class.
                b.iter().all(|&target| a.iter().any(|&c| classes.is_or_inherits(c, target)))
            }
            _ => false,
        }
    }

    /// Returns whether `a` is `b` or a subtype of `b`, so that its values need no conversion.
    pub(crate) fn is_a(&self, classes: &Classes, a: TypeId, b: TypeId) -> bool {
        if a == b {
            return true;
        }
        match (self.get(a), self.get(b)) {
            (Type::List(a), Type::List(b)) => self.is_a(classes, a, b),
            (Type::Record(_), Type::Record(_)) => self.is_convertible(classes, a, b),
            _ => false,
        }
    }
}

/// The number of types, and the total length of their class lists.
#[derive(Clone, Copy)]
pub(crate) struct TypesPoint {
    kinds: usize,
    class_lists: usize,
}

impl Rewind for Types {
    type Point = TypesPoint;

    fn point(&self) -> TypesPoint {
        let Types { kinds, class_lists, bits: _, lists: _, records: _ } = self;
        TypesPoint { kinds: kinds.len(), class_lists: class_lists.len() }
    }

    fn rewind(&mut self, point: &TypesPoint) {
        let Types { kinds, class_lists, bits, lists, records } = self;
        let stays = |id: TypeId| id.index() < point.kinds;
        bits.retain(|_, id| stays(*id));
        records.retain(|id| stays(*id));
        lists.truncate(point.kinds);
        for list in lists.iter_mut() {
            *list = list.filter(|&id| stays(id));
        }
        kinds.truncate(point.kinds);
        class_lists.truncate(point.class_lists);
    }
}

fn hash_classes(classes: &[ClassId]) -> u64 {
    use std::hash::BuildHasher;
    rustc_hash::FxBuildHasher.hash_one(classes)
}
