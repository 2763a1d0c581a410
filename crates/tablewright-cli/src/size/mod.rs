//! `tablewright size`: sizes of a target's generated tables in bytes.

use std::process::ExitCode;

use clap::{ArgMatches, Command};
use serde::Serialize;
use tablewright_backend::Failure;
use tablewright_llvm::table_sizes::{TableSize, TableSizes};
use tablewright_syntax::diagnostic::{Code, Diagnostic};
use tablewright_target::target::target;

use crate::description_command::{CommandSubject, DescriptionCommand};
use crate::inspect;
use crate::report::{Report, ReportForm};

pub(crate) const NAME: &str = "size";

pub(crate) fn command() -> Command {
    inspect::command(NAME)
        .about("Show the size of a target's generated tables in bytes")
        .after_help(
            "SHARED counts the bytes that sharing of equal parts saves. REPEATED counts the bytes that could be\n\
             saved by sharing more equal parts.\n\
             \n\
             Example:\n\
             \x20   tablewright size llvm/lib/Target/RISCV/RISCV.td",
        )
        .args(ReportForm::args())
}

pub(crate) fn main(called_as: &str, args: &ArgMatches) -> ExitCode {
    inspect::run(called_as, args, Box::new(SizeCommand { form: ReportForm::from_args(args) }))
}

struct SizeCommand {
    form: ReportForm,
}

impl DescriptionCommand for SizeCommand {
    fn name(&self) -> &'static str {
        NAME
    }

    fn text(&self, subject: &mut CommandSubject<'_, '_>) -> Result<String, Failure> {
        let target = target(subject.store)?.name();
        let report = SizeReport::new(target, TableSizes::new(subject.store));
        if report.tables.is_empty() {
            let mut error = Diagnostic::error_anywhere(
                Code::UnknownName,
                "no action has tables of this target",
            );
            for SkippedAction { action, why } in &report.skipped {
                error.note(None, format!("--{action}: {why}"));
            }
            return Err(error.into());
        }
        Ok(self.form.print(&report, subject.width))
    }
}

/// The sizes of a target's tables.
#[derive(Serialize)]
struct SizeReport {
    target: String,
    /// Total size of all tables, in bytes.
    bytes: u64,
    tables: Vec<SizeTableRow>,
    /// Sizes by row subject, the largest first.
    subjects: Vec<SubjectRow>,
    /// Actions with errors.
    skipped: Vec<SkippedAction>,
}

#[derive(Serialize)]
struct SizeTableRow {
    action: String,
    table: String,
    subject: String,
    rows: usize,
    bytes: u64,
    /// Bytes saved by sharing. `None` if not counted.
    shared: Option<u64>,
    /// Bytes that sharing all equal parts would save. `None` if not counted.
    repeated: Option<u64>,
}

#[derive(Serialize)]
struct SubjectRow {
    subject: String,
    bytes: u64,
}

#[derive(Serialize)]
struct SkippedAction {
    action: String,
    why: String,
}

impl SizeReport {
    fn new(target: &str, sizes: TableSizes) -> SizeReport {
        let (mut tables, mut skipped) = (Vec::new(), Vec::new());
        let mut subjects: Vec<SubjectRow> = Vec::new();
        for of_action in sizes.actions {
            let action = of_action.action.to_owned();
            let table_sizes = match of_action.tables {
                Ok(list) => list,
                Err(why) => {
                    skipped.push(SkippedAction { action, why });
                    continue;
                }
            };
            for TableSize { table, subject, rows, bytes, shared, repeated } in table_sizes {
                let subject = subject.name().to_owned();
                match subjects.iter_mut().find(|row| row.subject == subject) {
                    Some(row) => row.bytes += bytes,
                    None => subjects.push(SubjectRow { subject: subject.clone(), bytes }),
                }
                let action = action.clone();
                tables.push(SizeTableRow { action, table, subject, rows, bytes, shared, repeated });
            }
        }
        subjects.sort_by(|a, b| b.bytes.cmp(&a.bytes).then_with(|| a.subject.cmp(&b.subject)));
        let bytes = tables.iter().map(|row| row.bytes).sum();
        SizeReport { target: target.to_owned(), bytes, tables, subjects, skipped }
    }
}

impl Report for SizeReport {
    const NAME: &'static str = "size";
    const COLUMNS: &'static [&'static str] =
        &["ACTION", "TABLE", "ABOUT", "ROWS", "BYTES", "SHARED", "REPEATED"];
    type Row = SizeTableRow;

    fn rows(&self) -> &[SizeTableRow] {
        &self.tables
    }

    fn cells(&self, row: &SizeTableRow) -> Vec<String> {
        let number = |number: Option<u64>| number.map_or(String::new(), |n| n.to_string());
        vec![
            row.action.clone(),
            row.table.clone(),
            row.subject.clone(),
            row.rows.to_string(),
            row.bytes.to_string(),
            number(row.shared),
            number(row.repeated),
        ]
    }

    fn text(&self, width: Option<usize>) -> String {
        let SizeReport { target, bytes, .. } = self;
        let mut text = format!("{target}: {bytes} bytes\n\n{}\n", self.table().text(width));
        for SubjectRow { subject, bytes } in &self.subjects {
            text.push_str(&format!("{bytes:>9}  {subject}\n"));
        }
        for SkippedAction { action, why } in &self.skipped {
            text.push_str(&format!("\n--{action} does not print tables: {why}\n"));
        }
        text
    }
}
