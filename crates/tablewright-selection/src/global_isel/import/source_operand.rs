//! Operands in matched instructions.
//!
//! In: a child of a node. Out: an operand with checks, and for a non-leaf child its defining instruction.

use tablewright_records::{Feature, Record, RecordId, RecordView};
use tablewright_target::record_views::value_type::ValueTypeRecord;

use super::leaf_class::LeafClass;
use super::pattern::PatternImport;
use super::skip_reason::{Imported, SkipReason, skip};
use super::source::{CheckedType, SourceOperandKind};
use crate::global_isel::check::{ImmediatePredicate, InstructionCheck, OperandCheck, Splat};
use crate::global_isel::rule::ComplexSubOperand;
use crate::global_isel::{InsnId, NameId, OperandRef};
use crate::patterns::{ComplexPatternId, ForestOperation, NodeId};

impl<'s> PatternImport<'_, 's> {
    /// Adds an operand with the checks for a node.
    pub(super) fn match_operand(
        &mut self,
        insn: InsnId,
        index: u32,
        node: NodeId,
        kind: SourceOperandKind,
    ) -> Imported<()> {
        let SourceOperandKind { is_pointer, is_immediate, is_generic } = kind;
        let forest = self.sources.patterns.forest();
        let operation = forest.operation(node);
        let operand = match (operation, self.physical_register(node)) {
            (_, Some(register)) => {
                let copies_all = self.sources.has(Feature::NestedRegistersAreCopied);
                let is_copied = if copies_all {
                    !self.physical_inputs.contains(&register)
                } else {
                    insn == InsnId::ROOT
                };
                if is_copied {
                    self.physical_inputs.push(register);
                }
                self.rule.add_physical_register(insn, index, register, self.renderer_count)
            }
            (ForestOperation::ComplexPattern(pattern), None) => {
                let name = self.complex_name(node, pattern);
                self.rule.add_operand(insn, index, Some(name), self.renderer_count)
            }
            _ => self.add_operand(insn, index, node),
        };
        if self.rule.operand(operand).is_same_as_another() {
            return Ok(());
        }
        if forest.types(node).len() != 1 {
            return skip("Src pattern child has multiple results");
        }
        if self.match_untyped(operand, node)? {
            return Ok(());
        }
        if self.match_value_type(operand, node)? {
            return Ok(());
        }
        // An immediate lacks a type, since it is not in a register.
        if !is_immediate {
            self.check_type(operand, node, 0, CheckedType { is_pointer, is_generic })
                .map_err(|problem| SkipReason::OperandType(problem, node))?;
        }
        self.record_named(operand, node);
        match operation {
            ForestOperation::ComplexPattern(pattern) => self.match_complex(operand, node, pattern),
            _ if !operation.is_leaf() => self.match_nested(operand, node),
            _ if !forest.attributes(node).predicates.is_empty() => self.match_leaf(operand, node),
            ForestOperation::Int(value) => {
                let check = if is_immediate {
                    OperandCheck::LiteralInt(value)
                } else {
                    OperandCheck::ConstantInt(value)
                };
                self.rule.check_operand(operand, check);
                Ok(())
            }
            ForestOperation::Record(record) => {
                let record = self.sources.store.record(record);
                self.match_record(operand, node, record)
            }
            ForestOperation::Any
            | ForestOperation::IntrinsicNumber(_)
            | ForestOperation::Node(_)
            | ForestOperation::Fragment(_)
            | ForestOperation::Instruction(_)
            | ForestOperation::Transform(_)
            | ForestOperation::Set
            | ForestOperation::Implicit => skip("Src pattern child is an unsupported kind"),
        }
    }

    /// Returns the physical register that a leaf without a name is.
    fn physical_register(&self, node: NodeId) -> Option<RecordId> {
        let forest = self.sources.patterns.forest();
        let record = forest.leaf_record(node).filter(|_| forest.name(node).is_none())?;
        let class = self.sources.leaf_class(self.sources.store.record(record));
        (class == LeafClass::Register).then_some(record)
    }

    /// Returns the name of an operand that a complex pattern with arguments matches: with the same arguments it is
    /// the same operand.
    fn complex_name(&mut self, node: NodeId, pattern: ComplexPatternId) -> NameId {
        let (store, patterns) = (self.sources.store, self.sources.patterns);
        let record = patterns.complex_pattern(pattern).record;
        let mut name = store.record(record).name().to_owned();
        for &argument in patterns.forest().children(node) {
            name.push(':');
            name.push_str(patterns.forest().name(argument).map_or("", |name| store.str(name)));
        }
        self.import.rules.names.intern(&name)
    }

    /// Matches a basic block or a target constant, which lack a register type. Returns whether the node was one.
    fn match_untyped(&mut self, operand: OperandRef, node: NodeId) -> Imported<bool> {
        if self.sources.is_basic_block(node) {
            self.rule.check_operand(operand, OperandCheck::BasicBlock);
            return Ok(true);
        }
        if self.sources.sd_node_record(node).is_none_or(|record| record.name() != "timm") {
            return Ok(false);
        }
        self.rule.check_operand(operand, OperandCheck::IsImmediate);
        for call in &self.sources.patterns.forest().attributes(node).predicates {
            let predicate = self.sources.predicate(call.fragment)?;
            if let Some(value) = predicate.immediate {
                let fragment = predicate.record;
                let check = OperandCheck::Immediate(ImmediatePredicate { fragment, value });
                self.rule.check_operand(operand, check);
            }
        }
        Ok(true)
    }

    /// Matches an unnamed value type, for example in `sext_inreg`: an immediate operand with its size in bits. Returns
    /// whether the node was one.
    fn match_value_type(&mut self, operand: OperandRef, node: NodeId) -> Imported<bool> {
        let sources = self.sources;
        let forest = sources.patterns.forest();
        let record = forest.leaf_record(node).map(|record| sources.store.record(record));
        let is_value_type = |record: &Record<'_>| {
            sources.leaf_class(*record) == LeafClass::ValueType
                && forest.name(node).is_none()
                && sources.has(Feature::ExtensionWidthIsChecked)
        };
        let Some(record) = record.filter(is_value_type) else { return Ok(false) };
        let ty = sources.registers.types.number(ValueTypeRecord::new(record))?;
        let bits = sources.scalar_bits(ty);
        self.rule.check_operand(operand, OperandCheck::LiteralInt(bits.into()));
        Ok(true)
    }

    /// Matches a leaf with predicates: their code for leaves is run.
    fn match_leaf(&mut self, operand: OperandRef, node: NodeId) -> Imported<()> {
        for call in &self.sources.patterns.forest().attributes(node).predicates {
            let predicate = self.sources.predicate(call.fragment)?;
            if !predicate.has_leaf_code {
                return skip("Src pattern child has unsupported predicate");
            }
            self.rule.check_operand(operand, OperandCheck::Leaf(predicate.record));
        }
        Ok(())
    }

    /// Remembers an argument of a fragment whose predicate looks at it.
    fn record_named(&mut self, operand: OperandRef, node: NodeId) {
        if self.waiting.count == 0 {
            return;
        }
        let names = &self.sources.patterns.forest().attributes(node).argument_names;
        if let Some(argument) = names.first() {
            let slot = self.waiting.slots.get(&(argument.scope, argument.name));
            let slot = slot.copied().unwrap_or_default();
            let name = self.sources.store.str(argument.name);
            let name = format!("pred:{}:{name}", argument.scope);
            let name = self.import.rules.names.intern(&name);
            self.rule.check_operand(operand, OperandCheck::RecordNamed { slot, name });
            self.waiting.count -= 1;
        }
    }

    /// Matches an operand with a complex pattern whose arguments name its results.
    fn match_complex(
        &mut self,
        operand: OperandRef,
        node: NodeId,
        pattern: ComplexPatternId,
    ) -> Imported<()> {
        let renderer = self.renderer_count;
        let pattern = self.sources.patterns.complex_pattern(pattern).record;
        self.check_complex(operand, pattern)?;
        let forest = self.sources.patterns.forest();
        let parent = self.rule.operand(operand).name;
        for (at, &argument) in forest.children(node).iter().enumerate() {
            let (Some(name), Some(parent)) = (forest.name(argument), parent) else { continue };
            let name = self.name(name);
            let sub_operand = at as u32;
            let operand = ComplexSubOperand { pattern, renderer, sub_operand, parent };
            if let Err(first) = self.rule.define_sub_operand(name, operand) {
                return Err(SkipReason::SubOperand { name, first, second: parent }.into());
            }
        }
        Ok(())
    }

    /// Demands that a complex pattern matches an operand.
    fn check_complex(&mut self, operand: OperandRef, pattern: RecordId) -> Imported<()> {
        let Some(matcher) = self.sources.equivalences.complex_pattern(pattern) else {
            return Err(SkipReason::ComplexPattern(pattern).into());
        };
        let renderer = self.rule.operand(operand).renderer;
        self.rule.check_operand(operand, OperandCheck::ComplexPattern { matcher, renderer });
        self.renderer_count += 1;
        Ok(())
    }

    /// Matches an operand that another instruction defines.
    fn match_nested(&mut self, operand: OperandRef, node: NodeId) -> Imported<()> {
        let name = self.sources.patterns.forest().name(node).map(|name| self.name(name));
        match self.rule.check_defined_by(operand, name) {
            Some(insn) => self.match_node(insn, node),
            None => skip("Nested instruction cannot be the same as another operand"),
        }
    }

    /// Matches an operand that is a leaf with a record.
    fn match_record(
        &mut self,
        operand: OperandRef,
        node: NodeId,
        record: Record<'s>,
    ) -> Imported<()> {
        match self.sources.leaf_class(record) {
            LeafClass::RegisterClass | LeafClass::RegisterOperand | LeafClass::RegClassByHwMode => {
                if let Some(class) = self.sources.class_of_record(record)? {
                    let class = self.sources.registers.classes.expect_of_record(class)?;
                    self.rule.check_operand(operand, OperandCheck::RegisterBank(class));
                }
                Ok(())
            }
            LeafClass::Register => {
                let registers = &self.sources.registers;
                let register = registers.registers.for_record(record.id());
                let ty = self.sources.patterns.only_type(node, 0);
                let class = register
                    .zip(ty)
                    .and_then(|(register, ty)| registers.classes.smallest_with(register, ty));
                let Some(class) = class else {
                    return skip("Could not determine physical register class of pattern source");
                };
                self.rule.check_operand(operand, OperandCheck::RegisterBank(class));
                Ok(())
            }
            // There is nothing to check besides the type.
            LeafClass::ValueType => Ok(()),
            LeafClass::ComplexPattern => self.check_complex(operand, record.id()),
            LeafClass::ImmLeaf => {
                skip("Src pattern child def is an unsupported tablegen class (ImmLeaf)")
            }
            LeafClass::SubRegIndex | LeafClass::CondCode | LeafClass::Other => {
                self.match_special(operand, node, record.id())
            }
        }
    }

    fn match_special(
        &mut self,
        operand: OperandRef,
        node: NodeId,
        record: RecordId,
    ) -> Imported<()> {
        let special = &self.sources.special;
        let is = |other: Option<RecordId>| other == Some(record);
        if is(special.srcvalue) {
            return Ok(());
        }
        let splat = if is(special.imm_all_ones) {
            Splat::AllOnes
        } else if is(special.imm_all_zeros) {
            Splat::AllZeros
        } else {
            return skip("Src pattern child def is an unsupported tablegen class");
        };
        let known = &self.sources.known;
        let opcode = self.sources.expect(known.build_vector, "G_BUILD_VECTOR", self.pattern)?;
        let name = "G_BUILD_VECTOR_TRUNC";
        let other = self.sources.expect(known.build_vector_trunc, name, self.pattern)?;
        let name = self.sources.patterns.forest().name(node).map(|name| self.name(name));
        let Some(insn) = self.rule.check_defined_by(operand, name) else {
            return skip("Nested instruction cannot be the same as another operand");
        };
        // The vector may have any number of elements.
        self.rule.instructions[insn].checks_operand_count = false;
        self.check_opcode(insn, opcode, Some(other));
        let result = self.rule.add_operand(insn, 0, None, self.renderer_count);
        let checked = CheckedType { is_pointer: false, is_generic: false };
        self.check_type(result, node, 0, checked).map_err(SkipReason::ResultType)?;
        self.rule.check(insn, InstructionCheck::VectorSplat(splat));
        Ok(())
    }
}
