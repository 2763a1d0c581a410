//! Diagnostic texts as drawn tables.
//!
//! In: a tree of text pieces. Out: lines. Consecutive pieces become columns; the options of a
//! choice become rows.

use crate::support::diagnostics::text::{DiagText, DiagTextPiece};
use tablewright_text::escape_markup;

/// Characters with a meaning in reStructuredText.
const SIGNS: &str = "`*|_[]\\";
/// The role for words in a diagnostic.
pub(super) const WORDS: &str = "diagtext";
const BLANK: &str = " |nbsp| ";

/// Lines of text, top to bottom.
type TextTableBlock = Vec<String>;

/// Returns the lines for a diagnostic with severity `role`. Without text there is only the
/// severity.
pub(super) fn lines(role: &str, text: Option<&DiagText<'_>>) -> Vec<String> {
    let prefix = vec![words(&format!("{role}: "), role)];
    match text {
        Some(text) => row(std::iter::once(prefix).chain(text.pieces.iter().map(piece))),
        None => prefix,
    }
}

fn block(text: &DiagText<'_>) -> TextTableBlock {
    match &text.pieces[..] {
        _ if text.is_row => row(text.pieces.iter().map(piece)),
        [] => vec![String::new()],
        pieces => pieces.iter().flat_map(piece).collect(),
    }
}

fn piece(piece: &DiagTextPiece<'_>) -> TextTableBlock {
    match piece {
        DiagTextPiece::Words(text) => vec![words(text, WORDS)],
        DiagTextPiece::Argument { index, .. } => vec![argument(*index)],
        DiagTextPiece::PluralS { .. } => choice([vec![String::new()], vec![words("s", WORDS)]]),
        DiagTextPiece::Select { options, .. } => choice(options.iter().map(block)),
        DiagTextPiece::Plural { options, .. } => {
            choice(options.iter().map(|(_, option)| block(option)))
        }
        DiagTextPiece::Diff { parts, indices: [first, second] } => {
            let [before, between, after, otherwise] = &**parts;
            let pieces =
                |text: &DiagText<'_>| text.pieces.iter().map(self::piece).collect::<Vec<_>>();
            let mut columns = pieces(before);
            columns.push(vec![argument(*first)]);
            columns.extend(pieces(between));
            columns.push(vec![argument(*second)]);
            columns.extend(pieces(after));
            choice([row(columns), block(otherwise)])
        }
    }
}

fn argument(index: u32) -> String {
    format!(":placeholder:`{}`", argument_letter(index))
}

/// Returns a letter for an argument.
pub(super) fn argument_letter(index: u32) -> char {
    char::from(b'A'.wrapping_add(index as u8))
}

/// Splits `text` into its leading blanks' count, the middle, and its trailing blanks' count.
pub(super) fn split_blanks(text: &str) -> (usize, &str, usize) {
    let trimmed = text.trim_start_matches(' ');
    let inner = trimmed.trim_end_matches(' ');
    (text.len() - trimmed.len(), inner, trimmed.len() - inner.len())
}

fn words(text: &str, role: &str) -> String {
    let (before, inner, after) = split_blanks(text);
    let mut line = BLANK.repeat(before);
    if !inner.is_empty() {
        for part in [":", role, ":`", &escape_markup(inner, SIGNS), "`"] {
            line.push_str(part);
        }
    }
    line.push_str(&BLANK.repeat(after));
    line
}

/// Stacks blocks, with rules between and around them.
fn choice(options: impl IntoIterator<Item = TextTableBlock>) -> TextTableBlock {
    let options: Vec<TextTableBlock> = options.into_iter().collect();
    let width = options.iter().map(width).max().unwrap_or(0);
    let mut rule = String::with_capacity(width + 2);
    rule.push('+');
    push_repeated(&mut rule, RULE, width);
    rule.push('+');
    let mut lines = vec![rule.clone()];
    for option in options {
        for line in option {
            let mut framed = String::with_capacity(width + 2);
            framed.push('|');
            push_padded(&mut framed, &line, width);
            framed.push('|');
            lines.push(framed);
        }
        lines.push(rule.clone());
    }
    lines
}

/// A block in a row.
struct Column {
    block: TextTableBlock,
    width: usize,
    /// Whether a line separates it from the block before.
    is_divided: bool,
}

/// Places blocks side by side with rules around them. A rule also separates two blocks, unless both
/// have a single line: these form a phrase.
fn row(blocks: impl IntoIterator<Item = TextTableBlock>) -> TextTableBlock {
    let mut after_tall = true;
    let mut columns: Vec<Column> = Vec::new();
    for block in blocks {
        let is_tall = block.len() > 1;
        columns.push(Column { width: width(&block), block, is_divided: is_tall || after_tall });
        after_tall = is_tall;
    }
    let height = columns.iter().map(|column| column.block.len()).max().unwrap_or(0);
    let total = columns.iter().map(|column| column.width + 1).sum::<usize>() + 1;
    let mut rule = String::with_capacity(total);
    for column in &columns {
        rule.push_str(if column.is_divided { "+" } else { "" });
        push_repeated(&mut rule, RULE, column.width);
    }
    rule.push('+');
    let mut lines = Vec::with_capacity(height + 2);
    lines.push(rule);
    for i in 0..height {
        let mut line = String::with_capacity(total);
        for Column { block, width, is_divided } in &columns {
            line.push_str(if *is_divided { "|" } else { "" });
            push_padded(&mut line, block.get(i).map_or("", String::as_str), *width);
        }
        line.push('|');
        lines.push(line);
    }
    lines.push(lines[0].clone());
    lines
}

/// Returns the longest line's width in bytes.
fn width(block: &TextTableBlock) -> usize {
    block.iter().map(String::len).max().unwrap_or(0)
}

/// Appends the line, padded with blanks to `width` bytes.
fn push_padded(out: &mut String, line: &str, width: usize) {
    out.push_str(line);
    push_repeated(out, BLANKS, width - line.len());
}

const BLANKS: &str = "                                                                ";
const RULE: &str = "----------------------------------------------------------------";

/// Repeats `pattern` up to `length` bytes.
fn push_repeated(out: &mut String, pattern: &str, length: usize) {
    for _ in 0..length / pattern.len() {
        out.push_str(pattern);
    }
    out.push_str(&pattern[..length % pattern.len()]);
}
