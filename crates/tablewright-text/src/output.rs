//! Buffered text output with a size limit.

use std::io::{self, Write};

use crate::{TextSink, byte_escape};

/// Chunk size in bytes. Chunks are long enough to make writes rare, and short enough for the
/// processor's cache.
const CHUNK: usize = 128 * 1024;

/// A buffered sink in front of a file. The buffer is reused after each write, so that an output
/// with hundreds of megabytes needs no more memory than a short output. More than
/// [`MAX_LEN`](Self::MAX_LEN) bytes are an error, so that an output cannot fill a disk.
///
/// Appending cannot fail. After a failed write the text is discarded; [`check`](Self::check) and
/// [`finish`](Self::finish) return the error.
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
    /// The file; `None` if all text stays in memory.
    file: Option<&'a mut dyn Write>,
    /// Buffer length at which it is written, in bytes: [`CHUNK`], or `usize::MAX` without a file.
    limit: usize,
    /// Remaining bytes before the limit.
    left: u64,
    result: io::Result<()>,
}

impl<'a> TextOutput<'a> {
    /// Largest output in bytes: 8 GiB, sixteen times the longest output for an LLVM target.
    pub const MAX_LEN: u64 = 1 << 33;

    /// Creates a sink in front of `file`.
    pub fn new(file: &'a mut dyn Write) -> TextOutput<'a> {
        TextOutput {
            // The buffer is shorter than a chunk when a text shorter than a chunk is appended. It
            // never reallocates.
            text: String::with_capacity(2 * CHUNK),
            file: Some(file),
            limit: CHUNK,
            left: TextOutput::MAX_LEN,
            result: Ok(()),
        }
    }

    /// Creates a sink without a file, which keeps all text in memory.
    pub(crate) fn in_memory() -> TextOutput<'static> {
        let left = TextOutput::MAX_LEN;
        TextOutput { text: String::new(), file: None, limit: usize::MAX, left, result: Ok(()) }
    }

    /// Returns the unwritten text, for callers that need a `String`. Append short texts only.
    #[inline]
    pub fn text(&mut self) -> &mut String {
        if self.text.len() >= self.limit {
            self.write_chunk();
        }
        &mut self.text
    }

    /// Returns the write error since the last call, if any. Call it after each record or so, to
    /// stop early in a long text.
    ///
    /// # Errors
    /// Failures to write to the file, and `FileTooLarge` beyond [`MAX_LEN`](Self::MAX_LEN).
    pub fn check(&mut self) -> io::Result<()> {
        std::mem::replace(&mut self.result, Ok(()))
    }

    /// Writes the remaining text.
    ///
    /// # Errors
    /// Failures to write to the file, and `FileTooLarge` beyond [`MAX_LEN`](Self::MAX_LEN).
    pub fn finish(mut self) -> io::Result<()> {
        self.write_chunk();
        self.result
    }

    /// Writes a long text without copying it.
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
        // The buffer is cleared after an error, too. Otherwise it would grow until the caller
        // checks.
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
                // Later writes fail, too, even if the caller has already taken this error.
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
        // If only single characters are appended, the next string checks the length.
        self.text.push(character);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A file that records each write's length and fails after a given number.
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
