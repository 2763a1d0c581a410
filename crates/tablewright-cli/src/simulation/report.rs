//! The reports: the outcome of a program, coverage, and test vectors.

use serde::Serialize;
use tablewright_simulator::{
    InstructionCoverage, MeaningSource, RunOutcome, TraceStep, VectorOutcome,
};

use crate::report::{Report, ReportTable};

/// The outcome of a program. The rows are the trace.
#[derive(Serialize)]
pub(super) struct RunReport {
    #[serde(flatten)]
    pub(super) outcome: RunOutcome,
    /// The executed instructions, if they were requested.
    pub(super) trace: Vec<TraceStep>,
}

impl Report for RunReport {
    const NAME: &'static str = "run";
    const COLUMNS: &'static [&'static str] = &["ADDRESS", "PLACE", "BYTES", "TEXT", "CHANGES"];
    type Row = TraceStep;

    fn rows(&self) -> &[TraceStep] {
        &self.trace
    }

    fn cells(&self, row: &TraceStep) -> Vec<String> {
        let text = row.text.replace('\t', " ");
        let address = format!("{:x}", row.address);
        vec![address, row.place.clone(), row.bytes.clone(), text, row.changes.join(" ")]
    }
}

/// The instructions with the origins of their meanings.
#[derive(Serialize)]
pub(super) struct CoverageReport {
    /// The number of instructions with a meaning.
    covered: usize,
    instructions: Vec<InstructionCoverage>,
}

impl CoverageReport {
    pub(super) fn new(instructions: Vec<InstructionCoverage>) -> CoverageReport {
        let covered = instructions.iter().filter(|row| row.source.is_some()).count();
        CoverageReport { covered, instructions }
    }
}

fn source_name(source: MeaningSource) -> &'static str {
    match source {
        MeaningSource::Semantics => "semantics",
        MeaningSource::Pattern => "pattern",
        MeaningSource::Selection => "selection",
        MeaningSource::Move => "move",
        MeaningSource::Call => "call",
        MeaningSource::LongForm => "long form",
    }
}

impl Report for CoverageReport {
    const NAME: &'static str = "run-coverage";
    const COLUMNS: &'static [&'static str] = &["INSTRUCTION", "MEANING", "REASON"];
    type Row = InstructionCoverage;

    fn rows(&self) -> &[InstructionCoverage] {
        &self.instructions
    }

    fn cells(&self, row: &InstructionCoverage) -> Vec<String> {
        let source = row.source.map_or("none", source_name);
        let reason = row.reason.clone().unwrap_or_default();
        vec![row.instruction.clone(), source.to_owned(), reason]
    }

    fn text(&self, width: Option<usize>) -> String {
        let (covered, all) = (self.covered, self.instructions.len());
        format!("{}{covered} of {all} instructions have a meaning\n", self.table().text(width))
    }
}

/// A test vector of a file.
#[derive(Serialize)]
pub(super) struct VectorRow {
    /// The line in the file.
    pub(super) line: usize,
    #[serde(flatten)]
    pub(super) outcome: VectorOutcome,
}

/// Test vectors.
#[derive(Serialize)]
pub(super) struct VectorReport {
    pub(super) passed: usize,
    pub(super) failed: usize,
    vectors: Vec<VectorRow>,
}

impl VectorReport {
    pub(super) fn new(vectors: Vec<VectorRow>) -> VectorReport {
        let failed = vectors.iter().filter(|row| !row.outcome.differences.is_empty()).count();
        VectorReport { passed: vectors.len() - failed, failed, vectors }
    }
}

impl Report for VectorReport {
    const NAME: &'static str = "run-vectors";
    const COLUMNS: &'static [&'static str] = &["LINE", "INSTRUCTION", "DIFFERENCES"];
    type Row = VectorRow;

    fn rows(&self) -> &[VectorRow] {
        &self.vectors
    }

    fn cells(&self, row: &VectorRow) -> Vec<String> {
        let text = row.outcome.text.replace('\t', " ");
        vec![row.line.to_string(), text, row.outcome.differences.join("; ")]
    }

    fn text(&self, width: Option<usize>) -> String {
        let mut table = ReportTable::new(self.columns());
        for row in self.vectors.iter().filter(|row| !row.outcome.differences.is_empty()) {
            table.push(self.cells(row));
        }
        let counts = format!("{} passed, {} failed\n", self.passed, self.failed);
        if self.failed == 0 { counts } else { table.text(width) + &counts }
    }
}
