//! ARM vectors: register lists, lanes, and numbers that a few bits select.

use super::arm_shapes::{BY_FIELD, GPR};
use super::shapes::{UNSIGNED, codec, field, mapped, part, printed, small_float, text};
use crate::syntax::{
    CodecRow, CodecShape, ConstantRow, OperandBitsRow, OperandFieldShape, ReplacementRow, TextRow,
    TextShape,
};
use crate::text::AsmTextContext;

/// An operand that follows from the whole word.
const fn word(method: &'static str, operand: &'static str) -> OperandBitsRow {
    OperandBitsRow { method, operand, low: 0, width: 32 }
}

pub(super) const OPERAND_BITS: &[OperandBitsRow] = &[
    OperandBitsRow { method: "DecodeAddrMode3Instruction", operand: "Rt2", low: 12, width: 4 },
    OperandBitsRow { method: "DecodeAddrMode3Instruction", operand: "Rn_wb", low: 16, width: 4 },
    word("DecodeVMOVRRS", "src2"),
    word("DecodeVMOVSRR", "dst2"),
    word("DecodeVLDST3Instruction", "dst2"),
    word("DecodeVLDST3Instruction", "dst3"),
    word("DecodeVLDST3Instruction", "src2"),
    word("DecodeVLDST3Instruction", "src3"),
    word("DecodeVLDST4Instruction", "dst2"),
    word("DecodeVLDST4Instruction", "dst3"),
    word("DecodeVLDST4Instruction", "dst4"),
    word("DecodeVLDST4Instruction", "src2"),
    word("DecodeVLDST4Instruction", "src3"),
    word("DecodeVLDST4Instruction", "src4"),
    word("DecodeVLD1DupInstruction", "Rn"),
    word("DecodeVLD2DupInstruction", "Rn"),
    word("DecodeVLD3DupInstruction", "Rn"),
    word("DecodeVLD3DupInstruction", "dst2"),
    word("DecodeVLD3DupInstruction", "dst3"),
    word("DecodeVLD4DupInstruction", "Rn"),
    word("DecodeVLD4DupInstruction", "dst2"),
    word("DecodeVLD4DupInstruction", "dst3"),
    word("DecodeVLD4DupInstruction", "dst4"),
    word("DecodeVLD1LN", "Rn"),
    word("DecodeVLD2LN", "Rn"),
    word("DecodeVLD2LN", "dst2"),
    word("DecodeVLD3LN", "Rn"),
    word("DecodeVLD3LN", "dst2"),
    word("DecodeVLD3LN", "dst3"),
    word("DecodeVLD4LN", "Rn"),
    word("DecodeVLD4LN", "dst2"),
    word("DecodeVLD4LN", "dst3"),
    word("DecodeVLD4LN", "dst4"),
    word("DecodeVST1LN", "Rn"),
    word("DecodeVST2LN", "Rn"),
    word("DecodeVST2LN", "src2"),
    word("DecodeVST3LN", "Rn"),
    word("DecodeVST3LN", "src2"),
    word("DecodeVST3LN", "src3"),
    word("DecodeVST4LN", "Rn"),
    word("DecodeVST4LN", "src2"),
    word("DecodeVST4LN", "src3"),
    word("DecodeVST4LN", "src4"),
];

/// The shift amount, if a long shift has the element width.
const fn width(operand: &'static str, number: i64) -> ConstantRow {
    ConstantRow { method: "DecodeVSHLMaxInstruction", instruction: "", operand, number }
}

pub(super) const CONSTANTS: &[ConstantRow] =
    &[width("imm8", 8), width("imm16", 16), width("imm32", 32)];

/// A conversion without the upper operand bits is a move.
const fn moved(method: &'static str, bits: u64, instruction: &'static str) -> ReplacementRow {
    ReplacementRow { method, mask: 0x0038_0f20, value: bits, instruction }
}

pub(super) const REPLACEMENTS: &[ReplacementRow] = &[
    // A branch with the condition 15 changes to Thumb.
    ReplacementRow {
        method: "DecodeBranchImmInstruction",
        mask: 0xfe00_0000,
        value: 0xfa00_0000,
        instruction: "BLXi",
    },
    moved("DecodeVCVTD", 0xc00, "VMOVv2i32"),
    moved("DecodeVCVTD", 0xd00, "VMOVv2i32"),
    moved("DecodeVCVTD", 0xc20, "VMVNv2i32"),
    moved("DecodeVCVTD", 0xd20, "VMVNv2i32"),
    moved("DecodeVCVTQ", 0xc00, "VMOVv4i32"),
    moved("DecodeVCVTQ", 0xd00, "VMOVv4i32"),
    moved("DecodeVCVTQ", 0xc20, "VMVNv4i32"),
    moved("DecodeVCVTQ", 0xd20, "VMVNv4i32"),
    moved("DecodeVCVTD", 0xf00, "VMOVv2f32"),
    moved("DecodeVCVTQ", 0xf00, "VMOVv4f32"),
];

const DOUBLES: CodecShape = CodecShape::Registers("DPR");
const SINGLES: CodecShape = CodecShape::Registers("SPR");

/// A list is named by its first register. The last one must exist.
const THREE: CodecShape = mapped(|first| (first < 30).then_some(first), &DOUBLES);
const FOUR: CodecShape = mapped(|first| (first < 29).then_some(first), &DOUBLES);
const PAIR: CodecShape = CodecShape::Positions("DPair");
const SPACED_PAIR: CodecShape = CodecShape::Positions("DPairSpc");

/// An address step: a register, or the access size for the stack pointer.
const STEP: CodecShape =
    mapped(|bits| Some(if bits == 13 { 16 } else { bits }), &CodecShape::OptionalRegisters("GPR"));

/// Alignments in bytes by two bits.
const ALIGNMENTS: &[(u64, i64)] = &[(0, 0), (1, 8), (2, 16), (3, 32)];

/// Alignments for a single register or three registers.
const SINGLE_ALIGNMENTS: &[(u64, i64)] = &[(0, 0), (1, 8)];

/// Alignments for two registers.
const PAIR_ALIGNMENTS: &[(u64, i64)] = &[(0, 0), (1, 8), (2, 16)];

const ADDRESS: CodecShape =
    CodecShape::Parts(&[part(0, 4, GPR), part(4, 2, CodecShape::Numbers(ALIGNMENTS))]);

const SINGLE_ADDRESS: CodecShape =
    CodecShape::Parts(&[part(0, 4, GPR), part(4, 2, CodecShape::Numbers(SINGLE_ALIGNMENTS))]);

const PAIR_ADDRESS: CodecShape =
    CodecShape::Parts(&[part(0, 4, GPR), part(4, 2, CodecShape::Numbers(PAIR_ALIGNMENTS))]);

/// The base register, which is also an output.
const WRITTEN: CodecShape = CodecShape::Parts(&[part(16, 4, GPR)]);

/// Loads and stores for whole registers.
const WHOLE: &[OperandFieldShape] = &[
    field("wb", CodecShape::Parts(&[part(0, 4, GPR)])),
    field("am6offset", STEP),
    field("addrmode6align64", SINGLE_ADDRESS),
    field("addrmode6align64or128", PAIR_ADDRESS),
    field("VecListDPair", PAIR),
    field("VecListDPairSpaced", SPACED_PAIR),
    field("VecListThreeD", THREE),
    field("VecListFourD", FOUR),
    field("dst2", mapped(|word| following(word, 1, word >> 8 & 1), &DOUBLES)),
    field("src2", mapped(|word| following(word, 1, word >> 8 & 1), &DOUBLES)),
    field("dst3", mapped(|word| following(word, 2, word >> 8 & 1), &DOUBLES)),
    field("src3", mapped(|word| following(word, 2, word >> 8 & 1), &DOUBLES)),
    field("dst4", mapped(|word| following(word, 3, word >> 8 & 1), &DOUBLES)),
    field("src4", mapped(|word| following(word, 3, word >> 8 & 1), &DOUBLES)),
];

/// Returns a word's vector register number.
fn vector(word: u64) -> u64 {
    word >> 12 & 15 | word >> 18 & 16
}

/// Returns the register `count` steps after a word's vector register. A step is two registers if `is_spaced` is 1.
fn following(word: u64, count: u64, is_spaced: u64) -> Option<u64> {
    Some((vector(word) + count * (1 + is_spaced)) % 32)
}

/// Loads to all lanes. The alignment depends on the word's size.
const fn copies(address: CodecShape) -> [OperandFieldShape; 9] {
    [
        field("wb", WRITTEN),
        field("am6offset", STEP),
        field("Rn", address),
        field("VecListDPairAllLanes", PAIR),
        field("VecListDPairSpacedAllLanes", SPACED_PAIR),
        field("dst2", mapped(|word| following(word, 1, word >> 5 & 1), &DOUBLES)),
        field("dst3", mapped(|word| following(word, 2, word >> 5 & 1), &DOUBLES)),
        field("dst4", mapped(|word| following(word, 3, word >> 5 & 1), &DOUBLES)),
        field("lane", UNSIGNED),
    ]
}

/// Loads and stores for a lane.
const fn lanes(address: CodecShape) -> [OperandFieldShape; 9] {
    [
        field("wb", WRITTEN),
        field("am6offset", STEP),
        field("Rn", address),
        field("dst2", mapped(|word| lane_register(word, 1), &DOUBLES)),
        field("src2", mapped(|word| lane_register(word, 1), &DOUBLES)),
        field("dst3", mapped(|word| lane_register(word, 2), &DOUBLES)),
        field("src3", mapped(|word| lane_register(word, 2), &DOUBLES)),
        field("dst4", mapped(|word| lane_register(word, 3), &DOUBLES)),
        field("src4", mapped(|word| lane_register(word, 3), &DOUBLES)),
    ]
}

/// Returns the register with another lane. It must exist.
fn lane_register(word: u64, count: u64) -> Option<u64> {
    let is_spaced = match word >> 10 & 3 {
        1 => word >> 5 & 1,
        2 => word >> 6 & 1,
        _ => 0,
    };
    let number = vector(word) + count * (1 + is_spaced);
    (number < 32).then_some(number)
}

/// The base register and an alignment that a function computes.
macro_rules! aligned {
    ($align:expr) => {
        CodecShape::Parts(&const { [part(16, 4, GPR), part(0, 32, mapped($align, &UNSIGNED))] })
    };
}

/// Returns the alignment in bytes for a load of `count` elements to all lanes.
fn copied_alignment(word: u64, count: u64) -> Option<u64> {
    let (size, is_aligned) = (word >> 6 & 3, word >> 4 & 1 != 0);
    match (count, size, is_aligned) {
        (4, 3, is_aligned) => is_aligned.then_some(16),
        (_, 3, _) | (1, 0, true) => None,
        (_, _, false) => Some(0),
        (3, _, true) => None,
        (4, 2, true) => Some(8),
        (count, size, true) => Some(count << size),
    }
}

/// Returns the alignment in bytes for `count` elements in a lane.
fn lane_alignment(word: u64, count: u64) -> Option<u64> {
    let size = word >> 10 & 3;
    // The bits below the lane's number.
    let bits = word >> 4 & [1, 3, 7, 0][size as usize];
    let is_spaced = size != 0 && count > 1 && bits >> size & 1 != 0;
    let bits = if is_spaced { bits & !(1 << size) } else { bits };
    match (count, size, bits) {
        (_, 3, _) => None,
        (_, _, 0) => Some(0),
        (1, 1, 1) => Some(2),
        (1, 2, 3) => Some(4),
        (2, size, 1) => Some(2 << size),
        (4, 2, bits @ (1 | 2)) => Some(4 << bits),
        (4, size @ (0 | 1), 1) => Some(4 << size),
        _ => None,
    }
}

const fn by_field(shapes: &'static [OperandFieldShape]) -> CodecShape {
    CodecShape::ByField(shapes)
}

/// Numbers for 32-bit elements: shifted by whole bytes, or with ones below.
const MOVED: CodecShape = CodecShape::ByField(&[field(
    "nImmVMOVI32",
    mapped(|bits| matches!(bits >> 8, 0 | 2 | 4 | 6 | 12 | 13).then_some(bits), &UNSIGNED),
)]);

/// The register after a word's register with 32 bits.
const NEXT_SINGLE: CodecShape =
    mapped(|word| Some(((word & 15) << 1 | word >> 5 & 1) + 1), &SINGLES);

/// A right shift, encoded as its distance from the element width.
const fn right(decode: fn(u64) -> Option<u64>) -> CodecShape {
    mapped(decode, &UNSIGNED)
}

pub(super) const VECTOR_CODECS: &[CodecRow] = &[
    // An odd number would be half a register.
    codec(
        "DecodeQPRRegisterClass",
        mapped(
            |bits| (bits & 1 == 0).then_some(bits >> 1),
            &const { CodecShape::Registers("QPR") },
        ),
    ),
    codec("DecodeDPRRegListOperand", UNSIGNED),
    codec("DecodeSPRRegListOperand", UNSIGNED),
    codec("DecodeAddrMode6Operand", ADDRESS),
    codec("DecodeShiftRight8Imm", right(|bits| 8_u64.checked_sub(bits))),
    codec("DecodeShiftRight16Imm", right(|bits| 16_u64.checked_sub(bits))),
    codec("DecodeShiftRight32Imm", right(|bits| 32_u64.checked_sub(bits))),
    codec("DecodeShiftRight64Imm", right(|bits| 64_u64.checked_sub(bits))),
    codec("DecodeVCVTImmOperand", right(|bits| (bits >= 32).then(|| 64 - bits))),
    codec("DecodeVCVTD", BY_FIELD),
    codec("DecodeVCVTQ", BY_FIELD),
    codec("DecodeVSHLMaxInstruction", BY_FIELD),
    codec("DecodeVMOVModImmInstruction", MOVED),
    codec("DecodeNEONComplexLane64Instruction", BY_FIELD),
    codec("DecodeVMOVRRS", by_field(&[field("src2", NEXT_SINGLE)])),
    codec("DecodeVMOVSRR", by_field(&[field("dst2", NEXT_SINGLE)])),
    codec("DecodeTBLInstruction", by_field(WHOLE)),
    codec("DecodeVLDST1Instruction", by_field(WHOLE)),
    codec("DecodeVLDST2Instruction", by_field(WHOLE)),
    codec("DecodeVLDST3Instruction", by_field(WHOLE)),
    codec("DecodeVLDST4Instruction", by_field(WHOLE)),
    codec(
        "DecodeVLD1DupInstruction",
        by_field(&const { copies(aligned!(|word| copied_alignment(word, 1))) }),
    ),
    codec(
        "DecodeVLD2DupInstruction",
        by_field(&const { copies(aligned!(|word| copied_alignment(word, 2))) }),
    ),
    codec(
        "DecodeVLD3DupInstruction",
        by_field(&const { copies(aligned!(|word| copied_alignment(word, 3))) }),
    ),
    codec(
        "DecodeVLD4DupInstruction",
        by_field(&const { copies(aligned!(|word| copied_alignment(word, 4))) }),
    ),
    codec("DecodeVLD1LN", ONE_LANE),
    codec("DecodeVST1LN", ONE_LANE),
    codec("DecodeVLD2LN", TWO_LANES),
    codec("DecodeVST2LN", TWO_LANES),
    codec("DecodeVLD3LN", THREE_LANES),
    codec("DecodeVST3LN", THREE_LANES),
    codec("DecodeVLD4LN", FOUR_LANES),
    codec("DecodeVST4LN", FOUR_LANES),
];

const ONE_LANE: CodecShape = by_field(&const { lanes(aligned!(|word| lane_alignment(word, 1))) });
const TWO_LANES: CodecShape = by_field(&const { lanes(aligned!(|word| lane_alignment(word, 2))) });
const THREE_LANES: CodecShape =
    by_field(&const { lanes(aligned!(|word| lane_alignment(word, 3))) });
const FOUR_LANES: CodecShape = by_field(&const { lanes(aligned!(|word| lane_alignment(word, 4))) });

pub(super) const VECTOR_TEXTS: &[TextRow] = &[
    text("printVectorIndex", TextShape::Template("[$0]")),
    text("printAddrMode6Operand", printed(print_aligned_address)),
    text("printAddrMode6OffsetOperand", printed(print_step)),
    text("printVMOVModImmOperand", printed(print_element)),
    text("printFPImmOperand", printed(print_float)),
    text("printComplexRotationOp", printed(print_angle)),
    text("printVectorListOne", printed(|context, text| push_list(context, (1, 1), "", text))),
    text("printVectorListTwo", printed(|context, text| push_list(context, (2, 1), "", text))),
    text("printVectorListThree", printed(|context, text| push_list(context, (3, 1), "", text))),
    text("printVectorListFour", printed(|context, text| push_list(context, (4, 1), "", text))),
    text("printVectorListTwoSpaced", printed(|context, text| push_list(context, (2, 2), "", text))),
    text(
        "printVectorListOneAllLanes",
        printed(|context, text| push_list(context, (1, 1), "[]", text)),
    ),
    text(
        "printVectorListTwoAllLanes",
        printed(|context, text| push_list(context, (2, 1), "[]", text)),
    ),
    text(
        "printVectorListTwoSpacedAllLanes",
        printed(|context, text| push_list(context, (2, 2), "[]", text)),
    ),
];

/// Adds a list with `count` registers at the distance `step`: `{d0, d1}`. The operand is the first register, or
/// a pair, for example `q0` or `D1_D2`.
fn push_list(
    context: &AsmTextContext<'_>,
    (count, step): (u32, u32),
    suffix: &str,
    text: &mut String,
) -> Option<()> {
    let name = context.register_name(0).split('_').next()?;
    let number: u32 = name.get(1..)?.parse().ok()?;
    let first = if name.starts_with('q') { 2 * number } else { number };
    let names = (0..count).map(|index| format!("d{}{suffix}", first + index * step));
    text.push_str(&format!("{{{}}}", names.collect::<Vec<_>>().join(", ")));
    Some(())
}

/// Prints an address with its alignment in bits.
fn print_aligned_address(context: &AsmTextContext<'_>, text: &mut String) -> Option<()> {
    text.push('[');
    context.push(context.operand(0)?, text);
    let bytes = context.number_at(1)?;
    if bytes != 0 {
        text.push_str(&format!(":{}", 8 * bytes));
    }
    text.push(']');
    Some(())
}

fn print_step(context: &AsmTextContext<'_>, text: &mut String) -> Option<()> {
    if !context.is_register(0) {
        text.push('!');
        return Some(());
    }
    text.push_str(", ");
    context.push(context.operand(0)?, text);
    Some(())
}

/// Prints the number in each element, which eight bits and their position select.
fn print_element(context: &AsmTextContext<'_>, text: &mut String) -> Option<()> {
    let bits = u64::try_from(context.number()?).ok()?;
    let (byte, place) = (bits & 0xff, bits >> 8 & 15);
    let number = match (context.operand_record(), place) {
        ("nImmSplatI8", _) => byte,
        ("nImmSplatI16" | "nImmSplatI32", _) => byte << (8 * (place >> 1 & 3)),
        ("nImmSplatI64", _) => {
            let bytes = (0..8).filter(|bit| byte >> bit & 1 != 0);
            bytes.fold(0, |number, bit| number | 0xff << (8 * bit))
        }
        ("nImmVMOVI32", 12) => byte << 8 | 0xff,
        ("nImmVMOVI32", 13) => byte << 16 | 0xffff,
        ("nImmVMOVI32", _) => byte << (8 * (place >> 1 & 3)),
        _ => return None,
    };
    text.push_str(&format!("#{number:#x}"));
    Some(())
}

/// Prints a floating-point number of eight bits: `#1.000000e+00`.
fn print_float(context: &AsmTextContext<'_>, text: &mut String) -> Option<()> {
    let digits = format!("{:.6e}", small_float(context.number()?));
    let (fraction, exponent) = digits.split_once('e')?;
    let exponent: i32 = exponent.parse().ok()?;
    let sign = if exponent < 0 { '-' } else { '+' };
    text.push_str(&format!("#{fraction}e{sign}{:02}", exponent.unsigned_abs()));
    Some(())
}

fn print_angle(context: &AsmTextContext<'_>, text: &mut String) -> Option<()> {
    let argument = |index: usize| context.argument(index).parse::<i64>().ok();
    text.push_str(&format!("#{}", context.number()? * argument(0)? + argument(1)?));
    Some(())
}
