//! What `tablewright test` reports.

use serde::Serialize;
use tablewright::inspect::Location;
use tablewright::syntax::diagnostic::Diagnostic;

use crate::report::Report;

/// What came of the expectations of a file.
pub(super) struct FileOutcome {
    pub(super) file: String,
    pub(super) expectations: Vec<ExpectationRow>,
    /// Errors that nothing expects.
    pub(super) errors: usize,
    /// The expectations that are not met, and the errors.
    pub(super) diagnostics: Vec<Diagnostic>,
}

/// An expectation.
#[derive(Serialize)]
pub(super) struct ExpectationRow {
    #[serde(flatten)]
    pub(super) location: Location,
    /// What the comment says.
    pub(super) expectation: String,
    pub(super) is_met: bool,
    /// What is there instead.
    pub(super) found: Vec<String>,
}

/// The expectations of all files.
#[derive(Serialize, Default)]
pub(super) struct TestReport {
    met: usize,
    failed: usize,
    files: Vec<FileSummary>,
    expectations: Vec<ExpectationRow>,
}

/// How many expectations of a file are met.
#[derive(Serialize)]
struct FileSummary {
    file: String,
    met: usize,
    failed: usize,
    /// Errors that nothing expects.
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

    /// Whether all is as expected. A file that expects nothing tests nothing.
    pub(super) fn passes(&self) -> bool {
        self.files.iter().all(|file| file.failed == 0 && file.errors == 0 && file.met > 0)
    }
}

impl Report for TestReport {
    const NAME: &'static str = "test";
    type Row = ExpectationRow;

    fn rows(&self) -> &[ExpectationRow] {
        &self.expectations
    }

    fn columns(&self) -> Vec<String> {
        ["LOCATION", "EXPECTATION", "MET", "FOUND"].map(str::to_owned).to_vec()
    }

    fn cells(&self, row: &ExpectationRow) -> Vec<String> {
        let met = if row.is_met { "yes" } else { "no" };
        let (location, expectation) = (row.location.to_string(), row.expectation.clone());
        vec![location, expectation, met.to_owned(), row.found.join("; ")]
    }

    /// A line for each file; what failed is in the messages.
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
