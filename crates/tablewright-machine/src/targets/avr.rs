//! AVR.

use super::code::avr::{is_long, print_address, print_operand};
use super::shapes::{
    FIELD_SIGNED, UNSIGNED, codec, number, part, relative, relocation, shared, text,
};
use crate::cursor::{Mismatch, TextCursor};
use crate::expression::AsmExpression;
use crate::insn::InsnOperand;
use crate::relative::RelativeRow;
use crate::relocation::{ElfTarget, RelocationRow};
use crate::syntax::{
    AcceptedRow, AssemblerSyntax, CodecRow, CodecShape, EncoderSyntax, EncodingBitRow, ModifierRow,
    NumberShape, OperandBitsRow, OperandFieldShape, PrinterSyntax, SubtargetSyntax, TableOrder,
    TableRow, TargetSource, TargetSyntax, TextRow, TextShape, WordSyntax,
};
use crate::text::NumberText;
use crate::text::{AsmTextContext, InsnRefusal, ParseContext, ParsedOperand, ParsedText};

pub(super) const SYNTAX: TargetSyntax = TargetSyntax {
    target: "AVR",
    subtarget: SubtargetSyntax { default_cpus: &["avr2", "generic"], ..SubtargetSyntax::PLAIN },
    words: WordSyntax {
        // A long instruction's upper half is first.
        fields: &[2],
        encoding_bits: &[EncodingBitRow { method: "decodeLoadStore", bit: 12, is_set: true }],
        operand_bits: &[OperandBitsRow {
            method: "decodeLoadStore",
            operand: "ptrreg",
            low: 2,
            width: 2,
        }],
        accepted: ACCEPTED,
        refuses: Some(is_long),
        encoder: EncoderSyntax { finish_word: Some(clear_indirect), ..EncoderSyntax::PLAIN },
        tables: TableOrder::ShortestFirst(&[TableRow::new("AVRTiny", "FeatureTinyEncoding")]),
        ..WordSyntax::PLAIN
    },
    codecs: CODECS,
    operands: OPERANDS,
    printer: PrinterSyntax { texts: TEXTS, ..PrinterSyntax::PLAIN },
    assembler: AssemblerSyntax {
        comment: ";",
        nops: &[&[0, 0]],
        word_bytes: 2,
        // Addresses before the start of the memory wrap.
        signless_operands: &["call_target"],
        check: Some(is_in_tiny_encoding),
        relatives: RELATIVES,
        modifiers: MODIFIERS,
        relocations: RELOCATIONS,
        elf: Some(ElfTarget { machine: 83, is_64: |_| false, flags: |_| 2 }),
        ..AssemblerSyntax::PLAIN
    },
    source: TargetSource {
        text: include_str!("code/avr.rs"),
        select_tables: "",
        refuses: "is_long",
    },
    ..TargetSyntax::PLAIN
};

/// The small encoding has other instructions for the upper bits of the distance.
const ACCEPTED: &[AcceptedRow] = &[
    AcceptedRow { instruction: "LDDRdPtrQ", feature: "FeatureTinyEncoding", ignored: 0x0c00 },
    AcceptedRow { instruction: "STDPtrQRr", feature: "FeatureTinyEncoding", ignored: 0x0c00 },
];

/// Clears a bit of loads and stores through the pointers Y and Z without a change of the pointer, as the
/// instruction set has them with the distance zero.
fn clear_indirect(word: u128, width: u32) -> u128 {
    match word & 0xfc0f {
        0x9000 | 0x9008 if width == 16 => word & !0x1000,
        _ => word,
    }
}

/// Refuses registers that processors with the tiny encoding do not have. A disassembler prints them.
fn is_in_tiny_encoding(context: &AsmTextContext<'_>) -> Option<InsnRefusal> {
    if !context.has_feature("FeatureTinyEncoding") {
        return None;
    }
    let is_low = |index: &usize| {
        let name = context.register_name(*index);
        let number = name.strip_prefix('r').and_then(|digits| digits.parse::<u8>().ok());
        number.is_some_and(|number| number < 16)
    };
    let operand = (0..context.part_count()).find(is_low)?;
    Some(InsnRefusal { operand, expected: "a register from r16 to r31".to_owned() })
}

const BY_FIELD: CodecShape = CodecShape::ByField(&[]);
/// A distance in words, which is printed in bytes.
const DISTANCE: CodecShape = number(NumberShape { shift: 1, ..FIELD_SIGNED });
const BRANCH: CodecShape = CodecShape::ByField(&[
    OperandFieldShape { operand: "relbrtarget_7", shape: DISTANCE },
    OperandFieldShape { operand: "brtarget_13", shape: DISTANCE },
    OperandFieldShape { operand: "rcalltarget_13", shape: DISTANCE },
]);

const CODECS: &[CodecRow] = &[
    codec("decodeFRd", BY_FIELD),
    codec("decodeFLPMX", BY_FIELD),
    codec("decodeFMOVWRdRr", BY_FIELD),
    codec("decodeFMUL2RdRr", BY_FIELD),
    codec("decodeFFMULRdRr", BY_FIELD),
    codec("decodeFWRdK", BY_FIELD),
    codec("decodeFIORdA", BY_FIELD),
    codec("decodeFIOARr", BY_FIELD),
    codec("decodeFIOBIT", BY_FIELD),
    codec("decodeLoadStore", BY_FIELD),
    codec("decodeCondBranch", BRANCH),
    codec("decodeFBRk", BRANCH),
    codec("decodeRelCondBrTarget7", DISTANCE),
    codec("decodeRelCondBrTarget13", DISTANCE),
    codec("decodeCallTarget", number(NumberShape { shift: 1, ..NumberShape::UNSIGNED })),
    codec(
        "decodeMemri",
        CodecShape::Parts(&[
            part(6, 1, CodecShape::RegisterNames(&["R31R30", "R29R28"])),
            part(0, 6, UNSIGNED),
        ]),
    ),
];

const POINTERS: CodecShape = CodecShape::RegisterNames(&["R31R30", "", "R29R28", "R27R26"]);

const OPERANDS: &[OperandFieldShape] = &[
    OperandFieldShape { operand: "PTRREGS", shape: POINTERS },
    OperandFieldShape { operand: "LDSTPtrReg", shape: POINTERS },
    OperandFieldShape { operand: "LDDSTDPtrReg", shape: POINTERS },
];

const TEXTS: &[TextRow] = &[
    text("printOperand", shared!(print_operand, parse_operand)),
    text("printMemri", shared!(print_address, parse_address)),
    text(
        "printPCRelImm",
        TextShape::Number(NumberText {
            prefix: ".",
            needs_prefix: false,
            is_hex: false,
            has_plus: true,
        }),
    ),
];

/// A function of an address, which has eight of its bits.
struct ByteFunction {
    names: &'static [&'static str],
    /// The modifiers for an address, and for an address with a minus.
    modifiers: [&'static str; 2],
    apply: fn(i64) -> i64,
}

const BYTE_FUNCTIONS: &[ByteFunction] = &[
    ByteFunction { names: &["lo8"], modifiers: ["lo8", "-lo8"], apply: |it| it & 0xff },
    ByteFunction { names: &["hi8"], modifiers: ["hi8", "-hi8"], apply: |it| it >> 8 & 0xff },
    ByteFunction {
        names: &["hh8", "hlo8"],
        modifiers: ["hh8", "-hh8"],
        apply: |it| it >> 16 & 0xff,
    },
    ByteFunction { names: &["hhi8"], modifiers: ["hhi8", "-hhi8"], apply: |it| it >> 24 & 0xff },
    ByteFunction {
        names: &["pm_lo8"],
        modifiers: ["pm_lo8", "-pm_lo8"],
        apply: |it| it >> 1 & 0xff,
    },
    ByteFunction {
        names: &["pm_hi8"],
        modifiers: ["pm_hi8", "-pm_hi8"],
        apply: |it| it >> 9 & 0xff,
    },
    ByteFunction {
        names: &["pm_hh8"],
        modifiers: ["pm_hh8", "-pm_hh8"],
        apply: |it| it >> 17 & 0xff,
    },
];

/// Reads `lo8(x)` and `lo8(-(x))`. Returns `None` without a function.
fn parse_byte(cursor: &mut TextCursor<'_>) -> Result<Option<ParsedOperand>, Mismatch> {
    let mut ahead = cursor.clone();
    ahead.skip_blanks();
    let word = ahead.word().unwrap_or_default();
    let function = BYTE_FUNCTIONS.iter().find(|function| function.names.contains(&word));
    let Some(function) = function.filter(|_| ahead.eat("(")) else { return Ok(None) };
    let is_negative = ahead.eat("-(");
    let is_nested = is_negative || ahead.eat("+(");
    let expression = AsmExpression::parse(&mut ahead)?;
    if is_nested {
        ahead.eat_words(")")?;
    }
    ahead.eat_words(")")?;
    *cursor = ahead;
    Ok(Some(match expression.constant() {
        Some(number) => {
            let number = if is_negative { number.wrapping_neg() } else { number };
            ParsedOperand::Value(InsnOperand::Number((function.apply)(number)))
        }
        None => {
            let modifier = function.modifiers[usize::from(is_negative)].to_owned();
            ParsedOperand::Expression(AsmExpression { modifier, ..expression })
        }
    }))
}

/// Reads an operand. A register may be written as its number, and a pair as its lower register.
fn parse_operand(
    context: &ParseContext<'_>,
    cursor: &mut TextCursor<'_>,
) -> Result<ParsedText, Mismatch> {
    if let Some(operand) = parse_byte(cursor)? {
        return Ok(ParsedText::from_iter([operand]));
    }
    let mut operand = context.plain(cursor)?;
    if let ParsedOperand::Value(InsnOperand::Number(number)) = &mut operand {
        if context.is_register() {
            operand = context.named(&format!("r{number}"));
        } else if context.operand() == "imm_com8" && (0..=0xff).contains(number) {
            // `cbr` has the bits that are kept.
            *number = !*number & 0xff;
        }
    }
    if let ParsedOperand::Register(registers) = &mut operand
        && let Some(&first) = registers.first()
        && let Some(number) =
            context.name(first).strip_prefix('r').and_then(|it| it.parse::<u32>().ok())
        && let ParsedOperand::Register(pair) = context.named(&format!("r{}:r{number}", number + 1))
    {
        registers.extend(pair);
    }
    Ok(ParsedText::from_iter([operand]))
}

fn parse_address(
    context: &ParseContext<'_>,
    cursor: &mut TextCursor<'_>,
) -> Result<ParsedText, Mismatch> {
    let base = context.registers(cursor)?;
    let mut distance = ParsedOperand::Value(InsnOperand::Number(0));
    if cursor.eat("+") {
        let expression = AsmExpression::parse(cursor)?;
        distance = match expression.constant() {
            Some(number) => ParsedOperand::Value(InsnOperand::Number(number)),
            None => ParsedOperand::Expression(expression),
        };
    }
    Ok(ParsedText::from_iter([base, distance]))
}

const RELATIVES: &[RelativeRow] = &[
    relative("relbrtarget_7", 2, 2),
    relative("brtarget_13", 2, 2),
    relative("rcalltarget_13", 2, 2),
];

/// Bytes of an address, of its negative, and of its half.
const MODIFIERS: &[ModifierRow] = &[
    ModifierRow { name: "lo8", apply: |it| it & 0xff },
    ModifierRow { name: "-lo8", apply: |it| it.wrapping_neg() & 0xff },
    ModifierRow { name: "hi8", apply: |it| it >> 8 & 0xff },
    ModifierRow { name: "-hi8", apply: |it| it.wrapping_neg() >> 8 & 0xff },
    ModifierRow { name: "hh8", apply: |it| it >> 16 & 0xff },
    ModifierRow { name: "-hh8", apply: |it| it.wrapping_neg() >> 16 & 0xff },
    ModifierRow { name: "hhi8", apply: |it| it >> 24 & 0xff },
    ModifierRow { name: "-hhi8", apply: |it| it.wrapping_neg() >> 24 & 0xff },
    ModifierRow { name: "pm_lo8", apply: |it| it >> 1 & 0xff },
    ModifierRow { name: "-pm_lo8", apply: |it| it.wrapping_neg() >> 1 & 0xff },
    ModifierRow { name: "pm_hi8", apply: |it| it >> 9 & 0xff },
    ModifierRow { name: "-pm_hi8", apply: |it| it.wrapping_neg() >> 9 & 0xff },
    ModifierRow { name: "pm_hh8", apply: |it| it >> 17 & 0xff },
    ModifierRow { name: "-pm_hh8", apply: |it| it.wrapping_neg() >> 17 & 0xff },
];

/// AVR relocations in ELF.
const RELOCATIONS: &[RelocationRow] = &[
    relocation("data", "", 4, 1),
    relocation("data", "", 2, 4),
    relocation("data", "", 1, 26),
    relocation("relbrtarget_7", "", 0, 2),
    relocation("brtarget_13", "", 0, 3),
    relocation("rcalltarget_13", "", 0, 3),
    relocation("call_target", "", 0, 18),
    relocation("imm16", "", 0, 4),
    relocation("imm_ldi8", "", 0, 19),
    relocation("memri", "", 0, 20),
    relocation("imm_arith6", "", 0, 21),
    relocation("imm_port6", "", 0, 34),
    relocation("imm_port5", "", 0, 35),
    relocation("imm7tiny", "", 0, 33),
    relocation("imm_ldi8", "lo8", 0, 6),
    relocation("imm_ldi8", "hi8", 0, 7),
    relocation("imm_ldi8", "hh8", 0, 8),
    relocation("imm_ldi8", "-lo8", 0, 9),
    relocation("imm_ldi8", "-hi8", 0, 10),
    relocation("imm_ldi8", "-hh8", 0, 11),
    relocation("imm_ldi8", "pm_lo8", 0, 12),
    relocation("imm_ldi8", "pm_hi8", 0, 13),
    relocation("imm_ldi8", "pm_hh8", 0, 14),
    relocation("imm_ldi8", "-pm_lo8", 0, 15),
    relocation("imm_ldi8", "-pm_hi8", 0, 16),
    relocation("imm_ldi8", "-pm_hh8", 0, 17),
    relocation("imm_ldi8", "hhi8", 0, 22),
    relocation("imm_ldi8", "-hhi8", 0, 23),
];
