//! Python class `Dag`: a dag value.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

use pyo3::exceptions::{PyIndexError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyIterator, PyList, PyString};
use tablewright::{DagRef, ValueId, ValueRef};

use crate::description::Description;
use crate::errors;
use crate::text;
use crate::value;

/// A dag: an operator and arguments. An argument may have a name.
///
/// ``dag[0]`` and ``dag["rd"]`` return an argument's value; ``len(dag)`` is the number of arguments.
#[pyclass(frozen, module = "tablewright")]
pub(crate) struct Dag {
    description: Arc<Description>,
    value: ValueId,
}

type Pair<'py> = (Option<Bound<'py, PyString>>, Bound<'py, PyAny>);

impl Dag {
    /// Wraps a dag value.
    pub(crate) fn new(description: &Arc<Description>, value: ValueId) -> Dag {
        Dag { description: Arc::clone(description), value }
    }

    fn dag(&self) -> DagRef<'_> {
        let value = self.description.store.value_ref(self.value);
        value.as_dag().expect("only dags are put into a Dag")
    }

    fn names(&self) -> impl Iterator<Item = &str> {
        self.dag().args().filter_map(|(name, _)| name)
    }

    fn value<'py>(&self, py: Python<'py>, value: ValueRef<'_>) -> PyResult<Bound<'py, PyAny>> {
        value::to_python(py, &self.description, value)
    }
}

#[pymethods]
impl Dag {
    /// Operator, usually a record.
    #[getter]
    fn operator<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.value(py, self.dag().operator())
    }

    /// Name of the operator, as in ``(ins:$name)``; ``None`` if it is unnamed.
    #[getter]
    fn operator_name<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyString>>> {
        self.dag().operator_name().map(|name| text::to_python(py, name)).transpose()
    }

    /// Arguments as pairs: name (``None`` if unnamed) and value.
    #[getter]
    fn args<'py>(&self, py: Python<'py>) -> PyResult<Vec<Pair<'py>>> {
        let pairs = self.dag().args().map(|(name, value)| {
            let name = name.map(|name| text::to_python(py, name)).transpose()?;
            Ok((name, self.value(py, value)?))
        });
        pairs.collect()
    }

    /// Names of the named arguments.
    #[getter(names)]
    fn argument_names<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyString>>> {
        self.names().map(|name| text::to_python(py, name)).collect()
    }

    fn __len__(&self) -> usize {
        self.dag().len()
    }

    fn __bool__(&self) -> bool {
        // A dag without arguments is still true.
        true
    }

    fn __getitem__<'py>(&self, key: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let (py, dag) = (key.py(), self.dag());
        if let Ok(name) = key.cast::<PyString>() {
            let name = text::from_python(name)?;
            let Some(found) = dag.arg(&name) else {
                let owner = Some("the dag");
                return Err(errors::unknown_name(py, "argument", owner, &name, self.names()));
            };
            return self.value(py, found);
        }
        let Ok(index) = key.extract::<isize>() else {
            let message = "an argument of a dag is found by its index or its name";
            return Err(PyTypeError::new_err(message));
        };
        let from_start = if index < 0 { index.saturating_add_unsigned(dag.len()) } else { index };
        let argument = usize::try_from(from_start).ok().and_then(|index| dag.arg_at(index));
        let Some((_, argument)) = argument else {
            let message = format!("index {index} is outside the dag with {} arguments", dag.len());
            return Err(PyIndexError::new_err(message));
        };
        self.value(py, argument)
    }

    fn __contains__(&self, name: &Bound<'_, PyAny>) -> PyResult<bool> {
        let Ok(name) = name.cast::<PyString>() else { return Ok(false) };
        Ok(self.dag().arg(&text::from_python(name)?).is_some())
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyIterator>> {
        let values = self.dag().args().map(|(_, value)| self.value(py, value));
        PyList::new(py, values.collect::<PyResult<Vec<_>>>()?)?.try_iter()
    }

    /// Returns the same object, as it is immutable.
    fn __copy__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __deepcopy__(slf: Py<Self>, _memo: &Bound<'_, PyAny>) -> Py<Self> {
        slf
    }

    fn __reduce__(&self) -> PyResult<()> {
        Err(errors::cannot_be_pickled("dag"))
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        // Equal values in a description have equal ids.
        other.cast::<Dag>().is_ok_and(|other| {
            let other = other.get();
            Arc::ptr_eq(&self.description, &other.description) && self.value == other.value
        })
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        (Arc::as_ptr(&self.description), self.value).hash(&mut hasher);
        hasher.finish()
    }

    fn __str__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyString>> {
        text::to_python(py, &self.description.store.value_text(self.value))
    }

    fn __repr__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyString>> {
        let value = self.description.store.value_text(self.value);
        text::to_python(py, &format!("<Dag {value}>"))
    }
}
