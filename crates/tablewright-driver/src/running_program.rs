//! The running program: how to start it again, and the file that contains its code.
//!
//! Usually both are the program file of the process. If the code is a library in another program, such as Python's
//! interpreter, the program file is the other program. Started with our arguments it would do something else, and it
//! does not change when the library changes. Such a process describes its program with [`set_hosted`].

use std::ffi::OsString;
use std::fs::{File, Metadata};
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

/// A program in which the code runs as a library.
#[derive(Clone, Debug)]
pub struct HostedProgram {
    /// The program that loads the library.
    pub host: PathBuf,
    /// Arguments that start this program under the name `tablewright`. Arguments for a run follow them.
    pub host_args: Vec<OsString>,
    /// Path of the library.
    pub library: PathBuf,
}

static HOSTED: OnceLock<HostedProgram> = OnceLock::new();

/// Declares that this process is a program with the code as a library. Only the first call has an effect.
pub fn set_hosted(program: HostedProgram) {
    // Only the first call counts.
    drop(HOSTED.set(program));
}

/// Returns a command that runs this program under the name `tablewright`, whatever its own name is.
pub fn command() -> io::Result<Command> {
    match HOSTED.get() {
        Some(HostedProgram { host, host_args, library: _ }) => {
            let mut command = Command::new(host);
            command.args(host_args);
            Ok(command)
        }
        None => {
            let mut command = Command::new(std::env::current_exe()?);
            set_name(&mut command);
            Ok(command)
        }
    }
}

/// A program copy may have the name of an LLVM program, which would select a different tool.
#[cfg(unix)]
fn set_name(command: &mut Command) {
    use std::os::unix::process::CommandExt;

    command.arg0("tablewright");
}

#[cfg(not(unix))]
fn set_name(_: &mut Command) {}

/// Returns the metadata of the file with the code that runs.
///
/// # Errors
/// If the file cannot be found.
pub fn code_metadata() -> io::Result<Metadata> {
    open_code()?.metadata()
}

/// Returns the file with the code that runs.
pub(crate) fn open_code() -> io::Result<File> {
    if let Some(hosted) = HOSTED.get() {
        return File::open(&hosted.library);
    }
    // On Linux this is the running file, even if another file has its name by now.
    match File::open(Path::new("/proc/self/exe")) {
        Ok(file) => Ok(file),
        Err(_) => File::open(std::env::current_exe()?),
    }
}
