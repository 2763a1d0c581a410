//! Definitions of names, and their uses.

use rustc_hash::FxHashMap;
use tablewright_index::{IndexVec, define_index};
use tablewright_syntax::MacroUse;
use tablewright_syntax::source::{Pos, Span};
use tablewright_syntax::symbol::{Interner, Symbol};

use crate::ids::RecordId;
use crate::rewind::{LoggedMap, Rewind};

define_index! {
    /// A [`Definition`].
    pub struct DefinitionId;
}

/// What a name can stand for.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum DefinitionKind {
    /// A class.
    Class,
    /// A multiclass.
    Multiclass,
    /// A record, or all those that one `def` creates.
    Record,
    /// A field, where it is declared first.
    Field,
    /// A template parameter.
    Parameter,
    /// A variable of `defvar`, `foreach`, `defset` or an operator such as `!foreach`.
    Variable,
    /// A name of a type, made by `deftype`.
    TypeAlias,
    /// A macro of the preprocessor, where it is defined first.
    Macro,
}

/// The definition of a name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Definition {
    /// What it defines.
    pub kind: DefinitionKind,
    /// The name.
    pub name: Symbol,
    /// The class, multiclass or record that it belongs to.
    pub owner: Option<Symbol>,
    /// Where the name stands.
    pub span: Span,
}

/// The kinds of [`Use`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum UseKind {
    /// Its value is read.
    Read,
    /// A `let` sets it.
    Override,
    /// A class, record or multiclass inherits from it.
    Inherit,
    /// A `defm` or a value such as `CLASS<1>` makes records of it.
    Instantiate,
    /// An argument is given for it by its name.
    Argument,
    /// It stands for a type.
    Type,
    /// A directive asks whether the macro is defined, or defines it again.
    Macro,
}

impl UseKind {
    /// How many kinds there are.
    pub const COUNT: usize = UseKind::Macro as usize + 1;
}

/// A use of a name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Use {
    /// Where it stands.
    pub span: Span,
    /// What it refers to.
    pub definition: DefinitionId,
    /// What it is for.
    pub kind: UseKind,
}

/// A field of a record that an expression reads.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct FieldRead {
    /// Where the name of the field stands.
    pos: Pos,
    record: RecordId,
}

/// All definitions and uses of names.
#[derive(Clone, Default, Debug)]
pub struct Names {
    definitions: IndexVec<DefinitionId, Definition>,
    by_pos: LoggedMap<Pos, DefinitionId>,
    /// Definitions of classes that replaced their declarations, which were these.
    declarations: Vec<(DefinitionId, Definition)>,
    /// In the order of evaluation, until they are put in that of their positions.
    uses: Vec<Use>,
    /// The uses in the order of evaluation, where that is going to go on.
    evaluated: Vec<Use>,
    /// In the order of evaluation.
    field_reads: Vec<FieldRead>,
}

/// Reading.
impl Names {
    /// The definition of that id.
    pub fn definition(&self, id: DefinitionId) -> &Definition {
        &self.definitions[id]
    }

    /// All definitions, in the order in which they were evaluated.
    pub fn definitions(&self) -> impl Iterator<Item = (DefinitionId, &Definition)> {
        self.definitions.iter_enumerated()
    }

    /// The definition whose name stands at `pos`.
    pub fn definition_at(&self, pos: Pos) -> Option<DefinitionId> {
        self.by_pos.get(&pos).copied()
    }

    /// All uses, in the order of their positions, each once.
    pub fn uses(&self) -> &[Use] {
        &self.uses
    }

    /// The uses of a definition, in the order of their positions.
    pub fn uses_of(&self, definition: DefinitionId) -> impl Iterator<Item = &Use> {
        self.uses.iter().filter(move |used| used.definition == definition)
    }
}

/// Fields of records.
impl Names {
    /// The records whose field an expression such as `R0.Number` or `!cast<A>("R0").Number` reads, which has the name of
    /// the field at `pos`, in the order of evaluation: those that were finished when the expression was evaluated first.
    pub fn records_read_at(&self, pos: Pos) -> impl Iterator<Item = RecordId> {
        let at = self.field_reads.iter().filter(move |read| read.pos == pos);
        at.map(|read| read.record)
    }

    pub(crate) fn add_field_read(&mut self, pos: Pos, record: RecordId) {
        let read = FieldRead { pos, record };
        if self.field_reads.last() != Some(&read) {
            self.field_reads.push(read);
        }
    }
}

/// Recording.
impl Names {
    /// Adds a definition. One that is at this position already stays: a field may be declared by each
    /// record of a loop.
    pub(crate) fn define(&mut self, definition: Definition) -> DefinitionId {
        let definitions = &mut self.definitions;
        self.by_pos.get_or_insert_with(definition.span.lo, || definitions.push(definition))
    }

    /// Adds the definition of a class that was perhaps declared at `forward` before: they are one.
    pub(crate) fn define_again(&mut self, forward: Option<Pos>, definition: Definition) {
        let Some(&id) = forward.and_then(|pos| self.by_pos.get(&pos)) else {
            self.define(definition);
            return;
        };
        self.by_pos.insert(definition.span.lo, id);
        let declaration = std::mem::replace(&mut self.definitions[id], definition);
        self.declarations.push((id, declaration));
    }

    pub(crate) fn add_use(&mut self, span: Span, definition: DefinitionId, kind: UseKind) {
        let used = Use { span, definition, kind };
        // A `let` around many records sets the same field of each.
        if self.uses.last() != Some(&used) {
            self.uses.push(used);
        }
    }

    /// Adds the macros of the preprocessor. Those that the input does not define, such as those of a
    /// command line, have no definition, and so no uses.
    pub(crate) fn add_macros(&mut self, symbols: &mut Interner, macros: &[MacroUse]) {
        let mut defined: FxHashMap<Symbol, DefinitionId> = FxHashMap::default();
        for used in macros.iter().filter(|used| used.is_definition) {
            let (kind, name) = (DefinitionKind::Macro, symbols.intern(&used.name));
            let definition = Definition { kind, name, owner: None, span: used.span };
            defined.entry(name).or_insert_with(|| self.define(definition));
        }
        for used in macros {
            let definition = defined.get(&symbols.intern(&used.name)).copied();
            let is_first = |id| self.definitions[id].span == used.span;
            if let Some(id) = definition.filter(|&id| !is_first(id)) {
                self.add_use(used.span, id, UseKind::Macro);
            }
        }
        self.finish();
    }

    /// Puts the uses in order.
    pub(crate) fn finish(&mut self) {
        self.uses.sort_by_key(|used| (used.span.lo, used.span.hi, used.definition, used.kind));
        self.uses.dedup();
    }

    /// Keeps the order of evaluation, to which [`Self::return_to_evaluation`] returns.
    pub(crate) fn keep_evaluation_order(&mut self) {
        self.evaluated.clone_from(&self.uses);
    }

    /// Puts the uses back in the order of evaluation, without those that came later.
    pub(crate) fn return_to_evaluation(&mut self) {
        self.uses = std::mem::take(&mut self.evaluated);
    }
}

/// How many definitions and uses there are.
#[derive(Clone, Copy)]
pub(crate) struct NamesPoint {
    definitions: usize,
    by_pos: usize,
    declarations: usize,
    uses: usize,
    field_reads: usize,
}

impl Rewind for Names {
    type Point = NamesPoint;

    fn point(&self) -> NamesPoint {
        let Names { definitions, by_pos, declarations, uses, evaluated: _, field_reads } = self;
        NamesPoint {
            definitions: definitions.len(),
            by_pos: by_pos.point(),
            declarations: declarations.len(),
            uses: uses.len(),
            field_reads: field_reads.len(),
        }
    }

    fn rewind(&mut self, point: &NamesPoint) {
        let Names { definitions, by_pos, declarations, uses, evaluated: _, field_reads } = self;
        for (id, declaration) in declarations.drain(point.declarations..).rev() {
            definitions[id] = declaration;
        }
        definitions.truncate(point.definitions);
        by_pos.rewind(&point.by_pos);
        uses.truncate(point.uses);
        field_reads.truncate(point.field_reads);
    }
}
