//! What is shown, as tables for people and as comma-separated values for programs.

use std::borrow::Cow;

use tablewright::RecordStore;
use tablewright::TextSink;
use tablewright::target::schedule::coverage::{Coverage, CoveredClass, CoveredInstruction};
use tablewright::target::schedule::{ProcResourceId, SchedClassId, SchedModels};

use super::select::Shown;

/// How much of a text that has no end is in a table.
const CLIP: usize = 40;

/// How many columns say what a class takes.
const DETAILS: usize = 7;

/// How narrow a column may become so that a table fits a terminal.
const NARROWEST: usize = 8;

/// How it is shown.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Format {
    Table,
    Csv,
}

/// What there is to show.
pub(super) struct Report<'a> {
    pub(super) store: &'a RecordStore,
    pub(super) sched: &'a SchedModels,
    pub(super) models: Vec<Shown>,
    pub(super) format: Format,
    /// How wide the terminal is, if the tables go to one.
    pub(super) width: Option<usize>,
}

type Row<'a> = Vec<Cow<'a, str>>;

impl Report<'_> {
    /// A row for each instruction of each model.
    pub(super) fn instructions(&self) -> String {
        let mut head = vec![
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
        let mut text = String::new();
        if self.format == Format::Csv {
            head.insert(0, "model");
            csv(&mut text, &head);
        }
        for (model, shown) in self.models.iter().enumerate() {
            let rows = shown.instructions.iter().map(|&index| {
                let instruction = &shown.coverage.instructions[index];
                self.row(shown, instruction)
            });
            let name = &self.sched.proc_models.get(shown.model).name;
            match self.format {
                Format::Csv => rows.for_each(|mut row| {
                    row.insert(0, Cow::Borrowed(name));
                    csv(&mut text, &row);
                }),
                Format::Table => {
                    text.push_str(if model == 0 { "" } else { "\n" });
                    writeln!(text, "{name} ({})", shown.cpus.join(", "));
                    text.push_str(&counted(&shown.coverage.counts()));
                    table(&mut text, &head, &rows.collect::<Vec<_>>(), self.width);
                }
            }
        }
        text
    }

    /// A row for each CPU, or for each model.
    pub(super) fn summary(&self) -> String {
        let mut head = vec!["cpu", "model", "instructions"];
        head.extend(Coverage::ALL.map(Coverage::name));
        head.push("covered");
        let mut rows: Vec<Row<'_>> = Vec::new();
        for shown in &self.models {
            let counts = shown.coverage.counts();
            let name = &self.sched.proc_models.get(shown.model).name;
            for cpu in &shown.cpus {
                let mut row = vec![Cow::Borrowed(&cpu[..]), Cow::Borrowed(&name[..])];
                row.push(counts.iter().sum::<usize>().to_string().into());
                row.extend(counts.map(|count| Cow::Owned(count.to_string())));
                row.push(
                    match self.format {
                        Format::Table => share(&counts).map_or(String::new(), |s| format!("{s}%")),
                        Format::Csv => share(&counts).map_or(String::new(), |s| s.to_string()),
                    }
                    .into(),
                );
                rows.push(row);
            }
        }
        rows.sort();
        let mut text = String::new();
        match self.format {
            Format::Table => table(&mut text, &head, &rows, self.width),
            Format::Csv => {
                csv(&mut text, &head);
                rows.iter().for_each(|row| csv(&mut text, row));
            }
        }
        text
    }

    fn row(&self, shown: &Shown, instruction: &CoveredInstruction) -> Row<'_> {
        let class = shown.coverage.class(instruction);
        let name = self.store.record(instruction.instruction).name();
        let mut row = vec![
            Cow::Borrowed(name),
            self.clipped(self.class_name(instruction.class)),
            instruction.coverage.name().into(),
        ];
        if instruction.coverage == class.coverage {
            row.extend(self.details(shown, class).map(Cow::Owned));
        } else {
            // It is not as its class is: the CPU does not have it, or it is never scheduled.
            // As many cells as `details` fills.
            row.extend([(); DETAILS].map(|()| Cow::Borrowed("")));
        }
        row
    }

    fn details(&self, shown: &Shown, class: &CoveredClass) -> [String; DETAILS] {
        let rws = &self.sched.rws;
        let write = |&(write, cycles): &(_, Option<i64>)| {
            let name = &rws.write(write).name;
            cycles.map_or_else(|| name.to_string(), |cycles| format!("{name}={cycles}"))
        };
        let model = self.sched.proc_models.get(shown.model);
        let resource = |&(id, cycles): &(ProcResourceId, u16)| {
            let record = self.store.record(model.resources[id]);
            format!("{}={cycles}", record.name())
        };
        let becomes = |&class: &SchedClassId| self.class_name(class).to_owned();
        let joined = |list: Vec<String>| list.join(" ");
        [
            range(class.latency),
            range(class.micro_ops),
            joined(class.writes.iter().map(write).collect()),
            joined(class.reads.iter().map(|&r| rws.read(r).name.to_string()).collect()),
            joined(class.resources.iter().map(resource).collect()),
            self.clipped(&joined(class.becomes.iter().map(becomes).collect())).into_owned(),
            joined(class.missing.clone()),
        ]
    }

    fn class_name(&self, class: SchedClassId) -> &str {
        &self.sched.classes.get(class).name
    }

    /// The names of classes can be as long as those of all their instructions.
    fn clipped<'a>(&self, text: &'a str) -> Cow<'a, str> {
        match text.char_indices().nth(CLIP) {
            Some((end, _)) if self.format == Format::Table => {
                Cow::Owned(format!("{}...", &text[..end]))
            }
            _ => Cow::Borrowed(text),
        }
    }
}

fn range(range: Option<(i64, i64)>) -> String {
    match range {
        None => String::new(),
        Some((least, most)) if least == most => least.to_string(),
        Some((least, most)) => format!("{least}-{most}"),
    }
}

/// How many instructions there are of each coverage, where there are any.
fn counted(counts: &[usize]) -> String {
    let kinds = counts.iter().zip(Coverage::ALL).filter(|(count, _)| **count > 0);
    let kinds: Vec<String> =
        kinds.map(|(n, coverage)| format!("{n} {}", coverage.name())).collect();
    let sum: usize = counts.iter().sum();
    let plural = if sum == 1 { "" } else { "s" };
    format!("{sum} instruction{plural}: {}\n", kinds.join(", "))
}

/// How many of those that are to be scheduled are known, of a hundred.
fn share(counts: &[usize; Coverage::ALL.len()]) -> Option<usize> {
    let [modelled, variant, itinerary, _, unmodelled, _] = counts;
    let covered = modelled + variant + itinerary;
    (covered * 100).checked_div(covered + unmodelled)
}

fn csv(text: &mut String, row: &[impl AsRef<str>]) {
    for (i, cell) in row.iter().map(AsRef::as_ref).enumerate() {
        text.push_str(if i == 0 { "" } else { "," });
        if cell.contains([',', '"', '\n', '\r']) {
            text.push('"');
            text.push_str(&cell.replace('"', "\"\""));
            text.push('"');
        } else {
            text.push_str(cell);
        }
    }
    text.push('\n');
}

/// Widths that together, with two blanks after each but the last, are at most `most`: the widest
/// columns give way. Where there are too many columns, they are wider all the same.
fn narrowed(mut widths: Vec<usize>, most: usize) -> Vec<usize> {
    let blanks = 2 * widths.len().saturating_sub(1);
    let total = |widths: &[usize]| widths.iter().sum::<usize>() + blanks;
    while total(&widths) > most {
        let Some(widest) = widths.iter_mut().max_by_key(|width| **width) else { break };
        if *widest <= NARROWEST {
            break;
        }
        *widest -= 1;
    }
    widths
}

/// The cell, or as much of it as a column has room for.
fn fitted(cell: &str, width: usize) -> Cow<'_, str> {
    if cell.chars().count() <= width {
        return Cow::Borrowed(cell);
    }
    let start: String = cell.chars().take(width.saturating_sub(3)).collect();
    Cow::Owned(start + "...")
}

/// Writes rows under `head`; columns in which nothing is are left out. On a terminal cells are
/// shortened so that rows fit.
fn table(text: &mut String, head: &[&str], rows: &[Row<'_>], terminal: Option<usize>) {
    let used: Vec<usize> =
        (0..head.len()).filter(|&column| rows.iter().any(|row| !row[column].is_empty())).collect();
    let width = |&column: &usize| {
        let cells = rows.iter().map(|row| row[column].chars().count());
        cells.chain([head[column].len()]).max().unwrap_or(0)
    };
    let widths: Vec<usize> = used.iter().map(width).collect();
    let widths = narrowed(widths, terminal.unwrap_or(usize::MAX));
    let mut line = |cells: &dyn Fn(usize) -> String| {
        let start = text.len();
        for (&column, &width) in used.iter().zip(&widths) {
            let cell = cells(column);
            write!(text, "{:<width$}  ", fitted(&cell, width));
        }
        // No blanks at the ends of lines.
        text.truncate(start + text[start..].trim_end().len());
        text.push('\n');
    };
    if !used.is_empty() {
        line(&|column| head[column].replace('_', "-").to_uppercase());
    }
    for row in rows {
        line(&|column| row[column].to_string());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_quoted_where_they_need_be() {
        let mut text = String::new();
        csv(&mut text, &["a", "b,c", "say \"d\"", ""]);
        assert_eq!(text, "a,\"b,c\",\"say \"\"d\"\"\",\n");
    }

    #[test]
    fn columns_are_as_wide_as_what_is_in_them() {
        let mut text = String::new();
        let row = |cells: [&'static str; 3]| cells.map(Cow::Borrowed).to_vec();
        let rows = [row(["first", "", "1"]), row(["b", "", ""])];
        table(&mut text, &["name", "none", "x_y"], &rows, None);
        assert_eq!(text, "NAME   X-Y\nfirst  1\nb\n");
    }

    #[test]
    fn the_widest_columns_are_shortened_to_fit_a_terminal() {
        let mut text = String::new();
        let row = [&"x".repeat(30), "yy", &"z".repeat(12)].map(|text| Cow::Owned(text.to_owned()));
        table(&mut text, &["a", "b", "c"], &[row.to_vec()], Some(30));
        assert_eq!(text, "A             B   C\nxxxxxxxxx...  yy  zzzzzzzzzzzz\n");
        assert_eq!(narrowed(vec![9, 9, 9], 10), [8, 8, 8]);
    }

    #[test]
    fn ranges_are_as_short_as_can_be() {
        assert_eq!([None, Some((3, 3)), Some((1, 4))].map(range), ["", "3", "1-4"]);
    }
}
