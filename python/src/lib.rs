//! The part of the Python package `tablewright` that is written in Rust: loading, records and their values,
//! queries, and the models of a target.
//!
//! What is plain data reaches Python as JSON; `tablewright/_models.py` makes its classes of that. Records,
//! classes and dags are objects that refer to the description, which lives as long as one of them does.
//! Whatever may take long runs on a thread of its own without the interpreter's lock ([`background`]).

mod background;
mod class;
mod dag;
mod description;
mod errors;
mod field;
mod load;
mod program;
mod query;
mod record;
mod target;
mod text;
mod value;

use pyo3::prelude::*;

#[pymodule]
mod _tablewright {
    #[pymodule_export]
    use super::class::Class;
    #[pymodule_export]
    use super::dag::Dag;
    #[pymodule_export]
    use super::description::Store;
    #[pymodule_export]
    use super::field::Field;
    #[pymodule_export]
    use super::load::load;
    #[pymodule_export]
    use super::program::run_program;
    #[pymodule_export]
    use super::query::{query, query_groups, query_table};
    #[pymodule_export]
    use super::record::Record;
    #[pymodule_export]
    use super::target::{decode, decode_names, export, target_name};
    #[pymodule_export]
    use super::text::most_similar;
}
