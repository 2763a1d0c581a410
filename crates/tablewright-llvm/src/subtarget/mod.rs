//! `--gen-subtarget`: a target's features and processors, and instruction timings on each processor.
//!
//! `model` resolves names, and orders and numbers the results of the feature and schedule analyses. `emit` writes the
//! tables and classes.

mod emit;
mod model;

use tablewright_backend::{Backend, Failure, Job};

use model::Subtarget;

pub(crate) const BACKEND: Backend =
    Backend { name: "gen-subtarget", help: "Generate subtarget enumerations", options: &[], run };

fn run(job: &mut Job<'_>) -> Result<(), Failure> {
    let subtarget = Subtarget::collect(job)?;
    job.write_cpp(|w| emit::emit(&subtarget, w))
}
