//! `--gen-info`: device properties as macro calls.

use tablewright_backend::{Backend, Failure, Job};

use crate::support::{emit_macro_rows, required_enum};

pub(crate) const BACKEND: Backend =
    Backend { name: "gen-info", help: "Generate Offload Info enum", options: &[], run };

/// The enumeration that the rows come from.
const ENUM: &str = "ol_device_info_t";

fn run(job: &mut Job<'_>) -> Result<(), Failure> {
    let object = required_enum(job.store, ENUM)?;
    job.write_cpp(|w| emit_macro_rows("OFFLOAD_DEVINFO", &object, w))
}
