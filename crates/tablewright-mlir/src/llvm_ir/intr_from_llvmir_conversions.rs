//! `--gen-intr-from-llvmir-conversions`: for each operation the statements that create it of an intrinsic.

use tablewright_backend::{Backend, Failure, Job};

use super::import::{self, ImportCreation};
use crate::model::LlvmImport;

pub(crate) const BACKEND: Backend = Backend {
    name: "gen-intr-from-llvmir-conversions",
    help: "Generate conversions of intrinsics from LLVM IR",
    options: &[],
    run,
};

fn run(job: &mut Job<'_>) -> Result<(), Failure> {
    let imports = LlvmImport::all_intrinsics(job.store)?;
    let creations: Vec<ImportCreation<'_>> = imports.into_iter().map(ImportCreation::new).collect();
    job.write_cpp(|w| import::emit("intrinsicID == llvm::Intrinsic::", &creations, w))
}
