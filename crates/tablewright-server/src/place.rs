//! Working directory and file mode mask of a job. Both belong to a process, but jobs of different directories run at the
//! same time, so each thread gets its own.

use std::env;
use std::fs;
use std::io;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

use nix::sched::{CloneFlags, unshare};
use nix::sys::stat::{Mode, umask};

use crate::message::DirIdentity;

/// The place of a job: its directory and its mask.
type Place = (PathBuf, u32);

/// A way to give each job its place.
pub(crate) enum Places {
    /// Each thread has its own place.
    PerThread,
    /// The system refuses places of threads, as in some containers. Jobs of one place run at the same time, and other
    /// jobs wait.
    PerProcess { current: Mutex<Option<(Place, usize)>>, changed: Condvar },
}

/// Permission to be in a place until it is dropped.
pub(crate) struct InPlace<'p>(&'p Places);

impl Places {
    pub(crate) fn new() -> Places {
        let has_own = thread::scope(|scope| {
            scope.spawn(|| unshare(CloneFlags::CLONE_FS).is_ok()).join().unwrap_or(false)
        });
        if has_own { Places::PerThread } else { Places::for_process() }
    }

    fn for_process() -> Places {
        Places::PerProcess { current: Mutex::default(), changed: Condvar::new() }
    }

    /// Puts this thread into the directory `dir` with a mask for file modes. Threads that it starts are there, too. A
    /// thread may enter only once.
    pub(crate) fn enter(
        &self,
        dir: &Path,
        identity: DirIdentity,
        mask: u32,
    ) -> io::Result<InPlace<'_>> {
        match self {
            Places::PerThread => unshare(CloneFlags::CLONE_FS)?,
            Places::PerProcess { current, changed } => {
                let place = (dir.to_owned(), mask);
                let is_elsewhere = |current: &mut Option<(Place, usize)>| {
                    current.as_ref().is_some_and(|(other, _)| *other != place)
                };
                let current = changed.wait_while(locked(current), is_elsewhere);
                let mut current = current.unwrap_or_else(PoisonError::into_inner);
                let (_, count) = current.get_or_insert((place.clone(), 0));
                *count += 1;
            }
        }
        // Leaves the place again if the following steps fail.
        let entered = InPlace(self);
        env::set_current_dir(dir)?;
        umask(Mode::from_bits_truncate(mask));
        if dir_identity(".")? != identity {
            return Err(io::Error::other("another directory has this path"));
        }
        Ok(entered)
    }
}

impl Drop for InPlace<'_> {
    fn drop(&mut self) {
        if let Places::PerProcess { current, changed } = self.0 {
            let mut current = locked(current);
            if let Some((_, count)) = &mut *current {
                *count -= 1;
                if *count == 0 {
                    *current = None;
                    changed.notify_all();
                }
            }
        }
    }
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Returns the identity of a directory.
pub(crate) fn dir_identity(dir: &str) -> io::Result<DirIdentity> {
    fs::metadata(dir).map(|data| (data.dev(), data.ino()))
}

/// Returns a text that identifies the mounted file systems of this process.
pub(crate) fn mounts() -> Vec<u8> {
    let link = fs::read_link("/proc/self/ns/mnt");
    link.map(|link| link.as_os_str().as_bytes().to_vec()).unwrap_or_default()
}

/// Returns the mask for the modes of new files.
pub(crate) fn current_umask() -> u32 {
    let mask = umask(Mode::from_bits_truncate(0o077));
    umask(mask);
    mask.bits()
}

#[cfg(test)]
mod tests {
    use std::sync::Barrier;
    use std::time::Duration;

    use super::*;

    fn enter<'p>(places: &'p Places, dir: &Path, mask: u32) -> io::Result<InPlace<'p>> {
        places.enter(dir, identity(dir), mask)
    }

    fn identity(dir: &Path) -> DirIdentity {
        dir_identity(dir.to_str().expect("it is UTF-8")).expect("it exists")
    }

    #[test]
    fn each_thread_has_its_own_place() {
        let places = Places::new();
        if let Places::PerProcess { .. } = places {
            return;
        }
        let before = env::current_dir().expect("it exists");
        let barrier = Barrier::new(2);
        let is_in = |dir: &str, mask: u32| {
            let dir = fs::canonicalize(dir).expect("it exists");
            let _entered = enter(&places, &dir, mask).expect("it can be entered");
            barrier.wait();
            let of_child = thread::spawn(env::current_dir).join().expect("it does not panic");
            env::current_dir().ok() == Some(dir.clone())
                && of_child.ok() == Some(dir)
                && current_umask() == mask
        };
        thread::scope(|scope| {
            let other = scope.spawn(|| is_in("/tmp", 0o27));
            let this = scope.spawn(|| is_in("/usr", 0o77));
            assert!(this.join().is_ok_and(|is| is) && other.join().is_ok_and(|is| is));
        });
        assert_eq!(env::current_dir().ok(), Some(before));
    }

    #[test]
    fn a_replaced_directory_is_refused() {
        let places = Places::new();
        let dir = Path::new("/usr");
        let (device, inode) = identity(dir);
        let is_refused = thread::scope(|scope| {
            let enter = || places.enter(dir, (device, inode + 1), 0o22).is_err();
            scope.spawn(enter).join().expect("it does not panic")
        });
        assert!(is_refused);
    }

    #[test]
    fn without_places_of_threads_jobs_of_other_directories_wait() {
        // The directory of this process changes, but stays the same directory.
        let here = env::current_dir().expect("it exists");
        let (places, mask) = (Places::for_process(), current_umask());
        let first = enter(&places, &here, mask).expect("it can be entered");
        let second = enter(&places, &here, mask).expect("it can be entered");
        thread::scope(|scope| {
            let other = scope.spawn(|| enter(&places, &here, mask ^ 0o001).is_ok());
            thread::sleep(Duration::from_millis(20));
            assert!(!other.is_finished());
            drop((first, second));
            assert!(other.join().is_ok_and(|is_entered| is_entered));
        });
        umask(Mode::from_bits_truncate(mask));
    }
}
