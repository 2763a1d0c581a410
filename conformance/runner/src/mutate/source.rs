//! A target's `.td` files as tokens, and the kinds of their names.

use std::collections::BTreeMap;
use std::fs;
use std::ops::Range;
use std::path::Path;

use tablewright_text::generated_output::tokens;

/// A token's kind, as far as it decides the possible changes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum MutableTokenKind {
    /// A `class` or `multiclass` declared in one of the files.
    Class,
    /// A `def` or `defm` declared in one of the files.
    Def,
    /// The name in a `let`, or the word after a type.
    Field,
    /// A word after `$`.
    Operand,
    /// A word after `!`.
    Bang,
    /// A type's name.
    Type,
    /// The first word in parentheses.
    DagOperator,
    /// A word after `:`, declared elsewhere.
    Parent,
    /// Any other word.
    Word,
    Number,
    /// A string literal.
    Text,
    Punctuation,
}

const TYPES: [&[u8]; 6] = [b"bit", b"int", b"string", b"dag", b"code", b"bits"];

/// A file, with its tokens.
pub(super) struct MutatedFile {
    /// Path relative to the target's directory.
    pub(super) name: String,
    pub(super) text: Vec<u8>,
    pub(super) tokens: Vec<(Range<usize>, MutableTokenKind)>,
}

/// A target's files, and their distinct tokens by kind.
pub(super) struct MutantSource {
    pub(super) files: Vec<MutatedFile>,
    pub(super) by_kind: BTreeMap<MutableTokenKind, Vec<Vec<u8>>>,
}

impl MutantSource {
    /// Reads each `.td` file directly in `directory`.
    pub(super) fn read(directory: &Path) -> Result<MutantSource, String> {
        let problem = |e: std::io::Error| format!("{}: {e}", directory.display());
        let mut files = BTreeMap::new();
        for entry in fs::read_dir(directory).map_err(problem)? {
            let name = entry.map_err(problem)?.file_name().to_string_lossy().into_owned();
            if name.ends_with(".td") {
                let text = fs::read(directory.join(&name)).map_err(problem)?;
                files.insert(name, text);
            }
        }
        Ok(MutantSource::new(files))
    }

    /// `files` are texts by name.
    pub(super) fn new(files: BTreeMap<String, Vec<u8>>) -> MutantSource {
        let ranges: Vec<Vec<Range<usize>>> = files.values().map(|text| tokens(text)).collect();
        let mut declared = BTreeMap::new();
        for (text, ranges) in files.values().zip(&ranges) {
            for pair in ranges.windows(2) {
                if let Some(kind) = declaration(&text[pair[0].clone()], &text[pair[1].clone()]) {
                    declared.entry(text[pair[1].clone()].to_vec()).or_insert(kind);
                }
            }
        }
        let mut by_kind: BTreeMap<MutableTokenKind, Vec<Vec<u8>>> = BTreeMap::new();
        let files: Vec<MutatedFile> = files
            .into_iter()
            .zip(ranges)
            .map(|((name, text), ranges)| {
                let tokens: Vec<(Range<usize>, MutableTokenKind)> = (0..ranges.len())
                    .map(|i| (ranges[i].clone(), kind(&text, &ranges, i, &declared)))
                    .collect();
                for (range, kind) in &tokens {
                    by_kind.entry(*kind).or_default().push(text[range.clone()].to_vec());
                }
                MutatedFile { name, text, tokens }
            })
            .collect();
        for words in by_kind.values_mut() {
            words.sort();
            words.dedup();
        }
        MutantSource { files, by_kind }
    }
}

/// Returns the kind that `word` is declared as after `before`.
fn declaration(before: &[u8], word: &[u8]) -> Option<MutableTokenKind> {
    if !word.first().is_some_and(|b| b.is_ascii_alphabetic() || *b == b'_') {
        return None;
    }
    match before {
        b"class" | b"multiclass" => Some(MutableTokenKind::Class),
        b"def" | b"defm" => Some(MutableTokenKind::Def),
        b"let" => Some(MutableTokenKind::Field),
        _ if TYPES.contains(&before) => Some(MutableTokenKind::Field),
        _ => None,
    }
}

fn kind(
    text: &[u8],
    ranges: &[Range<usize>],
    i: usize,
    declared: &BTreeMap<Vec<u8>, MutableTokenKind>,
) -> MutableTokenKind {
    let word = &text[ranges[i].clone()];
    let before = i.checked_sub(1).map_or(&b""[..], |j| &text[ranges[j].clone()]);
    let touches = i > 0 && ranges[i - 1].end == ranges[i].start;
    match word.first() {
        Some(b'0'..=b'9') => MutableTokenKind::Number,
        Some(b'"') => MutableTokenKind::Text,
        Some(b'a'..=b'z' | b'A'..=b'Z' | b'_') if touches && before == b"$" => {
            MutableTokenKind::Operand
        }
        Some(b'a'..=b'z' | b'A'..=b'Z' | b'_') if touches && before == b"!" => {
            MutableTokenKind::Bang
        }
        Some(b'a'..=b'z' | b'A'..=b'Z' | b'_') => {
            if TYPES.contains(&word) {
                MutableTokenKind::Type
            } else if let Some(&kind) = declared.get(word) {
                kind
            } else {
                match before {
                    b"(" => MutableTokenKind::DagOperator,
                    b":" => MutableTokenKind::Parent,
                    _ => MutableTokenKind::Word,
                }
            }
        }
        _ => MutableTokenKind::Punctuation,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_of_names() {
        let text = "class C<int n> : Base { let F = (outs R0:$dst); string S = !strconcat(\"a\", X); }\n\
                    def R0 : C<7>;";
        let source = MutantSource::new(BTreeMap::from([("a.td".into(), text.into())]));
        let words = |kind| -> Vec<String> {
            let words_of_kind = source.by_kind.get(&kind).into_iter().flatten();
            words_of_kind.map(|word| String::from_utf8_lossy(word).into_owned()).collect()
        };
        assert_eq!(words(MutableTokenKind::Class), ["C"]);
        assert_eq!(words(MutableTokenKind::Def), ["R0"]);
        assert_eq!(words(MutableTokenKind::Field), ["F", "S", "n"]);
        assert_eq!(words(MutableTokenKind::Operand), ["dst"]);
        assert_eq!(words(MutableTokenKind::Bang), ["strconcat"]);
        assert_eq!(words(MutableTokenKind::Type), ["int", "string"]);
        assert_eq!(words(MutableTokenKind::DagOperator), ["outs"]);
        assert_eq!(words(MutableTokenKind::Parent), ["Base"]);
        assert_eq!(words(MutableTokenKind::Word), ["X", "class", "def", "let"]);
        assert_eq!(words(MutableTokenKind::Number), ["7"]);
        assert_eq!(words(MutableTokenKind::Text), ["\"a\""]);
    }
}
