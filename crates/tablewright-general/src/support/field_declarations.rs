//! Declarations of records' fields: `  bits<8> Size = { … }`.
//!
//! Thousands of records share the same fields, so the text before the values is built once for each
//! shape. Most values in a record equal other records' values, too. If all fields are printed
//! together, a whole record is kept as a *sample*, and other records copy the equal parts.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};

use tablewright_index::IndexVec;
use tablewright_records::{Record, RecordStore, ShapeId, TypeId, Value, ValueId};
use tablewright_text::TextSink;

/// Number of records with a shape that are printed without a sample, since many shapes have only a
/// few.
const UNSAMPLED: u32 = 4;

/// Size in bytes from which texts are not kept as samples.
const MAX_SAMPLE: usize = 1 << 16;

/// The field declarations of all shapes so far. Several threads may use them.
pub(crate) struct FieldDeclarations<'s> {
    store: &'s RecordStore,
    indent: &'static str,
    shapes: IndexVec<ShapeId, OnceLock<FieldShape>>,
}

/// The field declarations of a shape.
pub(crate) struct FieldShape {
    /// All declarations, in order.
    text: String,
    fields: Vec<FieldDeclaration>,
    /// Slots of fields marked `field`, then the other slots.
    marked_first: Vec<u32>,
    /// Number of records printed before there was a sample.
    printed: AtomicU32,
    /// A record's printed text; `None` if it is too long.
    sample: OnceLock<Option<Sample>>,
}

/// A sample record's printed text, from which other records copy fields with equal values.
struct Sample {
    /// The values in printed order.
    values: Vec<ValueId>,
    text: String,
    /// End of each field's text.
    ends: Vec<usize>,
}

/// A sink that also keeps the start of the text.
struct Copied<'o, S> {
    out: &'o mut S,
    text: String,
}

impl<S: TextSink> TextSink for Copied<'_, S> {
    fn push_str(&mut self, text: &str) {
        self.out.push_str(text);
        if self.text.len() < MAX_SAMPLE {
            self.text.push_str(text);
        }
    }

    fn push(&mut self, character: char) {
        self.out.push(character);
        if self.text.len() < MAX_SAMPLE {
            self.text.push(character);
        }
    }
}

/// A field's declaration.
struct FieldDeclaration {
    end: u32,
    /// Whether the type may be printed as `code`, which depends on how the value was written.
    is_string: bool,
    /// Whether it is marked `field`.
    is_field: bool,
}

impl<'s> FieldDeclarations<'s> {
    /// Creates an empty table. Each declaration will begin with `indent`.
    pub(crate) fn new(store: &'s RecordStore, indent: &'static str) -> FieldDeclarations<'s> {
        let shapes = IndexVec::from_fn(store.shape_count(), |_| OnceLock::new());
        FieldDeclarations { store, indent, shapes }
    }

    /// Returns the declarations of a record's fields.
    pub(crate) fn for_record(&self, record: Record<'s>) -> &FieldShape {
        self.shapes[record.shape_id()]
            .get_or_init(|| FieldShape::new(self.store, record, self.indent))
    }
}

impl FieldShape {
    fn new(store: &RecordStore, record: Record<'_>, indent: &str) -> FieldShape {
        let mut text = String::new();
        let mut fields = Vec::new();
        for field in record.fields() {
            text.push_str(indent);
            text.push_str(if field.is_field { "field " } else { "" });
            store.write_type(&mut text, field.ty);
            text.push(' ');
            text.push_str(store.str(field.name));
            text.push_str(" = ");
            let is_string = field.ty == TypeId::STRING;
            fields.push(FieldDeclaration {
                end: u32::try_from(text.len()).expect("declarations are short"),
                is_string,
                is_field: field.is_field,
            });
        }
        let slots = 0..fields.len() as u32;
        let is_marked = |&slot: &u32| fields[slot as usize].is_field;
        let (mut marked_first, others): (Vec<u32>, Vec<u32>) = slots.partition(is_marked);
        marked_first.extend(others);
        let (printed, sample) = (AtomicU32::new(0), OnceLock::new());
        FieldShape { text, fields, marked_first, printed, sample }
    }

    /// Appends all fields with these values, each on a line with a final semicolon. Fields marked
    /// `field`, which may stay without a value, come first.
    pub(crate) fn write_all(
        &self,
        out: &mut impl TextSink,
        store: &RecordStore,
        values: &[ValueId],
    ) {
        match self.sample.get() {
            Some(Some(sample)) => self.write_as(sample, out, store, values),
            // The count decides only when the sample is made, never the output, so no ordering is
            // needed.
            None if self.printed.fetch_add(1, Ordering::Relaxed) >= UNSAMPLED => {
                let sample = self.write_sample(out, store, values);
                // If another thread was faster, its sample is equally good.
                self.sample.set(sample).ok();
            }
            _ => {
                for &slot in &self.marked_first {
                    self.write_line(out, store, slot, values);
                }
            }
        }
    }

    /// Appends all fields, and keeps them as the sample.
    fn write_sample(
        &self,
        out: &mut impl TextSink,
        store: &RecordStore,
        values: &[ValueId],
    ) -> Option<Sample> {
        let mut copied = Copied { out, text: String::new() };
        let mut ends = Vec::with_capacity(values.len());
        for &slot in &self.marked_first {
            self.write_line(&mut copied, store, slot, values);
            ends.push(copied.text.len());
        }
        let text = copied.text;
        let values = self.marked_first.iter().map(|&slot| values[slot as usize]);
        (text.len() < MAX_SAMPLE).then(|| Sample { values: values.collect(), text, ends })
    }

    /// Appends all fields, and copies equal parts from the sample.
    fn write_as(
        &self,
        sample: &Sample,
        out: &mut impl TextSink,
        store: &RecordStore,
        values: &[ValueId],
    ) {
        let Sample { values: sampled, text, ends } = sample;
        // From `same` to `start` the text equals the sample's text, and has not been copied yet.
        let (mut same, mut start) = (0, 0);
        for (i, &slot) in self.marked_first.iter().enumerate() {
            if values[slot as usize] != sampled[i] {
                out.push_str(&text[same..start]);
                self.write_line(out, store, slot, values);
                same = ends[i];
            }
            start = ends[i];
        }
        out.push_str(&text[same..]);
    }

    fn write_line(
        &self,
        out: &mut impl TextSink,
        store: &RecordStore,
        slot: u32,
        values: &[ValueId],
    ) {
        self.write(out, store, slot as usize, values[slot as usize]);
        out.push_str(";\n");
    }

    /// Appends the field in `slot` with its value: `  bits<2> Size = { 0, 1 }`.
    pub(crate) fn write(
        &self,
        out: &mut impl TextSink,
        store: &RecordStore,
        slot: usize,
        value: ValueId,
    ) {
        let start = slot.checked_sub(1).map_or(0, |before| self.fields[before].end);
        let field = &self.fields[slot];
        let text = &self.text[start as usize..field.end as usize];
        if value == ValueId::REFUSED {
            out.push_str(text.trim_end_matches(" = "));
            return;
        }
        if field.is_string && matches!(store.value(value), Value::Code(_)) {
            // The type precedes the name, so the first occurrence is the type itself.
            out.push_str(&text.replacen("string ", "code ", 1));
        } else {
            out.push_str(text);
        }
        store.write_value(out, value);
    }
}
