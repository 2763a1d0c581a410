//! Statistics about the bytes in the matcher table.

use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};
use tablewright_records::TextSink;

use super::rows::{REPORT, data_form, optional};
use super::target::MatcherTarget;
use crate::report::{Report, ReportForm};

/// Default limit: lines in a list.
const SHOWN: usize = 20;

pub(super) fn stats(target: &MatcherTarget<'_>, form: Option<ReportForm>, is_full: bool) -> String {
    let stats = Stats::new(target);
    match data_form(form) {
        Some(form) => form.print(&StatsReport { target: target.name, stats }, None),
        None => stats.text(target, is_full),
    }
}

/// A line in a list: subject, bytes, and other numbers.
#[derive(Serialize, Default)]
struct StatsLine {
    what: String,
    bytes: u32,
    /// Number of completed patterns.
    #[serde(skip_serializing_if = "Option::is_none")]
    ends: Option<u32>,
    /// Number of steps that check the condition or predicate.
    #[serde(skip_serializing_if = "Option::is_none")]
    checks: Option<u32>,
    /// Bytes in these checks.
    #[serde(skip_serializing_if = "Option::is_none")]
    check_bytes: Option<u32>,
    /// Number of steps.
    #[serde(skip_serializing_if = "Option::is_none")]
    count: Option<u32>,
    /// Bytes that also serve other patterns.
    #[serde(skip_serializing_if = "Option::is_none")]
    shared: Option<u32>,
}

impl StatsLine {
    /// Returns the other numbers with their names.
    fn numbers(&self) -> [(&'static str, Option<u32>); 5] {
        [
            ("ends", self.ends),
            ("checks", self.checks),
            ("check bytes", self.check_bytes),
            ("count", self.count),
            ("shared", self.shared),
        ]
    }

    /// Returns the other numbers that are present.
    fn counts(&self) -> impl Iterator<Item = (&'static str, u32)> {
        self.numbers().into_iter().filter_map(|(name, count)| Some((name, count?)))
    }
}

/// A line with its list name.
#[derive(Serialize)]
struct StatsRow {
    list: &'static str,
    #[serde(flatten)]
    line: StatsLine,
}

/// Statistics about the bytes in a target's table.
#[derive(Serialize)]
struct StatsReport<'t> {
    target: &'t str,
    stats: Stats,
}

/// The table size, and lists of its parts.
struct Stats {
    bytes: u32,
    rows: Vec<StatsRow>,
}

/// List titles, and list names in JSON.
const LISTS: [(&str, &str); 5] = [
    ("by opcode of the root", "opcodes"),
    ("by condition, what serves single patterns alone", "conditions"),
    ("by predicate, what its checks take", "predicates"),
    ("by kind of step", "steps"),
    ("largest patterns, what serves them alone", "patterns"),
];

impl Serialize for Stats {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(1 + LISTS.len()))?;
        map.serialize_entry("bytes", &self.bytes)?;
        for (_, name) in LISTS {
            map.serialize_entry(name, &self.lines(name).collect::<Vec<_>>())?;
        }
        map.end()
    }
}

impl Report for StatsReport<'_> {
    const NAME: &'static str = REPORT;
    const COLUMNS: &'static [&'static str] =
        &["LIST", "WHAT", "BYTES", "ENDS", "CHECKS", "CHECK BYTES", "COUNT", "SHARED"];
    type Row = StatsRow;

    fn rows(&self) -> &[StatsRow] {
        &self.stats.rows
    }

    fn cells(&self, row: &StatsRow) -> Vec<String> {
        let line = &row.line;
        let mut cells = vec![row.list.to_owned(), line.what.clone(), line.bytes.to_string()];
        cells.extend(line.numbers().map(|(_, count)| optional(count)));
        cells
    }
}

impl Stats {
    fn new(target: &MatcherTarget<'_>) -> Stats {
        let stats = target.table.stats();
        let opcodes = stats.opcodes.into_iter().map(|of| StatsLine {
            what: of.opcode,
            bytes: of.bytes,
            ends: Some(of.ends),
            ..StatsLine::default()
        });
        let conditions = stats.conditions.into_iter().map(|of| StatsLine {
            what: of.condition,
            bytes: of.bytes,
            ends: Some(of.ends),
            checks: Some(of.checks),
            check_bytes: Some(of.check_bytes),
            ..StatsLine::default()
        });
        let predicates = stats.predicates.into_iter().map(|of| StatsLine {
            what: of.fragments.join(", "),
            bytes: of.bytes,
            checks: Some(of.checks),
            ..StatsLine::default()
        });
        let steps = stats.steps.into_iter().map(|of| StatsLine {
            what: of.kind.to_owned(),
            bytes: of.bytes,
            count: Some(of.count),
            ..StatsLine::default()
        });
        let mut rows = Vec::new();
        let mut add = |list, lines: Vec<StatsLine>| {
            rows.extend(lines.into_iter().map(|line| StatsRow { list, line }));
        };
        add("opcodes", opcodes.collect());
        add("conditions", conditions.collect());
        add("predicates", predicates.collect());
        add("steps", steps.collect());
        add("patterns", patterns(target));
        Stats { bytes: target.table.size(), rows }
    }

    /// Returns the lines in a list.
    fn lines(&self, list: &str) -> impl Iterator<Item = &StatsLine> {
        self.rows.iter().filter(move |row| row.list == list).map(|row| &row.line)
    }

    fn text(&self, target: &MatcherTarget<'_>, is_full: bool) -> String {
        let size = self.bytes;
        let tried = target.to_match.list.len();
        let mut text = format!("{}: {size} bytes, {tried} patterns to match\n", target.name);
        for (title, list) in LISTS {
            let lines: Vec<&StatsLine> = self.lines(list).collect();
            writeln!(text, "\n{title}\n");
            let Some(first) = lines.first() else { continue };
            write!(text, "{:>8} {:>6}", "bytes", "%");
            for (name, _) in first.counts() {
                write!(text, " {name:>11}");
            }
            text.push('\n');
            let limit = if is_full || lines.len() <= SHOWN { lines.len() } else { SHOWN };
            for line in &lines[..limit] {
                let share = f64::from(line.bytes) * 100.0 / f64::from(size);
                write!(text, "{:>8} {share:>6.2}", line.bytes);
                for (_, count) in line.counts() {
                    write!(text, " {count:>11}");
                }
                let what = if line.what.is_empty() { "(none)" } else { &line.what };
                writeln!(text, "  {what}");
            }
            if limit < lines.len() {
                writeln!(text, "{:>8} more; --full shows all", lines.len() - limit);
            }
        }
        text
    }
}

/// Returns the patterns, the largest first.
fn patterns(target: &MatcherTarget<'_>) -> Vec<StatsLine> {
    let mut indices: Vec<usize> = (0..target.costs.len()).collect();
    indices.sort_by_key(|&index| std::cmp::Reverse(target.costs[index].own));
    let mut lines = Vec::with_capacity(indices.len());
    for index in indices {
        let record = target.pattern(index).record;
        let (name, at) = (target.record_name(record), target.location_text(record));
        lines.push(StatsLine {
            what: format!("{name}  {at}  {}", target.pattern_text(index)),
            bytes: target.costs[index].own,
            shared: Some(target.costs[index].shared),
            ..StatsLine::default()
        });
    }
    lines
}
