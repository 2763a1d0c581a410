//! Diagnostic texts as nested lists in Markdown.
//!
//! In: a tree of text pieces. Out: lines. Words and arguments that follow each other are a column; a choice is a column
//! with a row for each option.

use super::text_table::{WORDS, argument_letter, split_blanks};
use crate::support::diagnostics::text::{DiagText, DiagTextPiece};

const BLANK: &str = "&nbsp;";

/// A column.
enum TextCell {
    Line(String),
    List(Vec<TextRow>),
}

type TextRow = Vec<TextCell>;

/// Returns the lines for a diagnostic with severity `role`. Without text there is only the severity.
pub(super) fn lines(role: &str, text: Option<&DiagText<'_>>) -> Vec<String> {
    let mut row = vec![TextCell::Line(words(&format!("{role}: "), role))];
    for piece in text.into_iter().flat_map(|text| &text.pieces) {
        push(&mut row, cell(piece));
    }
    let mut lines = Vec::new();
    push_list(&[row], String::new(), "", &mut lines);
    lines
}

/// Adds a column. A line is added to a line before it.
fn push(row: &mut TextRow, cell: TextCell) {
    match (row.last_mut(), cell) {
        (Some(TextCell::Line(last)), TextCell::Line(line)) => last.push_str(&line),
        (_, cell) => row.push(cell),
    }
}

/// Returns cells as a single cell: a list with a row if there are several.
fn joined(cells: impl IntoIterator<Item = TextCell>) -> TextCell {
    let mut row = TextRow::new();
    cells.into_iter().for_each(|cell| push(&mut row, cell));
    match row.len() {
        0 => TextCell::Line(String::new()),
        1 => row.remove(0),
        _ => TextCell::List(vec![row]),
    }
}

fn text_cell(text: &DiagText<'_>) -> TextCell {
    joined(text.pieces.iter().map(cell))
}

fn cell(piece: &DiagTextPiece<'_>) -> TextCell {
    match piece {
        DiagTextPiece::Words(text) => TextCell::Line(words(text, WORDS)),
        DiagTextPiece::Argument { index, .. } => argument(*index),
        DiagTextPiece::PluralS { .. } => {
            choice([TextCell::Line(String::new()), TextCell::Line(words("s", WORDS))])
        }
        DiagTextPiece::Select { options, .. } => choice(options.iter().map(text_cell)),
        DiagTextPiece::Plural { options, .. } => {
            choice(options.iter().map(|(_, option)| text_cell(option)))
        }
        DiagTextPiece::Diff { parts, indices: [first, second] } => {
            let [before, between, after, otherwise] = &**parts;
            let difference = joined([
                text_cell(before),
                argument(*first),
                text_cell(between),
                argument(*second),
                text_cell(after),
            ]);
            choice([difference, text_cell(otherwise)])
        }
    }
}

fn choice(options: impl IntoIterator<Item = TextCell>) -> TextCell {
    TextCell::List(options.into_iter().map(|option| vec![option]).collect())
}

fn argument(index: u32) -> TextCell {
    TextCell::Line(format!("{{placeholder}}`{}`", argument_letter(index)))
}

fn words(text: &str, role: &str) -> String {
    let (before, inner, after) = split_blanks(text);
    let mut line = BLANK.repeat(before);
    if !inner.is_empty() {
        let inner = inner.replace('\\', "\\\\").replace('`', "&#96;");
        line += &format!("{{{role}}}`{inner}`");
    }
    line + &BLANK.repeat(after)
}

/// Adds a list. `start` begins the first line, and `indent` the others.
fn push_list(rows: &[TextRow], start: String, indent: &str, lines: &mut Vec<String>) {
    lines.push(start + ":::{list-table}");
    lines.push(format!("{indent}:widths: auto"));
    lines.push(String::new());
    for row in rows {
        for (i, cell) in row.iter().enumerate() {
            let mark = if i == 0 { "* -" } else { "  -" };
            match cell {
                TextCell::Line(line) if line.is_empty() => lines.push(format!("{indent}{mark}")),
                TextCell::Line(line) => lines.push(format!("{indent}{mark} {line}")),
                TextCell::List(rows) => {
                    let start = format!("{indent}{mark} ");
                    push_list(rows, start, &format!("{indent}    "), lines);
                }
            }
        }
    }
    lines.push(format!("{indent}:::"));
}
