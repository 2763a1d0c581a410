//! The graph of one block.

use rustc_hash::FxHashMap;
use tablewright_target::value_types::ValueType;

use super::build::{CompareOperand, FunctionContext};
use super::promotion::{HeldValue, UpperBits};
use super::{
    IrBinary, IrBlock, IrCast, IrError, IrExtension, IrInstruction, IrOperation, IrType, IrValue,
};
use crate::patterns::graph::{
    GraphMemory, GraphNode, GraphPayload, GraphRoot, GraphValue, LoadExtension, SelectionGraph,
};

/// A comparison of two values in registers.
#[derive(Clone, Debug)]
struct Comparison {
    /// The record of a condition code: `SETLT`.
    code: &'static str,
    left: GraphValue,
    right: GraphValue,
}

/// Conditions with the reversed operands, and the opposite.
const CODES: [(&str, &str, &str); 10] = [
    ("SETEQ", "SETEQ", "SETNE"),
    ("SETNE", "SETNE", "SETEQ"),
    ("SETLT", "SETGT", "SETGE"),
    ("SETLE", "SETGE", "SETGT"),
    ("SETGT", "SETLT", "SETLE"),
    ("SETGE", "SETLE", "SETLT"),
    ("SETULT", "SETUGT", "SETUGE"),
    ("SETULE", "SETUGE", "SETUGT"),
    ("SETUGT", "SETULT", "SETULE"),
    ("SETUGE", "SETULE", "SETULT"),
];

fn swapped(code: &str) -> &'static str {
    CODES.iter().find(|row| row.0 == code).map_or("SETEQ", |row| row.1)
}

fn inverted(code: &str) -> &'static str {
    CODES.iter().find(|row| row.0 == code).map_or("SETNE", |row| row.2)
}

pub(super) struct BlockBuilder<'a, 's> {
    context: &'a FunctionContext<'a, 's>,
    index: usize,
    block: &'a IrBlock,
    graph: SelectionGraph,
    chain: GraphValue,
    values: FxHashMap<&'a str, HeldValue>,
    /// Comparisons whose results are not needed as numbers so far.
    comparisons: FxHashMap<&'a str, Comparison>,
    /// The line of the instruction in work.
    line: usize,
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
            comparisons: FxHashMap::default(),
            line: 0,
        }
    }

    pub(super) fn build(mut self) -> Result<SelectionGraph, IrError> {
        let block = self.block;
        let mut has_ended = false;
        for instruction in &block.instructions {
            self.line = instruction.line;
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

    fn error(&self, message: impl Into<String>) -> IrError {
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

    fn register_type(&self, ty: IrType) -> Result<(u32, ValueType), IrError> {
        self.context.registers.register_for(ty).ok_or_else(|| {
            let name = match ty {
                IrType::Integer(bits) => format!("i{bits}"),
                IrType::Pointer => "ptr".to_owned(),
                IrType::Void => "void".to_owned(),
            };
            self.error(format!("no register holds the type {name}"))
        })
    }

    fn node(&mut self, opcode: &str, ty: ValueType, operands: &[GraphValue]) -> GraphValue {
        let (opcode, types) = (opcode.to_owned(), vec![ty]);
        let (operands, payload) = (operands.to_vec(), GraphPayload::None);
        let node = self.graph.add(GraphNode { opcode, types, operands, payload });
        GraphValue { node, result: 0 }
    }

    /// Adds a node with a chain.
    fn effect(
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
        self.chain = GraphValue { node, result };
        GraphValue { node, result: 0 }
    }

    /// Adds a node that is a root only for its effect.
    fn root_effect(&mut self, opcode: &str, operands: &[GraphValue], payload: GraphPayload) {
        let value = self.effect(opcode, &[], operands, payload);
        self.graph.roots.push(GraphRoot { value, name: None });
    }

    fn number(&mut self, number: i64, ty: ValueType) -> GraphValue {
        let bits = self.context.types.bits(ty).clamp(1, 64);
        let number = number << (64 - bits) >> (64 - bits);
        self.graph.leaf("ISD::Constant", ty, GraphPayload::Constant(number))
    }

    fn value(&mut self, value: &'a IrValue, ty: IrType) -> Result<HeldValue, IrError> {
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
        let held = HeldValue { value, bits, upper };
        self.values.insert(name, held);
        Ok(held)
    }

    fn type_of(&self, value: GraphValue) -> ValueType {
        self.graph.ty(value).unwrap_or(self.context.types.other)
    }

    /// Returns a value whose upper bits are zero.
    fn zero_extended(&mut self, held: HeldValue) -> GraphValue {
        let ty = self.type_of(held.value);
        let width = self.context.types.bits(ty);
        if held.bits >= width || held.upper == UpperBits::Zero {
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
    fn sign_extended(&mut self, held: HeldValue) -> GraphValue {
        let ty = self.type_of(held.value);
        let width = self.context.types.bits(ty);
        if held.bits >= width || held.upper == UpperBits::Sign {
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
    fn can_select(&self, build: impl FnOnce(&mut BlockBuilder<'a, 's>) -> GraphValue) -> bool {
        let mut test = BlockBuilder::new(self.context, self.index);
        let value = build(&mut test);
        let name = (test.graph.ty(value) != Some(self.context.types.other)).then(String::new);
        test.graph.roots.push(GraphRoot { value, name });
        self.context.test.can_select(&test.graph)
    }

    /// Adds a value from elsewhere with the type of a value in another graph, or the same constant.
    fn stand_in(&mut self, graph: &SelectionGraph, value: GraphValue) -> GraphValue {
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
                match operation {
                    B::And => "ISD::AND",
                    B::Or => "ISD::OR",
                    _ => "ISD::XOR",
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
        let value = self.node(opcode, register, &[x, y]);
        Ok(HeldValue { value, bits, upper })
    }

    fn comparison(
        &mut self,
        predicate: &str,
        ty: IrType,
        left: &'a IrValue,
        right: &'a IrValue,
    ) -> Result<Comparison, IrError> {
        let (a, b) = (self.value(left, ty)?, self.value(right, ty)?);
        let code = match predicate {
            "eq" => "SETEQ",
            "ne" => "SETNE",
            "slt" => "SETLT",
            "sle" => "SETLE",
            "sgt" => "SETGT",
            "sge" => "SETGE",
            "ult" => "SETULT",
            "ule" => "SETULE",
            "ugt" => "SETUGT",
            "uge" => "SETUGE",
            _ => return Err(self.error(format!("unknown comparison '{predicate}'"))),
        };
        let is_unsigned = !predicate.starts_with('s');
        let (mut left, mut right) = match is_unsigned {
            true => (self.zero_extended(a), self.zero_extended(b)),
            false => (self.sign_extended(a), self.sign_extended(b)),
        };
        let mut code = code;
        let is_constant =
            |graph: &SelectionGraph, value: GraphValue| graph.get(value.node).constant().is_some();
        if is_constant(&self.graph, left) && !is_constant(&self.graph, right) {
            (left, right, code) = (right, left, swapped(code));
        }
        if let Some(number) = self.graph.get(right.node).constant() {
            let ty = self.type_of(right);
            // A strict comparison with the neighbour is the usual form.
            let strict = match code {
                "SETGE" => number.checked_sub(1).map(|number| ("SETGT", number)),
                "SETLE" => number.checked_add(1).map(|number| ("SETLT", number)),
                "SETUGE" if number != 0 => Some(("SETUGT", number.wrapping_sub(1))),
                "SETULE" if number != -1 => Some(("SETULT", number.wrapping_add(1))),
                _ => None,
            };
            if let Some((strict, number)) = strict {
                (code, right) = (strict, self.number(number, ty));
            }
        }
        Ok(Comparison { code, left, right })
    }

    /// Returns the forms of a comparison: as it is, with reversed operands, and the opposite of both.
    fn forms(comparison: &Comparison) -> [(Comparison, bool); 4] {
        let Comparison { code, left, right } = *comparison;
        let plain = |code| Comparison { code, left, right };
        let reversed = |code| Comparison { code, left: right, right: left };
        let opposite = inverted(code);
        [
            (plain(code), false),
            (reversed(swapped(code)), false),
            (plain(opposite), true),
            (reversed(swapped(opposite)), true),
        ]
    }

    fn condition_code(&mut self, code: &str) -> GraphValue {
        let payload = GraphPayload::Condition(code.to_owned());
        self.graph.leaf("ISD::CONDCODE", self.context.types.other, payload)
    }

    fn set_condition(&mut self, comparison: &Comparison, ty: ValueType) -> GraphValue {
        let code = self.condition_code(comparison.code);
        self.node("ISD::SETCC", ty, &[comparison.left, comparison.right, code])
    }

    /// Returns a comparison's result as a number, 0 or 1.
    fn materialized(&mut self, comparison: &Comparison) -> GraphValue {
        let ty = self.type_of(comparison.left);
        let types = self.context.registers.conditions(ty);
        for &result in &types {
            for (form, is_opposite) in BlockBuilder::forms(comparison) {
                let is_selected = self.can_select(|test| {
                    let left = test.stand_in(&self.graph, form.left);
                    let right = test.stand_in(&self.graph, form.right);
                    test.set_condition(&Comparison { left, right, ..form.clone() }, result)
                });
                if is_selected {
                    let value = self.set_condition(&form, result);
                    if !is_opposite {
                        return value;
                    }
                    let one = self.number(1, result);
                    return self.node("ISD::XOR", result, &[value, one]);
                }
            }
        }
        self.set_condition(comparison, ty)
    }

    /// Returns the comparison that a condition is.
    fn condition(&mut self, condition: &'a IrValue) -> Result<Comparison, IrError> {
        if let IrValue::Local(name) = condition
            && let Some(comparison) = self.comparisons.get(name.as_str())
        {
            return Ok(comparison.clone());
        }
        let held = self.value(condition, IrType::Integer(1))?;
        let left = self.zero_extended(held);
        let right = self.number(0, self.type_of(left));
        Ok(Comparison { code: "SETNE", left, right })
    }

    fn select(
        &mut self,
        condition: &'a IrValue,
        ty: IrType,
        yes: &'a IrValue,
        no: &'a IrValue,
    ) -> Result<HeldValue, IrError> {
        let comparison = self.condition(condition)?;
        let (a, b) = (self.value(yes, ty)?, self.value(no, ty)?);
        let (bits, register) = self.register_type(ty)?;
        let upper = if a.upper == b.upper { a.upper } else { UpperBits::Any };
        let choices = [a.value, b.value];
        let value = self.first_form(&comparison, register, Choices::Values(choices));
        let value = value.unwrap_or_else(|| {
            let condition = self.materialized(&comparison);
            self.node("ISD::SELECT", register, &[condition, choices[0], choices[1]])
        });
        Ok(HeldValue { value, bits, upper })
    }

    /// Builds the first form of a selection or branch that can be selected.
    fn first_form(
        &mut self,
        comparison: &Comparison,
        ty: ValueType,
        choices: Choices,
    ) -> Option<GraphValue> {
        let node_count = self.context.compare_nodes.len();
        for (form, is_opposite) in BlockBuilder::forms(comparison) {
            for kind in 0..node_count + 2 {
                let choices = if is_opposite { choices.reversed() } else { Some(choices) };
                let Some(choices) = choices else { continue };
                let is_selected = self.can_select(|test| {
                    let left = test.stand_in(&self.graph, form.left);
                    let right = test.stand_in(&self.graph, form.right);
                    let form = Comparison { left, right, ..form.clone() };
                    let choices = match choices {
                        Choices::Values(values) => {
                            Choices::Values(values.map(|it| test.stand_in(&self.graph, it)))
                        }
                        Choices::Target(_) => choices,
                    };
                    test.form(&form, ty, choices, kind).unwrap_or(test.chain)
                });
                if is_selected && let Some(value) = self.form(&form, ty, choices, kind) {
                    return Some(value);
                }
            }
        }
        None
    }

    /// Builds a form: a comparison in the node, the node of a target, or a node with a separate comparison.
    fn form(
        &mut self,
        form: &Comparison,
        ty: ValueType,
        choices: Choices,
        kind: usize,
    ) -> Option<GraphValue> {
        let context = self.context;
        let Comparison { code, left, right } = *form;
        if kind == 0 {
            let code = self.condition_code(code);
            return Some(match choices {
                Choices::Values([yes, no]) => {
                    self.node("ISD::SELECT_CC", ty, &[left, right, yes, no, code])
                }
                Choices::Target(block) => {
                    let target = self.block(block);
                    self.effect("ISD::BR_CC", &[], &[code, left, right, target], GraphPayload::None)
                }
            });
        }
        if let Some(node) = context.compare_nodes.get(kind - 1) {
            if node.condition.as_deref().is_some_and(|own| own != code) {
                return None;
            }
            let mut operands = Vec::new();
            for operand in &node.operands {
                operands.push(match (operand, choices) {
                    (CompareOperand::Left, _) => left,
                    (CompareOperand::Right, _) => right,
                    (CompareOperand::Condition, _) => self.condition_code(code),
                    (CompareOperand::Target, Choices::Target(block)) => self.block(block),
                    (CompareOperand::Yes, Choices::Values([yes, _])) => yes,
                    (CompareOperand::No, Choices::Values([_, no])) => no,
                    (
                        CompareOperand::Target | CompareOperand::Yes | CompareOperand::No,
                        Choices::Target(_) | Choices::Values(_),
                    ) => return None,
                });
            }
            let types = if node.is_branch { Vec::new() } else { vec![ty] };
            return Some(match node.has_chain {
                true => self.effect(&node.opcode, &types, &operands, GraphPayload::None),
                false => self.node(&node.opcode, types.first().copied()?, &operands),
            });
        }
        let condition = self.materialized_type(form)?;
        Some(match choices {
            Choices::Values([yes, no]) => self.node("ISD::SELECT", ty, &[condition, yes, no]),
            Choices::Target(block) => {
                let target = self.block(block);
                self.effect("ISD::BRCOND", &[], &[condition, target], GraphPayload::None)
            }
        })
    }

    /// Builds a comparison whose result has the type of pointers.
    fn materialized_type(&mut self, form: &Comparison) -> Option<GraphValue> {
        let ty = self.context.registers.conditions(self.type_of(form.left));
        let ty = *ty.get(1).or(ty.first())?;
        Some(self.set_condition(form, ty))
    }

    fn block(&mut self, block: usize) -> GraphValue {
        let name = self.context.function.blocks[block].name.clone();
        self.graph.leaf("ISD::BasicBlock", self.context.types.other, GraphPayload::Block(name))
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
                let value = match own_width > width {
                    true => self.node("ISD::TRUNCATE", register, &[held.value]),
                    false => held.value,
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
        let value = match width < own_width {
            true => self.node("ISD::TRUNCATE", register, &[value]),
            false => value,
        };
        Ok(HeldValue { value, bits, upper })
    }

    /// Returns a load that extends its value, if the value is loaded and has no other use.
    fn extended_load(
        &mut self,
        value: &IrValue,
        held: HeldValue,
        extension: LoadExtension,
    ) -> Option<GraphValue> {
        let IrValue::Local(name) = value else { return None };
        if self.context.use_counts.get(name.as_str()) != Some(&1) {
            return None;
        }
        let node = self.graph.get(held.value.node);
        let GraphPayload::Memory(memory) = node.payload else { return None };
        let is_last = self.chain.node == held.value.node;
        let is_load = node.opcode == "ISD::LOAD" && memory.extension == LoadExtension::Any;
        if !is_load || !is_last {
            return None;
        }
        let (types, operands) = (node.types.clone(), node.operands.clone());
        self.chain = operands[0];
        let payload = GraphPayload::Memory(GraphMemory { extension, ..memory });
        Some(self.effect("ISD::LOAD", &types[..1], &operands[1..], payload))
    }

    fn load(&mut self, ty: IrType, address: &'a IrValue) -> Result<HeldValue, IrError> {
        let address = self.value(address, IrType::Pointer)?.value;
        let (bits, register) = self.register_type(ty)?;
        let bytes = bits.div_ceil(8) * 8;
        let width = self.context.types.bits(register);
        let memory =
            if bytes == width { Some(register) } else { self.context.types.integer(bytes) };
        let memory = memory.ok_or_else(|| self.error(format!("memory access of {bits} bits")))?;
        let extension = if bytes < width { LoadExtension::Any } else { LoadExtension::None };
        let payload =
            GraphPayload::Memory(GraphMemory { ty: memory, extension, is_truncating: false });
        let value = self.effect("ISD::LOAD", &[register], &[address], payload);
        Ok(HeldValue { value, bits, upper: UpperBits::Any })
    }

    fn store(
        &mut self,
        ty: IrType,
        value: &'a IrValue,
        address: &'a IrValue,
    ) -> Result<(), IrError> {
        let value = self.value(value, ty)?;
        let address = self.value(address, IrType::Pointer)?.value;
        let (bits, register) = self.register_type(ty)?;
        let bytes = bits.div_ceil(8) * 8;
        let is_truncating = bytes < self.context.types.bits(register);
        let stored = if bits == bytes { value.value } else { self.zero_extended(value) };
        let memory = if is_truncating { self.context.types.integer(bytes) } else { Some(register) };
        let ty = memory.ok_or_else(|| self.error(format!("memory access of {bits} bits")))?;
        let extension = LoadExtension::None;
        let payload = GraphPayload::Memory(GraphMemory { ty, extension, is_truncating });
        self.root_effect("ISD::STORE", &[stored, address], payload);
        Ok(())
    }

    fn address(
        &mut self,
        base: &'a IrValue,
        index: &'a IrValue,
        index_type: IrType,
        scale: i64,
    ) -> Result<HeldValue, IrError> {
        let base = self.value(base, IrType::Pointer)?;
        let index = self.value(index, index_type)?;
        let (bits, register) = self.register_type(IrType::Pointer)?;
        let mut distance = self.sign_extended(index);
        let (own, width) =
            (self.context.types.bits(self.type_of(distance)), self.context.types.bits(register));
        if own < width {
            distance = self.node("ISD::SIGN_EXTEND", register, &[distance]);
        } else if own > width {
            distance = self.node("ISD::TRUNCATE", register, &[distance]);
        }
        let number = self.graph.get(distance.node).constant();
        let distance = match number {
            Some(number) => self.number(number.wrapping_mul(scale), register),
            None if scale == 1 => distance,
            None if (scale as u64).is_power_of_two() => {
                let amount = self.number(i64::from(scale.trailing_zeros()), register);
                self.node("ISD::SHL", register, &[distance, amount])
            }
            None => {
                let scale = self.number(scale, register);
                self.node("ISD::MUL", register, &[distance, scale])
            }
        };
        let value = match self.graph.get(distance.node).constant() {
            Some(0) => base.value,
            Some(_) | None => self.node("ISD::ADD", register, &[base.value, distance]),
        };
        Ok(HeldValue { value, bits, upper: UpperBits::Any })
    }

    fn block_index(&self, name: &str) -> Result<usize, IrError> {
        let blocks = &self.context.function.blocks;
        let index = blocks.iter().position(|block| block.name == name);
        index.ok_or_else(|| self.error(format!("unknown block '%{name}'")))
    }

    fn jump(&mut self, target: &str) {
        let next = self.context.function.blocks.get(self.index + 1);
        if next.is_some_and(|next| next.name == target) {
            return;
        }
        let other = self.context.types.other;
        let payload = GraphPayload::Block(target.to_owned());
        let target = self.graph.leaf("ISD::BasicBlock", other, payload);
        self.root_effect("ISD::BR", &[target], GraphPayload::None);
    }

    fn branch(&mut self, condition: &'a IrValue, yes: &str, no: &str) -> Result<(), IrError> {
        let mut comparison = self.condition(condition)?;
        let (mut yes, mut no) = (self.block_index(yes)?, self.block_index(no)?);
        if yes == self.index + 1 {
            (yes, no) = (no, yes);
            comparison.code = inverted(comparison.code);
        }
        let ty = self.type_of(comparison.left);
        let mut value = self.first_form(&comparison, ty, Choices::Target(yes));
        if value.is_none() {
            let code = inverted(comparison.code);
            let opposite = Comparison { code, ..comparison.clone() };
            value = self.first_form(&opposite, ty, Choices::Target(no));
            if value.is_some() {
                (yes, no) = (no, yes);
            }
        }
        let value = match value {
            Some(value) => value,
            None => {
                let condition = self.materialized(&comparison);
                let target = self.block(yes);
                self.effect("ISD::BRCOND", &[], &[condition, target], GraphPayload::None)
            }
        };
        self.graph.roots.push(GraphRoot { value, name: None });
        let name = self.context.function.blocks[no].name.clone();
        self.jump(&name);
        Ok(())
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

/// The choices of a branch or selection.
#[derive(Clone, Copy)]
enum Choices {
    /// The values if the condition is true, and if it is not.
    Values([GraphValue; 2]),
    /// The index of the block to which a branch goes.
    Target(usize),
}

impl Choices {
    /// Returns the choices for the opposite condition. A branch keeps its target, so it has none.
    fn reversed(self) -> Option<Choices> {
        match self {
            Choices::Values([yes, no]) => Some(Choices::Values([no, yes])),
            Choices::Target(_) => None,
        }
    }
}

fn is_terminator(operation: &IrOperation) -> bool {
    matches!(
        operation,
        IrOperation::Jump { .. } | IrOperation::Branch { .. } | IrOperation::Return { .. }
    )
}
