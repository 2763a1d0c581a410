//! The cases of the three functions, from the patterns.

use std::collections::BTreeSet;
use tablewright_target::record_views::asm_syntax::AsmWriterRecord;
use tablewright_target::record_views::instruction::{InstructionRecord, TargetRecord};
use tablewright_target::record_views::register::RegisterByHwModeRecord;
use tablewright_target::registers::RegisterClassLike;
use tablewright_target::registers::RegistersByHwMode;

use rustc_hash::FxHashMap;
use tablewright_backend::Failure;
use tablewright_records::release::Feature;
use tablewright_records::{FieldError, Record, RecordId, RecordView};
use tablewright_syntax::diagnostic::Code;
use tablewright_target::assembler_condition::AssemblerCondition;

use tablewright_target::compress_pattern::{
    CompressionOperand, CompressionPattern, CompressionSide, MappedValue,
};

pub(super) struct CompressInst<'s> {
    pub(super) target: &'s str,
    pub(super) functions: Vec<CompressInstFunction<'s>>,
    pub(super) layout: CompressInstLayout,
}

/// The form in which functions are written.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum CompressInstLayout {
    /// Each condition has brackets.
    Brackets,
    /// Few conditions have brackets; register classes are in an array.
    ClassArray,
    /// As `ClassArray`, but a function returns a register class.
    ClassFunction,
    /// As `ClassFunction`, but the function that checks returns the size of the short instruction.
    Sizes,
}

/// The task that a function performs.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum CompressInstTask {
    /// It makes the short instruction.
    Compress,
    /// It makes the long instruction.
    Uncompress,
    /// It tests whether there is a short instruction.
    Check,
}

pub(super) struct CompressInstFunction<'s> {
    pub(super) task: CompressInstTask,
    /// The predicates that operands are tried with, numbered from one.
    pub(super) predicates: Vec<CompressInstPredicate<'s>>,
    pub(super) cases: Vec<CompressInstCase<'s>>,
    /// Whether it reads the hardware mode. Older releases, and later ones without patterns, read it if any class of
    /// registers depends on the mode.
    pub(super) reads_hw_mode: bool,
}

impl CompressInstFunction<'_> {
    /// Whether a condition or a result depends on the hardware mode.
    fn uses_hw_mode(&self) -> bool {
        let is_mode_condition = |condition: &CompressInstCondition<'_>| {
            matches!(
                condition,
                CompressInstCondition::RegisterByHwMode(..)
                    | CompressInstCondition::InClass(_, CompressInstOperandClass::ByHwMode(_))
            )
        };
        let is_mode_value =
            |value: &MappedValue<'_>| matches!(value, MappedValue::RegisterByHwMode(_));
        self.cases.iter().flat_map(|case| &case.results).any(|result| {
            result.conditions.iter().any(is_mode_condition)
                || (self.task != CompressInstTask::Check
                    && result.operands.iter().any(|(_, value)| is_mode_value(value)))
        })
    }
}

pub(super) struct CompressInstPredicate<'s> {
    pub(super) operand: &'s str,
    pub(super) code: &'s str,
}

/// Possible results for an instruction.
pub(super) struct CompressInstCase<'s> {
    pub(super) opcode: &'s str,
    pub(super) results: Vec<CompressInstOutcome<'s>>,
}

/// A possible result for an instruction.
pub(super) struct CompressInstOutcome<'s> {
    /// The conditions for this result.
    pub(super) conditions: Vec<CompressInstCondition<'s>>,
    pub(super) opcode: &'s str,
    /// The size of the replacement in bytes.
    pub(super) size: i64,
    pub(super) asm_string: &'s str,
    /// Operand values. The first value of an operand has the operand's name.
    pub(super) operands: Vec<(Option<&'s str>, MappedValue<'s>)>,
}

/// Whether the feature must be absent, with its name.
pub(super) type FeatureTest<'s> = (bool, &'s str);

/// A condition for a replacement. Operands belong to the replaced instruction.
pub(super) enum CompressInstCondition<'s> {
    Feature(FeatureTest<'s>),
    AnyFeature(Vec<FeatureTest<'s>>),
    SameRegister(usize, usize),
    Immediate(usize, i64),
    Register(usize, Record<'s>),
    RegisterByHwMode(usize, RegisterByHwModeRecord<'s>),
    InClass(usize, CompressInstOperandClass<'s>),
    /// An operand satisfies a predicate.
    Operand(usize, PredicateRef<'s>),
    /// An immediate satisfies a predicate.
    Constant(i64, PredicateRef<'s>),
}

/// The registers for an operand.
#[derive(Clone, Copy)]
pub(super) enum CompressInstOperandClass<'s> {
    Fixed(&'s str),
    /// A class that depends on the hardware mode.
    ByHwMode(&'s str),
}

/// A predicate on operands.
#[derive(Clone, Copy)]
pub(super) struct PredicateRef<'s> {
    pub(super) number: usize,
    /// Operand type.
    pub(super) operand: &'s str,
}

impl<'s> CompressInst<'s> {
    pub(super) fn new(
        target: TargetRecord<'s>,
        asm_writer: AsmWriterRecord<'s>,
        mut patterns: Vec<CompressionPattern<'s>>,
        registers: &RegistersByHwMode,
    ) -> Result<CompressInst<'s>, Failure> {
        if asm_writer.pass_subtarget()? == 0 {
            let message = "'PassSubtarget' is false. SubTargetInfo object is needed for target \
                         features.";
            return Err(FieldError::new(Code::AsmVariants, *asm_writer, message).into());
        }
        let release = target.store().release();
        let layout = if release.has(Feature::CompressedSizesAreReturned) {
            CompressInstLayout::Sizes
        } else if release.has(Feature::RegisterClassesInOneStorage) {
            CompressInstLayout::ClassFunction
        } else if release.has(Feature::CompressPatsCheckBothTypes) {
            CompressInstLayout::ClassArray
        } else {
            CompressInstLayout::Brackets
        };
        let has_mode_classes = !registers.classes().is_empty();
        let mut functions = Vec::new();
        for task in
            [CompressInstTask::Compress, CompressInstTask::Uncompress, CompressInstTask::Check]
        {
            // A stable sort: patterns for the same instruction keep the order from the previous function.
            patterns.sort_by_key(|pattern| task.from(pattern).instruction.name());
            let mut function = function(task, layout, &patterns)?;
            let looks_at_code = layout == CompressInstLayout::Sizes && !patterns.is_empty();
            function.reads_hw_mode =
                if looks_at_code { function.uses_hw_mode() } else { has_mode_classes };
            functions.push(function);
        }
        Ok(CompressInst { target: target.name(), functions, layout })
    }
}

impl CompressInstTask {
    /// Returns the instruction to replace.
    fn from<'p, 's>(self, pattern: &'p CompressionPattern<'s>) -> &'p CompressionSide<'s> {
        match self {
            CompressInstTask::Compress | CompressInstTask::Check => &pattern.input,
            CompressInstTask::Uncompress => &pattern.output,
        }
    }

    /// Returns the replacement.
    fn to<'p, 's>(self, pattern: &'p CompressionPattern<'s>) -> &'p CompressionSide<'s> {
        match self {
            CompressInstTask::Compress | CompressInstTask::Check => &pattern.output,
            CompressInstTask::Uncompress => &pattern.input,
        }
    }

    /// Returns the name of the field with an operand's predicate.
    fn predicate_field(self) -> &'static str {
        match self {
            CompressInstTask::Compress | CompressInstTask::Uncompress => "MCOperandPredicate",
            CompressInstTask::Check => "ImmediateCode",
        }
    }
}

fn function<'s>(
    task: CompressInstTask,
    layout: CompressInstLayout,
    patterns: &[CompressionPattern<'s>],
) -> Result<CompressInstFunction<'s>, Failure> {
    let mut predicates =
        CompressInstPredicates { task, list: Vec::new(), numbers: FxHashMap::default() };
    let mut cases: Vec<CompressInstCase<'s>> = Vec::new();
    for pattern in patterns {
        // Some short instructions are never uncompressed (`isCompressOnly` in `Target.td`).
        if task == CompressInstTask::Uncompress && pattern.is_compress_only {
            continue;
        }
        let outcome = outcome(task, layout, pattern, &mut predicates)?;
        let opcode = task.from(pattern).instruction.name();
        // Patterns are sorted by this name, so patterns for the same instruction are adjacent.
        match cases.last_mut().filter(|case| case.opcode == opcode) {
            Some(case) => case.results.push(outcome),
            None => cases.push(CompressInstCase { opcode, results: vec![outcome] }),
        }
    }
    Ok(CompressInstFunction { task, predicates: predicates.list, cases, reads_hw_mode: false })
}

/// The predicates of operands that a function needs, each once.
struct CompressInstPredicates<'s> {
    task: CompressInstTask,
    list: Vec<CompressInstPredicate<'s>>,
    numbers: FxHashMap<RecordId, usize>,
}

impl<'s> CompressInstPredicates<'s> {
    /// Returns the predicate that operands of type `record` have.
    fn find(&mut self, record: Record<'s>) -> Result<PredicateRef<'s>, FieldError> {
        let (field, name) = (self.task.predicate_field(), record.name());
        if let Some(&number) = self.numbers.get(&record.id()) {
            return Ok(PredicateRef { number, operand: name });
        }
        if record.is_unset(field)? {
            let message = format!("No {field} predicate on this operand at all: '{name}'");
            return Err(FieldError::new(Code::CompressPats, record, message));
        }
        self.list.push(CompressInstPredicate { operand: name, code: record.string(field)? });
        let number = self.list.len();
        self.numbers.insert(record.id(), number);
        Ok(PredicateRef { number, operand: name })
    }
}

fn outcome<'s>(
    task: CompressInstTask,
    layout: CompressInstLayout,
    pattern: &CompressionPattern<'s>,
    predicates: &mut CompressInstPredicates<'s>,
) -> Result<CompressInstOutcome<'s>, Failure> {
    let (from, to) = (task.from(pattern), task.to(pattern));
    let mut conditions = features(pattern.record, to.instruction)?;
    source_conditions(from, &mut conditions)?;
    let mut outputs = Vec::with_capacity(to.map.len());
    // Conditions on results follow the conditions on sources, as in the reference.
    for (operand, mapped) in to.operands.iter().zip(&to.map) {
        match layout {
            CompressInstLayout::Brackets => {
                let class = operand.class;
                conditions.extend(result_condition(class, operand, mapped.value, predicates)?);
            }
            CompressInstLayout::ClassArray
            | CompressInstLayout::ClassFunction
            | CompressInstLayout::Sizes => {
                let class = mapped.ty.unwrap_or(operand.class);
                // A number is untyped in the pattern.
                let class = match mapped.value {
                    MappedValue::Immediate(_) => operand.class,
                    MappedValue::Operand(_)
                    | MappedValue::Register(_)
                    | MappedValue::RegisterByHwMode(_) => class,
                };
                let condition = result_condition(class, operand, mapped.value, predicates)?;
                let is_predicate = matches!(condition, Some(CompressInstCondition::Operand(..)));
                conditions.extend(condition);
                if let MappedValue::Operand(source) = mapped.value
                    && is_predicate
                    && class.id() != operand.class.id()
                {
                    let predicate = predicates.find(operand.class)?;
                    conditions.push(CompressInstCondition::Operand(source, predicate));
                }
            }
        }
        outputs.push((operand.name, mapped.value));
    }
    Ok(CompressInstOutcome {
        conditions,
        opcode: to.instruction.name(),
        size: InstructionRecord::new(to.instruction).size()?,
        asm_string: InstructionRecord::new(to.instruction).asm_string()?,
        operands: outputs,
    })
}

/// Collects the features that the pattern and the result instruction need: first features that are all required, then
/// sets of alternatives.
fn features<'s>(
    pattern: Record<'s>,
    result: Record<'s>,
) -> Result<Vec<CompressInstCondition<'s>>, FieldError> {
    let store = pattern.store();
    // A set, because a pattern and its instruction often need the same features. Its order is the output order:
    // required features first.
    let mut all: BTreeSet<FeatureTest<'s>> = BTreeSet::new();
    let mut any: BTreeSet<BTreeSet<FeatureTest<'s>>> = BTreeSet::new();
    for record in [pattern, result] {
        // Patterns have the field as instructions have it.
        for predicate in InstructionRecord::new(record).predicates()? {
            let Some(condition) = AssemblerCondition::from_predicate(predicate)? else { continue };
            let features = condition.features.iter();
            let features = features.map(|f| (f.is_negated, store.record(f.feature).name()));
            if condition.is_any_of {
                any.insert(features.collect());
            } else {
                all.extend(features);
            }
        }
    }
    let in_order = |features: BTreeSet<FeatureTest<'s>>| {
        let mut features: Vec<FeatureTest<'s>> = features.into_iter().collect();
        if store.release().has(Feature::CompressedSizesAreReturned) {
            features.sort_by_key(|(_, name)| *name);
        }
        features
    };
    let all = in_order(all).into_iter().map(CompressInstCondition::Feature);
    let any = any.into_iter().map(|one| CompressInstCondition::AnyFeature(in_order(one)));
    Ok(all.chain(any).collect())
}

/// Adds the conditions on the source instruction's operands.
fn source_conditions<'s>(
    from: &CompressionSide<'s>,
    conditions: &mut Vec<CompressInstCondition<'s>>,
) -> Result<(), Failure> {
    for (index, (operand, mapped)) in from.operands.iter().zip(&from.map).enumerate() {
        if let Some(other) = mapped.same_as {
            if RegisterClassLike::from_record(operand.whole).is_none() {
                let message = "Unexpected tied operand types!";
                return Err(FieldError::new(Code::CompressPats, from.instruction, message).into());
            }
            conditions.push(CompressInstCondition::SameRegister(index, other));
        }
        match mapped.value {
            MappedValue::Operand(_) => {}
            MappedValue::Immediate(number) => {
                conditions.push(CompressInstCondition::Immediate(index, number));
            }
            MappedValue::Register(register) => {
                conditions.push(CompressInstCondition::Register(index, register));
            }
            MappedValue::RegisterByHwMode(register) => {
                conditions.push(CompressInstCondition::RegisterByHwMode(index, register));
            }
        }
    }
    Ok(())
}

/// Returns the condition for `value` with type `class` to be an operand in the built instruction.
fn result_condition<'s>(
    class: Record<'s>,
    operand: &CompressionOperand<'s>,
    value: MappedValue<'s>,
    predicates: &mut CompressInstPredicates<'s>,
) -> Result<Option<CompressInstCondition<'s>>, Failure> {
    let store = class.store();
    Ok(match value {
        MappedValue::Operand(source) => match RegisterClassLike::from_operand(class)? {
            None => Some(CompressInstCondition::Operand(source, predicates.find(class)?)),
            // The operand that it is tied to has the condition.
            Some(_) if operand.tied_to.is_some() => None,
            Some(RegisterClassLike::Class(class)) => {
                let class = CompressInstOperandClass::Fixed(store.record(class).name());
                Some(CompressInstCondition::InClass(source, class))
            }
            Some(RegisterClassLike::ByHwMode(class)) => {
                let class = CompressInstOperandClass::ByHwMode(store.record(class).name());
                Some(CompressInstCondition::InClass(source, class))
            }
        },
        MappedValue::Immediate(number) => {
            Some(CompressInstCondition::Constant(number, predicates.find(class)?))
        }
        // The pattern reader has already checked that the register is in the class.
        MappedValue::Register(_) | MappedValue::RegisterByHwMode(_) => None,
    })
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use crate::compress_inst_emitter::BACKEND;
    use crate::test_support::output;

    const INSTRUCTIONS: &str = "
def LOW : RegisterClass<\"Toy\", [i32], 32, (add R0)>;
class Imm<int width> : Operand<i32> {
  let MCOperandPredicate = \"return isInt<\" # width # \">(MCOp);\";
  code ImmediateCode = \"return isInt<\" # width # \">(Imm);\";
}
def imm16 : Imm<16>;
def imm4 : Imm<4>;
def FeatureC : SubtargetFeature<\"c\", \"HasC\", \"true\", \"\">;
def FeatureD : SubtargetFeature<\"d\", \"HasD\", \"true\", \"\">;
def Both : Predicate<\"\">, AssemblerPredicate<(all_of FeatureC, FeatureD)>;
def Either : Predicate<\"\">, AssemblerPredicate<(any_of FeatureC, FeatureD)>;
let Size = 4 in {
  def ADD : Inst<(outs GPR:$rd), (ins GPR:$rs, GPR:$rt)>;
  def ADDI : Inst<(outs GPR:$rd), (ins GPR:$rs, imm16:$imm)>;
}
let Size = 2 in {
  def C_ADD : Inst<(outs LOW:$rd), (ins LOW:$rs, LOW:$rt)> { let Constraints = \"$rd = $rs\"; }
  def C_ADDI : Inst<(outs LOW:$rd), (ins LOW:$rs, imm4:$imm)> { let Constraints = \"$rd = $rs\"; }
  def C_MV : Inst<(outs GPR:$rd), (ins GPR:$rs)>;
}
";

    fn compressor(pattern: &str) -> String {
        output(&BACKEND, &format!("{INSTRUCTIONS}def : CompressPat<{pattern}>;"))
    }

    /// Checks the conditions of the function that compresses instructions.
    fn check(pattern: &str, expected: Expect) {
        let output = compressor(pattern);
        let (_, body) = output.split_once("    case Toy::ADD").expect("it can be compressed");
        let (_, body) = body.split_once("if (").expect("there is a condition");
        let (conditions, _) = body.split_once(" {\n").expect("the condition ends");
        let conditions = conditions.lines().map(|line| format!("{}\n", line.trim()));
        expected.assert_eq(&conditions.collect::<String>());
    }

    #[test]
    fn an_operand_that_occurs_twice_is_the_same_register() {
        check(
            "(ADD LOW:$rd, LOW:$rd, LOW:$rt), (C_ADD LOW:$rd, LOW:$rt)",
            expect![[r#"
            (MI.getOperand(1).isReg()) && (MI.getOperand(0).isReg()) &&
            (MI.getOperand(1).getReg() ==  MI.getOperand(0).getReg()) &&
            (MI.getOperand(1).isReg()) &&
            (ToyMCRegisterClasses[Toy::LOWRegClassID].contains(MI.getOperand(1).getReg())) &&
            (MI.getOperand(2).isReg()) &&
            (ToyMCRegisterClasses[Toy::LOWRegClassID].contains(MI.getOperand(2).getReg())))
        "#]],
        );
    }

    #[test]
    fn a_fixed_register_is_compared() {
        check(
            "(ADD GPR:$rd, R0, GPR:$rs), (C_MV GPR:$rd, GPR:$rs)",
            expect![[r#"
            (MI.getOperand(1).isReg()) &&
            (MI.getOperand(1).getReg() == Toy::R0) &&
            (MI.getOperand(0).isReg()) &&
            (ToyMCRegisterClasses[Toy::GPRRegClassID].contains(MI.getOperand(0).getReg())) &&
            (MI.getOperand(2).isReg()) &&
            (ToyMCRegisterClasses[Toy::GPRRegClassID].contains(MI.getOperand(2).getReg())))
        "#]],
        );
    }

    #[test]
    fn an_immediate_satisfies_the_predicate_of_the_short_operand() {
        check(
            "(ADDI LOW:$rd, LOW:$rd, imm4:$imm), (C_ADDI LOW:$rd, imm4:$imm)",
            expect![[r#"
            (MI.getOperand(1).isReg()) && (MI.getOperand(0).isReg()) &&
            (MI.getOperand(1).getReg() ==  MI.getOperand(0).getReg()) &&
            (MI.getOperand(1).isReg()) &&
            (ToyMCRegisterClasses[Toy::LOWRegClassID].contains(MI.getOperand(1).getReg())) &&
            ToyValidateMCOperandForCompress(MI.getOperand(2), STI, 1))
        "#]],
        );
    }

    #[test]
    fn features_are_all_or_any_required() {
        check(
            "(ADD GPR:$rd, R0, GPR:$rs), (C_MV GPR:$rd, GPR:$rs), [Both]",
            expect![[r#"
            STI.getFeatureBits()[Toy::FeatureC] &&
            STI.getFeatureBits()[Toy::FeatureD] &&
            (MI.getOperand(1).isReg()) &&
            (MI.getOperand(1).getReg() == Toy::R0) &&
            (MI.getOperand(0).isReg()) &&
            (ToyMCRegisterClasses[Toy::GPRRegClassID].contains(MI.getOperand(0).getReg())) &&
            (MI.getOperand(2).isReg()) &&
            (ToyMCRegisterClasses[Toy::GPRRegClassID].contains(MI.getOperand(2).getReg())))
        "#]],
        );
        check(
            "(ADD GPR:$rd, R0, GPR:$rs), (C_MV GPR:$rd, GPR:$rs), [Either]",
            expect![[r#"
            (STI.getFeatureBits()[Toy::FeatureC] || STI.getFeatureBits()[Toy::FeatureD]) &&
            (MI.getOperand(1).isReg()) &&
            (MI.getOperand(1).getReg() == Toy::R0) &&
            (MI.getOperand(0).isReg()) &&
            (ToyMCRegisterClasses[Toy::GPRRegClassID].contains(MI.getOperand(0).getReg())) &&
            (MI.getOperand(2).isReg()) &&
            (ToyMCRegisterClasses[Toy::GPRRegClassID].contains(MI.getOperand(2).getReg())))
        "#]],
        );
    }

    #[test]
    fn faults_of_patterns_are_reported() {
        let patterns = [
            "(R0), (C_ADD LOW:$rd, LOW:$rt)",
            "(ADD LOW:$rd, LOW:$rs, LOW:$rt), (C_ADD LOW:$rd, LOW:$rt)",
            "(ADD LOW:$rd, LOW:$rd, imm4:$rt), (C_ADD LOW:$rd, imm4:$rt)",
            "(ADDI LOW:$rd, LOW:$rd, 1), (C_ADDI LOW:$rd, imm4:$imm)",
            "(ADD GPR:$rd, GPR:$rs, GPR:$rt), (ADD GPR:$rd, GPR:$rs, GPR:$rt)",
            "(ADD LOW:$rd, LOW:$rd, 0), (C_ADD LOW:$rd, LOW:$rd)",
            "(ADD LOW:$rd, LOW:$rd, R1), (C_ADD LOW:$rd, R1)",
        ];
        expect![[r#"
            error: Record `R0' does not have a field named `OutOperandList'!
            error: Operand rs defined in Input Dag but not used in Output Dag!
            error: Error in Dag '(ADD LOW:$rd, LOW:$rd, imm4:$rt)'. Operand 'rt' has type 'imm4' which does not match the type 'GPR' in the corresponding instruction operand!
            error: Output Dag operand 'imm' has no matching input Dag operand.
            error: Compressed instruction 'ADD'is not strictly smaller than the uncompressed instruction 'ADD' !
            error: Error in Dag '(ADD LOW:$rd, LOW:$rd, 0)' Found immediate: '0' but corresponding instruction operand expected a register!
            error: Error in Dag '(C_ADD LOW:$rd, R1)'Register: 'R1' is not in register class 'LOW'
        "#]].assert_eq(&patterns.map(compressor).concat());
    }
}
