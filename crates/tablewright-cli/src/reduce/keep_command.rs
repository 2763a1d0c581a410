//! The command that decides about texts.

use std::fs::{self, File};
use std::io;
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use tablewright::byte_escape::unescape;
use tablewright::{Session, path_text};

use crate::temporary::Temporary;

/// The longest time between two looks at a command that runs.
const LONGEST_NAP: Duration = Duration::from_millis(10);

/// The processes that run, which end with this one.
static RUNNING: Mutex<Vec<u32>> = Mutex::new(Vec::new());

fn running() -> MutexGuard<'static, Vec<u32>> {
    RUNNING.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Ends the processes that run.
pub(super) fn kill_all() {
    for process in running().iter() {
        kill(*process);
    }
}

/// How a text is judged.
pub(super) struct KeepCommand {
    line: String,
    timeout: Duration,
    /// How texts are read before the command is run, if those with errors are to be refused.
    reads_first: Option<Session>,
    /// A file for each text that is judged at a time.
    files: Vec<(Temporary, File)>,
}

/// What the command did.
pub(super) enum Verdict {
    Keeps,
    /// The text has errors; the command was not run.
    HasErrors,
    Refuses(ExitStatus),
    TimedOut,
}

impl KeepCommand {
    /// The files are created beside `output`.
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
    pub(super) fn judge(&self, worker: usize, text: &str) -> io::Result<Verdict> {
        let path = self.files[worker].0.path();
        fs::write(path, unescape(text))?;
        if let Some(session) = &self.reads_first
            && session.load_text(&path_text(path), text).is_err()
        {
            return Ok(Verdict::HasErrors);
        }
        let mut command = shell(&with_path(&self.line, &path_text(path)));
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        let mut child = command.spawn()?;
        running().push(child.id());
        let ended = self.wait(&mut child);
        running().retain(|process| *process != child.id());
        Ok(match ended? {
            None => Verdict::TimedOut,
            Some(status) if status.success() => Verdict::Keeps,
            Some(status) => Verdict::Refuses(status),
        })
    }

    /// How the process ended; nothing where it took too long.
    fn wait(&self, child: &mut Child) -> io::Result<Option<ExitStatus>> {
        let end = Instant::now() + self.timeout;
        let mut nap = Duration::from_micros(200);
        loop {
            if let Some(status) = child.try_wait()? {
                return Ok(Some(status));
            }
            if Instant::now() >= end {
                kill(child.id());
                // Where there are no groups of processes, at least this one ends.
                drop(child.kill());
                child.wait()?;
                return Ok(None);
            }
            thread::sleep(nap);
            nap = (nap * 2).min(LONGEST_NAP);
        }
    }
}

/// The command line with the path in place of each `{}`, or at its end.
fn with_path(line: &str, path: &str) -> String {
    let quoted = if cfg!(unix) {
        format!("'{}'", path.replace('\'', "'\\''"))
    } else {
        format!("\"{path}\"")
    };
    if line.contains("{}") { line.replace("{}", &quoted) } else { format!("{line} {quoted}") }
}

/// The shell on a command line. Its processes are a group, so that they can be ended together.
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

/// Ends the group of a process.
#[cfg(unix)]
fn kill(process: u32) {
    let group = format!("-{process}");
    drop(Command::new("kill").args(["-KILL", "--", &group]).stderr(Stdio::null()).status());
}

/// Elsewhere a command that is interrupted goes on to its end.
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
