//! `tablewright export`: target properties in a description, as JSON for programs.

use std::process::ExitCode;

use clap::builder::PossibleValuesParser;
use clap::{Arg, ArgMatches, Command};
use serde::Serialize;
use tablewright_backend::Failure;
use tablewright_clang::checker_list::{ExportedChecker, checkers};
use tablewright_general::option_list::{ExportedOption, options};
use tablewright_inspect::encoding::DecoderSetup;
use tablewright_inspect::export::{
    ExportedList, ExportedListKind, SCHEMA, VERSION, list, mnemonics,
};
use tablewright_syntax::diagnostic::{Code, Diagnostic};
use tablewright_target::target::target;

use crate::description_command::{CommandSubject, DescriptionCommand};
use crate::inspect;
use crate::machine;
use crate::terminal::print;

pub(crate) const NAME: &str = "export";

const KIND: &str = "kind";
const SCHEMA_OPTION: &str = "schema";

/// The kind of list that a program's options have.
const OPTIONS: &str = "options";
/// The kind of list that a static analyzer's checkers have.
const CHECKERS: &str = "checkers";

pub(crate) fn command() -> Command {
    let kinds = ExportedListKind::ALL.map(ExportedListKind::name);
    let kinds = PossibleValuesParser::new(kinds.into_iter().chain([OPTIONS, CHECKERS]));
    inspect::command(NAME)
        .about("Print instructions, registers, patterns and more as JSON")
        .after_help(
            "The output is an object with the format version, the target, its LLVM release, the kind and the list.\n\
             --schema describes all members. Options and checkers do not belong to a target.\n\
             \n\
             Examples:\n\
             \x20   tablewright export registers llvm/lib/Target/RISCV/RISCV.td -o registers.json\n\
             \x20   tablewright export mnemonics llvm/lib/Target/RISCV/RISCV.td --mcpu sifive-u74\n\
             \x20   tablewright export options lld/ELF/Options.td\n\
             \x20   tablewright export checkers clang/include/clang/StaticAnalyzer/Checkers/Checkers.td",
        )
        // The kind precedes the file, since it selects the report.
        .arg(
            Arg::new(KIND)
                .value_name("KIND")
                .required_unless_present(SCHEMA_OPTION)
                .value_parser(kinds)
                .index(1)
                .help("Kind of list"),
        )
        .mut_arg("file", |file| {
            file.index(2).required(false).required_unless_present(SCHEMA_OPTION)
        })
        .arg(
            inspect::flag(SCHEMA_OPTION, "Print the JSON Schema of the output, for all kinds")
                .exclusive(true),
        )
        .args(machine::processor_args().map(|arg| {
            let help = arg.get_help().map_or_else(String::new, ToString::to_string);
            arg.help(format!("{help} (kind mnemonics)"))
        }))
        .arg(inspect::output_arg())
        .arg(inspect::color_arg())
}

pub(crate) fn main(called_as: &str, args: &ArgMatches) -> ExitCode {
    if args.get_flag(SCHEMA_OPTION) {
        return print(called_as, SCHEMA);
    }
    let name = args.get_one::<String>(KIND).map(String::as_str).unwrap_or_default();
    let options = machine::options(args);
    let command = ExportCommand {
        kind: match name {
            OPTIONS => ExportKind::Options,
            CHECKERS => ExportKind::Checkers,
            _ => ExportKind::Target(
                ExportedListKind::from_name(name).expect("the parser accepts known kinds only"),
            ),
        },
        setup: DecoderSetup {
            tables: Vec::new(),
            processor: options.processor,
            features: options.features,
        },
    };
    inspect::run(called_as, args, Box::new(command))
}

/// A kind of list on the command line.
#[derive(Clone, Copy, PartialEq, Eq)]
enum ExportKind {
    Target(ExportedListKind),
    /// A program's options.
    Options,
    /// A static analyzer's checkers.
    Checkers,
}

impl ExportKind {
    fn name(self) -> &'static str {
        match self {
            ExportKind::Target(kind) => kind.name(),
            ExportKind::Options => OPTIONS,
            ExportKind::Checkers => CHECKERS,
        }
    }
}

/// Command line options.
struct ExportCommand {
    kind: ExportKind,
    /// The processor and features.
    setup: DecoderSetup,
}

#[derive(Serialize)]
struct Export<'a> {
    version: u32,
    /// Target name; `None` for options and checkers.
    #[serde(skip_serializing_if = "Option::is_none")]
    target: Option<&'a str>,
    /// LLVM release of the description.
    release: String,
    kind: &'static str,
    list: PrintedList,
}

/// A list of a target, a program's options, or an analyzer's checkers.
#[derive(Serialize)]
#[serde(untagged)]
enum PrintedList {
    Target(ExportedList),
    Options(Vec<ExportedOption>),
    Checkers(Vec<ExportedChecker>),
}

impl DescriptionCommand for ExportCommand {
    fn name(&self) -> &'static str {
        NAME
    }

    fn text(&self, subject: &mut CommandSubject<'_, '_>) -> Result<String, Failure> {
        let store = subject.store;
        if self.setup.is_restricted()
            && self.kind != ExportKind::Target(ExportedListKind::Mnemonics)
        {
            let message = "--mcpu and --mattr apply only to the kind 'mnemonics'";
            return Err(Diagnostic::error_anywhere(Code::Usage, message).into());
        }
        let (target, list) = match self.kind {
            ExportKind::Options => {
                (None, PrintedList::Options(options(store, subject.diagnostics)?))
            }
            ExportKind::Checkers => (None, PrintedList::Checkers(checkers(store)?)),
            ExportKind::Target(ExportedListKind::Mnemonics) => {
                let list = mnemonics(store, &self.setup, subject.diagnostics)?;
                (Some(target(store)?.name()), PrintedList::Target(ExportedList::Mnemonics(list)))
            }
            ExportKind::Target(kind) => {
                let name = target(store)?.name();
                (Some(name), PrintedList::Target(list(kind, store, subject.diagnostics)?))
            }
        };
        let export = Export {
            version: VERSION,
            target,
            release: store.release().to_string(),
            kind: self.kind.name(),
            list,
        };
        let text = serde_json::to_string_pretty(&export);
        Ok(text.expect("strings and numbers are valid JSON") + "\n")
    }
}
