//! Short forms (`CompressPat`): an instruction that does the same as a long instruction with other operands.

use std::collections::BTreeMap;

use tablewright_backend::{Failure, Job};
use tablewright_records::RecordId;
use tablewright_target::compress_pattern::{CompressionPattern, MappedValue};
use tablewright_target::hw_modes::HwModeId;
use tablewright_target::instructions::operands::InstructionOperands;
use tablewright_target::instructions::{InstructionId, Instructions};
use tablewright_target::registers::RegistersByHwMode;

/// The long instruction for a short form.
pub(super) struct ShortForm {
    pub(super) long: InstructionId,
    /// By machine operand of the long instruction.
    pub(super) sources: Vec<OperandSource>,
}

/// The origin of an operand's value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum OperandSource {
    /// A machine operand, with the record of its class.
    Operand {
        number: u32,
        class: RecordId,
    },
    Number(i64),
    Register(RecordId),
    /// Several machine operands, as an address has.
    Parts,
}

/// Reads the long forms for each short instruction, in the order of their records.
///
/// # Errors
///
/// If a `CompressPat` record is invalid.
pub(super) fn short_forms(
    job: &mut Job<'_>,
    mode: HwModeId,
) -> Result<BTreeMap<InstructionId, Vec<ShortForm>>, Failure> {
    let mut forms: BTreeMap<InstructionId, Vec<ShortForm>> = BTreeMap::new();
    if job.store.derived_if_defined("CompressPat").is_empty() {
        return Ok(forms);
    }
    let instructions: &Instructions = job.analysis()?;
    let operands: &InstructionOperands = job.analysis()?;
    let by_mode: &RegistersByHwMode = job.analysis()?;
    for pattern in CompressionPattern::collect(job.store, job.diagnostics)? {
        let (input, output) = (&pattern.input, &pattern.output);
        let ids = [input, output].map(|side| instructions.id(side.instruction.id()));
        let [Some(long), Some(short)] = ids else { continue };
        let source = |value: MappedValue<'_>| match value {
            MappedValue::Operand(index) => {
                let operand = output.operands.get(index)?;
                // A part of a larger operand has a class of its own.
                let whole = operands.for_instruction(short);
                let is_whole = whole.list().get(index).is_some_and(|it| it.mi_operand_count == 1);
                let class = if is_whole { operand.whole } else { operand.class };
                Some(OperandSource::Operand { number: index as u32, class: class.id() })
            }
            MappedValue::Immediate(number) => Some(OperandSource::Number(number)),
            MappedValue::Register(register) => Some(OperandSource::Register(register.id())),
            MappedValue::RegisterByHwMode(choice) => {
                let choice = by_mode.register(choice.id())?;
                let register =
                    choice.in_mode(mode).or_else(|| choice.in_mode(HwModeId::DEFAULT))?;
                Some(OperandSource::Register(register))
            }
        };
        let sources: Option<Vec<_>> = input.map.iter().map(|mapped| source(mapped.value)).collect();
        // In older releases an argument is a whole operand, which may have several parts.
        let has_parts = [(long, input), (short, output)].iter().any(|(id, side)| {
            let list = operands.for_instruction(*id).list();
            list.iter().map(|operand| operand.mi_operand_count as usize).sum::<usize>()
                != side.operands.len()
        });
        if let Some(sources) = sources.filter(|_| !has_parts && !pattern.is_compress_only) {
            forms.entry(short).or_default().push(ShortForm { long, sources });
        }
    }
    Ok(forms)
}
