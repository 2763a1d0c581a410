//! The reader of trees: names in a tree get the meaning that they have in patterns.
//!
//! In: text and the records. Out: a [`SelectionGraph`] with all types, or an error with its offset.

use rustc_hash::FxHashMap;
use tablewright_target::value_types::ValueType;

use super::draft::{DraftKind, DraftNode, DraftValue, MemoryFacts, TreeError};
use super::infer::infer_types;
use super::tree_syntax::{SyntaxKind, SyntaxTree, parse};
use super::{
    GraphMemory, GraphNode, GraphPayload, GraphRoot, GraphTypes, GraphValue, SelectionGraph,
};
use crate::patterns::PatternsToMatch;
use crate::patterns::forest::SdNodeId;
use crate::sd_node_properties::SdNodeProperty;

/// Trees in work.
pub(super) struct TreeReader<'a, 's> {
    pub(super) types: &'a GraphTypes<'s>,
    pub(super) patterns: &'a PatternsToMatch,
    pub(super) nodes: Vec<DraftNode>,
    names: FxHashMap<String, DraftValue>,
    roots: Vec<(DraftValue, Option<String>)>,
}

/// Reads trees. Names that a tree sets are values of the trees after it.
///
/// # Errors
/// If the text is not a tree, a name is unknown, or a type does not follow.
pub fn read_trees(
    text: &str,
    types: &GraphTypes<'_>,
    patterns: &PatternsToMatch,
) -> Result<SelectionGraph, TreeError> {
    let trees = parse(text)?;
    if trees.is_empty() {
        return Err(TreeError::new(0, "expected a tree".to_owned()));
    }
    let (names, roots) = (FxHashMap::default(), Vec::new());
    let mut reader = TreeReader { types, patterns, nodes: Vec::new(), names, roots };
    for tree in &trees {
        reader.root(tree)?;
    }
    infer_types(&mut reader.nodes, types, patterns)?;
    reader.graph()
}

impl TreeReader<'_, '_> {
    fn root(&mut self, tree: &SyntaxTree) -> Result<(), TreeError> {
        let SyntaxKind::Operation { operator, operands } = &tree.kind else {
            let value = self.value(tree)?;
            self.roots.push((value, None));
            return Ok(());
        };
        if operator != "set" {
            let value = self.value(tree)?;
            self.roots.push((value, None));
            return Ok(());
        }
        let [destinations @ .., tree] = &operands[..] else {
            return Err(TreeError::new(tree.offset, "'set' has no operands".to_owned()));
        };
        let value = self.value(tree)?;
        for (result, destination) in destinations.iter().enumerate() {
            let SyntaxKind::Leaf { record, name: Some(name) } = &destination.kind else {
                let message = "expected a result, such as i32:$d".to_owned();
                return Err(TreeError::new(destination.offset, message));
            };
            let value = DraftValue { node: value.node, result: value.result + result };
            if self.nodes[value.node].types.len() <= value.result {
                let label = &self.nodes[value.node].label;
                let message = format!("'{label}' has no result for '${name}'");
                return Err(TreeError::new(destination.offset, message));
            }
            if let Some(record) = record {
                let ty = self.stated_type(record, destination.offset)?;
                self.state(value, ty, destination.offset)?;
            }
            self.names.insert(name.clone(), value);
            self.roots.push((value, Some(name.clone())));
        }
        Ok(())
    }

    /// Returns the type for a value type, register class or register operand.
    fn stated_type(&self, name: &str, offset: usize) -> Result<ValueType, TreeError> {
        let record = self.types.store().find_record(name);
        let record =
            record.ok_or_else(|| TreeError::new(offset, format!("there is no record '{name}'")))?;
        let ty = self.types.for_record(record);
        ty.map_err(|error| TreeError::in_record(offset, &error))?.ok_or_else(|| {
            let message = format!("'{name}' is neither a value type nor a register class");
            TreeError::new(offset, message)
        })
    }

    /// Sets a value's type.
    pub(super) fn state(
        &mut self,
        value: DraftValue,
        ty: ValueType,
        offset: usize,
    ) -> Result<(), TreeError> {
        let node = &mut self.nodes[value.node];
        match node.types[value.result].replace(ty) {
            Some(earlier) if earlier != ty => {
                let (a, b) = (self.types.name(earlier), self.types.name(ty));
                let message = format!("'{}' has types {a} and {b}", node.label);
                Err(TreeError::new(offset, message))
            }
            _ => Ok(()),
        }
    }

    pub(super) fn push(&mut self, node: DraftNode) -> DraftValue {
        self.nodes.push(node);
        DraftValue { node: self.nodes.len() - 1, result: 0 }
    }

    fn value(&mut self, tree: &SyntaxTree) -> Result<DraftValue, TreeError> {
        let offset = tree.offset;
        match &tree.kind {
            SyntaxKind::Number(number) => Ok(self.number(*number, offset)),
            SyntaxKind::Leaf { record, name } => {
                self.leaf(record.as_deref(), name.as_deref(), offset)
            }
            SyntaxKind::Operation { operator, operands } => {
                self.operation(operator, operands, offset)
            }
        }
    }

    pub(super) fn number(&mut self, number: i64, offset: usize) -> DraftValue {
        self.push(DraftNode {
            kind: DraftKind::Constant { number, opcode: "ISD::Constant" },
            operands: Vec::new(),
            types: vec![None],
            offset,
            label: number.to_string(),
        })
    }

    fn leaf(
        &mut self,
        record: Option<&str>,
        name: Option<&str>,
        offset: usize,
    ) -> Result<DraftValue, TreeError> {
        let Some(record_name) = record else {
            let name = name.unwrap_or_default();
            return Ok(self.named(name, None, offset));
        };
        let store = self.types.store();
        let unknown = || TreeError::new(offset, format!("there is no record '{record_name}'"));
        let record = store.find_record(record_name).ok_or_else(unknown)?;
        let described = store.record(record);
        if let Some(id) = self.patterns.sd_node_of(record) {
            let Some(name) = name else {
                return self.node(id, &[], MemoryFacts::default(), offset);
            };
            let opcode = store.str(self.patterns.sd_node(id).opcode).to_owned();
            let (payload, ty) = if opcode == "ISD::BasicBlock" {
                (GraphPayload::Block(name.to_owned()), Some(self.types.other))
            } else {
                (GraphPayload::Symbol(name.to_owned()), self.types.pointer)
            };
            return Ok(self.payload(opcode, payload, ty, offset, name));
        }
        if described.inherits("CondCode") {
            let payload = GraphPayload::Condition(record_name.to_owned());
            let ty = Some(self.types.other);
            return Ok(self.payload("ISD::CONDCODE".to_owned(), payload, ty, offset, record_name));
        }
        if described.inherits("PatFrags") && name.is_none() {
            return self.fragment(record, &[], offset);
        }
        let ty = self.stated_type(record_name, offset)?;
        match name {
            Some(name) => Ok(self.named(name, Some(ty), offset)),
            None if described.inherits("ValueType") => Ok(self.type_leaf(ty, offset)),
            None => {
                let message = format!("'{record_name}' lacks a name, such as {record_name}:$a");
                Err(TreeError::new(offset, message))
            }
        }
    }

    pub(super) fn type_leaf(&mut self, ty: ValueType, offset: usize) -> DraftValue {
        let (other, label) = (Some(self.types.other), self.types.name(ty));
        self.payload("ISD::VALUETYPE".to_owned(), GraphPayload::Type(ty), other, offset, label)
    }

    pub(super) fn payload(
        &mut self,
        opcode: String,
        payload: GraphPayload,
        ty: Option<ValueType>,
        offset: usize,
        label: &str,
    ) -> DraftValue {
        let kind = DraftKind::Leaf(opcode, payload);
        let (operands, types, label) = (Vec::new(), vec![ty], label.to_owned());
        self.push(DraftNode { kind, operands, types, offset, label })
    }

    /// Returns the value with a name. An unknown name is a value from elsewhere.
    fn named(&mut self, name: &str, ty: Option<ValueType>, offset: usize) -> DraftValue {
        if let Some(&value) = self.names.get(name) {
            if let Some(ty) = ty {
                self.nodes[value.node].types[value.result].get_or_insert(ty);
            }
            return value;
        }
        let payload = GraphPayload::Register(name.to_owned());
        let value = self.payload("ISD::CopyFromReg".to_owned(), payload, ty, offset, name);
        self.names.insert(name.to_owned(), value);
        value
    }

    fn operation(
        &mut self,
        operator: &str,
        operands: &[SyntaxTree],
        offset: usize,
    ) -> Result<DraftValue, TreeError> {
        let store = self.types.store();
        let Some(record) = store.find_record(operator) else {
            return Err(TreeError::new(offset, format!("there is no record '{operator}'")));
        };
        let described = store.record(record);
        if described.inherits("ValueType") {
            let ty = self.stated_type(operator, offset)?;
            let [operand] = operands else {
                let message =
                    format!("a type has one operand, '{operator}' has {}", operands.len());
                return Err(TreeError::new(offset, message));
            };
            let value = self.value(operand)?;
            self.state(value, ty, offset)?;
            return Ok(value);
        }
        if let ("imm" | "timm", [SyntaxTree { kind: SyntaxKind::Number(number), .. }]) =
            (operator, operands)
        {
            let opcode = if operator == "imm" { "ISD::Constant" } else { "ISD::TargetConstant" };
            let kind = DraftKind::Constant { number: *number, opcode };
            let (operands, types, label) = (Vec::new(), vec![None], number.to_string());
            return Ok(self.push(DraftNode { kind, operands, types, offset, label }));
        }
        let mut values = Vec::new();
        for operand in operands {
            values.push(self.value(operand)?);
        }
        if let Some(id) = self.patterns.sd_node_of(record) {
            return self.node(id, &values, MemoryFacts::default(), offset);
        }
        if described.inherits("PatFrags") {
            return self.fragment(record, &values, offset);
        }
        let message = format!("'{operator}' is neither a node nor a fragment");
        Err(TreeError::new(offset, message))
    }

    /// Adds a node.
    pub(super) fn node(
        &mut self,
        id: SdNodeId,
        operands: &[DraftValue],
        facts: MemoryFacts,
        offset: usize,
    ) -> Result<DraftValue, TreeError> {
        let node = self.patterns.sd_node(id);
        let label = self.types.store().record(node.record).name().to_owned();
        if let Some(count) = node.operand_count.filter(|&count| count != operands.len()) {
            let message = format!("'{label}' has {count} operands, not {}", operands.len());
            return Err(TreeError::new(offset, message));
        }
        let types = vec![None; node.result_count];
        let (kind, operands) = (DraftKind::Node(id, facts), operands.to_vec());
        Ok(self.push(DraftNode { kind, operands, types, offset, label }))
    }

    /// Builds the graph of the trees. Nodes with a chain follow each other in the order of the text.
    fn graph(self) -> Result<SelectionGraph, TreeError> {
        let other = self.types.other;
        let mut graph = SelectionGraph::default();
        let mut chain = graph.leaf("ISD::EntryToken", other, GraphPayload::None);
        let mut values: Vec<GraphValue> = Vec::new();
        for draft in &self.nodes {
            let types: Vec<ValueType> = draft.types.iter().copied().flatten().collect();
            let operand = |value: &DraftValue| {
                let result = value.result as u32;
                GraphValue { node: values[value.node].node, result }
            };
            let operands = draft.operands.iter().map(operand);
            let node = match &draft.kind {
                DraftKind::Constant { number, opcode } => {
                    let number = self.constant(*number, types[0], draft)?;
                    graph.leaf(opcode, types[0], GraphPayload::Constant(number)).node
                }
                DraftKind::Leaf(opcode, payload) => {
                    graph.leaf(opcode, types[0], payload.clone()).node
                }
                DraftKind::Node(id, facts) => {
                    let node = self.patterns.sd_node(*id);
                    let opcode = self.types.store().str(node.opcode).to_owned();
                    let payload = memory_payload(&opcode, *facts, &types, draft, &self.nodes);
                    if node.has(SdNodeProperty::HasChain) {
                        let operands = std::iter::once(chain).chain(operands).collect();
                        let mut types = types;
                        types.push(other);
                        let result = types.len() as u32 - 1;
                        let node = graph.add(GraphNode { opcode, types, operands, payload });
                        chain = GraphValue { node, result };
                        node
                    } else {
                        let operands = operands.collect();
                        graph.add(GraphNode { opcode, types, operands, payload })
                    }
                }
            };
            values.push(GraphValue { node, result: 0 });
        }
        for (value, name) in &self.roots {
            let value = GraphValue { node: values[value.node].node, result: value.result as u32 };
            graph.roots.push(GraphRoot { value, name: name.clone() });
        }
        Ok(graph)
    }

    /// Returns a constant with the sign of its type.
    fn constant(&self, number: i64, ty: ValueType, draft: &DraftNode) -> Result<i64, TreeError> {
        let bits = self.types.bits(ty);
        if bits == 0 || bits >= i64::BITS {
            return Ok(number);
        }
        let signed = number << (64 - bits) >> (64 - bits);
        if signed == number || number >> bits == 0 {
            return Ok(signed);
        }
        let message = format!("{number} does not fit {}", self.types.name(ty));
        Err(TreeError::new(draft.offset, message))
    }
}

/// Returns the facts about a load or store.
fn memory_payload(
    opcode: &str,
    facts: MemoryFacts,
    types: &[ValueType],
    draft: &DraftNode,
    nodes: &[DraftNode],
) -> GraphPayload {
    let value = match opcode {
        "ISD::LOAD" => types.first().copied(),
        "ISD::STORE" => {
            let stored = draft.operands.first();
            stored.and_then(|stored| nodes[stored.node].types[stored.result])
        }
        _ => None,
    };
    let Some(value) = value else { return GraphPayload::None };
    let MemoryFacts { ty, extension, is_truncating } = facts;
    GraphPayload::Memory(GraphMemory { ty: ty.unwrap_or(value), extension, is_truncating })
}
