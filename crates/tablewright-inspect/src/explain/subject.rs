//! Subjects: the record, field and bits that a text refers to.

use tablewright_records::trace::SiteId;
use tablewright_records::{RecordId, RecordStore, Type};

use super::Traced;

/// A subject to explain.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ExplainSubject {
    /// The record.
    pub record: RecordId,
    /// The field's name; `None` for the whole record.
    pub field: Option<String>,
    /// The bits of the field, in the order of the text; empty for the whole field.
    pub bits: Vec<u32>,
    /// Further anonymous records from the same expression.
    pub others: Vec<RecordId>,
}

/// An error in a subject.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SubjectError {
    /// The record does not exist.
    Record(String),
    /// The record does not have the field.
    Field {
        /// The record.
        record: RecordId,
        /// The field.
        field: String,
    },
    /// The text in braces is not a list of bits in the field.
    Bits(String),
}

/// Parses `RECORD`, `RECORD.FIELD` or `RECORD.FIELD{BITS}`. An anonymous record is identified by
/// its name, or by the expression that created it, for example `CLASS<1>`.
///
/// # Errors
/// If the record or field does not exist.
pub fn find_subject(store: &RecordStore, text: &str) -> Result<ExplainSubject, SubjectError> {
    let whole = |record, others| ExplainSubject { record, field: None, bits: Vec::new(), others };
    if let Some((record, others)) = find_record(store, text) {
        return Ok(whole(record, others));
    }
    let (path, bits) = match text.strip_suffix('}').and_then(|text| text.rsplit_once('{')) {
        Some((path, bits)) => (path, Some(bits)),
        None => (text, None),
    };
    let Some((record, field)) = path.rsplit_once('.') else {
        return Err(SubjectError::Record(path.to_owned()));
    };
    let Some((record, others)) = find_record(store, record) else {
        return Err(SubjectError::Record(record.to_owned()));
    };
    let Some(found) = store.record(record).field(field) else {
        return Err(SubjectError::Field { record, field: field.to_owned() });
    };
    let width = if let Type::Bits(width) = store.ty(found.ty) { width } else { 0 };
    let bits = match bits.map(|bits| parse_bits(bits, width).ok_or(bits)) {
        Some(Err(bits)) => return Err(SubjectError::Bits(bits.to_owned())),
        Some(Ok(bits)) => bits,
        None => Vec::new(),
    };
    Ok(ExplainSubject { record, field: Some(field.to_owned()), bits, others })
}

fn find_record(store: &RecordStore, text: &str) -> Option<(RecordId, Vec<RecordId>)> {
    if let Some(record) = store.find_record(text) {
        return Some((record, Vec::new()));
    }
    let mut ids = made_by(store, text).into_iter();
    Some((ids.next()?, ids.collect()))
}

/// Finds the anonymous records that an expression created. The expression is compared with the
/// source text, and with the argument values.
fn made_by(store: &RecordStore, expression: &str) -> Vec<RecordId> {
    let (Some(traced), Some((class, arguments))) =
        (Traced::new(store), expression.trim().split_once('<'))
    else {
        return Vec::new();
    };
    let Some(arguments) = arguments.trim_end().strip_suffix('>') else { return Vec::new() };
    let Some(class) = store.find_class(class.trim()) else { return Vec::new() };
    let arguments = without_blanks(arguments);
    let is_made = |record: &RecordId| {
        let inheritance = traced.instance(*record)?;
        let written = written_arguments(traced, inheritance.site);
        let bindings = traced.trace.inheritance_bindings(inheritance);
        let values: Vec<String> = bindings.iter().map(|b| traced.value(b.value)).collect();
        // Default arguments may be omitted.
        let argument_count = traced.trace.arguments(traced.trace.site(inheritance.site)).len();
        let has_values = [argument_count.min(values.len()), values.len()]
            .map(|count| without_blanks(&values[..count].join(",")))
            .contains(&arguments);
        (has_values || without_blanks(&written) == arguments).then_some(())
    };
    let anonymous = store.derived(class).into_iter().filter(|record| record.is_anonymous());
    let mut ids: Vec<RecordId> =
        anonymous.map(|record| record.id()).filter(|record| is_made(record).is_some()).collect();
    ids.sort();
    ids
}

fn written_arguments(traced: Traced<'_>, site: SiteId) -> String {
    let arguments = traced.trace.arguments(traced.trace.site(site)).iter();
    arguments.map(|argument| traced.source(argument.span)).collect::<Vec<_>>().join(",")
}

fn without_blanks(text: &str) -> String {
    text.split_whitespace().collect()
}

/// Parses bits such as `6-0, 9` for a value with `width` bits.
fn parse_bits(text: &str, width: u32) -> Option<Vec<u32>> {
    let mut bits = Vec::new();
    for range in text.split(',') {
        let (first, last) = match range.split_once("...").or_else(|| range.split_once('-')) {
            Some((first, last)) => (first.trim().parse().ok()?, last.trim().parse().ok()?),
            None => {
                let bit: u32 = range.trim().parse().ok()?;
                (bit, bit)
            }
        };
        if first >= width || last >= width {
            return None;
        }
        if first <= last { bits.extend(first..=last) } else { bits.extend((last..=first).rev()) }
    }
    Some(bits)
}

#[cfg(test)]
mod tests {
    use super::parse_bits;

    #[test]
    fn bits_are_numbers_and_ranges_within_the_width() {
        assert_eq!(parse_bits("6-4, 0", 8), Some(vec![6, 5, 4, 0]));
        assert_eq!(parse_bits("0...2", 8), Some(vec![0, 1, 2]));
        assert_eq!(parse_bits("8", 8), None);
        assert_eq!(parse_bits("x", 8), None);
    }
}
