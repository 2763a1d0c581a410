//! Matchers for a single pattern: the steps that create its result.
//!
//! In: a pattern whose matched values are recorded in slots. Out: steps that create operands, then instructions, and
//! mark the slots that replace the matched values.

use tablewright_records::{AnalysisError, Feature, FieldError, RecordId, RecordView};
use tablewright_selection::patterns::{ForestOperation, NodeId};
use tablewright_selection::sd_node_properties::SdNodeProperty as P;
use tablewright_syntax::diagnostic::Code;
use tablewright_syntax::symbol::Symbol;
use tablewright_target::instructions::InstructionId;
use tablewright_target::instructions::flags::InstructionFlag as F;
use tablewright_target::record_views::instruction::{InstructionRecord, RegisterOperandRecord};
use tablewright_target::record_views::register::RegisterByHwModeRecord;

use super::build::MatcherBuilder;
use super::matcher::{EmitInteger, EmitNode, Matcher, MatcherType};
use crate::support::qualified_name::Qualified;

use Matcher as M;

/// Enumerators above this are written as numbers, since the table has seven bits for a name.
const MAX_ENUMERATOR: u32 = 127;
/// In signed numbers, the highest of the seven bits is the sign.
const MAX_SIGNED_ENUMERATOR: u32 = 63;

impl MatcherBuilder<'_, '_> {
    /// Adds the steps that make the result.
    pub(super) fn build_result(&mut self) -> Result<(), AnalysisError> {
        if !self.chained.is_empty() {
            self.steps.push(M::EmitMergeInputChains(self.chained.as_slice().into()));
        }
        let patterns = self.sources.patterns;
        let forest = patterns.forest();
        let root = self.pattern.result;
        let slots = self.make(root)?;
        let mut results = slots.clone();
        let order = &forest.attributes(root).result_order;
        for (result, &from) in order.iter().enumerate() {
            if let (Some(result), Some(&slot)) = (results.get_mut(result), slots.get(from as usize))
            {
                *result = slot;
            }
        }
        // The result instruction may have additional results, for example condition codes.
        let mut count = forest.types(self.pattern.source).len();
        count += self.other_registers(forest.operation(root))?.len();
        results.resize(count, 0);
        let pattern = self.index;
        self.steps.push(M::CompleteMatch { results: results.into(), pattern });
        Ok(())
    }

    /// Returns the registers that the pattern sets, except a register that is already a result of the node.
    fn other_registers(&mut self, root: ForestOperation) -> Result<Vec<RecordId>, AnalysisError> {
        let mut registers = self.sources.all.list()[self.pattern.pattern].registers.to_vec();
        if let ForestOperation::Instruction(instruction) = root
            && !registers.is_empty()
            && self.context.has_implicit_result(instruction)?
        {
            let record = self.sources.store.record(self.sources.instructions.record(instruction));
            let first =
                InstructionRecord::new(record).defs()?.first().map(|register| register.id());
            registers.retain(|&register| Some(register) != first);
        }
        Ok(registers)
    }

    /// Adds the steps that make a node. Returns the slots of its values.
    fn make(&mut self, node: NodeId) -> Result<Vec<u32>, AnalysisError> {
        let forest = self.sources.patterns.forest();
        if let Some(name) = forest.name(node) {
            return self.make_named(node, name);
        }
        match forest.operation(node) {
            ForestOperation::Instruction(instruction) => self.make_instruction(node, instruction),
            ForestOperation::Transform(transform) => {
                let [slot] = self.make(forest.child(node, 0))?[..] else {
                    return Err(self.error("a transformation takes one value"));
                };
                self.steps.push(M::EmitNodeXForm { transform, slot });
                Ok(vec![self.take_slot()])
            }
            ForestOperation::Record(record) => {
                let step = self.make_record(node, record)?;
                self.make_leaf(step)
            }
            ForestOperation::Int(value) => {
                let ty = self.type_of(node)?;
                self.make_leaf(M::EmitInteger(EmitInteger { value, ty, slot: 0, name: None }))
            }
            ForestOperation::Any | ForestOperation::IntrinsicNumber(_) => {
                Err(self.error("unhandled leaf node"))
            }
            ForestOperation::Node(_)
            | ForestOperation::Fragment(_)
            | ForestOperation::ComplexPattern(_)
            | ForestOperation::Set
            | ForestOperation::Implicit => Err(self.error("Unknown node in result pattern!")),
        }
    }

    /// Creates the values for a matched operand.
    fn make_named(&mut self, node: NodeId, name: Symbol) -> Result<Vec<u32>, AnalysisError> {
        let forest = self.sources.patterns.forest();
        let count = self.context.mi_operand_count(forest, node)? as u32;
        // The last pattern with an operand of that name counts.
        let operand = self.complex_operands.iter().rev().find(|(operand, _)| *operand == name);
        if let Some(&(_, slot)) = operand {
            return Ok((slot..slot + count).collect());
        }
        let slot = self.slot_of_name(name)?;
        // A constant is converted to a target constant, so that it is not selected for another use.
        if let ForestOperation::Node(id) = forest.operation(node)
            && self.sources.special.is_constant(self.sources.patterns.sd_node(id).record)
        {
            self.steps.push(M::EmitConvertToTarget(slot));
            return Ok(vec![self.take_slot()]);
        }
        Ok((slot..slot + count).collect())
    }

    /// Returns a leaf's type.
    fn type_of(&self, node: NodeId) -> Result<MatcherType, AnalysisError> {
        let patterns = self.sources.patterns;
        let ty = if self.sources.types.keeps_modes {
            let types = patterns.forest().types(node).first();
            types.and_then(|&types| self.sources.types.by_mode.for_set(types))
        } else {
            patterns.first_type(node, 0).map(MatcherType::Simple)
        };
        ty.ok_or_else(|| self.error("the type of a value in the result is unknown"))
    }

    /// Adds the step that makes a leaf.
    fn make_leaf(&mut self, mut step: Matcher) -> Result<Vec<u32>, AnalysisError> {
        let first = self.take_slot();
        if let M::EmitNode(node) = &mut step {
            node.first_slot = Some(first);
        } else if let M::EmitInteger(EmitInteger { slot, .. }) | M::EmitStringInteger { slot, .. } =
            &mut step
        {
            *slot = first;
        }
        self.steps.push(step);
        Ok(vec![first])
    }

    fn make_record(&mut self, node: NodeId, record: RecordId) -> Result<Matcher, AnalysisError> {
        let store = self.sources.store;
        let described = store.record(record);
        let special = &self.sources.special;
        if described.inherits("Register") {
            let register = self.sources.registers.for_record(record);
            return Ok(M::EmitRegister { register, ty: self.type_of(node)? });
        }
        if special.is_zero_reg(record) {
            return Ok(M::EmitRegister { register: None, ty: self.type_of(node)? });
        }
        if special.is_undef_tied_input(record) {
            return self.make_undefined(node);
        }
        if let Some(register) = RegisterByHwModeRecord::from_record(described) {
            let message = "RegisterByHwMode in SelectionDAG patterns not yet supported!";
            return Err(FieldError::new(Code::PatternUse, *register, message).into());
        }
        let class = if described.inherits("RegisterOperand") {
            RegisterOperandRecord::new(described).reg_class()?
        } else {
            described
        };
        if class.inherits("RegisterClass") {
            let id = self.sources.register_classes.expect_of_record(class)?;
            let name = Qualified(self.sources.register_classes.get(id).qualified_name(store));
            return Ok(self.make_enumerator(id.index() as u32, format!("{name}RegClassID")));
        }
        if described.inherits("SubRegIndex")
            && let Some(id) = self.sources.registers.sub_reg_index(record)
        {
            let name = self.sources.sub_registers.indices.get(id).qualified_name(store);
            return Ok(self.make_enumerator(id.number(), Qualified(name).to_string()));
        }
        Err(self.error(&format!("unhandled leaf node '{}'", described.name())))
    }

    /// Builds the step that emits a C++ enumerator: by name if it fits in a table byte.
    fn make_enumerator(&self, number: u32, name: String) -> Matcher {
        let (ty, text) = (MatcherType::Simple(self.sources.patterns.i32_type()), name.into());
        if number > self.max_enumerator() {
            let value = i64::from(number);
            return M::EmitInteger(EmitInteger { value, ty, slot: 0, name: Some(text) });
        }
        M::EmitStringInteger { text, ty, slot: 0 }
    }

    /// Returns the greatest enumerator that the table has a byte for.
    fn max_enumerator(&self) -> u32 {
        if self.sources.store.release().has(Feature::SelectorNumbersAreSleb128) {
            MAX_SIGNED_ENUMERATOR
        } else {
            MAX_ENUMERATOR
        }
    }

    /// `undef_tied_input`: an undefined value.
    fn make_undefined(&self, node: NodeId) -> Result<Matcher, AnalysisError> {
        let record = self.sources.store.find_record("IMPLICIT_DEF");
        let Some(instruction) = record.and_then(|record| self.sources.instructions.id(record))
        else {
            return Err(self.error("missing instruction IMPLICIT_DEF"));
        };
        Ok(M::EmitNode(Box::new(EmitNode {
            instruction,
            types: vec![self.type_of(node)?],
            operands: Vec::new(),
            has_chain: false,
            has_in_glue: false,
            has_out_glue: false,
            has_mem_refs: false,
            captures_symbol: false,
            fixed_arity: None,
            first_slot: None,
        })))
    }

    /// Adds the steps that make the operands of an instruction. Returns their slots.
    fn make_operands(
        &mut self,
        node: NodeId,
        instruction: InstructionId,
    ) -> Result<Vec<u32>, AnalysisError> {
        let operands = self.sources.operands.for_instruction(instruction);
        let first_overridable = self.context.first_overridable(instruction);
        let patterns = self.sources.patterns;
        let forest = patterns.forest();
        let children = forest.children(node);
        let mut slots: Vec<u32> = Vec::new();
        let mut next = 0;
        for index in self.context.result_count(instruction)..operands.list().len() {
            let operand = operands.class(&operands.list()[index]).record;
            let defaults = patterns.default_values(operand);
            if !defaults.is_empty() && (index < first_overridable || next >= children.len()) {
                for &value in defaults {
                    slots.extend(self.make(value)?);
                }
                continue;
            }
            let expected = slots.len() + self.context.part_count(operand)?;
            while slots.len() < expected {
                let Some(&child) = children.get(next) else {
                    return Err(self.error("the result has too few operands"));
                };
                let values = self.make(child)?;
                let is_instruction =
                    matches!(forest.operation(child), ForestOperation::Instruction(_));
                // Only an instruction's first result is an operand for another instruction.
                slots.extend(values.iter().take(if is_instruction { 1 } else { usize::MAX }));
                if values.is_empty() {
                    return Err(self.error("an operand of the result lacks a value"));
                }
                next += 1;
            }
        }
        if operands.is_variadic() {
            for &child in children.iter().skip(next) {
                slots.extend(self.make(child)?);
            }
        }
        Ok(slots)
    }

    fn make_instruction(
        &mut self,
        node: NodeId,
        instruction: InstructionId,
    ) -> Result<Vec<u32>, AnalysisError> {
        let patterns = self.sources.patterns;
        let source = self.pattern.source;
        let is_root = node == self.pattern.result;
        let has = |property| patterns.tree_has(source, property);
        let mut has_in_glue = is_root && (has(P::OptInGlue) || has(P::InGlue));
        let has_out_glue = is_root && has(P::OutGlue);
        let operands = self.make_operands(node, instruction)?;
        if is_root && !self.read_registers.is_empty() {
            for (record, slot) in std::mem::take(&mut self.read_registers) {
                let Some(register) = self.sources.registers.for_record(record) else { continue };
                self.steps.push(M::EmitCopyToReg { slot, register });
            }
            // The copies are glued to the node.
            has_in_glue = true;
        }
        let mut types = Vec::new();
        for value in 0..patterns.forest().types(node).len() {
            types.push(self.only_type(node, value)?);
        }
        if is_root {
            for register in self.other_registers(ForestOperation::Instruction(instruction))? {
                match self.context.register_type(register) {
                    Some(ty) => types.push(MatcherType::Simple(ty)),
                    None => return Err(self.error("a register that is set is in no class")),
                }
            }
        }
        let mut fixed_arity = None;
        if is_root && patterns.node_has(source, P::Variadic) {
            fixed_arity = Some(patterns.forest().children(source).len() as u32);
        }
        let record = self.sources.store.record(self.sources.instructions.record(instruction));
        let captures_symbol = InstructionRecord::new(record).supports_deactivation_symbol()?;
        let value_count = self.value_count(&types);
        let first_slot = self.next_slot;
        self.next_slot += value_count;
        self.steps.push(M::EmitNode(Box::new(EmitNode {
            instruction,
            types,
            operands,
            has_chain: has(P::HasChain) && self.has_chain(instruction, is_root),
            has_in_glue,
            has_out_glue,
            has_mem_refs: has(P::MemOperand) && self.has_mem_refs(instruction, is_root),
            captures_symbol,
            fixed_arity,
            first_slot: Some(first_slot),
        })));
        Ok((first_slot..first_slot + value_count).collect())
    }

    /// Counts the value types: chains and glue are not recorded.
    fn value_count(&self, types: &[MatcherType]) -> u32 {
        let patterns = self.sources.patterns;
        let glue = self.sources.types.glue;
        let is_value = |ty: &&MatcherType| match **ty {
            MatcherType::Simple(ty) => ty != patterns.other_type() && Some(ty) != glue,
            MatcherType::ByHwMode(_) => true,
        };
        types.iter().take_while(is_value).count() as u32
    }

    /// Whether an instruction receives the matched nodes' chain.
    fn has_chain(&self, instruction: InstructionId, is_root: bool) -> bool {
        let flags = self.sources.flags.for_instruction(instruction);
        // A load or store has a chain, even if its own pattern has none.
        let accesses =
            [F::HasCtrlDep, F::MayLoad, F::MayStore, F::CanFoldAsLoad, F::HasSideEffects];
        accesses.iter().any(|&flag| flags.has(flag))
            || self.sources.flags.has_chain(instruction).unwrap_or(is_root)
    }

    fn accesses_memory(&self, instruction: InstructionId) -> bool {
        let flags = self.sources.flags.for_instruction(instruction);
        flags.has(F::MayLoad) || flags.has(F::MayStore)
    }

    /// Whether an instruction receives the matched nodes' memory references: the only instruction that accesses
    /// memory, otherwise the root.
    fn has_mem_refs(&self, instruction: InstructionId, is_root: bool) -> bool {
        match self.count_accesses(self.pattern.result) {
            1 => self.accesses_memory(instruction),
            _ => is_root,
        }
    }

    /// Counts the instructions that access memory in a nest of instructions.
    fn count_accesses(&self, node: NodeId) -> usize {
        let forest = self.sources.patterns.forest();
        let ForestOperation::Instruction(instruction) = forest.operation(node) else { return 0 };
        let of_children = forest.children(node).iter().map(|&child| self.count_accesses(child));
        usize::from(self.accesses_memory(instruction)) + of_children.sum::<usize>()
    }
}
