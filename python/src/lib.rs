//! Extension module of the Python package `tablewright`: loading, records and their values, queries, and target
//! models.
//!
//! Plain data reaches Python as JSON; `tablewright/_models.py` builds its data classes from it. Records, classes
//! and dags refer to the description and keep it alive. Long work runs on a separate thread without the
//! interpreter's lock ([`background`]).

#![cfg(feature = "extension")]

mod background;
mod class;
mod dag;
mod description;
mod errors;
mod field;
mod load;
mod machine;
mod program;
mod query;
mod record;
mod selection;
mod simulation;
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
    use super::machine::{assemble, assemble_object, disassemble};
    #[pymodule_export]
    use super::program::{connect, run_program};
    #[pymodule_export]
    use super::query::{query, query_groups, query_table};
    #[pymodule_export]
    use super::record::Record;
    #[pymodule_export]
    use super::selection::{select, select_ir};
    #[pymodule_export]
    use super::simulation::run;
    #[pymodule_export]
    use super::target::{decode, decode_names, export, target_name};
    #[pymodule_export]
    use super::text::most_similar;
}
