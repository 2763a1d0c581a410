//! The last versions of an input, kept for loading it again.

use std::sync::Arc;

use tablewright_syntax::diagnostic::Diagnostics;
use tablewright_syntax::source::SourceMap;

use crate::eval::KeptEvaluation;
use crate::options::LoadOptions;
use crate::release::SelectedRelease;

/// A version of an input without syntax errors, with its evaluation.
#[derive(Clone)]
pub(super) struct Version {
    pub(super) evaluation: KeptEvaluation,
    pub(super) options: LoadOptions,
    /// The release for parsing and for the evaluation start.
    pub(super) release: SelectedRelease,
    pub(super) sources: Arc<SourceMap>,
}

/// The last two versions, which are used alternately. The latest version's records are usually still in use when the
/// next version is evaluated, and resumed evaluation changes them. Resuming from the earlier version evaluates some
/// more statements, but this costs much less than copying the records.
#[derive(Default)]
pub(super) struct Versions {
    pub(super) earlier: Option<Version>,
    pub(super) latest: Option<Version>,
}

impl Versions {
    pub(super) fn latest(&self) -> Option<&Version> {
        self.latest.as_ref()
    }

    /// Returns the latest version's diagnostics for the events before index `first_changed`.
    pub(super) fn diagnostics_before(&self, first_changed: usize) -> Diagnostics {
        let evaluation = self.latest.as_ref().map(|latest| &latest.evaluation);
        evaluation.map(|kept| kept.diagnostics_before(first_changed)).unwrap_or_default()
    }

    /// Removes and returns a version from which evaluation can resume, because its records are not in use: the latest
    /// or else the earlier version. If both are in use, returns a copy of the latest. `None` without a version.
    pub(super) fn take_unread(&mut self) -> Option<Version> {
        if self.latest.as_ref()?.evaluation.is_read() {
            let unread = self.earlier.take().filter(|earlier| !earlier.evaluation.is_read());
            return unread.or_else(|| self.latest.clone());
        }
        self.latest.take()
    }

    /// Adds the latest version.
    pub(super) fn add(&mut self, version: Version) {
        if let Some(before) = self.latest.replace(version) {
            self.earlier = Some(before);
        }
    }
}
