//! The plan of a batch: its jobs, and the inputs that they share.

use std::collections::BTreeMap;
use std::fs;
use std::path::{PathBuf, absolute};
use std::sync::{Mutex, MutexGuard, PoisonError};

use tablewright_session::{VersionFiles, text_path};
use tablewright_syntax::TreeCache;

use crate::request::{Output, Request};

/// The jobs in command-line order, and the inputs in the order in which jobs first need them.
pub(crate) struct Plan {
    pub(crate) jobs: Vec<PlannedJob>,
    pub(crate) inputs: Vec<Input>,
    pub(crate) claims: Claims,
}

/// A run of a backend that writes a file.
pub(crate) struct PlannedJob {
    pub(crate) request: Request,
    /// Output file name as written.
    pub(crate) output: String,
}

/// A main file, with the jobs over it. The spelling of its path counts, for outputs may show it.
#[derive(Clone)]
pub(crate) struct Input {
    /// Jobs that need the input, as indices into the plan's jobs. Jobs in one list read it with the same settings,
    /// for example the same include directories. Lists and jobs are sorted.
    pub(crate) readings: Vec<Vec<usize>>,
}

impl Plan {
    /// Plans `requests`. Returns error texts if they cannot run together. `depfile` is the common depfile.
    pub(crate) fn new(
        mut requests: Vec<Request>,
        depfile: Option<&str>,
    ) -> Result<Plan, Vec<String>> {
        let claims = claimed(&requests, depfile)?;
        let (trees, version_files) = (TreeCache::new(), VersionFiles::default());
        for request in &mut requests {
            let session = std::mem::take(&mut request.session).share_trees(trees.clone());
            request.session = session.find_tree_release(text_path(&request.input), &version_files);
        }
        let mut inputs: Vec<Input> = Vec::new();
        let mut by_path: BTreeMap<&str, usize> = BTreeMap::new();
        for (job, request) in requests.iter().enumerate() {
            let input = *by_path.entry(&request.input).or_insert_with(|| {
                inputs.push(Input { readings: Vec::new() });
                inputs.len() - 1
            });
            let readings = &mut inputs[input].readings;
            match readings.iter_mut().find(|jobs| requests[jobs[0]].session == request.session) {
                Some(jobs) => jobs.push(job),
                None => readings.push(vec![job]),
            }
        }
        if by_path.get("-").is_some_and(|&input| inputs[input].readings.len() > 1) {
            return Err(vec!["standard input can be read in one way only".to_owned()]);
        }
        let job = |request: Request| PlannedJob { output: output(&request).to_owned(), request };
        Ok(Plan { jobs: requests.into_iter().map(job).collect(), inputs, claims })
    }
}

/// Returns the output path of a request; `-` is not a file.
fn output(request: &Request) -> &str {
    match &request.output {
        Output::File(path) => path,
        Output::Standard => "-",
    }
}

/// Files and the jobs that write them. Two jobs may not write the same file, and a job may not write another job's
/// input, because the result would depend on their timing.
#[derive(Default)]
pub(crate) struct Claims {
    /// By file, the first job that reads it.
    inputs: BTreeMap<PathBuf, usize>,
    /// By file, the job that writes it.
    written: Mutex<BTreeMap<PathBuf, usize>>,
}

impl Claims {
    fn new(requests: &[Request]) -> Claims {
        // If several jobs share an input, messages name the first job because it is inserted last.
        let jobs = requests.iter().enumerate().rev();
        let inputs = jobs.map(|(job, request)| (identity(&request.input), job)).collect();
        Claims { inputs, written: Mutex::default() }
    }

    fn written(&self) -> MutexGuard<'_, BTreeMap<PathBuf, usize>> {
        // Each change is whole before the next thing that could panic.
        self.written.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Reserves the file at `path`, for example a side file, for a job.
    ///
    /// # Errors
    /// If the job may not write the file, returns the reason.
    pub(crate) fn claim(&self, job: usize, path: &str) -> Result<(), String> {
        let identity = identity(path);
        if let Some(reader) = self.inputs.get(&identity) {
            let (job, reader) = (job + 1, reader + 1);
            return Err(format!("job {job} writes '{path}', the input of job {reader}"));
        }
        if let Some(other) = self.written().get(&identity) {
            let (job, other) = (job + 1, other + 1);
            return Err(format!("job {job} writes '{path}', which job {other} writes too"));
        }
        self.written().insert(identity, job);
        Ok(())
    }

    /// Releases a file that a job reserved but does not write.
    pub(crate) fn give_back(&self, path: &str) {
        self.written().remove(&identity(path));
    }

    /// Reserves the batch's depfile.
    fn claim_depfile(&self, depfile: &str) -> Vec<String> {
        let identity = identity(depfile);
        let written = self
            .written()
            .get(&identity)
            .map(|job| format!("the depfile '{depfile}' is what job {} writes", job + 1));
        let read = self
            .inputs
            .get(&identity)
            .map(|job| format!("the depfile '{depfile}' is the input of job {}", job + 1));
        written.into_iter().chain(read).collect()
    }
}

/// Reserves the files of all jobs and the batch's depfile. Returns error texts if there are conflicts.
fn claimed(requests: &[Request], depfile: Option<&str>) -> Result<Claims, Vec<String>> {
    let claims = Claims::new(requests);
    let mut errors = Vec::new();
    for (job, request) in requests.iter().enumerate() {
        if request.output == Output::Standard {
            let action = request.task.name();
            errors.push(format!("job {} (--{action}) has to write a file", job + 1));
            continue;
        }
        for path in [Some(output(request)), request.depfile.as_deref()].into_iter().flatten() {
            errors.extend(claims.claim(job, path).err());
        }
    }
    errors.extend(depfile.map(|depfile| claims.claim_depfile(depfile)).unwrap_or_default());
    if errors.is_empty() { Ok(claims) } else { Err(errors) }
}

/// Returns a normalized path, so that different spellings for one file compare equal.
fn identity(path: &str) -> PathBuf {
    let path = text_path(path);
    // A file that does not exist yet cannot be canonicalized, but its directory may exist.
    if let Ok(whole) = fs::canonicalize(&path) {
        return whole;
    }
    let path = absolute(&path).unwrap_or(path);
    match (path.parent().map(fs::canonicalize), path.file_name()) {
        (Some(Ok(parent)), Some(name)) => parent.join(name),
        _ => path,
    }
}
