//! The evaluation trace: the assignments to each field of each record, and the meaning of each name.
//!
//! The evaluator records the trace if [`LoadOptions::trace`](crate::LoadOptions::trace) requests it.
//! [`RecordStore::trace`](crate::RecordStore::trace) returns it.
//!
//! - A field's history is a chain of [`Step`]s, the last step first. An inheriting class or record shares its
//!   superclass's chain and extends it.
//! - The parents of a class or record form a tree of [`Inheritance`]s, each with the values of the class's
//!   parameters.
//! - The `defm`s and loops that created a record form a chain of [`Expansion`]s, the innermost first.
//! - Names are [`Definition`]s and their [`Use`]s, also within multiclasses that are never instantiated.

mod names;
mod rewind;

use tablewright_index::{IndexVec, define_index};
use tablewright_syntax::source::{Pos, Span};
use tablewright_syntax::symbol::Symbol;
use tablewright_syntax::tree::{LetItem, LetMode};

use crate::ids::{ClassId, RecordId};
use crate::value::ValueId;

pub(crate) use rewind::TracePoint;

pub use names::{Definition, DefinitionId, DefinitionKind, TraceNames, Use, UseKind};

define_index! {
    /// A [`Step`]. It has a greater id than the earlier steps in its history.
    pub struct StepId;

    /// A [`LetSite`].
    pub struct LetId;

    /// A [`TemplateSite`].
    pub struct SiteId;

    /// An [`Inheritance`].
    pub struct InheritanceId;

    /// An [`Expansion`].
    pub struct ExpansionId;

    /// An [`Override`].
    pub struct OverrideId;
}

/// A change to a field's value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Step {
    /// Cause of the change.
    pub cause: Cause,
    /// The value after the change. It may mention parameters and fields.
    pub value: ValueId,
    /// Previous change.
    pub previous: Option<StepId>,
}

/// The cause of a [`Step`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cause {
    /// The field was declared.
    Declared(DefinitionId),
    /// A `let` that set the field or some of its bits.
    Let(LetId),
    /// A parent class replaced a field value from an earlier parent.
    Overridden(OverrideId),
    /// Class parameters were replaced by arguments. In an anonymous record, the fields were also replaced by their
    /// final values.
    Arguments(InheritanceId),
    /// Replacement of multiclass parameters or a loop variable by their values.
    Expansion(ExpansionId),
    /// The record was finished: fields that mention other fields have their final values.
    Finished,
}

/// A field that a parent overrides.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Override {
    /// The parent.
    pub parent: InheritanceId,
    /// Last step of the field's history in the parent.
    pub from: StepId,
}

/// A `let` binding in the input.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LetSite {
    /// Effect on the field's previous value.
    pub mode: LetMode,
    /// Kind of place in the input.
    pub position: LetPosition,
    /// The field.
    pub name: Symbol,
    /// Field name span.
    pub span: Span,
    /// Value span.
    pub value_span: Span,
    /// Class or record whose body contains the `let`.
    pub owner: Option<Symbol>,
    bits: Row,
}

/// The place of a `let`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LetPosition {
    /// In a class or record body.
    Body,
    /// Around statements: `let … in`.
    Around,
}

/// `NAME<arguments>` in the input.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TemplateSite {
    /// Template that the name refers to.
    pub template: Template,
    /// Role in the statement or expression.
    pub role: SiteRole,
    /// Its span.
    pub span: Span,
    arguments: Row,
}

/// A class or multiclass.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Template {
    /// A class.
    Class(ClassId),
    /// Name of a multiclass.
    Multiclass(Symbol),
}

/// The role of a [`TemplateSite`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SiteRole {
    /// Parent of a class, record or multiclass.
    Parent,
    /// A value: an anonymous record.
    Instance,
    /// Multiclass in a `defm`.
    Defm,
}

/// A template argument in the input.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ArgumentSite {
    /// Qualified parameter name.
    pub parameter: Symbol,
    /// Value span.
    pub span: Span,
}

/// The value of a template parameter or loop variable.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Binding {
    /// Qualified parameter name, or variable name.
    pub name: Symbol,
    /// The value: an argument, or the default.
    pub value: ValueId,
}

/// An inherited class, with the values of its parameters.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Inheritance {
    /// The class and the arguments, as written.
    pub site: SiteId,
    bindings: Row,
    parents: Row,
    /// Whether a value mentions names, here or in a parent.
    is_open: bool,
}

/// A repetition of statements by a `defm` or a loop.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Expansion {
    /// Statement that repeats them.
    pub kind: ExpansionKind,
    /// The next expansion outwards.
    pub outer: Option<ExpansionId>,
    bindings: Row,
}

/// The kinds of [`Expansion`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ExpansionKind {
    /// A `defm`, for one of its multiclasses. The first binding is `NAME`.
    Defm(SiteId),
    /// A multiclass that inherits from another multiclass.
    Multiclass(SiteId),
    /// An iteration of the `foreach` at this position. The binding is the loop variable.
    Iteration(Pos),
    /// A clause of the `if` at this position.
    Clause(Pos),
}

/// The recorded data for a class or record as a whole.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Origin {
    /// Innermost `defm` or loop that created the record.
    pub expansion: Option<ExpansionId>,
    steps: Row,
    parents: Row,
}

/// A range in a table.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
struct Row {
    start: u32,
    len: u32,
}

impl Row {
    fn slice<T>(self, table: &[T]) -> &[T] {
        &table[self.start as usize..][..self.len as usize]
    }

    /// Adds a row to a table.
    fn add<T>(table: &mut Vec<T>, row: impl IntoIterator<Item = T>) -> Row {
        let start = table.len();
        table.extend(row);
        let number = |n: usize| u32::try_from(n).expect("fewer than 2^32 parts of a trace");
        Row { start: number(start), len: number(table.len() - start) }
    }
}

/// The recorded trace of an evaluation. Its ids belong to the trace and its store.
///
/// ```
/// use tablewright_records::trace::Cause;
/// use tablewright_records::{LoadOptions, load};
/// # struct NoFiles;
/// # impl tablewright_syntax::FileProvider for NoFiles {
/// #     fn include(&mut self, _: &str) -> Option<tablewright_syntax::IncludedFile> { None }
/// # }
///
/// let options = LoadOptions { trace: true, ..LoadOptions::default() };
/// let text = "class C { int N = 1; } def x : C { let N = 2; }";
/// let store = load("x.td".into(), text.into(), &mut NoFiles, &options).store;
/// let trace = store.trace().expect("it was asked for");
/// let origin = trace.record(store.get("x").expect("it is defined").id()).expect("it has one");
/// let last = trace.last_steps(origin)[0].expect("the field was set");
/// let history = trace.history(last);
/// assert_eq!(history.len(), 2);
/// assert!(matches!(trace.step(history[1]).cause, Cause::Let(_)));
/// ```
#[derive(Clone, Default, Debug)]
pub struct Trace {
    steps: IndexVec<StepId, Step>,
    overrides: IndexVec<OverrideId, Override>,
    lets: IndexVec<LetId, LetSite>,
    sites: IndexVec<SiteId, TemplateSite>,
    inheritances: IndexVec<InheritanceId, Inheritance>,
    expansions: IndexVec<ExpansionId, Expansion>,
    rows: Rows,
    classes: IndexVec<ClassId, Option<Origin>>,
    /// Replaced data about classes.
    replaced_classes: Vec<(ClassId, Option<Origin>)>,
    records: IndexVec<RecordId, Option<Origin>>,
    names: TraceNames,
}

/// Tables that contain the rows.
#[derive(Clone, Default, Debug)]
struct Rows {
    bits: Vec<u32>,
    arguments: Vec<ArgumentSite>,
    bindings: Vec<Binding>,
    parents: Vec<InheritanceId>,
    steps: Vec<Option<StepId>>,
}

/// Queries.
impl Trace {
    /// Returns the recorded data for a record.
    pub fn record(&self, record: RecordId) -> Option<&Origin> {
        self.records.get(record)?.as_ref()
    }

    /// Returns the recorded data for a class.
    pub fn class(&self, class: ClassId) -> Option<&Origin> {
        self.classes.get(class)?.as_ref()
    }

    /// Returns the last step for each field of a class or record, in field order.
    pub fn last_steps(&self, origin: &Origin) -> &[Option<StepId>] {
        origin.steps.slice(&self.rows.steps)
    }

    /// Returns the direct parents of a class or record, in order.
    pub fn parents(&self, origin: &Origin) -> &[InheritanceId] {
        origin.parents.slice(&self.rows.parents)
    }

    /// Returns the step with this id.
    pub fn step(&self, step: StepId) -> &Step {
        &self.steps[step]
    }

    /// Iterates over all steps. Each step follows the earlier steps in its history.
    pub fn steps(&self) -> impl Iterator<Item = (StepId, &Step)> {
        self.steps.iter_enumerated()
    }

    /// Returns the steps up to `last`, the earliest first.
    pub fn history(&self, last: StepId) -> Vec<StepId> {
        let mut steps: Vec<StepId> =
            std::iter::successors(Some(last), |&step| self.steps[step].previous).collect();
        steps.reverse();
        steps
    }

    /// Returns the field definition for a step.
    pub fn declaration(&self, step: StepId) -> Option<DefinitionId> {
        let mut step = Some(step);
        while let Some(id) = step {
            let Step { cause, previous, .. } = self.steps[id];
            if let (Cause::Declared(definition), None) = (cause, previous) {
                return Some(definition);
            }
            step = previous;
        }
        None
    }

    /// Returns the override with this id.
    pub fn overridden(&self, id: OverrideId) -> &Override {
        &self.overrides[id]
    }

    /// Returns the `let` with this id.
    pub fn let_site(&self, id: LetId) -> &LetSite {
        &self.lets[id]
    }

    /// Iterates over all `let`s in evaluation order.
    pub fn let_sites(&self) -> impl Iterator<Item = (LetId, &LetSite)> {
        self.lets.iter_enumerated()
    }

    /// Returns the bits that a `let` sets, the lowest first. Empty for the whole field.
    pub fn bits(&self, site: &LetSite) -> &[u32] {
        site.bits.slice(&self.rows.bits)
    }

    /// Returns the template site with this id.
    pub fn site(&self, id: SiteId) -> &TemplateSite {
        &self.sites[id]
    }

    /// Iterates over all template sites in evaluation order.
    pub fn sites(&self) -> impl Iterator<Item = (SiteId, &TemplateSite)> {
        self.sites.iter_enumerated()
    }

    /// Returns the arguments written at a site.
    pub fn arguments(&self, site: &TemplateSite) -> &[ArgumentSite] {
        site.arguments.slice(&self.rows.arguments)
    }

    /// Returns the inheritance with this id.
    pub fn inheritance(&self, id: InheritanceId) -> &Inheritance {
        &self.inheritances[id]
    }

    /// Iterates over all inheritances.
    pub fn inheritances(&self) -> impl Iterator<Item = (InheritanceId, &Inheritance)> {
        self.inheritances.iter_enumerated()
    }

    /// Returns the parameter values for an inherited class.
    pub fn inheritance_bindings(&self, inheritance: &Inheritance) -> &[Binding] {
        inheritance.bindings.slice(&self.rows.bindings)
    }

    /// Returns an inherited class's parents, with these arguments.
    pub fn inheritance_parents(&self, inheritance: &Inheritance) -> &[InheritanceId] {
        inheritance.parents.slice(&self.rows.parents)
    }

    /// Returns the expansion with this id.
    pub fn expansion(&self, id: ExpansionId) -> &Expansion {
        &self.expansions[id]
    }

    /// Iterates over all expansions.
    pub fn expansions(&self) -> impl Iterator<Item = (ExpansionId, &Expansion)> {
        self.expansions.iter_enumerated()
    }

    /// Iterates over the expansions from `innermost` outwards.
    pub fn expansions_around(
        &self,
        innermost: Option<ExpansionId>,
    ) -> impl Iterator<Item = ExpansionId> {
        std::iter::successors(innermost, |&id| self.expansions[id].outer)
    }

    /// Returns the values of a multiclass's parameters or of a loop variable.
    pub fn expansion_bindings(&self, expansion: &Expansion) -> &[Binding] {
        expansion.bindings.slice(&self.rows.bindings)
    }

    /// Returns the definitions and uses of names.
    pub fn names(&self) -> &TraceNames {
        &self.names
    }
}

/// Recording.
impl Trace {
    pub(crate) fn names_mut(&mut self) -> &mut TraceNames {
        &mut self.names
    }

    pub(crate) fn add_step(&mut self, step: Step) -> StepId {
        self.steps.push(step)
    }

    pub(crate) fn add_override(&mut self, parent: InheritanceId, from: StepId) -> OverrideId {
        self.overrides.push(Override { parent, from })
    }

    pub(crate) fn add_let(
        &mut self,
        item: &LetItem,
        name: Symbol,
        owner: Option<Symbol>,
        bits: &[u32],
    ) -> LetId {
        let position = if owner.is_some() { LetPosition::Body } else { LetPosition::Around };
        let (mode, span, value_span) = (item.mode, item.name.span, item.value.span);
        let bits = Row::add(&mut self.rows.bits, bits.iter().copied());
        self.lets.push(LetSite { mode, position, name, span, value_span, owner, bits })
    }

    pub(crate) fn add_site(
        &mut self,
        template: Template,
        role: SiteRole,
        span: Span,
        arguments: impl IntoIterator<Item = ArgumentSite>,
    ) -> SiteId {
        let arguments = Row::add(&mut self.rows.arguments, arguments);
        self.sites.push(TemplateSite { template, role, span, arguments })
    }

    pub(crate) fn add_inheritance(
        &mut self,
        site: SiteId,
        bindings: &[Binding],
        parents: &[InheritanceId],
    ) -> InheritanceId {
        let is_open = bindings.iter().any(|binding| binding.value.is_open())
            || parents.iter().any(|&parent| self.inheritances[parent].is_open);
        let bindings = Row::add(&mut self.rows.bindings, bindings.iter().copied());
        let parents = Row::add(&mut self.rows.parents, parents.iter().copied());
        self.inheritances.push(Inheritance { site, bindings, parents, is_open })
    }

    pub(crate) fn is_inheritance_open(&self, id: InheritanceId) -> bool {
        self.inheritances[id].is_open
    }

    pub(crate) fn add_expansion(
        &mut self,
        kind: ExpansionKind,
        bindings: &[Binding],
        outer: Option<ExpansionId>,
    ) -> ExpansionId {
        let bindings = Row::add(&mut self.rows.bindings, bindings.iter().copied());
        self.expansions.push(Expansion { kind, outer, bindings })
    }

    /// Records a class's current state and replaces its earlier state.
    pub(crate) fn set_class(&mut self, class: ClassId, history: &History) {
        let origin = self.origin(history);
        let before = self.classes.grown_to(class, None).replace(origin);
        if before.is_some() {
            self.replaced_classes.push((class, before));
        }
    }

    pub(crate) fn set_record(&mut self, record: RecordId, history: &History) {
        let origin = self.origin(history);
        *self.records.grown_to(record, None) = Some(origin);
    }

    fn origin(&mut self, history: &History) -> Origin {
        let steps = Row::add(&mut self.rows.steps, history.steps.iter().copied());
        let parents = Row::add(&mut self.rows.parents, history.parents.iter().copied());
        Origin { expansion: history.expansion, steps, parents }
    }
}

/// The recorded data for a class or record under construction.
#[derive(Clone, Default, Debug)]
pub(crate) struct History {
    /// Last step for each field, by slot.
    pub(crate) steps: Vec<Option<StepId>>,
    pub(crate) parents: Vec<InheritanceId>,
    pub(crate) expansion: Option<ExpansionId>,
}
