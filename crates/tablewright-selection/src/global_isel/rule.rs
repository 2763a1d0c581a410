//! Rules and their construction.

use tablewright_index::IndexVec;
use tablewright_records::RecordId;

use super::action::{Action, BuildInstruction, OperandRenderer};
use super::check::{Check, InstructionCheck, OpcodeCheck, OperandCheck, PlacedCheck, SameOperand};
use super::matcher::{InstructionMatcher, OperandMatcher};
use super::{InsnId, NameId, NewInsnId, OperandRef, TempRegId, TempTypeId};

/// A rule: matched instructions and actions.
#[derive(Debug)]
#[doc(alias = "RuleMatcher")]
pub struct Rule {
    /// The rule number. The caller counts all rules that it began.
    pub number: u32,
    /// Rules with a higher score are tried first.
    pub score: i64,
    /// The conditions under which the rule may be used.
    pub conditions: RuleConditions,
    /// The instructions that it matches, the root first.
    pub instructions: IndexVec<InsnId, InstructionMatcher>,
    /// Checks that run after all others: slow operand checks.
    pub late_checks: Vec<PlacedCheck>,
    /// The actions in order.
    pub actions: Vec<Action>,
    /// The enumerator of a C++ function that does everything; `actions` are comments then.
    pub custom_action: Option<NameId>,
    /// Whether copies between an instruction and its operand's definition are ignored, for additions from now on.
    pub ignore_copies: bool,
    names: RuleNames,
    counters: RuleCounters,
}

/// The conditions under which a rule may be used.
#[derive(Default, Debug)]
pub struct RuleConditions {
    /// The required subtarget predicates (records in class `Predicate`).
    pub features: Vec<RecordId>,
    /// The number of the hardware mode condition.
    pub hw_mode: Option<u32>,
    /// Enumerators of executor conditions.
    pub simple_predicates: Vec<NameId>,
}

/// The meanings of names in a rule.
#[derive(Default, Debug)]
struct RuleNames {
    operands: Vec<NameMeaning<NameId, OperandRef>>,
    physical_registers: Vec<NameMeaning<RecordId, OperandRef>>,
    sub_operands: Vec<NameMeaning<NameId, ComplexSubOperand>>,
}

/// A name with its operand.
#[derive(Debug)]
struct NameMeaning<N, T> {
    name: N,
    operand: T,
}

#[derive(Default, Debug)]
struct RuleCounters {
    new_insns: usize,
    temp_registers: usize,
    temp_types: usize,
    /// Whether a built instruction was mutated from the root.
    is_root_taken: bool,
}

/// An operand of a complex pattern that has a name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ComplexSubOperand {
    /// The record of class `GIComplexOperandMatcher` or the complex pattern, as whoever defines it likes.
    pub pattern: RecordId,
    /// The complex pattern's renderer number.
    pub renderer: u32,
    /// The sub-operand index.
    pub sub_operand: u32,
    /// The name of the operand that the complex pattern matches, with the names of all its sub-operands.
    pub parent: NameId,
}

impl Rule {
    /// Creates a rule that matches nothing yet.
    pub fn new(number: u32) -> Rule {
        Rule {
            number,
            score: 0,
            conditions: RuleConditions::default(),
            instructions: IndexVec::new(),
            late_checks: Vec::new(),
            actions: Vec::new(),
            custom_action: None,
            ignore_copies: false,
            names: RuleNames::default(),
            counters: RuleCounters::default(),
        }
    }

    /// Adds the root. It must come first.
    pub fn add_root(&mut self, name: Option<NameId>) -> InsnId {
        self.instructions.push(InstructionMatcher::new(name, true))
    }

    /// Adds an operand to an instruction. If another operand has this name, both must be equal.
    pub fn add_operand(
        &mut self,
        insn: InsnId,
        index: u32,
        name: Option<NameId>,
        renderer: u32,
    ) -> OperandRef {
        let operand = self.push_operand(insn, OperandMatcher::new(index, name, renderer));
        if let Some(name) = name {
            self.define_operand(name, operand);
        }
        operand
    }

    /// Adds an operand that is a physical register.
    pub fn add_physical_register(
        &mut self,
        insn: InsnId,
        index: u32,
        register: RecordId,
        renderer: u32,
    ) -> OperandRef {
        let operand = self.push_operand(insn, OperandMatcher::new(index, None, renderer));
        if self.physical_register_operand(register).is_none() {
            self.names.physical_registers.push(NameMeaning { name: register, operand });
        }
        operand
    }

    fn push_operand(&mut self, insn: InsnId, operand: OperandMatcher) -> OperandRef {
        let operands = &mut self.instructions[insn].operands;
        operands.push(operand);
        OperandRef { insn, place: operands.len() as u32 - 1 }
    }

    /// Names an unnamed operand.
    pub fn name_operand(&mut self, operand: OperandRef, name: NameId) {
        self.operand_mut(operand).name = Some(name);
        self.define_operand(name, operand);
    }

    /// Defines a name for an operand. If another operand has this name, both must be equal.
    pub fn define_operand(&mut self, name: NameId, operand: OperandRef) {
        let Some(other) = self.operand_named(name) else {
            self.names.operands.push(NameMeaning { name, operand });
            return;
        };
        let same = SameOperand {
            name: self.operand(operand).name.unwrap_or(name),
            other_insn: other.insn,
            other_index: self.operand(other).index,
            ignore_copies: self.ignore_copies,
        };
        self.check_operand(operand, OperandCheck::SameOperand(same));
    }

    /// Adds a check at an instruction.
    pub fn check(&mut self, insn: InsnId, check: InstructionCheck) {
        let check = Check::Instruction(check);
        self.instructions[insn].checks.push(PlacedCheck { insn, check });
    }

    /// Adds an operand check. Returns whether it was added: an operand that must equal another operand needs nothing
    /// else.
    pub fn check_operand(&mut self, operand: OperandRef, check: OperandCheck) -> bool {
        let operand = self.operand_mut(operand);
        let adds = !operand.is_same_as_another();
        if adds {
            operand.checks.push(check);
        }
        adds
    }

    /// Adds a check for a defining instruction, and adds this instruction. `None` if the operand must equal another
    /// operand.
    pub fn check_defined_by(
        &mut self,
        operand: OperandRef,
        name: Option<NameId>,
    ) -> Option<InsnId> {
        if self.operand(operand).is_same_as_another() {
            return None;
        }
        let insn = self.instructions.push(InstructionMatcher::new(name, true));
        let ignore_copies = self.ignore_copies;
        self.check_operand(operand, OperandCheck::Instruction { insn, ignore_copies });
        Some(insn)
    }

    /// Returns the stored type of an operand. Adds the action that stores it if it is not stored yet.
    pub fn temp_type(&mut self, operand: OperandRef) -> TempTypeId {
        if let Some(ty) = self.operand(operand).temp_type {
            return ty;
        }
        let ty = TempTypeId::from_index(self.counters.temp_types);
        self.counters.temp_types += 1;
        self.operand_mut(operand).temp_type = Some(ty);
        self.check_operand(operand, OperandCheck::RecordType(ty));
        ty
    }

    /// Returns an operand.
    pub fn operand(&self, operand: OperandRef) -> &OperandMatcher {
        &self.instructions[operand.insn].operands[operand.place as usize]
    }

    fn operand_mut(&mut self, operand: OperandRef) -> &mut OperandMatcher {
        &mut self.instructions[operand.insn].operands[operand.place as usize]
    }

    /// Returns the operand of an instruction with that index.
    pub fn operand_at(&self, insn: InsnId, index: u32) -> Option<OperandRef> {
        let place = self.instructions[insn].operands.iter().position(|o| o.index == index)?;
        Some(OperandRef { insn, place: place as u32 })
    }

    /// Returns the operand with a name.
    pub fn operand_named(&self, name: NameId) -> Option<OperandRef> {
        lookup(&self.names.operands, name)
    }

    /// Returns the first operand that was matched as a physical register.
    pub fn physical_register_operand(&self, register: RecordId) -> Option<OperandRef> {
        lookup(&self.names.physical_registers, register)
    }

    /// Returns the instruction with a name.
    pub fn instruction_named(&self, name: NameId) -> Option<InsnId> {
        let mut all = self.instructions.iter_enumerated();
        all.find(|(_, insn)| insn.name == Some(name)).map(|(id, _)| id)
    }

    /// Defines a name for a complex pattern's sub-operand.
    ///
    /// # Errors
    /// Returns the parent of the operand that has the name already, if the parents differ.
    pub fn define_sub_operand(
        &mut self,
        name: NameId,
        operand: ComplexSubOperand,
    ) -> Result<(), NameId> {
        match self.sub_operand(name) {
            Some(other) if other.parent != operand.parent => Err(other.parent),
            Some(_) => Ok(()),
            None => {
                self.names.sub_operands.push(NameMeaning { name, operand });
                Ok(())
            }
        }
    }

    /// Returns the complex pattern sub-operand with a name.
    pub fn sub_operand(&self, name: NameId) -> Option<ComplexSubOperand> {
        lookup(&self.names.sub_operands, name)
    }

    /// Returns the number of the next created instruction.
    pub fn new_insn(&mut self) -> NewInsnId {
        self.counters.new_insns += 1;
        NewInsnId::from_index(self.counters.new_insns - 1)
    }

    /// Creates the next temporary register.
    pub fn new_temp_register(&mut self) -> TempRegId {
        self.counters.temp_registers += 1;
        TempRegId::from_index(self.counters.temp_registers - 1)
    }

    /// Mutates the root into an instruction instead of building the instruction, if the root was not mutated before
    /// and both have the same operands.
    pub fn choose_mutated(&mut self, build: &mut BuildInstruction) {
        if !self.counters.is_root_taken && self.can_mutate(InsnId::ROOT, build) {
            self.counters.is_root_taken = true;
            build.mutated = Some(InsnId::ROOT);
        }
    }

    fn can_mutate(&self, insn: InsnId, build: &BuildInstruction) -> bool {
        let is_same = |(index, renderer): (usize, &OperandRenderer)| {
            matches!(renderer, OperandRenderer::Copy { operand, .. }
                if operand.insn == insn && self.operand(*operand).index as usize == index)
        };
        self.instructions[insn].operands.len() == build.operands.len()
            && build.operands.iter().enumerate().all(is_same)
    }

    /// Returns the opcode of the root.
    pub fn root_opcode(&self) -> Option<&OpcodeCheck> {
        self.instructions.get(InsnId::ROOT)?.opcode()
    }

    /// Returns the number of stored complex pattern renderers.
    pub fn complex_pattern_count(&self) -> usize {
        let operands = self.instructions.iter().flat_map(|insn| &insn.operands);
        let checks = operands.flat_map(|operand| &operand.checks);
        checks.filter(|check| matches!(check, OperandCheck::ComplexPattern { .. })).count()
    }
}

fn lookup<N: PartialEq, T: Copy>(meanings: &[NameMeaning<N, T>], name: N) -> Option<T> {
    meanings.iter().find(|meaning| meaning.name == name).map(|meaning| meaning.operand)
}
