//! `--dump-json`: all records as a JSON object, for programs in other languages.
//!
//! The manual's "JSON Reference" describes the format: an object of objects whose keys are in byte
//! order, written without blanks. Each class's list of records precedes most records, because of
//! its key. Output is written while it is built, since it can be a hundred times as long as the
//! input. Memory holds only the text that records with the same shape share.

use tablewright_backend::{Backend, Failure, Job};
use tablewright_index::IndexVec;
use tablewright_records::{
    Bits, ClassId, Dag, FieldError, Record, RecordId, RecordStore, ShapeId, Value, ValueId,
};
use tablewright_syntax::diagnostic::Code;
use tablewright_syntax::symbol::Symbol;
use tablewright_text::{TextOutput, TextSink, append};

use crate::support::json::{JsonString, push_string};
use crate::support::source_locations::SourceLocations;
use crate::support::value_lengths::ValueLengths;

pub(crate) const BACKEND: Backend = Backend {
    name: "dump-json",
    help: "Dump all records as machine-readable JSON",
    options: &[],
    run,
};

/// Top-level keys other than record names.
const INSTANCES: &str = "!instanceof";
const VERSION: &str = "!tablegen_json_version";

/// Maximum nesting depth of values. Each level of a dag repeats the text of the levels below, so
/// that far deeper values could not be written anyway.
const MAX_DEPTH: u32 = 2000;

fn run(job: &mut Job<'_>) -> Result<(), Failure> {
    let store = job.store;
    ValueLengths::new(store).check_records()?;
    let mut out = job.output();
    let mut dump = JsonDump {
        store,
        locations: SourceLocations::new(store.sources()),
        shapes: IndexVec::from_fn(store.shape_count(), |_| None),
        printable: String::new(),
        is_empty: true,
    };
    out.push('{');
    // A record's name can sort before these keys. A record named like the first key does not
    // replace the instances, but a record named like the second replaces the version.
    let mut records = store.records().peekable();
    for key in [INSTANCES, VERSION] {
        while let Some(record) = records.next_if(|r| r.name() < key) {
            dump.member(&mut out, record)?;
        }
        let namesake = records.next_if(|r| r.name() == key);
        match (key, namesake) {
            (VERSION, Some(record)) => dump.member(&mut out, record)?,
            (VERSION, None) => {
                push_key(&mut out, VERSION, false);
                out.push('1');
            }
            _ => dump.instances(&mut out)?,
        }
    }
    for record in records {
        dump.member(&mut out, record)?;
    }
    out.push_str("}\n");
    Ok(out.finish()?)
}

/// Appends an object member's key, after a comma unless it is the first.
fn push_key(out: &mut impl TextSink, key: &str, is_first: bool) {
    out.push_str(if is_first { "" } else { "," });
    push_string(out, key);
    out.push(':');
}

/// The common text of records with the same shape.
struct JsonShape {
    /// The members `!fields` and `!superclasses`, each after a comma.
    fields: String,
    superclasses: String,
    /// The field slots in name order, each with the text before its value: `,"name":`.
    members: Vec<(u32, String)>,
}

impl JsonShape {
    fn new(record: Record<'_>) -> JsonShape {
        let store = record.store();
        let name = |symbol: Symbol| store.str(symbol);
        let marked = record.fields().filter(|f| f.is_field).map(|f| name(f.name));
        let classes = record.superclasses().iter().map(|&class| store.class(class).name());
        let mut members: Vec<(u32, &str)> =
            record.fields().enumerate().map(|(slot, f)| (slot as u32, name(f.name))).collect();
        members.sort_unstable_by_key(|&(_, name)| name);
        // Object keys are in byte order; a record's fields may have another order.
        let member = |(slot, name)| {
            let mut text = ",".to_owned();
            push_string(&mut text, name);
            text.push(':');
            (slot, text)
        };
        JsonShape {
            fields: format!(",\"!fields\":{}", string_array(marked)),
            superclasses: format!(",\"!superclasses\":{}", string_array(classes)),
            members: members.into_iter().map(member).collect(),
        }
    }
}

fn string_array<'a>(strings: impl Iterator<Item = &'a str>) -> String {
    let mut text = "[".to_owned();
    for (i, string) in strings.enumerate() {
        text.push_str(if i == 0 { "" } else { "," });
        push_string(&mut text, string);
    }
    text.push(']');
    text
}

struct JsonDump<'s> {
    store: &'s RecordStore,
    locations: SourceLocations<'s>,
    /// Texts by shape, created when the first record with the shape is written.
    shapes: IndexVec<ShapeId, Option<JsonShape>>,
    /// Buffer for parts of a value's text.
    printable: String,
    /// Whether no top-level member has been written yet.
    is_empty: bool,
}

impl<'s> JsonDump<'s> {
    /// Writes each class's list of record names.
    fn instances(&mut self, out: &mut TextOutput<'_>) -> Result<(), Failure> {
        let store = self.store;
        let mut instances: IndexVec<ClassId, Vec<RecordId>> =
            IndexVec::from_fn(store.class_count(), |_| Vec::new());
        for record in store.records() {
            for class in record.superclasses() {
                instances[*class].push(record.id());
            }
        }
        push_key(out, INSTANCES, self.is_empty);
        self.is_empty = false;
        out.push('{');
        for (i, class) in store.classes().enumerate() {
            push_key(out, class.name(), i == 0);
            out.push('[');
            for (i, &record) in instances[class.id()].iter().enumerate() {
                out.push_str(if i == 0 { "" } else { "," });
                push_string(out, store.record(record).name());
            }
            out.push(']');
        }
        out.push('}');
        Ok(())
    }

    /// Writes a record under its name.
    fn member(&mut self, out: &mut TextOutput<'_>, record: Record<'s>) -> Result<(), Failure> {
        push_key(out, record.name(), self.is_empty);
        self.is_empty = false;
        self.record(out, record)?;
        Ok(out.check()?)
    }

    fn record(&mut self, out: &mut TextOutput<'_>, record: Record<'s>) -> Result<(), FieldError> {
        let id = record.shape_id();
        // The shape is taken out while the record is written, because writing values borrows the
        // dump. It is put back below, even after an error.
        let shape = self.shapes[id].take().unwrap_or_else(|| JsonShape::new(record));
        out.push_str("{\"!anonymous\":");
        out.push_str(if record.is_anonymous() { "true" } else { "false" });
        out.push_str(&shape.fields);
        out.push_str(",\"!locs\":[");
        for (i, &pos) in record.positions().iter().enumerate() {
            out.push_str(if i == 0 { "" } else { "," });
            push_string(out, self.locations.text(pos));
        }
        out.push_str("],\"!name\":");
        push_string(out, record.name());
        out.push_str(&shape.superclasses);
        let values = record.values();
        let fields = shape.members.iter().try_for_each(|(slot, key)| {
            out.push_str(key);
            self.value(out, values[*slot as usize], 0)
        });
        out.push('}');
        self.shapes[id] = Some(shape);
        fields.map_err(|TooDeep| {
            let name = record.name();
            let message = format!("Record `{name}' has a value nested more than {MAX_DEPTH} deep");
            FieldError::new(Code::EvaluationLimit, record, message)
        })
    }
}

struct TooDeep;

/// Values. Object members are in byte order: `args`, `def`, `index`, `kind`, `name`, `operator`,
/// `printable`, `var`.
impl JsonDump<'_> {
    fn value(&mut self, out: &mut TextOutput<'_>, id: ValueId, depth: u32) -> Result<(), TooDeep> {
        if depth == MAX_DEPTH {
            return Err(TooDeep);
        }
        match self.store.value(id) {
            Value::Unset | Value::Refused => out.push_str("null"),
            Value::Bit(bit) => out.push(if bit { '1' } else { '0' }),
            Value::Int(number) => append!(out, number),
            Value::String(text) | Value::Code(text) => push_string(out, self.store.str(text)),
            Value::Bits(bits) => self.bits(out, bits, depth)?,
            Value::List(list) => {
                out.push('[');
                for (i, &element) in list.elements.iter().enumerate() {
                    out.push_str(if i == 0 { "" } else { "," });
                    self.value(out, element, depth + 1)?;
                }
                out.push(']');
            }
            Value::Def(record) => {
                let name = self.store.record(record).name();
                out.push_str("{\"def\":");
                // A record's printable text is its name: the escaped text is copied, not escaped
                // again.
                let text = out.text();
                let start = text.len();
                push_string(text, name);
                let end = text.len();
                text.push_str(",\"kind\":\"def\",\"printable\":");
                text.extend_from_within(start..end);
                text.push('}');
            }
            Value::Dag(dag) => self.dag(out, id, dag, depth)?,
            Value::Var { name, .. } => {
                out.push_str("{\"kind\":\"var\"");
                self.printable(out, id);
                self.variable(out, name);
            }
            Value::VarBit { of, bit } => {
                if let Value::Var { name, .. } = self.store.value(of) {
                    out.push_str("{\"index\":");
                    append!(out, i64::from(bit));
                    out.push_str(",\"kind\":\"varbit\"");
                    self.printable(out, id);
                    self.variable(out, name);
                } else {
                    self.complex(out, id)
                }
            }
            Value::AnonymousName(_)
            | Value::Field { .. }
            | Value::Instance { .. }
            | Value::Op { .. } => self.complex(out, id),
        }
        Ok(())
    }

    fn complex(&mut self, out: &mut TextOutput<'_>, id: ValueId) {
        out.push_str("{\"kind\":\"complex\"");
        self.printable(out, id);
        out.push('}');
    }

    fn variable(&self, out: &mut TextOutput<'_>, name: Symbol) {
        out.push_str(",\"var\":");
        push_string(out, self.store.str(name));
        out.push('}');
    }

    /// Writes the value in TableGen syntax.
    fn printable(&mut self, out: &mut TextOutput<'_>, id: ValueId) {
        out.push_str(",\"printable\":");
        let mut text = JsonString::begin(&mut self.printable, out);
        self.store.write_value(&mut text, id);
        text.end();
    }

    fn bits(
        &mut self,
        out: &mut TextOutput<'_>,
        bits: Bits<'_>,
        depth: u32,
    ) -> Result<(), TooDeep> {
        out.push('[');
        for (i, bit) in bits.iter().enumerate() {
            out.push_str(if i == 0 { "" } else { "," });
            self.value(out, bit, depth + 1)?;
        }
        out.push(']');
        Ok(())
    }

    fn dag(
        &mut self,
        out: &mut TextOutput<'_>,
        id: ValueId,
        dag: Dag<'_>,
        depth: u32,
    ) -> Result<(), TooDeep> {
        out.push_str("{\"args\":[");
        for (i, arg) in dag.args.iter().enumerate() {
            out.push_str(if i == 0 { "[" } else { ",[" });
            self.value(out, arg.value, depth + 1)?;
            out.push(',');
            match arg.name {
                Some(name) => push_string(out, self.store.str(name)),
                None => out.push_str("null"),
            }
            out.push(']');
        }
        out.push_str("],\"kind\":\"dag\"");
        if let Some(name) = dag.operator_name {
            out.push_str(",\"name\":");
            push_string(out, self.store.str(name));
        }
        out.push_str(",\"operator\":");
        self.value(out, dag.operator, depth + 1)?;
        self.printable(out, id);
        out.push('}');
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::output_of;
    use expect_test::{Expect, expect};
    use tablewright_backend::Options;

    fn check(input: &str, expected: Expect) {
        expected.assert_eq(&output_of(&BACKEND, &Options::new(), input));
    }

    #[test]
    fn objects_list_their_members_in_byte_order() {
        check(
            "class C;\nclass B : C { int z = 1; field bits<2> Y = {?, 1}; bit a = 0; }\ndef b : B;\ndef : C;\n",
            expect![[r#"
                {"!instanceof":{"B":["b"],"C":["anonymous_0","b"]},"!tablegen_json_version":1,"anonymous_0":{"!anonymous":true,"!fields":[],"!locs":["test.td:4"],"!name":"anonymous_0","!superclasses":["C"]},"b":{"!anonymous":false,"!fields":["Y"],"!locs":["test.td:3"],"!name":"b","!superclasses":["C","B"],"Y":[1,null],"a":0,"z":1}}
            "#]],
        );
    }

    #[test]
    fn values() {
        check(
            r#"class C;
def o : C;
def v {
  int i = -12; string s = "\"\\\t\n é"; code c = [{ c }]; list<int> e = []; C r = o; int u = ?;
  dag d = (o:$name "x":$a, ?, (o)); bits<2> b = 2; list<list<int>> ll = [[1], []];
}
"#,
            expect![[r#"
                {"!instanceof":{"C":["o"]},"!tablegen_json_version":1,"o":{"!anonymous":false,"!fields":[],"!locs":["test.td:2"],"!name":"o","!superclasses":["C"]},"v":{"!anonymous":false,"!fields":[],"!locs":["test.td:3"],"!name":"v","!superclasses":[],"b":[0,1],"c":" c ","d":{"args":[["x","a"],[null,null],[{"args":[],"kind":"dag","operator":{"def":"o","kind":"def","printable":"o"},"printable":"(o)"},null]],"kind":"dag","name":"name","operator":{"def":"o","kind":"def","printable":"o"},"printable":"(o:name \"x\":$a, ?, (o))"},"e":[],"i":-12,"ll":[[1],[]],"r":{"def":"o","kind":"def","printable":"o"},"s":"\"\\\t\n é","u":null}}
            "#]],
        );
    }

    #[test]
    fn names_may_sort_before_or_be_those_of_other_keys() {
        check(
            r#"def ""; def " "; def "!instanceof"; def "!m"; def "!tablegen_json_version"; def "\"";"#,
            expect![[r#"
                {"":{"!anonymous":false,"!fields":[],"!locs":["test.td:1"],"!name":"","!superclasses":[]}," ":{"!anonymous":false,"!fields":[],"!locs":["test.td:1"],"!name":" ","!superclasses":[]},"!instanceof":{},"!m":{"!anonymous":false,"!fields":[],"!locs":["test.td:1"],"!name":"!m","!superclasses":[]},"!tablegen_json_version":{"!anonymous":false,"!fields":[],"!locs":["test.td:1"],"!name":"!tablegen_json_version","!superclasses":[]},"\"":{"!anonymous":false,"!fields":[],"!locs":["test.td:1"],"!name":"\"","!superclasses":[]}}
            "#]],
        );
    }

    #[test]
    fn values_nested_deeply_are_written() {
        let input = "def o;\ndef r { dag d = !foldl((o), !range(1990), acc, i, (o acc)); }\n";
        let text = output_of(&BACKEND, &Options::new(), input);
        assert!(text.ends_with("}\n"), "{}", text.len());
    }

    #[test]
    fn values_nested_too_deeply_are_an_error() {
        check(
            "def o;\ndef r { dag d = !foldl((o), !range(3000), acc, i, (o acc)); }\n",
            expect![[r#"
                error: Record `r' has a value nested more than 2000 deep
            "#]],
        );
    }
}
