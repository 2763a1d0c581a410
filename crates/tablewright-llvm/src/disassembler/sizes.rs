//! Table sizes for a decoder.

use tablewright_backend::{Failure, Job};
use tablewright_target::target::target;

use super::{Interpreter, interpreter_options};
use crate::support::table_size::{TableSize, TableSubject};

/// Returns the table sizes for a target. X86 and WebAssembly have special decoders, whose tables are not counted.
///
/// # Errors
///
/// The same errors as `--gen-disassembler`.
pub(crate) fn sizes(job: &mut Job<'_>) -> Result<Vec<TableSize>, Failure> {
    let name = target(job.store)?.name();
    if matches!(name, "X86" | "WebAssembly") {
        return Ok(Vec::new());
    }
    let options = interpreter_options(job);
    Ok(Interpreter::collect(job, name, options)?.sizes(TableSubject::Encodings))
}
