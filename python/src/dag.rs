//! Dags.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

use pyo3::exceptions::{PyIndexError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyIterator, PyList, PyString};
use tablewright::{DagArg, ValueId};

use crate::description::Description;
use crate::errors;
use crate::text;
use crate::value;

/// A dag: an operator and arguments, each of which may have a name.
///
/// ``dag[0]`` and ``dag["rd"]`` are values of arguments, ``len(dag)`` is their number.
#[pyclass(frozen, module = "tablewright")]
pub(crate) struct Dag {
    description: Arc<Description>,
    value: ValueId,
}

type Pair<'py> = (Option<Bound<'py, PyString>>, Bound<'py, PyAny>);

impl Dag {
    /// A value that is a dag.
    pub(crate) fn new(description: &Arc<Description>, value: ValueId) -> Dag {
        Dag { description: Arc::clone(description), value }
    }

    fn dag(&self) -> tablewright::Dag<'_> {
        self.description.store.value(self.value).as_dag().expect("only dags are put into a Dag")
    }

    fn name_of(&self, argument: &DagArg) -> Option<&str> {
        argument.name.map(|name| self.description.store.str(name))
    }
}

#[pymethods]
impl Dag {
    /// The operator.
    #[getter]
    fn operator<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        value::to_python(py, &self.description, self.dag().operator)
    }

    /// The name of the operator, or ``None``.
    #[getter]
    fn operator_name<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyString>>> {
        let name = self.dag().operator_name;
        name.map(|name| text::to_python(py, self.description.store.str(name))).transpose()
    }

    /// The arguments as pairs of a name, or ``None``, and a value.
    #[getter]
    fn args<'py>(&self, py: Python<'py>) -> PyResult<Vec<Pair<'py>>> {
        let pairs = self.dag().args.iter().map(|argument| {
            let name = self.name_of(argument).map(|name| text::to_python(py, name));
            Ok((name.transpose()?, value::to_python(py, &self.description, argument.value)?))
        });
        pairs.collect()
    }

    /// The names of the arguments that have one.
    #[getter]
    fn names<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyString>>> {
        let names = self.dag().args.iter().filter_map(|argument| self.name_of(argument));
        names.map(|name| text::to_python(py, name)).collect()
    }

    fn __len__(&self) -> usize {
        self.dag().args.len()
    }

    fn __bool__(&self) -> bool {
        // A dag without arguments is a value like any other.
        true
    }

    fn __getitem__<'py>(&self, key: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let (py, args) = (key.py(), self.dag().args);
        if let Ok(name) = key.cast::<PyString>() {
            let name = text::from_python(name)?;
            let is_asked = |argument: &&DagArg| self.name_of(argument) == Some(name.as_str());
            let Some(found) = args.iter().find(is_asked) else {
                let names = args.iter().filter_map(|argument| self.name_of(argument));
                let owner = Some("the dag");
                return Err(errors::unknown_name(py, "argument", owner, &name, names));
            };
            return value::to_python(py, &self.description, found.value);
        }
        let Ok(index) = key.extract::<isize>() else {
            let message = "an argument of a dag is found by its index or its name";
            return Err(PyTypeError::new_err(message));
        };
        let from_start = if index < 0 { index.saturating_add_unsigned(args.len()) } else { index };
        let argument = usize::try_from(from_start).ok().and_then(|index| args.get(index));
        let Some(argument) = argument else {
            let message = format!("there is no argument {index} of {}", args.len());
            return Err(PyIndexError::new_err(message));
        };
        value::to_python(py, &self.description, argument.value)
    }

    fn __contains__(&self, name: &Bound<'_, PyAny>) -> PyResult<bool> {
        let Ok(name) = name.cast::<PyString>() else { return Ok(false) };
        let name = text::from_python(name)?;
        Ok(self.dag().args.iter().any(|argument| self.name_of(argument) == Some(name.as_str())))
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyIterator>> {
        let values = self.dag().args.iter();
        let values = values.map(|argument| value::to_python(py, &self.description, argument.value));
        PyList::new(py, values.collect::<PyResult<Vec<_>>>()?)?.try_iter()
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        // Equal values of a description have equal ids.
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
