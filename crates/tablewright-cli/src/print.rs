//! `tablewright print`: the records of a description, as an `llvm-tblgen` action prints them.

use std::process::ExitCode;

use clap::builder::PossibleValuesParser;
use clap::{Arg, ArgMatches, Command};
use tablewright_driver::served_run::ServedRequest;
use tablewright_syntax::diagnostic::Code;

use crate::drop_in;
use crate::grammar::GrammarArg;
use crate::inspect::{self, has_form, name_patterns};
use crate::messages::Style;
use crate::mode::CalledProgram;
use crate::option_table::OptionTable;
use crate::request::{Output, Request};
use crate::selection::Selection;
use crate::terminal::eprint;

pub(crate) const NAME: &str = "print";

/// The format that cannot be limited to some records.
const SETS: &str = "sets";

/// Formats, with their actions.
const FORMATS: [(&str, &str); 5] = [
    ("records", "print-records"),
    ("detailed", "print-detailed-records"),
    ("json", "dump-json"),
    (SETS, "print-sets"),
    ("tags", "gen-ctags"),
];

pub(crate) fn command() -> Command {
    Command::new(NAME)
                .about("Print the records of a description")
                .arg(
                    Arg::new("file")
                        .value_name("FILE")
                        .required(true)
                        .help("Description to read; - reads standard input"),
                )
                .arg(inspect::texts("include", "DIR", "Search this directory for included files").short('I'))
                .arg(inspect::texts("define", "MACRO", "Define this macro for the preprocessor").short('D'))
                .arg(
                    Arg::new("format")
                        .long("format")
                        .short('f')
                        .value_parser(PossibleValuesParser::new(FORMATS.map(|(name, _)| name)))
                        .default_value("records")
                        .help("Output format"),
                )
                .arg(inspect::texts("record", "PATTERN", "Only records with a matching name"))
                .arg(inspect::texts(
                    "class",
                    "PATTERN",
                    "Only records that inherit from a class with a matching name",
                ))
                .arg(inspect::release_arg())
                .arg(inspect::output_arg())
                .arg(inspect::color_arg())
                .after_help("In a PATTERN, * matches any text and ? any character.\n\nExample:\n    tablewright print ops.td --class Instruction --format json")
}

/// Runs an `llvm-tblgen` action over the selected records.
pub(crate) fn main(called_as: &str, args: &ArgMatches) -> ExitCode {
    let called_as = format!("{called_as} {NAME}");
    let ServedRequest { request, note, .. } = request(&called_as, args);
    if has_form(args, SETS) && !request.selection.is_everything() {
        // A set is expanded from other sets, whether selected or not.
        let style = Style::new(request.format, request.color);
        let text = format!("{called_as}: --record and --class do not go with --format sets\n");
        eprint(style.error(Code::OptionsConflict, &called_as, &text));
        return ExitCode::FAILURE;
    }
    if let Some(note) = note {
        eprint(note);
    }
    drop_in::run(&called_as, &request)
}

/// Builds the request for the arguments.
pub(crate) fn request(called_as: &str, args: &ArgMatches) -> ServedRequest {
    let table = OptionTable::new(&CalledProgram::Llvm, None);
    let text = |name: &str| args.get_one::<String>(name).cloned();
    let (_, action) =
        FORMATS.iter().find(|(name, _)| has_form(args, name)).expect("others are refused");
    let backend = table.action(action).expect("the formats are actions");
    let input = text("file").expect("it is required");
    let (session, note) = inspect::session_and_note(called_as, args, &input);
    let mut request = Request::new(&table, vec![GrammarArg::Action(backend)]);
    request.cache = None;
    request.session = session;
    request.input = input;
    request.output = text("output").map_or(Output::Standard, Output::from_path);
    request.color = inspect::color(args);
    request.format = inspect::messages_format(args);
    request.selection =
        Selection { records: name_patterns(args, "record"), classes: name_patterns(args, "class") };
    ServedRequest { called_as: called_as.to_owned(), request, other: None, note }
}
