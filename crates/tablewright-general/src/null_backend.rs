//! `--null-backend`: writes nothing. It measures the time before a backend starts.

use tablewright_backend::{Backend, Failure, Job};

pub(crate) const BACKEND: Backend = Backend {
    name: "null-backend",
    help: "Do nothing after parsing (useful for timing)",
    options: &[],
    run,
};

fn run(_job: &mut Job<'_>) -> Result<(), Failure> {
    Ok(())
}
