//! Import of a single pattern as a rule.

use tablewright_records::{AnalysisError, Feature, FieldError, Record, RecordId, RecordView};
use tablewright_syntax::diagnostic::Code;
use tablewright_syntax::symbol::Symbol;
use tablewright_target::instructions::InstructionId;
use tablewright_target::record_views::instruction::InstructionRecord;
use tablewright_target::record_views::register::RegisterRecord;
use tablewright_target::registers::RegisterClassId;

use super::action_list::{ActionList, Placed};
use super::importer::{ImportContext, Importer, WaitingOperands};
use super::instruction_facts::SubregisterKind;
use super::skip_reason::{ImportEnd, Imported, Side, SkipReason, skip};
use super::{Import, SkippedRule};
use crate::global_isel::action::{Action, BuildInstruction, Comment, OperandRenderer};
use crate::global_isel::check::{Check, InstructionCheck, OperandCheck, PlacedCheck};
use crate::global_isel::rule::Rule;
use crate::global_isel::{InsnId, NameId, NewInsnId, OperandRef};
use crate::patterns::{ForestOperation, NodeId, PatternToMatch};
use crate::record_views::global_isel::GiSelFlagsRecord;

/// A pattern while it is imported.
pub(super) struct PatternImport<'a, 's> {
    pub(super) sources: &'a ImportContext<'s>,
    pub(super) import: &'a mut Import,
    pub(super) waiting: &'a mut WaitingOperands,
    pub(super) pattern: &'a PatternToMatch,
    pub(super) rule: Rule,
    pub(super) actions: ActionList,
    /// The number of stored complex pattern renderers.
    pub(super) renderer_count: u32,
    /// Matched physical registers that must be copied to themselves.
    pub(super) physical_inputs: Vec<RecordId>,
    /// The error for an undefined name.
    unknown_name: Option<ImportEnd>,
}

impl Importer<'_> {
    /// Imports the pattern at a place of the list.
    pub(super) fn import(&mut self, at: u32) -> Result<(), AnalysisError> {
        let patterns = self.sources.patterns;
        let pattern = &patterns.list[at as usize];
        let is_ignored = self.sources.all.list()[pattern.pattern].gisel_should_ignore;
        if is_ignored || self.sources.has_unsupported_type(pattern.source) {
            return Ok(());
        }
        let number = self.import.patterns.len() as u32;
        self.import.patterns.push(at);
        let mut rule = Rule::new(number);
        rule.score = patterns.complexity(pattern, self.sources.all);
        rule.conditions.features = self.features(pattern)?;
        rule.conditions.hw_mode = self.hw_mode(pattern);
        let mut actions = ActionList::new();
        actions.add(Action::Comment(Comment::Numbered(number)));
        let mut import = PatternImport {
            sources: &self.sources,
            import: &mut self.import,
            waiting: &mut self.waiting,
            pattern,
            rule,
            actions,
            renderer_count: 0,
            physical_inputs: Vec::new(),
            unknown_name: None,
        };
        match import.run() {
            Ok(()) => {
                let PatternImport { mut rule, actions, .. } = import;
                rule.actions = actions.into_actions();
                let counts_uses = !self.sources.has(Feature::ImplicitDefsAreDead);
                mark_dead_defs(&mut rule, counts_uses);
                self.import.rules.rules.push(rule);
            }
            Err(ImportEnd::Skip(reason)) => {
                self.import.skipped.push(SkippedRule { number, reason })
            }
            Err(ImportEnd::Error(error)) => return Err(error.into()),
        }
        Ok(())
    }
}

impl<'s> PatternImport<'_, 's> {
    fn run(&mut self) -> Imported<()> {
        let (source, result) = (self.pattern.source, self.pattern.result);
        self.check_root(Side::Result, result)?;
        self.check_root(Side::Source, source)?;
        let name = self.sources.patterns.forest().name(source).map(|name| self.name(name));
        let root = self.rule.add_root(name);
        self.set_flags(self.sources.store.record(self.pattern.record))?;
        self.match_node(root, source)?;
        match self.sources.patterns.forest().operation(result) {
            ForestOperation::Record(_)
            | ForestOperation::Int(_)
            | ForestOperation::Any
            | ForestOperation::IntrinsicNumber(_) => self.make_copy(result)?,
            ForestOperation::Instruction(instruction) => {
                self.make_instruction(result, instruction)?
            }
            ForestOperation::Node(_)
            | ForestOperation::Fragment(_)
            | ForestOperation::Transform(_)
            | ForestOperation::ComplexPattern(_)
            | ForestOperation::Set
            | ForestOperation::Implicit => return skip("Pattern operator isn't an instruction"),
        }
        self.actions.add(Action::Erase(InsnId::ROOT));
        self.unknown_name.take().map_or(Ok(()), Err)
    }

    /// Checks that the root of a tree has only predicates that are understood.
    fn check_root(&self, side: Side, node: NodeId) -> Imported<()> {
        for call in &self.sources.patterns.forest().attributes(node).predicates {
            if !self.sources.predicate(call.fragment)?.can_be_at_root() {
                return Err(SkipReason::RootPredicate(side, node, call.fragment).into());
            }
        }
        Ok(())
    }

    /// Applies the flags in a `GISelFlags` record from now on.
    pub(super) fn set_flags(&mut self, record: Record<'_>) -> Imported<()> {
        if let Some(flags) = GiSelFlagsRecord::from_record(record)
            && let Some(ignores) = flags.ignores_copies()?
        {
            self.rule.ignore_copies = ignores;
        }
        Ok(())
    }

    /// Returns the name of a node as rules have it.
    pub(super) fn name(&mut self, name: Symbol) -> NameId {
        self.import.rules.names.intern(self.sources.store.str(name))
    }

    /// Returns the name of a node; empty if it has none.
    pub(super) fn node_name(&mut self, node: NodeId) -> NameId {
        match self.sources.patterns.forest().name(node) {
            Some(name) => self.name(name),
            None => self.import.rules.names.intern(""),
        }
    }

    /// Returns an error at the pattern.
    pub(super) fn error(&self, message: String) -> ImportEnd {
        let record = self.sources.store.record(self.pattern.record);
        FieldError::new(Code::PatternUse, record, message).into()
    }

    /// Returns the operand with a name.
    pub(super) fn operand_named(&self, name: NameId) -> Imported<OperandRef> {
        self.rule.operand_named(name).ok_or_else(|| {
            let name = self.import.rules.names.text(name);
            self.error(format!("Operand {name} was not declared in matcher"))
        })
    }

    /// Returns the operand with a name. If the name is undefined, this is an error only if the pattern is not skipped
    /// for another reason.
    pub(super) fn operand_to_copy(&mut self, name: NameId) -> OperandRef {
        self.operand_named(name).unwrap_or_else(|error| {
            self.unknown_name.get_or_insert(error);
            OperandRef { insn: InsnId::ROOT, place: 0 }
        })
    }

    /// Returns the instruction with a name; see [`Self::operand_to_copy`]. The empty name refers to the first unnamed
    /// instruction.
    pub(super) fn instruction_to_copy(&mut self, name: NameId) -> InsnId {
        let is_empty = self.import.rules.names.text(name).is_empty();
        let wanted = Some(name).filter(|_| !is_empty);
        let mut instructions = self.rule.instructions.iter_enumerated();
        if let Some((id, _)) = instructions.find(|(_, insn)| insn.name == wanted) {
            return id;
        }
        let name = self.import.rules.names.text(name);
        let error = self.error(format!("Failed to lookup instruction {name}"));
        self.unknown_name.get_or_insert(error);
        InsnId::ROOT
    }

    /// Creates an instruction with the implicit registers in its record.
    pub(super) fn new_build(&mut self, opcode: InstructionId) -> Imported<BuildInstruction> {
        let insn = self.rule.new_insn();
        let record = self.sources.store.record(self.sources.instructions.record(opcode));
        let ids = |registers: Vec<RegisterRecord<'_>>| {
            registers.iter().map(|register| register.id()).collect()
        };
        let record = InstructionRecord::new(record);
        let mut build = BuildInstruction::new(insn, opcode);
        build.implicit_defs = ids(record.defs()?);
        build.implicit_uses = ids(record.uses()?);
        build.merges_memory_operands = self.sources.accesses_memory(opcode);
        Ok(build)
    }

    /// Imports a result that is a register in a class: the value is copied.
    fn make_copy(&mut self, result: NodeId) -> Imported<()> {
        let Some(class) = self.sources.class_of_leaf(result)? else {
            return skip("Dst pattern root isn't a known leaf");
        };
        let class = self.sources.registers.classes.expect_of_record(class)?;
        let copy = self.sources.expect(self.sources.known.copy, "COPY", self.pattern)?;
        let Some(output) = self.sources.operands(copy).list().first() else {
            return Err(self.error("COPY lacks an operand".to_owned()));
        };
        let output = self.name(output.name);
        self.constrain_root(0, output, class)?;
        let value = self.node_name(result);
        let mut build = self.new_build(copy)?;
        for name in [output, value] {
            let operand = self.operand_to_copy(name);
            build.operands.push(OperandRenderer::Copy { operand, name });
        }
        self.actions.add(Action::Build(Box::new(build)));
        self.constrain(NewInsnId::from_index(0), 0, class);
        Ok(())
    }

    /// Assigns a name to a result of the root, and constrains its register bank to a class.
    fn constrain_root(&mut self, index: u32, name: NameId, class: RegisterClassId) -> Imported<()> {
        let Some(operand) = self.rule.operand_at(InsnId::ROOT, index) else {
            return Err(self.error("the matched instruction lacks a result".to_owned()));
        };
        let root = &mut self.rule.instructions[InsnId::ROOT];
        root.operands[operand.place as usize].name = Some(name);
        self.rule.define_operand(name, operand);
        self.rule.check_operand(operand, OperandCheck::RegisterBank(class));
        Ok(())
    }

    /// Adds the action that an operand of an instruction is constrained to a class.
    pub(super) fn constrain(&mut self, insn: NewInsnId, index: u32, class: RegisterClassId) {
        self.actions.add(Action::ConstrainOperand { insn, index, class });
    }

    /// Imports a result that is an instruction.
    fn make_instruction(&mut self, result: NodeId, instruction: InstructionId) -> Imported<()> {
        let source_count = self.sources.patterns.forest().types(self.pattern.source).len();
        let made_count = self.sources.operands(instruction).def_count();
        let counts_registers = self.sources.has(Feature::ImplicitResultsAreResults);
        let result_count = self.sources.patterns.forest().types(result).len();
        let is_covered = counts_registers && made_count == 0 && result_count >= source_count;
        if made_count < source_count && !is_covered {
            if made_count != 0 {
                let reason = SkipReason::FewerResults { source: source_count, made: made_count };
                return Err(reason.into());
            }
            let mut checks = self.rule.instructions[InsnId::ROOT].checks.iter();
            let is_no_use = |check: &PlacedCheck| {
                matches!(check.check, Check::Instruction(InstructionCheck::NoUse))
            };
            if !checks.any(is_no_use) {
                return Err(SkipReason::ResultMayBeUsed(source_count).into());
            }
        }
        for at in 0..made_count.min(source_count) {
            let class = self.class_of_result(result, instruction, at)?;
            let name = self.result_name(instruction, at);
            self.constrain_root(at as u32, name, class)?;
        }
        let build = self.build_root(result, instruction)?;
        if !self.sources.all.list()[self.pattern.pattern].registers.is_empty() {
            return skip("Pattern defines a physical register");
        }
        self.rule.choose_mutated(self.actions.build_mut(build));
        let ty = self.sources.patterns.only_type(self.pattern.source, 0);
        let at_insn = Placed { before: ActionList::END, insn: NewInsnId::from_index(0) };
        if self.sources.known.subregister.kind(instruction) == SubregisterKind::CopyToRegClass {
            return self.constrain_copy(at_insn, result);
        }
        self.constrain_registers(at_insn, result, instruction, ty)
    }

    /// Returns the name for a root result, built from the created instruction's output. It cannot collide with an
    /// operand name in the pattern.
    pub(super) fn result_name(&mut self, instruction: InstructionId, at: usize) -> NameId {
        let name = match self.sources.operands(instruction).list().get(at) {
            Some(output) => self.sources.store.str(output.name),
            None => "",
        };
        self.import.rules.names.intern(&format!("DstI[{name}]"))
    }

    /// Returns the class for a result, so that it fits the created instruction.
    fn class_of_result(
        &mut self,
        result: NodeId,
        instruction: InstructionId,
        at: usize,
    ) -> Imported<RegisterClassId> {
        use SubregisterKind as K;
        if self.sources.has(Feature::ResultClassesAreInferred) {
            let class = self.sources.infer_class_of_value(result, instruction, at)?;
            return class
                .ok_or_else(|| SkipReason::UnknownClass { index: at, node: result }.into());
        }
        let forest = self.sources.patterns.forest();
        let children = forest.children(result);
        let class_of = |index: usize| match children.get(index) {
            Some(&child) => self.sources.class_of_leaf(child),
            None => Ok(None),
        };
        let ty = self.sources.patterns.only_type(self.pattern.source, at);
        let record = match self.sources.known.subregister.kind(instruction) {
            K::CopyToRegClass => match class_of(1)? {
                Some(class) => class,
                None => return skip("COPY_TO_REGCLASS operand #1 isn't a register class"),
            },
            K::RegSequence => match class_of(0)? {
                Some(class) => class,
                None => return skip("REG_SEQUENCE operand #0 isn't a register class"),
            },
            K::ExtractSubreg => match self.sources.infer_class_of_child(result, 0)? {
                // A sub-register is in the bank of its register.
                Some(whole) => return Ok(whole),
                None => return skip("Could not infer class for EXTRACT_SUBREG operand #0"),
            },
            K::InsertSubreg => match self.sources.infer_super_class_of(result, ty)? {
                Some(class) => return Ok(class),
                None => return skip("Cannot infer register class for INSERT_SUBREG operand #0"),
            },
            K::SubregToReg => match self.sources.class_of_subreg_to_reg(result, ty)? {
                Some(class) => return Ok(class),
                None => return skip("Cannot infer register class for SUBREG_TO_REG operand #0"),
            },
            K::None => {
                let output = self.sources.operand_record(instruction, at);
                match output.map(|output| self.sources.class_of_record(output)).transpose()? {
                    Some(Some(class)) => class,
                    _ => return Err(SkipReason::NoRegisterClass(result).into()),
                }
            }
        };
        Ok(self.sources.registers.classes.expect_of_record(record)?)
    }
}

/// Marks dead registers among the implicit definitions: registers that no instruction reads if `counts_uses`,
/// otherwise all.
fn mark_dead_defs(rule: &mut Rule, counts_uses: bool) {
    let mut used = Vec::new();
    for action in &rule.actions {
        if let Action::Build(build) = action
            && counts_uses
        {
            used.extend_from_slice(&build.implicit_uses);
        }
    }
    for action in &mut rule.actions {
        if let Action::Build(build) = action {
            let defs = build.implicit_defs.iter().copied();
            build.dead_implicit_defs = defs.filter(|def| !used.contains(def)).collect();
        }
    }
}
