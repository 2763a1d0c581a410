//! Queries a whole target: its registers, the instructions that read and write a register,
//! instruction sizes, and the patterns that produce an instruction.
//!
//! ```text
//! cargo run --example questions --features target -- \
//!     examples/toy-target/Toy.td examples/toy-target examples/toy-target/prelude
//! ```
#![expect(clippy::print_stdout, reason = "showing them is what the program is for")]

use std::collections::BTreeMap;
use std::env;
use std::error::Error;

use tablewright::selection::patterns::Patterns;
use tablewright::target::instructions::Instructions;
use tablewright::target::registers::Registers;
use tablewright::{Record, RecordStore, Session};

fn main() -> Result<(), Box<dyn Error>> {
    let mut args = env::args().skip(1);
    let file = args.next().ok_or("usage: questions FILE [INCLUDE DIRECTORY]...")?;
    let loaded = args.fold(Session::new(), Session::include_dir).load_file(&file)?;
    let store = &loaded.store;

    // An analysis is computed once and kept with the store.
    let registers: &Registers = store.analyze()?;
    let names: Vec<&str> = registers.ids().map(|register| registers.name(register)).collect();
    println!("registers: {}", names.join(" "));

    let instructions: &Instructions = store.analyze()?;
    let own = || instructions.iter().map(|(_, record)| store.record(record)).filter(is_own);
    for (list, verb) in [("Uses", "reads"), ("Defs", "writes")] {
        for (register, by) in by_register(own(), list)? {
            println!("{verb} {register}: {}", by.join(" "));
        }
    }

    let mut sizes: BTreeMap<i64, usize> = BTreeMap::new();
    for instruction in own() {
        *sizes.entry(instruction.int("Size")?).or_default() += 1;
    }
    for (size, count) in sizes {
        println!("instructions of {size} bytes: {count}");
    }
    selected(store, instructions)
}

/// Whether an instruction belongs to the target, and not to all targets.
fn is_own(instruction: &Record<'_>) -> bool {
    instruction.string("Namespace").is_ok_and(|namespace| namespace != "TargetOpcode")
}

/// Groups instructions by the registers in a list field.
fn by_register<'s>(
    instructions: impl Iterator<Item = Record<'s>>,
    list: &str,
) -> Result<BTreeMap<&'s str, Vec<&'s str>>, Box<dyn Error>> {
    let mut by_register: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for instruction in instructions {
        for register in instruction.list_of_records(list)? {
            by_register.entry(register.name()).or_default().push(instruction.name());
        }
    }
    Ok(by_register)
}

/// Prints the instruction that most patterns produce.
fn selected(store: &RecordStore, instructions: &Instructions) -> Result<(), Box<dyn Error>> {
    let patterns: &Patterns = store.analyze()?;
    let most = instructions.iter().max_by_key(|&(id, _)| patterns.making(store, id).len());
    if let Some((id, record)) = most {
        let (name, count) = (store.record(record).name(), patterns.making(store, id).len());
        println!("most patterns: {name} with {count}");
    }
    Ok(())
}
