//! A buffer between what a backend formats and what it writes to.

use std::io::{self, Write};

use tablewright_records::TextSink;

/// How much text is gathered before it is written: enough to make writes rare, little enough to
/// stay in the processor's cache.
const CHUNK: usize = 128 * 1024;

/// Text on its way out. It is formatted into one reused string, which is written whenever it has
/// grown long. After a failed write it takes text but writes no more.
pub struct Output<'a> {
    text: String,
    out: &'a mut dyn Write,
    result: io::Result<()>,
}

impl<'a> Output<'a> {
    /// Text on its way to `out`.
    pub fn new(out: &'a mut dyn Write) -> Output<'a> {
        Output { text: String::with_capacity(2 * CHUNK), out, result: Ok(()) }
    }

    /// The text not written yet, to append to; what is appended at once should be short.
    pub fn text(&mut self) -> &mut String {
        if self.text.len() >= CHUNK {
            self.flush();
        }
        &mut self.text
    }

    /// Fails if writing has failed, so that no more text need be made. To be asked after each
    /// record or so; a failure is told once.
    pub fn check(&mut self) -> io::Result<()> {
        std::mem::replace(&mut self.result, Ok(()))
    }

    /// Writes the text that is left.
    pub fn finish(mut self) -> io::Result<()> {
        self.flush();
        self.result
    }

    /// Writes a long text without a copy of it.
    #[cold]
    fn write_through(&mut self, text: &str) {
        self.flush();
        if self.result.is_ok() {
            self.result = self.out.write_all(text.as_bytes());
        }
    }

    #[cold]
    fn flush(&mut self) {
        if self.result.is_ok() {
            self.result = self.out.write_all(self.text.as_bytes());
        }
        self.text.clear();
    }
}

impl TextSink for Output<'_> {
    #[inline]
    fn push_str(&mut self, text: &str) {
        if text.len() < CHUNK {
            self.text().push_str(text);
        } else {
            self.write_through(text);
        }
    }

    #[inline]
    fn push(&mut self, character: char) {
        self.text.push(character);
    }
}
