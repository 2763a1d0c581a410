//! The record, field and bits that a text names.

use tablewright_records::trace::SiteId;
use tablewright_records::{RecordId, RecordStore, Type};

use super::Traced;

/// What is to be explained.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Subject {
    /// The record.
    pub record: RecordId,
    /// The name of the field, if not the whole record is meant.
    pub field: Option<String>,
    /// The bits of the field, in the order in which they are named; none for the whole field.
    pub bits: Vec<u32>,
    /// Further anonymous records that the same expression made.
    pub others: Vec<RecordId>,
}

/// Why a text names nothing.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SubjectError {
    /// There is no record of that name.
    Record(String),
    /// The record has no field of that name.
    Field {
        /// The record.
        record: RecordId,
        /// The field.
        field: String,
    },
    /// The text in braces is no list of bits of the field.
    Bits(String),
}

/// Finds what `RECORD`, `RECORD.FIELD` or `RECORD.FIELD{BITS}` names. An anonymous record is named by its
/// name, or by the expression that made it, such as `CLASS<1>`.
///
/// # Errors
/// Where there is no such record or field.
pub fn find_subject(store: &RecordStore, text: &str) -> Result<Subject, SubjectError> {
    let whole = |record, others| Subject { record, field: None, bits: Vec::new(), others };
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
    Ok(Subject { record, field: Some(field.to_owned()), bits, others })
}

fn find_record(store: &RecordStore, text: &str) -> Option<(RecordId, Vec<RecordId>)> {
    if let Some(record) = store.find_record(text) {
        return Some((record, Vec::new()));
    }
    let mut found = made_by(store, text).into_iter();
    Some((found.next()?, found.collect()))
}

/// The anonymous records that an expression made: as it is written in the input, or with the values
/// of its arguments.
fn made_by(store: &RecordStore, expression: &str) -> Vec<RecordId> {
    let (Some(traced), Some((class, arguments))) =
        (Traced::of(store), expression.trim().split_once('<'))
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
        // Defaults may be left out.
        let given = traced.trace.arguments(traced.trace.site(inheritance.site)).len();
        let has_values = [given.min(values.len()), values.len()]
            .map(|count| without_blanks(&values[..count].join(",")))
            .contains(&arguments);
        (has_values || without_blanks(&written) == arguments).then_some(())
    };
    let anonymous = store.derived(class).into_iter().filter(|record| record.is_anonymous());
    let mut found: Vec<RecordId> =
        anonymous.map(|record| record.id()).filter(|record| is_made(record).is_some()).collect();
    found.sort();
    found
}

fn written_arguments(traced: Traced<'_>, site: SiteId) -> String {
    let arguments = traced.trace.arguments(traced.trace.site(site)).iter();
    arguments.map(|argument| traced.source(argument.span)).collect::<Vec<_>>().join(",")
}

fn without_blanks(text: &str) -> String {
    text.split_whitespace().collect()
}

/// The bits of `6-0, 9`, of a value of `width` bits.
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
