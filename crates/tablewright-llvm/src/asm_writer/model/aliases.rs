//! The aliases that are printed in place of instructions, in the order in which they are tried, and
//! the tables that describe them.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use tablewright_target::qualified_name::QualifiedName;
use tablewright_target::record_views::asm_syntax::InstAliasRecord;

use rustc_hash::FxHashMap;
use tablewright_backend::{Failure, Job};
use tablewright_records::{FieldError, RecordStore, RecordView, Value};
use tablewright_syntax::diagnostic::Code;
use tablewright_target::inst_alias::{InstAlias, InstAliasReader};
use tablewright_target::instructions::InstructionId;

use super::PrinterClass;
use super::alias_pattern::{
    AliasCondition, AliasPatternCandidate, OperandPredicate, PatternReader, PrintMethod,
};
use crate::support::qualified_name::Qualified;

/// The aliases that are printed.
pub(crate) struct AsmWriterAliases<'s> {
    /// Aliases in instruction order.
    pub(crate) instructions: Vec<AliasesOf<'s>>,
    /// Alias texts without duplicates.
    pub(crate) strings: Vec<AliasString>,
    /// The methods that print operands of aliases.
    pub(crate) methods: Vec<PrintMethod<'s>>,
    /// C++ operand conditions, numbered from 1.
    pub(crate) predicates: Vec<OperandPredicate<'s>>,
}

/// An instruction's aliases in trial order.
pub(crate) struct AliasesOf<'s> {
    /// Its name with its namespace.
    pub(crate) instruction: String,
    /// Index of the first pattern, counted over all instructions.
    pub(crate) first_pattern: usize,
    pub(crate) patterns: Vec<AliasPattern<'s>>,
}

/// An alias with the conditions for printing it.
pub(crate) struct AliasPattern<'s> {
    /// The alias result as written.
    pub(crate) result: String,
    /// Text offset in the text for all aliases.
    pub(crate) string_offset: usize,
    /// Operand count in the instruction.
    pub(crate) mi_operand_count: usize,
    /// Index of the first condition, counted over all patterns.
    pub(crate) first_condition: usize,
    /// Conditions on operands in order, then conditions on features.
    pub(crate) conditions: Vec<AliasCondition<'s>>,
}

/// An alias text.
pub(crate) struct AliasString {
    pub(crate) offset: usize,
    /// Text. Operands are escaped bytes: the operand number and the print method number.
    pub(crate) text: String,
}

impl<'s> AsmWriterAliases<'s> {
    /// Reads the aliases.
    ///
    /// # Errors
    /// If an alias that is printed is invalid.
    pub(super) fn collect(
        job: &mut Job<'s>,
        class: &PrinterClass<'s>,
    ) -> Result<AsmWriterAliases<'s>, Failure> {
        let reader = InstAliasReader {
            instructions: job.analysis()?,
            operands: job.analysis()?,
            registers: job.analysis()?,
            classes: job.analysis()?,
        };
        let by_name = by_instruction(job.store, &reader)?;
        let mut patterns = PatternReader::new(job, reader, class);
        // Aliases are read in the order of qualified names, because it decides method and predicate numbers. Tables
        // are in instruction number order, because the generated code searches them by opcode. This map is only used
        // for lookup, never iterated.
        let mut candidates: FxHashMap<InstructionId, (String, Vec<AliasPatternCandidate<'s>>)> =
            FxHashMap::default();
        for (name, aliases) in by_name {
            for PrintedAlias { alias, .. } in aliases {
                if let Some(candidate) = patterns.candidate(&alias)? {
                    let of_instruction = candidates.entry(alias.instruction);
                    let (_, list) = of_instruction.or_insert_with(|| (name.clone(), Vec::new()));
                    list.push(candidate);
                }
            }
        }
        let mut layout = AliasesLayout::default();
        for (instruction, _) in reader.instructions.iter() {
            if let Some((name, list)) = candidates.remove(&instruction) {
                layout.add(name, unambiguous(list));
            }
        }
        let (methods, predicates) = patterns.into_tables();
        let AliasesLayout { instructions, strings, .. } = layout;
        Ok(AsmWriterAliases { instructions, strings, methods, predicates })
    }
}

/// A printed alias, with its sort keys.
#[doc(alias = "IAPrinter")]
struct PrintedAlias {
    priority: i64,
    sequence: u32,
    alias: InstAlias,
}

/// Returns the printed aliases by qualified instruction name. An instruction's aliases are sorted by priority, then
/// in definition order.
fn by_instruction(
    store: &RecordStore,
    reader: &InstAliasReader<'_>,
) -> Result<BTreeMap<String, Vec<PrintedAlias>>, FieldError> {
    let mut by_name: BTreeMap<String, Vec<PrintedAlias>> = BTreeMap::new();
    for record in InstAliasRecord::all(store)? {
        let priority = record.emit_priority()?;
        // Priority zero restricts the alias to the assembler (`EmitPriority`).
        if priority < 1 {
            continue;
        }
        let Value::Def(instruction) = store.value(record.result_inst()?.operator) else {
            return Err(FieldError::new(Code::InstAliases, *record, "Expected record as operator"));
        };
        // Records that are not instructions are reported here, before instruction fields are looked up.
        let alias = reader.read(*record)?;
        let name = Qualified(QualifiedName::from_record(store.record(instruction))?).to_string();
        let sequence = record.sequence();
        by_name.entry(name).or_default().push(PrintedAlias { priority, sequence, alias });
    }
    for aliases in by_name.values_mut() {
        // The printer uses the first alias that matches.
        aliases.sort_by_key(|alias| (Reverse(alias.priority), alias.sequence));
    }
    Ok(by_name)
}

/// Removes all aliases with equal conditions: no operand distinguishes them.
fn unambiguous(list: Vec<AliasPatternCandidate<'_>>) -> Vec<AliasPatternCandidate<'_>> {
    let is_alone = |candidate: &AliasPatternCandidate<'_>| {
        // The candidate itself is in the list, so one match means that it is alone. Instructions
        // have few aliases, so comparing all pairs is cheap.
        list.iter().filter(|other| candidate.matches_as(other)).count() == 1
    };
    let alone: Vec<bool> = list.iter().map(is_alone).collect();
    list.into_iter().zip(alone).filter(|(_, alone)| *alone).map(|(c, _)| c).collect()
}

/// The tables during construction, with the end positions that offsets refer to.
#[derive(Default)]
struct AliasesLayout<'s> {
    instructions: Vec<AliasesOf<'s>>,
    strings: Vec<AliasString>,
    string_offsets: FxHashMap<String, usize>,
    string_end: usize,
    pattern_count: usize,
    condition_count: usize,
}

impl<'s> AliasesLayout<'s> {
    /// Adds an instruction's aliases.
    fn add(&mut self, instruction: String, candidates: Vec<AliasPatternCandidate<'s>>) {
        if candidates.is_empty() {
            return;
        }
        let first_pattern = self.pattern_count;
        self.pattern_count += candidates.len();
        let patterns = candidates.into_iter().map(|candidate| self.pattern(candidate)).collect();
        self.instructions.push(AliasesOf { instruction, first_pattern, patterns });
    }

    fn pattern(&mut self, candidate: AliasPatternCandidate<'s>) -> AliasPattern<'s> {
        let first_condition = self.condition_count;
        self.condition_count += candidate.conditions.len();
        AliasPattern {
            result: candidate.result,
            string_offset: self.string(candidate.text, candidate.length),
            mi_operand_count: candidate.mi_operand_count,
            first_condition,
            conditions: candidate.conditions,
        }
    }

    /// Returns the offset of a text that C++ reads as `length` bytes and a terminating zero.
    fn string(&mut self, text: String, length: usize) -> usize {
        if let Some(&offset) = self.string_offsets.get(&text) {
            return offset;
        }
        let offset = self.string_end;
        self.string_end += length + 1;
        self.strings.push(AliasString { offset, text: text.clone() });
        self.string_offsets.insert(text, offset);
        offset
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn candidate(
        text: &str,
        mi_operand_count: usize,
        conditions: &[AliasCondition<'static>],
    ) -> AliasPatternCandidate<'static> {
        AliasPatternCandidate {
            result: format!("result of {text}"),
            mi_operand_count,
            conditions: conditions.to_vec(),
            text: text.to_owned(),
            length: text.len(),
        }
    }

    #[test]
    fn aliases_with_the_same_conditions_are_not_printed() {
        let zero = [AliasCondition::Imm(0)];
        let one = [AliasCondition::Imm(1)];
        let list = vec![
            candidate("a", 2, &zero),
            candidate("b", 2, &one),
            candidate("c", 2, &zero),
            candidate("d", 3, &zero),
        ];
        let texts: Vec<String> = unambiguous(list).into_iter().map(|c| c.text).collect();
        assert_eq!(texts, ["b", "d"]);
    }

    #[test]
    fn equal_texts_share_an_offset() {
        let mut layout = AliasesLayout::default();
        let conditions = [AliasCondition::Ignore, AliasCondition::Imm(0)];
        layout.add("T::A".to_owned(), vec![candidate("nop", 2, &conditions)]);
        layout.add("T::NONE".to_owned(), Vec::new());
        let others = vec![candidate("ret", 1, &conditions[..1]), candidate("nop", 2, &conditions)];
        layout.add("T::B".to_owned(), others);
        let patterns: Vec<(usize, usize)> = layout
            .instructions
            .iter()
            .flat_map(|of| &of.patterns)
            .map(|pattern| (pattern.string_offset, pattern.first_condition))
            .collect();
        assert_eq!(patterns, [(0, 0), (4, 2), (0, 3)]);
        let instructions: Vec<(&str, usize)> = layout
            .instructions
            .iter()
            .map(|of| (of.instruction.as_str(), of.first_pattern))
            .collect();
        assert_eq!(instructions, [("T::A", 0), ("T::B", 1)]);
    }
}
