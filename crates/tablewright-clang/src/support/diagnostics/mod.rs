//! Clang's diagnostics and groups, shared by several backends.
//!
//! In: records of the classes `Diagnostic` and `DiagGroup`. Out: groups, numbered by name, with
//! diagnostics and subgroups. Category numbers ([`category`]), the extensions that `-Wpedantic`
//! implies ([`pedantic`]) and text substitutions ([`text`]) are separate analyses: a backend that
//! does not need them is not affected by their errors.

pub(crate) mod category;
pub(crate) mod component;
pub(crate) mod definition_text;
pub(crate) mod pedantic;
pub(crate) mod stable_ids;
#[cfg(test)]
mod tests;
pub(crate) mod text;

use rustc_hash::{FxHashMap, FxHashSet};
use tablewright_index::{IndexVec, define_index};
use tablewright_records::{Analysis, AnalysisError, FieldError, RecordId, RecordStore, RecordView};
use tablewright_syntax::diagnostic::{Code, Diagnostic, Diagnostics};
use tablewright_syntax::symbol::Symbol;

use crate::record_views::diagnostic::{DiagGroupRecord, DiagnosticRecord};

/// The group that contains all extensions that are off by default, even if they do not mention it.
pub(crate) const PEDANTIC: &str = "pedantic";

/// All group records.
pub(crate) type GroupDefinitions = IndexVec<GroupDefinitionId, GroupDefinition>;
/// All groups.
pub(crate) type Groups = IndexVec<GroupId, Group>;

define_index! {
    /// A diagnostic. Ids follow the natural order of record names.
    pub(crate) struct DiagnosticId;
    /// A group. Ids follow the byte order of group names, and are used in outputs.
    pub(crate) struct GroupId;
    /// A group record. Ids follow the natural order of record names.
    pub(crate) struct GroupDefinitionId;
}

/// All diagnostics and groups in a description.
pub(crate) struct Catalogue {
    pub(crate) diagnostics: IndexVec<DiagnosticId, Diag>,
    pub(crate) groups: Groups,
    pub(crate) definitions: GroupDefinitions,
    /// The group [`PEDANTIC`].
    pub(crate) pedantic: Option<GroupId>,
}

/// A diagnostic.
pub(crate) struct Diag {
    pub(crate) record: RecordId,
    /// Its class record, `CLASS_ERROR` and so on.
    pub(crate) class: RecordId,
    pub(crate) group_rule: GroupRule,
    /// Its default severity: `Warning`, `Ignored` and so on.
    pub(crate) severity: Symbol,
    /// Its component; `None` if the field is not a string. This is an error only if a component is
    /// selected.
    pub(crate) component: Option<Symbol>,
    /// Its group's record.
    pub(crate) definition: Option<GroupDefinitionId>,
}

/// The relation between a diagnostic class and groups.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum GroupRule {
    /// Must not be in a group: an error cannot be turned off by a flag.
    Error,
    /// If off by default, `-Wpedantic` turns it on.
    Extension,
    /// Must be in a group: only a flag turns it on.
    Remark,
    Other,
}

/// The diagnostics that a flag such as `-Wunused` controls: all definitions with the same group
/// name.
#[derive(Clone)]
pub(crate) struct Group {
    pub(crate) name: Symbol,
    /// Its records. More than one is a tolerated error.
    pub(crate) definitions: Vec<GroupDefinitionId>,
    /// In order.
    pub(crate) diagnostics: Vec<DiagnosticId>,
    /// In source order.
    pub(crate) subgroups: Vec<GroupId>,
}

/// A record of class `DiagGroup`.
pub(crate) struct GroupDefinition {
    pub(crate) record: RecordId,
    /// The group it defines.
    pub(crate) group: GroupId,
    /// Records with this record among their subgroups.
    parents: Vec<GroupDefinitionId>,
    category: Symbol,
}

impl Analysis for Catalogue {
    /// Collects the diagnostics and groups in `store`. Duplicate groups are reported and merged.
    fn build(
        store: &RecordStore,
        diagnostics: &mut Diagnostics,
    ) -> Result<Catalogue, AnalysisError> {
        let records = DiagnosticRecord::all(store)?;
        let group_records = DiagGroupRecord::all(store)?;
        let group_records: IndexVec<GroupDefinitionId, DiagGroupRecord<'_>> =
            group_records.into_iter().collect();
        let ids: GroupRecordIds =
            group_records.iter_enumerated().map(|(id, group)| (group.id(), id)).collect();
        let (definitions, groups) = groups(store, &group_records, &ids)?;
        let pedantic = groups.raw().binary_search_by(|group| store.str(group.name).cmp(PEDANTIC));
        let pedantic = pedantic.ok().map(GroupId::from_index);
        let diags = IndexVec::with_capacity(records.len());
        let mut catalogue = Catalogue { diagnostics: diags, groups, definitions, pedantic };
        for record in records {
            let diag = Diag::new(record, &ids)?;
            let group = catalogue.group_of(&diag);
            let id = catalogue.diagnostics.push(diag);
            if let Some(group) = group {
                catalogue.groups[group].diagnostics.push(id);
            }
        }
        for group in &catalogue.groups {
            catalogue.report_redefinition(group, store, diagnostics);
        }
        Ok(catalogue)
    }
}

impl Catalogue {
    /// Returns the catalogue for dependent analyses. Its errors are ignored here, since the backend
    /// also requests the catalogue and receives them.
    fn for_store(store: &RecordStore) -> Result<&Catalogue, AnalysisError> {
        store.analysis(&mut Diagnostics::new())
    }

    /// Returns a diagnostic's group.
    pub(crate) fn group_of(&self, diag: &Diag) -> Option<GroupId> {
        diag.definition.map(|definition| self.definitions[definition].group)
    }

    /// Returns the groups with additional members in [`PEDANTIC`], if this group exists.
    pub(crate) fn groups_with(
        &self,
        diagnostics: &[DiagnosticId],
        subgroups: &[GroupId],
    ) -> Groups {
        let mut groups = self.groups.clone();
        if let Some(pedantic) = self.pedantic {
            groups[pedantic].diagnostics.extend(diagnostics);
            groups[pedantic].subgroups.extend(subgroups);
        }
        groups
    }

    /// Iterates over a group record and all records that contain it, directly or indirectly,
    /// without duplicates and in preorder: all ancestors of a parent precede the next parent.
    fn ancestors(&self, definition: GroupDefinitionId) -> impl Iterator<Item = &GroupDefinition> {
        let definitions = &self.definitions;
        Ancestors { definitions, seen: FxHashSet::default(), open: vec![definition] }
    }

    /// Reports a group with several definitions. An anonymous definition in a diagnostic is
    /// reported at the diagnostic.
    fn report_redefinition(
        &self,
        group: &Group,
        store: &RecordStore,
        diagnostics: &mut Diagnostics,
    ) {
        let record_of =
            |definition: GroupDefinitionId| store.record(self.definitions[definition].record);
        if let [only] = group.definitions[..]
            && (!record_of(only).is_anonymous() || group.diagnostics.len() <= 1)
        {
            return;
        }
        let members = || group.diagnostics.iter().map(|&id| &self.diagnostics[id]);
        let is_named = |definition| members().any(|diag| diag.definition == Some(definition));
        let explicit = group.definitions.iter().filter(|&&definition| !is_named(definition));
        let mut explicit = explicit.map(|&definition| record_of(definition));
        let implicit =
            members().filter(|d| d.definition.is_some_and(|at| record_of(at).is_anonymous()));
        let mut implicit = implicit.map(|diag| store.record(diag.record));
        let (first, how) = match explicit.next() {
            Some(first) => (Some(first), "defined"),
            None => (implicit.next(), "implicitly defined"),
        };
        let Some(first) = first else { return };
        let message = format!("group '{}' is {how} more than once", store.str(group.name));
        let report = diagnostics.push(Diagnostic::tolerated(
            Code::DiagnosticGroups,
            Some(first.pos()),
            message,
        ));
        for definition in explicit {
            report.note(Some(definition.pos()), "also defined here");
        }
        for diag in implicit {
            report.note(Some(diag.pos()), "also implicitly defined here");
        }
    }
}

type GroupRecordIds = FxHashMap<RecordId, GroupDefinitionId>;

/// Collects the group records, and the groups they define. Groups have subgroups but not
/// diagnostics yet.
fn groups(
    store: &RecordStore,
    records: &IndexVec<GroupDefinitionId, DiagGroupRecord<'_>>,
    ids: &GroupRecordIds,
) -> Result<(GroupDefinitions, Groups), FieldError> {
    let names: Vec<Symbol> =
        records.iter().map(|record| record.group_name()).collect::<Result<_, _>>()?;
    let mut by_name = names.clone();
    by_name.sort_unstable_by_key(|&name| store.str(name));
    by_name.dedup();
    let by_name: IndexVec<GroupId, Symbol> = by_name.into_iter().collect();
    let group_ids: FxHashMap<Symbol, GroupId> =
        by_name.iter_enumerated().map(|(id, &name)| (name, id)).collect();
    let group = |name| Group {
        name,
        definitions: Vec::new(),
        diagnostics: Vec::new(),
        subgroups: Vec::new(),
    };
    let mut groups: Groups = by_name.into_iter().map(group).collect();
    let mut definitions = IndexVec::with_capacity(records.len());
    for (record, name) in records.iter().zip(names) {
        let group = group_ids[&name];
        let category = record.category_name()?;
        let record = record.id();
        let definition = GroupDefinition { record, group, parents: Vec::new(), category };
        groups[group].definitions.push(definitions.push(definition));
    }
    for (id, record) in records.iter_enumerated() {
        for subgroup in record.sub_groups()? {
            let Some(&child) = ids.get(&subgroup.id()) else {
                let name = subgroup.name();
                return Err(FieldError::new(
                    Code::DiagnosticGroups,
                    *record,
                    format!("subgroup `{name}' is not a diagnostic group"),
                ));
            };
            if child == id {
                let name = record.name();
                return Err(FieldError::new(
                    Code::DiagnosticGroups,
                    *record,
                    format!("group `{name}' is its own subgroup"),
                ));
            }
            definitions[child].parents.push(id);
            let (parent, child) = (definitions[id].group, definitions[child].group);
            groups[parent].subgroups.push(child);
        }
    }
    Ok((definitions, groups))
}

/// Iterates over a group record and its ancestors in preorder.
struct Ancestors<'a> {
    definitions: &'a GroupDefinitions,
    seen: FxHashSet<GroupDefinitionId>,
    open: Vec<GroupDefinitionId>,
}

impl<'a> Iterator for Ancestors<'a> {
    type Item = &'a GroupDefinition;

    fn next(&mut self) -> Option<&'a GroupDefinition> {
        loop {
            let next = self.open.pop()?;
            if self.seen.insert(next) {
                let definition = &self.definitions[next];
                self.open.extend(definition.parents.iter().rev());
                return Some(definition);
            }
        }
    }
}

impl Diag {
    fn new(record: DiagnosticRecord<'_>, ids: &GroupRecordIds) -> Result<Diag, FieldError> {
        let mut definition = None;
        if let Some(group) = record.group()? {
            definition = ids.get(&group.id()).copied();
            if definition.is_none() {
                return Err(FieldError::new(
                    Code::DiagnosticGroups,
                    record,
                    format!("`{}' is not a diagnostic group", group.name()),
                ));
            }
        }
        let class = record.class()?;
        let group_rule = match class.name() {
            "CLASS_ERROR" => GroupRule::Error,
            "CLASS_EXTENSION" => GroupRule::Extension,
            "CLASS_REMARK" => GroupRule::Remark,
            _ => GroupRule::Other,
        };
        let severity = record.default_severity()?.severity_name()?;
        let component = record.component().ok();
        let (record, class) = (record.id(), class.id());
        Ok(Diag { record, class, group_rule, severity, component, definition })
    }
}
