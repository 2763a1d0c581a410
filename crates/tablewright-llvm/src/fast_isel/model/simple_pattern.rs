//! Patterns that are simple enough for the fast selector: an operation on registers and constants, all of one type,
//! becomes a single instruction with the same operands in the same order.

use rustc_hash::FxHashMap;
use tablewright_backend::{Failure, Job};
use tablewright_index::IndexVec;
use tablewright_records::{Feature, FieldError, Record, RecordId, RecordStore, RecordView};
use tablewright_selection::patterns::{
    Forest, ForestOperation, FragmentId, NodeId, PatternToMatch, Patterns, PatternsToMatch,
};
use tablewright_selection::record_views::selection_dag::PatFragsRecord;
use tablewright_syntax::symbol::Symbol;
use tablewright_target::instructions::operands::InstructionOperands;
use tablewright_target::instructions::{InstructionId, Instructions};
use tablewright_target::qualified_name::QualifiedName;
use tablewright_target::record_views::instruction::RegisterOperandRecord;
use tablewright_target::registers::{RegisterClassId, RegisterClasses, Registers};
use tablewright_target::value_types::{ValueType, ValueTypes};

use super::signature::{
    FastIselSignature, ImmediatePredicateId, SignatureImmediatePredicate, SignatureOperandKind,
};
use crate::support::condition::condition_text;
use crate::support::qualified_name::{Qualified, Scoped};

/// The instruction that extracts a sub-register. Selection has a special function for it.
const EXTRACT_SUBREG: &str = "EXTRACT_SUBREG";

/// An operation that is selected as a single instruction.
pub(super) struct SimplePattern<'s> {
    pub(super) signature: FastIselSignature,
    pub(super) opcode: &'s str,
    /// Operand type.
    pub(super) ty: ValueType,
    pub(super) result: ValueType,
    pub(super) complexity: i64,
    pub(super) instruction: SimpleInstruction<'s>,
}

/// The instruction for an operation.
#[doc(alias = "InstructionMemo")]
pub(crate) struct SimpleInstruction<'s> {
    pub(crate) name: &'s str,
    pub(crate) destination: Destination<'s>,
    /// By operand, the register that the instruction always reads it from, with its namespace.
    pub(crate) fixed_registers: Vec<Option<String>>,
    /// The condition in C++; it may be empty.
    pub(crate) condition: String,
}

/// An instruction's result.
#[derive(Clone)]
pub(crate) enum Destination<'s> {
    /// A register in the named class.
    Class(&'s str),
    /// The register part selected by the named index.
    SubRegister(String),
}

/// Reads patterns.
pub(super) struct SimplePatternReader<'s> {
    store: &'s RecordStore,
    to_match: &'s PatternsToMatch,
    patterns: &'s Patterns,
    instructions: &'s Instructions,
    operands: &'s InstructionOperands,
    classes: &'s RegisterClasses,
    registers: &'s Registers,
    /// The type of an operation without a result.
    void: ValueType,
    predicates: IndexVec<ImmediatePredicateId, FragmentId>,
    predicate_of: FxHashMap<FragmentId, ImmediatePredicateId>,
}

impl<'s> SimplePatternReader<'s> {
    pub(super) fn new(job: &mut Job<'s>) -> Result<SimplePatternReader<'s>, Failure> {
        let store = job.store;
        let types: &ValueTypes = job.analysis()?;
        Ok(SimplePatternReader {
            store,
            to_match: job.analysis()?,
            patterns: job.analysis()?,
            instructions: job.analysis()?,
            operands: job.analysis()?,
            classes: job.analysis()?,
            registers: job.analysis()?,
            void: types.named(store, "isVoid")?.unwrap_or(ValueType(i64::MAX)),
            predicates: IndexVec::new(),
            predicate_of: FxHashMap::default(),
        })
    }

    /// Returns the patterns that are simple, with their records, in the order in which they were read.
    pub(super) fn simple_patterns(
        &mut self,
    ) -> Result<Vec<(RecordId, SimplePattern<'s>)>, FieldError> {
        let mut list: Vec<&PatternToMatch> = self.to_match.list.iter().collect();
        list.sort_unstable_by_key(|pattern| pattern.reading_index);
        let mut simple = Vec::new();
        for pattern in list {
            if let Some(read) = self.read(pattern)? {
                simple.push((pattern.record, read));
            }
        }
        Ok(simple)
    }

    /// Returns the conditions on immediate operands, including conditions in patterns that were not simple.
    pub(super) fn into_predicates(
        self,
        type_name: &impl Fn(ValueType) -> String,
    ) -> Vec<SignatureImmediatePredicate<'s>> {
        let mut predicates = Vec::with_capacity(self.predicates.len());
        for &fragment in &self.predicates {
            let record = self.store.record(self.to_match.fragment(fragment).record);
            let ty = self.to_match.fragment_type(fragment);
            predicates.push(SignatureImmediatePredicate {
                function: format!("Predicate_{}", record.name()),
                code: immediate_code(record),
                ty: ty.map(type_name).unwrap_or_default(),
            });
        }
        predicates
    }

    fn forest(&self) -> &'s Forest {
        self.to_match.forest()
    }

    /// Reads a pattern. `None` if it is not simple.
    fn read(&mut self, pattern: &PatternToMatch) -> Result<Option<SimplePattern<'s>>, FieldError> {
        let forest = self.forest();
        let ForestOperation::Instruction(instruction) = forest.operation(pattern.result) else {
            return Ok(None);
        };
        let Some((class, destination)) = self.destination(instruction, pattern.result)? else {
            return Ok(None);
        };
        let source = pattern.source;
        let ForestOperation::Node(node) = forest.operation(source) else { return Ok(None) };
        if forest.types(source).len() > 1 || has_predicates(forest, source) {
            return Ok(None);
        }
        let result = if forest.types(source).is_empty() {
            Some(self.void)
        } else {
            self.to_match.only_type(source, 0)
        };
        let ty = match forest.children(source).first() {
            Some(&first) => self.to_match.only_type(first, 0),
            None => result,
        };
        let (Some(result), Some(ty)) = (result, ty) else { return Ok(None) };
        let Some(signature) = self.signature(source, ty, class)? else { return Ok(None) };
        let Some(fixed_registers) = self.fixed_registers(pattern, &destination)? else {
            return Ok(None);
        };
        let letters: String = signature.0.iter().map(|operand| operand.letter()).collect();
        // The selector has functions for these only.
        if !["", "r", "rr", "ri", "i", "f"].contains(&&*letters) {
            return Ok(None);
        }
        let name = self.store.record(self.instructions.record(instruction)).name();
        let condition = condition_text(self.store, &pattern.condition(self.store)?);
        Ok(Some(SimplePattern {
            signature,
            opcode: self.store.str(self.to_match.sd_node(node).opcode),
            ty,
            result,
            complexity: self.to_match.complexity(pattern, self.patterns),
            instruction: SimpleInstruction { name, destination, fixed_registers, condition },
        }))
    }

    /// Whether instructions without a result are skipped.
    fn needs_result(&self) -> bool {
        self.store.release().has(Feature::FastIselNeedsResult)
    }

    /// Finds an instruction's result and its register class; `None` if the result is not simple.
    fn destination(
        &self,
        instruction: InstructionId,
        result: NodeId,
    ) -> Result<Option<(Option<RegisterClassId>, Destination<'s>)>, FieldError> {
        let (store, forest) = (self.store, self.forest());
        let record = store.record(self.instructions.record(instruction));
        let operands = self.operands.for_instruction(instruction);
        let Some(first) = operands.list().first() else { return Ok(None) };
        if operands.def_count() == 0 && self.needs_result() {
            return Ok(None);
        }
        const IGNORE: &str = "FastISelShouldIgnore";
        if record.field(IGNORE).is_some() && record.bit(IGNORE)? {
            return Ok(None);
        }
        let children = forest.children(result);
        let is_instruction =
            |&child| matches!(forest.operation(child), ForestOperation::Instruction(_));
        if children.iter().any(is_instruction) {
            return Ok(None);
        }
        if record.name() == EXTRACT_SUBREG {
            let Some(&index) = children.get(1) else { return Ok(None) };
            let index = forest.operation(index);
            let index = if let ForestOperation::Record(index) = index {
                Qualified(QualifiedName::from_record(store.record(index))?).to_string()
            } else if let ForestOperation::Int(index) = index {
                index.to_string()
            } else {
                return Ok(None);
            };
            return Ok(Some((None, Destination::SubRegister(index))));
        }
        let class = register_class(store.record(operands.class(first).record))?;
        if !class.inherits("RegisterClass") {
            return Ok(None);
        }
        let class = self.classes.expect_of_record(class)?;
        let name = &*self.classes.get(class).name;
        Ok(Some((Some(class), Destination::Class(name))))
    }

    /// Returns the kinds of an operation's operands; `None` if they are not simple.
    fn signature(
        &mut self,
        source: NodeId,
        ty: ValueType,
        destination: Option<RegisterClassId>,
    ) -> Result<Option<FastIselSignature>, FieldError> {
        let forest = self.forest();
        // A constant is an operation on itself.
        match self.node_name(source) {
            Some("imm") => {
                return Ok(Some(FastIselSignature(vec![SignatureOperandKind::Immediate(None)])));
            }
            Some("fpimm") => return Ok(Some(FastIselSignature(vec![SignatureOperandKind::Float]))),
            _ => {}
        }
        let mut kinds = Vec::new();
        let mut first_class = None;
        for &child in forest.children(source) {
            let kind = match self.node_name(child) {
                Some("imm") => match self.immediate(child)? {
                    Some(kind) => kind,
                    None => return Ok(None),
                },
                _ if has_predicates(forest, child) || forest.types(child).len() != 1 => {
                    return Ok(None);
                }
                Some("fpimm") => SignatureOperandKind::Float,
                _ => {
                    if self.to_match.only_type(child, 0) != Some(ty) {
                        return Ok(None);
                    }
                    let Some(class) = self.class_of_leaf(child, destination)? else {
                        return Ok(None);
                    };
                    let first = *first_class.get_or_insert(class);
                    if !self.classes.get(first).sub_classes.contains(class) {
                        return Ok(None);
                    }
                    SignatureOperandKind::Register
                }
            };
            kinds.push(kind);
        }
        Ok(Some(FastIselSignature(kinds)))
    }

    /// Returns the name of a node's record; `None` for a leaf, or if the record is not a selection DAG node.
    fn node_name(&self, node: NodeId) -> Option<&'s str> {
        let ForestOperation::Node(id) = self.forest().operation(node) else { return None };
        Some(self.store.record(self.to_match.sd_node(id).record).name())
    }

    /// Returns the kind of an immediate operand; `None` if its condition is not simple.
    fn immediate(&mut self, node: NodeId) -> Result<Option<SignatureOperandKind>, FieldError> {
        let call = match self.forest().attributes(node).predicates[..] {
            [] => return Ok(Some(SignatureOperandKind::Immediate(None))),
            [call] => call,
            _ => return Ok(None),
        };
        let fragment = self.to_match.fragment(call.fragment);
        let record = self.store.record(fragment.record);
        if immediate_code(record).is_empty() || fragment.predicate_uses_operands {
            return Ok(None);
        }
        const IGNORE: &str = "FastIselShouldIgnore";
        if record.field(IGNORE).is_some() && record.bit(IGNORE)? {
            return Ok(None);
        }
        let predicates = &mut self.predicates;
        let predicate = self.predicate_of.entry(call.fragment);
        let predicate = *predicate.or_insert_with(|| predicates.push(call.fragment));
        Ok(Some(SignatureOperandKind::Immediate(Some(predicate))))
    }

    /// Returns the class of a register leaf; `None` for other leaves. A type represents a register in the result's
    /// class.
    fn class_of_leaf(
        &self,
        leaf: NodeId,
        destination: Option<RegisterClassId>,
    ) -> Result<Option<RegisterClassId>, FieldError> {
        let Some(record) = self.forest().leaf_record(leaf) else { return Ok(None) };
        let record = register_class(self.store.record(record))?;
        if record.inherits("RegisterClass") {
            return self.classes.expect_of_record(record).map(Some);
        }
        if record.inherits("Register") {
            return Ok(self.class_of_register(record.id()));
        }
        Ok(destination.filter(|_| record.inherits("ValueType")))
    }

    /// Returns the largest class that contains a register. `None` if there is no such class, or if the register's
    /// classes have different types or do not contain each other.
    fn class_of_register(&self, record: RecordId) -> Option<RegisterClassId> {
        let register = self.registers.for_record(record)?;
        let mut largest: Option<RegisterClassId> = None;
        for (id, class) in self.classes.iter().filter(|(_, class)| class.contains(register)) {
            let Some(greatest) = largest else {
                largest = Some(id);
                continue;
            };
            let greatest_class = self.classes.get(greatest);
            if class.properties.value_types != greatest_class.properties.value_types {
                return None;
            }
            if class.sub_classes.contains(greatest) {
                largest = Some(id);
            } else if !greatest_class.sub_classes.contains(id) {
                return None;
            }
        }
        largest
    }

    /// Returns, for each operand, the physical register that the instruction reads it from, if any. `None` if the
    /// instruction does not use the operands in order.
    fn fixed_registers(
        &self,
        pattern: &PatternToMatch,
        destination: &Destination<'_>,
    ) -> Result<Option<Vec<Option<String>>>, FieldError> {
        if let Some("imm" | "fpimm") = self.node_name(pattern.source) {
            return Ok(Some(vec![None]));
        }
        let forest = self.forest();
        let name = |node: NodeId| -> Option<Symbol> { forest.name(node) };
        let mut taken = forest.children(pattern.result).iter();
        let mut fixed = Vec::new();
        for &child in forest.children(pattern.source) {
            let register = match forest.leaf_record(child).map(|record| self.store.record(record)) {
                Some(record) if record.inherits("Register") => {
                    Some(Scoped(QualifiedName::from_record(record)?).to_string())
                }
                _ => None,
            };
            // The instruction uses the other operands in the same order.
            if register.is_none() && taken.next().map(|&taken| name(taken)) != Some(name(child)) {
                return Ok(None);
            }
            fixed.push(register);
        }
        // The other argument to `EXTRACT_SUBREG` is the index.
        let is_extract = matches!(destination, Destination::SubRegister(_));
        Ok((is_extract || taken.next().is_none()).then_some(fixed))
    }
}

fn has_predicates(forest: &Forest, node: NodeId) -> bool {
    !forest.attributes(node).predicates.is_empty()
}

/// Returns the class of a `RegisterOperand`; another record itself.
fn register_class(record: Record<'_>) -> Result<Record<'_>, FieldError> {
    match RegisterOperandRecord::from_record(record) {
        Some(operand) => operand.reg_class(),
        None => Ok(record),
    }
}

/// Returns the condition on an immediate in C++; empty for a fragment that has none.
fn immediate_code(fragment: Record<'_>) -> &str {
    PatFragsRecord::new(fragment).immediate_code().ok().flatten().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};
    use tablewright_test_support::lines;

    use crate::fast_isel::BACKEND;
    use crate::test_support::output;

    /// Checks the heads of the functions for instructions with these patterns.
    fn check(instructions: &str, expected: Expect) {
        let output = output(&BACKEND, instructions);
        expected.assert_eq(&lines(
            &output,
            &["unsigned fastEmit_ISD", "fastEmitInst_", "Subtarget", "error"],
        ));
    }

    #[test]
    fn registers_and_immediates_are_letters_of_a_function() {
        check(
            "def SUB : Inst<(outs GPR:$d), (ins GPR:$a, GPR:$b), [(set GPR:$d, (sub GPR:$a, GPR:$b))]>;
             def SUBI : Inst<(outs GPR:$d), (ins GPR:$a, i32imm:$i), [(set GPR:$d, (sub GPR:$a, (i32 imm:$i)))]>;
             def LI : Inst<(outs GPR:$d), (ins i32imm:$i), [(set GPR:$d, (i32 imm:$i))]>;",
            expect![[r#"
                unsigned fastEmit_ISD_SUB_MVT_i32_rr(MVT RetVT, unsigned Op0, unsigned Op1) {
                return fastEmitInst_rr(Toy::SUB, &Toy::GPRRegClass, Op0, Op1);
                unsigned fastEmit_ISD_SUB_rr(MVT VT, MVT RetVT, unsigned Op0, unsigned Op1) {
                unsigned fastEmit_ISD_SUB_MVT_i32_ri(MVT RetVT, unsigned Op0, uint64_t imm1) {
                return fastEmitInst_ri(Toy::SUBI, &Toy::GPRRegClass, Op0, imm1);
                unsigned fastEmit_ISD_SUB_ri(MVT VT, MVT RetVT, unsigned Op0, uint64_t imm1) {
                unsigned fastEmit_ISD_Constant_MVT_i32_i(MVT RetVT, uint64_t imm0) {
                return fastEmitInst_i(Toy::LI, &Toy::GPRRegClass, imm0);
                unsigned fastEmit_ISD_Constant_i(MVT VT, MVT RetVT, uint64_t imm0) {
            "#]],
        );
    }

    #[test]
    fn a_condition_guards_the_instruction() {
        check(
            "def Fast : Predicate<\"Subtarget->isFast()\">;
             let Predicates = [Fast] in
             def SUB : Inst<(outs GPR:$d), (ins GPR:$a, GPR:$b), [(set GPR:$d, (sub GPR:$a, GPR:$b))]>;",
            expect![[r#"
                unsigned fastEmit_ISD_SUB_MVT_i32_rr(MVT RetVT, unsigned Op0, unsigned Op1) {
                if ((Subtarget->isFast())) {
                return fastEmitInst_rr(Toy::SUB, &Toy::GPRRegClass, Op0, Op1);
                unsigned fastEmit_ISD_SUB_rr(MVT VT, MVT RetVT, unsigned Op0, unsigned Op1) {
            "#]],
        );
    }

    #[test]
    fn operands_in_another_order_are_left_out() {
        check(
            "def RSUB : Inst<(outs GPR:$d), (ins GPR:$a, GPR:$b), [(set GPR:$d, (sub GPR:$b, GPR:$a))]>;",
            expect![""],
        );
    }

    #[test]
    fn a_replacement_of_two_instructions_is_left_out() {
        check(
            "def NEG : Inst<(outs GPR:$d), (ins GPR:$a), []>;
             def OR : Inst<(outs GPR:$d), (ins GPR:$a, GPR:$b), []>;
             def : Pat<(sub GPR:$a, GPR:$b), (OR (NEG GPR:$b), GPR:$a)>;",
            expect![""],
        );
    }

    #[test]
    fn an_instruction_can_refuse() {
        check(
            "let FastISelShouldIgnore = true in
             def SUB : Inst<(outs GPR:$d), (ins GPR:$a, GPR:$b), [(set GPR:$d, (sub GPR:$a, GPR:$b))]>;",
            expect![""],
        );
    }
}
