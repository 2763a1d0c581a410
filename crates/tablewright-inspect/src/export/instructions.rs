//! Instructions with operands, flags and encodings; operand classes.

use serde::Serialize;
use tablewright_records::{AnalysisError, Record, RecordStore, RecordView, Value, ValueId};
use tablewright_selection::patterns::InstructionFlags;
use tablewright_syntax::diagnostic::Diagnostics;
use tablewright_syntax::symbol::Symbol;
use tablewright_target::hw_modes::{HwModeId, HwModes};
use tablewright_target::instructions::encoding::{
    EncodingBit, EncodingBits, EncodingRecords, are_little_endian, is_encoded,
};
use tablewright_target::instructions::flags::INSTRUCTION_FLAGS;
use tablewright_target::instructions::operands::{
    self, InstructionOperands, OperandConstraint, Operands,
};
use tablewright_target::instructions::variable_encoding::is_variable;
use tablewright_target::instructions::{InstructionId, Instructions};
use tablewright_target::record_views::instruction::{InstructionRecord, OperandRecord};
use tablewright_target::target::target;

use super::names;
use crate::SourceLocation;

/// An instruction.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Instruction {
    /// The record's name.
    pub name: String,
    /// The number in the target's enumeration.
    pub number: u32,
    /// The enumerator's namespace.
    pub namespace: String,
    /// The position of the `def` or of the innermost `defm`.
    pub location: SourceLocation,
    /// Whether it is generic: an instruction of all targets.
    pub is_generic: bool,
    /// Size in bytes; 0 if unknown.
    pub size: i64,
    /// The assembly text with all variants.
    pub assembly: String,
    /// Defined operands in order.
    pub outputs: Vec<ExportedOperand>,
    /// Used operands in order.
    pub inputs: Vec<ExportedOperand>,
    /// Whether further operands may follow.
    pub is_variadic: bool,
    /// Registers that it defines implicitly.
    pub implicit_defs: Vec<String>,
    /// Registers that it uses implicitly.
    pub implicit_uses: Vec<String>,
    /// The names of its flags, including flags inferred from patterns, in the order of LLVM's
    /// `MCInstrDesc`.
    pub flags: Vec<&'static str>,
    /// The predicates that it requires, by record name.
    pub predicates: Vec<String>,
    /// Its encodings; empty for a pseudo-instruction.
    pub encodings: Vec<ExportedEncoding>,
    /// Parts of the encodings that only comparisons need.
    #[serde(skip)]
    pub(crate) more: EncodingParts,
}

/// Parts of an instruction's encodings that are not exported.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub(crate) struct EncodingParts {
    /// For each encoding with such bits, the field `SoftFail`.
    pub(crate) soft_fail: Vec<String>,
    /// The field `TSFlags` as digits, the highest bit first.
    pub(crate) target_flags: String,
    /// An encoding of variable length, which replaces the others.
    pub(crate) variable: Vec<String>,
}

/// An operand of an instruction.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct ExportedOperand {
    /// The name without `$`; empty if it has none.
    pub name: String,
    /// The record of its class: a register class or an operand class.
    pub class: String,
    /// Machine operand count.
    pub parts: u32,
    /// The number of the machine operand whose register it shares.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tied_to: Option<u32>,
    /// Whether it is written before all inputs are read (early clobber).
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub is_early_clobber: bool,
}

/// A fixed-length encoding.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct ExportedEncoding {
    /// Its hardware mode; `None` for all modes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mode: Option<String>,
    /// Width in bits.
    pub width: u32,
    /// The bits from highest to lowest, in runs: `0b0110`, `?` for a bit with any value (`?*3` for
    /// three), `rs1{4-0}` for operand bits.
    pub bits: Vec<String>,
}

/// Lists a target's instructions.
///
/// # Errors
/// Errors from the analyses.
pub fn instructions(
    store: &RecordStore,
    diagnostics: &mut Diagnostics,
) -> Result<Vec<Instruction>, AnalysisError> {
    let lister = Lister {
        store,
        instructions: store.analysis(diagnostics)?,
        operands: store.analysis(diagnostics)?,
        flags: store.analysis(diagnostics)?,
        modes: store.analysis(diagnostics)?,
        is_reversed: are_little_endian(target(store)?)?,
    };
    lister.instructions.iter().map(|(id, _)| lister.instruction(id)).collect()
}

struct Lister<'s> {
    store: &'s RecordStore,
    instructions: &'s Instructions,
    operands: &'s InstructionOperands,
    flags: &'s InstructionFlags,
    modes: &'s HwModes,
    is_reversed: bool,
}

impl Lister<'_> {
    fn instruction(&self, id: InstructionId) -> Result<Instruction, AnalysisError> {
        let record = self.store.record(self.instructions.record(id));
        let described =
            InstructionRecord::new(self.store.record(self.instructions.description(id)));
        let operands = self.operands.for_instruction(id);
        let flags = self.flags.for_instruction(id);
        let operand = |operand: &_| self.operand(operands, operand);
        let (outputs, inputs) = operands.list().split_at(operands.def_count());
        Ok(Instruction {
            name: record.name().to_owned(),
            number: id.index() as u32,
            // A pseudo instruction that the target specializes keeps its enumerator.
            namespace: InstructionRecord::new(record).namespace()?.to_owned(),
            location: SourceLocation::new(self.store.sources(), record.pos()),
            is_generic: self.instructions.generic().contains(&id.index()),
            size: described.size()?,
            assembly: described.asm_string()?.to_owned(),
            outputs: outputs.iter().map(operand).collect(),
            inputs: inputs.iter().map(operand).collect(),
            is_variadic: operands.is_variadic(),
            implicit_defs: names(self.store, described.defs()?.iter().map(|it| it.id())),
            implicit_uses: names(self.store, described.uses()?.iter().map(|it| it.id())),
            flags: INSTRUCTION_FLAGS
                .iter()
                .filter(|&&(flag, _)| flags.has(flag))
                .map(|&(_, name)| name)
                .collect(),
            predicates: names(self.store, described.predicates()?.iter().map(|it| it.id())),
            encodings: self.encodings(described)?,
            more: self.encoding_parts(described)?,
        })
    }

    fn operand(&self, operands: Operands<'_>, operand: &operands::Operand) -> ExportedOperand {
        let constraints = || operands.parts(operand).iter().map(|part| part.constraint);
        ExportedOperand {
            name: self.store.str(operand.name).to_owned(),
            class: self.store.record(operands.class(operand).record).name().to_owned(),
            parts: operand.mi_operand_count,
            tied_to: constraints().find_map(|constraint| match constraint {
                OperandConstraint::TiedTo(output) => Some(output),
                OperandConstraint::None | OperandConstraint::EarlyClobber => None,
            }),
            is_early_clobber: constraints().any(|it| it == OperandConstraint::EarlyClobber),
        }
    }

    /// Returns the records with the fields of an instruction's encodings, with their hardware modes.
    fn encoding_records<'s>(
        &self,
        record: Record<'s>,
    ) -> Result<Vec<(Option<HwModeId>, Record<'s>)>, AnalysisError> {
        if !is_encoded(record)? {
            return Ok(Vec::new());
        }
        Ok(match EncodingRecords::new(record, self.modes)? {
            EncodingRecords::Universal(record) => vec![(None, record)],
            EncodingRecords::ByMode(list) => {
                list.into_iter().map(|(mode, record)| (Some(mode), record)).collect()
            }
        })
    }

    fn encoding_parts(
        &self,
        instruction: InstructionRecord<'_>,
    ) -> Result<EncodingParts, AnalysisError> {
        let record: Record<'_> = instruction.into();
        let mut parts = EncodingParts::default();
        if let Some(flags) = record.field("TSFlags") {
            parts.target_flags = self.digits(flags.value);
        }
        for (_, record) in self.encoding_records(record)? {
            if is_variable(record)
                && let Some(inst) = record.field("Inst")
            {
                parts.variable.push(self.store.value_text(inst.value));
            }
            let soft_fail = record.field("SoftFail").map(|field| self.digits(field.value));
            parts.soft_fail.extend(soft_fail.filter(|digits| digits.contains(|c| c != '0')));
        }
        Ok(parts)
    }

    /// Returns the bits of a value as digits, the highest bit first. Empty if the value has none.
    fn digits(&self, value: ValueId) -> String {
        let Value::Bits(bits) = self.store.value(value) else { return String::new() };
        let digit = |bit: usize| {
            let bit = self.store.value(bits.get(bit));
            if let Value::Bit(bit) = bit { if bit { '1' } else { '0' } } else { '?' }
        };
        (0..bits.len()).rev().map(digit).collect()
    }

    fn encodings(
        &self,
        instruction: InstructionRecord<'_>,
    ) -> Result<Vec<ExportedEncoding>, AnalysisError> {
        let records = self.encoding_records(instruction.into())?;
        let mut encodings = Vec::with_capacity(records.len());
        for (mode, record) in records {
            // The encoding has a variable length or is missing, as on X86.
            if is_variable(record) || !record.has_field("Inst") {
                continue;
            }
            let bits = EncodingBits::new(record, self.is_reversed)?;
            encodings.push(ExportedEncoding {
                mode: mode.map(|mode| self.modes.get(mode).name.clone()),
                width: bits.width(),
                bits: self.runs(bits),
            });
        }
        Ok(encodings)
    }

    /// Splits an encoding into runs, highest bits first.
    fn runs(&self, bits: EncodingBits<'_>) -> Vec<String> {
        let mut runs: Vec<OperandRun> = Vec::new();
        for bit in (0..bits.width()).rev() {
            match (bits.get(bit), runs.last_mut()) {
                (EncodingBit::Fixed(value), Some(OperandRun::Fixed(digits))) => {
                    digits.push(if value { '1' } else { '0' });
                }
                (EncodingBit::Fixed(value), _) => {
                    runs.push(OperandRun::Fixed(String::from(if value { "0b1" } else { "0b0" })));
                }
                (EncodingBit::Unset, Some(OperandRun::Unset(count))) => *count += 1,
                (EncodingBit::Unset, _) => runs.push(OperandRun::Unset(1)),
                (
                    EncodingBit::Variable { field, bit },
                    Some(OperandRun::Field { name, low, .. }),
                ) if *name == field && *low == bit + 1 => {
                    *low = bit;
                }
                (EncodingBit::Variable { field, bit }, _) => {
                    runs.push(OperandRun::Field { name: field, high: bit, low: bit });
                }
            }
        }
        runs.into_iter()
            .map(|run| match run {
                OperandRun::Fixed(digits) => digits,
                OperandRun::Unset(1) => "?".to_owned(),
                OperandRun::Unset(count) => format!("?*{count}"),
                OperandRun::Field { name, high, low } if high == low => {
                    format!("{}{{{high}}}", self.store.str(name))
                }
                OperandRun::Field { name, high, low } => {
                    format!("{}{{{high}-{low}}}", self.store.str(name))
                }
            })
            .collect()
    }
}

/// Adjacent bits of an encoding.
enum OperandRun {
    /// The digits.
    Fixed(String),
    /// Bit count.
    Unset(u32),
    /// Bits of a field, in descending order.
    Field { name: Symbol, high: u32, low: u32 },
}

/// An operand class: a record of class `Operand`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct ExportedOperandType {
    /// The record's name.
    pub name: String,
    /// The definition's position.
    pub location: SourceLocation,
    /// The value type.
    #[serde(rename = "type")]
    pub ty: String,
    /// LLVM's enumerator for its kind.
    pub operand_type: String,
    /// The method that prints it.
    pub print_method: String,
    /// The method that encodes it, if any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub encoder_method: Option<String>,
    /// The classes of its parts, if there are several.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub parts: Vec<String>,
}

/// Lists the operand classes in natural order by name.
///
/// # Errors
/// If a field lacks a value of its type.
pub fn operands(store: &RecordStore) -> Result<Vec<ExportedOperandType>, AnalysisError> {
    let mut list = Vec::new();
    for operand in OperandRecord::all_if_defined(store) {
        let parts = operand.mi_operand_info()?;
        let encoder = operand.encoder_method()?.filter(|&it| !store.str(it).is_empty());
        list.push(ExportedOperandType {
            name: operand.name().to_owned(),
            location: SourceLocation::new(store.sources(), operand.pos()),
            ty: if let Value::Def(record) = store.value(operand.ty()?) {
                store.record(record).name().to_owned()
            } else {
                store.value_text(operand.ty()?)
            },
            operand_type: operand.operand_type()?.to_owned(),
            print_method: operand.print_method()?.to_owned(),
            encoder_method: encoder.map(|it| store.str(it).to_owned()),
            parts: parts.args.iter().map(|arg| store.value_text(arg.value)).collect(),
        });
    }
    Ok(list)
}
