use std::collections::BTreeMap;
use std::process::ExitCode;

use tablewright::RecordStore;
use tablewright::backend::{Backend, Failure, Job};
use tablewright::syntax::diagnostic::{Diagnostic, Severity};

/// An operation: its name, and the change in stack height.
struct Op<'a> {
    mnemonic: &'a str,
    effect: i64,
}

/// Collects the operations by code. All errors in the description are found here.
fn collect(store: &RecordStore) -> Result<BTreeMap<i64, Op<'_>>, Failure> {
    let mut ops = BTreeMap::new();
    for record in store.derived_from_name("Op")? {
        let error = |text: String| Diagnostic::new(Severity::Error, Some(record.pos()), text);
        let Some(code) = record.bits("Code")?.to_int() else {
            return Err(error(format!("the code of {record} is not constant")).into());
        };
        let effect = record.int("Pushes")? - record.int("Pops")?;
        let op = Op { mnemonic: record.string("Mnemonic")?, effect };
        if let Some(other) = ops.insert(code, op) {
            return Err(error(format!("{record} has the code of {}", other.mnemonic)).into());
        }
    }
    Ok(ops)
}

/// Returns the text of the file. Cannot fail.
fn emit(ops: &BTreeMap<i64, Op<'_>>) -> String {
    let mut text = format!("pub const OPS: [(u8, &str, i8); {}] = [\n", ops.len());
    for (code, op) in ops {
        text += &format!("    ({code}, {:?}, {}),\n", op.mnemonic, op.effect);
    }
    text + "];\n"
}

fn run(job: &mut Job<'_>) -> Result<(), Failure> {
    let ops = collect(job.store)?;
    job.write_text(&emit(&ops))
}

const BACKEND: Backend =
    Backend::new("gen-stack-effects", "Print what operations do to the stack", run);

fn main() -> ExitCode {
    tablewright::cli::main(&[&BACKEND])
}
