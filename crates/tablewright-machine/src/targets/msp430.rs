//! MSP430.

use super::shapes::{
    FIELD_SIGNED, codec, names, number, part, relative, relative_relocation, relocation, text,
};
use crate::cursor::{Mismatch, TextCursor};
use crate::expression::AsmExpression;
use crate::insn::InsnOperand;
use crate::relative::{DistanceOrigin, DistanceUnit, RelativeDistance, RelativeRow};
use crate::relocation::{ElfTarget, RelocationPlace, RelocationRow};
use crate::syntax::{
    AssemblerSyntax, CodecRow, CodecShape, NumberShape, OperandFieldShape, TableChoice,
    TargetSyntax, TextRow, TextShape,
};
use crate::text::NumberText;
use crate::text::{AsmTextContext, ParseContext, ParsedOperand, ParsedText};

pub(super) const SYNTAX: TargetSyntax = TargetSyntax {
    target: "MSP430",
    default_cpus: &["msp430", "generic"],
    select_tables: Some(tables),
    codecs: CODECS,
    operands: OPERANDS,
    texts: TEXTS,
    assembler: AssemblerSyntax {
        comment: ";",
        nops: &[&[0x03, 0x43]],
        word_bytes: 2,
        relatives: RELATIVES,
        relocations: RELOCATIONS,
        elf: Some(ElfTarget { machine: 105, is_64: |_| false, flags: |_| 0 }),
        ..AssemblerSyntax::PLAIN
    },
    ..TargetSyntax::PLAIN
};

/// Returns the tables for the addressing mode of the source operand, in the lowest word.
fn tables(word: u64) -> TableChoice {
    let mode = word >> 4 & 3;
    let (operation, source) = (word >> 12 & 15, word >> 8 & 15);
    match operation {
        0 | 1 => {
            // The source's only register is the lowest.
            let (namespace, words) = source_tables(mode, word & 15);
            let namespace = if namespace == NONE { NONE } else { "" };
            TableChoice { namespace, width: 16 * words }
        }
        2 | 3 => TableChoice { namespace: "", width: 16 },
        _ => {
            let (namespace, words) = source_tables(mode, source);
            let words = words + (word >> 7 & 1) as u32;
            TableChoice { namespace, width: 16 * words }
        }
    }
}

/// A namespace without tables.
const NONE: &str = "none";

/// Returns the namespace for a source operand, and the number of words up to this operand.
fn source_tables(mode: u64, register: u64) -> (&'static str, u32) {
    match (mode, register) {
        // The registers 2 and 3 are constants in some modes.
        (_, 3) | (2 | 3, 2) => ("Beta", 1),
        (0, _) => ("Alpha", 1),
        // The program counter is not a pointer.
        (2, 0) => (NONE, 1),
        (1, _) | (3, 0) => ("Gamma", 2),
        _ => ("Delta", 1),
    }
}

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
    text(
        "printPCRelImmOperand",
        TextShape::Number(NumberText {
            prefix: "$",
            needs_prefix: false,
            is_hex: false,
            has_plus: true,
        }),
    ),
    text("printSrcMemOperand", TextShape::Custom { print: print_address, parse: parse_address }),
    text("printIndRegOperand", TextShape::Template("@$0")),
    text("printPostIndRegOperand", TextShape::Template("@$0+")),
    text(
        "printCCOperand",
        names(&[(0, "ne"), (1, "eq"), (2, "lo"), (3, "hs"), (4, "n"), (5, "ge"), (6, "l")]),
    ),
];

/// Prints an address: `4(r5)`, `&4` for an absolute address, `4` relative to the program counter.
fn print_address(context: &AsmTextContext<'_>, text: &mut String) -> Option<()> {
    let distance = context.operand(1)?;
    let mut base = String::new();
    context.push(context.operand(0)?, &mut base);
    match base.as_str() {
        "r2" => {
            text.push('&');
            context.push(distance, text);
        }
        "r0" => context.push(distance, text),
        base => {
            context.push(distance, text);
            text.push_str(&format!("({base})"));
        }
    }
    Some(())
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
