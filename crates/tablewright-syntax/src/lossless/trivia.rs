//! Blanks and comments.

use crate::lexer;

/// The kind of a [`Piece`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum PieceKind {
    /// Spaces and tabs, and NUL bytes.
    Blanks,
    /// One line break: `\n`, `\r\n` or `\r`.
    LineBreak,
    /// `// …`, without its line break.
    LineComment,
    /// `/* … */`. These comments nest, and may contain line breaks.
    BlockComment,
}

/// A blank, line break or comment before a token.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Piece<'t> {
    /// The kind.
    pub kind: PieceKind,
    /// The text.
    pub text: &'t str,
    /// Byte offset in the file.
    pub offset: usize,
}

/// The blanks and comments before a token, in order. Together they cover all text before it.
#[derive(Clone, Debug)]
pub struct Pieces<'t> {
    text: &'t str,
    at: usize,
    offset: usize,
}

impl<'t> Pieces<'t> {
    /// Splits `text`, which starts at `offset` in its file and has only blanks and comments.
    pub(super) fn new(text: &'t str, offset: usize) -> Pieces<'t> {
        Pieces { text, at: 0, offset }
    }
}

impl<'t> Iterator for Pieces<'t> {
    type Item = Piece<'t>;

    fn next(&mut self) -> Option<Piece<'t>> {
        let bytes = self.text.as_bytes();
        let start = self.at;
        let (kind, end) = match (*bytes.get(start)?, bytes.get(start + 1)) {
            (b'\r', Some(b'\n')) => (PieceKind::LineBreak, start + 2),
            (b'\n' | b'\r', _) => (PieceKind::LineBreak, start + 1),
            (b'/', Some(b'*')) => {
                let end = lexer::block_comment_end(bytes, start).unwrap_or(bytes.len());
                (PieceKind::BlockComment, end)
            }
            (b'/', _) => (PieceKind::LineComment, lexer::line_end(bytes, start)),
            _ => {
                let ends = |b: &u8| matches!(b, b'\n' | b'\r' | b'/');
                let end = bytes[start..].iter().position(ends).map_or(bytes.len(), |n| start + n);
                (PieceKind::Blanks, end)
            }
        };
        self.at = end;
        Some(Piece { kind, text: &self.text[start..end], offset: self.offset + start })
    }
}
