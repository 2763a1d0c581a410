//! Reports: what a command has found out, as data, and its forms.
//!
//! A command makes a struct that serde can write and implements [`Report`] for it. The forms follow:
//! JSON is the struct with the name and the version of the report; JSON lines, CSV and the table are
//! its rows. A command that has a better text for people than a table writes it itself. The book's
//! page about reports lists the fields; a field that is renamed or goes makes a new version.

mod lists;
mod table;

use clap::Arg;
use clap::ArgMatches;
use serde::Serialize;

use crate::inspect;

pub(crate) use lists::{ListRow, Lists};
pub(crate) use table::Table;

/// The data that a command prints.
pub(crate) trait Report: Serialize {
    /// The name of the report, which stands in its JSON.
    const NAME: &'static str;

    /// The version of the fields in JSON.
    const VERSION: u32 = 1;

    /// What JSON lines have a line for.
    type Row: Serialize;

    /// The rows.
    fn rows(&self) -> &[Self::Row];

    /// The headings of the columns.
    fn columns(&self) -> Vec<String>;

    /// The cells of a row, as many as columns.
    fn cells(&self, row: &Self::Row) -> Vec<String>;

    /// The text for people, which fits into `width` columns if that is given.
    fn text(&self, width: Option<usize>) -> String {
        self.table().text(width)
    }

    /// The rows as a table.
    fn table(&self) -> Table {
        let mut table = Table::new(self.columns());
        for row in self.rows() {
            table.push(self.cells(row));
        }
        table
    }
}

/// The form of a report.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) enum Form {
    #[default]
    Text,
    Json,
    JsonLines,
    Csv,
}

/// The names of the forms on the command line, in their order.
const FORMS: [&str; 4] = ["text", "json", "jsonl", "csv"];

impl Form {
    /// The arguments that name the form and the output.
    pub(crate) fn args() -> [Arg; 3] {
        inspect::form_args(FORMS, "The format of the output; jsonl is an object a line")
    }

    /// The same for a command that has a form of its own beside them.
    pub(crate) fn args_and(other: &'static str, help: &'static str) -> [Arg; 3] {
        let mut forms = FORMS.to_vec();
        forms.push(other);
        inspect::form_args(&forms, help)
    }

    /// The form that was asked for.
    pub(crate) fn of(args: &ArgMatches) -> Form {
        let forms = [Form::Text, Form::Json, Form::JsonLines, Form::Csv];
        let named = FORMS.iter().zip(forms).find(|(name, _)| inspect::has_form(args, name));
        named.map_or(Form::Text, |(_, form)| form)
    }

    /// The text of a report in this form; for people it fits into `width` columns.
    pub(crate) fn print(self, report: &impl Report, width: Option<usize>) -> String {
        match self {
            Form::Text => report.text(width),
            Form::Json => json(report),
            Form::JsonLines => report.rows().iter().map(|row| json_text(row) + "\n").collect(),
            Form::Csv => report.table().csv(),
        }
    }
}

/// A report as it stands in JSON.
#[derive(Serialize)]
struct Document<'r, R> {
    report: &'static str,
    version: u32,
    #[serde(flatten)]
    content: &'r R,
}

fn json<R: Report>(report: &R) -> String {
    let document = Document { report: R::NAME, version: R::VERSION, content: report };
    // Reports have strings as keys and no values that can fail.
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
        type Row = Size;

        fn rows(&self) -> &[Size] {
            &self.sizes
        }

        fn columns(&self) -> Vec<String> {
            vec!["NAME".to_owned(), "BYTES".to_owned()]
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
        let print = |form: Form| form.print(&report, None);
        assert_eq!(print(Form::Text), "NAME  BYTES\na, b      4\ncd       16\n");
        assert_eq!(print(Form::Csv), "NAME,BYTES\n\"a, b\",4\ncd,16\n");
        assert_eq!(
            print(Form::JsonLines),
            "{\"name\":\"a, b\",\"bytes\":4}\n{\"name\":\"cd\",\"bytes\":16}\n"
        );
        assert!(print(Form::Json).starts_with(
            "{\n  \"report\": \"sizes\",\n  \"version\": 1,\n  \"target\": \"Toy\",\n  \"sizes\": ["
        ));
    }
}
