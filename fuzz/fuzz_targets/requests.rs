//! Any bytes as lines of a program. The lines do not depend on the pieces in which bytes arrive.
#![no_main]

use std::io::{self, ErrorKind, Read};

use libfuzzer_sys::fuzz_target;
use tablewright_server::rpc::lines::{Line, LineReader};
use tablewright_server::rpc::message::parse;

/// Maximum length of a line in bytes, short enough that inputs exceed it.
const MAX_LENGTH: usize = 200;

/// Returns bytes in pieces of a size, each after a timeout.
struct Pieces<'b> {
    bytes: &'b [u8],
    size: usize,
    is_late: bool,
}

impl Read for Pieces<'_> {
    fn read(&mut self, to: &mut [u8]) -> io::Result<usize> {
        self.is_late = !self.is_late;
        if self.is_late {
            return Err(ErrorKind::WouldBlock.into());
        }
        let count = self.size.min(to.len()).min(self.bytes.len());
        let (piece, rest) = self.bytes.split_at(count);
        to[..count].copy_from_slice(piece);
        self.bytes = rest;
        Ok(count)
    }
}

fn lines(from: impl Read) -> Vec<Line> {
    let mut reader = LineReader::new(from, MAX_LENGTH);
    let mut lines = Vec::new();
    loop {
        match reader.next_line().expect("no read fails") {
            Line::End => return lines,
            Line::Waiting => {}
            line @ (Line::Text(_) | Line::TooLong) => lines.push(line),
        }
    }
}

fuzz_target!(|bytes: &[u8]| {
    let Some((&size, bytes)) = bytes.split_first() else { return };
    let whole = lines(bytes);
    let size = usize::from(size).max(1);
    assert_eq!(lines(Pieces { bytes, size, is_late: false }), whole);
    for line in &whole {
        if let Line::Text(line) = line {
            drop(parse(line));
        }
    }
});
