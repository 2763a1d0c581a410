//! `conformance/passing.txt`: the jobs that once passed and may not fail again.

use std::collections::BTreeSet;
use std::fs;

use crate::jobs;

/// The ids in the file; none where there is no file.
pub(crate) fn read() -> Result<BTreeSet<String>, String> {
    let path = jobs::directory().join("passing.txt");
    match fs::read_to_string(&path) {
        Ok(text) => Ok(text.lines().map(str::to_owned).collect()),
        Err(e) if e.kind() == std::io::ErrorKind::NotFound => Ok(BTreeSet::new()),
        Err(e) => Err(format!("{}: {e}", path.display())),
    }
}

/// Adds ids; nothing is ever removed. Returns how many are new and how many there are.
pub(crate) fn extend(ids: impl IntoIterator<Item = String>) -> Result<(usize, usize), String> {
    let mut all = read()?;
    let before = all.len();
    all.extend(ids);
    let text: String = all.iter().map(|id| format!("{id}\n")).collect();
    let path = jobs::directory().join("passing.txt");
    fs::write(&path, text).map_err(|e| format!("{}: {e}", path.display()))?;
    Ok((all.len() - before, all.len()))
}
