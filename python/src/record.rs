//! Python class `Record`: a record and its explanations.

use std::collections::BTreeSet;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

use pyo3::exceptions::{PyIndexError, PyRuntimeError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyIterator, PyList, PyString};
use tablewright::inspect::explain::{explain_field, explain_record};
use tablewright::syntax::diagnostic::{Diagnostic, Severity};
use tablewright::{AnalysisError, RecordId, Type, ValueRef};

use crate::background;
use crate::class::Class;
use crate::description::Description;
use crate::errors;
use crate::field::Field;
use crate::text;
use crate::value;

/// A record.
///
/// ``record["Size"]`` returns a field's value; iteration yields field names. Two objects are equal if they refer
/// to the same record in the same description.
#[pyclass(frozen, module = "tablewright")]
pub(crate) struct Record {
    description: Arc<Description>,
    id: RecordId,
}

impl Record {
    pub(crate) fn new(description: &Arc<Description>, id: RecordId) -> Record {
        Record { description: Arc::clone(description), id }
    }

    fn record(&self) -> tablewright::Record<'_> {
        self.description.store.record(self.id)
    }

    /// Returns a field's value; fails with the field's name if the record lacks it.
    fn field(&self, key: &Bound<'_, PyAny>) -> PyResult<Result<ValueRef<'_>, String>> {
        let name = text::name_of(key)?;
        Ok(self.record().get(&name).ok_or(name))
    }

    fn field_names(&self) -> impl Iterator<Item = &str> {
        self.record().entries().map(|(name, _)| name)
    }

    fn no_such_field(&self, py: Python<'_>, name: &str) -> PyErr {
        let owner = format!("record '{}'", self.record().name());
        errors::unknown_name(py, "field", Some(&owner), name, self.field_names())
    }
}

#[pymethods]
impl Record {
    /// Record name; ``anonymous_N`` if the definition has none.
    #[getter]
    fn name<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyString>> {
        text::to_python(py, self.record().name())
    }

    /// Whether the record was defined without a name.
    #[getter]
    fn is_anonymous(&self) -> bool {
        self.record().is_anonymous()
    }

    /// Location of the definition.
    #[getter]
    fn location<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        errors::location(py, self.description.store.sources(), self.record().pos())
    }

    /// Location of the definition, then of each enclosing ``defm``, innermost first.
    #[getter]
    fn locations<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyAny>>> {
        let sources = self.description.store.sources();
        self.record().positions().iter().map(|&pos| errors::location(py, sources, pos)).collect()
    }

    /// All superclasses, direct and indirect; each class follows its own superclasses.
    #[getter]
    fn classes(&self) -> Vec<Class> {
        let classes = self.record().superclasses().iter();
        classes.map(|&class| Class::new(&self.description, class)).collect()
    }

    /// Direct superclasses, in order of declaration.
    #[getter]
    fn parents(&self) -> Vec<Class> {
        let parents = self.record().direct_superclasses().into_iter().rev();
        parents.map(|class| Class::new(&self.description, class)).collect()
    }

    /// Fields with types, values and locations, in order of declaration.
    #[getter]
    fn fields(&self) -> Vec<Field> {
        self.record().fields().map(|field| Field::new(&self.description, field)).collect()
    }

    /// Whether the record inherits from a class. Pass the class or its name.
    #[pyo3(signature = (class, /))]
    fn inherits(&self, class: &Bound<'_, PyAny>) -> PyResult<bool> {
        if let Ok(class) = class.cast::<Class>() {
            let superclasses = self.record().superclasses();
            return Ok(
                class.get().is_of(&self.description) && superclasses.contains(&class.get().id())
            );
        }
        let Ok(name) = class.cast::<PyString>() else {
            return Err(PyTypeError::new_err("expected a class or the name of one"));
        };
        let (py, name) = (class.py(), text::from_python(name)?);
        let store = &self.description.store;
        let Some(class) = store.find_class(&name) else {
            let names = store.classes().map(|class| class.name());
            return Err(errors::unknown_name(py, "class", None, &name, names));
        };
        Ok(self.record().superclasses().contains(&class))
    }

    /// Field names, in order of declaration.
    fn keys<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyString>>> {
        self.field_names().map(|name| text::to_python(py, name)).collect()
    }

    /// Field values, in order of declaration.
    fn values<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyAny>>> {
        let values = self.record().entries().map(|(_, value)| value);
        values.map(|value| value::to_python(py, &self.description, value)).collect()
    }

    /// Fields as pairs: name and value, in order of declaration.
    fn items<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<Vec<(Bound<'py, PyString>, Bound<'py, PyAny>)>> {
        Ok(self.keys(py)?.into_iter().zip(self.values(py)?).collect())
    }

    /// Returns a field's value; ``default`` if the record lacks it.
    #[pyo3(signature = (name, default = None))]
    fn get<'py>(
        &self,
        name: &Bound<'py, PyAny>,
        default: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Option<Bound<'py, PyAny>>> {
        match self.field(name)? {
            Ok(value) => Ok(Some(value::to_python(name.py(), &self.description, value)?)),
            Err(_) => Ok(default),
        }
    }

    fn __getitem__<'py>(&self, name: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        match self.field(name)? {
            Ok(value) => value::to_python(name.py(), &self.description, value),
            Err(missing) => Err(self.no_such_field(name.py(), &missing)),
        }
    }

    fn __contains__(&self, name: &Bound<'_, PyAny>) -> bool {
        self.field(name).is_ok_and(|field| field.is_ok())
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyIterator>> {
        PyList::new(py, self.keys(py)?)?.try_iter()
    }

    fn __len__(&self) -> usize {
        self.record().values().len()
    }

    fn __bool__(&self) -> bool {
        // A record without fields is still true.
        true
    }

    /// Returns the same object, as it is immutable.
    fn __copy__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __deepcopy__(slf: Py<Self>, _memo: &Bound<'_, PyAny>) -> Py<Self> {
        slf
    }

    fn __reduce__(&self) -> PyResult<()> {
        Err(errors::cannot_be_pickled("record"))
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Record>().is_ok_and(|other| {
            let other = other.get();
            Arc::ptr_eq(&self.description, &other.description) && self.id == other.id
        })
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        (Arc::as_ptr(&self.description), self.id).hash(&mut hasher);
        hasher.finish()
    }

    /// Formats the record in TableGen syntax.
    fn __str__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyString>> {
        let mut record = String::from("def ");
        self.description.store.write_record(&mut record, self.record());
        text::to_python(py, record.trim_end())
    }

    fn __repr__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyString>> {
        let record = self.record();
        let parents = match &record.direct_superclass_names()[..] {
            [] => String::new(),
            parents => format!(" : {}", parents.join(", ")),
        };
        text::to_python(py, &format!("<Record {}{parents}>", record.name()))
    }

    /// Names that a notebook completes after ``record["``.
    fn _ipython_key_completions_<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<Vec<Bound<'py, PyString>>> {
        self.keys(py)
    }

    /// Returns an `AnalysisError` for the record or for one of its fields. Raise it to report the error with its
    /// location and source line.
    #[pyo3(signature = (message, field = None))]
    fn error<'py>(
        &self,
        py: Python<'py>,
        message: &Bound<'py, PyString>,
        field: Option<&Bound<'py, PyString>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let record = self.record();
        let pos = match field.map(text::from_python).transpose()? {
            None => record.pos(),
            Some(name) => match record.field(&name) {
                Some(field) => field.pos,
                None => return Err(self.no_such_field(py, &name)),
            },
        };
        let diagnostic = Diagnostic::new(Severity::Error, Some(pos), text::from_python(message)?);
        let error = AnalysisError::Diagnostic(Box::new(diagnostic));
        let error = errors::analysis_error(py, &self.description.store, error, Vec::new());
        Ok(error.into_value(py).into_bound(py).into_any())
    }

    /// Explains a field's value, or some of its bits; without ``field``, explains the record's origin.
    ///
    /// The first call evaluates the description again, from the file contents of the first load.
    #[pyo3(signature = (field = None, bits = None))]
    fn explain<'py>(
        &self,
        py: Python<'py>,
        field: Option<&Bound<'py, PyString>>,
        bits: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let field = field.map(text::from_python).transpose()?;
        if let Some(name) = field.as_ref().filter(|name| !self.record().has_field(name)) {
            return Err(self.no_such_field(py, name));
        }
        let bits: Vec<u32> = match bits {
            Some(bits) => {
                let bits = bits.try_iter()?.map(|bit| bit?.extract::<u32>());
                // Without repetition, highest bit first.
                let bits: BTreeSet<u32> = bits.collect::<PyResult<_>>()?;
                bits.into_iter().rev().collect()
            }
            None => Vec::new(),
        };
        if let Some(field) = &field {
            self.check_bits(field, &bits)?;
        }
        let make = if field.is_some() { "field_explanation" } else { "record_explanation" };
        let (description, name) = (Arc::clone(&self.description), self.record().name().to_owned());
        let work = move || explanation(&description, &name, field.as_deref(), &bits);
        let json = background::run(py, work, |_| Ok(()))?.map_err(PyRuntimeError::new_err)?;
        py.import("tablewright._explanations")?.getattr(make)?.call1((json,))
    }
}

impl Record {
    /// Checks that a field has the requested bits.
    fn check_bits(&self, field: &str, bits: &[u32]) -> PyResult<()> {
        let store = &self.description.store;
        let ty = self.record().field(field).map(|field| store.ty(field.ty));
        let width = if let Some(Type::Bits(width)) = ty { width } else { 0 };
        match bits.iter().find(|&&bit| bit >= width) {
            None => Ok(()),
            Some(bit) => {
                let message = format!("bit {bit} is outside the field '{field}' ({width} bits)");
                Err(PyIndexError::new_err(message))
            }
        }
    }
}

/// Explains a record or a field, as JSON.
fn explanation(
    description: &Description,
    record: &str,
    field: Option<&str>,
    bits: &[u32],
) -> Result<String, String> {
    let store = description.traced()?;
    let missing = || format!("the record '{record}' was not found again");
    let id = store.find_record(record).ok_or_else(missing)?;
    let json = match field {
        Some(field) => explain_field(store, id, field, bits)
            .map(|explanation| serde_json::to_string(&explanation)),
        None => explain_record(store, id).map(|explanation| serde_json::to_string(&explanation)),
    };
    json.ok_or_else(missing)?.map_err(|error| error.to_string())
}
