//! Lists about patterns as data: the common parts of their rows, and the short rows. The book's page about the
//! command lists the fields.

use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};
use tablewright_inspect::SourceLocation;
use tablewright_records::RecordId;
use tablewright_selection::patterns::{PatternSkipReason, SkippedPart, SkippedPattern};

use super::target::PatternsTarget;
use crate::report::{Report, ReportForm};

/// Report name in JSON, common to all lists.
pub(super) const REPORT: &str = "patterns";

/// Returns the form if it is a data form. `None` for text and graphs.
pub(super) fn data_form(form: Option<ReportForm>) -> Option<ReportForm> {
    form.filter(|&form| form != ReportForm::Text)
}

/// A row in a list about patterns.
pub(super) trait PatternLineRow: Serialize {
    /// List name in JSON.
    const LIST: &'static str;

    const COLUMNS: &'static [&'static str];

    /// Returns the cells, each for a column.
    fn cells(&self) -> Vec<String>;
}

/// A list about a target's patterns.
pub(super) struct PatternRowList<'t, R> {
    target: &'t str,
    rows: Vec<R>,
}

impl<'t, R: PatternLineRow> PatternRowList<'t, R> {
    /// Prints the list in a form.
    pub(super) fn print(
        target: &PatternsTarget<'t>,
        rows: impl IntoIterator<Item = R>,
        form: ReportForm,
    ) -> String {
        form.print(&PatternRowList { target: target.name, rows: rows.into_iter().collect() }, None)
    }
}

impl<R: PatternLineRow> Serialize for PatternRowList<'_, R> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(2))?;
        map.serialize_entry("target", self.target)?;
        map.serialize_entry(R::LIST, &self.rows)?;
        map.end()
    }
}

impl<R: PatternLineRow> Report for PatternRowList<'_, R> {
    const NAME: &'static str = REPORT;
    const COLUMNS: &'static [&'static str] = R::COLUMNS;
    type Row = R;

    fn rows(&self) -> &[R] {
        &self.rows
    }

    fn cells(&self, row: &R) -> Vec<String> {
        row.cells()
    }
}

/// Formats an optional value. Returns an empty text for `None`.
pub(super) fn optional(value: Option<impl ToString>) -> String {
    value.map(|value| value.to_string()).unwrap_or_default()
}

/// A record's name and locations.
#[derive(Serialize)]
pub(super) struct RecordRow<'s> {
    pub(super) name: &'s str,
    /// The record's location, then the locations of its `defm`s, the innermost first.
    locations: Vec<SourceLocation>,
}

impl<'s> RecordRow<'s> {
    pub(super) fn new(target: &PatternsTarget<'s>, record: RecordId) -> RecordRow<'s> {
        RecordRow { name: target.record_name(record), locations: target.locations(record) }
    }

    /// Returns the cells for name and location.
    pub(super) fn cells(&self) -> Vec<String> {
        vec![self.name.to_owned(), optional(self.locations.first())]
    }
}

/// Summary of a pattern in the form that selection tries.
#[derive(Serialize)]
pub(super) struct ShortRow<'s> {
    #[serde(flatten)]
    pub(super) record: RecordRow<'s>,
    /// Position in the order in which patterns are tried, counted from one.
    number: usize,
    /// Difference from the record's pattern. `None` if they are the same.
    form: Option<String>,
    /// Source and result.
    text: String,
}

impl<'s> ShortRow<'s> {
    pub(super) fn new(target: &PatternsTarget<'s>, index: usize) -> ShortRow<'s> {
        ShortRow {
            record: RecordRow::new(target, target.pattern(index).record),
            number: index + 1,
            form: target.form(index),
            text: target.pattern_text(index),
        }
    }

    /// Returns the cells for name, location, number, form and text.
    pub(super) fn cells(&self) -> Vec<String> {
        let mut cells = self.record.cells();
        cells.extend([self.number.to_string(), optional(self.form.as_ref()), self.text.clone()]);
        cells
    }
}

/// Column headings for records with the patterns that selection tries.
pub(super) const RECORD_COLUMNS: &[&str] = &["NAME", "DEFINED AT", "TRIED", "PATTERN"];

/// A record with the patterns that selection tries.
#[derive(Serialize)]
pub(super) struct SummaryRow<'s> {
    #[serde(flatten)]
    record: RecordRow<'s>,
    tried: Vec<ShortRow<'s>>,
}

impl<'s> SummaryRow<'s> {
    pub(super) fn new(target: &PatternsTarget<'s>, record: RecordId) -> SummaryRow<'s> {
        let tried = target.indices_of(record).iter().map(|&index| ShortRow::new(target, index));
        SummaryRow { record: RecordRow::new(target, record), tried: tried.collect() }
    }
}

impl PatternLineRow for SummaryRow<'_> {
    const LIST: &'static str = "patterns";
    const COLUMNS: &'static [&'static str] = RECORD_COLUMNS;

    fn cells(&self) -> Vec<String> {
        let mut cells = self.record.cells();
        let first = self.tried.first().map(|pattern| &pattern.text);
        cells.extend([self.tried.len().to_string(), optional(first)]);
        cells
    }
}

/// Reason why a pattern is skipped.
#[derive(Serialize)]
pub(super) struct ReasonRow<'r> {
    pub(super) reason: &'static str,
    /// Node without a type.
    #[serde(skip_serializing_if = "Option::is_none")]
    node: Option<&'r str>,
}

impl<'r> ReasonRow<'r> {
    pub(super) fn new(reason: &'r PatternSkipReason) -> ReasonRow<'r> {
        let (reason, node) = match reason {
            PatternSkipReason::NullFragment => ("null-frag", None),
            PatternSkipReason::NoResult => ("no-result", None),
            PatternSkipReason::NoType(node) => ("no-type", Some(node.as_str())),
            PatternSkipReason::ConstantOnLeft => ("constant-on-left", None),
        };
        ReasonRow { reason, node }
    }
}

/// A skipped pattern, or a skipped part of a pattern.
#[derive(Serialize)]
pub(super) struct SkippedRow<'r> {
    #[serde(flatten)]
    record: RecordRow<'r>,
    #[serde(flatten)]
    reason: ReasonRow<'r>,
    #[serde(flatten)]
    alternative: Option<AlternativeRow>,
    /// Mode for which the pattern is skipped. `None` for all modes.
    #[serde(skip_serializing_if = "Option::is_none")]
    mode: Option<&'r str>,
}

/// An alternative in a pattern.
#[derive(Serialize)]
struct AlternativeRow {
    /// Alternative number, counted from one.
    alternative: usize,
    /// Number of alternatives.
    alternatives: usize,
}

impl<'r> SkippedRow<'r> {
    pub(super) fn new(
        target: &'r PatternsTarget<'_>,
        pattern: &'r SkippedPattern,
    ) -> SkippedRow<'r> {
        let (alternative, mode) = match pattern.part {
            SkippedPart::Whole => (None, None),
            SkippedPart::Alternative(index, count) => {
                (Some(AlternativeRow { alternative: index + 1, alternatives: count }), None)
            }
            SkippedPart::Mode(mode) => (None, Some(&*target.hw_modes.get(mode).name)),
        };
        SkippedRow {
            record: RecordRow::new(target, pattern.record),
            reason: ReasonRow::new(&pattern.reason),
            alternative,
            mode,
        }
    }
}

impl PatternLineRow for SkippedRow<'_> {
    const LIST: &'static str = "skipped";
    const COLUMNS: &'static [&'static str] =
        &["NAME", "DEFINED AT", "ALTERNATIVE", "MODE", "REASON", "NODE"];

    fn cells(&self) -> Vec<String> {
        let mut cells = self.record.cells();
        cells.extend([
            optional(self.alternative.as_ref().map(|of| of.alternative)),
            optional(self.mode),
            self.reason.reason.to_owned(),
            optional(self.reason.node),
        ]);
        cells
    }
}
