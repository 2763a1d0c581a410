//! SystemZ.

use super::shapes::{FIELD_SIGNED, codec, number, relative_relocation, relocation, text};
use crate::cursor::{Mismatch, TextCursor};
use crate::expression::AsmExpression;
use crate::insn::InsnOperand;
use crate::relocation::{ElfTarget, RelocationRow};
use crate::syntax::{
    AssemblerSyntax, ByteOrder, CodecRow, CodecShape, NumberShape, RegisterSyntax, TargetSyntax,
    TextRow, TextShape, WidthLimit,
};
use crate::text::{AsmTextContext, ParseContext, ParsedOperand, ParsedText};

pub(super) const SYNTAX: TargetSyntax = TargetSyntax {
    target: "SystemZ",
    default_cpus: &["generic", "z10"],
    byte_order: ByteOrder::Big,
    registers: RegisterSyntax { prefix: "%", none: "0", ..RegisterSyntax::PLAIN },
    prints_aliases: false,
    codecs: CODECS,
    texts: TEXTS,
    assembler: AssemblerSyntax {
        comment: "#",
        nops: &[&[0x07, 0x07]],
        relocations: RELOCATIONS,
        elf: Some(ElfTarget { machine: 22, is_64: |_| true, flags: |_| 0 }),
        ..AssemblerSyntax::PLAIN
    },
    ..TargetSyntax::PLAIN
};

const SIGNED: CodecShape = CodecShape::Number(FIELD_SIGNED);
/// A distance in halfwords.
const DISTANCE: CodecShape = number(NumberShape { shift: 1, ..FIELD_SIGNED });

/// A number whose upper bits in a wider field must be zero.
const fn unsigned(width: u32) -> CodecShape {
    // No feature removes the limit.
    number(NumberShape { limit: Some(WidthLimit { unless: "", width }), ..NumberShape::UNSIGNED })
}

const CODECS: &[CodecRow] = &[
    codec("decodeU1ImmOperand", unsigned(1)),
    codec("decodeU2ImmOperand", unsigned(2)),
    codec("decodeU3ImmOperand", unsigned(3)),
    codec("decodeU4ImmOperand", unsigned(4)),
    codec("decodeU8ImmOperand", unsigned(8)),
    codec("decodeU12ImmOperand", unsigned(12)),
    codec("decodeU16ImmOperand", unsigned(16)),
    codec("decodeU32ImmOperand", unsigned(32)),
    codec("decodeU48ImmOperand", unsigned(48)),
    codec("decodeS8ImmOperand", SIGNED),
    codec("decodeS16ImmOperand", SIGNED),
    codec("decodeS20ImmOperand", SIGNED),
    codec("decodeS32ImmOperand", SIGNED),
    codec("decodeLenOperand", number(NumberShape { add: 1, ..NumberShape::UNSIGNED })),
    codec("decodePC12DBLBranchOperand", DISTANCE),
    codec("decodePC16DBLBranchOperand", DISTANCE),
    codec("decodePC24DBLBranchOperand", DISTANCE),
    codec("decodePC32DBLBranchOperand", DISTANCE),
    codec("decodePC32DBLOperand", DISTANCE),
    // The register 0 is not added to an address.
    codec("DecodeADDR64BitRegisterClass", CodecShape::OptionalRegisters("ADDR64Bit")),
    codec("DecodeADDR32BitRegisterClass", CodecShape::OptionalRegisters("ADDR32Bit")),
];

const ADDRESS: TextShape = TextShape::Custom { print: print_address, parse: parse_address };
const DISTANCE_TEXT: TextShape = TextShape::Custom { print: print_distance, parse: parse_distance };

const TEXTS: &[TextRow] = &[
    text("printU1ImmOperand", TextShape::Plain),
    text("printU2ImmOperand", TextShape::Plain),
    text("printU3ImmOperand", TextShape::Plain),
    text("printU4ImmOperand", TextShape::Plain),
    text("printU8ImmOperand", TextShape::Plain),
    text("printU12ImmOperand", TextShape::Plain),
    text("printU16ImmOperand", TextShape::Plain),
    text("printU32ImmOperand", TextShape::Plain),
    text("printU48ImmOperand", TextShape::Plain),
    text("printS8ImmOperand", TextShape::Plain),
    text("printS16ImmOperand", TextShape::Plain),
    text("printS32ImmOperand", TextShape::Plain),
    text("printPCRelOperand", DISTANCE_TEXT),
    text("printPCRelTLSOperand", TextShape::Custom { print: print_distance, parse: parse_call }),
    text("printBDAddrOperand", ADDRESS),
    text("printBDXAddrOperand", TextShape::Custom { print: print_indexed, parse: parse_address }),
    text("printBDLAddrOperand", ADDRESS),
    text("printBDRAddrOperand", ADDRESS),
    text("printBDVAddrOperand", ADDRESS),
];

/// Prints a distance: a decimal number if the syntax has a printer of its own, a hexadecimal number
/// without a sign if all syntaxes share a printer.
fn print_distance(context: &AsmTextContext<'_>, text: &mut String) -> Option<()> {
    let number = context.number()?;
    text.push_str(&match context.has_record("GNUAsmWriter") {
        true => number.to_string(),
        false => format!("{number:#x}"),
    });
    Some(())
}

fn parse_distance(
    _: &ParseContext<'_>,
    cursor: &mut TextCursor<'_>,
) -> Result<ParsedText, Mismatch> {
    Ok(ParsedText::from_iter([sum(cursor)?]))
}

/// Reads the distance of a call. Its second operand is a symbol for thread-local storage, which is absent.
fn parse_call(_: &ParseContext<'_>, cursor: &mut TextCursor<'_>) -> Result<ParsedText, Mismatch> {
    let absent = ParsedOperand::Value(InsnOperand::Number(0));
    Ok(ParsedText::from_iter([sum(cursor)?, absent]))
}

fn sum(cursor: &mut TextCursor<'_>) -> Result<ParsedOperand, Mismatch> {
    let expression = AsmExpression::parse(cursor)?;
    Ok(match expression.constant() {
        Some(number) => ParsedOperand::Value(InsnOperand::Number(number)),
        None => ParsedOperand::Expression(expression),
    })
}

/// Prints an address with an index: `4(%r1,%r2)`, `4(%r1,0)` without a base register.
fn print_indexed(context: &AsmTextContext<'_>, text: &mut String) -> Option<()> {
    let (base, index) = (context.operand(0)?, context.operand(2)?);
    if index == InsnOperand::NoRegister || base != InsnOperand::NoRegister {
        return print_address(context, text);
    }
    context.push(context.operand(1)?, text);
    text.push('(');
    context.push(index, text);
    text.push_str(",0)");
    Some(())
}

/// Prints an address: `4(%r2)`, `4(%r1,%r2)` with an index, `4(8,%r2)` with a length.
fn print_address(context: &AsmTextContext<'_>, text: &mut String) -> Option<()> {
    context.push(context.operand(1)?, text);
    let base = context.operand(0)?;
    let has_third = context.part_count() > 2;
    let third = context.operand(2).filter(|it| has_third && *it != InsnOperand::NoRegister);
    if third.is_none() && base == InsnOperand::NoRegister {
        return Some(());
    }
    text.push('(');
    if let Some(third) = third {
        context.push(third, text);
        text.push_str(if base == InsnOperand::NoRegister { "" } else { "," });
    }
    if base != InsnOperand::NoRegister {
        context.push(base, text);
    }
    text.push(')');
    Some(())
}

/// An address's third part.
#[derive(Clone, Copy, PartialEq, Eq)]
enum ThirdPart {
    None,
    Index,
    /// A length, or a register that is not left out.
    Needed,
}

fn parse_address(
    context: &ParseContext<'_>,
    cursor: &mut TextCursor<'_>,
) -> Result<ParsedText, Mismatch> {
    let name = context.operand();
    let part =
        if name.starts_with("bdx") || name.starts_with("dynalloc") || name.starts_with("laaddr") {
            ThirdPart::Index
        } else if ["bdl", "bdr", "bdv"].iter().any(|it| name.starts_with(it)) {
            ThirdPart::Needed
        } else {
            ThirdPart::None
        };
    let none = || ParsedOperand::Value(InsnOperand::NoRegister);
    let distance = sum(cursor)?;
    let mut inner: Vec<ParsedOperand> = Vec::new();
    if cursor.eat("(") {
        loop {
            let is_register = cursor.rest().trim_start().starts_with('%');
            inner.push(if is_register { context.registers(cursor)? } else { sum(cursor)? });
            if !cursor.eat(",") {
                break;
            }
        }
        cursor.eat_words(")")?;
    }
    // A zero is no register.
    let register = |operand: ParsedOperand| match operand {
        ParsedOperand::Value(InsnOperand::Number(0)) => none(),
        register @ (ParsedOperand::Register(_)
        | ParsedOperand::Value(_)
        | ParsedOperand::Expression(_)) => register,
    };
    let error = Mismatch::new(cursor, "an address, for example 4(%r1)");
    let mut inner = inner.into_iter();
    let (first, second) = (inner.next(), inner.next());
    if inner.next().is_some() {
        return Err(error);
    }
    Ok(match (part, first, second) {
        (ThirdPart::None, base, None) => {
            ParsedText::from_iter([base.map_or_else(none, register), distance])
        }
        (ThirdPart::Index, None, None) => ParsedText::from_iter([none(), distance, none()]),
        (ThirdPart::Index, Some(base), None) => {
            ParsedText::from_iter([register(base), distance, none()])
        }
        (ThirdPart::Index, Some(index), Some(base)) => {
            ParsedText::from_iter([register(base), distance, register(index)])
        }
        (ThirdPart::Needed, Some(third), base) => {
            ParsedText::from_iter([base.map_or_else(none, register), distance, third])
        }
        _ => return Err(error),
    })
}

/// Relocations of the System z ELF ABI.
const RELOCATIONS: &[RelocationRow] = &[
    relocation("data", "", 1, 1),
    relocation("data", "", 2, 3),
    relocation("data", "", 4, 4),
    relocation("data", "", 8, 22),
    relative_relocation("brtarget12bpp", 62),
    relative_relocation("brtarget16", 17),
    relative_relocation("brtarget16bpp", 17),
    relative_relocation("brtarget16tls", 17),
    relative_relocation("brtarget24bpp", 64),
    relative_relocation("brtarget32", 19),
    relative_relocation("brtarget32tls", 19),
    relative_relocation("pcrel32", 19),
];
