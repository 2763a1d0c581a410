//! Reports: the instructions in each model, or coverage counts for each model.

use serde::Serialize;
use tablewright_inspect::{CoverageCounts, CoverageRow, CoverageSummary};
use tablewright_records::{RecordStore, TextSink};
use tablewright_target::schedule::SchedModels;
use tablewright_target::schedule::coverage::{CountRange, Coverage};

use super::select::SelectedModel;
use crate::report::{Report, ReportTable};

/// Maximum length of a class name in a table for people, in characters.
const CLIP: usize = 40;

/// The instructions in each model.
#[derive(Serialize)]
pub(super) struct InstructionsReport {
    models: Vec<ShownModel>,
    #[serde(rename = "instructions")]
    rows: Vec<CoverageRow>,
}

/// A selected model.
#[derive(Serialize)]
struct ShownModel {
    name: String,
    /// Processors with this model.
    cpus: Vec<String>,
    /// Instruction counts by coverage, including hidden instructions.
    counts: CoverageCounts,
    /// Number of rows in this model.
    #[serde(skip)]
    row_count: usize,
}

impl InstructionsReport {
    pub(super) fn new(
        store: &RecordStore,
        sched: &SchedModels,
        shown: &[SelectedModel],
    ) -> InstructionsReport {
        let mut report = InstructionsReport { models: Vec::new(), rows: Vec::new() };
        for of_model in shown {
            let name = &sched.proc_models.get(of_model.model).name;
            let rows = of_model.instructions.iter().map(|&index| {
                let coverage = &of_model.coverage;
                let instruction = &coverage.instructions[index];
                CoverageRow::new(store, sched, of_model.model, coverage, instruction)
            });
            report.rows.extend(rows);
            report.models.push(ShownModel {
                name: name.clone(),
                cpus: of_model.cpus.clone(),
                counts: CoverageCounts::new(&of_model.coverage),
                row_count: of_model.instructions.len(),
            });
        }
        report
    }
}

impl Report for InstructionsReport {
    const NAME: &'static str = "sched-coverage";
    const COLUMNS: &'static [&'static str] = &[
        "model",
        "instruction",
        "class",
        "coverage",
        "latency",
        "micro_ops",
        "writes",
        "reads",
        "resources",
        "becomes",
        "missing",
    ];
    type Row = CoverageRow;

    fn rows(&self) -> &[CoverageRow] {
        &self.rows
    }

    fn cells(&self, row: &CoverageRow) -> Vec<String> {
        let writes = row.writes.iter().map(|write| match write.cycles {
            Some(cycles) => format!("{}={cycles}", write.name),
            None => write.name.clone(),
        });
        let resources = row.resources.iter();
        let resources = resources.map(|resource| format!("{}={}", resource.name, resource.cycles));
        vec![
            row.model.clone(),
            row.instruction.clone(),
            row.class.clone(),
            row.coverage.to_owned(),
            range(row.latency),
            range(row.micro_ops),
            writes.collect::<Vec<_>>().join(" "),
            row.reads.join(" "),
            resources.collect::<Vec<_>>().join(" "),
            row.becomes.join(" "),
            row.missing.join(" "),
        ]
    }

    /// Formats a table for each model, without empty columns.
    fn text(&self, width: Option<usize>) -> String {
        let mut text = String::new();
        let mut rows = self.rows.iter();
        for model in &self.models {
            text.push_str(if text.is_empty() { "" } else { "\n" });
            writeln!(text, "{} ({})", model.name, model.cpus.join(", "));
            text.push_str(&counted(&model.counts));
            let mut table = ReportTable::new(headings(self.columns().split_off(1)));
            for row in rows.by_ref().take(model.row_count) {
                let cells = self.cells(row).split_off(1).into_iter();
                table.push(cells.map(clipped).collect());
            }
            if model.row_count > 0 {
                text.push_str(&table.without_empty_columns().text(width));
            }
        }
        text
    }
}

/// Coverage counts for each processor's model.
#[derive(Serialize)]
pub(super) struct CoverageSummaryReport {
    cpus: Vec<CoverageSummary>,
}

impl CoverageSummaryReport {
    pub(super) fn new(sched: &SchedModels, models: &[SelectedModel]) -> CoverageSummaryReport {
        let mut cpus = Vec::new();
        for of_model in models {
            let name = &sched.proc_models.get(of_model.model).name;
            let counts = CoverageCounts::new(&of_model.coverage);
            let of_cpu = |cpu: &String| CoverageSummary {
                cpu: cpu.clone(),
                model: name.clone(),
                counts: counts.clone(),
            };
            cpus.extend(of_model.cpus.iter().map(of_cpu));
        }
        cpus.sort();
        CoverageSummaryReport { cpus }
    }
}

impl Report for CoverageSummaryReport {
    const NAME: &'static str = "sched-coverage-summary";
    type Row = CoverageSummary;

    fn rows(&self) -> &[CoverageSummary] {
        &self.cpus
    }

    fn columns(&self) -> Vec<String> {
        let counts = Coverage::ALL.map(Coverage::name);
        let columns = ["cpu", "model", "instructions"].into_iter().chain(counts);
        columns.chain(["covered"]).map(str::to_owned).collect()
    }

    fn cells(&self, row: &CoverageSummary) -> Vec<String> {
        let mut cells =
            vec![row.cpu.clone(), row.model.clone(), row.counts.instructions.to_string()];
        cells.extend(row.counts.by_coverage().map(|(_, count)| count.to_string()));
        cells.push(row.counts.covered.map_or(String::new(), |covered| covered.to_string()));
        cells
    }

    fn text(&self, width: Option<usize>) -> String {
        let mut columns = headings(self.columns());
        if let Some(covered) = columns.last_mut() {
            covered.push_str(" %");
        }
        let mut table = ReportTable::new(columns);
        self.cpus.iter().for_each(|row| table.push(self.cells(row)));
        table.text(width)
    }
}

/// Returns the column headings for people.
fn headings(columns: Vec<String>) -> Vec<String> {
    columns.iter().map(|column| column.replace('_', "-").to_uppercase()).collect()
}

/// Shortens a cell. A class name can be as long as all its instruction names together.
fn clipped(mut cell: String) -> String {
    if let Some((end, _)) = cell.char_indices().nth(CLIP) {
        cell.truncate(end);
        cell.push('…');
    }
    cell
}

fn range(range: Option<CountRange>) -> String {
    range.map_or_else(String::new, |range| range.to_string())
}

/// Formats the nonzero instruction counts by coverage.
fn counted(of: &CoverageCounts) -> String {
    let counts = of.by_coverage();
    let kinds = counts.iter().filter(|(_, count)| *count > 0);
    let kinds: Vec<String> =
        kinds.map(|(coverage, count)| format!("{count} {}", coverage.name())).collect();
    let plural = if of.instructions == 1 { "" } else { "s" };
    format!("{} instruction{plural}: {}\n", of.instructions, kinds.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_are_as_short_as_can_be() {
        let of = |least, most| Some(CountRange { least, most });
        assert_eq!([None, of(3, 3), of(1, 4)].map(range), ["", "3", "1-4"]);
    }

    #[test]
    fn long_names_are_clipped() {
        assert_eq!(clipped("a".repeat(40)).chars().count(), 40);
        assert_eq!(clipped("é".repeat(41)), "é".repeat(40) + "…");
    }
}
