//! Strings in a single character array, with offsets.

use std::collections::hash_map::Entry;

use rustc_hash::FxHashMap;

use crate::byte_escape::unescape;
use crate::{Append, CppWriter, TextSink, append, line, text_block};

/// Width at which a line in the literal ends, in characters.
const LINE_WIDTH: usize = 70;

/// Characters on an array line.
const PER_LINE: usize = 15;

/// Strings in insertion order, each stored once.
///
/// ```
/// use tablewright_text::{CppWriter, StringTable};
///
/// let mut table = StringTable::new();
/// let offsets = ["a'", "b", "a'"].map(|name| table.add_terminated(name));
/// assert_eq!(offsets, [0, 3, 0]);
/// let mut w = CppWriter::new();
/// w.char_array(&table);
/// assert_eq!(w.finish(), "  'a', '\\'', '\\000', 'b', '\\000',\n");
/// ```
#[doc(alias = "StringToOffsetTable")]
#[derive(Clone, Default, Debug)]
pub struct StringTable {
    bytes: Vec<u8>,
    offsets: FxHashMap<Vec<u8>, usize>,
    divides_escapes: bool,
}

impl StringTable {
    /// Creates an empty table.
    pub fn new() -> StringTable {
        StringTable::default()
    }

    /// Creates a table with the empty string at offset 0, as LLVM's class `StringTable` requires.
    /// Add strings with [`add_string`](Self::add_string).
    pub fn with_empty_string() -> StringTable {
        let mut table = StringTable::new();
        table.add_string("");
        table
    }

    /// Divides the literal between an octal escape sequence and a digit in
    /// [`CppWriter::string_table`].
    pub fn divide_escapes(&mut self) {
        self.divides_escapes = true;
    }

    /// Adds a string with a zero byte at its end unless it is already present. Returns its offset.
    pub fn add_string(&mut self, string: &str) -> usize {
        self.add_terminated(string)
    }

    /// Returns a string's offset if [`add_string`](Self::add_string) added it, or `None`.
    pub fn offset(&self, string: &str) -> Option<usize> {
        self.offsets.get(&terminated(string)).copied()
    }

    /// Adds a string unless it is already present. Returns its offset.
    ///
    /// The string has no terminator. A reader has to know its length.
    pub fn add(&mut self, string: &[u8]) -> usize {
        if let Some(&offset) = self.offsets.get(string) {
            return offset;
        }
        let offset = self.bytes.len();
        self.bytes.extend_from_slice(string);
        self.offsets.insert(string.to_vec(), offset);
        offset
    }

    /// Adds a string with a zero byte at its end unless it is already present. Returns its offset.
    pub fn add_terminated(&mut self, string: &str) -> usize {
        self.add_bytes(terminated(string))
    }

    fn add_bytes(&mut self, bytes: Vec<u8>) -> usize {
        match self.offsets.entry(bytes) {
            Entry::Occupied(earlier) => *earlier.get(),
            Entry::Vacant(new) => {
                let offset = self.bytes.len();
                self.bytes.extend_from_slice(new.key());
                *new.insert(offset)
            }
        }
    }

    /// Returns the total size in bytes.
    pub fn len(&self) -> usize {
        self.bytes.len()
    }

    /// Whether no string was added.
    pub fn is_empty(&self) -> bool {
        self.bytes.is_empty()
    }
}

/// Returns a string's bytes and a zero byte. The string may contain [escapes](crate::byte_escape)
/// for bytes.
fn terminated(string: &str) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(string.len() + 1);
    bytes.extend_from_slice(&unescape(string));
    bytes.push(0);
    bytes
}

impl CppWriter<'_> {
    /// Writes the strings as a literal over several lines, indented by four blanks. The last line
    /// is not ended, so that other text can follow.
    pub fn string_table(&mut self, table: &StringTable) {
        self.raw("    \"");
        let mut width = 0;
        let mut after_escape = false;
        for &byte in &table.bytes {
            if after_escape && byte.is_ascii_digit() {
                self.raw("\" \"");
                width += 3;
            }
            after_escape = table.divides_escapes && InLiteral(byte).is_octal();
            if width > LINE_WIDTH {
                self.raw("\"\n    \"");
                width = 0;
            }
            append!(self, InLiteral(byte));
            width += InLiteral(byte).width();
        }
        self.raw("\"");
    }

    /// Writes a static character array with the strings, and LLVM's `StringTable` over it with the
    /// name `name`.
    pub fn string_table_definition(&mut self, name: &str, table: &StringTable) {
        self.string_table_storage(&format!("static constexpr char {name}Storage"), table);
        text_block!(
            self,
            "

            static constexpr llvm::StringTable
            {name} = {name}Storage;
            "
        );
    }

    /// Defines a character array as literals that end with a zero byte. `declaration` declares the
    /// array without its brackets.
    pub fn string_table_storage(&mut self, declaration: &str, table: &StringTable) {
        self.raw("\n#ifdef __GNUC__\n#pragma GCC diagnostic push\n");
        self.raw("#pragma GCC diagnostic ignored \"-Woverlength-strings\"\n#endif\n");
        line!(self, "{declaration}[] =");
        for string in table.bytes.split_inclusive(|&byte| byte == 0) {
            self.raw("  \"");
            for &byte in string.strip_suffix(&[0]).unwrap_or(string) {
                append!(self, InLiteral(byte));
            }
            self.raw("\\0\"\n");
        }
        self.raw("  ;\n#ifdef __GNUC__\n#pragma GCC diagnostic pop\n#endif\n");
    }

    /// Writes the strings as the elements of a character array, without the braces.
    pub fn char_array(&mut self, table: &StringTable) {
        self.raw(" ");
        for line in table.bytes.chunks(PER_LINE) {
            for &byte in line {
                append!(self, InQuotes(byte));
            }
            if line.len() == PER_LINE {
                self.raw("\n ");
            }
        }
        self.raw("\n");
    }
}

/// A byte as it appears within a string literal.
#[derive(Clone, Copy)]
struct InLiteral(u8);

impl InLiteral {
    fn is_octal(self) -> bool {
        self.width() == 4
    }

    /// Width in characters.
    fn width(self) -> usize {
        match self.0 {
            b'\\' | b'"' | b'\t' | b'\n' => 2,
            b' '..=b'~' => 1,
            _ => 4,
        }
    }
}

impl Append for InLiteral {
    fn append_to(&self, out: &mut impl TextSink) {
        match self.0 {
            b'\\' => out.push_str("\\\\"),
            b'"' => out.push_str("\\\""),
            b'\t' => out.push_str("\\t"),
            b'\n' => out.push_str("\\n"),
            byte @ b' '..=b'~' => out.push(char::from(byte)),
            // The terminator is the most frequent escaped byte.
            0 => out.push_str("\\000"),
            byte => write!(out, "\\{byte:03o}"),
        }
    }
}

/// A byte as a character literal with a blank before it and a comma after it.
struct InQuotes(u8);

impl Append for InQuotes {
    fn append_to(&self, out: &mut impl TextSink) {
        match self.0 {
            byte @ (b'\'' | b'"' | b'\\') => append!(out, " '\\", char::from(byte), "',"),
            byte @ b' '..=b'~' => append!(out, " '", char::from(byte), "',"),
            byte => write!(out, " '\\{byte:03o}',"),
        }
    }
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
    fn a_terminated_string_is_another_one() {
        let mut table = StringTable::new();
        assert!(table.is_empty());
        let offsets = [table.add(b"ab"), table.add_terminated("ab"), table.add(b"ab\0")];
        assert_eq!(offsets, [0, 2, 2]);
    }

    #[test]
    fn a_table_of_llvm_begins_with_the_empty_string() {
        let mut table = StringTable::with_empty_string();
        let offsets = ["a\"\u{e9}", "", "\\n"].map(|string| table.add_string(string));
        assert_eq!(offsets, [1, 0, 6]);
        assert_eq!((table.offset("\\n"), table.offset("n")), (Some(6), None));
        let mut w = CppWriter::new();
        w.string_table_definition("Names", &table);
        assert_eq!(
            w.finish(),
            r#"
#ifdef __GNUC__
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Woverlength-strings"
#endif
static constexpr char NamesStorage[] =
  "\0"
  "a\"\303\251\0"
  "\\n\0"
  ;
#ifdef __GNUC__
#pragma GCC diagnostic pop
#endif

static constexpr llvm::StringTable
Names = NamesStorage;
"#
        );
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

    #[test]
    fn a_digit_after_an_octal_escape_begins_a_literal() {
        let mut table = StringTable::with_empty_string();
        table.divide_escapes();
        table.add_string(&format!("9{}", "x".repeat(60)));
        table.add_string("9");
        let mut w = CppWriter::new();
        w.string_table(&table);
        let long = "x".repeat(60);
        assert_eq!(w.finish(), format!("    \"\\000\" \"9{long}\\000\" \"\"\n    \"9\\000\""));
    }

    #[test]
    fn an_array_has_fifteen_characters_a_line() {
        let mut table = StringTable::new();
        table.add(&[b'x'; 16]);
        table.add(&[0xff]);
        let mut w = CppWriter::new();
        w.char_array(&table);
        let line = " 'x',".repeat(15);
        assert_eq!(w.finish(), format!(" {line}\n  'x', '\\377',\n"));
    }
}
