//! Conversion from TableGen values to Python values.

use std::sync::Arc;

use pyo3::exceptions::PyRecursionError;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyBool, PyInt, PyList, PyTuple};
use tablewright::inspect::QueryValue;
use tablewright::{BitSource, BitsRef, Value, ValueRef};

use crate::dag::Dag;
use crate::description::Description;
use crate::errors::PackageClass;
use crate::record::Record;
use crate::text;

const MODULE: &str = "tablewright._values";

static BITS: PackageClass = PackageClass::new(MODULE, "Bits");
static FIELD_BIT: PackageClass = PackageClass::new(MODULE, "FieldBit");
static UNRESOLVED: PackageClass = PackageClass::new(MODULE, "Unresolved");

/// Deepest nesting of lists. Descriptions spell out each level in the type, so real ones stay far below.
const MAX_DEPTH: usize = 500;

/// Returns Python's `unset`, the value `?`.
pub(crate) fn unset(py: Python<'_>) -> PyResult<Bound<'_, PyAny>> {
    static CELL: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
    let value =
        CELL.get_or_try_init(py, || PyResult::Ok(py.import(MODULE)?.getattr("unset")?.unbind()))?;
    Ok(value.bind(py).clone())
}

/// Converts a value of the description.
pub(crate) fn to_python<'py>(
    py: Python<'py>,
    description: &Arc<Description>,
    value: ValueRef<'_>,
) -> PyResult<Bound<'py, PyAny>> {
    nested(py, description, value, 0)
}

fn nested<'py>(
    py: Python<'py>,
    description: &Arc<Description>,
    value: ValueRef<'_>,
    depth: usize,
) -> PyResult<Bound<'py, PyAny>> {
    if let Some(bits) = value.as_bits() {
        return bits_to_python(py, bits);
    }
    if let Some(list) = value.as_list() {
        if depth == MAX_DEPTH {
            return Err(PyRecursionError::new_err("lists are nested too deeply"));
        }
        let elements = list.iter().map(|element| nested(py, description, element, depth + 1));
        return Ok(PyList::new(py, elements.collect::<PyResult<Vec<_>>>()?)?.into_any());
    }
    let store = &description.store;
    match value.value() {
        Value::Unset => unset(py),
        Value::Bit(bit) => Ok(PyBool::new(py, bit).to_owned().into_any()),
        Value::Int(number) => Ok(PyInt::new(py, number).into_any()),
        Value::String(symbol) | Value::Code(symbol) => {
            Ok(text::to_python(py, store.str(symbol))?.into_any())
        }
        Value::Dag(_) => Ok(Dag::new(description, value.id()).into_pyobject(py)?.into_any()),
        Value::Def(record) => Ok(Record::new(description, record).into_pyobject(py)?.into_any()),
        Value::Bits(_)
        | Value::List(_)
        | Value::Refused
        | Value::AnonymousName(_)
        | Value::Var { .. }
        | Value::VarBit { .. }
        | Value::Field { .. }
        | Value::Instance { .. }
        | Value::Op { .. } => unresolved(py, value),
    }
}

fn unresolved<'py>(py: Python<'py>, value: ValueRef<'_>) -> PyResult<Bound<'py, PyAny>> {
    UNRESOLVED.get(py)?.call1((text::to_python(py, &value.to_string())?,))
}

fn bits_to_python<'py>(py: Python<'py>, bits: BitsRef<'_>) -> PyResult<Bound<'py, PyAny>> {
    let bits = bits.sources().map(|bit| match bit {
        BitSource::Zero => Ok(PyBool::new(py, false).to_owned().into_any()),
        BitSource::One => Ok(PyBool::new(py, true).to_owned().into_any()),
        BitSource::Unset => unset(py),
        BitSource::Field { field, bit } => {
            FIELD_BIT.get(py)?.call1((text::to_python(py, field)?, bit))
        }
        BitSource::Other(value) => unresolved(py, value),
    });
    BITS.get(py)?.call1((PyTuple::new(py, bits.collect::<PyResult<Vec<_>>>()?)?,))
}

/// Converts a value in a query's result. A missing field becomes `None`.
pub(crate) fn from_query_value<'py>(
    py: Python<'py>,
    description: &Arc<Description>,
    value: &QueryValue,
) -> PyResult<Bound<'py, PyAny>> {
    match value {
        QueryValue::Missing => Ok(py.None().into_bound(py)),
        QueryValue::Unset => unset(py),
        QueryValue::Int(number) => Ok(PyInt::new(py, *number).into_any()),
        QueryValue::Bits(digits) => {
            // The digits follow `0b`, highest bit first.
            let bits = digits.bytes().skip(2).rev().map(|digit| match digit {
                b'0' => Ok(PyBool::new(py, false).to_owned().into_any()),
                b'1' => Ok(PyBool::new(py, true).to_owned().into_any()),
                _ => unset(py),
            });
            BITS.get(py)?.call1((PyTuple::new(py, bits.collect::<PyResult<Vec<_>>>()?)?,))
        }
        QueryValue::Text(text) => Ok(text::to_python(py, text)?.into_any()),
        QueryValue::Record(name) => match description.store.find_record(name) {
            Some(record) => Ok(Record::new(description, record).into_pyobject(py)?.into_any()),
            None => Ok(text::to_python(py, name)?.into_any()),
        },
        QueryValue::List(elements) => {
            let elements =
                elements.iter().map(|element| from_query_value(py, description, element));
            Ok(PyList::new(py, elements.collect::<PyResult<Vec<_>>>()?)?.into_any())
        }
        QueryValue::Dag(_) | QueryValue::Unresolved(_) => {
            Ok(text::to_python(py, &value.to_string())?.into_any())
        }
    }
}
