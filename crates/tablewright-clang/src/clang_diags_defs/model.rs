//! The rows of the table of diagnostics.

use std::borrow::Cow;

use tablewright_backend::{Failure, Job};
use tablewright_records::{FieldError, Record, RecordStore};
use tablewright_syntax::symbol::Symbol;
use tablewright_text::append;

use super::wording;
use crate::support::diagnostics::category::Categories;
use crate::support::diagnostics::pedantic::Pedantic;
use crate::support::diagnostics::text::{Piece, Substitutions, Text};
use crate::support::diagnostics::{Catalogue, Diag, Kind, PEDANTIC};

pub(crate) struct Definitions<'s> {
    /// In upper case; empty where all components are asked for.
    pub(crate) component: String,
    pub(crate) rows: Vec<Row<'s>>,
}

pub(crate) struct Row<'s> {
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
}

/// The diagnostics of `component`, or of all where it is empty. Of those of others, the groups are
/// checked.
pub(crate) fn collect<'s>(job: &mut Job<'s>, component: &str) -> Result<Definitions<'s>, Failure> {
    let store = job.store;
    let substitutions: &Substitutions = job.analysis()?;
    let catalogue: &Catalogue = job.analysis()?;
    let categories: &Categories = job.analysis()?;
    let pedantic: &Pedantic = job.analysis()?;
    let wanted = store.symbols().get(component);
    let mut rows = Vec::new();
    for (i, diag) in catalogue.diagnostics.iter().enumerate() {
        check_group(catalogue, diag, store)?;
        if !component.is_empty() && Some(component_of(diag, store)?) != wanted {
            continue;
        }
        let record = store.record(diag.record);
        wording::check(record, job.diagnostics)?;
        rows.push(Row {
            name: record.name(),
            class: store.record(diag.class).name(),
            severity: store.str(diag.severity),
            text: definition_text(record, substitutions)?,
            group: group_number(catalogue, i, pedantic, store)?,
            sfinae: record.record("SFINAE")?.name(),
            no_werror: record.bit("WarningNoWerror")?,
            in_system_header: record.bit("ShowInSystemHeader")?,
            in_system_macro: record.bit("ShowInSystemMacro")?,
            deferrable: record.bit("Deferrable")?,
            category: categories.of_diagnostics[i],
        });
    }
    Ok(Definitions { component: component.to_ascii_uppercase(), rows })
}

/// No flag turns an error off, and only a flag turns a remark on.
fn check_group(catalogue: &Catalogue, diag: &Diag, store: &RecordStore) -> Result<(), FieldError> {
    let record = store.record(diag.record);
    let name = || record.name();
    let message = match (catalogue.group_of(diag), diag.kind) {
        (Some(group), Kind::Error) => {
            let group = store.str(catalogue.groups[group].name);
            format!("Error {} cannot be in a warning group [{group}]", name())
        }
        (None, Kind::Remark) => format!("Error {} not in any diagnostic group", name()),
        _ => return Ok(()),
    };
    Err(FieldError::new(record, message))
}

fn component_of(diag: &Diag, store: &RecordStore) -> Result<Symbol, FieldError> {
    // Where there is none, it is asked for again: why is an error now.
    diag.component.map_or_else(|| store.record(diag.record).symbol("Component"), Ok)
}

/// The number of the group of the diagnostic of index `diag`.
fn group_number(
    catalogue: &Catalogue,
    diag: usize,
    pedantic: &Pedantic,
    store: &RecordStore,
) -> Result<usize, FieldError> {
    let group = catalogue.group_of(&catalogue.diagnostics[diag]);
    if group.is_some() || pedantic.diagnostics.binary_search(&diag).is_err() {
        return Ok(group.unwrap_or(0));
    }
    catalogue.pedantic.ok_or_else(|| {
        let record = store.record(catalogue.diagnostics[diag].record);
        let message = format!("group '{PEDANTIC}' that it belongs to is not defined");
        FieldError::new(record, message)
    })
}

/// The text as programs read it: as it was written, but for substitutions.
fn definition_text<'s>(
    diag: Record<'s>,
    substitutions: &Substitutions,
) -> Result<Cow<'s, str>, FieldError> {
    let summary = diag.string("Summary")?;
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
            Piece::Select { options, index } => {
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
