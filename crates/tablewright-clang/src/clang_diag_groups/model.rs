//! The tables of groups: lists laid end to end, and where in them the list of each group begins.

use tablewright_backend::{Failure, Job};
use tablewright_records::FieldError;
use tablewright_text::StringTable;

use crate::support::diagnostics::Catalogue;
use crate::support::diagnostics::category::Categories;
use crate::support::diagnostics::pedantic::Pedantic;

pub(crate) struct Tables<'s> {
    /// In byte order of names; a group is known by its index.
    pub(crate) groups: Vec<GroupRow<'s>>,
    /// The names of the groups, a byte for the length before each.
    pub(crate) names: StringTable,
    pub(crate) categories: Vec<Category<'s>>,
}

pub(crate) struct GroupRow<'s> {
    /// What programs call it.
    pub(crate) identifier: &'s str,
    pub(crate) name: &'s str,
    /// Where in the table of names it begins.
    pub(crate) name_offset: usize,
    /// The names of its diagnostics.
    pub(crate) diagnostics: Slice<&'s str>,
    /// The indices of its subgroups.
    pub(crate) subgroups: Slice<usize>,
    pub(crate) documentation: String,
}

/// A list in a table of lists, each of which an entry of its own ends. An empty one is not there.
pub(crate) struct Slice<T> {
    pub(crate) items: Vec<T>,
    /// Where it begins; zero, where the empty list is, if it is empty.
    pub(crate) start: usize,
}

pub(crate) struct Category<'s> {
    pub(crate) name: &'s str,
    pub(crate) enumerator: String,
}

pub(crate) fn collect<'s>(job: &mut Job<'s>) -> Result<Tables<'s>, Failure> {
    let store = job.store;
    let catalogue: &Catalogue = job.analysis()?;
    let pedantic: &Pedantic = job.analysis()?;
    let groups = catalogue.groups_with(&pedantic.diagnostics, &pedantic.groups);
    let mut names = StringTable::new();
    let (mut diagnostics_end, mut subgroups_end) = (1, 1);
    let mut rows = Vec::with_capacity(groups.len());
    for group in groups {
        let record_of = |definition: usize| store.record(catalogue.definitions[definition].record);
        let last = *group.definitions.last().expect("every group is defined by a record");
        let record = record_of(last);
        let name = store.str(group.name);
        let counted = counted_name(name)
            .map_err(|message| FieldError::new(record_of(group.definitions[0]), message))?;
        let members = group.diagnostics.iter();
        let members = members.map(|&diag| store.record(catalogue.diagnostics[diag].record).name());
        rows.push(GroupRow {
            identifier: record.name(),
            name,
            name_offset: names.add(&counted),
            diagnostics: Slice::after(&mut diagnostics_end, members.collect()),
            subgroups: Slice::after(&mut subgroups_end, group.subgroups),
            documentation: trimmed(&store.unquoted_text(record.value("Documentation")?)),
        });
    }
    let categories: &Categories = job.analysis()?;
    let categories = categories.names.iter().map(|&name| store.str(name));
    let categories = std::iter::once("").chain(categories);
    let categories = categories.map(|name| Category { name, enumerator: enumerator(name) });
    Ok(Tables { groups: rows, names, categories: categories.collect() })
}

/// The name of a group, behind a byte with its length.
fn counted_name(name: &str) -> Result<Vec<u8>, String> {
    // These can stand in a comment, and in an argument of the command line.
    let is_valid = |c: char| c.is_ascii_alphanumeric() || "!@#$%^*-+=:?".contains(c);
    if !name.chars().all(is_valid) {
        return Err(format!("Invalid character in diagnostic group '{name}'"));
    }
    let length = u8::try_from(name.len())
        .map_err(|_| "name of diagnostic group is longer than 255 characters".to_owned())?;
    Ok([&[length], name.as_bytes()].concat())
}

impl<T> Slice<T> {
    /// The items as a list that begins at `end`, which moves behind it.
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
