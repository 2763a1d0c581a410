//! The encoding of an instruction of X86: what the fields of its record say of prefixes, opcode and
//! ModR/M.
//!
//! In: a record of class `X86Inst`. Out: [`X86Encoding`], also of instructions that nothing is decoded
//! to. What follows for a decoder is left to [`instruction`](super::instruction).

use tablewright_records::{Feature, FieldError, Record, RecordView};

use super::form::Form;
use super::operand_kind::OperandSize;
use crate::record_views::instruction::InstructionRecord;
use crate::record_views::x86_inst::X86InstRecord;

pub use crate::record_views::x86_inst::number;

/// The encoding of an instruction, by the numbers that the description gives to prefixes, maps and
/// forms.
#[doc(alias = "RecognizableInstrBase")]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct X86Encoding {
    /// How its prefixes are written.
    pub kind: EncodingKind,
    /// Where operands are.
    pub form: Form,
    /// The table of its opcode: the number of a record of class `Map`.
    pub map: u8,
    /// The opcode, or the first one.
    pub opcode: u8,
    /// The prefix that is part of the opcode: the number of a record of class `Prefix`.
    pub prefix: u8,
    /// The number of a record of class `OperandSize`.
    pub operand_size: u8,
    /// The number of a record of class `AddressSize`.
    pub address_size: u8,
    /// What it says yes or no to.
    pub flags: Flags,
    /// The unit of displacements; zero for bytes.
    pub displacement_scale: u8,
    /// The prefix that it always has: the number of a record of class `ExplicitOpPrefix`.
    pub explicit_prefix: u8,
    /// Whether the assembler does not know it.
    pub is_code_gen_only: bool,
    /// Whether words are decoded to it.
    pub is_decoded: bool,
}

/// How the prefixes of an instruction are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EncodingKind {
    /// Byte by byte.
    Normal,
    /// In a prefix VEX.
    Vex,
    /// In a prefix XOP, which has the fields of VEX.
    Xop,
    /// In a prefix EVEX.
    Evex,
}

/// The fields of type `bit`, which say independent things.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Flags {
    /// It has the bit W.
    pub rex_w: bool,
    /// It does not care about the bit W.
    pub ignores_w: bool,
    /// It has a register in the field vvvv.
    pub vex_4v: bool,
    /// The bit L of VEX: vectors of 256 bits.
    pub vex_l: bool,
    /// It does not care about the bit L.
    pub ignores_length: bool,
    /// The bit L' of EVEX: vectors of 512 bits.
    pub evex_l2: bool,
    /// It has a mask.
    pub evex_k: bool,
    /// Elements that are masked become zero.
    pub evex_z: bool,
    /// The bit B of EVEX.
    pub evex_b: bool,
    /// The bit NF of EVEX: flags stay as they are.
    pub evex_nf: bool,
    /// The bit U of EVEX: vectors of 256 bits beside a way to round.
    pub evex_u: bool,
}

/// The table of instructions that were there before EVEX and got a prefix EVEX.
pub const MAP4: u8 = 8;

/// The numbers of records of class `Prefix`.
pub(super) const OP_SIZE: u8 = 1;
pub(super) const XS: u8 = 2;
pub(super) const XD: u8 = 3;
/// No prefix, but others with one are other instructions.
pub(super) const NO_OTHER: u8 = 4;

/// The numbers of records of class `AddressSize`.
pub(super) const ADDRESS16: u8 = 1;
pub(super) const ADDRESS32: u8 = 2;
pub(super) const ADDRESS64: u8 = 3;

/// The numbers of the records `ExplicitREX2` and `ExplicitEVEX`.
pub(super) const EXPLICIT_REX2: u8 = 1;
const EXPLICIT_EVEX: u8 = 3;

impl X86Encoding {
    /// The encoding that `record` describes; `None` where it is no instruction of X86.
    ///
    /// # Errors
    /// Where a field has no value.
    pub fn of(record: Record<'_>) -> Result<Option<X86Encoding>, FieldError> {
        let Some(inst) = X86InstRecord::of(record) else { return Ok(None) };
        let prefix = inst.op_prefix()?.0;
        let map = opcode_map(inst)?;
        let opcode = inst.opcode()?.0;
        let form = Form(inst.form()?.0);
        let kind = match inst.op_enc()?.0 {
            0 => EncodingKind::Normal,
            1 => EncodingKind::Vex,
            2 => EncodingKind::Xop,
            _ => EncodingKind::Evex,
        };
        let operand_size = inst.op_size()?.0;
        let address_size = inst.ad_size()?.0;
        let flags = Flags::of(inst)?;
        let is_code_gen_only = InstructionRecord::new(record).is_code_gen_only()?;
        let is_asm_parser_only = InstructionRecord::new(record).is_asm_parser_only()?;
        let is_disassembled = inst.force_disassemble()? || !is_code_gen_only;
        Ok(Some(X86Encoding {
            kind,
            form,
            map,
            opcode,
            prefix,
            operand_size,
            address_size,
            flags,
            displacement_scale: inst.cd8_scale()?.0,
            explicit_prefix: inst.explicit_op_prefix()?.0,
            is_code_gen_only,
            is_decoded: form != Form::PSEUDO && is_disassembled && !is_asm_parser_only,
        }))
    }

    /// The size of operands that it demands.
    pub fn operand_size(&self) -> OperandSize {
        match self.operand_size {
            1 => OperandSize::Bits16,
            2 => OperandSize::Bits32,
            _ => OperandSize::Fixed,
        }
    }

    /// Whether the field vvvv holds the destination, as in instructions that got a new one.
    pub fn has_new_destination(&self) -> bool {
        self.map == MAP4 && self.flags.evex_b && self.flags.vex_4v
    }
}

/// The number of the table that has an instruction's opcode. Releases without table 4 numbered those after it one lower.
fn opcode_map(inst: X86InstRecord<'_>) -> Result<u8, FieldError> {
    let number = inst.op_map()?.0;
    let has_map4 = inst.store().release().has(Feature::X86OpcodeMap4);
    Ok(if has_map4 || number < MAP4 { number } else { number + 1 })
}

/// Whether an instruction was there before EVEX, and the record is its encoding with EVEX. It needs
/// none: a prefix REX2 says the same in fewer bytes.
///
/// # Errors
/// Where a field has no value.
pub fn is_promoted_to_evex(record: Record<'_>) -> Result<bool, FieldError> {
    let inst = X86InstRecord::new(record);
    Ok(opcode_map(inst)? == MAP4 && inst.explicit_op_prefix()?.0 == EXPLICIT_EVEX)
}

/// The form of an instruction.
///
/// # Errors
/// Where the field has no value.
pub fn form(record: Record<'_>) -> Result<Form, FieldError> {
    Ok(Form(X86InstRecord::new(record).form()?.0))
}

/// The opcode of an instruction.
///
/// # Errors
/// Where the field has no value.
pub fn opcode(record: Record<'_>) -> Result<u8, FieldError> {
    Ok(X86InstRecord::new(record).opcode()?.0)
}

impl Flags {
    fn of(inst: X86InstRecord<'_>) -> Result<Flags, FieldError> {
        Ok(Flags {
            // LLVM 16 and before call W something else in VEX and EVEX than in REX.
            rex_w: inst.has_rex_w()? || inst.has_vex_w()?,
            vex_4v: inst.has_vex_4v()?,
            ignores_w: if inst.has_ignores_vex_w() {
                inst.ignores_vex_w()?
            } else {
                inst.ignores_w()?
            },
            ignores_length: inst.ignores_vex_l()?,
            evex_l2: inst.has_evex_l2()?,
            evex_k: inst.has_evex_k()?,
            evex_z: inst.has_evex_z()?,
            evex_b: inst.has_evex_b()?,
            evex_nf: inst.has_evex_nf()?,
            evex_u: inst.has_evex_u()?,
            vex_l: inst.has_vex_l()?,
        })
    }
}
