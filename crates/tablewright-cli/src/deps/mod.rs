//! `tablewright deps`: the files that a file includes, found without evaluation.

use std::io;
use std::process::ExitCode;

use clap::{ArgMatches, Command};
use serde::Serialize;
use tablewright::inspect::{IncludeLine, IncludeTree};
use tablewright::syntax::diagnostic::Code;
use tablewright::{Includes, read_limited, text_path};

use crate::inspect::{self, flag};
use crate::messages::Style;
use crate::output_file::write_text;
use crate::release;
use crate::report::{Form, Report};
use crate::terminal::{eprint, output_width, print, reason};

pub(crate) const NAME: &str = "deps";

const LIST: &str = "list";

pub(crate) fn command() -> Command {
    inspect::command(NAME)
        .about("Show which files a file includes")
        .after_help(
            "Only includes and the directives of the preprocessor are read. A file that is included \
             again is marked *.",
        )
        .mut_arg("file", |file| file.help("The file; - is standard input"))
        // Includes are the same in all releases.
        .mut_arg(release::OPTION, |release| release.hide(true))
        .arg(flag(LIST, "Show each included file once, a path a line"))
        .args(Form::args())
}

pub(crate) fn main(called_as: &str, args: &ArgMatches) -> ExitCode {
    let style = Style::new(inspect::messages_format(args), inspect::color(args));
    let fails = |code: Code, what: String| {
        eprint(style.error(code, called_as, &format!("{called_as}: {what}\n")));
        ExitCode::FAILURE
    };
    let input = args.get_one::<String>("file").expect("it is required");
    let includes = match read(called_as, args, input) {
        Ok(includes) => includes,
        Err(error) => {
            let what = format!("Could not open input file '{input}': {}", reason(&error));
            return fails(Code::FileAccess, what);
        }
    };
    for diagnostic in &includes.diagnostics {
        eprint(style.diagnostic(&includes.sources, diagnostic));
    }
    if includes.diagnostics.has_errors() {
        return ExitCode::FAILURE;
    }
    let output = args.get_one::<String>("output");
    let width = if output.is_none() { output_width() } else { None };
    let report = DepsReport::new(IncludeTree::of(&includes.sources), args.get_flag(LIST));
    let text = Form::of(args).print(&report, width);
    let Some(path) = output else { return print(called_as, &text) };
    match write_text(path, &text) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => fails(Code::FileAccess, format!("error writing {path}: {}", reason(&error))),
    }
}

fn read(called_as: &str, args: &ArgMatches, input: &str) -> io::Result<Includes> {
    let session = inspect::session(called_as, args, input);
    if input == "-" {
        return Ok(session.includes_of_bytes("<stdin>", read_limited(io::stdin().lock())?));
    }
    session.includes_of_file(text_path(input))
}

/// The files that a file includes.
#[derive(Serialize)]
struct DepsReport {
    #[serde(flatten)]
    tree: IncludeTree,
    /// Whether each included file is shown once, and not in a tree.
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
    type Row = IncludeLine;

    fn rows(&self) -> &[IncludeLine] {
        &self.tree.files
    }

    fn columns(&self) -> Vec<String> {
        ["FILE", "DEPTH", "INCLUDED AT", "BYTES"].map(str::to_owned).to_vec()
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
