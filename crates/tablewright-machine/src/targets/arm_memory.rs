//! ARM addresses.
//!
//! A number in an address has a bit for its direction. An address that subtracts zero is different from an
//! address that adds zero.

use super::arm_shapes::{BY_FIELD, GPR, MEMORY_COPROCESSOR, push_shift};
use super::shapes::{UNSIGNED, codec, field, mapped, part, printed, text};
use crate::syntax::{CodecRow, CodecShape, OperandFieldShape, TextRow};
use crate::text::AsmTextContext;

/// The base register above a twelve-bit number and its direction.
const NUMBER_ADDRESS: CodecShape = CodecShape::Parts(&[part(13, 4, GPR), part(0, 13, UNSIGNED)]);

/// The base register, a shifted register and its direction.
const REGISTER_ADDRESS: CodecShape =
    CodecShape::Parts(&[part(13, 4, GPR), part(0, 4, GPR), part(5, 8, UNSIGNED)]);

/// The base register above an eight-bit number and its direction.
const SHORT_ADDRESS: CodecShape = CodecShape::Parts(&[part(9, 4, GPR), part(0, 9, UNSIGNED)]);

/// No register.
const NONE: CodecShape = CodecShape::RegisterOrNone { class: "CCR", none: 0, some: 1 };

const OPTIONAL: CodecShape = CodecShape::OptionalRegisters("GPR");

/// A register, or none if the bit `NUMBER` is set.
const fn index<const NUMBER: u32>() -> CodecShape {
    mapped(|bits| Some(if bits >> NUMBER & 1 != 0 { 16 } else { bits & 15 }), &OPTIONAL)
}

/// The eight-bit number and the direction if the bit `NUMBER` is set, otherwise the direction alone.
const fn distance<const NUMBER: u32>() -> CodecShape {
    mapped(|bits| Some(bits & if bits >> NUMBER & 1 != 0 { 0x1ff } else { 0x100 }), &UNSIGNED)
}

/// An address with a register or an eight-bit number. Bit 13 is set for a number.
const MIXED_ADDRESS: CodecShape = CodecShape::Parts(&[
    part(9, 4, GPR),
    part(0, 14, index::<13>()),
    part(0, 14, distance::<13>()),
]);

const MIXED_STEP: CodecShape =
    CodecShape::Parts(&[part(0, 10, index::<9>()), part(0, 10, distance::<9>())]);

/// Loads and stores for half words, signed bytes, and pairs.
const MIXED: &[OperandFieldShape] = &[
    field("addrmode3", MIXED_ADDRESS),
    field("addrmode3_pre", MIXED_ADDRESS),
    field("am3offset", MIXED_STEP),
    field("Rt2", mapped(|bits| Some(bits + 1), &const { CodecShape::Registers("GPR") })),
];

/// The step after an access: a number, or a shifted register.
const STEPS: &[OperandFieldShape] = &[
    field("am2offset_imm", CodecShape::Parts(&[part(0, 0, NONE), part(0, 13, UNSIGNED)])),
    field("am2offset_reg", CodecShape::Parts(&[part(0, 4, GPR), part(5, 8, UNSIGNED)])),
];

/// The base register, which is also an output.
const BEFORE: CodecShape =
    CodecShape::ByField(&[field("Rn_wb", CodecShape::Parts(&[part(13, 4, GPR)]))]);

/// A pair begins with an even register.
const PAIR: CodecShape = CodecShape::ByField(&[field(
    "GPRPairOp",
    mapped(|bits| (bits < 14).then_some(bits >> 1), &CodecShape::Positions("GPRPair")),
)]);

pub(super) const ADDRESS_CODECS: &[CodecRow] = &[
    codec("DecodeAddrModeImm12Operand", NUMBER_ADDRESS),
    codec("DecodeSORegMemOperand", REGISTER_ADDRESS),
    codec("DecodeAddrMode5Operand", SHORT_ADDRESS),
    codec("DecodeAddrMode5FP16Operand", SHORT_ADDRESS),
    codec("DecodeAddrMode7Operand", GPR),
    codec("DecodePostIdxReg", CodecShape::Parts(&[part(0, 4, GPR), part(4, 1, UNSIGNED)])),
    codec("DecodeAddrMode2IdxInstruction", CodecShape::ByField(STEPS)),
    codec("DecodeAddrMode3Instruction", CodecShape::ByField(MIXED)),
    codec("DecodeLDRPreImm", BEFORE),
    codec("DecodeLDRPreReg", BEFORE),
    codec("DecodeSTRPreImm", BEFORE),
    codec("DecodeSTRPreReg", BEFORE),
    codec("DecodeLDR", BY_FIELD),
    codec("DecodeDoubleRegLoad", PAIR),
    codec("DecodeDoubleRegStore", PAIR),
    codec("DecodeCopMemInstruction", CodecShape::ByField(&[field("p_imm", MEMORY_COPROCESSOR)])),
];

pub(super) const ADDRESS_TEXTS: &[TextRow] = &[
    text("printAddrModeImm12Operand", printed(print_number_address)),
    text("printAddrMode2Operand", printed(print_register_address)),
    text("printAddrMode2OffsetOperand", printed(print_step)),
    text("printAddrMode3Operand", printed(print_mixed_address)),
    text("printAddrMode3OffsetOperand", printed(print_mixed_step)),
    text("printAddrMode5Operand", printed(|context, text| print_short_address(context, 4, text))),
    text(
        "printAddrMode5FP16Operand",
        printed(|context, text| print_short_address(context, 2, text)),
    ),
    text("printAddrMode7Operand", printed(print_base)),
    text("printPostIdxRegOperand", printed(print_register_step)),
    text("printPostIdxImm8Operand", printed(|context, text| print_short_step(context, 1, text))),
    text("printPostIdxImm8s4Operand", printed(|context, text| print_short_step(context, 4, text))),
];

/// Returns a number's sign and its magnitude. The bit at `bit` is set for an addition.
fn directed(bits: i64, bit: u32) -> (&'static str, i64) {
    (if bits >> bit & 1 != 0 { "" } else { "-" }, bits & ((1 << bit) - 1))
}

/// Adds the base register and a number in brackets. Adding zero is left out, except if the method's
/// argument is `true`.
fn push_address(
    context: &AsmTextContext<'_>,
    (sign, number): (&str, i64),
    text: &mut String,
) -> Option<()> {
    text.push('[');
    context.push(context.operand(0)?, text);
    if number != 0 || !sign.is_empty() || context.argument(0) == "true" {
        text.push_str(&format!(", #{sign}{number}"));
    }
    text.push(']');
    Some(())
}

fn print_number_address(context: &AsmTextContext<'_>, text: &mut String) -> Option<()> {
    push_address(context, directed(context.number_at(1)?, 12), text)
}

fn print_short_address(context: &AsmTextContext<'_>, unit: i64, text: &mut String) -> Option<()> {
    let (sign, number) = directed(context.number_at(1)?, 8);
    push_address(context, (sign, unit * number), text)
}

fn print_base(context: &AsmTextContext<'_>, text: &mut String) -> Option<()> {
    push_address(context, ("", 0), text)
}

fn print_register_address(context: &AsmTextContext<'_>, text: &mut String) -> Option<()> {
    let (sign, shift) = directed(context.number_at(2)?, 7);
    text.push('[');
    context.push(context.operand(0)?, text);
    text.push_str(&format!(", {sign}"));
    context.push(context.operand(1)?, text);
    push_shift(shift, text)?;
    text.push(']');
    Some(())
}

fn print_mixed_address(context: &AsmTextContext<'_>, text: &mut String) -> Option<()> {
    let (sign, number) = directed(context.number_at(2)?, 8);
    if !context.is_register(1) {
        return push_address(context, (sign, number), text);
    }
    text.push('[');
    context.push(context.operand(0)?, text);
    text.push_str(&format!(", {sign}"));
    context.push(context.operand(1)?, text);
    text.push(']');
    Some(())
}

fn print_step(context: &AsmTextContext<'_>, text: &mut String) -> Option<()> {
    let bits = context.number_at(1)?;
    if !context.is_register(0) {
        let (sign, number) = directed(bits, 12);
        text.push_str(&format!("#{sign}{number}"));
        return Some(());
    }
    let (sign, shift) = directed(bits, 7);
    text.push_str(sign);
    context.push(context.operand(0)?, text);
    push_shift(shift, text)
}

fn print_mixed_step(context: &AsmTextContext<'_>, text: &mut String) -> Option<()> {
    let (sign, number) = directed(context.number_at(1)?, 8);
    if !context.is_register(0) {
        text.push_str(&format!("#{sign}{number}"));
        return Some(());
    }
    text.push_str(sign);
    context.push(context.operand(0)?, text);
    Some(())
}

fn print_short_step(context: &AsmTextContext<'_>, unit: i64, text: &mut String) -> Option<()> {
    let (sign, number) = directed(context.number()?, 8);
    text.push_str(&format!("#{sign}{}", unit * number));
    Some(())
}

fn print_register_step(context: &AsmTextContext<'_>, text: &mut String) -> Option<()> {
    text.push_str(directed(context.number_at(1)?, 0).0);
    context.push(context.operand(0)?, text);
    Some(())
}
