//! Instruction facts for importing: pointer and immediate operands, and a few generic instructions by name.

use std::cell::OnceCell;

use tablewright_index::IndexVec;
use tablewright_records::{Dag, FieldError, Record, RecordStore, RecordView, Value};
use tablewright_target::instructions::{InstructionId, Instructions};
use tablewright_target::record_views::instruction::InstructionRecord;

use crate::record_views::global_isel::TypedOperandRecord;

/// Operands with a `TypedOperand` class that describes them further.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct TypedOperands {
    pointer_outputs: u64,
    pointer_inputs: u64,
    immediate_inputs: u64,
    /// Whether its operand types leave the meaning of their bits open.
    pub(super) are_generic: bool,
}

impl TypedOperands {
    fn read(record: Record<'_>) -> Result<TypedOperands, FieldError> {
        let instruction = InstructionRecord::new(record);
        let (outputs, inputs) = (instruction.out_operand_list()?, instruction.in_operand_list()?);
        let (is_pointer, is_immediate) =
            (TypedOperandRecord::is_pointer, TypedOperandRecord::is_immediate);
        Ok(TypedOperands {
            pointer_outputs: operands_with(record, outputs, is_pointer)?,
            pointer_inputs: operands_with(record, inputs, is_pointer)?,
            immediate_inputs: operands_with(record, inputs, is_immediate)?,
            are_generic: instruction.gisel_match_generic_types()?,
        })
    }

    pub(super) fn is_pointer_output(self, at: usize) -> bool {
        has(self.pointer_outputs, at)
    }

    pub(super) fn is_pointer_input(self, at: usize) -> bool {
        has(self.pointer_inputs, at)
    }

    pub(super) fn is_immediate_input(self, at: usize) -> bool {
        has(self.immediate_inputs, at)
    }
}

fn has(bits: u64, at: usize) -> bool {
    at < 64 && bits >> at & 1 != 0
}

/// Returns a bit mask of the operands in a list that are `TypedOperand`s with a true field. Its bits suffice for all
/// generic instructions.
fn operands_with<'s>(
    record: Record<'s>,
    list: Dag<'s>,
    field: impl Fn(TypedOperandRecord<'s>) -> Result<bool, FieldError>,
) -> Result<u64, FieldError> {
    let store = record.store();
    let mut bits = 0;
    for (at, arg) in list.args.iter().enumerate().take(64) {
        let Value::Def(operand) = store.value(arg.value) else { continue };
        let operand = store.record(operand);
        if let Some(operand) = TypedOperandRecord::from_record(operand)
            && field(operand)?
        {
            bits |= 1 << at;
        }
    }
    Ok(bits)
}

/// Cached instruction facts.
pub(super) struct InstructionFacts {
    typed: IndexVec<InstructionId, OnceCell<TypedOperands>>,
}

impl InstructionFacts {
    pub(super) fn new(instructions: &Instructions) -> InstructionFacts {
        InstructionFacts { typed: instructions.side_table(OnceCell::new()) }
    }

    pub(super) fn typed_operands(
        &self,
        store: &RecordStore,
        instructions: &Instructions,
        id: InstructionId,
    ) -> Result<TypedOperands, FieldError> {
        let cell = &self.typed[id];
        match cell.get() {
            Some(&known) => Ok(known),
            None => {
                let typed = TypedOperands::read(store.record(instructions.record(id)))?;
                Ok(*cell.get_or_init(|| typed))
            }
        }
    }
}

/// The instructions that are treated in a way of their own, by name.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct KnownInstructions {
    pub(super) constant: Option<InstructionId>,
    pub(super) f_constant: Option<InstructionId>,
    pub(super) frame_index: Option<InstructionId>,
    pub(super) block_address: Option<InstructionId>,
    pub(super) icmp: Option<InstructionId>,
    pub(super) fcmp: Option<InstructionId>,
    pub(super) fptosi_sat: Option<InstructionId>,
    pub(super) fptoui_sat: Option<InstructionId>,
    pub(super) intrinsics: [Option<InstructionId>; 4],
    pub(super) build_vector: Option<InstructionId>,
    pub(super) build_vector_trunc: Option<InstructionId>,
    pub(super) copy: Option<InstructionId>,
    pub(super) implicit_def: Option<InstructionId>,
    pub(super) subregister: SubregisterInstructions,
}

/// The instructions with which patterns compose and split registers.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct SubregisterInstructions {
    copy_to_regclass: Option<InstructionId>,
    extract_subreg: Option<InstructionId>,
    insert_subreg: Option<InstructionId>,
    subreg_to_reg: Option<InstructionId>,
    reg_sequence: Option<InstructionId>,
}

/// The effect of an instruction on sub-registers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum SubregisterKind {
    CopyToRegClass,
    ExtractSubreg,
    InsertSubreg,
    SubregToReg,
    RegSequence,
    /// Nothing relevant for importing.
    None,
}

impl KnownInstructions {
    pub(super) fn new(store: &RecordStore, instructions: &Instructions) -> KnownInstructions {
        let named = |name: &str| instructions.id(store.find_record(name)?);
        KnownInstructions {
            constant: named("G_CONSTANT"),
            f_constant: named("G_FCONSTANT"),
            frame_index: named("G_FRAME_INDEX"),
            block_address: named("G_BLOCK_ADDR"),
            icmp: named("G_ICMP"),
            fcmp: named("G_FCMP"),
            fptosi_sat: named("G_FPTOSI_SAT"),
            fptoui_sat: named("G_FPTOUI_SAT"),
            intrinsics: [
                named("G_INTRINSIC"),
                named("G_INTRINSIC_W_SIDE_EFFECTS"),
                named("G_INTRINSIC_CONVERGENT"),
                named("G_INTRINSIC_CONVERGENT_W_SIDE_EFFECTS"),
            ],
            build_vector: named("G_BUILD_VECTOR"),
            build_vector_trunc: named("G_BUILD_VECTOR_TRUNC"),
            copy: named("COPY"),
            implicit_def: named("IMPLICIT_DEF"),
            subregister: SubregisterInstructions {
                copy_to_regclass: named("COPY_TO_REGCLASS"),
                extract_subreg: named("EXTRACT_SUBREG"),
                insert_subreg: named("INSERT_SUBREG"),
                subreg_to_reg: named("SUBREG_TO_REG"),
                reg_sequence: named("REG_SEQUENCE"),
            },
        }
    }
}

impl SubregisterInstructions {
    pub(super) fn kind(&self, instruction: InstructionId) -> SubregisterKind {
        let is = |known: Option<InstructionId>| known == Some(instruction);
        if is(self.copy_to_regclass) {
            SubregisterKind::CopyToRegClass
        } else if is(self.extract_subreg) {
            SubregisterKind::ExtractSubreg
        } else if is(self.insert_subreg) {
            SubregisterKind::InsertSubreg
        } else if is(self.subreg_to_reg) {
            SubregisterKind::SubregToReg
        } else if is(self.reg_sequence) {
            SubregisterKind::RegSequence
        } else {
            SubregisterKind::None
        }
    }
}
