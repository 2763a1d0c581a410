//! X86 instruction encodings: prefixes, opcode and ModR/M from record fields.
//!
//! In: an `X86Inst` record. Out: [`X86Encoding`], including instructions that are never decoded.
//! [`instruction`](super::instruction) derives the decoder properties.

use tablewright_records::{Feature, FieldError, Record, RecordView};

use super::form::Form;
use super::operand_kind::OperandSize;
use crate::record_views::instruction::InstructionRecord;
use crate::record_views::x86_inst::X86InstRecord;

pub use crate::record_views::x86_inst::number;

/// An instruction encoding, with the numbers of prefixes, maps and forms in the description.
#[doc(alias = "RecognizableInstrBase")]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct X86Encoding {
    /// The kind of its prefixes.
    pub kind: EncodingKind,
    /// The operand positions.
    pub form: Form,
    /// The opcode table: a `Map` record number.
    pub map: u8,
    /// The opcode, or the first opcode.
    pub opcode: u8,
    /// The mandatory prefix: a `Prefix` record number.
    pub prefix: u8,
    /// An `OperandSize` record number.
    pub operand_size: u8,
    /// An `AddressSize` record number.
    pub address_size: u8,
    /// The boolean fields.
    pub flags: Flags,
    /// The displacement unit; zero for bytes.
    pub displacement_scale: u8,
    /// The explicit prefix: an `ExplicitOpPrefix` record number.
    pub explicit_prefix: u8,
    /// Whether the assembler ignores it.
    pub is_code_gen_only: bool,
    /// Whether the decoder can return it.
    pub is_decoded: bool,
}

/// The kind of an instruction's prefixes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EncodingKind {
    /// Legacy prefix bytes.
    Normal,
    /// A VEX prefix.
    Vex,
    /// A XOP prefix, with the same fields as VEX.
    Xop,
    /// An EVEX prefix.
    Evex,
}

/// Independent fields with type `bit`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Flags {
    /// Whether the W bit is set.
    pub rex_w: bool,
    /// Whether the W bit is ignored.
    pub ignores_w: bool,
    /// Whether the vvvv field holds a register.
    pub vex_4v: bool,
    /// The L bit in VEX: 256-bit vectors.
    pub vex_l: bool,
    /// Whether the L bit is ignored.
    pub ignores_length: bool,
    /// The L' bit in EVEX: 512-bit vectors.
    pub evex_l2: bool,
    /// Whether it has a mask.
    pub evex_k: bool,
    /// Whether masked elements are zeroed.
    pub evex_z: bool,
    /// The B bit in EVEX.
    pub evex_b: bool,
    /// The NF bit in EVEX: flags are unchanged.
    pub evex_nf: bool,
    /// The U bit in EVEX: 256-bit vectors with a rounding mode.
    pub evex_u: bool,
}

/// The table for legacy instructions with an EVEX prefix.
pub const MAP4: u8 = 8;

/// `Prefix` record numbers.
pub(super) const OP_SIZE: u8 = 1;
pub(super) const XS: u8 = 2;
pub(super) const XD: u8 = 3;
/// A required absence: with a prefix it is another instruction.
pub(super) const NO_OTHER: u8 = 4;

/// `AddressSize` record numbers.
pub(super) const ADDRESS16: u8 = 1;
pub(super) const ADDRESS32: u8 = 2;
pub(super) const ADDRESS64: u8 = 3;

/// The numbers of `ExplicitREX2` and `ExplicitEVEX`.
pub(super) const EXPLICIT_REX2: u8 = 1;
const EXPLICIT_EVEX: u8 = 3;

impl X86Encoding {
    /// Reads the encoding from `record`; `None` if it is not an X86 instruction.
    ///
    /// # Errors
    /// Returns an error if a field does not have a value.
    pub fn from_record(record: Record<'_>) -> Result<Option<X86Encoding>, FieldError> {
        let Some(inst) = X86InstRecord::from_record(record) else { return Ok(None) };
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
        let flags = Flags::new(inst)?;
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

    /// Returns the required operand size.
    pub fn operand_size(&self) -> OperandSize {
        match self.operand_size {
            1 => OperandSize::Bits16,
            2 => OperandSize::Bits32,
            _ => OperandSize::Fixed,
        }
    }

    /// Whether the vvvv field holds the destination, as in instructions with a new destination.
    pub fn has_new_destination(&self) -> bool {
        self.map == MAP4 && self.flags.evex_b && self.flags.vex_4v
    }
}

/// Returns the opcode table number. Releases without table 4 use numbers lower by one for later
/// tables.
fn opcode_map(inst: X86InstRecord<'_>) -> Result<u8, FieldError> {
    let number = inst.op_map()?.0;
    let has_map4 = inst.store().release().has(Feature::X86OpcodeMap4);
    Ok(if has_map4 || number < MAP4 { number } else { number + 1 })
}

/// Whether a record is the EVEX encoding of a legacy instruction. Such an instruction does not need
/// EVEX: a REX2 prefix is shorter.
///
/// # Errors
/// Returns an error if a field does not have a value.
pub fn is_promoted_to_evex(record: Record<'_>) -> Result<bool, FieldError> {
    let inst = X86InstRecord::new(record);
    Ok(opcode_map(inst)? == MAP4 && inst.explicit_op_prefix()?.0 == EXPLICIT_EVEX)
}

/// Returns the form of an instruction.
///
/// # Errors
/// Returns an error if the field does not have a value.
pub fn form(record: Record<'_>) -> Result<Form, FieldError> {
    Ok(Form(X86InstRecord::new(record).form()?.0))
}

/// Returns the opcode of an instruction.
///
/// # Errors
/// Returns an error if the field does not have a value.
pub fn opcode(record: Record<'_>) -> Result<u8, FieldError> {
    Ok(X86InstRecord::new(record).opcode()?.0)
}

impl Flags {
    fn new(inst: X86InstRecord<'_>) -> Result<Flags, FieldError> {
        Ok(Flags {
            // LLVM 16 and earlier have different field names for W in VEX and EVEX than in REX.
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
