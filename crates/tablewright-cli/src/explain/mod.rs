//! `tablewright explain`: the origin of a field's value, the origin of a record, and the meaning of a source
//! position.

mod position;
mod text;

use std::process::ExitCode;

use clap::{Arg, ArgMatches, Command};
use serde::Serialize;
use tablewright_backend::Failure;
use tablewright_inspect::explain::{
    ExplainSubject as Explained, SubjectError, explain_field, explain_record, find_subject,
};
use tablewright_mlir::model::Operation;
use tablewright_records::RecordStore;
use tablewright_syntax::diagnostic::{Code, Diagnostic};

use crate::description_command::{CommandSubject, DescriptionCommand};
use crate::inspect;
use crate::messages::Style;
use crate::suggestion::unknown_name;
use crate::terminal::{colors_output, eprint};

pub(crate) const NAME: &str = "explain";

const RECORD: &str = "record";
const AT: &str = "at";
const FULL: &str = "full";
const JSON: &str = "json";

pub(crate) fn command() -> Command {
    inspect::command(NAME)
        .about("Explain the origin of a record, or of a field's value")
        .after_help(
            "Name an anonymous record by its number or by the expression that created it, for example 'CLASS<1>'.\n\
             Name an MLIR operation by its record or by its full name, for example arith.addi.\n\
             In FILE:LINE:COLUMN, the directories may be left out.\n\
             \n\
             Example:\n\
             \x20   tablewright explain llvm/lib/Target/RISCV/RISCV.td 'ADD.Inst{6-0}'",
        )
        .arg(
            Arg::new(RECORD)
                .value_name("RECORD[.FIELD[{BITS}]]")
                .required_unless_present(AT)
                .conflicts_with(AT)
                .help("Record, field or bits of a field, for example ADD.Inst{6-0}"),
        )
        .arg(
            Arg::new(AT)
                .long(AT)
                .value_name("FILE:LINE:COLUMN")
                .help("Explain the name, `let` or template argument at this location"),
        )
        .arg(inspect::flag(FULL, "Do not shorten long values and lists"))
        .args(inspect::form_args(["text", JSON], "Output format"))
}

pub(crate) fn main(called_as: &str, args: &ArgMatches) -> ExitCode {
    let text = |name: &str| args.get_one::<String>(name).cloned();
    if is_misplaced(args)
        && let (Some(file), Some(record)) = (text("file"), text(RECORD))
    {
        let text = format!("{called_as}: error: the file comes first: {NAME} {record} {file}\n");
        let style = Style::new(inspect::messages_format(args), inspect::color(args));
        eprint(style.error(Code::Usage, called_as, &text));
        return ExitCode::FAILURE;
    }
    inspect::run(called_as, args, command_for(args, colors_output()))
}

/// Whether the record stands before the file.
pub(crate) fn is_misplaced(args: &ArgMatches) -> bool {
    let is_file = |name| args.get_one::<String>(name).map(|text| text.ends_with(".td"));
    is_file("file") == Some(false) && is_file(RECORD) == Some(true)
}

/// Builds the command. `colors_output` is the default for colours on standard output.
pub(crate) fn command_for(args: &ArgMatches, colors_output: bool) -> Box<dyn DescriptionCommand> {
    let text = |name: &str| args.get_one::<String>(name).cloned();
    let is_file = args.get_one::<String>("output").is_some();
    Box::new(ExplainCommand {
        as_json: inspect::has_form(args, JSON),
        is_full: args.get_flag(FULL),
        has_color: inspect::color(args).unwrap_or(!is_file && colors_output),
        record: text(RECORD),
        at: text(AT),
    })
}

/// Command line options. Either a record or a position is explained.
struct ExplainCommand {
    as_json: bool,
    is_full: bool,
    has_color: bool,
    record: Option<String>,
    at: Option<String>,
}

impl DescriptionCommand for ExplainCommand {
    fn name(&self) -> &'static str {
        NAME
    }

    fn needs_trace(&self) -> bool {
        true
    }

    fn text(&self, subject: &mut CommandSubject<'_, '_>) -> Result<String, Failure> {
        let store = subject.store;
        let printer = text::Printer { store, is_full: self.is_full, has_color: self.has_color };
        if let Some(at) = &self.at {
            let explanation = position::find(store, at)?;
            return Ok(if self.as_json {
                json(&explanation)
            } else {
                position::text(&printer, &explanation)
            });
        }
        let requested = self.record.as_deref().unwrap_or_default();
        let subject_name = for_operation(store, requested).unwrap_or_else(|| requested.to_owned());
        let explained =
            find_subject(store, &subject_name).map_err(|error| subject_error(store, &error))?;
        let Explained { record, field, bits, others } = explained;
        let mut text = match field {
            None => {
                let record_explanation = explain_record(store, record).ok_or_else(untraced)?;
                if self.as_json {
                    json(&record_explanation)
                } else {
                    printer.record(&record_explanation)
                }
            }
            Some(field) => {
                let field_explanation =
                    explain_field(store, record, &field, &bits).ok_or_else(untraced)?;
                if self.as_json {
                    json(&field_explanation)
                } else {
                    printer.field(&field_explanation)
                }
            }
        };
        if !others.is_empty() && !self.as_json {
            let names: Vec<&str> = others.iter().map(|&id| store.record(id).name()).collect();
            text.push_str("\nThe same expression also made ");
            text.push_str(&printer.names(&names));
            text.push_str(".\n");
        }
        Ok(text)
    }
}

/// Replaces an MLIR operation name such as `arith.addi` in `arith.addi.summary` with its definition name.
fn for_operation(store: &RecordStore, path: &str) -> Option<String> {
    let (first, _) = path.split_once('.')?;
    if store.find_record(first).is_some() {
        return None;
    }
    // A mnemonic may contain dots, so the longest matching name counts.
    let is_asked = |name: &str| {
        path.strip_prefix(name).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
    };
    let operations = Operation::all(store, is_asked).ok()?;
    let longest = operations.iter().max_by_key(|operation| operation.names.full.len())?;
    let suffix = path.strip_prefix(longest.names.full.as_str())?;
    Some(format!("{}{suffix}", longest.names.definition))
}

fn json(value: &impl Serialize) -> String {
    // The structs are plain data, so that writing cannot fail.
    let mut text = serde_json::to_string_pretty(value).unwrap_or_default();
    text.push('\n');
    text
}

/// Returns the error for a description that was read without a trace. This command always requests a trace.
fn untraced() -> Diagnostic {
    Diagnostic::error_anywhere(Code::UnknownName, "the description was read without a trace")
}

fn subject_error(store: &RecordStore, error: &SubjectError) -> Diagnostic {
    match error {
        SubjectError::Record(name) if store.find_record(name).is_some() => {
            let message = format!("bits are those of a field: {name}.FIELD{{…}}");
            Diagnostic::error_anywhere(Code::UnknownName, message)
        }
        SubjectError::Record(name) => {
            unknown_name("record", name, store.records().map(|record| record.name()))
        }
        SubjectError::Field { record, field } => {
            let record = store.record(*record);
            let fields = record.fields().map(|field| store.str(field.name));
            unknown_name(&format!("field in '{}':", record.name()), field, fields)
        }
        SubjectError::Bits(bits) => {
            let message = format!("the bits '{{{bits}}}' are outside the field");
            Diagnostic::error_anywhere(Code::UnknownName, message)
        }
    }
}
