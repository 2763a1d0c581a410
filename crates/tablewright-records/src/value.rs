//! Values: interned, so that equal values have equal ids.
//!
//! One append-only arena contains every value in a run, in two halves. A *closed* value does not depend on the values
//! of names. An *open* value mentions a variable or an operation that is not possible yet. A bit in the id selects the
//! half, so resolving a closed value does not even load it.

mod arena;
mod dense_cache;
mod effect;
mod hash;
mod intern;
mod name_set;

mod node;
mod rewind;

use std::num::NonZeroU32;

use crate::ids::{ClassId, RecordId, TypeId};
use tablewright_index::Idx;
use tablewright_syntax::bang::BangOp;
use tablewright_syntax::symbol::Symbol;

pub(crate) use arena::{ArenaTypeSource, FIRST_ROOM, OpenParts, PartRange, Values};
pub(crate) use effect::ValueEffect;
pub(crate) use name_set::NameSet;
pub(crate) use rewind::ValuesPoint;

const OPEN: u32 = 1 << 31;

/// Value id; equal ids are equal values.
#[doc(alias = "Init")]
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct ValueId(NonZeroU32);

impl ValueId {
    // These are the ids of the nodes that `Values::new` pushes first, in the same order.
    /// `?`
    pub const UNSET: ValueId = ValueId::new(0, 0);
    /// The bit 0.
    pub const FALSE: ValueId = ValueId::new(1, 0);
    /// The bit 1.
    pub const TRUE: ValueId = ValueId::new(2, 0);
    /// A field value that replaces an invalid value. The error has been reported.
    pub const REFUSED: ValueId = ValueId::new(3, 0);

    /// Returns the id for an index in one half of the arena. `open` is zero for the closed half and [`OPEN`] for the
    /// open half.
    const fn new(index: u32, open: u32) -> ValueId {
        // The stored number is the index plus 1: zero stays unused, so that `Option<ValueId>` has four bytes.
        match NonZeroU32::new((index + 1) | open) {
            Some(raw) => ValueId(raw),
            None => unreachable!(),
        }
    }

    /// Returns the value of a bit.
    pub fn bit(bit: bool) -> ValueId {
        if bit { ValueId::TRUE } else { ValueId::FALSE }
    }

    /// Iterates over the first `len` closed values, parts before the values that contain them.
    pub(crate) fn closed_ids(len: usize) -> impl Iterator<Item = ValueId> {
        (0..len).map(|index| ValueId::new(index as u32, 0))
    }

    /// Iterates over the first `len` open values, open parts before the values that contain them.
    pub(crate) fn open_ids(len: usize) -> impl Iterator<Item = ValueId> {
        (0..len).map(|index| ValueId::new(index as u32, OPEN))
    }

    /// Returns whether the value mentions a variable or contains an operation that is not possible yet.
    pub fn is_open(self) -> bool {
        self.0.get() & OPEN != 0
    }

    /// Returns whether any of the values is open.
    pub(crate) fn any_is_open<const N: usize>(values: &[ValueId; N]) -> bool {
        // The ids are combined first, so that there is a single branch instead of a branch for each id.
        values.iter().fold(0, |bits, value| bits | value.0.get()) & OPEN != 0
    }

    /// Returns a unique nonzero number for compact tables.
    pub(crate) fn raw(self) -> u32 {
        self.0.get()
    }

    /// Returns the index in the id's half of the arena.
    pub(crate) fn index(self) -> usize {
        (self.0.get() & !OPEN) as usize - 1
    }

    /// Returns the index in the open half. The value must be open.
    #[inline]
    pub(crate) fn open_index(self) -> OpenIndex {
        debug_assert!(self.is_open(), "{self:?} is open");
        OpenIndex(self.0.get() & !OPEN)
    }

    /// Returns the index in the closed half. The value must be closed.
    #[inline]
    fn closed_index(self) -> ClosedIndex {
        debug_assert!(!self.is_open(), "{self:?} is closed");
        ClosedIndex(self.0.get())
    }
}

/// Index of an open value in its half of the arena, stored plus 1.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub(crate) struct OpenIndex(u32);

/// Index of a closed value in its half of the arena, stored plus 1.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
struct ClosedIndex(u32);

impl Idx for OpenIndex {
    #[inline]
    fn from_index(index: usize) -> OpenIndex {
        OpenIndex(half_index(index))
    }

    #[inline]
    fn index(self) -> usize {
        self.0 as usize - 1
    }
}

impl Idx for ClosedIndex {
    #[inline]
    fn from_index(index: usize) -> ClosedIndex {
        ClosedIndex(half_index(index))
    }

    #[inline]
    fn index(self) -> usize {
        self.0 as usize - 1
    }
}

/// Returns the stored number for an index in a half of the arena.
#[inline]
fn half_index(index: usize) -> u32 {
    // The highest bit of an id selects the half, so 31 bits are left for the index.
    assert!(index < OPEN as usize - 1, "fewer than 2^31 values of a kind");
    index as u32 + 1
}

impl std::fmt::Debug for ValueId {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}{}", if self.is_open() { "open" } else { "v" }, self.index())
    }
}

/// The operation in an unfinished value.
#[doc(alias(
    "OpInit",
    "UnOpInit",
    "BinOpInit",
    "TernOpInit",
    "CondOpInit",
    "FoldOpInit",
    "IsAOpInit",
    "ExistsOpInit"
))]
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Op {
    /// Bang operator of the regular form. `!range` and `!substr` have all three operands, associative operators
    /// exactly two.
    Bang(BangOp),
    /// `!cond`; operands: condition, value, condition, value, …
    Cond,
    /// `!foreach`; operands: variable (as a string), list or dag, body.
    Foreach,
    /// `!filter`; operands: variable (as a string), list, body.
    Filter,
    /// `!sort`; operands: variable (as a string), list, key.
    Sort,
    /// `!foldl`; operands: start, list, accumulator and item (as strings), body.
    Foldl,
    /// `list[index]`
    Element,
    /// `list[indices]`, with a list of integers as indices.
    Slice,
    /// `first...last`, a list of integers.
    ClosedRange,
}

/// A value's contents: the kind, with the parts.
///
/// ```
/// use tablewright_records::{LoadOptions, load};
/// # struct NoFiles;
/// # impl tablewright_syntax::FileProvider for NoFiles {
/// #     fn include(&mut self, _: &str) -> Option<tablewright_syntax::IncludedFile> { None }
/// # }
/// let text = r#"def x { list<int> L = [3, 4]; }"#;
/// let store = load("x.td".into(), text.into(), &mut NoFiles, &LoadOptions::default()).store;
/// use tablewright_records::Value;
///
/// let value = store.get("x").expect("it is defined").value("L")?;
/// let Value::List(list) = store.value(value) else { panic!("it is a list") };
/// let Value::Int(first) = store.value(list.elements[0]) else { panic!("it is an integer") };
/// assert_eq!((list.elements.len(), first), (2, 3));
/// # Ok::<(), tablewright_records::FieldError>(())
/// ```
#[doc(alias(
    "Init",
    "TypedInit",
    "UnsetInit",
    "BitInit",
    "IntInit",
    "StringInit",
    "DefInit",
    "AnonymousNameInit",
    "VarInit",
    "VarBitInit",
    "FieldInit",
    "VarDefInit"
))]
#[derive(Clone, Copy, Debug)]
pub enum Value<'a> {
    /// `?`
    Unset,
    /// A field value that replaces an invalid value. The error has been reported.
    Refused,
    /// A bit.
    Bit(bool),
    /// An integer.
    Int(i64),
    /// A quoted or computed string.
    String(Symbol),
    /// A string written as `[{ … }]`. Only its printed form differs from a quoted string.
    Code(Symbol),
    /// A row of bits. Each bit is 0, 1, `?`, or an open value of type `bit`.
    Bits(Bits<'a>),
    /// A list.
    List(List<'a>),
    /// A dag.
    Dag(Dag<'a>),
    /// A record.
    Def(RecordId),
    /// The name of an anonymous record to which no name is assigned yet.
    AnonymousName(u32),
    /// A template parameter, field or loop variable without a value so far.
    Var {
        /// Name. For a parameter, it is qualified by the class or multiclass.
        name: Symbol,
        /// The type.
        ty: TypeId,
    },
    /// A bit in an open value.
    VarBit {
        /// The value.
        of: ValueId,
        /// Bit number.
        bit: u32,
    },
    /// A field access, if the value is not a record yet or the record's field is not concrete.
    Field {
        /// The value.
        of: ValueId,
        /// Field name.
        field: Symbol,
        /// Field type.
        ty: TypeId,
    },
    /// `CLASS<args>` with arguments that are not known yet.
    Instance {
        /// The class.
        class: ClassId,
        /// Template arguments as written.
        args: &'a [InstanceArg],
    },
    /// An operation on values that are not known yet, or an operation that is impossible.
    Op {
        /// Operation.
        op: Op,
        /// Result type. For `!isa` and `!exists`, the type in angle brackets.
        ty: TypeId,
        /// The operands.
        args: &'a [ValueId],
    },
}

/// Accessors that return `None` for other kinds of values.
impl<'a> Value<'a> {
    /// Returns the integer.
    #[inline]
    pub fn as_int(self) -> Option<i64> {
        if let Value::Int(number) = self { Some(number) } else { None }
    }

    /// Returns the bit.
    #[inline]
    pub fn as_bit(self) -> Option<bool> {
        if let Value::Bit(bit) = self { Some(bit) } else { None }
    }

    /// Returns the text of a quoted string or a `[{ … }]`.
    #[inline]
    pub fn as_text(self) -> Option<Symbol> {
        if let Value::String(text) | Value::Code(text) = self { Some(text) } else { None }
    }

    /// Returns the row of bits.
    #[inline]
    pub fn as_bits(self) -> Option<Bits<'a>> {
        if let Value::Bits(bits) = self { Some(bits) } else { None }
    }

    /// Returns the list.
    #[inline]
    pub fn as_list(self) -> Option<List<'a>> {
        if let Value::List(list) = self { Some(list) } else { None }
    }

    /// Returns the dag.
    #[inline]
    pub fn as_dag(self) -> Option<Dag<'a>> {
        if let Value::Dag(dag) = self { Some(dag) } else { None }
    }

    /// Returns the record.
    #[inline]
    pub fn as_def(self) -> Option<RecordId> {
        if let Value::Def(record) = self { Some(record) } else { None }
    }

    /// Returns the open value and its bit number.
    #[inline]
    pub(crate) fn as_var_bit(self) -> Option<(ValueId, u32)> {
        if let Value::VarBit { of, bit } = self { Some((of, bit)) } else { None }
    }
}

/// A row of bits, bit 0 first.
#[doc(alias = "BitsInit")]
#[derive(Clone, Copy, Debug)]
pub struct Bits<'a>(BitsRepr<'a>);

#[derive(Clone, Copy, Debug)]
enum BitsRepr<'a> {
    Known { width: u32, bits: u64 },
    Mixed(&'a [ValueId]),
}

impl<'a> Bits<'a> {
    /// Returns the number of bits.
    pub fn len(self) -> usize {
        match self.0 {
            BitsRepr::Known { width, .. } => width as usize,
            BitsRepr::Mixed(bits) => bits.len(),
        }
    }

    /// Returns whether the row is empty.
    pub fn is_empty(self) -> bool {
        self.len() == 0
    }

    /// Returns bit `index`: [`ValueId::FALSE`], [`ValueId::TRUE`], [`ValueId::UNSET`] or an open value.
    ///
    /// # Panics
    ///
    /// If the bit does not exist.
    pub fn get(self, index: usize) -> ValueId {
        match self.0 {
            BitsRepr::Known { width, bits } => {
                assert!(index < width as usize, "bit {index} of {width}");
                ValueId::bit(bits >> index & 1 != 0)
            }
            BitsRepr::Mixed(bits) => bits[index],
        }
    }

    /// Iterates over the bits, bit 0 first.
    pub fn iter(
        self,
    ) -> impl Iterator<Item = ValueId> + DoubleEndedIterator + ExactSizeIterator + 'a {
        (0..self.len()).map(move |i| self.get(i))
    }

    /// Returns the bits as a number, without bits after the 64th. `None` if a bit is not 0 or 1.
    pub fn to_int(self) -> Option<i64> {
        match self.0 {
            // All 64 bits are kept, and bit 63 in a `bits<64>` becomes the sign.
            BitsRepr::Known { bits, .. } => Some(bits as i64),
            BitsRepr::Mixed(row) => {
                let mut number = 0u64;
                for (i, &bit) in row.iter().enumerate() {
                    match bit {
                        ValueId::FALSE => {}
                        ValueId::TRUE if i < 64 => number |= 1 << i,
                        ValueId::TRUE => {}
                        _ => return None,
                    }
                }
                Some(number as i64)
            }
        }
    }
}

/// A list.
#[doc(alias = "ListInit")]
#[derive(Clone, Copy, Debug)]
pub struct List<'a> {
    /// The elements.
    pub elements: &'a [ValueId],
    /// Element type.
    pub element_type: TypeId,
}

/// A dag.
#[doc(alias = "DagInit")]
#[derive(Clone, Copy, Debug)]
pub struct Dag<'a> {
    /// The operator: a record, `?`, or an open value.
    pub operator: ValueId,
    /// Operator name, without `$`.
    pub operator_name: Option<Symbol>,
    /// The arguments.
    pub args: &'a [DagArg],
}

impl<'a> Dag<'a> {
    /// Iterates over the operator and then the argument values.
    pub fn values(self) -> impl Iterator<Item = ValueId> + 'a {
        std::iter::once(self.operator).chain(self.args.iter().map(|arg| arg.value))
    }
}

/// An argument in a dag.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct DagArg {
    /// The value.
    pub value: ValueId,
    /// The name, without `$`.
    pub name: Option<Symbol>,
}

/// A template argument as written.
#[doc(alias = "ArgumentInit")]
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct InstanceArg {
    /// Parameter to which the argument belongs.
    pub key: ArgKey,
    /// The value.
    pub value: ValueId,
}

/// Selection of the parameter for a template argument.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ArgKey {
    /// By position, from zero.
    Position(u32),
    /// By name, qualified as in [`Value::Var`].
    Name(Symbol),
}
