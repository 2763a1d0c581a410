//! The tokens of formats: `assemblyFormat` of attributes, types and operations.

/// What is left of a format.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FormatTokens<'s> {
    rest: &'s str,
}

impl<'s> FormatTokens<'s> {
    pub(crate) fn new(format: &'s str) -> FormatTokens<'s> {
        FormatTokens { rest: format }
    }

    /// The next token: a literal with its backquotes, a name with its `$`, a string with its quotes, a word, or a
    /// single character; empty at the end.
    pub(crate) fn peek(&mut self) -> &'s str {
        self.rest = self.rest.trim_start();
        let is_word = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-');
        let word_length = |text: &str| text.find(|c| !is_word(c)).unwrap_or(text.len());
        let quoted = |quote: char| match self.rest[1..].find(quote) {
            Some(length) => length + 2,
            None => self.rest.len(),
        };
        let length = match self.rest.chars().next() {
            None => 0,
            Some('`') => quoted('`'),
            Some('"') => quoted('"'),
            Some('$') => 1 + word_length(&self.rest[1..]),
            Some(first) if is_word(first) => word_length(self.rest),
            Some(first) => first.len_utf8(),
        };
        &self.rest[..length]
    }

    pub(crate) fn take(&mut self) -> &'s str {
        let token = self.peek();
        self.rest = &self.rest[token.len()..];
        token
    }

    /// Takes the next token if it is that one.
    pub(crate) fn accept(&mut self, token: &str) -> bool {
        let found = self.peek() == token;
        if found {
            self.take();
        }
        found
    }
}
