//! A position in a line of assembly, and places that do not match.

/// A place where text does not match.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mismatch {
    /// Byte offset in the line.
    pub at: usize,
    /// The expected text.
    pub expected: String,
}

impl Mismatch {
    /// Builds the mismatch at a cursor's position.
    pub fn new(cursor: &TextCursor<'_>, expected: impl Into<String>) -> Mismatch {
        let mut ahead = cursor.clone();
        ahead.skip_blanks();
        Mismatch { at: ahead.at, expected: expected.into() }
    }
}

/// A position in a line.
#[derive(Clone, Debug)]
pub struct TextCursor<'t> {
    line: &'t str,
    at: usize,
}

impl<'t> TextCursor<'t> {
    /// Starts at the beginning of a line.
    pub fn new(line: &'t str) -> TextCursor<'t> {
        TextCursor { line, at: 0 }
    }

    /// Starts at a byte offset.
    pub fn at(line: &'t str, at: usize) -> TextCursor<'t> {
        TextCursor { line, at }
    }

    /// Returns the whole line.
    pub fn line(&self) -> &'t str {
        self.line
    }

    /// Returns the byte offset.
    pub fn position(&self) -> usize {
        self.at
    }

    /// Returns the text that is left.
    pub fn rest(&self) -> &'t str {
        &self.line[self.at..]
    }

    /// Skips blanks and tabs.
    pub fn skip_blanks(&mut self) {
        let rest = self.rest();
        self.at += rest.len() - rest.trim_start_matches([' ', '\t']).len();
    }

    /// Whether only blanks are left.
    pub fn is_at_end(&self) -> bool {
        self.rest().trim().is_empty()
    }

    /// Reads a text after blanks, in any case. A text that ends with a letter or a digit must not be followed
    /// by another.
    pub fn eat(&mut self, text: &str) -> bool {
        let mut ahead = self.clone();
        ahead.skip_blanks();
        let rest = ahead.rest();
        let Some(start) = rest.get(..text.len()) else { return false };
        if !start.eq_ignore_ascii_case(text) {
            return false;
        }
        let next = rest[text.len()..].chars().next();
        let ends_word = text.ends_with(|c: char| is_word(c) && c != '.');
        if ends_word && next.is_some_and(is_word) {
            return false;
        }
        self.at = ahead.at + text.len();
        true
    }

    /// Reads a text whose blanks match any blanks.
    pub fn eat_words(&mut self, text: &str) -> Result<(), Mismatch> {
        for word in text.split([' ', '\t']).filter(|word| !word.is_empty()) {
            self.eat_symbols(word)?;
        }
        Ok(())
    }

    /// Reads a text whose blanks match any blanks, directly before an operand that may continue a word: `b` in
    /// `b$cond`.
    pub(crate) fn eat_glued(&mut self, text: &str) -> Result<(), Mismatch> {
        let end = text.trim_end_matches(is_word).len();
        let (words, last) = text.split_at(end);
        self.eat_words(words)?;
        if words.ends_with([' ', '\t']) || words.is_empty() {
            self.skip_blanks();
        }
        let start = self.rest().get(..last.len());
        if !start.is_some_and(|start| start.eq_ignore_ascii_case(last)) {
            return Err(Mismatch::new(self, format!("'{last}'")));
        }
        self.at += last.len();
        Ok(())
    }

    /// Reads a text without blanks, of which punctuation may have blanks around it.
    fn eat_symbols(&mut self, text: &str) -> Result<(), Mismatch> {
        let mut rest = text;
        while let Some(first) = rest.chars().next() {
            let is_other = |c: char| !is_word(c);
            let end = if is_word(first) {
                rest.find(is_other).unwrap_or(rest.len())
            } else {
                first.len_utf8()
            };
            let (token, after) = rest.split_at(end);
            if !self.eat(token) {
                return Err(Mismatch::new(self, format!("'{text}'")));
            }
            rest = after;
        }
        Ok(())
    }

    /// Reads a word: letters, digits, dots, underscores.
    pub fn word(&mut self) -> Option<&'t str> {
        let mut ahead = self.clone();
        ahead.skip_blanks();
        let rest = ahead.rest();
        let end = rest.find(|c| !is_word(c)).unwrap_or(rest.len());
        if end == 0 {
            return None;
        }
        self.at = ahead.at + end;
        Some(&rest[..end])
    }

    /// Reads a text at this position, whatever follows.
    pub fn eat_raw(&mut self, text: &str) -> bool {
        let is_there = self.rest().starts_with(text);
        if is_there {
            self.at += text.len();
        }
        is_there
    }
}

/// Whether a character belongs to words.
pub(crate) fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_' || c == '.'
}
