//! An action on a changed target, with both programs.

use std::fs;
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use tablewright_text::generated_output::{first_difference, is_same};

use super::finding::{Fault, MutantFinding};
use super::verdict::{MutantVerdict, headline};
use super::workspace::{Workspace, entries};
use crate::jobs::ReferenceJob;
use crate::reference::ReferenceRelease;
use crate::run::{self, Ended};

/// Memory limit for a program, in KiB. Our program reserves large stacks that it does not use.
const MEMORY: u64 = 8 << 20;

/// Our program, and how both run.
pub(super) struct Programs {
    pub(super) release: ReferenceRelease,
    pub(super) ours: PathBuf,
    pub(super) limit: Duration,
    /// Whether messages are compared if both programs refuse in a backend.
    pub(super) messages: bool,
    /// Number of outputs compared so far.
    compared: AtomicUsize,
}

impl Programs {
    pub(super) fn new(
        release: ReferenceRelease,
        ours: PathBuf,
        limit: Duration,
        messages: bool,
    ) -> Programs {
        Programs { release, ours, limit, messages, compared: AtomicUsize::new(0) }
    }

    pub(super) fn run_ours(
        &self,
        job: &ReferenceJob,
        at: &Workspace,
        run_in: &Path,
    ) -> Result<MutantVerdict, String> {
        let mut command = limited(&self.ours);
        command.arg(job.tool.program()).envs(self.release.variables());
        self.run(command, job, at, run_in, "ours")
    }

    pub(super) fn run_reference(
        &self,
        job: &ReferenceJob,
        at: &Workspace,
        run_in: &Path,
    ) -> Result<MutantVerdict, String> {
        let program = job.tool.program();
        let reference = self.release.program(program);
        let mut command = limited(&reference.ok_or_else(|| format!("{program} is not installed"))?);
        // The description of a crash would need longer than everything else.
        command.env("LLVM_DISABLE_CRASH_REPORT", "1").env("LLVM_DISABLE_SYMBOLIZATION", "1");
        self.run(command, job, at, run_in, "reference")
    }

    fn run(
        &self,
        mut command: Command,
        job: &ReferenceJob,
        at: &Workspace,
        run_in: &Path,
        who: &str,
    ) -> Result<MutantVerdict, String> {
        // Some actions derive the names of side files from the output, so both programs have the
        // same output name.
        let outputs = at.path(who);
        fs::create_dir_all(&outputs).map_err(|e| format!("{}: {e}", outputs.display()))?;
        let output = outputs.join("output.inc");
        job.arguments(&mut command, &at.path(run_in), &output);
        let ended = run::run(&mut command, &at.path(format!("{who}.stderr")), self.limit)?;
        let verdict = match ended {
            Ended::Timeout => MutantVerdict::Hung,
            Ended::Exit(status, said) if crashed(status, &said) => MutantVerdict::Crashed(said),
            Ended::Exit(status, _) if status.success() => {
                MutantVerdict::Accepted(contents(&outputs)?)
            }
            Ended::Exit(_, said) => MutantVerdict::Refused(said),
        };
        // The next run must not find it.
        drop(fs::remove_dir_all(&outputs));
        Ok(verdict)
    }

    /// Returns the number of outputs compared so far.
    pub(super) fn compared(&self) -> usize {
        self.compared.load(Ordering::Relaxed)
    }

    /// Returns the fault in `ours`, given the reference's result for the same mutant; `None` if
    /// there is none.
    pub(super) fn judge(
        &self,
        job: &ReferenceJob,
        ours: &MutantVerdict,
        reference: &MutantVerdict,
    ) -> Option<MutantFinding> {
        if let (MutantVerdict::Accepted(_), MutantVerdict::Accepted(_)) = (ours, reference) {
            self.compared.fetch_add(1, Ordering::Relaxed);
        }
        let headline = |said: &str| headline(said).unwrap_or("no message").to_owned();
        let finding = |fault, about: String, details: String| {
            Some(MutantFinding { fault, action: job.action.clone(), about, details })
        };
        match (ours, reference) {
            (MutantVerdict::Crashed(said), _) => {
                let about = said.lines().find(|line| line.contains("panicked"));
                finding(Fault::Panic, about.unwrap_or("a signal").to_owned(), said.clone())
            }
            (MutantVerdict::Hung, MutantVerdict::Hung) => {
                finding(Fault::Hang, "both".into(), String::new())
            }
            (MutantVerdict::Hung, _) => finding(Fault::Hang, String::new(), String::new()),
            (MutantVerdict::Refused(said), _) if said.trim().is_empty() => {
                finding(Fault::Silent, String::new(), String::new())
            }
            (
                MutantVerdict::Accepted(_) | MutantVerdict::Refused(_),
                MutantVerdict::Hung | MutantVerdict::Crashed(_),
            ) => {
                let is_hung = matches!(reference, MutantVerdict::Hung);
                let fault = if is_hung { Fault::ReferenceHang } else { Fault::ReferenceCrash };
                let MutantVerdict::Refused(said) = ours else {
                    return finding(fault, "accepted".into(), String::new());
                };
                finding(fault, headline(said), said.clone())
            }
            (MutantVerdict::Accepted(a), MutantVerdict::Accepted(b))
                if is_same(b, a, &job.id, &job.action) =>
            {
                None
            }
            (MutantVerdict::Accepted(a), MutantVerdict::Accepted(b)) => {
                let difference = first_difference(b, a, &job.id, &job.action);
                finding(Fault::Different, difference.clone(), difference)
            }
            (MutantVerdict::Accepted(_), MutantVerdict::Refused(said)) => {
                finding(Fault::OnlyOurs, headline(said), said.clone())
            }
            (MutantVerdict::Refused(said), MutantVerdict::Accepted(_)) => {
                finding(Fault::OnlyReference, headline(said), said.clone())
            }
            (MutantVerdict::Refused(a), MutantVerdict::Refused(b)) => {
                let (place, other_place) = (place(a), place(b));
                // Messages about the language depend on the reading order, which differs: our
                // program reports syntax errors first.
                let compared = self.messages && job.action.starts_with("gen-");
                if !compared || (place == other_place && headline(a) == headline(b)) {
                    return None;
                }
                let about = if headline(a) == headline(b) {
                    format!("other place of: {}", headline(a))
                } else {
                    format!("{} | {}", headline(b), headline(a))
                };
                finding(Fault::Message, about, format!("    reference:\n{b}    ours:\n{a}"))
            }
        }
    }
}

/// Returns a command that runs `program` with limited memory. The standard library has no call for
/// it, but the shell has.
fn limited(program: &Path) -> Command {
    let mut command = Command::new("sh");
    command.args(["-c", "ulimit -v \"$0\" && exec \"$@\"", &MEMORY.to_string()]).arg(program);
    command
}

/// Reads all files in a directory, ordered by name.
fn contents(directory: &Path) -> Result<Vec<u8>, String> {
    let mut all = Vec::new();
    for name in entries(directory)? {
        let path = directory.join(name);
        all.extend(fs::read(&path).map_err(|e| format!("{}: {e}", path.display()))?);
    }
    Ok(all)
}

/// Returns whether a program ended by a signal, or with a Rust panic.
fn crashed(status: ExitStatus, stderr: &str) -> bool {
    status.signal().is_some() || status.code() == Some(101) || stderr.contains("panicked at")
}

/// Returns the position of the first error.
fn place(stderr: &str) -> Option<&str> {
    stderr.lines().find_map(|line| line.split_once("error: ").map(|(place, _)| place))
}
