//! The arena of all values: reading them. They are created in [`super::intern`].

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

/// The parts of an open value in their pool.
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

/// The parts of an open value.
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
        /// The value `x` if the bits are `x{0}`, `x{1}`, and so on. Then `x` is resolved once
        /// instead of once for each bit.
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
    /// The name of an anonymous record.
    AnonymousName,
}

/// Where the type of a value comes from. To intern that type may change the type table, so the
/// caller does it.
pub(crate) enum ArenaTypeSource {
    /// It is `?`, which has no type.
    Nothing,
    Type(TypeId),
    /// It is a row of so many bits.
    Bits(u32),
    /// It is a list of such elements.
    List(TypeId),
    Record(RecordId),
    Class(ClassId),
}

/// The initial capacity of each of the long vectors, in entries.
pub(crate) const FIRST_ROOM: usize = 1 << 18;

/// All values of a run.
#[derive(Clone)]
pub(crate) struct Values {
    pub(super) closed: IndexVec<ClosedIndex, ValueNode>,
    pub(super) open: IndexVec<OpenIndex, ValueNode>,
    /// For each open value, the names it mentions.
    pub(super) names: IndexVec<OpenIndex, NameSet>,
    /// Which symbols, by index, are names of template parameters.
    pub(super) params: Vec<bool>,
    pub(super) caches: DenseCaches,
    pub(super) ids: Vec<ValueId>,
    pub(super) dag_args: Vec<DagArg>,
    pub(super) instance_args: Vec<InstanceArg>,
    pub(super) table: IdTable,
    /// The sizes of large values, see [`Values::size_of`].
    pub(super) large: FxHashMap<ValueId, u64>,
    pub(super) largest: u64,
}

impl Values {
    pub(crate) fn new() -> Values {
        let mut values = Values {
            // An allocation this large grows by remapping its pages, so that its contents are not
            // copied. Pages that are never touched take no memory.
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
            // Their indices are the constants `UNSET`, `FALSE`, `TRUE` and `REFUSED` of `ValueId`.
            simple(Tag::Unset, 0),
            simple(Tag::Bit, 0),
            simple(Tag::Bit, 1),
            simple(Tag::Refused, 0),
        ]);
        values
    }

    /// How many values a value consists of, itself counted. One that it contains several times counts as often,
    /// so that this is about what it takes to print it.
    #[inline]
    pub(crate) fn size_of(&self, id: ValueId) -> u64 {
        let node = self.node(id);
        if node.size == LARGE { self.large[&id] } else { u64::from(node.size) }
    }

    /// The size of the largest value.
    #[inline]
    pub(crate) fn largest(&self) -> u64 {
        self.largest
    }

    /// How many parts all values have together: elements of lists, operands, arguments.
    pub(crate) fn part_count(&self) -> usize {
        // Each pool has indices of its own.
        self.ids.len().max(self.dag_args.len()).max(self.instance_args.len())
    }

    /// How many bytes of memory the values take, about.
    pub(crate) fn bytes(&self) -> usize {
        (self.closed.len() + self.open.len()) * size_of::<ValueNode>()
            + self.names.len() * size_of::<NameSet>()
            + self.ids.len() * size_of::<ValueId>()
            + self.dag_args.len() * size_of::<DagArg>()
            + self.instance_args.len() * size_of::<InstanceArg>()
            + self.table.memory_bytes()
    }

    /// How many values there are: closed ones, open ones.
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
                // The operator is stored in front of the arguments, so that a dag is one range of
                // the pool.
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

    /// Notes that `name` is the qualified name of a template parameter. To be called before there
    /// is a variable of that name: the set of names of a value is computed when it is created.
    pub(crate) fn declare_param(&mut self, name: Symbol) {
        let index = name.index();
        if index >= self.params.len() {
            self.params.resize(index + 1, false);
        }
        self.params[index] = true;
    }

    /// The set of one name.
    #[inline]
    pub(crate) fn name_set(&self, name: Symbol) -> NameSet {
        NameSet::from_symbol(name.index(), self.params.get(name.index()) == Some(&true))
    }

    /// The names that an open value mentions, and perhaps others.
    #[inline]
    pub(crate) fn names_in(&self, id: ValueId) -> NameSet {
        if id.is_open() { self.names[id.open_index()] } else { NameSet::default() }
    }

    /// The value as a list, if it is one.
    pub(crate) fn as_list(&self, id: ValueId) -> Option<List<'_>> {
        let node = self.node(id);
        let element_type = TypeId::from_index(node.c as usize);
        (node.tag == Tag::List).then(|| List { elements: self.ids_of(node), element_type })
    }

    /// The elements, if the value is a closed list.
    pub(crate) fn list_parts(&self, id: ValueId) -> Option<PartRange> {
        let node = if id.is_open() { return None } else { self.closed[id.closed_index()] };
        (node.tag == Tag::List).then_some(PartRange { start: node.a, len: node.b })
    }

    /// The record, if the value is one.
    #[inline]
    pub(crate) fn as_record(&self, id: ValueId) -> Option<RecordId> {
        let node = if id.is_open() { return None } else { self.closed[id.closed_index()] };
        (node.tag == Tag::Def).then(|| RecordId::from_index(node.a as usize))
    }

    /// Where the type of a value comes from.
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
            // These store the type in angle brackets; their result is an `int`.
            Tag::Op if matches!(decode_op(node.op), Op::Bang(BangOp::IsA | BangOp::Exists)) => {
                ArenaTypeSource::Type(TypeId::INT)
            }
            Tag::Op => ty(node.c),
        }
    }

    /// An open value taken apart. Its parts are read one by one with [`Self::part`], so that the
    /// values can change meanwhile.
    // Callers match on the result at once, so that inlined it need not be built.
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

    /// A part of an open value.
    pub(crate) fn part(&self, parts: PartRange, index: usize) -> ValueId {
        self.ids[parts.start as usize + index]
    }

    /// The parts of an open value that has three.
    pub(crate) fn three_parts(&self, parts: PartRange) -> [ValueId; 3] {
        let row = self.parts(parts);
        [row[0], row[1], row[2]]
    }

    /// All parts of an open value.
    pub(crate) fn parts(&self, parts: PartRange) -> &[ValueId] {
        &self.ids[parts.start as usize..(parts.start + parts.len) as usize]
    }

    /// The text, if the value is a string.
    pub(crate) fn text(&self, id: ValueId) -> Option<Symbol> {
        let node = if id.is_open() { return None } else { self.closed[id.closed_index()] };
        matches!(node.tag, Tag::String | Tag::Code).then(|| node.symbol_c())
    }

    /// Whether the value is a string that was written as `[{ … }]`.
    pub(crate) fn is_code(&self, id: ValueId) -> bool {
        !id.is_open() && self.closed[id.closed_index()].tag == Tag::Code
    }

    /// The number, if the value is an integer.
    #[inline]
    pub(crate) fn as_int(&self, id: ValueId) -> Option<i64> {
        let node = if id.is_open() { return None } else { self.closed[id.closed_index()] };
        (node.tag == Tag::Int).then(|| node.number() as i64)
    }

    /// The number that a bit, row of bits or integer is, if it is known.
    #[inline]
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
            Tag::Unset
            | Tag::Refused
            | Tag::String
            | Tag::Code
            | Tag::AnonymousName
            | Tag::List
            | Tag::Dag
            | Tag::Def
            | Tag::Instance
            | Tag::Var
            | Tag::VarBit
            | Tag::Field
            | Tag::Op => None,
        }
    }

    /// If the open value is a bit of another value: that value and the number of the bit.
    #[inline]
    pub(crate) fn bit_source(&self, id: ValueId) -> Option<(ValueId, u32)> {
        let node = self.open[id.open_index()];
        (node.tag == Tag::VarBit).then(|| (node.value_a(), node.b))
    }

    /// The value as a number of so many bits, if it is a row of known ones or an integer.
    #[inline]
    pub(crate) fn number_of_bits(&self, id: ValueId) -> Option<(u64, u32)> {
        let node = if id.is_open() { return None } else { self.closed[id.closed_index()] };
        // An integer stands for its 64 bits.
        let width = if node.tag == Tag::Int { 64 } else { u32::from(node.op) };
        matches!(node.tag, Tag::Int | Tag::KnownBits).then(|| (node.number(), width))
    }

    /// Whether resolving left a variable in the value.
    pub(crate) fn has_var(&self, id: ValueId) -> bool {
        id.is_open() && self.node(id).flags & HAS_VAR != 0
    }

    /// Whether resolving the value may have a visible effect: create a record, query which records
    /// exist, or report an error.
    pub(crate) fn may_act(&self, id: ValueId) -> bool {
        self.node(id).flags & MAY_ACT != 0
    }

    /// Whether the value is concrete but for the fields it reads of records; the second answer is
    /// whether it reads any.
    pub(crate) fn concrete_flags(&self, id: ValueId) -> (bool, bool) {
        let flags = self.node(id).flags;
        (flags & NOT_CONCRETE == 0, flags & HAS_FIELD != 0)
    }

    /// The value of the first case of a `!cond` that holds, if all conditions up to it are known.
    pub(crate) fn chosen_case(&self, cases: &[ValueId]) -> Option<ValueId> {
        for case in cases.chunks_exact(2) {
            if self.to_int(case[0])? != 0 {
                return Some(case[1]);
            }
        }
        None
    }

    /// Whether all of some values are closed, concrete, and read no fields of records.
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
