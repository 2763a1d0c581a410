//! AArch64. Words are printed; most operands cannot be assembled.

use super::shapes::{FIELD_SIGNED, UNSIGNED, codec, number, part, small_float, text, unread};
use crate::insn::InsnOperand;
use crate::syntax::{
    CodecRow, CodecShape, NumberShape, NumberSign, OperandFieldShape, PrinterSyntax, RecordFields,
    RecordNames, SubtargetSyntax, TargetSyntax, TextRow, TextShape, Valid,
};
use crate::text::{AsmTextContext, CustomPrint, NumberText};

use super::aarch64_bits::{logical_mask, print_bit_field, print_move};
use super::aarch64_vectors::{
    argument, print_byte, print_byte_mask, print_first, print_half, print_increment,
    print_index_register, print_list, print_memory_extension, print_pair, print_range,
    print_scalar, print_tile, print_typed, print_typed_by_bits,
};

pub(super) const SYNTAX: TargetSyntax = TargetSyntax {
    target: "AArch64",
    subtarget: SubtargetSyntax { default_features: &["+v8a"], ..SubtargetSyntax::PLAIN },
    codecs: CODECS,
    // The inverse of "always" is not a condition of aliases.
    operands: &[field(
        "inv_ccode",
        number(NumberShape { valid: Valid::Except(&[14, 15]), ..NumberShape::UNSIGNED }),
    )],
    printer: PrinterSyntax { texts: TEXTS, print_alias: Some(print_alias), ..PrinterSyntax::PLAIN },
    ..TargetSyntax::PLAIN
};

const SIGNED: CodecShape = CodecShape::Number(FIELD_SIGNED);

const fn field(operand: &'static str, shape: CodecShape) -> OperandFieldShape {
    OperandFieldShape { operand, shape }
}

const BY_FIELD: CodecShape = CodecShape::ByField(&[]);

/// A shift's amount in bits 0 to 5 and its kind in bits 6 and 7. A narrow amount has five bits.
const fn shift(decode: fn(u64) -> Option<u64>) -> CodecShape {
    CodecShape::Mapped { name: "", decode, encode: Some, shape: &UNSIGNED }
}

const SHIFTED: CodecShape = CodecShape::ByField(&[
    field("arith_shift32", shift(|bits| (bits & 0x20 == 0 && bits >> 6 != 3).then_some(bits))),
    field("arith_shift64", shift(|bits| (bits >> 6 != 3).then_some(bits))),
    field("logical_shift32", shift(|bits| (bits & 0x20 == 0).then_some(bits))),
    field("logical_shift64", UNSIGNED),
]);

/// An immediate of `add` and `sub`: a 12-bit number, and a bit that shifts it left by 12 bits.
const SHIFTED_NUMBER: CodecShape = CodecShape::Parts(&[
    part(0, 12, UNSIGNED),
    part(12, 2, CodecShape::Numbers(&[(0, 0), (1, 12)])),
]);

const ADDED_NUMBER: CodecShape = CodecShape::ByField(&[
    field("addsub_shifted_imm32", SHIFTED_NUMBER),
    field("addsub_shifted_imm64", SHIFTED_NUMBER),
]);

const BRANCH: CodecShape = CodecShape::ByField(&[
    field("am_b_target", SIGNED),
    field("am_bl_target", SIGNED),
    field("am_tbrcond", SIGNED),
    field(
        "tbz_imm32_63",
        CodecShape::Mapped {
            name: "",
            decode: |bits| Some(bits | 0x20),
            encode: |bits| Some(bits & 0x1f),
            shape: &UNSIGNED,
        },
    ),
]);

const ADDRESS: CodecShape =
    CodecShape::ByField(&[field("adrlabel", SIGNED), field("adrplabel", SIGNED)]);

const PAIR: CodecShape = CodecShape::ByField(&[
    field("simm7s4", SIGNED),
    field("simm7s8", SIGNED),
    field("simm7s16", SIGNED),
]);

/// A register extension, below it a shift of up to four bits.
const EXTENSION: CodecShape = shift(|bits| (bits & 7 <= 4).then_some(bits));

const EXTENDED: CodecShape = CodecShape::ByField(&[
    field("arith_extend", EXTENSION),
    field("arith_extend64", EXTENSION),
    // The encoding has two of the bits that select a 64-bit extension.
    field(
        "arith_extendlsl64",
        CodecShape::Mapped {
            name: "",
            decode: |bits| Some(bits | 0x18),
            encode: |bits| Some(bits & 0x27),
            shape: &EXTENSION,
        },
    ),
]);

const LOGICAL: CodecShape = CodecShape::ByField(&[
    field("logical_imm32", shift(|bits| logical_mask(bits, 32).map(|_| bits))),
    field("logical_imm64", shift(|bits| logical_mask(bits, 64).map(|_| bits))),
]);

const MOVED: CodecShape = CodecShape::ByField(&[
    // A narrow register has two parts.
    field("movimm32_shift", shift(|bits| (bits < 0x20).then_some(bits))),
]);

/// A shift for each vector element. The kind `msl` fills up with ones.
const MODIFIED: CodecShape = CodecShape::ByField(&[
    field("logical_vec_shift", CodecShape::Numbers(&[(0, 0), (1, 8), (2, 16), (3, 24)])),
    field("logical_vec_hw_shift", CodecShape::Numbers(&[(0, 0), (1, 8)])),
    field("move_vec_shift", CodecShape::Numbers(&[(0, 0x108), (1, 0x110)])),
]);

/// An eight-bit number and whether it is shifted by eight bits.
const BYTE: CodecShape =
    CodecShape::Parts(&[part(0, 8, UNSIGNED), part(8, 1, CodecShape::Numbers(&[(0, 0), (1, 8)]))]);

/// The distance from a power of two down to the shift of a vector to the right.
const fn right(decode: fn(u64) -> Option<u64>) -> CodecShape {
    CodecShape::Mapped { name: "", decode, encode: decode, shape: &UNSIGNED }
}

const CODECS: &[CodecRow] = &[
    codec("DecodeSimpleRegisterClass", CodecShape::ClassArgument),
    codec("DecodeThreeAddrSRegInstruction", SHIFTED),
    codec("DecodeAddSubImmShift", ADDED_NUMBER),
    codec("DecodeUnconditionalBranch", BRANCH),
    codec("DecodeTestAndBranch", BRANCH),
    codec("DecodeAdrInstruction", ADDRESS),
    codec("DecodePairLdStInstruction", PAIR),
    codec("DecodeAddSubERegInstruction", EXTENDED),
    codec("DecodeLogicalImmInstruction", LOGICAL),
    codec("DecodeUnsignedLdStInstruction", BY_FIELD),
    codec("DecodeSignedLdStInstruction", CodecShape::ByField(&[field("simm9", SIGNED)])),
    codec("DecodeExclusiveLdStInstruction", BY_FIELD),
    codec("DecodeMoveImmInstruction", MOVED),
    codec("DecodeModImmInstruction", MODIFIED),
    codec("DecodeModImmTiedInstruction", MODIFIED),
    codec("DecodeAuthLoadInstruction", CodecShape::ByField(&[field("simm10Scaled", SIGNED)])),
    codec("DecodePCRelLabel19", SIGNED),
    codec(
        "DecodeSImm",
        number(NumberShape { sign: NumberSign::Argument, ..NumberShape::UNSIGNED }),
    ),
    codec("DecodeMemExtend", CodecShape::Parts(&[part(1, 1, UNSIGNED), part(0, 1, UNSIGNED)])),
    // Other instructions have the registers with the first numbers 0 and 1.
    codec("DecodeMRSSystemRegister", shift(|bits| (bits >> 14 & 3 > 1).then_some(bits))),
    codec("DecodeMSRSystemRegister", shift(|bits| (bits >> 14 & 3 > 1).then_some(bits))),
    codec("DecodeZPR2Mul2RegisterClass", CodecShape::Positions("ZPR2Mul2")),
    codec("DecodeZPR4Mul4RegisterClass", CodecShape::Positions("ZPR4Mul4")),
    codec("DecodePPR2Mul2RegisterClass", CodecShape::Positions("PPR2Mul2")),
    codec("DecodeVecShiftL8Imm", UNSIGNED),
    codec("DecodeVecShiftL16Imm", UNSIGNED),
    codec("DecodeVecShiftL32Imm", UNSIGNED),
    codec("DecodeVecShiftL64Imm", UNSIGNED),
    codec("DecodeVecShiftR16ImmNarrow", right(|bits| 16_u64.checked_sub(bits | 8))),
    codec("DecodeVecShiftR32ImmNarrow", right(|bits| 32_u64.checked_sub(bits | 16))),
    codec("DecodeVecShiftR64ImmNarrow", right(|bits| 64_u64.checked_sub(bits | 32))),
    codec("DecodeMatrixTile<1>", CodecShape::Registers("MPR16")),
    codec("DecodeMatrixTile<2>", CodecShape::Registers("MPR32")),
    codec("DecodeMatrixTile<3>", CodecShape::Registers("MPR64")),
    codec("DecodeMatrixTile<4>", CodecShape::Registers("MPR128")),
    codec("DecodeSVEIncDecImm", number(NumberShape { add: 1, ..NumberShape::UNSIGNED })),
    codec("DecodeImm8OptLsl", BYTE),
    codec(
        "DecodeImm8OptLsl<8>",
        CodecShape::Mapped {
            name: "",
            decode: |bits| (bits < 0x100).then_some(bits),
            encode: Some,
            shape: &BYTE,
        },
    ),
    codec("DecodeVecShiftR8Imm", right(|bits| 8_u64.checked_sub(bits))),
    codec("DecodeVecShiftR16Imm", right(|bits| 16_u64.checked_sub(bits))),
    codec("DecodeVecShiftR32Imm", right(|bits| 32_u64.checked_sub(bits))),
    codec("DecodeVecShiftR64Imm", right(|bits| 64_u64.checked_sub(bits))),
    codec("DecodeFixedPointScaleImm32", right(|bits| (bits & 0x20 != 0).then(|| 64 - bits))),
    codec("DecodeFixedPointScaleImm64", right(|bits| 64_u64.checked_sub(bits))),
];

/// A printer without a reader.
const fn printed(print: CustomPrint) -> TextShape {
    TextShape::Custom { print, parse: unread }
}

const NUMBER: NumberText =
    NumberText { prefix: "#", needs_prefix: false, is_hex: false, has_plus: false };

const TEXTS: &[TextRow] = &[
    text("printOperand", TextShape::Number(NUMBER)),
    text("printImm", TextShape::Number(NUMBER)),
    text("printSImm", TextShape::Number(NUMBER)),
    text("printImmHex", TextShape::Number(NumberText { is_hex: true, ..NUMBER })),
    text("printImmScale", printed(print_scaled)),
    text("printUImm12Offset", printed(print_scaled)),
    text("printAlignedLabel", printed(print_label)),
    text("printAdrAdrpLabel", printed(print_address)),
    text("printAddSubImm", printed(print_shifted_number)),
    text("printShifter", printed(print_shift)),
    text("printShiftedRegister", printed(print_shifted)),
    text("printArithExtend", printed(print_extension)),
    text("printExtendedRegister", printed(print_extended)),
    text("printMemExtend", printed(print_memory_extension)),
    text("printLogicalImm", printed(print_mask)),
    text("printVRegOperand", printed(print_vector)),
    text("printVectorIndex", printed(print_index)),
    text("printFPImmOperand", printed(print_small_float)),
    text("printComplexRotationOp", printed(print_rotation)),
    text("printSVERegOp", printed(print_typed)),
    text("printTypedVectorList", printed(print_list)),
    text("printRegWithShiftExtend", printed(print_index_register)),
    text("printPostIncOperand", printed(print_increment)),
    text("printPredicateAsCounter", printed(print_typed_by_bits)),
    text("printMatrix", printed(print_typed_by_bits)),
    text("printMatrixIndex", TextShape::Plain),
    text("printMatrixTileVector", printed(print_tile)),
    text("printMatrixTile", TextShape::Plain),
    text("printImmRangeScale", printed(print_range)),
    text("printImm8OptLsl", printed(print_byte)),
    text("printSIMDType10Operand", printed(print_byte_mask)),
    text("printSVEPattern", number_names("SVEPREDPAT")),
    text("printSVEVecLenSpecifier", number_names("SVEVECLENSPECIFIER")),
    text("printPrefetchOp<true>", number_names("SVEPRFM")),
    text("printZPRasFPR", printed(print_scalar)),
    text("printGPRSeqPairsClassOperand", printed(print_pair)),
    text("printGPR64x8", printed(print_first)),
    text("printGPR64as32", printed(print_half)),
    text("printInverseCondCode", printed(print_inverse_condition)),
    text("printBarrierOption", TextShape::RecordNames(BARRIERS)),
    text("printPrefetchOp", number_names("PRFM")),
    text(
        "printMRSSystemRegister",
        system(|register| register.bit("Readable") && has_features(register)),
    ),
    text(
        "printMSRSystemRegister",
        system(|register| register.bit("Writeable") && has_features(register)),
    ),
    text("printCondCode", super::shapes::names(CONDITIONS)),
];

const CONDITIONS: &[(i64, &str)] = &[
    (0, "eq"),
    (1, "ne"),
    (2, "hs"),
    (3, "lo"),
    (4, "mi"),
    (5, "pl"),
    (6, "vs"),
    (7, "vc"),
    (8, "hi"),
    (9, "ls"),
    (10, "ge"),
    (11, "lt"),
    (12, "gt"),
    (13, "le"),
    (14, "al"),
    (15, "nv"),
];

const BARRIERS: RecordNames = RecordNames {
    class: "DB",
    value: "Encoding",
    name: "Name",
    prefix: "",
    other_names: &[],
    unnamed: Some(|number| format!("#{number:#x}")),
    is_available: |_| true,
    reads_unavailable: false,
};

/// Names for a class; other numbers are printed as numbers.
const fn number_names(class: &'static str) -> TextShape {
    TextShape::RecordNames(RecordNames {
        class,
        unnamed: Some(|number| format!("#{number}")),
        is_available: has_features,
        ..BARRIERS
    })
}

/// System registers that can be read or written.
const fn system(is_available: fn(&RecordFields<'_>) -> bool) -> TextShape {
    TextShape::RecordNames(RecordNames {
        class: "SysReg",
        unnamed: Some(register_by_fields),
        is_available,
        ..BARRIERS
    })
}

/// Returns the general name of a system register: `S3_0_C15_C15_7`.
fn register_by_fields(number: i64) -> String {
    let (op0, op1, op2) = (number >> 14 & 3, number >> 11 & 7, number & 7);
    format!("S{op0}_{op1}_C{}_C{}_{op2}", number >> 7 & 15, number >> 3 & 15)
}

/// Whether the features exist that a system register names as C++.
fn has_features(register: &RecordFields<'_>) -> bool {
    let required = register.text("Requires");
    let words = required.split(|c: char| !c.is_alphanumeric() && c != '_');
    let mut features = words.filter(|word| word.starts_with("Feature") && *word != "FeatureBitset");
    register.has_feature("FeatureAll") || features.all(|feature| register.has_feature(feature))
}

/// Prints the opposite condition.
fn print_inverse_condition(context: &AsmTextContext<'_>, text: &mut String) -> Option<()> {
    let number = context.number()? ^ 1;
    let (_, name) = CONDITIONS.iter().find(|(own, _)| *own == number)?;
    text.push_str(name);
    Some(())
}

fn print_scaled(context: &AsmTextContext<'_>, text: &mut String) -> Option<()> {
    let number = context.number()?.checked_mul(argument(context, 0)?)?;
    text.push_str(&format!("#{number}"));
    Some(())
}

fn print_label(context: &AsmTextContext<'_>, text: &mut String) -> Option<()> {
    text.push_str(&format!("#{}", context.number()? * 4));
    Some(())
}

fn print_address(context: &AsmTextContext<'_>, text: &mut String) -> Option<()> {
    let scale = if context.instruction() == "ADRP" { 4096 } else { 1 };
    text.push_str(&format!("#{}", context.number()? * scale));
    Some(())
}

fn print_shifted_number(context: &AsmTextContext<'_>, text: &mut String) -> Option<()> {
    text.push_str(&format!("#{}", context.number()?));
    if context.operand(1)?.number()? == 12 {
        text.push_str(", lsl #12");
    }
    Some(())
}

const SHIFTS: [&str; 5] = ["lsl", "lsr", "asr", "ror", "msl"];

/// Prints a shift: `, lsl #3`. A shift to the left by zero is left out.
fn push_shift(number: i64, text: &mut String) -> Option<()> {
    let (kind, amount) = (usize::try_from(number >> 6).ok()?, number & 0x3f);
    if (kind, amount) != (0, 0) {
        text.push_str(&format!(", {} #{amount}", SHIFTS.get(kind)?));
    }
    Some(())
}

fn print_shift(context: &AsmTextContext<'_>, text: &mut String) -> Option<()> {
    push_shift(context.number()?, text)
}

fn print_shifted(context: &AsmTextContext<'_>, text: &mut String) -> Option<()> {
    context.push(context.operand(0)?, text);
    push_shift(context.operand(1)?.number()?, text)
}

/// Extensions of registers.
const EXTENSIONS: [&str; 8] = ["uxtb", "uxth", "uxtw", "uxtx", "sxtb", "sxth", "sxtw", "sxtx"];

/// Prints an extension. With the stack pointer, the extension that changes nothing is a shift.
fn push_extension(context: &AsmTextContext<'_>, number: i64, text: &mut String) -> Option<()> {
    let (kind, amount) = (EXTENSIONS.get((number >> 3) as usize)?, number & 7);
    let name = |index: usize| {
        let mut name = String::new();
        if let Some(operand @ InsnOperand::Register(_)) = context.other(index) {
            context.push(operand, &mut name);
        }
        name
    };
    let names = [name(0), name(1)];
    let has = |stack: &str| names.iter().any(|name| name == stack);
    let is_plain = (*kind == "uxtx" && has("sp")) || (*kind == "uxtw" && has("wsp"));
    if is_plain {
        if amount != 0 {
            text.push_str(&format!(", lsl #{amount}"));
        }
        return Some(());
    }
    text.push_str(&format!(", {kind}"));
    if amount != 0 {
        text.push_str(&format!(" #{amount}"));
    }
    Some(())
}

fn print_extension(context: &AsmTextContext<'_>, text: &mut String) -> Option<()> {
    push_extension(context, context.number()?, text)
}

fn print_extended(context: &AsmTextContext<'_>, text: &mut String) -> Option<()> {
    context.push(context.operand(0)?, text);
    push_extension(context, context.operand(1)?.number()?, text)
}

fn print_mask(context: &AsmTextContext<'_>, text: &mut String) -> Option<()> {
    let width = if context.argument(0) == "int32_t" { 32 } else { 64 };
    let mask = logical_mask(u64::try_from(context.number()?).ok()?, width)?;
    text.push_str(&format!("#{mask:#x}"));
    Some(())
}

fn print_vector(context: &AsmTextContext<'_>, text: &mut String) -> Option<()> {
    text.push_str(&context.alternative_name(context.operand(0)?.register()?, "vreg"));
    Some(())
}

fn print_index(context: &AsmTextContext<'_>, text: &mut String) -> Option<()> {
    let scale = argument(context, 0).unwrap_or(1);
    text.push_str(&format!("[{}]", context.number()? * scale));
    Some(())
}

/// Prints a floating-point number of eight bits.
fn print_small_float(context: &AsmTextContext<'_>, text: &mut String) -> Option<()> {
    text.push_str(&format!("#{:.8}", small_float(context.number()?)));
    Some(())
}

fn print_rotation(context: &AsmTextContext<'_>, text: &mut String) -> Option<()> {
    let (angle, first) = (argument(context, 0)?, argument(context, 1)?);
    text.push_str(&format!("#{}", context.number()? * angle + first));
    Some(())
}

/// Prints an alias that the description does not have.
fn print_alias(context: &AsmTextContext<'_>, text: &mut String) -> Option<()> {
    print_bit_field(context, text).or_else(|| print_move(context, text))
}
