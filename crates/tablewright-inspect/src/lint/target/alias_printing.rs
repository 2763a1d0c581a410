//! Lint: aliases that are never printed.

use std::cmp::Reverse;

use rustc_hash::FxHashMap;
use tablewright_records::{AnalysisError, Record, RecordId, RecordStore, RecordView};
use tablewright_syntax::diagnostic::{Code, Diagnostics};
use tablewright_syntax::source::Span;
use tablewright_target::inst_alias::{InstAlias, InstAliasReader, ResultName, ResultValue};
use tablewright_target::instructions::InstructionId;
use tablewright_target::instructions::asm_string::for_variant;
use tablewright_target::record_views::asm_syntax::InstAliasRecord;
use tablewright_target::record_views::instruction::{
    InstructionRecord, OperandRecord, RegisterOperandRecord,
};
use tablewright_target::registers::{DescribedClass, DescribedClasses, Registers};

use super::check_target;
use super::groups::{Groups, draft};
use super::source_of::FieldSource;
use crate::lint::{Findings, Level, Lint, LintGroup, LintInput};

/// An alias that is never printed.
pub(in crate::lint) const LINT: Lint = Lint {
    code: Code::AliasPrinting,
    name: "alias-never-printed",
    group: LintGroup::Target,
    default: Level::Warn,
    check: |input, findings| check_target(input, findings, check),
};

fn check(input: &LintInput<'_>, findings: &mut Findings) -> Result<(), AnalysisError> {
    let store = input.store;
    let diagnostics = &mut Diagnostics::new();
    let reader = InstAliasReader {
        instructions: store.analysis(diagnostics)?,
        operands: store.analysis(diagnostics)?,
        registers: store.analysis(diagnostics)?,
        classes: store.analysis(diagnostics)?,
    };
    let covering = Covering { registers: reader.registers, classes: reader.classes };
    let mut groups = Groups::default();
    let by_instruction = printed_aliases(store, &reader)?;
    for aliases in &by_instruction {
        for (number, alias) in aliases.iter().enumerate() {
            let same = aliases.iter().find(|other| {
                other.record != alias.record
                    && other.conditions == alias.conditions
                    && other.predicates == alias.predicates
            });
            if let Some(same) = same {
                // The pair is reported at the later one.
                if same.sequence < alias.sequence {
                    report(store, alias, same, true, &mut groups);
                }
                continue;
            }
            let earlier = aliases[..number].iter().find(|earlier| covering.covers(earlier, alias));
            if let Some(earlier) = earlier {
                report(store, alias, earlier, false, &mut groups);
            }
        }
    }
    groups.report(store, findings);
    Ok(())
}

fn report(
    store: &RecordStore,
    alias: &PrintedAlias<'_>,
    other: &PrintedAlias<'_>,
    is_same: bool,
    groups: &mut Groups,
) {
    let (record, span) = (store.record(alias.record), position(store, alias));
    groups.add((span, ""), record, || {
        let message = if is_same {
            format!("'{}' and '{}' stand for the same, so neither is printed", mnemonic(alias), mnemonic(other))
        } else {
            format!("'{}' is never printed: '{}' is tried before", mnemonic(alias), mnemonic(other))
        };
        let mut diagnostic = draft(span, message);
        let what = if is_same { "the other alias" } else { "it matches whatever this one would be printed for" };
        diagnostic.label(position(store, other), what);
        diagnostic.note(
            None,
            "a higher 'EmitPriority' is tried first, and an alias with 0 is for the assembler alone",
        );
        diagnostic
    });
}

fn position(store: &RecordStore, alias: &PrintedAlias<'_>) -> Span {
    let record = store.record(alias.record);
    let text = InstAliasRecord::new(record).asm_string().unwrap_or_default();
    let mnemonic = text.split(|c: char| c.is_whitespace() || c == '\\').next().unwrap_or_default();
    let is_word = !mnemonic.is_empty()
        && mnemonic.chars().all(|c| c.is_alphanumeric() || c == '_' || c == '.');
    let source = FieldSource::for_field(record, "AsmString").filter(|_| is_word);
    source.and_then(|source| source.word(mnemonic)).unwrap_or_else(|| record.pos().into())
}

fn mnemonic(alias: &PrintedAlias<'_>) -> String {
    alias.text.replace('\t', " ")
}

/// An alias that the printer tries.
struct PrintedAlias<'s> {
    record: RecordId,
    sequence: u32,
    text: &'s str,
    conditions: Vec<Condition>,
    predicates: Vec<RecordId>,
}

/// A condition on an operand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Condition {
    Anything,
    Class(RecordId),
    /// The same register as the operand with this number.
    Tied(usize),
    /// An operand for which the operand class's predicate is true.
    Predicate(RecordId),
    Imm(i64),
    Reg(Option<RecordId>),
}

/// Returns a list of aliases for each instruction, in the printer's trial order.
fn printed_aliases<'s>(
    store: &'s RecordStore,
    reader: &InstAliasReader<'_>,
) -> Result<Vec<Vec<PrintedAlias<'s>>>, AnalysisError> {
    let mut slots: FxHashMap<InstructionId, usize> = FxHashMap::default();
    let mut lists: Vec<Vec<(i64, PrintedAlias<'s>)>> = Vec::new();
    for alias in InstAliasRecord::all_if_defined(store) {
        let priority = alias.emit_priority()?;
        if priority < 1 {
            continue;
        }
        let read = reader.read(*alias)?;
        let instruction = store.record(reader.instructions.record(read.instruction));
        let instruction = InstructionRecord::new(instruction);
        let text = alias.asm_string()?;
        let words = |text: &str| for_variant(text, 0).trim().split([' ', '\t']).count();
        // An alias with more words than its instruction is for the assembler alone.
        if words(instruction.asm_string()?) < words(text) {
            continue;
        }
        let printed = PrintedAlias {
            record: alias.id(),
            sequence: alias.sequence(),
            text,
            conditions: conditions(store, &read)?,
            predicates: alias.predicates()?.iter().map(|predicate| predicate.id()).collect(),
        };
        let slot = *slots.entry(read.instruction).or_insert_with(|| {
            lists.push(Vec::new());
            lists.len() - 1
        });
        lists[slot].push((priority, printed));
    }
    let sorted = lists.into_iter().map(|mut list| {
        list.sort_by_key(|(priority, alias)| (Reverse(*priority), alias.sequence));
        list.into_iter().map(|(_, alias)| alias).collect()
    });
    Ok(sorted.collect())
}

fn conditions(store: &RecordStore, alias: &InstAlias) -> Result<Vec<Condition>, AnalysisError> {
    let mut seen: Vec<(ResultName, usize)> = Vec::new();
    let mut conditions = Vec::with_capacity(alias.results.len());
    for (number, result) in alias.results.iter().enumerate() {
        let condition = match result.value {
            ResultValue::Imm(value) => Condition::Imm(value),
            ResultValue::Reg(register) => Condition::Reg(register),
            ResultValue::RegByHwMode(register) => Condition::Predicate(register),
            ResultValue::Operand { name, record } => {
                let class = register_class(store.record(record));
                let first = seen.iter().find(|(other, _)| *other == name);
                match (class, first) {
                    (Some(_), Some(&(_, first))) => Condition::Tied(first),
                    (Some(class), None) => {
                        seen.push((name, number));
                        Condition::Class(class)
                    }
                    (None, _) => match OperandRecord::from_record(store.record(record)) {
                        Some(operand) if operand.mc_operand_predicate()?.is_some() => {
                            Condition::Predicate(record)
                        }
                        _ => Condition::Anything,
                    },
                }
            }
        };
        conditions.push(condition);
    }
    Ok(conditions)
}

/// Returns an operand's register class; `None` if it is not a register.
fn register_class(record: Record<'_>) -> Option<RecordId> {
    if let Some(operand) = RegisterOperandRecord::from_record(record) {
        return operand.reg_class().ok().map(|class| class.id());
    }
    record.inherits("RegisterClass").then_some(record.id())
}

/// Compares alias conditions: whether one condition is true whenever another condition is true.
struct Covering<'s> {
    registers: &'s Registers,
    classes: &'s DescribedClasses,
}

impl Covering<'_> {
    /// Whether `one` matches every instruction that `other` matches.
    fn covers(&self, one: &PrintedAlias<'_>, other: &PrintedAlias<'_>) -> bool {
        let conditions = || one.conditions.iter().zip(&other.conditions);
        one.conditions.len() == other.conditions.len()
            && one.predicates.iter().all(|predicate| other.predicates.contains(predicate))
            && conditions().all(|(&a, &b)| self.condition_covers(a, b, &other.conditions))
    }

    fn condition_covers(&self, one: Condition, other: Condition, others: &[Condition]) -> bool {
        if one == other || one == Condition::Anything {
            return true;
        }
        let Condition::Class(class) = one else { return false };
        let Some(class) = self.classes.for_record(class) else { return false };
        match other {
            Condition::Class(sub) => self.is_sub_class(sub, class),
            Condition::Reg(Some(register)) => self
                .registers
                .for_record(register)
                .is_some_and(|register| class.members.contains(register)),
            Condition::Tied(first) => match others.get(first) {
                Some(&Condition::Class(sub)) => self.is_sub_class(sub, class),
                _ => false,
            },
            Condition::Anything
            | Condition::Predicate(_)
            | Condition::Imm(_)
            | Condition::Reg(None) => false,
        }
    }

    fn is_sub_class(&self, sub: RecordId, class: &DescribedClass) -> bool {
        self.classes.for_record(sub).is_some_and(|sub| self.classes.is_sub_class(sub, class))
    }
}
