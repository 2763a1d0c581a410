//! The cases of the three functions, from the patterns.

use std::collections::BTreeSet;
use tablewright_target::record_views::asm_syntax::AsmWriterRecord;
use tablewright_target::record_views::instruction::{
    InstructionRecord, RegisterOperandRecord, TargetRecord,
};

use rustc_hash::FxHashMap;
use tablewright_backend::Failure;
use tablewright_records::{FieldError, Record, RecordId, RecordView};
use tablewright_syntax::diagnostic::Code;
use tablewright_target::assembler_condition::AssemblerCondition;
use tablewright_target::instructions::operands::{Operand, OperandLists, Operands};

use super::pattern::{Mapped, MappedValue, Pattern, Patterns, Side, tied_to};

pub(super) struct CompressInst<'s> {
    pub(super) target: &'s str,
    pub(super) functions: Vec<Function<'s>>,
}

/// The task of a function.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Task {
    /// It makes the short instruction.
    Compress,
    /// It makes the long instruction.
    Uncompress,
    /// It tests whether there is a short instruction.
    Check,
}

pub(super) struct Function<'s> {
    pub(super) task: Task,
    /// The predicates that operands are tried with, numbered from one.
    pub(super) predicates: Vec<Predicate<'s>>,
    pub(super) cases: Vec<Case<'s>>,
}

pub(super) struct Predicate<'s> {
    pub(super) operand: &'s str,
    pub(super) code: &'s str,
}

/// The results that an instruction can become.
pub(super) struct Case<'s> {
    pub(super) opcode: &'s str,
    pub(super) results: Vec<Outcome<'s>>,
}

/// An instruction that another can become.
pub(super) struct Outcome<'s> {
    /// The conditions for this result.
    pub(super) conditions: Vec<Condition<'s>>,
    pub(super) opcode: &'s str,
    pub(super) asm_string: &'s str,
    pub(super) operands: Vec<(&'s str, MappedValue<'s>)>,
}

/// A feature, and whether it has to be absent.
pub(super) type Feature<'s> = (bool, &'s str);

/// Operands are those of the instruction that becomes another.
pub(super) enum Condition<'s> {
    Feature(Feature<'s>),
    AnyFeature(BTreeSet<Feature<'s>>),
    SameRegister(usize, usize),
    Immediate(usize, i64),
    Register(usize, &'s str),
    InClass(usize, &'s str),
    /// An operand satisfies the predicate of that number.
    Operand(usize, usize),
    /// An immediate satisfies the predicate of that number.
    Constant(i64, usize),
}

impl<'s> CompressInst<'s> {
    pub(super) fn new(
        target: TargetRecord<'s>,
        asm_writer: AsmWriterRecord<'s>,
        patterns: Patterns<'s>,
    ) -> Result<CompressInst<'s>, Failure> {
        if asm_writer.pass_subtarget()? == 0 {
            let message = "'PassSubtarget' is false. SubTargetInfo object is needed for target \
                         features.";
            return Err(FieldError::new(Code::InstAlias, *asm_writer, message).into());
        }
        let Patterns { mut patterns, lists } = patterns;
        let mut functions = Vec::new();
        for task in [Task::Compress, Task::Uncompress, Task::Check] {
            // Patterns of one instruction stay in the order that the function before had them in.
            patterns.sort_by_key(|pattern| task.from(pattern).instruction.name());
            functions.push(function(task, &patterns, &lists)?);
        }
        Ok(CompressInst { target: target.name(), functions })
    }
}

impl Task {
    /// The instruction that becomes another.
    fn from<'p, 's>(self, pattern: &'p Pattern<'s>) -> &'p Side<'s> {
        match self {
            Task::Compress | Task::Check => &pattern.input,
            Task::Uncompress => &pattern.output,
        }
    }

    /// The instruction that it becomes.
    fn to<'p, 's>(self, pattern: &'p Pattern<'s>) -> &'p Side<'s> {
        match self {
            Task::Compress | Task::Check => &pattern.output,
            Task::Uncompress => &pattern.input,
        }
    }

    /// The field that holds the predicate of an operand.
    fn predicate_field(self) -> &'static str {
        match self {
            Task::Compress | Task::Uncompress => "MCOperandPredicate",
            Task::Check => "ImmediateCode",
        }
    }
}

fn function<'s>(
    task: Task,
    patterns: &[Pattern<'s>],
    lists: &OperandLists,
) -> Result<Function<'s>, Failure> {
    let mut predicates = Predicates { task, list: Vec::new(), numbers: FxHashMap::default() };
    let mut cases: Vec<Case<'s>> = Vec::new();
    for pattern in patterns {
        // Some short instructions are never uncompressed (`isCompressOnly` in `Target.td`).
        if task == Task::Uncompress && pattern.is_compress_only {
            continue;
        }
        let outcome = outcome(task, pattern, lists, &mut predicates)?;
        let opcode = task.from(pattern).instruction.name();
        // Patterns are sorted by this name, so those of one instruction follow each other.
        match cases.last_mut().filter(|case| case.opcode == opcode) {
            Some(case) => case.results.push(outcome),
            None => cases.push(Case { opcode, results: vec![outcome] }),
        }
    }
    Ok(Function { task, predicates: predicates.list, cases })
}

/// The predicates of operands that a function needs, each once.
struct Predicates<'s> {
    task: Task,
    list: Vec<Predicate<'s>>,
    numbers: FxHashMap<RecordId, usize>,
}

impl<'s> Predicates<'s> {
    /// The number of the predicate that operands of type `record` have.
    fn number(&mut self, record: Record<'s>) -> Result<usize, FieldError> {
        if let Some(&number) = self.numbers.get(&record.id()) {
            return Ok(number);
        }
        let (field, name) = (self.task.predicate_field(), record.name());
        if record.is_unset(field)? {
            let message = format!("No {field} predicate on this operand at all: '{name}'");
            return Err(FieldError::new(Code::InstAlias, record, message));
        }
        self.list.push(Predicate { operand: name, code: record.string(field)? });
        self.numbers.insert(record.id(), self.list.len());
        Ok(self.list.len())
    }
}

fn outcome<'s>(
    task: Task,
    pattern: &Pattern<'s>,
    lists: &OperandLists,
    predicates: &mut Predicates<'s>,
) -> Result<Outcome<'s>, Failure> {
    let (from, to) = (task.from(pattern), task.to(pattern));
    let mut conditions = features(pattern.record, to.instruction)?;
    source_conditions(from, lists.get(from.list), &mut conditions)?;
    let operands = lists.get(to.list);
    let mut outputs = Vec::with_capacity(to.map.len());
    // Conditions on results come after those on sources, as in the reference.
    for (operand, Mapped { value, .. }) in operands.list().iter().zip(&to.map) {
        if let Some(condition) =
            result_condition(pattern.record, operands, operand, *value, predicates)?
        {
            conditions.push(condition);
        }
        outputs.push((pattern.record.store().str(operand.name), *value));
    }
    Ok(Outcome {
        conditions,
        opcode: to.instruction.name(),
        asm_string: InstructionRecord::new(to.instruction).asm_string()?,
        operands: outputs,
    })
}

/// The features that a pattern and the built instruction need: single ones first, then
/// those of which one will do.
fn features<'s>(pattern: Record<'s>, result: Record<'s>) -> Result<Vec<Condition<'s>>, FieldError> {
    let store = pattern.store();
    // Sets, because a pattern and its instruction often need the same features. Their order,
    // features that have to be there first, is that of the output.
    let mut all: BTreeSet<Feature<'s>> = BTreeSet::new();
    let mut any: BTreeSet<BTreeSet<Feature<'s>>> = BTreeSet::new();
    for record in [pattern, result] {
        // Patterns have the field as instructions have it.
        for predicate in InstructionRecord::new(record).predicates()? {
            let Some(condition) = AssemblerCondition::of(predicate)? else { continue };
            let features = condition.features.iter();
            let features = features.map(|f| (f.is_negated, store.record(f.feature).name()));
            if condition.is_any_of {
                any.insert(features.collect());
            } else {
                all.extend(features);
            }
        }
    }
    let all = all.into_iter().map(Condition::Feature);
    Ok(all.chain(any.into_iter().map(Condition::AnyFeature)).collect())
}

/// Adds what has to hold of the operands of the instruction that becomes another.
fn source_conditions<'s>(
    from: &Side<'s>,
    operands: Operands<'_>,
    conditions: &mut Vec<Condition<'s>>,
) -> Result<(), Failure> {
    let store = from.instruction.store();
    for (operand, mapped) in from.map.iter().enumerate() {
        if let Some(other) = mapped.same_as {
            let class = operands.class(&operands.list()[operand]).record;
            if !store.record(class).inherits("RegisterClass") {
                let message = "Unexpected tied operand types!";
                return Err(FieldError::new(Code::InstAlias, from.instruction, message).into());
            }
            conditions.push(Condition::SameRegister(operand, other));
        }
        match mapped.value {
            MappedValue::Operand(_) => {}
            MappedValue::Immediate(number) => {
                conditions.push(Condition::Immediate(operand, number))
            }
            MappedValue::Register(register) => {
                conditions.push(Condition::Register(operand, register.name()));
            }
        }
    }
    Ok(())
}

/// The condition under which `value` can be an operand of the built instruction.
fn result_condition<'s>(
    pattern: Record<'s>,
    operands: Operands<'_>,
    operand: &Operand,
    value: MappedValue<'s>,
    predicates: &mut Predicates<'s>,
) -> Result<Option<Condition<'s>>, Failure> {
    let class = pattern.store().record(operands.class(operand).record);
    Ok(match value {
        MappedValue::Operand(source) => {
            let register_class = if class.inherits("RegisterClass") {
                Some(class)
            } else {
                RegisterOperandRecord::of(class)
                    .map(RegisterOperandRecord::reg_class)
                    .transpose()?
            };
            match register_class {
                None => Some(Condition::Operand(source, predicates.number(class)?)),
                // The operand that it is tied to has the condition.
                Some(_) if tied_to(operands, operand).is_some() => None,
                Some(class) => Some(Condition::InClass(source, class.name())),
            }
        }
        MappedValue::Immediate(number) => {
            Some(Condition::Constant(number, predicates.number(class)?))
        }
        // That the register is in the class was checked when the pattern was read.
        MappedValue::Register(_) => None,
    })
}
