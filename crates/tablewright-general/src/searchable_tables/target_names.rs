//! Intrinsic names and instruction numbers, from the target's analyses.
//!
//! Both are built only if a table contains such records, which few tables do.

use rustc_hash::FxHashMap;
use tablewright_records::{AnalysisError, RecordId, RecordStore};
use tablewright_selection::intrinsics::Intrinsics;
use tablewright_syntax::diagnostic::{Diagnostic, Diagnostics};
use tablewright_target::instructions::Instructions;

/// Intrinsic names.
#[derive(Default)]
pub(super) struct TargetNames<'s> {
    intrinsics: Option<FxHashMap<RecordId, SearchableIntrinsicName<'s>>>,
}

/// Names for an intrinsic.
pub(super) struct SearchableIntrinsicName<'s> {
    pub(super) target: &'s str,
    pub(super) function: &'s str,
    pub(super) enumerator: &'s str,
}

impl<'s> TargetNames<'s> {
    /// Returns the name for a record of class `Intrinsic`.
    pub(super) fn intrinsic(
        &mut self,
        store: &'s RecordStore,
        record: RecordId,
    ) -> Result<&SearchableIntrinsicName<'s>, Diagnostic> {
        let all = match &mut self.intrinsics {
            Some(all) => all,
            none => none.insert(intrinsic_names(store)?),
        };
        Ok(all.get(&record).expect("every record of class Intrinsic is collected"))
    }
}

/// Returns the instructions and their numbers.
pub(super) fn instructions(store: &RecordStore) -> Result<&Instructions, Diagnostic> {
    store.analysis(&mut Diagnostics::new()).map_err(|error| match error {
        AnalysisError::Diagnostic(error) => *error,
        AnalysisError::Reported => unreachable!("numbering instructions stops at the first error"),
    })
}

fn intrinsic_names(
    store: &RecordStore,
) -> Result<FxHashMap<RecordId, SearchableIntrinsicName<'_>>, Diagnostic> {
    let all: &Intrinsics =
        store.analysis(&mut Diagnostics::new()).map_err(|error| match error {
            AnalysisError::Diagnostic(error) => *error,
            AnalysisError::Reported => {
                unreachable!("collecting intrinsics stops at the first error")
            }
        })?;
    let named = all.list().iter().map(|intrinsic| {
        let name = SearchableIntrinsicName {
            target: intrinsic.target_prefix.map_or("", |prefix| store.str(prefix)),
            function: all.name(intrinsic),
            enumerator: intrinsic.enum_name(store),
        };
        (intrinsic.record, name)
    });
    Ok(named.collect())
}
