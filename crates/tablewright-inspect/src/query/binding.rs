//! Name resolution in queries.

use std::cell::Cell;

use tablewright_index::IndexVec;
use tablewright_records::{ClassId, Record, RecordId, RecordStore, ShapeId, ValueId};
use tablewright_syntax::similar::most_similar;
use tablewright_syntax::symbol::Symbol;

use super::error::QueryError;
use super::language::{Name, NameId, NameRole, Names};

/// The meaning of a name in a query.
#[derive(Clone, Copy, Debug)]
enum QueryBinding {
    /// A field or dag argument. `None` if the description does not contain the name.
    Part(Option<Symbol>),
    Record(RecordId),
    Class(ClassId),
}

/// Whether a named part was found in the values that the path reaches.
#[derive(Clone, Copy, Debug)]
enum PartUse {
    Unused,
    /// Not found yet. Contains the first record or dag that lacks it.
    MissingIn(BoundValue),
    Found,
}

/// A value with named parts.
#[derive(Clone, Copy, Debug)]
pub(super) enum BoundValue {
    Record(RecordId),
    Dag(ValueId),
}

/// The meanings of all names in a query.
pub(super) struct Bindings<'q> {
    names: &'q Names,
    bindings: IndexVec<NameId, QueryBinding>,
    uses: IndexVec<NameId, Cell<PartUse>>,
}

impl<'q> Bindings<'q> {
    /// Resolves the names in a query.
    ///
    /// # Errors
    /// If the description does not have a record or class with the name.
    pub(super) fn new(store: &RecordStore, names: &'q Names) -> Result<Bindings<'q>, QueryError> {
        let mut bindings = IndexVec::with_capacity(names.len());
        for name in names.iter() {
            bindings.push(bind(store, name)?);
        }
        let uses = IndexVec::from_elem(Cell::new(PartUse::Unused), names);
        Ok(Bindings { names, bindings, uses })
    }

    pub(super) fn symbol(&self, name: NameId) -> Option<Symbol> {
        match self.bindings[name] {
            QueryBinding::Part(symbol) => symbol,
            QueryBinding::Record(_) | QueryBinding::Class(_) => None,
        }
    }

    pub(super) fn record(&self, name: NameId) -> Option<RecordId> {
        match self.bindings[name] {
            QueryBinding::Record(record) => Some(record),
            QueryBinding::Part(_) | QueryBinding::Class(_) => None,
        }
    }

    pub(super) fn class(&self, name: NameId) -> Option<ClassId> {
        match self.bindings[name] {
            QueryBinding::Class(class) => Some(class),
            QueryBinding::Part(_) | QueryBinding::Record(_) => None,
        }
    }

    /// Records whether `whole` has the part.
    pub(super) fn remember(&self, name: NameId, whole: BoundValue, is_found: bool) {
        let use_ = &self.uses[name];
        match use_.get() {
            _ if is_found => use_.set(PartUse::Found),
            PartUse::Unused => use_.set(PartUse::MissingIn(whole)),
            PartUse::MissingIn(_) | PartUse::Found => {}
        }
    }

    /// Checks that the first field of each path exists in at least one example.
    ///
    /// # Errors
    /// If a field does not exist.
    pub(super) fn check_fields(&self, examples: &[Record<'_>]) -> Result<(), QueryError> {
        if examples.is_empty() {
            return Ok(());
        }
        for (id, name) in self.names.iter_enumerated().filter(|(_, n)| n.role == NameRole::Field) {
            let has = |record: &Record<'_>| {
                self.symbol(id).is_some_and(|symbol| record.slot_of(symbol).is_some())
            };
            if examples.iter().any(has) {
                continue;
            }
            let similar = most_similar(&name.text, examples.iter().copied().flat_map(field_names));
            let what = format!("none of the records has a field '{}'", name.text);
            return Err(unknown(name, what, similar));
        }
        Ok(())
    }

    /// Checks that each part was found at least once, if it was looked for.
    ///
    /// # Errors
    /// If a part was not found.
    pub(super) fn check_parts(&self, store: &RecordStore) -> Result<(), QueryError> {
        for (id, name) in self.names.iter_enumerated().filter(|(_, n)| n.role == NameRole::Part) {
            let PartUse::MissingIn(whole) = self.uses[id].get() else { continue };
            return Err(match whole {
                BoundValue::Record(record) => {
                    let record = store.record(record);
                    let what = format!(
                        "'{}' is not a field of the records that the path reaches, for example '{}'",
                        name.text,
                        record.name()
                    );
                    unknown(name, what, most_similar(&name.text, field_names(record)))
                }
                BoundValue::Dag(dag) => {
                    let text = store.value_text(dag);
                    let what = format!(
                        "'{}' is not an argument of the dags that the path reaches, for example {text}",
                        name.text
                    );
                    let names = store.value(dag).as_dag().into_iter().flat_map(|dag| dag.args);
                    let names = names.filter_map(|argument| argument.name);
                    let names = names.map(|name| store.str(name));
                    unknown(name, what, most_similar(&name.text, names))
                }
            });
        }
        Ok(())
    }
}

/// Returns a record for each shape (set of classes and fields), in order.
pub(super) fn example_of_each_shape<'s>(
    store: &'s RecordStore,
    records: &[Record<'s>],
) -> Vec<Record<'s>> {
    let mut is_seen: IndexVec<ShapeId, bool> = IndexVec::from_elem_n(false, store.shape_count());
    let is_new = |record: &&Record<'s>| !std::mem::replace(&mut is_seen[record.shape_id()], true);
    records.iter().filter(is_new).copied().collect()
}

/// Iterates over the field names of a record.
pub(super) fn field_names<'s>(record: Record<'s>) -> impl Iterator<Item = &'s str> {
    record.fields().map(move |field| record.store().str(field.name))
}

fn unknown(name: &Name, message: String, similar: Option<&str>) -> QueryError {
    QueryError::unknown_name(name.part, &name.source, name.span.clone(), message, similar)
}

fn bind(store: &RecordStore, name: &Name) -> Result<QueryBinding, QueryError> {
    let text = name.text.as_str();
    match name.role {
        NameRole::Field | NameRole::Part => Ok(QueryBinding::Part(store.symbols().get(text))),
        NameRole::Record => {
            let record = store.find_record(text).map(QueryBinding::Record);
            record.ok_or_else(|| unknown_record(store, name))
        }
        NameRole::Class => store.find_class(text).map(QueryBinding::Class).ok_or_else(|| {
            if store.find_record(text).is_some() {
                let note = format!("compare with the record: `{} = {text}`", path_before(name));
                let error = unknown(name, format!("'{text}' is a record, not a class"), None);
                return error.with_note(note);
            }
            let similar = most_similar(text, store.classes().map(|class| class.name()));
            unknown(name, format!("unknown class '{text}'"), similar)
        }),
    }
}

/// Returns the path on the left side of the operator before a name, without `[*]`.
fn path_before(name: &Name) -> &str {
    let before = name.source.get(..name.span.start).unwrap_or_default();
    let mut words = before.split_whitespace().rev();
    let is_operator = |word: &str| ["contains", "inherits", "in", "=", "!="].contains(&word);
    let operator = words.find(|word| is_operator(word));
    let path = operator.and(words.next()).filter(|&word| word != "not").unwrap_or("FIELD");
    path.trim_start_matches('(').trim_end_matches("[*]")
}

fn unknown_record(store: &RecordStore, name: &Name) -> QueryError {
    let text = name.text.as_str();
    if store.find_class(text).is_some() {
        let path = path_before(name);
        let note = format!(
            "`{path} inherits {text}` finds records of the class; `{path}[*] inherits {text}` lists with such records"
        );
        return unknown(name, format!("'{text}' is a class, not a record"), None).with_note(note);
    }
    let similar = most_similar(text, store.records().map(Record::name));
    let error = unknown(name, format!("unknown record '{text}'"), similar);
    error.with_note(
        "a name on the right side of a comparison is that of a record; \
         a field of the same record is written with a period before it, a string in quotes",
    )
}
