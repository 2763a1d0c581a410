//! `tablewright test`: checks that a description's records match the expectations in its comments.

mod assembly;
mod file_test;
mod report;

use std::process::ExitCode;

use clap::{ArgMatches, Command};

use crate::command_context::{CommandContext, FailureReported, exit_code};
use crate::inspect;
use crate::report::ReportForm;
use crate::terminal::eprint;
use file_test::FileTest;
use report::TestReport;

pub(crate) const NAME: &str = "test";

const FILES: &str = "file";

pub(crate) fn command() -> Command {
    inspect::command(NAME)
        .about("Check the expectations in a description's comments")
        .after_help(
            "Comments in FILE and in its included files state expectations:\n\
             \x20   // EXPECT ADDI: Inst{6-0} = 0b0010011             a condition as in query --where\n\
             \x20   // EXPECT class Load: mayLoad = 1                 a condition for all records of a class\n\
             \x20   // EXPECT decode 0x00000013 = ADDI                the instruction for a word\n\
             \x20   // EXPECT encode ADDI rd=1, imm=5 = 0x00500093    the word for an instruction\n\
             \x20   // EXPECT asm \"addi a0, a1, 5\" = 0x00558513       the word for a line of assembly\n\
             \x20   // EXPECT-ERROR find class                        an error on this line or on the next line\n\
             \n\
             Example:\n\
             \x20   tablewright test cpu.td",
        )
        .mut_arg(FILES, |file| file.num_args(1..).help("Descriptions to check; - reads standard input"))
        .args(ReportForm::args())
}

pub(crate) fn main(called_as: &str, args: &ArgMatches) -> ExitCode {
    exit_code(run(CommandContext::new(called_as, args)))
}

fn run(context: CommandContext<'_>) -> Result<ExitCode, FailureReported> {
    let mut report = TestReport::default();
    for file in context.args.get_many::<String>(FILES).unwrap_or_default() {
        let session = inspect::session(context.called_as, context.args, file).trace(true);
        let loaded =
            FileTest::read(&session, file).map_err(|error| context.unreadable(file, &error))?;
        let outcome = loaded.run();
        for diagnostic in &outcome.diagnostics {
            eprint(context.style.diagnostic(loaded.sources(), diagnostic));
        }
        report.add(outcome);
    }
    let written = context.write_report(&report)?;
    Ok(if report.passes() { written } else { ExitCode::FAILURE })
}
