//! Python class `Class`: a TableGen class.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

use pyo3::prelude::*;
use pyo3::types::PyString;
use tablewright::ClassId;

use crate::description::Description;
use crate::errors;
use crate::field::Field;
use crate::record::Record;
use crate::text;

/// A TableGen class. Two objects are equal if they refer to the same class in the same description.
#[pyclass(frozen, module = "tablewright")]
pub(crate) struct Class {
    description: Arc<Description>,
    id: ClassId,
}

impl Class {
    pub(crate) fn new(description: &Arc<Description>, id: ClassId) -> Class {
        Class { description: Arc::clone(description), id }
    }

    pub(crate) fn id(&self) -> ClassId {
        self.id
    }

    /// Whether the id is a class in this description.
    pub(crate) fn is_of(&self, description: &Arc<Description>) -> bool {
        Arc::ptr_eq(&self.description, description)
    }

    fn class(&self) -> tablewright::Class<'_> {
        self.description.store.class(self.id)
    }
}

#[pymethods]
impl Class {
    /// Class name.
    #[getter]
    fn name<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyString>> {
        text::to_python(py, self.class().name())
    }

    /// Location of the definition.
    #[getter]
    fn location<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        errors::location(py, self.description.store.sources(), self.class().pos())
    }

    /// Template parameters as pairs: name and type, in order.
    #[getter]
    fn parameters<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<Vec<(Bound<'py, PyString>, Bound<'py, PyString>)>> {
        let store = &self.description.store;
        let parameters = self.class().params().iter().map(|parameter| {
            let qualified = store.str(parameter.name);
            let name = qualified.rsplit(':').next().unwrap_or(qualified);
            let ty = store.type_text(parameter.ty);
            Ok((text::to_python(py, name)?, text::to_python(py, &ty)?))
        });
        parameters.collect()
    }

    /// All superclasses, direct and indirect; each class follows its own superclasses.
    #[getter]
    fn classes(&self) -> Vec<Class> {
        let classes = self.class().superclasses().iter();
        classes.map(|&class| Class::new(&self.description, class)).collect()
    }

    /// Direct superclasses, in order of declaration.
    #[getter]
    fn parents(&self) -> Vec<Class> {
        let parents = self.class().direct_superclasses().into_iter().rev();
        parents.map(|class| Class::new(&self.description, class)).collect()
    }

    /// Fields with types, values and locations, in order. A value may depend on template parameters.
    #[getter]
    fn fields(&self) -> Vec<Field> {
        self.class().fields().map(|field| Field::new(&self.description, field)).collect()
    }

    /// Records that inherit from this class, in natural order: ``R9`` before ``R10``.
    #[getter]
    fn records(&self) -> Vec<Record> {
        let records = self.class().records().into_iter();
        records.map(|record| Record::new(&self.description, record.id())).collect()
    }

    /// Returns the same object, as it is immutable.
    fn __copy__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __deepcopy__(slf: Py<Self>, _memo: &Bound<'_, PyAny>) -> Py<Self> {
        slf
    }

    fn __reduce__(&self) -> PyResult<()> {
        Err(errors::cannot_be_pickled("class"))
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other
            .cast::<Class>()
            .is_ok_and(|other| other.get().is_of(&self.description) && self.id == other.get().id)
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        (Arc::as_ptr(&self.description), self.id).hash(&mut hasher);
        hasher.finish()
    }

    /// Formats the class in TableGen syntax.
    fn __str__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyString>> {
        let mut class = String::from("class ");
        self.description.store.write_class(&mut class, self.class());
        text::to_python(py, class.trim_end())
    }

    fn __repr__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyString>> {
        text::to_python(py, &format!("<Class {}>", self.class().name()))
    }
}
