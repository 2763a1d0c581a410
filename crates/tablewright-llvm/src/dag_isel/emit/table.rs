//! Prints the table: a line for each step, with its offset, nested as the tree of steps is.

use tablewright_text::byte_table::{ByteTablePiece, Line};
use tablewright_text::{Append, CppWriter, Leb128, append};

use crate::dag_isel::model::matcher::{Matcher, PatternIndex};
use crate::dag_isel::model::{DagIsel, PatternComments, SelectorTable, TableFormat};

/// Printed width for offsets.
const OFFSET_WIDTH: usize = 6;
/// Extra indentation for comments on a line's pattern.
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

/// Returns a step as printed, in a single line. Emit steps are printed without comments.
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

/// The separator after a piece of a line.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Separator {
    None,
    /// A space before a value or a note.
    Space,
    /// A comma and a space, also at the line end. A comment precedes it.
    Comma,
    /// The same after this note: the next piece, of any kind, follows the comma.
    CommaAfterNote,
}

/// Prints a line without its newline. Variable-length numbers and list values are followed by a space, even at the
/// line end.
fn emit_line(
    line: Line<'_>,
    format: TableFormat,
    has_comments: bool,
    patterns: Option<&PatternComments<'_>>,
    w: &mut CppWriter<'_>,
) {
    let mut separator = Separator::None;
    let mut is_after_jump = false;
    // Remaining values in a list.
    let mut list_left = 0;
    for (index, piece) in line.pieces().enumerate() {
        emit_separator(separator, piece, w);
        let is_before_comma = separator == Separator::Comma;
        separator = Separator::None;
        match piece {
            ByteTablePiece::Name { bytes: 1, text } => {
                append!(w, text, ",");
                separator = Separator::Space;
            }
            ByteTablePiece::Int { bytes: 1, value } if list_left > 0 => {
                append!(w, value, ", ");
                list_left -= 1;
            }
            ByteTablePiece::Int { bytes: 1, value } => {
                append!(w, value, ",");
                separator = Separator::Space;
            }
            ByteTablePiece::Name { text, .. } => {
                append!(w, "TARGET_VAL(", text, "),");
                separator = Separator::Space;
            }
            ByteTablePiece::Int { bytes, value } => {
                let macro_name = if bytes == 2 { "TARGET_VAL(" } else { "COVERAGE_IDX_VAL(" };
                append!(w, macro_name, value, "),");
                separator = Separator::Space;
            }
            ByteTablePiece::Count(count) => {
                append!(w, count);
                list_left = count;
                separator = Separator::Comma;
            }
            ByteTablePiece::Uleb128(value) => {
                let encoded = Leb128::unsigned(value);
                emit_leb128(encoded, has_comments && value >= 0x80, value, w);
            }
            ByteTablePiece::Sleb128(value) => {
                let encoded = Leb128::signed(value);
                let is_unlike = value < 0 || encoded.bytes().len() > 1;
                emit_leb128(encoded, has_comments && is_unlike, value, w);
            }
            ByteTablePiece::Jump { distance, .. } => {
                let encoded = Leb128::unsigned(distance.into());
                emit_leb128(encoded, has_comments && distance >= 0x80, distance, w);
            }
            ByteTablePiece::Note(text) => {
                append!(w, "/*", text, "*/");
                // With SLEB128, a comment on a value directly precedes the value.
                separator = if is_before_comma {
                    Separator::CommaAfterNote
                } else if format == TableFormat::SignInLowestBit || index == 0 {
                    Separator::Space
                } else {
                    Separator::None
                };
            }
            ByteTablePiece::Comment(text) => append!(w, " // ", text),
            // A scope had its end beside the distance, a switch has it at the end of the line.
            ByteTablePiece::Offset { offset, .. }
                if is_after_jump && format == TableFormat::SignInLowestBit =>
            {
                append!(w, "/*->", offset, "*/");
            }
            ByteTablePiece::Offset { offset, .. } => append!(w, "// ->", offset),
            ByteTablePiece::NumberedComment(pattern) => {
                if let Some(patterns) = patterns {
                    emit_pattern(patterns, pattern, line.level() + COMMENT_INDENTATION, w);
                }
            }
            ByteTablePiece::Break(columns) => {
                w.raw("\n");
                emit_indentation(line.level() + usize::from(columns), w);
            }
        }
        is_after_jump = matches!(piece, ByteTablePiece::Jump { .. });
    }
    if matches!(separator, Separator::Comma | Separator::CommaAfterNote) {
        w.raw(", ");
    }
}

fn emit_separator(separator: Separator, before: ByteTablePiece<'_>, w: &mut CppWriter<'_>) {
    let (is_value, is_note) = match before {
        ByteTablePiece::Name { .. }
        | ByteTablePiece::Int { .. }
        | ByteTablePiece::Count(_)
        | ByteTablePiece::Uleb128(_)
        | ByteTablePiece::Sleb128(_)
        | ByteTablePiece::Jump { .. } => (true, false),
        ByteTablePiece::Note(_) => (false, true),
        ByteTablePiece::Comment(_)
        | ByteTablePiece::Offset { .. }
        | ByteTablePiece::NumberedComment(_)
        | ByteTablePiece::Break(_) => (false, false),
    };
    match separator {
        Separator::Space if is_value || is_note => w.raw(" "),
        Separator::Comma if !is_note => w.raw(", "),
        Separator::CommaAfterNote => w.raw(", "),
        Separator::None | Separator::Space | Separator::Comma => {}
    }
}

/// Prints a number in groups of seven bits. Every group except the last has the eighth bit set. If requested, adds
/// the number in a comment.
fn emit_leb128(encoded: Leb128, has_comment: bool, number: impl Append, w: &mut CppWriter<'_>) {
    for &byte in encoded.bytes() {
        append!(w, u32::from(byte & 0x7f), if byte < 0x80 { "" } else { "|128," });
    }
    if has_comment {
        append!(w, "/*", number, "*/");
    }
    w.raw(", ");
}

/// Prints a pattern's source and result nodes, in separate lines.
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
