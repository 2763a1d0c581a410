//! `tablewright attributes`: what each of Clang's attributes accepts, and where it is documented.

use std::process::ExitCode;

use clap::{ArgMatches, Command};
use serde_json::{Value, json};
use tablewright::TextSink;
use tablewright::backend::Failure;
use tablewright::clang::{ArgumentSummary, AttributeSummary};
use tablewright::syntax::diagnostic::{Diagnostic, Severity};

use crate::inspect::{self, all, texts};
use crate::inspection::{Inspection, Subject};
use crate::selection::is_match;

pub(crate) const NAME: &str = "attributes";

const JSON: &str = "json";
const ATTRIBUTE: &str = "attribute";
const SPELLING: &str = "spelling";
const SUBJECT: &str = "subject";

pub(crate) fn command() -> Command {
    inspect::command(NAME)
        .about("Show what each of Clang's attributes accepts")
        .after_help(
            "Arguments in brackets can be left out; of those with dots behind them there can be \
             any number.\nIn a PATTERN * stands for any text and ? for any character.",
        )
        .mut_arg("file", |file| file.help("The description, Attr.td; - is standard input"))
        .arg(texts(ATTRIBUTE, "PATTERN", "Only attributes whose records have such a name"))
        .arg(texts(SPELLING, "PATTERN", "Only attributes with such a spelling: '*deprecated*'"))
        .arg(texts(SUBJECT, "PATTERN", "Only attributes that can be written on such a subject"))
        .args(inspect::form_args(["text", JSON], "The format of the output"))
}

pub(crate) fn main(called_as: &str, given: &ArgMatches) -> ExitCode {
    let inspection = AttributesInspection {
        as_json: inspect::has_form(given, JSON),
        attributes: all(given, ATTRIBUTE),
        spellings: all(given, SPELLING),
        subjects: all(given, SUBJECT),
    };
    inspect::run(called_as, given, Box::new(inspection))
}

/// What the command line asks for.
struct AttributesInspection {
    as_json: bool,
    /// Patterns, of which one has to match; everything is shown where there are none.
    attributes: Vec<String>,
    spellings: Vec<String>,
    subjects: Vec<String>,
}

impl Inspection for AttributesInspection {
    fn name(&self) -> &'static str {
        NAME
    }

    fn text(&self, subject: &mut Subject<'_, '_>) -> Result<String, Failure> {
        let mut attributes = AttributeSummary::all(subject.store)?;
        attributes.retain(|attribute| self.selects(attribute));
        if attributes.is_empty() {
            let message = "no attribute is selected";
            subject.diagnostics.push(Diagnostic::new(Severity::Note, None, message));
        }
        if self.as_json {
            let list = Value::Array(attributes.iter().map(object).collect());
            return Ok(format!("{list:#}\n"));
        }
        let mut text = String::new();
        for attribute in &attributes {
            text.push_str(if text.is_empty() { "" } else { "\n" });
            block(attribute, &mut text);
        }
        Ok(text)
    }
}

impl AttributesInspection {
    fn selects(&self, attribute: &AttributeSummary) -> bool {
        let subjects = attribute.subjects.as_deref().unwrap_or_default();
        is_selected(&self.attributes, std::slice::from_ref(&attribute.name))
            && is_selected(&self.spellings, &attribute.spellings)
            && is_selected(&self.subjects, subjects)
    }
}

/// Whether one of the patterns matches one of the names, or there are no patterns.
fn is_selected(patterns: &[String], names: &[String]) -> bool {
    let matches = |pattern: &String| names.iter().any(|name| is_match(pattern, name));
    patterns.is_empty() || patterns.iter().any(matches)
}

/// Writes an attribute, a line for each thing there is to know.
fn block(attribute: &AttributeSummary, text: &mut String) {
    let mut properties = Vec::new();
    if !attribute.is_node {
        properties.push("not kept");
    }
    if attribute.has_pragma_support {
        properties.push("#pragma clang attribute");
    }
    let arguments: Vec<String> = attribute.arguments.iter().map(argument).collect();
    let subjects = attribute.subjects.as_deref().unwrap_or_default();
    writeln!(text, "{}", attribute.name);
    let lines = [
        ("written as", attribute.spellings.join("  ")),
        ("arguments", arguments.join(", ")),
        ("subjects", subjects.join(", ")),
        ("documented", attribute.categories.join(", ")),
        ("properties", properties.join(", ")),
    ];
    for (title, line) in lines.iter().filter(|(_, line)| !line.is_empty()) {
        writeln!(text, "  {title:<12}{line}");
    }
}

/// An argument as `name: kind`.
fn argument(argument: &ArgumentSummary) -> String {
    let kind = match argument.values[..] {
        [] => argument.kind.to_owned(),
        [..] => argument.values.join("|"),
    };
    let dots = if argument.is_variadic { "..." } else { "" };
    let text = format!("{}: {kind}{dots}", argument.name);
    if argument.is_optional && !argument.is_variadic { format!("[{text}]") } else { text }
}

fn object(attribute: &AttributeSummary) -> Value {
    let arguments = attribute.arguments.iter().map(|argument| {
        json!({
            "name": argument.name,
            "kind": argument.kind,
            "values": argument.values,
            "optional": argument.is_optional,
            "variadic": argument.is_variadic,
        })
    });
    json!({
        "name": attribute.name,
        "spellings": attribute.spellings,
        "arguments": arguments.collect::<Vec<_>>(),
        "subjects": attribute.subjects,
        "categories": attribute.categories,
        "node": attribute.is_node,
        "pragma": attribute.has_pragma_support,
    })
}
