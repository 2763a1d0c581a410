//! An instruction of X86: what its record says of prefixes, opcode and ModR/M.
//!
//! Out: [`X86Instruction`], and from it the context of the instruction, the opcodes that it has and
//! the values of ModR/M. Where its operands are is left to [`operands`](super::operands).

use tablewright_records::{FieldError, Record};
use tablewright_syntax::diagnostic::Code;

use super::context::{ContextKey, Ignored, Legacy, Length, Mandatory, Mask, Vector};
use super::mod_rm::ModRmFilter;
use super::operand_kind::OperandSize;

/// The encoding of an instruction, by the numbers that the description gives to its forms. It has
/// many fields since instructions say so many things independently of each other.
#[derive(Clone, Copy)]
pub struct X86Instruction<'s> {
    /// Its record.
    pub record: Record<'s>,
    /// Where operands are.
    pub form: Form,
    /// The table of its opcode.
    pub map: usize,
    /// The opcode, or the first one.
    pub opcode: u8,
    prefix: u8,
    encoding: Encoding,
    /// The size of operands that it demands.
    pub operand_size: OperandSize,
    address_size: u8,
    flags: Flags,
    /// The unit of displacements; zero for bytes.
    pub displacement_scale: u8,
    mode: Mode,
}

/// How the prefixes of an instruction are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Encoding {
    Normal,
    Vex,
    Evex,
}

/// The mode of the processor in which an instruction exists.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Mode {
    Any,
    Only32,
    Only64,
}

/// The fields of type `bit`, which say independent things.
#[derive(Clone, Copy, Debug)]
pub struct Flags {
    /// It has the bit W.
    pub rex_w: bool,
    /// It has a register in the field vvvv.
    pub vex_4v: bool,
    /// It has a mask.
    pub evex_k: bool,
    /// The bit B of EVEX.
    pub evex_b: bool,
    ignores_w: bool,
    ignores_length: bool,
    vex_l: bool,
    evex_l2: bool,
    evex_z: bool,
    evex_nf: bool,
    explicit_rex2: bool,
}

/// Where the operands of an instruction are: the number of a record of class `Format`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Form(pub u8);

#[expect(missing_docs, reason = "the records are the names")]
impl Form {
    pub const PSEUDO: Form = Form(0);
    pub const RAW: Form = Form(1);
    pub const ADD_REG: Form = Form(2);
    pub const RAW_MEM_OFFS: Form = Form(3);
    pub const RAW_SRC: Form = Form(4);
    pub const RAW_DST: Form = Form(5);
    pub const RAW_DST_SRC: Form = Form(6);
    pub const RAW_IMM8: Form = Form(7);
    pub const RAW_IMM16: Form = Form(8);
    pub const ADD_CC: Form = Form(9);
    pub const PREFIX_BYTE: Form = Form(10);
    pub const MRM_DEST_REG_CC: Form = Form(18);
    pub const MRM_DEST_MEM_CC: Form = Form(19);
    pub const MRM_DEST_MEM_4V_OP3_CC: Form = Form(20);
    pub const MRM_R0: Form = Form(21);
    pub const MRM_SRC_MEM_FSIB: Form = Form(22);
    pub const MRM_DEST_MEM_FSIB: Form = Form(23);
    pub const MRM_DEST_MEM: Form = Form(24);
    pub const MRM_SRC_MEM: Form = Form(25);
    pub const MRM_SRC_MEM_4V_OP3: Form = Form(26);
    pub const MRM_SRC_MEM_OP4: Form = Form(27);
    pub const MRM_SRC_MEM_CC: Form = Form(28);
    pub const MRM_X_M_CC: Form = Form(30);
    pub const MRM_X_M: Form = Form(31);
    pub const MRM_0_M: Form = Form(32);
    pub const MRM_7_M: Form = Form(39);
    pub const MRM_DEST_REG: Form = Form(40);
    pub const MRM_SRC_REG: Form = Form(41);
    pub const MRM_SRC_REG_4V_OP3: Form = Form(42);
    pub const MRM_SRC_REG_OP4: Form = Form(43);
    pub const MRM_SRC_REG_CC: Form = Form(44);
    pub const MRM_X_R_CC: Form = Form(46);
    pub const MRM_X_R: Form = Form(47);
    pub const MRM_0_R: Form = Form(48);
    pub const MRM_7_R: Form = Form(55);
    pub const MRM_0_X: Form = Form(56);
    pub const MRM_7_X: Form = Form(63);
    pub const MRM_C0: Form = Form(64);
    pub const MRM_FF: Form = Form(127);
}

/// The tables of opcodes: the number of a record of class `Map`.
pub const MAP_COUNT: usize = 12;
/// The table of instructions whose operands got a new destination.
const MAP4: usize = 8;

impl<'s> X86Instruction<'s> {
    /// The instruction that `record` describes; `None` if nothing is decoded to it.
    ///
    /// # Errors
    /// Where a field has no value.
    pub fn of(record: Record<'s>) -> Result<Option<X86Instruction<'s>>, FieldError> {
        if !record.inherits("X86Inst") {
            return Ok(None);
        }
        let form = Form(number(record, "FormBits")?);
        let is_decoded = form != Form::PSEUDO
            && (!record.bit("isCodeGenOnly")? || record.bit("ForceDisassemble")?)
            && !record.bit("isAsmParserOnly")?;
        if !is_decoded {
            return Ok(None);
        }
        let map = usize::from(number(record, "OpMapBits")?);
        if map >= MAP_COUNT {
            let error = FieldError::new(Code::Encoding, record, "Invalid map!");
            return Err(error.label_field(record, "OpMapBits"));
        }
        Ok(Some(X86Instruction {
            record,
            form,
            map,
            opcode: number(record, "Opcode")?,
            prefix: number(record, "OpPrefixBits")?,
            encoding: match number(record, "OpEncBits")? {
                0 => Encoding::Normal,
                1 | 2 => Encoding::Vex,
                _ => Encoding::Evex,
            },
            operand_size: match number(record, "OpSizeBits")? {
                1 => OperandSize::Bits16,
                2 => OperandSize::Bits32,
                _ => OperandSize::Fixed,
            },
            address_size: number(record, "AdSizeBits")?,
            flags: Flags::of(record)?,
            displacement_scale: number(record, "CD8_Scale")?,
            mode: mode(record)?,
        }))
    }

    /// Its flags.
    pub fn flags(&self) -> Flags {
        self.flags
    }

    /// Whether the field vvvv holds the destination, as in instructions that got a new one.
    pub fn has_new_destination(&self) -> bool {
        self.map == MAP4 && self.flags.evex_b && self.flags.vex_4v
    }

    /// Whether the length of vectors says how to round.
    fn encodes_rounding(&self) -> bool {
        self.flags.evex_b && matches!(self.form, Form::MRM_DEST_REG | Form::MRM_SRC_REG)
    }

    /// The prefixes that it has.
    ///
    /// # Errors
    /// Where it says two lengths of vectors, or lacks a prefix that VEX and EVEX stand for.
    pub fn context(&self) -> Result<ContextKey, FieldError> {
        match self.encoding {
            Encoding::Normal => Ok(ContextKey::Legacy(self.legacy())),
            Encoding::Vex => {
                let length = if self.flags.vex_l { Length::L } else { Length::None };
                let (prefix, w) = (self.mandatory()?, self.flags.rex_w);
                Ok(ContextKey::Vector(Vector { prefix, w, length, ..Vector::plain(false) }))
            }
            Encoding::Evex => self.evex().map(ContextKey::Vector),
        }
    }

    fn evex(&self) -> Result<Vector, FieldError> {
        let Flags { rex_w, vex_l, evex_l2, evex_k, evex_z, evex_b, evex_nf, .. } = self.flags;
        if vex_l && evex_l2 {
            return Err(self
                .error("Don't support VEX.L if EVEX_L2 is enabled")
                .label_field(self.record, "hasEVEX_L2"));
        }
        let plain = Vector { w: rex_w, b: evex_b, ..Vector::plain(true) };
        if evex_nf {
            return Ok(match self.prefix {
                OP_SIZE => Vector { prefix: Mandatory::OpSize, w: false, nf: true, ..plain },
                _ => Vector { nf: true, ..plain },
            });
        }
        let prefix = self.mandatory()?;
        let length = match (vex_l, evex_l2) {
            _ if self.encodes_rounding() => Length::None,
            (true, _) => Length::L,
            (_, true) => Length::L2,
            (false, false) => Length::None,
        };
        let is_sized = self.address_size == ADDRESS32 && prefix != Mandatory::None;
        if is_sized && !rex_w && length == Length::None {
            return Ok(Vector { prefix, ad_size: true, ..Vector::plain(true) });
        }
        let mask = match (evex_z, evex_k) {
            (true, _) => Mask::Kz,
            (false, true) => Mask::K,
            (false, false) => Mask::None,
        };
        Ok(Vector { prefix, length, mask, ..plain })
    }

    fn mandatory(&self) -> Result<Mandatory, FieldError> {
        match self.prefix {
            NO_OTHER => Ok(Mandatory::None),
            OP_SIZE => Ok(Mandatory::OpSize),
            XS => Ok(Mandatory::Xs),
            XD => Ok(Mandatory::Xd),
            _ => Err(self
                .error("Instruction does not use a prefix")
                .label_field(self.record, "OpPrefixBits")),
        }
    }

    fn legacy(&self) -> Legacy {
        let is_16 = self.operand_size == OperandSize::Bits16;
        let (xs, xd, op_size) = (self.prefix == XS, self.prefix == XD, self.prefix == OP_SIZE);
        let rex_w = self.flags.rex_w;
        if self.mode != Mode::Only64 && !rex_w && self.address_size != ADDRESS64 {
            let is_sized = self.address_size == ADDRESS16;
            return match () {
                () if is_16 && xd => Legacy::XdOpSize,
                () if is_16 && xs => Legacy::XsOpSize,
                () if is_sized && xd => Legacy::XdAdSize,
                () if is_sized && xs => Legacy::XsAdSize,
                () if is_sized && (op_size || is_16) => Legacy::OpSizeAdSize,
                () if is_16 || op_size => Legacy::OpSize,
                () if is_sized => Legacy::AdSize,
                () if xd => Legacy::Xd,
                () if xs => Legacy::Xs,
                () => Legacy::Plain,
            };
        }
        let is_sized = self.address_size == ADDRESS32;
        match () {
            () if rex_w && (is_16 || op_size) => Legacy::Bit64RexWOpSize,
            () if rex_w && is_sized => Legacy::Bit64RexWAdSize,
            () if is_16 && xd => Legacy::Bit64XdOpSize,
            () if is_16 && xs => Legacy::Bit64XsOpSize,
            () if is_sized && (op_size || is_16) => Legacy::Bit64OpSizeAdSize,
            () if is_16 || op_size => Legacy::Bit64OpSize,
            () if is_sized => Legacy::Bit64AdSize,
            () if rex_w && xs => Legacy::Bit64RexWXs,
            () if rex_w && xd => Legacy::Bit64RexWXd,
            () if xd => Legacy::Bit64Xd,
            () if xs => Legacy::Bit64Xs,
            () if self.flags.explicit_rex2 => Legacy::Bit64Rex2,
            () if rex_w => Legacy::Bit64RexW,
            () => Legacy::Bit64,
        }
    }

    /// What it does not care about.
    pub fn ignored(&self) -> Ignored {
        Ignored {
            prefix: self.prefix == 0,
            length: self.flags.ignores_length || self.encodes_rounding(),
            w: self.flags.ignores_w,
            is_address64: self.address_size == ADDRESS64,
        }
    }

    /// Whether it does not exist in the mode of 64 bits.
    pub fn is_only_in_32_bits(&self) -> bool {
        self.mode == Mode::Only32 || self.address_size == ADDRESS16
    }

    /// The opcodes that it has: several if a register or a condition is part of it.
    pub fn opcodes(&self) -> impl Iterator<Item = u8> + use<> {
        let count = match self.form {
            Form::ADD_REG => 8,
            Form::ADD_CC
            | Form::MRM_DEST_REG_CC
            | Form::MRM_DEST_MEM_CC
            | Form::MRM_DEST_MEM_4V_OP3_CC
            | Form::MRM_SRC_REG_CC
            | Form::MRM_SRC_MEM_CC
            | Form::MRM_X_R_CC
            | Form::MRM_X_M_CC => 16,
            _ => 1,
        };
        (self.opcode..=u8::MAX).take(count)
    }

    /// The values of ModR/M that it has.
    ///
    /// # Errors
    /// Where the form is unknown.
    pub fn mod_rm(&self) -> Result<ModRmFilter, FieldError> {
        let register = |is_register| ModRmFilter::Mod { is_register };
        let from = |first: Form| self.form.0 - first.0;
        Ok(match self.form {
            Form(1..=10) => ModRmFilter::Any,
            Form::MRM_R0 => ModRmFilter::Rm { rm: 0 },
            Form::MRM_DEST_REG_CC => register(true),
            Form(19 | 20 | 22..=28 | 30 | 31) => register(false),
            Form(40..=44 | 46 | 47) => register(true),
            form if (Form::MRM_0_M..=Form::MRM_7_M).contains(&form) => {
                ModRmFilter::Reg { is_register: false, reg: from(Form::MRM_0_M) }
            }
            form if (Form::MRM_0_R..=Form::MRM_7_R).contains(&form) => {
                ModRmFilter::Reg { is_register: true, reg: from(Form::MRM_0_R) }
            }
            form if (Form::MRM_0_X..=Form::MRM_7_X).contains(&form) => {
                ModRmFilter::Reg { is_register: true, reg: from(Form::MRM_0_X) }
            }
            form if (Form::MRM_C0..=Form::MRM_FF).contains(&form) => {
                ModRmFilter::Exactly(0xc0 + from(Form::MRM_C0))
            }
            _ => return Err(self.error("Unhandled form").label_field(self.record, "FormBits")),
        })
    }

    /// An error about the instruction.
    pub(super) fn error(&self, problem: &str) -> FieldError {
        let message = format!("{problem}: {}", self.record.name());
        FieldError::new(Code::Encoding, self.record, message)
    }
}

/// The numbers of records of class `Prefix`.
const OP_SIZE: u8 = 1;
const XS: u8 = 2;
const XD: u8 = 3;
/// No prefix, but others with one are other instructions.
const NO_OTHER: u8 = 4;

/// The numbers of records of class `AddressSize`.
const ADDRESS16: u8 = 1;
const ADDRESS32: u8 = 2;
const ADDRESS64: u8 = 3;

/// The number of the record `ExplicitREX2`.
const EXPLICIT_REX2: u8 = 1;

impl Flags {
    fn of(record: Record<'_>) -> Result<Flags, FieldError> {
        // Releases before EVEX had the bit NF lack its fields.
        let newer = |field: &str| match record.field(field) {
            Some(_) => record.bit(field),
            None => Ok(false),
        };
        let explicit = match record.field("explicitOpPrefixBits") {
            Some(_) => number(record, "explicitOpPrefixBits")?,
            None => 0,
        };
        Ok(Flags {
            rex_w: record.bit("hasREX_W")?,
            vex_4v: record.bit("hasVEX_4V")?,
            ignores_w: record.bit("IgnoresW")?,
            ignores_length: record.bit("ignoresVEX_L")?,
            vex_l: record.bit("hasVEX_L")?,
            evex_l2: record.bit("hasEVEX_L2")?,
            evex_k: record.bit("hasEVEX_K")?,
            evex_z: record.bit("hasEVEX_Z")?,
            evex_b: record.bit("hasEVEX_B")?,
            evex_nf: newer("hasEVEX_NF")?,
            explicit_rex2: explicit == EXPLICIT_REX2,
        })
    }
}

/// The number in a field of up to eight bits.
fn number(record: Record<'_>, field: &str) -> Result<u8, FieldError> {
    let bits = record.bits(field)?;
    match bits.to_int().map(u8::try_from) {
        Some(Ok(number)) => Ok(number),
        _ => {
            let name = record.name();
            let message = format!("Field '{field}' of '{name}' is no number of eight bits");
            let error = FieldError::new(Code::Encoding, record, message);
            Err(error.label_field(record, field))
        }
    }
}

/// The mode that the first predicate names that names one.
fn mode(record: Record<'_>) -> Result<Mode, FieldError> {
    for predicate in record.list_of_records("Predicates")? {
        let name = predicate.name();
        if name.contains("Not64Bit") || name.contains("In32Bit") {
            return Ok(Mode::Only32);
        }
        if name.contains("In64Bit") {
            return Ok(Mode::Only64);
        }
    }
    Ok(Mode::Any)
}
