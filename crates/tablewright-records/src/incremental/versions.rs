//! The versions of an input that are kept from one time to the next.

use std::sync::Arc;

use tablewright_syntax::source::SourceMap;

use crate::eval::KeptEvaluation;
use crate::options::LoadOptions;
use crate::release::SelectedRelease;

/// A version of an input without errors of syntax, and its evaluation.
#[derive(Clone)]
pub(super) struct Version {
    pub(super) evaluation: KeptEvaluation,
    pub(super) options: LoadOptions,
    /// The release under which the input was parsed and evaluation began.
    pub(super) release: SelectedRelease,
    pub(super) sources: Arc<SourceMap>,
}

/// The last two versions at most, which take turns: the records of the last one are usually read while the next one is
/// evaluated, and evaluation that goes on changes them. A version behind has somewhat more to evaluate, which is far less
/// than to copy the records.
#[derive(Default)]
pub(super) struct Versions {
    pub(super) earlier: Option<Version>,
    pub(super) latest: Option<Version>,
}

impl Versions {
    pub(super) fn latest(&self) -> Option<&Version> {
        self.latest.as_ref()
    }

    /// Takes a version to go on from whose records nobody reads: the latest one, or else the one before. Where both are
    /// read, a copy of the latest one. `None` where there is no version.
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
