//! Lanai.

use super::code::lanai::{
    AFTER, BEFORE, OPERATIONS, PLAIN, access_size, decode_sum, print_address, print_direct,
    print_sum, with_plain_mode_10, with_plain_mode_16,
};
use super::shapes::{FIELD_SIGNED, UNSIGNED, codec, names, number, part, relocation, shared, text};
use crate::cursor::{Mismatch, TextCursor};
use crate::expression::AsmExpression;
use crate::insn::InsnOperand;
use crate::relocation::{ElfTarget, RelocationRow};
use crate::syntax::{
    AssemblerSyntax, ByteOrder, CodecRow, CodecShape, EncoderSyntax, NumberShape, Omitted,
    OperandFieldShape, PrinterSyntax, RegisterSyntax, TargetSource, TargetSyntax, TextRow,
    TextShape, WordSyntax,
};
use crate::text::NumberText;
use crate::text::{AsmTextContext, InsnRefusal, ParseContext, ParsedOperand, ParsedText};

pub(super) const SYNTAX: TargetSyntax = TargetSyntax {
    target: "Lanai",
    words: WordSyntax {
        byte_order: ByteOrder::Big,
        encoder: EncoderSyntax { drops_bits: true, ..EncoderSyntax::PLAIN },
        ..WordSyntax::PLAIN
    },
    registers: RegisterSyntax {
        prefix: "%",
        encoding: "Num",
        // `%sp` and `%r4` have the same encoding; the special name is the later one.
        prefers_last: true,
        ..RegisterSyntax::PLAIN
    },
    codecs: CODECS,
    operands: OPERANDS,
    printer: PrinterSyntax { texts: TEXTS, ..PrinterSyntax::PLAIN },
    assembler: AssemblerSyntax {
        comment: "!",
        check: Some(check),
        nops: &[&[0, 0, 0, 1]],
        relocations: RELOCATIONS,
        elf: Some(ElfTarget { machine: 244, is_64: |_| false, flags: |_| 0 }),
        ..AssemblerSyntax::PLAIN
    },
    source: TargetSource { text: include_str!("code/lanai.rs"), select_tables: "", refuses: "" },
    ..TargetSyntax::PLAIN
};

const GPR: CodecShape = CodecShape::Registers("GPR");
const SIGNED: CodecShape = CodecShape::Number(FIELD_SIGNED);

const CODECS: &[CodecRow] = &[
    codec("decodeBranch", UNSIGNED),
    codec("decodeShiftImm", SIGNED),
    codec("decodePredicateOperand", UNSIGNED),
    codec(
        "decodeRiMemoryValue",
        CodecShape::Mapped {
            name: "with_plain_mode_16",
            decode: with_plain_mode_16,
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
            name: "with_plain_mode_10",
            decode: with_plain_mode_10,
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
            name: "decode_sum",
            decode: decode_sum,
            encode: encode_sum,
            shape: &CodecShape::Parts(&[part(15, 5, GPR), part(10, 5, GPR), part(0, 10, UNSIGNED)]),
        },
    ),
];

/// Clears the mode without a distance, as LLVM's assembler does.
fn without_plain_mode(bits: u64, width: u32) -> u64 {
    let distance = bits & ((1 << width) - 1);
    if distance == 0 { bits & !(3 << width) } else { bits }
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

/// Refuses zero as an upper half: another instruction has it as a lower half.
fn check(context: &AsmTextContext<'_>) -> Option<InsnRefusal> {
    let operand = context.operand_named("imm16")?;
    let is_high = context.instruction().ends_with("HI");
    let is_zero = context.other(operand)?.number()? == 0;
    let expected = "a number other than 0".to_owned();
    (is_high && is_zero).then_some(InsnRefusal { operand, expected })
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
    text("printMemImmOperand", shared!(print_direct, parse_direct)),
    text("printMemRiOperand", shared!(print_address, parse_address)),
    text("printMemSplsOperand", shared!(print_address, parse_address)),
    text("printMemRrOperand", shared!(print_sum, parse_sum)),
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
    // Names that assemblers also read.
    (2, "hi"),
    (3, "ls"),
    (4, "cc"),
    (5, "cs"),
];

/// Whether an instruction with an absolute address can have this one: an address of a word in 21 bits.
fn is_direct(address: i64) -> bool {
    (0..1 << 21).contains(&address) && address % 4 == 0
}

/// Reads an absolute address. Another address with 16 bits and a sign is a distance from the register 0.
fn parse_direct(_: &ParseContext<'_>, cursor: &mut TextCursor<'_>) -> Result<ParsedText, Mismatch> {
    let error = Mismatch::new(cursor, "the address of a word, from 0 to 2097148");
    let address = absolute(cursor)?;
    match address {
        ParsedOperand::Value(InsnOperand::Number(number)) if !is_direct(number) => Err(error),
        address @ (ParsedOperand::Register(_)
        | ParsedOperand::Value(_)
        | ParsedOperand::Expression(_)) => Ok(ParsedText::from_iter([address])),
    }
}

/// Reads an address in brackets. A number with 32 bits may be written without its sign.
fn absolute(cursor: &mut TextCursor<'_>) -> Result<ParsedOperand, Mismatch> {
    cursor.eat_words("[")?;
    let address = AsmExpression::parse(cursor)?;
    cursor.eat_words("]")?;
    Ok(match address.constant() {
        Some(number) => {
            let number = u32::try_from(number).map_or(number, |bits| i64::from(bits as i32));
            ParsedOperand::Value(InsnOperand::Number(number))
        }
        None => ParsedOperand::Expression(address),
    })
}

fn value(expression: AsmExpression) -> ParsedOperand {
    match expression.constant() {
        Some(number) => ParsedOperand::Value(InsnOperand::Number(number)),
        None => ParsedOperand::Expression(expression),
    }
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
    } else if let Ok(ParsedOperand::Value(InsnOperand::Number(number))) =
        absolute(&mut cursor.clone())
    {
        let address = absolute(cursor)?;
        let error = Mismatch::new(cursor, "an address with 16 bits and a sign, not of a word");
        let mode = ParsedOperand::Value(InsnOperand::Number(PLAIN));
        return match i16::try_from(number) {
            Ok(_) if !is_direct(number) => {
                Ok(ParsedText::from_iter([context.named("r0"), address, mode]))
            }
            Ok(_) | Err(_) => Err(error),
        };
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

fn parse_sum(
    context: &ParseContext<'_>,
    cursor: &mut TextCursor<'_>,
) -> Result<ParsedText, Mismatch> {
    cursor.skip_blanks();
    // `%r1[%r2]` is another form for `[%r2 add %r1]`.
    let mut added = None;
    if !cursor.rest().starts_with('[') {
        added = Some(context.register(cursor)?);
    }
    cursor.eat_words("[")?;
    let is_before = cursor.eat("*");
    let base = context.register(cursor)?;
    let mode = match (is_before, cursor.eat("*")) {
        (false, false) => PLAIN,
        (true, false) => BEFORE,
        (false, true) => AFTER,
        (true, true) => return Err(Mismatch::new(cursor, "one '*'")),
    };
    if let Some(added) = added {
        cursor.eat_words("]")?;
        let operands = [base, added, InsnOperand::Number(mode << 8)];
        return Ok(operands.into_iter().map(ParsedOperand::Value).collect());
    }
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
