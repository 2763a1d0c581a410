//! Ordered sets of records, written as dags.
//!
//! For example, the dag `(add (sub GPR, SP), X30)` is a set expression. The name of its operator record selects the
//! operation. Its arguments are elements, lists, further dags, or records of a class that represents sets. An
//! *expander*, registered for such a class, computes a record's elements; each record is expanded once. The standard
//! operators are predefined (see `operators.rs`), and a backend registers its own operators.

mod format;
mod operators;
#[cfg(test)]
mod tests;

use std::hash::Hash;
use std::rc::Rc;
use tablewright_syntax::diagnostic::Code;
use tablewright_syntax::similar::most_similar;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::field_error::FieldError;
use crate::ids::{ClassId, RecordId};
use crate::store::{Record, RecordStore};
use crate::value::{Dag, Value, ValueId};

/// Maximum nesting depth of sets: dags in dags, or sets in sets.
const MAX_DEPTH: u32 = 500;

/// An element of a set: a record, or a backend's id for it.
pub trait SetElement: Copy + Eq + Hash + From<RecordId> + 'static {}

impl<E: Copy + Eq + Hash + From<RecordId> + 'static> SetElement for E {}

/// A set that keeps its elements in insertion order.
#[doc(alias = "RecSet")]
#[derive(Clone, Debug)]
pub struct OrderedSet<E> {
    elements: Vec<E>,
    members: FxHashSet<E>,
}

impl<E: SetElement> Default for OrderedSet<E> {
    fn default() -> OrderedSet<E> {
        OrderedSet { elements: Vec::new(), members: FxHashSet::default() }
    }
}

impl<E: SetElement> OrderedSet<E> {
    /// Adds an element at the end, unless it is in the set already.
    pub fn insert(&mut self, element: E) {
        if self.members.insert(element) {
            self.elements.push(element);
        }
    }

    /// Adds new elements in order, without duplicates.
    pub fn extend(&mut self, elements: &[E]) {
        for &element in elements {
            self.insert(element);
        }
    }

    /// Returns whether `element` is in the set.
    pub fn contains(&self, element: E) -> bool {
        self.members.contains(&element)
    }

    /// Returns the elements, in order.
    pub fn as_slice(&self) -> &[E] {
        &self.elements
    }
}

/// A dag to be evaluated by an operator.
#[derive(Clone, Copy)]
pub struct SetExpr<'s> {
    /// The dag.
    pub dag: Dag<'s>,
    /// The dag as a value, to show in messages.
    pub value: ValueId,
    /// The record at which errors are reported.
    pub at: Record<'s>,
}

impl SetExpr<'_> {
    /// Builds an error about the whole dag. `fault`, a colon and the dag form the message.
    pub fn error(&self, fault: &str) -> FieldError {
        let text = self.at.store().value_text(self.value);
        FieldError::new(Code::SetExpression, self.at, format!("{fault}: {text}"))
    }
}

/// Adds a dag's elements.
#[doc(alias = "Operator")]
pub type SetOperator<'s, E> =
    dyn Fn(&mut SetTheory<'s, E>, SetExpr<'s>, &mut OrderedSet<E>) -> Result<(), FieldError> + 's;

/// Adds a record's elements.
#[doc(alias = "Expander")]
pub type SetExpander<'s, E> =
    dyn Fn(&mut SetTheory<'s, E>, Record<'s>, &mut OrderedSet<E>) -> Result<(), FieldError> + 's;

/// Evaluates sets over the records of a store.
///
/// ```
/// use tablewright_records::set_theory::{OrderedSet, SetTheory};
/// use tablewright_records::{LoadOptions, RecordId, load};
/// # struct NoFiles;
/// # impl tablewright_syntax::FileProvider for NoFiles {
/// #     fn include(&mut self, _: &str) -> Option<tablewright_syntax::IncludedFile> { None }
/// # }
/// let text = "def add; def sub; class Reg; def R0 : Reg; def R1 : Reg; def SP : Reg;
///     class Class<dag m> { dag MemberList = m; }
///     def GPR : Class<(add R0, R1, SP)>; def Free : Class<(sub GPR, SP)>;";
/// let store = load("x.td".into(), text.into(), &mut NoFiles, &LoadOptions::default()).store;
///
/// let mut sets: SetTheory<'_, RecordId> = SetTheory::new(&store);
/// // A record of this class stands for the elements of its field.
/// let class = store.find_class("Class").ok_or("no class")?;
/// sets.add_field_expander(class, "MemberList");
/// let mut members = OrderedSet::default();
/// sets.add_record(store.get("Free").ok_or("no record")?.id(), &mut members)?;
/// let names: Vec<&str> = members.as_slice().iter().map(|&id| store.record(id).name()).collect();
/// assert_eq!(names, ["R0", "R1"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct SetTheory<'s, E = RecordId> {
    store: &'s RecordStore,
    operators: FxHashMap<String, Rc<SetOperator<'s, E>>>,
    expanders: FxHashMap<ClassId, Rc<SetExpander<'s, E>>>,
    expansions: FxHashMap<RecordId, Rc<[E]>>,
    depth: u32,
}

impl<'s, E: SetElement> SetTheory<'s, E> {
    /// Creates an evaluator with the standard operators and no expanders.
    pub fn new(store: &'s RecordStore) -> SetTheory<'s, E> {
        let mut sets = SetTheory {
            store,
            operators: FxHashMap::default(),
            expanders: FxHashMap::default(),
            expansions: FxHashMap::default(),
            depth: 0,
        };
        operators::register(&mut sets);
        sets
    }

    /// Returns the record store.
    pub fn store(&self) -> &'s RecordStore {
        self.store
    }

    /// Registers `operator` for dags with an operator named `name`.
    pub fn add_operator(
        &mut self,
        name: &str,
        operator: impl Fn(
            &mut SetTheory<'s, E>,
            SetExpr<'s>,
            &mut OrderedSet<E>,
        ) -> Result<(), FieldError>
        + 's,
    ) {
        self.operators.insert(name.to_owned(), Rc::new(operator));
    }

    /// Registers `expander` for records of `class`.
    pub fn add_expander(
        &mut self,
        class: ClassId,
        expander: impl Fn(
            &mut SetTheory<'s, E>,
            Record<'s>,
            &mut OrderedSet<E>,
        ) -> Result<(), FieldError>
        + 's,
    ) {
        self.expanders.insert(class, Rc::new(expander));
    }

    /// Registers `class` as sets: each record represents the set in its field `field`.
    pub fn add_field_expander(&mut self, class: ClassId, field: &'s str) {
        self.add_expander(class, move |sets, record, set| {
            sets.evaluate(record.value(field)?, record, set)
        });
    }

    /// Adds the elements of `expr`, which is a record, a list or a dag, to `set`. Errors are reported at the record
    /// `at`.
    pub fn evaluate(
        &mut self,
        expr: ValueId,
        at: Record<'s>,
        set: &mut OrderedSet<E>,
    ) -> Result<(), FieldError> {
        let value = self.store.value(expr);
        if let Value::Def(record) = value {
            return self.add_record(record, set);
        }
        if let Value::List(list) = value {
            let mut elements = list.elements.iter();
            return self.nested(at, |sets| elements.try_for_each(|&e| sets.evaluate(e, at, set)));
        }
        let Value::Dag(dag) = value else {
            let text = self.store.value_text(expr);
            let message = format!("Invalid set element: {text}");
            return Err(FieldError::new(Code::SetExpression, at, message));
        };
        self.apply_operator(SetExpr { dag, value: expr, at }, set)
    }

    fn apply_operator(
        &mut self,
        expr: SetExpr<'s>,
        set: &mut OrderedSet<E>,
    ) -> Result<(), FieldError> {
        let Value::Def(operator) = self.store.value(expr.dag.operator) else {
            return Err(expr.error("Bad set expression"));
        };
        let name = self.store.record(operator).name();
        // The pointer is cloned because the operator needs `self` as mutable.
        if let Some(operator) = self.operators.get(name).cloned() {
            return self.nested(expr.at, |sets| operator(sets, expr, set));
        }
        // A suggestion is made only for a name similar to an operator.
        let mut names: Vec<&str> = self.operators.keys().map(String::as_str).collect();
        names.sort_unstable();
        let similar = most_similar(name, names.iter().copied());
        let operator = self.store.record(operator).pos();
        let error = expr.error("Unknown set operator").did_you_mean(similar);
        let error = error.label(operator, "no set operator has this name");
        Err(match similar {
            Some(_) => error,
            None => error.note(format!("the operators are {}", names.join(", "))),
        })
    }

    /// Adds a record's elements to `set`, or the record itself if its classes lack an expander.
    pub fn add_record(
        &mut self,
        record: RecordId,
        set: &mut OrderedSet<E>,
    ) -> Result<(), FieldError> {
        match self.expand(self.store.record(record))? {
            Some(elements) => set.extend(&elements),
            None => set.insert(E::from(record)),
        }
        Ok(())
    }

    /// Returns the set for `expr`.
    pub fn evaluated(
        &mut self,
        expr: ValueId,
        at: Record<'s>,
    ) -> Result<OrderedSet<E>, FieldError> {
        let mut set = OrderedSet::default();
        self.evaluate(expr, at, &mut set)?;
        Ok(set)
    }

    /// Returns a record's elements. `None` if none of its classes has an expander.
    ///
    /// A set that contains itself adds nothing to itself.
    pub fn expand(&mut self, record: Record<'s>) -> Result<Option<Rc<[E]>>, FieldError> {
        if let Some(cached) = self.expansions.get(&record.id()) {
            return Ok(Some(cached.clone()));
        }
        let by_class = |class| self.expanders.get(class).cloned();
        let Some(expander) = record.superclasses().iter().find_map(by_class) else {
            return Ok(None);
        };
        // A set that is reached again while it is expanded counts as empty.
        self.expansions.insert(record.id(), Rc::from([]));
        let mut set = OrderedSet::default();
        let result = self.nested(record, |sets| expander(sets, record, &mut set));
        if let Err(error) = result {
            // Otherwise the next query would interpret the failed set as an empty set.
            self.expansions.remove(&record.id());
            return Err(error);
        }
        let elements: Rc<[E]> = set.elements.into();
        self.expansions.insert(record.id(), elements.clone());
        Ok(Some(elements))
    }

    /// Enters the next nesting level.
    fn nested(
        &mut self,
        at: Record<'s>,
        step: impl FnOnce(&mut SetTheory<'s, E>) -> Result<(), FieldError>,
    ) -> Result<(), FieldError> {
        if self.depth == MAX_DEPTH {
            let message = format!("Sets are nested more than {MAX_DEPTH} levels deep");
            return Err(FieldError::new(Code::SetExpression, at, message));
        }
        self.depth += 1;
        let result = step(self);
        self.depth -= 1;
        result
    }
}
