//! The text of a diagnostic drawn as a table: what stands beside each other in columns, choices one
//! above the other.

use crate::diagnostics::text::{Piece, Text};
use crate::documentation::escaped;

/// Signs that mean something in reStructuredText.
const SIGNS: &str = "`*|_[]\\";
/// The role of the words of a diagnostic.
const WORDS: &str = "diagtext";
const BLANK: &str = " |nbsp| ";

/// Lines of text in the same place.
type Block = Vec<String>;

/// The lines that show a diagnostic of severity `role`. Without any text, there is the severity
/// alone.
pub(super) fn lines(role: &str, text: Option<&Text<'_>>) -> Vec<String> {
    let prefix = vec![words(&format!("{role}: "), role)];
    match text {
        Some(text) => row(std::iter::once(prefix).chain(text.pieces.iter().map(piece))),
        None => prefix,
    }
}

fn block(text: &Text<'_>) -> Block {
    match &text.pieces[..] {
        _ if text.is_row => row(text.pieces.iter().map(piece)),
        [] => vec![String::new()],
        pieces => pieces.iter().flat_map(piece).collect(),
    }
}

fn piece(piece: &Piece<'_>) -> Block {
    match piece {
        Piece::Words(text) => vec![words(text, WORDS)],
        Piece::Argument { index, .. } => vec![argument(*index)],
        Piece::PluralS { .. } => choice([vec![String::new()], vec![words("s", WORDS)]]),
        Piece::Select { options, .. } => choice(options.iter().map(block)),
        Piece::Plural { options, .. } => choice(options.iter().map(|(_, option)| block(option))),
        Piece::Diff { parts, indices: [first, second] } => {
            let [before, between, after, otherwise] = &**parts;
            let pieces = |text: &Text<'_>| text.pieces.iter().map(self::piece).collect::<Vec<_>>();
            let mut columns = pieces(before);
            columns.push(vec![argument(*first)]);
            columns.extend(pieces(between));
            columns.push(vec![argument(*second)]);
            columns.extend(pieces(after));
            choice([row(columns), block(otherwise)])
        }
    }
}

/// An argument of the diagnostic, as a letter.
fn argument(index: u32) -> String {
    let letter = char::from(b'A'.wrapping_add(index as u8));
    format!(":placeholder:`{letter}`")
}

fn words(text: &str, role: &str) -> String {
    let trimmed = text.trim_start_matches(' ');
    let before = text.len() - trimmed.len();
    let inner = trimmed.trim_end_matches(' ');
    let after = trimmed.len() - inner.len();
    let marked = match inner {
        "" => String::new(),
        _ => format!(":{role}:`{}`", escaped(inner, SIGNS)),
    };
    format!("{}{marked}{}", BLANK.repeat(before), BLANK.repeat(after))
}

/// Blocks one above the other, with lines between and around.
fn choice(options: impl IntoIterator<Item = Block>) -> Block {
    let options: Vec<Block> = options.into_iter().collect();
    let width = options.iter().flatten().map(String::len).max().unwrap_or(0);
    let rule = format!("+{}+", "-".repeat(width));
    let mut lines = vec![rule.clone()];
    for option in options {
        lines.extend(option.iter().map(|line| format!("|{}|", padded(line, width))));
        lines.push(rule.clone());
    }
    lines
}

/// Blocks beside each other, with lines around. One divides two of them unless both are a line
/// each, which stay a phrase.
fn row(columns: impl IntoIterator<Item = Block>) -> Block {
    let columns: Vec<Block> = columns.into_iter().collect();
    let height = columns.iter().map(Vec::len).max().unwrap_or(0);
    let mut lines = vec![String::new(); height];
    let mut rule = String::new();
    let mut after_tall = true;
    for column in &columns {
        let is_tall = column.len() > 1;
        let divider = if is_tall || after_tall { "|" } else { "" };
        after_tall = is_tall;
        let width = column.iter().map(String::len).max().unwrap_or(0);
        for (i, line) in lines.iter_mut().enumerate() {
            line.push_str(divider);
            line.push_str(&padded(column.get(i).map_or("", String::as_str), width));
        }
        rule.push_str(if divider.is_empty() { "" } else { "+" });
        rule.push_str(&"-".repeat(width));
    }
    lines.iter_mut().for_each(|line| line.push('|'));
    rule.push('+');
    lines.insert(0, rule.clone());
    lines.push(rule);
    lines
}

/// The line, filled up with blanks to `width` bytes.
fn padded(line: &str, width: usize) -> String {
    format!("{line}{}", " ".repeat(width - line.len()))
}
