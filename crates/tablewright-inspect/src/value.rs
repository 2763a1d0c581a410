//! Record values in answers.

use std::cmp::Ordering;
use std::fmt;

use serde::{Serialize, Serializer};
use tablewright_records::{RecordStore, Value, ValueId, natural_order};

/// Maximum nesting depth in answers. Deeper parts are converted to text.
const MAX_DEPTH: u32 = 50;

/// A record value.
///
/// In JSON, numbers are numbers; bits are strings such as `"0b01?1"`; strings and records are
/// strings; lists are arrays; a dag is an object with `operator` and `arguments`; `?` and missing
/// fields are `null`. [`Display`](fmt::Display) formats the value for people.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum QueryValue {
    /// The record does not have the field.
    Missing,
    /// `?`
    Unset,
    /// A number, or a single bit.
    Int(i64),
    /// A bit sequence as text, highest bit first: `0b01?1`.
    Bits(String),
    /// A string.
    Text(String),
    /// The name of a record.
    Record(String),
    /// A list.
    List(Vec<QueryValue>),
    /// A dag.
    Dag(Box<DagValue>),
    /// The text of an unresolved value.
    Unresolved(String),
}

/// A dag.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize)]
pub struct DagValue {
    /// The operator.
    pub operator: QueryValue,
    /// The operator's name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The arguments, in order.
    pub arguments: Vec<DagArgument>,
}

/// An argument of a dag.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize)]
pub struct DagArgument {
    /// The value.
    pub value: QueryValue,
    /// The name, without `$`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
}

impl QueryValue {
    /// Converts a value.
    pub fn new(store: &RecordStore, id: ValueId) -> QueryValue {
        value_of(store, id, 0)
    }

    /// Converts a bit sequence, highest bit first.
    pub(crate) fn from_bits(bits: impl IntoIterator<Item = ValueId>) -> QueryValue {
        let digits = bits.into_iter().map(|bit| match bit {
            ValueId::TRUE => '1',
            ValueId::FALSE => '0',
            _ => '?',
        });
        QueryValue::Bits("0b".chars().chain(digits).collect())
    }

    /// Returns the kind's rank in the value order.
    fn rank(&self) -> u32 {
        match self {
            QueryValue::Int(_) => 0,
            QueryValue::Bits(_) => 1,
            QueryValue::Text(_) => 2,
            QueryValue::Record(_) => 3,
            QueryValue::List(_) => 4,
            QueryValue::Dag(_) => 5,
            QueryValue::Unresolved(_) => 6,
            QueryValue::Unset => 7,
            QueryValue::Missing => 8,
        }
    }

    fn write(&self, f: &mut fmt::Formatter<'_>, is_nested: bool) -> fmt::Result {
        match self {
            QueryValue::Missing => Ok(()),
            QueryValue::Unset => f.write_str("?"),
            QueryValue::Int(number) => write!(f, "{number}"),
            QueryValue::Text(text) if is_nested => write!(f, "\"{text}\""),
            QueryValue::Bits(text)
            | QueryValue::Text(text)
            | QueryValue::Record(text)
            | QueryValue::Unresolved(text) => f.write_str(text),
            QueryValue::List(elements) => {
                f.write_str("[")?;
                for (i, element) in elements.iter().enumerate() {
                    f.write_str(if i == 0 { "" } else { ", " })?;
                    element.write(f, true)?;
                }
                f.write_str("]")
            }
            QueryValue::Dag(dag) => {
                f.write_str("(")?;
                dag.operator.write(f, true)?;
                write_name(f, dag.name.as_deref())?;
                for (i, argument) in dag.arguments.iter().enumerate() {
                    f.write_str(if i == 0 { " " } else { ", " })?;
                    argument.value.write(f, true)?;
                    write_name(f, argument.name.as_deref())?;
                }
                f.write_str(")")
            }
        }
    }
}

/// Formats a value for people. The format is the same as in the language, except for short bit
/// sequences: `{ 0b01, rd{4-0} }`.
pub(crate) fn shown_text(store: &RecordStore, value: ValueId) -> String {
    let Value::Bits(bits) = store.value(value) else { return store.value_text(value) };
    bits_shown(store, &bits.iter().rev().collect::<Vec<_>>())
}

/// Formats a bit sequence for people, highest bit first. Adjacent digits form a number, and
/// adjacent bits of another value form a range.
pub(crate) fn bits_shown(store: &RecordStore, bits: &[ValueId]) -> String {
    let runs = bits.chunk_by(|&high, &low| match (store.value(high), store.value(low)) {
        (Value::VarBit { of, bit }, Value::VarBit { of: next, bit: low }) => {
            of == next && bit == low + 1
        }
        _ => is_digit(high) && is_digit(low),
    });
    let texts: Vec<String> = runs.map(|run| run_text(store, run)).collect();
    match &texts[..] {
        [digits] if bits.iter().all(|&bit| is_digit(bit)) => digits.clone(),
        texts => format!("{{ {} }}", texts.join(", ")),
    }
}

/// Whether a bit has a digit: `0`, `1` or `?`.
fn is_digit(bit: ValueId) -> bool {
    matches!(bit, ValueId::FALSE | ValueId::TRUE | ValueId::UNSET)
}

fn run_text(store: &RecordStore, run: &[ValueId]) -> String {
    let last = run.last().map(|&last| store.value(last));
    match (store.value(run[0]), last) {
        (Value::VarBit { of, bit: high }, Some(Value::VarBit { bit: low, .. })) if high != low => {
            format!("{}{{{high}-{low}}}", store.value_text(of))
        }
        _ if is_digit(run[0]) => QueryValue::from_bits(run.iter().copied()).to_string(),
        _ => store.value_text(run[0]),
    }
}

fn write_name(f: &mut fmt::Formatter<'_>, name: Option<&str>) -> fmt::Result {
    name.map_or(Ok(()), |name| write!(f, ":${name}"))
}

fn value_of(store: &RecordStore, id: ValueId, depth: u32) -> QueryValue {
    let part = |part: ValueId| value_of(store, part, depth + 1);
    match store.value(id) {
        Value::Unset => QueryValue::Unset,
        Value::Bit(bit) => QueryValue::Int(i64::from(bit)),
        Value::Int(number) => QueryValue::Int(number),
        Value::String(text) | Value::Code(text) => QueryValue::Text(store.str(text).to_owned()),
        Value::Def(record) => QueryValue::Record(store.record(record).name().to_owned()),
        Value::Bits(bits) => QueryValue::from_bits(bits.iter().rev()),
        Value::List(list) if depth < MAX_DEPTH => {
            QueryValue::List(list.elements.iter().map(|&element| part(element)).collect())
        }
        Value::Dag(dag) if depth < MAX_DEPTH => {
            let name = |name: Option<_>| name.map(|name| store.str(name).to_owned());
            let argument = |argument: &tablewright_records::DagArg| DagArgument {
                value: part(argument.value),
                name: name(argument.name),
            };
            QueryValue::Dag(Box::new(DagValue {
                operator: part(dag.operator),
                name: name(dag.operator_name),
                arguments: dag.args.iter().map(argument).collect(),
            }))
        }
        Value::Refused
        | Value::List(_)
        | Value::Dag(_)
        | Value::AnonymousName(_)
        | Value::Var { .. }
        | Value::VarBit { .. }
        | Value::Field { .. }
        | Value::Instance { .. }
        | Value::Op { .. } => QueryValue::Unresolved(store.value_text(id)),
    }
}

impl fmt::Display for QueryValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write(f, false)
    }
}

impl Serialize for QueryValue {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            QueryValue::Missing | QueryValue::Unset => serializer.serialize_none(),
            QueryValue::Int(number) => serializer.serialize_i64(*number),
            QueryValue::Bits(text)
            | QueryValue::Text(text)
            | QueryValue::Record(text)
            | QueryValue::Unresolved(text) => serializer.serialize_str(text),
            QueryValue::List(elements) => elements.serialize(serializer),
            QueryValue::Dag(dag) => dag.serialize(serializer),
        }
    }
}

/// Numbers by size, names in natural order. Unset and missing values are last.
impl Ord for QueryValue {
    fn cmp(&self, other: &QueryValue) -> Ordering {
        let by_rank = || self.rank().cmp(&other.rank());
        match (self, other) {
            (QueryValue::Int(a), QueryValue::Int(b)) => a.cmp(b),
            (QueryValue::Bits(a), QueryValue::Bits(b)) => (a.len(), a).cmp(&(b.len(), b)),
            (QueryValue::Text(a), QueryValue::Text(b))
            | (QueryValue::Record(a), QueryValue::Record(b))
            | (QueryValue::Unresolved(a), QueryValue::Unresolved(b)) => {
                natural_order(a, b).then_with(|| a.cmp(b))
            }
            (QueryValue::List(a), QueryValue::List(b)) => a.cmp(b),
            (QueryValue::Dag(a), QueryValue::Dag(b)) => dag_key(a).cmp(&dag_key(b)),
            (
                QueryValue::Missing
                | QueryValue::Unset
                | QueryValue::Int(_)
                | QueryValue::Bits(_)
                | QueryValue::Text(_)
                | QueryValue::Record(_)
                | QueryValue::List(_)
                | QueryValue::Dag(_)
                | QueryValue::Unresolved(_),
                _,
            ) => by_rank(),
        }
    }
}

impl PartialOrd for QueryValue {
    fn partial_cmp(&self, other: &QueryValue) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// Returns the sort key of a dag: the operator, then each argument with its name.
fn dag_key(dag: &DagValue) -> Vec<(&QueryValue, Option<&str>)> {
    let arguments =
        dag.arguments.iter().map(|argument| (&argument.value, argument.name.as_deref()));
    std::iter::once((&dag.operator, dag.name.as_deref())).chain(arguments).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use tablewright_test_support::Description;

    const RECORDS: &str = r#"
class C;
def x : C;
def r {
  int i = -7;
  bit b = 1;
  bits<4> bs = {1, 0, ?, 1};
  string s = "text";
  dag d = (x:$o 1:$one, "s");
  C c = x;
  list<string> l = ["a", [{b}]];
  C none = ?;
}
"#;

    #[test]
    fn values_have_a_text_and_a_form_in_json() {
        let store = Description::new(RECORDS).store();
        let r = store.record(store.find_record("r").expect("defined"));
        for (field, text, json) in [
            ("i", "-7", "-7"),
            ("b", "1", "1"),
            ("bs", "0b10?1", "\"0b10?1\""),
            ("s", "text", "\"text\""),
            (
                "d",
                "(x:$o 1:$one, \"s\")",
                r#"{"operator":"x","name":"o","arguments":[{"value":1,"name":"one"},{"value":"s"}]}"#,
            ),
            ("c", "x", "\"x\""),
            ("l", "[\"a\", \"b\"]", r#"["a","b"]"#),
            ("none", "?", "null"),
        ] {
            let value = QueryValue::new(&store, r.value(field).expect("it has the field"));
            let in_json = serde_json::to_string(&value).expect("it can be written");
            assert_eq!((value.to_string().as_str(), in_json.as_str()), (text, json), "{field}");
        }
    }

    #[test]
    fn numbers_come_before_names_and_unset_values_last() {
        let mut values = [
            QueryValue::Missing,
            QueryValue::Record("R10".into()),
            QueryValue::Unset,
            QueryValue::Record("R9".into()),
            QueryValue::Int(2),
            QueryValue::Int(-1),
        ];
        values.sort();
        let texts: Vec<String> = values.iter().map(QueryValue::to_string).collect();
        assert_eq!(texts, ["-1", "2", "R9", "R10", "?", ""]);
    }
}
