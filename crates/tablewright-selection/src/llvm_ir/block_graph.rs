//! The graph of one block.

use rustc_hash::FxHashMap;
use tablewright_target::value_types::ValueType;

use super::condition::Comparison;
use super::context::FunctionContext;
use super::promotion::{HeldValue, UpperBits};
use super::value_size::{ValueSize, ValueSizes};
use super::{
    IrBinary, IrBlock, IrCast, IrError, IrExtension, IrInstruction, IrOperation, IrType, IrValue,
};
use crate::patterns::graph::{
    GraphNode, GraphPayload, GraphRoot, GraphValue, LoadExtension, SelectionGraph,
};

pub(super) struct BlockBuilder<'a, 's> {
    pub(super) context: &'a FunctionContext<'a, 's>,
    pub(super) index: usize,
    block: &'a IrBlock,
    pub(super) graph: SelectionGraph,
    pub(super) chain: GraphValue,
    values: FxHashMap<&'a str, HeldValue>,
    /// Sizes of parameters with an extension by the caller.
    known_sizes: FxHashMap<GraphValue, ValueSize>,
    /// Comparisons whose results are not needed as numbers so far.
    pub(super) comparisons: FxHashMap<&'a str, Comparison>,
    /// The line of the instruction in work.
    line: usize,
    /// The number of the instruction in work.
    position: u32,
}

impl<'a, 's> BlockBuilder<'a, 's> {
    pub(super) fn new(context: &'a FunctionContext<'a, 's>, index: usize) -> BlockBuilder<'a, 's> {
        let mut graph = SelectionGraph::default();
        let chain = graph.leaf("ISD::EntryToken", context.types.other, GraphPayload::None);
        BlockBuilder {
            context,
            index,
            block: &context.function.blocks[index],
            graph,
            chain,
            values: FxHashMap::default(),
            known_sizes: FxHashMap::default(),
            comparisons: FxHashMap::default(),
            line: 0,
            position: 0,
        }
    }

    pub(super) fn build(mut self) -> Result<SelectionGraph, IrError> {
        let block = self.block;
        let mut has_ended = false;
        for instruction in &block.instructions {
            self.line = instruction.line;
            self.position += 1;
            if is_terminator(&instruction.operation) {
                self.export()?;
                has_ended = true;
            }
            self.instruction(instruction)?;
        }
        if !has_ended {
            return Err(self.error(format!("block '{}' does not end with a branch", block.name)));
        }
        Ok(self.graph)
    }

    pub(super) fn error(&self, message: impl Into<String>) -> IrError {
        IrError::new(self.line, message)
    }

    /// Makes the values that other blocks use roots, and the constants that phis of successors take.
    fn export(&mut self) -> Result<(), IrError> {
        let block = self.block;
        for instruction in &block.instructions {
            let Some(result) = &instruction.result else { continue };
            if self.context.exported.contains(result.as_str())
                && !matches!(instruction.operation, IrOperation::Phi { .. })
            {
                let value = self.local(result)?.value;
                self.graph.roots.push(GraphRoot { value, name: Some(result.clone()) });
            }
        }
        for successor in &self.context.function.blocks {
            for instruction in &successor.instructions {
                let IrOperation::Phi { ty, incoming } = &instruction.operation else { break };
                for (value, from) in incoming {
                    if *from != block.name || !matches!(value, IrValue::Number(_)) {
                        continue;
                    }
                    let value = self.value(value, *ty)?.value;
                    self.graph.roots.push(GraphRoot { value, name: instruction.result.clone() });
                }
            }
        }
        Ok(())
    }

    pub(super) fn register_type(&self, ty: IrType) -> Result<(u32, ValueType), IrError> {
        self.context.registers.register_for(ty).ok_or_else(|| {
            let name = match ty {
                IrType::Integer(bits) => format!("i{bits}"),
                IrType::Pointer => "ptr".to_owned(),
                IrType::Void => "void".to_owned(),
            };
            self.error(format!("no register holds the type {name}"))
        })
    }

    pub(super) fn node(
        &mut self,
        opcode: &str,
        ty: ValueType,
        operands: &[GraphValue],
    ) -> GraphValue {
        let (opcode, types) = (opcode.to_owned(), vec![ty]);
        let (operands, payload) = (operands.to_vec(), GraphPayload::None);
        let node = self.graph.add(GraphNode { opcode, types, operands, payload });
        self.graph.set_position(node, self.position);
        GraphValue { node, result: 0 }
    }

    /// Adds a node with a chain.
    pub(super) fn effect(
        &mut self,
        opcode: &str,
        types: &[ValueType],
        operands: &[GraphValue],
        payload: GraphPayload,
    ) -> GraphValue {
        let operands = std::iter::once(self.chain).chain(operands.iter().copied()).collect();
        let types: Vec<ValueType> =
            types.iter().copied().chain([self.context.types.other]).collect();
        let result = types.len() as u32 - 1;
        let node =
            self.graph.add(GraphNode { opcode: opcode.to_owned(), types, operands, payload });
        self.graph.set_position(node, self.position);
        self.chain = GraphValue { node, result };
        GraphValue { node, result: 0 }
    }

    /// Adds a node that is a root only for its effect.
    pub(super) fn root_effect(
        &mut self,
        opcode: &str,
        operands: &[GraphValue],
        payload: GraphPayload,
    ) {
        let value = self.effect(opcode, &[], operands, payload);
        self.graph.roots.push(GraphRoot { value, name: None });
    }

    pub(super) fn number(&mut self, number: i64, ty: ValueType) -> GraphValue {
        let bits = self.context.types.bits(ty).clamp(1, 64);
        let number = number << (64 - bits) >> (64 - bits);
        self.graph.leaf("ISD::Constant", ty, GraphPayload::Constant(number))
    }

    pub(super) fn value(&mut self, value: &'a IrValue, ty: IrType) -> Result<HeldValue, IrError> {
        match value {
            IrValue::Local(name) => self.local(name),
            IrValue::Number(number) => {
                let (bits, ty) = self.register_type(ty)?;
                let value = self.number(*number << (64 - bits) >> (64 - bits), ty);
                Ok(HeldValue { value, bits, upper: UpperBits::Sign })
            }
            IrValue::Undefined => {
                let (bits, ty) = self.register_type(ty)?;
                let value = self.number(0, ty);
                Ok(HeldValue { value, bits, upper: UpperBits::Any })
            }
            IrValue::Global(name) => {
                Err(self.error(format!("the address of '@{name}' is not supported")))
            }
        }
    }

    fn local(&mut self, name: &'a str) -> Result<HeldValue, IrError> {
        if let Some(&value) = self.values.get(name) {
            return Ok(value);
        }
        if let Some(comparison) = self.comparisons.get(name).cloned() {
            let value = self.materialized(&comparison);
            let held = HeldValue { value, bits: 1, upper: UpperBits::Zero };
            self.values.insert(name, held);
            return Ok(held);
        }
        let ty = self.context.value_types.get(name).copied();
        let ty = ty.ok_or_else(|| self.error(format!("unknown value '%{name}'")))?;
        let (bits, register) = self.register_type(ty)?;
        let payload = GraphPayload::Register(name.to_owned());
        let value = self.graph.leaf("ISD::CopyFromReg", register, payload);
        let mut parameters = self.context.function.parameters.iter();
        let parameter = parameters.find(|parameter| parameter.name == name);
        let upper = match parameter.map(|parameter| parameter.extension) {
            Some(IrExtension::Zero) => UpperBits::Zero,
            Some(IrExtension::Sign) => UpperBits::Sign,
            Some(IrExtension::None) | None => UpperBits::Any,
        };
        let unknown = ValueSize::unknown(self.context.types.bits(register));
        let size = match upper {
            UpperBits::Zero => ValueSize { unsigned: bits, ..unknown },
            UpperBits::Sign => ValueSize { signed: bits, ..unknown },
            UpperBits::Any => unknown,
        };
        self.known_sizes.insert(value, size);
        let held = HeldValue { value, bits, upper };
        self.values.insert(name, held);
        Ok(held)
    }

    fn size(&self, value: GraphValue) -> ValueSize {
        let (graph, types) = (&self.graph, self.context.types);
        ValueSizes { graph, types, known: &self.known_sizes }.size(value)
    }

    /// Whether the upper register bits are zero.
    pub(super) fn is_zero_extended(&self, held: HeldValue) -> bool {
        held.upper == UpperBits::Zero || self.size(held.value).unsigned <= held.bits
    }

    /// Whether the upper register bits are copies of the sign.
    pub(super) fn is_sign_extended(&self, held: HeldValue) -> bool {
        held.upper == UpperBits::Sign || self.size(held.value).signed <= held.bits
    }

    pub(super) fn type_of(&self, value: GraphValue) -> ValueType {
        self.graph.ty(value).unwrap_or(self.context.types.other)
    }

    /// Returns a value whose upper bits are zero.
    pub(super) fn zero_extended(&mut self, held: HeldValue) -> GraphValue {
        let ty = self.type_of(held.value);
        let width = self.context.types.bits(ty);
        if held.bits >= width || self.is_zero_extended(held) {
            return held.value;
        }
        let mask = (1_i64 << held.bits) - 1;
        if let Some(number) = self.graph.get(held.value.node).constant() {
            return self.number(number & mask, ty);
        }
        let mask = self.number(mask, ty);
        self.node("ISD::AND", ty, &[held.value, mask])
    }

    fn extension_in_register(
        &mut self,
        value: GraphValue,
        ty: ValueType,
        from: ValueType,
    ) -> GraphValue {
        let other = self.context.types.other;
        let from = self.graph.leaf("ISD::VALUETYPE", other, GraphPayload::Type(from));
        self.node("ISD::SIGN_EXTEND_INREG", ty, &[value, from])
    }

    /// Returns a value whose upper bits are copies of the sign.
    pub(super) fn sign_extended(&mut self, held: HeldValue) -> GraphValue {
        let ty = self.type_of(held.value);
        let width = self.context.types.bits(ty);
        if held.bits >= width || self.is_sign_extended(held) {
            return held.value;
        }
        if let Some(from) = self.context.types.integer(held.bits) {
            let is_selected = self.can_select(|test| {
                let value = test.stand_in(&self.graph, held.value);
                test.extension_in_register(value, ty, from)
            });
            if is_selected {
                return self.extension_in_register(held.value, ty, from);
            }
        }
        let amount = self.number(i64::from(width - held.bits), ty);
        let left = self.node("ISD::SHL", ty, &[held.value, amount]);
        self.node("ISD::SRA", ty, &[left, amount])
    }

    /// Whether a value that `build` adds to an empty graph can be selected.
    pub(super) fn can_select(
        &self,
        build: impl FnOnce(&mut BlockBuilder<'a, 's>) -> GraphValue,
    ) -> bool {
        self.context.test.can_select(&self.test_graph(build))
    }

    /// Counts the instructions for a value that `build` adds to an empty graph.
    pub(super) fn instruction_count(
        &self,
        build: impl FnOnce(&mut BlockBuilder<'a, 's>) -> GraphValue,
    ) -> Option<usize> {
        self.context.test.instruction_count(&self.test_graph(build))
    }

    fn test_graph(
        &self,
        build: impl FnOnce(&mut BlockBuilder<'a, 's>) -> GraphValue,
    ) -> SelectionGraph {
        let mut test = BlockBuilder::new(self.context, self.index);
        let value = build(&mut test);
        let name = (test.graph.ty(value) != Some(self.context.types.other)).then(String::new);
        test.graph.roots.push(GraphRoot { value, name });
        test.graph
    }

    /// Adds a value from elsewhere with the type of a value in another graph, or the same constant.
    pub(super) fn stand_in(&mut self, graph: &SelectionGraph, value: GraphValue) -> GraphValue {
        let ty = graph.ty(value).unwrap_or(self.context.types.other);
        if let Some(number) = graph.get(value.node).constant() {
            return self.number(number, ty);
        }
        let name = format!("{}.{}", value.node.index(), value.result);
        self.graph.leaf("ISD::CopyFromReg", ty, GraphPayload::Register(name))
    }

    fn instruction(&mut self, instruction: &'a IrInstruction) -> Result<(), IrError> {
        let held = match &instruction.operation {
            IrOperation::Binary { operation, ty, left, right } => {
                Some(self.binary(*operation, *ty, left, right)?)
            }
            IrOperation::Compare { predicate, ty, left, right } => {
                let comparison = self.comparison(predicate, *ty, left, right)?;
                if let Some(result) = &instruction.result {
                    self.comparisons.insert(result, comparison);
                }
                None
            }
            IrOperation::Select { condition, ty, yes, no } => {
                Some(self.select(condition, *ty, yes, no)?)
            }
            IrOperation::Cast { cast, from, value, to } => {
                Some(self.cast(*cast, *from, value, *to)?)
            }
            IrOperation::Load { ty, address } => Some(self.load(*ty, address)?),
            IrOperation::Store { ty, value, address } => {
                self.store(*ty, value, address)?;
                None
            }
            IrOperation::Address { base, index, index_type, scale } => {
                Some(self.address(base, index, *index_type, *scale)?)
            }
            IrOperation::Jump { target } => {
                self.jump(target);
                None
            }
            IrOperation::Branch { condition, yes, no } => {
                self.branch(condition, yes, no)?;
                None
            }
            // A phi is a register that predecessors set.
            IrOperation::Phi { .. } => None,
            IrOperation::Call { ty, function, arguments } => self.call(*ty, function, arguments)?,
            IrOperation::Return { ty, value } => {
                self.return_value(*ty, value.as_ref())?;
                None
            }
        };
        if let (Some(held), Some(result)) = (held, &instruction.result) {
            self.values.insert(result, held);
        }
        Ok(())
    }

    fn binary(
        &mut self,
        operation: IrBinary,
        ty: IrType,
        left: &'a IrValue,
        right: &'a IrValue,
    ) -> Result<HeldValue, IrError> {
        use IrBinary as B;
        let (a, b) = (self.value(left, ty)?, self.value(right, ty)?);
        let (bits, register) = self.register_type(ty)?;
        let (mut x, mut y) = (a.value, b.value);
        let mut upper = UpperBits::Any;
        let opcode = match operation {
            B::Add => "ISD::ADD",
            B::Sub => "ISD::SUB",
            B::Mul => "ISD::MUL",
            B::And | B::Or | B::Xor => {
                if a.upper == b.upper {
                    upper = a.upper;
                }
                if operation == B::And {
                    "ISD::AND"
                } else if operation == B::Or {
                    "ISD::OR"
                } else {
                    "ISD::XOR"
                }
            }
            B::ShiftLeft => {
                y = self.zero_extended(b);
                "ISD::SHL"
            }
            B::SignedDivide | B::SignedRemainder => {
                (x, y) = (self.sign_extended(a), self.sign_extended(b));
                if operation == B::SignedDivide { "ISD::SDIV" } else { "ISD::SREM" }
            }
            B::UnsignedDivide | B::UnsignedRemainder => {
                (x, y) = (self.zero_extended(a), self.zero_extended(b));
                upper = UpperBits::Zero;
                if operation == B::UnsignedDivide { "ISD::UDIV" } else { "ISD::UREM" }
            }
            B::ShiftRight => {
                (x, y) = (self.zero_extended(a), self.zero_extended(b));
                upper = UpperBits::Zero;
                "ISD::SRL"
            }
            B::ShiftRightArithmetic => {
                (x, y) = (self.sign_extended(a), self.zero_extended(b));
                upper = UpperBits::Sign;
                "ISD::SRA"
            }
        };
        let constant = self.graph.get(y.node).constant();
        // Selection never sees these forms.
        let (opcode, y) = match (opcode, constant) {
            ("ISD::SUB", Some(number)) => {
                ("ISD::ADD", self.number(number.wrapping_neg(), register))
            }
            ("ISD::MUL", Some(number)) if number > 1 && (number as u64).is_power_of_two() => {
                ("ISD::SHL", self.number(i64::from(number.trailing_zeros()), register))
            }
            ("ISD::UDIV", Some(number)) if number > 0 && (number as u64).is_power_of_two() => {
                ("ISD::SRL", self.number(i64::from(number.trailing_zeros()), register))
            }
            ("ISD::UREM", Some(number)) if number > 0 && (number as u64).is_power_of_two() => {
                ("ISD::AND", self.number(number - 1, register))
            }
            (opcode, _) => (opcode, y),
        };
        let operands = self.with_constant_last(opcode, register, [(left, x), (right, y)]);
        let (opcode, x, y) = operands.unwrap_or((opcode, x, y));
        let (x, y) = self.with_one_constant(opcode, register, x, y).unwrap_or((x, y));
        let value = self.node(opcode, register, &[x, y]);
        Ok(HeldValue { value, bits, upper })
    }

    /// Merges the constants of two equal operations: `(shl (shl x, 1), 2)` is `(shl x, 3)`. Returns the operands.
    fn with_one_constant(
        &mut self,
        opcode: &str,
        ty: ValueType,
        x: GraphValue,
        y: GraphValue,
    ) -> Option<(GraphValue, GraphValue)> {
        let inner = self.graph.get(x.node);
        let &[x, constant] = &inner.operands[..] else { return None };
        if inner.opcode != opcode {
            return None;
        }
        let a = self.graph.get(constant.node).constant()?;
        let b = self.graph.get(y.node).constant()?;
        let number = match opcode {
            "ISD::ADD" => a.wrapping_add(b),
            "ISD::AND" => a & b,
            "ISD::OR" => a | b,
            "ISD::XOR" => a ^ b,
            "ISD::SHL" => {
                let width = i64::from(self.context.types.bits(ty));
                a.checked_add(b).filter(|sum| (0..width).contains(sum))?
            }
            _ => return None,
        };
        let number_type = self.type_of(y);
        Some((x, self.number(number, number_type)))
    }

    /// Moves a constant or a shift out of an operand without other uses: `(add (add x, 1), y)` is
    /// `(add (add x, y), 1)`, and `(mul (shl x, 2), y)` is `(shl (mul x, y), 2)`. Returns the outer operation.
    fn with_constant_last(
        &mut self,
        opcode: &'static str,
        ty: ValueType,
        operands: [(&IrValue, GraphValue); 2],
    ) -> Option<(&'static str, GraphValue, GraphValue)> {
        let inner_opcode = match opcode {
            "ISD::MUL" => "ISD::SHL",
            "ISD::ADD" | "ISD::AND" | "ISD::OR" | "ISD::XOR" => opcode,
            _ => return None,
        };
        let [first, second] = operands;
        for ((name, inner), (_, other)) in [(first, second), (second, first)] {
            let IrValue::Local(name) = name else { continue };
            if self.context.use_counts.get(name.as_str()) != Some(&1) {
                continue;
            }
            let node = self.graph.get(inner.node);
            let &[x, constant] = &node.operands[..] else { continue };
            let is_constant = |value: GraphValue| self.graph.get(value.node).constant().is_some();
            if node.opcode == inner_opcode && is_constant(constant) && !is_constant(other) {
                let value = self.node(opcode, ty, &[x, other]);
                return Some((inner_opcode, value, constant));
            }
        }
        None
    }

    fn cast(
        &mut self,
        cast: IrCast,
        from: IrType,
        value: &'a IrValue,
        to: IrType,
    ) -> Result<HeldValue, IrError> {
        let held = self.value(value, from)?;
        let (bits, register) = self.register_type(to)?;
        if let Some(number) = self.graph.get(held.value.node).constant() {
            let (zeros, ones) = (64 - held.bits.min(bits), 64 - held.bits);
            let (number, upper) = match cast {
                IrCast::ZeroExtend => ((number << ones) as u64 >> ones, UpperBits::Zero),
                IrCast::SignExtend | IrCast::Same => {
                    ((number << ones >> ones) as u64, UpperBits::Sign)
                }
                IrCast::Truncate => ((number << zeros >> zeros) as u64, UpperBits::Sign),
            };
            let value = self.number(number as i64, register);
            return Ok(HeldValue { value, bits, upper });
        }
        let own = self.type_of(held.value);
        let (own_width, width) = (self.context.types.bits(own), self.context.types.bits(register));
        let (opcode, upper) = match cast {
            IrCast::ZeroExtend => {
                if let Some(value) = self.extended_load(value, held, LoadExtension::Zero) {
                    return Ok(HeldValue { value, bits, upper: UpperBits::Zero });
                }
                ("ISD::ZERO_EXTEND", UpperBits::Zero)
            }
            IrCast::SignExtend => {
                if let Some(value) = self.extended_load(value, held, LoadExtension::Sign) {
                    return Ok(HeldValue { value, bits, upper: UpperBits::Sign });
                }
                ("ISD::SIGN_EXTEND", UpperBits::Sign)
            }
            IrCast::Truncate => {
                let value = if own_width > width {
                    self.node("ISD::TRUNCATE", register, &[held.value])
                } else {
                    held.value
                };
                return Ok(HeldValue { value, bits, upper: UpperBits::Any });
            }
            IrCast::Same => return Ok(HeldValue { bits, ..held }),
        };
        let value = match cast {
            IrCast::SignExtend => self.sign_extended(held),
            IrCast::ZeroExtend | IrCast::Truncate | IrCast::Same => self.zero_extended(held),
        };
        if width > own_width {
            let value = self.node(opcode, register, &[value]);
            return Ok(HeldValue { value, bits, upper });
        }
        let value =
            if width < own_width { self.node("ISD::TRUNCATE", register, &[value]) } else { value };
        Ok(HeldValue { value, bits, upper })
    }

    pub(super) fn block_index(&self, name: &str) -> Result<usize, IrError> {
        let blocks = &self.context.function.blocks;
        let index = blocks.iter().position(|block| block.name == name);
        index.ok_or_else(|| self.error(format!("unknown block '%{name}'")))
    }

    pub(super) fn jump(&mut self, target: &str) {
        let next = self.context.function.blocks.get(self.index + 1);
        if next.is_none_or(|next| next.name != target) {
            self.jump_always(target);
        }
    }

    /// Adds a jump, also to the next block.
    pub(super) fn jump_always(&mut self, target: &str) {
        let other = self.context.types.other;
        let payload = GraphPayload::Block(target.to_owned());
        let target = self.graph.leaf("ISD::BasicBlock", other, payload);
        self.root_effect("ISD::BR", &[target], GraphPayload::None);
    }

    fn call(
        &mut self,
        ty: IrType,
        function: &str,
        arguments: &'a [(IrType, IrValue)],
    ) -> Result<Option<HeldValue>, IrError> {
        if function.starts_with("llvm.") {
            return Err(self.error(format!("intrinsic '{function}' is not supported")));
        }
        let mut operands = Vec::new();
        for (ty, value) in arguments {
            operands.push(self.value(value, *ty)?.value);
        }
        let payload = GraphPayload::Symbol(function.to_owned());
        let other = self.context.types.other;
        let symbol = self.graph.leaf("ISD::TargetGlobalAddress", other, payload);
        operands.insert(0, symbol);
        if ty == IrType::Void {
            self.root_effect("IR::CALL", &operands, GraphPayload::None);
            return Ok(None);
        }
        let (bits, register) = self.register_type(ty)?;
        let value = self.effect("IR::CALL", &[register], &operands, GraphPayload::None);
        let effect = self.chain;
        self.graph.roots.push(GraphRoot { value: effect, name: None });
        Ok(Some(HeldValue { value, bits, upper: UpperBits::Any }))
    }

    fn return_value(&mut self, ty: IrType, value: Option<&'a IrValue>) -> Result<(), IrError> {
        let mut operands = Vec::new();
        if let Some(value) = value {
            let held = self.value(value, ty)?;
            operands.push(match self.context.function.result_extension {
                IrExtension::Zero => self.zero_extended(held),
                IrExtension::Sign => self.sign_extended(held),
                IrExtension::None => held.value,
            });
        }
        self.root_effect("IR::RETURN", &operands, GraphPayload::None);
        Ok(())
    }
}

fn is_terminator(operation: &IrOperation) -> bool {
    matches!(
        operation,
        IrOperation::Jump { .. } | IrOperation::Branch { .. } | IrOperation::Return { .. }
    )
}
