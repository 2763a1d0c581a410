//! `tablewright fmt`: formats the layout of files.

mod changed_lines;
mod unified_diff;
mod verify;

use std::fs;
use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;

use clap::{Arg, ArgMatches, Command};
use tablewright_session::read_limited;
use tablewright_session::{path_text, text_path};
use tablewright_syntax::diagnostic::{Code, Diagnostic};
use tablewright_syntax::format::{LayoutEdit, LayoutError, LineSelection, apply, format};
use tablewright_syntax::lossless::{LosslessTree, SyntaxError};
use tablewright_syntax::source::SourceMap;
use tablewright_text::byte_escape::{escape, unescape};

use crate::command_context::{CommandContext, FailureReported, exit_code};
use crate::inspect::{self, flag};
use crate::limits::read_file;
use crate::output_file::OutputFile;
use crate::settings_file::SettingsFile;
use crate::terminal::{eprint, print, reason};

use changed_lines::ChangedLines;
use verify::FormatVerification;

pub(crate) const NAME: &str = "fmt";

const CHECK: &str = "check";
const DIFF: &str = "diff";
const LINES: &str = "lines";
const SINCE: &str = "since";
const VERIFY: &str = "verify";

pub(crate) fn command() -> Command {
    Command::new(NAME)
        .about("Format files: change only blanks and line breaks")
        .after_help(
            "--since without files formats all .td files in and below the current directory. Comments, code\n\
             literals, manual alignment and line breaks stay, except in lines that are too long. Lines between\n\
             these comments stay as they are:\n\
             \x20   // tablewright: off\n\
             \x20   // tablewright: on\n\
             The file .tablewright.toml, beside a file or in a directory above it, has the settings:\n\
             \x20   [fmt]\n\
             \x20   width = 100\n\
             The exit code is 1 if a file has syntax errors, or with --check if a file would change.\n\
             \n\
             Example:\n\
             \x20   tablewright fmt --check llvm/lib/Target/RISCV",
        )
        .arg(
            Arg::new("file")
                .value_name("FILE")
                .num_args(0..)
                .required_unless_present(SINCE)
                .help("File, or directory with .td files; - reads standard input"),
        )
        .arg(flag(CHECK, "Write nothing; list the files that would change"))
        .arg(flag(DIFF, "Write nothing; print the changes"))
        .arg(inspect::texts(LINES, "FIRST-LAST", "Change only these lines of the file, for example 10-20").conflicts_with(SINCE))
        .arg(
            Arg::new(SINCE)
                .long(SINCE)
                .value_name("REVISION")
                .help("Change only lines that differ from this Git revision"),
        )
        .arg(
            Arg::new(VERIFY)
                .long(VERIFY)
                .value_name("MAIN")
                .num_args(0..=1)
                .require_equals(true)
                .default_missing_value("")
                .help(
                    "Write a file only if the records stay the same, in the file itself or in MAIN, which \
                     includes it",
                ),
        )
        .arg(inspect::texts("include", "DIR", "With --verify, search this directory for included files").short('I'))
        .arg(inspect::texts("define", "MACRO", "With --verify, define this macro").short('D'))
        .arg(inspect::release_arg())
        .arg(inspect::color_arg())
}

pub(crate) fn main(called_as: &str, args: &ArgMatches) -> ExitCode {
    let context = CommandContext::new(called_as, args);
    let verification = args.get_one::<String>(VERIFY).map(|main| FormatVerification::new(main));
    exit_code(FmtCommand { context, args, verification }.run())
}

/// The command with its arguments.
struct FmtCommand<'a> {
    context: CommandContext<'a>,
    args: &'a ArgMatches,
    /// Record comparison for `--verify`.
    verification: Option<FormatVerification>,
}

/// The result for a file.
#[derive(Clone, Copy, PartialEq, Eq)]
enum FmtOutcome {
    Unchanged,
    Changed,
}

impl FmtCommand<'_> {
    fn run(&self) -> Result<ExitCode, FailureReported> {
        let (mut is_refused, mut is_changed) = (false, false);
        for (file, lines) in self.files()? {
            match self.file(&file, &lines) {
                Ok(outcome) => is_changed |= outcome == FmtOutcome::Changed,
                // The remaining files are still changed.
                Err(FailureReported) => is_refused = true,
            }
        }
        let fails = is_refused || is_changed && self.args.get_flag(CHECK);
        Ok(if fails { ExitCode::FAILURE } else { ExitCode::SUCCESS })
    }

    /// Returns the files, with the lines that may change.
    fn files(&self) -> Result<Vec<(String, LineSelection)>, FailureReported> {
        let named = inspect::all(self.args, "file");
        if let Some(revision) = self.args.get_one::<String>(SINCE) {
            let changed = ChangedLines::since(revision, &named).map_err(|why| self.usage(&why))?;
            return Ok(changed.files);
        }
        let mut files = Vec::new();
        for name in named {
            let path = text_path(&name);
            if name != "-" && path.is_dir() {
                files_below(&path, &mut files)
                    .map_err(|error| self.context.unreadable(&name, &error))?;
            } else {
                files.push(name);
            }
        }
        let lines = self.lines().map_err(|why| self.usage(&why))?;
        if lines != LineSelection::All && files.len() != 1 {
            return Err(self.usage("--lines goes with one file"));
        }
        Ok(files.into_iter().map(|file| (file, lines.clone())).collect())
    }

    /// Returns the lines selected by `--lines`.
    fn lines(&self) -> Result<LineSelection, String> {
        let mut ranges = Vec::new();
        for text in inspect::all(self.args, LINES) {
            let (first, last) = text.split_once('-').unwrap_or((&text, &text));
            match (first.parse(), last.parse()) {
                (Ok(first), Ok(last)) if 0 < first && first <= last => ranges.push(first..=last),
                _ => {
                    return Err(format!(
                        "'{text}' is not a range of lines; expected for example 10-20"
                    ));
                }
            }
        }
        Ok(if ranges.is_empty() { LineSelection::All } else { LineSelection::Lines(ranges) })
    }

    fn usage(&self, why: &str) -> FailureReported {
        self.context.error(Code::Usage, &format!("error: {why}"))
    }

    /// Changes a file, or reports how it would change.
    fn file(&self, file: &str, lines: &LineSelection) -> Result<FmtOutcome, FailureReported> {
        let input = match file {
            "-" => read_limited(io::stdin().lock()),
            _ => read_file(&text_path(file)),
        };
        let text = escape(input.map_err(|error| self.context.unreadable(file, &error))?);
        let settings =
            SettingsFile::for_input(Some(file)).map_err(|error| self.context.refuse(&error))?;
        let options = settings.unwrap_or_default().fmt.options();
        let tree = LosslessTree::new(text).map_err(|why| self.refuse(file, &why.to_string()))?;
        let edits = format(&tree, &options, lines).map_err(|error| match error {
            LayoutError::Syntax(error) => self.syntax_error(file, &tree, error),
            LayoutError::TokensDiffer => {
                self.refuse(file, "its tokens would change, which is a fault of this program")
            }
        })?;
        let new = apply(tree.text(), &edits);
        if let Some(verification) = self.verification.as_ref().filter(|_| !edits.is_empty()) {
            let texts = [tree.text(), &new];
            verification
                .same_records(self.context.called_as, self.args, file, texts)
                .map_err(|why| self.refuse(file, &why))?;
        }
        self.output(file, &tree, &edits, &new)?;
        Ok(if edits.is_empty() { FmtOutcome::Unchanged } else { FmtOutcome::Changed })
    }

    fn output(
        &self,
        file: &str,
        tree: &LosslessTree,
        edits: &[LayoutEdit],
        new: &str,
    ) -> Result<(), FailureReported> {
        let called_as = self.context.called_as;
        let [checks, shows] = [CHECK, DIFF].map(|name| self.args.get_flag(name));
        if shows && !edits.is_empty() {
            print(called_as, &unified_diff::text(file, tree.text(), edits));
        }
        if checks && !edits.is_empty() {
            eprint(format_args!("{called_as}: {file} would change\n"));
        }
        if checks || shows {
            return Ok(());
        }
        if file == "-" {
            print(called_as, new);
            return Ok(());
        }
        if edits.is_empty() {
            return Ok(());
        }
        let write = || -> io::Result<()> {
            let mut output = OutputFile::create(&text_path(file))?;
            output.write_all(&unescape(new))?;
            output.finish()
        };
        write().map_err(|error| self.context.unwritable(file, &error))
    }

    fn refuse(&self, file: &str, why: &str) -> FailureReported {
        self.context.error(Code::FileAccess, &format!("error: {file} stays as it is: {why}"))
    }

    /// Reports a syntax error. `tablewright print` reports more details.
    fn syntax_error(&self, file: &str, tree: &LosslessTree, error: SyntaxError) -> FailureReported {
        let mut sources = SourceMap::new();
        let name = if file == "-" { "<stdin>" } else { file };
        let Ok(id) = sources.add(name.to_owned(), tree.text().to_owned(), None) else {
            return self.refuse(file, "it has syntax errors");
        };
        let pos = sources.file(id).pos(tree.token(error.token).range().start);
        let message = format!("expected {}", error.expected);
        let mut diagnostic = Diagnostic::error(Code::ExpectedToken, pos, message);
        diagnostic.note(None, "a file with syntax errors stays as it is");
        eprint(self.context.style.diagnostic(&sources, &diagnostic));
        FailureReported
    }
}

/// Adds the `.td` files in a directory and below, in order.
fn files_below(dir: &Path, files: &mut Vec<String>) -> io::Result<()> {
    let entries: io::Result<Vec<_>> = fs::read_dir(dir)?.collect();
    let mut paths: Vec<_> = entries?.into_iter().map(|entry| entry.path()).collect();
    paths.sort();
    for path in paths {
        // A symbolic link could lead back to its parent.
        if path.is_dir() && !path.is_symlink() {
            files_below(&path, files)?;
        } else if path.extension().is_some_and(|extension| extension == "td") {
            files.push(path_text(&path));
        }
    }
    Ok(())
}

/// Formats a message about a failed system command.
fn failed(program: &str, error: &io::Error) -> String {
    format!("{program}: {}", reason(error))
}
