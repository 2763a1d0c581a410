//! Values together with their store, for programs that walk through them.
//!
//! A [`ValueId`] has four bytes and is meaningful only with its store. A [`ValueRef`] contains both, so that it can
//! print itself, and its parts are [`ValueRef`]s too. Analyses keep ids because they outlive borrowed values.

use std::fmt;

use crate::ids::TypeId;
use crate::store::{Record, RecordStore};
use crate::value::{Bits, Dag, DagArg, List, Value, ValueId};

/// A value in a [`RecordStore`]. It is displayed in TableGen syntax, with strings in quotes.
///
/// ```
/// use tablewright_records::{LoadOptions, load};
/// # struct NoFiles;
/// # impl tablewright_syntax::FileProvider for NoFiles {
/// #     fn include(&mut self, _: &str) -> Option<tablewright_syntax::IncludedFile> { None }
/// # }
/// # let text = "def op; def x { dag Pattern = (op 7:$imm, [\"a\", \"b\"]); }";
/// # let store = load("x.td".into(), text.into(), &mut NoFiles, &LoadOptions::default()).store;
/// // def op; def x { dag Pattern = (op 7:$imm, ["a", "b"]); }
/// let pattern = store.get("x").and_then(|x| x.get("Pattern")).expect("x has a pattern");
/// assert_eq!(pattern.to_string(), "(op 7:$imm, [\"a\", \"b\"])");
/// let dag = pattern.as_dag().expect("it is a dag");
/// assert_eq!(dag.arg("imm").and_then(|imm| imm.as_int()), Some(7));
/// ```
#[doc(alias = "Init")]
#[derive(Clone, Copy)]
pub struct ValueRef<'a> {
    store: &'a RecordStore,
    id: ValueId,
}

impl<'a> ValueRef<'a> {
    pub(crate) fn new(store: &'a RecordStore, id: ValueId) -> ValueRef<'a> {
        ValueRef { store, id }
    }

    /// Returns the id. Equal values have equal ids.
    pub fn id(self) -> ValueId {
        self.id
    }

    /// Returns the store that contains the value.
    pub fn store(self) -> &'a RecordStore {
        self.store
    }

    /// Returns the value as an enum for matching.
    pub fn value(self) -> Value<'a> {
        self.store.value(self.id)
    }

    /// Returns whether the value is `?`.
    pub fn is_unset(self) -> bool {
        self.id == ValueId::UNSET
    }

    /// Returns the bit.
    pub fn as_bit(self) -> Option<bool> {
        self.value().as_bit()
    }

    /// Returns the integer. For bits as a number, see [`BitsRef::to_int`].
    pub fn as_int(self) -> Option<i64> {
        self.value().as_int()
    }

    /// Returns the text of a string or `[{ … }]`, without quotes.
    pub fn as_str(self) -> Option<&'a str> {
        self.value().as_text().map(|text| self.store.str(text))
    }

    /// Returns the row of bits.
    pub fn as_bits(self) -> Option<BitsRef<'a>> {
        let bits = self.value().as_bits()?;
        Some(BitsRef { store: self.store, bits })
    }

    /// Returns the list.
    pub fn as_list(self) -> Option<ListRef<'a>> {
        let list = self.value().as_list()?;
        Some(ListRef { store: self.store, list })
    }

    /// Returns the dag.
    pub fn as_dag(self) -> Option<DagRef<'a>> {
        let dag = self.value().as_dag()?;
        Some(DagRef { store: self.store, id: self.id, dag })
    }

    /// Returns the record.
    pub fn as_record(self) -> Option<Record<'a>> {
        self.value().as_def().map(|record| self.store.record(record))
    }
}

impl PartialEq for ValueRef<'_> {
    /// Returns whether both are the same value in the same store.
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self.store, other.store) && self.id == other.id
    }
}

impl Eq for ValueRef<'_> {}

impl fmt::Display for ValueRef<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.store.value_text(self.id))
    }
}

impl fmt::Debug for ValueRef<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A list, with the store that it belongs to.
///
/// ```
/// use tablewright_records::{LoadOptions, load};
/// # struct NoFiles;
/// # impl tablewright_syntax::FileProvider for NoFiles {
/// #     fn include(&mut self, _: &str) -> Option<tablewright_syntax::IncludedFile> { None }
/// # }
/// let text = r#"def x { list<int> L = [1, 2, 3]; }"#;
/// let store = load("x.td".into(), text.into(), &mut NoFiles, &LoadOptions::default()).store;
/// let list = store.get("x").and_then(|x| x.get("L")).and_then(|value| value.as_list());
/// let list = list.expect("it is a list");
/// assert_eq!(list.len(), 3);
/// assert_eq!(list.iter().filter_map(|element| element.as_int()).sum::<i64>(), 6);
/// ```
#[doc(alias = "ListInit")]
#[derive(Clone, Copy)]
pub struct ListRef<'a> {
    store: &'a RecordStore,
    list: List<'a>,
}

impl<'a> ListRef<'a> {
    /// Returns the number of elements.
    pub fn len(self) -> usize {
        self.list.elements.len()
    }

    /// Returns whether the list is empty.
    pub fn is_empty(self) -> bool {
        self.list.elements.is_empty()
    }

    /// Returns the element at an index.
    pub fn get(self, index: usize) -> Option<ValueRef<'a>> {
        self.list.elements.get(index).map(|&id| ValueRef::new(self.store, id))
    }

    /// Iterates over the elements in order.
    pub fn iter(
        self,
    ) -> impl Iterator<Item = ValueRef<'a>> + DoubleEndedIterator + ExactSizeIterator {
        self.list.elements.iter().map(move |&id| ValueRef::new(self.store, id))
    }

    /// Returns the element type.
    pub fn element_type(self) -> TypeId {
        self.list.element_type
    }
}

impl fmt::Debug for ListRef<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

/// A dag, with the store that it belongs to. It is shown as TableGen writes it.
///
/// ```
/// use tablewright_records::{LoadOptions, load};
/// # struct NoFiles;
/// # impl tablewright_syntax::FileProvider for NoFiles {
/// #     fn include(&mut self, _: &str) -> Option<tablewright_syntax::IncludedFile> { None }
/// # }
/// let text = r#"def add; def x { dag D = (add 1:$a, (add)); }"#;
/// let store = load("x.td".into(), text.into(), &mut NoFiles, &LoadOptions::default()).store;
/// let dag = store.get("x").and_then(|x| x.get("D")).and_then(|value| value.as_dag());
/// let dag = dag.expect("it is a dag");
/// assert_eq!(dag.operator().to_string(), "add");
/// let args: Vec<String> = dag.args().map(|(name, value)| format!("{name:?} {value}")).collect();
/// assert_eq!(args, ["Some(\"a\") 1", "None (add)"]);
/// ```
#[doc(alias = "DagInit")]
#[derive(Clone, Copy)]
pub struct DagRef<'a> {
    store: &'a RecordStore,
    id: ValueId,
    dag: Dag<'a>,
}

impl<'a> DagRef<'a> {
    /// Returns the operator: a record, or `?`.
    pub fn operator(self) -> ValueRef<'a> {
        ValueRef::new(self.store, self.dag.operator)
    }

    /// Returns the operator name, without `$`.
    pub fn operator_name(self) -> Option<&'a str> {
        self.dag.operator_name.map(|name| self.store.str(name))
    }

    /// Returns the number of arguments.
    pub fn len(self) -> usize {
        self.dag.args.len()
    }

    /// Returns whether the dag has no arguments.
    pub fn is_empty(self) -> bool {
        self.dag.args.is_empty()
    }

    /// Iterates over the arguments, each with its name without `$`.
    pub fn args(
        self,
    ) -> impl Iterator<Item = (Option<&'a str>, ValueRef<'a>)> + DoubleEndedIterator + ExactSizeIterator
    {
        self.dag.args.iter().map(move |arg| self.named(arg))
    }

    /// Returns the argument at an index, with its name without `$`.
    pub fn arg_at(self, index: usize) -> Option<(Option<&'a str>, ValueRef<'a>)> {
        self.dag.args.get(index).map(|arg| self.named(arg))
    }

    /// Returns the first argument called `name`, without `$`.
    pub fn arg(self, name: &str) -> Option<ValueRef<'a>> {
        let name = self.store.symbols().get(name)?;
        let argument = self.dag.args.iter().find(|arg| arg.name == Some(name))?;
        Some(ValueRef::new(self.store, argument.value))
    }

    fn named(self, arg: &DagArg) -> (Option<&'a str>, ValueRef<'a>) {
        (arg.name.map(|name| self.store.str(name)), ValueRef::new(self.store, arg.value))
    }
}

impl fmt::Display for DagRef<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.store.value_text(self.id))
    }
}

impl fmt::Debug for DagRef<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A row of bits, with the store that it belongs to.
///
/// ```
/// use tablewright_records::{LoadOptions, load};
/// # struct NoFiles;
/// # impl tablewright_syntax::FileProvider for NoFiles {
/// #     fn include(&mut self, _: &str) -> Option<tablewright_syntax::IncludedFile> { None }
/// # }
/// let text = r#"def x { bits<2> rd; bits<4> Inst = { rd, 0, 1 }; }"#;
/// let store = load("x.td".into(), text.into(), &mut NoFiles, &LoadOptions::default()).store;
/// use tablewright_records::BitSource;
///
/// let inst = store.get("x").and_then(|x| x.get("Inst")).and_then(|value| value.as_bits());
/// let inst = inst.expect("they are bits");
/// // Bit 0 is the lowest one, which is written last.
/// assert_eq!(inst.source(0), Some(BitSource::One));
/// assert_eq!(inst.source(2), Some(BitSource::Field { field: "rd", bit: 0 }));
/// ```
#[doc(alias = "BitsInit")]
#[derive(Clone, Copy)]
pub struct BitsRef<'a> {
    store: &'a RecordStore,
    bits: Bits<'a>,
}

/// A bit's source: a constant, or a field without a value so far. For example, an instruction encoding contains operand
/// bits from fields.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BitSource<'a> {
    /// 0.
    Zero,
    /// 1.
    One,
    /// `?`
    Unset,
    /// A bit of a field in the same record, for example bit 2 of `rd` for `rd{2}`. A field of type `bit` has only bit
    /// 0.
    Field {
        /// Field name.
        field: &'a str,
        /// Bit number.
        bit: u32,
    },
    /// Another unknown value, for example an operation that is not possible.
    Other(ValueRef<'a>),
}

impl<'a> BitsRef<'a> {
    /// Returns the number of bits.
    pub fn len(self) -> usize {
        self.bits.len()
    }

    /// Returns whether the row is empty.
    pub fn is_empty(self) -> bool {
        self.bits.is_empty()
    }

    /// Returns the bits as a number, without bits after the 64th. `None` if a bit is not 0 or 1.
    pub fn to_int(self) -> Option<i64> {
        self.bits.to_int()
    }

    /// Returns the source of bit `index`; bit 0 is the lowest.
    pub fn source(self, index: usize) -> Option<BitSource<'a>> {
        (index < self.bits.len()).then(|| self.source_of(self.bits.get(index)))
    }

    /// Returns the source of each bit, bit 0 first.
    pub fn sources(
        self,
    ) -> impl Iterator<Item = BitSource<'a>> + DoubleEndedIterator + ExactSizeIterator {
        self.bits.iter().map(move |bit| self.source_of(bit))
    }

    fn source_of(self, id: ValueId) -> BitSource<'a> {
        let field = |of: ValueId, bit: u32| {
            if let Value::Var { name, .. } = self.store.value(of) {
                Some(BitSource::Field { field: self.store.str(name), bit })
            } else {
                None
            }
        };
        let constant = match id {
            ValueId::FALSE => Some(BitSource::Zero),
            ValueId::TRUE => Some(BitSource::One),
            ValueId::UNSET => Some(BitSource::Unset),
            _ => None,
        };
        constant
            .or_else(|| match self.store.value(id).as_var_bit() {
                Some((of, bit)) => field(of, bit),
                None => field(id, 0),
            })
            .unwrap_or(BitSource::Other(ValueRef::new(self.store, id)))
    }
}

impl fmt::Debug for BitsRef<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.sources()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_support::store_of;

    const RECORDS: &str = "class C; def op; def x : C {
  bits<2> rd;
  bit wide;
  bits<6> Inst = { wide, rd{1}, rd{0}, ?, 1, 0 };
  dag D = (op:$o 1:$a, \"s\", x:$b);
  list<int> L = [1, 2];
  code T = [{text}];
  C None = ?;
}";

    #[test]
    fn values_have_their_parts() {
        let store = store_of(RECORDS);
        let x = store.get("x").expect("it is defined");
        let value = |field: &str| x.get(field).expect("it is declared");
        assert!(value("None").is_unset() && value("None").as_record().is_none());
        assert_eq!(
            (value("T").as_str(), value("T").to_string()),
            (Some("text"), "[{text}]".into())
        );
        let list = value("L").as_list().expect("it is a list");
        let numbers: Vec<Option<i64>> = list.iter().map(ValueRef::as_int).collect();
        assert_eq!((numbers, list.len()), (vec![Some(1), Some(2)], 2));
        assert_eq!((list.get(1).and_then(ValueRef::as_int), list.get(2)), (Some(2), None));
        assert_eq!(format!("{:>8}|{list:?}", value("L")), "  [1, 2]|[1, 2]");
        assert!(x.get("absent").is_none() && store.get("absent").is_none());
    }

    #[test]
    fn dags_have_named_arguments() {
        let store = store_of(RECORDS);
        let dag = store.get("x").and_then(|x| x.get("D")).and_then(ValueRef::as_dag);
        let dag = dag.expect("it is a dag");
        assert_eq!(dag.operator().as_record().map(|op| op.name()), Some("op"));
        assert_eq!((dag.operator_name(), dag.len()), (Some("o"), 3));
        let args: Vec<String> =
            dag.args().map(|(name, value)| format!("{name:?} {value}")).collect();
        assert_eq!(args, ["Some(\"a\") 1", "None \"s\"", "Some(\"b\") x"]);
        assert_eq!(dag.arg("b").and_then(ValueRef::as_record), store.get("x"));
        assert!(dag.arg("o").is_none() && dag.arg("never used").is_none());
        assert_eq!(dag.arg_at(1).and_then(|(_, value)| value.as_str()), Some("s"));
        assert_eq!(dag.to_string(), "(op:$o 1:$a, \"s\", x:$b)");
    }

    #[test]
    fn bits_say_where_they_come_from() {
        let store = store_of(RECORDS);
        let bits = store.get("x").and_then(|x| x.get("Inst")).and_then(ValueRef::as_bits);
        let bits = bits.expect("it is a row of bits");
        let field = |field, bit| BitSource::Field { field, bit };
        let sources: Vec<BitSource<'_>> = bits.sources().collect();
        assert_eq!(
            sources,
            [
                BitSource::Zero,
                BitSource::One,
                BitSource::Unset,
                field("rd", 0),
                field("rd", 1),
                field("wide", 0)
            ]
        );
        assert_eq!((bits.to_int(), bits.len(), bits.source(6)), (None, 6, None));
    }
}
