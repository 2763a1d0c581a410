//! `tablewright attributes`: Clang's attributes, with their arguments and documentation.

use std::collections::BTreeMap;
use std::process::ExitCode;

use clap::{ArgMatches, Command};
use serde::Serialize;
use tablewright_backend::Failure;
use tablewright_clang::{ArgumentSummary, AttributeSummary};
use tablewright_inspect::NamePattern;
use tablewright_records::TextSink;
use tablewright_syntax::diagnostic::{Diagnostic, Severity};

use crate::description_command::{CommandSubject, DescriptionCommand};
use crate::inspect::{self, flag, name_patterns, texts};
use crate::report::{Report, ReportForm};

pub(crate) const NAME: &str = "attributes";

const ALL: &str = "all";
const ATTRIBUTE: &str = "attribute";
const SPELLING: &str = "spelling";
const SUBJECT: &str = "subject";

pub(crate) fn command() -> Command {
    inspect::command(NAME)
        .about("Show arguments, subjects and documentation of Clang's attributes")
        .after_help(
            "Without --all and a filter, the text counts attributes by kind. An argument in brackets is\n\
             optional; after an argument with dots, more may follow.\n\
             In a PATTERN, * matches any text and ? any character.\n\
             \n\
             Example:\n\
             \x20   tablewright attributes clang/include/clang/Basic/Attr.td --attribute '*Visibility'",
        )
        .mut_arg("file", |file| file.help("Description to read: Attr.td; - reads standard input"))
        .arg(texts(ATTRIBUTE, "PATTERN", "Only attributes with a matching record name"))
        .arg(texts(SPELLING, "PATTERN", "Only attributes with a matching spelling, for example '*deprecated*'"))
        .arg(texts(SUBJECT, "PATTERN", "Only attributes for a matching subject, by record name"))
        .arg(flag(ALL, "Show all attributes"))
        .args(ReportForm::args())
}

pub(crate) fn main(called_as: &str, args: &ArgMatches) -> ExitCode {
    let command = AttributesCommand {
        form: ReportForm::from_args(args),
        shows_all: args.get_flag(ALL),
        attributes: name_patterns(args, ATTRIBUTE),
        spellings: name_patterns(args, SPELLING),
        subjects: name_patterns(args, SUBJECT),
    };
    inspect::run(called_as, args, Box::new(command))
}

/// Command line options.
struct AttributesCommand {
    form: ReportForm,
    shows_all: bool,
    /// Patterns, any of which may match. Without patterns, everything is shown.
    attributes: Vec<NamePattern>,
    spellings: Vec<NamePattern>,
    subjects: Vec<NamePattern>,
}

impl DescriptionCommand for AttributesCommand {
    fn name(&self) -> &'static str {
        NAME
    }

    fn text(&self, subject: &mut CommandSubject<'_, '_>) -> Result<String, Failure> {
        let mut attributes = AttributeSummary::all(subject.store)?;
        attributes.retain(|attribute| self.selects(attribute));
        if attributes.is_empty() {
            let message = "no attribute is selected";
            subject.diagnostics.push(Diagnostic::new(Severity::Note, None, message));
        }
        let filters = [&self.attributes, &self.spellings, &self.subjects];
        let is_summary = !self.shows_all && filters.iter().all(|patterns| patterns.is_empty());
        let list = attributes.iter().map(AttributeRow::new).collect();
        let report = AttributesReport { attributes: list, is_summary };
        Ok(self.form.print(&report, subject.width))
    }
}

impl AttributesCommand {
    fn selects(&self, attribute: &AttributeSummary) -> bool {
        let subjects = attribute.subjects.as_deref().unwrap_or_default();
        is_selected(&self.attributes, std::slice::from_ref(&attribute.name))
            && is_selected(&self.spellings, &attribute.spellings)
            && is_selected(&self.subjects, subjects)
    }
}

/// Whether a pattern matches a name, or `patterns` is empty.
fn is_selected(patterns: &[NamePattern], names: &[String]) -> bool {
    let matches = |pattern: &NamePattern| names.iter().any(|name| pattern.matches(name));
    patterns.is_empty() || patterns.iter().any(matches)
}

/// Attributes with their arguments and properties.
#[derive(Serialize)]
struct AttributesReport<'a> {
    attributes: Vec<AttributeRow<'a>>,
    /// Whether the text contains counts only.
    #[serde(skip)]
    is_summary: bool,
}

#[derive(Serialize)]
struct AttributeRow<'a> {
    name: &'a str,
    spellings: &'a [String],
    arguments: Vec<ArgumentRow<'a>>,
    subjects: Option<&'a [String]>,
    categories: &'a [String],
    /// Whether the attribute is kept in the syntax tree.
    node: bool,
    /// Whether `#pragma clang attribute` can apply the attribute.
    pragma: bool,
}

#[derive(Serialize)]
struct ArgumentRow<'a> {
    name: &'a str,
    kind: &'static str,
    /// Accepted values, if `kind` is `enumerator`.
    values: &'a [String],
    optional: bool,
    variadic: bool,
}

impl<'a> AttributeRow<'a> {
    fn new(attribute: &'a AttributeSummary) -> AttributeRow<'a> {
        let argument = |argument: &'a ArgumentSummary| ArgumentRow {
            name: &argument.name,
            kind: argument.kind,
            values: &argument.values,
            optional: argument.is_optional,
            variadic: argument.is_variadic,
        };
        AttributeRow {
            name: &attribute.name,
            spellings: &attribute.spellings,
            arguments: attribute.arguments.iter().map(argument).collect(),
            subjects: attribute.subjects.as_deref(),
            categories: &attribute.categories,
            node: attribute.is_node,
            pragma: attribute.has_pragma_support,
        }
    }

    /// Returns the lines below an attribute name: title and text.
    fn lines(&self) -> [(&'static str, String); 5] {
        let mut properties = Vec::new();
        if !self.node {
            properties.push("not kept");
        }
        if self.pragma {
            properties.push("#pragma clang attribute");
        }
        let arguments: Vec<String> = self.arguments.iter().map(argument).collect();
        [
            ("written as", self.spellings.join("  ")),
            ("arguments", arguments.join(", ")),
            ("subjects", self.subjects.unwrap_or_default().join(", ")),
            ("documented", self.categories.join(", ")),
            ("properties", properties.join(", ")),
        ]
    }
}

impl<'a> Report for AttributesReport<'a> {
    const NAME: &'static str = "attributes";
    /// Version 1 was a list without a name.
    const VERSION: u32 = 2;
    const COLUMNS: &'static [&'static str] =
        &["NAME", "WRITTEN AS", "ARGUMENTS", "SUBJECTS", "DOCUMENTED", "PROPERTIES"];
    type Row = AttributeRow<'a>;

    fn rows(&self) -> &[AttributeRow<'a>] {
        &self.attributes
    }

    fn cells(&self, row: &AttributeRow<'a>) -> Vec<String> {
        let lines = row.lines().map(|(_, line)| line);
        std::iter::once(row.name.to_owned()).chain(lines).collect()
    }

    fn text(&self, _: Option<usize>) -> String {
        if self.is_summary {
            return self.summary();
        }
        let mut text = String::new();
        for row in &self.attributes {
            text.push_str(if text.is_empty() { "" } else { "\n" });
            writeln!(text, "{}", row.name);
            for (title, line) in row.lines().iter().filter(|(_, line)| !line.is_empty()) {
                writeln!(text, "  {title:<12}{line}");
            }
        }
        text
    }
}

impl AttributesReport<'_> {
    /// Returns the number of attributes for each category and each kind.
    fn summary(&self) -> String {
        let count = |is_counted: fn(&AttributeRow<'_>) -> bool| {
            self.attributes.iter().filter(|row| is_counted(row)).count()
        };
        let mut text = format!("{} attributes; --all shows them\n\n", self.attributes.len());
        let kinds: [(&str, usize); 6] = [
            ("kept in the syntax tree", count(|row| row.node)),
            ("with arguments", count(|row| !row.arguments.is_empty())),
            ("with a list of subjects", count(|row| row.subjects.is_some())),
            ("that #pragma clang attribute can apply", count(|row| row.pragma)),
            ("written as [[…]]", count(|row| row.has_spelling("[["))),
            ("written as __attribute__((…))", count(|row| row.has_spelling("__attribute__"))),
        ];
        for (title, count) in kinds {
            writeln!(text, "{count:7}  {title}");
        }
        let mut categories: BTreeMap<&str, usize> = BTreeMap::new();
        for category in self.attributes.iter().flat_map(|row| row.categories) {
            *categories.entry(category).or_default() += 1;
        }
        let mut categories: Vec<(&str, usize)> = categories.into_iter().collect();
        // The sort is stable: equally frequent categories stay sorted by name.
        categories.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
        writeln!(text, "\n  count  documented in");
        for (category, count) in categories {
            writeln!(text, "{count:7}  {category}");
        }
        text
    }
}

impl AttributeRow<'_> {
    fn has_spelling(&self, start: &str) -> bool {
        self.spellings.iter().any(|spelling| spelling.starts_with(start))
    }
}

/// Formats an argument as `name: kind`.
fn argument(argument: &ArgumentRow<'_>) -> String {
    let kind = match argument.values {
        [] => argument.kind.to_owned(),
        values => values.join("|"),
    };
    let dots = if argument.variadic { "..." } else { "" };
    let text = format!("{}: {kind}{dots}", argument.name);
    if argument.optional && !argument.variadic { format!("[{text}]") } else { text }
}
