//! Temporary files beside outputs, which are always removed.
//!
//! A run removes its own files when it ends, also after an error, a panic or a signal. A killed run leaves them. The
//! next run that writes the same output finds them by name, sees from their locks that nobody writes them any more,
//! and removes them.

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::interrupt;

/// Maximum number of runs that write one output at the same time.
const NAMES: u32 = 64;

/// Number of attempts to use a name that another run has just taken or released.
const ATTEMPTS: u32 = 16;

/// The process's temporary files.
static REGISTRY: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());

/// Returns the registry. No change can leave it half done, so a panic elsewhere does not matter.
fn registry() -> MutexGuard<'static, BTreeSet<PathBuf>> {
    REGISTRY.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Removes all temporary files and calls `end`, which ends the process. Other threads cannot create temporary files
/// meanwhile.
pub fn remove_all(end: &dyn Fn()) {
    let registry = registry();
    for path in &*registry {
        drop(fs::remove_file(path));
    }
    end();
}

/// A temporary file, removed on drop unless it was renamed.
pub struct Temporary {
    path: PathBuf,
}

impl Temporary {
    /// Creates a new file in the directory of `path`. While the file is open, other runs do not consider it a leftover.
    pub fn beside(path: &Path) -> io::Result<(Temporary, File)> {
        let Some(name) = path.file_name() else {
            // If this is not a path to a file, the system error explains why.
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

    /// Returns the temporary file's path.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Renames files to their final names. A signal that would end the process waits until all are renamed.
    pub fn rename_all(files: Vec<CompleteFile>) -> io::Result<()> {
        let mut registry = registry();
        let mut files = files.into_iter();
        let renamed = files.by_ref().try_for_each(|CompleteFile { temporary, to }| {
            fs::rename(&temporary.path, to)?;
            registry.remove(&temporary.path);
            // There is nothing left to remove.
            std::mem::forget(temporary);
            Ok(())
        });
        drop(registry);
        // The remaining files, after an error, are dropped now, since dropping locks the registry too.
        drop(files);
        renamed
    }
}

/// A complete temporary file with its final name.
pub struct CompleteFile {
    /// The temporary file.
    pub temporary: Temporary,
    /// Path after renaming.
    pub to: PathBuf,
}

impl Drop for Temporary {
    fn drop(&mut self) {
        // If the file cannot be removed, only the error that ended the run is reported.
        drop(fs::remove_file(&self.path));
        registry().remove(&self.path);
    }
}

/// Creates and locks the file at `path`. Returns `None` if another run has it.
fn claim(path: &Path) -> io::Result<Option<File>> {
    for _ in 0..ATTEMPTS {
        match OpenOptions::new().write(true).create_new(true).open(path) {
            Ok(file) => match file.try_lock() {
                // Before the file was locked, another run may have removed it as a leftover.
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

/// Removes the file at `path` if its creator has ended. Returns false if the creator still runs, or if its state is
/// unknown.
fn remove_leftover(path: &Path) -> bool {
    // Only regular files are ours, and links are not followed.
    match fs::symlink_metadata(path) {
        Ok(metadata) if metadata.is_file() => {}
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

/// Returns whether the open file is the file at `path`.
#[cfg(unix)]
fn is_at(file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let identity = |data: fs::Metadata| (data.dev(), data.ino());
    match (file.metadata(), fs::symlink_metadata(path)) {
        (Ok(open), Ok(at_path)) => identity(open) == identity(at_path),
        _ => false,
    }
}

/// Returns true: other systems cannot compare files. On them, two runs that write the same output at the same time are
/// not safe.
#[cfg(not(unix))]
fn is_at(_: &File, path: &Path) -> bool {
    path.exists()
}
