//! `tablewright export`: target properties in a description, as JSON for programs.

use std::process::ExitCode;

use clap::builder::PossibleValuesParser;
use clap::{Arg, ArgMatches, Command};
use serde::Serialize;
use tablewright_backend::Failure;
use tablewright_inspect::export::{ExportedList, ExportedListKind, SCHEMA, VERSION, list};
use tablewright_target::target::target;

use crate::description_command::{CommandSubject, DescriptionCommand};
use crate::inspect;
use crate::terminal::print;

pub(crate) const NAME: &str = "export";

const KIND: &str = "kind";
const SCHEMA_OPTION: &str = "schema";

pub(crate) fn command() -> Command {
    let kinds = PossibleValuesParser::new(ExportedListKind::ALL.map(ExportedListKind::name));
    inspect::command(NAME)
        .about("Print instructions, registers, patterns and more as JSON")
        .after_help(
            "The output is an object with the format version, the target, its LLVM release, the kind and the list.\n\
             --schema describes all members.\n\
             \n\
             Example:\n\
             \x20   tablewright export registers llvm/lib/Target/RISCV/RISCV.td -o registers.json",
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
        .arg(inspect::output_arg())
        .arg(inspect::color_arg())
}

pub(crate) fn main(called_as: &str, args: &ArgMatches) -> ExitCode {
    if args.get_flag(SCHEMA_OPTION) {
        return print(called_as, SCHEMA);
    }
    let kind = args.get_one::<String>(KIND).and_then(|name| ExportedListKind::from_name(name));
    let kind = kind.expect("the parser accepts only names of kinds");
    inspect::run(called_as, args, Box::new(ExportCommand { kind }))
}

/// Command line options.
struct ExportCommand {
    kind: ExportedListKind,
}

#[derive(Serialize)]
struct Export<'a> {
    version: u32,
    /// Target name.
    target: &'a str,
    /// LLVM release of the description.
    release: String,
    kind: &'static str,
    list: ExportedList,
}

impl DescriptionCommand for ExportCommand {
    fn name(&self) -> &'static str {
        NAME
    }

    fn text(&self, subject: &mut CommandSubject<'_, '_>) -> Result<String, Failure> {
        let store = subject.store;
        let export = Export {
            version: VERSION,
            target: target(store)?.name(),
            release: store.release().to_string(),
            kind: self.kind.name(),
            list: list(self.kind, store, subject.diagnostics)?,
        };
        let text = serde_json::to_string_pretty(&export);
        Ok(text.expect("strings and numbers are valid JSON") + "\n")
    }
}
