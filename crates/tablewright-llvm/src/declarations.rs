//! The declarations of records' fields, up to the value: `  bits<8> Size = `.
//!
//! Thousands of records share the same fields, so this text is made once for each shape.

use tablewright_records::{Record, RecordStore, ShapeId, TextSink, TypeId, Value, ValueId};

/// The declarations of the fields of all shapes met so far.
pub(crate) struct Declarations<'s> {
    store: &'s RecordStore,
    indent: &'static str,
    shapes: Vec<Option<Shape>>,
}

/// The declarations of the fields of a shape.
pub(crate) struct Shape {
    /// All declarations, one behind the other.
    text: String,
    fields: Vec<Declaration>,
}

/// The declaration of a field.
pub(crate) struct Declaration {
    end: u32,
    /// Whether it may have to say `code`, for how a value was written shows in the type.
    is_string: bool,
    /// Whether it is marked `field`.
    pub(crate) is_field: bool,
}

impl<'s> Declarations<'s> {
    /// Each declaration begins with `indent`.
    pub(crate) fn new(store: &'s RecordStore, indent: &'static str) -> Declarations<'s> {
        let shapes = std::iter::repeat_with(|| None).take(store.shape_count()).collect();
        Declarations { store, indent, shapes }
    }

    /// The declarations of the fields of `record`.
    pub(crate) fn of(&mut self, record: Record<'s>) -> &Shape {
        let (store, indent) = (self.store, self.indent);
        let id: ShapeId = record.shape_id();
        self.shapes[id.index()].get_or_insert_with(|| Shape::new(store, record, indent))
    }
}

impl Shape {
    fn new(store: &RecordStore, record: Record<'_>, indent: &str) -> Shape {
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
            fields.push(Declaration {
                end: u32::try_from(text.len()).expect("declarations are short"),
                is_string,
                is_field: field.is_field,
            });
        }
        Shape { text, fields }
    }

    /// The fields, in order.
    pub(crate) fn fields(&self) -> &[Declaration] {
        &self.fields
    }

    /// Appends field `slot` with its value: `  bits<2> Size = { 0, 1 }`.
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
            // The type stands before the name, so its first mention is the type itself.
            out.push_str(&text.replacen("string ", "code ", 1));
        } else {
            out.push_str(text);
        }
        store.write_value(out, value);
    }
}
