//! Warnings about used deprecated definitions, issued by `mlir-tblgen` before it runs an action.

use std::collections::BTreeSet;

use rustc_hash::FxHashSet;
use tablewright_backend::{BackendOption, Failure, OptionGroup, OptionKind, Options};
use tablewright_records::{
    Analysis, AnalysisError, MentionSearch, Record, RecordId, RecordStore, RecordView,
};
use tablewright_syntax::diagnostic::{Code, Diagnostic, Diagnostics, Severity};

use crate::record_views::deprecated::DeprecatedRecord;

pub(crate) static OPTIONS: OptionGroup =
    OptionGroup { heading: "General options", options: &[ON_DEPRECATED] };

const ON_DEPRECATED: BackendOption = BackendOption {
    name: "on-deprecated",
    kind: OptionKind::Choice {
        choices: &[("none", "No action"), ("warn", "Warn on use"), ("error", "Error on use")],
        default: 1,
    },
    help: "Action to perform on deprecated def",
};

// Indices into the choices of the option.
const NONE: usize = 0;
const ERROR: usize = 2;

/// Warns about uses of deprecated definitions.
///
/// # Errors
/// If there are any and `--on-deprecated=error` is set.
pub(crate) fn check(
    store: &RecordStore,
    options: &Options,
    diagnostics: &mut Diagnostics,
) -> Result<(), Failure> {
    let action = options.choice(&ON_DEPRECATED);
    if action == NONE {
        return Ok(());
    }
    let DeprecatedUses(uses) = store.analysis(diagnostics)?;
    for &(deprecated, user) in uses {
        let (deprecated, user) =
            (DeprecatedRecord::new(store.record(deprecated)), store.record(user));
        let message = format!("Using deprecated def `{}`", deprecated.name());
        let warning = Diagnostic::warning(Code::DeprecatedDef, Some(user.pos()), message);
        let warning = diagnostics.push(warning);
        warning.trail(user.positions().iter().copied().skip(1));
        warning.note(None, deprecated.reason()?);
    }
    if action != ERROR || uses.is_empty() {
        return Ok(());
    }
    let message = "Error'ing out due to deprecated defs";
    diagnostics.push(Diagnostic::new(Severity::Note, None, message));
    Err(Failure::Reported)
}

/// Deprecated definitions and their users, each in name order. All jobs over the same records issue these warnings.
struct DeprecatedUses(Vec<(RecordId, RecordId)>);

impl Analysis for DeprecatedUses {
    fn build(store: &RecordStore, _: &mut Diagnostics) -> Result<DeprecatedUses, AnalysisError> {
        let uses = uses(store, &DeprecatedRecord::all_if_defined(store));
        let ids = uses.into_iter().map(|(deprecated, user)| (deprecated.id(), user.id()));
        Ok(DeprecatedUses(ids.collect()))
    }
}

/// Returns deprecated definitions with their users.
fn uses<'s>(
    store: &'s RecordStore,
    deprecated: &[DeprecatedRecord<'s>],
) -> Vec<(DeprecatedRecord<'s>, Record<'s>)> {
    let ids: FxHashSet<RecordId> = deprecated.iter().map(|one| one.id()).collect();
    if !is_any_mentioned(store, &ids) {
        return Vec::new();
    }
    let named = store.records().filter(|record| !record.is_anonymous());
    let users: Vec<(Record<'s>, BTreeSet<RecordId>)> = named
        .map(|record| (record, used_by(record, &ids)))
        .filter(|(_, used)| !used.is_empty())
        .collect();
    let users_of = |one: &DeprecatedRecord<'s>| {
        let (one, id) = (*one, one.id());
        users.iter().filter(move |(_, used)| used.contains(&id)).map(move |&(user, _)| (one, user))
    };
    deprecated.iter().flat_map(users_of).collect()
}

/// Whether any record field mentions one of the records. Most descriptions include unused deprecated definitions; a
/// single pass over all values detects this.
fn is_any_mentioned(store: &RecordStore, ids: &FxHashSet<RecordId>) -> bool {
    if ids.is_empty() {
        return false;
    }
    let mut search = MentionSearch::new(store);
    for record in store.records() {
        search.add(record);
        while let Some(mentioned) = search.next_record() {
            if ids.contains(&mentioned) {
                return true;
            }
        }
    }
    false
}

/// Returns the subset of `ids` that a record mentions, directly or through anonymous records.
fn used_by(record: Record<'_>, ids: &FxHashSet<RecordId>) -> BTreeSet<RecordId> {
    let store = record.store();
    let mut used = BTreeSet::new();
    let mut entered = FxHashSet::default();
    let mut search = MentionSearch::new(store);
    search.add(record);
    while let Some(mentioned) = search.next_record() {
        if ids.contains(&mentioned) {
            used.insert(mentioned);
        }
        let mentioned = store.record(mentioned);
        if mentioned.is_anonymous() && entered.insert(mentioned.id()) {
            search.add(mentioned);
        }
    }
    used
}
