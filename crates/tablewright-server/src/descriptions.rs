//! Descriptions that the server has loaded, shared by the jobs of all clients.
//!
//! A description belongs to a directory, a main file and a session. The first job that needs it loads it, and other
//! jobs wait. Before a job uses a loaded description, all its files are compared. A description with errors is kept
//! too, since each of its jobs reports the errors again.
//!
//! If a file has changed, the description is loaded incrementally: evaluation resumes from the first changed statement.
//! From then on its reads are recorded ([`Recording`]).

use std::path::{Path, PathBuf};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use tablewright_driver::memory;
use tablewright_driver::request::Request;
use tablewright_driver::served_run;
use tablewright_records::{IncrementalLoad, LoadMonitor, Loaded};
use tablewright_session::{FileWatch, Session};
use tablewright_syntax::TreeCache;

use crate::ServerSettings;
use crate::recording::{Recording, Turn, wait_for_turns};
use crate::slots::Slots;

/// Share of the machine's memory that a server uses by default.
const MEMORY_SHARE: u64 = 4;

/// Memory in bytes that a server uses by default if the machine's memory is not known.
const DEFAULT_MEMORY: u64 = 2 << 30;

/// A client that may have lost interest in its job.
pub(crate) trait Interest: Send + Sync {
    /// Returns whether the client has left.
    fn is_cancelled(&self) -> bool;
}

/// A loaded description.
pub(crate) struct Description {
    pub(crate) loaded: Loaded,
    watch: FileWatch,
    /// Recorded reads, if they are recorded.
    pub(crate) recording: Option<Arc<Recording>>,
}

/// All descriptions.
pub(crate) struct Descriptions {
    entries: Mutex<Entries>,
    /// Notified when a description is loaded or loading has failed.
    changed: Condvar,
    /// Maximum memory of the process in bytes.
    max_memory: u64,
}

#[derive(Default)]
struct Entries {
    entries: Vec<Entry>,
    next_id: u64,
    /// Trees of files that several inputs include.
    trees: TreeCache,
}

struct Entry {
    id: u64,
    dir: PathBuf,
    input: String,
    session: Session,
    state: EntryState,
    /// Evaluation from which a load after an edit resumes. Empty while the description is being loaded.
    kept: Box<IncrementalLoad>,
    /// The last recording of a version without messages.
    recording: Option<Arc<Recording>>,
    used: Instant,
    uses: u64,
    /// Whether the description was loaded before.
    has_been_loaded: bool,
}

enum EntryState {
    /// A job loads the description for itself and for other jobs.
    Loading {
        monitor: LoadMonitor,
        jobs: Vec<Arc<dyn Interest>>,
    },
    Loaded(Arc<Description>),
    /// A file has changed, or loading was stopped. The next job loads the description.
    Outdated,
}

/// Row of the list of descriptions.
#[cfg(target_os = "linux")]
pub(crate) struct DescriptionStatus {
    pub(crate) dir: PathBuf,
    pub(crate) input: String,
    /// Number of files. `None` while the description is being loaded.
    pub(crate) files: Option<usize>,
    /// Number of statements that the last load evaluated. `None` if the description has errors.
    pub(crate) statements: Option<usize>,
    /// Number of jobs that have used the description.
    pub(crate) uses: u64,
    /// Time of the last use.
    pub(crate) used: Instant,
}

/// Next step for a job that needs a description.
enum Step {
    Use(u64, Arc<Description>),
    Load(PendingLoad),
}

/// A load to run.
struct PendingLoad {
    id: u64,
    monitor: LoadMonitor,
    trees: TreeCache,
    kept: Box<IncrementalLoad>,
    /// The earlier version's recording.
    before: Option<Arc<Recording>>,
    is_recorded: bool,
}

impl Descriptions {
    fn new(max_memory: u64) -> Descriptions {
        Descriptions { entries: Mutex::default(), changed: Condvar::new(), max_memory }
    }

    /// Returns empty descriptions with the memory limit in the settings, by default a quarter of the machine's memory.
    pub(crate) fn with_settings(settings: &ServerSettings) -> Descriptions {
        let default_memory =
            memory::machine_bytes().map_or(DEFAULT_MEMORY, |bytes| bytes / MEMORY_SHARE);
        Descriptions::new(settings.max_memory.unwrap_or(default_memory))
    }

    fn entries(&self) -> MutexGuard<'_, Entries> {
        // Each change is complete before the next operation that could panic.
        self.entries.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the description for a request in the current directory `dir`. Loads it in a slot if necessary. Returns `None` if it cannot be loaded or the job is cancelled.
    pub(crate) fn get(
        &self,
        dir: &Path,
        request: &Request,
        job: &Arc<dyn Interest>,
        slots: &Slots,
    ) -> Option<Arc<Description>> {
        while !job.is_cancelled() {
            match self.step(dir, request, job) {
                Step::Use(id, description) => {
                    if description.is_current(request) {
                        self.used(id);
                        return Some(description);
                    }
                    self.outdated(id, &description);
                }
                Step::Load(pending) => return self.load(pending, request, slots),
            }
        }
        None
    }

    /// Loads a description in a slot. Returns `None` if the main file cannot be read or the load is stopped.
    fn load(
        &self,
        pending: PendingLoad,
        request: &Request,
        slots: &Slots,
    ) -> Option<Arc<Description>> {
        let PendingLoad { id, monitor, trees, mut kept, before, is_recorded } = pending;
        let loading = Loading { descriptions: self, id };
        let slot = slots.wait();
        self.make_room();
        let watch = FileWatch::new();
        let session = request.session.clone().share_trees(trees);
        let session = session.watch_files(watch.clone()).monitor(monitor.clone());
        let loaded = served_run::load(request, &session, &mut kept);
        if monitor.is_stopped() {
            loading.stop(kept);
            return None;
        }
        let loaded = loaded?;
        let has_messages = loaded.diagnostics.iter().next().is_some();
        let recording = (is_recorded && loaded.is_complete && !has_messages)
            .then(|| Recording::new(&loaded.store, before.as_deref()).map(Arc::new))
            .flatten();
        drop(slot);
        let description = Arc::new(Description { loaded, watch, recording });
        loading.finish(Arc::clone(&description), kept);
        Some(description)
    }

    /// Finds a loaded description, or begins a load. Waits while another job loads the same description.
    fn step(&self, dir: &Path, request: &Request, job: &Arc<dyn Interest>) -> Step {
        let mut entries = self.entries();
        loop {
            let mut of_input =
                entries.entries.iter_mut().filter(|entry| entry.is_for(dir, request));
            match of_input.find(|entry| entry.serves(request)) {
                Some(Entry { state: EntryState::Loaded(description), id, .. }) => {
                    return Step::Use(*id, Arc::clone(description));
                }
                Some(Entry { state: EntryState::Loading { jobs, .. }, .. }) => {
                    jobs.push(Arc::clone(job));
                }
                Some(Entry { state: EntryState::Outdated, .. }) | None => {
                    return Step::Load(entries.begin_load(dir, request, job));
                }
            }
            entries = self.changed.wait(entries).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Marks a description as outdated, unless another job has done so.
    fn outdated(&self, id: u64, description: &Arc<Description>) {
        let mut entries = self.entries();
        let is_it = |entry: &&mut Entry| entry.id == id && entry.state.holds(description);
        if let Some(entry) = entries.entries.iter_mut().find(is_it) {
            entry.state = EntryState::Outdated;
        }
    }

    fn used(&self, id: u64) {
        if let Some(entry) = self.entries().entries.iter_mut().find(|entry| entry.id == id) {
            entry.used = Instant::now();
            entry.uses += 1;
        }
    }

    /// Forgets a description, for example after a job over it has panicked.
    pub(crate) fn forget(&self, description: &Arc<Description>) {
        // Records are dropped after the lock is given back.
        let removed: Vec<Entry> =
            self.entries().entries.extract_if(.., |entry| entry.state.holds(description)).collect();
        drop(removed);
    }

    fn remove(&self, id: u64) {
        let removed: Vec<Entry> =
            self.entries().entries.extract_if(.., |entry| entry.id == id).collect();
        self.changed.notify_all();
        drop(removed);
    }

    /// Stops loads that no job needs any more.
    pub(crate) fn stop_unwanted_loads(&self) {
        for entry in &self.entries().entries {
            if let EntryState::Loading { monitor, jobs } = &entry.state
                && jobs.iter().all(|job| job.is_cancelled())
            {
                monitor.stop();
            }
        }
    }

    /// Drops the descriptions that were not used for the longest time, until the process has enough free memory.
    /// Returns false if dropping all of them does not help, because freed memory is not returned to the system.
    pub(crate) fn make_room(&self) -> bool {
        let is_full = || memory::used_bytes().is_some_and(|used| used > self.max_memory);
        while is_full() {
            let mut entries = self.entries();
            entries.trees = TreeCache::new();
            // An answer costs a run, and a description costs a load and all runs.
            let recordings = entries.entries.iter().filter_map(|entry| entry.recording.as_ref());
            if recordings.filter(|recording| recording.drop_answers()).count() > 0 {
                continue;
            }
            let unused = entries.entries.iter().filter(|entry| match &entry.state {
                EntryState::Loaded(description) => Arc::strong_count(description) == 1,
                EntryState::Outdated => true,
                EntryState::Loading { .. } => false,
            });
            let Some(oldest) = unused.min_by_key(|entry| entry.used).map(|entry| entry.id) else {
                return false;
            };
            drop(entries);
            self.remove(oldest);
        }
        true
    }

    /// Lists the descriptions, with the most recently used first.
    #[cfg(target_os = "linux")]
    pub(crate) fn status(&self) -> Vec<DescriptionStatus> {
        let entries = self.entries();
        let row = |entry: &Entry| {
            let (files, statements) = match &entry.state {
                EntryState::Loading { .. } => (None, None),
                EntryState::Loaded(description) => {
                    let is_valid = !description.loaded.diagnostics.has_errors();
                    let statements = is_valid.then(|| entry.kept.evaluated_statements());
                    (Some(description.watch.file_count()), statements)
                }
                EntryState::Outdated => return None,
            };
            Some(DescriptionStatus {
                dir: entry.dir.clone(),
                input: entry.input.clone(),
                files,
                statements,
                uses: entry.uses,
                used: entry.used,
            })
        };
        let mut rows: Vec<DescriptionStatus> = entries.entries.iter().filter_map(row).collect();
        rows.sort_by_key(|row| std::cmp::Reverse(row.used));
        rows
    }
}

impl Entries {
    /// Begins the load of a description, in place of an outdated one with the same options if there is one.
    fn begin_load(
        &mut self,
        dir: &Path,
        request: &Request,
        job: &Arc<dyn Interest>,
    ) -> PendingLoad {
        let is_resumable = |entry: &Entry| entry.is_for(dir, request) && entry.can_resume(request);
        let index = self.entries.iter().position(is_resumable).unwrap_or_else(|| {
            self.entries.push(Entry::new(self.next_id, dir, request));
            self.next_id += 1;
            self.entries.len() - 1
        });
        let entry = &mut self.entries[index];
        let monitor = LoadMonitor::new();
        let jobs = vec![Arc::clone(job)];
        entry.state = EntryState::Loading { monitor: monitor.clone(), jobs };
        entry.session = request.session.clone();
        PendingLoad {
            id: entry.id,
            monitor,
            trees: self.trees.clone(),
            kept: std::mem::take(&mut entry.kept),
            before: entry.recording.clone(),
            is_recorded: entry.has_been_loaded,
        }
    }
}

impl EntryState {
    /// Returns whether this is the state of a loaded description.
    fn holds(&self, description: &Arc<Description>) -> bool {
        match self {
            EntryState::Loaded(loaded) => Arc::ptr_eq(loaded, description),
            EntryState::Loading { .. } | EntryState::Outdated => false,
        }
    }
}

impl Description {
    /// Waits until no other job reads these descriptions, if their reads are recorded. A job must wait before it waits for
    /// a slot.
    pub(crate) fn wait_for_turns<'d>(
        descriptions: impl IntoIterator<Item = &'d Description>,
    ) -> Vec<Turn<'d>> {
        let recordings = descriptions.into_iter();
        wait_for_turns(recordings.filter_map(|description| description.recording.as_deref()))
    }

    /// Returns whether loading the request's input again would lead to the same records.
    fn is_current(&self, request: &Request) -> bool {
        self.watch.is_current(self.loaded.store.unrecorded_sources())
            && request.session.finds_same_files(&self.loaded)
    }
}

impl Entry {
    /// Creates an entry without records.
    fn new(id: u64, dir: &Path, request: &Request) -> Entry {
        Entry {
            id,
            dir: dir.to_owned(),
            input: request.input.clone(),
            session: request.session.clone(),
            state: EntryState::Outdated,
            kept: Box::default(),
            recording: None,
            used: Instant::now(),
            uses: 0,
            has_been_loaded: false,
        }
    }

    fn is_for(&self, dir: &Path, request: &Request) -> bool {
        self.dir == dir && self.input == request.input
    }

    /// Returns whether the entry has the records for a request's session, or may have them when it is loaded. The files
    /// are compared later.
    fn serves(&self, request: &Request) -> bool {
        match &self.state {
            // Sessions often differ in include directories that change nothing.
            EntryState::Loading { .. } => true,
            EntryState::Loaded(description) => {
                request.session.loads_alike(&self.session, &description.loaded)
            }
            EntryState::Outdated => false,
        }
    }

    /// Returns whether the load for a request can resume from the entry's evaluation.
    fn can_resume(&self, request: &Request) -> bool {
        match &self.state {
            EntryState::Outdated => request.session.has_options_of(&self.session),
            EntryState::Loading { .. } | EntryState::Loaded(_) => false,
        }
    }
}

/// A load that has begun. If it is dropped before the description is loaded, the next job loads it.
struct Loading<'d> {
    descriptions: &'d Descriptions,
    id: u64,
}

impl Loading<'_> {
    fn finish(self, description: Arc<Description>, kept: Box<IncrementalLoad>) {
        self.end(EntryState::Loaded(description), kept, 1);
    }

    /// Keeps the evaluation of a stopped load for the next job.
    fn stop(self, kept: Box<IncrementalLoad>) {
        self.end(EntryState::Outdated, kept, 0);
    }

    fn end(self, state: EntryState, kept: Box<IncrementalLoad>, uses: u64) {
        let mut entries = self.descriptions.entries();
        if let Some(entry) = entries.entries.iter_mut().find(|entry| entry.id == self.id) {
            if let EntryState::Loaded(description) = &state {
                entry.has_been_loaded = true;
                // After an error, the last answers without errors are compared with the next version.
                if description.recording.is_some() {
                    entry.recording.clone_from(&description.recording);
                }
            }
            (entry.state, entry.kept) = (state, kept);
            (entry.used, entry.uses) = (Instant::now(), uses);
        }
        drop(entries);
        self.descriptions.changed.notify_all();
        std::mem::forget(self);
    }
}

impl Drop for Loading<'_> {
    fn drop(&mut self) {
        self.descriptions.remove(self.id);
    }
}
