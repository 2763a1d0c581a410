//! Reports: the results of a command as data, and their forms.
//!
//! A command defines a struct that serde can serialize, and implements [`Report`] for it. JSON is the struct with the
//! report name and version. JSON lines, CSV and the table contain its rows. A command can replace the table by a
//! better text for people. The book's page about reports lists the fields. Renaming or removing a field requires a
//! new version.

mod lists;
mod table;

use clap::Arg;
use clap::ArgMatches;
use serde::Serialize;

use crate::inspect;

pub(crate) use lists::{ListRow, ReportLists};
pub(crate) use table::ReportTable;

/// Data that a command prints.
pub(crate) trait Report: Serialize {
    /// Report name in JSON.
    const NAME: &'static str;

    /// Version of the JSON fields.
    const VERSION: u32 = 1;

    /// Column headings.
    const COLUMNS: &'static [&'static str] = &[];

    /// A row: a line in JSON lines.
    type Row: Serialize;

    /// Returns the rows.
    fn rows(&self) -> &[Self::Row];

    /// Returns the column headings. A report with columns that depend on its data has its own function.
    fn columns(&self) -> Vec<String> {
        Self::COLUMNS.iter().map(|&column| column.to_owned()).collect()
    }

    /// Returns the cells in a row, each for a column.
    fn cells(&self, row: &Self::Row) -> Vec<String>;

    /// Formats the report for people, at most `width` columns wide if `width` is set.
    fn text(&self, width: Option<usize>) -> String {
        self.table().text(width)
    }

    /// Returns the rows as a table.
    fn table(&self) -> ReportTable {
        let mut table = ReportTable::new(self.columns());
        for row in self.rows() {
            table.push(self.cells(row));
        }
        table
    }
}

/// The form of a report.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) enum ReportForm {
    #[default]
    Text,
    Json,
    JsonLines,
    Csv,
}

/// Form names on the command line, in order.
const FORMS: [&str; 4] = ["text", "json", "jsonl", "csv"];

impl ReportForm {
    /// Returns the arguments for form and output.
    pub(crate) fn args() -> [Arg; 3] {
        inspect::form_args(FORMS, "Output format; jsonl prints an object per line")
    }

    /// Returns the same arguments for a command with an additional form.
    pub(crate) fn args_and(other: &'static str, help: &'static str) -> [Arg; 3] {
        let mut forms = FORMS.to_vec();
        forms.push(other);
        inspect::form_args(&forms, help)
    }

    /// Returns the requested form.
    pub(crate) fn from_args(args: &ArgMatches) -> ReportForm {
        let forms = [ReportForm::Text, ReportForm::Json, ReportForm::JsonLines, ReportForm::Csv];
        let named = FORMS.iter().zip(forms).find(|(name, _)| inspect::has_form(args, name));
        named.map_or(ReportForm::Text, |(_, form)| form)
    }

    /// Prints a report in this form. The text form is at most `width` columns wide.
    pub(crate) fn print(self, report: &impl Report, width: Option<usize>) -> String {
        match self {
            ReportForm::Text => report.text(width),
            ReportForm::Json => json(report),
            ReportForm::JsonLines => {
                report.rows().iter().map(|row| json_text(row) + "\n").collect()
            }
            ReportForm::Csv => report.table().csv(),
        }
    }
}

/// A report in JSON.
#[derive(Serialize)]
struct ReportDocument<'r, R> {
    report: &'static str,
    version: u32,
    #[serde(flatten)]
    content: &'r R,
}

fn json<R: Report>(report: &R) -> String {
    let document = ReportDocument { report: R::NAME, version: R::VERSION, content: report };
    // Report keys are strings and report values cannot fail to serialize.
    serde_json::to_string_pretty(&document).expect("a report can be written as JSON") + "\n"
}

fn json_text(row: &impl Serialize) -> String {
    serde_json::to_string(row).expect("a row of a report can be written as JSON")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Serialize)]
    struct Sizes {
        target: String,
        sizes: Vec<Size>,
    }

    #[derive(Serialize)]
    struct Size {
        name: String,
        bytes: u32,
    }

    impl Report for Sizes {
        const NAME: &'static str = "sizes";
        const COLUMNS: &'static [&'static str] = &["NAME", "BYTES"];
        type Row = Size;

        fn rows(&self) -> &[Size] {
            &self.sizes
        }

        fn cells(&self, row: &Size) -> Vec<String> {
            vec![row.name.clone(), row.bytes.to_string()]
        }
    }

    #[test]
    fn all_forms_come_from_the_data() {
        let size = |name: &str, bytes| Size { name: name.to_owned(), bytes };
        let sizes = vec![size("a, b", 4), size("cd", 16)];
        let report = Sizes { target: "Toy".to_owned(), sizes };
        let print = |form: ReportForm| form.print(&report, None);
        assert_eq!(print(ReportForm::Text), "NAME  BYTES\na, b      4\ncd       16\n");
        assert_eq!(print(ReportForm::Csv), "NAME,BYTES\n\"a, b\",4\ncd,16\n");
        assert_eq!(
            print(ReportForm::JsonLines),
            "{\"name\":\"a, b\",\"bytes\":4}\n{\"name\":\"cd\",\"bytes\":16}\n"
        );
        assert!(print(ReportForm::Json).starts_with(
            "{\n  \"report\": \"sizes\",\n  \"version\": 1,\n  \"target\": \"Toy\",\n  \"sizes\": ["
        ));
    }
}
