//! The jobs of a batch whose outputs are in the cache: they are written before anything is read.

use std::cell::RefCell;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use tablewright_records::Loaded;

use crate::batch::plan::{Input, Plan};
use crate::batch::report::{BatchOutcome, FinishedJob, Reporter};
use crate::cache::{Cache, Hit, Lookup, Ticket};
use crate::depfile::Prerequisites;
use crate::output_file::Finished;
use crate::run::{FinishedOutputs, Run};

/// The cache of a batch.
pub(super) struct CachedJobs<'a> {
    called_as: &'a str,
    plan: &'a Plan,
    cache: Option<Cache>,
    /// Job states, by job. Jobs without a lookup have an empty state.
    outcomes: Vec<Mutex<JobState>>,
    /// The job to look up next.
    next: AtomicUsize,
    files: Mutex<Prerequisites>,
}

#[derive(Default)]
enum JobState {
    /// The output was written from the cache.
    Written,
    /// The cache lacks the output. The ticket stores it after the job.
    Missed(Ticket),
    /// The cache does not serve it.
    #[default]
    Unserved,
}

impl<'a> CachedJobs<'a> {
    /// Opens the cache for all jobs. A batch names its cache once, so the first job's settings apply to all.
    pub(super) fn open(called_as: &'a str, plan: &'a Plan) -> CachedJobs<'a> {
        let cache = plan.jobs.first().and_then(|job| Cache::for_request(called_as, &job.request));
        let outcomes = plan.jobs.iter().map(|_| Mutex::default()).collect();
        let (next, files) = (AtomicUsize::new(0), Mutex::default());
        CachedJobs { called_as, plan, cache, outcomes, next, files }
    }

    /// Returns whether there is a cache for looking jobs up.
    pub(super) fn is_open(&self) -> bool {
        self.cache.is_some()
    }

    /// Looks jobs up in one thread until every job is looked up.
    pub(super) fn write_until_done(&self, reporter: &Reporter<'_>) {
        let Some(cache) = &self.cache else { return };
        loop {
            let job = self.next.fetch_add(1, Ordering::Relaxed);
            let Some(planned) = self.plan.jobs.get(job) else { return };
            let state = match cache.find(&planned.request) {
                Lookup::Hit(hit, ticket) => {
                    if self.write(job, *hit, reporter) {
                        JobState::Written
                    } else {
                        JobState::Missed(ticket)
                    }
                }
                Lookup::Miss(ticket) => JobState::Missed(ticket),
                Lookup::Unserved => JobState::Unserved,
            };
            *self.outcomes[job].lock().unwrap_or_else(PoisonError::into_inner) = state;
        }
    }

    /// Writes a job's output from the cache. Returns false if the cache's copy is damaged.
    fn write(&self, job: usize, hit: Hit, reporter: &Reporter<'_>) -> bool {
        let planned = &self.plan.jobs[job];
        reporter.begins(&planned.output);
        let (reading, included) = (hit.entry.reading().to_vec(), hit.included.clone());
        let mut run = Run::keeping_messages(self.called_as, &planned.request);
        let claimed = RefCell::new(Vec::new());
        let claim = |path: &str| {
            self.plan.claims.claim(job, path)?;
            claimed.borrow_mut().push(path.to_owned());
            Ok(())
        };
        let written = run.write_cached(&planned.output, hit, false, Some(&claim));
        let done = match written {
            Ok(None) => {
                claimed.borrow().iter().for_each(|path| self.plan.claims.give_back(path));
                return false;
            }
            Ok(Some(FinishedOutputs { finished, side_paths, .. })) => {
                let outcome = match finished {
                    Finished::Written => BatchOutcome::Written,
                    Finished::Unchanged => BatchOutcome::Unchanged,
                };
                FinishedJob { outcome, side_paths, messages: run.into_messages(), is_cached: true }
            }
            Err(_) => FinishedJob::failed(run.into_messages()),
        };
        let mut files = self.files.lock().unwrap_or_else(PoisonError::into_inner);
        files.add_to_batch(&planned.request.input, &included);
        drop(files);
        reporter.read(&[job], true, &reading);
        reporter.done(job, done);
        true
    }

    /// Returns the inputs with the remaining jobs.
    pub(super) fn unwritten(&mut self) -> Vec<Input> {
        let outcomes = &mut self.outcomes;
        let mut is_left =
            |job: usize| match outcomes[job].get_mut().unwrap_or_else(PoisonError::into_inner) {
                JobState::Written => false,
                JobState::Missed(_) | JobState::Unserved => true,
            };
        let mut inputs = self.plan.inputs.clone();
        for input in &mut inputs {
            input.readings.iter_mut().for_each(|jobs| jobs.retain(|&job| is_left(job)));
            input.readings.retain(|jobs| !jobs.is_empty());
        }
        inputs.retain(|input| !input.readings.is_empty());
        inputs
    }

    /// Returns the dependencies of the written outputs.
    pub(super) fn take_files(&mut self) -> Prerequisites {
        std::mem::take(self.files.get_mut().unwrap_or_else(PoisonError::into_inner))
    }

    /// Lets a run keep copies for [`CachedJobs::store`], if its job can be stored.
    pub(super) fn prepare(&self, job: usize, run: &mut Run<'_>) {
        let state = self.outcomes[job].lock().unwrap_or_else(PoisonError::into_inner);
        if let (Some(cache), JobState::Missed(_)) = (&self.cache, &*state) {
            run.keep_copies(cache.largest_file());
        }
    }

    /// Stores the files and messages of a finished job. `reading` contains the messages about reading its input.
    pub(super) fn store(
        &self,
        job: usize,
        run: &mut Run<'_>,
        loaded: &Loaded,
        reading: &[String],
        written: &mut FinishedOutputs,
    ) {
        let state = self.outcomes[job].lock().unwrap_or_else(PoisonError::into_inner);
        if let (Some(cache), JobState::Missed(ticket)) = (&self.cache, &*state)
            && let Some(entry) = run.entry(loaded, reading.to_vec(), written.copies.take())
        {
            cache.store(ticket, &self.plan.jobs[job].request, loaded, &entry);
        }
    }
}
