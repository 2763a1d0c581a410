//! Python class `Field`: a field of a record or class.

use std::sync::Arc;

use pyo3::prelude::*;
use pyo3::types::PyString;

use crate::description::Description;
use crate::errors;
use crate::text;
use crate::value;

/// A field of a record or class, with its name, type, value and location.
#[pyclass(frozen, module = "tablewright")]
pub(crate) struct Field {
    description: Arc<Description>,
    field: tablewright::Field,
}

impl Field {
    pub(crate) fn new(description: &Arc<Description>, field: tablewright::Field) -> Field {
        Field { description: Arc::clone(description), field }
    }
}

#[pymethods]
impl Field {
    /// Field name.
    #[getter]
    fn name<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyString>> {
        text::to_python(py, self.description.store.str(self.field.name))
    }

    /// Type in TableGen syntax, for example ``bits<4>``.
    #[getter]
    fn r#type<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyString>> {
        text::to_python(py, &self.description.store.type_text(self.field.ty))
    }

    /// Value of the field.
    #[getter]
    fn value<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let value = self.description.store.value_ref(self.field.value);
        value::to_python(py, &self.description, value)
    }

    /// Location at which the value was set last.
    #[getter]
    fn location<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        errors::location(py, self.description.store.sources(), self.field.pos)
    }

    /// Returns the same object, as it is immutable.
    fn __copy__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __deepcopy__(slf: Py<Self>, _memo: &Bound<'_, PyAny>) -> Py<Self> {
        slf
    }

    fn __reduce__(&self) -> PyResult<()> {
        Err(errors::cannot_be_pickled("field"))
    }

    fn __str__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyString>> {
        text::to_python(py, &self.text())
    }

    fn __repr__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyString>> {
        text::to_python(py, &format!("<Field {}>", self.text()))
    }
}

impl Field {
    /// Formats the field in TableGen syntax.
    fn text(&self) -> String {
        let mut text = String::new();
        self.description.store.write_field(&mut text, &self.field);
        text
    }
}
