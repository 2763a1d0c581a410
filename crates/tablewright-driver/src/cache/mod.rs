//! The output cache: keeps the files that a run wrote, and copies them if a run would write the same files.
//!
//! It has two levels. A [`Manifest`] belongs to a request and the contents of its main file (see [`key`]). It lists,
//! for each stored result, the files that the description included: the text of the `include`, the index of the
//! candidate path, and a content hash. The contents of earlier files determine later includes. Therefore a list whose
//! entries all match names exactly the files that a run would read. It leads to a [`CacheEntry`] with all files and
//! messages from the run.
//!
//! Include directories are not part of a key, so two checkouts share results. If a path occurs in the output, the
//! result is valid only with the paths of that run.
//!
//! **Invariant.** A result is stored only for the bytes that the run has read and that its source map holds. Data in
//! the cache carries a hash of itself and its key. Any doubt counts as a miss.

mod entry;
mod file_hashes;
mod key;
mod manifest;
mod program;
mod storage;

use std::fs;
use std::io::{self, Write};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::SystemTime;

use blake3::Hash;
use tablewright_records::{Feature, Loaded};
use tablewright_session::text_path;

use crate::cache_settings::CacheSettings;
use crate::limits;
use crate::request::{Output, Request, Task};
use crate::terminal::{eprint, reason};

pub(crate) use entry::{CacheEntry, CachedFile, OwnedSideFile, StoredEntry};

use file_hashes::FileHashes;
use manifest::{Candidate, Manifest};
use storage::{CacheLevel, Storage};

/// An open cache.
pub(crate) struct Cache {
    called_as: String,
    storage: Storage,
    /// Hash of this program, because another build may write different output.
    program: Hash,
    hashes: FileHashes,
    /// Whether it was reported that nothing can be stored.
    has_complained: AtomicBool,
    /// Lock that lets only one thread change manifests at a time.
    manifests: Mutex<()>,
}

/// A stored result that is valid for a request.
pub(crate) struct Hit {
    pub(crate) entry: StoredEntry,
    /// Names of the included files.
    pub(crate) included: Vec<String>,
}

/// Data for storing the result of a run after a miss.
pub(crate) struct Ticket {
    manifest: Hash,
    main: Hash,
    started: SystemTime,
}

/// Outcome of a search.
pub(crate) enum Lookup {
    /// A result, and a ticket in case the result is damaged.
    Hit(Box<Hit>, Ticket),
    Miss(Ticket),
    /// The cache does not serve this kind of request.
    Unserved,
}

impl Cache {
    /// Opens the cache for a request. Returns `None` if the request has none. A cache that cannot be used is reported
    /// and is not an error.
    pub(crate) fn for_request(called_as: &str, request: &Request) -> Option<Cache> {
        // A stored result may depend on files that this run must not read.
        let settings = request.cache.as_ref().filter(|_| !limits::is_access_limited());
        Cache::open(called_as, settings?)
    }

    fn open(called_as: &str, settings: &CacheSettings) -> Option<Cache> {
        let opened = Storage::open(&text_path(&settings.dir), settings.limit)
            .and_then(|storage| Ok((program::hash(&storage)?, storage)));
        match opened {
            Ok((program, storage)) => Some(Cache {
                called_as: called_as.to_owned(),
                storage,
                program,
                hashes: FileHashes::default(),
                has_complained: AtomicBool::new(false),
                manifests: Mutex::default(),
            }),
            Err(error) => {
                let dir = &settings.dir;
                let why = reason(&error);
                eprint(format_args!("{called_as}: note: the cache '{dir}' is not used: {why}\n"));
                None
            }
        }
    }

    /// Returns the maximum size in bytes for a cached file.
    pub(crate) fn largest_file(&self) -> usize {
        self.storage.largest_file()
    }

    /// Searches for a request's result.
    pub(crate) fn find(&self, request: &Request) -> Lookup {
        let started = SystemTime::now();
        if !is_served(request) {
            return Lookup::Unserved;
        }
        let Some(main) = self.hashes.for_file(&request.input) else { return Lookup::Unserved };
        let manifest = key::for_manifest(self.program, request, main);
        let ticket = Ticket { manifest, main, started };
        match self.find_in(request, manifest) {
            Some(hit) => Lookup::Hit(Box::new(hit), ticket),
            None => Lookup::Miss(ticket),
        }
    }

    fn find_in(&self, request: &Request, key: Hash) -> Option<Hit> {
        let manifest = Manifest::decode(&self.storage.read(CacheLevel::Manifest, key)?)?;
        let paths = key::paths(&self.called_as, request);
        manifest.candidates.iter().find_map(|candidate| {
            if !candidate.is_for(paths) {
                return None;
            }
            let included = candidate.included(&request.session, &self.hashes)?;
            let result = candidate.result_key(key);
            let file = self.storage.open_file(CacheLevel::Result, result)?;
            Some(Hit { entry: StoredEntry::open(file, result)?, included })
        })
    }

    /// Stores the files and messages of a run.
    pub(crate) fn store(
        &self,
        ticket: &Ticket,
        request: &Request,
        loaded: &Loaded,
        entry: &CacheEntry,
    ) {
        let Some(includes) = manifest::includes_of(&request.session, loaded) else { return };
        let sources = loaded.store.sources().files();
        let is_main =
            sources.first().is_some_and(|main| file_hashes::for_text(main) == ticket.main);
        let has_rested = |name: &str| file_hashes::rested_since(&text_path(name), ticket.started);
        if !is_main || !sources.iter().all(|file| has_rested(&file.name)) {
            return;
        }
        let texts = key::path_texts(request);
        let paths =
            entry.may_show(&texts).then(|| key::paths(&self.called_as, request).to_string());
        let candidate = Candidate { includes, paths };
        let result = candidate.result_key(ticket.manifest);
        // The result is stored first: a manifest without a result would only cost time.
        let write = |out: &mut dyn Write| entry.write(result, out);
        let stored = self.storage.write_with(CacheLevel::Result, result, entry.size(), &write);
        let added =
            stored.and_then(
                |is_stored| if is_stored { self.add(ticket.manifest, candidate) } else { Ok(()) },
            );
        if let Err(error) = added {
            self.complain(&error);
        }
        self.storage.evict();
    }

    fn add(&self, key: Hash, candidate: Candidate) -> io::Result<()> {
        let _one_at_a_time = self.manifests.lock();
        let old = self.storage.read(CacheLevel::Manifest, key);
        let mut manifest = old.and_then(|bytes| Manifest::decode(&bytes)).unwrap_or_default();
        manifest.add(candidate);
        self.storage.write(CacheLevel::Manifest, key, &manifest.encode()).map(drop)
    }

    /// Reports once that results cannot be stored.
    fn complain(&self, error: &io::Error) {
        if !self.has_complained.swap(true, Ordering::Relaxed) {
            let (dir, why) = (self.storage.dir_text(), reason(error));
            let called_as = &self.called_as;
            eprint(format_args!("{called_as}: note: the cache '{dir}' keeps nothing new: {why}\n"));
        }
    }
}

/// Returns whether the depfile for the loaded input names the main file.
pub(crate) fn depfile_names_main_file(loaded: &Loaded) -> bool {
    loaded.store.release().has(Feature::DepfileNamesMainFile)
}

/// Returns whether results are kept for this kind of request: a backend whose input and output are files.
fn is_served(request: &Request) -> bool {
    let Request { input, task, output, time_phases, .. } = request;
    let is_backend = match task {
        Task::Backend(..) => true,
        Task::Command(_) => false,
    };
    let to_file = match output {
        // Only regular files are cached: others are written directly, before the entry is known to be complete.
        Output::File(path) => fs::metadata(text_path(path)).map_or(true, |data| data.is_file()),
        Output::Standard => false,
    };
    is_backend && to_file && input != "-" && !time_phases
}
