//! Random trees from the patterns of a target: a register in a pattern becomes a variable or another tree, a constant a
//! number, an address a pointer with a distance.

use rustc_hash::FxHashMap;
use tablewright_records::RecordView;
use tablewright_selection::patterns::graph::{
    GraphMemory, GraphNode, GraphPayload, GraphRoot, GraphTypes, GraphValue, LoadExtension,
    SelectionGraph,
};
use tablewright_selection::patterns::{ForestOperation, NodeId, PatternsToMatch};
use tablewright_selection::record_views::selection_dag::PatFragsRecord;
use tablewright_simulator::is_evaluated;
use tablewright_target::value_types::ValueType;

use super::random::RandomNumbers;

/// A random tree.
pub(super) struct RandomTree {
    pub(super) graph: SelectionGraph,
    pub(super) inputs: FxHashMap<String, u128>,
}

/// The address of the bytes that trees read and write.
pub(super) const BYTES_START: u64 = 0x800;
/// The number of these bytes.
pub(super) const BYTES: usize = 256;
/// Trees are nested to this depth in patterns.
const MAX_DEPTH: usize = 2;

/// A generator of trees.
pub(super) struct TreeGenerator<'a, 's> {
    pub(super) types: &'a GraphTypes<'s>,
    pub(super) patterns: &'a PatternsToMatch,
    pub(super) random: RandomNumbers,
    /// The patterns of which trees consist, by the type of their value.
    by_type: FxHashMap<ValueType, Vec<usize>>,
    usable: Vec<usize>,
}

/// The use of a value.
#[derive(Clone, Copy, PartialEq, Eq)]
enum ValueUse {
    Number,
    Address,
}

impl<'a, 's> TreeGenerator<'a, 's> {
    pub(super) fn new(
        types: &'a GraphTypes<'s>,
        patterns: &'a PatternsToMatch,
        seed: u64,
    ) -> TreeGenerator<'a, 's> {
        let random = RandomNumbers::new(seed);
        let (by_type, usable) = (FxHashMap::default(), Vec::new());
        let mut generator = TreeGenerator { types, patterns, random, by_type, usable };
        for (index, pattern) in patterns.list.iter().enumerate() {
            let is_in_mode = pattern.mode.is_none_or(|mode| mode == types.mode());
            if !is_in_mode || !generator.is_usable(pattern.source) {
                continue;
            }
            generator.usable.push(index);
            if let Some(ty) = generator.ty(pattern.source) {
                generator.by_type.entry(ty).or_default().push(index);
            }
        }
        generator
    }

    /// Returns the number of patterns of which trees consist.
    pub(super) fn pattern_count(&self) -> usize {
        self.usable.len()
    }

    fn ty(&self, node: NodeId) -> Option<ValueType> {
        let &set = self.patterns.forest().types(node).first()?;
        self.types.for_set(self.patterns, set)
    }

    fn opcode(&self, node: NodeId) -> Option<&'s str> {
        let id = self.patterns.forest().operation(node).sd_node()?;
        Some(self.types.store().str(self.patterns.sd_node(id).opcode))
    }

    /// Whether all nodes can be evaluated, and all values are integers.
    fn is_usable(&self, node: NodeId) -> bool {
        let forest = self.patterns.forest();
        let children = || forest.children(node).iter().all(|&child| self.is_usable(child));
        let is_integer = || self.ty(node).is_some_and(|ty| self.types.is_integer(ty));
        match forest.operation(node) {
            ForestOperation::Node(_) => {
                let opcode = self.opcode(node).unwrap_or_default();
                if opcode == "ISD::Constant" {
                    return is_integer();
                }
                let is_store = opcode == "ISD::STORE";
                is_evaluated(opcode) && (is_store || is_integer()) && children()
            }
            ForestOperation::Record(record) => {
                let record = self.types.store().record(record);
                record.inherits("CondCode")
                    || record.inherits("ValueType")
                    || !record.inherits("Register") && is_integer()
            }
            ForestOperation::Int(_) | ForestOperation::ComplexPattern(_) => is_integer(),
            ForestOperation::Any
            | ForestOperation::IntrinsicNumber(_)
            | ForestOperation::Fragment(_)
            | ForestOperation::Instruction(_)
            | ForestOperation::Transform(_)
            | ForestOperation::Set
            | ForestOperation::Implicit => false,
        }
    }

    /// Returns the next tree.
    pub(super) fn tree(&mut self) -> RandomTree {
        let pattern = self.usable[self.random.below(self.usable.len())];
        let mut tree =
            RandomTree { graph: SelectionGraph::default(), inputs: FxHashMap::default() };
        let other = self.types.other;
        let mut chain = tree.graph.leaf("ISD::EntryToken", other, GraphPayload::None);
        let root = self.patterns.list[pattern].source;
        let mut names = FxHashMap::default();
        let value = self.value(&mut tree, &mut chain, root, ValueUse::Number, 0, &mut names);
        let is_effect = tree.graph.ty(value) == Some(other);
        let name = (!is_effect).then(|| "d".to_owned());
        tree.graph.roots.push(GraphRoot { value, name });
        tree
    }

    fn value(
        &mut self,
        tree: &mut RandomTree,
        chain: &mut GraphValue,
        node: NodeId,
        value_use: ValueUse,
        depth: usize,
        names: &mut FxHashMap<tablewright_syntax::symbol::Symbol, GraphValue>,
    ) -> GraphValue {
        let forest = self.patterns.forest();
        let name = forest.name(node);
        if let Some(&value) = name.and_then(|name| names.get(&name)) {
            return value;
        }
        let ty = self.ty(node).unwrap_or(self.types.other);
        let value = match forest.operation(node) {
            ForestOperation::Int(number) => constant(tree, self.types, ty, number),
            ForestOperation::Node(_) if self.opcode(node) == Some("ISD::Constant") => {
                let number = match value_use {
                    ValueUse::Number => self.random.interesting(self.types.bits(ty)),
                    ValueUse::Address => self.distance(),
                };
                constant(tree, self.types, ty, number)
            }
            ForestOperation::Node(_) => self.operation(tree, chain, node, value_use, depth, names),
            ForestOperation::Record(record) => {
                let described = self.types.store().record(record);
                let other = self.types.other;
                if described.inherits("CondCode") {
                    let payload = GraphPayload::Condition(described.name().to_owned());
                    return tree.graph.leaf("ISD::CONDCODE", other, payload);
                }
                if described.inherits("ValueType") && name.is_none() {
                    let ty = self.types.for_record(record).ok().flatten().unwrap_or(other);
                    return tree.graph.leaf("ISD::VALUETYPE", other, GraphPayload::Type(ty));
                }
                self.leaf(tree, chain, ty, value_use, depth)
            }
            ForestOperation::ComplexPattern(_)
            | ForestOperation::Any
            | ForestOperation::IntrinsicNumber(_)
            | ForestOperation::Fragment(_)
            | ForestOperation::Instruction(_)
            | ForestOperation::Transform(_)
            | ForestOperation::Set
            | ForestOperation::Implicit => self.leaf(tree, chain, ty, value_use, depth),
        };
        if let Some(name) = name {
            names.insert(name, value);
        }
        value
    }

    /// Returns a distance from a pointer.
    fn distance(&mut self) -> i64 {
        8 * (self.random.below(9) as i64 - 4)
    }

    /// A variable or another tree; for an address, a pointer or its sum with a number.
    fn leaf(
        &mut self,
        tree: &mut RandomTree,
        chain: &mut GraphValue,
        ty: ValueType,
        value_use: ValueUse,
        depth: usize,
    ) -> GraphValue {
        if value_use == ValueUse::Address {
            let pointer = self.variable(tree, ty, ValueUse::Address);
            if self.random.is_one_of(2) {
                return pointer;
            }
            let number = self.distance();
            let number = constant(tree, self.types, ty, number);
            return node(tree, "ISD::ADD", ty, vec![pointer, number]);
        }
        let others = self.by_type.get(&ty).map_or(0, Vec::len);
        if depth < MAX_DEPTH && others > 0 && self.random.is_one_of(3) {
            let pattern = self.by_type[&ty][self.random.below(others)];
            let source = self.patterns.list[pattern].source;
            let mut names = FxHashMap::default();
            return self.value(tree, chain, source, ValueUse::Number, depth + 1, &mut names);
        }
        if self.random.is_one_of(6) {
            let number = self.random.interesting(self.types.bits(ty));
            return constant(tree, self.types, ty, number);
        }
        self.variable(tree, ty, ValueUse::Number)
    }

    fn variable(
        &mut self,
        tree: &mut RandomTree,
        ty: ValueType,
        value_use: ValueUse,
    ) -> GraphValue {
        let name = format!("{}", (b'a' + (tree.inputs.len() % 26) as u8) as char);
        let name =
            if tree.inputs.contains_key(&name) { format!("v{}", tree.inputs.len()) } else { name };
        let number = match value_use {
            ValueUse::Number => self.random.interesting(self.types.bits(ty)) as u128,
            ValueUse::Address => u128::from(BYTES_START) + 64 + 8 * self.random.below(16) as u128,
        };
        let bits = self.types.bits(ty).clamp(1, 127);
        tree.inputs.insert(name.clone(), number & ((1 << bits) - 1));
        tree.graph.leaf("ISD::CopyFromReg", ty, GraphPayload::Register(name))
    }

    fn operation(
        &mut self,
        tree: &mut RandomTree,
        chain: &mut GraphValue,
        node_id: NodeId,
        value_use: ValueUse,
        depth: usize,
        names: &mut FxHashMap<tablewright_syntax::symbol::Symbol, GraphValue>,
    ) -> GraphValue {
        let forest = self.patterns.forest();
        let opcode = self.opcode(node_id).unwrap_or_default();
        let ty = self.ty(node_id).unwrap_or(self.types.other);
        let address = match opcode {
            "ISD::LOAD" => Some(0),
            "ISD::STORE" => Some(1),
            _ => None,
        };
        let is_shift = matches!(opcode, "ISD::SHL" | "ISD::SRL" | "ISD::SRA");
        let mut operands = Vec::new();
        for (index, &child) in forest.children(node_id).iter().enumerate() {
            let is_constant = self.opcode(child) == Some("ISD::Constant");
            let is_sum = value_use == ValueUse::Address && (index == 0 || is_constant);
            let child_use =
                if Some(index) == address || is_sum { ValueUse::Address } else { ValueUse::Number };
            let mut value = self.value(tree, chain, child, child_use, depth, names);
            // The result of a shift by more than the width is undefined.
            if is_shift && index == 1 {
                value = self.amount(tree, value);
            }
            operands.push(value);
        }
        if address.is_none() {
            return node(tree, opcode, ty, operands);
        }
        let memory = self.memory(node_id, tree, &operands, ty);
        operands.insert(0, *chain);
        let types =
            if opcode == "ISD::LOAD" { vec![ty, self.types.other] } else { vec![self.types.other] };
        let (opcode, result) = (opcode.to_owned(), types.len() as u32 - 1);
        let payload = GraphPayload::Memory(memory);
        let id = tree.graph.add(GraphNode { opcode, types, operands, payload });
        *chain = GraphValue { node: id, result };
        GraphValue { node: id, result: 0 }
    }

    /// Makes an amount of a shift smaller than the width.
    fn amount(&mut self, tree: &mut RandomTree, value: GraphValue) -> GraphValue {
        let ty = tree.graph.ty(value).unwrap_or(self.types.other);
        let amount = self.random.below(self.types.bits(ty).clamp(1, 64) as usize) as i64;
        let GraphNode { payload, .. } = tree.graph.get(value.node);
        if let GraphPayload::Register(name) = payload {
            tree.inputs.insert(name.clone(), amount as u128);
            return value;
        }
        constant(tree, self.types, ty, amount)
    }

    /// Returns the facts about an access that the fragments of its pattern state.
    fn memory(
        &self,
        node: NodeId,
        tree: &RandomTree,
        operands: &[GraphValue],
        ty: ValueType,
    ) -> GraphMemory {
        let stored = operands.first().and_then(|&value| tree.graph.ty(value));
        let value_type = if ty == self.types.other { stored.unwrap_or(ty) } else { ty };
        let mut memory =
            GraphMemory { ty: value_type, extension: LoadExtension::None, is_truncating: false };
        let is = |bit: Option<bool>| bit == Some(true);
        for call in &self.patterns.forest().attributes(node).predicates {
            let record = self.types.store().record(self.patterns.fragment(call.fragment).record);
            let fragment = PatFragsRecord::new(record);
            if is(fragment.is_sign_ext_load().ok().flatten()) {
                memory.extension = LoadExtension::Sign;
            } else if is(fragment.is_zero_ext_load().ok().flatten())
                || is(fragment.is_any_ext_load().ok().flatten())
            {
                memory.extension = LoadExtension::Zero;
            }
            memory.is_truncating |= is(fragment.is_trunc_store().ok().flatten());
            if let Ok(Some(record)) = fragment.memory_vt() {
                memory.ty = self.types.for_record(record).ok().flatten().unwrap_or(memory.ty);
            }
        }
        memory
    }
}

fn node(
    tree: &mut RandomTree,
    opcode: &str,
    ty: ValueType,
    operands: Vec<GraphValue>,
) -> GraphValue {
    let (opcode, types, payload) = (opcode.to_owned(), vec![ty], GraphPayload::None);
    GraphValue { node: tree.graph.add(GraphNode { opcode, types, operands, payload }), result: 0 }
}

fn constant(
    tree: &mut RandomTree,
    types: &GraphTypes<'_>,
    ty: ValueType,
    number: i64,
) -> GraphValue {
    let shift = 64 - types.bits(ty).clamp(1, 64);
    let payload = GraphPayload::Constant(number << shift >> shift);
    tree.graph.leaf("ISD::Constant", ty, payload)
}
