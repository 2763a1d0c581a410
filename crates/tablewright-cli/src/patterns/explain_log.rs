//! An annotated selection log, with the meaning of each table index.
//!
//! In: the output of `llc -debug-only=isel`. Out: the same lines, with the table step and the patterns for each
//! index. Lines in an unknown form are copied, so that logs from several releases can be read.

use serde::Serialize;
use tablewright_llvm::matcher_table::TablePlace;
use tablewright_records::{RecordId, TextSink};

use super::rows::{PatternLineRow, PatternRowList, data_form};
use super::table_position::find;
use super::target::MatcherTarget;
use crate::report::ReportForm;

/// Default limit: named patterns.
const NAMED: usize = 3;

/// Text before the node in a line that starts its selection.
const NODE: &str = "ISEL: Starting selection on root node: ";

/// Texts before an index.
const BEFORE_INDEX: [&str; 5] = [
    "Initial Opcode index to ",
    "Match failed at index ",
    "Continuing at ",
    "at index ",
    "continuing at ",
];

/// Texts at the start of a line with two indices: a switch and its selected case.
const SWITCHES: [&str; 2] = ["OpcodeSwitch from ", "TypeSwitch["];

/// Texts at the start of a line with a node resulting from a match.
const RESULTS: [&str; 2] = ["Morphed node: ", "Created node: "];

/// A line in the log.
struct LogLine<'l> {
    text: &'l str,
    notes: Vec<ExplainLogNote>,
}

/// A note about an index or a node.
struct ExplainLogNote {
    /// Index in the matcher table. `None` for a node.
    index: Option<u32>,
    what: String,
    /// Whether selection can be at this index.
    is_possible: bool,
    /// Patterns that can still match there.
    patterns: Vec<usize>,
}

pub(super) fn explain(
    target: &MatcherTarget<'_>,
    log: &str,
    form: Option<ReportForm>,
    is_full: bool,
) -> String {
    let lines = read(target, log);
    match data_form(form) {
        Some(form) => {
            let rows = lines.iter().map(|line| LogRow::new(target, line));
            PatternRowList::print(target, rows, form)
        }
        None => text(target, &lines, is_full),
    }
}

fn read<'l>(target: &MatcherTarget<'_>, log: &'l str) -> Vec<LogLine<'l>> {
    // The current selection position. A matching pattern is completed at this position or later.
    let mut position = None;
    let mut lines = Vec::new();
    for text in log.lines() {
        let mut notes: Vec<ExplainLogNote> = Vec::new();
        if text.contains(NODE) {
            position = None;
        }
        for index in indices(text) {
            notes.push(note(target, index));
            position = Some(index);
        }
        if let Some(name) = result(text) {
            notes.extend(position.and_then(|index| result_note(target, index, name)));
        }
        lines.push(LogLine { text, notes });
    }
    lines
}

/// Returns the indices in a line, in order.
fn indices(line: &str) -> Vec<u32> {
    let line = line.trim_start();
    if SWITCHES.iter().any(|start| line.starts_with(start)) {
        // The switch is named before the case, and selection resumes at the case.
        let numbers = line.split(" from ").nth(1).into_iter().flat_map(|rest| rest.split(" to "));
        return numbers.filter_map(leading_number).collect();
    }
    let mut entries: Vec<(usize, u32)> = Vec::new();
    for before in BEFORE_INDEX {
        for (at, _) in line.match_indices(before) {
            // `at index` is also part of a longer text in the list. `dedup` below removes such a second match.
            let is_word = at == 0 || line[..at].ends_with(' ');
            let end = at + before.len();
            if let Some(number) = leading_number(&line[end..]).filter(|_| is_word) {
                entries.push((end, number));
            }
        }
    }
    entries.sort_unstable();
    entries.dedup();
    entries.into_iter().map(|(_, number)| number).collect()
}

fn leading_number(text: &str) -> Option<u32> {
    let end = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    text[..end].parse().ok()
}

/// Returns the instruction name in a line about the resulting node: `t3: i32 = ADD32rr t1, t2`.
fn result(line: &str) -> Option<&str> {
    let line = line.trim_start();
    let node = RESULTS.iter().find_map(|start| line.strip_prefix(start))?;
    node.split(" = ").nth(1)?.split([' ', '<']).next()
}

fn note(target: &MatcherTarget<'_>, index: u32) -> ExplainLogNote {
    let place = target.table.place_at(index);
    let is_possible = matches!(place, Some(TablePlace::Step(_) | TablePlace::Header(_)));
    let (what, patterns) = match find(target, index) {
        Ok(at) => (at.what, target.table.patterns_from(at.step)),
        Err(error) => (error.message, Vec::new()),
    };
    ExplainLogNote { index: Some(index), what, is_possible, patterns }
}

/// Returns a note with the patterns after an index that result in this instruction.
fn result_note(
    target: &MatcherTarget<'_>,
    index: u32,
    instruction: &str,
) -> Option<ExplainLogNote> {
    let position = find(target, index).ok()?;
    let makes_it = |&pattern: &usize| {
        let result = target.trees(pattern).1.to_string();
        let root = result.trim_start_matches('(').split([' ', ')', ':']).next();
        root == Some(instruction)
    };
    let patterns: Vec<usize> =
        target.table.patterns_from(position.step).into_iter().filter(makes_it).collect();
    let what = "made by".to_owned();
    (!patterns.is_empty()).then_some(ExplainLogNote {
        index: None,
        what,
        is_possible: true,
        patterns,
    })
}

fn text(target: &MatcherTarget<'_>, lines: &[LogLine<'_>], is_full: bool) -> String {
    let mut text = String::new();
    for line in lines {
        writeln!(text, "{}", line.text);
        for note in &line.notes {
            append_note(target, note, is_full, &mut text);
        }
    }
    let notes = || lines.iter().flat_map(|line| &line.notes);
    let impossible = notes().filter(|note| !note.is_possible).count();
    if impossible > 0 {
        let all = notes().filter(|note| note.index.is_some()).count();
        writeln!(
            text,
            "\n{impossible} of {all} indices are within a step or past the end: the log is of another table, \
             perhaps of one with --instrument-coverage, or of another release."
        );
    }
    text
}

fn append_note(
    target: &MatcherTarget<'_>,
    note: &ExplainLogNote,
    is_full: bool,
    text: &mut String,
) {
    // All variants of a pattern have the same record.
    let mut records: Vec<RecordId> = Vec::new();
    for &pattern in &note.patterns {
        let record = target.pattern(pattern).record;
        if !records.contains(&record) {
            records.push(record);
        }
    }
    let limit = if is_full { records.len() } else { NAMED };
    let names = records
        .iter()
        .take(limit)
        .map(|&record| format!("{} {}", target.record_name(record), target.location_text(record)));
    let names: Vec<String> = names.collect();
    text.push_str("      | ");
    if let Some(index) = note.index {
        write!(text, "{index}: ");
    }
    text.push_str(&note.what);
    if !names.is_empty() {
        let sign = if note.index.is_some() { "  -> " } else { " " };
        write!(text, "{sign}{}", names.join(", "));
    }
    if records.len() > limit {
        write!(text, " and {} more", records.len() - limit);
    }
    text.push('\n');
}

/// A line in the log, with its notes.
#[derive(Serialize)]
struct LogRow<'r> {
    line: &'r str,
    notes: Vec<NoteRow<'r>>,
}

/// A note about an index or a node.
#[derive(Serialize)]
struct NoteRow<'r> {
    /// Index in the matcher table. `None` for a node.
    index: Option<u32>,
    what: &'r str,
    /// Whether selection can be at this index.
    is_possible: bool,
    /// Patterns that can still match there.
    patterns: Vec<NamedPattern<'r>>,
}

/// A pattern with its name.
#[derive(Serialize)]
struct NamedPattern<'r> {
    name: &'r str,
    location: String,
    pattern: String,
}

impl<'r> LogRow<'r> {
    fn new(target: &'r MatcherTarget<'_>, line: &'r LogLine<'_>) -> LogRow<'r> {
        let notes = line.notes.iter().map(|note| NoteRow::new(target, note));
        LogRow { line: line.text, notes: notes.collect() }
    }
}

impl<'r> NoteRow<'r> {
    fn new(target: &'r MatcherTarget<'_>, note: &'r ExplainLogNote) -> NoteRow<'r> {
        let patterns = note.patterns.iter().map(|&index| NamedPattern::new(target, index));
        NoteRow {
            index: note.index,
            what: &note.what,
            is_possible: note.is_possible,
            patterns: patterns.collect(),
        }
    }
}

impl<'r> NamedPattern<'r> {
    fn new(target: &'r MatcherTarget<'_>, index: usize) -> NamedPattern<'r> {
        let record = target.pattern(index).record;
        NamedPattern {
            name: target.record_name(record),
            location: target.location_text(record),
            pattern: target.pattern_text(index),
        }
    }
}

impl PatternLineRow for LogRow<'_> {
    const LIST: &'static str = "log";
    const COLUMNS: &'static [&'static str] = &["LINE", "INDICES", "STEPS"];

    fn cells(&self) -> Vec<String> {
        let of_indices = || self.notes.iter().filter_map(|note| Some((note.index?, note.what)));
        let indices: Vec<String> = of_indices().map(|(index, _)| index.to_string()).collect();
        let steps: Vec<&str> = of_indices().map(|(_, what)| what).collect();
        vec![self.line.to_owned(), indices.join(", "), steps.join("; ")]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_name_indices() {
        for (line, expected) in [
            ("  Initial Opcode index to 1234", &[1234][..]),
            ("  Match failed at index 17", &[17]),
            ("  Continuing at 20", &[20]),
            (
                "  Skipped scope entry (due to false predicate) at index 3, continuing at 44",
                &[3, 44],
            ),
            ("  OpcodeSwitch from 5 to 9", &[5, 9]),
            ("  TypeSwitch[i32] from 5 to 9", &[5, 9]),
            ("t5: i32 = add t3, t4", &[]),
        ] {
            assert_eq!(indices(line), expected, "{line}");
        }
    }

    #[test]
    fn lines_name_results() {
        assert_eq!(result("  Morphed node: t5: i32,ch = LW t1, t2"), Some("LW"));
        assert_eq!(result("  Created node: t5: i32 = ADDI<Mem:(x)> t1"), Some("ADDI"));
        assert_eq!(result("t5: i32 = add t3, t4"), None);
    }
}
