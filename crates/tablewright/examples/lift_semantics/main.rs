//! Lifts machine instructions to operations, with the tables from `--gen-semantics`.
//!
//! ```text
//! cargo run --features backends --example lift_semantics -- \
//!     examples/semantics/ToySemantics.td 'ADDI R1, R2, -5; LDW R0, R6, 4' \
//!     examples/semantics examples/toy-target examples/toy-target/prelude
//! ```
//!
//! An instruction is written as a disassembler represents it: the name, then all machine operands
//! in order, outputs first. `tables` reads the generated C++; `lift` interprets it.
#![expect(clippy::print_stdout, reason = "showing operations is what the program is for")]

mod lift;
mod tables;
#[cfg(test)]
mod tests;

use std::env;
use std::error::Error;

use tablewright::backend::{Job, OptionValue, Options, Outputs};
use tablewright::syntax::diagnostic::Diagnostics;
use tablewright::{RecordStore, Session, backends};

use lift::lift;
use tables::Tables;

fn main() -> Result<(), Box<dyn Error>> {
    let mut args = env::args().skip(1);
    let (Some(file), Some(instructions)) = (args.next(), args.next()) else {
        return Err("usage: lift_semantics FILE INSTRUCTIONS [INCLUDE DIRECTORY]...".into());
    };
    let session = args.fold(Session::new(), Session::include_dir);
    let loaded = session.load_file(&file)?;
    let tables = Tables::read(&generate(&loaded.store)?)?;
    for instruction in instructions.split(';') {
        println!("{}", instruction.trim());
        for line in lift(&tables, &loaded.store, instruction)? {
            println!("  {line}");
        }
    }
    Ok(())
}

/// Returns the output of `--gen-semantics -semantics-layout=counted`.
fn generate(store: &RecordStore) -> Result<String, Box<dyn Error>> {
    let mut backends = backends::llvm_backends().iter();
    let backend = backends.find(|backend| backend.name == "gen-semantics");
    let backend = backend.ok_or("there is no backend gen-semantics")?;
    let mut of_backend = backend.options.iter().flat_map(|group| group.options);
    let layout = of_backend.find(|option| option.name == "semantics-layout");
    let mut options = Options::new();
    // Layout 0 is plain, layout 1 is counted.
    options.set(layout.ok_or("there is no option for the layout")?, OptionValue::Choice(1));
    let (mut out, mut diagnostics) = (Vec::new(), Diagnostics::new());
    let outputs = Outputs::main_only(&mut out);
    let mut job = Job { store, options: &options, outputs, diagnostics: &mut diagnostics };
    (backend.run)(&mut job).map_err(|failure| format!("{failure:?}"))?;
    Ok(String::from_utf8(out)?)
}
