//! `--gen-clang-diags-enums`: enumerations declared in diagnostic texts.

use rustc_hash::{FxHashMap, FxHashSet};
use tablewright_backend::{Failure, Job};
use tablewright_records::{FieldError, Record, RecordView};
use tablewright_syntax::diagnostic::{Code, Diagnostic, Diagnostics};
use tablewright_text::{CppWriter, line};

use crate::record_views::diagnostic::DiagnosticRecord;
use crate::support::diagnostics::Catalogue;
use crate::support::diagnostics::component::{COMPONENT, ComponentSelection};
use crate::support::diagnostics::text::{
    DiagText, DiagTextEnumeration, DiagTextPiece, DiagTextSubstitutions,
};

pub(crate) fn run(job: &mut Job<'_>) -> Result<(), Failure> {
    let enumerations = collect(job)?;
    job.write_cpp(|w| enumerations.iter().for_each(|enumeration| emit(enumeration, w)))
}

/// Collects the selected component's enumerations. Other components are also checked, since all
/// enumerations share a namespace.
fn collect<'s>(job: &mut Job<'s>) -> Result<Vec<DiagTextEnumeration<'s>>, Failure> {
    let store = job.store;
    let substitutions: &DiagTextSubstitutions = job.analysis()?;
    let catalogue: &Catalogue = job.analysis()?;
    let selection = ComponentSelection::new(job.options.text(&COMPONENT), store);
    let mut first_users = FxHashMap::default();
    let mut selected = Vec::new();
    for diag in &catalogue.diagnostics {
        let record = DiagnosticRecord::new(store.record(diag.record));
        let mut enumerations = Vec::new();
        if record.summary()?.contains('%') {
            take_enumerations(substitutions.text_of(record)?, &mut enumerations);
        }
        for enumeration in &enumerations {
            check(enumeration, record.into(), &mut first_users, job.diagnostics);
        }
        if selection.contains(diag, store)? {
            selected.extend(enumerations);
        }
    }
    Ok(selected)
}

/// Appends the enumerations in a text, outer before inner. As in the reference, enumerations within
/// `%diff` are skipped.
fn take_enumerations<'s>(text: DiagText<'s>, out: &mut Vec<DiagTextEnumeration<'s>>) {
    for piece in text.pieces {
        if let DiagTextPiece::Select { enumeration, options, .. } = piece {
            out.extend(enumeration.filter(|enumeration| !enumeration.name.is_empty()));
            options.into_iter().for_each(|option| take_enumerations(option, out));
        } else if let DiagTextPiece::Plural { options, .. } = piece {
            options.into_iter().for_each(|(_, option)| take_enumerations(option, out));
        }
    }
}

/// Reports duplicate names. The output is written nevertheless.
fn check<'s>(
    enumeration: &DiagTextEnumeration<'s>,
    diag: Record<'s>,
    first_users: &mut FxHashMap<&'s str, Record<'s>>,
    diagnostics: &mut Diagnostics,
) {
    let error = |message| Diagnostic::from(FieldError::new(Code::DiagnosticNames, diag, message));
    if let Some(first) = first_users.get(enumeration.name) {
        diagnostics
            .push(error(format!("Duplicate enumeration name '{}'", enumeration.name)))
            .note(Some(first.pos()), "Previous diagnostic is here");
    } else {
        first_users.insert(enumeration.name, diag);
    }
    let mut names = FxHashSet::default();
    for name in enumeration.enumerators.iter().flatten() {
        if !names.insert(name) {
            diagnostics.push(error(format!("Duplicate enumerator name '{name}'")));
        }
    }
}

fn emit(enumeration: &DiagTextEnumeration<'_>, w: &mut CppWriter) {
    line!(w, "DIAG_ENUM({})", enumeration.name);
    for (i, enumerator) in enumeration.enumerators.iter().enumerate() {
        if let Some(name) = enumerator {
            line!(w, "DIAG_ENUM_ITEM({i}, {name})");
        }
    }
    line!(w, "DIAG_ENUM_END()");
}
