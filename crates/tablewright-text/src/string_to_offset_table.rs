//! Strings in one array of characters.

use std::collections::HashMap;

use crate::CppWriter;

/// How many characters stand on a line.
const PER_LINE: usize = 15;

/// Strings, each once, one behind the other with a zero byte after each, in the order in which
/// they are added.
///
/// ```
/// use tablewright_text::{CppWriter, StringToOffsetTable};
///
/// let mut table = StringToOffsetTable::new();
/// assert_eq!((table.offset("a'"), table.offset("b"), table.offset("a'")), (0, 3, 0));
/// let mut w = CppWriter::new();
/// table.char_array(&mut w);
/// assert_eq!(w.finish(), "  'a', '\\'', '\\000', 'b', '\\000',\n");
/// ```
#[derive(Default, Debug)]
pub struct StringToOffsetTable<'a> {
    text: String,
    offsets: HashMap<&'a str, usize>,
}

impl<'a> StringToOffsetTable<'a> {
    /// No strings.
    pub fn new() -> StringToOffsetTable<'a> {
        StringToOffsetTable::default()
    }

    /// The place of a string, which is added if it is new.
    pub fn offset(&mut self, string: &'a str) -> usize {
        *self.offsets.entry(string).or_insert_with(|| {
            let offset = self.text.len();
            self.text.push_str(string);
            self.text.push('\0');
            offset
        })
    }

    /// Whether there are no strings.
    pub fn is_empty(&self) -> bool {
        self.text.is_empty()
    }

    /// Writes the characters, what stands between the braces of an array.
    pub fn char_array(&self, w: &mut CppWriter) {
        w.raw(" ");
        let mut bytes = self.text.as_bytes();
        while !bytes.is_empty() {
            let (line, rest) = bytes.split_at(bytes.len().min(PER_LINE));
            line.iter().for_each(|&byte| character(byte, w));
            if line.len() == PER_LINE {
                w.raw("\n ");
            }
            bytes = rest;
        }
        w.raw("\n");
    }
}

/// Writes a byte as an element of an array of characters.
fn character(byte: u8, w: &mut CppWriter) {
    match byte {
        0 => w.raw(" '\\000',"),
        b'\'' | b'"' | b'\\' => write!(w, " '\\{}',", char::from(byte)),
        b' '..=b'~' => {
            w.raw(" '");
            w.raw(char::from(byte).encode_utf8(&mut [0]));
            w.raw("',");
        }
        _ => write!(w, " '\\{byte:03o}',"),
    }
}
