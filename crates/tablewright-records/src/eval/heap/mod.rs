//! The records, classes, types and values of a run during evaluation.
//!
//! The heap is the [`RecordStore`] under construction with what is needed beside it only until
//! evaluation ends. What needs nothing else is a method of the heap, wherever it stands: the types of
//! values and their conversions here, what operators compute in [`operators`](super::operators). Such
//! a method reports no error: it returns the message.

mod common_type;
mod convert;
mod current_tree;
mod rewind;
mod shapes;

use std::collections::HashMap;

use rustc_hash::FxBuildHasher;
use tablewright_syntax::next_token_pos;
use tablewright_syntax::source::{Pos, SourceMap, Span};
use tablewright_syntax::symbol::{Interner, Symbol};
use tablewright_syntax::tree::{Id, NameSyntax, SourceText};
use tablewright_text::append;

use super::checkpoint::Permanent;
use crate::ids::{ClassId, RecordId};
use crate::record::RecordData;
use crate::release::{Feature, FeatureAnswers, SelectedRelease};
use crate::store::RecordStore;
use crate::value::{InstanceArg, Value, ValueId};

pub(crate) use convert::Search;
pub(crate) use current_tree::{CurrentTree, FilePart};
pub(crate) use rewind::HeapPoint;
pub(crate) use shapes::Inherited;
use shapes::ShapeTable;

/// What stands for the first value of a record whose fields are not in the store yet.
pub(crate) const UNFINISHED: u32 = u32::MAX;

/// Names the evaluator itself compares with.
#[derive(Clone)]
pub(crate) struct WellKnownNames {
    /// `NAME`
    pub(crate) name: Symbol,
    pub(crate) empty: Symbol,
}

/// The positions of instances that wait for their arguments.
pub(crate) type InstancePositions = HashMap<ValueId, Pos, FxBuildHasher>;

#[derive(Clone)]
pub(crate) struct Heap {
    pub(crate) store: RecordStore,
    pub(crate) shapes: ShapeTable,
    pub(crate) well_known: WellKnownNames,
    /// The tree that is being evaluated.
    pub(crate) trees: CurrentTree,
    anonymous_count: u32,
    /// The names of anonymous records as strings, by number, as far as they were needed.
    anonymous_names: Vec<Option<Symbol>>,
    last_sequence: u32,
    /// A string while it is computed: kept so that it need not be allocated each time.
    pub(crate) text_buffer: String,
    /// Where each `CLASS<args>` that waits for its arguments was first written.
    pub(crate) instance_positions: InstancePositions,
    /// What evaluation asked of the release.
    pub(crate) answers: FeatureAnswers,
}

// What is interned, and what shapes there are, stays true after an error. Numbers that were given
// away are not given again, as in the reference.
impl Permanent for Heap {}

impl Heap {
    pub(crate) fn new(release: SelectedRelease) -> Heap {
        let mut symbols = Interner::new();
        let well_known = WellKnownNames { name: symbols.intern("NAME"), empty: symbols.intern("") };
        Heap {
            store: RecordStore::new(symbols, SourceMap::new(), release),
            shapes: ShapeTable::default(),
            well_known,
            trees: CurrentTree::default(),
            anonymous_count: 0,
            anonymous_names: Vec::new(),
            last_sequence: 0,
            text_buffer: String::new(),
            instance_positions: HashMap::default(),
            answers: FeatureAnswers::default(),
        }
    }

    /// Whether the release that the input belongs to, as far as its marks have been read, has a
    /// feature. If a later mark contradicts the answer, the input is read again.
    pub(crate) fn has(&mut self, feature: Feature) -> bool {
        self.answers.has(self.store.release(), feature)
    }

    /// Goes on with a part of a tree.
    pub(crate) fn begin_part(&mut self, part: FilePart) {
        self.trees.begin(part, &mut self.store.symbols);
    }

    /// Goes on with another tree: the next part is its first.
    pub(crate) fn begin_tree(&mut self) {
        self.trees = CurrentTree::default();
    }

    /// The symbol of a name in the tree.
    #[inline]
    pub(crate) fn symbol(&self, name: NameSyntax) -> Symbol {
        self.trees.symbol(name)
    }

    /// The symbol of the contents of a long literal, which stand in its file.
    pub(crate) fn long_text(&mut self, text: Id<SourceText>) -> Symbol {
        let SourceText { start, len } = self.trees.get(text);
        let text = self.store.sources.text(start, len);
        self.store.symbols.intern(text)
    }

    pub(crate) fn intern(&mut self, text: &str) -> Symbol {
        self.store.symbols.intern(text)
    }

    pub(crate) fn str(&self, symbol: Symbol) -> &str {
        self.store.str(symbol)
    }

    /// The token after something: where an error is placed that shows only when it has been read.
    pub(crate) fn after(&self, span: Span) -> Pos {
        next_token_pos(&self.store.sources, span.hi)
    }

    /// `CLASS<args>` as a value that waits for its arguments. `pos` is where it is written.
    pub(crate) fn waiting_instance(
        &mut self,
        class: ClassId,
        args: &[InstanceArg],
        pos: Pos,
    ) -> ValueId {
        let instance = self.store.values.instance(class, args);
        self.instance_positions.entry(instance).or_insert(pos);
        instance
    }

    /// Where a `CLASS<args>` that waits for its arguments was first written.
    pub(crate) fn instance_pos(&self, instance: ValueId) -> Pos {
        self.instance_positions[&instance]
    }

    /// The record or global variable of that name.
    pub(crate) fn global(&mut self, name: Symbol) -> Option<ValueId> {
        if let Some(record) = self.store.names.defs.get(name) {
            return Some(self.store.values.def(record));
        }
        self.store.names.globals.get(&name).copied()
    }

    /// The rank of the record or class that is begun now.
    pub(crate) fn next_sequence(&mut self) -> u32 {
        self.last_sequence += 1;
        self.last_sequence
    }

    pub(crate) fn new_anonymous_name(&mut self) -> ValueId {
        let number = self.anonymous_count;
        self.anonymous_count += 1;
        self.store.values.new_anonymous_name(number)
    }

    /// The name of an anonymous record as a string.
    pub(crate) fn anonymous_name(&mut self, number: u32) -> Symbol {
        let index = number as usize;
        if let Some(&Some(name)) = self.anonymous_names.get(index) {
            return name;
        }
        self.text_buffer.clear();
        self.text_buffer.push_str("anonymous_");
        append!(&mut self.text_buffer, number);
        let name = self.store.symbols.intern(&self.text_buffer);
        if index >= self.anonymous_names.len() {
            // In powers of two, since records mostly ask for the next number.
            self.anonymous_names.resize((index + 1).next_power_of_two(), None);
        }
        self.anonymous_names[index] = Some(name);
        name
    }

    /// The name of an anonymous record as a string value, other values as they are.
    pub(crate) fn name_as_string(&mut self, name: ValueId) -> ValueId {
        let Value::AnonymousName(number) = self.store.value(name) else { return name };
        let text = self.anonymous_name(number);
        self.store.values.string(text)
    }

    /// The text of a name that may not be a string yet.
    pub(crate) fn name_so_far(&mut self, name: ValueId) -> Symbol {
        if let Value::String(text) = self.store.value(name) {
            return text;
        }
        if let Value::AnonymousName(number) = self.store.value(name) {
            return self.anonymous_name(number);
        }
        let text = self.store.unquoted_text(name);
        self.intern(&text)
    }

    /// The value of a field of a record, if that is finished.
    #[inline]
    pub(crate) fn finished_field(&self, record: RecordId, field: Symbol) -> Option<ValueId> {
        let data = &self.store.tables.records[record];
        if data.first_value == UNFINISHED {
            return None;
        }
        self.field_in_row(data, field)
    }

    /// The value of a field of a finished record.
    #[inline]
    pub(crate) fn field_in_row(&self, data: &RecordData, field: Symbol) -> Option<ValueId> {
        let slot = self.store.tables.shapes[data.shape].slot(field)?;
        Some(self.store.tables.field_values[data.first_value as usize + slot])
    }
}
