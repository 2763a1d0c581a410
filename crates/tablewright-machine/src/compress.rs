//! Short instructions for long ones, and back (`CompressPat`).

use rustc_hash::FxHashMap;
use tablewright_records::{AnalysisError, RecordId, RecordStore};
use tablewright_syntax::diagnostic::Diagnostics;
use tablewright_target::assembler_features::FeatureExpr;
use tablewright_target::compress_pattern::{CompressionPattern, CompressionSide, MappedValue};
use tablewright_target::instructions::{InstructionId, Instructions};
use tablewright_target::registers::{RegisterId, Registers, RegistersByHwMode};

use crate::codec_builder::CodecBuilder;
use crate::insn::{Insn, InsnOperand, InsnOperands};
use crate::number::NumberCodec;
use crate::subtarget::MachineSubtarget;

/// Replacements by replaced instruction.
#[derive(Default)]
pub(crate) struct Compression {
    pub(crate) to_short: FxHashMap<InstructionId, Vec<CompressReplacement>>,
    pub(crate) to_long: FxHashMap<InstructionId, Vec<CompressReplacement>>,
}

/// A replacement for an instruction.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct CompressReplacement {
    pub(crate) instruction: InstructionId,
    pub(crate) conditions: Vec<CompressCondition>,
    pub(crate) operands: Vec<CompressSource>,
    /// The pattern record.
    pub(crate) record: RecordId,
    /// The position among all patterns.
    pub(crate) order: usize,
    /// Conditions on the subtarget.
    pub(crate) features: Vec<FeatureExpr>,
}

#[derive(Clone, PartialEq, Debug)]
pub(crate) enum CompressCondition {
    Same(usize, usize),
    Equal(usize, InsnOperand),
    In(usize, Vec<RegisterId>),
    /// A number below a limit.
    Below(usize, i64),
    /// A number that an operand can be.
    Number(usize, NumberCodec),
}

/// The origin of an operand.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum CompressSource {
    Operand(usize),
    Value(InsnOperand),
}

impl CompressReplacement {
    /// Returns the new instruction.
    pub(crate) fn instruction(&self) -> InstructionId {
        self.instruction
    }

    /// Returns the replacement if the conditions on operands hold.
    pub(crate) fn apply(&self, insn: &Insn) -> Option<Insn> {
        let operand = |index: usize| insn.operands.get(index).copied();
        let holds = self.conditions.iter().all(|condition| match condition {
            CompressCondition::Same(one, other) => operand(*one) == operand(*other),
            CompressCondition::Equal(index, expected) => operand(*index) == Some(*expected),
            CompressCondition::In(index, members) => {
                let register = operand(*index).and_then(InsnOperand::register);
                register.is_some_and(|id| members.binary_search(&id).is_ok())
            }
            CompressCondition::Number(index, codec) => {
                let number = operand(*index).and_then(InsnOperand::number);
                number.is_none_or(|number| codec.encode(number, u64::BITS).is_some())
            }
            CompressCondition::Below(index, limit) => {
                let number = operand(*index).and_then(InsnOperand::number);
                number.is_none_or(|number| (0..*limit).contains(&number))
            }
        });
        if !holds {
            return None;
        }
        let mut operands = InsnOperands::new();
        for source in &self.operands {
            operands.push(match source {
                CompressSource::Operand(index) => operand(*index)?,
                CompressSource::Value(value) => *value,
            });
        }
        Some(Insn::new(self.instruction, operands))
    }
}

impl Compression {
    pub(crate) fn new(
        store: &RecordStore,
        codecs: &CodecBuilder<'_, '_>,
        diagnostics: &mut Diagnostics,
    ) -> Result<Compression, AnalysisError> {
        let mut patterns = CompressionPattern::collect(store, diagnostics)?;
        let builder = ReplacementBuilder {
            instructions: store.analysis(diagnostics)?,
            registers: store.analysis(diagnostics)?,
            by_mode: store.analysis(diagnostics)?,
            codecs,
        };
        let mut compression = Compression::default();
        patterns.sort_by_key(|pattern| pattern.input.instruction.name());
        for (order, pattern) in patterns.iter().enumerate() {
            let sides = (&pattern.input, &pattern.output);
            builder.add((order, pattern), sides, &mut compression.to_short)?;
        }
        patterns.sort_by_key(|pattern| pattern.output.instruction.name());
        let both_ways = patterns.iter().filter(|pattern| !pattern.is_compress_only);
        for (order, pattern) in both_ways.enumerate() {
            let sides = (&pattern.output, &pattern.input);
            builder.add((order, pattern), sides, &mut compression.to_long)?;
        }
        Ok(compression)
    }
}

struct ReplacementBuilder<'a> {
    instructions: &'a Instructions,
    registers: &'a Registers,
    by_mode: &'a RegistersByHwMode,
    codecs: &'a CodecBuilder<'a, 'a>,
}

impl ReplacementBuilder<'_> {
    fn add(
        &self,
        (order, pattern): (usize, &CompressionPattern<'_>),
        (from, to): (&CompressionSide<'_>, &CompressionSide<'_>),
        all: &mut FxHashMap<InstructionId, Vec<CompressReplacement>>,
    ) -> Result<(), AnalysisError> {
        let subtarget = self.codecs.subtarget;
        let mut features = MachineSubtarget::conditions(pattern.record)?;
        features.extend(MachineSubtarget::conditions(to.instruction)?);
        if !features.iter().all(|condition| subtarget.holds(condition)) {
            return Ok(());
        }
        let ids = [from, to].map(|side| self.instructions.id(side.instruction.id()));
        let [Some(key), Some(instruction)] = ids else { return Ok(()) };
        let mut conditions = Vec::new();
        for (index, mapped) in from.map.iter().enumerate() {
            if let Some(other) = mapped.same_as {
                conditions.push(CompressCondition::Same(index, other));
            }
            match self.value(mapped.value) {
                Some(CompressSource::Value(value)) => {
                    conditions.push(CompressCondition::Equal(index, value))
                }
                Some(CompressSource::Operand(_)) => {}
                None => return Ok(()),
            }
        }
        let mut operands = Vec::new();
        for (operand, mapped) in to.operands.iter().zip(&to.map) {
            let Some(source) = self.value(mapped.value) else { return Ok(()) };
            let class = mapped.ty.unwrap_or(operand.class);
            if let CompressSource::Operand(index) = source
                && operand.tied_to.is_none()
                && let Some(class) = self.codecs.class_of_operand(class)
            {
                let members = self.codecs.members(class).into_iter().map(|(id, _)| id);
                let mut members: Vec<RegisterId> = members.collect();
                members.sort_unstable();
                conditions.push(CompressCondition::In(index, members));
            }
            if let CompressSource::Operand(index) = source
                && let Some(width) = subtarget.operand_width(self.codecs.syntax, class)
            {
                conditions.push(CompressCondition::Below(index, 1 << width.min(62)));
            }
            if let CompressSource::Operand(index) = source
                && let Some(codec) = self.codecs.numbers(class)
            {
                conditions.push(CompressCondition::Number(index, codec));
            }
            operands.push(source);
        }
        let record = pattern.record.id();
        let replacement =
            CompressReplacement { instruction, conditions, operands, record, order, features };
        all.entry(key).or_default().push(replacement);
        Ok(())
    }

    fn value(&self, value: MappedValue<'_>) -> Option<CompressSource> {
        let register = |record| {
            let register = self.registers.for_record(record)?;
            Some(CompressSource::Value(InsnOperand::Register(register)))
        };
        match value {
            MappedValue::Operand(index) => Some(CompressSource::Operand(index)),
            MappedValue::Immediate(number) => {
                Some(CompressSource::Value(InsnOperand::Number(number)))
            }
            MappedValue::Register(record) => register(record.id()),
            MappedValue::RegisterByHwMode(choice) => {
                let choice = self.by_mode.register(choice.id())?;
                register(choice.in_mode(self.codecs.subtarget.mode)?)
            }
        }
    }
}
