//! A loaded description, which all objects of it share, and its class for the package.

use std::sync::{Arc, OnceLock};

use pyo3::prelude::*;
use pyo3::types::{PyList, PyString};
use tablewright::syntax::diagnostic::Diagnostic;
use tablewright::{LoadError, RecordStore, Session};

use crate::class::Class;
use crate::errors;
use crate::record::Record;
use crate::text;
use crate::value;

/// A description with what loading it again takes.
pub(crate) struct Description {
    pub(crate) store: RecordStore,
    /// The warnings, and the messages of `dump` statements.
    pub(crate) diagnostics: Vec<Diagnostic>,
    session: Session,
    /// The same description with a trace of its evaluation, once an explanation was asked for.
    traced: OnceLock<Result<Box<RecordStore>, String>>,
}

impl Description {
    pub(crate) fn new(
        store: RecordStore,
        diagnostics: Vec<Diagnostic>,
        session: Session,
    ) -> Description {
        Description { store, diagnostics, session, traced: OnceLock::new() }
    }

    /// The description with a trace. It is loaded again by the first call, from the texts that were read then.
    pub(crate) fn traced(&self) -> Result<&RecordStore, String> {
        let traced = self.traced.get_or_init(|| {
            let files = self.store.sources().files();
            let session = files.iter().skip(1).fold(self.session.clone(), |session, file| {
                session.file(file.name.clone(), file.text.as_str())
            });
            let session = session.release(self.store.release()).trace(true);
            let bytes = files.first().map(|main| tablewright::byte_escape::unescape(&main.text));
            let bytes = bytes.unwrap_or_default().into_owned();
            match session.load_bytes(self.store.input_name(), bytes) {
                Ok(loaded) => Ok(Box::new(loaded.store)),
                Err(error @ (LoadError::Read { .. } | LoadError::Rejected(_))) => {
                    Err(error.to_string())
                }
            }
        });
        traced.as_deref().map_err(String::clone)
    }
}

/// A loaded description. The class `Description` of the package has one.
#[pyclass(frozen, module = "tablewright._tablewright")]
pub(crate) struct Store {
    pub(crate) description: Arc<Description>,
}

#[pymethods]
impl Store {
    /// The name of the main file.
    #[getter]
    fn name<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyString>> {
        text::to_python(py, self.description.store.input_name())
    }

    /// The release of LLVM that the description belongs to.
    #[getter]
    fn release(&self) -> String {
        self.description.store.release().to_string()
    }

    /// The names of the files that were read, each once, the main file first.
    #[getter]
    fn files<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyString>>> {
        let mut names: Vec<&str> = Vec::new();
        let mut seen = std::collections::HashSet::new();
        for file in self.description.store.sources().files() {
            if seen.insert(file.name.as_str()) {
                names.push(&file.name);
            }
        }
        names.into_iter().map(|name| text::to_python(py, name)).collect()
    }

    /// The warnings.
    #[getter]
    fn diagnostics<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let description = &self.description;
        errors::diagnostics_list(py, description.store.sources(), &description.diagnostics)
    }

    /// How many records there are.
    #[getter]
    fn record_count(&self) -> usize {
        self.description.store.record_count()
    }

    /// All records, by name.
    fn records(&self) -> Vec<Record> {
        let records = self.description.store.records();
        records.map(|record| Record::new(&self.description, record.id())).collect()
    }

    /// All classes, by name.
    fn classes(&self) -> Vec<Class> {
        let classes = self.description.store.classes();
        classes.map(|class| Class::new(&self.description, class.id())).collect()
    }

    /// The record of that name, if there is one.
    fn find_record(&self, name: &Bound<'_, PyString>) -> PyResult<Option<Record>> {
        let found = self.description.store.find_record(&text::from_python(name)?);
        Ok(found.map(|record| Record::new(&self.description, record)))
    }

    /// The class of that name, if there is one.
    fn find_class(&self, name: &Bound<'_, PyString>) -> PyResult<Option<Class>> {
        let found = self.description.store.find_class(&text::from_python(name)?);
        Ok(found.map(|class| Class::new(&self.description, class)))
    }

    /// The global variables with their values, by name.
    fn variables<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<Vec<(Bound<'py, PyString>, Bound<'py, PyAny>)>> {
        let store = &self.description.store;
        let variables = store.globals().map(|(name, id)| {
            let name = text::to_python(py, store.str(name))?;
            Ok((name, value::to_python(py, &self.description, store.value_ref(id))?))
        });
        variables.collect()
    }

    /// An object that does not change is its own copy.
    fn __copy__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __deepcopy__(slf: Py<Self>, _memo: &Bound<'_, PyAny>) -> Py<Self> {
        slf
    }

    fn __reduce__(&self) -> PyResult<()> {
        Err(errors::cannot_be_pickled("description"))
    }
}
