//! Aliases that are printed in place of instructions.

use std::cmp::Reverse;

use rustc_hash::FxHashMap;
use tablewright_index::IndexVec;
use tablewright_records::{AnalysisError, FieldError, Record, RecordId, RecordStore, RecordView};
use tablewright_syntax::diagnostic::Diagnostics;
use tablewright_target::assembler_condition::AssemblerCondition;
use tablewright_target::assembler_features::FeatureExpr;
use tablewright_target::inst_alias::{
    InstAlias, InstAliasReader, ResultName, ResultValue, listed_mi_operand, split_reference,
};
use tablewright_target::instructions::InstructionId;
use tablewright_target::instructions::operands::Operands;
use tablewright_target::record_views::asm_syntax::InstAliasRecord;
use tablewright_target::record_views::instruction::{
    InstructionRecord, OperandRecord, RegisterOperandRecord,
};
use tablewright_target::registers::{RegisterClassLike, RegisterId, RegistersByHwMode};

use crate::codec::Codec;
use crate::codec_builder::CodecBuilder;
use crate::insn::{Insn, InsnOperand};
use crate::number::NumberCodec;
use crate::print_piece::{InsnPiece, push_text};
use crate::syntax::{FixedAlias, FixedOperand, MnemonicConditionRow, Valid};
use crate::text_builder::{TextBuilder, TextRuleId};

/// An alias that is printed if its conditions hold.
#[derive(Clone, Debug)]
pub(crate) struct AliasPlan {
    pub(crate) conditions: Vec<AliasRequirement>,
    pub(crate) operand_count: usize,
    pub(crate) pieces: Vec<InsnPiece>,
    /// The alias record.
    pub(crate) record: RecordId,
    /// The position among the aliases of the instruction.
    pub(crate) order: AliasOrder,
    /// Conditions on the subtarget.
    pub(crate) features: Vec<FeatureExpr>,
}

/// A condition on the operand with the same index.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum AliasRequirement {
    Any,
    /// A register in a class.
    Class(RecordId, Vec<RegisterId>),
    /// The register of another operand.
    Tied(usize),
    Operand(InsnOperand),
    /// A number that an operand record accepts.
    Number(RecordId, Option<NumberCodec>),
    /// A number that an operand record lists.
    Listed(RecordId, Vec<i64>),
}

impl AliasPlan {
    /// Whether an instruction can be printed by the alias.
    pub(crate) fn matches(&self, insn: &Insn) -> bool {
        insn.operands.len() == self.operand_count
            && self.conditions.iter().enumerate().all(|(index, condition)| {
                let operand = insn.operands[index];
                match condition {
                    AliasRequirement::Any => true,
                    AliasRequirement::Class(_, members) => {
                        let register = operand.register();
                        register.is_some_and(|id| members.binary_search(&id).is_ok())
                    }
                    AliasRequirement::Tied(other) => operand == insn.operands[*other],
                    AliasRequirement::Operand(expected) => operand == *expected,
                    AliasRequirement::Listed(_, numbers) => {
                        operand.number().is_some_and(|number| numbers.contains(&number))
                    }
                    AliasRequirement::Number(_, codec) => operand.number().is_some_and(|number| {
                        codec.is_none_or(|codec| codec.encode(number, u64::BITS).is_some())
                    }),
                }
            })
    }
}

/// The parts that alias plans are built from.
pub(crate) struct AliasBuilder<'b, 'a, 's> {
    pub(crate) store: &'s RecordStore,
    pub(crate) reader: InstAliasReader<'s>,
    pub(crate) codecs: &'b mut CodecBuilder<'a, 's>,
    pub(crate) rules: &'b mut TextBuilder<'a, 's>,
    pub(crate) variant: usize,
    /// The instructions' text without aliases.
    pub(crate) plans: &'b IndexVec<InstructionId, Vec<InsnPiece>>,
    /// Whether the printer knows the subtarget, and so tests features.
    pub(crate) tests_features: bool,
}

/// The operands that an alias names, and how each is printed.
type Locations = FxHashMap<ResultName, (usize, RecordId)>;

/// The trial order of aliases: by priority, then by definition.
pub(crate) type AliasOrder = (Reverse<i64>, u32);

impl<'s> AliasBuilder<'_, '_, 's> {
    /// Reads the printed aliases by instruction, in the order in which they are tried.
    pub(crate) fn read(
        mut self,
        diagnostics: &mut Diagnostics,
    ) -> Result<FxHashMap<InstructionId, Vec<AliasPlan>>, AnalysisError> {
        let by_mode: &RegistersByHwMode = self.store.analysis(diagnostics)?;
        let mut candidates: Vec<(InstructionId, AliasPlan)> = Vec::new();
        for record in InstAliasRecord::all(self.store)? {
            let printed = self.codecs.syntax.printer.printed_aliases;
            if record.emit_priority()? < 1 && !printed.contains(&record.asm_string()?) {
                continue;
            }
            let alias = self.reader.read(*record)?;
            if let Some(candidate) = self.candidate(record, &alias, by_mode)? {
                candidates.push((alias.instruction, candidate));
            }
        }
        for (number, alias) in (0..).zip(self.codecs.syntax.printer.fixed_aliases) {
            candidates.extend(self.fixed(alias, number));
        }
        self.add_conditions(&mut candidates)?;
        candidates.sort_by_key(|(instruction, plan)| (*instruction, plan.order));
        let mut all: FxHashMap<InstructionId, Vec<AliasPlan>> = FxHashMap::default();
        for group in candidates.chunk_by(|a, b| a.0 == b.0) {
            let is_alone = |one: &AliasPlan| {
                let same = group.iter().filter(|(_, other)| {
                    other.conditions == one.conditions && other.features == one.features
                });
                // Aliases that no operand tells apart are not printed.
                same.count() == 1
            };
            let plans = group.iter().filter(|(_, candidate)| {
                let mut features = candidate.features.iter();
                is_alone(candidate)
                    && features.all(|condition| self.codecs.subtarget.holds(condition))
            });
            all.insert(group[0].0, plans.map(|(_, candidate)| candidate.clone()).collect());
        }
        Ok(all)
    }

    /// Returns the plan for a target's alias; `None` if the description lacks one of its records.
    fn fixed(&self, alias: &FixedAlias, number: u32) -> Option<(InstructionId, AliasPlan)> {
        let record = self.store.find_record(alias.instruction)?;
        let instruction = self.reader.instructions.id(record)?;
        let mut conditions = Vec::new();
        for operand in alias.operands {
            conditions.push(AliasRequirement::Operand(match *operand {
                FixedOperand::Number(number) => InsnOperand::Number(number),
                FixedOperand::Register(name) => {
                    let register = self.store.find_record(name)?;
                    InsnOperand::Register(self.reader.registers.for_record(register)?)
                }
            }));
        }
        let plan = AliasPlan {
            operand_count: conditions.len(),
            conditions,
            pieces: vec![InsnPiece::Text(alias.text.to_owned())],
            record,
            order: (Reverse(i64::MAX), number),
            features: Vec::new(),
        };
        Some((instruction, plan))
    }

    /// Adds the instructions whose mnemonics contain a condition.
    fn add_conditions(
        &mut self,
        candidates: &mut Vec<(InstructionId, AliasPlan)>,
    ) -> Result<(), FieldError> {
        for row in self.codecs.syntax.printer.conditions {
            let rule = self.rules.condition(row.names)?;
            for (id, pieces) in self.plans.iter_enumerated() {
                let operands = self.reader.operands.for_instruction(id);
                let symbol = self.store.symbols().get(row.operand);
                let named = symbol.and_then(|symbol| operands.named(symbol));
                let Some(operand) = named.map(|index| &operands.list()[index]) else { continue };
                let number = operand.mi_operand as usize;
                let Some(pieces) = with_condition(pieces, row, number, rule) else { continue };
                let operand_count = operands.mi_operands().len();
                let mut conditions = vec![AliasRequirement::Any; operand_count];
                let numbers = row.names.iter().map(|(number, _)| *number).collect();
                conditions[number] =
                    AliasRequirement::Listed(operands.class(operand).record, numbers);
                let record = self.reader.instructions.record(id);
                let order = (Reverse(i64::MIN), 0);
                let features = Vec::new();
                let plan = AliasPlan { conditions, operand_count, pieces, record, order, features };
                candidates.push((id, plan));
            }
        }
        Ok(())
    }

    fn candidate(
        &mut self,
        record: InstAliasRecord<'s>,
        alias: &InstAlias,
        by_mode: &RegistersByHwMode,
    ) -> Result<Option<AliasPlan>, AnalysisError> {
        let instruction = self.store.record(self.reader.instructions.record(alias.instruction));
        let instruction = InstructionRecord::new(instruction);
        let Some(text) = InstAlias::printed_text(record, instruction, self.variant)? else {
            return Ok(None);
        };
        let operands = self.reader.operands.for_instruction(alias.instruction);
        let mut locations = Locations::default();
        let Some(conditions) =
            self.conditions(*record, alias, operands, &mut locations, by_mode)?
        else {
            return Ok(None);
        };
        let mut features = Vec::new();
        if self.tests_features {
            for predicate in record.predicates()? {
                if AssemblerCondition::from_predicate(predicate)?.is_some() {
                    features.push(FeatureExpr::from_predicate(*predicate)?);
                }
            }
        }
        let mut pieces = self.pieces(&text, &locations)?;
        if record.emit_priority()? > 0 {
            tab_after_mnemonic(&mut pieces);
        }
        let operand_count = operands.mi_operands().len();
        let order = (Reverse(record.emit_priority()?), record.sequence());
        let record = record.id();
        Ok(Some(AliasPlan { conditions, operand_count, pieces, record, order, features }))
    }

    /// Returns the conditions by operand; `None` if the subtarget cannot satisfy one.
    fn conditions(
        &mut self,
        record: Record<'s>,
        alias: &InstAlias,
        operands: Operands<'_>,
        locations: &mut Locations,
        by_mode: &RegistersByHwMode,
    ) -> Result<Option<Vec<AliasRequirement>>, AnalysisError> {
        let registers = self.reader.registers;
        let mut conditions = Vec::new();
        let mut number = 0;
        for result in &alias.results {
            number = listed_mi_operand(operands, number);
            conditions.resize(number.max(conditions.len()), AliasRequirement::Any);
            conditions.push(match result.value {
                ResultValue::Operand { record, .. } if needs_symbol(self.store.record(record))? => {
                    return Ok(None);
                }
                ResultValue::Operand { name, record } => {
                    let own = operands.mi_operands().get(number);
                    let own = own.and_then(|_| operands.mi_record(number));
                    self.operand(name, self.store.record(record), (number, own), locations)?
                }
                ResultValue::Imm(value) => AliasRequirement::Operand(InsnOperand::Number(value)),
                ResultValue::Reg(None) => AliasRequirement::Operand(InsnOperand::NoRegister),
                ResultValue::Reg(Some(register)) => {
                    let Some(id) = registers.for_record(register) else { return Ok(None) };
                    AliasRequirement::Operand(InsnOperand::Register(id))
                }
                ResultValue::RegByHwMode(choice) => {
                    let chosen = by_mode.register(choice);
                    let chosen = chosen.and_then(|it| it.in_mode(self.codecs.subtarget.mode));
                    let Some(id) = chosen.and_then(|it| registers.for_record(it)) else {
                        return Ok(None);
                    };
                    AliasRequirement::Operand(InsnOperand::Register(id))
                }
            });
            number += result.mi_operand_count(record)?;
        }
        Ok(Some(conditions))
    }

    /// Returns the condition on an alias operand at a machine operand, of which the record is known.
    fn operand(
        &mut self,
        name: ResultName,
        record: Record<'s>,
        (number, own): (usize, Option<RecordId>),
        locations: &mut Locations,
    ) -> Result<AliasRequirement, FieldError> {
        let class = match RegisterOperandRecord::from_record(record) {
            Some(operand) => operand.reg_class()?,
            None => record,
        };
        if RegisterClassLike::from_record(class).is_some() {
            if let Some(&(first, _)) = locations.get(&name) {
                return Ok(AliasRequirement::Tied(first));
            }
            locations.insert(name, (number, record.id()));
            let members = self.codecs.members(class.id());
            let mut members: Vec<RegisterId> = members.into_iter().map(|(id, _)| id).collect();
            members.sort_unstable();
            return Ok(AliasRequirement::Class(class.id(), members));
        }
        locations.insert(name, (number, record.id()));
        let operand = OperandRecord::new(record);
        if operand.mc_operand_predicate()?.is_none() {
            return Ok(AliasRequirement::Any);
        }
        if own == Some(record.id()) {
            return Ok(AliasRequirement::Number(record.id(), None));
        }
        // The width of the alias operand follows from its method.
        let codec = self.codecs.operand(record, 0, 1)?;
        if let Codec::Numbers(numbers) = self.codecs.codecs[codec] {
            let numbers = numbers.iter().map(|(_, number)| *number);
            return Ok(AliasRequirement::Listed(record.id(), numbers.collect()));
        }
        let codec = if let Codec::Number(number) = &self.codecs.codecs[codec]
            && (number.sign.is_some() || number.valid != Valid::Any)
        {
            Some(*number)
        } else {
            None
        };
        Ok(AliasRequirement::Number(record.id(), codec))
    }

    fn pieces(&mut self, text: &str, locations: &Locations) -> Result<Vec<InsnPiece>, FieldError> {
        let mut pieces = Vec::new();
        let mut rest = text;
        while let Some((before, after)) = rest.split_once('$') {
            push_text(&mut pieces, before);
            let name;
            (name, rest) = split_reference(after);
            let key = ResultName::find(self.store, name);
            let Some(&(operand, record)) = key.and_then(|key| locations.get(&key)) else {
                continue;
            };
            let record = self.store.record(record);
            let is_class = RegisterClassLike::from_record(record).is_some();
            let method = if is_class {
                ""
            } else if let Some(operand) = RegisterOperandRecord::from_record(record) {
                operand.print_method()?
            } else {
                OperandRecord::new(record).print_method()?
            };
            let unknown = |method: &str| self.codecs.unknown_method(method);
            let rule = self.rules.method(method, unknown)?;
            pieces.push(InsnPiece::Operand { operand, rule });
        }
        push_text(&mut pieces, rest);
        Ok(pieces)
    }
}

/// Moves an operand into the mnemonic. Returns `None` if the mnemonic is not in the row.
fn with_condition(
    pieces: &[InsnPiece],
    row: &MnemonicConditionRow,
    operand: usize,
    condition: TextRuleId,
) -> Option<Vec<InsnPiece>> {
    let [InsnPiece::Text(first), rest @ ..] = pieces else { return None };
    let after = first.strip_prefix(row.prefix)?;
    let (suffix, _) = after.split_once('\t')?;
    if !row.suffixes.contains(&suffix) {
        return None;
    }
    let is_it = |piece: &InsnPiece| matches!(piece, InsnPiece::Operand { operand: other, .. } if *other == operand);
    let at = rest.iter().position(is_it)?;
    let mut moved = vec![InsnPiece::Text(row.prefix.to_owned())];
    moved.push(InsnPiece::Operand { operand, rule: condition });
    push_text(&mut moved, after);
    moved.extend_from_slice(&rest[..at]);
    // The separator is after an operand in the first place, and before another operand.
    let mut others = &rest[at + 1..];
    if at == 0 {
        let [InsnPiece::Text(next), after @ ..] = others else { return None };
        push_text(&mut moved, next.strip_prefix(SEPARATOR)?);
        others = after;
    } else {
        let Some(InsnPiece::Text(last)) = moved.last_mut() else { return None };
        *last = last.strip_suffix(SEPARATOR)?.to_owned();
    }
    moved.extend_from_slice(others);
    Some(moved)
}

/// The text between operands.
const SEPARATOR: &str = ", ";

/// Whether an operand's predicate accepts only symbols. Decoded instructions have none.
fn needs_symbol(record: Record<'_>) -> Result<bool, FieldError> {
    if RegisterOperandRecord::from_record(record).is_some()
        || RegisterClassLike::from_record(record).is_some()
    {
        return Ok(false);
    }
    let predicate = OperandRecord::new(record).mc_operand_predicate()?;
    Ok(predicate.is_some_and(|code| code.contains("isBareSymbolRef") && !code.contains("Imm")))
}

/// Replaces the first blank by a tab, as printers do for aliases.
fn tab_after_mnemonic(pieces: &mut [InsnPiece]) {
    for piece in pieces {
        let InsnPiece::Text(text) = piece else { continue };
        if let Some(at) = text.find([' ', '\t']) {
            text.replace_range(at..=at, "\t");
            return;
        }
    }
}
