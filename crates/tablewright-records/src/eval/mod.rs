//! Evaluation: from the tree to records.
//!
//! Statements are evaluated in order, each expression to a value at once. What depends on a
//! template parameter, a loop variable or a field stays an *open* value, and is finished in passes
//! that give those names a meaning: when a class is inherited from, a multiclass or an anonymous
//! class instantiated, a loop run (see [`pass`]), and at last when the record is complete (see
//! [`finish`]). The passes, and what each of them can know, are part of the language: they decide
//! which anonymous records exist and how they are numbered.

mod args;
mod bang;
mod bang_check;
mod build;
mod class;
mod convert;
mod def;
mod entry;
mod feed;
mod finish;
mod fold;
mod fold_dag;
mod fold_list;
mod fold_loop;
mod fold_text;
mod foreach;
mod instance;
mod lookup;
mod multiclass;
mod pass;
mod program;
mod prototype;
mod resolve;
mod scope;
mod slice;
mod statement;
mod value;

use std::rc::Rc;
use std::sync::mpsc::Receiver;

use rustc_hash::FxHashMap;
use tablewright_syntax::diagnostic::{Diagnostic, Diagnostics, Severity};
use tablewright_syntax::next_token_pos;
use tablewright_syntax::source::{Pos, SourceMap, Span};
use tablewright_syntax::symbol::{Interner, Symbol};

use crate::load::{CompileMode, LoadOptions};
use crate::store::RecordStore;
use crate::types::TypeId;
use crate::value::ValueId;

use build::{Prototype, ShapeTable};
pub(crate) use feed::{Batch, Feed};

use entry::{Entry, OpenLoop};
use multiclass::Multiclass;
use pass::Resolver;
use scope::Scope;

/// A fault that was reported; what it was found in is given up.
#[derive(Debug)]
pub(crate) struct Reported;

/// The outcome of evaluating something.
pub(crate) type Eval<T> = Result<T, Reported>;

/// How deep evaluation may nest: expressions, resolution, recursive instantiation.
const MAX_DEPTH: u32 = 20_000;

/// After so many errors the rest of the input is not looked at.
const MAX_ERRORS: usize = 20;

/// How large a list an operator may make.
const MAX_ELEMENTS: i64 = 1 << 24;

/// A binding of a `let … in` statement.
#[derive(Clone)]
struct LetBinding {
    name: Symbol,
    /// The bits to set, the lowest first; empty for the whole field.
    bits: Rc<[u32]>,
    value: ValueId,
    pos: Pos,
}

/// A `defset` whose statements are being evaluated.
struct OpenDefset {
    pos: Pos,
    element_type: TypeId,
    elements: Vec<ValueId>,
}

/// Names the evaluator itself compares with.
struct KnownNames {
    name: Symbol,
    empty: Symbol,
}

/// The state of evaluation.
pub(crate) struct Evaluator {
    store: RecordStore,
    /// The symbol of each name that the parser met, by the index of its own symbol.
    tree_names: Vec<Symbol>,
    diagnostics: Diagnostics,
    /// Whether a statement was given up, so that records are missing.
    is_complete: bool,
    warn_unused_template_args: bool,
    known: KnownNames,
    shapes: ShapeTable,
    multiclasses: Vec<Multiclass>,
    multiclass_by_name: FxHashMap<Symbol, usize>,
    type_aliases: FxHashMap<Symbol, TypeId>,
    /// Names whose definition was given up; asking for them is not reported again.
    poisoned: rustc_hash::FxHashSet<Symbol>,
    scopes: Vec<Scope>,
    lets: Vec<LetBinding>,
    /// The `let`s around what comes from the parser, the innermost last.
    open_lets: Vec<statement::OpenLet>,
    loops: Vec<OpenLoop>,
    defsets: Vec<OpenDefset>,
    current_multiclass: Option<usize>,
    /// Classes and records under construction, the innermost last.
    #[expect(clippy::vec_box, reason = "they move between here and the entries of multiclasses")]
    building: Vec<Box<Prototype>>,
    /// What bodies of `!foreach` and the like came to with given values of their variables.
    applied: FxHashMap<fold_loop::Application, ValueId>,
    /// When open values are compiled.
    compile: CompileMode,
    /// How open values are computed, by their index.
    plans: Vec<program::Plan>,
    programs: Vec<Rc<program::Program>>,
    /// The slots of the programs that are running.
    slots: Vec<Option<ValueId>>,
    resolver: Resolver,
    /// Prototypes that are done with, for others to take their place.
    #[expect(clippy::vec_box, reason = "they are used as boxes")]
    spare_prototypes: Vec<Box<Prototype>>,
    /// Operands of operations in progress.
    scratch: Vec<ValueId>,
    anonymous_count: u32,
    /// The names of anonymous records as strings, by number, as far as they were needed.
    anonymous_names: Vec<Option<Symbol>>,
    /// A text that is being put together.
    text: String,
    /// Texts that running programs put together, the one begun last at the end.
    pieces: String,
    sequence: u32,
    depth: u32,
}

/// What evaluation comes to.
pub(crate) struct Evaluated {
    pub(crate) store: RecordStore,
    pub(crate) diagnostics: Diagnostics,
    pub(crate) is_complete: bool,
}

/// Evaluates what comes from the parser.
pub(crate) fn evaluate(batches: Receiver<Batch<'_>>, options: &LoadOptions) -> Evaluated {
    let mut evaluator = Evaluator::new(options);
    evaluator.run(batches);
    evaluator.store.finish();
    Evaluated {
        store: evaluator.store,
        diagnostics: evaluator.diagnostics,
        is_complete: evaluator.is_complete,
    }
}

impl Evaluator {
    fn new(options: &LoadOptions) -> Evaluator {
        let mut symbols = Interner::new();
        let known = KnownNames { name: symbols.intern("NAME"), empty: symbols.intern("") };
        Evaluator {
            store: RecordStore::new(symbols, SourceMap::new()),
            tree_names: Vec::new(),
            diagnostics: Diagnostics::new(),
            is_complete: true,
            warn_unused_template_args: options.warn_unused_template_args,
            known,
            shapes: ShapeTable::default(),
            multiclasses: Vec::new(),
            multiclass_by_name: FxHashMap::default(),
            type_aliases: FxHashMap::default(),
            poisoned: rustc_hash::FxHashSet::default(),
            scopes: vec![Scope::block()],
            lets: Vec::new(),
            open_lets: Vec::new(),
            loops: Vec::new(),
            defsets: Vec::new(),
            current_multiclass: None,
            building: Vec::new(),
            applied: FxHashMap::default(),
            compile: options.compile,
            plans: Vec::new(),
            programs: Vec::new(),
            slots: Vec::new(),
            resolver: Resolver::default(),
            spare_prototypes: Vec::new(),
            scratch: Vec::new(),
            anonymous_count: 0,
            anonymous_names: Vec::new(),
            text: String::new(),
            pieces: String::new(),
            sequence: 0,
            depth: 0,
        }
    }

    /// Does something that may fail without giving up what it stands in: a fault leaves the state
    /// as it was before.
    fn attempt<T>(&mut self, work: impl FnOnce(&mut Evaluator) -> Eval<T>) -> Option<T> {
        let depth = self.depth;
        let (scopes, building) = (self.scopes.len(), self.building.len());
        let (scratch, slots) = (self.scratch.len(), self.slots.len());
        let pass = self.resolver.mark();
        let (lets, loops, defsets) = (self.lets.len(), self.loops.len(), self.defsets.len());
        let multiclass = self.current_multiclass;
        match work(self) {
            Ok(result) => Some(result),
            Err(Reported) => {
                self.depth = depth;
                self.scopes.truncate(scopes);
                self.building.truncate(building);
                self.scratch.truncate(scratch);
                self.slots.truncate(slots);
                self.resolver.return_to(pass);
                self.lets.truncate(lets);
                self.loops.truncate(loops);
                self.defsets.truncate(defsets);
                self.current_multiclass = multiclass;
                None
            }
        }
    }

    /// Reports an error at a place.
    fn error(&mut self, pos: Pos, message: impl Into<String>) -> Reported {
        self.diagnostics.error(pos, message);
        Reported
    }

    /// Reports an error at the record under construction, with the `defm`s that led to it.
    fn error_here(&mut self, message: impl Into<String>) -> Reported {
        let places = self.building.last().map_or(&[][..], |b| &b.positions);
        let places = places.to_vec();
        self.error_at(&places, message);
        Reported
    }

    /// Reports an error at the first of some places, the rest being its expansion trail.
    fn error_at(&mut self, places: &[Pos], message: impl Into<String>) -> &mut Diagnostic {
        let diagnostic = Diagnostic::new(Severity::Error, places.first().copied(), message);
        self.diagnostics.push(diagnostic).trail(places.iter().skip(1).copied())
    }

    /// The token after something: where a fault is placed that shows only when it has been read.
    fn after(&self, span: Span) -> Pos {
        next_token_pos(&self.store.sources, span.hi)
    }

    /// Counts a level of nesting; [`Self::leave`] ends it.
    fn enter(&mut self) -> Eval<()> {
        self.enter_levels(1)
    }

    fn enter_levels(&mut self, levels: u32) -> Eval<()> {
        self.depth += levels;
        if self.depth <= MAX_DEPTH {
            return Ok(());
        }
        self.depth = 0;
        Err(self.error_here(format!("evaluation nests deeper than {MAX_DEPTH} levels")))
    }

    fn leave(&mut self) {
        self.leave_levels(1);
    }

    fn leave_levels(&mut self, levels: u32) {
        self.depth = self.depth.saturating_sub(levels);
    }

    fn intern(&mut self, text: &str) -> Symbol {
        self.store.symbols.intern(text)
    }

    fn str(&self, symbol: Symbol) -> &str {
        self.store.str(symbol)
    }

    fn new_anonymous_name(&mut self) -> ValueId {
        let number = self.anonymous_count;
        self.anonymous_count += 1;
        self.store.values.new_anonymous_name(number)
    }

    fn next_sequence(&mut self) -> u32 {
        self.sequence += 1;
        self.sequence
    }

    /// Adds an entry where the statement that made it stands: to the innermost loop, else the
    /// multiclass being defined, else the records.
    fn add_entry(&mut self, entry: Entry) -> Eval<()> {
        if let Some(open) = self.loops.last_mut() {
            open.entries.push(entry);
            return Ok(());
        }
        match (entry, self.current_multiclass) {
            (Entry::Loop(repeat), current) => {
                let mut out = current.map(|_| Vec::new());
                self.run_loop(&repeat, &mut Vec::new(), current.is_none(), out.as_mut())?;
                if let (Some(current), Some(out)) = (current, out) {
                    self.multiclasses[current].add_entries(out);
                }
                Ok(())
            }
            (entry, Some(current)) => {
                self.multiclasses[current].add_entries([entry]);
                Ok(())
            }
            (Entry::Assertion(assertion), None) => {
                self.check_assertion(assertion);
                Ok(())
            }
            (Entry::Dump(dump), None) => {
                self.print_dump(dump);
                Ok(())
            }
            (Entry::Record(prototype), None) => self.finish_def(prototype),
        }
    }

    /// As [`Self::add_entry`], for the record that was put together last.
    fn add_record(&mut self, prototype: Box<Prototype>) -> Eval<()> {
        if self.loops.is_empty() && self.current_multiclass.is_none() {
            return self.finish_def(prototype);
        }
        self.add_entry(Entry::Record(prototype))
    }
}
