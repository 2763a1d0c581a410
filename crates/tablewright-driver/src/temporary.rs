//! Temporary files beside outputs, of which none stays behind.
//!
//! A run that ends, also by an error or a panic, removes its own. One that a signal ends removes
//! them before it does. A run that is killed leaves them; the next run that writes the same output
//! finds them by their names, sees by their locks that nobody writes them any more, and removes
//! them.

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::interrupt;

/// How many runs may write one output at a time.
const NAMES: u32 = 64;

/// How often a name is tried again that another run has just taken or given back.
const ATTEMPTS: u32 = 16;

/// The temporary files of this process.
static REGISTRY: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());

/// The set cannot be left half changed, so that a panic elsewhere does not matter.
fn registry() -> MutexGuard<'static, BTreeSet<PathBuf>> {
    REGISTRY.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Removes all temporary files of this process and calls `end`, which ends it. No other thread
/// creates one meanwhile.
pub fn remove_all(end: &dyn Fn()) {
    let registry = registry();
    for path in &*registry {
        drop(fs::remove_file(path));
    }
    end();
}

/// A temporary file that is removed unless it is given a name of its own.
pub struct Temporary {
    path: PathBuf,
}

impl Temporary {
    /// A new file in the directory of `path`. As long as the file is open no other run takes it for a
    /// leftover.
    pub fn beside(path: &Path) -> io::Result<(Temporary, File)> {
        let Some(name) = path.file_name() else {
            // No path of a file: the system says why.
            File::open(path)?;
            return Err(io::ErrorKind::IsADirectory.into());
        };
        interrupt::watch(remove_all);
        for number in 0..NAMES {
            let mut temporary = OsString::from(".");
            temporary.push(name);
            temporary.push(format!(".{number}.tmp"));
            let path = path.with_file_name(temporary);
            let mut registry = registry();
            if let Some(file) = claim(&path)? {
                registry.insert(path.clone());
                return Ok((Temporary { path }, file));
            }
        }
        Err(io::ErrorKind::AlreadyExists.into())
    }

    /// The path of the temporary file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Gives files their names. A signal that would end the process waits for all of them.
    pub fn rename_all(files: Vec<(Temporary, PathBuf)>) -> io::Result<()> {
        let mut registry = registry();
        let mut files = files.into_iter();
        let renamed = files.by_ref().try_for_each(|(temporary, to)| {
            fs::rename(&temporary.path, to)?;
            registry.remove(&temporary.path);
            // There is nothing left to remove.
            std::mem::forget(temporary);
            Ok(())
        });
        drop(registry);
        // The files that are left, after an error, are dropped now: that takes the registry too.
        drop(files);
        renamed
    }
}

impl Drop for Temporary {
    fn drop(&mut self) {
        // If it cannot be removed, only the error that made the run fail is reported.
        drop(fs::remove_file(&self.path));
        registry().remove(&self.path);
    }
}

/// Creates the file at `path` and locks it; nothing, where another run has it.
fn claim(path: &Path) -> io::Result<Option<File>> {
    for _ in 0..ATTEMPTS {
        match OpenOptions::new().write(true).create_new(true).open(path) {
            Ok(file) => match file.try_lock() {
                // Before it was locked, another run could take it for a leftover and remove it.
                Ok(()) if !is_at(&file, path) => {}
                Err(TryLockError::WouldBlock) => {}
                // Some file systems have no locks. There leftovers stay.
                Ok(()) | Err(TryLockError::Error(_)) => return Ok(Some(file)),
            },
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                if !remove_leftover(path) {
                    return Ok(None);
                }
            }
            Err(error) => return Err(error),
        }
    }
    Ok(None)
}

/// Removes the file at `path` if the run that created it has ended. False where it has not, or that
/// is not known.
fn remove_leftover(path: &Path) -> bool {
    // What is no regular file is not ours; a link is not followed.
    match fs::symlink_metadata(path) {
        Ok(found) if found.is_file() => {}
        Ok(_) => return false,
        Err(error) => return error.kind() == io::ErrorKind::NotFound,
    }
    let file = match OpenOptions::new().write(true).open(path) {
        Ok(file) => file,
        Err(error) => return error.kind() == io::ErrorKind::NotFound,
    };
    match file.try_lock() {
        // Otherwise its run has renamed or removed it meanwhile, and the name is free again.
        Ok(()) if is_at(&file, path) => fs::remove_file(path).is_ok(),
        Ok(()) => true,
        Err(_) => false,
    }
}

/// Whether the file that is open is the one at `path`.
#[cfg(unix)]
fn is_at(file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let identity = |data: fs::Metadata| (data.dev(), data.ino());
    match (file.metadata(), fs::symlink_metadata(path)) {
        (Ok(open), Ok(found)) => identity(open) == identity(found),
        _ => false,
    }
}

/// Elsewhere this cannot be told; two runs that write the same output at the same time are not safe
/// from each other there.
#[cfg(not(unix))]
fn is_at(_: &File, path: &Path) -> bool {
    path.exists()
}
