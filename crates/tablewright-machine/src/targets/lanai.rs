//! Lanai.

use super::shapes::{FIELD_SIGNED, UNSIGNED, codec, names, number, part, relocation, text};
use crate::cursor::{Mismatch, TextCursor};
use crate::expression::AsmExpression;
use crate::insn::InsnOperand;
use crate::relocation::{ElfTarget, RelocationRow};
use crate::syntax::{
    AssemblerSyntax, ByteOrder, CodecRow, CodecShape, NumberShape, Omitted, OperandFieldShape,
    RegisterSyntax, TargetSyntax, TextRow, TextShape,
};
use crate::text::NumberText;
use crate::text::{AsmTextContext, ParseContext, ParsedOperand, ParsedText};

pub(super) const SYNTAX: TargetSyntax = TargetSyntax {
    target: "Lanai",
    byte_order: ByteOrder::Big,
    registers: RegisterSyntax {
        prefix: "%",
        encoding: "Num",
        // `%sp` and `%r4` have the same encoding; the special name is the later one.
        prefers_last: true,
        ..RegisterSyntax::PLAIN
    },
    codecs: CODECS,
    operands: OPERANDS,
    texts: TEXTS,
    assembler: AssemblerSyntax {
        comment: "!",
        nops: &[&[0, 0, 0, 1]],
        relocations: RELOCATIONS,
        elf: Some(ElfTarget { machine: 244, is_64: |_| false, flags: |_| 0 }),
        ..AssemblerSyntax::PLAIN
    },
    ..TargetSyntax::PLAIN
};

const GPR: CodecShape = CodecShape::Registers("GPR");
const SIGNED: CodecShape = CodecShape::Number(FIELD_SIGNED);

/// Modes of an address: bit 1 (P) for a base register that is changed or a distance that is added;
/// bit 0 (Q) for a changed base register.
const PLAIN: i64 = 2;
const AFTER: i64 = 1;
const BEFORE: i64 = 3;

const CODECS: &[CodecRow] = &[
    codec("decodeBranch", UNSIGNED),
    codec("decodeShiftImm", SIGNED),
    codec("decodePredicateOperand", UNSIGNED),
    codec(
        "decodeRiMemoryValue",
        CodecShape::Mapped {
            decode: |bits| Some(with_plain_mode(bits, 16)),
            encode: |bits| Some(without_plain_mode(bits, 16)),
            shape: &CodecShape::Parts(&[
                part(18, 5, GPR),
                part(0, 16, SIGNED),
                part(16, 2, UNSIGNED),
            ]),
        },
    ),
    codec(
        "decodeSplsValue",
        CodecShape::Mapped {
            decode: |bits| Some(with_plain_mode(bits, 10)),
            encode: |bits| Some(without_plain_mode(bits, 10)),
            shape: &CodecShape::Parts(&[
                part(12, 5, GPR),
                part(0, 10, SIGNED),
                part(10, 2, UNSIGNED),
            ]),
        },
    ),
    codec(
        "decodeRrMemoryValue",
        CodecShape::Mapped {
            decode: decode_sum,
            encode: encode_sum,
            shape: &CodecShape::Parts(&[part(15, 5, GPR), part(10, 5, GPR), part(0, 10, UNSIGNED)]),
        },
    ),
];

/// Replaces the mode without distance by a plain mode with the distance zero. The mode is above `width` bits.
fn with_plain_mode(bits: u64, width: u32) -> u64 {
    match bits >> width & 3 {
        0 => bits >> width << width | (PLAIN as u64) << width,
        _ => bits,
    }
}

fn without_plain_mode(bits: u64, width: u32) -> u64 {
    let (mode, distance) = (bits >> width & 3, bits & ((1 << width) - 1));
    if mode == PLAIN as u64 && distance == 0 { bits & !(3 << width) } else { bits }
}

/// Operations on addresses, by the three bits of the operation. Shifts have a further field.
const OPERATIONS: [&str; 9] = ["add", "addc", "sub", "subb", "and", "or", "xor", "sh", "sha"];

/// Replaces the five bits of a shift by one for an arithmetic shift. Bits: mode (2), operation (3), shift (5).
fn decode_sum(bits: u64) -> Option<u64> {
    let (mode, operation, shift) = (bits >> 8 & 3, bits >> 5 & 7, bits & 31);
    let operation = match operation {
        7 if shift & 4 != 0 => return None,
        7 if shift & 8 != 0 => 8,
        other => other,
    };
    let registers = match mode {
        // Without a second register, the register 0 is added.
        0 => bits >> 15 << 15,
        _ => bits >> 10 << 10,
    };
    let mode = if mode == 0 { PLAIN as u64 } else { mode };
    Some(registers | mode << 8 | operation)
}

fn encode_sum(bits: u64) -> Option<u64> {
    let (mode, operation, second) = (bits >> 8 & 3, bits & 0xff, bits >> 10 & 31);
    let (operation, shift) = match operation {
        8 => (7, 24),
        7 => (7, 16),
        other => (other, 0),
    };
    let mode = if mode == PLAIN as u64 && second == 0 { 0 } else { mode };
    Some(bits >> 10 << 10 | mode << 8 | operation << 5 | shift)
}

const HIGH: NumberShape = NumberShape { shift: 16, ..NumberShape::UNSIGNED };

const OPERANDS: &[OperandFieldShape] = &[
    OperandFieldShape { operand: "i32hi16", shape: number(HIGH) },
    OperandFieldShape { operand: "i32hi16and", shape: number(NumberShape { add: 0xffff, ..HIGH }) },
    OperandFieldShape {
        operand: "i32lo16and",
        shape: number(NumberShape { add: 0xffff_0000, ..NumberShape::UNSIGNED }),
    },
];

const HEX: TextShape = TextShape::Number(NumberText {
    prefix: "",
    needs_prefix: false,
    is_hex: true,
    has_plus: false,
});

const TEXTS: &[TextRow] = &[
    text("printOperand", HEX),
    text("printHi16ImmOperand", HEX),
    text("printHi16AndImmOperand", HEX),
    text("printLo16AndImmOperand", HEX),
    text("printMemImmOperand", TextShape::Custom { print: print_direct, parse: parse_direct }),
    text("printMemRiOperand", TextShape::Custom { print: print_address, parse: parse_address }),
    text("printMemSplsOperand", TextShape::Custom { print: print_address, parse: parse_address }),
    text("printMemRrOperand", TextShape::Custom { print: print_sum, parse: parse_sum }),
    text("printCCOperand", names(CONDITIONS)),
    text(
        "printPredicateOperand",
        TextShape::Names { names: CONDITIONS, lead: ".", omitted: Omitted::Always(0) },
    ),
];

const CONDITIONS: &[(i64, &str)] = &[
    (0, "t"),
    (1, "f"),
    (2, "ugt"),
    (3, "ule"),
    (4, "ult"),
    (5, "uge"),
    (6, "ne"),
    (7, "eq"),
    (8, "vc"),
    (9, "vs"),
    (10, "pl"),
    (11, "mi"),
    (12, "ge"),
    (13, "lt"),
    (14, "gt"),
    (15, "le"),
];

fn print_direct(context: &AsmTextContext<'_>, text: &mut String) -> Option<()> {
    text.push_str(&format!("[{:#x}]", context.number()?));
    Some(())
}

fn parse_direct(_: &ParseContext<'_>, cursor: &mut TextCursor<'_>) -> Result<ParsedText, Mismatch> {
    cursor.eat_words("[")?;
    let address = AsmExpression::parse(cursor)?;
    cursor.eat_words("]")?;
    Ok(ParsedText::from_iter([value(address)]))
}

fn value(expression: AsmExpression) -> ParsedOperand {
    match expression.constant() {
        Some(number) => ParsedOperand::Value(InsnOperand::Number(number)),
        None => ParsedOperand::Expression(expression),
    }
}

/// The byte count that a memory instruction moves.
fn access_size(instruction: &str) -> i64 {
    if instruction.starts_with("LDW") || instruction.starts_with("SW") {
        4
    } else if instruction.starts_with("LDB") || instruction.starts_with("STB") {
        1
    } else {
        2
    }
}

/// Prints a base register and a distance: `4[%sp]`, `4[*%sp]`, `4[%sp*]`, `[++%sp]`, `[%sp--]`.
fn print_address(context: &AsmTextContext<'_>, text: &mut String) -> Option<()> {
    let base = context.operand(0)?;
    let distance = context.operand(1)?.number()?;
    let mode = context.operand(2)?.number()?;
    let size = access_size(context.instruction());
    let step = match distance {
        distance if distance == size => "++",
        distance if distance == -size => "--",
        _ => "*",
    };
    if step == "*" || mode == PLAIN {
        text.push_str(&distance.to_string());
    }
    text.push('[');
    text.push_str(if mode == BEFORE { step } else { "" });
    context.push(base, text);
    text.push_str(if mode == AFTER { step } else { "" });
    text.push(']');
    Some(())
}

/// Reads a step of the base register. Returns whether it is at the cursor, and its distance for `++` and `--`.
fn step(cursor: &mut TextCursor<'_>) -> Option<i64> {
    cursor.skip_blanks();
    [("++", 1), ("--", -1), ("*", 0)].into_iter().find(|step| cursor.eat_raw(step.0)).map(|it| it.1)
}

fn parse_address(
    context: &ParseContext<'_>,
    cursor: &mut TextCursor<'_>,
) -> Result<ParsedText, Mismatch> {
    let mut distance = None;
    cursor.skip_blanks();
    if !cursor.rest().starts_with('[') {
        distance = Some(value(AsmExpression::parse(cursor)?));
    }
    cursor.eat_words("[")?;
    let before = step(cursor);
    let base = context.register(cursor)?;
    let after = step(cursor);
    let error = Mismatch::new(cursor, "']'");
    cursor.eat_words("]")?;
    let (mode, sign) = match (before, after) {
        (None, None) => (PLAIN, 0),
        (Some(sign), None) => (BEFORE, sign),
        (None, Some(sign)) => (AFTER, sign),
        (Some(_), Some(_)) => return Err(error),
    };
    let counted = InsnOperand::Number(sign * access_size(context.instruction()));
    let distance = distance.unwrap_or(ParsedOperand::Value(counted));
    let mode = ParsedOperand::Value(InsnOperand::Number(mode));
    Ok(ParsedText::from_iter([ParsedOperand::Value(base), distance, mode]))
}

/// Prints two registers and an operation: `[%sp add %r6]`, `[*%sp sub %r6]`.
fn print_sum(context: &AsmTextContext<'_>, text: &mut String) -> Option<()> {
    let code = context.operand(2)?.number()?;
    let operation = OPERATIONS.get((code & 0xff) as usize)?;
    text.push_str(if code >> 8 == BEFORE { "[*" } else { "[" });
    context.push(context.operand(0)?, text);
    text.push_str(if code >> 8 == AFTER { "* " } else { " " });
    text.push_str(operation);
    text.push(' ');
    context.push(context.operand(1)?, text);
    text.push(']');
    Some(())
}

fn parse_sum(
    context: &ParseContext<'_>,
    cursor: &mut TextCursor<'_>,
) -> Result<ParsedText, Mismatch> {
    cursor.eat_words("[")?;
    let is_before = cursor.eat("*");
    let base = context.register(cursor)?;
    let mode = match (is_before, cursor.eat("*")) {
        (false, false) => PLAIN,
        (true, false) => BEFORE,
        (false, true) => AFTER,
        (true, true) => return Err(Mismatch::new(cursor, "one '*'")),
    };
    let error = Mismatch::new(cursor, format!("one of {}", OPERATIONS.join(", ")));
    let operation = cursor.word().and_then(|word| OPERATIONS.iter().position(|it| *it == word));
    let operation = operation.ok_or(error)? as i64;
    let second = context.register(cursor)?;
    cursor.eat_words("]")?;
    let operands = [base, second, InsnOperand::Number(mode << 8 | operation)];
    Ok(operands.into_iter().map(ParsedOperand::Value).collect())
}

/// Relocations that LLVM writes for Lanai.
const RELOCATIONS: &[RelocationRow] = &[
    relocation("data", "", 4, 4),
    relocation("i32lo21", "", 0, 1),
    relocation("MEMi", "", 0, 1),
    relocation("BrTarget", "", 0, 3),
    relocation("CallTarget", "", 0, 3),
    relocation("", "hi", 0, 5),
    relocation("", "lo", 0, 6),
];
