//! `tablewright batch`: many outputs in one run. Each input is read once.
//!
//! A command line or a jobs file becomes a `Plan`. Threads run the plan over finished records. A `Reporter` prints
//! the outcomes in job order.

mod cached_jobs;
mod command_line;
mod job_server;
mod jobs_file;
mod plan;
mod report;
mod schedule;
mod shared_messages;

use std::process::ExitCode;

use tablewright_session::text_path;
use tablewright_syntax::diagnostic::Code;

use crate::batch::command_line::BatchCommand;
use crate::batch::plan::Plan;
use crate::batch::report::Reporter;
use crate::depfile::{self, Prerequisites};
use crate::messages::Style;
use crate::terminal::{eprint, print, reason};
use crate::tool::Tool;

/// The command.
pub const NAME: &str = "batch";

/// Text that `tablewright --help` prints.
pub const HELP: &str = include_str!("help.txt");

/// Runs the command with the arguments after its name. Without `--tool`, the first tool's actions are available.
pub fn main(program: &str, tools: &[&dyn Tool], args: Vec<String>) -> ExitCode {
    let called_as = format!("{program} {NAME}");
    let style = Style::from_args(&args);
    let failed = |errors: command_line::Errors| {
        for (code, text) in errors {
            eprint(style.error(code, &called_as, &text));
        }
        ExitCode::FAILURE
    };
    let (jobs, settings) = match command_line::read(&called_as, tools, args) {
        Ok(BatchCommand::Help) => return print(&called_as, &help(program, tools)),
        Ok(BatchCommand::Version) => {
            return print(&called_as, &format!("tablewright {}\n", env!("CARGO_PKG_VERSION")));
        }
        Ok(BatchCommand::Jobs { jobs, settings }) => (jobs, settings),
        Err(errors) => return failed(errors),
    };
    let plan = match Plan::new(jobs, settings.depfile.as_deref()) {
        Ok(plan) => plan,
        Err(errors) => {
            let worded = |what| (Code::OptionsConflict, format!("{called_as}: {what}\n"));
            return failed(errors.iter().map(worded).collect());
        }
    };
    if let Some(hint) = &settings.hint {
        eprint(format_args!("{called_as}: note: {hint}\n"));
    }
    let reporter = Reporter::new(&called_as, &plan, settings.quiet);
    let files = schedule::run(&called_as, &plan, settings.threads, &reporter);
    let side_paths = reporter.side_paths();
    let code = reporter.finish();
    match settings.depfile {
        Some(depfile) if code == ExitCode::SUCCESS => {
            let outputs = plan.jobs.iter().map(|job| job.output.as_str());
            let targets = depfile::targets(outputs, &side_paths);
            write_depfile(style, &called_as, &depfile, &targets, &files)
        }
        _ => code,
    }
}

/// Builds the text for `--help`.
fn help(program: &str, tools: &[&dyn Tool]) -> String {
    match tools {
        [tool] if !tool.is_replacement() => {
            let action = tool.default_backend().name;
            let text = include_str!("own_help.txt").replace("{program}", program);
            text.replace("{action}", action)
        }
        _ => HELP.to_owned(),
    }
}

/// Writes the common depfile of a batch: all outputs depend on all input files.
fn write_depfile(
    style: Style,
    called_as: &str,
    depfile: &str,
    targets: &str,
    files: &Prerequisites,
) -> ExitCode {
    match depfile::write(&text_path(depfile), targets, files) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            let text = format!("{called_as}: error opening {depfile}:{}\n", reason(&error));
            eprint(style.error(Code::FileAccess, called_as, &text));
            ExitCode::FAILURE
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::request::Request;
    use crate::side_file_tests::TestDir;

    fn run(requests: Vec<Request>) -> (ExitCode, Vec<String>) {
        let plan = Plan::new(requests, None).expect("the jobs write different files");
        let reporter = Reporter::new("test", &plan, true);
        schedule::run("test", &plan, 2, &reporter);
        let side_paths = reporter.side_paths();
        (reporter.finish(), side_paths)
    }

    #[test]
    fn jobs_write_their_side_files() {
        let dir = TestDir::new();
        let (code, side_paths) = run(vec![dir.request("def a;", "X.inc")]);
        assert_eq!(code, ExitCode::SUCCESS);
        assert_eq!(side_paths, [dir.path("XEnums.inc"), dir.path("shard.txt")]);
        assert_eq!(dir.read("XEnums.inc"), "enums\nmore enums\n");
    }

    #[test]
    fn two_jobs_cannot_write_one_side_file() {
        let dir = TestDir::new();
        let (code, side_paths) =
            run(["X.inc", "Y.inc"].map(|name| dir.request("def a;", name)).into());
        assert_eq!(code, ExitCode::FAILURE);
        // Whichever job starts first writes the side file.
        assert_eq!(side_paths.len(), 2);
        assert_eq!(dir.read("shard.txt"), "shard\n");
    }

    #[test]
    fn a_side_file_is_not_the_output_of_another_job() {
        let dir = TestDir::new();
        let (code, side_paths) =
            run(["X.inc", "XEnums.inc"].map(|name| dir.request("def a;", name)).into());
        assert_eq!(code, ExitCode::FAILURE);
        assert_eq!(side_paths, [dir.path("XEnumsEnums.inc"), dir.path("shard.txt")]);
    }
}
