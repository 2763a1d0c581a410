//! The orders of names.

use std::cmp::Ordering;
use std::ops::Range;

/// Spells names so that byte order of what is spelt is the order wanted.
pub(crate) type Spelling = fn(&str, &mut Vec<u8>);

/// Sorts things by their names, which `spelling` puts in order.
pub(crate) fn sorted_by_name<'n, T: Copy>(
    named: impl Iterator<Item = (&'n str, T)>,
    spelling: Spelling,
) -> Vec<T> {
    /// Mostly the start of a name decides, at which it can be looked as at a number.
    const START: usize = 16;
    let mut text = Vec::new();
    let mut keyed: Vec<(u128, Range<usize>, T)> = Vec::new();
    for (name, thing) in named {
        let first = text.len();
        spelling(name, &mut text);
        let mut start = [0; START];
        let len = (text.len() - first).min(START);
        start[..len].copy_from_slice(&text[first..first + len]);
        keyed.push((u128::from_be_bytes(start), first..text.len(), thing));
    }
    keyed.sort_unstable_by(|(a_start, a, _), (b_start, b, _)| {
        a_start.cmp(b_start).then_with(|| text[a.clone()].cmp(&text[b.clone()]))
    });
    keyed.into_iter().map(|(_, _, thing)| thing).collect()
}

/// The spelling for byte order.
pub(crate) fn byte_order(name: &str, text: &mut Vec<u8>) {
    text.extend_from_slice(name.as_bytes());
}

/// The spelling for [`natural_order`]: before each number there is how many digits it has.
pub(crate) fn spell_naturally(name: &str, text: &mut Vec<u8>) {
    let mut rest = name.as_bytes();
    while let Some(at) = rest.iter().position(u8::is_ascii_digit) {
        let (before, number) = rest.split_at(at);
        let (number, behind) = number.split_at(digits(number));
        text.extend_from_slice(before);
        // Towards what is no number, the count is a digit like any other.
        text.push(b'0' + number.len().min(9) as u8);
        if number.len() >= 9 {
            text.extend_from_slice(&number.len().to_be_bytes());
        }
        text.extend_from_slice(number);
        rest = behind;
    }
    text.extend_from_slice(rest);
}

/// Compares names so that numbers in them count as numbers: `R2` before `R10`. Where one name runs
/// into digits, the longer run of digits is the greater number; equal otherwise, the shorter name
/// comes first.
pub fn natural_order(a: &str, b: &str) -> Ordering {
    let (a, b) = (a.as_bytes(), b.as_bytes());
    let same = a.iter().zip(b).take_while(|(a, b)| a == b).count();
    // The number that they differ in may have begun before.
    let number = same - a[..same].iter().rev().take_while(|c| c.is_ascii_digit()).count();
    let by_length = match (digits(&a[number..]), digits(&b[number..])) {
        (0, _) | (_, 0) => Ordering::Equal,
        (m, n) => m.cmp(&n),
    };
    by_length.then_with(|| a[same..].cmp(&b[same..]))
}

fn digits(text: &[u8]) -> usize {
    text.iter().take_while(|c| c.is_ascii_digit()).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn natural_order_counts_numbers_as_numbers() {
        let mut names = ["R10", "R2", "R", "R2a", "Q100", "anonymous_9", "R02"];
        names.sort_by(|a, b| natural_order(a, b));
        assert_eq!(names, ["Q100", "R", "R2", "R2a", "R02", "R10", "anonymous_9"]);
    }

    #[test]
    fn spelt_names_are_in_natural_order() {
        let names = [
            "",
            "1",
            "2",
            "9",
            "01",
            "10",
            "123456789",
            "1234567890",
            "123456789a",
            "987654321b",
            "A",
            "A1",
            "A1B2",
            "A1B10",
            "A:",
            "A/",
            "a12345678",
            "a123456789",
            "a1234567890123456",
            "a2234567890123456",
            "aaaaaaaaaaaaaaaa1",
            "aaaaaaaaaaaaaaa12",
            "aaaaaaaaaaaaaaa2",
            "aaaaaaaaaaaaaaaaa",
            "aaaaaaaaaaaaaa9999",
            "aaaaaaaaaaaaaa999",
            "é1",
            "é",
        ];
        let spelt = |name: &str| {
            let mut text = Vec::new();
            spell_naturally(name, &mut text);
            text
        };
        for (a, b) in names.iter().flat_map(|a| names.map(|b| (a, b))) {
            assert_eq!(spelt(a).cmp(&spelt(b)), natural_order(a, b), "{a} {b}");
        }
    }
}
