//! Threads that run a plan.
//!
//! In builds each directory often has its own include path. Jobs with the same main file but different include paths
//! share records if they would find the same files.
//!
//! A free thread takes a job whose records are already loaded, and reads another input only if there are no such
//! jobs. Another thread then works on each loaded input, so there are never more loaded inputs than threads. This
//! bounds the memory. A work-stealing pool does not promise such an order.

use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use tablewright_records::Loaded;

use crate::batch::cached_jobs::CachedJobs;
use crate::batch::job_server::JobServer;
use crate::batch::plan::{Input, Plan};
use crate::batch::report::{BatchOutcome, FinishedJob, Reporter};
use crate::depfile::Prerequisites;
use crate::output_file::Finished;
use crate::run::{FinishedOutputs, Run, RunStopped};

/// Stack size in bytes: as large as for a process's first thread on common systems, so that jobs can nest as deeply.
const STACK: usize = 8 << 20;

/// Runs all jobs in `plan` with up to `threads` threads and reports each to `reporter`. Returns the files that the
/// outputs depend on.
pub(crate) fn run(
    called_as: &str,
    plan: &Plan,
    threads: usize,
    reporter: &Reporter<'_>,
) -> Prerequisites {
    let server = JobServer::from_environment();
    let mut cached = CachedJobs::open(called_as, plan);
    if cached.is_open() {
        let count = threads.min(plan.jobs.len());
        in_threads(count, server.as_ref(), &|| cached.write_until_done(reporter));
    }
    let unread: VecDeque<Input> = cached.unwritten().into();
    let count = unread.iter().flat_map(|input| &input.readings).flatten().count();
    let files = Mutex::new(cached.take_files());
    let work = Work {
        called_as,
        plan,
        reporter,
        cached,
        board: Mutex::new(Board { ready: VecDeque::new(), unread, reading: 0 }),
        changed: Condvar::new(),
        files,
    };
    in_threads(threads.min(count), server.as_ref(), &|| work.until_done());
    work.files.into_inner().unwrap_or_else(PoisonError::into_inner)
}

/// Interval at which a thread without a token polls the job server.
const ASKING: Duration = Duration::from_millis(10);

/// Work that several threads run at the same time.
type SharedWork<'a> = dyn Fn() + Sync + 'a;

/// Runs the same work in up to `count` threads, at least one. With a job server, every thread except the first needs
/// a token. Tokens are requested until the first thread finds no more work.
fn in_threads(count: usize, server: Option<&JobServer>, work: &SharedWork<'_>) {
    let is_done = AtomicBool::new(false);
    let with_token = || {
        let Some(server) = server else { return work() };
        while !is_done.load(Ordering::Relaxed) {
            if let Some(_token) = server.token() {
                return work();
            }
            thread::sleep(ASKING);
        }
    };
    thread::scope(|scope| {
        // This thread works too.
        for _ in 1..count {
            let builder = thread::Builder::new().name(super::NAME.into()).stack_size(STACK);
            if builder.spawn_scoped(scope, with_token).is_err() {
                // The system cannot start more threads, but the existing threads can do all the work.
                break;
            }
        }
        work();
        is_done.store(true, Ordering::Relaxed);
    });
}

/// State that the threads share.
struct Work<'a> {
    called_as: &'a str,
    plan: &'a Plan,
    reporter: &'a Reporter<'a>,
    cached: CachedJobs<'a>,
    board: Mutex<Board>,
    /// Notified when there is more work on the board, or when nothing more will be added.
    changed: Condvar,
    /// Files read until now.
    files: Mutex<Prerequisites>,
}

/// Remaining tasks.
struct Board {
    /// Jobs whose records have been loaded.
    ready: VecDeque<(usize, Arc<Reading>)>,
    /// Inputs that no thread has started, with their remaining readings.
    unread: VecDeque<Input>,
    /// Number of inputs being read.
    reading: usize,
}

/// An input that was read.
struct Reading {
    loaded: Loaded,
    messages: Vec<String>,
}

enum BatchTask {
    Read(Input),
    Write(usize, Arc<Reading>),
}

impl Work<'_> {
    /// Runs tasks in one thread until there are no more.
    fn until_done(&self) {
        while let Some(task) = self.next() {
            match task {
                BatchTask::Read(input) => self.read(input),
                BatchTask::Write(job, reading) => {
                    self.write(job, &reading);
                    self.release(reading);
                }
            }
        }
    }

    fn board(&self) -> MutexGuard<'_, Board> {
        // Nobody panics while holding the board.
        self.board.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the next task. Waits while other threads may still add tasks.
    fn next(&self) -> Option<BatchTask> {
        let mut board = self.board();
        loop {
            // Jobs that are ready come first: only doing them frees records.
            if let Some((job, reading)) = board.ready.pop_front() {
                return Some(BatchTask::Write(job, reading));
            }
            if let Some(input) = board.unread.pop_front() {
                board.reading += 1;
                return Some(BatchTask::Read(input));
            }
            // An input that is being read may still add jobs.
            if board.reading == 0 {
                return None;
            }
            board = self.changed.wait(board).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Reads an input with the settings of its first job. Adds tasks for all jobs that would have read the same
    /// files, and puts the other readings back.
    fn read(&self, Input { mut readings }: Input) {
        let mut jobs = readings.remove(0);
        let first = jobs[0];
        let request = &self.plan.jobs[first].request;
        self.reporter.begins(&request.input);
        let read = guarded(|| {
            let mut run = Run::keeping_messages(self.called_as, request);
            let loaded = run.load().ok().filter(|_| run.errors == 0);
            (loaded, run.into_messages())
        });
        let (loaded, messages) = read.unwrap_or_else(|| (None, vec![self.panicked()]));
        if let Some(loaded) = &loaded {
            let session = |job: usize| &self.plan.jobs[job].request.session;
            let alike = readings
                .extract_if(.., |other| session(other[0]).loads_alike(session(first), loaded));
            jobs.extend(alike.flatten());
            let mut files = self.files.lock().unwrap_or_else(PoisonError::into_inner);
            files.add_to_batch(&request.input, &loaded.dependencies);
        }
        // This must happen before another thread can finish one of the jobs.
        self.reporter.read(&jobs, loaded.is_some(), &messages);
        let mut board = self.board();
        board.reading -= 1;
        if !readings.is_empty() {
            board.unread.push_front(Input { readings });
        }
        if let Some(loaded) = loaded {
            let reading = Arc::new(Reading { loaded, messages });
            board.ready.extend(jobs.into_iter().map(|job| (job, Arc::clone(&reading))));
        } else {
            // The reporter writes messages, and other threads should not wait for that.
            drop(board);
            for job in jobs {
                self.reporter.done(job, FinishedJob::failed(Vec::new()));
            }
        }
        self.changed.notify_all();
    }

    fn write(&self, job: usize, reading: &Reading) {
        let planned = &self.plan.jobs[job];
        self.reporter.begins(&planned.output);
        let written = guarded(|| {
            let mut run = Run::keeping_messages(self.called_as, &planned.request);
            self.cached.prepare(job, &mut run);
            let claim = |path: &str| self.plan.claims.claim(job, path);
            let Reading { loaded, messages } = reading;
            let written = run.write_file(&planned.output, loaded, Some(&claim));
            let (outcome, side_paths) = match written {
                Ok(Some(mut written)) => {
                    self.cached.store(job, &mut run, loaded, messages, &mut written);
                    let FinishedOutputs { finished, side_paths, .. } = written;
                    match finished {
                        Finished::Written => (BatchOutcome::Written, side_paths),
                        Finished::Unchanged => (BatchOutcome::Unchanged, side_paths),
                    }
                }
                Ok(None) | Err(RunStopped) => (BatchOutcome::Failed, Vec::new()),
            };
            FinishedJob { outcome, side_paths, messages: run.into_messages(), is_cached: false }
        });
        self.reporter
            .done(job, written.unwrap_or_else(|| FinishedJob::failed(vec![self.panicked()])));
    }

    /// Frees records that no other job needs.
    fn release(&self, reading: Arc<Reading>) {
        if let Some(reading) = Arc::into_inner(reading) {
            if self.board().unread.is_empty() {
                // The process ends soon, which frees these many small allocations at once.
                std::mem::forget(reading);
            } else {
                drop(reading);
            }
        }
    }

    fn panicked(&self) -> String {
        format!("{}: this is a bug of Tablewright; the job has failed\n", self.called_as)
    }
}

/// Returns the result of `work`, or `None` if it panics: a bug in one backend must not stop other jobs. The data that
/// it worked on is not used again.
fn guarded<T>(work: impl FnOnce() -> T) -> Option<T> {
    catch_unwind(AssertUnwindSafe(work)).ok()
}
