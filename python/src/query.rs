//! Queries in the expression language of `tablewright query`.

use std::sync::Arc;

use pyo3::prelude::*;
use pyo3::types::PyString;
use tablewright::RecordStore;
use tablewright::inspect::query::{Query, QueryError};

use crate::description::{Description, Store};
use crate::errors;
use crate::record::Record;
use crate::text;
use crate::value;

/// Filters and order of a query, read from a `_Selection` in `_description.py`.
#[derive(FromPyObject)]
pub(crate) struct Selection<'py> {
    condition: Option<Bound<'py, PyString>>,
    classes: Vec<Bound<'py, PyString>>,
    names: Vec<Bound<'py, PyString>>,
    uses: Option<Bound<'py, PyString>>,
    sort: Option<Bound<'py, PyString>>,
}

impl Selection<'_> {
    fn query(&self, py: Python<'_>) -> PyResult<Query> {
        let error = |error: QueryError| errors::query_error(py, &error);
        let mut query = match &self.condition {
            Some(condition) => Query::parse(&text::from_python(condition)?).map_err(error)?,
            None => Query::new(),
        };
        for class in &self.classes {
            query = query.class(text::from_python(class)?);
        }
        for name in &self.names {
            query = query.name(text::from_python(name)?);
        }
        if let Some(record) = &self.uses {
            query = query.uses(text::from_python(record)?);
        }
        if let Some(path) = &self.sort {
            query = query.sort(&text::from_python(path)?).map_err(error)?;
        }
        Ok(query)
    }
}

type Row<'py> = (Record, Vec<Bound<'py, PyAny>>);

/// Returns the selected records.
#[pyfunction]
pub(crate) fn query(
    py: Python<'_>,
    store: &Store,
    selection: Selection<'_>,
) -> PyResult<Vec<Record>> {
    let query = selection.query(py)?;
    let ids = ask(py, &store.description, |store| {
        let records = query.select(store)?;
        Ok(records.into_iter().map(|record| record.id()).collect::<Vec<_>>())
    })?;
    Ok(ids.into_iter().map(|id| Record::new(&store.description, id)).collect())
}

/// Returns the path names, and each selected record with the paths' values.
#[pyfunction]
pub(crate) fn query_table<'py>(
    py: Python<'py>,
    store: &Store,
    paths: &Bound<'py, PyString>,
    selection: Selection<'py>,
) -> PyResult<(Vec<Bound<'py, PyString>>, Vec<Row<'py>>)> {
    let description = &store.description;
    let columns = text::from_python(paths)?;
    let query = selection.query(py)?.show(&columns);
    let query = query.map_err(|error| errors::query_error(py, &error))?;
    let (answer, records) = ask(py, description, |store| {
        let records = query.select(store)?.into_iter().map(|record| record.id());
        Ok((query.run(store)?, records.collect::<Vec<_>>()))
    })?;
    let rows = records.into_iter().zip(&answer.records).map(|(record, selected)| {
        let values = selected.fields.values.iter();
        let values = values.map(|value| value::from_query_value(py, description, value));
        Ok((Record::new(description, record), values.collect::<PyResult<Vec<_>>>()?))
    });
    let rows = rows.collect::<PyResult<Vec<_>>>()?;
    let names = answer.fields.iter().map(|name| text::to_python(py, name));
    Ok((names.collect::<PyResult<Vec<_>>>()?, rows))
}

/// Groups the selected records by a path's value.
#[pyfunction]
pub(crate) fn query_groups<'py>(
    py: Python<'py>,
    store: &Store,
    path: &Bound<'py, PyString>,
    selection: Selection<'py>,
) -> PyResult<Vec<(Bound<'py, PyAny>, Vec<Record>)>> {
    let description = &store.description;
    let path = text::from_python(path)?;
    let query = selection.query(py)?.group_by(&path);
    let query = query.map_err(|error| errors::query_error(py, &error))?;
    let groups = ask(py, description, |store| query.groups(store))?;
    let groups = groups.iter().map(|group| {
        let value = value::from_query_value(py, description, &group.value)?;
        let records = group.names.iter().filter_map(|name| description.store.find_record(name));
        let records = records.map(|record| Record::new(description, record));
        Ok((value, records.collect()))
    });
    groups.collect()
}

/// Runs a query without the interpreter's lock.
fn ask<T: Send>(
    py: Python<'_>,
    description: &Arc<Description>,
    question: impl FnOnce(&RecordStore) -> Result<T, QueryError> + Send,
) -> PyResult<T> {
    let answer = py.detach(|| question(&description.store));
    answer.map_err(|error| errors::query_error(py, &error))
}
