//! A change to a file in a target.

use std::ops::Range;

use super::source::{MutableTokenKind, MutantSource, MutatedFile};
use crate::random::Random;

/// A changed file.
pub(super) struct Mutation {
    pub(super) file: String,
    pub(super) text: Vec<u8>,
    /// The line where the change begins, from 1.
    pub(super) line: usize,
    /// The change in words.
    pub(super) change: &'static str,
    /// The changed text with the rest of its lines.
    pub(super) before: String,
    /// The replacement.
    pub(super) after: String,
}

/// A replacement for a byte range.
struct MutantEdit {
    range: Range<usize>,
    with: Vec<u8>,
}

/// Creates an edit in a file; `None` if its kind of change is impossible at the place that it
/// chose.
type Mutator = fn(&MutantSource, &MutatedFile, &mut Random) -> Option<MutantEdit>;

/// The kinds of change, each with its weight. Most changes to tokens alone are syntax errors for
/// both programs; names, numbers and text reach the backends.
const CHANGES: [(&str, usize, Mutator); 10] = [
    ("name exchanged", 32, exchange_name),
    ("number changed", 22, change_number),
    ("string exchanged", 6, exchange_text),
    ("string changed", 8, change_text),
    ("line dropped", 7, drop_line),
    ("line doubled", 3, double_line),
    ("token dropped", 8, drop_token),
    ("token doubled", 4, double_token),
    ("token exchanged with its neighbour", 5, swap_tokens),
    ("token exchanged with another", 5, exchange_token),
];

/// Changes a file in `source` in one place.
pub(super) fn mutate(source: &MutantSource, random: &mut Random) -> Mutation {
    // The largest files contain instructions; small files matter as much.
    let weights: Vec<usize> = source.files.iter().map(|f| f.tokens.len().isqrt()).collect();
    let shares = CHANGES.map(|(_, share, _)| share);
    loop {
        let file = &source.files[random.weighted(&weights)];
        let (change, _, mutator) = CHANGES[random.weighted(&shares)];
        let Some(edit) = mutator(source, file, random) else { continue };
        if file.text[edit.range.clone()] != edit.with {
            return apply(file, change, edit);
        }
    }
}

fn apply(file: &MutatedFile, change: &'static str, edit: MutantEdit) -> Mutation {
    let text = &file.text;
    let start = text[..edit.range.start].iter().rposition(|&b| b == b'\n').map_or(0, |i| i + 1);
    let end = text[edit.range.end..].iter().position(|&b| b == b'\n');
    let end = end.map_or(text.len(), |i| edit.range.end + i);
    let changed = [&text[..edit.range.start], &edit.with, &text[edit.range.end..]].concat();
    let trimmed = |bytes: &[u8]| String::from_utf8_lossy(bytes).trim().to_owned();
    let new_end = end - edit.range.len() + edit.with.len();
    Mutation {
        file: file.name.clone(),
        line: 1 + text[..edit.range.start].iter().filter(|&&b| b == b'\n').count(),
        change,
        before: trimmed(&text[start..end]),
        after: trimmed(&changed[start..new_end]),
        text: changed,
    }
}

/// Returns a token with one of these kinds.
fn token_of(
    file: &MutatedFile,
    random: &mut Random,
    kinds: &[MutableTokenKind],
) -> Option<(Range<usize>, MutableTokenKind)> {
    // A few tries find a frequent kind; if there is no such token, another change is chosen.
    (0..20).find_map(|_| random.choose(&file.tokens).filter(|(_, k)| kinds.contains(k)).cloned())
}

fn exchange_name(
    source: &MutantSource,
    file: &MutatedFile,
    random: &mut Random,
) -> Option<MutantEdit> {
    use MutableTokenKind::{Bang, Class, DagOperator, Def, Field, Operand, Parent, Type, Word};
    let names = [Class, Def, Field, Operand, Bang, Type, DagOperator, Parent, Word];
    let (range, kind) = token_of(file, random, &names)?;
    let with = random.choose(source.by_kind.get(&kind)?)?.clone();
    Some(MutantEdit { range, with })
}

fn change_number(
    source: &MutantSource,
    file: &MutatedFile,
    random: &mut Random,
) -> Option<MutantEdit> {
    let (range, _) = token_of(file, random, &[MutableTokenKind::Number])?;
    let old = std::str::from_utf8(&file.text[range.clone()]).ok()?;
    let binary = old.strip_prefix("0b").filter(|digits| !digits.is_empty());
    let with = if let Some(digits) = binary {
        let mut digits = digits.as_bytes().to_vec();
        let at = random.below(digits.len());
        match random.below(4) {
            0 => drop(digits.remove(at)),
            1 => digits.insert(at, b'1'),
            _ => digits[at] ^= 1,
        }
        [b"0b", &digits[..]].concat()
    } else if let Ok(number) = old.parse::<i64>() {
        let [more, less] = [number.wrapping_add(1), number.wrapping_sub(1)];
        let [twice, negative] = [number.wrapping_mul(2), number.wrapping_neg()];
        let other = [more, less, twice, negative, 0, 1, 2, 64, 65535, 1 << 32];
        match random.below(other.len() + 2) {
            i if i < other.len() => other[i].to_string().into_bytes(),
            _ => random.choose(source.by_kind.get(&MutableTokenKind::Number)?)?.clone(),
        }
    } else {
        random.choose(source.by_kind.get(&MutableTokenKind::Number)?)?.clone()
    };
    Some(MutantEdit { range, with })
}

fn exchange_text(
    source: &MutantSource,
    file: &MutatedFile,
    random: &mut Random,
) -> Option<MutantEdit> {
    let (range, _) = token_of(file, random, &[MutableTokenKind::Text])?;
    let with = random.choose(source.by_kind.get(&MutableTokenKind::Text)?)?.clone();
    Some(MutantEdit { range, with })
}

/// Drops, doubles or inserts a character in a string. Inserted characters have a meaning in
/// assembly strings and constraints.
fn change_text(_: &MutantSource, file: &MutatedFile, random: &mut Random) -> Option<MutantEdit> {
    let (range, _) = token_of(file, random, &[MutableTokenKind::Text])?;
    let inner = range.start + 1..range.end - 1;
    if inner.is_empty() {
        return Some(MutantEdit { range: inner, with: b"x".to_vec() });
    }
    let at = inner.start + random.below(inner.len());
    let byte = file.text[at];
    match random.below(3) {
        0 => Some(MutantEdit { range: at..at + 1, with: Vec::new() }),
        1 => Some(MutantEdit { range: at..at + 1, with: vec![byte, byte] }),
        _ => random
            .choose(b"${}|, =.@#!-~0aZ\\\t")
            .map(|&byte| MutantEdit { range: at..at, with: vec![byte] }),
    }
}

/// Returns the line of a random token, including its end.
fn line(file: &MutatedFile, random: &mut Random) -> Option<Range<usize>> {
    let (token, _) = random.choose(&file.tokens)?;
    let start = file.text[..token.start].iter().rposition(|&b| b == b'\n').map_or(0, |i| i + 1);
    let end = file.text[token.start..].iter().position(|&b| b == b'\n');
    Some(start..end.map_or(file.text.len(), |i| token.start + i + 1))
}

fn drop_line(_: &MutantSource, file: &MutatedFile, random: &mut Random) -> Option<MutantEdit> {
    Some(MutantEdit { range: line(file, random)?, with: Vec::new() })
}

fn double_line(_: &MutantSource, file: &MutatedFile, random: &mut Random) -> Option<MutantEdit> {
    let range = line(file, random)?;
    Some(MutantEdit { with: file.text[range.clone()].repeat(2), range })
}

fn drop_token(_: &MutantSource, file: &MutatedFile, random: &mut Random) -> Option<MutantEdit> {
    let (range, _) = random.choose(&file.tokens)?.clone();
    Some(MutantEdit { range, with: Vec::new() })
}

fn double_token(_: &MutantSource, file: &MutatedFile, random: &mut Random) -> Option<MutantEdit> {
    let (range, kind) = random.choose(&file.tokens)?.clone();
    let token = &file.text[range.clone()];
    // Two words without a space between them would be one word.
    let between: &[u8] = if kind == MutableTokenKind::Punctuation { b"" } else { b" " };
    Some(MutantEdit { with: [token, between, token].concat(), range })
}

fn swap_tokens(_: &MutantSource, file: &MutatedFile, random: &mut Random) -> Option<MutantEdit> {
    let at = random.below(file.tokens.len());
    let ((first, _), (second, _)) = (file.tokens.get(at)?, file.tokens.get(at + 1)?);
    let text = |range: Range<usize>| &file.text[range];
    let with = [text(second.clone()), text(first.end..second.start), text(first.clone())].concat();
    Some(MutantEdit { range: first.start..second.end, with })
}

fn exchange_token(_: &MutantSource, file: &MutatedFile, random: &mut Random) -> Option<MutantEdit> {
    let (range, _) = random.choose(&file.tokens)?.clone();
    let (other, _) = random.choose(&file.tokens)?.clone();
    Some(MutantEdit { range, with: file.text[other].to_vec() })
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    const TEXT: &str = "def A : C<7>;\nlet x = \"ab\" in\n  def B;\n";

    /// Returns the results of changing [`TEXT`] in many trials.
    fn results(mutator: Mutator) -> Vec<String> {
        let source = MutantSource::new(BTreeMap::from([("a.td".into(), TEXT.into())]));
        let file = &source.files[0];
        let mut texts: Vec<String> = (0..2000)
            .filter_map(|i| mutator(&source, file, &mut Random::for_trial(0, i)))
            .map(|edit| String::from_utf8(apply(file, "", edit).text).expect("it is ASCII"))
            .collect();
        texts.sort();
        texts.dedup();
        texts
    }

    fn contains(mutator: Mutator, from: &str, to: &str) {
        let want = TEXT.replace(from, to);
        assert!(results(mutator).contains(&want), "{want:?}");
    }

    #[test]
    fn tokens_are_dropped_doubled_and_exchanged() {
        contains(drop_token, "A :", " :");
        contains(double_token, "A :", "A A :");
        contains(swap_tokens, "A : C", ": A C");
        contains(exchange_token, "A :", "let :");
    }

    #[test]
    fn names_are_exchanged_with_names_of_their_kind() {
        assert_eq!(results(exchange_name).len(), 11);
        contains(exchange_name, "A :", "B :");
        contains(exchange_name, "in\n", "def\n");
    }

    #[test]
    fn numbers_and_strings_change() {
        contains(change_number, "7", "-7");
        contains(change_text, "ab", "aab");
        contains(change_text, "ab", "a$b");
    }

    #[test]
    fn lines_are_dropped_and_doubled() {
        contains(drop_line, "  def B;\n", "");
        contains(double_line, "  def B;\n", "  def B;\n  def B;\n");
    }

    #[test]
    fn the_place_and_the_lines_are_shown() {
        let source = MutantSource::new(BTreeMap::from([("a.td".into(), TEXT.into())]));
        let edit = MutantEdit { range: 36..37, with: b"Q".to_vec() };
        let mutation = apply(&source.files[0], "", edit);
        assert_eq!(mutation.line, 3);
        assert_eq!((mutation.before.as_str(), mutation.after.as_str()), ("def B;", "def Q;"));
    }
}
