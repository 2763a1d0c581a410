//! The meaning of matcher table indices, as printed in the selector's debug output.

use serde::Serialize;
use tablewright_backend::Failure;
use tablewright_records::TextSink;
use tablewright_syntax::diagnostic::Diagnostic;

use super::dot;
use super::rows::{PatternLineRow, PatternRowList, ShortRow, optional};
use super::table_position::{At, branch_text, find};
use super::target::MatcherTarget;
use crate::counted::counted;
use crate::report::ReportForm;

/// Default limit: patterns.
const SHOWN: usize = 20;

pub(super) fn at(
    target: &MatcherTarget<'_>,
    offsets: &[u32],
    form: Option<ReportForm>,
    is_full: bool,
) -> Result<String, Failure> {
    let positions: Result<Vec<At>, Diagnostic> =
        offsets.iter().map(|&offset| find(target, offset)).collect();
    let positions = positions?;
    Ok(match form {
        Some(ReportForm::Text) => {
            let texts: Vec<String> =
                positions.iter().map(|position| text(target, position, is_full)).collect();
            texts.join("\n")
        }
        Some(form) => {
            let rows = positions.iter().map(|position| AtRow::new(target, position));
            PatternRowList::print(target, rows, form)
        }
        None => dot::at(target, &positions),
    })
}

fn text(target: &MatcherTarget<'_>, at: &At, is_full: bool) -> String {
    let table = &target.table;
    let mut text = format!("index {} of {}: {}\n\npath\n", at.offset, table.size(), at.what);
    for step in table.path_to(at.step) {
        let of = &table.steps()[step];
        if let Some(branch) = of.branch.filter(|&branch| table.branch(branch).first == step) {
            let end = table.branch(branch).end;
            writeln!(text, "        {}, up to {end}", branch_text(target, branch));
        }
        let mark = if step == at.step { '>' } else { ' ' };
        writeln!(text, "{mark} {:>6}  {}", of.offset, table.step_text(step));
    }
    match table.next_after_failure(at.step) {
        Some(next) => {
            let (header, of) = (table.branch(next).header, table.branch(next).of);
            let branch = branch_text(target, next);
            let scope = table.steps()[of].offset;
            writeln!(
                text,
                "\nIf it fails, selection continues at {header}: {branch} of the step at {scope}."
            );
        }
        None => text.push_str("\nIf it fails, nothing is selected by the table.\n"),
    }
    let patterns = table.patterns_from(at.step);
    writeln!(text, "\n{} can still match", counted(patterns.len(), "pattern"));
    let limit = if is_full || patterns.len() <= SHOWN { patterns.len() } else { SHOWN };
    for &pattern in &patterns[..limit] {
        let record = target.pattern(pattern).record;
        let (name, locations) = (target.record_name(record), target.locations(record));
        writeln!(text, "\n  {name}\n    {}", target.pattern_text(pattern));
        for (index, location) in locations.iter().enumerate() {
            let what = if index == 0 { "defined" } else { "by defm" };
            writeln!(text, "    {what} {location}");
        }
    }
    if limit < patterns.len() {
        writeln!(text, "\n  and {} more; --full shows all", patterns.len() - limit);
    }
    text
}

/// An index in the table.
#[derive(Serialize)]
struct AtRow<'s> {
    offset: u32,
    what: String,
    path: Vec<PathRow>,
    /// Index at which selection resumes after a failure.
    next: Option<u32>,
    /// Patterns that can still match.
    patterns: Vec<ShortRow<'s>>,
}

/// A step on the path to an index.
#[derive(Serialize)]
struct PathRow {
    offset: u32,
    step: String,
    /// The branch that begins with this step.
    branch: Option<String>,
}

impl<'s> AtRow<'s> {
    fn new(target: &MatcherTarget<'s>, at: &At) -> AtRow<'s> {
        let table = &target.table;
        let mut path = Vec::new();
        for id in table.path_to(at.step) {
            let step = &table.steps()[id];
            let branch = step.branch.filter(|&branch| table.branch(branch).first == id);
            path.push(PathRow {
                offset: step.offset,
                step: table.step_text(id),
                branch: branch.map(|branch| branch_text(target, branch)),
            });
        }
        let patterns = table.patterns_from(at.step).into_iter();
        AtRow {
            offset: at.offset,
            what: at.what.clone(),
            path,
            next: table.next_after_failure(at.step).map(|next| table.branch(next).header),
            patterns: patterns.map(|pattern| ShortRow::new(target, pattern)).collect(),
        }
    }
}

impl PatternLineRow for AtRow<'_> {
    const LIST: &'static str = "at";
    const COLUMNS: &'static [&'static str] = &["INDEX", "STEP", "NEXT", "PATTERNS"];

    fn cells(&self) -> Vec<String> {
        let (index, next) = (self.offset.to_string(), optional(self.next));
        vec![index, self.what.clone(), next, self.patterns.len().to_string()]
    }
}
