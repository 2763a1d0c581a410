//! A buffer between what a backend formats and what it writes to.

use std::io::{self, Write};

/// How much text is gathered before it is written: enough to make writes rare, little enough to
/// stay in the processor's cache.
const CHUNK: usize = 128 * 1024;

/// Text on its way out. It is formatted into one reused string, which is written whenever it has
/// grown long.
pub struct Output<'a> {
    /// The text not written yet.
    pub text: String,
    out: &'a mut dyn Write,
}

impl<'a> Output<'a> {
    /// An empty buffer before `out`.
    pub fn new(out: &'a mut dyn Write) -> Output<'a> {
        Output { text: String::with_capacity(2 * CHUNK), out }
    }

    /// Writes the text if there is much of it. To be called after each record or so.
    pub fn flush_if_long(&mut self) -> io::Result<()> {
        if self.text.len() >= CHUNK { self.flush() } else { Ok(()) }
    }

    /// Writes the text that is left.
    pub fn finish(mut self) -> io::Result<()> {
        self.flush()
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.write_all(self.text.as_bytes())?;
        self.text.clear();
        Ok(())
    }
}
