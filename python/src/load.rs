//! Loading a description, from a file or from text.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use pyo3::exceptions::{PyOSError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyString;
use tablewright::{
    LoadError, LoadMonitor, Loaded, Release, Session, byte_escape, main_file_hint, path_text,
    tree_include_dirs,
};

use crate::background;
use crate::description::{Description, Store};
use crate::errors::{self, PackageClass};
use crate::text;

/// Shortest time between two progress reports.
const PROGRESS_INTERVAL: Duration = Duration::from_millis(100);

static PROGRESS: PackageClass = PackageClass::new("tablewright._values", "Progress");

/// Arguments of `load` and `loads`, read from a `_Request` in `_description.py`.
#[derive(FromPyObject)]
pub(crate) struct Request<'py> {
    /// Main file. If `text` is set, only the name used in messages.
    path: PathBuf,
    /// Contents of the main file; `None` if it is read from `path`.
    text: Option<Bound<'py, PyString>>,
    include: Vec<PathBuf>,
    define: Vec<Bound<'py, PyString>>,
    /// Contents of other files by name; they precede files on disk.
    files: BTreeMap<PathBuf, Bound<'py, PyString>>,
    release: Option<String>,
    find_includes: bool,
    warn_unused_template_args: bool,
    progress: Option<Bound<'py, PyAny>>,
}

/// The main file: a path to read, or its contents.
enum Main {
    File(PathBuf),
    Text { name: String, bytes: Vec<u8> },
}

/// Loads a description.
#[pyfunction]
pub(crate) fn load(py: Python<'_>, request: Request<'_>) -> PyResult<Store> {
    let monitor = LoadMonitor::new();
    let session = session(&request)?;
    let watched = session.clone().monitor(monitor.clone());
    let main = match &request.text {
        None => Main::File(request.path.clone()),
        Some(text) => {
            let bytes = byte_escape::unescape(&text::from_python(text)?).into_owned();
            Main::Text { name: path_text(&request.path), bytes }
        }
    };
    let work = move || match main {
        Main::File(path) => watched.load_file(path),
        Main::Text { name, bytes } => watched.load_bytes(&name, bytes),
    };
    let mut reporter = Reporter { callback: request.progress, monitor: &monitor, last: None };
    let loaded = background::run(py, work, |py| reporter.tick(py));
    // After an interrupt nobody needs the result.
    let loaded = loaded.inspect_err(|_| monitor.stop())?;
    match loaded {
        Ok(Loaded { store, diagnostics, dependencies: _, is_complete: _ }) => {
            reporter.report(py)?;
            let diagnostics = diagnostics.iter().cloned().collect();
            let description = Description::new(store, diagnostics, session);
            Ok(Store { description: Arc::new(description) })
        }
        Err(LoadError::Read { path: _, error }) => {
            let path = request.path.into_os_string();
            Err(read_error(&path, &error, main_file_hint(path.as_ref())))
        }
        Err(LoadError::Rejected(loaded)) => {
            // A hint about a file on disk does not apply to text.
            let hint = request.text.is_none().then(|| main_file_hint(&request.path)).flatten();
            let diagnostics: Vec<_> = loaded.diagnostics.iter().cloned().collect();
            Err(errors::load_error(py, loaded.store.sources(), &diagnostics, hint))
        }
    }
}

fn session(request: &Request<'_>) -> PyResult<Session> {
    let mut session = Session::new().warn_unused_template_args(request.warn_unused_template_args);
    let mut dirs = request.include.clone();
    if request.find_includes && request.text.is_none() {
        for dir in tree_include_dirs(&request.path) {
            if !dirs.contains(&dir) && !dir.as_os_str().is_empty() {
                dirs.push(dir);
            }
        }
    }
    for dir in dirs {
        session = session.include_dir(dir);
    }
    for name in &request.define {
        session = session.define(text::from_python(name)?);
    }
    for (name, contents) in &request.files {
        session = session.file(path_text(name), text::from_python(contents)?);
    }
    if let Some(release) = &request.release {
        let parsed: Release = release.parse().map_err(|_| {
            PyValueError::new_err(format!(
                "unknown LLVM release '{release}'; expected for example '19' or '22.1.8'"
            ))
        })?;
        session = session.release(parsed);
    }
    if let Some(name) = session.invalid_macro() {
        return Err(PyValueError::new_err(format!("invalid macro name '{name}'")));
    }
    Ok(session)
}

/// Builds the `OSError`, for example `FileNotFoundError`, for an unreadable main file.
fn read_error(path: &OsString, error: &std::io::Error, hint: Option<String>) -> PyErr {
    let mut reason = match error.raw_os_error() {
        // Python adds the number itself.
        Some(_) => {
            let text = error.to_string();
            text.split(" (os error").next().unwrap_or_default().to_owned()
        }
        None => error.to_string(),
    };
    if let Some(hint) = hint {
        reason += &format!("; {hint}");
    }
    PyOSError::new_err((error.raw_os_error(), reason, path.clone()))
}

/// Reports loading progress to a Python function.
struct Reporter<'py, 'm> {
    callback: Option<Bound<'py, PyAny>>,
    monitor: &'m LoadMonitor,
    last: Option<Instant>,
}

impl Reporter<'_, '_> {
    /// Reports progress, at most once in [`PROGRESS_INTERVAL`].
    fn tick(&mut self, py: Python<'_>) -> PyResult<()> {
        let now = Instant::now();
        if self.last.is_none_or(|last| now.duration_since(last) >= PROGRESS_INTERVAL) {
            self.last = Some(now);
            self.report(py)?;
        }
        Ok(())
    }

    fn report(&self, py: Python<'_>) -> PyResult<()> {
        let Some(callback) = &self.callback else { return Ok(()) };
        let progress = self.monitor.progress();
        let progress =
            PROGRESS.get(py)?.call1((progress.files, progress.statements, progress.records))?;
        callback.call1((progress,)).map(drop)
    }
}
