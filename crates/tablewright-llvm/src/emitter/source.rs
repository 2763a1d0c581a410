//! The instructions of a target that are encoded.

use tablewright_backend::{Failure, Job};
use tablewright_records::{Feature, FieldError, Record};
use tablewright_target::hw_modes::HwModes;
use tablewright_target::instructions::Instructions;
use tablewright_target::instructions::encoding::is_encoded;
use tablewright_target::instructions::operands::InstructionOperands;
use tablewright_target::record_views::instruction::TargetRecord;
use tablewright_target::target::target;

/// The opcodes in encoding tables, and the encoder's action for other opcodes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum OpcodeRange {
    /// Tables have a row for every opcode. For an opcode without an encoding, the encoder builds a message.
    All,
    /// Tables begin at the first opcode that has an encoding. The target reports others.
    Supported,
}

/// The records and analyses that encodings are built from.
pub(super) struct EncoderSource<'s> {
    pub(super) target: TargetRecord<'s>,
    pub(super) modes: &'s HwModes,
    pub(super) instructions: &'s Instructions,
    pub(super) operands: &'s InstructionOperands,
    pub(super) opcode_range: OpcodeRange,
    /// All instructions, in natural order of their names.
    pub(super) all: Vec<Record<'s>>,
}

impl<'s> EncoderSource<'s> {
    pub(super) fn collect(job: &mut Job<'s>) -> Result<EncoderSource<'s>, Failure> {
        let reports = job.store.release().has(Feature::EncodersReportUnsupported);
        Ok(EncoderSource {
            opcode_range: if reports { OpcodeRange::Supported } else { OpcodeRange::All },
            target: target(job.store)?,
            modes: job.analysis()?,
            instructions: job.analysis()?,
            operands: job.analysis()?,
            all: job.store.derived_from_name("Instruction")?,
        })
    }

    /// Returns the instructions that are encoded, in natural order of their names.
    pub(super) fn encoded(&self) -> Result<Vec<Record<'s>>, FieldError> {
        let mut encoded = Vec::with_capacity(self.all.len());
        for &instruction in &self.all {
            if is_encoded(instruction)? {
                encoded.push(instruction);
            }
        }
        Ok(encoded)
    }
}
