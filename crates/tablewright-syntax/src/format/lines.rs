//! The lines of a file and their parts: tokens and comments.

use super::LineSelection;
use crate::lexer::directive;
use crate::lossless::{LosslessTree, PieceKind, TokenId, TokenKind};

/// A token or comment.
#[derive(Clone, Copy, Debug)]
pub(super) struct Part {
    pub(super) kind: PartKind,
    /// The offsets of its text.
    pub(super) start: usize,
    pub(super) end: usize,
    /// The column in which it starts.
    pub(super) column: usize,
    /// Blanks between the part before and this one, on one line.
    pub(super) gap: Gap,
    /// The lines of the file in which it starts and ends, from 1.
    pub(super) line: usize,
    pub(super) last_line: usize,
}

/// What a [`Part`] is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum PartKind {
    Token(TokenId, TokenKind),
    LineComment,
    BlockComment,
}

impl PartKind {
    pub(super) fn token(self) -> Option<TokenKind> {
        match self {
            PartKind::Token(_, kind) => Some(kind),
            PartKind::LineComment | PartKind::BlockComment => None,
        }
    }
}

/// How many blanks stand between two parts of a line.
#[derive(Clone, Copy, Debug)]
pub(super) struct Gap {
    pub(super) old: usize,
    pub(super) new: usize,
}

/// Which parts may move. The parts of a file are the same before and after its layout changes.
pub(super) struct Permissions {
    /// Whether the blanks before each part may change.
    pub(super) before: Vec<bool>,
    /// Whether the blanks after it may change, where its line ends.
    pub(super) after: Vec<bool>,
}

impl Permissions {
    /// Keeps what stands before the part with index `at`, which decides what tokens there are: a NUL byte counts as a
    /// blank between tokens, but `#else` with a NUL after it is no directive, and neither is `#define=`.
    fn keep_gap(&mut self, at: usize) {
        self.before.get_mut(at).into_iter().for_each(|before| *before = false);
        self.after.get_mut(at.wrapping_sub(1)).into_iter().for_each(|after| *after = false);
    }
}

/// The parts from one line break between parts to the next. Parts with line breaks in them do not end it, so that it
/// may have several lines of the file.
#[derive(Clone, Debug)]
pub(super) struct Line {
    /// Its parts, as a range of the list of all.
    pub(super) first: usize,
    pub(super) end: usize,
    /// The columns in which it starts and is to start.
    pub(super) old_indent: usize,
    pub(super) new_indent: usize,
    /// The column in which each part starts that a line break is added before, by the index of the part.
    pub(super) breaks: Vec<(usize, usize)>,
}

/// The lines of a file, as they are and as they are to be.
pub(super) struct Layout<'t> {
    pub(super) tree: &'t LosslessTree,
    pub(super) parts: Vec<Part>,
    pub(super) lines: Vec<Line>,
    /// For each token its line, as an index.
    pub(super) line_of: Vec<usize>,
}

const OFF: &str = "// tablewright: off";
const ON: &str = "// tablewright: on";
/// Tabs go to the next column that is a multiple of this.
const TAB: usize = 8;
/// What counts as blanks.
pub(super) const BLANKS: [char; 3] = [' ', '\t', '\0'];

/// The column after `text` that starts at `column`.
pub(super) fn column_after(column: usize, text: &str) -> usize {
    text.chars().fold(column, |column, c| match c {
        '\n' | '\r' => 0,
        '\t' => (column / TAB + 1) * TAB,
        _ => column + 1,
    })
}

struct Reader<'t> {
    layout: Layout<'t>,
    /// Where the next piece starts in the file: its line, from 1, and its column.
    number: usize,
    column: usize,
    /// The blanks since the last part or line break.
    blanks: usize,
    at_line_start: bool,
}

impl<'t> Layout<'t> {
    pub(super) fn new(tree: &'t LosslessTree) -> Layout<'t> {
        let layout = Layout { tree, parts: Vec::new(), lines: Vec::new(), line_of: Vec::new() };
        let mut reader = Reader { layout, number: 1, column: 0, blanks: 0, at_line_start: true };
        for token in tree.tokens() {
            for piece in token.leading() {
                match piece.kind {
                    PieceKind::Blanks => reader.blanks(piece.text),
                    PieceKind::LineBreak => reader.line_break(),
                    PieceKind::LineComment => {
                        // Blanks at its end are not a part of it.
                        let text = piece.text.trim_end_matches(BLANKS);
                        reader.part(PartKind::LineComment, piece.offset, text);
                    }
                    PieceKind::BlockComment => {
                        reader.part(PartKind::BlockComment, piece.offset, piece.text);
                    }
                }
            }
            if token.kind() == TokenKind::Eof {
                reader.layout.line_of.push(reader.layout.lines.len());
            } else {
                let kind = PartKind::Token(token.id(), token.kind());
                reader.part(kind, token.range().start, token.text());
                reader.layout.line_of.push(reader.layout.lines.len() - 1);
            }
        }
        reader.layout
    }

    /// What a selection of lines lets move, but for what stands between `off` and `on`.
    pub(super) fn permissions(&self, selection: &LineSelection) -> Permissions {
        let mut found = Permissions { before: Vec::new(), after: Vec::new() };
        let (mut is_off, mut end) = (false, 0);
        for (at, part) in self.parts.iter().enumerate() {
            let is_comment = part.kind == PartKind::LineComment;
            is_off |= is_comment && self.text(part) == OFF;
            found.before.push(!is_off && selection.contains(part.line));
            is_off &= !(is_comment && self.text(part) == ON);
            // A string without an end, in a branch that is left out, would take a line break at the end of the file in.
            let is_error = matches!(part.kind.token(), Some(TokenKind::Error(_)));
            found.after.push(!is_off && !is_error && selection.contains(part.last_line));
            if self.tree.text()[end..part.start].contains('\0') || self.follows_directive_word(at) {
                found.keep_gap(at);
            }
            end = part.end;
        }
        if self.tree.text()[end..].contains('\0') {
            found.keep_gap(self.parts.len());
        }
        found
    }

    /// Whether `#` and the word of a directive stand before a part, and are no directive for want of a blank.
    fn follows_directive_word(&self, at: usize) -> bool {
        let [.., hash, word] = &self.parts[..at] else { return false };
        hash.kind.token() == Some(TokenKind::Hash)
            && hash.end == word.start
            && word.end == self.parts[at].start
            && directive::word_at(self.text(word).as_bytes(), 0).is_some()
    }

    /// The parts of a line.
    pub(super) fn parts_of(&self, line: &Line) -> &[Part] {
        &self.parts[line.first..line.end]
    }

    /// The text of a part.
    pub(super) fn text(&self, part: &Part) -> &'t str {
        &self.tree.text()[part.start..part.end]
    }

    /// Whether a line is one line of the file.
    pub(super) fn is_single(&self, line: &Line) -> bool {
        self.parts_of(line).iter().all(|part| !self.text(part).contains(['\n', '\r']))
    }

    /// The columns of the parts of a line as they are to be, and the column after the last one. Parts after one
    /// with line breaks are counted from that line.
    pub(super) fn new_columns(&self, line: &Line) -> (Vec<usize>, usize) {
        let mut columns = Vec::with_capacity(line.end - line.first);
        let mut column = line.new_indent;
        for (index, part) in self.parts_of(line).iter().enumerate() {
            column += if index == 0 { 0 } else { part.gap.new };
            columns.push(column);
            column = column_after(column, self.text(part));
        }
        (columns, column)
    }
}

impl Reader<'_> {
    fn blanks(&mut self, text: &str) {
        let column = column_after(self.column, text);
        self.blanks += column - self.column;
        self.column = column;
    }

    fn line_break(&mut self) {
        self.number += 1;
        self.column = 0;
        self.blanks = 0;
        self.at_line_start = true;
    }

    fn part(&mut self, kind: PartKind, start: usize, text: &str) {
        let layout = &mut self.layout;
        let index = layout.parts.len();
        if self.at_line_start {
            let (old_indent, new_indent) = (self.column, self.column);
            let breaks = Vec::new();
            layout.lines.push(Line { first: index, end: index, old_indent, new_indent, breaks });
        }
        if let Some(line) = layout.lines.last_mut() {
            line.end = index + 1;
        }
        let gap = Gap { old: self.blanks, new: self.blanks };
        let last_line = self.number + line_breaks(text);
        let (end, column, line) = (start + text.len(), self.column, self.number);
        layout.parts.push(Part { kind, start, end, column, gap, line, last_line });
        self.number = last_line;
        self.column = column_after(self.column, text);
        self.blanks = 0;
        self.at_line_start = false;
    }
}

/// How many line breaks a text has.
fn line_breaks(text: &str) -> usize {
    let bytes = text.as_bytes();
    let is_break = |at: &usize| match bytes[*at] {
        b'\n' => true,
        b'\r' => bytes.get(at + 1) != Some(&b'\n'),
        _ => false,
    };
    (0..bytes.len()).filter(is_break).count()
}
