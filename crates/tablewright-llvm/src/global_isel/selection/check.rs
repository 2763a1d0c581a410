//! A rule's checks.

use rustc_hash::FxHashMap;
use tablewright_index::IndexVec;
use tablewright_records::{RecordId, RecordView};
use tablewright_selection::global_isel::check::{
    Check, CxxPredicate, ImmediatePredicate, InstructionCheck, OperandCheck, OrderingComparison,
    SizeRelation,
};
use tablewright_selection::global_isel::low_level_type::LowLevelType;
use tablewright_selection::global_isel::names::GlobalIselNames;
use tablewright_selection::global_isel::rule::Rule;
use tablewright_selection::global_isel::{InsnId, OperandRef};
use tablewright_selection::patterns::graph::{GraphMemory, GraphPayload, GraphValue};
use tablewright_selection::record_views::selection_dag::PatFragsRecord;
use tablewright_target::record_views::subtarget::PredicateRecord;
use tablewright_target::registers::RegisterClassId;

use super::SelectionRules;
use super::operand::{GenericOperand, operands};
use crate::dag_isel::selector::{ConditionRefused, FoundOperands, NodeAttempt, Recorded, Selector};
use crate::support::condition::condition_text;

/// The reason for a mismatch. Empty unless a trace was requested.
pub(super) type Mismatch = String;

/// A rule in matching.
pub(super) struct RuleMatch<'a, 's> {
    pub(super) rules: &'a SelectionRules<'s>,
    pub(super) selector: &'a Selector<'a, 's>,
    pub(super) attempt: NodeAttempt<'a>,
    pub(super) rule: &'a Rule,
    /// Nodes by matched instruction.
    pub(super) nodes: IndexVec<InsnId, Option<GraphValue>>,
    /// Operands that complex patterns found, by renderer number.
    pub(super) rendered: FxHashMap<u32, Vec<Recorded>>,
    pub(super) assumptions: Vec<String>,
}

impl<'a, 's> RuleMatch<'a, 's> {
    pub(super) fn new(
        rules: &'a SelectionRules<'s>,
        selector: &'a Selector<'a, 's>,
        attempt: NodeAttempt<'a>,
        rule: &'a Rule,
    ) -> RuleMatch<'a, 's> {
        let nodes = rule.instructions.iter().map(|_| None).collect();
        let (rendered, assumptions) = (FxHashMap::default(), Vec::new());
        RuleMatch { rules, selector, attempt, rule, nodes, rendered, assumptions }
    }

    /// Checks the whole rule. Its C++ comes last, since it may read all operands.
    pub(super) fn check_rule(&mut self) -> Result<(), Mismatch> {
        self.check_conditions()?;
        self.check_instruction(InsnId::ROOT, self.attempt.root)?;
        for (insn, matcher) in self.rule.instructions.iter_enumerated() {
            let Some(value) = self.nodes[insn] else { continue };
            for placed in &matcher.checks {
                if let Check::Instruction(InstructionCheck::Cxx(predicate)) = &placed.check {
                    self.check_cxx(*predicate, value)?;
                }
            }
        }
        for placed in &self.rule.late_checks {
            let Some(value) = self.nodes[placed.insn] else { continue };
            match &placed.check {
                Check::Instruction(check) => self.check_node(check, value)?,
                Check::Operand { index, check } => self.check_operand(check, value, *index)?,
            }
        }
        Ok(())
    }

    pub(super) fn names(&self) -> &'a GlobalIselNames {
        &self.rules.import.rules.names
    }

    pub(super) fn text(&self, value: GraphValue) -> String {
        self.attempt.input.graph.text(self.selector.types(), value)
    }

    /// Returns a mismatch. The reason is built only for a trace.
    pub(super) fn fail<T>(&self, reason: impl FnOnce() -> String) -> Result<T, Mismatch> {
        Err(if self.attempt.input.has_trace { reason() } else { String::new() })
    }

    fn require(&self, passes: bool, reason: impl FnOnce() -> String) -> Result<(), Mismatch> {
        if passes { Ok(()) } else { self.fail(reason) }
    }

    /// Continues with a C++ answer. An unknown answer is an assumption, or a mismatch.
    fn decide(
        &mut self,
        truth: Option<bool>,
        condition: impl Fn() -> String,
        refusal: impl FnOnce() -> String,
    ) -> Result<(), Mismatch> {
        match truth {
            Some(passes) => self.require(passes, refusal),
            None if self.attempt.assumes.accepts_nodes() => {
                self.assumptions.push(condition());
                Ok(())
            }
            None => self.fail(|| format!("not known: {}", condition())),
        }
    }

    pub(super) fn operands(&self, value: GraphValue) -> Vec<GenericOperand> {
        operands(self.attempt.input.graph, self.selector.types(), value)
    }

    /// Returns an operand that the rule mentions.
    pub(super) fn operand(&self, operand: OperandRef) -> Option<GenericOperand> {
        let index = self.rule.operand(operand).index as usize;
        self.operands(self.nodes[operand.insn]?).get(index).copied()
    }

    /// Checks the conditions on the subtarget and the hardware mode.
    fn check_conditions(&mut self) -> Result<(), Mismatch> {
        let store = self.rules.store;
        let mut conditions = Vec::new();
        for &feature in &self.rule.conditions.features {
            let code = PredicateRecord::new(store.record(feature)).cond_string();
            conditions.extend(code.map(|code| store.str(code).to_owned()));
        }
        let mode = self.rule.conditions.hw_mode.map(|mode| mode as usize);
        let mode = mode.and_then(|mode| self.rules.import.hw_mode_conditions.get(mode));
        conditions.extend(mode.map(|mode| condition_text(store, mode)));
        for code in conditions.iter().filter(|code| !code.trim().is_empty()) {
            match self.selector.condition(code, self.attempt.assumes) {
                Ok(truth) => {
                    let refusal = || format!("the subtarget has not {code}");
                    self.decide(truth, || code.clone(), refusal)?;
                }
                Err(ConditionRefused) => return self.fail(|| format!("not known: {code}")),
            }
        }
        Ok(())
    }

    /// Matches an instruction, and the instructions that define its operands.
    fn check_instruction(&mut self, insn: InsnId, value: GraphValue) -> Result<(), Mismatch> {
        let rule = self.rule;
        let matcher = &rule.instructions[insn];
        self.nodes[insn] = Some(value);
        let opcodes = self.rules.generic.for_node(self.attempt.input.graph.get(value.node));
        let is_accepted = matcher.opcode().is_none_or(|opcode| {
            opcodes.iter().any(|it| *it == opcode.first || Some(*it) == opcode.second)
        });
        self.require(is_accepted, || format!("{} is another operation", self.text(value)))?;
        let count = self.operands(value).len() as u32;
        let expected = matcher.implied_operand_count();
        self.require(expected.is_none_or(|expected| expected == count), || {
            format!("{} has another number of operands", self.text(value))
        })?;
        for placed in &matcher.checks {
            match &placed.check {
                Check::Instruction(InstructionCheck::Cxx(_)) => {}
                Check::Instruction(check) => self.check_node(check, value)?,
                Check::Operand { index, check } => self.check_operand(check, value, *index)?,
            }
        }
        for operand in &matcher.operands {
            for check in &operand.checks {
                self.check_operand(check, value, operand.index)?;
            }
        }
        Ok(())
    }

    fn check_node(&mut self, check: &InstructionCheck, value: GraphValue) -> Result<(), Mismatch> {
        let uses = self.attempt.input.use_count(value);
        let count = self.operands(value).len() as u32;
        let memory = self.memory(value);
        let bytes = memory.map(|memory| self.selector.types().bits(memory.ty) / 8);
        let passes = match check {
            InstructionCheck::Opcode(_) => true,
            InstructionCheck::OperandCount(expected) => count == *expected,
            InstructionCheck::OperandCountAtLeast(least) => count >= *least,
            InstructionCheck::OperandCountAtMost(most) => count <= *most,
            InstructionCheck::Immediate(predicate) => {
                return self.check_immediate(*predicate, value);
            }
            // Graphs have no atomic accesses.
            InstructionCheck::AtomicOrdering { ordering, comparison } => {
                let is_none = self.names().text(*ordering) == "NotAtomic";
                match comparison {
                    OrderingComparison::Exactly | OrderingComparison::OrStronger => is_none,
                    OrderingComparison::WeakerThan => !is_none,
                }
            }
            InstructionCheck::MemorySize { bytes: expected, .. } => bytes == Some(*expected),
            InstructionCheck::MemorySizeOfType { relation, operand, .. } => {
                let operand = self.operands(value).get(*operand as usize).copied();
                let size = operand.and_then(GenericOperand::value).map(|it| self.bits(it) / 8);
                bytes.zip(size).is_some_and(|(memory, register)| match relation {
                    SizeRelation::GreaterThan => memory > register,
                    SizeRelation::EqualTo => memory == register,
                    SizeRelation::LessThan => memory < register,
                })
            }
            InstructionCheck::MemoryAddressSpaces { spaces, .. } => spaces.contains(&0),
            // Accesses in a graph are aligned.
            InstructionCheck::MemoryAlignment { bytes: least, .. } => {
                bytes.is_some_and(|bytes| bytes >= *least)
            }
            // Graphs have neither vectors of constants nor flags.
            InstructionCheck::VectorSplat(_) => false,
            InstructionCheck::Flags { are_set, .. } => !are_set,
            InstructionCheck::NoUse => uses == 0,
            InstructionCheck::OneUse => uses == 1,
            InstructionCheck::Cxx(predicate) => return self.check_cxx(*predicate, value),
        };
        self.require(passes, || format!("{} {}", self.text(value), mismatch(check)))
    }

    fn memory(&self, value: GraphValue) -> Option<GraphMemory> {
        let payload = &self.attempt.input.graph.get(value.node).payload;
        if let GraphPayload::Memory(memory) = payload { Some(*memory) } else { None }
    }

    fn bits(&self, value: GraphValue) -> u32 {
        let ty = self.attempt.input.graph.ty(value);
        ty.map_or(0, |ty| self.selector.types().bits(ty))
    }

    fn check_operand(
        &mut self,
        check: &OperandCheck,
        node: GraphValue,
        index: u32,
    ) -> Result<(), Mismatch> {
        let graph = self.attempt.input.graph;
        let Some(operand) = self.operands(node).get(index as usize).copied() else {
            return self.fail(|| format!("{} has too few operands", self.text(node)));
        };
        let value = operand.value();
        let constant = value.and_then(|value| graph.get(value.node).constant());
        let passes = match check {
            OperandCheck::RecordNamed { .. } | OperandCheck::RecordType(_) => true,
            OperandCheck::IsImmediate => operand.immediate(graph).is_some(),
            OperandCheck::Immediate(predicate) => match value {
                Some(value) => return self.check_immediate(*predicate, value),
                None => false,
            },
            OperandCheck::Leaf(fragment) => {
                let name = self.rules.store.record(*fragment).name();
                let refusal = || format!("{name} does not accept an operand");
                return self.decide(None, || format!("{name} accepts an operand"), refusal);
            }
            OperandCheck::SameOperand(same) => {
                let other = self.nodes[same.other_insn].map(|other| self.operands(other));
                let other = other.and_then(|it| it.get(same.other_index as usize).copied());
                other == Some(operand)
            }
            OperandCheck::ComplexPattern { matcher, renderer } => match value {
                Some(value) => return self.find_complex(*matcher, *renderer, value),
                None => false,
            },
            OperandCheck::Intrinsic(_) => false,
            OperandCheck::ComparePredicate(predicate) => {
                value.is_some_and(|value| self.has_predicate(value, self.names().text(*predicate)))
            }
            OperandCheck::Instruction { insn, .. } => match value {
                Some(value) => return self.check_definition(*insn, value),
                None => false,
            },
            OperandCheck::ConstantInt(number) => constant == Some(*number),
            OperandCheck::LiteralInt(number) => operand.immediate(graph) == Some(*number),
            OperandCheck::Type(ty) | OperandCheck::TypeShape(ty) => {
                value.is_some_and(|value| self.has_type(value, *ty))
            }
            OperandCheck::PointerToAny { bits } => {
                let types = self.selector.types();
                let pointer = types.pointer.map_or(0, |pointer| types.bits(pointer));
                let bits = if *bits == 0 { pointer } else { *bits };
                value.is_some_and(|value| self.bits(value) == bits)
            }
            OperandCheck::RegisterBank(class) => {
                value.is_some_and(|value| self.fits_class(value, *class))
            }
            OperandCheck::BasicBlock => value.is_some_and(|value| {
                matches!(graph.get(value.node).payload, GraphPayload::Block(_))
            }),
        };
        self.require(passes, || {
            let text = match operand {
                GenericOperand::Value(value) => self.text(value),
                GenericOperand::Number(number) => number.to_string(),
            };
            format!("{text} is not {}", self.expectation(check))
        })
    }

    /// Describes an operand that passes a check.
    fn expectation(&self, check: &OperandCheck) -> String {
        match check {
            OperandCheck::ConstantInt(number) | OperandCheck::LiteralInt(number) => {
                format!("the number {number}")
            }
            OperandCheck::Type(ty) | OperandCheck::TypeShape(ty) => match ty {
                LowLevelType::Scalar(_) => format!("a value of {} bits", ty.bits()),
                LowLevelType::Pointer { .. } => format!("a pointer of {} bits", ty.bits()),
                LowLevelType::Vector { .. } => "a vector".to_owned(),
            },
            OperandCheck::PointerToAny { .. } => "a pointer".to_owned(),
            OperandCheck::RegisterBank(class) => {
                format!("a value of class {}", self.rules.analyses.classes.get(*class).name)
            }
            OperandCheck::ComparePredicate(name) => self.names().text(*name).to_owned(),
            OperandCheck::SameOperand(_) => "the same value as another operand".to_owned(),
            OperandCheck::BasicBlock => "a block".to_owned(),
            OperandCheck::IsImmediate | OperandCheck::Immediate(_) => "an immediate".to_owned(),
            OperandCheck::Intrinsic(record) => self.rules.store.record(*record).name().to_owned(),
            OperandCheck::Leaf(_)
            | OperandCheck::ComplexPattern { .. }
            | OperandCheck::Instruction { .. }
            | OperandCheck::RecordNamed { .. }
            | OperandCheck::RecordType(_) => "a result of another instruction".to_owned(),
        }
    }

    /// Whether a value has a type's size. A graph does not distinguish pointers from integers.
    fn has_type(&self, value: GraphValue, ty: LowLevelType) -> bool {
        match ty {
            LowLevelType::Pointer { bits, .. } => self.bits(value) == bits,
            LowLevelType::Scalar(scalar) => self.bits(value) == scalar.bits,
            LowLevelType::Vector { .. } => false,
        }
    }

    /// Whether a class has a type with a value's size: then some register bank covers both.
    fn fits_class(&self, value: GraphValue, class: RegisterClassId) -> bool {
        let (types, bits) = (self.selector.types(), self.bits(value));
        let of_class = &self.rules.analyses.classes.get(class).properties.value_types;
        let mut choices = of_class.iter().flat_map(|types| types.choices());
        choices.any(|&(_, ty)| types.is_integer(ty) && types.bits(ty) == bits)
    }

    /// Whether an operand is the condition with this enumerator.
    fn has_predicate(&self, value: GraphValue, enumerator: &str) -> bool {
        let payload = &self.attempt.input.graph.get(value.node).payload;
        let GraphPayload::Condition(name) = payload else { return false };
        let store = self.rules.store;
        let record = store.find_record(name).map(|record| store.record(record));
        record.is_some_and(|record| record.string("ICmpPredicate") == Ok(enumerator))
    }

    /// Matches the instruction that defines an operand. An access is matched only if nothing else uses its value.
    fn check_definition(&mut self, insn: InsnId, value: GraphValue) -> Result<(), Mismatch> {
        let graph = self.attempt.input.graph;
        let uses = self.attempt.input.use_count(value);
        if self.memory(value).is_some() && uses > 1 {
            return self.fail(|| format!("{} has another use", self.text(value)));
        }
        if matches!(graph.get(value.node).payload, GraphPayload::Register(_)) {
            return self.fail(|| format!("{} is not computed here", self.text(value)));
        }
        self.check_instruction(insn, value)
    }

    /// Tests a constant with a fragment's C++.
    fn check_immediate(
        &mut self,
        predicate: ImmediatePredicate,
        value: GraphValue,
    ) -> Result<(), Mismatch> {
        let record = self.rules.store.record(predicate.fragment);
        let text = self.text(value);
        let condition = || format!("{} accepts {text}", record.name());
        if self.attempt.input.graph.get(value.node).constant().is_none() {
            return self.fail(|| format!("{text} is not a constant"));
        }
        let code = PatFragsRecord::new(record).immediate_code().ok().flatten();
        let truth =
            code.and_then(|code| self.selector.evaluate(code, self.attempt.input, value).truth());
        self.decide(truth, condition, || format!("{text} is not {}", record.name()))
    }

    /// Tests an instruction with a fragment's C++. The code for nodes has the same meaning.
    fn check_cxx(&mut self, predicate: CxxPredicate, value: GraphValue) -> Result<(), Mismatch> {
        let record = match predicate {
            CxxPredicate::Fragment { record, .. } => record,
            CxxPredicate::Enumerator(name) => {
                return self.fail(|| format!("not known: {}", self.names().text(name)));
            }
        };
        let record = self.rules.store.record(record);
        let text = self.text(value);
        let code = PatFragsRecord::new(record).predicate_code().ok().flatten();
        let code = code.filter(|code| !code.trim().is_empty());
        let truth =
            code.and_then(|code| self.selector.evaluate(code, self.attempt.input, value).truth());
        let condition = || format!("{} accepts {text}", record.name());
        self.decide(truth, condition, || format!("{text} is not {}", record.name()))
    }

    /// Finds a complex pattern's operands.
    fn find_complex(
        &mut self,
        matcher: RecordId,
        renderer: u32,
        value: GraphValue,
    ) -> Result<(), Mismatch> {
        let name = self.rules.store.record(matcher).name();
        let text = self.text(value);
        let pattern = self.rules.matchers.get(&matcher).copied();
        let found = pattern.map(|pattern| self.selector.find(pattern, self.attempt.input, value));
        match found {
            Some(FoundOperands::Found(operands)) => {
                self.rendered.insert(renderer, operands);
                Ok(())
            }
            Some(FoundOperands::IfAccepted) => {
                let refusal = || format!("{name} does not accept {text}");
                self.decide(None, || format!("{name} accepts {text}"), refusal)?;
                self.rendered.insert(renderer, vec![Recorded::Value(value)]);
                Ok(())
            }
            Some(FoundOperands::NotASum) => {
                self.fail(|| format!("{text} is not a sum of two registers, as {name} demands"))
            }
            Some(FoundOperands::Unknown) | None => {
                self.fail(|| format!("not known: the operands that {name} finds in {text}"))
            }
        }
    }
}

/// Describes an instruction that does not pass a check.
fn mismatch(check: &InstructionCheck) -> &'static str {
    match check {
        InstructionCheck::Opcode(_) => "is another operation",
        InstructionCheck::OperandCount(_)
        | InstructionCheck::OperandCountAtLeast(_)
        | InstructionCheck::OperandCountAtMost(_) => "has another number of operands",
        InstructionCheck::Immediate(_) | InstructionCheck::Cxx(_) => "is not accepted",
        InstructionCheck::AtomicOrdering { .. } => "is not atomic",
        InstructionCheck::MemorySize { .. } => "accesses another number of bytes",
        InstructionCheck::MemorySizeOfType { .. } => "accesses another size than its value",
        InstructionCheck::MemoryAddressSpaces { .. } => "is in another address space",
        InstructionCheck::MemoryAlignment { .. } => "has a smaller alignment",
        InstructionCheck::VectorSplat(_) => "is not a vector of constants",
        InstructionCheck::NoUse => "has a use",
        InstructionCheck::OneUse => "has more or fewer uses than one",
        InstructionCheck::Flags { .. } => "has no flags",
    }
}
