//! Text on its way to a file.

use std::io::{self, Write};

use crate::{TextSink, byte_escape};

/// How much text is gathered before it is written: enough to make writes rare, little enough to
/// stay in the processor's cache.
const CHUNK: usize = 128 * 1024;

/// A sink in front of a file. Text is gathered in one reused string, which is written whenever it
/// has grown long, so that an output of hundreds of megabytes takes no more memory than a short one.
/// More than [`MAX_LEN`](Self::MAX_LEN) bytes are an error, so that no output fills a disk.
///
/// Appending cannot fail. After a failed write the text is thrown away; [`check`](Self::check) and
/// [`finish`](Self::finish) report the failure.
///
/// ```
/// use tablewright_text::{TextOutput, append};
///
/// let mut file = Vec::new();
/// let mut out = TextOutput::new(&mut file);
/// for line in 1..=3_u64 {
///     append!(&mut out, line, "\n");
///     out.check()?;
/// }
/// out.finish()?;
/// assert_eq!(file, b"1\n2\n3\n");
/// # Ok::<(), std::io::Error>(())
/// ```
pub struct TextOutput<'a> {
    pub(crate) text: String,
    /// The file; `None` where all text stays in memory.
    file: Option<&'a mut dyn Write>,
    /// How long the text may grow: [`CHUNK`], or without end where it stays in memory.
    limit: usize,
    /// How many more bytes the file may have.
    left: u64,
    result: io::Result<()>,
}

impl<'a> TextOutput<'a> {
    /// The largest number of bytes of a file: 8 GiB, sixteen times what any action prints about a target of LLVM.
    pub const MAX_LEN: u64 = 1 << 33;

    /// A sink in front of `file`.
    pub fn new(file: &'a mut dyn Write) -> TextOutput<'a> {
        TextOutput {
            // A text shorter than a chunk is added to less than a chunk, so strings never
            // reallocate.
            text: String::with_capacity(2 * CHUNK),
            file: Some(file),
            limit: CHUNK,
            left: TextOutput::MAX_LEN,
            result: Ok(()),
        }
    }

    /// A sink that keeps all text in memory: one without a file.
    pub(crate) fn in_memory() -> TextOutput<'static> {
        let left = TextOutput::MAX_LEN;
        TextOutput { text: String::new(), file: None, limit: usize::MAX, left, result: Ok(()) }
    }

    /// The text not written yet, to append to where a `String` is needed; what is appended at once
    /// should be short.
    #[inline]
    pub fn text(&mut self) -> &mut String {
        if self.text.len() >= self.limit {
            self.write_chunk();
        }
        &mut self.text
    }

    /// Fails if writing has failed since the last call, so that the caller need not make the rest
    /// of a long text. Ask after each record or so.
    ///
    /// # Errors
    /// Those of writing to the file, and `FileTooLarge` beyond [`MAX_LEN`](Self::MAX_LEN).
    pub fn check(&mut self) -> io::Result<()> {
        std::mem::replace(&mut self.result, Ok(()))
    }

    /// Writes the text that is left.
    ///
    /// # Errors
    /// Those of writing to the file, and `FileTooLarge` beyond [`MAX_LEN`](Self::MAX_LEN).
    pub fn finish(mut self) -> io::Result<()> {
        self.write_chunk();
        self.result
    }

    /// Writes a long text without a copy of it.
    #[cold]
    fn write_through(&mut self, text: &str) {
        self.write_chunk();
        self.write(text);
    }

    #[cold]
    fn write_chunk(&mut self) {
        if self.file.is_none() {
            return;
        }
        let mut text = std::mem::take(&mut self.text);
        self.write(&text);
        // Also after an error, so that memory does not grow until the caller asks for it.
        text.clear();
        self.text = text;
    }

    fn write(&mut self, text: &str) {
        let (Some(file), true) = (&mut self.file, self.result.is_ok()) else { return };
        let bytes = byte_escape::unescape(text);
        match self.left.checked_sub(bytes.len() as u64) {
            Some(left) => {
                self.left = left;
                self.result = file.write_all(&bytes);
            }
            None => {
                // Nothing fits any more, also after the caller has taken the error.
                self.left = 0;
                let message = format!("it exceeds the limit of {} bytes", TextOutput::MAX_LEN);
                self.result = Err(io::Error::new(io::ErrorKind::FileTooLarge, message));
            }
        }
    }
}

impl TextSink for TextOutput<'_> {
    #[inline]
    fn push_str(&mut self, text: &str) {
        if text.len() < self.limit {
            self.text().push_str(text);
        } else {
            self.write_through(text);
        }
    }

    #[inline]
    fn push(&mut self, character: char) {
        // A text that grows by single characters alone is checked by the next string.
        self.text.push(character);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A file that notes how much each write brings, and takes so many of them.
    struct File {
        writes: Vec<usize>,
        free: usize,
    }

    impl Write for File {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            if self.writes.len() == self.free {
                return Err(io::ErrorKind::StorageFull.into());
            }
            self.writes.push(bytes.len());
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn a_file_has_a_largest_length() {
        let mut file = Vec::new();
        let mut out = TextOutput::new(&mut file);
        out.left = CHUNK as u64 + 1;
        out.push_str(&"x".repeat(CHUNK));
        out.check().expect("it fits");
        out.push_str("y");
        out.push_str(&"z".repeat(CHUNK));
        let error = out.check().expect_err("it is too long");
        assert_eq!(error.kind(), io::ErrorKind::FileTooLarge);
        assert_eq!(error.to_string(), "it exceeds the limit of 8589934592 bytes");
        out.push_str("z");
        out.finish().expect_err("nothing is left");
        assert_eq!(file.len(), CHUNK + 1);
    }

    #[test]
    fn short_texts_are_gathered_and_long_ones_written_at_once() {
        let mut file = File { writes: Vec::new(), free: 9 };
        let mut out = TextOutput::new(&mut file);
        let quarter = "x".repeat(CHUNK / 4);
        (0..6).for_each(|_| out.push_str(&quarter));
        out.push_str(&"y".repeat(2 * CHUNK));
        out.push('z');
        out.finish().expect("there is room");
        assert_eq!(file.writes, [CHUNK, CHUNK / 2, 2 * CHUNK, 1]);
    }

    #[test]
    fn a_failed_write_is_reported_and_frees_the_text() {
        let mut file = File { writes: Vec::new(), free: 0 };
        let mut out = TextOutput::new(&mut file);
        let half = "x".repeat(CHUNK / 2);
        (0..9).for_each(|_| out.push_str(&half));
        assert!(out.text.len() <= CHUNK, "{}", out.text.len());
        assert_eq!(out.check().map_err(|e| e.kind()), Err(io::ErrorKind::StorageFull));
    }

    #[test]
    fn without_a_file_all_text_stays() {
        let mut out = TextOutput::in_memory();
        (0..3).for_each(|_| out.push_str(&"x".repeat(CHUNK)));
        assert_eq!(out.text.len(), 3 * CHUNK);
    }
}
