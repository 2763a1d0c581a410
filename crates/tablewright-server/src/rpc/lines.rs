//! Framing of requests for programs: a message is a line of text.
//!
//! A line break in a JSON text is escaped, so a line needs no length before it, and a message can be written by
//! hand. The Model Context Protocol frames messages in the same way.

use std::io::{self, ErrorKind, Read};

/// Maximum length of a request in bytes.
pub const MAX_LINE: usize = 8 << 20;

/// Bytes that one read asks for.
const CHUNK: usize = 1 << 16;

/// Errors of a reader whose time is over. Systems differ.
const TIMEOUTS: [ErrorKind; 2] = [ErrorKind::WouldBlock, ErrorKind::TimedOut];

/// Next part of the input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Line {
    /// A line without its line break.
    Text(Vec<u8>),
    /// A line that exceeds the maximum length. Its bytes are gone.
    TooLong,
    /// The reader has a timeout, and no complete line arrived in time.
    Waiting,
    /// The end of the input.
    End,
}

/// Splits an input in lines.
pub struct LineReader<R> {
    from: R,
    /// Bytes that were read and not returned.
    buffer: Vec<u8>,
    /// Number of leading buffer bytes without a line break.
    searched: usize,
    max_length: usize,
    /// Whether the buffer begins inside a line that is too long.
    is_skipping: bool,
    is_at_end: bool,
}

impl<R: Read> LineReader<R> {
    /// Creates a reader of lines with at most `max_length` bytes.
    pub fn new(from: R, max_length: usize) -> LineReader<R> {
        let buffer = Vec::new();
        LineReader { from, buffer, searched: 0, max_length, is_skipping: false, is_at_end: false }
    }

    /// Returns the next line. The last line may lack its line break.
    ///
    /// # Errors
    /// If the input cannot be read.
    pub fn next_line(&mut self) -> io::Result<Line> {
        loop {
            if let Some(length) = self.buffer[self.searched..].iter().position(|&b| b == b'\n') {
                let line: Vec<u8> = self.buffer.drain(..=self.searched + length).collect();
                self.searched = 0;
                return Ok(self.complete(line[..line.len() - 1].to_vec()));
            }
            if self.buffer.len() > self.max_length {
                self.is_skipping = true;
            }
            if self.is_skipping {
                self.buffer.clear();
            }
            self.searched = self.buffer.len();
            if self.is_at_end {
                let last = std::mem::take(&mut self.buffer);
                self.searched = 0;
                let is_empty = last.is_empty() && !self.is_skipping;
                return Ok(if is_empty { Line::End } else { self.complete(last) });
            }
            if !self.fill()? {
                return Ok(Line::Waiting);
            }
        }
    }

    /// Ends a line.
    fn complete(&mut self, line: Vec<u8>) -> Line {
        let is_too_long = std::mem::take(&mut self.is_skipping) || line.len() > self.max_length;
        if is_too_long { Line::TooLong } else { Line::Text(line) }
    }

    /// Reads more bytes. Returns false if none arrived in time.
    fn fill(&mut self) -> io::Result<bool> {
        let start = self.buffer.len();
        self.buffer.resize(start + CHUNK, 0);
        let read = self.from.read(&mut self.buffer[start..]);
        self.buffer.truncate(start + read.as_ref().map_or(0, |&count| count));
        match read {
            Ok(count) => {
                self.is_at_end = count == 0;
                Ok(true)
            }
            Err(error) if error.kind() == ErrorKind::Interrupted => Ok(true),
            Err(error) if TIMEOUTS.contains(&error.kind()) => Ok(false),
            Err(error) => Err(error),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns bytes in pieces of the given sizes, in turn. A size of zero is a timeout.
    struct Pieces<'b> {
        bytes: &'b [u8],
        sizes: Vec<usize>,
        next: usize,
    }

    impl Read for Pieces<'_> {
        fn read(&mut self, to: &mut [u8]) -> io::Result<usize> {
            let size = self.sizes[self.next % self.sizes.len()];
            self.next += 1;
            if size == 0 {
                return Err(ErrorKind::WouldBlock.into());
            }
            let count = size.min(self.bytes.len()).min(to.len());
            to[..count].copy_from_slice(&self.bytes[..count]);
            self.bytes = &self.bytes[count..];
            Ok(count)
        }
    }

    fn lines(bytes: &[u8], sizes: &[usize], max_length: usize) -> Vec<Line> {
        let pieces = Pieces { bytes, sizes: sizes.to_vec(), next: 0 };
        let mut reader = LineReader::new(pieces, max_length);
        let mut lines = Vec::new();
        loop {
            match reader.next_line().expect("it is readable") {
                Line::End => return lines,
                Line::Waiting => {}
                line @ (Line::Text(_) | Line::TooLong) => lines.push(line),
            }
        }
    }

    fn text(text: &str) -> Line {
        Line::Text(text.as_bytes().to_vec())
    }

    #[test]
    fn a_message_ends_at_a_line_break_or_at_the_end() {
        assert_eq!(lines(b"a\n\nbc", &[100], 10), [text("a"), text(""), text("bc")]);
        assert_eq!(lines(b"a\n", &[100], 10), [text("a")]);
        assert_eq!(lines(b"", &[100], 10), []);
    }

    #[test]
    fn a_long_line_is_left_out_and_the_next_is_read() {
        let long = [b"x".repeat(200_000), b"\nafter\n".to_vec()].concat();
        assert_eq!(lines(&long, &[1000], 10), [Line::TooLong, text("after")]);
        assert_eq!(lines(&long, &[300_000], 10), [Line::TooLong, text("after")]);
        assert_eq!(lines(b"12345678901", &[3], 10), [Line::TooLong]);
        assert_eq!(lines(b"1234567890", &[3], 10), [text("1234567890")]);
    }

    /// Generated inputs, limits and sizes of pieces.
    #[test]
    fn lines_do_not_depend_on_the_pieces_that_arrive() {
        let mut state = 1u32;
        let mut random = |below: u32| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (state >> 16) % below
        };
        for _ in 0..300 {
            let length = random(60) as usize;
            let bytes: Vec<u8> = (0..length)
                .map(|_| if random(6) == 0 { b'\n' } else { b'a' + random(26) as u8 })
                .collect();
            let max_length = random(20) as usize;
            let mut sizes: Vec<usize> = (0..1 + random(5)).map(|_| random(9) as usize).collect();
            sizes.push(1);
            let whole = lines(&bytes, &[usize::MAX], max_length);
            assert_eq!(lines(&bytes, &sizes, max_length), whole, "{bytes:?} {sizes:?}");
            let expected: Vec<Line> = bytes
                .split_inclusive(|&byte| byte == b'\n')
                .map(|line| line.strip_suffix(b"\n").unwrap_or(line))
                .map(|line| {
                    if line.len() > max_length { Line::TooLong } else { Line::Text(line.to_vec()) }
                })
                .collect();
            assert_eq!(whole, expected);
        }
    }
}
