//! Names of anonymous records, whose numbers depend on unrelated definitions.
//!
//! A `defm` without a name numbers the names of its records, too: `anonymous_12_MASK`.

use std::borrow::Cow;

use tablewright_records::{Record, RecordStore};

const PREFIX: &str = "anonymous_";

/// Whether a record's name has a number that depends on unrelated definitions.
pub(super) fn is_numbered(record: Record<'_>) -> bool {
    record.is_anonymous() || next_number(record.name()).is_some()
}

/// Replaces the numbers of anonymous records: `anonymous_12_MASK` becomes `anonymous_*_MASK`.
pub(super) fn without_numbers(text: &str) -> Cow<'_, str> {
    if next_number(text).is_none() {
        return Cow::Borrowed(text);
    }
    Cow::Owned(replace_numbers(text, |_| None))
}

/// Replaces the names of anonymous records in a value's text by their classes: `anonymous_12` becomes `anonymous Pat`.
pub(super) fn with_classes(text: &str, store: &RecordStore) -> String {
    replace_numbers(text, |name| {
        let record = store.record(store.find_record(name)?);
        let mut classes = record.direct_superclasses().into_iter();
        let class = classes.next().filter(|_| record.is_anonymous())?;
        Some(format!("anonymous {}", store.class(class).name()))
    })
}

/// Replaces each `anonymous_12` by its replacement, or by `anonymous_*`.
fn replace_numbers(text: &str, replacement: impl Fn(&str) -> Option<String>) -> String {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let mut replaced = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((start, end)) = next_number(rest) {
        let (before, name, after) = (&rest[..start], &rest[start..end], &rest[end..]);
        replaced.push_str(before);
        let is_whole = !before.ends_with(is_word) && !after.starts_with(is_word);
        match replacement(name).filter(|_| is_whole) {
            Some(replacement) => replaced.push_str(&replacement),
            None => {
                replaced.push_str(PREFIX);
                replaced.push('*');
            }
        }
        rest = after;
    }
    replaced + rest
}

/// Returns the range of the first `anonymous_12` in a text.
fn next_number(text: &str) -> Option<(usize, usize)> {
    for (start, _) in text.match_indices(PREFIX) {
        let digits = &text[start + PREFIX.len()..];
        let count = digits.bytes().take_while(u8::is_ascii_digit).count();
        if count > 0 {
            return Some((start, start + PREFIX.len() + count));
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_replaced_anywhere_in_a_name() {
        let check = |text: &str, expected: &str| assert_eq!(without_numbers(text), expected);
        check("anonymous_12", "anonymous_*");
        check("Model7anonymous_880Write_MASK", "Model7anonymous_*Write_MASK");
        check("[anonymous_1, anonymous_20]", "[anonymous_*, anonymous_*]");
        check("anonymous_x anonymous", "anonymous_x anonymous");
    }
}
