//! A target's `.td` files as tokens, and the kinds of their names.

use std::collections::BTreeMap;
use std::fs;
use std::ops::Range;
use std::path::Path;

use tablewright_text::generated_output::tokens;

/// A token's kind, as far as it decides the possible changes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Kind {
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
pub(super) struct File {
    /// Path relative to the target's directory.
    pub(super) name: String,
    pub(super) text: Vec<u8>,
    pub(super) tokens: Vec<(Range<usize>, Kind)>,
}

/// A target's files, and their distinct tokens by kind.
pub(super) struct Source {
    pub(super) files: Vec<File>,
    pub(super) by_kind: BTreeMap<Kind, Vec<Vec<u8>>>,
}

impl Source {
    /// Reads each `.td` file directly in `directory`.
    pub(super) fn read(directory: &Path) -> Result<Source, String> {
        let problem = |e: std::io::Error| format!("{}: {e}", directory.display());
        let mut files = Vec::new();
        for entry in fs::read_dir(directory).map_err(problem)? {
            let name = entry.map_err(problem)?.file_name().to_string_lossy().into_owned();
            if name.ends_with(".td") {
                let text = fs::read(directory.join(&name)).map_err(problem)?;
                files.push((name, text));
            }
        }
        files.sort();
        Ok(Source::new(files))
    }

    pub(super) fn new(files: Vec<(String, Vec<u8>)>) -> Source {
        let ranges: Vec<Vec<Range<usize>>> = files.iter().map(|(_, text)| tokens(text)).collect();
        let mut declared = BTreeMap::new();
        for ((_, text), ranges) in files.iter().zip(&ranges) {
            for pair in ranges.windows(2) {
                if let Some(kind) = declaration(&text[pair[0].clone()], &text[pair[1].clone()]) {
                    declared.entry(text[pair[1].clone()].to_vec()).or_insert(kind);
                }
            }
        }
        let mut by_kind: BTreeMap<Kind, Vec<Vec<u8>>> = BTreeMap::new();
        let files: Vec<File> = files
            .into_iter()
            .zip(ranges)
            .map(|((name, text), ranges)| {
                let tokens: Vec<(Range<usize>, Kind)> = (0..ranges.len())
                    .map(|i| (ranges[i].clone(), kind(&text, &ranges, i, &declared)))
                    .collect();
                for (range, kind) in &tokens {
                    by_kind.entry(*kind).or_default().push(text[range.clone()].to_vec());
                }
                File { name, text, tokens }
            })
            .collect();
        for words in by_kind.values_mut() {
            words.sort();
            words.dedup();
        }
        Source { files, by_kind }
    }
}

/// Returns the kind that `word` is declared as after `before`.
fn declaration(before: &[u8], word: &[u8]) -> Option<Kind> {
    if !word.first().is_some_and(|b| b.is_ascii_alphabetic() || *b == b'_') {
        return None;
    }
    match before {
        b"class" | b"multiclass" => Some(Kind::Class),
        b"def" | b"defm" => Some(Kind::Def),
        b"let" => Some(Kind::Field),
        _ if TYPES.contains(&before) => Some(Kind::Field),
        _ => None,
    }
}

fn kind(
    text: &[u8],
    ranges: &[Range<usize>],
    i: usize,
    declared: &BTreeMap<Vec<u8>, Kind>,
) -> Kind {
    let word = &text[ranges[i].clone()];
    let before = i.checked_sub(1).map_or(&b""[..], |j| &text[ranges[j].clone()]);
    let touches = i > 0 && ranges[i - 1].end == ranges[i].start;
    match word.first() {
        Some(b'0'..=b'9') => Kind::Number,
        Some(b'"') => Kind::Text,
        Some(b'a'..=b'z' | b'A'..=b'Z' | b'_') if touches && before == b"$" => Kind::Operand,
        Some(b'a'..=b'z' | b'A'..=b'Z' | b'_') if touches && before == b"!" => Kind::Bang,
        Some(b'a'..=b'z' | b'A'..=b'Z' | b'_') => {
            if TYPES.contains(&word) {
                Kind::Type
            } else if let Some(&kind) = declared.get(word) {
                kind
            } else {
                match before {
                    b"(" => Kind::DagOperator,
                    b":" => Kind::Parent,
                    _ => Kind::Word,
                }
            }
        }
        _ => Kind::Punctuation,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_of_names() {
        let text = "class C<int n> : Base { let F = (outs R0:$dst); string S = !strconcat(\"a\", X); }\n\
                    def R0 : C<7>;";
        let source = Source::new(vec![("a.td".into(), text.into())]);
        let words = |kind| -> Vec<String> {
            let found = source.by_kind.get(&kind).into_iter().flatten();
            found.map(|word| String::from_utf8_lossy(word).into_owned()).collect()
        };
        assert_eq!(words(Kind::Class), ["C"]);
        assert_eq!(words(Kind::Def), ["R0"]);
        assert_eq!(words(Kind::Field), ["F", "S", "n"]);
        assert_eq!(words(Kind::Operand), ["dst"]);
        assert_eq!(words(Kind::Bang), ["strconcat"]);
        assert_eq!(words(Kind::Type), ["int", "string"]);
        assert_eq!(words(Kind::DagOperator), ["outs"]);
        assert_eq!(words(Kind::Parent), ["Base"]);
        assert_eq!(words(Kind::Word), ["X", "class", "def", "let"]);
        assert_eq!(words(Kind::Number), ["7"]);
        assert_eq!(words(Kind::Text), ["\"a\""]);
    }
}
