//! Files in `conformance/` that list what once passed and may not fail again.

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;

use crate::jobs;

/// A list of ids, one per line, in byte order.
pub(crate) struct Ratchet {
    name: &'static str,
}

/// Jobs of [`crate::conformance`].
pub(crate) const JOBS: Ratchet = Ratchet { name: "passing.txt" };

/// Tests of [`crate::lit`] that name a backend. The others are tests of the language, all of which
/// have to hold.
pub(crate) const TESTS: Ratchet = Ratchet { name: "passing-tests.txt" };

impl Ratchet {
    fn path(&self) -> PathBuf {
        jobs::directory().join(self.name)
    }

    /// The ids in the file; none where there is no file.
    pub(crate) fn read(&self) -> Result<BTreeSet<String>, String> {
        let path = self.path();
        match fs::read_to_string(&path) {
            Ok(text) => Ok(text.lines().map(str::to_owned).collect()),
            Err(e) if e.kind() == std::io::ErrorKind::NotFound => Ok(BTreeSet::new()),
            Err(e) => Err(format!("{}: {e}", path.display())),
        }
    }

    /// Adds ids; nothing is ever removed. Returns in words how many are new.
    pub(crate) fn extend(&self, ids: impl IntoIterator<Item = String>) -> Result<String, String> {
        let mut all = self.read()?;
        let before = all.len();
        all.extend(ids);
        let text: String = all.iter().map(|id| format!("{id}\n")).collect();
        let path = self.path();
        fs::write(&path, text).map_err(|e| format!("{}: {e}", path.display()))?;
        Ok(format!("{}: {} new, {} in all", self.name, all.len() - before, all.len()))
    }
}
