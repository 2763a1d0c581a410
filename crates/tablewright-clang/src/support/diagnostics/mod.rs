//! Clang's diagnostics and their groups, as several backends need them.
//!
//! In come the records of the classes `Diagnostic` and `DiagGroup`; out come the groups numbered by
//! name, and who belongs to whom. The numbers of categories ([`category`]), what `-Wpedantic`
//! implies ([`pedantic`]) and substitutions in text ([`text`]) are models of their own: not every
//! backend asks for them, and what is wrong with them is no fault for the others.

pub(crate) mod category;
pub(crate) mod pedantic;
pub(crate) mod text;

use rustc_hash::{FxHashMap, FxHashSet};

use tablewright_records::{Analysis, AnalysisError, FieldError, Record, RecordId, RecordStore};
use tablewright_syntax::diagnostic::{Diagnostic, Diagnostics, Severity};
use tablewright_syntax::symbol::Symbol;

/// The group that extensions which are off by default belong to, whether they say so or not.
pub(crate) const PEDANTIC: &str = "pedantic";

/// All diagnostics and groups of a description.
pub(crate) struct Catalogue {
    /// In natural order of the names of their records.
    pub(crate) diagnostics: Vec<Diag>,
    /// In byte order of their names; a group is known by its index.
    pub(crate) groups: Vec<Group>,
    /// The records of groups, in natural order of the names of the records.
    pub(crate) definitions: Vec<GroupDefinition>,
    /// The group [`PEDANTIC`], an index.
    pub(crate) pedantic: Option<usize>,
}

/// A diagnostic.
pub(crate) struct Diag {
    pub(crate) record: RecordId,
    /// The record of its class: `CLASS_ERROR` and so on.
    pub(crate) class: RecordId,
    pub(crate) kind: Kind,
    /// What it is where nothing else is asked for: `Warning`, `Ignored` and so on.
    pub(crate) severity: Symbol,
    /// The part of Clang that it belongs to. Where this is no string, it is a fault only for those
    /// who ask for a part.
    pub(crate) component: Option<Symbol>,
    /// The record of its group, an index.
    pub(crate) definition: Option<usize>,
}

/// What the class of a diagnostic means to groups.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    /// It can be in no group: no flag turns it off.
    Error,
    /// Where it is off by default, `-Wpedantic` turns it on.
    Extension,
    /// It has to be in a group: only a flag turns it on.
    Remark,
    Other,
}

/// What a flag such as `-Wunused` controls: everything that goes by one group name.
#[derive(Clone)]
pub(crate) struct Group {
    pub(crate) name: Symbol,
    /// The records that define it, indices. More than one is an error that is tolerated.
    pub(crate) definitions: Vec<usize>,
    /// Indices, in order.
    pub(crate) diagnostics: Vec<usize>,
    /// Indices of groups, in the order they are written.
    pub(crate) subgroups: Vec<usize>,
}

/// A record of class `DiagGroup`.
pub(crate) struct GroupDefinition {
    pub(crate) record: RecordId,
    /// The index of the group it defines.
    pub(crate) group: usize,
    /// The records that have this one among their subgroups, indices.
    parents: Vec<usize>,
    category: Symbol,
}

impl Analysis for Catalogue {
    /// The diagnostics and groups of `store`. Groups that are defined more than once are reported
    /// and merged.
    fn build(
        store: &RecordStore,
        diagnostics: &mut Diagnostics,
    ) -> Result<Catalogue, AnalysisError> {
        let records = store.derived_from_name("Diagnostic")?;
        let group_records = store.derived_from_name("DiagGroup")?;
        let ids = group_records.iter().enumerate();
        let ids: FxHashMap<RecordId, usize> = ids.map(|(i, group)| (group.id(), i)).collect();
        let (definitions, groups) = groups(store, &group_records, &ids)?;
        let pedantic = groups.binary_search_by(|group| store.str(group.name).cmp(PEDANTIC)).ok();
        let diags = Vec::with_capacity(records.len());
        let mut catalogue = Catalogue { diagnostics: diags, groups, definitions, pedantic };
        for (i, record) in records.into_iter().enumerate() {
            let diag = Diag::new(record, &ids)?;
            if let Some(group) = catalogue.group_of(&diag) {
                catalogue.groups[group].diagnostics.push(i);
            }
            catalogue.diagnostics.push(diag);
        }
        for group in &catalogue.groups {
            catalogue.report_redefinition(group, store, diagnostics);
        }
        Ok(catalogue)
    }
}

impl Catalogue {
    /// The catalogue, for models that are made from it. What there is to say of it is said to the
    /// backend, which asks for the catalogue too.
    fn of(store: &RecordStore) -> Result<&Catalogue, AnalysisError> {
        store.analysis(&mut Diagnostics::new())
    }

    /// The index of the group of a diagnostic.
    pub(crate) fn group_of(&self, diag: &Diag) -> Option<usize> {
        diag.definition.map(|definition| self.definitions[definition].group)
    }

    /// The groups, with these diagnostics and groups added to [`PEDANTIC`], if there is one.
    pub(crate) fn groups_with(&self, diagnostics: &[usize], subgroups: &[usize]) -> Vec<Group> {
        let mut groups = self.groups.clone();
        if let Some(pedantic) = self.pedantic {
            groups[pedantic].diagnostics.extend(diagnostics);
            groups[pedantic].subgroups.extend(subgroups);
        }
        groups
    }

    /// The record of a group and all those it is a subgroup of, directly or not, each once: up to
    /// the top before the next parent is looked at.
    fn ancestors(&self, definition: usize) -> impl Iterator<Item = &GroupDefinition> {
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
        let record_of = |definition: usize| store.record(self.definitions[definition].record);
        if let [only] = group.definitions[..]
            && (!record_of(only).is_anonymous() || group.diagnostics.len() <= 1)
        {
            return;
        }
        let members = || group.diagnostics.iter().map(|&i| &self.diagnostics[i]);
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
        let report =
            diagnostics.push(Diagnostic::new(Severity::ToleratedError, Some(first.pos()), message));
        for definition in explicit {
            report.note(Some(definition.pos()), "also defined here");
        }
        for diag in implicit {
            report.note(Some(diag.pos()), "also implicitly defined here");
        }
    }
}

/// The records of groups, and the groups they define. Nothing belongs to the groups yet but
/// subgroups.
fn groups(
    store: &RecordStore,
    records: &[Record<'_>],
    ids: &FxHashMap<RecordId, usize>,
) -> Result<(Vec<GroupDefinition>, Vec<Group>), FieldError> {
    let names: Vec<Symbol> =
        records.iter().map(|record| record.symbol("GroupName")).collect::<Result<_, _>>()?;
    let mut by_name = names.clone();
    by_name.sort_unstable_by_key(|&name| store.str(name));
    by_name.dedup();
    let numbers: FxHashMap<Symbol, usize> =
        by_name.iter().enumerate().map(|(i, &name)| (name, i)).collect();
    let group = |name| Group {
        name,
        definitions: Vec::new(),
        diagnostics: Vec::new(),
        subgroups: Vec::new(),
    };
    let mut groups: Vec<Group> = by_name.into_iter().map(group).collect();
    let mut definitions = Vec::with_capacity(records.len());
    for (record, name) in records.iter().zip(names) {
        let group = numbers[&name];
        groups[group].definitions.push(definitions.len());
        let category = record.symbol("CategoryName")?;
        let record = record.id();
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

impl Diag {
    fn new(record: Record<'_>, ids: &FxHashMap<RecordId, usize>) -> Result<Diag, FieldError> {
        let definition = match record.optional_record("Group")? {
            None => None,
            Some(group) => Some(*ids.get(&group.id()).ok_or_else(|| {
                FieldError::new(record, format!("`{}' is no diagnostic group", group.name()))
            })?),
        };
        let class = record.record("Class")?;
        let kind = match class.name() {
            "CLASS_ERROR" => Kind::Error,
            "CLASS_EXTENSION" => Kind::Extension,
            "CLASS_REMARK" => Kind::Remark,
            _ => Kind::Other,
        };
        let severity = record.record("DefaultSeverity")?.symbol("Name")?;
        let component = record.symbol("Component").ok();
        let (record, class) = (record.id(), class.id());
        Ok(Diag { record, class, kind, severity, component, definition })
    }
}
