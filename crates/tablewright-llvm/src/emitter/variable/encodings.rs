//! Variable-length encodings: the fixed bits in each, and the operand pieces.

use tablewright_backend::Failure;
use tablewright_records::{Record, RecordView};
use tablewright_target::hw_modes::HwModeId;
use tablewright_target::instructions::encoding::EncodingRecords;
use tablewright_target::instructions::operands::Operands;
use tablewright_target::instructions::variable_encoding::{SegmentContent, VariableEncoding};
use tablewright_target::qualified_name::QualifiedName;
use tablewright_target::record_views::instruction::InstructionRecord;

use crate::emitter::source::EncoderSource;

pub(super) struct VariableEncodings<'s> {
    /// Modes with different encodings. If encodings do not differ, a single mode for all.
    pub(super) modes: Vec<EncodingMode>,
    pub(super) opcodes: Vec<QualifiedName<'s>>,
    /// By opcode, the encodings of its instruction.
    pub(super) encodings: Vec<VariableWidthEncodings<'s>>,
    /// Opcode index by instruction number. `None` if the instruction is not encoded.
    pub(super) by_number: Vec<Option<usize>>,
}

pub(super) struct EncodingMode {
    id: HwModeId,
    /// Suffix for table names.
    pub(super) suffix: String,
}

/// An instruction's encodings.
pub(super) struct VariableWidthEncodings<'s> {
    pub(super) code: VariableCode<'s>,
    /// The method that gets the finished encoding (`PostEncoderMethod`); it may be empty.
    pub(super) post_encoder: &'s str,
}

pub(super) enum VariableCode<'s> {
    Universal(VariableWidthEncoding<'s>),
    ByMode(Vec<(HwModeId, VariableWidthEncoding<'s>)>),
}

pub(super) struct VariableWidthEncoding<'s> {
    pub(super) width: u32,
    /// The fixed bits, 64 in a word, the lowest first.
    pub(super) words: Vec<u64>,
    pub(super) pieces: Vec<VariablePiece<'s>>,
}

/// An operand bit range.
pub(super) struct VariablePiece<'s> {
    pub(super) name: &'s str,
    /// Its number among the machine operands.
    pub(super) mi_operand: usize,
    /// Encoder method; empty for the default method.
    pub(super) encoder: &'s str,
    pub(super) width: u32,
    /// First operand bit.
    pub(super) low_bit: u32,
    /// First encoding bit.
    pub(super) offset: u32,
}

impl EncodingMode {
    /// Returns the number.
    pub(super) fn number(&self) -> usize {
        self.id.index()
    }
}

impl<'s> VariableEncodings<'s> {
    pub(super) fn collect(source: &EncoderSource<'s>) -> Result<VariableEncodings<'s>, Failure> {
        let mut by_number = vec![None; source.instructions.len()];
        let (mut opcodes, mut encodings) = (Vec::new(), Vec::new());
        for instruction in source.encoded()? {
            if let Some(id) = source.instructions.id(instruction.id()) {
                by_number[id.index()] = Some(opcodes.len());
            }
            opcodes.push(QualifiedName::from_record(instruction)?);
            let post_encoder = InstructionRecord::new(instruction).post_encoder_method()?;
            let post_encoder = post_encoder.map_or("", |method| instruction.store().str(method));
            encodings
                .push(VariableWidthEncodings { code: code(source, instruction)?, post_encoder });
        }
        let modes = modes(source, &encodings);
        Ok(VariableEncodings { modes, opcodes, encodings, by_number })
    }
}

impl<'s> VariableWidthEncodings<'s> {
    /// Returns the encoding in a mode.
    pub(super) fn for_mode(&self, mode: &EncodingMode) -> Option<&VariableWidthEncoding<'s>> {
        match &self.code {
            VariableCode::Universal(encoding) => Some(encoding),
            VariableCode::ByMode(encodings) => {
                let entry = encodings.iter().find(|(other, _)| *other == mode.id);
                entry.map(|(_, encoding)| encoding)
            }
        }
    }
}

fn modes(
    source: &EncoderSource<'_>,
    encodings: &[VariableWidthEncodings<'_>],
) -> Vec<EncodingMode> {
    let mut ids: Vec<HwModeId> = Vec::new();
    for instruction in encodings {
        if let VariableCode::ByMode(encodings) = &instruction.code {
            ids.extend(encodings.iter().map(|(mode, _)| *mode));
        }
    }
    ids.sort_unstable();
    ids.dedup();
    let mode =
        |&id: &HwModeId| EncodingMode { id, suffix: format!("_{}", source.modes.get(id).name) };
    match ids[..] {
        // If no instruction depends on the mode, there is a single table without a suffix.
        [] => vec![EncodingMode { id: HwModeId::DEFAULT, suffix: String::new() }],
        _ => ids.iter().map(mode).collect(),
    }
}

fn code<'s>(
    source: &EncoderSource<'s>,
    instruction: Record<'s>,
) -> Result<VariableCode<'s>, Failure> {
    Ok(match EncodingRecords::new(instruction, source.modes)? {
        EncodingRecords::Universal(record) => {
            VariableCode::Universal(encoding(source, instruction, record)?)
        }
        EncodingRecords::ByMode(records) => {
            let mut encodings = Vec::with_capacity(records.len());
            for (mode, record) in records {
                encodings.push((mode, encoding(source, instruction, record)?));
            }
            VariableCode::ByMode(encodings)
        }
    })
}

/// Reads the encoding of `instruction` in `record`.
fn encoding<'s>(
    source: &EncoderSource<'s>,
    instruction: Record<'s>,
    record: Record<'s>,
) -> Result<VariableWidthEncoding<'s>, Failure> {
    let store = instruction.store();
    let id = source.instructions.id(instruction.id());
    let operands: Operands<'s> = source
        .operands
        .for_instruction(id.expect("an instruction of the target's own has a number"));
    let variable = VariableEncoding::from_record(record)?;
    let width = variable.width();
    let mut words = vec![0; width.div_ceil(64) as usize];
    let mut pieces = Vec::new();
    let mut offset = 0;
    for segment in &variable.segments {
        match &segment.content {
            SegmentContent::Fixed(bits) => {
                for (bit_index, &bit) in (offset as usize..).zip(bits) {
                    words[bit_index / 64] |= u64::from(bit) << (bit_index % 64);
                }
            }
            &SegmentContent::Operand { name, low_bit, encoder, .. } => {
                let name = store.str(name);
                let part = operands.parse(instruction, name, true)?;
                let mi_operand = operands.mi_number(part);
                // The encoding may name a method for this operand. It takes precedence over the operand class's
                // method.
                let encoder = encoder.or(operands.mi_operands()[mi_operand].encoder_method);
                pieces.push(VariablePiece {
                    name: name.trim_start_matches('$'),
                    mi_operand,
                    encoder: encoder.map_or("", |method| store.str(method)),
                    width: segment.width,
                    low_bit,
                    offset,
                });
            }
        }
        offset += segment.width;
    }
    Ok(VariableWidthEncoding { width, words, pieces })
}
