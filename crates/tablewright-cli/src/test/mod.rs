//! `tablewright test`: whether the records of a description are as its comments say.

mod file_test;
mod report;

use std::process::ExitCode;

use clap::{ArgMatches, Command};
use tablewright::syntax::diagnostic::Code;

use crate::inspect;
use crate::messages::Style;
use crate::output_file::write_text;
use crate::report::Form;
use crate::terminal::{eprint, output_width, print, reason};
use file_test::FileTest;
use report::TestReport;

pub(crate) const NAME: &str = "test";

const FILES: &str = "file";

pub(crate) fn command() -> Command {
    inspect::command(NAME)
        .about("Check what comments of a description say of its records")
        .after_help(
            "The comments of FILE and of what it includes are read:\n  // EXPECT ADDI: Inst{6-0} = \
             0b0010011    a condition as that of query --where\n  // EXPECT class Load: mayLoad = 1  \
             \x20      for all records of a class\n  // EXPECT decode 0x00000013 = ADDI       for the \
             decoder's tables\n  // EXPECT-ERROR find class                for an error on this line, \
             or on the next one",
        )
        .mut_arg(FILES, |file| file.num_args(1..).help("The descriptions; - is standard input"))
        .args(Form::args())
}

pub(crate) fn main(called_as: &str, args: &ArgMatches) -> ExitCode {
    let style = Style::new(inspect::messages_format(args), inspect::color(args));
    let fails = |code: Code, what: String| {
        eprint(style.error(code, called_as, &format!("{called_as}: {what}\n")));
        ExitCode::FAILURE
    };
    let mut report = TestReport::default();
    for file in args.get_many::<String>(FILES).unwrap_or_default() {
        let session = inspect::session(called_as, args, file).trace(true);
        match FileTest::read(&session, file) {
            Ok(loaded) => {
                let outcome = loaded.run();
                for diagnostic in &outcome.diagnostics {
                    eprint(style.diagnostic(loaded.sources(), diagnostic));
                }
                report.add(outcome);
            }
            Err(error) => {
                return fails(
                    Code::FileAccess,
                    format!("Could not open input file '{file}': {}", reason(&error)),
                );
            }
        }
    }
    let output = args.get_one::<String>("output");
    let width = if output.is_none() { output_width() } else { None };
    let text = Form::of(args).print(&report, width);
    let written = match output {
        None => print(called_as, &text),
        Some(path) => match write_text(path, &text) {
            Ok(()) => ExitCode::SUCCESS,
            Err(error) => {
                let what = format!("error writing {path}: {}", reason(&error));
                return fails(Code::FileAccess, what);
            }
        },
    };
    if report.passes() { written } else { ExitCode::FAILURE }
}
