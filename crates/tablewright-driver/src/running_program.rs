//! The program that runs: how it is started once more, and which file its code is in.
//!
//! Usually both are the program file of the process. Where the code is a library in another program, such as Python's
//! interpreter, that file is the other program: started with our arguments it would do something else, and it stays
//! the same when the library changes. Such a process says what it runs with [`set_hosted`].

use std::ffi::OsString;
use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

/// What runs where the code is a library in another program.
#[derive(Clone, Debug)]
pub struct HostedProgram {
    /// The program that loads the library.
    pub host: PathBuf,
    /// The arguments with which it becomes this program, called `tablewright`; those of a run come after them.
    pub host_args: Vec<OsString>,
    /// The file of the library.
    pub library: PathBuf,
}

static HOSTED: OnceLock<HostedProgram> = OnceLock::new();

/// Says that this process is a program that has loaded the code as a library. The first call counts.
pub fn set_hosted(program: HostedProgram) {
    // A process stays what it is.
    drop(HOSTED.set(program));
}

/// A command that runs this program by the name `tablewright`, whatever it was called by.
pub(crate) fn command() -> io::Result<Command> {
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

/// A copy of the program may have the name of a program of LLVM, which decides what it does.
#[cfg(unix)]
fn set_name(command: &mut Command) {
    use std::os::unix::process::CommandExt;

    command.arg0("tablewright");
}

#[cfg(not(unix))]
fn set_name(_: &mut Command) {}

/// The file with the code that runs.
pub(crate) fn open_code() -> io::Result<File> {
    if let Some(hosted) = HOSTED.get() {
        return File::open(&hosted.library);
    }
    // On Linux this is the file that runs, also where another one has its name by now.
    match File::open(Path::new("/proc/self/exe")) {
        Ok(file) => Ok(file),
        Err(_) => File::open(std::env::current_exe()?),
    }
}
