//! The directory of a cache: files with their own hash, and a limit on their total size.
//!
//! A file is written under a temporary name and then renamed, so that other processes never see an incomplete file.
//! Its modification time is the time of its last use. When the directory grows too large, the least recently used
//! files are removed.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use blake3::{Hash, OUT_LEN};
use tablewright_session::path_text;

use crate::cache::key::KeyParts;
use crate::output_file::OutputFile;

/// Folder for this format in the directory. Another version may have its own folder beside it.
const FOLDER: &str = "v1";

/// Block size in bytes. A file's disk space is counted in blocks.
const BLOCK: u64 = 4096;

/// A temporary file that was not changed for so long belongs to a run that was killed.
const LEFTOVER_AGE: Duration = Duration::from_secs(3600);

/// Kinds of files. Each has its own folder.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum CacheLevel {
    Program,
    Manifest,
    Result,
}

impl CacheLevel {
    const ALL: [CacheLevel; 3] = [CacheLevel::Program, CacheLevel::Manifest, CacheLevel::Result];

    fn folder(self) -> &'static str {
        match self {
            CacheLevel::Program => "programs",
            CacheLevel::Manifest => "manifests",
            CacheLevel::Result => "results",
        }
    }
}

/// A file in the directory. Files are ordered by their last use.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct StoredFile {
    /// Last use.
    used: SystemTime,
    path: PathBuf,
    /// Size on disk in bytes.
    size: u64,
}

/// The directory.
pub(super) struct Storage {
    dir: PathBuf,
    folder: PathBuf,
    /// Maximum size in bytes.
    limit: u64,
}

impl Storage {
    /// Opens a directory, and creates it if it does not exist.
    pub(super) fn open(dir: &Path, limit: u64) -> io::Result<Storage> {
        let folder = dir.join(FOLDER);
        for level in CacheLevel::ALL {
            fs::create_dir_all(folder.join(level.folder()))?;
        }
        Ok(Storage { dir: dir.to_owned(), folder, limit })
    }

    /// Returns the directory path for messages.
    pub(super) fn dir_text(&self) -> String {
        path_text(&self.dir)
    }

    /// Returns the maximum size in bytes for a stored file.
    pub(super) fn largest_file(&self) -> usize {
        usize::try_from(self.limit / 4).unwrap_or(usize::MAX)
    }

    fn path(&self, level: CacheLevel, key: Hash) -> PathBuf {
        let name = key.to_hex();
        self.folder.join(level.folder()).join(&name[..2]).join(&name[2..])
    }

    /// Returns the file that was stored under a key.
    pub(super) fn open_file(&self, level: CacheLevel, key: Hash) -> Option<File> {
        let file = File::open(self.path(level, key)).ok()?;
        if !file.metadata().ok()?.is_file() {
            return None;
        }
        // The time matters only for eviction.
        drop(file.set_modified(SystemTime::now()));
        Some(file)
    }

    /// Reads the bytes stored under a key with [`Storage::write`]. Returns `None` unless the file is intact.
    pub(super) fn read(&self, level: CacheLevel, key: Hash) -> Option<Vec<u8>> {
        let mut bytes = Vec::new();
        self.open_file(level, key)?.read_to_end(&mut bytes).ok()?;
        let length = bytes.len().checked_sub(OUT_LEN)?;
        let check = Hash::from_slice(&bytes[length..]).ok()?;
        bytes.truncate(length);
        if checksum(level, key, &bytes) != check {
            return None;
        }
        Some(bytes)
    }

    /// Stores bytes with a hash under a key. Returns false if they are too large for the directory.
    pub(super) fn write(&self, level: CacheLevel, key: Hash, bytes: &[u8]) -> io::Result<bool> {
        let size = bytes.len() + OUT_LEN;
        self.write_with(level, key, size, &|out| {
            out.write_all(bytes)?;
            out.write_all(checksum(level, key, bytes).as_bytes())
        })
    }

    /// Stores the output of `write`, with the given length, under a key. Returns false if it is too large for the
    /// directory.
    pub(super) fn write_with(
        &self,
        level: CacheLevel,
        key: Hash,
        size: usize,
        write: &dyn Fn(&mut dyn Write) -> io::Result<()>,
    ) -> io::Result<bool> {
        let size = size_on_disk(size as u64);
        if size > self.limit / 4 {
            return Ok(false);
        }
        let path = self.path(level, key);
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder)?;
        }
        let mut file = OutputFile::create(&path)?;
        write(&mut file)?;
        file.finish()?;
        let blocks = vec![b'.'; usize::try_from(size / BLOCK).unwrap_or(usize::MAX)];
        OpenOptions::new().append(true).create(true).open(self.journal())?.write_all(&blocks)?;
        Ok(true)
    }

    /// Returns the path of the journal. It has one byte for each block written since the directory was last measured.
    fn journal(&self) -> PathBuf {
        self.folder.join("written")
    }

    /// Removes the least recently used files if the directory may be too large.
    pub(super) fn evict(&self) {
        let written = fs::metadata(self.journal()).map_or(0, |data| data.len() * BLOCK);
        if written > self.limit / 16 {
            // If this fails, the next run tries again.
            drop(self.evict_now());
        }
    }

    fn evict_now(&self) -> io::Result<()> {
        let lock = self.folder.join("lock");
        let lock = OpenOptions::new().write(true).create(true).truncate(false).open(lock)?;
        if lock.try_lock().is_err() {
            // Another run is at it.
            return Ok(());
        }
        File::create(self.journal())?;
        let mut files = Vec::new();
        for level in CacheLevel::ALL {
            for folder in fs::read_dir(self.folder.join(level.folder()))?.flatten() {
                collect_files(&folder.path(), &mut files);
            }
        }
        files.sort();
        let mut total: u64 = files.iter().map(|file| file.size).sum();
        let kept = self.limit - self.limit / 8;
        for StoredFile { path, size, .. } in files {
            if total <= kept {
                break;
            }
            if fs::remove_file(path).is_ok() {
                total -= size;
            }
        }
        Ok(())
    }
}

/// Adds the files in a folder. Leftovers from killed runs are removed.
fn collect_files(folder: &Path, files: &mut Vec<StoredFile>) {
    for file in fs::read_dir(folder).into_iter().flatten().flatten() {
        let Ok(data) = file.metadata() else { continue };
        let used = data.modified().unwrap_or(SystemTime::UNIX_EPOCH);
        let is_temporary = file.file_name().as_encoded_bytes().starts_with(b".");
        if is_temporary {
            if used.elapsed().is_ok_and(|age| age > LEFTOVER_AGE) {
                drop(fs::remove_file(file.path()));
            }
        } else if data.is_file() {
            let (path, size) = (file.path(), size_on_disk(data.len()));
            files.push(StoredFile { used, path, size });
        }
    }
}

fn size_on_disk(length: u64) -> u64 {
    length.div_ceil(BLOCK) * BLOCK
}

fn checksum(level: CacheLevel, key: Hash, bytes: &[u8]) -> Hash {
    KeyParts::new(level.folder()).with(key.as_bytes()).with(bytes).hash()
}

#[cfg(test)]
mod tests {
    use super::*;

    use std::sync::atomic::{AtomicU32, Ordering};

    /// A storage in its own directory.
    struct Scratch(Storage);

    impl Scratch {
        fn new(limit: u64) -> Scratch {
            static COUNT: AtomicU32 = AtomicU32::new(0);
            let count = COUNT.fetch_add(1, Ordering::Relaxed);
            let name = format!("tablewright-cache-{}-{count}", std::process::id());
            let dir = std::env::temp_dir().join(name);
            Scratch(Storage::open(&dir, limit).expect("the directory can be created"))
        }
    }

    impl Drop for Scratch {
        fn drop(&mut self) {
            drop(fs::remove_dir_all(&self.0.dir));
        }
    }

    fn key(number: u32) -> Hash {
        blake3::hash(&number.to_le_bytes())
    }

    #[test]
    fn what_is_not_whole_is_not_read() {
        let scratch = Scratch::new(1 << 20);
        let storage = &scratch.0;
        assert!(storage.write(CacheLevel::Result, key(1), b"text").expect("it can be written"));
        assert_eq!(storage.read(CacheLevel::Result, key(1)).as_deref(), Some(&b"text"[..]));
        assert_eq!(storage.read(CacheLevel::Manifest, key(1)), None);
        let path = storage.path(CacheLevel::Result, key(1));
        let whole = fs::read(&path).expect("it is there");
        for length in 0..whole.len() {
            fs::write(&path, &whole[..length]).expect("it can be written");
            assert_eq!(storage.read(CacheLevel::Result, key(1)), None, "{length}");
            let mut garbled = whole.clone();
            garbled[length] ^= 1;
            fs::write(&path, garbled).expect("it can be written");
            assert_eq!(storage.read(CacheLevel::Result, key(1)), None, "{length}");
        }
        // A file with another name fails the check.
        let other = storage.path(CacheLevel::Result, key(2));
        fs::create_dir_all(other.parent().expect("it has a folder")).expect("it can be created");
        fs::write(&other, &whole).expect("it can be written");
        assert_eq!(storage.read(CacheLevel::Result, key(2)), None);
    }

    #[test]
    fn the_size_is_bounded_and_what_was_used_last_stays() {
        let limit = 64 * BLOCK;
        let scratch = Scratch::new(limit);
        let storage = &scratch.0;
        let text = vec![b'x'; 2 * BLOCK as usize];
        let age = |number: u32, seconds: u64| {
            let file = File::open(storage.path(CacheLevel::Result, key(number)));
            let time = SystemTime::now() - Duration::from_secs(seconds);
            file.and_then(|file| file.set_modified(time)).expect("the time can be set");
        };
        for number in 0..100 {
            assert!(
                storage.write(CacheLevel::Result, key(number), &text).expect("it can be written")
            );
            age(number, 1000 - u64::from(number));
            // The first is used again and again.
            assert!(storage.read(CacheLevel::Result, key(0)).is_some(), "{number}");
            storage.evict();
        }
        let mut files = Vec::new();
        for folder in fs::read_dir(storage.folder.join("results")).expect("it is there").flatten() {
            collect_files(&folder.path(), &mut files);
        }
        let total: u64 = files.iter().map(|file| file.size).sum();
        assert!(total <= limit && total > limit / 2, "{total}");
        assert!(storage.read(CacheLevel::Result, key(99)).is_some());
        assert_eq!(storage.read(CacheLevel::Result, key(1)), None);
    }

    #[test]
    fn what_is_too_large_is_not_stored() {
        let scratch = Scratch::new(16 * BLOCK);
        let text = vec![b'x'; 4 * BLOCK as usize];
        assert!(!scratch.0.write(CacheLevel::Result, key(0), &text).expect("nothing fails"));
        assert_eq!(scratch.0.read(CacheLevel::Result, key(0)), None);
    }
}
