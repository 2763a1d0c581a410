//! The entries of the table of diagnostics.
//!
//! In come the catalogue of diagnostics and the component that is asked for; out come entries in
//! which all is text or a number. Whether the wording follows the rules is checked by `wording`.

use std::borrow::Cow;

use tablewright_backend::{Failure, Job};
use tablewright_records::{Feature, FieldError, Record, RecordStore, RecordView};
use tablewright_syntax::diagnostic::Code;
use tablewright_text::append;

use super::wording::{self, Style};
use crate::record_views::diagnostic::DiagnosticRecord;
use crate::support::diagnostics::category::Categories;
use crate::support::diagnostics::component::Selection;
use crate::support::diagnostics::pedantic::Pedantic;
use crate::support::diagnostics::stable_ids::{StableId, StableIds};
use crate::support::diagnostics::text::{Piece, Substitutions, Text};
use crate::support::diagnostics::{Catalogue, Diag, DiagnosticId, GroupId, GroupRule, PEDANTIC};

pub(crate) struct Definitions<'s> {
    /// In upper case; empty where all components are asked for.
    pub(crate) component: String,
    pub(crate) entries: Vec<DiagnosticEntry<'s>>,
}

pub(crate) struct DiagnosticEntry<'s> {
    pub(crate) name: &'s str,
    pub(crate) class: &'s str,
    pub(crate) severity: &'s str,
    pub(crate) text: Cow<'s, str>,
    /// The number of its group among all, by name; zero without one.
    pub(crate) group: usize,
    pub(crate) sfinae: &'s str,
    pub(crate) no_werror: bool,
    pub(crate) in_system_header: bool,
    pub(crate) in_system_macro: bool,
    pub(crate) deferrable: bool,
    /// The number of its category; zero without one.
    pub(crate) category: usize,
    /// Its stable identifiers, where the release prints them.
    pub(crate) stable_id: Option<&'s StableId>,
}

/// The diagnostics of `component`, or all if it is empty. The groups of the others are checked too.
pub(crate) fn collect<'s>(job: &mut Job<'s>, component: &str) -> Result<Definitions<'s>, Failure> {
    let store = job.store;
    let substitutions: &Substitutions = job.analysis()?;
    let catalogue: &Catalogue = job.analysis()?;
    let categories: &Categories = job.analysis()?;
    let pedantic: &Pedantic = job.analysis()?;
    let release = store.release();
    let stable_ids: Option<&StableIds> =
        release.has(Feature::DiagnosticsHaveStableIds).then(|| job.analysis()).transpose()?;
    let style = Style { allows_itanium: release.has(Feature::DiagnosticTextDeclaresEnums) };
    let selection = Selection::new(component, store);
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
    Ok(Definitions { component: component.to_ascii_uppercase(), entries })
}

/// No flag turns an error off, and only a flag turns a remark on.
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

/// The number of the group of a diagnostic; zero without one.
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

/// The text as Clang reads it at run time: as written, with substitutions carried out.
fn definition_text<'s>(
    diag: DiagnosticRecord<'s>,
    substitutions: &Substitutions,
) -> Result<Cow<'s, str>, FieldError> {
    let summary = diag.summary()?;
    if !summary.contains('%') {
        return Ok(Cow::Borrowed(summary));
    }
    let mut out = String::with_capacity(summary.len());
    write_text(&mut out, &substitutions.text_of(diag)?);
    Ok(Cow::Owned(out))
}

fn write_text(out: &mut String, text: &Text<'_>) {
    for piece in &text.pieces {
        match piece {
            Piece::Words(words) => append!(out, words),
            Piece::Argument { modifier, index } => append!(out, "%", modifier, index),
            Piece::PluralS { index } => append!(out, "%s", index),
            Piece::Select { options, index, .. } => {
                append!(out, "%select{");
                for (i, option) in options.iter().enumerate() {
                    append!(out, if i > 0 { "|" } else { "" });
                    write_text(out, option);
                }
                append!(out, "}", index);
            }
            Piece::Plural { options, index } => {
                append!(out, "%plural{");
                for (i, (condition, option)) in options.iter().enumerate() {
                    append!(out, if i > 0 { "|" } else { "" }, condition);
                    write_text(out, option);
                }
                append!(out, "}", index);
            }
            Piece::Diff { parts, indices: [first, second] } => {
                append!(out, "%diff{");
                for (part, end) in parts.iter().zip(["$", "$", "|", "}"]) {
                    write_text(out, part);
                    append!(out, end);
                }
                append!(out, first, ",", second);
            }
        }
    }
}
