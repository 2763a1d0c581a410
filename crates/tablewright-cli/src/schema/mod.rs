//! `tablewright schema`: the classes and fields of descriptions that backends read.

mod action;

use std::process::ExitCode;

use clap::{Arg, ArgAction, ArgMatches, Command};
use serde::Serialize;
use tablewright::advanced::action_runs::{PRINTS_ALL_RECORDS, classes_of_action, read_classes};
use tablewright::backends::{clang_backends, llvm_backends};
use tablewright_inspect::{NamePattern, ReadClass, ReadField};
use tablewright_records::TextSink;
use tablewright_syntax::diagnostic::{Code, Diagnostic};
use tablewright_syntax::source::SourceMap;

use crate::description_command::DescriptionCommand;
use crate::inspect::{self, name_patterns};
use crate::messages::Style;
use crate::report::{Report, ReportForm, ReportTable};
use crate::suggestion::with_similar;
use crate::terminal::{eprint, output_width, print};
use action::ActionCommand;

pub(crate) const NAME: &str = "schema";

const CLASS: &str = "class";

pub(crate) fn command() -> Command {
    let command = inspect::command(NAME)
        .about("List the classes and fields that backends read")
        .override_usage(
            "tablewright schema [--ACTION] [PATTERN]...\n       \
             tablewright schema [--ACTION] --of FILE [OPTIONS]",
        )
        .after_help(
            "With an action, for example --gen-instr-info, the list contains only fields that the action reads.\n\
             With --of FILE, it contains the fields read in this description, with the number of records. The\n\
             default of a field applies in LLVM releases whose class lacks the field.\n\
             In a PATTERN, * matches any text and ? any character.\n\
             \n\
             Example:\n\
             \x20   tablewright schema --gen-instr-info --of llvm/lib/Target/RISCV/RISCV.td",
        )
        .mut_arg("file", |file| {
            file.long("of").required(false).help("List the fields that actions read in this description")
        })
        .arg(
            Arg::new(CLASS)
                .value_name("PATTERN")
                .action(ArgAction::Append)
                .conflicts_with("file")
                .help("Only classes with a matching name"),
        )
        .args(ReportForm::args());
    let action =
        |name: &'static str| Arg::new(name).long(name).action(ArgAction::SetTrue).hide(true);
    let mut names: Vec<&'static str> = actions().collect();
    names.sort_unstable();
    names.dedup();
    let group = clap::ArgGroup::new("action").args(&names);
    command.args(names.into_iter().map(action)).group(group)
}

/// Returns the actions that the report covers.
pub(crate) fn actions() -> impl Iterator<Item = &'static str> {
    let all = llvm_backends().iter().chain(clang_backends()).map(|backend| backend.name);
    all.filter(|name| !PRINTS_ALL_RECORDS.contains(name))
}

pub(crate) fn main(called_as: &str, args: &ArgMatches) -> ExitCode {
    if let Some(command) = command_for(args) {
        return inspect::run(called_as, args, command);
    }
    match listed_classes(args, output_width()) {
        Ok(text) => print(called_as, &text),
        Err(error) => {
            let style = Style::new(inspect::messages_format(args), inspect::color(args));
            eprint(style.diagnostic(&SourceMap::new(), &error));
            ExitCode::FAILURE
        }
    }
}

/// Builds the command for a description. Returns `None` if the arguments name no description.
pub(crate) fn command_for(args: &ArgMatches) -> Option<Box<dyn DescriptionCommand>> {
    args.contains_id("file").then(|| {
        let command = ActionCommand { form: ReportForm::from_args(args), action: action(args) };
        Box::new(command) as Box<dyn DescriptionCommand>
    })
}

/// Lists the selected classes, without a description.
///
/// # Errors
/// If a pattern matches no class.
pub(crate) fn listed_classes(
    args: &ArgMatches,
    width: Option<usize>,
) -> Result<String, Diagnostic> {
    let mut classes = action(args).map_or_else(read_classes, classes_of_action);
    let patterns = name_patterns(args, CLASS);
    if let Some(pattern) = patterns.iter().find(|pattern| !has_match(pattern, &classes)) {
        return Err(unknown_class(pattern, &classes));
    }
    classes.retain(|class| {
        patterns.is_empty() || patterns.iter().any(|pattern| pattern.matches(&class.class))
    });
    Ok(ReportForm::from_args(args).print(&SchemaReport::new(classes), width))
}

fn action(args: &ArgMatches) -> Option<&'static str> {
    actions().find(|name| args.get_flag(name))
}

fn has_match(pattern: &NamePattern, classes: &[ReadClass]) -> bool {
    classes.iter().any(|class| pattern.matches(&class.class))
}

fn unknown_class(pattern: &NamePattern, classes: &[ReadClass]) -> Diagnostic {
    let names = classes.iter().map(|class| class.class.as_str());
    let what = format!("backends read no class '{}'", pattern.text());
    with_similar(Diagnostic::error_anywhere(Code::UnknownName, what), pattern.text(), names)
}

/// Classes and fields that backends read.
#[derive(Serialize)]
struct SchemaReport {
    classes: Vec<ReadClass>,
    /// Fields in all classes.
    #[serde(skip)]
    fields: Vec<FieldRow>,
}

/// A field with its class.
#[derive(Serialize)]
struct FieldRow {
    class: String,
    readers: &'static str,
    #[serde(flatten)]
    field: ReadField,
}

impl SchemaReport {
    fn new(classes: Vec<ReadClass>) -> SchemaReport {
        let row = |class: &ReadClass, field: &ReadField| FieldRow {
            class: class.class.clone(),
            readers: class.readers.name(),
            field: field.clone(),
        };
        let mut fields = Vec::new();
        for class in &classes {
            fields.extend(class.fields.iter().map(|field| row(class, field)));
        }
        SchemaReport { classes, fields }
    }
}

impl Report for SchemaReport {
    const NAME: &'static str = "schema";
    const COLUMNS: &'static [&'static str] =
        &["CLASS", "READERS", "FIELD", "TYPE", "DEFAULT", "RELEASES", "MEANING"];
    type Row = FieldRow;

    fn rows(&self) -> &[FieldRow] {
        &self.fields
    }

    fn cells(&self, FieldRow { class, readers, field }: &FieldRow) -> Vec<String> {
        let ReadField { field, ty, default, releases, meaning } = field.clone();
        let (default, releases) = (default.unwrap_or_default(), releases.unwrap_or_default());
        vec![class.clone(), (*readers).to_owned(), field, ty, default, releases, meaning]
    }

    fn text(&self, width: Option<usize>) -> String {
        let mut text = String::new();
        for class in &self.classes {
            let separator = if text.is_empty() { "" } else { "\n" };
            let parent = class.parent.iter().map(|parent| format!(" : {parent}"));
            let parent: String = parent.collect();
            let ReadClass { class, meaning, readers, fields, .. } = class;
            writeln!(text, "{separator}class {class}{parent}  ({})", readers.name());
            if !meaning.is_empty() {
                writeln!(text, "{meaning}");
            }
            if fields.is_empty() {
                continue;
            }
            text.push_str(&table_of(fields).text(width));
        }
        text
    }
}

/// Returns a table of fields. It has a release column if a field does not exist in all releases.
fn table_of(fields: &[ReadField]) -> ReportTable {
    let has_releases = fields.iter().any(|field| field.releases.is_some());
    let row = |cells: [String; 5]| {
        let [field, ty, default, releases, meaning] = cells;
        let releases = has_releases.then_some(releases);
        [field, ty, default].into_iter().chain(releases).chain([meaning]).collect::<Vec<_>>()
    };
    let headings = ["FIELD", "TYPE", "DEFAULT", "RELEASES", "MEANING"].map(str::to_owned);
    let mut table = ReportTable::new(row(headings));
    for ReadField { field, ty, default, releases, meaning } in fields.iter().cloned() {
        let (default, releases) = (default.unwrap_or_default(), releases.unwrap_or_default());
        table.push(row([field, ty, default, releases, meaning]));
    }
    table
}
