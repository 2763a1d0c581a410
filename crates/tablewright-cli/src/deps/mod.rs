//! `tablewright deps`: the files that a file includes, determined without evaluation.

use std::io;
use std::process::ExitCode;

use clap::{ArgMatches, Command};
use serde::Serialize;
use tablewright_inspect::{IncludeLine, IncludeTree};
use tablewright_session::read_limited;
use tablewright_session::{Includes, text_path};

use crate::command_context::{CommandContext, FailureReported, exit_code};
use crate::inspect::{self, flag};
use crate::release;
use crate::report::{Report, ReportForm};

pub(crate) const NAME: &str = "deps";

const LIST: &str = "list";

pub(crate) fn command() -> Command {
    inspect::command(NAME)
        .about("List the files that a file includes")
        .after_help(
            "Only includes and preprocessor directives are read. A * marks a file that is included again.\n\
             \n\
             Example:\n\
             \x20   tablewright deps llvm/lib/Target/RISCV/RISCV.td --list",
        )
        .mut_arg("file", |file| file.help("File to read; - reads standard input"))
        // Includes are the same in all releases.
        .mut_arg(release::OPTION, |release| release.hide(true))
        .arg(flag(LIST, "List each included file once, one path per line"))
        .args(ReportForm::args())
}

pub(crate) fn main(called_as: &str, args: &ArgMatches) -> ExitCode {
    exit_code(run(CommandContext::new(called_as, args)))
}

fn run(context: CommandContext<'_>) -> Result<ExitCode, FailureReported> {
    let includes = read(context).map_err(|error| context.unreadable(context.input(), &error))?;
    context.report(&includes.sources, &includes.diagnostics)?;
    let is_list = context.args.get_flag(LIST);
    context.write_report(&DepsReport::new(IncludeTree::new(&includes.sources), is_list))
}

fn read(context: CommandContext<'_>) -> io::Result<Includes> {
    let input = context.input();
    let session = inspect::session(context.called_as, context.args, input);
    if input == "-" {
        return Ok(session.includes_of_bytes("<stdin>", read_limited(io::stdin().lock())?));
    }
    session.includes_of_file(text_path(input))
}

#[derive(Serialize)]
struct DepsReport {
    #[serde(flatten)]
    tree: IncludeTree,
    /// Whether each included file is listed once, not in a tree.
    #[serde(skip)]
    is_list: bool,
}

impl DepsReport {
    fn new(mut tree: IncludeTree, is_list: bool) -> DepsReport {
        if is_list {
            tree.files.retain(|line| line.depth > 0 && !line.is_repeated);
        }
        DepsReport { tree, is_list }
    }
}

impl Report for DepsReport {
    const NAME: &'static str = "deps";
    const COLUMNS: &'static [&'static str] = &["FILE", "DEPTH", "INCLUDED AT", "BYTES"];
    type Row = IncludeLine;

    fn rows(&self) -> &[IncludeLine] {
        &self.tree.files
    }

    fn cells(&self, line: &IncludeLine) -> Vec<String> {
        let included_at = line.included_at.as_ref().map_or(String::new(), |at| at.to_string());
        vec![line.file.clone(), line.depth.to_string(), included_at, line.bytes.to_string()]
    }

    fn text(&self, _: Option<usize>) -> String {
        let line = |line: &IncludeLine| {
            let indent = if self.is_list { 0 } else { 2 * line.depth };
            let mark = if line.is_repeated { " *" } else { "" };
            format!("{:indent$}{}{mark}\n", "", line.file)
        };
        self.tree.files.iter().map(line).collect()
    }
}
