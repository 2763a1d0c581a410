//! `tablewright preprocess`: one file in place of a file with what it includes.

use std::io;
use std::process::ExitCode;

use clap::{ArgMatches, Command};
use tablewright::syntax::Flattening;
use tablewright::syntax::diagnostic::Code;
use tablewright::{Flattened, read_limited, text_path};

use crate::inspect::{self, flag};
use crate::messages::Style;
use crate::output_file::write_text;
use crate::release;
use crate::terminal::{eprint, print, reason};

pub(crate) const NAME: &str = "preprocess";

const COMMENTS: &str = "comments";
const MARK_FILES: &str = "mark-files";

pub(crate) fn command() -> Command {
    inspect::command(NAME)
        .about("Make one file of a file and all that it includes, without directives")
        .after_help("The file that is written reads to the same records, without -I and -D.")
        .mut_arg("file", |file| file.help("The file; - is standard input"))
        // Includes and directives are the same in all releases.
        .mut_arg(release::OPTION, |release| release.hide(true))
        .arg(flag(COMMENTS, "Keep comments"))
        .arg(flag(MARK_FILES, "Say in comments which file and line the text comes from"))
        .arg(inspect::output_arg())
        .arg(inspect::color_arg())
}

pub(crate) fn main(called_as: &str, args: &ArgMatches) -> ExitCode {
    let style = Style::new(inspect::messages_format(args), inspect::color(args));
    let fails = |what: String| {
        eprint(style.error(Code::FileAccess, called_as, &format!("{called_as}: {what}\n")));
        ExitCode::FAILURE
    };
    let flattening = Flattening {
        keeps_comments: args.get_flag(COMMENTS),
        marks_files: args.get_flag(MARK_FILES),
    };
    let input = args.get_one::<String>("file").expect("it is required");
    let flattened = match flattened(called_as, args, input, flattening) {
        Ok(flattened) => flattened,
        Err(error) => {
            return fails(format!("Could not open input file '{input}': {}", reason(&error)));
        }
    };
    for diagnostic in &flattened.diagnostics {
        eprint(style.diagnostic(&flattened.sources, diagnostic));
    }
    if flattened.diagnostics.has_errors() {
        return ExitCode::FAILURE;
    }
    let output = args.get_one::<String>("output");
    let Some(path) = output else { return print(called_as, &flattened.text) };
    match write_text(path, &flattened.text) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => fails(format!("error writing {path}: {}", reason(&error))),
    }
}

/// One text in place of the input.
pub(crate) fn flattened(
    called_as: &str,
    args: &ArgMatches,
    input: &str,
    flattening: Flattening,
) -> io::Result<Flattened> {
    let session = inspect::session(called_as, args, input);
    if input == "-" {
        let bytes = read_limited(io::stdin().lock())?;
        return Ok(session.flatten_bytes("<stdin>", bytes, flattening));
    }
    session.flatten_file(text_path(input), flattening)
}
