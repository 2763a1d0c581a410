//! Examples of assembly in descriptions, and changed examples.

use std::collections::BTreeSet;

use serde_json::Value;

use super::opt::{MlirOpt, Verdict};
use crate::random::Random;

/// A valid piece of assembly.
pub(super) struct Example {
    /// The operation whose description contains the text.
    pub(super) operation: String,
    pub(super) text: String,
}

/// Returns the valid examples of a dialect's operations. If a block of code is invalid, for example since it contains
/// `...`, its paragraphs are tried, and the lines of invalid paragraphs.
pub(super) fn of_dialect(dialect: &Value, opt: &MlirOpt) -> Result<Vec<Example>, String> {
    let mut pieces: Vec<Example> = Vec::new();
    for operation in dialect["operations"].as_array().into_iter().flatten() {
        let name = operation["name"].as_str().unwrap_or_default();
        for text in blocks(operation["description"].as_str().unwrap_or_default()) {
            pieces.push(Example { operation: name.to_owned(), text });
        }
    }
    let mut valid = Vec::new();
    for split in [paragraphs as fn(&str) -> Vec<String>, lines, |_| Vec::new()] {
        let texts: Vec<String> = pieces.iter().map(|piece| piece.text.clone()).collect();
        let mut next = Vec::new();
        for (piece, verdict) in pieces.into_iter().zip(opt.verdicts(&texts)?) {
            if verdict == Verdict::Valid {
                valid.push(piece);
            } else {
                let parts = split(&piece.text).into_iter();
                let operation = &piece.operation;
                next.extend(parts.map(|text| Example { operation: operation.clone(), text }));
            }
        }
        pieces = next;
    }
    let mut seen = BTreeSet::new();
    valid.retain(|example| has_code(&example.text) && seen.insert(example.text.clone()));
    Ok(valid)
}

/// Whether a text is more than comments.
fn has_code(text: &str) -> bool {
    text.lines().any(|line| !line.trim().is_empty() && !line.trim().starts_with("//"))
}

/// Returns the blocks of MLIR in a description.
fn blocks(description: &str) -> Vec<String> {
    let mut blocks = Vec::new();
    let mut open: Option<(bool, String)> = None;
    for line in description.lines() {
        match (line.trim().strip_prefix("```"), &mut open) {
            (Some(_), Some((is_mlir, text))) => {
                if *is_mlir {
                    blocks.push(std::mem::take(text));
                }
                open = None;
            }
            (Some(language), None) => {
                open = Some((matches!(language.trim(), "mlir" | ""), String::new()));
            }
            (None, Some((_, text))) => {
                text.push_str(line);
                text.push('\n');
            }
            (None, None) => {}
        }
    }
    blocks
}

fn paragraphs(text: &str) -> Vec<String> {
    let mut paragraphs = vec![String::new()];
    for line in text.lines() {
        if line.trim().is_empty() || line.trim().starts_with("//") {
            paragraphs.push(String::new());
        } else if let Some(last) = paragraphs.last_mut() {
            last.push_str(line);
            last.push('\n');
        }
    }
    paragraphs.retain(|paragraph| !paragraph.is_empty());
    paragraphs
}

fn lines(text: &str) -> Vec<String> {
    let lines: Vec<String> = text.lines().map(|line| format!("{line}\n")).collect();
    if lines.len() > 1 { lines } else { Vec::new() }
}

/// Returns a text's tokens.
pub(super) fn tokens(text: &str) -> Vec<String> {
    spans(text).into_iter().map(|(start, end)| text[start..end].to_owned()).collect()
}

/// Returns the positions of a text's tokens: words with a mark such as `%` before them, strings, arrows and marks.
/// Comments are left out.
fn spans(text: &str) -> Vec<(usize, usize)> {
    let is_word = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '$' | '.');
    let end_of = |start: usize| {
        text[start..].find(|c: char| !is_word(c)).map_or(text.len(), |length| start + length)
    };
    let mut spans = Vec::new();
    let mut position = 0;
    while let Some(first) = text[position..].chars().next() {
        let next = position + first.len_utf8();
        let end = match first {
            _ if text[position..].starts_with("//") => {
                position = text[position..].find('\n').map_or(text.len(), |it| position + it);
                continue;
            }
            _ if first.is_whitespace() => {
                position = next;
                continue;
            }
            '"' => text[next..].find('"').map_or(text.len(), |length| next + length + 1),
            '-' if text[next..].starts_with('>') => next + 1,
            ':' if text[next..].starts_with(':') => next + 1,
            '%' | '^' | '@' | '#' | '!' => end_of(next),
            _ if is_word(first) => end_of(position),
            _ => next,
        };
        spans.push((position, end));
        position = end;
    }
    spans
}

/// Changes a token: removes it, repeats it, exchanges it with the next token, or puts another token into its place.
pub(super) fn changed(text: &str, pool: &[String], random: &mut Random) -> String {
    let spans = spans(text);
    let index = random.below(spans.len());
    let Some(&(start, end)) = spans.get(index) else { return text.to_owned() };
    let (before, token, after) = (&text[..start], &text[start..end], &text[end..]);
    match (random.below(4), spans.get(index + 1)) {
        (0, _) => format!("{before}{after}"),
        (1, _) => format!("{before}{token} {token}{after}"),
        (2, Some(&(next, next_end))) => {
            let (between, other) = (&text[end..next], &text[next..next_end]);
            format!("{before}{other}{between} {token}{}", &text[next_end..])
        }
        _ => {
            let other = random.choose(pool).map_or("", String::as_str);
            format!("{before}{other}{after}")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_keep_their_marks_and_leave_out_comments() {
        let text = "%0:2 = a.b @f(\"x y\") -> !d.t<4xf32> // no\n^bb1:";
        let expected = [
            "%0", ":", "2", "=", "a.b", "@f", "(", "\"x y\"", ")", "->", "!d.t", "<", "4xf32", ">",
            "^bb1", ":",
        ];
        assert_eq!(tokens(text), expected);
    }

    #[test]
    fn blocks_of_other_languages_are_left_out() {
        let text = "A\n```mlir\na\n\nb\n```\n```c++\nc\n```\n```\nd\n```\n";
        assert_eq!(blocks(text), ["a\n\nb\n", "d\n"]);
        assert_eq!(paragraphs("a\nb\n\n// c\nd\n"), ["a\nb\n", "d\n"]);
    }
}
