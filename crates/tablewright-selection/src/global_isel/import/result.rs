//! Created instructions with their results and operands.
//!
//! In: a node that creates an instruction. Out: actions, with operand actions before the instruction.

use tablewright_records::{Feature, RecordId};
use tablewright_target::instructions::InstructionId;
use tablewright_target::instructions::operands::OperandKind;
use tablewright_target::registers::SubRegIndexId;

use super::action_list::{ActionId, ActionList, Placed};
use super::instruction_facts::SubregisterKind;
use super::leaf_class::LeafClass;
use super::pattern::PatternImport;
use super::skip_reason::{Imported, SkipReason, skip};
use crate::global_isel::TempRegId;
use crate::global_isel::action::{Action, NamedRegister, OperandRenderer};
use crate::global_isel::low_level_type::{LowLevelType, TypeOrTemp};
use crate::patterns::{ForestOperation, NodeId};

impl PatternImport<'_, '_> {
    /// Builds the instruction that replaces the root. Returns the action that builds it.
    pub(super) fn build_root(
        &mut self,
        result: NodeId,
        instruction: InstructionId,
    ) -> Imported<ActionId> {
        let build = self.create(ActionList::END, instruction)?;
        let mut at = build;
        for register in self.physical_inputs.clone() {
            at = self.copy_to_register(at, register)?;
        }
        self.render_results(at, build, result, 0)?;
        self.render_operands(at, build, result, instruction)?;
        Ok(build)
    }

    /// Copies an operand of the root to the physical register that it was matched as.
    fn copy_to_register(&mut self, before: ActionId, register: RecordId) -> Imported<ActionId> {
        let copy = self.sources.expect(self.sources.known.copy, "COPY", self.pattern)?;
        let mut build = self.new_build(copy)?;
        let Some(operand) = self.rule.physical_register_operand(register) else {
            let name = self.sources.store.record(register).name();
            return Err(self.error(format!("Register {name} was not declared in matcher")));
        };
        let named = self.named_register(register);
        build.operands.push(OperandRenderer::Register {
            register: named,
            is_def: true,
            is_dead: false,
        });
        build.operands.push(OperandRenderer::CopyPhysicalRegister { operand, register });
        Ok(self.actions.insert(before, Action::Build(Box::new(build))))
    }

    /// Returns whether a record is a register, or represents the absence of a register.
    pub(super) fn is_register(&self, record: RecordId) -> bool {
        self.sources.special.zero_reg == Some(record)
            || self.sources.leaf_class(self.sources.store.record(record)) == LeafClass::Register
    }

    pub(super) fn named_register(&self, register: RecordId) -> NamedRegister {
        if self.sources.special.zero_reg == Some(register) {
            return NamedRegister::NoRegister;
        }
        NamedRegister::Register(register)
    }

    /// Creates an instruction without operands. Sub-register reads and class changes become copies.
    fn create(&mut self, before: ActionId, instruction: InstructionId) -> Imported<ActionId> {
        use SubregisterKind::{CopyToRegClass, ExtractSubreg};
        let opcode = match self.sources.known.subregister.kind(instruction) {
            CopyToRegClass | ExtractSubreg => {
                self.sources.expect(self.sources.known.copy, "COPY", self.pattern)?
            }
            SubregisterKind::InsertSubreg
            | SubregisterKind::SubregToReg
            | SubregisterKind::RegSequence
            | SubregisterKind::None => instruction,
        };
        let build = self.new_build(opcode)?;
        Ok(self.actions.insert(before, Action::Build(Box::new(build))))
    }

    /// Adds an operand to an instruction.
    pub(super) fn render(&mut self, build: ActionId, operand: OperandRenderer) {
        self.actions.build_mut(build).operands.push(operand);
    }

    /// Adds an action that creates a temporary register.
    pub(super) fn make_temp(
        &mut self,
        before: ActionId,
        ty: LowLevelType,
    ) -> (TempRegId, ActionId) {
        self.import.rules.types.insert(ty);
        let temp = self.rule.new_temp_register();
        let ty = TypeOrTemp::Known(ty);
        (temp, self.actions.insert(before, Action::MakeTempRegister { temp, ty }))
    }

    /// Creates an instruction whose result is an operand in another instruction. Returns its temporary register, and
    /// the action before which the next operand is created.
    pub(super) fn make_nested(
        &mut self,
        before: ActionId,
        node: NodeId,
    ) -> Imported<(TempRegId, ActionId)> {
        let ForestOperation::Instruction(instruction) =
            self.sources.patterns.forest().operation(node)
        else {
            return skip("Pattern operator isn't an instruction");
        };
        if self.sources.operands(instruction).def_count() == 0 {
            return skip("Dst pattern child needs a def");
        }
        if self.sources.patterns.forest().types(node).is_empty() {
            return skip("Dst pattern child has no result");
        }
        let Some(ty) = self.sources.type_of(node, 0) else {
            return skip("Dst operand has an unsupported type");
        };
        // Its operands are built before the action `first`.
        let (temp, build, first);
        if self.sources.has(Feature::TempRegistersAreMadeLate) {
            build = self.create(before, instruction)?;
            (temp, first) = self.make_temp(build, ty);
        } else {
            (temp, _) = self.make_temp(before, ty);
            build = self.create(before, instruction)?;
            first = build;
        }
        self.render(build, temp_register(temp, true, None));
        let mut at = first;
        let opcode = self.actions.opcode(build);
        if self.sources.operands(opcode).def_count() > 1 {
            at = self.render_results(self.actions.previous(build), build, node, 1)?;
        }
        let at = self.render_operands(at, build, node, instruction)?;
        let insn = self.actions.build_mut(build).insn;
        let at_insn = Placed { before, insn };
        let is_class_copy =
            self.sources.known.subregister.kind(instruction) == SubregisterKind::CopyToRegClass;
        if is_class_copy && self.sources.has(Feature::NestedCopiesStateTheirClass) {
            self.constrain_copy(at_insn, node)?;
        } else {
            let ty = self.sources.patterns.only_type(node, 0);
            self.constrain_registers(at_insn, node, instruction, ty)?;
        }
        Ok((temp, at))
    }

    /// Adds an instruction's results from an index on: first the matched results, then dead results.
    fn render_results(
        &mut self,
        before: ActionId,
        build: ActionId,
        node: NodeId,
        first: usize,
    ) -> Imported<ActionId> {
        let opcode = self.actions.opcode(build);
        let forest = self.sources.patterns.forest();
        let matched_count = forest.types(self.pattern.source).len();
        let count = self.sources.operands(opcode).def_count();
        if count == 0 {
            return Ok(before);
        }
        for at in first..matched_count {
            let name = self.result_name(opcode, at);
            let operand = self.operand_named(name)?;
            self.render(build, OperandRenderer::Copy { operand, name });
        }
        let defines_optional = self.sources.has(Feature::OptionalDefsAreDefaults);
        // Some outputs lack a type in the pattern.
        if forest.types(node).len() < count && !defines_optional {
            return skip("unhandled discarded def");
        }
        let mut before = before;
        // Earlier releases discarded all results of nested instructions if the root lacks results.
        let first_discarded =
            if defines_optional { matched_count.max(first) } else { matched_count };
        for at in first_discarded..count {
            if defines_optional && self.render_optional_def(build, opcode, at)? {
                continue;
            }
            if forest.types(node).len() <= at {
                return skip("unhandled discarded def");
            }
            let Some(ty) = self.sources.patterns.only_type(node, at) else {
                return skip("unsupported typeset");
            };
            let Some(ty) = self.sources.low_level_type(ty) else { return skip("unsupported type") };
            let (temp, made) = self.make_temp(before, ty);
            before = made;
            let is_dead = true;
            let renderer =
                OperandRenderer::TempRegister { temp, is_def: true, is_dead, sub_register: None };
            self.render(build, renderer);
        }
        Ok(before)
    }

    /// Adds the default registers for an `OptionalDefOperand` output. Returns whether the output has this class.
    fn render_optional_def(
        &mut self,
        build: ActionId,
        opcode: InstructionId,
        at: usize,
    ) -> Imported<bool> {
        let operands = self.sources.operands(opcode);
        let Some(operand) = operands.list().get(at) else { return Ok(false) };
        let class = operands.class(operand);
        if class.kind != OperandKind::OptionalDef {
            return Ok(false);
        }
        let patterns = self.sources.patterns;
        for &value in patterns.default_values(class.record) {
            if !patterns.forest().is_leaf(value) {
                return skip("optional def is not a leaf");
            }
            let Some(register) = patterns.forest().leaf_record(value) else {
                return skip("optional def is not a record");
            };
            if !self.is_register(register) {
                return skip("optional def is not a register");
            }
            let register = self.named_register(register);
            let renderer = OperandRenderer::Register { register, is_def: true, is_dead: true };
            self.render(build, renderer);
        }
        Ok(true)
    }

    /// Adds an instruction's operands. Returns the action before which the next operand of the enclosing instruction
    /// is created.
    fn render_operands(
        &mut self,
        before: ActionId,
        build: ActionId,
        node: NodeId,
        instruction: InstructionId,
    ) -> Imported<ActionId> {
        match self.sources.known.subregister.kind(instruction) {
            SubregisterKind::ExtractSubreg => self.render_extract(before, build, node),
            SubregisterKind::RegSequence => self.render_sequence(before, build, node),
            kind @ (SubregisterKind::CopyToRegClass
            | SubregisterKind::InsertSubreg
            | SubregisterKind::SubregToReg
            | SubregisterKind::None) => {
                let is_copy = kind == SubregisterKind::CopyToRegClass;
                self.render_all(before, build, node, instruction, is_copy)
            }
        }
    }

    /// Renders `EXTRACT_SUBREG` as a copy from a sub-register.
    fn render_extract(
        &mut self,
        before: ActionId,
        build: ActionId,
        node: NodeId,
    ) -> Imported<ActionId> {
        let forest = self.sources.patterns.forest();
        let [value, index, ..] = forest.children(node)[..] else {
            return skip("EXTRACT_SUBREG child #1 is not a leaf");
        };
        if !forest.is_leaf(index) {
            return skip("EXTRACT_SUBREG child #1 is not a leaf");
        }
        let Some(index) = self.sources.sub_reg_index(node, 1)? else {
            return skip("EXTRACT_SUBREG child #1 is not a subreg index");
        };
        if !forest.is_leaf(value) {
            let (temp, _) = self.make_nested(before, value)?;
            self.render(build, temp_register(temp, false, Some(index)));
            return Ok(before);
        }
        let Some(class) = self.sources.class_of_leaf(value)? else {
            return skip("EXTRACT_SUBREG child #0 could not be coerced to a register class");
        };
        let registers = &self.sources.registers;
        let class = registers.classes.expect_of_record(class)?;
        if registers.sub_classes.pair(class, index).is_some_and(|(having, _)| having != class) {
            return skip("EXTRACT_SUBREG requires an additional COPY");
        }
        let name = self.node_name(value);
        let renderer = match self.rule.sub_operand(name) {
            Some(operand) => OperandRenderer::ComplexPattern {
                renderer: operand.renderer,
                name,
                sub_operand: Some(operand.sub_operand),
                sub_register: Some(index),
            },
            None => {
                let operand = self.operand_to_copy(name);
                OperandRenderer::CopySubRegister { operand, name, index }
            }
        };
        self.render(build, renderer);
        Ok(before)
    }

    /// Renders `REG_SEQUENCE`: a class, then values with their sub-register indexes.
    fn render_sequence(
        &mut self,
        before: ActionId,
        build: ActionId,
        node: NodeId,
    ) -> Imported<ActionId> {
        let forest = self.sources.patterns.forest();
        let children = forest.children(node);
        let Some((&class, parts)) =
            children.split_first().filter(|(class, _)| forest.is_leaf(**class))
        else {
            return skip("REG_SEQUENCE child #0 is not a leaf");
        };
        if self.sources.class_of_leaf(class)?.is_none() {
            return skip("REG_SEQUENCE child #0 could not be coerced to a register class");
        }
        if parts.len() % 2 != 0 {
            return skip("Malformed REG_SEQUENCE");
        }
        let mut before = before;
        for at in (0..parts.len()).step_by(2) {
            // A child that is not a sub-register index is left out, with its value.
            if let Some(index) = self.sources.sub_reg_index(node, at + 2)? {
                before = self.render_operand(before, build, parts[at])?;
                self.render(build, OperandRenderer::SubRegisterIndex(index));
            }
        }
        Ok(before)
    }

    /// Renders ordinary instruction operands: from the pattern, or default values.
    fn render_all(
        &mut self,
        before: ActionId,
        build: ActionId,
        node: NodeId,
        instruction: InstructionId,
        is_copy: bool,
    ) -> Imported<ActionId> {
        let patterns = self.sources.patterns;
        let children = patterns.forest().children(node);
        let operands = self.sources.operands(instruction);
        let def_count = operands.def_count();
        // The target class in a copy is not an operand.
        let not_operands = usize::from(is_copy);
        let expected = (operands.list().len() - def_count).saturating_sub(not_operands);
        let explicit = children.len().saturating_sub(not_operands);
        let opcode = self.actions.opcode(build);
        let has_default = |record: RecordId| !patterns.default_values(record).is_empty();
        let first_overridable = self.first_overridable(opcode, def_count);
        let (mut before, mut next, mut default) = (before, 0, 0);
        for at in 0..expected {
            let at = self.sources.operands(opcode).def_count() + at;
            let Some(record) = self.sources.operand_record(opcode, at) else { break };
            if has_default(record.id()) && (at < first_overridable || next >= children.len()) {
                before = self.render_defaults(before, build, record.id())?;
                default += 1;
                continue;
            }
            let Some(&child) = children.get(next) else { break };
            before = self.render_operand(before, build, child)?;
            next += 1;
        }
        if default + explicit != expected {
            return Err(SkipReason::OperandCount { expected, explicit, default }.into());
        }
        Ok(before)
    }

    /// Returns the index of the first operand after which all operands have default values. Only these may be
    /// overridden in a pattern.
    fn first_overridable(&self, opcode: InstructionId, def_count: usize) -> usize {
        let operands = self.sources.operands(opcode);
        let inputs = operands.list().iter().enumerate().skip(def_count).rev();
        let has_default = |record| !self.sources.patterns.default_values(record).is_empty();
        let defaults =
            inputs.take_while(|(_, operand)| has_default(operands.class(operand).record));
        operands.list().len() - defaults.count()
    }
}

/// Returns a temporary register as an operand.
pub(super) fn temp_register(
    temp: TempRegId,
    is_def: bool,
    sub_register: Option<SubRegIndexId>,
) -> OperandRenderer {
    OperandRenderer::TempRegister { temp, is_def, is_dead: false, sub_register }
}
