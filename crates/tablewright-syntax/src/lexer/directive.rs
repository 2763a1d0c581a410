//! The directives of the preprocessor as text: where one stands, and where it ends.
//!
//! What a directive does is left to the [preprocessor](crate::preprocessor), and how it stands in the tree of a
//! file to [`lossless`](crate::lossless).
//!
//! Source: ProgRef, "Preprocessing Facilities".

use super::{block_comment_end, ident_end, is_ident_start, line_end};

/// A directive of the preprocessor.
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
    /// The word after the `#`.
    pub fn word(self) -> &'static str {
        DIRECTIVES[self as usize].0
    }

    /// Whether the name of a macro follows the word.
    pub fn has_macro_name(self) -> bool {
        match self {
            Directive::Define | Directive::Ifdef | Directive::Ifndef => true,
            Directive::Else | Directive::Endif => false,
        }
    }
}

/// The directive that starts with the `#` at `hash`, if that is the first token of its line. `from`
/// is the end of the token before it; only white space and comments stand between the two.
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

/// The directive word at `at`. White space, a comment or the end of the file has to follow it.
pub(crate) fn word_at(text: &[u8], at: usize) -> Option<Directive> {
    let rest = &text[at..];
    let &(word, directive) = DIRECTIVES.iter().find(|(w, _)| {
        rest.starts_with(w.as_bytes())
            && !rest.get(w.len()).is_some_and(|&b| b == b'_' || b.is_ascii_alphanumeric())
    })?;
    let ends = match &rest[word.len()..] {
        [] | [b' ' | b'\t' | b'\n' | b'\r', ..] | [b'/', b'/' | b'*', ..] => true,
        [_, ..] => false,
    };
    ends.then_some(directive)
}

/// Where a macro name is expected after a directive word that ends at `at`: after blanks. The end of the name
/// is `Err` with the same offset where there is none.
pub(crate) fn macro_name(text: &[u8], mut at: usize) -> Result<(usize, usize), usize> {
    while matches!(text.get(at), Some(b' ' | b'\t')) {
        at += 1;
    }
    if text.get(at).copied().is_some_and(is_ident_start) {
        return Ok((at, ident_end(text, at)));
    }
    Err(at)
}

/// What ends a directive.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum DirectiveEnd {
    /// The line ends here, after nothing but blanks and comments.
    Line(usize),
    /// At the first offset starts what is no comment; the line ends at the second one.
    Excess(usize, usize),
    /// A comment that starts here has no end.
    UnterminatedComment(usize),
}

/// The end of a directive whose parts end at `at`. Only comments may follow on its line.
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
