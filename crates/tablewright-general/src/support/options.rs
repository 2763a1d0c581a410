//! A program's command-line options, in table order.
//!
//! The program that looks an option up searches the table from the first match, so the order matters: names are
//! compared case-insensitively, and a longer name precedes each of its prefixes.

use std::cell::Cell;
use std::cmp::Ordering;

use tablewright_records::release::Feature;
use tablewright_records::{FieldError, RecordStore, RecordView};
use tablewright_syntax::diagnostic::{Code, Diagnostic, Diagnostics};
use tablewright_text::quicksort_by;

use crate::record_views::option::OptionRecord;

/// The sort key for options.
struct OptionKey<'s> {
    record: OptionRecord<'s>,
    /// Whether the option represents arguments that match no option. Such options come first.
    is_sentinel: bool,
    name: &'s str,
    /// Whether bytes beyond ASCII come after the others.
    unsigned: bool,
    /// Start of the name as a number, which decides most comparisons.
    name_start: u64,
    prefixes: Vec<&'s str>,
    precedence: i64,
}

/// The records of class `Option`, in order.
///
/// Two options that no command line could tell apart are an error: both are pointed at in
/// `diagnostics` then.
pub(crate) fn options_in_order<'s>(
    store: &'s RecordStore,
    diagnostics: &mut Diagnostics,
) -> Result<Vec<OptionRecord<'s>>, Diagnostic> {
    let records = OptionRecord::all(store)?;
    let unsigned = store.release().has(Feature::OptionBytesAreUnsigned);
    let key = |record| OptionKey::new(record, unsigned);
    let mut keys = records.into_iter().map(key).collect::<Result<Vec<_>, FieldError>>()?;
    let sorted = if unsigned { quicksort(&mut keys) } else { merge_sort(&mut keys) };
    if let Err((a, b)) = sorted {
        for (record, message) in [(a, "Option is equivalent to"), (b, "Other defined here")] {
            diagnostics.push(FieldError::new(Code::Options, record, message).into());
        }
        return Err(Diagnostic::error_anywhere(Code::Options, "Equivalent Options found."));
    }
    Ok(keys.into_iter().map(|key| key.record).collect())
}

impl<'s> OptionKey<'s> {
    fn new(record: OptionRecord<'s>, unsigned: bool) -> Result<OptionKey<'s>, FieldError> {
        let kind = record.kind()?;
        let is_sentinel = kind.is_sentinel()?;
        let name = record.spelling()?;
        Ok(OptionKey {
            record,
            is_sentinel,
            name,
            unsigned,
            name_start: name_start(name, unsigned),
            prefixes: record.prefixes()?,
            precedence: kind.precedence()?,
        })
    }

    /// Returns whether this option precedes `other`, or `None` if they are equivalent.
    ///
    /// This is not a strict order: if two options differ only in their number of prefixes, neither precedes the
    /// other.
    fn precedes(&self, other: &OptionKey<'_>) -> Option<bool> {
        if self.is_sentinel != other.is_sentinel {
            return Some(self.is_sentinel);
        }
        if !self.is_sentinel {
            // A comparison of two numbers settles most pairs; only names that agree so far are
            // compared as text.
            if self.name_start != other.name_start {
                return Some(self.name_start < other.name_start);
            }
            let prefixes = self.prefixes.iter().zip(&other.prefixes);
            let compare = |a: &str, b: &str| compare_names(a, b, self.unsigned);
            let order = prefixes.fold(compare(self.name, other.name), |order, (a, b)| {
                order.then_with(|| compare(a, b))
            });
            if order != Ordering::Equal {
                return Some(order == Ordering::Less);
            }
        }
        let is_equivalent = self.precedence == other.precedence && self.prefixes == other.prefixes;
        (!is_equivalent).then_some(self.precedence < other.precedence)
    }
}

/// Returns the start of a name as a number. If the numbers of two names differ, they have the same order as in
/// [`compare_names`].
fn name_start(name: &str, unsigned: bool) -> u64 {
    // The end of a name sorts after all characters.
    let mut start = [u8::MAX; 8];
    for (slot, byte) in start.iter_mut().zip(name.bytes()) {
        let sign = if unsigned { 0 } else { 0x80 };
        *slot = byte.to_ascii_lowercase() ^ sign;
    }
    u64::from_be_bytes(start)
}

/// Compares names case-insensitively, a longer name before its prefixes; then case-sensitively.
fn compare_names(a: &str, b: &str, unsigned: bool) -> Ordering {
    let fold = |byte: u8| byte.to_ascii_lowercase();
    let difference = a.bytes().map(fold).zip(b.bytes().map(fold)).find(|(a, b)| a != b);
    match difference {
        Some((a, b)) if unsigned => a.cmp(&b),
        // Characters are signed: those beyond ASCII come first.
        Some((a, b)) => (a as i8).cmp(&(b as i8)),
        None => b.len().cmp(&a.len()).then_with(|| a.cmp(b)),
    }
}

/// Sorts by quicksort, as the releases do that compare bytes without a sign.
fn quicksort<'s>(keys: &mut [OptionKey<'s>]) -> Result<(), (OptionRecord<'s>, OptionRecord<'s>)> {
    let equivalent = Cell::new(None);
    quicksort_by(keys, |a, b| {
        a.precedes(b).unwrap_or_else(|| {
            equivalent.set(equivalent.get().or(Some((a.record, b.record))));
            false
        })
    });
    equivalent.get().map_or(Ok(()), Err)
}

/// Sorts by merging halves. A second element comes first unless it is known to be later. Since the order is not
/// strict, the algorithm decides the order of equal options.
fn merge_sort<'s>(
    keys: &mut Vec<OptionKey<'s>>,
) -> Result<(), (OptionRecord<'s>, OptionRecord<'s>)> {
    if keys.len() < 2 {
        return Ok(());
    }
    let mut right = keys.split_off(keys.len() / 2);
    merge_sort(keys)?;
    merge_sort(&mut right)?;
    let mut merged = Vec::with_capacity(keys.len() + right.len());
    let mut right = right.into_iter().peekable();
    for left in keys.drain(..) {
        while let Some(first) = right.peek() {
            match left.precedes(first) {
                Some(true) => break,
                Some(false) => merged.extend(right.next()),
                None => return Err((left.record, first.record)),
            }
        }
        merged.push(left);
    }
    merged.extend(right);
    *keys = merged;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_longer_name_precedes_its_beginnings() {
        let mut names = ["b", "a", "A", "ab", "AB", "a-b", "B", "ä", "abc", ""];
        names.sort_by(|a, b| compare_names(a, b, false));
        assert_eq!(names, ["ä", "a-b", "abc", "AB", "ab", "A", "a", "B", "b", ""]);
        assert!(names.is_sorted_by_key(|name| name_start(name, false)));
        names.sort_by(|a, b| compare_names(a, b, true));
        assert_eq!(names, ["a-b", "abc", "AB", "ab", "A", "a", "B", "b", "ä", ""]);
        assert!(names.is_sorted_by_key(|name| name_start(name, true)));
        let start = |name| name_start(name, false);
        let alike = ["a", "a\u{7f}", "abcdefgh", "abcdefghi"].map(start);
        assert!(alike[0] == alike[1] && alike[2] == alike[3]);
    }
}
