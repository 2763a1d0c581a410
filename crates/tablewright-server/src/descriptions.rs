//! Descriptions that the server has loaded, shared by the jobs of all clients.
//!
//! A description belongs to a directory, a main file and a session. The first job that needs it loads it, and other
//! jobs wait. Before a job uses a loaded description, all its files are compared. A description with errors is kept
//! too, since each of its jobs reports the errors again.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use tablewright_driver::memory;
use tablewright_driver::request::Request;
use tablewright_driver::served_run;
use tablewright_records::{LoadMonitor, Loaded};
use tablewright_session::{FileWatch, Session};
use tablewright_syntax::TreeCache;

use crate::ServerSettings;
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
    used: Instant,
    uses: u64,
}

enum EntryState {
    /// A job loads the description for itself and for other jobs.
    Loading {
        monitor: LoadMonitor,
        jobs: Vec<Arc<dyn Interest>>,
    },
    Loaded(Arc<Description>),
}

/// Row of the list of descriptions.
#[cfg(target_os = "linux")]
pub(crate) struct DescriptionStatus {
    pub(crate) dir: PathBuf,
    pub(crate) input: String,
    /// Number of files. `None` while the description is being loaded.
    pub(crate) files: Option<usize>,
    /// Number of jobs that have used the description.
    pub(crate) uses: u64,
    /// Time of the last use.
    pub(crate) used: Instant,
}

/// Next step for a job that needs a description.
enum Step {
    Use(u64, Arc<Description>),
    Load(u64, LoadMonitor, TreeCache),
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
                    self.remove(id);
                }
                Step::Load(id, monitor, trees) => {
                    let loading = Loading { descriptions: self, id };
                    let slot = slots.wait();
                    self.make_room();
                    let watch = FileWatch::new();
                    let session = request.session.clone().share_trees(trees);
                    let session = session.watch_files(watch.clone()).monitor(monitor.clone());
                    let loaded = served_run::load(request, &session);
                    drop(slot);
                    if monitor.is_stopped() {
                        return None;
                    }
                    let description = Arc::new(Description { loaded: loaded?, watch });
                    loading.finish(Arc::clone(&description));
                    return Some(description);
                }
            }
        }
        None
    }

    /// Finds a loaded description, or begins a load. Waits while another job loads the same description.
    fn step(&self, dir: &Path, request: &Request, job: &Arc<dyn Interest>) -> Step {
        let mut entries = self.entries();
        loop {
            let is_for = |entry: &&mut Entry| entry.is_for(dir, request);
            let mut of_input = entries.entries.iter_mut().filter(is_for);
            match of_input.find(|entry| entry.serves(request)) {
                Some(Entry { state: EntryState::Loaded(description), id, .. }) => {
                    return Step::Use(*id, Arc::clone(description));
                }
                Some(Entry { state: EntryState::Loading { jobs, .. }, .. }) => {
                    jobs.push(Arc::clone(job));
                }
                None => {
                    let monitor = LoadMonitor::new();
                    let id = entries.next_id;
                    entries.next_id += 1;
                    let jobs = vec![Arc::clone(job)];
                    let state = EntryState::Loading { monitor: monitor.clone(), jobs };
                    entries.entries.push(Entry {
                        id,
                        dir: dir.to_owned(),
                        input: request.input.clone(),
                        session: request.session.clone(),
                        state,
                        used: Instant::now(),
                        uses: 0,
                    });
                    return Step::Load(id, monitor, entries.trees.clone());
                }
            }
            entries = self.changed.wait(entries).unwrap_or_else(PoisonError::into_inner);
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
        let is_other = |entry: &mut Entry| match &entry.state {
            EntryState::Loaded(loaded) => !Arc::ptr_eq(loaded, description),
            EntryState::Loading { .. } => true,
        };
        // Records are dropped after the lock is given back.
        let removed: Vec<Entry> =
            self.entries().entries.extract_if(.., |entry| !is_other(entry)).collect();
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
            let unused = entries.entries.iter().filter(|entry| match &entry.state {
                EntryState::Loaded(description) => Arc::strong_count(description) == 1,
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
        let row = |entry: &Entry| DescriptionStatus {
            dir: entry.dir.clone(),
            input: entry.input.clone(),
            files: match &entry.state {
                EntryState::Loading { .. } => None,
                EntryState::Loaded(description) => Some(description.watch.file_count()),
            },
            uses: entry.uses,
            used: entry.used,
        };
        let mut rows: Vec<DescriptionStatus> = entries.entries.iter().map(row).collect();
        rows.sort_by_key(|row| std::cmp::Reverse(row.used));
        rows
    }
}

impl Description {
    /// Returns whether loading the request's input again would lead to the same records.
    fn is_current(&self, request: &Request) -> bool {
        self.watch.is_current(self.loaded.store.sources())
            && request.session.finds_same_files(&self.loaded)
    }
}

impl Entry {
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
        }
    }
}

/// A load that has begun. If it is dropped before the description is loaded, the next job loads it.
struct Loading<'d> {
    descriptions: &'d Descriptions,
    id: u64,
}

impl Loading<'_> {
    fn finish(self, description: Arc<Description>) {
        let mut entries = self.descriptions.entries();
        if let Some(entry) = entries.entries.iter_mut().find(|entry| entry.id == self.id) {
            entry.state = EntryState::Loaded(description);
            entry.used = Instant::now();
            entry.uses = 1;
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
