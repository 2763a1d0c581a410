//! Prints a table: each operation in a line with its offset.

use tablewright_target::decoding::encodings::EncodingGroup;
use tablewright_text::byte_table::{ByteTable, ByteTablePiece, Line};
use tablewright_text::{CppWriter, Leb128, append, line};

/// Printed width for the offset comment.
const COMMENT_WIDTH: usize = 12;

pub(super) fn emit(group: &EncodingGroup, bytes: &ByteTable, w: &mut CppWriter) {
    line!(w, "static const uint8_t DecoderTable{}{}[] = {{", group.namespace, group.width);
    for line in bytes.lines() {
        let offset = format!("/* {} */", line.offset());
        append!(w, format_args!("{offset:COMMENT_WIDTH$}"));
        // A wide offset is followed by a single space.
        w.raw(if offset.len() < COMMENT_WIDTH { "  " } else { "   " });
        emit_line(line, w);
    }
    w.raw("  0\n};\n\n");
}

fn emit_line(line: Line<'_>, w: &mut CppWriter) {
    let mut separator = "";
    let (mut is_after_int, mut is_comment) = (false, false);
    for piece in line.pieces() {
        match piece {
            ByteTablePiece::Name { text, .. } => append!(w, separator, text),
            ByteTablePiece::Int { value, .. } => append!(w, separator, value),
            ByteTablePiece::Count(count) => append!(w, separator, count),
            ByteTablePiece::Uleb128(value) => {
                emit_bytes(separator, Leb128::unsigned(value).bytes(), w);
            }
            ByteTablePiece::Sleb128(value) => {
                emit_bytes(separator, Leb128::signed(value).bytes(), w);
            }
            ByteTablePiece::Jump { distance, .. } => {
                emit_bytes(separator, &distance.to_le_bytes()[..3], w);
            }
            ByteTablePiece::Note(text) => append!(w, " /* ", text, " */"),
            ByteTablePiece::Comment(text) => {
                // A comment after the bit count is preceded by an additional space.
                append!(w, separator, if is_after_int { " // " } else { "// " }, text);
                is_comment = true;
            }
            ByteTablePiece::Offset { offset, .. } => append!(w, offset),
            // This table has neither.
            ByteTablePiece::NumberedComment(_) | ByteTablePiece::Break(_) => {}
        }
        is_after_int = matches!(piece, ByteTablePiece::Int { .. });
        separator = ", ";
    }
    w.raw(if is_comment { "\n" } else { ",\n" });
}

/// Prints bytes with commas between them.
fn emit_bytes(separator: &str, bytes: &[u8], w: &mut CppWriter) {
    let mut separator = separator;
    for &byte in bytes {
        append!(w, separator, u32::from(byte));
        separator = ", ";
    }
}
