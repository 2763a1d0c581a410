//! Prints a table with scopes: each operation in a line, with its offset in a comment that is indented by its depth.

use tablewright_target::decoding::encodings::EncodingGroup;
use tablewright_text::byte_table::{ByteTable, ByteTablePiece};
use tablewright_text::{CppWriter, Leb128, append, line};

/// Printed width for bytes before a comment. After longer bytes, the comment is in the next line.
const CODE_WIDTH: usize = 42;

pub(super) fn emit(group: &EncodingGroup, bytes: &ByteTable, w: &mut CppWriter) {
    let (namespace, width, size) = (&group.namespace, group.width, bytes.size());
    line!(w, "static const uint8_t DecoderTable{namespace}{width}[{size}] = {{");
    let digits = size.to_string().len();
    let mut code = String::new();
    let mut offset = 0;
    for line in bytes.lines() {
        code.clear();
        let mut comment = "";
        for piece in line.pieces() {
            match piece {
                ByteTablePiece::Name { text, .. } => append!(&mut code, text, ", "),
                ByteTablePiece::Int { value, .. } => append!(&mut code, value, ", "),
                ByteTablePiece::Count(count) => append!(&mut code, count, ", "),
                ByteTablePiece::Uleb128(value) => append_uleb128(value, &mut code),
                ByteTablePiece::Jump { distance, .. } => append_uleb128(distance.into(), &mut code),
                ByteTablePiece::Comment(text) => comment = text,
                // This table never contains these pieces.
                ByteTablePiece::Sleb128(_)
                | ByteTablePiece::Note(_)
                | ByteTablePiece::Offset { .. }
                | ByteTablePiece::NumberedComment(_)
                | ByteTablePiece::Break(_) => {}
            }
        }
        // The end of a scope or switch has the offset of the operation before it.
        if !code.is_empty() {
            offset = line.offset();
        }
        let depth = line.level();
        let mut code = code.trim_end();
        if code.len() > CODE_WIDTH {
            line!(w, "  {code}");
            code = "";
        }
        line!(w, "  {code:CODE_WIDTH$} // {offset:digits$}: {:depth$}{comment}", "");
    }
    w.raw("};\n");
}

fn append_uleb128(value: u64, code: &mut String) {
    for &byte in Leb128::unsigned(value).bytes() {
        append!(&mut *code, u32::from(byte), ", ");
    }
}
