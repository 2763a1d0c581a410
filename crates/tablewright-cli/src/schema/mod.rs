//! `tablewright schema`: the classes and fields of descriptions that backends read.

use std::process::ExitCode;

use clap::{Arg, ArgAction, ArgMatches, Command};
use serde::Serialize;
use tablewright::TextSink;
use tablewright::backends::record_schemas;
use tablewright::inspect::{NamePattern, ReadClass, ReadField};
use tablewright::syntax::diagnostic::{Code, Diagnostic};
use tablewright::syntax::similar::most_similar;
use tablewright::syntax::source::SourceMap;

use crate::inspect::{self, all};
use crate::messages::Style;
use crate::report::{Form, Report, Table};
use crate::terminal::{eprint, output_width, print};

pub(crate) const NAME: &str = "schema";

const CLASS: &str = "class";

pub(crate) fn command() -> Command {
    let [format, _, color] = Form::args();
    Command::new(NAME)
        .about("Show which classes and fields of a description backends read")
        .after_help(
            "The default of a field holds in releases of LLVM whose class lacks it. In a PATTERN * \
             stands for any text and ? for any character.",
        )
        .arg(
            Arg::new(CLASS)
                .value_name("PATTERN")
                .action(ArgAction::Append)
                .help("Only classes whose names match"),
        )
        .args([format, color])
}

pub(crate) fn main(called_as: &str, args: &ArgMatches) -> ExitCode {
    let mut classes: Vec<ReadClass> =
        record_schemas().map(|(schema, readers)| ReadClass::of(&schema, readers)).collect();
    classes.sort_by(|a, b| (&a.class, a.readers).cmp(&(&b.class, b.readers)));
    let patterns: Vec<NamePattern> = all(args, CLASS).into_iter().map(NamePattern::new).collect();
    for pattern in &patterns {
        if !classes.iter().any(|class| pattern.matches(&class.class)) {
            let names = classes.iter().map(|class| class.class.as_str());
            let what = format!("backends read no class '{}'", pattern.text());
            let mut error = Diagnostic::error_anywhere(Code::UnknownName, what);
            if let Some(similar) = most_similar(pattern.text(), names) {
                error.note(None, format!("did you mean '{similar}'?"));
            }
            let style = Style::new(inspect::messages_format(args), inspect::color(args));
            eprint(style.diagnostic(&SourceMap::new(), &error));
            return ExitCode::FAILURE;
        }
    }
    classes.retain(|class| {
        patterns.is_empty() || patterns.iter().any(|pattern| pattern.matches(&class.class))
    });
    print(called_as, &Form::of(args).print(&SchemaReport::new(classes), output_width()))
}

/// Classes and fields that are read.
#[derive(Serialize)]
struct SchemaReport {
    classes: Vec<ReadClass>,
    /// The fields of all classes.
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
    type Row = FieldRow;

    fn rows(&self) -> &[FieldRow] {
        &self.fields
    }

    fn columns(&self) -> Vec<String> {
        ["CLASS", "READERS", "FIELD", "TYPE", "DEFAULT", "MEANING"].map(str::to_owned).to_vec()
    }

    fn cells(&self, FieldRow { class, readers, field }: &FieldRow) -> Vec<String> {
        let ReadField { field, ty, default, meaning } = field.clone();
        let default = default.unwrap_or_default();
        vec![class.clone(), (*readers).to_owned(), field, ty, default, meaning]
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
            let headings = ["FIELD", "TYPE", "DEFAULT", "MEANING"].map(str::to_owned);
            let mut table = Table::new(headings.to_vec());
            for ReadField { field, ty, default, meaning } in fields.iter().cloned() {
                table.push(vec![field, ty, default.unwrap_or_default(), meaning]);
            }
            text.push_str(&table.text(width));
        }
        text
    }
}
