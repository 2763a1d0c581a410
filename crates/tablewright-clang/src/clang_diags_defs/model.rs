//! Entries of the diagnostics table.
//!
//! In: the diagnostics catalogue and the selected component. Out: entries that consist of texts and
//! numbers. `wording` checks the style of the texts.

use std::borrow::Cow;

use tablewright_backend::{Failure, Job};
use tablewright_records::{Feature, FieldError, Record, RecordStore, RecordView};
use tablewright_syntax::diagnostic::Code;

use super::wording::{self, DiagStyle};
use crate::record_views::diagnostic::DiagnosticRecord;
use crate::support::diagnostics::category::Categories;
use crate::support::diagnostics::component::ComponentSelection;
use crate::support::diagnostics::definition_text::definition_text;
use crate::support::diagnostics::pedantic::Pedantic;
use crate::support::diagnostics::stable_ids::{StableId, StableIds};
use crate::support::diagnostics::text::DiagTextSubstitutions;
use crate::support::diagnostics::{Catalogue, Diag, DiagnosticId, GroupId, GroupRule, PEDANTIC};

pub(crate) struct DiagDefinitions<'s> {
    /// In upper case; empty for all components.
    pub(crate) component: String,
    pub(crate) entries: Vec<DiagnosticEntry<'s>>,
}

pub(crate) struct DiagnosticEntry<'s> {
    pub(crate) name: &'s str,
    pub(crate) class: &'s str,
    pub(crate) severity: &'s str,
    pub(crate) text: Cow<'s, str>,
    /// The number of its group in name order; zero without a group.
    pub(crate) group: usize,
    pub(crate) sfinae: &'s str,
    pub(crate) no_werror: bool,
    pub(crate) in_system_header: bool,
    pub(crate) in_system_macro: bool,
    pub(crate) deferrable: bool,
    /// The number of its category; zero without a category.
    pub(crate) category: usize,
    /// Its stable identifiers; `None` if the release does not print them.
    pub(crate) stable_id: Option<&'s StableId>,
}

/// Collects the diagnostics of `component`; all if it is empty. Groups of other diagnostics are
/// also checked.
pub(crate) fn collect<'s>(
    job: &mut Job<'s>,
    component: &str,
) -> Result<DiagDefinitions<'s>, Failure> {
    let store = job.store;
    let substitutions: &DiagTextSubstitutions = job.analysis()?;
    let catalogue: &Catalogue = job.analysis()?;
    let categories: &Categories = job.analysis()?;
    let pedantic: &Pedantic = job.analysis()?;
    let release = store.release();
    let stable_ids: Option<&StableIds> =
        release.has(Feature::DiagnosticsHaveStableIds).then(|| job.analysis()).transpose()?;
    let style = DiagStyle { allows_itanium: release.has(Feature::DiagnosticTextDeclaresEnums) };
    let selection = ComponentSelection::new(component, store);
    let mut entries = Vec::new();
    for (id, diag) in catalogue.diagnostics.iter_enumerated() {
        check_group(catalogue, diag, store)?;
        if !selection.contains(diag, store)? {
            continue;
        }
        let record = DiagnosticRecord::new(store.record(diag.record));
        wording::check(record, style, job.diagnostics)?;
        entries.push(DiagnosticEntry {
            name: Record::from(record).name(),
            class: store.record(diag.class).name(),
            severity: store.str(diag.severity),
            text: definition_text(record, substitutions)?,
            group: group_number(catalogue, id, pedantic, store)?,
            sfinae: record.sfinae()?.name(),
            no_werror: record.is_no_werror()?,
            in_system_header: record.is_shown_in_system_header()?,
            in_system_macro: record.is_shown_in_system_macro()?,
            deferrable: record.is_deferrable()?,
            category: categories.of_diagnostics[id],
            stable_id: stable_ids.map(|ids| &ids.of_diagnostics[id]),
        });
    }
    Ok(DiagDefinitions { component: component.to_ascii_uppercase(), entries })
}

/// Checks that an error is not in a group, and that a remark is. A flag cannot turn an error off,
/// and only a flag can turn a remark on.
fn check_group(catalogue: &Catalogue, diag: &Diag, store: &RecordStore) -> Result<(), FieldError> {
    let record = store.record(diag.record);
    let name = || record.name();
    let message = match (catalogue.group_of(diag), diag.group_rule) {
        (Some(group), GroupRule::Error) => {
            let group = store.str(catalogue.groups[group].name);
            format!("Error {} cannot be in a warning group [{group}]", name())
        }
        (None, GroupRule::Remark) => format!("Error {} not in any diagnostic group", name()),
        (Some(_), GroupRule::Extension | GroupRule::Remark | GroupRule::Other)
        | (None, GroupRule::Error | GroupRule::Extension | GroupRule::Other) => return Ok(()),
    };
    Err(FieldError::new(Code::DiagnosticGroups, record, message))
}

/// Returns the number of a diagnostic's group; zero without a group.
fn group_number(
    catalogue: &Catalogue,
    diag: DiagnosticId,
    pedantic: &Pedantic,
    store: &RecordStore,
) -> Result<usize, FieldError> {
    let group = catalogue.group_of(&catalogue.diagnostics[diag]);
    if group.is_some() || pedantic.diagnostics.binary_search(&diag).is_err() {
        return Ok(group.map_or(0, GroupId::index));
    }
    catalogue.pedantic.map(GroupId::index).ok_or_else(|| {
        let record = store.record(catalogue.diagnostics[diag].record);
        let message = format!("group '{PEDANTIC}' that it belongs to is not defined");
        FieldError::new(Code::DiagnosticGroups, record, message)
    })
}
