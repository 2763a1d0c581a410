//! Programs from the trees of an instruction.

use rustc_hash::FxHashMap;
use tablewright_records::{FieldError, Record, RecordId, RecordStore, RecordView};
use tablewright_selection::patterns::{
    ForestOperation, NodeId, SemanticsEquivalences, SemanticsReader,
};
use tablewright_selection::record_views::selection_dag::PatFragsRecord;
use tablewright_syntax::symbol::Symbol;
use tablewright_target::hw_modes::{HwModeId, HwModes};
use tablewright_target::instructions::operands::Operands;
use tablewright_target::registers::{RegisterClassLike, RegisterId, Registers};
use tablewright_target::value_types::ValueTypes;

use super::described_nodes::NodeSemantics;
use crate::operation::{Operation, operation};
use crate::program::{BinaryOp, Program, Statement, UnaryOp, Value, ValueIx, ValueType};
use crate::register_file::RegisterLayout;
use crate::stop::NoMeaning;

/// Facts that all instructions share.
#[derive(Clone, Copy)]
pub(crate) struct CompileContext<'a, 's> {
    pub(crate) store: &'s RecordStore,
    pub(crate) reader: &'a SemanticsReader<'s>,
    pub(crate) types: &'s ValueTypes,
    pub(crate) hw_modes: &'s HwModes,
    pub(crate) mode: HwModeId,
    pub(crate) registers: &'s Registers,
    pub(crate) layout: &'a RegisterLayout,
    pub(crate) equivalences: &'a SemanticsEquivalences,
    pub(crate) nodes: &'a NodeSemantics<'s>,
    /// The width of addresses.
    pub(crate) address_width: u32,
}

impl From<FieldError> for NoMeaning {
    fn from(error: FieldError) -> NoMeaning {
        NoMeaning::new(error.message())
    }
}

/// The deepest tree that is compiled.
pub(super) const MAX_DEPTH: usize = 200;
/// The largest program. Node semantics that mention each other could grow without a limit.
pub(super) const MAX_VALUES: usize = 10_000;

/// Compiles the trees that `context.reader` has read last.
pub(crate) fn compile_trees(
    context: CompileContext<'_, '_>,
    operands: Operands<'_>,
    trees: &[NodeId],
    is_sequential: bool,
) -> Result<Program, NoMeaning> {
    let program = Program { is_sequential, ..Program::default() };
    let mut compiler = TreeCompiler {
        context,
        operands,
        operand_names: None,
        program,
        results: FxHashMap::default(),
        depth: 0,
    };
    for &tree in trees {
        compiler.statement(tree)?;
    }
    Ok(compiler.program)
}

/// Compiles the tree that a pattern for selection matches. `names` has the machine operand for each name in the tree.
/// The value is the output `output`; without an output, the tree is an effect.
pub(crate) fn compile_matched_tree(
    context: CompileContext<'_, '_>,
    operands: Operands<'_>,
    tree: NodeId,
    names: &FxHashMap<Symbol, u16>,
    output: Option<u16>,
) -> Result<Program, NoMeaning> {
    let mut compiler = TreeCompiler {
        context,
        operands,
        operand_names: Some(names),
        program: Program::default(),
        results: FxHashMap::default(),
        depth: 0,
    };
    match output {
        Some(operand) => {
            let value = compiler.value(tree, 0)?;
            compiler.program.statements.push(Statement::SetOperand { operand, value });
        }
        None => compiler.statement(tree)?,
    }
    Ok(compiler.program)
}

pub(super) struct TreeCompiler<'a, 's, 'm> {
    pub(super) context: CompileContext<'a, 's>,
    operands: Operands<'m>,
    /// Machine operands by the names in the tree; `None` if the tree has the names of the operands.
    operand_names: Option<&'m FxHashMap<Symbol, u16>>,
    pub(super) program: Program,
    /// Results of nodes with semantics of their own.
    results: FxHashMap<NodeId, Vec<ValueIx>>,
    pub(super) depth: usize,
}

/// A memory access, from the fragments of a load or store.
#[derive(Default)]
struct MemoryAccess {
    memory_type: Option<RecordId>,
    is_sign_extended: bool,
    is_zero_extended: bool,
    is_any_extended: bool,
}

impl<'s> TreeCompiler<'_, 's, '_> {
    fn statement(&mut self, tree: NodeId) -> Result<(), NoMeaning> {
        let forest = self.context.reader.forest();
        let children = forest.children(tree);
        match forest.operation(tree) {
            ForestOperation::Set => self.set(children),
            ForestOperation::Implicit => {
                let records = children.iter().filter_map(|&child| forest.leaf_record(child));
                let registers = records.filter_map(|it| self.context.registers.for_record(it));
                self.program.undefined.extend(registers);
                Ok(())
            }
            ForestOperation::Node(_) => self.effect(tree),
            ForestOperation::Record(_)
            | ForestOperation::Int(_)
            | ForestOperation::Any
            | ForestOperation::IntrinsicNumber(_)
            | ForestOperation::Fragment(_)
            | ForestOperation::Instruction(_)
            | ForestOperation::Transform(_)
            | ForestOperation::ComplexPattern(_) => {
                Err(NoMeaning::new(format!("'{}' is not an effect", self.name(tree))))
            }
        }
    }

    /// Compiles `(set destination, …, value)`.
    fn set(&mut self, children: &[NodeId]) -> Result<(), NoMeaning> {
        let Some((&value, destinations)) = children.split_last() else { return Ok(()) };
        let kept = self.result_count(value);
        let mut values = Vec::new();
        for result in 0..destinations.len().min(kept) {
            values.push(self.value(value, result)?);
        }
        for (result, &destination) in destinations.iter().enumerate() {
            let register = self.register(destination);
            match (values.get(result), register) {
                (Some(&value), Some(register)) => {
                    self.check_width(value, self.context.layout.width(register))?;
                    let statement = Statement::SetRegister { register, value };
                    self.program.statements.push(statement);
                }
                (Some(&value), None) => {
                    let operand = self.operand_named(destination).ok_or_else(|| {
                        NoMeaning::new(format!("'{}' cannot be set", self.name(destination)))
                    })?;
                    self.program.statements.push(Statement::SetOperand { operand, value });
                }
                // The equivalent node lacks the result.
                (None, Some(register)) => self.program.undefined.push(register),
                (None, None) => {
                    return Err(NoMeaning::new("a result is not described"));
                }
            }
        }
        Ok(())
    }

    fn check_width(&self, value: ValueIx, width: u32) -> Result<(), NoMeaning> {
        let own = self.program.ty(value).width;
        if own > width {
            let message = format!("a value of {own} bits does not fit a register of {width}");
            return Err(NoMeaning::new(message));
        }
        Ok(())
    }

    /// Returns the number of a node's results that are described.
    fn result_count(&self, node: NodeId) -> usize {
        let reader = self.context.reader;
        let count = reader.forest().types(node).len();
        let own = reader.forest().operation(node).sd_node().map(|id| reader.sd_node(id).record);
        let other = own.and_then(|own| self.context.equivalences.for_record(own));
        other.map_or(count, |other| count.min(reader.sd_node(other).result_count))
    }

    /// Returns a node's operation, after equivalences.
    fn operation(&self, node: NodeId) -> Option<Operation> {
        let reader = self.context.reader;
        let own = reader.sd_node(reader.forest().operation(node).sd_node()?);
        let other = self.context.equivalences.for_record(own.record).map(|id| reader.sd_node(id));
        operation(self.context.store.str(other.unwrap_or(own).opcode))
    }

    /// Compiles a node that is used for its effect.
    fn effect(&mut self, node: NodeId) -> Result<(), NoMeaning> {
        let forest = self.context.reader.forest();
        if self.has_own_semantics(node) {
            return self.own_results(node).map(|_| ());
        }
        let children = forest.children(node);
        match (self.operation(node), children) {
            (Some(Operation::Store), &[value, address]) => self.store(node, value, address),
            (Some(Operation::Jump), &[target]) => {
                self.check_conditions(node)?;
                let target = self.value(target, 0)?;
                self.program.statements.push(Statement::Jump { target, condition: None });
                Ok(())
            }
            (Some(Operation::JumpIf), &[condition, target]) => {
                self.check_conditions(node)?;
                let condition = Some(self.value(condition, 0)?);
                let target = self.value(target, 0)?;
                self.program.statements.push(Statement::Jump { target, condition });
                Ok(())
            }
            (Some(Operation::JumpCompare), &[code, a, b, target]) => {
                self.check_conditions(node)?;
                let (a, b) = (self.value(a, 0)?, self.value(b, 0)?);
                let name = self.name(code);
                let condition = Some(self.program.compare(a, b, name, ValueType::BIT)?);
                let target = self.value(target, 0)?;
                self.program.statements.push(Statement::Jump { target, condition });
                Ok(())
            }
            _ => Err(NoMeaning::new(format!("node '{}'", self.name(node)))),
        }
    }

    fn has_own_semantics(&self, node: NodeId) -> bool {
        let reader = self.context.reader;
        let id = reader.forest().operation(node).sd_node();
        id.is_some_and(|id| self.context.nodes.contains(reader.sd_node(id).record))
    }

    /// Compiles a node with semantics of its own, and returns its results. The effects are added once.
    fn own_results(&mut self, node: NodeId) -> Result<Vec<ValueIx>, NoMeaning> {
        if let Some(results) = self.results.get(&node) {
            return Ok(results.clone());
        }
        self.check_conditions(node)?;
        let reader = self.context.reader;
        let forest = reader.forest();
        let sd_node = forest.operation(node).sd_node().map(|id| reader.sd_node(id).record);
        let record = self.complex_pattern(node).or(sd_node);
        let record = record.ok_or_else(|| NoMeaning::new(format!("node '{}'", self.name(node))))?;
        let mut arguments = Vec::new();
        for &child in forest.children(node) {
            arguments.push(self.value(child, 0)?);
        }
        if forest.children(node).is_empty() {
            arguments = self.operand_parts(node);
        }
        let mut types = Vec::new();
        for result in 0..forest.types(node).len() {
            types.push(self.ty(node, result)?);
        }
        let results = self.node_semantics(record, &arguments, &types)?;
        self.results.insert(node, results.clone());
        Ok(results)
    }

    /// Compiles a value.
    fn value(&mut self, node: NodeId, result: usize) -> Result<ValueIx, NoMeaning> {
        if self.depth >= MAX_DEPTH || self.program.values.len() >= MAX_VALUES {
            return Err(NoMeaning::new("its trees are too large"));
        }
        self.depth += 1;
        let value = self.value_of(node, result);
        self.depth -= 1;
        value
    }

    fn value_of(&mut self, node: NodeId, result: usize) -> Result<ValueIx, NoMeaning> {
        let reader = self.context.reader;
        let forest = reader.forest();
        if let Some(transform) = forest.attributes(node).transform {
            let transform = reader.transform(transform);
            if !self.context.store.str(transform.code).trim().is_empty() {
                let name = self.context.store.record(transform.record).name();
                return Err(NoMeaning::new(format!("transformation '{name}' is C++")));
            }
        }
        if let Some(record) = self.complex_pattern(node) {
            if !self.context.nodes.contains(record) {
                let message = format!("complex pattern '{}' is C++", self.name(node));
                return Err(NoMeaning::new(message));
            }
            let results = self.own_results(node)?;
            return results.get(result).copied().ok_or_else(|| self.unknown(node));
        }
        if forest.children(node).is_empty()
            && let Some(operand) = self.operand_named(node)
        {
            let ty = self.ty(node, 0)?;
            return Ok(self.program.push(Value::Operand(operand), ty));
        }
        match forest.operation(node) {
            ForestOperation::Int(number) => {
                let ty = self.ty(node, 0)?;
                Ok(self.program.constant(number.into(), ty))
            }
            ForestOperation::Record(_) => {
                let register = self.register(node).ok_or_else(|| self.unknown(node))?;
                let ty = self.ty(node, 0)?;
                if ty.width > self.context.layout.width(register) {
                    return Err(NoMeaning::new("a register has fewer bits than its value"));
                }
                Ok(self.program.push(Value::Register(register), ty))
            }
            ForestOperation::Node(_) if self.has_own_semantics(node) => {
                let results = self.own_results(node)?;
                results.get(result).copied().ok_or_else(|| self.unknown(node))
            }
            ForestOperation::Node(_) => self.operation_value(node, result),
            ForestOperation::Any
            | ForestOperation::IntrinsicNumber(_)
            | ForestOperation::Fragment(_)
            | ForestOperation::Instruction(_)
            | ForestOperation::Transform(_)
            | ForestOperation::ComplexPattern(_)
            | ForestOperation::Set
            | ForestOperation::Implicit => Err(self.unknown(node)),
        }
    }

    fn unknown(&self, node: NodeId) -> NoMeaning {
        NoMeaning::new(format!("'{}' has no value", self.name(node)))
    }

    fn operation_value(&mut self, node: NodeId, result: usize) -> Result<ValueIx, NoMeaning> {
        let children = self.context.reader.forest().children(node);
        let operation = self
            .operation(node)
            .ok_or_else(|| NoMeaning::new(format!("node '{}'", self.name(node))))?;
        if operation == Operation::Load {
            return self.load(node);
        }
        self.check_conditions(node)?;
        let ty = self.ty(node, result)?;
        match (operation, children) {
            (Operation::SignExtendInRegister, &[value, from]) => {
                let value = self.value(value, 0)?;
                let from = self.leaf_type(from)?;
                self.program.unary(UnaryOp::SignExtendInRegister(from.width), value, ty)
            }
            (Operation::Compare, &[a, b, code]) => {
                let (a, b) = (self.value(a, 0)?, self.value(b, 0)?);
                let name = self.name(code);
                self.program.compare(a, b, name, ty)
            }
            (Operation::SelectCompare, &[a, b, yes, no, code]) => {
                let (a, b) = (self.value(a, 0)?, self.value(b, 0)?);
                let name = self.name(code);
                let condition = self.program.compare(a, b, name, ValueType::BIT)?;
                let (yes, no) = (self.value(yes, 0)?, self.value(no, 0)?);
                self.program.operation(Operation::Select, &[condition, yes, no], 0, ty)
            }
            (Operation::Same, &[value, ..]) => self.value(value, 0),
            _ => {
                let mut values = Vec::new();
                for &child in children {
                    values.push(self.value(child, 0)?);
                }
                self.program.operation(operation, &values, result, ty)
            }
        }
    }

    fn load(&mut self, node: NodeId) -> Result<ValueIx, NoMeaning> {
        let forest = self.context.reader.forest();
        let &[address] = forest.children(node) else { return Err(self.unknown(node)) };
        let access = self.memory_access(node)?;
        let ty = self.ty(node, 0)?;
        let memory = self.memory_type(&access, ty)?;
        if access.is_any_extended && memory.width < ty.width {
            return Err(NoMeaning::new("the upper bits of a loaded value are not described"));
        }
        let is_extended = access.is_sign_extended || access.is_zero_extended;
        if memory.width > ty.width || memory.width < ty.width && !is_extended {
            return Err(NoMeaning::new("the size of a load is not described"));
        }
        let address = self.address(address)?;
        let bytes = (memory.width / 8) as u8;
        let value = Value::Load { address, bytes, is_signed: access.is_sign_extended };
        Ok(self.program.push(value, ty))
    }

    fn store(&mut self, node: NodeId, value: NodeId, address: NodeId) -> Result<(), NoMeaning> {
        let access = self.memory_access(node)?;
        let value = self.value(value, 0)?;
        let ty = self.program.ty(value);
        let memory = self.memory_type(&access, ty)?;
        if memory.width > ty.width {
            return Err(NoMeaning::new("a store writes more bits than its value has"));
        }
        let address = self.address(address)?;
        let bytes = (memory.width / 8) as u8;
        self.program.statements.push(Statement::Store { address, value, bytes });
        Ok(())
    }

    /// Returns the type in memory. Memory has bytes, so other types have no meaning.
    fn memory_type(&self, access: &MemoryAccess, ty: ValueType) -> Result<ValueType, NoMeaning> {
        let memory = match access.memory_type {
            Some(record) => self.record_type(self.context.store.record(record))?,
            None => ty,
        };
        if !memory.width.is_multiple_of(8) {
            return Err(NoMeaning::new(format!("memory access of {} bits", memory.width)));
        }
        Ok(memory)
    }

    fn memory_access(&self, node: NodeId) -> Result<MemoryAccess, NoMeaning> {
        let reader = self.context.reader;
        let mut access = MemoryAccess::default();
        for call in &reader.forest().attributes(node).predicates {
            let record = self.context.store.record(reader.fragment(call.fragment).record);
            let fragment = PatFragsRecord::new(record);
            access.memory_type = access.memory_type.or(fragment.memory_vt()?);
            access.is_sign_extended |= fragment.is_sign_ext_load()? == Some(true);
            access.is_zero_extended |= fragment.is_zero_ext_load()? == Some(true);
            access.is_any_extended |= fragment.is_any_ext_load()? == Some(true);
            let is_described = fragment.is_load()? == Some(true)
                || fragment.is_store()? == Some(true)
                || fragment.memory_vt()?.is_some();
            if !is_described && has_code(fragment)? {
                let message = format!("the condition of fragment '{}' is C++", record.name());
                return Err(NoMeaning::new(message));
            }
        }
        Ok(access)
    }

    /// Checks that fragments do not restrict a node by C++ conditions: with the condition, the tree may be only a part
    /// of the instruction's meaning.
    fn check_conditions(&self, node: NodeId) -> Result<(), NoMeaning> {
        let reader = self.context.reader;
        for call in &reader.forest().attributes(node).predicates {
            let record = self.context.store.record(reader.fragment(call.fragment).record);
            if has_code(PatFragsRecord::new(record))? {
                let message = format!("the condition of fragment '{}' is C++", record.name());
                return Err(NoMeaning::new(message));
            }
        }
        Ok(())
    }

    /// Compiles an address. A complex pattern adds its operands.
    fn address(&mut self, node: NodeId) -> Result<ValueIx, NoMeaning> {
        let reader = self.context.reader;
        let forest = reader.forest();
        let pattern = self.complex_pattern(node);
        if pattern.is_none_or(|record| self.context.nodes.contains(record)) {
            return self.value(node, 0);
        }
        let mut parts = Vec::new();
        for &child in forest.children(node) {
            parts.push(self.value(child, 0)?);
        }
        if parts.is_empty() {
            parts = self.operand_parts(node);
        }
        // With more operands, an index may have a scale.
        let (&[sum] | &[sum, _]) = &parts[..] else {
            let message = format!("complex pattern '{}' is C++", self.name(node));
            return Err(NoMeaning::new(message));
        };
        match parts[1..] {
            [offset] => self.program.binary(BinaryOp::Add, sum, offset, self.program.ty(sum)),
            _ => Ok(sum),
        }
    }

    /// Returns the values of the machine operands of the operand that a node is named after.
    fn operand_parts(&mut self, node: NodeId) -> Vec<ValueIx> {
        let Some(name) = self.context.reader.forest().name(node) else { return Vec::new() };
        if self.operand_names.is_some() {
            return Vec::new();
        }
        let Some(operand) = self.operands.named(name).map(|index| &self.operands.list()[index])
        else {
            return Vec::new();
        };
        let Ok(ty) = self.ty(node, 0) else { return Vec::new() };
        let first = operand.mi_operand;
        let parts = first..first + operand.mi_operand_count;
        parts.map(|part| self.program.push(Value::Operand(part as u16), ty)).collect()
    }

    /// Returns the machine operand that a node is named after.
    fn operand_named(&self, node: NodeId) -> Option<u16> {
        let name: Symbol = self.context.reader.forest().name(node)?;
        if let Some(names) = self.operand_names {
            return names.get(&name).copied();
        }
        if let Some(index) = self.operands.named(name) {
            let operand = &self.operands.list()[index];
            return (operand.mi_operand_count == 1).then_some(operand.mi_operand as u16);
        }
        let part = self.operands.part_named(name)?;
        Some(self.operands.mi_number(part) as u16)
    }

    /// Returns the complex pattern that a node is, with or without operands.
    fn complex_pattern(&self, node: NodeId) -> Option<RecordId> {
        let reader = self.context.reader;
        let forest = reader.forest();
        if let ForestOperation::ComplexPattern(id) = forest.operation(node) {
            return Some(reader.complex_pattern(id).record);
        }
        let record = forest.leaf_record(node)?;
        self.context.store.record(record).inherits("ComplexPattern").then_some(record)
    }

    /// Returns the register at a leaf.
    fn register(&self, node: NodeId) -> Option<RegisterId> {
        let record = self.context.reader.forest().leaf_record(node)?;
        self.context.registers.for_record(record)
    }

    /// Returns the type of a node's result.
    pub(super) fn ty(&self, node: NodeId, result: usize) -> Result<ValueType, NoMeaning> {
        let CompileContext { reader, types, store, address_width, .. } = self.context;
        let ty = reader.type_of(node, result);
        let ty = ty.ok_or_else(|| NoMeaning::new("the type of a value is not described"))?;
        let name = types.name(store, ty).unwrap_or_default();
        value_type(name, types.size(ty), address_width)
    }

    /// Returns the type that a leaf names.
    fn leaf_type(&self, node: NodeId) -> Result<ValueType, NoMeaning> {
        let record = self.context.reader.forest().leaf_record(node);
        let record = record.ok_or_else(|| self.unknown(node))?;
        self.record_type(self.context.store.record(record))
    }

    /// Returns the type for a record: a value type, or the first type of a register class.
    pub(super) fn record_type(&self, record: Record<'_>) -> Result<ValueType, NoMeaning> {
        let CompileContext { types, store, hw_modes, mode, address_width, .. } = self.context;
        let unknown = || NoMeaning::new(format!("'{}' is not a type", record.name()));
        if RegisterClassLike::from_record(record).is_some() {
            return Err(unknown());
        }
        let by_mode = types.by_hw_mode(record, hw_modes)?.ok_or_else(unknown)?;
        let ty = by_mode.get(mode).or_else(|| by_mode.first()).ok_or_else(unknown)?;
        value_type(types.name(store, ty).unwrap_or_default(), types.size(ty), address_width)
    }

    /// Returns the name of a node's record.
    fn name(&self, node: NodeId) -> &'s str {
        let reader = self.context.reader;
        let record = match reader.forest().operation(node) {
            ForestOperation::Record(record) => record,
            ForestOperation::Node(id) => reader.sd_node(id).record,
            ForestOperation::ComplexPattern(id) => reader.complex_pattern(id).record,
            ForestOperation::Transform(id) => reader.transform(id).record,
            ForestOperation::Fragment(id) => reader.fragment(id).record,
            ForestOperation::IntrinsicNumber(id) => reader.intrinsic(id).record,
            ForestOperation::Set => return "set",
            ForestOperation::Implicit => return "implicit",
            ForestOperation::Int(_) | ForestOperation::Any | ForestOperation::Instruction(_) => {
                return "?";
            }
        };
        self.context.store.record(record).name()
    }
}

/// Whether a fragment has a C++ condition.
pub(super) fn has_code(fragment: PatFragsRecord<'_>) -> Result<bool, FieldError> {
    let has_text = |text: Option<&str>| text.is_some_and(|text| !text.trim().is_empty());
    Ok(has_text(fragment.predicate_code()?) || has_text(fragment.immediate_code()?))
}

/// Returns the type with an enumerator name and a size in bits. Addresses have no size of their own.
fn value_type(name: &str, size: i64, address_width: u32) -> Result<ValueType, NoMeaning> {
    let is_float = name.starts_with('f') || name.starts_with("bf") || name.starts_with("ppcf");
    match name {
        "iPTR" | "iPTRAny" | "Other" | "OtherVT" | "isVoid" => {
            return Ok(ValueType::integer(address_width));
        }
        _ => {}
    }
    let is_scalar = name.starts_with('i') || is_float;
    match u32::try_from(size) {
        Ok(width @ 1..=128) if is_scalar => Ok(ValueType { width, is_float }),
        _ => Err(NoMeaning::new(format!("values of type '{name}' are not computed"))),
    }
}
