//! Functions of a target's rows as lists: the text for all numbers that operands can have.
//!
//! For example, the function for a vector type has an operand with 11 bits. It is called for each number. The
//! operands and features that it reads are observed.

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;

use tablewright_records::{AnalysisError, RecordId, RecordStore};
use tablewright_target::assembler_features::FeatureExpr;
use tablewright_target::instructions::InstructionId;
use tablewright_target::registers::RegisterId;

use super::builder::CrateBuilder;
use super::cases::{assignments, condition};
use super::model::{ListedText, MethodKind};
use crate::insn::{Insn, InsnOperand, InsnOperands};
use crate::machine::Machine;
use crate::number::low_mask;
use crate::text::{AsmTextContext, MachineFacts, TextRule};
use crate::text_builder::TextRuleId;

/// Limits on operand bits, on features, and on listed combinations.
const MAX_BITS: u32 = 12;
const MAX_FEATURES: usize = 4;
const MAX_TEXTS: usize = 1 << 13;

/// The texts for an instruction's operand, by the numbers of operands relative to it.
type TextsByKey = BTreeMap<Vec<i64>, Option<String>>;

/// Values with their conditions.
pub(super) type ByFeatures<T> = Vec<(FeatureExpr, T)>;

/// A test for features by record name.
type FeatureTest<'a> = &'a dyn Fn(&str) -> bool;

/// Evaluates a function of features for all combinations of the features that it reads. Returns the distinct
/// results with their conditions; `None` if it reads too many features.
pub(super) fn by_features<T: PartialEq>(
    store: &RecordStore,
    evaluate: &dyn Fn(FeatureTest<'_>) -> T,
) -> Option<ByFeatures<T>> {
    let mut features: Vec<RecordId> = Vec::new();
    loop {
        let read_features: RefCell<Vec<RecordId>> = RefCell::new(features.clone());
        let cases: Vec<Vec<bool>> = assignments(features.len()).collect();
        let mut distinct: Vec<(T, Vec<bool>)> = Vec::new();
        for (case, enabled) in cases.iter().enumerate() {
            let has_feature = |name: &str| {
                let Some(feature) = store.find_record(name) else { return false };
                if let Some(index) = features.iter().position(|other| *other == feature) {
                    return enabled[index];
                }
                let mut read_features = read_features.borrow_mut();
                if !read_features.contains(&feature) {
                    read_features.push(feature);
                }
                false
            };
            let value = evaluate(&has_feature);
            let index = distinct.iter().position(|(other, _)| *other == value);
            let index = index.unwrap_or_else(|| {
                distinct.push((value, vec![false; cases.len()]));
                distinct.len() - 1
            });
            distinct[index].1[case] = true;
        }
        let read_features = read_features.into_inner();
        if read_features.len() > MAX_FEATURES {
            return None;
        }
        if read_features.len() == features.len() {
            let result = distinct.into_iter();
            let with_condition =
                |(value, is_in): (T, Vec<bool>)| (condition(&features, &cases, &is_in), value);
            return Some(result.map(with_condition).collect());
        }
        features = read_features;
    }
}

impl CrateBuilder<'_, '_> {
    /// Returns the texts of a rule for all numbers of its operands; `None` if the rule also depends on other facts.
    pub(super) fn listed_texts(
        &mut self,
        rule: TextRuleId,
    ) -> Result<Option<MethodKind>, AnalysisError> {
        let users = self.texts.users.get(&rule).cloned().unwrap_or_default();
        let mut keys: Option<Vec<isize>> = None;
        let mut all: BTreeMap<Vec<i64>, ByFeatures<Option<String>>> = BTreeMap::new();
        for (instruction, operand) in users {
            let domains = self.domains(instruction);
            let by_case = by_features(self.store, &|has_feature| {
                let probe = Probe::new(self.machine(), has_feature);
                probe.texts(&self.machine().printer.rules[rule], instruction, operand, &domains)
            });
            let Some(by_case) = by_case else { return Ok(None) };
            for (condition, result) in by_case {
                let Some((own_keys, texts)) = result else { return Ok(None) };
                if keys.as_ref().is_some_and(|keys| *keys != own_keys) {
                    return Ok(None);
                }
                keys = Some(own_keys);
                for (key, text) in texts {
                    let variants = all.entry(key).or_default();
                    let known = variants.iter().find(|(other, _)| *other == condition);
                    match known {
                        Some((_, other)) if *other != text => return Ok(None),
                        Some(_) => {}
                        None => variants.push((condition.clone(), text)),
                    }
                }
            }
        }
        let keys = keys.unwrap_or_else(|| vec![0]);
        Ok(Some(self.listed_kind(keys, all)))
    }

    fn listed_kind(
        &mut self,
        keys: Vec<isize>,
        all: BTreeMap<Vec<i64>, ByFeatures<Option<String>>>,
    ) -> MethodKind {
        let mut texts = Vec::new();
        for (key, mut variants) in all {
            let first = variants.first().map(|(_, text)| text.clone());
            if variants.iter().all(|(_, text)| Some(text) == first.as_ref()) {
                let always = FeatureExpr::AllOf(Vec::new());
                variants = first.map(|text| (always, text)).into_iter().collect();
            }
            // Without a text, the operand is printed as a number.
            let number = keys.iter().position(|key| *key == 0).map(|index| key[index].to_string());
            for (condition, text) in variants {
                let Some(text) = text.filter(|text| Some(text) != number.as_ref()) else {
                    continue;
                };
                let condition = self.conditions.number(condition);
                texts.push(ListedText { keys: key.clone(), condition, text });
            }
        }
        MethodKind::Listed { keys, texts }
    }

    /// Returns the values of an instruction's operands.
    fn domains(&self, instruction: InstructionId) -> Vec<OperandDomain> {
        let mut domains: Vec<OperandDomain> = Vec::new();
        for machine in &self.cases.machines {
            let encodings = machine.decoder.by_instruction.get(&instruction);
            for &id in encodings.into_iter().flatten() {
                let mut index = 0;
                for step in &machine.decoder.encodings[id].steps {
                    let codec = &machine.decoder.codecs[step.codec];
                    for part in 0..codec.count() {
                        let (codec, width) = codec.part(part, step.width());
                        if domains.len() <= index {
                            domains.push(OperandDomain::default());
                        }
                        domains[index].add(codec, width);
                        index += 1;
                    }
                }
            }
        }
        domains
    }
}

/// The values that an operand can have.
#[derive(Default)]
struct OperandDomain {
    values: Vec<InsnOperand>,
    /// Whether the values are too many, or are not numbers.
    is_open: bool,
}

impl OperandDomain {
    fn add(&mut self, codec: &crate::codec::Codec, width: u32) {
        self.is_open |= width > MAX_BITS;
        for bits in 0..=low_mask(width.min(MAX_BITS)) {
            let mut operands = InsnOperands::new();
            if codec.decode(bits, &mut operands).is_none() {
                continue;
            }
            for &operand in operands.iter().take(1) {
                self.is_open |= operand.number().is_none();
                if !self.values.contains(&operand) {
                    self.values.push(operand);
                }
            }
        }
    }
}

/// A machine that notes the facts that a function reads.
struct Probe<'a, 's> {
    machine: &'a Machine<'s>,
    has_feature: &'a dyn Fn(&str) -> bool,
    /// Whether other facts matter, for example the instruction.
    reads_more: Cell<bool>,
}

impl<'a, 's> Probe<'a, 's> {
    fn new(machine: &'a Machine<'s>, has_feature: &'a dyn Fn(&str) -> bool) -> Probe<'a, 's> {
        Probe { machine, has_feature, reads_more: Cell::new(false) }
    }

    /// Returns the positions of the operands that a rule reads, relative to its first operand, with the texts for
    /// their values.
    fn texts(
        &self,
        rule: &TextRule,
        instruction: InstructionId,
        operand: usize,
        domains: &[OperandDomain],
    ) -> Option<(Vec<isize>, TextsByKey)> {
        let mut reads: Vec<usize> = Vec::new();
        loop {
            let mut count = reads.iter().map(|&read| domains.get(read).map(|it| it.values.len()));
            let count = count.try_fold(1_usize, |all, own| all.checked_mul(own?))?;
            if count > MAX_TEXTS || reads.iter().any(|&read| domains[read].is_open) {
                return None;
            }
            let first = domains.iter().map(|it| it.values.first().copied());
            let operands = first.map(|value| value.unwrap_or(InsnOperand::NoRegister));
            let mut insn = Insn::new(instruction, operands.collect());
            let noted = Cell::new(0_u64);
            let mut texts = BTreeMap::new();
            for index in 0..count {
                let mut rest = index;
                let mut key = Vec::new();
                for &read in &reads {
                    let values = &domains[read].values;
                    insn.operands[read] = values[rest % values.len()];
                    rest /= values.len();
                    key.push(insn.operands[read].number()?);
                }
                texts.insert(key, self.text(rule, &insn, operand, &noted));
            }
            if self.reads_more.get() {
                return None;
            }
            let all: Vec<usize> = (0..64).filter(|index| noted.get() >> index & 1 != 0).collect();
            if all == reads {
                let relative = |&read: &usize| read as isize - operand as isize;
                return Some((reads.iter().map(relative).collect(), texts));
            }
            reads = all;
        }
    }

    fn text(
        &self,
        rule: &TextRule,
        insn: &Insn,
        operand: usize,
        reads: &Cell<u64>,
    ) -> Option<String> {
        let [text, without_aliases] = [true, false].map(|has_aliases| {
            let reads = Some(reads);
            let context =
                AsmTextContext { machine: self, insn, operand, has_aliases, arguments: "", reads };
            let mut text = String::new();
            rule.print(&context, &mut text);
            text
        });
        if text != without_aliases {
            self.reads_more.set(true);
        }
        Some(text)
    }
}

impl MachineFacts for Probe<'_, '_> {
    fn has_feature(&self, name: &str) -> bool {
        (self.has_feature)(name)
    }

    fn has_record(&self, name: &str) -> bool {
        self.machine.has_record(name)
    }

    fn instruction_name(&self, instruction: InstructionId) -> &str {
        self.reads_more.set(true);
        MachineFacts::instruction_name(self.machine, instruction)
    }

    fn method(&self, method: u16) -> &str {
        self.machine.method(method)
    }

    fn registers_named(&self, name: &str) -> &[RegisterId] {
        self.machine.registers_named(name)
    }

    fn operand_named(&self, instruction: InstructionId, name: &str) -> Option<usize> {
        self.reads_more.set(true);
        self.machine.operand_named(instruction, name)
    }

    fn record_number(&self, instruction: InstructionId, field: &str, inner: &str) -> Option<i64> {
        self.reads_more.set(true);
        self.machine.record_number(instruction, field, inner)
    }

    fn part_count(&self, instruction: InstructionId, operand: usize) -> usize {
        self.reads_more.set(true);
        self.machine.part_count(instruction, operand)
    }

    fn register_name(&self, register: RegisterId) -> &str {
        MachineFacts::register_name(self.machine, register)
    }

    fn alternative_name(&self, register: RegisterId, index: &str) -> String {
        self.machine.alternative_name(register, index)
    }

    fn register_prefix(&self) -> &str {
        self.machine.register_prefix()
    }

    fn operand_type(&self, instruction: InstructionId, operand: usize) -> &str {
        self.reads_more.set(true);
        self.machine.operand_type(instruction, operand)
    }

    fn operand_record(&self, instruction: InstructionId, operand: usize) -> &str {
        self.reads_more.set(true);
        self.machine.operand_record(instruction, operand)
    }

    fn field_number(&self, instruction: InstructionId, field: &str) -> Option<i64> {
        self.reads_more.set(true);
        self.machine.field_number(instruction, field)
    }

    fn lists_record(&self, instruction: InstructionId, field: &str, name: &str) -> bool {
        self.reads_more.set(true);
        self.machine.lists_record(instruction, field, name)
    }

    fn record_name(&self, record: RecordId) -> &str {
        self.machine.record_name(record)
    }

    fn push_plain(&self, operand: InsnOperand, text: &mut String) {
        self.machine.push_plain(operand, text);
    }
}
