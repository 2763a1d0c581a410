//! Candidates for completion, and their order: only the best candidates become items.

use std::borrow::Cow;
use std::cmp::Ordering;
use std::collections::BTreeSet;

use gen_lsp_types::{CompletionItem, CompletionItemKind, Documentation};
use tablewright_records::{Class, Field, Record, RecordStore};
use tablewright_syntax::source::Pos;

use crate::names::shortened;
use crate::requests::operators::ListedOperator;
use crate::requests::template_parameters::{class_parameters, declared_parameters};

/// Item limit for a response. More letters narrow the result.
const MAX_ITEMS: usize = 200;

/// A candidate's relevance, independent of the typed letters.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Rank {
    /// It has the expected type.
    Expected,
    /// A parameter or variable in scope, or a field of the surrounding class.
    Local,
    /// A value of an unknown or another type.
    Other,
    /// Syntax, for example an operator.
    Syntax,
}

/// The name and the details of a candidate.
pub(super) enum Source<'a> {
    Plain(CompletionItemKind),
    Class(Class<'a>),
    /// The position of the name.
    Multiclass(Pos),
    Record(Record<'a>),
    /// A field with its class's name, if it is not a record's field.
    Field(Field, Option<&'a str>),
    /// An argument with the name of a parameter, declared like this.
    Argument(String),
    /// A template parameter in scope, declared like this.
    Parameter(&'a str),
    Operator(&'static ListedOperator),
}

struct Candidate<'a> {
    mismatch: Mismatch,
    rank: Rank,
    label: Cow<'a, str>,
    source: Source<'a>,
}

/// The difference between a name and the typed letters.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Mismatch {
    /// The name begins with the letters.
    None,
    /// The name begins with the letters, ignoring case.
    Case,
    /// The name contains the letters, ignoring case.
    Within,
    /// The name does not contain the letters. Such names are kept while there are few.
    All,
}

/// The candidates that match the typed letters.
pub(super) struct Candidates<'a> {
    store: &'a RecordStore,
    word: &'a str,
    list: Vec<Candidate<'a>>,
    /// Whether names are left out that do not contain the letters.
    is_filtered: bool,
}

impl<'a> Candidates<'a> {
    pub(super) fn new(store: &'a RecordStore, word: &'a str) -> Candidates<'a> {
        Candidates { store, word, list: Vec::new(), is_filtered: false }
    }

    pub(super) fn add(&mut self, rank: Rank, name: impl Into<Cow<'a, str>>, source: Source<'a>) {
        let label = name.into();
        let mismatch = mismatch(&label, self.word);
        if mismatch == Mismatch::All && self.list.len() >= MAX_ITEMS {
            self.is_filtered = true;
            return;
        }
        self.list.push(Candidate { mismatch, rank, label, source });
    }

    /// Returns the best items, and whether candidates are left out.
    pub(super) fn into_items(self) -> (Vec<CompletionItem>, bool) {
        let Candidates { store, mut list, is_filtered, .. } = self;
        let mut is_incomplete = is_filtered;
        // Sorting all records would take longer than everything else. A name can be there twice.
        if list.len() > 2 * MAX_ITEMS {
            list.select_nth_unstable_by(2 * MAX_ITEMS, compare);
            list.truncate(2 * MAX_ITEMS);
            is_incomplete = true;
        }
        list.sort_by(compare);
        let mut seen = BTreeSet::new();
        list.retain(|candidate| seen.insert(candidate.label.clone()));
        is_incomplete |= list.len() > MAX_ITEMS;
        list.truncate(MAX_ITEMS);
        (list.into_iter().map(|candidate| candidate.into_item(store)).collect(), is_incomplete)
    }
}

/// Compares candidates, the best first.
fn compare(a: &Candidate<'_>, b: &Candidate<'_>) -> Ordering {
    (a.mismatch, a.rank, &a.label).cmp(&(b.mismatch, b.rank, &b.label))
}

impl Candidate<'_> {
    fn into_item(self, store: &RecordStore) -> CompletionItem {
        let Candidate { rank, label, source, .. } = self;
        let label = label.into_owned();
        let mut detail = None;
        let mut documentation = None;
        let mut insert_text = None;
        let mut filter_text = None;
        let kind = match source {
            Source::Plain(kind) => kind,
            Source::Class(class) => {
                detail = Some(parameters_text(&class_parameters(class)));
                CompletionItemKind::Class
            }
            Source::Multiclass(name) => {
                detail = Some(parameters_text(&declared_parameters(store.sources(), name)));
                CompletionItemKind::Interface
            }
            Source::Record(record) => {
                detail = Some(record.direct_superclass_names().join(", "));
                CompletionItemKind::Constant
            }
            Source::Field(field, class) => {
                detail = Some(store.type_text(field.ty));
                let value = shortened(&store.value_text(field.value), 60);
                documentation = Some(match class {
                    Some(class) => format!("{class}: {value}"),
                    None => value,
                });
                CompletionItemKind::Field
            }
            Source::Argument(parameter) => {
                detail = Some(parameter);
                insert_text = Some(format!("{label} "));
                CompletionItemKind::Property
            }
            Source::Parameter(declared) => {
                detail = Some(declared.to_owned());
                CompletionItemKind::TypeParameter
            }
            Source::Operator(operator) => {
                detail = Some(operator.signature());
                documentation = Some(operator.summary.to_owned());
                filter_text = Some(label.clone());
                CompletionItemKind::Function
            }
        };
        CompletionItem {
            sort_text: Some(format!("{}{label}", rank as u8)),
            detail,
            documentation: documentation.map(Documentation::String),
            insert_text,
            filter_text,
            ..super::item(label, kind)
        }
    }
}

fn parameters_text(parameters: &[String]) -> String {
    if parameters.is_empty() { String::new() } else { format!("<{}>", parameters.join(", ")) }
}

/// Compares a name with the typed letters.
fn mismatch(name: &str, word: &str) -> Mismatch {
    let (name, word) = (name.as_bytes(), word.as_bytes());
    if name.starts_with(word) {
        return Mismatch::None;
    }
    let mut parts = name.windows(word.len());
    match parts.position(|part| part.eq_ignore_ascii_case(word)) {
        Some(0) => Mismatch::Case,
        Some(_) => Mismatch::Within,
        None => Mismatch::All,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_compared_with_the_typed_letters() {
        assert_eq!(mismatch("HasAVX", ""), Mismatch::None);
        assert_eq!(mismatch("HasAVX", "Has"), Mismatch::None);
        assert_eq!(mismatch("HasAVX", "has"), Mismatch::Case);
        assert_eq!(mismatch("HasAVX", "avx"), Mismatch::Within);
        assert_eq!(mismatch("HasAVX", "HasAVX2"), Mismatch::All);
    }
}
