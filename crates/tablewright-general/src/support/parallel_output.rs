//! Long outputs in pieces that two threads format, written in order.

use std::collections::VecDeque;
use std::io;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError, mpsc};

use tablewright_records::HAS_THREADS;
use tablewright_text::{TextOutput, TextSink};

/// An output in pieces that can be formatted independently.
pub(crate) trait ParallelOutput: Sync {
    /// Returns the number of pieces.
    fn count(&self) -> usize;

    /// Appends a piece.
    fn format(&self, piece: usize, out: &mut impl TextSink);
}

/// Number of pieces below which another thread costs more than it saves.
const FEW: usize = 4;

/// Maximum number of formatted pieces that wait to be written.
const AHEAD: usize = 4;

/// Maximum size in bytes of a waiting piece. A longer piece is formatted again in its turn,
/// directly to the file, so that memory stays bounded.
const MAX_WAITING: usize = 1 << 26;

/// Writes all pieces.
pub(crate) fn write_in_parallel<P: ParallelOutput>(
    pieces: &P,
    out: &mut TextOutput<'_>,
) -> io::Result<()> {
    let count = pieces.count();
    if count < FEW || !HAS_THREADS {
        for piece in 0..count {
            pieces.format(piece, out);
            out.check()?;
        }
        return Ok(());
    }
    let next = &AtomicUsize::new(0);
    let written = &Spare::default();
    std::thread::scope(|scope| {
        let (sender, formatted) = mpsc::sync_channel(AHEAD);
        scope.spawn(move || {
            loop {
                let piece = next.fetch_add(1, Ordering::Relaxed);
                if piece >= count {
                    return;
                }
                let text = BoundedText::new(pieces, piece, written.take());
                if sender.send((piece, text)).is_err() {
                    // Writing failed.
                    return;
                }
            }
        });
        let mut queue = PieceQueue::default();
        while queue.first < count {
            for (piece, text) in formatted.try_iter() {
                queue.put(piece, text);
            }
            let first = queue.first;
            if let Some(BoundedText { text, is_cut }) = queue.take_first() {
                if is_cut {
                    pieces.format(first, out);
                } else {
                    out.push_str(&text);
                }
                out.check()?;
                written.put(text);
                continue;
            }
            // Pieces far ahead are not begun, so that memory stays bounded if the other thread is
            // slow.
            let free =
                if queue.len() < AHEAD { next.fetch_add(1, Ordering::Relaxed) } else { count };
            // The next piece to write needs no buffer: it is written directly.
            if free == queue.first {
                pieces.format(free, out);
                out.check()?;
                queue.pass_first();
            } else if free < count {
                queue.put(free, BoundedText::new(pieces, free, written.take()));
            } else {
                let (piece, text) = formatted.recv().expect("the other thread has the first one");
                queue.put(piece, text);
            }
        }
        Ok(())
    })
}

/// The text of a piece, or the start of a long piece.
#[derive(Clone)]
struct BoundedText {
    text: String,
    /// Whether the piece is longer than [`MAX_WAITING`] bytes.
    is_cut: bool,
}

impl BoundedText {
    /// Formats a piece into `text`, an empty buffer.
    fn new<P: ParallelOutput>(pieces: &P, piece: usize, text: String) -> BoundedText {
        let mut bounded = BoundedText { text, is_cut: false };
        pieces.format(piece, &mut bounded);
        bounded
    }
}

impl TextSink for BoundedText {
    #[inline]
    fn push_str(&mut self, text: &str) {
        if self.text.len() + text.len() > MAX_WAITING {
            self.is_cut = true;
        }
        if !self.is_cut {
            self.text.push_str(text);
        }
    }

    #[inline]
    fn push(&mut self, character: char) {
        // Single characters lie between strings, whose length is checked.
        if !self.is_cut {
            self.text.push(character);
        }
    }
}

/// Buffers of written texts, for reuse.
#[derive(Default)]
struct Spare(Mutex<Vec<String>>);

impl Spare {
    fn texts(&self) -> MutexGuard<'_, Vec<String>> {
        // Texts are complete at any time, even if a thread panicked.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn take(&self) -> String {
        self.texts().pop().unwrap_or_default()
    }

    fn put(&self, mut text: String) {
        text.clear();
        self.texts().push(text);
    }
}

/// Pieces that are formatted but not yet written, by number.
#[derive(Default)]
struct PieceQueue {
    /// The piece to write next.
    first: usize,
    texts: VecDeque<Option<BoundedText>>,
}

impl PieceQueue {
    fn len(&self) -> usize {
        self.texts.len()
    }

    fn put(&mut self, piece: usize, text: BoundedText) {
        let index = piece - self.first;
        if index >= self.texts.len() {
            self.texts.resize(index + 1, None);
        }
        self.texts[index] = Some(text);
    }

    /// Takes the first piece, if it is formatted.
    fn take_first(&mut self) -> Option<BoundedText> {
        let text = self.texts.front_mut()?.take()?;
        self.pass_first();
        Some(text)
    }

    fn pass_first(&mut self) {
        self.texts.pop_front();
        self.first += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tablewright_text::append;

    struct Numbers(usize);

    impl ParallelOutput for Numbers {
        fn count(&self) -> usize {
            self.0
        }

        fn format(&self, piece: usize, out: &mut impl TextSink) {
            // Pieces need different times.
            for _ in 0..piece * 7 % 5 * 1000 {
                out.push(' ');
            }
            append!(out, piece, "\n");
        }
    }

    fn text_of(pieces: &Numbers, mut to: impl io::Write) -> io::Result<()> {
        let mut out = TextOutput::new(&mut to);
        write_in_parallel(pieces, &mut out)?;
        out.finish()
    }

    #[test]
    fn pieces_are_written_in_order() {
        for count in [0, 1, FEW, 100, 1000] {
            let mut text = Vec::new();
            text_of(&Numbers(count), &mut text).expect("memory takes everything");
            let text = String::from_utf8(text).expect("it is text");
            let numbers: Vec<usize> =
                text.split_whitespace().map(|n| n.parse().expect("a number")).collect();
            assert_eq!(numbers, (0..count).collect::<Vec<_>>());
        }
    }

    #[test]
    fn long_pieces_are_not_held() {
        /// Pieces; every third is too long to wait.
        struct Long;
        impl ParallelOutput for Long {
            fn count(&self) -> usize {
                7
            }

            fn format(&self, piece: usize, out: &mut impl TextSink) {
                append!(out, piece, "[");
                if piece.is_multiple_of(3) {
                    let text = "x".repeat(MAX_WAITING / 2);
                    (0..3).for_each(|_| out.push_str(&text));
                }
                out.push_str("]");
            }
        }
        /// Keeps all characters except `x`, and counts the `x`s.
        #[derive(Default)]
        struct File(String, usize);
        impl io::Write for File {
            fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
                let others = bytes.iter().filter(|&&byte| byte != b'x');
                let before = self.0.len();
                self.0.extend(others.map(|&byte| char::from(byte)));
                self.1 += bytes.len() - (self.0.len() - before);
                Ok(bytes.len())
            }

            fn flush(&mut self) -> io::Result<()> {
                Ok(())
            }
        }
        let bounded = BoundedText::new(&Long, 3, String::new());
        assert!(bounded.is_cut && bounded.text.len() <= MAX_WAITING);
        let mut file = File::default();
        let mut out = TextOutput::new(&mut file);
        write_in_parallel(&Long, &mut out).expect("memory takes everything");
        out.finish().expect("memory takes everything");
        let expected = ("0[]1[]2[]3[]4[]5[]6[]", 3 * 3 * (MAX_WAITING / 2));
        assert_eq!((&*file.0, file.1), expected);
    }

    #[test]
    fn where_writing_fails_nothing_waits() {
        struct Full;
        impl io::Write for Full {
            fn write(&mut self, _: &[u8]) -> io::Result<usize> {
                Err(io::ErrorKind::StorageFull.into())
            }
            fn flush(&mut self) -> io::Result<()> {
                Ok(())
            }
        }
        let failed = text_of(&Numbers(1000), Full).map_err(|error| error.kind());
        assert_eq!(failed, Err(io::ErrorKind::StorageFull));
    }
}
