//! Prints a match table: each table line is a line of C++.

use tablewright_text::byte_table::ByteTablePiece;
use tablewright_text::{Append, CppWriter, Leb128, append};

use super::table::MatchTable;

/// Lines of a table begin with this many spaces.
const INDENTATION: &str = "    ";

/// Writes a numbered comment's text.
pub(crate) type EmitComment<'a> = dyn Fn(u32, &mut CppWriter<'_>) + 'a;

impl MatchTable {
    /// Prints the array, declared as `MatchTable0`.
    pub(crate) fn emit(&self, emit_comment: &EmitComment<'_>, w: &mut CppWriter<'_>) {
        w.raw("  constexpr static uint8_t MatchTable0[] = {\n");
        for line in self.bytes.lines() {
            self.emit_line_start(line.offset(), w);
            for _ in 0..line.level() {
                w.raw("  ");
            }
            let mut follows_value = false;
            for piece in line.pieces() {
                w.raw(if follows_value { " " } else { "" });
                follows_value = self.emit_piece(piece, emit_comment, w);
            }
            w.raw("\n");
        }
        self.emit_line_start(self.size(), w);
        append!(w, "}; // Size: ", self.size(), " bytes\n");
    }

    /// Begins a line with its offset, padded to the width of the largest offset.
    fn emit_line_start(&self, offset: u32, w: &mut CppWriter<'_>) {
        w.raw(INDENTATION);
        if self.shows_offsets {
            let width = self.size().max(1).ilog10() as usize + 1;
            append!(w, " /* ", format_args!("{offset:width$}"), " */ ");
        }
    }

    /// Prints a part of a line. Returns whether it is a value.
    fn emit_piece(
        &self,
        piece: ByteTablePiece<'_>,
        emit_comment: &EmitComment<'_>,
        w: &mut CppWriter<'_>,
    ) -> bool {
        match piece {
            ByteTablePiece::Name { bytes: 1, text } => append!(w, text, ","),
            ByteTablePiece::Name { bytes, text } => {
                append!(w, "GIMT_Encode", u32::from(bytes), "(", text, "),")
            }
            // The array has bytes without sign.
            ByteTablePiece::Int { bytes: 1, value: value @ ..0 } if self.has_unsigned_bytes => {
                append!(w, u32::from(value as u8), ",")
            }
            ByteTablePiece::Int { bytes, value: value @ ..0 } if self.has_unsigned_bytes => {
                append!(w, "GIMT_Encode", u32::from(bytes), "(", value as u64, "u),")
            }
            ByteTablePiece::Int { bytes: 1, value: value @ ..0 } => {
                append!(w, "uint8_t(", value, "),")
            }
            ByteTablePiece::Int { bytes: 1, value } => append!(w, value, ","),
            ByteTablePiece::Int { bytes, value } => {
                append!(w, "GIMT_Encode", u32::from(bytes), "(", value, "),")
            }
            ByteTablePiece::Count(count) => append!(w, count, ","),
            ByteTablePiece::Uleb128(value) => emit_leb128(Leb128::unsigned(value), value, w),
            ByteTablePiece::Sleb128(value) => emit_leb128(Leb128::signed(value), value, w),
            ByteTablePiece::Jump { label, offset, .. } => {
                append!(w, "/*Label ", label, "*/ GIMT_Encode4(", offset, "),");
            }
            ByteTablePiece::Note(text) => append!(w, "/*", text, "*/"),
            ByteTablePiece::Comment(text) => append!(w, "// ", text),
            ByteTablePiece::Offset { label, offset } => {
                append!(w, "// Label ", label, ": @", offset)
            }
            ByteTablePiece::NumberedComment(number) => {
                w.raw("// ");
                emit_comment(number, w);
            }
            // No operation has two lines of text.
            ByteTablePiece::Break(_) => {}
        }
        match piece {
            ByteTablePiece::Name { .. }
            | ByteTablePiece::Int { .. }
            | ByteTablePiece::Count(_)
            | ByteTablePiece::Uleb128(_)
            | ByteTablePiece::Sleb128(_)
            | ByteTablePiece::Jump { .. } => true,
            ByteTablePiece::Note(_)
            | ByteTablePiece::Comment(_)
            | ByteTablePiece::Offset { .. }
            | ByteTablePiece::NumberedComment(_)
            | ByteTablePiece::Break(_) => false,
        }
    }
}

/// Prints a variable-length number. If it has several bytes, its value is added as a comment.
fn emit_leb128(number: Leb128, value: impl Append, w: &mut CppWriter<'_>) {
    if let [byte] = number.bytes() {
        append!(w, u32::from(*byte), ",");
        return;
    }
    append!(w, "/* ", value, "(*/");
    for (position, byte) in number.bytes().iter().enumerate() {
        append!(w, if position > 0 { ", " } else { "" }, format_args!("0x{byte:02X}"));
    }
    w.raw("/*)*/,");
}
