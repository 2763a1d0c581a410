//! The arena that values lie in, and how equal ones come to have equal ids.

use std::num::NonZeroU32;

use tablewright_index::{Idx, IndexVec};
use tablewright_syntax::bang::BangOp;
use tablewright_syntax::id_table::IdTable;
use tablewright_syntax::symbol::Symbol;

use super::dense_cache::DenseCaches;
use super::effect::Effect;
use super::hash::Hash;
use super::node::{HAS_FIELD, HAS_VAR, MAY_ACT, NOT_CONCRETE, Node, Tag, decode_op, encode_op};
use super::{
    ArgKey, Bits, BitsRepr, ClosedIndex, Dag, DagArg, InstanceArg, List, OPEN, Op, OpenIndex,
    Value, ValueId,
};
use crate::ids::{ClassId, RecordId, TypeId};

/// A set of names, each one of 64 bits, which several names may share. It tells quickly that a
/// frame gives no meaning to any name in a value.
///
/// The names of template parameters and of fields and loop variables use different bits, since
/// a frame usually binds one kind, and most values mention only the other.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct NameSet(u64);

impl NameSet {
    pub(crate) const ALL: NameSet = NameSet(u64::MAX);
    /// The names of anonymous records that have none yet.
    const ANONYMOUS: NameSet = NameSet(1 << 63);
    const PLAIN_BITS: u32 = 24;
    const PARAM_BITS: u32 = 63 - NameSet::PLAIN_BITS;

    pub(crate) fn meets(self, other: NameSet) -> bool {
        self.0 & other.0 != 0
    }

    #[must_use]
    pub(crate) fn with(self, other: NameSet) -> NameSet {
        NameSet(self.0 | other.0)
    }
}

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

/// What an open value is made of.
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
        /// The value all of whose bits they are, the lowest ones in order, if there is one.
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

/// What says of which type a value is.
pub(crate) enum TypeSource {
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

/// For how many entries there is room in each of the long rows from the start.
pub(crate) const FIRST_ROOM: usize = 1 << 18;

/// From this number on integers are looked up as other values are.
const SMALL_INTS: usize = 1024;

/// All values of a run.
#[derive(Clone)]
pub(crate) struct Values {
    closed: IndexVec<ClosedIndex, Node>,
    open: IndexVec<OpenIndex, Node>,
    /// For each open value, the names it mentions.
    names: IndexVec<OpenIndex, NameSet>,
    /// Which symbols, by index, are names of template parameters.
    params: Vec<bool>,
    caches: DenseCaches,
    ids: Vec<ValueId>,
    dag_args: Vec<DagArg>,
    instance_args: Vec<InstanceArg>,
    table: IdTable,
}

impl Values {
    pub(crate) fn new() -> Values {
        let mut values = Values {
            // Long rows that start long are never copied: the system moves their pages. What of
            // them is not used takes no memory.
            closed: IndexVec::with_capacity(FIRST_ROOM),
            open: IndexVec::with_capacity(FIRST_ROOM),
            names: IndexVec::with_capacity(FIRST_ROOM),
            params: Vec::new(),
            caches: DenseCaches::default(),
            ids: Vec::with_capacity(FIRST_ROOM),
            dag_args: Vec::new(),
            instance_args: Vec::new(),
            table: IdTable::default(),
        };
        let simple = |tag, a| Node { tag, op: 0, flags: 0, a, b: 0, c: 0 };
        values.closed.extend([
            simple(Tag::Unset, 0),
            simple(Tag::Bit, 0),
            simple(Tag::Bit, 1),
            simple(Tag::Refused, 0),
        ]);
        values
    }

    /// How many values there are: closed ones, open ones.
    pub(crate) fn counts(&self) -> (usize, usize) {
        (self.closed.len(), self.open.len())
    }

    fn node(&self, id: ValueId) -> Node {
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

    fn ids_of(&self, node: Node) -> &[ValueId] {
        &self.ids[node.range()]
    }

    /// Notes that `name` is the qualified name of a template parameter. To be called before there
    /// is a variable of that name.
    pub(crate) fn declare_param(&mut self, name: Symbol) {
        let index = name.index();
        if index >= self.params.len() {
            self.params.resize(index + 1, false);
        }
        self.params[index] = true;
    }

    /// The set of one name.
    pub(crate) fn name_set(&self, name: Symbol) -> NameSet {
        // Neighbouring symbols are often used together, so they get different bits.
        let bit = match self.params.get(name.index()) {
            Some(true) => NameSet::PLAIN_BITS + name.index() as u32 % NameSet::PARAM_BITS,
            _ => name.index() as u32 % NameSet::PLAIN_BITS,
        };
        NameSet(1 << bit)
    }

    /// The names that an open value mentions, and perhaps others.
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
    pub(crate) fn type_source(&self, id: ValueId) -> TypeSource {
        let node = self.node(id);
        let ty = |index: u32| TypeSource::Type(TypeId::from_index(index as usize));
        match node.tag {
            Tag::Unset | Tag::Refused => TypeSource::Nothing,
            Tag::Bit | Tag::VarBit => TypeSource::Type(TypeId::BIT),
            Tag::Int => TypeSource::Type(TypeId::INT),
            Tag::String | Tag::Code | Tag::AnonymousName => TypeSource::Type(TypeId::STRING),
            Tag::KnownBits => TypeSource::Bits(u32::from(node.op)),
            Tag::MixedBits => TypeSource::Bits(node.b),
            Tag::List => TypeSource::List(TypeId::from_index(node.c as usize)),
            Tag::Dag => TypeSource::Type(TypeId::DAG),
            Tag::Def => TypeSource::Record(RecordId::from_index(node.a as usize)),
            Tag::Instance => TypeSource::Class(ClassId::from_index(node.c as usize)),
            Tag::Var => ty(node.a),
            Tag::Field => ty(node.b),
            Tag::Op => match decode_op(node.op) {
                // These keep the type that is asked for.
                Op::Bang(BangOp::IsA | BangOp::Exists) => TypeSource::Type(TypeId::INT),
                _ => ty(node.c),
            },
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
            Tag::MixedBits => Bits(BitsRepr::Mixed(self.ids_of(node))).to_int(),
            _ => None,
        }
    }

    /// The value that an open one is a bit of, and which.
    #[inline]
    pub(crate) fn bit_source(&self, id: ValueId) -> Option<(ValueId, u32)> {
        let node = self.open[id.open_index()];
        (node.tag == Tag::VarBit).then(|| (node.value_a(), node.b))
    }

    /// The value as a number of so many bits, if it is a row of known ones or an integer.
    #[inline]
    pub(crate) fn number_of_bits(&self, id: ValueId) -> Option<(u64, u32)> {
        let node = if id.is_open() { return None } else { self.closed[id.closed_index()] };
        match node.tag {
            Tag::KnownBits => Some((node.number(), u32::from(node.op))),
            Tag::Int => Some((node.number(), 64)),
            _ => None,
        }
    }

    /// Whether resolving left a variable in the value.
    pub(crate) fn has_var(&self, id: ValueId) -> bool {
        id.is_open() && self.node(id).flags & HAS_VAR != 0
    }

    /// Whether resolving the value may do more than compute: make a record, ask which there are,
    /// or report an error.
    pub(crate) fn may_act(&self, id: ValueId) -> bool {
        self.node(id).flags & MAY_ACT != 0
    }

    /// Whether the value is concrete but for the fields it reads of records; the second answer is
    /// whether it reads any.
    pub(crate) fn concrete_flags(&self, id: ValueId) -> (bool, bool) {
        let flags = self.node(id).flags;
        (flags & NOT_CONCRETE == 0, flags & HAS_FIELD != 0)
    }

    /// Whether all of some values are closed, concrete, and read no fields of records.
    pub(crate) fn are_plainly_concrete(&self, values: &[ValueId]) -> bool {
        values.iter().all(|value| {
            !value.is_open()
                && self.closed[value.closed_index()].flags & (NOT_CONCRETE | HAS_FIELD) == 0
        })
    }

    pub(crate) fn int(&mut self, number: i64) -> ValueId {
        let small = usize::try_from(number).ok().filter(|&n| n < SMALL_INTS);
        if let Some(known) = small.and_then(|n| self.caches.ints.get(n)) {
            return known;
        }
        let node = Node::with_number(Tag::Int, 0, number as u64);
        match small {
            Some(small) => {
                let id = self.push(node, false);
                self.caches.ints.set(small, id);
                id
            }
            None => self.intern_fixed(node, false),
        }
    }

    pub(crate) fn string(&mut self, text: Symbol) -> ValueId {
        if let Some(known) = self.caches.strings.get(text.index()) {
            return known;
        }
        let id = self.push(Node::with_symbol(Tag::String, 0, 0, text), false);
        self.caches.strings.set(text.index(), id);
        id
    }

    pub(crate) fn code(&mut self, text: Symbol) -> ValueId {
        self.intern_fixed(Node::with_symbol(Tag::Code, 0, 0, text), false)
    }

    pub(crate) fn def(&mut self, record: RecordId) -> ValueId {
        if let Some(known) = self.caches.defs.get(record.index()) {
            return known;
        }
        let id = self.push(Node { a: record.index() as u32, ..Node::of(Tag::Def) }, false);
        self.caches.defs.set(record.index(), id);
        id
    }

    /// The name of an anonymous record, whose number was not asked for before.
    pub(crate) fn new_anonymous_name(&mut self, number: u32) -> ValueId {
        let flags = HAS_VAR | NOT_CONCRETE;
        self.push(Node { a: number, flags, ..Node::of(Tag::AnonymousName) }, true)
    }

    pub(crate) fn var(&mut self, name: Symbol, ty: TypeId) -> ValueId {
        // A name mostly has one type.
        if let Some(known) = self.caches.vars.get(name.index())
            && self.open[known.open_index()].a == ty.index() as u32
        {
            return known;
        }
        let mut node = Node::with_symbol(Tag::Var, ty.index() as u32, 0, name);
        node.flags = HAS_VAR | NOT_CONCRETE;
        let id = self.intern_fixed(node, true);
        self.caches.vars.set(name.index(), id);
        id
    }

    pub(crate) fn var_bit(&mut self, of: ValueId, bit: u32) -> ValueId {
        let flags = (self.node(of).flags & (HAS_VAR | MAY_ACT)) | NOT_CONCRETE;
        let node = Node { a: of.0.get(), b: bit, flags, ..Node::of(Tag::VarBit) };
        self.intern_fixed(node, of.is_open())
    }

    pub(crate) fn field(&mut self, of: ValueId, field: Symbol, ty: TypeId) -> ValueId {
        let mut node = Node::with_symbol(Tag::Field, of.0.get(), ty.index() as u32, field);
        node.flags = match self.node(of).tag {
            Tag::Def => HAS_FIELD,
            _ => (self.node(of).flags & (HAS_VAR | MAY_ACT)) | NOT_CONCRETE,
        };
        self.intern_fixed(node, of.is_open())
    }

    pub(crate) fn bits_of_int(&mut self, width: u32, bits: u64) -> ValueId {
        if width > 64 {
            let row: Vec<ValueId> =
                (0..width).map(|i| ValueId::bit(i < 64 && bits >> i & 1 != 0)).collect();
            return self.bits(&row);
        }
        let bits = if width < 64 { bits & ((1 << width) - 1) } else { bits };
        self.intern_fixed(Node::with_number(Tag::KnownBits, width as u8, bits), false)
    }

    /// A row of bits, bit 0 first.
    pub(crate) fn bits(&mut self, row: &[ValueId]) -> ValueId {
        if row.len() <= 64
            && let Some(known) = Bits(BitsRepr::Mixed(row)).to_int()
        {
            return self.bits_of_int(row.len() as u32, known as u64);
        }
        let source = self.source_of_bits(row).map_or(0, |of| of.0.get());
        self.intern_ids(Tag::MixedBits, 0, row, source, false, 0)
    }

    /// The value all of whose bits these are, the lowest ones in order.
    fn source_of_bits(&self, row: &[ValueId]) -> Option<ValueId> {
        let source = |bit: &ValueId| if bit.is_open() { self.bit_source(*bit) } else { None };
        let (of, _) = source(row.first()?)?;
        row.iter().zip(0..).all(|(bit, i)| source(bit) == Some((of, i))).then_some(of)
    }

    pub(crate) fn list(&mut self, elements: &[ValueId], element_type: TypeId) -> ValueId {
        self.intern_ids(Tag::List, 0, elements, element_type.index() as u32, false, 0)
    }

    /// An operation that waits.
    pub(crate) fn op(&mut self, op: Op, ty: TypeId, args: &[ValueId]) -> ValueId {
        // These ask which records there are, so that they may succeed later though no operand changes.
        let always_open = matches!(op, Op::Bang(BangOp::Cast | BangOp::Exists | BangOp::Instances));
        let code = encode_op(op);
        let mut flags = if op == Op::Cond { 0 } else { NOT_CONCRETE };
        if self.effect_of(op, ty, args) != Effect::None {
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
        let (flags, open) = self.join(whole.clone().map(|a| a.value), 0);
        let same = |id| {
            let id = ValueId(id);
            id.is_open() == open && {
                let other = self.node(id);
                other.tag == Tag::Dag
                    && self.dag_args[other.range()].split_first() == Some((&head, args))
            }
        };
        if let Some(found) = self.table.find(hash, same) {
            return ValueId(found);
        }
        let (a, b) = (self.dag_args.len() as u32, args.len() as u32 + 1);
        self.dag_args.extend(whole);
        self.insert(hash, Node { flags, a, b, ..Node::of(Tag::Dag) }, open)
    }

    pub(crate) fn instance(&mut self, class: ClassId, args: &[InstanceArg]) -> ValueId {
        let c = class.index() as u32;
        let mut hash = Hash::new(u64::from(Tag::Instance as u8) << 8);
        hash.add(u64::from(c));
        for arg in args {
            let key = match arg.key {
                ArgKey::Position(index) => index,
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
        if let Some(found) = self.table.find(hash, same) {
            return ValueId(found);
        }
        let (flags, _) = self.join(args.iter().map(|a| a.value), NOT_CONCRETE | MAY_ACT);
        let (a, b) = (self.instance_args.len() as u32, args.len() as u32);
        self.instance_args.extend_from_slice(args);
        // An instance is replaced by its record as soon as that can be created.
        self.insert(hash, Node { flags, a, b, c, ..Node::of(Tag::Instance) }, true)
    }

    /// The record, as a value, that an instance of a class became.
    pub(crate) fn record_of_instance(&self, instance: ValueId) -> Option<ValueId> {
        self.caches.instantiated.get(instance.open_index().index())
    }

    pub(crate) fn set_record_of_instance(&mut self, instance: ValueId, record: ValueId) {
        self.caches.instantiated.set(instance.open_index().index(), record);
    }

    fn join(&self, parts: impl Iterator<Item = ValueId>, flags: u8) -> (u8, bool) {
        parts.fold((flags, false), |(flags, open), id| {
            (flags | self.node(id).flags, open | id.is_open())
        })
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
        // Most values are there already, so that the pool is left alone until it is known.
        let same = |id| {
            let id = ValueId(id);
            id.is_open() == open && {
                let other = self.node(id);
                (other.tag, other.op, other.c) == (tag, op, c) && self.ids_of(other) == ids
            }
        };
        if let Some(found) = self.table.find(hash, same) {
            return ValueId(found);
        }
        let (flags, _) = self.join(ids.iter().copied(), flags);
        let node = Node { tag, op, flags, a: self.ids.len() as u32, b: ids.len() as u32, c };
        self.ids.extend_from_slice(ids);
        self.insert(hash, node, open)
    }

    fn intern_fixed(&mut self, node: Node, open: bool) -> ValueId {
        let mut hash = Hash::new(u64::from(node.tag as u8) << 8 | u64::from(node.op));
        hash.add(u64::from(node.a) << 32 | u64::from(node.b));
        hash.add(u64::from(node.c));
        let hash = hash.finish();
        let same = |id| {
            let id = ValueId(id);
            id.is_open() == open && {
                let n = self.node(id);
                (n.tag, n.op, n.a, n.b, n.c) == (node.tag, node.op, node.a, node.b, node.c)
            }
        };
        match self.table.find(hash, same) {
            Some(found) => ValueId(found),
            None => self.insert(hash, node, open),
        }
    }

    fn insert(&mut self, hash: u32, node: Node, open: bool) -> ValueId {
        let id = self.push(node, open);
        self.table.insert(hash, id.0);
        id
    }

    /// Adds a value that is not there yet and is never looked up by its hash.
    fn push(&mut self, node: Node, open: bool) -> ValueId {
        if !open {
            return ValueId::new(self.closed.push(node).index() as u32, 0);
        }
        let names = self.names_of_parts(node);
        self.names.push(names);
        ValueId::new(self.open.push(node).index() as u32, OPEN)
    }

    fn names_of_parts(&self, node: Node) -> NameSet {
        let all = |ids: &mut dyn Iterator<Item = ValueId>| {
            ids.fold(NameSet::default(), |set, id| set.with(self.names_in(id)))
        };
        match node.tag {
            Tag::AnonymousName => NameSet::ANONYMOUS,
            Tag::Var => self.name_set(node.symbol_c()),
            Tag::VarBit | Tag::Field => self.names_in(node.value_a()),
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
        assert_eq!((size_of::<Node>(), size_of::<Option<ValueId>>()), (16, 4));
    }
}
