//! Format text, `assemblyFormat` in attributes, types and operations: tokens and errors.

use tablewright_syntax::diagnostic::{Code, Diagnostic, Subject};
use tablewright_syntax::source::Pos;

/// The unparsed part of a format.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FormatTokens<'s> {
    text: &'s str,
    rest: &'s str,
}

impl<'s> FormatTokens<'s> {
    pub(crate) fn new(format: &'s str) -> FormatTokens<'s> {
        FormatTokens { text: format, rest: format }
    }

    /// Returns the next token: a literal with its backquotes, a name with its `$`, a string with its quotes, a word, or
    /// a single character; empty at the end.
    pub(crate) fn peek(&mut self) -> &'s str {
        self.rest = self.rest.trim_start();
        let is_word = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-');
        let word_length = |text: &str| text.find(|c| !is_word(c)).unwrap_or(text.len());
        let name_length = |text: &str| {
            text.find(|c: char| c != '_' && !c.is_ascii_alphanumeric()).unwrap_or(text.len())
        };
        let literal = || self.rest[1..].find('`').map_or(self.rest.len(), |length| length + 2);
        let length = match self.rest.chars().next() {
            None => 0,
            Some('`') => literal(),
            Some('"') => string_length(self.rest),
            Some('$') => 1 + name_length(&self.rest[1..]),
            Some(first) if is_word(first) => word_length(self.rest),
            Some(first) => first.len_utf8(),
        };
        &self.rest[..length]
    }

    /// Returns the next token's byte offset in the format.
    pub(crate) fn offset(&mut self) -> usize {
        self.peek();
        self.text.len() - self.rest.len()
    }

    pub(crate) fn take(&mut self) -> &'s str {
        let token = self.peek();
        self.rest = &self.rest[token.len()..];
        token
    }

    /// Consumes the next token if it matches.
    pub(crate) fn accept(&mut self, token: &str) -> bool {
        let is_match = self.peek() == token;
        if is_match {
            self.take();
        }
        is_match
    }
}

/// Returns the length of the leading string; the whole length if the string is unterminated.
fn string_length(text: &str) -> usize {
    let mut is_escaped = false;
    for (index, byte) in text.bytes().enumerate().skip(1) {
        match byte {
            _ if is_escaped => is_escaped = false,
            b'\\' => is_escaped = true,
            b'"' => return index + 1,
            _ => {}
        }
    }
    text.len()
}

/// Returns the contents of a format string: a backslash escapes the next character.
pub(crate) fn unescaped(text: &str) -> String {
    let mut characters = text.chars();
    let mut value = String::with_capacity(text.len());
    while let Some(character) = characters.next() {
        match character {
            '\\' => value.extend(characters.next()),
            _ => value.push(character),
        }
    }
    value
}

/// An error in a format.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct FormatError {
    /// Its offset in the format, in bytes.
    pub(crate) offset: usize,
    pub(crate) message: String,
    /// Advice.
    pub(crate) note: Option<String>,
    /// The preceding error that caused this error.
    pub(crate) cause: Option<Box<FormatError>>,
}

/// The owner of a faulty format.
#[derive(Clone, Copy)]
pub(crate) struct FormatOwner<'s> {
    /// Its definition name.
    pub(crate) definition: &'s str,
    pub(crate) pos: Pos,
    pub(crate) format: &'s str,
}

impl FormatError {
    pub(crate) fn new(offset: usize, message: impl Into<String>) -> FormatError {
        FormatError { offset, message: message.into(), note: None, cause: None }
    }

    pub(crate) fn with_note(offset: usize, message: &str, note: impl Into<String>) -> FormatError {
        FormatError { note: Some(note.into()), ..FormatError::new(offset, message) }
    }

    /// Returns the same after another error at the same offset.
    pub(crate) fn after(self, message: &str) -> FormatError {
        let cause = FormatError::new(self.offset, message);
        FormatError { cause: Some(Box::new(cause)), ..self }
    }

    /// Returns this error with `cause` as its cause.
    pub(crate) fn caused_by(self, cause: FormatError) -> FormatError {
        FormatError { cause: Some(Box::new(cause)), ..self }
    }

    /// Returns the errors, in order, as the user reads them.
    pub(crate) fn diagnostics(self, owner: FormatOwner<'_>) -> Vec<Diagnostic> {
        let mut errors = match self.cause {
            Some(cause) => cause.diagnostics(owner),
            None => Vec::new(),
        };
        let mut error = Diagnostic::error(Code::Mlir, owner.pos, self.message);
        error.in_text(owner.format, self.offset);
        // The reference prints this for attributes and types, too.
        error.note(Some(owner.pos), "in custom assembly format for this operation");
        if let Some(note) = self.note {
            error.note_in_text(owner.format, self.offset, note);
        }
        let mut subject = Subject::new(owner.definition, "assemblyFormat");
        let mut tokens = FormatTokens::new(owner.format.get(self.offset..).unwrap_or_default());
        subject.text = Some(tokens.take().to_owned()).filter(|token| !token.is_empty());
        error.about(subject);
        errors.push(error);
        errors
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strings_have_escapes() {
        let mut tokens = FormatTokens::new(r#""a\"b\\" c"#);
        assert_eq!(tokens.take(), r#""a\"b\\""#);
        assert_eq!(tokens.take(), "c");
        assert_eq!(unescaped(r#"a\"b\\\n"#), "a\"b\\n");
    }

    #[test]
    fn tokens_have_offsets() {
        let mut tokens = FormatTokens::new("  $a `x y` attr-dict\n\"s\" ->");
        let mut actual = Vec::new();
        while !tokens.peek().is_empty() {
            actual.push((tokens.offset(), tokens.take()));
        }
        let expected =
            [(2, "$a"), (5, "`x y`"), (11, "attr-dict"), (21, "\"s\""), (25, "-"), (26, ">")];
        assert_eq!(actual, expected);
    }
}
