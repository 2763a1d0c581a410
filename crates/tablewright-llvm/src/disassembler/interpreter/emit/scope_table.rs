//! Prints a table with scopes: each operation in a line, with its offset in a comment that is indented by its depth.

use tablewright_target::decoding::encodings::EncodingGroup;
use tablewright_text::byte_table::{ByteTable, Piece};
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
                Piece::Name { text, .. } => append!(&mut code, text, ", "),
                Piece::Int { value, .. } => append!(&mut code, value, ", "),
                Piece::Count(count) => append!(&mut code, count, ", "),
                Piece::Uleb128(value) => append_uleb128(value, &mut code),
                Piece::Jump { distance, .. } => append_uleb128(distance.into(), &mut code),
                Piece::Comment(text) => comment = text,
                // This table never contains these pieces.
                Piece::Sleb128(_)
                | Piece::Note(_)
                | Piece::Offset { .. }
                | Piece::NumberedComment(_)
                | Piece::Break(_) => {}
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
