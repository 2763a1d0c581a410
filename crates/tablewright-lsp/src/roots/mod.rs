//! Roots: main files for the evaluation of open files.
//!
//! A file of a description has a meaning only as part of a main file: `X86InstrInfo.td` in
//! `X86.td`. The roots of a file come from build databases ([`compile_commands`], [`jobs_file`]),
//! or else from its folder and the folders above ([`folder`]). A file without a main file is its
//! own root. Its unresolved names are not reported.

pub(crate) mod compile_commands;
pub(crate) mod folder;
pub(crate) mod jobs_file;

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use tablewright_records::Release;
use tablewright_session::{Session, path_text};
use tablewright_syntax::TreeCache;

use crate::uri::real;

/// A root index. Roots are never removed, so that an index stays valid.
pub(crate) type RootId = usize;

/// A root's origin.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum RootOrigin {
    /// `tablegen_compile_commands.yml`.
    CompileCommands,
    /// A jobs file for `tablewright batch`.
    JobsFile,
    /// The client's settings.
    Settings,
    /// The folder of the file, or a folder above it.
    Folder,
    /// The file itself, since no file includes it.
    Alone,
    /// A search in the workspace for files that include a file.
    Workspace,
}

/// A main file with its include directories, macros and release.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Root {
    pub(crate) main: PathBuf,
    pub(crate) include_dirs: Vec<PathBuf>,
    pub(crate) macros: Vec<String>,
    pub(crate) release: Option<Release>,
    pub(crate) origin: RootOrigin,
}

impl Root {
    /// Creates a session for the root, with the limits of `base`. Paths are not searched for in the
    /// server's current directory.
    pub(crate) fn session(&self, base: &Session) -> Session {
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

    /// Returns the label for people: the path of the main file, and its macros.
    pub(crate) fn label(&self) -> String {
        let macros: String = self.macros.iter().map(|name| format!(" -D{name}")).collect();
        format!("{}{macros}", path_text(&self.main))
    }

    /// Returns the files that the root reads on disk.
    fn files(&self, base: &Session) -> BTreeSet<PathBuf> {
        let Ok(includes) = self.session(base).includes_of_file(&self.main) else {
            return BTreeSet::from([self.main.clone()]);
        };
        let names = includes.sources.files().iter().map(|file| file.name.as_str());
        let names: BTreeSet<&str> = names.collect();
        names.into_iter().map(|name| real(&tablewright_session::text_path(name))).collect()
    }
}

/// All roots, and the active root for each file.
#[derive(Default, Debug)]
pub(crate) struct Roots {
    /// The session that all roots are based on.
    base: Session,
    roots: Vec<Root>,
    /// The files that each root reads. Computed on demand.
    files: Vec<Option<BTreeSet<PathBuf>>>,
    /// The roots found for a file in its folder.
    of_folder: BTreeMap<PathBuf, Vec<RootId>>,
    /// The roots that the user selected.
    chosen: BTreeMap<PathBuf, RootId>,
}

impl Roots {
    /// Creates an empty list. All roots will have the limits of `base`.
    pub(crate) fn new(base: Session) -> Roots {
        // Most files do not change between two evaluations.
        Roots { base: base.share_trees(TreeCache::keeping_all()), ..Roots::default() }
    }

    /// Returns the session that all roots are based on.
    pub(crate) fn base(&self) -> &Session {
        &self.base
    }

    /// Creates a session for a root.
    pub(crate) fn session(&self, id: RootId) -> Session {
        self.roots[id].session(&self.base)
    }

    /// Adds a root unless it is already present.
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

    /// Records the files that a root has read during evaluation.
    pub(crate) fn set_files(&mut self, id: RootId, files: BTreeSet<PathBuf>) {
        self.files[id] = Some(files);
    }

    /// Discards results from disk, since files were added or removed.
    pub(crate) fn forget_files(&mut self) {
        self.files.iter_mut().for_each(|files| *files = None);
        self.of_folder.clear();
    }

    /// Sets a root's release; `None` detects it. The root's earlier evaluations become invalid.
    pub(crate) fn set_release(&mut self, id: RootId, release: Option<Release>) {
        self.roots[id].release = release;
    }

    /// Whether a root reads a file.
    pub(crate) fn reads(&mut self, id: RootId, file: &Path) -> bool {
        let root = &self.roots[id];
        root.main == file
            || self.files[id].get_or_insert_with(|| root.files(&self.base)).contains(file)
    }

    /// Returns a file's roots, best first: roots from databases in their order, or else roots from
    /// its folder, or else the file itself.
    pub(crate) fn for_file(&mut self, file: &Path) -> Vec<RootId> {
        let from_database = |root: &Root| match root.origin {
            RootOrigin::CompileCommands | RootOrigin::JobsFile | RootOrigin::Settings => true,
            RootOrigin::Folder | RootOrigin::Alone | RootOrigin::Workspace => false,
        };
        let ids: Vec<RootId> =
            (0..self.roots.len()).filter(|&id| from_database(&self.roots[id])).collect();
        // A main file is its own root first, before it is part of another.
        let (own, others): (Vec<RootId>, Vec<RootId>) =
            ids.into_iter().partition(|&id| self.roots[id].main == file);
        let mut root_ids = own;
        root_ids.extend(others.into_iter().filter(|&id| self.reads(id, file)).collect::<Vec<_>>());
        if root_ids.is_empty() {
            root_ids = self.for_folder(file);
        }
        if root_ids.is_empty() {
            root_ids.push(self.add(folder::root_of(file, RootOrigin::Alone)));
        }
        root_ids
    }

    /// Finds the roots of a file in its folder. A file that includes files from elsewhere, such as
    /// `llvm/Target/Target.td`, is a main file. A file that includes only neighbours may be part of
    /// a neighbour.
    fn for_folder(&mut self, file: &Path) -> Vec<RootId> {
        if let Some(cached_ids) = self.of_folder.get(file) {
            return cached_ids.clone();
        }
        let own = self.add(folder::root_of(file, RootOrigin::Folder));
        let mut root_ids: Vec<RootId> = Vec::new();
        for root in folder::candidates(file) {
            let id = self.add(root);
            if self.reads(id, file) {
                root_ids.push(id);
            }
        }
        root_ids.sort_by_key(|&id| !self.reads_elsewhere(id));
        if self.reads_elsewhere(own) {
            root_ids.insert(0, own);
        }
        self.of_folder.insert(file.to_owned(), root_ids.clone());
        root_ids
    }

    /// Whether a root reads a file outside its folder.
    fn reads_elsewhere(&mut self, id: RootId) -> bool {
        let root = &self.roots[id];
        let files = self.files[id].get_or_insert_with(|| root.files(&self.base));
        let folder = root.main.parent().unwrap_or(Path::new(""));
        files.iter().any(|file| !file.starts_with(folder))
    }

    /// Returns a file's active root: the selected root, or the first.
    pub(crate) fn active(&mut self, file: &Path) -> RootId {
        let ids = self.for_file(file);
        match self.chosen.get(file) {
            Some(chosen) if ids.contains(chosen) => *chosen,
            Some(_) | None => ids[0],
        }
    }

    /// Selects a file's active root.
    pub(crate) fn choose(&mut self, file: &Path, id: RootId) {
        self.chosen.insert(file.to_owned(), id);
    }
}
