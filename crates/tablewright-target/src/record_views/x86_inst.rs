//! X86 instructions: the class `X86Inst` (`X86InstrFormats.td`).

use tablewright_records::record_view::{FieldType, FieldValue};
use tablewright_records::{FieldError, Record, RecordId, record_views};
use tablewright_syntax::diagnostic::Code;

/// A field value up to eight bits wide.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SmallNumber(pub u8);

impl<'s> FieldValue<'s> for SmallNumber {
    const TYPE: FieldType = FieldType::Bits;

    fn read(record: Record<'s>, field: &str) -> Result<SmallNumber, FieldError> {
        number(record, field).map(SmallNumber)
    }
}

record_views! {
    /// An X86 instruction.
    pub struct X86InstRecord<'s>("X86Inst") {
        /// Opcode prefix: a number from class `Prefix`.
        pub op_prefix: SmallNumber = "OpPrefixBits",
        /// Opcode map: a number from class `Map`.
        pub op_map: SmallNumber = "OpMapBits",
        /// Opcode byte; the first opcode in an opcode range.
        pub opcode: SmallNumber = "Opcode",
        /// Operand layout: a number from class `Format`.
        pub form: SmallNumber = "FormBits",
        /// Prefix encoding: a number from class `Encoding`.
        pub op_enc: SmallNumber = "OpEncBits",
        /// Operand size: a number from class `OperandSize`.
        pub op_size: SmallNumber = "OpSizeBits",
        /// Address size: a number from class `AddressSize`.
        pub ad_size: SmallNumber = "AdSizeBits",
        /// Displacement unit in bytes; zero for unscaled displacements.
        pub cd8_scale: SmallNumber = "CD8_Scale",
        /// Mandatory prefix: a number from class `ExplicitOpPrefix`. Releases before REX2 do not have the
        /// field.
        pub explicit_op_prefix: SmallNumber = "explicitOpPrefixBits" else SmallNumber(0),
        /// Whether the disassembler supports the instruction despite `isCodeGenOnly`.
        pub force_disassemble: bool = "ForceDisassemble",
        /// Whether the W bit is set.
        pub has_rex_w: bool = "hasREX_W",
        /// Whether the W bit in VEX and EVEX is set; LLVM 16 and before distinguish it from the REX W bit.
        pub has_vex_w: bool = "HasVEX_W" else false,
        /// Whether the W bit is ignored. LLVM 16 and before have `IgnoresVEX_W`.
        pub ignores_w: bool = "IgnoresW",
        /// Same as `ignores_w`, in LLVM 16 and before.
        pub ignores_vex_w: bool = "IgnoresVEX_W",
        /// Whether the vvvv field holds a register.
        pub has_vex_4v: bool = "hasVEX_4V",
        /// Whether the L bit is ignored.
        pub ignores_vex_l: bool = "ignoresVEX_L",
        /// Whether the EVEX L' bit is set, for 512-bit vectors.
        pub has_evex_l2: bool = "hasEVEX_L2",
        /// Whether the instruction has a mask.
        pub has_evex_k: bool = "hasEVEX_K",
        /// Whether masked elements are set to zero.
        pub has_evex_z: bool = "hasEVEX_Z",
        /// Whether the EVEX B bit is set.
        pub has_evex_b: bool = "hasEVEX_B",
        /// Whether the EVEX NF bit is set, which leaves flags unchanged.
        pub has_evex_nf: bool = "hasEVEX_NF" else false,
        /// Whether the EVEX U bit is set, for 256-bit vectors with a rounding mode.
        pub has_evex_u: bool = "hasEVEX_U" else false,
        /// Whether the VEX L bit is set, for 256-bit vectors.
        pub has_vex_l: bool = "hasVEX_L",
        /// Whether the instruction has a LOCK prefix.
        pub has_lock_prefix: bool = "hasLockPrefix" else false,
        /// Whether the instruction has a REP prefix.
        pub has_rep_prefix: bool = "hasREPPrefix" else false,
        /// Whether the instruction has a NOTRACK prefix.
        pub has_no_track_prefix: bool = "hasNoTrackPrefix",
        /// Whether the instruction has a static rounding mode.
        pub has_evex_rc: bool = "hasEVEX_RC",
        /// Vector size in bytes.
        pub vect_size: SmallNumber = "VectSize",
        /// Whether the instruction is a register-to-register move.
        pub is_move_reg: bool = "isMoveReg",
        /// Replacement VEX instruction, in LLVM 18 and before.
        pub evex2vex_override: Option<&'s str> = "EVEX2VEXOverride",
        /// Whether the VEX instruction has an additional condition, in LLVM 18 and before.
        pub check_vex_predicate: bool = "checkVEXPredicate" else false,
        /// Whether conversion to a VEX instruction is disabled, in LLVM 18 and before.
        pub not_evex2vex_convertible: bool = "notEVEX2VEXConvertible" else false,
        /// Whether W is 1 with EVEX and 0 with VEX, in LLVM 18 and before.
        pub evex_w1_vex_w0: bool = "EVEX_W1_VEX_W0" else false,
    }

    /// An operand other than a plain register, for instruction comparison.
    pub struct X86OperandRecord<'s>("Operand") {
        /// Value type.
        pub ty: RecordId = "Type",
    }

    /// A memory operand.
    pub struct X86MemOperandRecord<'s>("X86MemOperand") {
        /// Size in bits; zero if unknown.
        pub size: i64 = "Size",
    }
}

impl X86InstRecord<'_> {
    /// Whether the release calls `ignores_w` as LLVM 16 and before.
    pub fn has_ignores_vex_w(self) -> bool {
        self.has_field("IgnoresVEX_W")
    }
}

/// Reads a field up to eight bits wide as a number.
///
/// # Errors
/// If a bit is unset, or if the value needs more than eight bits.
pub fn number(record: Record<'_>, field: &str) -> Result<u8, FieldError> {
    let bits = record.bits(field)?;
    match bits.to_int().map(u8::try_from) {
        Some(Ok(number)) => Ok(number),
        _ => {
            let name = record.name();
            let message = format!("Field '{field}' of '{name}' is not an 8-bit number");
            let error = FieldError::new(Code::EncodingForm, record, message);
            Err(error.label_field(record, field))
        }
    }
}
