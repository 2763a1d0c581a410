//! Instructions of X86: the class `X86Inst` (`X86InstrFormats.td`).

use tablewright_records::record_view::{FieldType, FieldValue};
use tablewright_records::{FieldError, Record, RecordId, record_views};
use tablewright_syntax::diagnostic::Code;

/// The number in a field of up to eight bits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SmallNumber(pub u8);

impl<'s> FieldValue<'s> for SmallNumber {
    const TYPE: FieldType = FieldType::Bits;

    fn read(record: Record<'s>, field: &str) -> Result<SmallNumber, FieldError> {
        number(record, field).map(SmallNumber)
    }
}

record_views! {
    /// An instruction of X86.
    pub struct X86InstRecord<'s>("X86Inst") {
        /// The prefix that is part of the opcode: the number of a record of class `Prefix`.
        pub op_prefix: SmallNumber = "OpPrefixBits",
        /// The table of the opcode: the number of a record of class `Map`.
        pub op_map: SmallNumber = "OpMapBits",
        /// The opcode, or the first one.
        pub opcode: SmallNumber = "Opcode",
        /// Where operands are: the number of a record of class `Format`.
        pub form: SmallNumber = "FormBits",
        /// How prefixes are encoded: the number of a record of class `Encoding`.
        pub op_enc: SmallNumber = "OpEncBits",
        /// The size of operands: the number of a record of class `OperandSize`.
        pub op_size: SmallNumber = "OpSizeBits",
        /// The size of addresses: the number of a record of class `AddressSize`.
        pub ad_size: SmallNumber = "AdSizeBits",
        /// The unit of displacements; zero for bytes.
        pub cd8_scale: SmallNumber = "CD8_Scale",
        /// The prefix that it always has: the number of a record of class `ExplicitOpPrefix`. Releases before REX2
        /// lack it.
        pub explicit_op_prefix: SmallNumber = "explicitOpPrefixBits" else SmallNumber(0),
        /// Whether the disassembler has the instruction though only code generation uses it.
        pub force_disassemble: bool = "ForceDisassemble",
        /// Whether it has the bit W.
        pub has_rex_w: bool = "hasREX_W",
        /// Whether it has the bit W of VEX and EVEX, which LLVM 16 and before distinguish from that of REX.
        pub has_vex_w: bool = "HasVEX_W" else false,
        /// Whether it ignores the bit W. LLVM 16 and before have `IgnoresVEX_W`.
        pub ignores_w: bool = "IgnoresW",
        /// As `ignores_w`, in LLVM 16 and before.
        pub ignores_vex_w: bool = "IgnoresVEX_W",
        /// Whether the field vvvv holds a register.
        pub has_vex_4v: bool = "hasVEX_4V",
        /// Whether it ignores the bit L.
        pub ignores_vex_l: bool = "ignoresVEX_L",
        /// The bit L' of EVEX: vectors of 512 bits.
        pub has_evex_l2: bool = "hasEVEX_L2",
        /// Whether it has a mask.
        pub has_evex_k: bool = "hasEVEX_K",
        /// Whether masked elements become zero.
        pub has_evex_z: bool = "hasEVEX_Z",
        /// The bit B of EVEX.
        pub has_evex_b: bool = "hasEVEX_B",
        /// The bit NF of EVEX: flags stay as they are.
        pub has_evex_nf: bool = "hasEVEX_NF" else false,
        /// The bit U of EVEX: vectors of 256 bits beside a way to round.
        pub has_evex_u: bool = "hasEVEX_U" else false,
        /// The bit L of VEX: vectors of 256 bits.
        pub has_vex_l: bool = "hasVEX_L",
        /// Whether it has the prefix LOCK.
        pub has_lock_prefix: bool = "hasLockPrefix" else false,
        /// Whether it has the prefix REP.
        pub has_rep_prefix: bool = "hasREPPrefix" else false,
        /// Whether it has the prefix NOTRACK.
        pub has_no_track_prefix: bool = "hasNoTrackPrefix",
        /// Whether it states how results are rounded.
        pub has_evex_rc: bool = "hasEVEX_RC",
        /// How many bytes its vectors have.
        pub vect_size: SmallNumber = "VectSize",
        /// Whether it copies a register.
        pub is_move_reg: bool = "isMoveReg",
        /// The instruction with VEX that it becomes, in LLVM 18 and before.
        pub evex2vex_override: Option<&'s str> = "EVEX2VEXOverride",
        /// Whether the instruction with VEX is there under a condition, in LLVM 18 and before.
        pub check_vex_predicate: bool = "checkVEXPredicate" else false,
        /// Whether it becomes no instruction with VEX, in LLVM 18 and before.
        pub not_evex2vex_convertible: bool = "notEVEX2VEXConvertible" else false,
        /// Whether W may be lost with EVEX, in LLVM 18 and before.
        pub evex_w1_vex_w0: bool = "EVEX_W1_VEX_W0" else false,
    }

    /// An operand that is no register, as instructions are compared by it.
    pub struct X86OperandRecord<'s>("Operand") {
        /// The type of its value.
        pub ty: RecordId = "Type",
    }

    /// An operand in memory.
    pub struct X86MemOperandRecord<'s>("X86MemOperand") {
        /// How many bits it has; zero if that is open.
        pub size: i64 = "Size",
    }
}

impl X86InstRecord<'_> {
    /// Whether the release calls `ignores_w` as LLVM 16 and before.
    pub fn has_ignores_vex_w(self) -> bool {
        self.has_field("IgnoresVEX_W")
    }
}

/// The number in a field of up to eight bits.
///
/// # Errors
/// Where a bit has no value, or there are more than eight.
pub fn number(record: Record<'_>, field: &str) -> Result<u8, FieldError> {
    let bits = record.bits(field)?;
    match bits.to_int().map(u8::try_from) {
        Some(Ok(number)) => Ok(number),
        _ => {
            let name = record.name();
            let message = format!("Field '{field}' of '{name}' is no number of eight bits");
            let error = FieldError::new(Code::EncodingForm, record, message);
            Err(error.label_field(record, field))
        }
    }
}
