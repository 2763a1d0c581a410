//! The hash of the running program, which is a part of every key.
//!
//! Hashing a program of twenty megabytes takes longer than a small run. So the hash is stored beside the results, under
//! a key from the program file's metadata.

use std::fs::{File, Metadata};
use std::io;
use std::time::SystemTime;

use blake3::{Hash, Hasher};

use crate::cache::file_hashes::{CLOCK_TICK, changed};
use crate::cache::key::KeyParts;
use crate::cache::storage::{CacheLevel, Storage};
use crate::running_program;

/// Returns the content hash of the program file.
pub(super) fn hash(storage: &Storage) -> io::Result<Hash> {
    hash_of(running_program::open_code()?, storage)
}

fn hash_of(mut file: File, storage: &Storage) -> io::Result<Hash> {
    let before = state(&file.metadata()?);
    let stored = before.and_then(|state| storage.read(CacheLevel::Program, state));
    if let Some(hash) = stored.and_then(|bytes| Hash::from_slice(&bytes).ok()) {
        return Ok(hash);
    }
    let mut hasher = Hasher::new();
    io::copy(&mut file, &mut hasher)?;
    let hash = hasher.finalize();
    let after = state(&file.metadata()?);
    if let Some(state) = before.filter(|_| before == after) {
        // If this fails, the next run hashes the program again.
        drop(storage.write(CacheLevel::Program, state, hash.as_bytes()));
    }
    Ok(hash)
}

/// Returns a hash that changes whenever the contents of a file change: file identity, size and time of the last
/// change. Returns `None` if the file changed so recently that a further change could leave the time the same.
#[cfg(unix)]
fn state(data: &Metadata) -> Option<Hash> {
    use std::os::unix::fs::MetadataExt;

    let changed = changed(data)?;
    if !data.is_file() || changed + CLOCK_TICK >= SystemTime::now() {
        return None;
    }
    let since = changed.duration_since(SystemTime::UNIX_EPOCH).ok()?;
    let state = KeyParts::new("state")
        .with(data.dev().to_le_bytes())
        .with(data.ino().to_le_bytes())
        .with(data.size().to_le_bytes())
        .with(since.as_nanos().to_le_bytes());
    Some(state.hash())
}

/// On other systems the time of the last change can be set back.
#[cfg(not(unix))]
fn state(_: &Metadata) -> Option<Hash> {
    None
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    use std::fs;
    use std::path::PathBuf;
    use std::thread::sleep;

    /// A cache with a program beside it.
    struct ProgramScratch(PathBuf);

    impl ProgramScratch {
        fn new() -> ProgramScratch {
            let name = format!("tablewright-program-{}", std::process::id());
            let scratch = ProgramScratch(std::env::temp_dir().join(name));
            fs::create_dir_all(&scratch.0).expect("the directory can be created");
            scratch
        }

        fn storage(&self) -> Storage {
            Storage::open(&self.0.join("cache"), 1 << 20).expect("it can be created")
        }

        fn write(&self, program: &[u8]) {
            fs::write(self.0.join("program"), program).expect("it can be written");
            sleep(2 * CLOCK_TICK);
        }

        fn hash(&self) -> Hash {
            let file = File::open(self.0.join("program")).expect("it is there");
            hash_of(file, &self.storage()).expect("it can be read")
        }

        /// Stores a different hash under the program's metadata.
        fn forge(&self, hash: Hash) {
            let data = fs::metadata(self.0.join("program")).expect("it is there");
            let state = state(&data).expect("it has rested");
            let is_stored = self.storage().write(CacheLevel::Program, state, hash.as_bytes());
            assert!(is_stored.expect("it can be written"));
        }
    }

    impl Drop for ProgramScratch {
        fn drop(&mut self) {
            drop(fs::remove_dir_all(&self.0));
        }
    }

    #[test]
    fn a_program_is_hashed_once_until_it_changes() {
        let scratch = ProgramScratch::new();
        scratch.write(b"first");
        assert_eq!(scratch.hash(), blake3::hash(b"first"));
        // The stored hash is used.
        let forged = blake3::hash(b"forged");
        scratch.forge(forged);
        assert_eq!(scratch.hash(), forged);
        // Of the same size, under the same name.
        scratch.write(b"other");
        assert_eq!(scratch.hash(), blake3::hash(b"other"));
    }
}
