//! The library enumeration, each system's default libraries, and the function that sets up a library.

use std::collections::BTreeSet;

use tablewright_records::{FieldError, RecordStore, RecordView};
use tablewright_syntax::diagnostic::{Code, Diagnostics};

use super::super::condition::condition;
use super::definition::{LibraryDefinition, identifier, report_unknown_library};
use crate::record_views::runtime_libcalls::SystemRuntimeLibraryRecord;

/// A system's default libraries.
pub(super) struct DefaultLibraries<'s> {
    /// The condition on the target, in C++.
    pub(super) condition: String,
    /// Default calling convention, unless it is C's.
    pub(super) calling_conv: Option<&'s str>,
    /// Libraries as enumerators, in name order.
    pub(super) libraries: Vec<String>,
}

/// A library with its setup functions.
pub(super) struct LibraryCase {
    pub(super) library: String,
    /// Isolated libraries: a condition on the target, and the function for such targets.
    pub(super) isolated: Vec<(String, String)>,
}

/// Returns the library names in name order.
pub(super) fn library_names<'s>(
    definitions: &[LibraryDefinition<'s>],
) -> Result<BTreeSet<&'s str>, FieldError> {
    Ok(definitions.iter().map(|definition| definition.library).collect())
}

pub(super) fn default_libraries<'s>(
    store: &'s RecordStore,
    names: &BTreeSet<&str>,
    diagnostics: &mut Diagnostics,
) -> Result<Vec<DefaultLibraries<'s>>, FieldError> {
    let mut systems = Vec::new();
    for record in SystemRuntimeLibraryRecord::all(store)? {
        let mut libraries = BTreeSet::new();
        for name in record.default_libraries()? {
            if !names.contains(name) {
                let class = "SystemRuntimeLibrary default library";
                report_unknown_library(class, name, record.into(), diagnostics);
            }
            libraries.insert(name);
        }
        let calling_conv = record.default_calling_conv()?.calling_conv()?.trim();
        systems.push(DefaultLibraries {
            condition: condition(record.triple_predicate()?)?.into(),
            calling_conv: Some(calling_conv).filter(|conv| !conv.is_empty()),
            libraries: libraries.into_iter().map(identifier).collect(),
        });
    }
    Ok(systems)
}

/// Returns the libraries, ordered by the first definition that is not isolated.
pub(super) fn cases(
    definitions: &[LibraryDefinition<'_>],
    diagnostics: &mut Diagnostics,
) -> Result<Vec<LibraryCase>, FieldError> {
    let mut order: Vec<&str> = Vec::new();
    for definition in definitions.iter().filter(|definition| !definition.is_isolated) {
        if !order.contains(&definition.library) {
            order.push(definition.library);
        }
    }
    let case = |&library: &&str| LibraryCase { library: identifier(library), isolated: Vec::new() };
    let mut cases: Vec<LibraryCase> = order.iter().map(case).collect();
    let isolated = || definitions.iter().filter(|definition| definition.is_isolated);
    for definition in isolated().filter(|definition| definition.condition.is_empty()) {
        let message = "isolated LibcallLibrary must have a predicate";
        diagnostics.error(Code::RuntimeLibcalls, definition.record.pos(), message);
    }
    for definition in isolated() {
        let library = definition.library;
        match order.iter().position(|&name| name == library) {
            Some(case) => cases[case]
                .isolated
                .push((definition.condition.clone(), identifier(definition.function))),
            None => {
                let message = format!(
                    "isolated LibcallLibrary has no non-isolated library named `{library}`"
                );
                let at = definition.record.pos();
                diagnostics.error(Code::RuntimeLibcalls, at, message);
            }
        }
    }
    Ok(cases)
}
