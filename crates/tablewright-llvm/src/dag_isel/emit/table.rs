//! Prints the table: a line for each step, with its offset, nested as the tree of steps is.

use tablewright_text::byte_table::{Line, Piece};
use tablewright_text::{Append, CppWriter, Leb128, append};

use crate::dag_isel::model::matcher::{Matcher, PatternIndex};
use crate::dag_isel::model::{DagIsel, PatternComments, SelectorTable, TableFormat};

/// How wide offsets are printed.
const OFFSET_WIDTH: usize = 6;
/// How much further than a line the comments on its pattern are indented.
const COMMENT_INDENTATION: usize = OFFSET_WIDTH + 4;

/// Prints the whole table.
pub(super) fn emit(table: &SelectorTable<'_>, w: &mut CppWriter<'_>) {
    for line in table.bytes.lines() {
        if table.comments.is_some() {
            append!(w, "/*", format_args!("{:OFFSET_WIDTH$}", line.offset()), "*/");
        }
        emit_indentation(line.level(), w);
        emit_line(line, table.format, table.comments.is_some(), table.comments.as_ref(), w);
        w.raw("\n");
    }
}

/// A step as it is printed, in one line. What is emitted is printed without comments.
pub(crate) fn step_text(model: &DagIsel<'_>, matcher: &Matcher) -> String {
    let is_emitted = matcher.pattern().is_some() || matches!(matcher, Matcher::EmitNode(_));
    let has_comments = !is_emitted;
    let table = model.encode_step(matcher, has_comments);
    let mut w = CppWriter::new();
    table.lines().for_each(|line| emit_line(line, model.format, has_comments, None, &mut w));
    let text = w.finish();
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn emit_indentation(columns: usize, w: &mut CppWriter<'_>) {
    for _ in 0..columns {
        w.raw(" ");
    }
}

/// What separates a piece of a line from the next one.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Separator {
    None,
    /// A space before a value or a note.
    Space,
    /// A comma and a space, also at the end of the line. A note stands before it.
    Comma,
    /// The same after that note: the next piece comes after the comma, whatever it is.
    CommaAfterNote,
}

/// Prints a line without its end. Numbers of variable length and values of a list have a space after them also
/// where the line ends.
fn emit_line(
    line: Line<'_>,
    format: TableFormat,
    has_comments: bool,
    patterns: Option<&PatternComments<'_>>,
    w: &mut CppWriter<'_>,
) {
    let mut separator = Separator::None;
    let mut is_after_jump = false;
    // How many values of a list are to come.
    let mut list_left = 0;
    for (index, piece) in line.pieces().enumerate() {
        emit_separator(separator, piece, w);
        let is_before_comma = separator == Separator::Comma;
        separator = Separator::None;
        match piece {
            Piece::Name { bytes: 1, text } => {
                append!(w, text, ",");
                separator = Separator::Space;
            }
            Piece::Int { bytes: 1, value } if list_left > 0 => {
                append!(w, value, ", ");
                list_left -= 1;
            }
            Piece::Int { bytes: 1, value } => {
                append!(w, value, ",");
                separator = Separator::Space;
            }
            Piece::Name { text, .. } => {
                append!(w, "TARGET_VAL(", text, "),");
                separator = Separator::Space;
            }
            Piece::Int { bytes, value } => {
                let macro_name = if bytes == 2 { "TARGET_VAL(" } else { "COVERAGE_IDX_VAL(" };
                append!(w, macro_name, value, "),");
                separator = Separator::Space;
            }
            Piece::Count(count) => {
                append!(w, count);
                list_left = count;
                separator = Separator::Comma;
            }
            Piece::Uleb128(value) => {
                let encoded = Leb128::unsigned(value);
                emit_leb128(encoded, has_comments && value >= 0x80, value, w);
            }
            Piece::Sleb128(value) => {
                let encoded = Leb128::signed(value);
                let is_unlike = value < 0 || encoded.bytes().len() > 1;
                emit_leb128(encoded, has_comments && is_unlike, value, w);
            }
            Piece::Jump { distance, .. } => {
                let encoded = Leb128::unsigned(distance.into());
                emit_leb128(encoded, has_comments && distance >= 0x80, distance, w);
            }
            Piece::Note(text) => {
                append!(w, "/*", text, "*/");
                // With SLEB128, a note on a value stands right before the value.
                separator = if is_before_comma {
                    Separator::CommaAfterNote
                } else if format == TableFormat::SignInLowestBit || index == 0 {
                    Separator::Space
                } else {
                    Separator::None
                };
            }
            Piece::Comment(text) => append!(w, " // ", text),
            // A scope had its end beside the distance, a switch has it at the end of the line.
            Piece::Offset { offset, .. }
                if is_after_jump && format == TableFormat::SignInLowestBit =>
            {
                append!(w, "/*->", offset, "*/");
            }
            Piece::Offset { offset, .. } => append!(w, "// ->", offset),
            Piece::NumberedComment(pattern) => {
                if let Some(patterns) = patterns {
                    emit_pattern(patterns, pattern, line.level() + COMMENT_INDENTATION, w);
                }
            }
            Piece::Break(columns) => {
                w.raw("\n");
                emit_indentation(line.level() + usize::from(columns), w);
            }
        }
        is_after_jump = matches!(piece, Piece::Jump { .. });
    }
    if matches!(separator, Separator::Comma | Separator::CommaAfterNote) {
        w.raw(", ");
    }
}

fn emit_separator(separator: Separator, before: Piece<'_>, w: &mut CppWriter<'_>) {
    let (is_value, is_note) = match before {
        Piece::Name { .. }
        | Piece::Int { .. }
        | Piece::Count(_)
        | Piece::Uleb128(_)
        | Piece::Sleb128(_)
        | Piece::Jump { .. } => (true, false),
        Piece::Note(_) => (false, true),
        Piece::Comment(_) | Piece::Offset { .. } | Piece::NumberedComment(_) | Piece::Break(_) => {
            (false, false)
        }
    };
    match separator {
        Separator::Space if is_value || is_note => w.raw(" "),
        Separator::Comma if !is_note => w.raw(", "),
        Separator::CommaAfterNote => w.raw(", "),
        Separator::None | Separator::Space | Separator::Comma => {}
    }
}

/// Prints a number in groups of seven bits, each but the last with the eighth bit set, and the number itself
/// where that is wanted.
fn emit_leb128(encoded: Leb128, has_comment: bool, number: impl Append, w: &mut CppWriter<'_>) {
    for &byte in encoded.bytes() {
        append!(w, u32::from(byte & 0x7f), if byte < 0x80 { "" } else { "|128," });
    }
    if has_comment {
        append!(w, "/*", number, "*/");
    }
    w.raw(", ");
}

/// Prints what a pattern matches and which nodes replace it, in lines of their own.
fn emit_pattern(
    comments: &PatternComments<'_>,
    pattern: PatternIndex,
    indentation: usize,
    w: &mut CppWriter<'_>,
) {
    let PatternComments { patterns, trees, complexities } = comments;
    let trees_of = &patterns.list[pattern as usize];
    w.raw("\n");
    emit_indentation(indentation, w);
    let mut text = String::new();
    trees.write(trees_of.source, &mut text);
    let complexity = complexities[pattern as usize];
    append!(w, "// Src: ", text.as_str(), " - Complexity = ", complexity, "\n");
    emit_indentation(indentation, w);
    text.clear();
    trees.write(trees_of.result, &mut text);
    append!(w, "// Dst: ", text.as_str());
}
