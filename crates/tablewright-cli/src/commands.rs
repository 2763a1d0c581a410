//! The commands in the program `tablewright`.

use std::process::ExitCode;

use clap::{Arg as ClapArg, ArgAction, Command};
use tablewright_records::CompileMode;
use tablewright_syntax::diagnostic::Code;

use tablewright_driver::tool::{self, DropIn};

use crate::assembly;
use crate::attributes;
use crate::batch;
use crate::combines;
use crate::deps;
use crate::dialect;
use crate::diff;
use crate::drop_in;
use crate::encoding;
use crate::errors;
use crate::explain;
use crate::export;
use crate::fmt;
use crate::intrinsics;
use crate::limits;
use crate::lint;
use crate::lsp;
use crate::machine;
use crate::messages::Style;
use crate::missing_command;
use crate::mode::CalledProgram;
use crate::new_target;
use crate::patterns;
use crate::preprocess;
use crate::print;
use crate::query;
use crate::reduce;
use crate::registers;
use crate::sched_coverage;
use crate::schema;
use crate::serve;
use crate::simulation;
use crate::size;
use crate::terminal::{self, eprint};
use crate::test;

/// The tools whose actions `batch` can run. The first tool is the default.
const TOOLS: [&dyn tool::Tool; 6] = [
    &CalledProgram::Llvm,
    &CalledProgram::Clang,
    &CalledProgram::Mlir,
    &CalledProgram::Lldb,
    &CalledProgram::Offload,
    &CalledProgram::Irdl,
];

/// Runs the program with the arguments after its name.
pub(crate) fn main(called_as: &str, args: Vec<String>) -> ExitCode {
    // These commands read their own arguments. `help NAME` is the same as `NAME --help`.
    let words: Vec<&str> = args.iter().map(String::as_str).collect();
    let help = vec!["--help".to_owned()];
    match words[..] {
        [batch::NAME, ..] => return batch::main(called_as, &TOOLS, args[1..].to_vec()),
        ["help", batch::NAME] => return batch::main(called_as, &TOOLS, help),
        ["help", name] => {
            if let Some(tool) = CalledProgram::ALL.into_iter().find(|t| t.name() == name) {
                let called_as = format!("{called_as} {name}");
                let drop_in = DropIn {
                    tool: &tool,
                    release: None,
                    compile: CompileMode::Auto,
                    program_with_command,
                };
                return drop_in::main(drop_in, &called_as, help);
            }
        }
        _ => {}
    }
    // A server drops descriptions when it reaches its limit for memory, and runs on.
    if words.first() != Some(&serve::NAME) {
        limits::set(called_as, &args);
    }
    let style = Style::from_args(&args);
    let with_name = std::iter::once(called_as.to_owned()).chain(args.iter().cloned());
    match command().try_get_matches_from(with_name) {
        Ok(matches) => match matches.subcommand() {
            Some((print::NAME, args)) => print::main(called_as, args),
            Some((errors::NAME, args)) => errors::main(called_as, args),
            Some((explain::NAME, args)) => explain::main(called_as, args),
            Some((patterns::NAME, args)) => patterns::main(called_as, args),
            Some((encoding::NAME, args)) => encoding::main(called_as, args),
            Some((assembly::NAME, args)) => assembly::main(called_as, args),
            Some((machine::DISASSEMBLE, args)) => machine::disassemble(called_as, args),
            Some((machine::ASSEMBLE, args)) => machine::assemble(called_as, args),
            Some((machine::GENERATE, args)) => machine::generate(called_as, args),
            Some((simulation::NAME, args)) => simulation::main(called_as, args),
            Some((new_target::NAME, args)) => new_target::main(called_as, args),
            Some((attributes::NAME, args)) => attributes::main(called_as, args),
            Some((dialect::NAME, args)) => dialect::main(called_as, args),
            Some((intrinsics::NAME, args)) => intrinsics::main(called_as, args),
            Some((combines::NAME, args)) => combines::main(called_as, args),
            Some((lint::NAME, args)) => lint::main(called_as, args),
            Some((fmt::NAME, args)) => fmt::main(called_as, args),
            Some((lsp::NAME, _)) => lsp::main(called_as),
            Some((serve::NAME, args)) => serve::main(called_as, args),
            Some((deps::NAME, args)) => deps::main(called_as, args),
            Some((preprocess::NAME, args)) => preprocess::main(called_as, args),
            Some((reduce::NAME, args)) => reduce::main(called_as, args),
            Some((test::NAME, args)) => test::main(called_as, args),
            Some((size::NAME, args)) => size::main(called_as, args),
            Some((schema::NAME, args)) => schema::main(called_as, args),
            Some((query::NAME, args)) => query::main(called_as, args),
            Some((registers::NAME, args)) => registers::main(called_as, args),
            Some((sched_coverage::NAME, args)) => sched_coverage::main(called_as, args),
            Some((diff::NAME, args)) => diff::main(called_as, args),
            Some((export::NAME, args)) => export::main(called_as, args),
            _ => ExitCode::FAILURE,
        },
        Err(error) if error.use_stderr() => {
            let command = command();
            let names = command.get_subcommands().map(Command::get_name);
            let text = missing_command::advice(called_as, &args, names)
                .unwrap_or_else(|| error.to_string());
            eprint(style.error(Code::Usage, called_as, &text));
            ExitCode::FAILURE
        }
        Err(help) => terminal::print(called_as, &help.to_string()),
    }
}

/// Returns the program name `tablewright`, if it has the command.
pub(crate) fn program_with_command(name: &str) -> Option<&'static str> {
    command().get_subcommands().any(|command| command.get_name() == name).then_some("tablewright")
}

/// Returns the command line of `tablewright`. Other code reads the arguments for `batch` and the drop-in programs.
pub fn command() -> Command {
    Command::new("tablewright")
        .version(env!("CARGO_PKG_VERSION"))
        .about("Read TableGen descriptions, generate files from them, and inspect their records")
        .after_help("A link with the name of an LLVM program, for example llvm-tblgen, runs as that program.\n\nExample:\n    tablewright print ops.td --class Instruction")
        .subcommand_required(true)
        .arg_required_else_help(true)
        .arg(serve::messages_arg())
        .args(limits_args())
        .subcommand(print::command())
        .subcommand(
            Command::new(batch::NAME)
                .about("Write any number of files, and read each input once (batch --help)"),
        )
        .subcommand(query::command())
        .subcommand(lint::command())
        .subcommand(fmt::command())
        .subcommand(lsp::command())
        .subcommand(serve::command())
        .subcommand(deps::command())
        .subcommand(preprocess::command())
        .subcommand(reduce::command())
        .subcommand(test::command())
        .subcommand(size::command())
        .subcommand(schema::command())
        .subcommand(errors::command())
        .subcommand(explain::command())
        .subcommand(attributes::command())
        .subcommand(dialect::command())
        .subcommand(intrinsics::command())
        .subcommand(patterns::command())
        .subcommand(encoding::command())
        .subcommand(assembly::command())
        .subcommand(machine::disassemble_command())
        .subcommand(machine::assemble_command())
        .subcommand(machine::generate_command())
        .subcommand(simulation::command())
        .subcommand(new_target::command())
        .subcommand(combines::command())
        .subcommand(registers::command())
        .subcommand(sched_coverage::command())
        .subcommand(diff::command())
        .subcommand(export::command())
        .subcommand(drop_in_command(CalledProgram::Llvm))
        .subcommand(drop_in_command(CalledProgram::Clang))
        .subcommand(drop_in_command(CalledProgram::Mlir))
        .subcommand(drop_in_command(CalledProgram::Lldb))
        .subcommand(drop_in_command(CalledProgram::Offload))
        .subcommand(drop_in_command(CalledProgram::Irdl))
}

/// Returns the arguments for limits, common to all commands.
fn limits_args() -> [ClapArg; 3] {
    let arg = |name: &'static str, value, help| {
        ClapArg::new(name).long(name).value_name(value).global(true).help(help)
    };
    [
        arg(limits::MAX_STEPS, "NUMBER", "Stop with an error after this many evaluation steps")
            .value_parser(limits::steps),
        arg(
            limits::MAX_MEMORY,
            "SIZE",
            "Stop with an error if the process needs more memory, for example 512M or 4G",
        )
        .value_parser(limits::bytes),
        arg(
            limits::FILE_ACCESS,
            "DIR",
            "Read and write files only inside this directory; may be repeated",
        )
        .value_parser(limits::directory)
        .action(ArgAction::Append),
    ]
}

/// Returns a command for the help list only. Other code reads the arguments after its name.
fn drop_in_command(tool: CalledProgram) -> Command {
    Command::new(tool.name()).about(format!(
        "Run as {}: same actions, options and output ({} --help)",
        tool.name(),
        tool.name()
    ))
}
