//! A class or record under construction.

use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use tablewright_syntax::source::Pos;
use tablewright_syntax::symbol::Symbol;

use crate::ids::{ClassId, RecordId, ShapeId};
use crate::record::{Assertion, DumpRequest, FieldDecl, PosRow};
use crate::store::RecordStore;
use crate::trace::History;
use crate::value::ValueId;

/// A class or record under construction: from its statement until it is finished or, within a multiclass or loop, until
/// each instantiation. Each field holds either a part of the future record or its origin. Smaller structs of these
/// fields would not be meaningful on their own.
#[derive(Clone)]
pub(crate) struct Prototype {
    /// The class under construction, `None` for a record.
    pub(crate) class: Option<ClassId>,
    /// The name: a string, or a value that resolves to a string.
    pub(crate) name: ValueId,
    pub(crate) is_anonymous: bool,
    /// Id of the future record, once assigned.
    pub(crate) record: Option<RecordId>,
    pub(crate) sequence: u32,
    pub(crate) shape: ShapeId,
    /// Fields that are not in the shape yet. They follow the shape's fields.
    pub(crate) own_fields: OwnFields,
    pub(crate) values: Vec<ValueId>,
    pub(crate) field_positions: FieldPositions,
    /// Position of the definition, then of the `defm`s that instantiate it, the innermost first.
    pub(crate) positions: SmallVec<[Pos; 2]>,
    pub(crate) assertions: Vec<Assertion>,
    pub(crate) dumps: Vec<DumpRequest>,
    /// Trace data, if there is a trace.
    pub(crate) history: Option<Box<History>>,
}

/// Maximum number of fields that are searched linearly, which is faster than a table.
const SEARCHED: usize = 16;

/// Declared fields in order.
#[derive(Clone, Default)]
pub(crate) struct OwnFields {
    list: Vec<FieldDecl>,
    /// Index of each field by name. Empty while there are at most [`SEARCHED`] fields.
    by_name: FxHashMap<Symbol, usize>,
}

impl OwnFields {
    pub(crate) fn as_slice(&self) -> &[FieldDecl] {
        &self.list
    }

    pub(crate) fn into_boxed_slice(self) -> Box<[FieldDecl]> {
        self.list.into_boxed_slice()
    }

    /// Adds a field with a new name.
    pub(crate) fn push(&mut self, decl: FieldDecl) {
        self.list.push(decl);
        if self.list.len() > SEARCHED {
            let tabled = self.by_name.len();
            let names = self.list[tabled..].iter().map(|field| field.name);
            self.by_name.extend(names.zip(tabled..));
        }
    }

    fn index_of(&self, name: Symbol) -> Option<usize> {
        if self.by_name.is_empty() {
            return self.list.iter().position(|field| field.name == name);
        }
        self.by_name.get(&name).copied()
    }
}

/// Positions of the last assignments, shared until a field is set elsewhere.
#[derive(Clone)]
pub(crate) enum FieldPositions {
    Shared(PosRow),
    Own(Vec<Pos>),
}

impl Prototype {
    pub(super) fn new(name: ValueId, pos: Pos, sequence: u32) -> Prototype {
        Prototype {
            class: None,
            name,
            is_anonymous: false,
            record: None,
            sequence,
            shape: ShapeId::EMPTY,
            own_fields: OwnFields::default(),
            values: Vec::new(),
            field_positions: FieldPositions::Shared(PosRow(0)),
            positions: SmallVec::from_slice(&[pos]),
            assertions: Vec::new(),
            dumps: Vec::new(),
            history: None,
        }
    }

    /// Returns the slot and declaration of the field `name`.
    pub(crate) fn field(&self, store: &RecordStore, name: Symbol) -> Option<(usize, FieldDecl)> {
        let shape = &store.tables.shapes[self.shape];
        if let Some(slot) = shape.slot(name) {
            return Some((slot, shape.fields[slot]));
        }
        let own = self.own_fields.index_of(name)?;
        Some((shape.fields.len() + own, self.own_fields.as_slice()[own]))
    }

    pub(crate) fn decl(&self, store: &RecordStore, slot: usize) -> FieldDecl {
        let fields = &store.tables.shapes[self.shape].fields;
        fields.get(slot).copied().unwrap_or_else(|| self.own_fields.as_slice()[slot - fields.len()])
    }

    /// Returns the position at which the field was last set.
    pub(crate) fn field_pos(&self, store: &RecordStore, slot: usize) -> Pos {
        match &self.field_positions {
            FieldPositions::Shared(row) => store.tables.field_positions[row.0 as usize + slot],
            FieldPositions::Own(row) => row[slot],
        }
    }

    pub(crate) fn supers<'a>(&self, store: &'a RecordStore) -> &'a [ClassId] {
        &store.tables.shapes[self.shape].supers
    }

    /// Returns the field positions for modification, after copying shared positions.
    pub(crate) fn own_positions(&mut self, store: &RecordStore) -> &mut Vec<Pos> {
        if let FieldPositions::Shared(row) = self.field_positions {
            let start = row.0 as usize;
            // There is one position for each value, so a new field's position is added before its value.
            let len = self.values.len();
            let row = store.tables.field_positions[start..start + len].to_vec();
            self.field_positions = FieldPositions::Own(row);
        }
        match &mut self.field_positions {
            FieldPositions::Own(row) => row,
            FieldPositions::Shared(_) => unreachable!("just made its own"),
        }
    }
}
