//! Interning: each new value is looked up first, so that equal values have equal ids.

use tablewright_index::Idx;
use tablewright_syntax::bang::BangOp;
use tablewright_syntax::symbol::Symbol;

use super::arena::Values;
use super::effect::ValueEffect;
use super::hash::Hash;
use super::name_set::NameSet;
use super::node::{
    HAS_FIELD, HAS_VAR, LARGE, MAY_ACT, NOT_CONCRETE, Tag, ValueNode, decode_op, encode_op,
};
use super::{ArgKey, Bits, BitsRepr, DagArg, InstanceArg, OPEN, Op, ValueId};
use crate::ids::{ClassId, RecordId, TypeId};

/// Integers from 0 up to this number are in the dense cache, all others in the hash table.
const SMALL_INTS: usize = 1024;

impl Values {
    pub(crate) fn int(&mut self, number: i64) -> ValueId {
        let small = usize::try_from(number).ok().filter(|&n| n < SMALL_INTS);
        if let Some(cached) = small.and_then(|n| self.caches.ints.get(n)) {
            return cached;
        }
        let node = ValueNode::with_number(Tag::Int, 0, number as u64);
        match small {
            Some(small) => {
                // The integer needs no entry in the hash table: the cache is always consulted first.
                let id = self.push(node, false);
                self.caches.ints.set(small, id);
                id
            }
            None => self.intern_fixed(node, false),
        }
    }

    pub(crate) fn string(&mut self, text: Symbol) -> ValueId {
        if let Some(cached) = self.caches.strings.get(text.index()) {
            return cached;
        }
        let id = self.push(ValueNode::with_symbol(Tag::String, 0, 0, text), false);
        self.caches.strings.set(text.index(), id);
        id
    }

    pub(crate) fn code(&mut self, text: Symbol) -> ValueId {
        self.intern_fixed(ValueNode::with_symbol(Tag::Code, 0, 0, text), false)
    }

    pub(crate) fn def(&mut self, record: RecordId) -> ValueId {
        if let Some(cached) = self.caches.defs.get(record.index()) {
            return cached;
        }
        let id =
            self.push(ValueNode { a: record.index() as u32, ..ValueNode::new(Tag::Def) }, false);
        self.caches.defs.set(record.index(), id);
        id
    }

    /// Creates the name for a new anonymous record. Each number is used once, so no equal value exists.
    pub(crate) fn new_anonymous_name(&mut self, number: u32) -> ValueId {
        let flags = HAS_VAR | NOT_CONCRETE;
        self.push(ValueNode { a: number, flags, ..ValueNode::new(Tag::AnonymousName) }, true)
    }

    pub(crate) fn var(&mut self, name: Symbol, ty: TypeId) -> ValueId {
        // Most names have only one type.
        if let Some(cached) = self.caches.vars.get(name.index())
            && self.open[cached.open_index()].a == ty.index() as u32
        {
            return cached;
        }
        let mut node = ValueNode::with_symbol(Tag::Var, ty.index() as u32, 0, name);
        node.flags = HAS_VAR | NOT_CONCRETE;
        let id = self.intern_fixed(node, true);
        self.caches.vars.set(name.index(), id);
        id
    }

    pub(crate) fn var_bit(&mut self, of: ValueId, bit: u32) -> ValueId {
        // `HAS_FIELD` is not inherited: an unresolved bit access is not concrete, whatever fields the value reads.
        let flags = (self.node(of).flags & (HAS_VAR | MAY_ACT)) | NOT_CONCRETE;
        let node = ValueNode { a: of.0.get(), b: bit, flags, ..ValueNode::new(Tag::VarBit) };
        self.intern_fixed(node, of.is_open())
    }

    pub(crate) fn field(&mut self, of: ValueId, field: Symbol, ty: TypeId) -> ValueId {
        let mut node = ValueNode::with_symbol(Tag::Field, of.0.get(), ty.index() as u32, field);
        node.flags = if self.node(of).tag == Tag::Def {
            // A record's field is concrete if its value is, and the value is not known here.
            HAS_FIELD
        } else {
            (self.node(of).flags & (HAS_VAR | MAY_ACT)) | NOT_CONCRETE
        };
        self.intern_fixed(node, of.is_open())
    }

    pub(crate) fn bits_of_int(&mut self, width: u32, bits: u64) -> ValueId {
        if width > 64 {
            // A node has room for 64 bits, so a longer row is stored in the pool. The bits after the 64th are zero.
            let row: Vec<ValueId> =
                (0..width).map(|i| ValueId::bit(i < 64 && bits >> i & 1 != 0)).collect();
            return self.bits(&row);
        }
        // Equal rows must have equal nodes, so bits beyond the width are cleared. (A shift by 64 would overflow.)
        let bits = if width < 64 { bits & ((1 << width) - 1) } else { bits };
        self.intern_fixed(ValueNode::with_number(Tag::KnownBits, width as u8, bits), false)
    }

    /// Creates a row of bits, bit 0 first.
    pub(crate) fn bits(&mut self, row: &[ValueId]) -> ValueId {
        if row.len() <= 64
            && let Some(cached) = Bits(BitsRepr::Mixed(row)).to_int()
        {
            return self.bits_of_int(row.len() as u32, cached as u64);
        }
        // The row determines the source, so the source can be part of the compared node.
        let source = self.source_of_bits(row).map_or(0, |of| of.0.get());
        self.intern_ids(Tag::MixedBits, 0, row, source, false, 0)
    }

    /// Returns the value `x`, if the row is `x{0}`, `x{1}`, and so on.
    fn source_of_bits(&self, row: &[ValueId]) -> Option<ValueId> {
        let source = |bit: &ValueId| if bit.is_open() { self.bit_source(*bit) } else { None };
        let (of, _) = source(row.first()?)?;
        row.iter().zip(0..).all(|(bit, i)| source(bit) == Some((of, i))).then_some(of)
    }

    pub(crate) fn list(&mut self, elements: &[ValueId], element_type: TypeId) -> ValueId {
        self.intern_ids(Tag::List, 0, elements, element_type.index() as u32, false, 0)
    }

    /// Creates an operation that is not possible yet.
    pub(crate) fn op(&mut self, op: Op, ty: TypeId, args: &[ValueId]) -> ValueId {
        // These operations query which records exist: they may succeed later although no operand changes.
        let always_open = matches!(op, Op::Bang(BangOp::Cast | BangOp::Exists | BangOp::Instances));
        let code = encode_op(op);
        // A `!cond` is concrete if all its operands are and no condition is known to be true. Other operations are
        // never concrete.
        let waits_for_condition = op == Op::Cond && self.chosen_case(args).is_none();
        let mut flags = if waits_for_condition { 0 } else { NOT_CONCRETE };
        if self.effect_of(op, ty, args) != ValueEffect::None {
            flags |= MAY_ACT;
        }
        self.intern_ids(Tag::Op, code, args, ty.index() as u32, always_open, flags)
    }

    pub(crate) fn dag(
        &mut self,
        operator: ValueId,
        operator_name: Option<Symbol>,
        args: &[DagArg],
    ) -> ValueId {
        let head = DagArg { value: operator, name: operator_name };
        let whole = std::iter::once(&head).chain(args);
        let mut hash = Hash::new(u64::from(Tag::Dag as u8) << 8);
        for arg in whole.clone() {
            let name = arg.name.map_or(0, Symbol::raw);
            hash.add(u64::from(arg.value.0.get()) << 32 | u64::from(name));
        }
        let hash = hash.finish();
        let Joined { flags, open, size } = self.join(whole.clone().map(|a| a.value), 0);
        let same = |id| {
            let id = ValueId(id);
            id.is_open() == open && {
                let other = self.node(id);
                other.tag == Tag::Dag
                    && self.dag_args[other.range()].split_first() == Some((&head, args))
            }
        };
        if let Some(raw_id) = self.table.find(hash, same) {
            return ValueId(raw_id);
        }
        let (a, b) = (pool_place(self.dag_args.len()), pool_place(args.len() + 1));
        self.dag_args.extend(whole);
        self.insert_whole(hash, ValueNode { flags, a, b, ..ValueNode::new(Tag::Dag) }, open, size)
    }

    pub(crate) fn instance(&mut self, class: ClassId, args: &[InstanceArg]) -> ValueId {
        let c = class.index() as u32;
        let mut hash = Hash::new(u64::from(Tag::Instance as u8) << 8);
        hash.add(u64::from(c));
        for arg in args {
            let key = match arg.key {
                ArgKey::Position(index) => index,
                // Inverted, since positions and symbols are both small numbers and would often collide.
                ArgKey::Name(name) => !name.raw(),
            };
            hash.add(u64::from(arg.value.0.get()) << 32 | u64::from(key));
        }
        let hash = hash.finish();
        let same = |id| {
            let id = ValueId(id);
            id.is_open() && {
                let other = self.open[id.open_index()];
                (other.tag, other.c) == (Tag::Instance, c)
                    && self.instance_args[other.range()] == *args
            }
        };
        if let Some(raw_id) = self.table.find(hash, same) {
            return ValueId(raw_id);
        }
        // Whatever its arguments are, resolving an instance may create a record or report an error.
        let joined = self.join(args.iter().map(|a| a.value), NOT_CONCRETE | MAY_ACT);
        let (a, b) = (pool_place(self.instance_args.len()), pool_place(args.len()));
        self.instance_args.extend_from_slice(args);
        // Evaluation replaces an instance by its record as soon as the record can be created.
        let node = ValueNode { flags: joined.flags, a, b, c, ..ValueNode::new(Tag::Instance) };
        self.insert_whole(hash, node, true, joined.size)
    }

    /// Returns the record created for a class instance, as a value.
    pub(crate) fn record_of_instance(&self, instance: ValueId) -> Option<ValueId> {
        self.caches.instantiated.get(instance.open_index().index())
    }

    pub(crate) fn set_record_of_instance(&mut self, instance: ValueId, record: ValueId) {
        self.caches.instantiated.set(instance.open_index().index(), record);
    }

    fn join(&self, parts: impl Iterator<Item = ValueId>, flags: u8) -> Joined {
        let mut joined = Joined { flags, open: false, size: 1 };
        for id in parts {
            let node = self.node(id);
            joined.flags |= node.flags;
            joined.open |= id.is_open();
            let size = if node.size == LARGE { self.large[&id] } else { u64::from(node.size) };
            joined.size = joined.size.saturating_add(size);
        }
        joined
    }

    fn intern_ids(
        &mut self,
        tag: Tag,
        op: u8,
        ids: &[ValueId],
        c: u32,
        always_open: bool,
        flags: u8,
    ) -> ValueId {
        let open = always_open || ids.iter().any(|id| id.is_open());
        let mut hash = Hash::new(u64::from(tag as u8) << 8 | u64::from(op));
        hash.add(u64::from(c));
        hash.add_all(ids);
        let hash = hash.finish();
        // Most values exist already, so parts are copied to the pool only for a new value.
        let same = |id| {
            let id = ValueId(id);
            id.is_open() == open && {
                let other = self.node(id);
                (other.tag, other.op, other.c) == (tag, op, c) && self.ids_of(other) == ids
            }
        };
        if let Some(raw_id) = self.table.find(hash, same) {
            return ValueId(raw_id);
        }
        let Joined { flags, size, .. } = self.join(ids.iter().copied(), flags);
        let (a, b) = (pool_place(self.ids.len()), pool_place(ids.len()));
        let node = ValueNode { op, flags, a, b, c, ..ValueNode::new(tag) };
        self.ids.extend_from_slice(ids);
        self.insert_whole(hash, node, open, size)
    }

    fn intern_fixed(&mut self, node: ValueNode, open: bool) -> ValueId {
        let mut hash = Hash::new(u64::from(node.tag as u8) << 8 | u64::from(node.op));
        hash.add(u64::from(node.a) << 32 | u64::from(node.b));
        hash.add(u64::from(node.c));
        let hash = hash.finish();
        let same = |id| {
            let id = ValueId(id);
            id.is_open() == open && {
                let n = self.node(id);
                // The flags follow from the other columns and need no comparison.
                (n.tag, n.op, n.a, n.b, n.c) == (node.tag, node.op, node.a, node.b, node.c)
            }
        };
        match self.table.find(hash, same) {
            Some(raw_id) => ValueId(raw_id),
            None if matches!(node.tag, Tag::Field | Tag::VarBit) => {
                let size = self.size_of(node.value_a()).saturating_add(1);
                self.insert_whole(hash, node, open, size)
            }
            None => self.insert(hash, node, open),
        }
    }

    /// Inserts a value whose size is known. `size` counts all nested parts.
    fn insert_whole(&mut self, hash: u32, node: ValueNode, open: bool, size: u64) -> ValueId {
        let small = u8::try_from(size).ok().filter(|&size| size != LARGE);
        let id = self.insert(hash, ValueNode { size: small.unwrap_or(LARGE), ..node }, open);
        if small.is_none() {
            self.large.insert(id, size);
        }
        self.largest = self.largest.max(size);
        id
    }

    fn insert(&mut self, hash: u32, node: ValueNode, open: bool) -> ValueId {
        let id = self.push(node, open);
        self.table.insert(hash, id.0);
        id
    }

    /// Adds a new value without an entry in the hash table.
    fn push(&mut self, node: ValueNode, open: bool) -> ValueId {
        if !open {
            return ValueId::new(self.closed.push(node).index() as u32, 0);
        }
        let names = self.names_of_parts(node);
        self.names.push(names);
        ValueId::new(self.open.push(node).index() as u32, OPEN)
    }

    /// Returns whether the node is an `!and` or `!or` whose first operand determines the result.
    fn is_decided_logic(&self, node: ValueNode) -> bool {
        let decides = match decode_op(node.op) {
            Op::Bang(BangOp::And) => 0,
            Op::Bang(BangOp::Or) => -1,
            Op::Bang(_)
            | Op::Cond
            | Op::Foreach
            | Op::Filter
            | Op::Sort
            | Op::Foldl
            | Op::Element
            | Op::Slice
            | Op::ClosedRange => return false,
        };
        self.ids_of(node).first().is_some_and(|&first| self.to_int(first) == Some(decides))
    }

    fn names_of_parts(&self, node: ValueNode) -> NameSet {
        let all = |ids: &mut dyn Iterator<Item = ValueId>| {
            ids.fold(NameSet::default(), |set, id| set.with(self.names_in(id)))
        };
        match node.tag {
            Tag::AnonymousName => NameSet::ANONYMOUS,
            Tag::Var => self.name_set(node.symbol_c()),
            Tag::VarBit | Tag::Field => self.names_in(node.value_a()),
            // The operation has a result in every frame, whatever names the frame binds.
            Tag::Op if self.is_decided_logic(node) => NameSet::ALL,
            Tag::MixedBits | Tag::List | Tag::Op => all(&mut self.ids_of(node).iter().copied()),
            Tag::Dag => all(&mut self.dag_args[node.range()].iter().map(|a| a.value)),
            Tag::Instance => all(&mut self.instance_args[node.range()].iter().map(|a| a.value)),
            Tag::Unset
            | Tag::Refused
            | Tag::Bit
            | Tag::Int
            | Tag::String
            | Tag::Code
            | Tag::KnownBits
            | Tag::Def => NameSet::default(),
        }
    }
}

/// A value's properties that follow from its parts.
struct Joined {
    flags: u8,
    /// Whether a part is open.
    open: bool,
    size: u64,
}

/// Converts a position in a pool, or a number of entries.
#[inline]
fn pool_place(len: usize) -> u32 {
    u32::try_from(len).expect("fewer than 2^32 parts of values")
}
