//! SystemZ.

use super::code::systemz::{
    print_address, print_decimal, print_distance, print_indexed, print_with_length,
};
use super::shapes::{FIELD_SIGNED, codec, number, relative_relocation, relocation, shared, text};
use crate::cursor::{Mismatch, TextCursor};
use crate::expression::AsmExpression;
use crate::insn::InsnOperand;
use crate::relocation::{ElfTarget, RelocationRow};
use crate::syntax::{
    AssemblerSyntax, ByteOrder, CodecRow, CodecShape, EncoderSyntax, NumberShape, PrinterSyntax,
    RegisterSyntax, SubtargetSyntax, TargetSource, TargetSyntax, TextRow, TextShape, WidthLimit,
    WordSyntax,
};
use crate::text::{ParseContext, ParsedOperand, ParsedText};

pub(super) const SYNTAX: TargetSyntax = TargetSyntax {
    target: "SystemZ",
    subtarget: SubtargetSyntax { default_cpus: &["generic", "z10"], ..SubtargetSyntax::PLAIN },
    words: WordSyntax {
        byte_order: ByteOrder::Big,
        encoder: EncoderSyntax { drops_bits: true, ..EncoderSyntax::PLAIN },
        ..WordSyntax::PLAIN
    },
    registers: RegisterSyntax {
        prefix: "%",
        none: "0",
        other_name: vector_name,
        reads_numbers: true,
        absent: "%r0",
        ..RegisterSyntax::PLAIN
    },
    codecs: CODECS,
    printer: PrinterSyntax { prints_aliases: false, texts: TEXTS, ..PrinterSyntax::PLAIN },
    assembler: AssemblerSyntax {
        comment: "#",
        nops: &[&[0x07, 0x07]],
        relocations: RELOCATIONS,
        elf: Some(ElfTarget { machine: 22, is_64: |_| true, flags: |_| 0 }),
        ..AssemblerSyntax::PLAIN
    },
    source: TargetSource { text: include_str!("code/systemz.rs"), select_tables: "", refuses: "" },
    ..TargetSyntax::PLAIN
};

/// Returns the vector register for a floating-point register: `v3` for `f3`, and the reverse.
fn vector_name(name: &str) -> Option<String> {
    let renamed = |from: char, to: char, count: u8| {
        let number: u8 = name.strip_prefix(from)?.parse().ok()?;
        (number < count).then(|| format!("{to}{number}"))
    };
    // The vector registers from 16 on do not contain a floating-point register.
    renamed('f', 'v', 16).or_else(|| renamed('v', 'f', 16))
}

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

const ADDRESS: TextShape = shared!(print_address, parse_address);
const WITH_LENGTH: TextShape = shared!(print_with_length, parse_address);

/// The record in descriptions whose syntaxes each have a printer, which prints a distance as a decimal
/// number. A shared printer prints a hexadecimal number without a sign.
const OWN_PRINTER: &str = "GNUAsmWriter";

const DISTANCE_TEXT: TextShape = TextShape::IfRecord {
    record: OWN_PRINTER,
    then: &shared!(print_decimal, parse_distance),
    otherwise: &shared!(print_distance, parse_distance),
};

const CALL_TEXT: TextShape = TextShape::IfRecord {
    record: OWN_PRINTER,
    then: &shared!(print_decimal, parse_call),
    otherwise: &shared!(print_distance, parse_call),
};

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
    text("printPCRelTLSOperand", CALL_TEXT),
    text("printBDAddrOperand", ADDRESS),
    text("printBDXAddrOperand", shared!(print_indexed, parse_address)),
    text("printLXAAddrOperand", shared!(print_indexed, parse_address)),
    text("printBDLAddrOperand", WITH_LENGTH),
    text("printBDRAddrOperand", WITH_LENGTH),
    text("printBDVAddrOperand", shared!(print_indexed, parse_address)),
];

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
    let part = if name.starts_with("bdx")
        || name.starts_with("dynalloc")
        || name.starts_with("laaddr")
        || name.starts_with("lxaaddr")
    {
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
            let rest = cursor.rest().trim_start();
            inner.push(match rest.chars().next() {
                // An index may be left out: `0(,%r1)`.
                Some(',') if part == ThirdPart::Index && inner.is_empty() => none(),
                Some('%') => context.registers(cursor)?,
                Some(_) | None => sum(cursor)?,
            });
            if !cursor.eat(",") {
                break;
            }
        }
        cursor.eat_words(")")?;
    }
    let error = Mismatch::new(cursor, "an address, for example 4(%r1)");
    // Registers may be numbers.
    let numbered = |operand: ParsedOperand, letter: &str| match operand {
        ParsedOperand::Value(InsnOperand::Number(number)) => {
            match context.named(&format!("{letter}{number}")) {
                ParsedOperand::Register(registers) if registers.is_empty() => Err(error.clone()),
                register @ (ParsedOperand::Register(_)
                | ParsedOperand::Value(_)
                | ParsedOperand::Expression(_)) => Ok(register),
            }
        }
        operand @ (ParsedOperand::Register(_)
        | ParsedOperand::Value(_)
        | ParsedOperand::Expression(_)) => Ok(operand),
    };
    // The register 0 is absent.
    let zero = context.named("r0");
    let register = |operand: Option<ParsedOperand>| {
        let operand = operand.map(|operand| numbered(operand, "r")).transpose()?;
        Ok(operand.filter(|operand| *operand != zero).unwrap_or_else(none))
    };
    let third = |operand: ParsedOperand| match name {
        name if name.starts_with("bdr") => numbered(operand, "r"),
        name if name.starts_with("bdv") => numbered(operand, "v"),
        _ => Ok(operand),
    };
    let mut inner = inner.into_iter();
    let (first, second) = (inner.next(), inner.next());
    if inner.next().is_some() {
        return Err(error);
    }
    Ok(match (part, first, second) {
        (ThirdPart::None, base, None) => ParsedText::from_iter([register(base)?, distance]),
        (ThirdPart::Index, base, None) => {
            ParsedText::from_iter([register(base)?, distance, none()])
        }
        (ThirdPart::Index, index, base) => {
            ParsedText::from_iter([register(base)?, distance, register(index)?])
        }
        (ThirdPart::Needed, Some(last), base) => {
            ParsedText::from_iter([register(base)?, distance, third(last)?])
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
