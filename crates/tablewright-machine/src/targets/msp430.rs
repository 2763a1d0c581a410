//! MSP430.

use super::code::msp430::{print_address, print_jump, tables};
use super::shapes::{
    FIELD_SIGNED, codec, names, number, part, relative, relative_relocation, relocation, shared,
    text,
};
use crate::cursor::{Mismatch, TextCursor};
use crate::expression::AsmExpression;
use crate::insn::InsnOperand;
use crate::relative::{DistanceOrigin, DistanceUnit, RelativeDistance, RelativeRow};
use crate::relocation::{ElfTarget, RelocationPlace, RelocationRow};
use crate::syntax::{
    AssemblerSyntax, CodecRow, CodecShape, NumberShape, OperandFieldShape, PrinterSyntax,
    SubtargetSyntax, TargetSource, TargetSyntax, TextRow, TextShape, WordSyntax,
};
use crate::text::NumberText;
use crate::text::{ParseContext, ParsedOperand, ParsedText};

pub(super) const SYNTAX: TargetSyntax = TargetSyntax {
    target: "MSP430",
    subtarget: SubtargetSyntax { default_cpus: &["msp430", "generic"], ..SubtargetSyntax::PLAIN },
    words: WordSyntax { select_tables: Some(tables), ..WordSyntax::PLAIN },
    codecs: CODECS,
    operands: OPERANDS,
    printer: PrinterSyntax { texts: TEXTS, ..PrinterSyntax::PLAIN },
    assembler: AssemblerSyntax {
        comment: ";",
        nops: &[&[0x03, 0x43]],
        word_bytes: 2,
        relatives: RELATIVES,
        relocations: RELOCATIONS,
        elf: Some(ElfTarget { machine: 105, is_64: |_| false, flags: |_| 0 }),
        ..AssemblerSyntax::PLAIN
    },
    source: TargetSource {
        text: include_str!("code/msp430.rs"),
        select_tables: "tables",
        refuses: "",
    },
    ..TargetSyntax::PLAIN
};

const GR16: CodecShape = CodecShape::Registers("GR16");

const CODECS: &[CodecRow] = &[
    codec(
        "DecodeMemOperand",
        CodecShape::Parts(&[part(0, 4, GR16), part(4, 16, number(FIELD_SIGNED))]),
    ),
    codec("DecodeCGImm", CodecShape::Numbers(CONSTANTS)),
];

/// The constants that the registers 2 and 3 represent, by mode and register.
const CONSTANTS: &[(u64, i64)] =
    &[(0x03, 0), (0x13, 1), (0x23, 2), (0x33, -1), (0x22, 4), (0x32, 8)];

const OPERANDS: &[OperandFieldShape] = &[OperandFieldShape {
    operand: "jmptarget",
    shape: number(NumberShape { shift: 1, add: 2, ..FIELD_SIGNED }),
}];

const TEXTS: &[TextRow] = &[
    text(
        "printOperand",
        TextShape::Number(NumberText {
            prefix: "#",
            needs_prefix: true,
            is_hex: false,
            has_plus: false,
        }),
    ),
    text("printPCRelImmOperand", shared!(print_jump, parse_jump)),
    text("printSrcMemOperand", shared!(print_address, parse_address)),
    text("printIndRegOperand", TextShape::Template("@$0")),
    text("printPostIndRegOperand", TextShape::Template("@$0+")),
    text(
        "printCCOperand",
        names(&[
            (0, "ne"),
            (1, "eq"),
            (2, "lo"),
            (3, "hs"),
            (4, "n"),
            (5, "ge"),
            (6, "l"),
            // Names that assemblers also read.
            (0, "nz"),
            (1, "z"),
            (2, "nc"),
            (3, "c"),
        ]),
    ),
];

/// Reads the target of a jump: a distance `$+6`, a symbol, or a number of words after the jump.
fn parse_jump(_: &ParseContext<'_>, cursor: &mut TextCursor<'_>) -> Result<ParsedText, Mismatch> {
    let is_distance = cursor.eat("$");
    let error =
        Mismatch::new(cursor, "a number from -512 to 511, a distance such as $+6, or a symbol");
    let target = AsmExpression::parse(cursor)?;
    let Some(number) = target.constant() else {
        return Ok(ParsedText::from_iter([ParsedOperand::Expression(target)]));
    };
    let distance = match number {
        _ if is_distance => number,
        -512..=511 => 2 * number + 2,
        _ => return Err(error),
    };
    Ok(ParsedText::from_iter([ParsedOperand::Value(InsnOperand::Number(distance))]))
}

fn parse_address(
    context: &ParseContext<'_>,
    cursor: &mut TextCursor<'_>,
) -> Result<ParsedText, Mismatch> {
    let is_absolute = cursor.eat("&");
    let distance = AsmExpression::parse(cursor)?;
    let distance = match distance.constant() {
        Some(number) => ParsedOperand::Value(InsnOperand::Number(number)),
        None => ParsedOperand::Expression(distance),
    };
    let base = if is_absolute {
        context.named("r2")
    } else if cursor.eat("(") {
        let base = context.registers(cursor)?;
        cursor.eat_words(")")?;
        base
    } else {
        context.named("r0")
    };
    Ok(ParsedText::from_iter([base, distance]))
}

/// An address relative to the program counter: the address of its own word.
const ADDRESS: RelativeRow = RelativeRow {
    operand: "",
    distance: RelativeDistance { origin: DistanceOrigin::Field, unit: DistanceUnit::Bits(1) },
    register: "r0",
    mark: None,
};

const RELATIVES: &[RelativeRow] = &[
    relative("jmptarget", 2, 2),
    RelativeRow { operand: "memsrc", ..ADDRESS },
    RelativeRow { operand: "memdst", ..ADDRESS },
];

/// MSP430 relocations in ELF.
const RELOCATIONS: &[RelocationRow] = &[
    relocation("data", "", 4, 1),
    relocation("jmptarget", "", 0, 2),
    relocation("data", "", 2, 3),
    relative_relocation("memsrc", 6),
    relative_relocation("memdst", 6),
    RelocationRow { place: RelocationPlace::Field, ..relocation("", "", 0, 5) },
];
