//! `--gen-errcodes`: API errors as macro calls.

use tablewright_backend::{Backend, Failure, Job};

use crate::support::{emit_macro_rows, required_enum};

pub(crate) const BACKEND: Backend =
    Backend { name: "gen-errcodes", help: "Generate Offload Error Code enum", options: &[], run };

/// The enumeration that the rows come from.
const ENUM: &str = "ol_errc_t";

fn run(job: &mut Job<'_>) -> Result<(), Failure> {
    let object = required_enum(job.store, ENUM)?;
    job.write_cpp(|w| emit_macro_rows("OFFLOAD_ERRC", &object, w))
}
