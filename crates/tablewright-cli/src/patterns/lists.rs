//! Lists of patterns: all patterns, skipped patterns, and patterns that are never selected.

use serde::Serialize;
use tablewright_backend::Failure;
use tablewright_llvm::matcher_table::{Shadowed, ShadowedBy};
use tablewright_records::{RecordId, TextSink};
use tablewright_selection::patterns::{
    SkippedPart, SkippedPattern, pattern_records, skipped_patterns,
};

use super::dot;
use super::rows::{PatternLineRow, PatternRowList, ShortRow, SkippedRow, SummaryRow, data_form};
use super::target::MatcherTarget;
use super::text::skip_reason;
use crate::counted::counted;
use crate::description_command::CommandSubject;
use crate::report::ReportForm;

/// Line width if the terminal width is unknown.
const WIDTH: usize = 120;

/// Lists patterns, a line each. Without a selection, lists all patterns.
pub(super) fn patterns(
    target: &MatcherTarget<'_>,
    selected: Option<Vec<RecordId>>,
    form: Option<ReportForm>,
    width: Option<usize>,
) -> String {
    let is_shortened = selected.is_some();
    let records = selected.unwrap_or_else(|| {
        let all = pattern_records(target.store, target.instructions);
        all.into_iter().map(|record| record.id()).collect()
    });
    if let Some(form) = data_form(form) {
        let rows = records.iter().map(|&record| SummaryRow::new(target, record));
        return PatternRowList::print(target, rows, form);
    }
    let mut text = String::new();
    let tried = target.to_match.list.len();
    writeln!(
        text,
        "{}: {} with patterns, {} patterns, {tried} to match with variants, table of {} bytes",
        target.name,
        counted(records.len(), "record"),
        target.patterns.list().len(),
        target.table.size()
    );
    for record in records {
        let first = target.indices_of(record).first().map(|&index| target.pattern_text(index));
        let first_text = first.as_deref().unwrap_or("left out");
        let name = target.record_name(record);
        let line = format!("{name}  {}  {first_text}", target.location_text(record));
        writeln!(text, "{}", shortened(&line, width.unwrap_or(WIDTH)));
    }
    if is_shortened {
        text.push_str("--full shows everything about each, --pattern NAME about one\n");
    }
    text
}

/// Cuts a line to `width` characters.
fn shortened(line: &str, width: usize) -> String {
    match line.char_indices().nth(width.max(2) - 1) {
        Some((end, _)) if line[end..].chars().count() > 1 => format!("{}…", &line[..end]),
        _ => line.to_owned(),
    }
}

/// Lists the skipped patterns.
pub(super) fn skipped(
    subject: &mut CommandSubject<'_, '_>,
    target: &MatcherTarget<'_>,
    selected: Option<Vec<RecordId>>,
    form: Option<ReportForm>,
) -> Result<String, Failure> {
    let mut skipped = skipped_patterns(subject.store, subject.diagnostics)?;
    if let Some(records) = &selected {
        skipped.retain(|pattern| records.contains(&pattern.record));
    }
    if let Some(form) = data_form(form) {
        let rows = skipped.iter().map(|pattern| SkippedRow::new(target, pattern));
        return Ok(PatternRowList::print(target, rows, form));
    }
    let mut text = format!("{}: {} left out\n", target.name, counted(skipped.len(), "pattern"));
    for pattern in &skipped {
        let (name, at) = (target.record_name(pattern.record), target.location_text(pattern.record));
        let part = part_text(target, pattern);
        writeln!(text, "{name}  {at}{part}\n  {}", skip_reason(&pattern.reason));
    }
    Ok(text)
}

fn part_text(target: &MatcherTarget<'_>, pattern: &SkippedPattern) -> String {
    match pattern.part {
        SkippedPart::Whole => String::new(),
        SkippedPart::Alternative(index, count) => format!(", alternative {} of {count}", index + 1),
        SkippedPart::Mode(mode) if mode.is_default() => ", in the default mode".to_owned(),
        SkippedPart::Mode(mode) => format!(", in mode {}", target.hw_modes.get(mode).name),
    }
}

/// Lists the patterns that are never selected.
pub(super) fn shadowed(
    subject: &mut CommandSubject<'_, '_>,
    target: &MatcherTarget<'_>,
    selected: Option<Vec<RecordId>>,
    form: Option<ReportForm>,
) -> Result<String, Failure> {
    let mut shadowed = target.table.shadowed(subject.diagnostics)?;
    if let Some(records) = &selected {
        shadowed.retain(|each| records.contains(&target.pattern(each.pattern).record));
    }
    Ok(match form {
        Some(ReportForm::Text) => shadowed_text(target, &shadowed),
        Some(form) => {
            let rows = shadowed.iter().map(|each| ShadowedRow::new(target, each));
            PatternRowList::print(target, rows, form)
        }
        None => dot::shadowed(target, &shadowed),
    })
}

fn shadowed_text(target: &MatcherTarget<'_>, shadowed: &[Shadowed]) -> String {
    let whole = shadowed.iter().filter(|each| is_whole(target, shadowed, each)).count();
    let mut text = format!(
        "{}: {} of {} to match never selected, {whole} with all their variants\n",
        target.name,
        counted(shadowed.len(), "pattern"),
        target.to_match.list.len()
    );
    for each in shadowed {
        let record = target.pattern(each.pattern).record;
        let form = target.form(each.pattern).map_or(String::new(), |form| format!(", {form}"));
        let form = if is_whole(target, shadowed, each) {
            form
        } else {
            format!("{form} (others of this record can be selected)")
        };
        let at = target.location_text(record);
        writeln!(text, "\n{}  {at}{form}", target.record_name(record));
        writeln!(text, "  {}", target.pattern_text(each.pattern));
        for &by in &each.by {
            let earlier = target.pattern(by).record;
            let (name, at) = (target.record_name(earlier), target.location_text(earlier));
            let form = target.form(by).map_or(String::new(), |form| format!(", {form}"));
            let reason = reason(target, each.pattern, by);
            writeln!(text, "  never selected: {name}{form} ({at}) is tried first, since {reason}");
            writeln!(text, "    {}", target.pattern_text(by));
        }
        match each.how {
            ShadowedBy::SameSteps => text.push_str("  both have the same steps in the table\n"),
            ShadowedBy::Covers if each.extra_checks.is_empty() => {
                text.push_str("  both check the same\n");
            }
            ShadowedBy::Covers => {
                writeln!(text, "  this one checks more: {}", each.extra_checks.join("; "));
            }
        }
    }
    text
}

/// Whether all patterns tried for the same record are never selected.
fn is_whole(target: &MatcherTarget<'_>, shadowed: &[Shadowed], each: &Shadowed) -> bool {
    let indices = target.indices_of(target.pattern(each.pattern).record);
    let is_shadowed = |index| shadowed.binary_search_by_key(index, |each| each.pattern).is_ok();
    indices.iter().all(is_shadowed)
}

/// Returns the reason why a pattern is tried before another pattern.
fn reason(target: &MatcherTarget<'_>, later: usize, earlier: usize) -> String {
    let (of_later, of_earlier) = (&target.ranks[later], &target.ranks[earlier]);
    if of_earlier >= of_later {
        return "the table has it first".to_owned();
    }
    if of_earlier.is_vector != of_later.is_vector {
        "scalars come before vectors".to_owned()
    } else if of_earlier.is_float != of_later.is_float {
        "integers come before floating-point numbers".to_owned()
    } else if of_earlier.complexity != of_later.complexity {
        let added = |index: usize| {
            let id = target.pattern(index).pattern;
            match target.patterns.list()[id].added_complexity {
                0 => String::new(),
                added => format!(", of which {added} is AddedComplexity"),
            }
        };
        format!(
            "its complexity is {}{}, against {}{}",
            of_earlier.complexity.0,
            added(earlier),
            of_later.complexity.0,
            added(later)
        )
    } else if of_earlier.cost != of_later.cost {
        let (a, b) = (of_earlier.cost, of_later.cost);
        format!("what it makes costs {a}, against {b}")
    } else if of_earlier.size != of_later.size {
        let (a, b) = (of_earlier.size, of_later.size);
        format!("what it makes has {a} bytes, against {b}")
    } else if target.pattern(earlier).record == target.pattern(later).record {
        "both are forms of one pattern, of which it is the first".to_owned()
    } else {
        match (target.form(earlier), target.form(later)) {
            (None, Some(_)) => "variants and patterns for modes come behind all records".to_owned(),
            _ => "its record is defined first".to_owned(),
        }
    }
}

/// A pattern that is never selected.
#[derive(Serialize)]
struct ShadowedRow<'s> {
    #[serde(flatten)]
    pattern: ShortRow<'s>,
    /// Patterns selected instead.
    by: Vec<EarlierRow<'s>>,
    /// Whether both have the same steps in the table.
    same_steps: bool,
    /// Checks that only this pattern has.
    extra_checks: &'s [String],
}

/// A pattern that is tried earlier.
#[derive(Serialize)]
struct EarlierRow<'s> {
    #[serde(flatten)]
    pattern: ShortRow<'s>,
    /// Reason why the pattern is tried earlier.
    reason: String,
}

impl<'s> ShadowedRow<'s> {
    fn new(target: &'s MatcherTarget<'_>, each: &'s Shadowed) -> ShadowedRow<'s> {
        let by = each.by.iter().map(|&by| EarlierRow {
            pattern: ShortRow::new(target, by),
            reason: reason(target, each.pattern, by),
        });
        ShadowedRow {
            pattern: ShortRow::new(target, each.pattern),
            by: by.collect(),
            same_steps: each.how == ShadowedBy::SameSteps,
            extra_checks: &each.extra_checks,
        }
    }
}

impl PatternLineRow for ShadowedRow<'_> {
    const LIST: &'static str = "shadowed";
    const COLUMNS: &'static [&'static str] =
        &["NAME", "DEFINED AT", "NUMBER", "FORM", "PATTERN", "BY", "REASON", "EXTRA CHECKS"];

    fn cells(&self) -> Vec<String> {
        let mut cells = self.pattern.cells();
        let names: Vec<&str> = self.by.iter().map(|by| by.pattern.record.name).collect();
        let reasons: Vec<&str> = self.by.iter().map(|by| by.reason.as_str()).collect();
        cells.extend([names.join(", "), reasons.join("; "), self.extra_checks.join("; ")]);
        cells
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_lines_are_shortened() {
        let of = |width| shortened("abcdef", width);
        assert_eq!([of(5), of(6), of(7)], ["abcd…", "abcdef", "abcdef"]);
    }
}
