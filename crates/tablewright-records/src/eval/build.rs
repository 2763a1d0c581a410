//! Classes and records under construction, and the shapes they come to share.

use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use std::rc::Rc;
use tablewright_syntax::source::Pos;
use tablewright_syntax::symbol::Symbol;

use super::{Eval, Evaluator};
use crate::ids::{ClassId, RecordId, ShapeId, TypeId};
use crate::record::{Assertion, DumpRequest, FieldDecl, PosRow, Shape};
use crate::store::RecordStore;
use crate::types::Type;
use crate::value::{Value, ValueId};

/// A class, or a record, while it is put together: from its statement until it is finished, or,
/// within a multiclass or loop, until each time it is instantiated.
#[derive(Clone)]
pub(crate) struct Prototype {
    /// The class, where it is one.
    pub(crate) class: Option<ClassId>,
    /// The name: a string, or a value that will become one.
    pub(crate) name: ValueId,
    pub(crate) is_anonymous: bool,
    /// The record it will be, once that is settled.
    pub(crate) record: Option<RecordId>,
    pub(crate) sequence: u32,
    pub(crate) shape: ShapeId,
    /// Fields that the shape does not have yet; they follow its own.
    pub(crate) own_fields: Vec<FieldDecl>,
    pub(crate) values: Vec<ValueId>,
    pub(crate) field_positions: FieldPositions,
    /// Where it is defined, then the `defm`s that led to it.
    pub(crate) positions: SmallVec<[Pos; 2]>,
    pub(crate) assertions: Vec<Assertion>,
    pub(crate) dumps: Vec<DumpRequest>,
}

/// Where the fields were last set: shared until one is set elsewhere.
#[derive(Clone)]
pub(crate) enum FieldPositions {
    Shared(PosRow),
    Own(Vec<Pos>),
}

impl Prototype {
    fn new(name: ValueId, pos: Pos, sequence: u32) -> Prototype {
        Prototype {
            class: None,
            name,
            is_anonymous: false,
            record: None,
            sequence,
            shape: ShapeId::EMPTY,
            own_fields: Vec::new(),
            values: Vec::new(),
            field_positions: FieldPositions::Shared(PosRow(0)),
            positions: SmallVec::from_slice(&[pos]),
            assertions: Vec::new(),
            dumps: Vec::new(),
        }
    }

    /// The slot and declaration of field `name`.
    pub(crate) fn field(&self, store: &RecordStore, name: Symbol) -> Option<(usize, FieldDecl)> {
        let shape = &store.shapes[self.shape.index()];
        if let Some(slot) = shape.slot(name) {
            return Some((slot, shape.fields[slot]));
        }
        let own = self.own_fields.iter().position(|f| f.name == name)?;
        Some((shape.fields.len() + own, self.own_fields[own]))
    }

    pub(crate) fn decl(&self, store: &RecordStore, slot: usize) -> FieldDecl {
        let fields = &store.shapes[self.shape.index()].fields;
        fields.get(slot).copied().unwrap_or_else(|| self.own_fields[slot - fields.len()])
    }

    pub(crate) fn supers<'a>(&self, store: &'a RecordStore) -> &'a [ClassId] {
        &store.shapes[self.shape.index()].supers
    }

    /// The positions of its fields, as its own.
    pub(crate) fn own_positions(&mut self, store: &RecordStore) -> &mut Vec<Pos> {
        if let FieldPositions::Shared(row) = self.field_positions {
            let start = row.0 as usize;
            let len = self.values.len();
            let row = store.field_positions[start..start + len].to_vec();
            self.field_positions = FieldPositions::Own(row);
        }
        match &mut self.field_positions {
            FieldPositions::Own(row) => row,
            FieldPositions::Shared(_) => unreachable!("just made its own"),
        }
    }
}

/// The shapes that others become by inheriting from a class or by more fields.
#[derive(Default)]
pub(crate) struct ShapeTable {
    by_parent: FxHashMap<(ShapeId, ClassId), Rc<Inherited>>,
    by_fields: FxHashMap<(ShapeId, Box<[FieldDecl]>), ShapeId>,
}

impl ShapeTable {
    /// A class that was only declared is defined now: who inherits from it from now on inherits
    /// more than those before.
    pub(crate) fn forget_parent(&mut self, class: ClassId) {
        self.by_parent.retain(|(_, parent), _| *parent != class);
    }
}

/// What inheriting from a class makes of a shape.
pub(crate) struct Inherited {
    shape: ShapeId,
    /// For each field of the class, its slot in `shape`; `None` where there were no fields before,
    /// and each has the slot it has in the class.
    slots: Option<Vec<u32>>,
    /// The slots in `shape` of the values that may mention the class's parameters, in order.
    pub(crate) param_slots: Vec<u32>,
}

impl Evaluator {
    /// A class or record about to be put together.
    pub(crate) fn new_prototype(
        &mut self,
        name: ValueId,
        pos: Pos,
        sequence: u32,
    ) -> Box<Prototype> {
        let fresh = Prototype::new(name, pos, sequence);
        match self.spare_prototypes.pop() {
            Some(mut spare) => {
                let mut values = std::mem::take(&mut spare.values);
                values.clear();
                *spare = Prototype { values, ..fresh };
                spare
            }
            None => Box::new(fresh),
        }
    }

    /// A copy of a prototype, to be finished.
    pub(crate) fn copy_of(&mut self, prototype: &Prototype) -> Box<Prototype> {
        let Some(mut copy) = self.spare_prototypes.pop() else {
            return Box::new(prototype.clone());
        };
        let (mut values, mut positions) =
            (std::mem::take(&mut copy.values), std::mem::take(&mut copy.positions));
        values.clone_from(&prototype.values);
        positions.clone_from(&prototype.positions);
        *copy = Prototype {
            values,
            positions,
            own_fields: prototype.own_fields.clone(),
            field_positions: prototype.field_positions.clone(),
            assertions: prototype.assertions.clone(),
            dumps: prototype.dumps.clone(),
            ..*prototype
        };
        copy
    }

    pub(crate) fn current_field(&self, name: Symbol) -> Option<(usize, FieldDecl)> {
        let building = self.building.last().expect("a class or record is under construction");
        building.field(&self.store, name)
    }

    pub(crate) fn current(&mut self) -> &mut Prototype {
        self.building.last_mut().expect("a class or record is under construction")
    }

    /// The record type of classes in any order, none of which inherits from another.
    pub(crate) fn record_type(&mut self, mut classes: Vec<ClassId>) -> TypeId {
        let store = &self.store;
        classes.sort_unstable_by_key(|&c| store.str(store.classes.get(c).name));
        self.store.types.record(&classes)
    }

    fn add_shape(&mut self, fields: Vec<FieldDecl>, supers: Vec<ClassId>) -> ShapeId {
        let direct = self.store.classes.direct(&supers);
        let ty = self.record_type(direct);
        let id = ShapeId::from_index(self.store.shapes.len());
        self.store.shapes.push(Shape::new(fields, supers, ty));
        id
    }

    /// Moves the own fields of the prototype under construction into its shape.
    pub(crate) fn settle_shape(&mut self) {
        let building = self.current();
        if building.own_fields.is_empty() {
            return;
        }
        let own = std::mem::take(&mut building.own_fields).into_boxed_slice();
        let key = (building.shape, own);
        let id = match self.shapes.by_fields.get(&key) {
            Some(&id) => id,
            None => {
                let base = &self.store.shapes[key.0.index()];
                let fields = base.fields.iter().chain(&key.1).copied().collect();
                let supers = base.supers.to_vec();
                let id = self.add_shape(fields, supers);
                self.shapes.by_fields.insert(key, id);
                id
            }
        };
        self.current().shape = id;
    }

    /// Adds the fields and superclasses of `class`, with its values as they stand in the class.
    pub(crate) fn inherit_fields(&mut self, class: ClassId, pos: Pos) -> Eval<Rc<Inherited>> {
        self.settle_shape();
        let shape = self.current().shape;
        let inherited = match self.shapes.by_parent.get(&(shape, class)) {
            Some(inherited) => Rc::clone(inherited),
            None => {
                let inherited = Rc::new(self.inherited_shape(shape, class, pos)?);
                // A class that is being defined has another shape later.
                if self.building.iter().all(|b| b.class != Some(class)) {
                    self.shapes.by_parent.insert((shape, class), Rc::clone(&inherited));
                }
                inherited
            }
        };
        let data = self.store.classes.get(class);
        let building = self.building.last_mut().expect("a class or record is under construction");
        let before = building.values.len();
        building.shape = inherited.shape;
        let Some(slots) = &inherited.slots else {
            building.values.clear();
            building.values.extend_from_slice(&data.values);
            building.field_positions = FieldPositions::Shared(data.field_positions);
            return Ok(inherited);
        };
        let row = data.field_positions.0 as usize;
        let has_new = slots.iter().any(|&slot| slot as usize >= before);
        if has_new {
            let positions = building.own_positions(&self.store);
            let set_at = &self.store.field_positions[row..];
            let new = slots.iter().zip(set_at).filter(|(slot, _)| **slot as usize >= before);
            positions.extend(new.map(|(_, pos)| pos));
        }
        for (i, &slot) in slots.iter().enumerate() {
            let value = self.store.classes.get(class).values[i];
            if (slot as usize) < before {
                self.redefine(slot as usize, value, pos)?;
            } else {
                self.current().values.push(value);
            }
        }
        Ok(inherited)
    }

    /// Gives a field that was inherited before the value that another parent has for it.
    fn redefine(&mut self, slot: usize, value: ValueId, pos: Pos) -> Eval<()> {
        let building = self.building.last().expect("a class or record is under construction");
        let decl = building.decl(&self.store, slot);
        if self.is_plainly(value, decl.ty) {
            self.current().values[slot] = value;
            return Ok(());
        }
        match self.fit(value, decl.ty)? {
            Some(value) => {
                self.current().values[slot] = value;
                Ok(())
            }
            None => {
                let name = self.str(decl.name).to_owned();
                let old = self.store.type_text(decl.ty);
                let new = self.type_of(value).map_or(String::new(), |t| self.store.type_text(t));
                Err(self.error(
                    pos,
                    format!(
                        "New definition of '{name}' of type '{new}' is incompatible with \
                         previous definition of type '{old}'"
                    ),
                ))
            }
        }
    }

    fn inherited_shape(&mut self, shape: ShapeId, class: ClassId, pos: Pos) -> Eval<Inherited> {
        let data = self.store.classes.get(class);
        let base = &self.store.shapes[shape.index()];
        let added = data.supers.iter().chain(std::iter::once(&class));
        if let Some(&twice) = added.clone().find(|c| base.supers.contains(c)) {
            let name = self.store.class(twice).name().to_owned();
            return Err(self.error(pos, format!("Already subclass of '{name}'!\n")));
        }
        let supers = base.supers.iter().chain(added).copied().collect();
        let mut fields = base.fields.to_vec();
        let mut slots = Vec::new();
        for decl in &self.store.shapes[data.shape.index()].fields {
            let slot = base.slot(decl.name).unwrap_or_else(|| {
                fields.push(*decl);
                fields.len() - 1
            });
            slots.push(slot as u32);
        }
        let mut param_slots: Vec<u32> =
            data.param_slots.iter().map(|&slot| slots[slot as usize]).collect();
        param_slots.sort_unstable();
        let slots = (!base.fields.is_empty()).then_some(slots);
        Ok(Inherited { shape: self.add_shape(fields, supers), slots, param_slots })
    }

    /// `value` as a field of type `ty` holds it: converted, and for bits a row of bits; `None`
    /// where it does not fit.
    pub(crate) fn fit(&mut self, value: ValueId, ty: TypeId) -> Eval<Option<ValueId>> {
        let Type::Bits(width) = self.store.ty(ty) else { return self.cast_to(value, ty) };
        let Some(value) = self.cast_to(value, ty)? else { return Ok(None) };
        if let Value::Bits(_) = self.store.value(value) {
            return Ok(Some(value));
        }
        let row: Vec<ValueId> = (0..width).map(|i| self.bit_of(value, i)).collect();
        Ok(Some(self.store.values.bits(&row)))
    }

    /// Makes the positions of fields shared, so that copies of the prototype need none.
    pub(crate) fn settle_positions(&mut self) -> PosRow {
        let building = self.building.last_mut().expect("a class or record is under construction");
        match &building.field_positions {
            FieldPositions::Shared(row) => *row,
            FieldPositions::Own(positions) => {
                let row = PosRow(self.store.field_positions.len() as u32);
                self.store.field_positions.extend_from_slice(positions);
                building.field_positions = FieldPositions::Shared(row);
                row
            }
        }
    }

    /// Declares a field of the prototype under construction, without a value. A field of that
    /// name that is there already keeps its type and loses its value.
    pub(crate) fn declare_field(&mut self, decl: FieldDecl, pos: Pos) -> Eval<()> {
        let existing = self.current_field(decl.name);
        let (slot, ty) = existing.map_or((usize::MAX, decl.ty), |(slot, old)| (slot, old.ty));
        let unset = self.fit(ValueId::UNSET, ty)?.expect("`?` suits every type");
        if existing.is_some() {
            self.current().values[slot] = unset;
            return Ok(());
        }
        let building = self.building.last_mut().expect("a class or record is under construction");
        building.own_positions(&self.store).push(pos);
        building.own_fields.push(decl);
        building.values.push(unset);
        Ok(())
    }
}
