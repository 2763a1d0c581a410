//! Writes the records of class `Opcode` as a C enum.
use std::process::ExitCode;

use tablewright::backend::Backend;
use tablewright::text::line;

const BACKEND: Backend = Backend::new("gen-opcodes", "Write opcodes as an enum in C", |job| {
    let opcodes = job.store.derived_from_name("Opcode")?;
    let numbers: Vec<i64> = opcodes.iter().map(|o| o.int("Number")).collect::<Result<_, _>>()?;
    job.write_cpp(|w| {
        w.block("enum opcode", ";", |w| {
            opcodes.iter().zip(numbers).for_each(|(o, number)| line!(w, "OP_{o} = {number},"));
        });
    })
});

fn main() -> ExitCode {
    tablewright::cli::main(&[&BACKEND])
}
