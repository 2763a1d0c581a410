//! X86 operands and the encoding parts that contain them.
//!
//! In: an instruction form and the operands. Out: the encoding and type for each operand.

use tablewright_records::{FieldError, Record};

use super::form::Form;
use super::instruction::X86Instruction;
use super::operand_kind::{OperandEncoding, Slot, X86OperandType, operand_encoding, operand_type};
use crate::instructions::operands::{OperandConstraint, Operands};

/// Maximal operand count.
pub const MAX_OPERANDS: usize = 6;

/// The encoding and type of an operand.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct OperandSpecifier {
    /// The operand position.
    pub encoding: OperandEncoding,
    /// The operand type.
    pub operand_type: X86OperandType,
}

/// The operands in an instruction.
pub type OperandSet = [OperandSpecifier; MAX_OPERANDS];

/// An empty operand set.
pub const NO_OPERANDS: OperandSet =
    [OperandSpecifier { encoding: OperandEncoding::None, operand_type: X86OperandType::None };
        MAX_OPERANDS];

/// A slot in a form.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum NeededSlot {
    /// A required operand.
    Needed(Slot),
    /// An optional operand.
    Optional(Slot),
}

use NeededSlot::{Needed, Optional};

/// Returns the operand positions in `instruction`.
///
/// # Errors
/// Returns an error if the operand count does not match the form, or an operand does not fit its
/// slot.
pub fn operand_set(
    instruction: &X86Instruction<'_>,
    operands: Operands<'_>,
) -> Result<OperandSet, FieldError> {
    let list = operands.list();
    if list.len() > MAX_OPERANDS {
        let error = instruction.error("X86_MAX_OPERANDS is not large enough");
        return Err(error.label_field(instruction.record, "InOperandList"));
    }
    let same_as = duplicates(operands);
    let own_count = list.len() - operands.list().iter().filter(|op| is_tied(operands, op)).count();
    let mut set = NO_OPERANDS;
    let (mut next, mut own) = (0, 0);
    for needed in needed_slots(instruction) {
        let slot = match needed {
            Needed(slot) => slot,
            Optional(_) if own >= own_count => continue,
            Optional(slot) => slot,
        };
        // An output tied to an input is not encoded again.
        while let Some(&Some(original)) = same_as.get(next) {
            set[next] = OperandSpecifier {
                encoding: OperandEncoding::Dup,
                operand_type: X86OperandType::Dup(original),
            };
            next += 1;
        }
        let Some(operand) = list.get(next) else {
            let form = instruction.encoding.form.0;
            let error =
                instruction.error(&format!("Unexpected number of operands for form {form}"));
            return Err(error.label_field(instruction.record, "InOperandList"));
        };
        let record = instruction.record.store().record(operands.class(operand).record);
        set[next] = specifier(instruction, slot, record)?;
        next += 1;
        own += 1;
    }
    Ok(set)
}

/// Whether the first part of an operand is tied to an output.
fn is_tied(operands: Operands<'_>, operand: &crate::instructions::operands::Operand) -> bool {
    let first = operands.parts(operand).first();
    first.is_some_and(|part| matches!(part.constraint, OperandConstraint::TiedTo(_)))
}

/// By operand, the index of the tied operand that is encoded; `None` if it is not tied.
fn duplicates(operands: Operands<'_>) -> Vec<Option<u8>> {
    let mut same_as = vec![None; operands.list().len()];
    for (number, operand) in (0u8..).zip(operands.list()) {
        let first = operands.parts(operand).first();
        if let Some(OperandConstraint::TiedTo(output)) = first.map(|part| part.constraint) {
            // Outputs come first and have a single part each.
            if let Some(slot) = same_as.get_mut(output as usize) {
                *slot = Some(number);
            }
        }
    }
    same_as
}

fn specifier(
    instruction: &X86Instruction<'_>,
    slot: Slot,
    operand: Record<'_>,
) -> Result<OperandSpecifier, FieldError> {
    let (name, size) = (operand.name(), instruction.encoding.operand_size());
    let error = |what: &str| {
        let error = instruction.error(&format!("Unhandled {what} {name}"));
        error.label_record(operand, "what the operand is")
    };
    let Some(encoding) = operand_encoding(name, slot, size) else {
        return Err(error(&format!("{} encoding", slot.description())));
    };
    let Some(operand_type) = operand_type(name, instruction.flags().rex_w, size) else {
        return Err(error("type string"));
    };
    let scale = instruction.encoding.displacement_scale.checked_ilog2().unwrap_or(0) as u8;
    let encoding = if let OperandEncoding::Rm(_) = encoding {
        OperandEncoding::Rm(scale)
    } else if let OperandEncoding::Vsib(_) = encoding {
        OperandEncoding::Vsib(scale)
    } else {
        encoding
    };
    Ok(OperandSpecifier { encoding, operand_type })
}

/// Returns the slots of an instruction in operand order.
fn needed_slots(instruction: &X86Instruction<'_>) -> Vec<NeededSlot> {
    let form = instruction.encoding.form;
    if let Some(slots) = fixed_slots(form) {
        return slots.to_vec();
    }
    let flags = instruction.flags();
    let has_new_destination = instruction.encoding.has_new_destination();
    let vvvv = flags.vex_4v.then_some(Needed(Slot::VvvvRegister));
    let mask = flags.evex_k.then_some(Needed(Slot::WriteMask));
    let (new_destination, source) = if has_new_destination { (vvvv, None) } else { (None, vvvv) };
    let rm = Needed(rm_slot(form));
    let ro = Needed(Slot::RoRegister);
    let immediates = [Optional(Slot::Immediate); 2];
    let mut slots = Vec::new();
    match form {
        Form::MRM_DEST_REG | Form::MRM_DEST_MEM | Form::MRM_DEST_MEM_FSIB => {
            slots.extend(new_destination);
            slots.push(rm);
            slots.extend(mask.into_iter().chain(source));
            slots.push(ro);
            slots.extend(immediates);
        }
        Form::MRM_SRC_REG | Form::MRM_SRC_MEM | Form::MRM_SRC_MEM_FSIB => {
            slots.extend(new_destination);
            slots.push(ro);
            slots.extend(mask.into_iter().chain(source));
            slots.push(rm);
            slots.extend(immediates);
        }
        Form::MRM_SRC_REG_CC | Form::MRM_SRC_MEM_CC => {
            slots.extend(new_destination);
            slots.extend([ro, rm, Needed(Slot::OpcodeModifier)]);
        }
        form if form == Form::MRM_X_R || (Form::MRM_0_R..=Form::MRM_7_R).contains(&form) => {
            slots.extend(vvvv.into_iter().chain(mask));
            slots.extend([Optional(Slot::RmRegister), Optional(Slot::Relocation)]);
            slots.extend(immediates);
        }
        form if (Form::MRM_X_M..=Form::MRM_7_M).contains(&form) => {
            slots.extend(vvvv.into_iter().chain(mask));
            slots.extend([rm, Optional(Slot::Relocation)]);
            slots.extend(immediates);
        }
        form if form >= Form::MRM_0_X => slots.push(Optional(Slot::Relocation)),
        // Prefixes do not have operands; unknown forms are reported with the opcode.
        _ => {}
    }
    slots
}

/// Returns the slots of forms with the same slots in all instructions.
fn fixed_slots(form: Form) -> Option<&'static [NeededSlot]> {
    use Slot::{Immediate, Memory, OpcodeModifier, Relocation, RmRegister, RoRegister};
    const VVVV: Slot = Slot::VvvvRegister;
    Some(match form {
        Form::RAW => &[Optional(Relocation)],
        Form::RAW_SRC | Form::RAW_DST | Form::RAW_MEM_OFFS => &[Needed(Relocation)],
        Form::RAW_DST_SRC => &[Needed(Relocation), Needed(Relocation)],
        Form::RAW_IMM8 | Form::RAW_IMM16 => &[Needed(Immediate), Needed(Immediate)],
        Form::ADD_REG => &[Needed(OpcodeModifier), Optional(Relocation)],
        Form::ADD_CC => &[Needed(Relocation), Needed(OpcodeModifier)],
        Form::MRM_DEST_REG_CC => &[Needed(RmRegister), Needed(RoRegister), Needed(OpcodeModifier)],
        Form::MRM_DEST_MEM_CC => &[Needed(Memory), Needed(RoRegister), Needed(OpcodeModifier)],
        Form::MRM_DEST_MEM_4V_OP3_CC => {
            &[Needed(RoRegister), Needed(Memory), Needed(VVVV), Needed(OpcodeModifier)]
        }
        Form::MRM_SRC_REG_4V_OP3 => &[Needed(RoRegister), Needed(RmRegister), Needed(VVVV)],
        Form::MRM_SRC_MEM_4V_OP3 => &[Needed(RoRegister), Needed(Memory), Needed(VVVV)],
        Form::MRM_SRC_REG_OP4 => &[
            Needed(RoRegister),
            Needed(VVVV),
            Needed(Immediate),
            Needed(RmRegister),
            Optional(Immediate),
        ],
        Form::MRM_SRC_MEM_OP4 => &[
            Needed(RoRegister),
            Needed(VVVV),
            Needed(Immediate),
            Needed(Memory),
            Optional(Immediate),
        ],
        Form::MRM_X_R_CC => &[Needed(RmRegister), Needed(OpcodeModifier)],
        Form::MRM_X_M_CC => &[Needed(Memory), Needed(OpcodeModifier)],
        Form::MRM_R0 => &[Needed(RoRegister)],
        _ => return None,
    })
}

/// Returns the slot of the operand in ModR/M.rm.
fn rm_slot(form: Form) -> Slot {
    match form {
        Form::MRM_DEST_REG | Form::MRM_SRC_REG | Form::MRM_SRC_REG_CC => Slot::RmRegister,
        _ => Slot::Memory,
    }
}
