//! Name orders.

use std::cmp::Ordering;

/// Spells a name so that the byte order of spellings is the required order.
pub(crate) type Spelling = fn(&str, &mut Vec<u8>);

/// Sorts items by name, in the order defined by `spelling`.
pub(crate) fn sorted_by_name<'n, T: Copy>(
    named: impl Iterator<Item = (&'n str, T)>,
    spelling: Spelling,
) -> Vec<T> {
    let mut text = Vec::new();
    let mut names = Vec::new();
    for (name, thing) in named {
        let start = text.len();
        spelling(name, &mut text);
        let end = text.len();
        names.push(Named { key: 0, start, end, len: end - start, thing });
    }
    sort_from(&mut names, &text, 0);
    names.into_iter().map(|named| named.thing).collect()
}

/// An item, with the part of its name that is still to be compared.
struct Named<T> {
    /// The preceding bytes of the name as a number.
    key: u64,
    start: usize,
    end: usize,
    /// Length of the whole name.
    len: usize,
    thing: T,
}

impl<T> Named<T> {
    fn rest<'t>(&self, text: &'t [u8]) -> &'t [u8] {
        &text[self.start..self.end]
    }
}

/// Number of bytes that are compared at a time.
const STRIDE: usize = size_of::<u64>();

/// Maximum number of strides. Afterwards the remaining names are compared as a whole.
const MAX_STRIDES: usize = 16;

/// Sorts names with equal bytes so far. Many names have a common prefix, so a stride reads the next bytes of each name
/// once instead of in each comparison.
fn sort_from<T>(names: &mut [Named<T>], text: &[u8], strides: usize) {
    if strides == MAX_STRIDES || names.iter().all(|named| named.start == named.end) {
        // If a name equals another followed by zero bytes, the shorter name comes first.
        names.sort_unstable_by_key(|named| (named.rest(text), named.len));
        return;
    }
    for named in &mut *names {
        // A name that ends here is padded with zeros. The lengths distinguish it from a name with zero bytes.
        let mut bytes = [0; STRIDE];
        let taken = named.rest(text).len().min(STRIDE);
        bytes[..taken].copy_from_slice(&named.rest(text)[..taken]);
        named.key = u64::from_be_bytes(bytes);
        named.start += taken;
    }
    names.sort_unstable_by_key(|named| named.key);
    for same in names.chunk_by_mut(|a, b| a.key == b.key) {
        if same.len() > 1 {
            sort_from(same, text, strides + 1);
        }
    }
}

/// Spells a name for byte order.
pub(crate) fn byte_order(name: &str, text: &mut Vec<u8>) {
    text.extend_from_slice(name.as_bytes());
}

/// Spells a name for [`natural_order`]: the number of digits is inserted before each number.
pub(crate) fn spell_naturally(name: &str, text: &mut Vec<u8>) {
    let mut tail = name.as_bytes();
    while let Some(at) = tail.iter().position(u8::is_ascii_digit) {
        let (before, number) = tail.split_at(at);
        let (number, behind) = number.split_at(digits(number));
        text.extend_from_slice(before);
        // When compared with other characters, the count acts like any digit.
        text.push(b'0' + number.len().min(9) as u8);
        // A count of nine or more does not fit in a digit, so the whole count follows.
        if number.len() >= 9 {
            text.extend_from_slice(&number.len().to_be_bytes());
        }
        text.extend_from_slice(number);
        tail = behind;
    }
    text.extend_from_slice(tail);
}

/// Compares names so that numbers in them are ordered by value: `R2` before `R10`. If names differ within digits, a
/// longer digit sequence is the greater number. If a name is a prefix of another, the shorter name comes first.
pub fn natural_order(a: &str, b: &str) -> Ordering {
    let (a, b) = (a.as_bytes(), b.as_bytes());
    let same = a.iter().zip(b).take_while(|(a, b)| a == b).count();
    // The first difference may be within a number that starts earlier.
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
    fn names_are_sorted_however_much_they_begin_alike() {
        let long = "x".repeat(300);
        let mut names: Vec<String> = (0..200).map(|i| format!("{long}{}", i * 37 % 200)).collect();
        names.extend((0..40).map(|len| "x".repeat(len * 7 % 40)));
        names.extend(
            ["", "x\0", "x\0\0", "x\0y", "é", "anonymous_1", "anonymous_10"].map(String::from),
        );
        let sorted = sorted_by_name(names.iter().map(|name| (&**name, &**name)), byte_order);
        let mut expected: Vec<&str> = names.iter().map(|name| &**name).collect();
        expected.sort_unstable();
        assert_eq!(sorted, expected);
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
