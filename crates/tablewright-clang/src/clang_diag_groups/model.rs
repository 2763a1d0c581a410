//! The tables of groups: lists laid end to end, and where in them the list of each group begins.

use tablewright_records::{FieldError, RecordStore};
use tablewright_syntax::diagnostic::Diagnostics;
use tablewright_text::StringTable;

use crate::diagnostics::{Catalogue, Group, PEDANTIC};

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

pub(crate) fn collect<'s>(
    store: &'s RecordStore,
    diagnostics: &mut Diagnostics,
) -> Result<Tables<'s>, FieldError> {
    let mut catalogue = Catalogue::collect(store, diagnostics)?;
    add_implied(&mut catalogue);
    let mut names = StringTable::new();
    let (mut diagnostics_end, mut subgroups_end) = (1, 1);
    let mut rows = Vec::with_capacity(catalogue.groups.len());
    for group in &catalogue.groups {
        let last = *group.definitions.last().expect("every group is defined by a record");
        let record = catalogue.definitions[last].record;
        let members = group.diagnostics.iter();
        let members = members.map(|&diag| catalogue.diagnostics[diag].record.name()).collect();
        rows.push(GroupRow {
            identifier: record.name(),
            name: group.name,
            name_offset: names.add(&counted_name(&catalogue, group)?),
            diagnostics: Slice::after(&mut diagnostics_end, members),
            subgroups: Slice::after(&mut subgroups_end, group.subgroups.clone()),
            documentation: trimmed(&store.unquoted_text(record.value("Documentation")?)),
        });
    }
    let (categories, _) = catalogue.categories()?;
    let categories =
        categories.into_iter().map(|name| Category { name, enumerator: enumerator(name) });
    Ok(Tables { groups: rows, names, categories: categories.collect() })
}

/// Adds what `-Wpedantic` implies to its group, if there is one.
fn add_implied(catalogue: &mut Catalogue<'_>) {
    let Some(pedantic) = catalogue.find_group(PEDANTIC) else { return };
    let implied = catalogue.pedantic();
    let groups = implied.definitions.iter().map(|&at| catalogue.definitions[at].group);
    let groups: Vec<usize> = groups.collect();
    catalogue.groups[pedantic].diagnostics.extend(implied.diagnostics);
    catalogue.groups[pedantic].subgroups.extend(groups);
}

/// The name of the group, behind a byte with its length.
fn counted_name(catalogue: &Catalogue<'_>, group: &Group<'_>) -> Result<Vec<u8>, FieldError> {
    let name = group.name;
    let fault = |message: String| {
        FieldError::new(catalogue.definitions[group.definitions[0]].record, message)
    };
    // These can stand in a comment, and in an argument of the command line.
    let is_valid = |c: char| c.is_ascii_alphanumeric() || "!@#$%^*-+=:?".contains(c);
    if !name.chars().all(is_valid) {
        return Err(fault(format!("Invalid character in diagnostic group '{name}'")));
    }
    let length = u8::try_from(name.len())
        .map_err(|_| fault("name of diagnostic group is longer than 255 characters".to_owned()))?;
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
