//! Complete outputs, kept for the next run that serves the same request.

use tablewright_records::StoreChanges;
use tablewright_records::reads::{Reads, WholeRead};

use crate::cache::CachedFile;
use crate::run::FinishedOutputs;

/// Maximum size in bytes for a kept file.
pub(crate) const MAX_KEPT_FILE: usize = 1 << 27;

/// A successful run's output without messages, and the run's reads.
pub struct KeptAnswer {
    /// Main output and side files, if the output is a file.
    files: Vec<CachedFile>,
    stdout: Vec<u8>,
    reads: Reads,
}

impl KeptAnswer {
    /// Keeps a successful run's output without messages. Returns `None` if a file is too large, or if the output
    /// may show positions.
    pub(crate) fn new(
        stdout: &[u8],
        written: Option<FinishedOutputs>,
        reads: Reads,
    ) -> Option<KeptAnswer> {
        if stdout.len() > MAX_KEPT_FILE || reads.has_whole(WholeRead::Positions) {
            return None;
        }
        let files = match written {
            Some(FinishedOutputs { copies, .. }) => copies?,
            None => Vec::new(),
        };
        Some(KeptAnswer { files, stdout: stdout.to_vec(), reads })
    }

    pub(crate) fn files(&self) -> &[CachedFile] {
        &self.files
    }

    pub(crate) fn stdout(&self) -> &[u8] {
        &self.stdout
    }

    /// Returns the answer for changed records, or `None` if a run may print something else for them.
    pub fn after(mut self, changes: &StoreChanges) -> Option<KeptAnswer> {
        if changes.affect(&self.reads) {
            return None;
        }
        self.reads = changes.carry(self.reads);
        Some(self)
    }
}
