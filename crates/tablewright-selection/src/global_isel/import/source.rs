//! Matched trees as instructions with checks.
//!
//! In: a node. Out: its instruction's checks and operands; `source_operand` adds the operand checks.

use tablewright_records::{Feature, RecordId, RecordView};
use tablewright_target::instructions::InstructionId;
use tablewright_target::record_views::value_type::ValueTypeRecord;

use super::equivalences::NodeEquivalence;
use super::fragment_predicate::{FragmentPredicate, PredicateFlag as F};
use super::leaf_class::LeafClass;
use super::pattern::PatternImport;
use super::skip_reason::{Imported, SkipReason, TypeProblem, skip};
use crate::global_isel::check::{InstructionCheck, OpcodeCheck, OperandCheck};
use crate::global_isel::low_level_type::LowLevelType;
use crate::global_isel::{InsnId, OperandRef};
use crate::patterns::{ForestOperation, NodeId};

/// Properties of an operand that its pattern node does not contain.
#[derive(Clone, Copy, Debug)]
pub(super) struct SourceOperandKind {
    pub(super) is_pointer: bool,
    pub(super) is_immediate: bool,
    pub(super) is_generic: bool,
}

/// A type check on a value.
#[derive(Clone, Copy, Debug)]
pub(super) struct CheckedType {
    /// Whether any pointer of the size fits.
    pub(super) is_pointer: bool,
    /// Whether any type with the same shape fits, integer or floating-point.
    pub(super) is_generic: bool,
}

impl<'a> PatternImport<'a, '_> {
    /// Adds a node's checks to a rule instruction. A fragment's setting for copies applies to the node and its
    /// descendants.
    pub(super) fn match_node(&mut self, insn: InsnId, node: NodeId) -> Imported<()> {
        let before = self.rule.ignore_copies;
        if let Some(flags) = self.sources.patterns.forest().attributes(node).gisel_flags {
            self.set_flags(self.sources.store.record(flags))?;
        }
        let done = self.match_instruction(insn, node);
        self.rule.ignore_copies = before;
        done
    }

    fn match_instruction(&mut self, insn: InsnId, node: NodeId) -> Imported<()> {
        let sources = self.sources;
        let operation = sources.patterns.forest().operation(node);
        let equivalence = match operation {
            ForestOperation::Int(_) => None,
            ForestOperation::Record(_)
            | ForestOperation::Any
            | ForestOperation::IntrinsicNumber(_) => {
                return skip("Unable to deduce gMIR opcode to handle Src (which is a leaf)");
            }
            ForestOperation::Node(_)
            | ForestOperation::Fragment(_)
            | ForestOperation::Instruction(_)
            | ForestOperation::Transform(_)
            | ForestOperation::ComplexPattern(_)
            | ForestOperation::Set
            | ForestOperation::Implicit => Some(self.equivalence(operation)?),
        };
        let instruction = match equivalence {
            Some(equivalence) => Some(self.equivalent_instruction(equivalence, node)?),
            None => None,
        };
        let opcode = match instruction {
            Some(instruction) => instruction,
            None => sources.expect(sources.known.constant, "G_CONSTANT", self.pattern)?,
        };
        self.check_opcode(insn, opcode, None);
        let index = self.match_results(insn, node, instruction)?;
        if sources.has(Feature::OrderingIsCheckedFirst) {
            self.match_ordering_of_node(insn, equivalence);
            self.match_predicates(insn, node, equivalence)?;
        } else {
            self.match_predicates(insn, node, equivalence)?;
            self.match_ordering_of_node(insn, equivalence);
        }
        match (operation, instruction) {
            (ForestOperation::Int(value), _) => {
                let operand = self.add_operand(insn, index, node);
                self.rule.check_operand(operand, OperandCheck::LiteralInt(value));
                Ok(())
            }
            (_, Some(instruction)) => self.match_operands(insn, node, instruction, index),
            (_, None) => skip("Unable to deduce gMIR opcode to handle Src (which is a leaf)"),
        }
    }

    /// Adds the check whether an access to memory is atomic, for nodes that are either.
    fn match_ordering_of_node(&mut self, insn: InsnId, equivalence: Option<&NodeEquivalence>) {
        if equivalence.is_some_and(|equivalence| equivalence.checks_non_atomic) {
            self.check_ordering(insn, "NotAtomic", None);
        } else if equivalence.is_some_and(|equivalence| equivalence.checks_atomic) {
            self.check_ordering(insn, "Unordered", Some(true));
        }
    }

    /// Returns the GlobalISel equivalent for a node.
    fn equivalence(&self, operation: ForestOperation) -> Imported<&'a NodeEquivalence> {
        let sources = self.sources;
        let record = operation.sd_node().map(|id| sources.patterns.sd_node(id).record);
        let equivalence = record.and_then(|record| sources.equivalences.node(record));
        equivalence.ok_or_else(|| SkipReason::NoEquivalent(operation).into())
    }

    /// Returns the instruction for a node.
    fn equivalent_instruction(
        &self,
        equivalence: &NodeEquivalence,
        node: NodeId,
    ) -> Imported<InstructionId> {
        let patterns = self.sources.patterns;
        let forest = patterns.forest();
        if let (Some(instruction), Some(&first)) =
            (equivalence.if_floating_point, forest.children(node).first())
            && patterns.only_type(first, 0).is_some_and(|ty| patterns.is_float(ty))
        {
            return Ok(instruction);
        }
        if let (Some(instruction), Some((all, intrinsic))) =
            (equivalence.if_convergent, self.sources.intrinsic(node))
            && all.attributes(intrinsic).function.convergent
        {
            return Ok(instruction);
        }
        for call in &forest.attributes(node).predicates {
            let predicate = self.sources.predicate(call.fragment)?;
            if self.accesses_float(predicate)? {
                let extends = predicate.is(F::Load) && self.has_flag(node, F::AnyExtLoad)?;
                let truncates = predicate.is(F::Store) && self.has_flag(node, F::TruncStore)?;
                if let Some(instruction) = equivalence.if_fp_extend.filter(|_| extends) {
                    return Ok(instruction);
                }
                if let Some(instruction) = equivalence.if_fp_trunc.filter(|_| truncates) {
                    return Ok(instruction);
                }
            }
            if !predicate.is(F::Load) && !predicate.is(F::Atomic) {
                continue;
            }
            for (instruction, flag) in [
                (equivalence.if_sign_extend, F::SignExtLoad),
                (equivalence.if_zero_extend, F::ZeroExtLoad),
            ] {
                if let Some(instruction) = instruction.filter(|_| predicate.is(flag)) {
                    return Ok(instruction);
                }
            }
        }
        Ok(equivalence.instruction)
    }

    /// Returns whether a predicate states a floating-point number, or a vector with such elements, in memory.
    fn accesses_float(&self, predicate: &FragmentPredicate) -> Imported<bool> {
        let Some(ty) = predicate.memory_type else { return Ok(false) };
        let ty = ValueTypeRecord::new(self.sources.store.record(ty));
        Ok(self.sources.patterns.is_float(self.sources.registers.types.number(ty)?))
    }

    /// Whether a predicate of a node has a flag.
    fn has_flag(&self, node: NodeId, flag: F) -> Imported<bool> {
        for call in &self.sources.patterns.forest().attributes(node).predicates {
            if self.sources.predicate(call.fragment)?.is(flag) {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Adds an opcode check with one or two opcodes.
    pub(super) fn check_opcode(
        &mut self,
        insn: InsnId,
        first: InstructionId,
        second: Option<InstructionId>,
    ) {
        let check = OpcodeCheck {
            first,
            second,
            is_variadic: self.sources.operands(first).is_variadic(),
            is_constant: second.is_none() && self.sources.known.constant == Some(first),
        };
        self.rule.check(insn, InstructionCheck::Opcode(check));
    }

    /// Adds the result operands. Returns the index of the next operand.
    fn match_results(
        &mut self,
        insn: InsnId,
        node: NodeId,
        instruction: Option<InstructionId>,
    ) -> Imported<u32> {
        let typed = match instruction {
            Some(instruction) => self.sources.typed_operands(instruction)?,
            None => Default::default(),
        };
        let count = self.sources.patterns.forest().types(node).len();
        for at in 0..count {
            // Only root results have names; they are added when the created instruction is known.
            let operand = self.rule.add_operand(insn, at as u32, None, self.renderer_count);
            let is_pointer = typed.is_pointer_output(at);
            let checked = CheckedType { is_pointer, is_generic: typed.are_generic };
            self.check_type(operand, node, at, checked).map_err(SkipReason::ResultType)?;
        }
        Ok(count as u32)
    }

    /// Adds an operand with the name of a node.
    pub(super) fn add_operand(&mut self, insn: InsnId, index: u32, node: NodeId) -> OperandRef {
        let name = self.sources.patterns.forest().name(node).map(|name| self.name(name));
        self.rule.add_operand(insn, index, name, self.renderer_count)
    }

    /// Adds a type check on a node value.
    pub(super) fn check_type(
        &mut self,
        operand: OperandRef,
        node: NodeId,
        value: usize,
        CheckedType { is_pointer, is_generic }: CheckedType,
    ) -> Result<(), TypeProblem> {
        let patterns = self.sources.patterns;
        let Some(ty) = patterns.only_type(node, value) else { return Err(TypeProblem::TypeSet) };
        if ty == patterns.pointer_type() && is_pointer {
            self.rule.check_operand(operand, OperandCheck::PointerToAny { bits: 0 });
            return Ok(());
        }
        if self.sources.is_metadata(ty) {
            return Ok(());
        }
        let Some(low_level) = self.sources.low_level_type(ty) else {
            return Err(TypeProblem::Type);
        };
        if is_pointer {
            let bits = low_level.bits();
            self.rule.check_operand(operand, OperandCheck::PointerToAny { bits });
            return Ok(());
        }
        let types = patterns.types(patterns.forest().types(node)[value]);
        let rules = &mut self.import.rules;
        match types.address_space() {
            Some(space) => {
                let pointer = LowLevelType::pointer(space as u32, low_level.bits());
                rules.check_type(&mut self.rule, operand, pointer);
            }
            None if is_generic && !low_level.is_generic() => {
                rules.check_shape(&mut self.rule, operand, low_level);
            }
            None => rules.check_type(&mut self.rule, operand, low_level),
        }
        Ok(())
    }

    /// Adds the instruction operands that are not results.
    fn match_operands(
        &mut self,
        insn: InsnId,
        node: NodeId,
        instruction: InstructionId,
        index: u32,
    ) -> Imported<()> {
        let known = &self.sources.known;
        let is = |other: Option<InstructionId>| other == Some(instruction);
        if is(known.constant) || is(known.f_constant) {
            // The constant counts as an operand, but only fragments check it.
            self.rule.add_operand(insn, index, None, self.renderer_count);
            return Ok(());
        }
        if is(known.block_address) && self.sources.has(Feature::BlockAddressesAreOperands) {
            self.add_operand(insn, index, node);
            return Ok(());
        }
        if is(known.frame_index) {
            if self.sources.has(Feature::FrameIndexIsNamedOnce) {
                self.rule.add_operand(insn, index, None, self.renderer_count);
            } else {
                self.add_operand(insn, index, node);
            }
            return Ok(());
        }
        let mut index = index;
        let mut count = self.sources.patterns.forest().children(node).len();
        if is(known.icmp) || is(known.fcmp) {
            let field = if is(known.fcmp) { "FCmpPredicate" } else { "ICmpPredicate" };
            self.match_condition(insn, node, field, &mut index, &mut count)?;
        }
        // The saturation type in a conversion is the result type.
        if self.sources.has(Feature::SaturatingConversionsHaveOneOperand)
            && (is(known.fptosi_sat) || is(known.fptoui_sat))
        {
            self.check_saturation(node)?;
            count = count.min(1);
        }
        let is_intrinsic = known.intrinsics.contains(&Some(instruction));
        let intrinsic = self.sources.intrinsic(node);
        if is_intrinsic && intrinsic.is_none() {
            return skip("Expected IntInit containing intrinsic ID)");
        }
        let typed = self.sources.typed_operands(instruction)?;
        for at in 0..count {
            let child = self.sources.patterns.forest().child(node, at);
            let mut is_immediate = typed.is_immediate_input(at);
            let mut is_pointer = typed.is_pointer_input(at);
            if let Some((all, intrinsic)) = intrinsic.filter(|_| is_intrinsic) {
                // The first operand is the intrinsic number, which is not a parameter.
                let Some(param) = at.checked_sub(1) else {
                    let operand = self.add_operand(insn, index, child);
                    self.rule.check_operand(operand, OperandCheck::Intrinsic(intrinsic.record));
                    index += 1;
                    continue;
                };
                is_pointer |= intrinsic.is_pointer_param(param, self.sources.store);
                is_immediate |= all.attributes(intrinsic).is_immediate_param(param);
            }
            let is_generic = typed.are_generic;
            let kind = SourceOperandKind { is_pointer, is_immediate, is_generic };
            self.match_operand(insn, index, child, kind)?;
            index += 1;
        }
        Ok(())
    }

    /// Checks that the saturation type in a conversion is the result type, or its element type.
    fn check_saturation(&self, node: NodeId) -> Imported<()> {
        let patterns = self.sources.patterns;
        let operand = patterns.forest().children(node).get(1);
        let Some(width) = operand.and_then(|&operand| patterns.forest().leaf_record(operand))
        else {
            return Ok(());
        };
        let width = ValueTypeRecord::new(self.sources.store.record(width));
        let width = self.sources.scalar_bits(self.sources.registers.types.number(width)?);
        match patterns.only_type(node, 0) {
            Some(ty) if self.sources.scalar_bits(ty) != width => {
                skip("Saturation width must match the result width")
            }
            _ => Ok(()),
        }
    }

    /// Matches a comparison: its condition is the node's last operand, and the instruction's first operand.
    fn match_condition(
        &mut self,
        insn: InsnId,
        node: NodeId,
        field: &str,
        index: &mut u32,
        count: &mut usize,
    ) -> Imported<()> {
        let forest = self.sources.patterns.forest();
        let Some(&condition) = forest.children(node).last().filter(|&&last| forest.is_leaf(last))
        else {
            return Ok(());
        };
        let record =
            forest.leaf_record(condition).map(|record: RecordId| self.sources.store.record(record));
        let is_condition = |record: &_| self.sources.leaf_class(*record) == LeafClass::CondCode;
        let Some(record) = record.filter(is_condition) else {
            return skip("Unable to handle CondCode");
        };
        let operand = self.add_operand(insn, *index, condition);
        *index += 1;
        let predicate = record.string(field)?;
        if !predicate.is_empty() {
            let predicate = self.import.rules.names.intern(predicate);
            self.rule.check_operand(operand, OperandCheck::ComparePredicate(predicate));
            *count -= 1;
        }
        Ok(())
    }
}
