//! Values, types and records as text, in the format of `--print-records`, `!repr` and messages.

use tablewright_syntax::bang::{BangOp, TypeArg};
use tablewright_syntax::symbol::Symbol;
use tablewright_text::{TextSink, append};

use crate::eval::MAX_VALUE;
use crate::ids::{ClassId, TypeId};
use crate::record::Param;
use crate::release::Feature;
use crate::store::{Class, Field, Record, RecordStore};
use crate::types::Type;
use crate::value::{ArgKey, Dag, InstanceArg, Op, Value, ValueId};

impl RecordStore {
    /// Maximum number of [parts](Self::value_parts) in a value.
    pub const MAX_VALUE_PARTS: u64 = MAX_VALUE;

    /// Returns the number of parts in a value, including the value itself. It approximates the length of the value's
    /// text. A repeated part counts each time.
    pub fn value_parts(&self, value: ValueId) -> u64 {
        self.values.size_of(value)
    }

    /// Returns the number of [parts](Self::value_parts) in the largest value.
    pub fn largest_value_parts(&self) -> u64 {
        self.values.largest()
    }

    /// Returns the length in bytes of the longest string: a literal, a name or a computed string. Takes time in
    /// proportion to the number of strings.
    pub fn longest_string_len(&self) -> usize {
        let raw = 1..=self.symbols.len() as u32;
        raw.map(|raw| self.symbols.bytes(Symbol::from_raw(raw)).len()).max().unwrap_or(0)
    }

    /// Returns a value's text, with strings in quotes.
    pub fn value_text(&self, value: ValueId) -> String {
        let mut out = String::new();
        self.write_value(&mut out, value);
        out
    }

    /// Returns a value's text, without quotes if it is a string.
    pub fn unquoted_text(&self, value: ValueId) -> String {
        match self.value(value).as_text() {
            Some(text) => self.str(text).to_owned(),
            None => self.value_text(value),
        }
    }

    /// Returns a type's text.
    pub fn type_text(&self, ty: TypeId) -> String {
        let mut out = String::new();
        self.write_type(&mut out, ty);
        out
    }

    /// Appends a type's text.
    pub fn write_type(&self, out: &mut impl TextSink, ty: TypeId) {
        match self.ty(ty) {
            Type::Bit => out.push_str("bit"),
            Type::Int => out.push_str("int"),
            Type::String => out.push_str("string"),
            Type::Dag => out.push_str("dag"),
            Type::Bits(width) => {
                out.push_str("bits<");
                append!(out, i64::from(width));
                out.push('>');
            }
            Type::List(element) => {
                out.push_str("list<");
                self.write_type(out, element);
                out.push('>');
            }
            Type::Record([class]) => out.push_str(self.class(*class).name()),
            Type::Record(classes) => {
                out.push('{');
                for (i, class) in classes.iter().enumerate() {
                    out.push_str(if i == 0 { "" } else { ", " });
                    out.push_str(self.class(*class).name());
                }
                out.push('}');
            }
        }
    }

    /// Appends a value's text, with strings in quotes.
    pub fn write_value(&self, out: &mut impl TextSink, id: ValueId) {
        self.write_nested(out, id, 0);
    }

    fn write_nested(&self, out: &mut impl TextSink, id: ValueId, depth: u32) {
        match self.value(id) {
            Value::Unset => out.push('?'),
            // A refused value prints nothing, and `write_declaration` omits its equals sign too.
            Value::Refused => {}
            Value::Bit(bit) => out.push(if bit { '1' } else { '0' }),
            Value::Int(number) => append!(out, number),
            Value::String(text) => {
                out.push('"');
                out.push_str(self.str(text));
                out.push('"');
            }
            Value::Code(text) => {
                out.push_str("[{");
                out.push_str(self.str(text));
                out.push_str("}]");
            }
            Value::Bits(bits) if bits.len() <= 64 && bits.to_int().is_some() => {
                push_bits(out, bits.len(), bits.to_int().map_or(0, |number| number as u64));
            }
            Value::Def(record) => out.push_str(self.record(record).name()),
            Value::AnonymousName(number) => {
                out.push_str("anonymous_");
                append!(out, i64::from(number));
            }
            Value::Var { name, .. } => out.push_str(self.str(name)),
            Value::Bits(_)
            | Value::List(_)
            | Value::Dag(_)
            | Value::VarBit { .. }
            | Value::Field { .. }
            | Value::Instance { .. }
            | Value::Op { .. } => self.write_parts(out, id, depth),
        }
    }

    fn write_parts(&self, out: &mut impl TextSink, id: ValueId, depth: u32) {
        if depth >= MAX_DEPTH {
            return self.write_deep(out, id);
        }
        self.pieces(id, &mut |piece| match piece {
            PrintPiece::Text(text) => out.push_str(text),
            PrintPiece::Int(number) => append!(out, number),
            PrintPiece::Type(ty) => self.write_type(out, ty),
            PrintPiece::Value(part) => self.write_nested(out, part, depth + 1),
        });
    }

    /// Appends the text of a value that is nested too deeply for recursion.
    fn write_deep(&self, out: &mut impl TextSink, id: ValueId) {
        let mut stack = vec![PrintPiece::Value(id)];
        while let Some(piece) = stack.pop() {
            match piece {
                PrintPiece::Text(text) => out.push_str(text),
                PrintPiece::Int(number) => append!(out, number),
                PrintPiece::Type(ty) => self.write_type(out, ty),
                PrintPiece::Value(part) => {
                    let first = stack.len();
                    // The last piece on the stack is written next, so the pieces are reversed.
                    self.pieces(part, &mut |piece| stack.push(piece));
                    // A value without pieces is a leaf, and `write_nested` writes it without recursion.
                    if stack.len() == first {
                        self.write_nested(out, part, MAX_DEPTH);
                    }
                    stack[first..].reverse();
                }
            }
        }
    }

    /// Splits a value's text into pieces. A value without parts has none.
    fn pieces<'a>(&'a self, id: ValueId, put: &mut impl FnMut(PrintPiece<'a>)) {
        match self.value(id) {
            Value::Unset
            | Value::Refused
            | Value::Bit(_)
            | Value::Int(_)
            | Value::String(_)
            | Value::Code(_)
            | Value::Def(_)
            | Value::AnonymousName(_)
            | Value::Var { .. } => {}
            Value::Bits(bits) => {
                put(PrintPiece::Text("{ "));
                // The highest bit is printed first, while rows are stored from bit 0 on.
                row(bits.iter().rev(), put);
                put(PrintPiece::Text(" }"));
            }
            Value::List(list) => {
                put(PrintPiece::Text("["));
                row(list.elements.iter().copied(), put);
                put(PrintPiece::Text("]"));
            }
            Value::Dag(dag) => self.dag_pieces(dag, put),
            Value::VarBit { of, bit } => {
                put(PrintPiece::Value(of));
                put(PrintPiece::Text("{"));
                put(PrintPiece::Int(i64::from(bit)));
                put(PrintPiece::Text("}"));
            }
            Value::Field { of, field, .. } => {
                put(PrintPiece::Value(of));
                put(PrintPiece::Text("."));
                put(PrintPiece::Text(self.str(field)));
            }
            Value::Instance { class, args } => {
                put(PrintPiece::Text(self.class(class).name()));
                put(PrintPiece::Text("<"));
                for (i, arg) in args.iter().enumerate() {
                    put(PrintPiece::Text(if i == 0 { "" } else { ", " }));
                    self.instance_arg_pieces(arg, put);
                }
                put(PrintPiece::Text(">"));
            }
            Value::Op { op, ty, args } => self.op_pieces(op, ty, args, put),
        }
    }

    fn dag_pieces<'a>(&'a self, dag: Dag<'a>, put: &mut impl FnMut(PrintPiece<'a>)) {
        put(PrintPiece::Text("("));
        put(PrintPiece::Value(dag.operator));
        if let Some(name) = dag.operator_name {
            let has_dollar = self.release().has(Feature::DagOperatorNamesAreKept);
            put(PrintPiece::Text(if has_dollar { ":$" } else { ":" }));
            put(PrintPiece::Text(self.str(name)));
        }
        for (i, arg) in dag.args.iter().enumerate() {
            put(PrintPiece::Text(if i == 0 { " " } else { ", " }));
            put(PrintPiece::Value(arg.value));
            if let Some(name) = arg.name {
                put(PrintPiece::Text(":$"));
                put(PrintPiece::Text(self.str(name)));
            }
        }
        put(PrintPiece::Text(")"));
    }

    fn instance_arg_pieces<'a>(&'a self, arg: &InstanceArg, put: &mut impl FnMut(PrintPiece<'a>)) {
        match arg.key {
            ArgKey::Position(index) => put(PrintPiece::Int(i64::from(index))),
            ArgKey::Name(name) => {
                put(PrintPiece::Text("\""));
                put(PrintPiece::Text(self.str(name)));
                put(PrintPiece::Text("\""));
            }
        }
        put(PrintPiece::Text(": "));
        put(PrintPiece::Value(arg.value));
    }

    fn op_pieces<'a>(
        &'a self,
        op: Op,
        ty: TypeId,
        args: &'a [ValueId],
        put: &mut impl FnMut(PrintPiece<'a>),
    ) {
        // The name of a bound variable is stored as a string but printed without quotes.
        let variable = |id: ValueId| match self.value(id).as_text() {
            Some(name) => PrintPiece::Text(self.str(name)),
            None => PrintPiece::Value(id),
        };
        match op {
            Op::Element | Op::Slice => {
                put(PrintPiece::Value(args[0]));
                put(PrintPiece::Text("["));
                put(PrintPiece::Value(args[1]));
                put(PrintPiece::Text("]"));
            }
            Op::ClosedRange => {
                put(PrintPiece::Value(args[0]));
                put(PrintPiece::Text("..."));
                put(PrintPiece::Value(args[1]));
            }
            Op::Cond => {
                for (i, case) in args.chunks_exact(2).enumerate() {
                    put(PrintPiece::Text(if i == 0 { "!cond(" } else { ", " }));
                    put(PrintPiece::Value(case[0]));
                    put(PrintPiece::Text(": "));
                    put(PrintPiece::Value(case[1]));
                }
                put(PrintPiece::Text(")"));
            }
            Op::Foreach | Op::Filter | Op::Sort => {
                put(PrintPiece::Text(if op == Op::Foreach {
                    "!foreach("
                } else if op == Op::Filter {
                    "!filter("
                } else {
                    "!sort("
                }));
                put(variable(args[0]));
                put(PrintPiece::Text(", "));
                row(args[1..].iter().copied(), put);
                put(PrintPiece::Text(")"));
            }
            Op::Foldl => {
                put(PrintPiece::Text("!foldl("));
                row(args[..2].iter().copied(), put);
                for &name in &args[2..4] {
                    put(PrintPiece::Text(", "));
                    put(variable(name));
                }
                put(PrintPiece::Text(", "));
                put(PrintPiece::Value(args[4]));
                put(PrintPiece::Text(")"));
            }
            Op::Bang(bang) => {
                put(PrintPiece::Text("!"));
                put(PrintPiece::Text(bang.name()));
                if let Some(type_argument) = self.requested_type(bang, ty) {
                    put(PrintPiece::Text("<"));
                    put(PrintPiece::Type(type_argument));
                    put(PrintPiece::Text(">"));
                }
                put(PrintPiece::Text("("));
                row(args.iter().copied(), put);
                put(PrintPiece::Text(")"));
            }
        }
    }

    /// Returns the type to print in angle brackets.
    fn requested_type(&self, bang: BangOp, ty: TypeId) -> Option<TypeId> {
        if bang == BangOp::Instances {
            // `!instances<T>` is printed with T, but the operation's type is `list<T>`.
            return Some(self.types.element(ty).unwrap_or(ty));
        }
        // The reference omits the type of `!getdagop`.
        (bang.arity().type_arg == TypeArg::Required).then_some(ty)
    }

    /// Appends a field or parameter declaration without a semicolon: `int x = 5`.
    pub fn write_field(&self, out: &mut impl TextSink, field: &Field) {
        if field.is_field {
            out.push_str("field ");
        }
        self.write_declaration(out, field.name, field.ty, field.value);
    }

    /// Appends a template parameter, with its default: `int A:x = 5`.
    pub fn write_param(&self, out: &mut impl TextSink, param: &Param) {
        self.write_declaration(out, param.name, param.ty, param.default);
    }

    fn write_declaration(&self, out: &mut impl TextSink, name: Symbol, ty: TypeId, value: ValueId) {
        // `code` is a string (ProgRef, "Record Bodies"). The reference prints `code` for a value written as `[{ ...
        // }]`, whatever the declared type.
        if ty == TypeId::STRING && matches!(self.value(value), Value::Code(_)) {
            out.push_str("code");
        } else {
            self.write_type(out, ty);
        }
        out.push(' ');
        out.push_str(self.str(name));
        if value != ValueId::REFUSED {
            out.push_str(" = ");
            self.write_value(out, value);
        }
    }

    /// Appends a class's template parameters, without angle brackets and with `separator` between them.
    pub fn write_params(&self, out: &mut impl TextSink, class: Class<'_>) {
        for (i, param) in class.params().iter().enumerate() {
            out.push_str(if i == 0 { "" } else { ", " });
            self.write_param(out, param);
        }
    }

    /// Appends a class as `--print-records` shows it, after the keyword.
    pub fn write_class(&self, out: &mut impl TextSink, class: Class<'_>) {
        out.push_str(class.name());
        if !class.params().is_empty() {
            out.push('<');
            self.write_params(out, class);
            out.push('>');
        }
        self.write_body(out, class.superclasses(), class.fields());
    }

    /// Appends a record as `--print-records` shows it, after the keyword.
    pub fn write_record(&self, out: &mut impl TextSink, record: Record<'_>) {
        out.push_str(record.name());
        self.write_body(out, record.superclasses(), record.fields());
    }

    /// Appends the text between a record's or class's name and its fields.
    pub fn write_opening(&self, out: &mut impl TextSink, superclasses: &[ClassId]) {
        out.push_str(" {");
        if !superclasses.is_empty() {
            out.push_str("\t//");
            for &class in superclasses {
                out.push(' ');
                out.push_str(self.class(class).name());
            }
        }
        out.push('\n');
    }

    fn write_body(
        &self,
        out: &mut impl TextSink,
        superclasses: &[ClassId],
        fields: impl Iterator<Item = Field> + Clone,
    ) {
        self.write_opening(out, superclasses);
        // Fields marked `field` come first, as in the reference.
        for first in [true, false] {
            for field in fields.clone().filter(|f| f.is_field == first) {
                out.push_str("  ");
                self.write_field(out, &field);
                out.push_str(";\n");
            }
        }
        out.push_str("}\n");
    }
}

/// Maximum recursion depth for writing values, so that the stack suffices.
const MAX_DEPTH: u32 = 100;

/// A part of a value's text.
enum PrintPiece<'a> {
    Text(&'a str),
    Int(i64),
    Type(TypeId),
    Value(ValueId),
}

fn row<'a>(values: impl Iterator<Item = ValueId>, put: &mut impl FnMut(PrintPiece<'a>)) {
    for (i, value) in values.enumerate() {
        if i > 0 {
            put(PrintPiece::Text(", "));
        }
        put(PrintPiece::Value(value));
    }
}

/// Length of a string in [`NIBBLES`].
const NIBBLE_LEN: usize = 12;

/// Four bits in a row of bits, the highest first, each followed by a separator.
const NIBBLES: [&str; 16] = [
    "0, 0, 0, 0, ",
    "0, 0, 0, 1, ",
    "0, 0, 1, 0, ",
    "0, 0, 1, 1, ",
    "0, 1, 0, 0, ",
    "0, 1, 0, 1, ",
    "0, 1, 1, 0, ",
    "0, 1, 1, 1, ",
    "1, 0, 0, 0, ",
    "1, 0, 0, 1, ",
    "1, 0, 1, 0, ",
    "1, 0, 1, 1, ",
    "1, 1, 0, 0, ",
    "1, 1, 0, 1, ",
    "1, 1, 1, 0, ",
    "1, 1, 1, 1, ",
];

/// Appends the lowest `width` bits in `bits`, the highest first.
fn push_bits(out: &mut impl TextSink, width: usize, bits: u64) {
    let nibble = |at: usize| NIBBLES[(bits >> at & 15) as usize];
    let whole = width / 4;
    out.push_str("{ ");
    // No separator precedes the closing brace.
    let end = |nibbles_below: usize| if nibbles_below == 0 { NIBBLE_LEN - 2 } else { NIBBLE_LEN };
    // The highest bits come first. A partial nibble is the end of a nibble's text, with three characters for each
    // bit.
    if !width.is_multiple_of(4) {
        out.push_str(&nibble(whole * 4)[3 * (4 - width % 4)..end(whole)]);
    }
    for i in (0..whole).rev() {
        out.push_str(&nibble(i * 4)[..end(i)]);
    }
    out.push_str(" }");
}
