//! `tablewright preprocess`: combines a file and its includes into one file.

use std::io;
use std::process::ExitCode;

use clap::{ArgMatches, Command};
use tablewright_session::read_limited;
use tablewright_session::{Flattened, text_path};
use tablewright_syntax::Flattening;

use crate::command_context::{CommandContext, FailureReported, exit_code};
use crate::inspect::{self, flag};
use crate::release;

pub(crate) const NAME: &str = "preprocess";

const COMMENTS: &str = "comments";
const MARK_FILES: &str = "mark-files";

pub(crate) fn command() -> Command {
    inspect::command(NAME)
        .about("Expand includes and preprocessor directives into a single file")
        .after_help(
            "The output describes the same records and needs neither -I nor -D.\n\
             \n\
             Example:\n\
             \x20   tablewright preprocess llvm/lib/Target/RISCV/RISCV.td -o all.td",
        )
        .mut_arg("file", |file| file.help("File to read; - reads standard input"))
        // Includes and directives are the same in all releases.
        .mut_arg(release::OPTION, |release| release.hide(true))
        .arg(flag(COMMENTS, "Keep comments"))
        .arg(flag(MARK_FILES, "Add comments with the file and line of the text"))
        .arg(inspect::output_arg())
        .arg(inspect::color_arg())
}

pub(crate) fn main(called_as: &str, args: &ArgMatches) -> ExitCode {
    let context = CommandContext::new(called_as, args);
    let flattening = Flattening {
        keeps_comments: args.get_flag(COMMENTS),
        marks_files: args.get_flag(MARK_FILES),
    };
    exit_code(flattened(context, flattening).and_then(|flat| context.write(&flat.text)))
}

/// Combines the input and its includes into one text.
///
/// # Errors
/// If the input cannot be read, or has preprocessor errors.
pub(crate) fn flattened(
    context: CommandContext<'_>,
    flattening: Flattening,
) -> Result<Flattened, FailureReported> {
    let input = context.input();
    let flat = flattened_input(context, input, flattening)
        .map_err(|error| context.unreadable(input, &error))?;
    context.report(&flat.sources, &flat.diagnostics)?;
    Ok(flat)
}

fn flattened_input(
    context: CommandContext<'_>,
    input: &str,
    flattening: Flattening,
) -> io::Result<Flattened> {
    let session = inspect::session(context.called_as, context.args, input);
    if input == "-" {
        let bytes = read_limited(io::stdin().lock())?;
        return Ok(session.flatten_bytes("<stdin>", bytes, flattening));
    }
    session.flatten_file(text_path(input), flattening)
}
