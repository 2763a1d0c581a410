//! Parts of the input that errors gave up, so that follow-up errors are not reported.
//!
//! These parts are only looked up when an error is about to be reported, so input without errors costs nothing.

use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};
use tablewright_syntax::source::Pos;
use tablewright_syntax::symbol::Symbol;
use tablewright_syntax::tree::{self, BodyItem, ExprKind, Statement};

use super::construction::Prototype;
use super::definitions::MulticlassId;
use super::heap::{Heap, Search};
use super::{Eval, Evaluator, Reported};
use crate::ids::{ClassId, RecordId};
use crate::types::Type;
use crate::value::{Value, ValueId};

/// Extent of the damage to a class or record.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Damage {
    /// Values of some fields are unknown.
    Values,
    /// A parent class is lost: its fields and superclasses are unknown.
    Fields,
}

/// The given-up parts. Earlier states share them, and a change copies them first.
#[derive(Clone, Default)]
pub(crate) struct GivenUp(Arc<GivenUpParts>);

#[derive(Clone, Default)]
struct GivenUpParts {
    /// Names whose definition was given up.
    names: FxHashSet<Symbol>,
    /// Parts of names of given-up records: a `def` whose name is an expression, or a `defm`.
    name_parts: Vec<Symbol>,
    classes: FxHashMap<ClassId, Damage>,
    /// Fields that a class set although no such field exists. Classes that inherit from the class may set the same
    /// field.
    unknown_fields: FxHashSet<(ClassId, Symbol)>,
    /// Records by the position of their `def`, which is shared by all copies.
    defs: FxHashMap<Pos, Damage>,
    /// Multiclasses that lack some of their statements.
    multiclasses: FxHashSet<MulticlassId>,
}

impl GivenUp {
    fn parts_mut(&mut self) -> &mut GivenUpParts {
        Arc::make_mut(&mut self.0)
    }

    pub(crate) fn add_name(&mut self, name: Symbol) {
        self.parts_mut().names.insert(name);
    }

    /// Returns whether the definition of `name` was given up.
    pub(crate) fn has_name(&self, name: Symbol) -> bool {
        self.0.names.contains(&name)
    }

    /// Returns whether `name` may belong to a given-up record.
    pub(crate) fn may_have_record(&self, heap: &Heap, name: Symbol) -> bool {
        let text = heap.str(name);
        self.has_name(name) || self.0.name_parts.iter().any(|&part| text.contains(heap.str(part)))
    }

    pub(crate) fn add_multiclass(&mut self, id: MulticlassId) {
        self.parts_mut().multiclasses.insert(id);
    }

    pub(crate) fn has_multiclass(&self, id: MulticlassId) -> bool {
        self.0.multiclasses.contains(&id)
    }

    fn for_class(&self, heap: &Heap, class: ClassId) -> Option<Damage> {
        let supers = heap.store.classes.get(class).supers.iter();
        supers.chain([&class]).filter_map(|class| self.0.classes.get(class).copied()).max()
    }

    fn for_record(&self, heap: &Heap, record: RecordId) -> Option<Damage> {
        let data = heap.store.record(record);
        let own = data.positions().first().and_then(|pos| self.0.defs.get(pos).copied());
        let supers = heap.store.shape_of(record).supers.iter();
        supers.filter_map(|class| self.0.classes.get(class).copied()).chain(own).max()
    }

    /// Returns the damage to a class or record under construction.
    fn for_prototype(&self, heap: &Heap, prototype: &Prototype) -> Option<Damage> {
        let own = match prototype.class {
            Some(class) => self.0.classes.get(&class),
            None => prototype.positions.first().and_then(|pos| self.0.defs.get(pos)),
        };
        let supers = prototype.supers(&heap.store).iter();
        supers.filter_map(|class| self.0.classes.get(class)).chain(own).copied().max()
    }
}

impl Evaluator {
    /// Records damage to the current prototype.
    pub(super) fn damage_current(&mut self, damage: Damage) {
        let prototype = self.construction.current();
        let given_up = self.given_up.parts_mut();
        let recorded = match prototype.class {
            Some(class) => given_up.classes.entry(class).or_insert(damage),
            None => given_up.defs.entry(prototype.positions[0]).or_insert(damage),
        };
        *recorded = damage.max(*recorded);
    }

    /// Continues after a failed attempt, unless there were too many errors.
    pub(super) fn continue_after_error(&mut self) -> Eval<()> {
        self.reports.is_complete = false;
        if self.reports.ends_here() { Err(Reported) } else { Ok(()) }
    }

    /// Gives up an item in a body. The field that it declares or sets loses its value.
    pub(super) fn give_up_item(&mut self, item: &BodyItem) -> Eval<()> {
        match *item {
            BodyItem::Field(declaration) => self.give_up_field(self.node(declaration).name, true),
            BodyItem::Let(item) => self.give_up_field(self.node(item).name, false),
            BodyItem::Defvar(defvar) => {
                let name = self.heap.symbol(self.node(defvar).name.name);
                self.given_up.add_name(name);
            }
            BodyItem::Assert(_) | BodyItem::Dump(_) => {}
        }
        self.continue_after_error()
    }

    fn give_up_field(&mut self, name: tree::Ident, is_declared: bool) {
        let name = self.heap.symbol(name.name);
        match self.construction.current_field(&self.heap, name) {
            Some((slot, _)) => self.refuse_value(slot),
            None if is_declared => self.given_up.add_name(name),
            None => {}
        }
    }

    /// Removes a field's value in the current prototype.
    pub(super) fn refuse_value(&mut self, slot: usize) {
        self.construction.current_mut().values[slot] = ValueId::REFUSED;
        self.damage_current(Damage::Values);
    }

    /// Remembers the names that a given-up statement would have defined.
    pub(super) fn give_up(&mut self, statement: &Statement) {
        if let Some(multiclass) = self.context.multiclass {
            self.given_up.add_multiclass(multiclass);
        }
        let name = match *statement {
            Statement::Class(class) => {
                let class = self.node(class);
                let name = self.heap.symbol(class.name.name);
                let defined = self.heap.store.classes.by_name.get(&name);
                // A repeated definition of a class is given up, not the first definition.
                match defined {
                    Some(&id) if self.heap.store.classes.get(id).pos != class.name.span.lo => {
                        return;
                    }
                    _ => class.name.name,
                }
            }
            Statement::Multiclass(multiclass) => {
                let multiclass = self.node(multiclass);
                let name = self.heap.symbol(multiclass.name.name);
                match self.definitions.multiclass(name) {
                    Some(_) => return,
                    None => multiclass.name.name,
                }
            }
            Statement::Defset(defset) => {
                let defset = self.node(defset);
                self.give_up_all(defset.body);
                defset.name.name
            }
            Statement::Deftype(deftype) => self.node(deftype).name.name,
            Statement::Defvar(defvar) => self.node(defvar).name.name,
            Statement::Def(def) => {
                return self.give_up_record(self.node(def).name.as_ref(), false);
            }
            Statement::Defm(defm) => {
                return self.give_up_defm(&self.node(defm));
            }
            Statement::Let(binding) => {
                return self.give_up_all(self.node(binding).body.statements);
            }
            Statement::Foreach(foreach) => {
                return self.give_up_all(self.node(foreach).body.statements);
            }
            Statement::If(tree) => {
                let tree = self.node(tree);
                self.give_up_all(tree.then_block.statements);
                let otherwise = tree.else_block.map(|block| block.statements);
                return self.give_up_all(otherwise.unwrap_or_default());
            }
            Statement::Assert(_) | Statement::Dump(_) => return,
        };
        let name = self.heap.symbol(name);
        self.given_up.add_name(name);
    }

    /// Remembers the names that a `defm` would have defined.
    pub(super) fn give_up_defm(&mut self, defm: &tree::Defm) {
        if let Some(multiclass) = self.context.multiclass {
            self.given_up.add_multiclass(multiclass);
        }
        self.give_up_record(defm.name.as_ref(), true);
    }

    pub(super) fn give_up_all(&mut self, statements: tree::PartList<Statement>) {
        for statement in statements {
            self.give_up(&self.node(statement));
        }
    }

    /// Remembers the name of a `def`, or the name prefix of a `defm`.
    pub(super) fn give_up_record(&mut self, name: Option<&tree::Expr>, is_defm: bool) {
        let Some(name) = name else { return };
        if let ExprKind::Name(name) = name.kind
            && !is_defm
        {
            let name = self.heap.symbol(name);
            self.given_up.add_name(name);
            return;
        }
        let part = self.literal_part(name).unwrap_or(self.heap.well_known.empty);
        self.given_up.parts_mut().name_parts.push(part);
    }

    /// Returns the first part of a name that depends on no variable.
    fn literal_part(&mut self, name: &tree::Expr) -> Option<Symbol> {
        if let ExprKind::Paste(paste) = name.kind {
            let paste = self.node(paste);
            let left = self.literal_part(&paste.left);
            return left.or_else(|| self.literal_part(paste.right.as_ref()?));
        }
        let text = if let ExprKind::Name(text) | ExprKind::Str(text) = name.kind {
            self.heap.symbol(text)
        } else if let ExprKind::LongStr(text) = name.kind {
            self.heap.long_text(text)
        } else {
            return None;
        };
        self.if_text(text)
    }

    /// Returns a part of a name, unless it is empty or `NAME`, which may be replaced by any text.
    fn if_text(&self, part: Symbol) -> Option<Symbol> {
        let well_known = &self.heap.well_known;
        (part != well_known.name && part != well_known.empty).then_some(part)
    }

    /// Returns whether the current prototype may lack fields because of a given-up part.
    pub(super) fn lacks_fields(&self) -> bool {
        self.damage_here() == Some(Damage::Fields)
    }

    /// Returns the damage to the current prototype.
    pub(super) fn damage_here(&self) -> Option<Damage> {
        let prototype = self.construction.last()?;
        self.given_up.for_prototype(&self.heap, prototype)
    }

    /// Returns whether the current prototype lacks the field `name` because of a reported error. If not, it records the
    /// error that is about to be reported.
    pub(super) fn is_field_given_up(&mut self, name: Symbol) -> bool {
        if self.lacks_fields() || self.given_up.has_name(name) {
            return true;
        }
        let prototype = self.construction.current();
        let unknown_fields = &mut self.given_up.parts_mut().unknown_fields;
        let mut supers = prototype.supers(&self.heap.store).iter();
        if supers.any(|&class| unknown_fields.contains(&(class, name))) {
            return true;
        }
        unknown_fields.extend(prototype.class.map(|class| (class, name)));
        false
    }

    /// Returns whether the value might have more fields or superclasses if nothing had been given up.
    pub(super) fn value_lacks_fields(&mut self, value: ValueId) -> bool {
        let given_up = &self.given_up;
        let damage = match self.heap.store.values.as_record(value) {
            Some(record) => given_up.for_record(&self.heap, record),
            None => {
                let ty = self.heap.type_of(value).map(|ty| self.heap.store.ty(ty));
                let classes = if let Some(Type::Record(classes)) = ty { classes } else { &[] };
                classes.iter().filter_map(|&c| given_up.for_class(&self.heap, c)).max()
            }
        };
        damage == Some(Damage::Fields) || self.is_given_up(value)
    }

    /// Returns whether a value contains a given-up value.
    pub(super) fn is_given_up(&self, value: ValueId) -> bool {
        self.heap.any_part(value, |_, part| {
            let mut is_part_given_up = matches!(part, Value::Refused);
            if let Value::Field { of, .. } = part {
                let record = self.heap.store.values.as_record(of);
                let damage = record.and_then(|record| self.given_up.for_record(&self.heap, record));
                is_part_given_up = damage.is_some();
            }
            if is_part_given_up { Search::Found } else { Search::Into }
        })
    }
}
