//! Hashes for source files.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, SystemTime};

use blake3::Hash;
use tablewright_session::{read_file, text_path};
use tablewright_syntax::source::SourceFile;
use tablewright_text::byte_escape::unescape;

/// Maximum time by which a change is dated too early: file systems read a coarse clock.
pub(super) const CLOCK_TICK: Duration = Duration::from_millis(20);

/// Hashes for files on disk. A file is read only once in a process.
#[derive(Default)]
pub(super) struct FileHashes(Mutex<BTreeMap<String, Option<Hash>>>);

impl FileHashes {
    /// Returns the content hash for a regular file. Returns `None` for anything else, since other files may be
    /// readable only once.
    pub(super) fn for_file(&self, name: &str) -> Option<Hash> {
        let hashes = || self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(hash) = hashes().get(name) {
            return *hash;
        }
        let path = text_path(name);
        let is_file = fs::metadata(&path).is_ok_and(|data| data.is_file());
        let bytes = is_file.then(|| read_file(&path).ok()).flatten();
        let hash = bytes.map(|bytes| blake3::hash(&bytes));
        hashes().insert(name.to_owned(), hash);
        hash
    }
}

/// Returns the hash for the bytes that a source file was read from.
pub(super) fn for_text(file: &SourceFile) -> Hash {
    blake3::hash(&unescape(&file.text))
}

/// Returns whether a regular file was last changed before a run began. A run may read its input twice, and then keeps
/// the result from the second read.
pub(super) fn rested_since(path: &Path, started: SystemTime) -> bool {
    let data = fs::metadata(path).ok().filter(fs::Metadata::is_file);
    let changed = data.and_then(|data| changed(&data));
    changed.is_some_and(|changed| changed + CLOCK_TICK < started)
}

/// Returns the time of the last change to contents or name. Users cannot set this time back.
#[cfg(unix)]
pub(super) fn changed(data: &fs::Metadata) -> Option<SystemTime> {
    use std::os::unix::fs::MetadataExt;
    let since = Duration::new(data.ctime().try_into().ok()?, data.ctime_nsec().try_into().ok()?);
    Some(SystemTime::UNIX_EPOCH + since)
}

#[cfg(not(unix))]
pub(super) fn changed(data: &fs::Metadata) -> Option<SystemTime> {
    data.modified().ok()
}
