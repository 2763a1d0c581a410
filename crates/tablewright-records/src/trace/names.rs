//! Name definitions and their uses.

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

/// The kind of item that a name refers to.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum DefinitionKind {
    /// A class.
    Class,
    /// A multiclass.
    Multiclass,
    /// A record, or all records that one `def` creates.
    Record,
    /// A field, at its first declaration.
    Field,
    /// A template parameter.
    Parameter,
    /// A variable in `defvar`, `foreach`, `defset` or an operator such as `!foreach`.
    Variable,
    /// A type name, defined by `deftype`.
    TypeAlias,
    /// A preprocessor macro, at its first definition.
    Macro,
}

/// The definition of a name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Definition {
    /// Kind of the defined item.
    pub kind: DefinitionKind,
    /// The name.
    pub name: Symbol,
    /// The class, multiclass or record that it belongs to.
    pub owner: Option<Symbol>,
    /// Name span.
    pub span: Span,
}

/// The kinds of [`Use`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum UseKind {
    /// The value is read.
    Read,
    /// A `let` sets the field.
    Override,
    /// A class, record or multiclass inherits from the class or multiclass.
    Inherit,
    /// Instantiation, by a `defm` or a value such as `CLASS<1>`.
    Instantiate,
    /// A named argument sets the parameter.
    Argument,
    /// Use as a type.
    Type,
    /// Test or repeated definition of a macro in a directive.
    Macro,
}

impl UseKind {
    /// Number of kinds.
    pub const COUNT: usize = UseKind::Macro as usize + 1;
}

/// The use of a name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Use {
    /// Use span.
    pub span: Span,
    /// Definition that the name refers to.
    pub definition: DefinitionId,
    /// Purpose of the use.
    pub kind: UseKind,
}

/// A record field that an expression reads.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct FieldRead {
    /// Field name position.
    pos: Pos,
    record: RecordId,
}

/// All definitions and uses of names.
#[derive(Clone, Default, Debug)]
pub struct TraceNames {
    definitions: IndexVec<DefinitionId, Definition>,
    by_pos: LoggedMap<Pos, DefinitionId>,
    /// Class declarations that were replaced by definitions.
    declarations: Vec<(DefinitionId, Definition)>,
    /// Uses in evaluation order, until they are sorted by position.
    uses: Vec<Use>,
    /// Uses in evaluation order, kept if evaluation will resume.
    evaluated: Vec<Use>,
    /// Field reads in evaluation order.
    field_reads: Vec<FieldRead>,
}

/// Queries.
impl TraceNames {
    /// Returns the definition with this id.
    pub fn definition(&self, id: DefinitionId) -> &Definition {
        &self.definitions[id]
    }

    /// Iterates over all definitions in evaluation order.
    pub fn definitions(&self) -> impl Iterator<Item = (DefinitionId, &Definition)> {
        self.definitions.iter_enumerated()
    }

    /// Returns the definition whose name is at `pos`.
    pub fn definition_at(&self, pos: Pos) -> Option<DefinitionId> {
        self.by_pos.get(&pos).copied()
    }

    /// Returns all uses, sorted by position, without duplicates.
    pub fn uses(&self) -> &[Use] {
        &self.uses
    }

    /// Iterates over the uses of a definition, sorted by position.
    pub fn uses_of(&self, definition: DefinitionId) -> impl Iterator<Item = &Use> {
        self.uses.iter().filter(move |used| used.definition == definition)
    }
}

/// Fields read from records.
impl TraceNames {
    /// Iterates over the records read at `pos`, the position of the field name in an expression such as `R0.Number` or
    /// `!cast<A>("R0").Number`. They are in evaluation order. Records that were finished when the expression was
    /// evaluated come first.
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
impl TraceNames {
    /// Adds a definition. An existing definition at this position is kept: a field may be declared by each record in
    /// a loop.
    pub(crate) fn define(&mut self, definition: Definition) -> DefinitionId {
        let definitions = &mut self.definitions;
        self.by_pos.get_or_insert_with(definition.span.lo, || definitions.push(definition))
    }

    /// Adds a class definition. If the class was declared earlier at `forward`, both are one definition.
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
        // A `let` around many records sets the same field in each record.
        if self.uses.last() != Some(&used) {
            self.uses.push(used);
        }
    }

    /// Adds preprocessor macros. Macros from outside the input, such as the command line, have no definition, and so
    /// no uses.
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
        self.uses.sort_by_key(|used| (used.span.lo, used.span.hi, used.definition, used.kind));
        self.uses.dedup();
    }

    /// Saves the evaluation order for [`Self::return_to_evaluation`].
    pub(crate) fn keep_evaluation_order(&mut self) {
        self.evaluated.clone_from(&self.uses);
    }

    /// Restores the uses in evaluation order, without uses that were added later.
    pub(crate) fn return_to_evaluation(&mut self) {
        self.uses = std::mem::take(&mut self.evaluated);
    }
}

/// Numbers of definitions and uses.
#[derive(Clone, Copy)]
pub(crate) struct NamesPoint {
    definitions: usize,
    by_pos: usize,
    declarations: usize,
    uses: usize,
    field_reads: usize,
}

impl Rewind for TraceNames {
    type Point = NamesPoint;

    fn point(&self) -> NamesPoint {
        let TraceNames { definitions, by_pos, declarations, uses, evaluated: _, field_reads } =
            self;
        NamesPoint {
            definitions: definitions.len(),
            by_pos: by_pos.point(),
            declarations: declarations.len(),
            uses: uses.len(),
            field_reads: field_reads.len(),
        }
    }

    fn rewind(&mut self, point: &NamesPoint) {
        let TraceNames { definitions, by_pos, declarations, uses, evaluated: _, field_reads } =
            self;
        for (id, declaration) in declarations.drain(point.declarations..).rev() {
            definitions[id] = declaration;
        }
        definitions.truncate(point.definitions);
        by_pos.rewind(&point.by_pos);
        uses.truncate(point.uses);
        field_reads.truncate(point.field_reads);
    }
}
