//! Threads that work a plan off.
//!
//! Jobs over one main file that search for included files in different directories share its records
//! where they would find the same files: in builds each directory has its own list.
//!
//! A free thread takes a job of records that are there, and reads another input only where there is
//! none. When it does, another thread works on each input whose records are held; so no more inputs
//! are held at a time than there are threads. That is the bound on memory, and why the threads are
//! not those of a work-stealing pool, which promises no such order.

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
use crate::batch::report::{Done, Outcome, Reporter};
use crate::depfile::Prerequisites;
use crate::output_file::Finished;
use crate::run::{FinishedOutputs, Run, Stopped};

/// As much as the first thread of a process has on common systems, so that jobs nest as deeply here.
const STACK: usize = 8 << 20;

/// Does all jobs of `plan` with up to `threads` threads, and tells `reporter` of each. Returns the
/// files that the outputs depend on.
pub(crate) fn run(
    called_as: &str,
    plan: &Plan,
    threads: usize,
    reporter: &Reporter<'_>,
) -> Prerequisites {
    let server = JobServer::of_environment();
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

/// How often a thread asks a job server that has no token.
const ASKING: Duration = Duration::from_millis(10);

/// Lets up to `count` threads do the same work, one of them at least. Under a job server each but the first needs
/// a token of it, which is asked for until the first thread finds no more work.
fn in_threads(count: usize, server: Option<&JobServer>, work: &(dyn Fn() + Sync)) {
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
                // The system has no more threads to give; those there are suffice.
                break;
            }
        }
        work();
        is_done.store(true, Ordering::Relaxed);
    });
}

/// What threads share.
struct Work<'a> {
    called_as: &'a str,
    plan: &'a Plan,
    reporter: &'a Reporter<'a>,
    cached: CachedJobs<'a>,
    board: Mutex<Board>,
    /// Told whenever there is more to take from the board, or nothing will be added any more.
    changed: Condvar,
    /// The files that were read so far.
    files: Mutex<Prerequisites>,
}

/// What is left to do.
struct Board {
    /// Jobs whose records are there.
    ready: VecDeque<(usize, Arc<Reading>)>,
    /// The inputs that nobody has taken, with the readings that are left.
    unread: VecDeque<Input>,
    /// How many inputs are being read.
    reading: usize,
}

/// An input that was read.
struct Reading {
    loaded: Loaded,
    messages: Vec<String>,
}

enum Task {
    Read(Input),
    Write(usize, Arc<Reading>),
}

impl Work<'_> {
    /// What one thread does.
    fn until_done(&self) {
        while let Some(task) = self.next() {
            match task {
                Task::Read(input) => self.read(input),
                Task::Write(job, reading) => {
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

    /// The next task; waits where one may still come.
    fn next(&self) -> Option<Task> {
        let mut board = self.board();
        loop {
            // Jobs that are ready come first: only doing them frees records.
            if let Some((job, reading)) = board.ready.pop_front() {
                return Some(Task::Write(job, reading));
            }
            if let Some(input) = board.unread.pop_front() {
                board.reading += 1;
                return Some(Task::Read(input));
            }
            // An input that is being read may still add jobs.
            if board.reading == 0 {
                return None;
            }
            board = self.changed.wait(board).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Reads an input as the first of its jobs say, and puts on the board all jobs for which it would
    /// have been read alike. Those of the other readings are put back.
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
        // Before another thread can be done with one of the jobs.
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
            // The reporter writes messages, for which the other threads should not wait.
            drop(board);
            for job in jobs {
                self.reporter.done(job, Done::failed(Vec::new()));
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
                        Finished::Written => (Outcome::Written, side_paths),
                        Finished::Unchanged => (Outcome::Unchanged, side_paths),
                    }
                }
                Ok(None) | Err(Stopped) => (Outcome::Failed, Vec::new()),
            };
            Done { outcome, side_paths, messages: run.into_messages(), is_cached: false }
        });
        self.reporter.done(job, written.unwrap_or_else(|| Done::failed(vec![self.panicked()])));
    }

    /// Frees records that no other job needs.
    fn release(&self, reading: Arc<Reading>) {
        if let Some(reading) = Arc::into_inner(reading) {
            if self.board().unread.is_empty() {
                // The end of the process, which is near, frees these many small pieces at once.
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

/// What `work` returns, or nothing if it panics: a bug of one backend must not stop the jobs of
/// others. What it worked on is not looked at again.
fn guarded<T>(work: impl FnOnce() -> T) -> Option<T> {
    catch_unwind(AssertUnwindSafe(work)).ok()
}
