//! A job that a client hands over.

use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use tablewright_driver::request::Request;
use tablewright_driver::served_run::{self, ServedOutput, ServedRecords};

use crate::FindRequest;
use crate::connection::Connection;
use crate::descriptions::{Description, Descriptions, Interest};
use crate::message::{DirIdentity, JobMessage, Reply};
use crate::place::Places;
use crate::recording::JobKey;
use crate::slots::Slots;

/// State that all jobs share.
pub(crate) struct Jobs {
    pub(crate) find_request: FindRequest,
    /// Identity of the root directory.
    pub(crate) root: DirIdentity,
    /// Identity of the mounted file systems.
    pub(crate) mounts: Vec<u8>,
    pub(crate) places: Places,
    pub(crate) slots: Slots,
    pub(crate) descriptions: Descriptions,
    /// Number of jobs that were skipped.
    pub(crate) skipped: AtomicU64,
}

/// Runs a job and returns the reply.
pub(crate) fn run_job(jobs: &Jobs, connection: &Arc<Connection>, job: &JobMessage) -> Reply {
    let done = catch_unwind(AssertUnwindSafe(|| output(jobs, connection, job)));
    match done {
        Ok(Ok(output)) => Reply::Output(output),
        Ok(Err(why)) => Reply::Declined(why),
        Err(_) => Reply::Declined("the job has panicked".to_owned()),
    }
}

/// Returns the reason for which a client runs a job itself.
fn declined() -> String {
    "the client has to run the job".to_owned()
}

fn output(
    jobs: &Jobs,
    connection: &Arc<Connection>,
    job: &JobMessage,
) -> Result<ServedOutput, String> {
    if job.root_identity != jobs.root || job.mounts != jobs.mounts {
        return Err("the client sees other file systems".to_owned());
    }
    let dir = Path::new(OsStr::from_bytes(&job.dir));
    let entered = jobs.places.enter(dir, job.dir_identity, job.umask);
    let _entered = entered.map_err(|error| format!("directory: {error}"))?;
    let served = (jobs.find_request)(job.args.clone(), &job.settings)
        .ok_or_else(|| "this kind of run is not served".to_owned())?;
    let interest: Arc<dyn Interest> = Arc::clone(connection) as Arc<dyn Interest>;
    let description = |request: &Request| {
        let description = jobs.descriptions.get(dir, request, &interest, &jobs.slots);
        description.ok_or_else(|| "the input cannot be read".to_owned())
    };
    let other = served.other.as_ref().map(description).transpose()?;
    let description = description(&served.request)?;
    let may_rename = || !connection.is_cancelled() && connection.may_rename();
    let key = JobKey::new(&job.args, &job.settings);
    let used = || std::iter::once(&description).chain(&other).map(|used| &**used);
    let recording = description.recording.as_deref().zip(key);
    let kept_answer = || recording.as_ref().and_then(|(recording, key)| recording.answer(key));
    let mut turns = Vec::new();
    let mut answer = kept_answer();
    if answer.is_none() {
        turns = Description::wait_for_turns(used());
        // Another client may have had the same job in the meantime.
        answer = kept_answer();
    }
    let _slot = jobs.slots.wait();
    if let Some(answer) = answer {
        // Nothing is read, so other jobs may run.
        drop(turns);
        let output = served_run::run_again(&served, &description.loaded, &answer, &may_rename);
        jobs.skipped.fetch_add(u64::from(output.is_some()), Ordering::Relaxed);
        return output.ok_or_else(declined);
    }
    let width = job.settings.width;
    let records = ServedRecords {
        loaded: &description.loaded,
        other: other.as_ref().map(|other| &other.loaded),
    };
    let run = || served_run::run(&served, records, width, &may_rename);
    match catch_unwind(AssertUnwindSafe(run)) {
        Ok(Some((output, answer))) => {
            if let Some(((recording, key), answer)) = recording.zip(answer) {
                recording.keep(key, answer);
            }
            Ok(output)
        }
        Ok(None) => Err(declined()),
        Err(_) => {
            // The panic may have interrupted an analysis that other jobs share.
            std::iter::once(&description)
                .chain(&other)
                .for_each(|used| jobs.descriptions.forget(used));
            Err("the job has panicked".to_owned())
        }
    }
}
