//! Strings laid end to end in one C++ literal, known by where they begin.

use std::collections::HashMap;

use crate::CppWriter;

/// After how many characters of text a line of the literal ends.
const LINE: usize = 70;

/// Strings in one piece of text, each of them once.
#[derive(Clone, Default, Debug)]
pub struct StringTable {
    bytes: Vec<u8>,
    offsets: HashMap<Vec<u8>, usize>,
}

impl StringTable {
    /// An empty table.
    pub fn new() -> StringTable {
        StringTable::default()
    }

    /// Adds a string unless it is there. Returns where it begins.
    ///
    /// Nothing ends a string: what is read of one has to be said in some other way.
    pub fn add(&mut self, string: &[u8]) -> usize {
        if let Some(&offset) = self.offsets.get(string) {
            return offset;
        }
        let offset = self.bytes.len();
        self.bytes.extend_from_slice(string);
        self.offsets.insert(string.to_vec(), offset);
        offset
    }
}

impl CppWriter {
    /// Writes the strings as lines of a literal, four blanks before each; the last line is not
    /// ended, so that something can follow.
    pub fn string_table(&mut self, table: &StringTable) {
        self.raw("    \"");
        let mut width = 0;
        for &byte in &table.bytes {
            if width > LINE {
                self.raw("\"\n    \"");
                width = 0;
            }
            width += push_escaped(self, byte);
        }
        self.raw("\"");
    }
}

/// Writes a byte as it stands in a literal. Returns how many characters that took.
fn push_escaped(w: &mut CppWriter, byte: u8) -> usize {
    match byte {
        b'\\' => w.raw("\\\\"),
        b'"' => w.raw("\\\""),
        b'\t' => w.raw("\\t"),
        b'\n' => w.raw("\\n"),
        b' '..=b'~' => w.raw(char::from(byte).encode_utf8(&mut [0])),
        _ => {
            write!(w, "\\{byte:03o}");
            return 4;
        }
    }
    if matches!(byte, b'\\' | b'"' | b'\t' | b'\n') { 2 } else { 1 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_string_lies_in_the_table_once() {
        let mut table = StringTable::new();
        let offsets = ["ab", "c", "ab", "b"].map(|s| table.add(s.as_bytes()));
        assert_eq!(offsets, [0, 2, 0, 3]);
    }

    #[test]
    fn an_escape_is_never_divided() {
        let mut table = StringTable::new();
        table.add(&[b'x'; 70]);
        table.add(b"\x01\"");
        table.add(&[0xff]);
        let mut w = CppWriter::new();
        w.string_table(&table);
        let long = "x".repeat(70);
        assert_eq!(w.finish(), format!("    \"{long}\\001\"\n    \"\\\"\\377\""));
    }
}
