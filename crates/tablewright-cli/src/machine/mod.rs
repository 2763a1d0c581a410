//! `tablewright disassemble` and `tablewright assemble`: machine code as text, and text as machine code.

mod assemble;
mod disassemble;
mod generate;
mod report;

use std::io;

use clap::{Arg, ArgMatches, Command};
use tablewright_machine::MachineOptions;
use tablewright_session::{read_file, read_limited, text_path};

use crate::inspect::{self, all, flag, texts};

pub(crate) use assemble::{
    NAME as ASSEMBLE, command as assemble_command, command_for_lines, main as assemble,
};
pub(crate) use disassemble::{
    NAME as DISASSEMBLE, command as disassemble_command, main as disassemble,
};

pub(crate) use generate::{NAME as GENERATE, command as generate_command, main as generate};

const INPUT: &str = "input";
const CPU: &str = "mcpu";
const FEATURES: &str = "mattr";
const VARIANT: &str = "output-asm-variant";
const TRIPLE: &str = "triple";
const UNKNOWN: &str = "unknown-operands";

/// Returns a command for a description and a second input.
fn command(name: &'static str, input: &'static str) -> Command {
    inspect::command(name)
        .arg(Arg::new(INPUT).value_name("INPUT").help(input))
        .args(subtarget_args())
        .arg(texts(TRIPLE, "TRIPLE", "Use the features of this system, for example i386"))
        .arg(flag(UNKNOWN, "List the methods whose operands have no known syntax"))
}

/// Returns the arguments for processor, features and assembly language.
pub(crate) fn subtarget_args() -> [Arg; 3] {
    let [processor, features] = processor_args();
    [processor, features, variant_arg()]
}

/// Returns the arguments for processor and features.
pub(crate) fn processor_args() -> [Arg; 2] {
    [
        texts(CPU, "NAME", "Use this processor"),
        texts(FEATURES, "+A,-B", "Enable and disable features of the processor")
            .allow_hyphen_values(true),
    ]
}

fn variant_arg() -> Arg {
    texts(VARIANT, "NUMBER", "Use the assembly language of this printer of the target")
        .value_parser(clap::value_parser!(u8))
}

/// Returns the number of the assembly printer. The last number counts; not all commands have the option.
fn variant(args: &ArgMatches) -> usize {
    let numbers = args.try_get_many::<u8>(VARIANT).ok().flatten();
    numbers.and_then(|mut numbers| numbers.next_back().copied()).map_or(0, usize::from)
}

/// Returns the last value of an option that not all commands have.
fn last(args: &ArgMatches, option: &str) -> Option<String> {
    let values = args.try_get_many::<String>(option).ok().flatten();
    values.and_then(|mut values| values.next_back().cloned())
}

pub(crate) fn options(args: &ArgMatches) -> MachineOptions {
    MachineOptions {
        // The last processor counts, as in a compiler.
        processor: all(args, CPU).pop(),
        triple: last(args, TRIPLE),
        features: all(args, FEATURES),
        variant: variant(args),
        no_aliases: false,
    }
}

/// Reads a file, or standard input for `-`.
fn read(name: &str) -> io::Result<Vec<u8>> {
    if name == "-" {
        return read_limited(io::stdin().lock());
    }
    read_file(&text_path(name))
}

/// Lists methods without a row.
fn unknown_methods(machine: &tablewright_machine::Machine<'_>) -> String {
    machine.unknown_methods().iter().map(|unknown| format!("{}\n", unknown.method)).collect()
}
