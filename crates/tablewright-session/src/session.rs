//! Sessions: include directories, macros, files in memory.

use std::borrow::Cow;
use std::error::Error;
use std::ffi::OsStr;
use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

use tablewright_records::{
    CompileMode, Feature, IncrementalLoad, LoadMonitor, LoadOptions, Loaded, Release, Reloaded,
    load,
};
use tablewright_syntax::TreeCache;
use tablewright_syntax::diagnostic::{Code, Diagnostic, Diagnostics};
use tablewright_syntax::render::render;
use tablewright_syntax::source::SourceMap;
use tablewright_syntax::{Flattening, flatten, include_path, is_macro_name, read_includes};
use tablewright_text::byte_escape::escape;

use crate::files::{FileAccess, IncludeSearch};
use crate::{FileWatch, VersionFile, VersionFiles, path_text, text_path};

const TOO_LARGE: &str = "input is larger than 1 GiB";

/// Settings for loading inputs. A session can load several inputs, and equal sessions load them
/// equally.
///
/// ```
/// use tablewright_session::Session;
///
/// let session = Session::new()
///     .file("base.td", "class Reg<int n> { int Number = n; }")
///     .define("WITH_SP");
/// let text = "include \"base.td\"\n#ifdef WITH_SP\ndef SP : Reg<6>;\n#endif\n";
/// let loaded = session.load_text("main.td", text)?;
/// assert_eq!(loaded.store.get("SP").map(|sp| sp.int("Number")), Some(Ok(6)));
/// assert_eq!(loaded.dependencies, ["base.td"]);
/// # Ok::<(), tablewright_session::LoadError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Session {
    search: IncludeSearch,
    options: LoadOptions,
    /// Whether the version file near the input was looked for.
    is_tree_searched: bool,
}

impl Session {
    /// Creates a session without include directories, macros or files in memory.
    pub fn new() -> Session {
        Session::default()
    }

    /// Adds an include directory after the existing ones.
    #[must_use]
    pub fn include_dir(mut self, dir: impl AsRef<OsStr>) -> Session {
        self.search.dirs.push(path_text(dir));
        self
    }

    /// Sets whether relative paths are searched for in the include directories only. By default, as
    /// in TableGen, the current directory is searched first.
    #[must_use]
    pub fn skip_current_dir(mut self, is_skipped: bool) -> Session {
        self.search.skips_current_dir = is_skipped;
        self
    }

    /// Defines a macro for `#ifdef`.
    #[must_use]
    pub fn define(mut self, name: impl Into<String>) -> Session {
        self.options.macros.push(name.into());
        self
    }

    /// Adds a file in memory. It takes precedence over a file with this name on disk.
    #[must_use]
    pub fn file(mut self, name: impl Into<String>, text: impl Into<String>) -> Session {
        self.search.memory.insert(name.into(), text.into());
        self
    }

    /// Sets whether to warn about unused template arguments (default: yes).
    #[must_use]
    pub fn warn_unused_template_args(mut self, warn: bool) -> Session {
        self.options.warn_unused_template_args = warn;
        self
    }

    /// Sets the LLVM release of the descriptions. By default a [version file](Self::version_file) near the input
    /// decides, then the description's marks: see [`tablewright_records::release`].
    #[must_use]
    pub fn release(mut self, release: Release) -> Session {
        self.options.release = Some(release);
        self
    }

    /// Finds the version file nearest to the main file `input` and the include directories, for example LLVM's
    /// `cmake/Modules/LLVMVersion.cmake`. It is searched in each of their parent directories. `input` need not exist.
    pub fn version_file(&self, input: impl AsRef<OsStr>) -> Option<VersionFile> {
        self.version_file_among(&VersionFiles::default(), input)
    }

    fn version_file_among(
        &self,
        files: &VersionFiles,
        input: impl AsRef<OsStr>,
    ) -> Option<VersionFile> {
        let of_input = Path::new(&input).parent().unwrap_or(Path::new("")).to_owned();
        let dirs = self.search.dirs.iter().map(|dir| text_path(dir)).chain([of_input]);
        files.nearest(&dirs.collect::<Vec<PathBuf>>(), &self.search.access)
    }

    /// Finds the release of the tree around the main file `input` now instead of at loading. `files` has the directories
    /// that were searched for other inputs.
    #[must_use]
    pub fn find_tree_release(mut self, input: impl AsRef<OsStr>, files: &VersionFiles) -> Session {
        if self.options.release.is_none() {
            let tree_version = self.version_file_among(files, input);
            self.options.tree_release = tree_version.map(|file| file.release);
        }
        self.is_tree_searched = true;
        self
    }

    /// Returns the options for the main file `input`, with the release of its tree.
    fn options_for(&self, input: &str) -> Cow<'_, LoadOptions> {
        if self.is_tree_searched || self.options.release.is_some() {
            return Cow::Borrowed(&self.options);
        }
        let tree_version = self.version_file(text_path(input));
        let tree_release = tree_version.map(|file| file.release);
        Cow::Owned(LoadOptions { tree_release, ..self.options.clone() })
    }

    /// Sets when values are compiled (default: [`CompileMode::Auto`]). The mode affects the load
    /// time, not the result.
    #[must_use]
    pub fn compile(mut self, mode: CompileMode) -> Session {
        self.options.compile = mode;
        self
    }

    /// Sets whether to record a trace of evaluation, which
    /// [`RecordStore::trace`](tablewright_records::RecordStore::trace) returns (default: no).
    #[must_use]
    pub fn trace(mut self, is_recorded: bool) -> Session {
        self.options.trace = is_recorded;
        self
    }

    /// Limits the number of evaluation steps ([`LoadOptions::max_steps`]). More steps are an error.
    #[must_use]
    pub fn max_steps(mut self, steps: u64) -> Session {
        self.options.max_steps = steps;
        self
    }

    /// Limits the memory for evaluation in bytes ([`LoadOptions::max_memory`]). More memory is an
    /// error.
    #[must_use]
    pub fn max_memory(mut self, bytes: u64) -> Session {
        self.options.max_memory = bytes;
        self
    }

    /// Allows files on disk only below `dir`, after symbolic links are resolved, and below the
    /// directories from earlier calls. The limit applies to main files, too, but not to files in
    /// memory.
    #[must_use]
    pub fn file_access_within(mut self, dir: impl AsRef<OsStr>) -> Session {
        self.search.access = self.search.access.within(dir.as_ref());
        self
    }

    /// Sets the files on disk that may be read. Replaces the directories from
    /// [`Session::file_access_within`].
    #[must_use]
    pub fn file_access(mut self, access: FileAccess) -> Session {
        self.search.access = access;
        self
    }

    /// Sets whether field reads are recorded ([`tablewright_records::reads`]; default: no).
    #[must_use]
    pub fn record_reads(mut self, is_recorded: bool) -> Session {
        self.options.record_reads = is_recorded;
        self
    }

    /// Shares the syntax trees of included files with other loads. The result does not depend on
    /// it.
    #[must_use]
    pub fn share_trees(mut self, trees: TreeCache) -> Session {
        self.options.trees = Some(trees);
        self
    }

    /// Records the paths where a load looks for files. Does not affect the result.
    #[must_use]
    pub fn watch_files(mut self, watch: FileWatch) -> Session {
        self.search.watch = Some(watch);
        self
    }

    /// Whether a load in this session would find the same files for the includes of `loaded` as they were found
    /// before. Files in memory and on disk are looked for, but not read.
    pub fn finds_same_files(&self, loaded: &Loaded) -> bool {
        let sources = loaded.store.unrecorded_sources();
        sources.files().iter().all(|file| {
            include_path(sources, file).is_none_or(|path| self.search.finds(&path, &file.name))
        })
    }

    /// Lets another thread observe the progress of loading, or cancel it.
    #[must_use]
    pub fn monitor(mut self, monitor: LoadMonitor) -> Session {
        self.options.monitor = Some(monitor);
        self
    }

    /// Returns the first macro that is not a valid name in the session's release, or else in the
    /// default release.
    pub fn invalid_macro(&self) -> Option<&str> {
        let release = self.options.release.unwrap_or(Release::DEFAULT);
        let mut macros = self.options.macros.iter();
        let invalid = macros.find(|name| !is_macro_name(name));
        invalid.filter(|_| release.has(Feature::MacrosAreNames)).map(String::as_str)
    }

    /// Returns the include directories in search order.
    pub fn include_dirs(&self) -> &[String] {
        &self.search.dirs
    }

    /// Removes all include directories.
    #[must_use]
    pub fn without_include_dirs(mut self) -> Session {
        self.search.dirs.clear();
        self
    }

    /// Removes the [shared trees](Self::share_trees), so that each load parses all its files.
    #[must_use]
    pub fn without_trees(mut self) -> Session {
        self.options.trees = None;
        self
    }

    /// Returns the file that `include "path"` refers to: the first existing candidate. It may be
    /// unreadable. The index in the search order is returned with it; it is the same in another
    /// checkout.
    pub fn first_include_candidate(&self, path: &str) -> Option<(usize, String)> {
        self.search.first(path)
    }

    /// Whether this session would load the main file of `loaded`, a result of `other`, in the same
    /// way. The sessions may differ in include directories only, and both must find the same files
    /// first.
    pub fn loads_alike(&self, other: &Session, loaded: &Loaded) -> bool {
        self.has_options_of(other)
            && self.search.memory == other.search.memory
            && self.search.skips_current_dir == other.search.skips_current_dir
            && self.search.access == other.search.access
            && (self.search.dirs == other.search.dirs || self.finds_same_files(loaded))
    }

    /// Whether both sessions differ at most in the files that they find.
    pub fn has_options_of(&self, other: &Session) -> bool {
        self.options == other.options
    }

    /// Loads the main file at `path`, in memory or on disk.
    ///
    /// # Errors
    /// If the file cannot be read or has errors.
    pub fn load_file(&self, path: impl AsRef<OsStr>) -> Result<Loaded, LoadError> {
        let name = path_text(&path);
        match self.search.memory.get(&name) {
            Some(text) => self.load_text(&name, text.as_str()),
            None => match self.read_main_file(Path::new(&path)) {
                Ok(bytes) => self.load_bytes(&name, bytes),
                Err(error) => Err(LoadError::Read { path: name, error }),
            },
        }
    }

    fn read_main_file(&self, path: &Path) -> io::Result<Vec<u8>> {
        self.search.read_main_file(&path_text(path), path)
    }

    /// Loads a main file with the contents `text`. Messages refer to it as `name`.
    ///
    /// # Errors
    /// If the text has errors.
    pub fn load_text(&self, name: &str, text: impl Into<String>) -> Result<Loaded, LoadError> {
        self.load_bytes(name, text.into().into_bytes())
    }

    /// Loads a main file with the contents `bytes`. Messages refer to it as `name`. Bytes that are
    /// not UTF-8 are [escaped](tablewright_text::byte_escape), as in included files.
    ///
    /// # Errors
    /// If the text has errors.
    pub fn load_bytes(&self, name: &str, bytes: Vec<u8>) -> Result<Loaded, LoadError> {
        let mut files = &self.search;
        let options = self.options_for(name);
        let loaded = load(name.to_owned(), escape(bytes), &mut files, &options);
        if loaded.diagnostics.has_errors() {
            Err(LoadError::Rejected(Box::new(loaded)))
        } else {
            Ok(loaded)
        }
    }

    /// Loads the main file at `path` like [`Session::load_file`], but evaluates only the statements
    /// after the first change since the last load into `kept`. Between loads, a session may differ
    /// in its files in memory and in its monitor.
    ///
    /// ```
    /// use tablewright_records::IncrementalLoad;
    /// use tablewright_session::Session;
    ///
    /// let mut kept = IncrementalLoad::default();
    /// let session = |last| Session::new().file("a.td", format!("def a;\ndef {last};\n"));
    /// assert!(session("b").reload_file("a.td", &mut kept)?.loaded.store.get("b").is_some());
    /// let again = session("c").reload_file("a.td", &mut kept)?.loaded;
    /// assert!(again.store.get("b").is_none() && again.store.get("c").is_some());
    /// # Ok::<(), std::io::Error>(())
    /// ```
    ///
    /// # Errors
    /// If the file cannot be read. Errors within it are in the diagnostics of the result.
    pub fn reload_file(
        &self,
        path: impl AsRef<OsStr>,
        kept: &mut IncrementalLoad,
    ) -> io::Result<Reloaded> {
        let name = path_text(&path);
        let bytes = match self.search.memory.get(&name) {
            Some(text) => text.clone().into_bytes(),
            None => self.read_main_file(Path::new(&path))?,
        };
        let mut files = &self.search;
        let options = self.options_for(&name);
        Ok(kept.load(name, escape(bytes), &mut files, &options))
    }

    /// Loads the main file at `path` with the same result as [`Session::load_file`]. If the input has no errors, only the
    /// statements after the first change since the last load into `kept` are evaluated, as in [`Session::reload_file`].
    ///
    /// # Errors
    /// If the file cannot be read or has errors.
    pub fn load_file_after_edits(
        &self,
        path: impl AsRef<OsStr>,
        kept: &mut IncrementalLoad,
    ) -> Result<Loaded, LoadError> {
        if self.options.record_reads {
            return self.load_file(path);
        }
        let reloaded = self.reload_file(&path, kept);
        let loaded =
            reloaded.map_err(|error| LoadError::Read { path: path_text(&path), error })?.loaded;
        if !loaded.diagnostics.has_errors() {
            return Ok(loaded);
        }
        if self.options.monitor.as_ref().is_some_and(LoadMonitor::is_stopped) {
            return Err(LoadError::Rejected(Box::new(loaded)));
        }
        // After a syntax error nothing was evaluated, and the room for longer texts counts for the limits.
        drop(loaded);
        self.load_file(path)
    }

    /// Finds the files that the main file at `path` includes. Only `include` and preprocessor
    /// directives are parsed.
    ///
    /// # Errors
    /// If the main file cannot be read. Missing included files are in the diagnostics.
    pub fn includes_of_file(&self, path: impl AsRef<OsStr>) -> io::Result<Includes> {
        let name = path_text(&path);
        match self.search.memory.get(&name) {
            Some(text) => Ok(self.includes_of_bytes(&name, text.clone().into_bytes())),
            None => Ok(self.includes_of_bytes(&name, self.read_main_file(Path::new(&path))?)),
        }
    }

    /// Finds the files that a main file with the contents `bytes` includes. See
    /// [`Session::includes_of_file`].
    pub fn includes_of_bytes(&self, name: &str, bytes: Vec<u8>) -> Includes {
        let mut files = &self.search;
        let (mut sources, mut diagnostics) = (SourceMap::new(), Diagnostics::new());
        match sources.add(name.to_owned(), escape(bytes), None) {
            Ok(main) => {
                let macros = &self.options.macros;
                read_includes(&mut sources, main, &mut files, macros, &mut diagnostics);
            }
            Err(_) => {
                diagnostics.push(Diagnostic::error_anywhere(Code::SyntaxLimit, TOO_LARGE));
            }
        }
        Includes { sources, diagnostics }
    }

    /// Combines the main file at `path` and its included files into a single text, as the parser
    /// sees it. The text loads to the same records.
    ///
    /// # Errors
    /// If the main file cannot be read. Other errors are in the diagnostics.
    pub fn flatten_file(
        &self,
        path: impl AsRef<OsStr>,
        flattening: Flattening,
    ) -> io::Result<Flattened> {
        let name = path_text(&path);
        match self.search.memory.get(&name) {
            Some(text) => Ok(self.flatten_bytes(&name, text.clone().into_bytes(), flattening)),
            None => {
                Ok(self.flatten_bytes(&name, self.read_main_file(Path::new(&path))?, flattening))
            }
        }
    }

    /// Combines a main file with the contents `bytes` and its included files. See
    /// [`Session::flatten_file`].
    pub fn flatten_bytes(&self, name: &str, bytes: Vec<u8>, flattening: Flattening) -> Flattened {
        let mut files = &self.search;
        let (mut sources, mut diagnostics) = (SourceMap::new(), Diagnostics::new());
        let macros = &self.options.macros;
        let text = match sources.add(name.to_owned(), escape(bytes), None) {
            Ok(main) => {
                flatten(&mut sources, main, &mut files, macros, &mut diagnostics, flattening)
            }
            Err(_) => {
                diagnostics.push(Diagnostic::error_anywhere(Code::SyntaxLimit, TOO_LARGE));
                String::new()
            }
        };
        Flattened { text, sources, diagnostics }
    }
}

/// A main file and its included files as a single text.
pub struct Flattened {
    /// The text.
    pub text: String,
    /// The main file and each inclusion, in reading order.
    pub sources: SourceMap,
    /// Errors such as missing files, and warnings.
    pub diagnostics: Diagnostics,
}

/// The files that a main file includes.
pub struct Includes {
    /// The main file and each inclusion, in reading order.
    pub sources: SourceMap,
    /// Errors such as missing files.
    pub diagnostics: Diagnostics,
}

/// A load error. It is displayed like compiler messages.
///
/// ```
/// use tablewright_session::{LoadError, Session};
///
/// let error = Session::new().load_text("a.td", "def x : Nothing;").err().expect("it fails");
/// assert!(matches!(error, LoadError::Rejected(_)));
/// assert!(error.to_string().starts_with("a.td:1:9: error: Couldn't find class 'Nothing'"));
/// assert!(matches!(Session::new().load_file("no/such.td"), Err(LoadError::Read { .. })));
/// ```
pub enum LoadError {
    /// The main file could not be read.
    Read {
        /// The path of the file.
        path: String,
        /// The error from the system.
        error: io::Error,
    },
    /// The input has errors. They are in the diagnostics of the result.
    Rejected(Box<Loaded>),
}

impl fmt::Display for LoadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LoadError::Read { path, error } => write!(f, "cannot read '{path}': {error}"),
            LoadError::Rejected(loaded) => loaded
                .diagnostics
                .iter()
                .try_for_each(|d| f.write_str(&render(loaded.store.sources(), d, false))),
        }
    }
}

impl fmt::Debug for LoadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl Error for LoadError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            LoadError::Read { error, .. } => Some(error),
            LoadError::Rejected(_) => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_are_shown_with_their_place() {
        let error = Session::new().load_text("a.td", "def a").err().expect("a body is missing");
        assert!(error.to_string().starts_with("a.td:1:6: error: "), "{error}");
        let error = Session::new().load_file("no such file.td").err().expect("there is none");
        assert!(error.to_string().starts_with("cannot read 'no such file.td': "), "{error}");
    }

    #[test]
    fn macros_and_files_in_memory_are_found() {
        let session = Session::new()
            .define("YES")
            .include_dir("inc")
            .file("inc/b.td", "def b;")
            .file("a.td", "#ifdef YES\ninclude \"b.td\"\n#endif\n");
        let loaded = session.load_file("a.td").expect("it is correct");
        assert_eq!(loaded.dependencies, ["inc/b.td"]);
        assert!(loaded.store.find_record("b").is_some());
    }

    #[test]
    fn includes_are_found_without_parsing() {
        let session = Session::new()
            .define("YES")
            .file("b.td", "include \"c.td\"\nclass ; ; ;")
            .file("c.td", "")
            .file("a.td", "#ifdef YES\ninclude \"b.td\"\n#else\ninclude \"no.td\"\n#endif\n");
        let includes = session.includes_of_file("a.td").expect("it can be read");
        assert!(!includes.diagnostics.has_errors());
        let names: Vec<&str> = includes.sources.files().iter().map(|f| f.name.as_str()).collect();
        assert_eq!(names, ["a.td", "b.td", "c.td"]);
        let includes = session.includes_of_bytes("x.td", b"include \"d.td\"".to_vec());
        assert_eq!(includes.diagnostics.error_count(), 1);
    }

    #[test]
    fn sessions_that_find_the_same_files_load_alike() {
        let base = Session::new()
            .file("inc/b.td", "include \"c.td\"")
            .file("inc/c.td", "def c;")
            .file("other/c.td", "def d;")
            .file("a.td", "include \"b.td\"");
        let first = base.clone().include_dir("inc");
        let loaded = first.load_file("a.td").expect("it is correct");
        let alike = |session: Session| session.loads_alike(&first, &loaded);
        assert!(alike(first.clone()));
        assert!(alike(base.clone().include_dir("none").include_dir("inc").include_dir("other")));
        // `c.td` would be found elsewhere; `b.td` not at all, or under another name.
        assert!(!alike(base.clone().include_dir("other").include_dir("inc")));
        assert!(!alike(base.clone().include_dir("other")));
        assert!(!alike(base.clone().include_dir("./inc").file("./inc/b.td", "")));
        assert!(!alike(first.clone().define("YES")));
    }

    #[test]
    fn a_load_after_edits_has_the_result_of_a_first_load() {
        let records: String = (0..100).map(|n| format!("def r{n};\n")).collect();
        let mut kept = IncrementalLoad::default();
        let text_of = |result: Result<Loaded, LoadError>| match result {
            Ok(loaded) => format!("{} {:?}", loaded.store.record_count(), loaded.dependencies),
            Err(error) => error.to_string(),
        };
        for (last, statements) in [
            ("def a;\n", Some(101)),
            ("def b;\n", Some(1)),
            ("def b; def a : Nothing;\n", None),
            // A syntax error beside an evaluation error: both are reported, as in a first load.
            ("def a : Nothing;\ndef\n", None),
            ("def c;\n", Some(1)),
            ("include \"x.td\"\n", None),
        ] {
            let session = Session::new().file("a.td", format!("{records}{last}"));
            let loaded = session.load_file_after_edits("a.td", &mut kept);
            assert_eq!(text_of(loaded), text_of(session.load_file("a.td")), "{last}");
            let few =
                statements.map(|count| (count..count + 9).contains(&kept.evaluated_statements()));
            assert_ne!(few, Some(false), "{last}: {}", kept.evaluated_statements());
        }
        assert!(Session::new().load_file_after_edits("no/such.td", &mut kept).is_err());
    }

    #[test]
    fn the_candidates_of_an_include_are_counted() {
        let session = Session::new().include_dir("a").include_dir("b").file("b/x.td", "");
        let expected = Some((2, "b/x.td".to_owned()));
        assert_eq!(session.first_include_candidate("x.td"), expected);
        assert_eq!(session.first_include_candidate("no such file.td"), None);
        assert_eq!(session.include_dirs(), ["a", "b"]);
        assert_eq!(session.without_include_dirs().first_include_candidate("x.td"), None);
    }

    #[test]
    fn bytes_that_are_no_text_are_kept() {
        let bytes = b"def a { string s = \"caf\xe9\"; } // \xff\n".to_vec();
        let loaded = Session::new().load_bytes("a.td", bytes).expect("it is correct");
        let record = loaded.store.find_record("a").expect("it is defined");
        let text = loaded.store.record(record).string("s").expect("it is a string");
        assert_eq!(tablewright_text::byte_escape::unescape(text), &b"caf\xe9"[..]);
    }

    #[test]
    fn unused_template_arguments_are_warned_of_unless_told() {
        let count = |session: Session| {
            let loaded = session.load_text("a.td", "class A<int x>;").expect("it is correct");
            loaded.diagnostics.iter().count()
        };
        assert_eq!(count(Session::new()), 1);
        assert_eq!(count(Session::new().warn_unused_template_args(false)), 0);
    }
}
