//! Files in `conformance/` that list passed items. They may not fail again.

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;

/// A file with a list of ids, one per line, in byte order.
pub struct Ratchet {
    path: PathBuf,
}

impl Ratchet {
    pub fn new(path: PathBuf) -> Ratchet {
        Ratchet { path }
    }

    /// Returns the ids in the file; none if the file does not exist.
    pub fn read(&self) -> Result<BTreeSet<String>, String> {
        match fs::read_to_string(&self.path) {
            Ok(text) => Ok(text.lines().map(str::to_owned).collect()),
            Err(e) if e.kind() == std::io::ErrorKind::NotFound => Ok(BTreeSet::new()),
            Err(e) => Err(format!("{}: {e}", self.path.display())),
        }
    }

    /// Adds ids, and never removes any. Returns the number of new ids, in words.
    pub fn extend(&self, ids: impl IntoIterator<Item = String>) -> Result<String, String> {
        let mut all = self.read()?;
        let before = all.len();
        all.extend(ids);
        let text: String = all.iter().map(|id| format!("{id}\n")).collect();
        let path = self.path.display();
        fs::write(&self.path, text).map_err(|e| format!("{path}: {e}"))?;
        Ok(format!("{path}: {} new, {} in all", all.len() - before, all.len()))
    }
}
