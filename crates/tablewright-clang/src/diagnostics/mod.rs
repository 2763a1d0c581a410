//! Clang's diagnostics and their groups, as several backends need them.
//!
//! In come the records of the classes `Diagnostic` and `DiagGroup`; out come the groups numbered by
//! name, who belongs to whom, and what `-Wpedantic` implies. Text is left to [`text`].

mod pedantic;
pub(crate) mod text;

use std::collections::BTreeMap;

use rustc_hash::{FxHashMap, FxHashSet};

use tablewright_records::{FieldError, Record, RecordId, RecordStore};
use tablewright_syntax::diagnostic::{Diagnostic, Diagnostics, Severity};

/// The group that extensions which are off by default belong to, whether they say so or not.
pub(crate) const PEDANTIC: &str = "pedantic";

/// All diagnostics and groups of a description.
pub(crate) struct Catalogue<'s> {
    /// In natural order of the names of their records.
    pub(crate) diagnostics: Vec<Diag<'s>>,
    /// In byte order of their names; a group is known by its index.
    pub(crate) groups: Vec<Group<'s>>,
    /// The records of groups, in natural order of the names of the records.
    pub(crate) definitions: Vec<GroupDefinition<'s>>,
}

/// A diagnostic.
pub(crate) struct Diag<'s> {
    pub(crate) record: Record<'s>,
    /// `CLASS_ERROR` and so on.
    pub(crate) class: &'s str,
    /// What it is where nothing else is asked for: `Warning`, `Ignored` and so on.
    pub(crate) severity: &'s str,
    /// The record of its group, an index.
    pub(crate) definition: Option<usize>,
}

/// What a flag such as `-Wunused` controls: everything that goes by one group name.
#[derive(Default)]
pub(crate) struct Group<'s> {
    pub(crate) name: &'s str,
    /// The records that define it, indices. More than one is an error that is tolerated.
    pub(crate) definitions: Vec<usize>,
    /// Indices, in order.
    pub(crate) diagnostics: Vec<usize>,
    /// Indices of groups, in the order they are written.
    pub(crate) subgroups: Vec<usize>,
}

/// A record of class `DiagGroup`.
pub(crate) struct GroupDefinition<'s> {
    pub(crate) record: Record<'s>,
    /// The index of the group it defines.
    pub(crate) group: usize,
    /// The records that have this one among their subgroups, indices.
    pub(crate) parents: Vec<usize>,
    category: &'s str,
}

impl<'s> Catalogue<'s> {
    /// The diagnostics and groups of `store`. Groups that are defined more than once are reported
    /// and merged.
    pub(crate) fn collect(
        store: &'s RecordStore,
        diagnostics: &mut Diagnostics,
    ) -> Result<Catalogue<'s>, FieldError> {
        let records = store.derived_from_name("Diagnostic")?;
        let group_records = store.derived_from_name("DiagGroup")?;
        let ids = group_records.iter().enumerate();
        let ids: FxHashMap<RecordId, usize> = ids.map(|(i, group)| (group.id(), i)).collect();
        let (definitions, groups) = groups(&group_records, &ids)?;
        let diags = Vec::with_capacity(records.len());
        let mut catalogue = Catalogue { diagnostics: diags, groups, definitions };
        for (i, record) in records.into_iter().enumerate() {
            let diag = Diag::new(record, &ids)?;
            if let Some(definition) = diag.definition {
                let group = catalogue.definitions[definition].group;
                catalogue.groups[group].diagnostics.push(i);
            }
            catalogue.diagnostics.push(diag);
        }
        for group in &catalogue.groups {
            diagnostics_of_redefinition(&catalogue, group, diagnostics);
        }
        Ok(catalogue)
    }

    /// The index of the group called `name`.
    pub(crate) fn find_group(&self, name: &str) -> Option<usize> {
        self.groups.binary_search_by(|group| group.name.cmp(name)).ok()
    }

    /// The index of the group of a diagnostic.
    pub(crate) fn group_of(&self, diag: &Diag<'_>) -> Option<usize> {
        diag.definition.map(|definition| self.definitions[definition].group)
    }

    /// The categories, each with the number that is its index; the first is that of diagnostics
    /// without one. And the number of the category of each diagnostic.
    pub(crate) fn categories(&self) -> Result<(Vec<&'s str>, Vec<usize>), FieldError> {
        let of_groups: Vec<&str> =
            (0..self.definitions.len()).map(|definition| self.category_of(definition)).collect();
        let mut categories = vec![""];
        let mut numbers: FxHashMap<&str, usize> = FxHashMap::from_iter([("", 0)]);
        let mut of_diagnostics = Vec::with_capacity(self.diagnostics.len());
        for diag in &self.diagnostics {
            let category = match diag.definition.map_or("", |definition| of_groups[definition]) {
                "" => diag.record.string("CategoryName")?,
                category => category,
            };
            let number = *numbers.entry(category).or_insert_with(|| {
                categories.push(category);
                categories.len() - 1
            });
            of_diagnostics.push(number);
        }
        Ok((categories, of_diagnostics))
    }

    /// The category of the record of a group: its own, or the first found going up to groups that
    /// contain it.
    fn category_of(&self, definition: usize) -> &'s str {
        let mut categories = self.ancestors(definition).map(|above| above.category);
        categories.find(|category| !category.is_empty()).unwrap_or_default()
    }

    /// The record of a group and all those it is a subgroup of, directly or not, each once: up to
    /// the top before the next parent is looked at.
    fn ancestors(&self, definition: usize) -> impl Iterator<Item = &GroupDefinition<'s>> {
        let mut seen = FxHashSet::default();
        let mut open = vec![definition];
        std::iter::from_fn(move || {
            loop {
                let next = open.pop()?;
                if seen.insert(next) {
                    let above = &self.definitions[next];
                    open.extend(above.parents.iter().rev());
                    return Some(above);
                }
            }
        })
    }
}

/// The records of groups, and the groups they define. Nothing belongs to the groups yet but
/// subgroups.
fn groups<'s>(
    records: &[Record<'s>],
    ids: &FxHashMap<RecordId, usize>,
) -> Result<(Vec<GroupDefinition<'s>>, Vec<Group<'s>>), FieldError> {
    let mut names = Vec::with_capacity(records.len());
    for record in records {
        names.push(record.string("GroupName")?);
    }
    let by_name: BTreeMap<&str, ()> = names.iter().map(|&name| (name, ())).collect();
    let mut groups: Vec<Group<'s>> =
        by_name.into_keys().map(|name| Group { name, ..Group::default() }).collect();
    let mut definitions = Vec::with_capacity(records.len());
    for (&record, name) in records.iter().zip(names) {
        let group = groups.binary_search_by(|group| group.name.cmp(name));
        let group = group.expect("there is a group of every name");
        groups[group].definitions.push(definitions.len());
        let category = record.string("CategoryName")?;
        definitions.push(GroupDefinition { record, group, parents: Vec::new(), category });
    }
    for (i, record) in records.iter().enumerate() {
        for subgroup in record.list_of_records("SubGroups")? {
            let child = *ids.get(&subgroup.id()).ok_or_else(|| {
                let name = subgroup.name();
                FieldError::new(*record, format!("subgroup `{name}' is no diagnostic group"))
            })?;
            if child == i {
                let name = record.name();
                return Err(FieldError::new(
                    *record,
                    format!("group `{name}' is its own subgroup"),
                ));
            }
            definitions[child].parents.push(i);
            let (parent, child) = (definitions[i].group, definitions[child].group);
            groups[parent].subgroups.push(child);
        }
    }
    Ok((definitions, groups))
}

impl<'s> Diag<'s> {
    fn new(record: Record<'s>, ids: &FxHashMap<RecordId, usize>) -> Result<Diag<'s>, FieldError> {
        let definition = match record.optional_record("Group")? {
            None => None,
            Some(group) => Some(*ids.get(&group.id()).ok_or_else(|| {
                FieldError::new(record, format!("`{}' is no diagnostic group", group.name()))
            })?),
        };
        Ok(Diag {
            record,
            class: record.record("Class")?.name(),
            severity: record.record("DefaultSeverity")?.string("Name")?,
            definition,
        })
    }

    pub(crate) fn is_remark(&self) -> bool {
        self.class == "CLASS_REMARK"
    }
}

/// Reports a group that has more than one definition. One that is written where a diagnostic
/// names its group counts as one of the diagnostic.
fn diagnostics_of_redefinition(
    catalogue: &Catalogue<'_>,
    group: &Group<'_>,
    diagnostics: &mut Diagnostics,
) {
    if let [only] = group.definitions[..] {
        let definition = catalogue.definitions[only].record;
        if !definition.is_anonymous() || group.diagnostics.len() <= 1 {
            return;
        }
    }
    let named_by = |definition: usize| {
        let members = group.diagnostics.iter();
        members.map(|&i| &catalogue.diagnostics[i]).any(|d| d.definition == Some(definition))
    };
    let explicit = group.definitions.iter().filter(|&&definition| !named_by(definition));
    let mut explicit = explicit.map(|&definition| catalogue.definitions[definition].record);
    let mut implicit =
        group.diagnostics.iter().map(|&i| &catalogue.diagnostics[i]).filter(|d| {
            d.definition.is_some_and(|at| catalogue.definitions[at].record.is_anonymous())
        });
    let (first, how) = match explicit.next() {
        Some(first) => (Some(first), "defined"),
        None => (implicit.next().map(|diag| diag.record), "implicitly defined"),
    };
    let Some(first) = first else { return };
    let message = format!("group '{}' is {how} more than once", group.name);
    let report =
        diagnostics.push(Diagnostic::new(Severity::ToleratedError, Some(first.pos()), message));
    for definition in explicit {
        report.note(Some(definition.pos()), "also defined here");
    }
    for diag in implicit {
        report.note(Some(diag.record.pos()), "also implicitly defined here");
    }
}
