//! The heap: records, classes, types and values during evaluation.
//!
//! The heap consists of the [`RecordStore`] under construction, and of data needed only until evaluation ends.
//! Functions that need no other state are methods of the heap, in any module: for example type conversions in this
//! module, and the results of operators in [`operators`](super::operators). Such a method reports no error. It returns
//! the error message.

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

/// First value index of a record whose fields are not in the store yet.
pub(crate) const UNFINISHED: u32 = u32::MAX;

/// Names that the evaluator itself compares with.
#[derive(Clone)]
pub(crate) struct WellKnownNames {
    /// `NAME`
    pub(crate) name: Symbol,
    pub(crate) empty: Symbol,
}

/// Positions of instances that wait for their arguments.
pub(crate) type InstancePositions = HashMap<ValueId, Pos, FxBuildHasher>;

#[derive(Clone)]
pub(crate) struct Heap {
    pub(crate) store: RecordStore,
    pub(crate) shapes: ShapeTable,
    pub(crate) well_known: WellKnownNames,
    /// The current syntax tree.
    pub(crate) trees: CurrentTree,
    anonymous_count: u32,
    /// Names of anonymous records as strings, by number. `None` if a name was not needed yet.
    anonymous_names: Vec<Option<Symbol>>,
    last_sequence: u32,
    /// Buffer for strings under construction, reused to avoid allocations.
    pub(crate) text_buffer: String,
    /// Position at which each `CLASS<args>` that waits for its arguments was first written.
    pub(crate) instance_positions: InstancePositions,
    /// The release features that evaluation queried, with the answers.
    pub(crate) answers: FeatureAnswers,
}

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

    /// Returns whether the input's release has a feature. The release is detected from the input read so far. If later
    /// input contradicts the answer, the input is read again.
    pub(crate) fn has(&mut self, feature: Feature) -> bool {
        self.answers.has(self.store.release(), feature)
    }

    /// Continues with a part of the tree.
    pub(crate) fn begin_part(&mut self, part: FilePart) {
        self.trees.begin(part, &mut self.store.symbols);
    }

    /// Starts a new tree: the next part is its first part.
    pub(crate) fn begin_tree(&mut self) {
        self.trees = CurrentTree::default();
    }

    /// Returns the symbol for a name in the tree.
    #[inline]
    pub(crate) fn symbol(&self, name: NameSyntax) -> Symbol {
        self.trees.symbol(name)
    }

    /// Returns the symbol for a long literal's text, which is read from its file.
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

    /// Returns the position of the token after `span`, for an error that is detected only when that token has been
    /// read.
    pub(crate) fn after(&self, span: Span) -> Pos {
        next_token_pos(&self.store.sources, span.hi)
    }

    /// Returns `CLASS<args>` as a value that waits for its arguments. `pos` is its position in the input.
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

    /// Returns the position at which a `CLASS<args>` that waits for its arguments was first written.
    pub(crate) fn instance_pos(&self, instance: ValueId) -> Pos {
        self.instance_positions[&instance]
    }

    /// Returns the record or global variable named `name`.
    pub(crate) fn global(&mut self, name: Symbol) -> Option<ValueId> {
        if let Some(record) = self.store.names.defs.get(name) {
            return Some(self.store.values.def(record));
        }
        self.store.names.globals.get(&name).copied()
    }

    /// Returns the rank for the next record or class.
    pub(crate) fn next_sequence(&mut self) -> u32 {
        self.last_sequence += 1;
        self.last_sequence
    }

    pub(crate) fn new_anonymous_name(&mut self) -> ValueId {
        let number = self.anonymous_count;
        self.anonymous_count += 1;
        self.store.values.new_anonymous_name(number)
    }

    /// Returns an anonymous record's name as a string.
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
            // The size is a power of two, since the numbers usually increase by 1.
            self.anonymous_names.resize((index + 1).next_power_of_two(), None);
        }
        self.anonymous_names[index] = Some(name);
        name
    }

    /// Converts an anonymous record's name to a string value. Returns other values unchanged.
    pub(crate) fn name_as_string(&mut self, name: ValueId) -> ValueId {
        let Value::AnonymousName(number) = self.store.value(name) else { return name };
        let text = self.anonymous_name(number);
        self.store.values.string(text)
    }

    /// Returns the text of a name that may not be a string yet.
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

    /// Returns a record's field value, if the record is finished.
    #[inline]
    pub(crate) fn finished_field(&self, record: RecordId, field: Symbol) -> Option<ValueId> {
        let data = &self.store.tables.records[record];
        if data.first_value == UNFINISHED {
            return None;
        }
        self.field_in_row(data, field)
    }

    /// Returns a finished record's field value.
    #[inline]
    pub(crate) fn field_in_row(&self, data: &RecordData, field: Symbol) -> Option<ValueId> {
        let slot = self.store.tables.shapes[data.shape].slot(field)?;
        Some(self.store.tables.field_values[data.first_value as usize + slot])
    }
}
