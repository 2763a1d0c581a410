//! The rows of the table of diagnostics.

use std::borrow::Cow;
use std::fmt::Write;

use tablewright_records::{FieldError, Record, RecordStore};
use tablewright_syntax::diagnostic::Diagnostics;

use super::wording;
use crate::diagnostics::text::{Piece, Substitutions, Text};
use crate::diagnostics::{Catalogue, Diag, PEDANTIC};

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

/// The diagnostics of `component`, or of all where it is empty. Those of others are looked at too:
/// they count in the numbers of categories.
pub(crate) fn collect<'s>(
    store: &'s RecordStore,
    component: &str,
    diagnostics: &mut Diagnostics,
) -> Result<Definitions<'s>, FieldError> {
    let substitutions = Substitutions::collect(store)?;
    let catalogue = Catalogue::collect(store, diagnostics)?;
    let (_, categories) = catalogue.categories()?;
    let mut implied = vec![false; catalogue.diagnostics.len()];
    for diag in catalogue.pedantic().diagnostics {
        implied[diag] = true;
    }
    let mut rows = Vec::with_capacity(catalogue.diagnostics.len());
    for (i, diag) in catalogue.diagnostics.iter().enumerate() {
        check_group(&catalogue, diag)?;
        let record = diag.record;
        if !component.is_empty() && component != record.string("Component")? {
            continue;
        }
        wording::check(record, diagnostics)?;
        rows.push(Row {
            name: record.name(),
            class: diag.class,
            severity: diag.severity,
            text: definition_text(record, &substitutions)?,
            group: group_number(&catalogue, diag, implied[i])?,
            sfinae: record.record("SFINAE")?.name(),
            no_werror: record.bit("WarningNoWerror")?,
            in_system_header: record.bit("ShowInSystemHeader")?,
            in_system_macro: record.bit("ShowInSystemMacro")?,
            deferrable: record.bit("Deferrable")?,
            category: categories[i],
        });
    }
    Ok(Definitions { component: component.to_ascii_uppercase(), rows })
}

/// No flag turns an error off, and only a flag turns a remark on.
fn check_group(catalogue: &Catalogue<'_>, diag: &Diag<'_>) -> Result<(), FieldError> {
    let name = || diag.record.name();
    let message = match catalogue.group_of(diag) {
        Some(group) if diag.class == "CLASS_ERROR" => {
            let group = catalogue.groups[group].name;
            format!("Error {} cannot be in a warning group [{group}]", name())
        }
        None if diag.is_remark() => format!("Error {} not in any diagnostic group", name()),
        _ => return Ok(()),
    };
    Err(FieldError::new(diag.record, message))
}

fn group_number(
    catalogue: &Catalogue<'_>,
    diag: &Diag<'_>,
    implied: bool,
) -> Result<usize, FieldError> {
    match catalogue.group_of(diag) {
        Some(group) => Ok(group),
        None if implied => catalogue.find_group(PEDANTIC).ok_or_else(|| {
            let message = format!("group '{PEDANTIC}' that it belongs to is not defined");
            FieldError::new(diag.record, message)
        }),
        None => Ok(0),
    }
}

/// The text as programs read it: as it was written, but for substitutions.
fn definition_text<'s>(
    diag: Record<'s>,
    substitutions: &Substitutions<'s>,
) -> Result<Cow<'s, str>, FieldError> {
    let summary = diag.string("Summary")?;
    if !summary.contains('%') {
        return Ok(Cow::Borrowed(summary));
    }
    let mut out = String::with_capacity(summary.len());
    write_text(&mut out, &substitutions.text_of(diag)?).expect("a string takes any text");
    Ok(Cow::Owned(out))
}

fn write_text(out: &mut String, text: &Text<'_>) -> std::fmt::Result {
    for piece in &text.pieces {
        match piece {
            Piece::Words(words) => out.push_str(words),
            Piece::Argument { modifier, index } => write!(out, "%{modifier}{index}")?,
            Piece::PluralS { index } => write!(out, "%s{index}")?,
            Piece::Select { options, index } => {
                out.push_str("%select{");
                for (i, option) in options.iter().enumerate() {
                    out.push_str(if i > 0 { "|" } else { "" });
                    write_text(out, option)?;
                }
                write!(out, "}}{index}")?;
            }
            Piece::Plural { options, index } => {
                out.push_str("%plural{");
                for (i, (condition, option)) in options.iter().enumerate() {
                    out.push_str(if i > 0 { "|" } else { "" });
                    out.push_str(condition);
                    write_text(out, option)?;
                }
                write!(out, "}}{index}")?;
            }
            Piece::Diff { parts, indices: [first, second] } => {
                out.push_str("%diff{");
                for (part, end) in parts.iter().zip(["$", "$", "|", "}"]) {
                    write_text(out, part)?;
                    out.push_str(end);
                }
                write!(out, "{first},{second}")?;
            }
        }
    }
    Ok(())
}
