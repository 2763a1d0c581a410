//! `--gen-subtarget`: the features and processors of a target, and how long instructions take on
//! each.
//!
//! `model` resolves names, orders and numbers what the analyses of features and schedules found;
//! `emit` writes the tables and classes.

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
