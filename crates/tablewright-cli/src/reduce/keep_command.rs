//! The command that decides whether a text is kept.

use std::fs::{self, File};
use std::io;
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use tablewright_session::{Session, path_text};
use tablewright_text::byte_escape::unescape;

use crate::temporary::Temporary;

/// Maximum time between two checks on a running command.
const LONGEST_NAP: Duration = Duration::from_millis(10);

/// The running processes, killed when this process is interrupted.
static RUNNING: Mutex<Vec<u32>> = Mutex::new(Vec::new());

fn running() -> MutexGuard<'static, Vec<u32>> {
    RUNNING.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Kills the running processes.
pub(super) fn kill_all() {
    for process in running().iter() {
        kill(*process);
    }
}

/// A command with its settings.
pub(super) struct KeepCommand {
    line: String,
    timeout: Duration,
    /// Session for reading texts before the command runs, if texts with errors are rejected. `None` otherwise.
    reads_first: Option<Session>,
    /// A file for each text that is tested at the same time.
    files: Vec<(Temporary, File)>,
}

/// The command's verdict on a text.
pub(super) enum KeepCommandVerdict {
    Keeps,
    /// The text has errors. The command was not run.
    HasErrors,
    Refuses(ExitStatus),
    TimedOut,
}

impl KeepCommand {
    /// Creates the files beside `output`.
    pub(super) fn new(
        line: &str,
        timeout: Duration,
        reads_first: Option<Session>,
        output: &Path,
        jobs: usize,
    ) -> io::Result<KeepCommand> {
        let files = (0..jobs).map(|_| Temporary::beside(output)).collect::<io::Result<_>>()?;
        Ok(KeepCommand { line: line.to_owned(), timeout, reads_first, files })
    }

    /// Runs the command on a text.
    pub(super) fn judge(&self, worker: usize, text: &str) -> io::Result<KeepCommandVerdict> {
        let path = self.files[worker].0.path();
        fs::write(path, unescape(text))?;
        if let Some(session) = &self.reads_first
            && session.load_text(&path_text(path), text).is_err()
        {
            return Ok(KeepCommandVerdict::HasErrors);
        }
        let mut command = shell(&with_path(&self.line, &path_text(path)));
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        let mut child = command.spawn()?;
        running().push(child.id());
        let ended = self.wait(&mut child);
        running().retain(|process| *process != child.id());
        Ok(match ended? {
            None => KeepCommandVerdict::TimedOut,
            Some(status) if status.success() => KeepCommandVerdict::Keeps,
            Some(status) => KeepCommandVerdict::Refuses(status),
        })
    }

    /// Waits for the process and returns its status. `None` if it exceeded the time limit.
    fn wait(&self, child: &mut Child) -> io::Result<Option<ExitStatus>> {
        let end = Instant::now() + self.timeout;
        let mut nap = Duration::from_micros(200);
        loop {
            if let Some(status) = child.try_wait()? {
                return Ok(Some(status));
            }
            if Instant::now() >= end {
                kill(child.id());
                // Without process groups, kills at least this process.
                drop(child.kill());
                child.wait()?;
                return Ok(None);
            }
            thread::sleep(nap);
            nap = (nap * 2).min(LONGEST_NAP);
        }
    }
}

/// Returns the command line with the path in place of each `{}`, or at the end.
fn with_path(line: &str, path: &str) -> String {
    let quoted = if cfg!(unix) {
        format!("'{}'", path.replace('\'', "'\\''"))
    } else {
        format!("\"{path}\"")
    };
    if line.contains("{}") { line.replace("{}", &quoted) } else { format!("{line} {quoted}") }
}

/// Returns a shell that runs a command line. Its processes are a group, so that they can be killed together.
#[cfg(unix)]
fn shell(line: &str) -> Command {
    use std::os::unix::process::CommandExt;
    let mut command = Command::new("sh");
    command.arg("-c").arg(line).process_group(0);
    command
}

#[cfg(not(unix))]
fn shell(line: &str) -> Command {
    let mut command = Command::new("cmd");
    command.arg("/C").arg(line);
    command
}

/// Kills a process group.
#[cfg(unix)]
fn kill(process: u32) {
    let group = format!("-{process}");
    drop(Command::new("kill").args(["-KILL", "--", &group]).stderr(Stdio::null()).status());
}

/// On other systems an interrupted command runs to its end.
#[cfg(not(unix))]
fn kill(_: u32) {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_path_stands_where_it_is_asked_for() {
        assert!(with_path("a {} b", "p").starts_with("a "));
        #[cfg(unix)]
        assert_eq!(with_path("x", "a'b"), "x 'a'\\''b'");
    }
}
