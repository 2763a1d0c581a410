//! A file's lines and their parts: tokens and comments.

use super::LineSelection;
use crate::lexer::directive;
use crate::lossless::{LosslessTree, PieceKind, TokenId, TokenKind};

/// A token or comment.
#[derive(Clone, Copy, Debug)]
pub(super) struct Part {
    pub(super) kind: PartKind,
    /// Byte offsets of the text.
    pub(super) start: usize,
    pub(super) end: usize,
    /// Column in which the part starts, from 0.
    pub(super) column: usize,
    /// Blanks between the previous part and this one; zero at the start of a line.
    pub(super) gap: Gap,
    /// First and last line in the file, from 1.
    pub(super) line: usize,
    pub(super) last_line: usize,
}

/// The kinds of [`Part`].
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

/// The number of blanks between two parts in a line, before and after formatting.
#[derive(Clone, Copy, Debug)]
pub(super) struct Gap {
    pub(super) old: usize,
    pub(super) new: usize,
}

/// The parts that may move. Formatting does not change the list of parts.
pub(super) struct Permissions {
    /// Whether the blanks before each part may change.
    pub(super) before: Vec<bool>,
    /// Whether the blanks after each part may change if the line ends there.
    pub(super) after: Vec<bool>,
}

impl Permissions {
    /// Keeps the blanks before the part with index `at`, because they decide which tokens result. A
    /// NUL byte separates tokens like a blank, but `#else` followed by NUL is not a directive;
    /// neither is `#define=`.
    fn keep_gap(&mut self, at: usize) {
        self.before.get_mut(at).into_iter().for_each(|before| *before = false);
        self.after.get_mut(at.wrapping_sub(1)).into_iter().for_each(|after| *after = false);
    }
}

/// The parts between two line breaks. Line breaks inside a part, such as a code literal, do not end
/// the line, so it may cover several lines of the file.
#[derive(Clone, Debug)]
pub(super) struct FormatLine {
    /// The parts, as a range in [`Layout::parts`].
    pub(super) first: usize,
    pub(super) end: usize,
    /// Column in which the line starts, before and after formatting.
    pub(super) old_indent: usize,
    pub(super) new_indent: usize,
    /// New line breaks: the index of the part after each, and the column in which it then starts.
    pub(super) breaks: Vec<(usize, usize)>,
}

/// A file's lines before and after formatting.
pub(super) struct Layout<'t> {
    pub(super) tree: &'t LosslessTree,
    pub(super) parts: Vec<Part>,
    pub(super) lines: Vec<FormatLine>,
    /// Line index for each token.
    pub(super) line_of: Vec<usize>,
}

const OFF: &str = "// tablewright: off";
const ON: &str = "// tablewright: on";
/// A tab moves to the next multiple of this column.
const TAB: usize = 8;
/// Characters that count as blanks.
pub(super) const BLANKS: [char; 3] = [' ', '\t', '\0'];

/// Returns the column after `text`, which starts in `column`.
pub(super) fn column_after(column: usize, text: &str) -> usize {
    text.chars().fold(column, |column, c| match c {
        '\n' | '\r' => 0,
        '\t' => (column / TAB + 1) * TAB,
        _ => column + 1,
    })
}

struct Reader<'t> {
    layout: Layout<'t>,
    /// Line, from 1, and column of the next piece.
    number: usize,
    column: usize,
    /// Blanks since the last part or line break.
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
                        // The comment does not include the blanks at its end.
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

    /// Returns which blanks may change in the selected lines. Text between `off` and `on` never
    /// changes.
    pub(super) fn permissions(&self, selection: &LineSelection) -> Permissions {
        let mut blank_permissions = Permissions { before: Vec::new(), after: Vec::new() };
        let (mut is_off, mut end) = (false, 0);
        for (at, part) in self.parts.iter().enumerate() {
            let is_comment = part.kind == PartKind::LineComment;
            is_off |= is_comment && self.text(part) == OFF;
            blank_permissions.before.push(!is_off && selection.contains(part.line));
            is_off &= !(is_comment && self.text(part) == ON);
            // A string without an end, in an excluded branch, would absorb a line break added at
            // the end of the file.
            let is_error = matches!(part.kind.token(), Some(TokenKind::Error(_)));
            blank_permissions
                .after
                .push(!is_off && !is_error && selection.contains(part.last_line));
            if self.tree.text()[end..part.start].contains('\0') || self.follows_directive_word(at) {
                blank_permissions.keep_gap(at);
            }
            end = part.end;
        }
        if self.tree.text()[end..].contains('\0') {
            blank_permissions.keep_gap(self.parts.len());
        }
        blank_permissions
    }

    /// Whether the parts before `at` are `#` and a directive's word, and would become a directive
    /// if a blank followed.
    fn follows_directive_word(&self, at: usize) -> bool {
        let [.., hash, word] = &self.parts[..at] else { return false };
        hash.kind.token() == Some(TokenKind::Hash)
            && hash.end == word.start
            && word.end == self.parts[at].start
            && directive::word_at(self.text(word).as_bytes(), 0).is_some()
    }

    /// Returns a line's parts.
    pub(super) fn parts_of(&self, line: &FormatLine) -> &[Part] {
        &self.parts[line.first..line.end]
    }

    /// Returns a part's text.
    pub(super) fn text(&self, part: &Part) -> &'t str {
        &self.tree.text()[part.start..part.end]
    }

    /// Returns whether a line covers only one line of the file.
    pub(super) fn is_single(&self, line: &FormatLine) -> bool {
        self.parts_of(line).iter().all(|part| !self.text(part).contains(['\n', '\r']))
    }

    /// Returns the part with a line's last token, as an index, and the token's kind. A comment may follow.
    pub(super) fn last_token(&self, line: &FormatLine) -> Option<(usize, TokenKind)> {
        (line.first..line.end).rev().find_map(|at| Some((at, self.parts[at].kind.token()?)))
    }

    /// Returns whether the contents of a bracket or body start on the next line.
    pub(super) fn ends_with_open_bracket(&self, line: &FormatLine) -> bool {
        self.last_token(line).is_some_and(|(_, kind)| is_open_bracket(kind))
    }

    /// Returns whether the line's first token closes a bracket or a body.
    pub(super) fn starts_with_closing_bracket(&self, line: &FormatLine) -> bool {
        self.parts[line.first].kind.token().is_some_and(is_closing_bracket)
    }

    /// Returns the new columns of a line's parts, and the column after the last. Parts after a
    /// multi-line part count from its last line.
    pub(super) fn new_columns(&self, line: &FormatLine) -> (Vec<usize>, usize) {
        self.columns(line, &[])
    }

    /// Returns the new columns of a line's parts, when the line's breaks divide it into several lines.
    pub(super) fn divided_columns(&self, line: &FormatLine) -> Vec<usize> {
        self.columns(line, &line.breaks).0
    }

    fn columns(&self, line: &FormatLine, breaks: &[(usize, usize)]) -> (Vec<usize>, usize) {
        let mut breaks = breaks.iter().peekable();
        let mut columns = Vec::with_capacity(line.end - line.first);
        let mut column = line.new_indent;
        for (index, part) in (line.first..).zip(self.parts_of(line)) {
            match breaks.next_if(|(part, _)| *part == index) {
                Some(&(_, new)) => column = new,
                None if index == line.first => {}
                None => column += part.gap.new,
            }
            columns.push(column);
            column = column_after(column, self.text(part));
        }
        (columns, column)
    }
}

/// Whether the token opens a bracket of any kind.
pub(super) fn is_open_bracket(kind: TokenKind) -> bool {
    matches!(kind, TokenKind::Less | TokenKind::LParen | TokenKind::LBracket | TokenKind::LBrace)
}

/// Whether the token closes a bracket of any kind.
pub(super) fn is_closing_bracket(kind: TokenKind) -> bool {
    matches!(kind, TokenKind::Greater | TokenKind::RParen | TokenKind::RBracket | TokenKind::RBrace)
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
            layout.lines.push(FormatLine {
                first: index,
                end: index,
                old_indent,
                new_indent,
                breaks,
            });
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

/// Returns the number of line breaks in a text.
fn line_breaks(text: &str) -> usize {
    let bytes = text.as_bytes();
    let is_break = |at: &usize| match bytes[*at] {
        b'\n' => true,
        b'\r' => bytes.get(at + 1) != Some(&b'\n'),
        _ => false,
    };
    (0..bytes.len()).filter(is_break).count()
}
