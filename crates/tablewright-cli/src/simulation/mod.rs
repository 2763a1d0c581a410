//! `tablewright run`: object files executed from a description, coverage of meanings, and test vectors.

mod fuzz;
mod program;
mod report;
mod trace_writer;
mod vector_file;

use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use clap::{Arg, ArgMatches, Command, value_parser};
use tablewright_backend::Failure;
use tablewright_inspect::encoding::DecoderSetup;
use tablewright_machine::{Machine, MachineOptions};
use tablewright_records::{AnalysisError, Loaded};
use tablewright_simulator::{Simulator, SimulatorOptions};
use tablewright_syntax::diagnostic::Diagnostics;
use tablewright_target::enabled_features::EnabledFeatures;

use crate::command_context::{CommandContext, FailureReported, exit_code};
use crate::inspect::{self, all, flag, texts};
use crate::limits;
use crate::machine;
use crate::report::ReportForm;
use report::CoverageReport;

pub(crate) const NAME: &str = "run";

const OBJECTS: &str = "object";
const ENTRY: &str = "entry";
const ARGS: &str = "args";
const TRACE: &str = "trace";
const COVERAGE: &str = "coverage";
const VECTORS: &str = "vectors";
const FUZZ: &str = "fuzz";
const SEED: &str = "seed";
const CALLEE_SAVED: &str = "callee-saved";
const PRINT_FUNCTION: &str = "print-function";
const MEMORY: &str = "memory";
const MAX_INSTRUCTIONS: &str = "max-instructions";
const MAX_TRACE: &str = "max-trace";

pub(crate) fn command() -> Command {
    let command = inspect::command(NAME)
        .about("Run object files with a target's encodings, patterns and semantics")
        .after_help(
            "Undefined symbols are functions of the host: put and putu print a number, putchar a character,\n\
             puts a string; exit ends the program, abort stops it with an error.\n\
             \n\
             A line of a vector file is STATE | BYTES | STATE, for example: r2=5 | 20a0fffb | r1=0 pc=0x1004\n\
             \n\
             Example:\n\
             \x20   tablewright run cpu.td prog.o --entry main --args 10",
        )
        .arg(Arg::new(OBJECTS).value_name("OBJECT").num_args(0..).help("Object files to link and run"))
        .args(machine::subtarget_args())
        .arg(
            Arg::new(ENTRY)
                .long(ENTRY)
                .value_name("SYMBOL")
                .help("Run this function [default: main, else the first symbol]"),
        )
        .arg(
            texts(ARGS, "NUMBER", "Pass this argument to the function; may be a list 1,2,3")
                .value_delimiter(',')
                .allow_hyphen_values(true),
        )
        .arg(flag(TRACE, "Print each instruction with the values that it changes"))
        .arg(flag(COVERAGE, "List the instructions, and what has their meaning"))
        .arg(
            Arg::new(VECTORS)
                .long(VECTORS)
                .value_name("FILE")
                .help("Execute single instructions, and compare the states after them"),
        )
        .arg(
            Arg::new(CALLEE_SAVED)
                .long(CALLEE_SAVED)
                .value_name("RECORD")
                .help("Check that calls preserve the registers of this CalleeSavedRegs record [default: registers of all records]"),
        )
        .arg(texts(PRINT_FUNCTION, "NAME", "Print the argument of this function, as put does"));
    command
        .arg(
            Arg::new(FUZZ)
                .long(FUZZ)
                .value_name("NUMBER")
                .value_parser(value_parser!(u32))
                .help("Select, encode and execute random trees, and compare with their values"),
        )
        .arg(
            Arg::new(SEED)
                .long(SEED)
                .value_name("NUMBER")
                .value_parser(value_parser!(u64))
                .default_value("1")
                .help("Take other random trees"),
        )
        .args(limit_args())
        .args(ReportForm::args())
}

/// Returns the options for limits.
fn limit_args() -> [Arg; 3] {
    [
        Arg::new(MEMORY)
            .long(MEMORY)
            .value_name("SIZE")
            .value_parser(limits::bytes)
            .default_value("16M")
            .help("Memory of the program"),
        Arg::new(MAX_INSTRUCTIONS)
            .long(MAX_INSTRUCTIONS)
            .value_name("NUMBER")
            .value_parser(value_parser!(u64))
            .default_value("1000000000")
            .help("Stop with an error after this many instructions"),
        Arg::new(MAX_TRACE)
            .long(MAX_TRACE)
            .value_name("NUMBER")
            .value_parser(value_parser!(usize))
            .default_value("100000")
            .help("Keep this many instructions of the trace in JSON and CSV, the last ones"),
    ]
}

pub(crate) fn main(called_as: &str, args: &ArgMatches) -> ExitCode {
    exit_code(run(CommandContext::new(called_as, args)))
}

fn run(context: CommandContext<'_>) -> Result<ExitCode, FailureReported> {
    let args = context.args;
    let session = inspect::session(context.called_as, args, context.input());
    let loaded = context.records(session, context.input().to_owned())?;
    let mut diagnostics = Diagnostics::new();
    let machine = Machine::new(&loaded.store, &machine::options(args), &mut diagnostics);
    let machine = valid(context, &loaded, &diagnostics, machine)?;
    let interrupt = Arc::new(AtomicBool::new(false));
    let options = simulator_options(args, Arc::clone(&interrupt));
    let simulator = Simulator::new(&machine, options, &mut diagnostics);
    let mut simulator = valid(context, &loaded, &diagnostics, simulator)?;
    if args.get_flag(COVERAGE) {
        let instructions = simulator.coverage();
        return context.write_report(&CoverageReport::new(instructions));
    }
    if let Some(&count) = args.get_one::<u32>(FUZZ) {
        let features = features(&machine::options(args), &loaded, &mut diagnostics);
        let features = valid(context, &loaded, &diagnostics, features)?;
        let seed = args.get_one::<u64>(SEED).copied().unwrap_or(1);
        let (count, diagnostics) = (count as usize, &mut diagnostics);
        let report = fuzz::fuzz(&machine, &mut simulator, features, count, seed, diagnostics);
        let report = valid(context, &loaded, diagnostics, report)?;
        let written = context.write_report(&report)?;
        return Ok(if report.is_clean() { written } else { ExitCode::FAILURE });
    }
    if let Some(file) = args.get_one::<String>(VECTORS) {
        return vector_file::check(context, &machine, &mut simulator, file);
    }
    program::run(context, &loaded, &mut simulator, interrupt)
}

fn simulator_options(args: &ArgMatches, interrupt: Arc<AtomicBool>) -> SimulatorOptions {
    SimulatorOptions {
        callee_saved: args.get_one::<String>(CALLEE_SAVED).cloned(),
        memory_size: args.get_one::<u64>(MEMORY).copied().unwrap_or_default(),
        max_instructions: args.get_one::<u64>(MAX_INSTRUCTIONS).copied().unwrap_or_default(),
        max_trace: args.get_one::<usize>(MAX_TRACE).copied().unwrap_or_default(),
        print_functions: all(args, PRINT_FUNCTION),
        interrupt: Some(interrupt),
    }
}

/// Returns the enabled features.
fn features<'s>(
    options: &MachineOptions,
    loaded: &'s Loaded,
    diagnostics: &mut Diagnostics,
) -> Result<Option<EnabledFeatures<'s>>, AnalysisError> {
    let (processor, features) = (options.processor.clone(), options.features.clone());
    let setup = DecoderSetup { tables: Vec::new(), processor, features };
    setup.enabled_features(&loaded.store, diagnostics)
}

/// Returns the result of an analysis, or reports its error.
fn valid<T, E: Into<Failure>>(
    context: CommandContext<'_>,
    loaded: &Loaded,
    diagnostics: &Diagnostics,
    result: Result<T, E>,
) -> Result<T, FailureReported> {
    let sources = loaded.store.sources();
    result.map_err(|error| {
        // The error follows from what was reported before.
        let _ = context.report(sources, diagnostics);
        if let Failure::Diagnostic(diagnostic) = error.into() {
            let mut own = Diagnostics::new();
            own.push(*diagnostic);
            let _ = context.report(sources, &own);
        }
        FailureReported
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_default_limits_are_the_simulators() {
        let args = command().get_matches_from([NAME, "a.td"]);
        let own = simulator_options(&args, Arc::new(AtomicBool::new(false)));
        let defaults = SimulatorOptions::default();
        let limits = |it: &SimulatorOptions| (it.memory_size, it.max_instructions, it.max_trace);
        assert_eq!(limits(&own), limits(&defaults));
    }
}
