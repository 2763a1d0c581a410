//! The text of preprocessor directives: where they start and end.
//!
//! The [preprocessor](crate::preprocessor) carries directives out, and
//! [`lossless`](crate::lossless) puts them into a file's tree.
//!
//! Source: ProgRef, "Preprocessing Facilities".

use super::{block_comment_end, ident_end, is_ident_start, line_end};

/// A preprocessor directive.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Directive {
    /// `#define`
    Define,
    /// `#ifdef`
    Ifdef,
    /// `#ifndef`
    Ifndef,
    /// `#else`
    Else,
    /// `#endif`
    Endif,
}

const DIRECTIVES: [(&str, Directive); 5] = [
    ("define", Directive::Define),
    ("ifdef", Directive::Ifdef),
    ("ifndef", Directive::Ifndef),
    ("else", Directive::Else),
    ("endif", Directive::Endif),
];

impl Directive {
    /// Returns the word after the `#`, such as `ifdef`.
    pub fn word(self) -> &'static str {
        DIRECTIVES[self as usize].0
    }

    /// Returns whether a macro name follows the word.
    pub fn has_macro_name(self) -> bool {
        match self {
            Directive::Define | Directive::Ifdef | Directive::Ifndef => true,
            Directive::Else | Directive::Endif => false,
        }
    }
}

/// Returns the directive that starts with the `#` at offset `hash`; `None` if `#` is not the first
/// token in its line. `from` is the end of the previous token; only white space and comments may
/// lie between the two.
pub(crate) fn directive_at(text: &[u8], from: usize, hash: usize) -> Option<Directive> {
    let directive = word_at(text, hash + 1)?;
    let mut starts_line = from == 0;
    let mut at = from;
    while at < hash {
        if text[at..].starts_with(b"/*") {
            at = block_comment_end(text, at)?;
        } else if text[at..].starts_with(b"//") {
            at = line_end(text, at);
        } else {
            starts_line |= matches!(text[at], b'\n' | b'\r');
            at += 1;
        }
    }
    starts_line.then_some(directive)
}

/// Returns the directive whose word starts at offset `at`; `None` unless white space, a comment or
/// the end of the file follows the word.
pub(crate) fn word_at(text: &[u8], at: usize) -> Option<Directive> {
    let tail = &text[at..];
    let &(word, directive) = DIRECTIVES.iter().find(|(w, _)| {
        tail.starts_with(w.as_bytes())
            && !tail.get(w.len()).is_some_and(|&b| b == b'_' || b.is_ascii_alphanumeric())
    })?;
    let ends = match &tail[word.len()..] {
        [] | [b' ' | b'\t' | b'\n' | b'\r', ..] | [b'/', b'/' | b'*', ..] => true,
        [_, ..] => false,
    };
    ends.then_some(directive)
}

/// Reads the macro name that follows a directive's word, after blanks. `at` is the end of the word.
/// Returns the name's start and end, or the offset of the missing name as the error.
pub(crate) fn macro_name(text: &[u8], mut at: usize) -> Result<(usize, usize), usize> {
    while matches!(text.get(at), Some(b' ' | b'\t')) {
        at += 1;
    }
    if text.get(at).copied().is_some_and(is_ident_start) {
        return Ok((at, ident_end(text, at)));
    }
    Err(at)
}

/// The end of a directive.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum DirectiveEnd {
    /// Offset at which the line ends, after only blanks and comments.
    Line(usize),
    /// Offset of the first text other than a comment, and offset at which the line ends.
    Excess(usize, usize),
    /// Offset of a comment without an end.
    UnterminatedComment(usize),
}

/// Returns the end of a directive whose word and name end at `at`. Only comments may follow in its
/// line.
pub(crate) fn directive_end(text: &[u8], mut at: usize) -> DirectiveEnd {
    loop {
        match (text.get(at), text.get(at + 1)) {
            (None | Some(b'\n' | b'\r'), _) => return DirectiveEnd::Line(at),
            (Some(b' ' | b'\t'), _) => at += 1,
            (Some(b'/'), Some(b'/')) => at = line_end(text, at),
            (Some(b'/'), Some(b'*')) => match block_comment_end(text, at) {
                Some(end) => at = end,
                None => return DirectiveEnd::UnterminatedComment(at),
            },
            _ => return DirectiveEnd::Excess(at, line_end(text, at)),
        }
    }
}
