//! X86 instructions from the decoder's perspective.
//!
//! In: [`X86Encoding`]. Out: [`X86Instruction`], from which the context, opcodes and ModR/M values
//! are derived. [`operands`](super::operands) finds the operand positions.

use tablewright_records::{Feature, FieldError, Record, RecordView};
use tablewright_syntax::diagnostic::Code;

use super::context::{ContextKey, Ignored, Legacy, Length, Mandatory, Mask, Vector};
use super::encoding::{
    ADDRESS16, ADDRESS32, ADDRESS64, EXPLICIT_REX2, EncodingKind, Flags, NO_OTHER, OP_SIZE,
    X86Encoding, XD, XS,
};
use super::form::Form;
use super::mod_rm::ModRmFilter;
use super::operand_kind::OperandSize;
use crate::record_views::instruction::InstructionRecord;

/// A decodable instruction.
#[doc(alias = "RecognizableInstr")]
#[derive(Clone, Copy)]
pub struct X86Instruction<'s> {
    /// The instruction record.
    pub record: Record<'s>,
    /// The encoding.
    pub encoding: X86Encoding,
    mode: RequiredMode,
}

/// The processor mode that an instruction requires.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum RequiredMode {
    Any,
    Only32,
    Only64,
}

/// Number of opcode tables: the `Map` record numbers.
pub const MAP_COUNT: usize = 12;

impl<'s> X86Instruction<'s> {
    /// Reads the instruction from `record`; `None` if it is never decoded.
    ///
    /// # Errors
    /// Returns an error if a field does not have a value.
    pub fn from_record(record: Record<'s>) -> Result<Option<X86Instruction<'s>>, FieldError> {
        let Some(encoding) = X86Encoding::from_record(record)? else { return Ok(None) };
        let mode = mode(record)?;
        if !encoding.is_decoded {
            return Ok(None);
        }
        if usize::from(encoding.map) >= MAP_COUNT {
            let error = FieldError::new(Code::EncodingForm, record, "Invalid map!");
            return Err(error.label_field(record, "OpMapBits"));
        }
        Ok(Some(X86Instruction { record, encoding, mode }))
    }

    /// Returns the opcode table number.
    pub fn map(&self) -> usize {
        usize::from(self.encoding.map)
    }

    /// Returns the flags.
    pub fn flags(&self) -> Flags {
        self.encoding.flags
    }

    /// Whether the vector length encodes the rounding mode.
    fn encodes_rounding(&self) -> bool {
        let has_registers = matches!(self.encoding.form, Form::MRM_DEST_REG | Form::MRM_SRC_REG);
        self.flags().evex_b && has_registers
    }

    /// Returns the context for its prefixes.
    ///
    /// # Errors
    /// Returns an error if it has two vector lengths, or lacks the mandatory prefix for VEX or
    /// EVEX.
    pub fn context(&self) -> Result<ContextKey, FieldError> {
        match self.encoding.kind {
            EncodingKind::Normal => Ok(ContextKey::Legacy(self.legacy())),
            EncodingKind::Vex | EncodingKind::Xop => {
                let length = if self.flags().vex_l { Length::L } else { Length::None };
                let (prefix, w) = (self.mandatory()?, self.flags().rex_w);
                Ok(ContextKey::Vector(Vector { prefix, w, length, ..Vector::plain(false) }))
            }
            EncodingKind::Evex => self.evex().map(ContextKey::Vector),
        }
    }

    fn evex(&self) -> Result<Vector, FieldError> {
        let Flags { rex_w, vex_l, evex_l2, evex_k, evex_z, evex_b, evex_nf, evex_u, .. } =
            self.flags();
        if vex_l && evex_l2 {
            return Err(self
                .error("Don't support VEX.L if EVEX_L2 is enabled")
                .label_field(self.record, "hasEVEX_L2"));
        }
        let plain = Vector { w: rex_w, b: evex_b, u: evex_u, ..Vector::plain(true) };
        if evex_nf {
            return Ok(match self.encoding.prefix {
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
        let is_sized = self.encoding.address_size == ADDRESS32 && prefix != Mandatory::None;
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
        match self.encoding.prefix {
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
        let is_16 = self.encoding.operand_size() == OperandSize::Bits16;
        let (xs, xd, op_size) = (
            self.encoding.prefix == XS,
            self.encoding.prefix == XD,
            self.encoding.prefix == OP_SIZE,
        );
        let rex_w = self.flags().rex_w;
        if self.mode != RequiredMode::Only64 && !rex_w && self.encoding.address_size != ADDRESS64 {
            let is_sized = self.encoding.address_size == ADDRESS16;
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
        let is_sized = self.encoding.address_size == ADDRESS32;
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
            () if self.encoding.explicit_prefix == EXPLICIT_REX2 => {
                if rex_w && self.reads_u() {
                    Legacy::Bit64Rex2RexW
                } else {
                    Legacy::Bit64Rex2
                }
            }
            () if rex_w => Legacy::Bit64RexW,
            () => Legacy::Bit64,
        }
    }

    /// Whether the decoder in this release reads the U bit in EVEX, and W in REX2.
    fn reads_u(&self) -> bool {
        self.record.store().release().has(Feature::X86DecoderReadsEvexU)
    }

    /// Returns the properties that it ignores.
    pub fn ignored(&self) -> Ignored {
        Ignored {
            prefix: self.encoding.prefix == 0,
            length: self.flags().ignores_length || self.encodes_rounding(),
            w: self.flags().ignores_w,
            is_address64: self.encoding.address_size == ADDRESS64,
        }
    }

    /// Whether it does not exist in 64-bit mode.
    pub fn is_only_in_32_bits(&self) -> bool {
        self.mode == RequiredMode::Only32 || self.encoding.address_size == ADDRESS16
    }

    /// Returns its opcodes: several if the opcode contains a register or a condition.
    pub fn opcodes(&self) -> impl Iterator<Item = u8> + use<> {
        let count = match self.encoding.form {
            Form::ADD_REG => 8,
            form if form.has_condition() => 16,
            _ => 1,
        };
        (self.encoding.opcode..=u8::MAX).take(count)
    }

    /// Returns its ModR/M values.
    ///
    /// # Errors
    /// Returns an error if the form is unknown.
    pub fn mod_rm(&self) -> Result<ModRmFilter, FieldError> {
        let register = |is_register| ModRmFilter::Mod { is_register };
        let from = |first: Form| self.encoding.form.0 - first.0;
        Ok(match self.encoding.form {
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

    /// Returns an error about the instruction.
    pub(super) fn error(&self, problem: &str) -> FieldError {
        let message = format!("{problem}: {}", self.record.name());
        FieldError::new(Code::EncodingForm, self.record, message)
    }
}

/// Returns the mode from the first predicate that names a mode.
fn mode(record: Record<'_>) -> Result<RequiredMode, FieldError> {
    for predicate in InstructionRecord::new(record).predicates()? {
        let name = predicate.name();
        if name.contains("Not64Bit") || name.contains("In32Bit") {
            return Ok(RequiredMode::Only32);
        }
        if name.contains("In64Bit") {
            return Ok(RequiredMode::Only64);
        }
    }
    Ok(RequiredMode::Any)
}
