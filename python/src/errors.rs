//! Conversion from errors to the exceptions in `tablewright._errors`.

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyList, PyType};
use tablewright::inspect::query::{QueryError, QueryErrorKind};
use tablewright::syntax::diagnostic::{Diagnostic, Severity};
use tablewright::syntax::render::render;
use tablewright::syntax::similar::most_similar;
use tablewright::syntax::source::{Pos, SourceMap};
use tablewright::{AnalysisError, RecordStore};

use crate::text;

/// A class in the Python package, imported on first use.
pub(crate) struct PackageClass {
    cell: PyOnceLock<Py<PyType>>,
    module: &'static str,
    name: &'static str,
}

impl PackageClass {
    pub(crate) const fn new(module: &'static str, name: &'static str) -> PackageClass {
        PackageClass { cell: PyOnceLock::new(), module, name }
    }

    pub(crate) fn get<'py>(&self, py: Python<'py>) -> PyResult<&Bound<'py, PyType>> {
        self.cell.import(py, self.module, self.name)
    }
}

const MODULE: &str = "tablewright._errors";

static LOAD_ERROR: PackageClass = PackageClass::new(MODULE, "LoadError");
static ANALYSIS_ERROR: PackageClass = PackageClass::new(MODULE, "AnalysisError");
static QUERY_ERROR: PackageClass = PackageClass::new(MODULE, "QueryError");
static UNKNOWN_NAME_ERROR: PackageClass = PackageClass::new(MODULE, "UnknownNameError");
static DIAGNOSTIC: PackageClass = PackageClass::new(MODULE, "Diagnostic");
static NOTE: PackageClass = PackageClass::new(MODULE, "Note");
static LOCATION: PackageClass = PackageClass::new("tablewright._values", "Location");

/// Converts a position to a `Location`.
pub(crate) fn location<'py>(
    py: Python<'py>,
    sources: &SourceMap,
    pos: Pos,
) -> PyResult<Bound<'py, PyAny>> {
    let at = sources.line_column(pos);
    let file = text::to_python(py, &sources.file(at.file).name)?;
    LOCATION.get(py)?.call1((file, at.line, at.column))
}

/// Builds a `LoadError` for a description with errors. `hint` is a suggestion for the reader.
pub(crate) fn load_error(
    py: Python<'_>,
    sources: &SourceMap,
    diagnostics: &[Diagnostic],
    hint: Option<String>,
) -> PyErr {
    raise(|| {
        let mut message = String::new();
        for diagnostic in diagnostics {
            message += &render(sources, diagnostic, false);
        }
        if let Some(hint) = hint {
            message += &format!("note: {hint}\n");
        }
        let message = text::to_python(py, message.trim_end())?;
        let diagnostics = diagnostics_list(py, sources, diagnostics)?;
        LOAD_ERROR.get(py)?.call1((message, diagnostics))
    })
}

/// Builds an `AnalysisError` for a description that an analysis rejects. `reported`: earlier errors and
/// warnings.
pub(crate) fn analysis_error(
    py: Python<'_>,
    store: &RecordStore,
    error: AnalysisError,
    reported: Vec<Diagnostic>,
) -> PyErr {
    let mut all = reported;
    if let AnalysisError::Diagnostic(error) = error {
        all.push(*error);
    }
    all.retain(|diagnostic| {
        matches!(diagnostic.severity, Severity::Error | Severity::ToleratedError)
    });
    raise(|| {
        let texts = all.iter().map(|diagnostic| render(store.sources(), diagnostic, false));
        let message = texts.collect::<String>();
        let message = text::to_python(py, message.trim_end())?;
        let diagnostics = diagnostics_list(py, store.sources(), &all)?;
        ANALYSIS_ERROR.get(py)?.call1((message, diagnostics))
    })
}

/// Builds a `QueryError`.
pub(crate) fn query_error(py: Python<'_>, error: &QueryError) -> PyErr {
    raise(|| {
        let part = match error.part.name() {
            "group-by" => "path",
            name => name,
        };
        let is_unknown = error.kind == QueryErrorKind::UnknownName;
        let span = (error.span.start, error.span.end);
        QUERY_ERROR.get(py)?.call1((
            text::to_python(py, &error.message)?,
            part,
            text::to_python(py, &error.text)?,
            span,
            error.suggestion.as_deref(),
            error.note.as_deref(),
            is_unknown,
        ))
    })
}

/// Builds an `UnknownNameError`. `kind` is the kind of thing, for example `field`; `owner` is the record or
/// class without it.
pub(crate) fn unknown_name<'a>(
    py: Python<'_>,
    kind: &str,
    owner: Option<&str>,
    name: &str,
    names: impl IntoIterator<Item = &'a str>,
) -> PyErr {
    raise(|| {
        let message = match owner {
            Some(owner) => format!("unknown {kind} '{name}' in {owner}"),
            None => format!("unknown {kind} '{name}'"),
        };
        let similar = most_similar(name, names);
        UNKNOWN_NAME_ERROR.get(py)?.call1((
            text::to_python(py, &message)?,
            text::to_python(py, name)?,
            similar,
        ))
    })
}

/// Builds the `TypeError` for pickling an object that belongs to a description.
pub(crate) fn cannot_be_pickled(kind: &str) -> PyErr {
    PyTypeError::new_err(format!(
        "a {kind} cannot be pickled, as it belongs to a loaded description; pass names or values, and load the \
         description in each process"
    ))
}

/// Converts diagnostics to a list of `Diagnostic`.
pub(crate) fn diagnostics_list<'py>(
    py: Python<'py>,
    sources: &SourceMap,
    diagnostics: &[Diagnostic],
) -> PyResult<Bound<'py, PyList>> {
    let list = PyList::empty(py);
    for diagnostic in diagnostics {
        let at = |pos: Option<Pos>| pos.map(|pos| location(py, sources, pos)).transpose();
        let notes = PyList::empty(py);
        for label in &diagnostic.labels {
            let message = text::to_python(py, &label.message)?;
            notes.append(NOTE.get(py)?.call1((message, at(Some(label.span.lo))?))?)?;
        }
        for note in &diagnostic.notes {
            let message = text::to_python(py, &note.message)?;
            notes.append(NOTE.get(py)?.call1((message, at(note.pos)?))?)?;
        }
        let suggestion = diagnostic.suggestion.as_ref().map(|suggestion| &suggestion.message);
        list.append(DIAGNOSTIC.get(py)?.call1((
            severity_name(diagnostic.severity),
            diagnostic.code.map(|code| code.to_string()),
            text::to_python(py, &diagnostic.message)?,
            at(diagnostic.pos())?,
            notes,
            suggestion,
            text::to_python(py, render(sources, diagnostic, false).trim_end())?,
        ))?)?;
    }
    Ok(list)
}

fn severity_name(severity: Severity) -> &'static str {
    match severity {
        Severity::Error | Severity::ToleratedError => "error",
        Severity::Warning | Severity::UnlabeledWarning => "warning",
        Severity::Note | Severity::CompatibleNote | Severity::Verbatim => "note",
    }
}

/// Returns the built exception, or the exception raised while building it.
fn raise<'py>(build: impl FnOnce() -> PyResult<Bound<'py, PyAny>>) -> PyErr {
    build().map_or_else(|error| error, PyErr::from_value)
}
