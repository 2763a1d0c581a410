//! Thumb addresses. Numbers in addresses have a sign. Subtracting zero is the number [`MINUS_ZERO`].

use super::arm_shapes::{GPR, OLD_COPROCESSOR};
use super::shapes::{UNSIGNED, codec, field, mapped, part, printed, text, valid};
use crate::syntax::{
    CodecRow, CodecShape, OperandBitsRow, OperandFieldShape, ReplacementRow, TextRow, Valid,
};
use crate::text::AsmTextContext;

/// The number for a zero that is subtracted.
const MINUS_ZERO: i64 = i32::MIN as i64;

/// A general register except the program counter.
const BASE: CodecShape = mapped(|bits| (bits != 15).then_some(bits), &GPR);

const LOW: CodecShape = CodecShape::Registers("tGPR");

const STACK: CodecShape = CodecShape::RegisterNames(&["SP"]);

/// Returns the number in eight bits. The bit above is set for an addition.
fn directed(bits: u64, unit: i64) -> u64 {
    let number = unit * (bits & 0xff) as i64;
    (match (bits >> 8 & 1 != 0, number) {
        (true, number) => number,
        (false, 0) => MINUS_ZERO,
        (false, number) => -number,
    }) as u64
}

const BYTES: CodecShape = mapped(|bits| Some(directed(bits, 1)), &UNSIGNED);

/// A word count. Zero is always subtracted.
const WORDS: CodecShape =
    mapped(|bits| Some(if bits == 0 { MINUS_ZERO as u64 } else { directed(bits, 4) }), &UNSIGNED);

const BYTE_ADDRESS: CodecShape = CodecShape::Parts(&[part(9, 4, BASE), part(0, 9, BYTES)]);

/// The address in a literal load: twelve bits, and a bit that is set for an addition.
const LITERAL: CodecShape = mapped(
    |bits| {
        let number = (bits & 0xfff) as i64;
        let is_added = bits >> 12 & 1 != 0;
        Some(match number {
            0 if !is_added => MINUS_ZERO,
            number => {
                if is_added {
                    number
                } else {
                    -number
                }
            }
        } as u64)
    },
    &UNSIGNED,
);

/// Loads. Only word loads write the program counter.
const LOADS: CodecShape =
    CodecShape::ByField(&[field("GPRnopc", BASE), field("t2addrmode_posimm8", POSITIVE_ADDRESS)]);

const POSITIVE_ADDRESS: CodecShape = CodecShape::Parts(&[part(9, 4, BASE), part(0, 8, UNSIGNED)]);

pub(super) const OPERANDS: &[OperandFieldShape] = &[field("t2addrmode_posimm8", POSITIVE_ADDRESS)];

/// Coprocessors except those for floating-point numbers. Vector instructions use further numbers.
pub(super) const OWN_COPROCESSOR: CodecShape = CodecShape::IfFeature {
    feature: "HasV8_1MMainlineOps",
    then: &valid(Valid::Except(&[8, 9, 10, 11, 14, 15])),
    otherwise: &OLD_COPROCESSOR,
};

/// The coprocessor in a word. Long unconditional accesses with an option have any number.
const COPROCESSOR: CodecShape = CodecShape::IfFeature {
    feature: "HasV8Ops",
    then: &mapped(|word| (coprocessor(word) == 14).then_some(14), &UNSIGNED),
    otherwise: &CodecShape::IfFeature {
        feature: "HasV8_1MMainlineOps",
        then: &mapped(
            |word| {
                let number = coprocessor(word);
                let is_reserved = matches!(number, 8..=11 | 14 | 15);
                (has_option(word) || !is_reserved).then_some(number)
            },
            &UNSIGNED,
        ),
        otherwise: &mapped(
            |word| {
                let number = coprocessor(word);
                (has_option(word) || !matches!(number, 10 | 11)).then_some(number)
            },
            &UNSIGNED,
        ),
    },
};

/// Whether a word is a long unconditional access with an option.
fn has_option(word: u64) -> bool {
    word >> 21 == 0xfcc0_0000 >> 21
}

fn coprocessor(word: u64) -> u64 {
    word >> 8 & 15
}

pub(super) const MEMORY_CODECS: &[CodecRow] = &[
    codec("DecodeThumbAddrModeRR", CodecShape::Parts(&[part(0, 3, LOW), part(3, 3, LOW)])),
    codec("DecodeThumbAddrModeIS", CodecShape::Parts(&[part(0, 3, LOW), part(3, 5, UNSIGNED)])),
    codec("DecodeThumbAddrModeSP", CodecShape::Parts(&[part(0, 0, STACK), part(0, 8, UNSIGNED)])),
    codec("DecodeThumbAddrModePC", mapped(|bits| Some(bits << 2), &UNSIGNED)),
    codec("DecodeT2AddrModeImm12", CodecShape::Parts(&[part(13, 4, BASE), part(0, 12, UNSIGNED)])),
    codec("DecodeT2AddrModeImm8", BYTE_ADDRESS),
    codec("DecodeT2Imm8", BYTES),
    codec("DecodeT2AddrModeImm8s4", CodecShape::Parts(&[part(9, 4, GPR), part(0, 9, WORDS)])),
    codec("DecodeT2Imm8S4", WORDS),
    codec(
        "DecodeT2AddrModeImm0_1020s4",
        CodecShape::Parts(&[part(8, 4, GPR), part(0, 8, UNSIGNED)]),
    ),
    codec(
        "DecodeT2AddrModeSOReg",
        CodecShape::Parts(&[part(6, 4, BASE), part(2, 4, GPR), part(0, 2, UNSIGNED)]),
    ),
    codec("DecodeT2LoadShift", LOADS),
    codec("DecodeT2LoadImm8", LOADS),
    codec("DecodeT2LoadImm12", LOADS),
    codec("DecodeT2LoadT", LOADS),
    codec(
        "DecodeT2LoadLabel",
        CodecShape::ByField(&[field("GPRnopc", BASE), field("t2ldrlabel", LITERAL)]),
    ),
    codec("DecodeT2LdStPre", CodecShape::ByField(&[field("Rn", BASE)])),
    codec("DecodeCopMemInstruction", CodecShape::ByField(&[field("cop", COPROCESSOR)])),
    codec("DecodeT2LDRDPreInstruction", CodecShape::ByField(&[])),
    codec("DecodeT2STRDPreInstruction", CodecShape::ByField(&[])),
];

const fn base(method: &'static str, operand: &'static str) -> OperandBitsRow {
    OperandBitsRow { method, operand, low: 16, width: 4 }
}

pub(super) const MEMORY_BITS: &[OperandBitsRow] = &[
    OperandBitsRow { method: "DecodeCopMemInstruction", operand: "cop", low: 0, width: 32 },
    base("DecodeT2LdStPre", "Rn_wb"),
    base("DecodeT2LDRDPreInstruction", "wb"),
    base("DecodeT2STRDPreInstruction", "wb"),
];

const LOAD_METHODS: &[&str] = &[
    "DecodeT2LoadShift",
    "DecodeT2LoadImm8",
    "DecodeT2LoadImm12",
    "DecodeT2LoadT",
    "DecodeT2LdStPre",
    "DecodeT2LoadLabel",
];

/// A sign, the size and the instruction for literals. The target 15 is another instruction.
const LITERALS: &[(u64, u64, bool, &str)] = &[
    (0, 0, true, "t2PLDpci"),
    (0, 1, true, "t2PLDpci"),
    (1, 0, true, "t2PLIpci"),
    (0, 0, false, "t2LDRBpci"),
    (0, 1, false, "t2LDRHpci"),
    (0, 2, false, "t2LDRpci"),
    (1, 0, false, "t2LDRSBpci"),
    (1, 1, false, "t2LDRSHpci"),
];

/// Loads with the program counter as their base register load literals.
pub(super) const MEMORY_REPLACEMENTS: [ReplacementRow; LOAD_METHODS.len() * LITERALS.len()] = {
    let none = ReplacementRow { method: "", mask: 0, value: 0, instruction: "" };
    let mut rows = [none; LOAD_METHODS.len() * LITERALS.len()];
    let mut index = 0;
    while index < rows.len() {
        let (sign, size, is_prefetch, instruction) = LITERALS[index % LITERALS.len()];
        let target = if is_prefetch { 0xf000 } else { 0 };
        rows[index] = ReplacementRow {
            method: LOAD_METHODS[index / LITERALS.len()],
            mask: 0x017f_0000 | target,
            value: sign << 24 | size << 21 | 0x001f_0000 | target,
            instruction,
        };
        index += 1;
    }
    rows
};

pub(super) const MEMORY_TEXTS: &[TextRow] = &[
    text("printThumbAddrModeRROperand", printed(print_registers)),
    text("printThumbAddrModeImm5S1Operand", printed(|context, text| print_units(context, 1, text))),
    text("printThumbAddrModeImm5S2Operand", printed(|context, text| print_units(context, 2, text))),
    text("printThumbAddrModeImm5S4Operand", printed(|context, text| print_units(context, 4, text))),
    text("printThumbAddrModeSPOperand", printed(|context, text| print_units(context, 4, text))),
    text(
        "printT2AddrModeImm0_1020s4Operand",
        printed(|context, text| print_units(context, 4, text)),
    ),
    text("printThumbLdrLabelOperand", printed(print_literal)),
    text("printAddrModeImm12Operand", printed(print_address)),
    text("printT2AddrModeImm8Operand", printed(print_address)),
    text("printT2AddrModeImm8s4Operand", printed(print_address)),
    text("printT2AddrModeImm8OffsetOperand", printed(print_step)),
    text("printT2AddrModeImm8s4OffsetOperand", printed(print_step)),
    text("printT2AddrModeSoRegOperand", printed(print_shifted_registers)),
    text("printT2SOOperand", printed(super::arm::print_shifted)),
    text("printAddrModeTBB", printed(print_registers)),
    text("printAddrModeTBH", printed(print_halfword_table)),
];

/// Adds a number with its sign: `#-4`, `#-0`.
fn push_signed(number: i64, text: &mut String) {
    if number == MINUS_ZERO {
        text.push_str("#-0");
    } else {
        text.push_str(&format!("#{number}"));
    }
}

/// Adds the base register at the start of an address.
fn push_base(context: &AsmTextContext<'_>, text: &mut String) -> Option<()> {
    text.push('[');
    context.push(context.operand(0)?, text);
    Some(())
}

/// Prints two registers in brackets.
fn print_registers(context: &AsmTextContext<'_>, text: &mut String) -> Option<()> {
    push_base(context, text)?;
    text.push_str(", ");
    context.push(context.operand(1)?, text);
    text.push(']');
    Some(())
}

fn print_halfword_table(context: &AsmTextContext<'_>, text: &mut String) -> Option<()> {
    push_base(context, text)?;
    text.push_str(", ");
    context.push(context.operand(1)?, text);
    text.push_str(", lsl #1]");
    Some(())
}

fn print_shifted_registers(context: &AsmTextContext<'_>, text: &mut String) -> Option<()> {
    push_base(context, text)?;
    text.push_str(", ");
    context.push(context.operand(1)?, text);
    let shift = context.number_at(2)?;
    if shift != 0 {
        text.push_str(&format!(", lsl #{shift}"));
    }
    text.push(']');
    Some(())
}

fn print_units(context: &AsmTextContext<'_>, unit: i64, text: &mut String) -> Option<()> {
    push_base(context, text)?;
    let number = context.number_at(1)?;
    if number != 0 {
        text.push_str(&format!(", #{}", unit * number));
    }
    text.push(']');
    Some(())
}

/// Prints an address with a number. Adding zero is left out, except if the method's argument is `true`.
fn print_address(context: &AsmTextContext<'_>, text: &mut String) -> Option<()> {
    push_base(context, text)?;
    let number = context.number_at(1)?;
    if number != 0 || context.argument(0) == "true" {
        text.push_str(", ");
        push_signed(number, text);
    }
    text.push(']');
    Some(())
}

fn print_step(context: &AsmTextContext<'_>, text: &mut String) -> Option<()> {
    text.push_str(", ");
    push_signed(context.number()?, text);
    Some(())
}

fn print_literal(context: &AsmTextContext<'_>, text: &mut String) -> Option<()> {
    text.push_str("[pc, ");
    push_signed(context.number()?, text);
    text.push(']');
    Some(())
}
