//! How a match table is written: values of one to eight bytes with comments, and labels between them.
//!
//! A jump may go to a label behind it, so a table is written twice: once to count bytes, which says where
//! labels are, and once as text.

use tablewright_text::{CppWriter, append};

/// Lines of a table begin with this many spaces.
const INDENTATION: &str = "    ";

/// A place that the table jumps to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Label(usize);

/// Where labels are, by number.
#[derive(Default)]
pub(super) struct Labels(Vec<u32>);

/// Writes a table, or counts its bytes.
pub(super) struct Encoder<'e, 'w> {
    /// Nothing is written where bytes are counted.
    out: Option<&'e mut CppWriter<'w>>,
    /// Where the labels are, as counting found.
    known: Option<&'e Labels>,
    /// Where they are, as far as counting is.
    labels: Labels,
    next_label: usize,
    position: u32,
    level: usize,
    /// A space stands between a value and what follows in the line.
    needs_space: bool,
}

impl<'e, 'w> Encoder<'e, 'w> {
    /// Counts bytes.
    pub(super) fn counting() -> Encoder<'static, 'static> {
        Encoder::new(None, None)
    }

    /// Writes text. `labels` are those that counting found.
    pub(super) fn writing(w: &'e mut CppWriter<'w>, labels: &'e Labels) -> Encoder<'e, 'w> {
        w.raw(INDENTATION);
        Encoder::new(Some(w), Some(labels))
    }

    fn new(out: Option<&'e mut CppWriter<'w>>, known: Option<&'e Labels>) -> Encoder<'e, 'w> {
        let labels = Labels::default();
        Encoder { out, known, labels, next_label: 0, position: 0, level: 0, needs_space: false }
    }

    /// How many bytes there are so far.
    pub(super) fn position(&self) -> u32 {
        self.position
    }

    /// Where the labels are, and how many bytes there are.
    pub(super) fn finish(self) -> (Labels, u32) {
        (self.labels, self.position)
    }

    /// The operation that a line begins with.
    pub(super) fn opcode(&mut self, name: &str) -> &mut Self {
        self.value(1, |w| w.raw(name))
    }

    /// As [`Self::opcode`]; the lines behind are nested in it.
    pub(super) fn opening(&mut self, name: &str) -> &mut Self {
        self.level += 1;
        self.opcode(name)
    }

    /// As [`Self::opcode`]; the lines behind are nested one level less.
    pub(super) fn closing(&mut self, name: &str) -> &mut Self {
        self.opcode(name);
        self.level -= 1;
        self
    }

    /// A value of `bytes` bytes, as C++.
    pub(super) fn value(&mut self, bytes: u32, text: impl FnOnce(&mut CppWriter<'w>)) -> &mut Self {
        self.position += bytes;
        if let Some(w) = self.begin() {
            if bytes > 1 {
                append!(w, "GIMT_Encode", bytes, "(");
            }
            text(w);
            w.raw(if bytes > 1 { ")," } else { "," });
        }
        self.needs_space = true;
        self
    }

    /// A value of `bytes` bytes that is known. A table has bytes without sign.
    pub(super) fn int(&mut self, bytes: u32, value: i64) -> &mut Self {
        self.value(bytes, |w| {
            if bytes == 1 && value < 0 {
                append!(w, "uint8_t(", value, ")");
            } else {
                append!(w, value);
            }
        })
    }

    /// A number of variable length, seven bits to a byte.
    pub(super) fn uleb(&mut self, value: u64) -> &mut Self {
        let bytes = uleb128(value);
        if let [byte] = bytes[..] {
            return self.value(1, |w| append!(w, u32::from(byte)));
        }
        self.position += bytes.len() as u32;
        if let Some(w) = self.begin() {
            append!(w, "/* ", value, "(*/");
            for (place, byte) in bytes.iter().enumerate() {
                w.write_fmt(format_args!("{}0x{byte:02X}", if place > 0 { ", " } else { "" }));
            }
            w.raw("/*)*/,");
        }
        self.needs_space = true;
        self
    }

    /// A comment within a line.
    pub(super) fn comment(&mut self, text: &str) -> &mut Self {
        if let Some(w) = self.begin() {
            append!(w, "/*", text, "*/");
        }
        self
    }

    /// A value of variable length behind its name as comment.
    pub(super) fn named_uleb(&mut self, name: &str, value: u64) -> &mut Self {
        self.comment(name).uleb(value)
    }

    /// A comment within a line that takes more than one string.
    pub(super) fn comment_with(&mut self, text: impl FnOnce(&mut CppWriter<'w>)) -> &mut Self {
        if let Some(w) = self.begin() {
            w.raw("/*");
            text(w);
            w.raw("*/");
        }
        self
    }

    /// The place of a label in four bytes.
    pub(super) fn jump(&mut self, label: Label) -> &mut Self {
        self.position += 4;
        let place = self.known.and_then(|known| known.0.get(label.0)).copied().unwrap_or_default();
        if let Some(w) = self.begin() {
            append!(w, "/*Label ", label.0, "*/ GIMT_Encode4(", place, "),");
        }
        self.needs_space = true;
        self
    }

    /// What is written to; a space stands before what follows a value.
    fn begin(&mut self) -> Option<&mut CppWriter<'w>> {
        let w = self.out.as_deref_mut()?;
        if std::mem::take(&mut self.needs_space) {
            w.raw(" ");
        }
        Some(w)
    }

    /// The end of a line.
    pub(super) fn end_line(&mut self) {
        self.needs_space = false;
        if let Some(w) = self.out.as_deref_mut() {
            append!(w, "\n", INDENTATION);
            for _ in 0..self.level {
                w.raw("  ");
            }
        }
    }

    /// A comment up to the end of the line.
    pub(super) fn end_line_comment(&mut self, text: impl FnOnce(&mut CppWriter<'w>)) {
        if let Some(w) = self.begin() {
            w.raw("// ");
            text(w);
        }
        self.end_line();
    }

    /// A label that is placed later.
    pub(super) fn new_label(&mut self) -> Label {
        self.next_label += 1;
        Label(self.next_label - 1)
    }

    /// Places a label here.
    pub(super) fn place(&mut self, label: Label) {
        let position = self.position;
        if self.out.is_none() {
            let labels = &mut self.labels.0;
            if labels.len() <= label.0 {
                labels.resize(label.0 + 1, 0);
            }
            labels[label.0] = position;
        }
        self.end_line_comment(|w| append!(w, "Label ", label.0, ": @", position));
    }
}

fn uleb128(mut value: u64) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(1);
    loop {
        let low = (value & 0x7f) as u8;
        value >>= 7;
        if value == 0 {
            bytes.push(low);
            return bytes;
        }
        bytes.push(low | 0x80);
    }
}
