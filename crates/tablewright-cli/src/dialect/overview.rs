//! The definitions in dialects, a line each.

use tablewright_dialect::{DescribedDef, Description, Dialect, Enum, Interface};
use tablewright_records::TextSink;

use super::signature::{LEGEND, signature};
use crate::report::ReportTable;

/// Formats an overview of all dialects, at most `width` columns wide if `width` is set.
pub(super) fn text(description: &Description<'_>, width: Option<usize>) -> String {
    let mut text = String::new();
    for dialect in &description.dialects {
        text.push_str(if text.is_empty() { "" } else { "\n" });
        add_dialect(dialect, width, &mut text);
    }
    if !description.enums.is_empty() {
        text.push_str(if text.is_empty() { "" } else { "\n" });
        writeln!(&mut text, "enums of no dialect ({})", description.enums.len());
        add_rows("CASES", description.enums.iter().map(enum_row), width, &mut text);
    }
    // With dialects present, these are mostly interfaces from elsewhere that operations implement.
    if description.dialects.is_empty() && !description.interfaces.is_empty() {
        text.push_str(if text.is_empty() { "" } else { "\n" });
        writeln!(&mut text, "interfaces ({})", description.interfaces.len());
        add_rows("METHODS", description.interfaces.iter().map(interface_row), width, &mut text);
    }
    text
}

fn add_dialect(dialect: &Dialect<'_>, width: Option<usize>, text: &mut String) {
    let names = &dialect.names;
    let title = if names.name.is_empty() { names.definition } else { names.name };
    writeln!(text, "dialect {title}{}", after_colon(dialect.summary));
    write!(text, "  {}", names.class);
    if let Some(location) = &dialect.origin.location {
        write!(text, ", defined at {location}");
    }
    text.push('\n');
    let parts = &dialect.parts;
    if !parts.operations.is_empty() {
        writeln!(text, "\noperations ({}), with {LEGEND}", parts.operations.len());
        let rows = parts.operations.iter().map(|operation| {
            [operation.names.name.clone(), signature(operation), one_line(operation.docs.summary)]
        });
        add_rows("SIGNATURE", rows, width, text);
    }
    for (title, sigil, defs) in
        [("types", '!', &parts.types), ("attributes", '#', &parts.attributes)]
    {
        if !defs.is_empty() {
            writeln!(text, "\n{title} ({})", defs.len());
            add_rows("PARAMETERS", defs.iter().map(|def| def_row(def, sigil)), width, text);
        }
    }
    if !parts.enums.is_empty() {
        writeln!(text, "\nenums ({})", parts.enums.len());
        add_rows("CASES", parts.enums.iter().map(enum_row), width, text);
    }
}

/// Adds an indented table with three columns: name, a column titled `second`, and summary.
fn add_rows(
    second: &str,
    rows: impl Iterator<Item = [String; 3]>,
    width: Option<usize>,
    text: &mut String,
) {
    let mut table = ReportTable::new(["NAME", second, "SUMMARY"].map(str::to_owned).to_vec());
    rows.for_each(|row| table.push(row.to_vec()));
    let table = table.without_empty_columns();
    for line in table.text(width.map(|width| width.saturating_sub(2))).lines() {
        writeln!(text, "  {line}");
    }
}

fn def_row(def: &DescribedDef<'_>, sigil: char) -> [String; 3] {
    let name = match def.mnemonic {
        Some(_) => format!("{sigil}{}", def.name),
        None => def.definition.to_owned(),
    };
    let parameters = def.parameters.iter().map(|parameter| {
        let mark = if parameter.default_value.is_some() { "?" } else { "" };
        format!("{}{mark}", parameter.name)
    });
    let parameters: Vec<String> = parameters.collect();
    let parameters = match &parameters[..] {
        [] => String::new(),
        parameters => format!("<{}>", parameters.join(", ")),
    };
    [name, parameters, one_line(def.docs.summary)]
}

/// Maximum number of enum cases listed.
const CASES: usize = 8;

fn enum_row(one: &Enum<'_>) -> [String; 3] {
    let limit = if one.cases.len() > CASES { CASES - 1 } else { one.cases.len() };
    let mut cases: Vec<String> = one.cases[..limit].iter().map(|it| it.text.to_owned()).collect();
    if limit < one.cases.len() {
        cases.push(format!("({} more)", one.cases.len() - limit));
    }
    [one.definition.to_owned(), cases.join(" | "), one_line(one.summary)]
}

fn interface_row(one: &Interface<'_>) -> [String; 3] {
    let methods: Vec<&str> = one.methods.iter().map(|method| method.name).collect();
    let paragraph = one.description.trim().split("\n\n").next().unwrap_or_default();
    [one.class.clone(), methods.join(", "), one_line(paragraph)]
}

/// Returns a colon and the summary, or nothing if the summary is empty.
pub(super) fn after_colon(summary: &str) -> String {
    match one_line(summary) {
        summary if summary.is_empty() => summary,
        summary => format!(": {summary}"),
    }
}

/// Joins the words in a text with single blanks.
pub(super) fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
