//! Address of the server for this user and this build of the program.

use std::env;
use std::fs::{self, DirBuilder, File, Metadata, TryLockError};
use std::io;
use std::os::unix::fs::{DirBuilderExt, FileTypeExt, MetadataExt};
use std::path::{Path, PathBuf};

use nix::unistd::geteuid;
use tablewright_driver::running_program;

use crate::message::ProgramIdentity;

/// Variable with the user's directory for sockets.
const RUNTIME_DIR: &str = "XDG_RUNTIME_DIR";

/// Returns a hash of the program file's identity, size and time. Two files have different hashes. The system lets nobody
/// write to the file while a server runs it, so an equal hash means the same program. The contents are not read, since
/// that takes longer than a small job.
pub(crate) fn program_identity() -> io::Result<ProgramIdentity> {
    let data = running_program::code_metadata()?;
    let numbers = [data.dev(), data.ino(), data.size()];
    let times = [data.mtime(), data.mtime_nsec()];
    let mut hasher = blake3::Hasher::new();
    hasher.update(env!("CARGO_PKG_VERSION").as_bytes());
    for number in numbers {
        hasher.update(&number.to_le_bytes());
    }
    for time in times {
        hasher.update(&time.to_le_bytes());
    }
    Ok(*hasher.finalize().as_bytes())
}

/// Returns the path of the socket for `auto`, in a directory that only this user can use.
pub(crate) fn automatic(program: &ProgramIdentity) -> io::Result<PathBuf> {
    let name: String = program[..12].iter().map(|byte| format!("{byte:02x}")).collect();
    Ok(own_dir()?.join(name))
}

/// Returns the user's directory for sockets, and creates it if it is missing.
fn own_dir() -> io::Result<PathBuf> {
    let user = geteuid().as_raw();
    let dir = match env::var_os(RUNTIME_DIR).map(PathBuf::from).filter(|dir| dir.is_absolute()) {
        Some(dir) => dir.join("tablewright"),
        None => env::temp_dir().join(format!("tablewright-{user}")),
    };
    match DirBuilder::new().mode(0o700).create(&dir) {
        Err(error) if error.kind() != io::ErrorKind::AlreadyExists => return Err(error),
        _ => {}
    }
    // Another user may have created a directory with this name, or a link.
    if is_private(&fs::symlink_metadata(&dir)?, user) {
        return Ok(dir);
    }
    Err(io::Error::new(io::ErrorKind::PermissionDenied, "the directory for sockets is not private"))
}

/// Returns whether only `user` can use a directory.
fn is_private(data: &Metadata, user: u32) -> bool {
    data.is_dir() && data.uid() == user && data.mode() & 0o077 == 0
}

/// Exclusive use of an address. While it exists, no other process serves there.
pub(crate) struct AddressLock {
    path: PathBuf,
    _file: File,
}

impl AddressLock {
    /// Returns the lock for a socket, or `None` if another process has it. `purpose` is the end of the name of the
    /// lock's file.
    pub(crate) fn try_new(socket: &Path, purpose: &str) -> io::Result<Option<AddressLock>> {
        let mut path = socket.as_os_str().to_owned();
        path.push(".");
        path.push(purpose);
        let path = PathBuf::from(path);
        loop {
            let file = File::options().write(true).create(true).truncate(false).open(&path)?;
            match file.try_lock() {
                Ok(()) => {}
                Err(TryLockError::WouldBlock) => return Ok(None),
                Err(TryLockError::Error(error)) => return Err(error),
            }
            // The last owner may have removed the file before it was locked here.
            let identity = |data: Metadata| (data.dev(), data.ino());
            let at_path = fs::symlink_metadata(&path).map(identity).ok();
            if at_path == Some(identity(file.metadata()?)) {
                return Ok(Some(AddressLock { path, _file: file }));
            }
        }
    }
}

impl Drop for AddressLock {
    fn drop(&mut self) {
        // If the file stays, it is locked again by the next server.
        drop(fs::remove_file(&self.path));
    }
}

/// Removes the socket of a server that has ended.
pub(crate) fn remove_socket(path: &Path) -> io::Result<()> {
    match fs::symlink_metadata(path) {
        Ok(data) if data.file_type().is_socket() => fs::remove_file(path),
        Ok(_) => Err(io::Error::new(io::ErrorKind::AlreadyExists, "the file is not a socket")),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        Err(error) => Err(error),
    }
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::PermissionsExt;

    use super::*;

    #[test]
    fn a_directory_for_sockets_is_private() {
        let dir = env::temp_dir().join(format!("private-dir-{}", std::process::id()));
        let user = geteuid().as_raw();
        DirBuilder::new().mode(0o700).create(&dir).expect("it can be created");
        let data = || fs::symlink_metadata(&dir).expect("it is there");
        assert!(is_private(&data(), user));
        assert!(!is_private(&data(), user + 1));
        fs::set_permissions(&dir, fs::Permissions::from_mode(0o710)).expect("it is ours");
        assert!(!is_private(&data(), user));
        fs::remove_dir(&dir).expect("it is empty");
    }

    #[test]
    fn an_address_is_locked_once() {
        let socket = env::temp_dir().join(format!("locked-{}", std::process::id()));
        let lock = |purpose| AddressLock::try_new(&socket, purpose).expect("the file can be made");
        let first = lock("a");
        assert!(first.is_some() && lock("a").is_none() && lock("b").is_some());
        drop(first);
        assert!(lock("a").is_some());
    }
}
