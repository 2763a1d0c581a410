//! Outputs that are hashed and then discarded.

use std::collections::BTreeMap;
use std::io;

use tablewright_backend::{SideFile, SideFiles};

/// A hash of bytes, independent of their division into writes. It distinguishes outputs but is not
/// cryptographic.
#[derive(Debug)]
pub(super) struct HashedOutput {
    hash: u64,
    /// Bytes that do not fill a word yet.
    rest: Vec<u8>,
}

const WORD: usize = 8;

impl Default for HashedOutput {
    fn default() -> HashedOutput {
        HashedOutput { hash: 0xcbf2_9ce4_8422_2325, rest: Vec::with_capacity(WORD) }
    }
}

impl HashedOutput {
    /// Adds the hash of another output.
    pub(super) fn add_hash(&mut self, hash: u64) {
        let mixed = (self.hash.rotate_left(23) ^ hash).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        self.hash = mixed ^ (mixed >> 29);
    }

    pub(super) fn finish(mut self) -> u64 {
        self.rest.push(1);
        self.rest.resize(WORD, 0);
        let last = self.rest.first_chunk().copied().unwrap_or_default();
        self.add_hash(u64::from_le_bytes(last));
        self.hash
    }
}

impl io::Write for HashedOutput {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut left = bytes;
        if !self.rest.is_empty() {
            let (first, others) = left.split_at(left.len().min(WORD - self.rest.len()));
            self.rest.extend_from_slice(first);
            left = others;
            if let Some(&word) = self.rest.first_chunk() {
                self.rest.clear();
                self.add_hash(u64::from_le_bytes(word));
            }
        }
        while let Some((&word, others)) = left.split_first_chunk() {
            self.add_hash(u64::from_le_bytes(word));
            left = others;
        }
        self.rest.extend_from_slice(left);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Hashes for side files.
#[derive(Default, Debug)]
pub(super) struct HashedFiles {
    files: BTreeMap<String, HashedOutput>,
}

/// The name of the main output. Actions with side files need a name.
const MAIN: &str = "out.inc";

impl HashedFiles {
    pub(super) fn add_to(self, out: &mut HashedOutput) {
        for file in self.files.into_values() {
            out.add_hash(file.finish());
        }
    }
}

impl SideFiles for HashedFiles {
    fn main_path(&self) -> &str {
        MAIN
    }

    fn open(&mut self, file: SideFile<'_>) -> io::Result<&mut dyn io::Write> {
        Ok(self.files.entry(file.path(MAIN)).or_default())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write;

    fn hash(writes: &[&[u8]]) -> u64 {
        let mut out = HashedOutput::default();
        for bytes in writes {
            out.write_all(bytes).expect("nothing fails");
        }
        out.finish()
    }

    #[test]
    fn equal_outputs_have_equal_hashes_however_they_are_written() {
        let whole = hash(&[b"one two three four"]);
        assert_eq!(whole, hash(&[b"one", b"", b" two thre", b"e four"]));
        assert_ne!(whole, hash(&[b"one two three fours"]));
        assert_ne!(hash(&[b""]), hash(&[b"\0"]));
    }
}
