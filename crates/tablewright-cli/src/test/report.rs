//! The report of `tablewright test`.

use serde::Serialize;
use tablewright_inspect::SourceLocation;
use tablewright_syntax::diagnostic::Diagnostic;

use crate::report::Report;

/// Results for a file.
pub(super) struct FileOutcome {
    pub(super) file: String,
    pub(super) expectations: Vec<ExpectationRow>,
    /// Number of unexpected errors.
    pub(super) errors: usize,
    /// Failed expectations, and errors.
    pub(super) diagnostics: Vec<Diagnostic>,
}

#[derive(Serialize)]
pub(super) struct ExpectationRow {
    #[serde(flatten)]
    pub(super) location: SourceLocation,
    /// Text of the comment.
    pub(super) expectation: String,
    pub(super) is_met: bool,
    /// Actual values.
    pub(super) found: Vec<String>,
}

/// Results for all files.
#[derive(Serialize, Default)]
pub(super) struct TestReport {
    met: usize,
    failed: usize,
    files: Vec<FileSummary>,
    expectations: Vec<ExpectationRow>,
}

/// Counts for a file.
#[derive(Serialize)]
struct FileSummary {
    file: String,
    met: usize,
    failed: usize,
    /// Number of unexpected errors.
    errors: usize,
}

impl TestReport {
    pub(super) fn add(&mut self, outcome: FileOutcome) {
        let met = outcome.expectations.iter().filter(|row| row.is_met).count();
        let failed = outcome.expectations.len() - met;
        self.met += met;
        self.failed += failed;
        let (file, errors) = (outcome.file, outcome.errors);
        self.files.push(FileSummary { file, met, failed, errors });
        self.expectations.extend(outcome.expectations);
    }

    /// Whether all expectations are met and no errors are unexpected. A file without expectations fails.
    pub(super) fn passes(&self) -> bool {
        self.files.iter().all(|file| file.failed == 0 && file.errors == 0 && file.met > 0)
    }
}

impl Report for TestReport {
    const NAME: &'static str = "test";
    const COLUMNS: &'static [&'static str] = &["LOCATION", "EXPECTATION", "MET", "FOUND"];
    type Row = ExpectationRow;

    fn rows(&self) -> &[ExpectationRow] {
        &self.expectations
    }

    fn cells(&self, row: &ExpectationRow) -> Vec<String> {
        let met = if row.is_met { "yes" } else { "no" };
        let (location, expectation) = (row.location.to_string(), row.expectation.clone());
        vec![location, expectation, met.to_owned(), row.found.join("; ")]
    }

    /// Formats a line for each file. Separate messages explain the failures.
    fn text(&self, _: Option<usize>) -> String {
        let mut text = String::new();
        for FileSummary { file, met, failed, errors } in &self.files {
            let mut line = match (met, failed) {
                (0, 0) => "no expectations".to_owned(),
                (met, 0) => format!("{met} as expected"),
                (met, failed) => format!("{met} as expected, {failed} not"),
            };
            if *errors > 0 {
                line.push_str(&format!(", {errors} unexpected errors"));
            }
            text.push_str(&format!("{file}: {line}\n"));
        }
        text
    }
}
