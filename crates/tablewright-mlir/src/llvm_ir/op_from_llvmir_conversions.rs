//! `--gen-op-from-llvmir-conversions`: for each operation the statements that create it of an instruction.

use tablewright_backend::{Backend, Failure, Job};

use super::import::{self, ImportCreation};
use crate::model::LlvmImport;

pub(crate) const BACKEND: Backend = Backend {
    name: "gen-op-from-llvmir-conversions",
    help: "Generate conversions of operations from LLVM IR",
    options: &[],
    run,
};

fn run(job: &mut Job<'_>) -> Result<(), Failure> {
    let imports = LlvmImport::all_instructions(job.store)?;
    let creations: Vec<ImportCreation<'_>> = imports.into_iter().map(ImportCreation::new).collect();
    job.write_cpp(|w| import::emit("inst->getOpcode() == llvm::Instruction::", &creations, w))
}
