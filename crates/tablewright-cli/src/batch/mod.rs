//! `tablewright batch`: any number of outputs in one run, in which each input is read once.
//!
//! A command line or a file of jobs becomes a [`Plan`](plan::Plan); threads work it off over finished
//! records; a [`Reporter`] tells what came of it, in the order of the jobs.

mod command_line;
mod jobs_file;
mod plan;
mod report;
mod schedule;

use std::ffi::OsString;
use std::process::ExitCode;

use tablewright::syntax::diagnostic::Code;

use crate::batch::command_line::Asked;
use crate::batch::plan::Plan;
use crate::batch::report::Reporter;
use crate::messages::{Format, Style};
use crate::terminal::{eprint, print};

/// The command.
pub(crate) const NAME: &str = "batch";

/// Runs the command with the arguments behind its name.
pub(crate) fn main(program: &str, args: &[OsString]) -> ExitCode {
    let called_as = format!("{program} {NAME}");
    let args: Vec<String> = args.iter().map(|arg| arg.to_string_lossy().into_owned()).collect();
    let style = Style::new(Format::asked_for(args.iter().map(String::as_str)), None);
    let planned = command_line::read(&called_as, args).and_then(|asked| match asked {
        Asked::Help => {
            print(include_str!("help.txt"));
            Ok(None)
        }
        Asked::Version => {
            print(&format!("tablewright {}\n", env!("CARGO_PKG_VERSION")));
            Ok(None)
        }
        Asked::Jobs { jobs, settings } => match Plan::new(jobs) {
            Ok(plan) => Ok(Some((plan, settings))),
            Err(errors) => {
                let worded = |what| (Code::OptionsConflict, format!("{called_as}: {what}\n"));
                Err(errors.iter().map(worded).collect())
            }
        },
    });
    match planned {
        Ok(Some((plan, settings))) => {
            let reporter = Reporter::new(&called_as, &plan, settings.quiet);
            schedule::run(&called_as, &plan, settings.threads, &reporter);
            reporter.finish()
        }
        Ok(None) => ExitCode::SUCCESS,
        Err(errors) => {
            for (code, text) in errors {
                eprint(style.error(code, &called_as, &text));
            }
            ExitCode::FAILURE
        }
    }
}
