//! Queries: select records by class, name and condition, and show their fields.
//!
//! A condition tests the values of *paths*. A path begins with a field of the record and continues
//! through records, dags, lists and bits:
//!
//! | path | values |
//! |---|---|
//! | `Size` | the field |
//! | `NAME` | the record name |
//! | `RegClass.Size` | the field of the record that the field refers to |
//! | `OutOperandList.rd` | the argument of a dag with this name; `.$rd` never means a field |
//! | `Pattern[0]` | an element of a list, or an argument of a dag, counted from zero |
//! | `Pattern[0].operator` | the operator of a dag |
//! | `Inst{6-0}`, `Inst{6,4}` | bits of a field |
//! | `Predicates[*]` | all elements of a list |
//! | `Predicates.CondString` | a field of all elements of a list |
//! | `Features.Implies*` | the records of `Features`, those that they imply, and so on |
//! | `Features.Implies+` | the same without the records that the path starts from |
//!
//! A test is true if it is true for at least one value:
//!
//! | test | |
//! |---|---|
//! | `mayLoad` | a nonzero number |
//! | `Size = 4`, `!=`, `<`, `<=`, `>`, `>=` | numbers, bits, strings; `!=` means that no value is equal |
//! | `Size in [2, 4...8]` | one of several values |
//! | `AsmString matches "^add"` | a regular expression: in a string, in the name of a record, else in the text of the value |
//! | `Pattern contains X86cmp` | in a list or dag, at any depth; in a string |
//! | `Itinerary is unset`, `is not unset` | `?` |
//! | `inherits Instruction`, `RegClass inherits RegisterClass` | a record |
//!
//! Values are numbers (`12`, `0x1f`, `0b101`), strings in quotes, record names, `true`, `false`,
//! `?` and lists. After a period, a name is a path instead: `Size = .CodeSize`. Tests are combined
//! with parentheses and with `not`, `and` and `or`, from highest to lowest precedence.

mod answer;
mod binding;
mod condition;
mod error;
mod language;
mod path;
mod tested;
#[cfg(test)]
mod tests;

use tablewright_records::{ClassId, Record, RecordStore, natural_order};
use tablewright_syntax::similar::most_similar;

pub use answer::{AnswerGroup, FieldValues, QueryAnswer, SelectedRecord, UsedField};
pub use error::{QueryError, QueryErrorKind, QueryPart};
pub use tested::{TestedField, TestedValue};

use crate::name_pattern::NamePattern;
use crate::reads::{ActionRun, FieldReaders};
use crate::sets::FieldSetters;
use crate::uses::UseFinder;
use binding::{Bindings, example_of_each_shape, field_names};
use condition::ConditionReader;
use language::{Condition, Names, Path, parse_condition, parse_path, parse_paths};
use path::PathReader;

/// A query about the records of a description.
///
/// ```
/// use tablewright_inspect::query::Query;
/// # fn store(text: &str) -> tablewright_records::RecordStore {
/// #     tablewright_test_support::Description::new(text).store()
/// # }
///
/// let store = store(
///     "class Register<bits<4> n> { bits<4> Encoding = n; list<Register> SubRegs = []; }
///      foreach i = 0-2 in def R#i : Register<i>;
///      def Pair : Register<8> { let SubRegs = [R1, R2]; }",
/// );
/// let answer = Query::parse("Encoding{3} = 1 or NAME = 'R1'")?
///     .class("Register")
///     .show("Encoding, SubRegs.Encoding")?
///     .run(&store)?;
/// let rows: Vec<String> = answer
///     .records
///     .iter()
///     .map(|record| {
///         let values: Vec<String> = record.fields.values.iter().map(|v| v.to_string()).collect();
///         format!("{}: {}", record.name, values.join(" "))
///     })
///     .collect();
/// assert_eq!(rows, ["Pair: 0b1000 [0b0001, 0b0010]", "R1: 0b0001 []"]);
/// # Ok::<(), tablewright_inspect::query::QueryError>(())
/// ```
#[derive(Clone, Default, Debug)]
pub struct Query {
    classes: Vec<NamePattern>,
    record_names: Vec<NamePattern>,
    condition: Option<Condition>,
    uses: Option<String>,
    show: Vec<Path>,
    group_by: Option<Path>,
    sort: Option<Path>,
    /// The names in the condition and the paths.
    names: Names,
}

/// Construction.
impl Query {
    /// Creates a query for all records.
    pub fn new() -> Query {
        Query::default()
    }

    /// Creates a query for the records that meet a condition.
    ///
    /// # Errors
    /// If `condition` is malformed.
    pub fn parse(condition: &str) -> Result<Query, QueryError> {
        let mut query = Query::new();
        let condition = parse_condition(QueryPart::Where, condition, &mut query.names)?;
        query.condition = Some(condition);
        Ok(query)
    }

    /// Restricts the query to records of matching classes. Several calls are alternatives.
    #[must_use]
    pub fn class(mut self, pattern: impl Into<String>) -> Query {
        self.classes.push(NamePattern::new(pattern));
        self
    }

    /// Restricts the query to records with matching names. Several calls are alternatives.
    #[must_use]
    pub fn name(mut self, pattern: impl Into<String>) -> Query {
        self.record_names.push(NamePattern::new(pattern));
        self
    }

    /// Restricts the query to records that refer to this record in a field, directly or in lists
    /// and dags.
    #[must_use]
    pub fn uses(mut self, record: impl Into<String>) -> Query {
        self.uses = Some(record.into());
        self
    }

    /// Shows the values of paths, separated by commas.
    ///
    /// # Errors
    /// If `paths` is malformed.
    pub fn show(mut self, paths: &str) -> Result<Query, QueryError> {
        self.show.extend(parse_paths(QueryPart::Show, paths, &mut self.names)?);
        Ok(self)
    }

    /// Groups records by the value of a path. A record with several values is in several groups.
    ///
    /// # Errors
    /// If `path` is malformed.
    pub fn group_by(mut self, path: &str) -> Result<Query, QueryError> {
        self.group_by = Some(parse_path(QueryPart::GroupBy, path, &mut self.names)?);
        Ok(self)
    }

    /// Sorts the records by the value of a path. The default is natural order by name.
    ///
    /// # Errors
    /// If `path` is malformed.
    pub fn sort(mut self, path: &str) -> Result<Query, QueryError> {
        self.sort = Some(parse_path(QueryPart::Sort, path, &mut self.names)?);
        Ok(self)
    }
}

/// Evaluation.
impl Query {
    /// Runs the query. Returns the selected records with the shown fields.
    ///
    /// # Errors
    /// If the description lacks a name in the query, or a test compares only values of different
    /// kinds.
    pub fn run(&self, store: &RecordStore) -> Result<QueryAnswer, QueryError> {
        self.answer(store, |paths, records| answer::answer(self, paths, records))?
    }

    /// Returns the selected records.
    ///
    /// # Errors
    /// See [`Query::run`].
    pub fn select<'s>(&self, store: &'s RecordStore) -> Result<Vec<Record<'s>>, QueryError> {
        self.answer(store, |_, records| records.to_vec())
    }

    /// Returns the groups for the path from [`Query::group_by`], sorted by value. Empty without
    /// such a path.
    ///
    /// # Errors
    /// See [`Query::run`].
    pub fn groups(&self, store: &RecordStore) -> Result<Vec<AnswerGroup>, QueryError> {
        self.answer(store, |paths, records| match &self.group_by {
            Some(path) => answer::groups(path, paths, records),
            None => Vec::new(),
        })
    }

    /// Returns the statements that set a field in the selected records, as far as they have it.
    /// `None` if the description was loaded without a [`Trace`](tablewright_records::trace::Trace).
    ///
    /// # Errors
    /// See [`Query::run`]. Also if no selected record has the field.
    pub fn setters(
        &self,
        store: &RecordStore,
        field: &str,
    ) -> Result<Option<FieldSetters>, QueryError> {
        let records = self.select(store)?;
        let field_setters = FieldSetters::new(store, &records, field);
        if field_setters.as_ref().is_none_or(|found| found.records > 0) {
            return Ok(field_setters);
        }
        Err(no_such_field(QueryPart::Sets, store, &records, field))
    }

    /// Returns the actions in `runs` that read a field of the selected records.
    ///
    /// # Errors
    /// See [`Query::run`]. Also if no selected record has the field.
    pub fn readers(
        &self,
        store: &RecordStore,
        field: &str,
        runs: impl FnOnce() -> Vec<ActionRun>,
    ) -> Result<FieldReaders, QueryError> {
        let records = self.select(store)?;
        let field_readers = FieldReaders::new(store, &records, field, &[]);
        if field_readers.records == 0 {
            return Err(no_such_field(QueryPart::Reads, store, &records, field));
        }
        Ok(FieldReaders::new(store, &records, field, &runs()))
    }

    /// Selects records, computes an answer, and then reports names that nothing has.
    fn answer<'s, T>(
        &self,
        store: &'s RecordStore,
        make: impl FnOnce(&PathReader<'_, 's>, &[Record<'s>]) -> T,
    ) -> Result<T, QueryError> {
        let bindings = Bindings::new(store, &self.names)?;
        let paths = PathReader { store, bindings: &bindings };
        let mut records = self.candidates(store)?;
        bindings.check_fields(&example_of_each_shape(store, &records))?;
        if let Some(name) = &self.uses {
            let Some(target) = store.find_record(name) else {
                return Err(unknown_record(store, QueryPart::Uses, name));
            };
            let mut finder = UseFinder::new(store, target);
            records.retain(|&record| finder.is_user(record));
        }
        if let Some(condition) = &self.condition {
            let condition = ConditionReader::new(&paths, condition);
            records.retain(|&record| condition.holds(record));
            bindings.check_parts(store)?;
            condition.check_kinds()?;
        }
        if let Some(path) = &self.sort {
            records.sort_by_cached_key(|&record| paths.value(path, record).0);
        }
        let answer = make(&paths, &records);
        bindings.check_parts(store)?;
        Ok(answer)
    }

    /// Returns the records that match the name and class patterns, in natural order by name.
    fn candidates<'s>(&self, store: &'s RecordStore) -> Result<Vec<Record<'s>>, QueryError> {
        let matches = |record: &Record<'_>| {
            self.record_names.is_empty()
                || self.record_names.iter().any(|pattern| pattern.matches(record.name()))
        };
        for pattern in &self.record_names {
            let is_there = if pattern.has_wildcards() {
                store.records().any(|record| pattern.matches(record.name()))
            } else {
                store.find_record(pattern.text()).is_some()
            };
            if !is_there {
                return Err(unknown_record(store, QueryPart::Name, pattern.text()));
            }
        }
        if let [class] = self.matching_classes(store)?[..] {
            return Ok(store.derived(class).into_iter().filter(matches).collect());
        }
        let classes = self.matching_classes(store)?;
        let inherits = |record: &Record<'_>| {
            self.classes.is_empty()
                || record.superclasses().iter().any(|class| classes.contains(class))
        };
        let selected = store.records().filter(matches).filter(inherits);
        let mut selected: Vec<Record<'s>> = selected.collect();
        selected.sort_by(|a, b| natural_order(a.name(), b.name()));
        Ok(selected)
    }

    fn matching_classes(&self, store: &RecordStore) -> Result<Vec<ClassId>, QueryError> {
        let mut matching = Vec::new();
        for pattern in &self.classes {
            let before = matching.len();
            if pattern.has_wildcards() {
                let classes = store.classes().filter(|class| pattern.matches(class.name()));
                matching.extend(classes.map(|class| class.id()));
            } else {
                matching.extend(store.find_class(pattern.text()));
            }
            if matching.len() == before {
                let text = pattern.text();
                let similar = most_similar(text, store.classes().map(|class| class.name()));
                let similar = similar.filter(|_| !pattern.has_wildcards());
                let what = format!("unknown class '{text}'");
                let (part, span) = (QueryPart::Class, 0..text.len());
                return Err(QueryError::unknown_name(part, text, span, what, similar));
            }
        }
        Ok(matching)
    }
}

fn no_such_field(
    part: QueryPart,
    store: &RecordStore,
    records: &[Record<'_>],
    field: &str,
) -> QueryError {
    let examples = example_of_each_shape(store, records);
    let similar = most_similar(field, examples.iter().copied().flat_map(field_names));
    let what = format!("none of the records has a field '{field}'");
    QueryError::unknown_name(part, field, 0..field.len(), what, similar)
}

fn unknown_record(store: &RecordStore, part: QueryPart, name: &str) -> QueryError {
    let has_wildcards = part == QueryPart::Name && NamePattern::new(name).has_wildcards();
    let similar = most_similar(name, store.records().map(Record::name));
    let what = format!("unknown record '{name}'");
    let similar = similar.filter(|_| !has_wildcards);
    QueryError::unknown_name(part, name, 0..name.len(), what, similar)
}
