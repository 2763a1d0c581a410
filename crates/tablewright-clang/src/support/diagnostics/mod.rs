//! Clang's diagnostics and their groups, as several backends need them.
//!
//! In come the records of the classes `Diagnostic` and `DiagGroup`; out come the groups, numbered by
//! name, with their diagnostics and subgroups. The numbers of categories ([`category`]), what
//! `-Wpedantic` implies ([`pedantic`]) and substitutions in text ([`text`]) are analyses of their
//! own: not every backend asks for them, and an error in them does not concern the others.

pub(crate) mod category;
pub(crate) mod component;
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

/// The group that extensions which are off by default belong to, whether they say so or not.
pub(crate) const PEDANTIC: &str = "pedantic";

/// All records of groups.
pub(crate) type GroupDefinitions = IndexVec<GroupDefinitionId, GroupDefinition>;
/// All groups.
pub(crate) type Groups = IndexVec<GroupId, Group>;

define_index! {
    /// A diagnostic, in natural order of the names of the records.
    pub(crate) struct DiagnosticId;
    /// A group, in byte order of the names; its number in the outputs.
    pub(crate) struct GroupId;
    /// A record that defines a group, in natural order of the names of the records.
    pub(crate) struct GroupDefinitionId;
}

/// All diagnostics and groups of a description.
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
    /// The record of its class: `CLASS_ERROR` and so on.
    pub(crate) class: RecordId,
    pub(crate) group_rule: GroupRule,
    /// What it is where nothing else is asked for: `Warning`, `Ignored` and so on.
    pub(crate) severity: Symbol,
    /// The part of Clang that it belongs to. A field that is no string is an error only where one
    /// part is asked for.
    pub(crate) component: Option<Symbol>,
    /// The record of its group.
    pub(crate) definition: Option<GroupDefinitionId>,
}

/// How diagnostics of a class relate to groups.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum GroupRule {
    /// It can be in no group: no flag turns it off.
    Error,
    /// Where it is off by default, `-Wpedantic` turns it on.
    Extension,
    /// It has to be in a group: only a flag turns it on.
    Remark,
    Other,
}

/// What a flag such as `-Wunused` controls: all definitions with the same group name.
#[derive(Clone)]
pub(crate) struct Group {
    pub(crate) name: Symbol,
    /// The records that define it. More than one is an error that is tolerated.
    pub(crate) definitions: Vec<GroupDefinitionId>,
    /// In order.
    pub(crate) diagnostics: Vec<DiagnosticId>,
    /// In the order in which they are written.
    pub(crate) subgroups: Vec<GroupId>,
}

/// A record of class `DiagGroup`.
pub(crate) struct GroupDefinition {
    pub(crate) record: RecordId,
    /// The group it defines.
    pub(crate) group: GroupId,
    /// The records that have this one among their subgroups.
    parents: Vec<GroupDefinitionId>,
    category: Symbol,
}

impl Analysis for Catalogue {
    /// The diagnostics and groups of `store`. Groups that are defined more than once are reported
    /// and merged.
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
    /// The catalogue, for analyses that are made from it. Its errors are reported to the backend,
    /// which asks for the catalogue too.
    fn of(store: &RecordStore) -> Result<&Catalogue, AnalysisError> {
        store.analysis(&mut Diagnostics::new())
    }

    /// The group of a diagnostic.
    pub(crate) fn group_of(&self, diag: &Diag) -> Option<GroupId> {
        diag.definition.map(|definition| self.definitions[definition].group)
    }

    /// The groups, with these diagnostics and groups added to [`PEDANTIC`], if there is one.
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

    /// The record of a group and all records that contain it, directly or not, each once and in
    /// preorder: all ancestors of a parent come before the next parent.
    fn ancestors(&self, definition: GroupDefinitionId) -> impl Iterator<Item = &GroupDefinition> {
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

    /// Reports a group that has more than one definition. One that is written where a diagnostic
    /// names its group counts as one of the diagnostic.
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

/// The records of groups, and the groups they define, with subgroups and without diagnostics.
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
            let child = *ids.get(&subgroup.id()).ok_or_else(|| {
                let name = subgroup.name();
                FieldError::new(
                    Code::DiagnosticGroups,
                    *record,
                    format!("subgroup `{name}' is no diagnostic group"),
                )
            })?;
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

impl Diag {
    fn new(record: DiagnosticRecord<'_>, ids: &GroupRecordIds) -> Result<Diag, FieldError> {
        let definition = match record.group()? {
            None => None,
            Some(group) => Some(*ids.get(&group.id()).ok_or_else(|| {
                FieldError::new(
                    Code::DiagnosticGroups,
                    record,
                    format!("`{}' is no diagnostic group", group.name()),
                )
            })?),
        };
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
