//! The attribute kinds that Clang's parser distinguishes.
//!
//! In: all attributes. Out: the attributes with their own kind. Attributes of several targets can
//! share a kind, which is represented by the first of them.

use rustc_hash::FxHashSet;
use tablewright_records::{FieldError, RecordStore, RecordView};

use super::ClangAttribute;
use crate::record_views::attr::TargetSpecificAttrRecord;

/// An attribute with its kind `AT_…`.
pub(crate) struct ParsedAttribute<'s> {
    pub(crate) kind: &'s str,
    pub(crate) attribute: ClangAttribute<'s>,
}

/// The attribute kinds.
pub(crate) struct ParsedAttributes<'s> {
    /// In natural order by attribute name.
    pub(crate) kinds: Vec<ParsedAttribute<'s>>,
    /// Further attributes with a kind in `kinds`.
    pub(crate) duplicates: Vec<ParsedAttribute<'s>>,
}

/// A selection of attributes.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum AttrSelection {
    /// Attributes that Clang handles.
    Handled,
    All,
}

impl<'s> ClangAttribute<'s> {
    /// Returns the kind that the attribute shares with attributes of other targets, if any.
    pub(crate) fn shared_kind(self) -> Result<Option<&'s str>, FieldError> {
        let Some(record) = TargetSpecificAttrRecord::from_record(self.record()) else {
            return Ok(None);
        };
        Ok(record.parse_kind()?.0)
    }

    /// Returns the kind of an attribute without a shared kind: its name without two underscores at
    /// either end.
    pub(crate) fn own_kind(self) -> &'s str {
        let name = self.name();
        let name = name.strip_prefix("__").unwrap_or(name);
        name.strip_suffix("__").unwrap_or(name)
    }
}

impl<'s> ParsedAttributes<'s> {
    pub(crate) fn collect(
        store: &'s RecordStore,
        selection: AttrSelection,
    ) -> Result<ParsedAttributes<'s>, FieldError> {
        let mut parsed = ParsedAttributes { kinds: Vec::new(), duplicates: Vec::new() };
        let mut shared = FxHashSet::default();
        for attribute in ClangAttribute::all(store)? {
            if selection == AttrSelection::Handled && !attribute.record().has_sema_handler()? {
                continue;
            }
            let Some(kind) = attribute.shared_kind()? else {
                parsed.kinds.push(ParsedAttribute { kind: attribute.own_kind(), attribute });
                continue;
            };
            let is_new = shared.insert(kind);
            let list = if is_new { &mut parsed.kinds } else { &mut parsed.duplicates };
            list.push(ParsedAttribute { kind, attribute });
        }
        Ok(parsed)
    }

    /// Iterates over the attributes of `kind` after the first.
    pub(crate) fn duplicates_of(&self, kind: &str) -> impl Iterator<Item = ClangAttribute<'s>> {
        let same = self.duplicates.iter().filter(move |parsed| parsed.kind == kind);
        same.map(|parsed| parsed.attribute)
    }
}
