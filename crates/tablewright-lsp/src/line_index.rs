//! Conversion between protocol positions and byte offsets.

use gen_lsp_types::{Position, Range};

/// The column unit (specification 3.17, "Position").
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum PositionEncoding {
    /// UTF-8 bytes.
    Utf8,
    /// UTF-16 code units, which every client supports.
    Utf16,
}

impl PositionEncoding {
    /// Returns a text's length in this unit.
    pub(crate) fn len(self, text: &str) -> usize {
        match self {
            PositionEncoding::Utf8 => text.len(),
            PositionEncoding::Utf16 => text.encode_utf16().count(),
        }
    }
}

/// The start offset of each line in a text.
#[derive(Clone, Debug)]
pub(crate) struct LineIndex {
    starts: Vec<usize>,
}

impl LineIndex {
    pub(crate) fn new(text: &str) -> LineIndex {
        let breaks = text.bytes().enumerate().filter(|&(_, byte)| byte == b'\n');
        LineIndex { starts: std::iter::once(0).chain(breaks.map(|(at, _)| at + 1)).collect() }
    }

    /// Returns the line at an offset, from 0.
    pub(crate) fn line(&self, offset: usize) -> usize {
        self.starts.partition_point(|&start| start <= offset) - 1
    }

    /// Returns a line's start. For lines after the last, returns the text length.
    pub(crate) fn start(&self, line: usize, text: &str) -> usize {
        self.starts.get(line).copied().unwrap_or(text.len())
    }

    /// Returns a line without its line break.
    pub(crate) fn line_text<'t>(&self, line: usize, text: &'t str) -> &'t str {
        let full_line = &text[self.start(line, text)..self.start(line + 1, text)];
        let line_body = full_line.strip_suffix('\n').unwrap_or(full_line);
        line_body.strip_suffix('\r').unwrap_or(line_body)
    }

    /// Converts a position to a byte offset. A column after the line end is converted to the line
    /// end.
    pub(crate) fn offset(&self, text: &str, at: Position, encoding: PositionEncoding) -> usize {
        let line = at.line as usize;
        let start = self.start(line, text);
        let line = self.line_text(line, text);
        let column = at.character as usize;
        let mut counted = 0;
        for (offset, c) in line.char_indices() {
            if counted >= column {
                return start + offset;
            }
            counted += match encoding {
                PositionEncoding::Utf8 => c.len_utf8(),
                PositionEncoding::Utf16 => c.len_utf16(),
            };
        }
        start + line.len()
    }

    /// Converts a byte offset to a position.
    pub(crate) fn position(
        &self,
        text: &str,
        offset: usize,
        encoding: PositionEncoding,
    ) -> Position {
        let mut offset = offset.min(text.len());
        while !text.is_char_boundary(offset) {
            offset -= 1;
        }
        let line = self.line(offset);
        let column = encoding.len(&text[self.starts[line]..offset]);
        Position { line: number(line), character: number(column) }
    }

    /// Converts a byte range.
    pub(crate) fn range(
        &self,
        text: &str,
        bytes: std::ops::Range<usize>,
        by: PositionEncoding,
    ) -> Range {
        Range {
            start: self.position(text, bytes.start, by),
            end: self.position(text, bytes.end, by),
        }
    }
}

/// Converts to the protocol's number type. Texts are smaller than 4 GiB.
pub(crate) fn number(value: usize) -> u32 {
    u32::try_from(value).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_count_bytes_or_code_units() {
        let text = "a\n// 𝄞ü x\r\nend";
        let lines = LineIndex::new(text);
        let x = text.find('x').expect("it is there");
        let at = |encoding| lines.position(text, x, encoding);
        assert_eq!(at(PositionEncoding::Utf8), Position { line: 1, character: 10 });
        assert_eq!(at(PositionEncoding::Utf16), Position { line: 1, character: 7 });
        for encoding in [PositionEncoding::Utf8, PositionEncoding::Utf16] {
            assert_eq!(lines.offset(text, at(encoding), encoding), x);
        }
        let far = Position { line: 1, character: 99 };
        assert_eq!(lines.offset(text, far, PositionEncoding::Utf16), x + 1);
        assert_eq!(
            lines.offset(text, Position { line: 9, character: 0 }, PositionEncoding::Utf8),
            text.len()
        );
        assert_eq!(lines.line_text(1, text), "// 𝄞ü x");
    }
}
