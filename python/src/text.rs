//! Text conversion between Rust and Python. A byte that is not UTF-8 is a `byte_escape` in Rust and a
//! `surrogateescape` in Python.

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString};
use tablewright::byte_escape::{escape, has_escapes, unescape};

/// Python's error handler for bytes that are not UTF-8.
const HANDLER: &str = "surrogateescape";

/// Converts text to a Python string.
pub(crate) fn to_python<'py>(py: Python<'py>, text: &str) -> PyResult<Bound<'py, PyString>> {
    if !has_escapes(text) {
        return Ok(PyString::new(py, text));
    }
    let bytes = PyBytes::new(py, &unescape(text));
    Ok(bytes.call_method1("decode", ("utf-8", HANDLER))?.cast_into()?)
}

/// Converts a Python string to text.
pub(crate) fn from_python(text: &Bound<'_, PyString>) -> PyResult<String> {
    let bytes = text.call_method1("encode", ("utf-8", HANDLER))?;
    Ok(escape(bytes.extract::<Vec<u8>>()?))
}

/// Reads a name from a subscript, for example `record["Size"]`.
pub(crate) fn name_of(key: &Bound<'_, PyAny>) -> PyResult<String> {
    match key.cast::<PyString>() {
        Ok(text) => from_python(text),
        Err(_) => Err(PyTypeError::new_err(format!(
            "expected the name of a field, not '{}'",
            key.get_type().name()?
        ))),
    }
}

/// Finds the name most similar to `typed`; `None` if all are too different.
#[pyfunction]
pub(crate) fn most_similar(typed: &str, names: Vec<String>) -> Option<String> {
    let names = names.iter().map(String::as_str);
    tablewright::syntax::similar::most_similar(typed, names).map(str::to_owned)
}
