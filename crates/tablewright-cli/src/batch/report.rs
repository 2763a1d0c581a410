//! The reports of a batch: messages in the order of the jobs, progress on a terminal, a summary.

use std::fmt::Write;
use std::process::ExitCode;
use std::sync::{Mutex, MutexGuard, PoisonError};

use indicatif::{ProgressBar, ProgressStyle};

use crate::batch::plan::Plan;
use crate::messages::Format;
use crate::terminal::{eprint, print, reads_messages};

/// What the progress display looks like.
const PROGRESS: &str = "{bar:24} {pos}/{len} {elapsed} {wide_msg}";

/// The outcome of a job.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Outcome {
    Written,
    Unchanged,
    Failed,
}

impl Outcome {
    const ALL: [Outcome; 3] = [Outcome::Written, Outcome::Unchanged, Outcome::Failed];

    fn word(self) -> &'static str {
        match self {
            Outcome::Written => "written",
            Outcome::Unchanged => "unchanged",
            Outcome::Failed => "failed",
        }
    }
}

/// Collects the outcomes of the jobs from all threads, and prints them.
pub(crate) struct Reporter<'a> {
    called_as: &'a str,
    plan: &'a Plan,
    quiet: bool,
    /// The display, where a terminal can show it.
    progress: Option<ProgressBar>,
    heard: Mutex<Heard>,
}

struct Heard {
    /// By job.
    jobs: Vec<HeardOfJob>,
    /// The first job whose messages have not been printed.
    first_unprinted: usize,
}

/// What was heard of a job; no outcome while it is not done.
#[derive(Default)]
struct HeardOfJob {
    outcome: Option<Outcome>,
    side_paths: Vec<String>,
    messages: String,
}

/// A job that is done.
pub(crate) struct Done {
    pub(crate) outcome: Outcome,
    /// The side files that it wrote.
    pub(crate) side_paths: Vec<String>,
    pub(crate) messages: String,
}

impl Done {
    /// A job that failed.
    pub(crate) fn failed(messages: String) -> Done {
        Done { outcome: Outcome::Failed, side_paths: Vec::new(), messages }
    }
}

impl<'a> Reporter<'a> {
    pub(crate) fn new(called_as: &'a str, plan: &'a Plan, quiet: bool) -> Reporter<'a> {
        let progress = (!quiet && reads_messages()).then(|| {
            let bar = ProgressBar::new(plan.jobs.len() as u64);
            bar.with_style(ProgressStyle::with_template(PROGRESS).expect("it is well-formed"))
        });
        let jobs = plan.jobs.iter().map(|_| HeardOfJob::default()).collect();
        Reporter {
            called_as,
            plan,
            quiet,
            progress,
            heard: Mutex::new(Heard { jobs, first_unprinted: 0 }),
        }
    }

    fn heard(&self) -> MutexGuard<'_, Heard> {
        // Each change is whole before the next thing that could panic.
        self.heard.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Work on the file `name` begins.
    pub(crate) fn begins(&self, name: &str) {
        if let Some(bar) = &self.progress {
            bar.set_message(name.to_owned());
        }
    }

    /// The line above the messages of a job; none where tools read them.
    fn heading(&self, job: usize, words: impl FnOnce() -> String) -> String {
        match self.plan.jobs[job].request.format {
            Format::Compatible | Format::Rich => words(),
            Format::Json => String::new(),
        }
    }

    /// An input was read; `job` is the first that needs it, none of which is done yet.
    pub(crate) fn read(&self, job: usize, messages: String) {
        if !messages.is_empty() {
            let input = &self.plan.jobs[job].request.input;
            let mut text = self.heading(job, || format!("{}: input {input}:\n", self.called_as));
            text += &messages;
            self.heard().jobs[job].messages = text;
        }
    }

    /// A job is done. Prints its messages once those of all jobs before it are printed.
    pub(crate) fn done(&self, job: usize, done: Done) {
        let Done { outcome, side_paths, messages } = done;
        let mut heard = self.heard();
        let this = &mut heard.jobs[job];
        if !messages.is_empty() {
            let planned = &self.plan.jobs[job];
            let (output, backend) = (&planned.output, planned.request.task.name());
            let words = || format!("{}: output {output} (--{backend}):\n", self.called_as);
            this.messages += &self.heading(job, words);
            this.messages += &messages;
        }
        this.side_paths = side_paths;
        this.outcome = Some(outcome);
        let mut text = String::new();
        let Heard { jobs, first_unprinted } = &mut *heard;
        while let Some(next) = jobs.get_mut(*first_unprinted).filter(|job| job.outcome.is_some()) {
            text += &std::mem::take(&mut next.messages);
            *first_unprinted += 1;
        }
        // Printed before the lock is given back: otherwise another thread could print its later
        // messages first.
        match &self.progress {
            Some(bar) => {
                bar.inc(1);
                if !text.is_empty() {
                    bar.suspend(|| eprint(text));
                }
            }
            None => eprint(text),
        }
    }

    /// The side files that were written, in the order of the jobs.
    pub(crate) fn side_paths(&self) -> Vec<String> {
        self.heard().jobs.iter().flat_map(|job| &job.side_paths).cloned().collect()
    }

    /// Ends the progress display, says what became of each job, and returns the exit code.
    pub(crate) fn finish(self) -> ExitCode {
        if let Some(bar) = &self.progress {
            bar.finish_and_clear();
        }
        let heard = self.heard();
        let outcomes: Vec<Outcome> =
            heard.jobs.iter().map(|job| job.outcome.expect("all jobs are done")).collect();
        if !self.quiet {
            let mut text = String::new();
            for ((job, heard), outcome) in self.plan.jobs.iter().zip(&heard.jobs).zip(&outcomes) {
                for path in std::iter::once(&job.output).chain(&heard.side_paths) {
                    _ = writeln!(text, "{:9} {path}", outcome.word());
                }
            }
            let count = |which| outcomes.iter().filter(|&&outcome| outcome == which).count();
            let counts = Outcome::ALL.map(|which| format!("{} {}", count(which), which.word()));
            let printed = print(self.called_as, &format!("{text}{}\n", counts.join(", ")));
            if printed != ExitCode::SUCCESS {
                return printed;
            }
        }
        if outcomes.contains(&Outcome::Failed) { ExitCode::FAILURE } else { ExitCode::SUCCESS }
    }
}
