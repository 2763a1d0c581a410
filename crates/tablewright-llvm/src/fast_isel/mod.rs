//! `--gen-fast-isel`: functions by which the fast instruction selector finds instructions for simple
//! operations.
//!
//! `model` picks the patterns that are simple enough and groups them; `emit` writes the functions.

mod emit;
mod model;

use tablewright_backend::{Backend, Failure, Job};

use model::FastIsel;

pub(crate) const BACKEND: Backend = Backend {
    name: "gen-fast-isel",
    help: "Generate a \"fast\" instruction selector",
    options: &[],
    run,
};

fn run(job: &mut Job<'_>) -> Result<(), Failure> {
    let model = FastIsel::collect(job)?;
    job.write_cpp(|w| emit::emit(&model, w))
}
