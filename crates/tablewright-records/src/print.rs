//! Values, types and records as text, as `--print-records`, `!repr` and messages show them.

use tablewright_syntax::symbol::Symbol;

use crate::record::RecordId;
use crate::store::{Class, Field, Record, RecordStore};
use crate::types::{Type, TypeId};
use crate::value::{ArgKey, Bits, Dag, InstanceArg, Op, Value, ValueId};

use tablewright_syntax::bang::BangOp;

impl RecordStore {
    /// The text of a value, strings in quotes.
    pub fn value_text(&self, value: ValueId) -> String {
        let mut out = String::new();
        self.write_value(&mut out, value);
        out
    }

    /// The text of a value, a string itself without quotes.
    pub fn unquoted_text(&self, value: ValueId) -> String {
        match self.value(value) {
            Value::String(text) | Value::Code(text) => self.str(text).to_owned(),
            _ => self.value_text(value),
        }
    }

    /// The text of a type.
    pub fn type_text(&self, ty: TypeId) -> String {
        let mut out = String::new();
        self.write_type(&mut out, ty);
        out
    }

    /// Appends the text of a type.
    pub fn write_type(&self, out: &mut String, ty: TypeId) {
        match self.ty(ty) {
            Type::Bit => out.push_str("bit"),
            Type::Int => out.push_str("int"),
            Type::String => out.push_str("string"),
            Type::Dag => out.push_str("dag"),
            Type::Bits(width) => {
                out.push_str("bits<");
                push_int(out, i64::from(width));
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

    /// Appends the text of a value, strings in quotes.
    pub fn write_value(&self, out: &mut String, id: ValueId) {
        match self.value(id) {
            Value::Unset => out.push('?'),
            Value::Bit(bit) => out.push(if bit { '1' } else { '0' }),
            Value::Int(number) => push_int(out, number),
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
            Value::Bits(bits) => self.write_bits(out, bits),
            Value::List(list) => {
                out.push('[');
                self.write_row(out, list.elements);
                out.push(']');
            }
            Value::Dag(dag) => self.write_dag(out, dag),
            Value::Def(record) => out.push_str(self.record_name(record)),
            Value::AnonymousName(number) => {
                out.push_str("anonymous_");
                push_int(out, i64::from(number));
            }
            Value::Var { name, .. } => out.push_str(self.str(name)),
            Value::VarBit { of, bit } => {
                self.write_value(out, of);
                out.push('{');
                push_int(out, i64::from(bit));
                out.push('}');
            }
            Value::Field { of, field, .. } => {
                self.write_value(out, of);
                out.push('.');
                out.push_str(self.str(field));
            }
            Value::Instance { class, args } => {
                out.push_str(self.class(class).name());
                out.push('<');
                for (i, arg) in args.iter().enumerate() {
                    out.push_str(if i == 0 { "" } else { ", " });
                    self.write_instance_arg(out, arg);
                }
                out.push('>');
            }
            Value::Op { op, ty, args } => self.write_op(out, op, ty, args),
        }
    }

    fn record_name(&self, record: RecordId) -> &str {
        self.record(record).name()
    }

    fn write_row(&self, out: &mut String, values: &[ValueId]) {
        for (i, &value) in values.iter().enumerate() {
            out.push_str(if i == 0 { "" } else { ", " });
            self.write_value(out, value);
        }
    }

    fn write_bits(&self, out: &mut String, bits: Bits<'_>) {
        out.push_str("{ ");
        for (i, bit) in bits.iter().rev().enumerate() {
            out.push_str(if i == 0 { "" } else { ", " });
            self.write_value(out, bit);
        }
        out.push_str(" }");
    }

    fn write_dag(&self, out: &mut String, dag: Dag<'_>) {
        out.push('(');
        self.write_value(out, dag.operator);
        if let Some(name) = dag.operator_name {
            out.push(':');
            out.push_str(self.str(name));
        }
        for (i, arg) in dag.args.iter().enumerate() {
            out.push_str(if i == 0 { " " } else { ", " });
            self.write_value(out, arg.value);
            if let Some(name) = arg.name {
                out.push_str(":$");
                out.push_str(self.str(name));
            }
        }
        out.push(')');
    }

    fn write_instance_arg(&self, out: &mut String, arg: &InstanceArg) {
        match arg.key {
            ArgKey::Position(index) => push_int(out, i64::from(index)),
            ArgKey::Name(name) => {
                out.push('"');
                out.push_str(self.str(name));
                out.push('"');
            }
        }
        out.push_str(": ");
        self.write_value(out, arg.value);
    }

    fn write_op(&self, out: &mut String, op: Op, ty: TypeId, args: &[ValueId]) {
        match op {
            Op::Element | Op::Slice => {
                self.write_value(out, args[0]);
                out.push('[');
                self.write_value(out, args[1]);
                out.push(']');
            }
            Op::ClosedRange => {
                self.write_value(out, args[0]);
                out.push_str("...");
                self.write_value(out, args[1]);
            }
            Op::Cond => {
                out.push_str("!cond(");
                for (i, case) in args.chunks_exact(2).enumerate() {
                    out.push_str(if i == 0 { "" } else { ", " });
                    self.write_value(out, case[0]);
                    out.push_str(": ");
                    self.write_value(out, case[1]);
                }
                out.push(')');
            }
            Op::Foreach | Op::Filter => {
                out.push_str(if op == Op::Foreach { "!foreach(" } else { "!filter(" });
                out.push_str(&self.unquoted_text(args[0]));
                out.push_str(", ");
                self.write_row(out, &args[1..]);
                out.push(')');
            }
            Op::Foldl => {
                out.push_str("!foldl(");
                self.write_row(out, &args[..2]);
                for &variable in &args[2..4] {
                    out.push_str(", ");
                    out.push_str(&self.unquoted_text(variable));
                }
                out.push_str(", ");
                self.write_value(out, args[4]);
                out.push(')');
            }
            Op::Bang(bang) => {
                out.push('!');
                out.push_str(bang.name());
                if matches!(
                    bang,
                    BangOp::Cast
                        | BangOp::IsA
                        | BangOp::Exists
                        | BangOp::GetDagArg
                        | BangOp::Instances
                ) {
                    let asked = match bang {
                        BangOp::Instances => self.types.element(ty).unwrap_or(ty),
                        _ => ty,
                    };
                    out.push('<');
                    self.write_type(out, asked);
                    out.push('>');
                }
                out.push('(');
                self.write_row(out, args);
                out.push(')');
            }
        }
    }

    /// Appends the declaration of a field or parameter, without a semicolon: `int x = 5`.
    pub fn write_field(&self, out: &mut String, field: &Field) {
        if field.is_field {
            out.push_str("field ");
        }
        self.write_declaration(out, field.name, field.ty, field.value);
    }

    fn write_declaration(&self, out: &mut String, name: Symbol, ty: TypeId, value: ValueId) {
        // The declared type is `string` either way; what shows is how the value was written.
        match self.value(value) {
            Value::Code(_) if ty == TypeId::STRING => out.push_str("code"),
            _ => self.write_type(out, ty),
        }
        out.push(' ');
        out.push_str(self.str(name));
        out.push_str(" = ");
        self.write_value(out, value);
    }

    /// Appends the template parameters of a class, without angle brackets and with `separator`
    /// between them.
    pub fn write_params(&self, out: &mut String, class: Class<'_>) {
        for (i, param) in class.params().iter().enumerate() {
            out.push_str(if i == 0 { "" } else { ", " });
            self.write_declaration(out, param.name, param.ty, param.default);
        }
    }

    /// Appends a class as `--print-records` shows it, after the keyword.
    pub fn write_class(&self, out: &mut String, class: Class<'_>) {
        out.push_str(class.name());
        if !class.params().is_empty() {
            out.push('<');
            self.write_params(out, class);
            out.push('>');
        }
        self.write_body(out, class.superclasses(), class.fields());
    }

    /// Appends a record as `--print-records` shows it, after the keyword.
    pub fn write_record(&self, out: &mut String, record: Record<'_>) {
        out.push_str(record.name());
        self.write_body(out, record.superclasses(), record.fields());
    }

    fn write_body(
        &self,
        out: &mut String,
        superclasses: &[crate::record::ClassId],
        fields: impl Iterator<Item = Field> + Clone,
    ) {
        out.push_str(" {");
        if !superclasses.is_empty() {
            out.push_str("\t//");
            for &class in superclasses {
                out.push(' ');
                out.push_str(self.class(class).name());
            }
        }
        out.push('\n');
        // Fields that may stay without a value come first.
        for first in [true, false] {
            for field in fields.clone().filter(|f| f.is_field == first) {
                self.write_field(out, &field);
                out.push_str(";\n");
            }
        }
        out.push_str("}\n");
    }
}

/// Appends a number in decimal.
fn push_int(out: &mut String, number: i64) {
    let mut digits = [0u8; 20];
    let mut at = digits.len();
    let mut rest = number.unsigned_abs();
    loop {
        at -= 1;
        digits[at] = b'0' + (rest % 10) as u8;
        rest /= 10;
        if rest == 0 {
            break;
        }
    }
    if number < 0 {
        out.push('-');
    }
    out.extend(digits[at..].iter().map(|&d| char::from(d)));
}
