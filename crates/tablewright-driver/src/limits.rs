//! Limits for runs on untrusted descriptions: on steps, memory, and file access. They apply to the whole process, so
//! that no command can miss them.

use std::env;
use std::ffi::OsString;
use std::io;
use std::path::{Path, PathBuf};
use std::process;
use std::sync::OnceLock;

use tablewright_session::{FileAccess, Session, path_text, text_path};
use tablewright_syntax::diagnostic::Code;

use crate::cache_settings;
use crate::memory;
use crate::messages::Style;
use crate::response_file::values_of;
use crate::temporary;
use crate::terminal::eprint;

/// Option that limits the evaluation steps.
pub const MAX_STEPS: &str = "max-steps";

/// The option that limits memory.
pub const MAX_MEMORY: &str = "max-memory";

/// Option that limits file access.
pub const FILE_ACCESS: &str = "no-file-access-outside";

/// Environment variables that apply without the option.
const MAX_STEPS_VARIABLE: &str = "TABLEWRIGHT_MAX_STEPS";
const MAX_MEMORY_VARIABLE: &str = "TABLEWRIGHT_MAX_MEMORY";
const FILE_ACCESS_VARIABLE: &str = "TABLEWRIGHT_NO_FILE_ACCESS_OUTSIDE";

/// Limits for the process.
static LIMITS: OnceLock<Limits> = OnceLock::new();

/// Limits for a run. By default, everything is unlimited.
#[derive(Default, Debug)]
pub struct Limits {
    /// Maximum number of evaluation steps.
    pub max_steps: Option<u64>,
    /// Maximum memory for the process, in bytes.
    pub max_memory: Option<u64>,
    /// Files that may be read and written.
    pub access: FileAccess,
}

/// Parses a number of steps.
///
/// # Errors
/// If the text is not a valid number, returns a message.
pub fn steps(text: &str) -> Result<u64, String> {
    text.parse()
        .map_err(|_| format!("'{text}' is not a number of steps; expected for example 1000000"))
}

/// Parses a number of bytes. The suffixes `K`, `M`, `G` and `T` mean powers of 1024.
///
/// # Errors
/// If the text is not a valid number, returns a message.
pub fn bytes(text: &str) -> Result<u64, String> {
    cache_settings::bytes(text)
        .ok_or_else(|| format!("'{text}' is not a size; expected for example 512M or 4G"))
}

/// Parses a directory for [`FILE_ACCESS`].
///
/// # Errors
/// If the text is not a valid directory, returns a message.
pub fn directory(text: &str) -> Result<PathBuf, String> {
    let path = text_path(text);
    if path.is_dir() { Ok(path) } else { Err(format!("'{text}' is not a directory")) }
}

/// Sets the limits for the process. The command line overrides the variables. Must be called when the arguments are
/// known and before any other input is read. Errors in the arguments are reported when the arguments are parsed.
pub fn set(called_as: &str, args: &[String]) {
    let last = |option| values_of(args, option).last();
    let mut limits = from_variables().unwrap_or_default();
    if let Some(number) = last(MAX_STEPS).and_then(|text| steps(text).ok()) {
        limits.max_steps = Some(number);
    }
    if let Some(number) = last(MAX_MEMORY).and_then(|text| bytes(text).ok()) {
        limits.max_memory = Some(number);
    }
    let mut dirs = values_of(args, FILE_ACCESS).map(text_path).peekable();
    if dirs.peek().is_some() {
        limits.access = dirs.fold(FileAccess::default(), FileAccess::within);
    }
    let limits = LIMITS.get_or_init(|| limits);
    if let Some(limit) = limits.max_memory {
        let (called_as, style) = (called_as.to_owned(), Style::from_args(args));
        memory::watch(limit, move || {
            let what =
                format!("{called_as}: more than {limit} bytes of memory are in use, the limit\n");
            eprint(style.error(Code::ResourceLimit, &called_as, &what));
            temporary::remove_all(&|| process::exit(1));
        });
    }
}

/// Sets the limits on steps and directories for a server. A limit that is not given has the value of its environment
/// variable. Memory has no limit, since the server drops descriptions. Must be called before any input is read.
pub fn set_for_server(max_steps: Option<u64>, dirs: impl Iterator<Item = PathBuf>) {
    let mut limits = from_variables().unwrap_or_default();
    limits.max_memory = None;
    limits.max_steps = max_steps.or(limits.max_steps);
    let mut dirs = dirs.peekable();
    if dirs.peek().is_some() {
        limits.access = dirs.fold(FileAccess::default(), FileAccess::within);
    }
    LIMITS.get_or_init(|| limits);
}

/// Reads the limits in the environment variables.
///
/// # Errors
/// If a variable has an invalid value, returns a message.
pub fn from_variables() -> Result<Limits, String> {
    let mut limits = Limits::default();
    if let Some(text) = variable(MAX_STEPS_VARIABLE) {
        limits.max_steps = Some(in_variable(MAX_STEPS_VARIABLE, steps(&path_text(text)))?);
    }
    if let Some(text) = variable(MAX_MEMORY_VARIABLE) {
        limits.max_memory = Some(in_variable(MAX_MEMORY_VARIABLE, bytes(&path_text(text)))?);
    }
    if let Some(dirs) = variable(FILE_ACCESS_VARIABLE) {
        for dir in env::split_paths(&dirs) {
            let dir = in_variable(FILE_ACCESS_VARIABLE, directory(&path_text(&dir)))?;
            limits.access = limits.access.within(dir);
        }
    }
    Ok(limits)
}

/// Returns a variable that is not empty.
fn variable(name: &str) -> Option<OsString> {
    env::var_os(name).filter(|value| !value.is_empty())
}

fn in_variable<T>(name: &str, value: Result<T, String>) -> Result<T, String> {
    value.map_err(|why| format!("for the variable {name}: {why}"))
}

/// Creates a session with the process limits.
pub fn session() -> Session {
    let Some(limits) = LIMITS.get() else { return Session::new() };
    let session = limits.max_steps.into_iter().fold(Session::new(), Session::max_steps);
    // The rest is for the syntax tree and for uses of the records. Therefore evaluation reaches its limit first and
    // can report the position.
    let memory = limits.max_memory.map(|limit| limit / 4 * 3);
    memory.into_iter().fold(session, Session::max_memory).file_access(limits.access.clone())
}

/// Checks that the file at `path` may be read or written.
pub fn check(path: &Path) -> io::Result<()> {
    LIMITS.get().map_or(Ok(()), |limits| limits.access.check(path))
}

/// Whether there are files that may not be read or written.
pub fn is_access_limited() -> bool {
    LIMITS.get().is_some_and(|limits| limits.access.is_limited())
}

/// Reads a file, if access to it is allowed.
pub fn read_file(path: &Path) -> io::Result<Vec<u8>> {
    check(path)?;
    tablewright_session::read_file(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_numbers_with_units() {
        for (text, size) in
            [("0", 0), ("1000", 1000), ("2K", 2048), ("3m", 3 << 20), ("4G", 4 << 30)]
        {
            assert_eq!(bytes(text), Ok(size), "{text}");
        }
        for text in ["", "G", "-1", "1.5G", "4GB", "99999999999999999999", "17179869184G"] {
            assert_eq!(
                bytes(text),
                Err(format!("'{text}' is not a size; expected for example 512M or 4G"))
            );
        }
        assert_eq!(steps("17"), Ok(17));
        assert_eq!(
            steps("1e6"),
            Err("'1e6' is not a number of steps; expected for example 1000000".to_owned())
        );
        assert_eq!(directory("no such dir"), Err("'no such dir' is not a directory".to_owned()));
    }
}
