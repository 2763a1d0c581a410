//! Roots: the main files under which an open file is evaluated.
//!
//! A file of a description means something only as a part of a main file: `X86InstrInfo.td` under `X86.td`. The
//! roots of a file come from databases that a build writes ([`compile_commands`], [`jobs_file`]), or else from its
//! folder and those above it ([`folder`]). A file that is a part of nothing is a root of its own, whose unresolved
//! names are not reported.

pub(crate) mod compile_commands;
pub(crate) mod folder;
pub(crate) mod jobs_file;

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use tablewright::syntax::TreeCache;
use tablewright::{Release, Session, path_text};

use crate::uri::real;

/// The index of a root. Roots are added and never removed, so an index stays what it is.
pub(crate) type RootId = usize;

/// Where a root comes from.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum RootOrigin {
    /// `tablegen_compile_commands.yml`.
    CompileCommands,
    /// A file of jobs for `tablewright batch`.
    JobsFile,
    /// The settings of the client.
    Settings,
    /// The folder of the file, or one above it.
    Folder,
    /// The file itself, since nothing includes it.
    Alone,
}

/// A main file with what it is read with.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Root {
    pub(crate) main: PathBuf,
    pub(crate) include_dirs: Vec<PathBuf>,
    pub(crate) macros: Vec<String>,
    pub(crate) release: Option<Release>,
    pub(crate) origin: RootOrigin,
}

impl Root {
    /// A session that reads the root, with the limits of another one. Paths are not looked for in the directory in
    /// which the server happens to run.
    fn session(&self, base: &Session) -> Session {
        let mut session = base.clone().skip_current_dir(true);
        for dir in &self.include_dirs {
            session = session.include_dir(dir);
        }
        for name in &self.macros {
            session = session.define(name);
        }
        match self.release {
            Some(release) => session.release(release),
            None => session,
        }
    }

    /// How people are told of the root: the path of its main file, and its macros.
    pub(crate) fn label(&self) -> String {
        let macros: String = self.macros.iter().map(|name| format!(" -D{name}")).collect();
        format!("{}{macros}", path_text(&self.main))
    }

    /// The files that the root reads, as they are on disk.
    fn files(&self, base: &Session) -> BTreeSet<PathBuf> {
        let Ok(includes) = self.session(base).includes_of_file(&self.main) else {
            return BTreeSet::from([self.main.clone()]);
        };
        let names = includes.sources.files().iter().map(|file| file.name.as_str());
        let names: BTreeSet<&str> = names.collect();
        names.into_iter().map(|name| real(&tablewright::text_path(name))).collect()
    }
}

/// All roots that were found, and which of them holds for a file.
#[derive(Default, Debug)]
pub(crate) struct Roots {
    /// What all roots are read with.
    base: Session,
    roots: Vec<Root>,
    /// The files that each root reads, once someone asked.
    files: Vec<Option<BTreeSet<PathBuf>>>,
    /// The roots of a file that were found in its folder.
    of_folder: BTreeMap<PathBuf, Vec<RootId>>,
    /// What the user chose.
    chosen: BTreeMap<PathBuf, RootId>,
}

impl Roots {
    /// No roots yet; all will be read with the limits of a session.
    pub(crate) fn new(base: Session) -> Roots {
        // Most files stay as they are between two evaluations.
        Roots { base: base.share_trees(TreeCache::keeping_all()), ..Roots::default() }
    }

    /// A session that reads a root.
    pub(crate) fn session(&self, id: RootId) -> Session {
        self.roots[id].session(&self.base)
    }

    /// Adds a root, unless it is there.
    pub(crate) fn add(&mut self, root: Root) -> RootId {
        if let Some(id) = self.roots.iter().position(|other| *other == root) {
            return id;
        }
        self.roots.push(root);
        self.files.push(None);
        self.roots.len() - 1
    }

    pub(crate) fn get(&self, id: RootId) -> &Root {
        &self.roots[id]
    }

    /// Notes which files a root read when it was evaluated.
    pub(crate) fn set_files(&mut self, id: RootId, files: BTreeSet<PathBuf>) {
        self.files[id] = Some(files);
    }

    /// Forgets what was found on disk, since files appeared or went.
    pub(crate) fn forget_files(&mut self) {
        self.files.iter_mut().for_each(|files| *files = None);
        self.of_folder.clear();
    }

    /// Lets a root be read as that of a release; `None` detects it. Evaluations of before are not those of the root
    /// any more.
    pub(crate) fn set_release(&mut self, id: RootId, release: Option<Release>) {
        self.roots[id].release = release;
    }

    /// Whether a root reads a file.
    pub(crate) fn reads(&mut self, id: RootId, file: &Path) -> bool {
        let root = &self.roots[id];
        root.main == file
            || self.files[id].get_or_insert_with(|| root.files(&self.base)).contains(file)
    }

    /// The roots of a file, the best one first: those of databases, in their order, or else those of its folder, or
    /// else the file itself.
    pub(crate) fn of_file(&mut self, file: &Path) -> Vec<RootId> {
        let from_database = |root: &Root| match root.origin {
            RootOrigin::CompileCommands | RootOrigin::JobsFile | RootOrigin::Settings => true,
            RootOrigin::Folder | RootOrigin::Alone => false,
        };
        let ids: Vec<RootId> =
            (0..self.roots.len()).filter(|&id| from_database(&self.roots[id])).collect();
        // A main file is a root under its own name before it is a part of another.
        let (own, others): (Vec<RootId>, Vec<RootId>) =
            ids.into_iter().partition(|&id| self.roots[id].main == file);
        let mut found = own;
        found.extend(others.into_iter().filter(|&id| self.reads(id, file)).collect::<Vec<_>>());
        if found.is_empty() {
            found = self.of_folder(file);
        }
        if found.is_empty() {
            found.push(self.add(folder::root_of(file, RootOrigin::Alone)));
        }
        found
    }

    /// A file that includes others of elsewhere, such as `llvm/Target/Target.td`, is a main file; what includes only
    /// its neighbours may be a part of one of them.
    fn of_folder(&mut self, file: &Path) -> Vec<RootId> {
        if let Some(found) = self.of_folder.get(file) {
            return found.clone();
        }
        let own = self.add(folder::root_of(file, RootOrigin::Folder));
        let mut found: Vec<RootId> = Vec::new();
        for root in folder::candidates(file) {
            let id = self.add(root);
            if self.reads(id, file) {
                found.push(id);
            }
        }
        found.sort_by_key(|&id| !self.reads_elsewhere(id));
        if self.reads_elsewhere(own) {
            found.insert(0, own);
        }
        self.of_folder.insert(file.to_owned(), found.clone());
        found
    }

    /// Whether a root reads a file outside of its folder.
    fn reads_elsewhere(&mut self, id: RootId) -> bool {
        let root = &self.roots[id];
        let files = self.files[id].get_or_insert_with(|| root.files(&self.base));
        let folder = root.main.parent().unwrap_or(Path::new(""));
        files.iter().any(|file| !file.starts_with(folder))
    }

    /// The root that holds for a file: the chosen one, or the first.
    pub(crate) fn active(&mut self, file: &Path) -> RootId {
        let ids = self.of_file(file);
        match self.chosen.get(file) {
            Some(chosen) if ids.contains(chosen) => *chosen,
            Some(_) | None => ids[0],
        }
    }

    /// Lets a root hold for a file.
    pub(crate) fn choose(&mut self, file: &Path, id: RootId) {
        self.chosen.insert(file.to_owned(), id);
    }
}
