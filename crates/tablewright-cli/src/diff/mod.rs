//! `tablewright diff`: the changes between two descriptions.

mod report;
mod revision;
mod section;
mod target_section;
mod text;

use std::path::PathBuf;
use std::process::ExitCode;

use clap::builder::PossibleValuesParser;
use clap::{Arg, ArgMatches, Command};
use tablewright::advanced::action_runs::all_runs;
use tablewright_backend::Failure;
use tablewright_driver::served_run::ServedRequest;
use tablewright_inspect::diff::{
    ChangedOutput, Changes, ListChanges, OutputChanges, OutputSide, compare,
};
use tablewright_mlir::model::DialectSelection;
use tablewright_records::{Loaded, RecordStore};
use tablewright_session::{Session, path_text, text_path};
use tablewright_syntax::diagnostic::Code;

use crate::command_context::{CommandContext, FailureReported, exit_code};
use crate::description_command::{CommandSubject, DescriptionCommand};
use crate::inspect::{self, all, defining_session, flag, release_arg, texts, with_tree_dirs};
use crate::messages::Style;

pub(crate) const NAME: &str = "diff";

const OUTPUTS: &str = "outputs";
const FULL: &str = "full";
const EXPECT_NONE: &str = "expect-none";

pub(crate) fn command() -> Command {
    Command::new(NAME)
        .about("Compare two descriptions, and show the effect on a target")
        .after_help(
            "OLD and NEW are two main files. With FILE, they are two folders or Git revisions that contain FILE;\n\
             a revision is read without a checkout. Comments, layout and numbers of anonymous records are not\n\
             compared. The order of definitions is a difference only if it changes an output.\n\
             \n\
             Example:\n\
             \x20   tablewright diff main HEAD llvm/lib/Target/X86/X86.td",
        )
        .arg(Arg::new("old").value_name("OLD").required(true).help("Old description, folder or Git revision"))
        .arg(Arg::new("new").value_name("NEW").required(true).help("New description, folder or Git revision"))
        .arg(Arg::new("file").value_name("FILE").help("Main file in both folders or revisions"))
        .arg(
            texts("include", "DIR", "Search this directory for included files, for both descriptions").short('I'),
        )
        .arg(texts("define", "MACRO", "Define this macro for the preprocessor").short('D'))
        .arg(release_arg())
        .arg(flag(EXPECT_NONE, "Fail on any difference, except in comments and layout"))
        .arg(flag(OUTPUTS, "Run the actions on both descriptions, and list the outputs that differ"))
        .arg(flag(FULL, "Show all records and do not shorten values"))
        .arg(
            Arg::new("format")
                .long("format")
                .short('f')
                .value_parser(PossibleValuesParser::new(["text", "markdown", "json"]))
                .default_value("text")
                .help("Output format"),
        )
        .arg(inspect::output_arg())
        .arg(inspect::color_arg())
}

pub(crate) fn main(called_as: &str, args: &ArgMatches) -> ExitCode {
    exit_code(run(CommandContext::new(called_as, args)))
}

fn run(context: CommandContext<'_>) -> Result<ExitCode, FailureReported> {
    let args = context.args;
    let [old, new] = loaded(context)?;
    let changes = changes(&old.store, &new.store, args);
    let written = context.write(&shown(&changes, args))?;
    match unexpected(&changes, args) {
        Some(why) => Err(context.error(Code::Differs, &why)),
        None => Ok(written),
    }
}

/// Builds the request for a server. `None` if a description cannot be found or comes from Git, since the server has
/// another environment.
pub(crate) fn served(called_as: &str, args: &ArgMatches, style: Style) -> Option<ServedRequest> {
    let request = |name: &str| {
        let side = args.get_one::<String>(name)?;
        let path = text_path(side);
        let is_on_disk = if file(args).is_some() { path.is_dir() } else { path.is_file() };
        let (session, input) = is_on_disk.then(|| source(side, file(args), args).ok()).flatten()?;
        let (own_args, called_as) = (args.clone(), called_as.to_owned());
        let command = Box::new(DiffCommand { args: own_args, called_as, style });
        Some(inspect::command_request(args, session, input, command))
    };
    let (request, other) = (request("old")?, request("new")?);
    Some(ServedRequest { called_as: called_as.to_owned(), request, other: Some(other), note: None })
}

/// The comparison of the old records with the new records, the other records of the subject.
struct DiffCommand {
    args: ArgMatches,
    called_as: String,
    style: Style,
}

impl DescriptionCommand for DiffCommand {
    fn name(&self) -> &'static str {
        NAME
    }

    fn needs_reads(&self) -> bool {
        records_reads(&self.args)
    }

    fn text(&self, subject: &mut CommandSubject<'_, '_>) -> Result<String, Failure> {
        let new = subject.other.expect("the request has two descriptions");
        let changes = changes(subject.store, new, &self.args);
        if let Some(why) = unexpected(&changes, &self.args) {
            let text = format!("{}: {why}\n", self.called_as);
            subject.messages.push(self.style.error(Code::Differs, &self.called_as, &text));
            subject.has_failed = true;
        }
        Ok(shown(&changes, &self.args))
    }
}

/// Compares two descriptions, and their outputs if the arguments ask for them.
fn changes(old: &RecordStore, new: &RecordStore, args: &ArgMatches) -> Changes {
    let mut changes = compare(old, new);
    if !changes.records.is_empty() {
        changes.dialects = dialect_changes(old, new);
    }
    // Outputs show whether the changed order has an effect.
    let needs_outputs = if changes.is_empty() {
        changes.is_reordered && records_reads(args)
    } else {
        args.get_flag(OUTPUTS)
    };
    if needs_outputs {
        let [of_old, of_new] = [old, new].map(|store| all_runs(store, |_| true));
        let old = OutputSide { store: old, runs: &of_old };
        let new = OutputSide { store: new, runs: &of_new };
        changes.outputs = Some(OutputChanges::new(old, new, &changes.records));
    }
    changes
}

/// Whether actions may run, whose reads are recorded.
fn records_reads(args: &ArgMatches) -> bool {
    args.get_flag(OUTPUTS) || args.get_flag(EXPECT_NONE)
}

/// Compares the MLIR dialects in two descriptions. Returns nothing if a description lacks dialects or has errors.
fn dialect_changes(old: &RecordStore, new: &RecordStore) -> Vec<ListChanges> {
    let describe = |store| tablewright_dialect::describe(store, DialectSelection::OF_MAIN_FILE);
    match (describe(old), describe(new)) {
        (Ok(old), Ok(new)) => tablewright_dialect::compare(&old, &new),
        (Err(_), _) | (_, Err(_)) => Vec::new(),
    }
}

/// Returns an error if more changed than comments and layout, and the arguments forbid it.
fn unexpected(changes: &Changes, args: &ArgMatches) -> Option<String> {
    if !args.get_flag(EXPECT_NONE) {
        return None;
    }
    let is_of_records = |output: &ChangedOutput| !output.reads.is_empty();
    let has_outputs =
        changes.outputs.as_ref().is_some_and(|outputs| outputs.changed.iter().any(is_of_records));
    if !changes.is_empty() {
        Some("error: the descriptions differ in more than comments and layout".to_owned())
    } else if has_outputs {
        Some("error: the order of definitions changed, and outputs with it".to_owned())
    } else {
        None
    }
}

fn shown(changes: &Changes, args: &ArgMatches) -> String {
    let is_full = args.get_flag(FULL);
    match args.get_one::<String>("format").map(String::as_str) {
        Some("json") => {
            let text = serde_json::to_string_pretty(changes);
            text.expect("strings and numbers are valid JSON") + "\n"
        }
        Some("markdown") => text::markdown(&report::sections(changes, is_full), unchanged(changes)),
        _ => text::plain(&report::sections(changes, is_full), unchanged(changes)),
    }
}

/// Returns the text for descriptions without other changes.
fn unchanged(changes: &Changes) -> &'static str {
    if changes.is_reordered {
        "nothing changed but the order of definitions, comments and layout"
    } else {
        "nothing changed but comments and layout, if those"
    }
}

/// Loads both descriptions.
fn loaded(context: CommandContext<'_>) -> Result<[Loaded; 2], FailureReported> {
    let args = context.args;
    let text = |name: &str| args.get_one::<String>(name).map(String::as_str);
    let sides = [text("old").unwrap_or_default(), text("new").unwrap_or_default()];
    let load = |side: &str| {
        let (session, input) = source(side, file(args), args)
            .map_err(|why| context.error(Code::FileAccess, &format!("error: {why}")))?;
        context.records(session.record_reads(records_reads(args)), input)
    };
    // Messages about the first side are complete before the second side is loaded.
    Ok([load(sides[0])?, load(sides[1])?])
}

/// Returns the main file in both folders or revisions.
fn file(args: &ArgMatches) -> Option<&str> {
    args.get_one::<String>("file").map(String::as_str)
}

/// Returns the session for a side, and its main file.
fn source(side: &str, file: Option<&str>, args: &ArgMatches) -> Result<(Session, String), String> {
    let session = defining_session(args);
    let includes: Vec<PathBuf> = all(args, "include").iter().map(|dir| text_path(dir)).collect();
    let Some(file) = file else {
        let dirs = with_tree_dirs(includes, &text_path(side));
        let session = dirs.into_iter().fold(session, Session::include_dir);
        return Ok((session, side.to_owned()));
    };
    let folder = text_path(side);
    if folder.is_dir() {
        let input = folder.join(text_path(file));
        let includes = includes.into_iter().map(|dir| folder.join(dir)).collect();
        let dirs = with_tree_dirs(includes, &input);
        let session = dirs.into_iter().fold(session, Session::include_dir);
        // An include must not be resolved in the current directory instead of the folder.
        return Ok((session.skip_current_dir(true), path_text(&input)));
    }
    let dirs = with_tree_dirs(includes, &text_path(file));
    revision::session(session.skip_current_dir(true), side, file, &dirs)
}
