//! Group tables: concatenated lists, and list offsets for each group.
//!
//! In: the diagnostics catalogue and the diagnostics that `-Wpedantic` implies. Out: tables in
//! print order.

use tablewright_backend::{Failure, Job};
use tablewright_index::IndexVec;
use tablewright_records::{Feature, FieldError, Record, RecordView};
use tablewright_syntax::diagnostic::Code;
use tablewright_text::StringTable;

use crate::record_views::diagnostic::DiagGroupRecord;
use crate::support::diagnostics::category::Categories;
use crate::support::diagnostics::pedantic::Pedantic;
use crate::support::diagnostics::{Catalogue, GroupDefinitionId, GroupId};

pub(crate) struct Tables<'s> {
    pub(crate) groups: IndexVec<GroupId, GroupEntry<'s>>,
    pub(crate) names: DiagGroupNames,
    pub(crate) categories: Vec<DiagGroupCategory<'s>>,
}

/// Group names by offset.
pub(crate) enum DiagGroupNames {
    /// Each name is preceded by a byte with its length.
    Counted(StringTable),
    /// Each name ends with a zero byte.
    Terminated(StringTable),
}

pub(crate) struct GroupEntry<'s> {
    /// The enumerator.
    pub(crate) identifier: &'s str,
    pub(crate) name: &'s str,
    /// The offset in the name table.
    pub(crate) name_offset: usize,
    /// The names of its diagnostics.
    pub(crate) diagnostics: Slice<&'s str>,
    pub(crate) subgroups: Slice<GroupId>,
    pub(crate) documentation: String,
}

/// A list in a table. Each list ends with a terminator. Empty lists are not stored.
pub(crate) struct Slice<T> {
    pub(crate) items: Vec<T>,
    /// The offset in the table; for an empty list zero.
    pub(crate) start: usize,
}

pub(crate) struct DiagGroupCategory<'s> {
    pub(crate) name: &'s str,
    pub(crate) enumerator: String,
}

pub(crate) fn collect<'s>(job: &mut Job<'s>) -> Result<Tables<'s>, Failure> {
    let store = job.store;
    let catalogue: &Catalogue = job.analysis()?;
    let pedantic: &Pedantic = job.analysis()?;
    let groups = catalogue.groups_with(&pedantic.diagnostics, &pedantic.groups);
    let mut names = if store.release().has(Feature::DiagnosticGroupNamesAreStringTable) {
        DiagGroupNames::Terminated(StringTable::with_empty_string())
    } else {
        DiagGroupNames::Counted(StringTable::new())
    };
    let (mut diagnostics_end, mut subgroups_end) = (1, 1);
    let mut entries = IndexVec::with_capacity(groups.len());
    for group in groups {
        let record_of =
            |definition: GroupDefinitionId| store.record(catalogue.definitions[definition].record);
        let last = *group.definitions.last().expect("every group is defined by a record");
        let record = DiagGroupRecord::new(record_of(last));
        let name = store.str(group.name);
        let name_offset = names.add(name).map_err(|message| {
            FieldError::new(Code::BackendLimits, record_of(group.definitions[0]), message)
        })?;
        let members = group.diagnostics.iter();
        let members = members.map(|&diag| store.record(catalogue.diagnostics[diag].record).name());
        entries.push(GroupEntry {
            identifier: Record::from(record).name(),
            name,
            name_offset,
            diagnostics: Slice::after(&mut diagnostics_end, members.collect()),
            subgroups: Slice::after(&mut subgroups_end, group.subgroups),
            documentation: trimmed(&store.unquoted_text(record.documentation_value()?)),
        });
    }
    let categories: &Categories = job.analysis()?;
    let categories = categories.names.iter().map(|&name| store.str(name));
    let categories = std::iter::once("").chain(categories);
    let categories =
        categories.map(|name| DiagGroupCategory { name, enumerator: enumerator(name) });
    Ok(Tables { groups: entries, names, categories: categories.collect() })
}

impl DiagGroupNames {
    /// Adds a group name. Returns its offset.
    fn add(&mut self, name: &str) -> Result<usize, String> {
        // These characters are safe in comments and in command line arguments.
        let is_valid = |c: char| c.is_ascii_alphanumeric() || "!@#$%^*-+=:?".contains(c);
        if !name.chars().all(is_valid) {
            return Err(format!("Invalid character in diagnostic group '{name}'"));
        }
        match self {
            DiagGroupNames::Counted(table) => {
                let length = u8::try_from(name.len())
                    .map_err(|_| "name of diagnostic group is longer than 255 characters")?;
                Ok(table.add(&[&[length], name.as_bytes()].concat()))
            }
            DiagGroupNames::Terminated(table) => Ok(table.add_terminated(name)),
        }
    }
}

impl<T> Slice<T> {
    /// Creates a list at offset `end`, and moves `end` past the list.
    fn after(end: &mut usize, items: Vec<T>) -> Slice<T> {
        if items.is_empty() {
            return Slice { items, start: 0 };
        }
        let start = *end;
        *end += items.len() + 1;
        Slice { items, start }
    }
}

fn trimmed(text: &str) -> String {
    text.trim_matches([' ', '\t', '\n', '\u{b}', '\u{c}', '\r']).to_owned()
}

fn enumerator(category: &str) -> String {
    let name = match category {
        "" => "None".to_owned(),
        _ => category.replace(|c: char| !c.is_ascii_alphanumeric(), "_"),
    };
    format!("DiagCat_{name}")
}
