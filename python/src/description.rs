//! Loaded descriptions, shared by their Python objects, and the Python class `Store`.

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

/// A loaded description, with the session that can load it again.
pub(crate) struct Description {
    pub(crate) store: Arc<RecordStore>,
    /// Warnings, and messages from `dump` statements.
    pub(crate) diagnostics: Vec<Diagnostic>,
    session: Session,
    /// The same description with an evaluation trace; filled by the first explanation.
    traced: OnceLock<Result<Arc<RecordStore>, String>>,
}

impl Description {
    pub(crate) fn new(
        store: Arc<RecordStore>,
        diagnostics: Vec<Diagnostic>,
        session: Session,
    ) -> Description {
        Description { store, diagnostics, session, traced: OnceLock::new() }
    }

    /// Returns the description with an evaluation trace. The first call loads it again, from the stored file
    /// contents.
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
                Ok(loaded) => Ok(loaded.store),
                Err(error @ (LoadError::Read { .. } | LoadError::Rejected(_))) => {
                    Err(error.to_string())
                }
            }
        });
        traced.as_deref().map_err(String::clone)
    }
}

/// A loaded description; the package wraps it in `Description`.
#[pyclass(frozen, module = "tablewright._tablewright")]
pub(crate) struct Store {
    pub(crate) description: Arc<Description>,
}

#[pymethods]
impl Store {
    /// Name of the main file.
    #[getter]
    fn name<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyString>> {
        text::to_python(py, self.description.store.input_name())
    }

    /// LLVM release of the description.
    #[getter]
    fn release(&self) -> String {
        self.description.store.release().to_string()
    }

    /// Names of the files read, without repetition, main file first.
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

    /// Warnings, and messages from `dump` statements.
    #[getter]
    fn diagnostics<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let description = &self.description;
        errors::diagnostics_list(py, description.store.sources(), &description.diagnostics)
    }

    /// Number of records.
    #[getter]
    fn record_count(&self) -> usize {
        self.description.store.record_count()
    }

    /// All records, ordered by name.
    fn records(&self) -> Vec<Record> {
        let records = self.description.store.records();
        records.map(|record| Record::new(&self.description, record.id())).collect()
    }

    /// All classes, ordered by name.
    fn classes(&self) -> Vec<Class> {
        let classes = self.description.store.classes();
        classes.map(|class| Class::new(&self.description, class.id())).collect()
    }

    /// Finds a record by name.
    fn find_record(&self, name: &Bound<'_, PyString>) -> PyResult<Option<Record>> {
        let record_id = self.description.store.find_record(&text::from_python(name)?);
        Ok(record_id.map(|record| Record::new(&self.description, record)))
    }

    /// Finds a class by name.
    fn find_class(&self, name: &Bound<'_, PyString>) -> PyResult<Option<Class>> {
        let class_id = self.description.store.find_class(&text::from_python(name)?);
        Ok(class_id.map(|class| Class::new(&self.description, class)))
    }

    /// Global variables as pairs: name and value.
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

    /// Returns the same object, as it is immutable.
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
