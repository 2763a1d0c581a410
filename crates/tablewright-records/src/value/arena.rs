//! Arena for all values, and functions that read them. The module [`super::intern`] creates values.

use std::num::NonZeroU32;

use rustc_hash::FxHashMap;
use tablewright_index::IndexVec;
use tablewright_syntax::bang::BangOp;
use tablewright_syntax::id_table::IdTable;
use tablewright_syntax::symbol::Symbol;

use super::dense_cache::DenseCaches;
use super::name_set::NameSet;
use super::node::{HAS_FIELD, HAS_VAR, LARGE, MAY_ACT, NOT_CONCRETE, Tag, ValueNode, decode_op};
use super::{
    Bits, BitsRepr, ClosedIndex, Dag, DagArg, InstanceArg, List, Op, OpenIndex, Value, ValueId,
};
use crate::ids::{ClassId, RecordId, TypeId};

/// The parts of an open value: a range in the id pool.
#[derive(Clone, Copy)]
pub(crate) struct PartRange {
    start: u32,
    len: u32,
}

impl PartRange {
    pub(crate) fn len(self) -> usize {
        self.len as usize
    }
}

/// An open value's parts.
#[derive(Clone, Copy)]
pub(crate) enum OpenParts {
    VarBit {
        of: ValueId,
        bit: u32,
    },
    Field {
        of: ValueId,
        field: Symbol,
        ty: TypeId,
    },
    Bits {
        parts: PartRange,
        /// The value `x` if the bits are `x{0}`, `x{1}`, and so on. Then `x` is resolved once instead of once for each
        /// bit.
        source: Option<ValueId>,
    },
    List {
        parts: PartRange,
        element_type: TypeId,
    },
    Dag,
    Instance,
    Op {
        op: Op,
        ty: TypeId,
        parts: PartRange,
    },
    Var(Symbol),
    /// An anonymous record's name.
    AnonymousName,
}

/// Type source for a value. The caller interns the type, because interning may change the type table.
pub(crate) enum ArenaTypeSource {
    /// `?`, a value without a type.
    Nothing,
    Type(TypeId),
    /// A row with this number of bits.
    Bits(u32),
    /// A list with this element type.
    List(TypeId),
    Record(RecordId),
    Class(ClassId),
}

/// Initial capacity for long vectors, in entries.
pub(crate) const FIRST_ROOM: usize = 1 << 18;

/// All values in a run.
#[derive(Clone)]
pub(crate) struct Values {
    pub(super) closed: IndexVec<ClosedIndex, ValueNode>,
    pub(super) open: IndexVec<OpenIndex, ValueNode>,
    /// The names mentioned in each open value.
    pub(super) names: IndexVec<OpenIndex, NameSet>,
    /// Whether each symbol, by index, is a template parameter's name.
    pub(super) params: Vec<bool>,
    pub(super) caches: DenseCaches,
    pub(super) ids: Vec<ValueId>,
    pub(super) dag_args: Vec<DagArg>,
    pub(super) instance_args: Vec<InstanceArg>,
    pub(super) table: IdTable,
    /// Sizes of large values, see [`Values::size_of`].
    pub(super) large: FxHashMap<ValueId, u64>,
    pub(super) largest: u64,
}

impl Values {
    pub(crate) fn new() -> Values {
        let mut values = Values {
            // The allocator grows an allocation of this size by remapping its pages, without copying. Pages that are
            // never touched occupy no memory.
            closed: IndexVec::with_capacity(FIRST_ROOM),
            open: IndexVec::with_capacity(FIRST_ROOM),
            names: IndexVec::with_capacity(FIRST_ROOM),
            params: Vec::new(),
            caches: DenseCaches::default(),
            ids: Vec::with_capacity(FIRST_ROOM),
            dag_args: Vec::new(),
            instance_args: Vec::new(),
            table: IdTable::with_room(),
            large: FxHashMap::default(),
            largest: 0,
        };
        let simple = |tag, a| ValueNode { a, ..ValueNode::new(tag) };
        values.closed.extend([
            // The indices equal the constants `UNSET`, `FALSE`, `TRUE` and `REFUSED` in `ValueId`.
            simple(Tag::Unset, 0),
            simple(Tag::Bit, 0),
            simple(Tag::Bit, 1),
            simple(Tag::Refused, 0),
        ]);
        values
    }

    /// Returns the number of values in a value, including itself. A repeated part counts each time, so the number
    /// approximates the length of the printed text.
    #[inline]
    pub(crate) fn size_of(&self, id: ValueId) -> u64 {
        let node = self.node(id);
        if node.size == LARGE { self.large[&id] } else { u64::from(node.size) }
    }

    /// Returns the largest value's size.
    #[inline]
    pub(crate) fn largest(&self) -> u64 {
        self.largest
    }

    /// Returns a bound for the number of parts in all values: list elements, operands and arguments.
    pub(crate) fn part_count(&self) -> usize {
        // Each pool has its own indices, so the longest pool counts.
        self.ids.len().max(self.dag_args.len()).max(self.instance_args.len())
    }

    /// Returns the approximate memory for the values, in bytes.
    pub(crate) fn bytes(&self) -> usize {
        (self.closed.len() + self.open.len()) * size_of::<ValueNode>()
            + self.names.len() * size_of::<NameSet>()
            + self.ids.len() * size_of::<ValueId>()
            + self.dag_args.len() * size_of::<DagArg>()
            + self.instance_args.len() * size_of::<InstanceArg>()
            + self.table.memory_bytes()
    }

    /// Returns the numbers of closed and of open values.
    pub(crate) fn counts(&self) -> (usize, usize) {
        (self.closed.len(), self.open.len())
    }

    #[inline]
    pub(super) fn node(&self, id: ValueId) -> ValueNode {
        if id.is_open() { self.open[id.open_index()] } else { self.closed[id.closed_index()] }
    }

    pub(crate) fn get(&self, id: ValueId) -> Value<'_> {
        let node = self.node(id);
        match node.tag {
            Tag::Unset => Value::Unset,
            Tag::Refused => Value::Refused,
            Tag::Bit => Value::Bit(node.a != 0),
            Tag::Int => Value::Int(node.number() as i64),
            Tag::String => Value::String(node.symbol_c()),
            Tag::Code => Value::Code(node.symbol_c()),
            Tag::KnownBits => {
                let repr = BitsRepr::Known { width: u32::from(node.op), bits: node.number() };
                Value::Bits(Bits(repr))
            }
            Tag::MixedBits => Value::Bits(Bits(BitsRepr::Mixed(self.ids_of(node)))),
            Tag::List => Value::List(List {
                elements: self.ids_of(node),
                element_type: TypeId::from_index(node.c as usize),
            }),
            Tag::Dag => {
                let args = &self.dag_args[node.range()];
                // The operator precedes the arguments in the pool, so that a dag is a single range.
                let (head, args) = args.split_first().expect("a dag has an operator");
                Value::Dag(Dag { operator: head.value, operator_name: head.name, args })
            }
            Tag::Def => Value::Def(RecordId::from_index(node.a as usize)),
            Tag::AnonymousName => Value::AnonymousName(node.a),
            Tag::Var => {
                Value::Var { name: node.symbol_c(), ty: TypeId::from_index(node.a as usize) }
            }
            Tag::VarBit => Value::VarBit { of: node.value_a(), bit: node.b },
            Tag::Field => Value::Field {
                of: node.value_a(),
                field: node.symbol_c(),
                ty: TypeId::from_index(node.b as usize),
            },
            Tag::Instance => Value::Instance {
                class: ClassId::from_index(node.c as usize),
                args: &self.instance_args[node.range()],
            },
            Tag::Op => Value::Op {
                op: decode_op(node.op),
                ty: TypeId::from_index(node.c as usize),
                args: self.ids_of(node),
            },
        }
    }

    #[inline]
    pub(super) fn ids_of(&self, node: ValueNode) -> &[ValueId] {
        &self.ids[node.range()]
    }

    /// Records that `name` is a template parameter's qualified name. Must be called before a variable with this name is
    /// created, because a value's name set is computed at its creation.
    pub(crate) fn declare_param(&mut self, name: Symbol) {
        let index = name.index();
        if index >= self.params.len() {
            self.params.resize(index + 1, false);
        }
        self.params[index] = true;
    }

    /// Returns the set that contains one name.
    #[inline]
    pub(crate) fn name_set(&self, name: Symbol) -> NameSet {
        NameSet::from_symbol(name.index(), self.params.get(name.index()) == Some(&true))
    }

    /// Returns a set with all names in an open value, and possibly more.
    #[inline]
    pub(crate) fn names_in(&self, id: ValueId) -> NameSet {
        if id.is_open() { self.names[id.open_index()] } else { NameSet::default() }
    }

    /// Returns the list, if the value is a list.
    pub(crate) fn as_list(&self, id: ValueId) -> Option<List<'_>> {
        let node = self.node(id);
        let element_type = TypeId::from_index(node.c as usize);
        (node.tag == Tag::List).then(|| List { elements: self.ids_of(node), element_type })
    }

    /// Returns the range of elements, if the value is a closed list.
    pub(crate) fn list_parts(&self, id: ValueId) -> Option<PartRange> {
        let node = if id.is_open() { return None } else { self.closed[id.closed_index()] };
        (node.tag == Tag::List).then_some(PartRange { start: node.a, len: node.b })
    }

    /// Returns the record, if the value is a record.
    #[inline]
    pub(crate) fn as_record(&self, id: ValueId) -> Option<RecordId> {
        let node = if id.is_open() { return None } else { self.closed[id.closed_index()] };
        (node.tag == Tag::Def).then(|| RecordId::from_index(node.a as usize))
    }

    /// Returns a value's type source.
    pub(crate) fn type_source(&self, id: ValueId) -> ArenaTypeSource {
        let node = self.node(id);
        let ty = |index: u32| ArenaTypeSource::Type(TypeId::from_index(index as usize));
        match node.tag {
            Tag::Unset | Tag::Refused => ArenaTypeSource::Nothing,
            Tag::Bit | Tag::VarBit => ArenaTypeSource::Type(TypeId::BIT),
            Tag::Int => ArenaTypeSource::Type(TypeId::INT),
            Tag::String | Tag::Code | Tag::AnonymousName => ArenaTypeSource::Type(TypeId::STRING),
            Tag::KnownBits => ArenaTypeSource::Bits(u32::from(node.op)),
            Tag::MixedBits => ArenaTypeSource::Bits(node.b),
            Tag::List => ArenaTypeSource::List(TypeId::from_index(node.c as usize)),
            Tag::Dag => ArenaTypeSource::Type(TypeId::DAG),
            Tag::Def => ArenaTypeSource::Record(RecordId::from_index(node.a as usize)),
            Tag::Instance => ArenaTypeSource::Class(ClassId::from_index(node.c as usize)),
            Tag::Var => ty(node.a),
            Tag::Field => ty(node.b),
            // These operations store the type in angle brackets; their result is an `int`.
            Tag::Op if matches!(decode_op(node.op), Op::Bang(BangOp::IsA | BangOp::Exists)) => {
                ArenaTypeSource::Type(TypeId::INT)
            }
            Tag::Op => ty(node.c),
        }
    }

    /// Returns the kind and parts of an open value. The caller reads the parts one by one with [`Self::part`], so it
    /// may create values in between.
    // Callers match on the result at once. After inlining, the enum is never built in memory.
    #[inline(always)]
    pub(crate) fn open_parts(&self, id: ValueId) -> OpenParts {
        let node = self.open[id.open_index()];
        let parts = PartRange { start: node.a, len: node.b };
        match node.tag {
            Tag::VarBit => OpenParts::VarBit { of: node.value_a(), bit: node.b },
            Tag::Field => OpenParts::Field {
                of: node.value_a(),
                field: node.symbol_c(),
                ty: TypeId::from_index(node.b as usize),
            },
            Tag::MixedBits => {
                OpenParts::Bits { parts, source: NonZeroU32::new(node.c).map(ValueId) }
            }
            Tag::List => {
                OpenParts::List { parts, element_type: TypeId::from_index(node.c as usize) }
            }
            Tag::Dag => OpenParts::Dag,
            Tag::Instance => OpenParts::Instance,
            Tag::Op => OpenParts::Op {
                op: decode_op(node.op),
                ty: TypeId::from_index(node.c as usize),
                parts,
            },
            Tag::Var => OpenParts::Var(node.symbol_c()),
            Tag::AnonymousName => OpenParts::AnonymousName,
            Tag::Unset
            | Tag::Refused
            | Tag::Bit
            | Tag::Int
            | Tag::String
            | Tag::Code
            | Tag::KnownBits
            | Tag::Def => unreachable!("these are closed"),
        }
    }

    /// Returns a part in an open value.
    pub(crate) fn part(&self, parts: PartRange, index: usize) -> ValueId {
        self.ids[parts.start as usize + index]
    }

    /// Returns the parts of an open value with three parts.
    pub(crate) fn three_parts(&self, parts: PartRange) -> [ValueId; 3] {
        let row = self.parts(parts);
        [row[0], row[1], row[2]]
    }

    /// Returns all parts in an open value.
    pub(crate) fn parts(&self, parts: PartRange) -> &[ValueId] {
        &self.ids[parts.start as usize..(parts.start + parts.len) as usize]
    }

    /// Returns the text, if the value is a string.
    pub(crate) fn text(&self, id: ValueId) -> Option<Symbol> {
        let node = if id.is_open() { return None } else { self.closed[id.closed_index()] };
        matches!(node.tag, Tag::String | Tag::Code).then(|| node.symbol_c())
    }

    /// Returns whether the value is a string written as `[{ … }]`.
    pub(crate) fn is_code(&self, id: ValueId) -> bool {
        !id.is_open() && self.closed[id.closed_index()].tag == Tag::Code
    }

    /// Returns the number, if the value is an integer.
    #[inline]
    pub(crate) fn as_int(&self, id: ValueId) -> Option<i64> {
        let node = if id.is_open() { return None } else { self.closed[id.closed_index()] };
        (node.tag == Tag::Int).then(|| node.number() as i64)
    }

    /// Returns a bit, row of bits or integer as a number, if it is known.
    #[inline]
    #[allow(
        clippy::wildcard_enum_match_arm,
        reason = "a projection: only bits and integers are numbers"
    )]
    pub(crate) fn to_int(&self, id: ValueId) -> Option<i64> {
        if id.is_open() {
            return None;
        }
        let node = self.closed[id.closed_index()];
        match node.tag {
            Tag::Int | Tag::KnownBits => Some(node.number() as i64),
            Tag::Bit => Some(i64::from(node.a)),
            // A closed row is mixed if it contains `?` or is wider than 64 bits.
            Tag::MixedBits => Bits(BitsRepr::Mixed(self.ids_of(node))).to_int(),
            _ => None,
        }
    }

    /// Returns the source value and bit number, if the open value is a bit in another value.
    #[inline]
    pub(crate) fn bit_source(&self, id: ValueId) -> Option<(ValueId, u32)> {
        let node = self.open[id.open_index()];
        (node.tag == Tag::VarBit).then(|| (node.value_a(), node.b))
    }

    /// Returns the number and its width in bits, if the value is an integer or a row of known bits.
    #[inline]
    pub(crate) fn number_of_bits(&self, id: ValueId) -> Option<(u64, u32)> {
        let node = if id.is_open() { return None } else { self.closed[id.closed_index()] };
        // An integer has 64 bits.
        let width = if node.tag == Tag::Int { 64 } else { u32::from(node.op) };
        matches!(node.tag, Tag::Int | Tag::KnownBits).then(|| (node.number(), width))
    }

    /// Returns whether the value still contains a variable after resolving.
    pub(crate) fn has_var(&self, id: ValueId) -> bool {
        id.is_open() && self.node(id).flags & HAS_VAR != 0
    }

    /// Returns whether resolving the value may have a visible effect: create a record, query which records exist, or
    /// report an error.
    pub(crate) fn may_act(&self, id: ValueId) -> bool {
        self.node(id).flags & MAY_ACT != 0
    }

    /// Returns whether the value is concrete apart from fields that it reads from records, and whether it reads any.
    pub(crate) fn concrete_flags(&self, id: ValueId) -> (bool, bool) {
        let flags = self.node(id).flags;
        (flags & NOT_CONCRETE == 0, flags & HAS_FIELD != 0)
    }

    /// Returns the value for the first true condition in a `!cond`, if all conditions up to it are known.
    pub(crate) fn chosen_case(&self, cases: &[ValueId]) -> Option<ValueId> {
        for case in cases.chunks_exact(2) {
            if self.to_int(case[0])? != 0 {
                return Some(case[1]);
            }
        }
        None
    }

    /// Returns whether all values are closed and concrete, and read no record fields.
    pub(crate) fn are_plainly_concrete(&self, values: &[ValueId]) -> bool {
        values.iter().all(|value| {
            !value.is_open()
                && self.closed[value.closed_index()].flags & (NOT_CONCRETE | HAS_FIELD) == 0
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_values_have_equal_ids() {
        let mut values = Values::new();
        let (one, two) = (values.int(1), values.int(2));
        assert_eq!(values.int(1), one);
        let a = values.list(&[one, two], TypeId::INT);
        let pool = values.ids.len();
        assert_eq!(values.list(&[one, two], TypeId::INT), a);
        assert_eq!(values.ids.len(), pool, "the pool keeps no second copy");
        assert_ne!(values.list(&[two, one], TypeId::INT), a);
        assert!(matches!(values.get(a), Value::List(l) if l.elements == [one, two]));
    }

    #[test]
    fn known_bits_take_no_pool() {
        let mut values = Values::new();
        let row = [ValueId::TRUE, ValueId::FALSE, ValueId::TRUE];
        let bits = values.bits(&row);
        assert_eq!(values.bits_of_int(3, 5), bits);
        assert!(values.ids.is_empty());
        let Value::Bits(bits) = values.get(bits) else { panic!("bits are bits") };
        assert_eq!((bits.iter().collect::<Vec<_>>(), bits.to_int()), (row.to_vec(), Some(5)));
    }

    #[test]
    fn what_mentions_a_variable_is_open() {
        let mut interner = tablewright_syntax::symbol::Interner::new();
        let mut values = Values::new();
        let x = values.var(interner.intern("x"), TypeId::INT);
        let one = values.int(1);
        let sum = values.op(Op::Bang(BangOp::Add), TypeId::INT, &[x, one]);
        assert!(sum.is_open() && values.has_var(sum) && !one.is_open());
        let name = values.string(interner.intern("R"));
        let cast = values.op(Op::Bang(BangOp::Cast), TypeId::ANY_RECORD, &[name]);
        assert!(cast.is_open() && !values.has_var(cast), "a cast may succeed later");
    }

    #[test]
    fn nodes_are_sixteen_bytes() {
        assert_eq!((size_of::<ValueNode>(), size_of::<Option<ValueId>>()), (16, 4));
    }
}
