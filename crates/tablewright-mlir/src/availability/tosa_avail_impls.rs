//! `--gen-tosa-avail-impls`: TOSA operation methods that return required availabilities.

use tablewright_backend::{Backend, Failure, Job};

use super::op_impls;
use crate::model::AvailableOperation;

pub(crate) const BACKEND: Backend = Backend {
    name: "gen-tosa-avail-impls",
    help: "Generate Tosa operation utility definitions",
    options: &[],
    run,
};

fn run(job: &mut Job<'_>) -> Result<(), Failure> {
    let operations = AvailableOperation::all_in_tosa(job.store)?;
    let store = job.store;
    job.write_cpp(|w| {
        w.file_header("Tosa Op Availability Implementations", Some(store.input_name()));
        op_impls::emit(store, &operations, w);
    })
}
