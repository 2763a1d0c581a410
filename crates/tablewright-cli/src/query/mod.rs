//! `tablewright query`: the records in a description, their field values, and references between records.

mod reports;

use std::process::ExitCode;

use clap::{Arg, ArgGroup, ArgMatches, Command};
use tablewright::advanced::action_runs::run_actions;
use tablewright_backend::Failure;
use tablewright_inspect::query::{Query, QueryError, QueryErrorKind};
use tablewright_inspect::{ClassTree, FieldSetters};
use tablewright_syntax::diagnostic::{Code, Diagnostic};
use tablewright_syntax::source::{SourceMap, Span};

use crate::description_command::{ArgumentError, CommandSubject, DescriptionCommand};
use crate::inspect::{self, all, flag, texts};
use crate::messages::Style;
use crate::report::ReportForm;
use crate::terminal::eprint;
use reports::{
    CountReport, DerivesReport, GroupsReport, NamesReport, QueryReport, ReadsReport, SetsReport,
};

pub(crate) const NAME: &str = "query";

const CLASS: &str = "class";
const RECORD_NAME: &str = "name";
const WHERE: &str = "where";
const USES: &str = "uses";
const DERIVES: &str = "derives";
const SETS: &str = "sets";
const READS: &str = "reads";
const SHOW: &str = "show";
const NAMES: &str = "names";
const COUNT: &str = "count";
const GROUP_BY: &str = "group-by";
const SORT: &str = "sort";

pub(crate) fn command() -> Command {
    let text = |name: &'static str, value: &'static str, help: &'static str| {
        Arg::new(name).long(name).value_name(value).help(help)
    };
    inspect::command(NAME)
        .about("Find records by class, name, fields and uses")
        .after_help(
            "In a PATTERN, * matches any text and ? any character. A PATH is a field. It can continue through\n\
             records, dags, lists and bits: OutOperandList.rd.Size, Inst{6-0}, Predicates[*], Features.Implies*.\n\
             A CONDITION tests paths: mayLoad = 1 and Pattern = [], Size in [2, 4], NAME matches \"^ADD\",\n\
             Itinerary is unset, inherits Pseudo.\n\
             \n\
             Example:\n\
             \x20   tablewright query RISCV.td --class Instruction --where 'mayLoad = 1' --show Size,AsmString",
        )
        .mut_arg("file", |file| file.help("Description to read; - reads standard input"))
        .arg(texts(CLASS, "PATTERN", "Only records that inherit from a class with a matching name"))
        .arg(texts(RECORD_NAME, "PATTERN", "Only records with a matching name"))
        .arg(text(WHERE, "CONDITION", "Only records for which the condition is true"))
        .arg(text(USES, "RECORD", "Only records that refer to this record, with the paths to it"))
        .arg(text(DERIVES, "CLASS", "Show the tree of subclasses instead of records"))
        .arg(text(SETS, "FIELD", "Show the declarations and lets that set this field instead of records"))
        .arg(text(READS, "[CLASS.]FIELD", "Show the actions that read this field instead of records"))
        .arg(texts(SHOW, "PATH,…", "Show the values of these paths, as columns"))
        .arg(flag(NAMES, "Show only record names, one per line"))
        .arg(flag(COUNT, "Show only the number of records"))
        .arg(text(GROUP_BY, "PATH", "Count records by the value of this path; with --names, list them"))
        .arg(text(SORT, "PATH", "Sort by the value of this path [default: by name]"))
        .group(ArgGroup::new("selecting").args([CLASS, RECORD_NAME, WHERE, USES]).multiple(true))
        .mut_arg(DERIVES, |arg| {
            arg.conflicts_with_all(["selecting", SHOW, NAMES, COUNT, GROUP_BY, SORT])
        })
        .mut_arg(SETS, |arg| {
            arg.conflicts_with_all([DERIVES, USES, SHOW, NAMES, COUNT, GROUP_BY, SORT])
        })
        .mut_arg(READS, |arg| {
            arg.conflicts_with_all([DERIVES, SETS, USES, SHOW, NAMES, COUNT, GROUP_BY, SORT])
        })
        .mut_arg(SHOW, |arg| arg.conflicts_with_all([NAMES, COUNT, GROUP_BY]))
        .mut_arg(COUNT, |arg| arg.conflicts_with_all([NAMES, GROUP_BY, SORT]))
        .args(ReportForm::args())
}

pub(crate) fn main(called_as: &str, args: &ArgMatches) -> ExitCode {
    match command_for(args) {
        Ok(command) => inspect::run(called_as, args, command),
        Err(error) => {
            let style = Style::new(inspect::messages_format(args), inspect::color(args));
            eprint(style.diagnostic(&error.sources, &error.diagnostic));
            ExitCode::FAILURE
        }
    }
}

/// Builds the command.
///
/// # Errors
/// If a condition or path is malformed.
pub(crate) fn command_for(
    args: &ArgMatches,
) -> Result<Box<dyn DescriptionCommand>, Box<ArgumentError>> {
    match QueryCommand::from_args(args) {
        Ok(command) => Ok(Box::new(command)),
        Err(error) => Err(Box::new(argument_error(&error))),
    }
}

/// The requested answer.
enum QueryAnswerForm {
    Fields,
    Names,
    Count,
    /// Groups, either with record names or with counts.
    Groups {
        has_names: bool,
    },
    /// The classes derived from a class, without records.
    Derives(String),
    /// The places that set a field, without records.
    Sets(String),
    /// The actions that read a field, without records.
    Reads(String),
}

/// Command line options.
struct QueryCommand {
    form: ReportForm,
    query: Query,
    shown: QueryAnswerForm,
    /// Whether the uses of a record are requested.
    has_uses: bool,
}

impl QueryCommand {
    fn from_args(args: &ArgMatches) -> Result<QueryCommand, QueryError> {
        let text = |name: &str| args.get_one::<String>(name);
        let mut query = match text(WHERE) {
            Some(condition) => Query::parse(condition)?,
            None => Query::new(),
        };
        query = all(args, CLASS).into_iter().fold(query, Query::class);
        query = all(args, RECORD_NAME).into_iter().fold(query, Query::name);
        query = text(USES).into_iter().fold(query, Query::uses);
        for paths in all(args, SHOW) {
            query = query.show(&paths)?;
        }
        if let Some(path) = text(SORT) {
            query = query.sort(path)?;
        }
        let answer_form = if let Some(path) = text(GROUP_BY) {
            query = query.group_by(path)?;
            QueryAnswerForm::Groups { has_names: args.get_flag(NAMES) }
        } else if let Some(class) = text(DERIVES) {
            QueryAnswerForm::Derives(class.clone())
        } else if let Some(field) = text(SETS) {
            QueryAnswerForm::Sets(field.clone())
        } else if let Some(field) = text(READS) {
            match field.rsplit_once('.') {
                Some((class, field)) => {
                    query = query.class(class);
                    QueryAnswerForm::Reads(field.to_owned())
                }
                None => QueryAnswerForm::Reads(field.clone()),
            }
        } else if args.get_flag(COUNT) {
            QueryAnswerForm::Count
        } else if args.get_flag(NAMES) {
            QueryAnswerForm::Names
        } else {
            QueryAnswerForm::Fields
        };
        Ok(QueryCommand {
            form: ReportForm::from_args(args),
            query,
            shown: answer_form,
            has_uses: text(USES).is_some(),
        })
    }

    fn print(&self, subject: &CommandSubject<'_, '_>) -> Result<String, QueryError> {
        let (store, width) = (subject.store, subject.width);
        Ok(match &self.shown {
            QueryAnswerForm::Fields => {
                let answer = self.query.run(store)?;
                self.form.print(&QueryReport::new(answer, self.has_uses), width)
            }
            QueryAnswerForm::Names => {
                let records = self.query.select(store)?;
                self.form.print(&NamesReport::new(&records), width)
            }
            QueryAnswerForm::Count => {
                let count = self.query.select(store)?.len();
                self.form.print(&CountReport::new(count), width)
            }
            QueryAnswerForm::Groups { has_names } => {
                let groups = self.query.groups(store)?;
                self.form.print(&GroupsReport::new(groups, *has_names), width)
            }
            QueryAnswerForm::Derives(class) => {
                let tree = ClassTree::new(store, class)?;
                self.form.print(&DerivesReport::new(tree), width)
            }
            QueryAnswerForm::Sets(field) => {
                let traced_setters = self.query.setters(store, field)?;
                // The description was loaded with a trace, as requested by this command.
                let field_setters =
                    traced_setters.unwrap_or(FieldSetters { records: 0, setters: Vec::new() });
                self.form.print(&SetsReport::new(field_setters), width)
            }
            QueryAnswerForm::Reads(field) => {
                let field_readers =
                    self.query.readers(store, field, || run_actions(store, |_| true))?;
                self.form.print(&ReadsReport::new(field_readers), width)
            }
        })
    }
}

impl DescriptionCommand for QueryCommand {
    fn name(&self) -> &'static str {
        NAME
    }

    fn needs_trace(&self) -> bool {
        matches!(self.shown, QueryAnswerForm::Sets(_))
    }

    fn needs_reads(&self) -> bool {
        matches!(self.shown, QueryAnswerForm::Reads(_))
    }

    fn text(&self, subject: &mut CommandSubject<'_, '_>) -> Result<String, Failure> {
        self.print(subject).map_err(|error| subject.argument_error(argument_error(&error)))
    }
}

/// Converts an error in an argument to a diagnostic about the argument's text.
fn argument_error(error: &QueryError) -> ArgumentError {
    let code = match error.kind {
        QueryErrorKind::Syntax => Code::OptionValue,
        QueryErrorKind::UnknownName => Code::UnknownName,
    };
    let mut sources = SourceMap::new();
    let name = format!("--{}", error.part.name());
    let Ok(file) = sources.add(name, error.text.clone(), None) else {
        let diagnostic = Diagnostic::error_anywhere(code, error.message.clone());
        return ArgumentError { sources, diagnostic };
    };
    let pos = |offset: usize| sources.file(file).pos(offset);
    let span = Span::new(pos(error.span.start), pos(error.span.end));
    let mut diagnostic = Diagnostic::error(code, span, error.message.clone());
    if let Some(note) = &error.note {
        diagnostic.note(None, note.as_str());
    }
    diagnostic.did_you_mean(span, error.suggestion.as_deref());
    ArgumentError { sources, diagnostic }
}
