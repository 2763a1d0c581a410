//! Batch reports: messages in job order, progress on a terminal, a summary.

use std::fmt::Write;
use std::process::ExitCode;
use std::sync::{Mutex, MutexGuard, PoisonError};

use indicatif::{ProgressBar, ProgressStyle};

use crate::batch::plan::Plan;
use crate::batch::shared_messages::{self, JobMessage, JobMessages};
use crate::messages::Format;
use crate::terminal::{eprint, print, reads_messages};

/// Template for the progress display.
const PROGRESS: &str = "{bar:24} {pos}/{len} {elapsed} {wide_msg}";

/// Outcome for a job.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum BatchOutcome {
    Written,
    Unchanged,
    Failed,
}

impl BatchOutcome {
    const ALL: [BatchOutcome; 3] =
        [BatchOutcome::Written, BatchOutcome::Unchanged, BatchOutcome::Failed];

    fn word(self) -> &'static str {
        match self {
            BatchOutcome::Written => "written",
            BatchOutcome::Unchanged => "unchanged",
            BatchOutcome::Failed => "failed",
        }
    }
}

/// Collects job outcomes from all threads and prints them.
pub(crate) struct Reporter<'a> {
    called_as: &'a str,
    plan: &'a Plan,
    quiet: bool,
    /// Progress display. `None` without a suitable terminal.
    progress: Option<ProgressBar>,
    /// Input number in the plan, by job.
    inputs: Vec<usize>,
    heard: Mutex<Heard>,
}

struct Heard {
    /// By job.
    jobs: Vec<HeardOfJob>,
    /// Number of unfinished jobs, by input.
    undone: Vec<usize>,
    /// The first job whose messages have not been printed.
    first_unprinted: usize,
}

/// Messages and outcome for a job. The outcome is `None` while the job is unfinished.
#[derive(Default)]
struct HeardOfJob {
    outcome: Option<BatchOutcome>,
    side_paths: Vec<String>,
    messages: Vec<JobMessage>,
    /// Whether its output was copied from the cache.
    is_cached: bool,
    /// Text to print when all jobs with the same input are finished.
    text: String,
}

/// A job that is done.
pub(crate) struct FinishedJob {
    pub(crate) outcome: BatchOutcome,
    /// The side files that it wrote.
    pub(crate) side_paths: Vec<String>,
    pub(crate) messages: Vec<String>,
    /// Whether its output was copied from the cache.
    pub(crate) is_cached: bool,
}

impl FinishedJob {
    /// Returns a job that failed.
    pub(crate) fn failed(messages: Vec<String>) -> FinishedJob {
        FinishedJob {
            outcome: BatchOutcome::Failed,
            side_paths: Vec::new(),
            messages,
            is_cached: false,
        }
    }
}

impl<'a> Reporter<'a> {
    pub(crate) fn new(called_as: &'a str, plan: &'a Plan, quiet: bool) -> Reporter<'a> {
        let progress = (!quiet && reads_messages()).then(|| {
            let bar = ProgressBar::new(plan.jobs.len() as u64);
            bar.with_style(ProgressStyle::with_template(PROGRESS).expect("it is well-formed"))
        });
        let jobs = plan.jobs.iter().map(|_| HeardOfJob::default()).collect();
        let mut inputs = vec![0; plan.jobs.len()];
        let mut undone = vec![0; plan.inputs.len()];
        for (index, input) in plan.inputs.iter().enumerate() {
            for &job in input.readings.iter().flatten() {
                inputs[job] = index;
                undone[index] += 1;
            }
        }
        let heard = Mutex::new(Heard { jobs, undone, first_unprinted: 0 });
        Reporter { called_as, plan, quiet, progress, inputs, heard }
    }

    fn heard(&self) -> MutexGuard<'_, Heard> {
        // Each change completes before code that can panic, so the data is consistent even if the lock is poisoned.
        self.heard.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Reports that work on the file `name` begins.
    pub(crate) fn begins(&self, name: &str) {
        if let Some(bar) = &self.progress {
            bar.set_message(name.to_owned());
        }
    }

    /// Reports that an input was read for these jobs, before any of them is finished. If reading failed, all the jobs
    /// stop. Otherwise its warnings are printed with the first job's messages.
    pub(crate) fn read(&self, jobs: &[usize], succeeded: bool, messages: &[String]) {
        let count = if succeeded { 1 } else { jobs.len() };
        let mut heard = self.heard();
        for &job in &jobs[..count] {
            let messages =
                messages.iter().map(|text| JobMessage { text: text.clone(), is_of_reading: true });
            heard.jobs[job].messages.extend(messages);
        }
    }

    /// A job is done. Prints its messages once all jobs over its input are done, and the messages of all
    /// jobs before it are printed.
    pub(crate) fn done(&self, job: usize, done: FinishedJob) {
        let FinishedJob { outcome, side_paths, messages, is_cached } = done;
        let mut heard = self.heard();
        let this = &mut heard.jobs[job];
        let messages = messages.into_iter().map(|text| JobMessage { text, is_of_reading: false });
        this.messages.extend(messages);
        this.side_paths = side_paths;
        this.outcome = Some(outcome);
        this.is_cached = is_cached;
        let input = self.inputs[job];
        heard.undone[input] -= 1;
        if heard.undone[input] == 0 {
            self.word_messages(&mut heard, input);
        }
        let mut text = String::new();
        let Heard { jobs, undone, first_unprinted } = &mut *heard;
        while let Some(next) = jobs.get_mut(*first_unprinted)
            && undone[self.inputs[*first_unprinted]] == 0
        {
            text += &std::mem::take(&mut next.text);
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

    /// Words the messages for all jobs with an input, after they are all finished.
    fn word_messages(&self, heard: &mut Heard, input: usize) {
        let numbers: Vec<usize> =
            (0..self.inputs.len()).filter(|&job| self.inputs[job] == input).collect();
        let job = |&number: &usize| {
            let planned = &self.plan.jobs[number];
            JobMessages {
                name: format!("{} (--{})", planned.output, planned.request.task.name()),
                has_failed: heard.jobs[number].outcome == Some(BatchOutcome::Failed),
                messages: &heard.jobs[number].messages,
            }
        };
        let jobs: Vec<JobMessages<'_>> = numbers.iter().map(job).collect();
        let request = &self.plan.jobs[numbers[0]].request;
        // JSON readers do not accept heading lines.
        let with_headings = match request.format {
            Format::Compatible | Format::Rich => true,
            Format::Json => false,
        };
        let texts = shared_messages::texts(self.called_as, &request.input, &jobs, with_headings);
        for (number, text) in numbers.into_iter().zip(texts) {
            heard.jobs[number].text = text;
            heard.jobs[number].messages = Vec::new();
        }
    }

    /// Returns the paths of the written side files, in job order.
    pub(crate) fn side_paths(&self) -> Vec<String> {
        self.heard().jobs.iter().flat_map(|job| &job.side_paths).cloned().collect()
    }

    /// Ends the progress display, prints the outcome for each job, and returns the exit code.
    pub(crate) fn finish(self) -> ExitCode {
        if let Some(bar) = &self.progress {
            bar.finish_and_clear();
        }
        let heard = self.heard();
        let outcomes: Vec<BatchOutcome> =
            heard.jobs.iter().map(|job| job.outcome.expect("all jobs are done")).collect();
        if !self.quiet {
            let mut text = String::new();
            for ((job, heard), outcome) in self.plan.jobs.iter().zip(&heard.jobs).zip(&outcomes) {
                for path in std::iter::once(&job.output).chain(&heard.side_paths) {
                    _ = writeln!(text, "{:9} {path}", outcome.word());
                }
            }
            let count = |which| outcomes.iter().filter(|&&outcome| outcome == which).count();
            let counts =
                BatchOutcome::ALL.map(|which| format!("{} {}", count(which), which.word()));
            text += &counts.join(", ");
            if self.plan.jobs.iter().any(|job| job.request.cache.is_some()) {
                let cached = heard.jobs.iter().filter(|job| job.is_cached).count();
                _ = write!(text, "; {cached} from the cache");
            }
            let printed = print(self.called_as, &format!("{text}\n"));
            if printed != ExitCode::SUCCESS {
                return printed;
            }
        }
        if outcomes.contains(&BatchOutcome::Failed) { ExitCode::FAILURE } else { ExitCode::SUCCESS }
    }
}
