//! SPARC.

use super::shapes::{FIELD_SIGNED, codec, number, relative, relocation, text};
use crate::cursor::{Mismatch, TextCursor};
use crate::expression::AsmExpression;
use crate::insn::InsnOperand;
use crate::relative::RelativeRow;
use crate::relocation::{ElfTarget, RelocationRow};
use crate::syntax::{
    AssemblerSyntax, ByteOrder, CodecRow, CodecShape, ModifierRow, NumberShape, NumberSign,
    OperandFieldShape, RecordNames, RegisterSyntax, TableRow, TargetSyntax, TextRow, TextShape,
};
use crate::text::NumberText;
use crate::text::{AsmTextContext, ParseContext, ParsedOperand, ParsedText};

pub(super) const SYNTAX: TargetSyntax = TargetSyntax {
    target: "Sparc",
    default_cpus: &["v8", "generic"],
    byte_order: ByteOrder::Big,
    registers: RegisterSyntax {
        names: "RegNamesStateReg",
        names_feature: "FeatureV9",
        prefix: "%",
        ..RegisterSyntax::PLAIN
    },
    tables: &[
        TableRow { namespace: "SparcV9", feature: "FeatureV9" },
        TableRow { namespace: "SparcV8", feature: "" },
    ],
    codecs: CODECS,
    operands: OPERANDS,
    printed_aliases: &["jmp $addr", "call $addr"],
    texts: TEXTS,
    assembler: AssemblerSyntax {
        comment: "!",
        nops: &[&[1, 0, 0, 0]],
        modifiers: MODIFIERS,
        relatives: RELATIVES,
        relocations: RELOCATIONS,
        elf: Some(ElfTarget { machine: 2, is_64: |_| false, flags: |_| 0 }),
        ..AssemblerSyntax::PLAIN
    },
    ..TargetSyntax::PLAIN
};

const SIGNED: CodecShape = CodecShape::Number(FIELD_SIGNED);
/// An even register of a pair. The lowest bit does not count.
const EVEN: CodecShape = CodecShape::Mapped {
    decode: |bits| Some(bits & !1),
    encode: Some,
    shape: &CodecShape::OperandClass,
};

const CODECS: &[CodecRow] = &[
    codec("DecodePointerLikeRegClass0", CodecShape::Registers("IntRegs")),
    codec("DecodeSIMM13", SIGNED),
    codec("DecodeSIMM5", SIGNED),
    codec("DecodeASRRegsRegisterClass", CodecShape::LastRegisters("ASRRegs")),
    codec(
        "DecodePRRegsRegisterClass",
        CodecShape::Mapped {
            decode: |bits| (bits < 15).then_some(bits),
            encode: |bits| (bits < 15).then_some(bits),
            shape: &CodecShape::Registers("PRRegs"),
        },
    ),
    codec("DecodeIntPairRegisterClass", EVEN),
    codec("DecodeCoprocPairRegisterClass", EVEN),
    codec(
        "DecodeDisp",
        number(NumberShape { sign: NumberSign::Argument, shift: 2, ..NumberShape::UNSIGNED }),
    ),
    codec("DecodeCall", number(NumberShape { shift: 2, ..FIELD_SIGNED })),
];

const fn operand(operand: &'static str, shape: CodecShape) -> OperandFieldShape {
    OperandFieldShape { operand, shape }
}

const OPERANDS: &[OperandFieldShape] = &[operand("simm13Op", SIGNED)];

const TEXTS: &[TextRow] = &[
    text("printMemOperand", TextShape::Custom { print: print_address, parse: parse_address }),
    text(
        "printCTILabel",
        TextShape::Number(NumberText {
            prefix: ".",
            needs_prefix: false,
            is_hex: false,
            has_plus: true,
        }),
    ),
    text("printCCOperand", TextShape::Custom { print: print_condition, parse: parse_condition }),
    text(
        "printASITag",
        TextShape::RecordNames(RecordNames {
            other_names: &["AltName"],
            is_available: |fields| fields.has_feature("FeatureV9"),
            ..tags("ASITag")
        }),
    ),
    text("printPrefetchTag", TextShape::RecordNames(tags("PrefetchTag"))),
    text("printMembarTag", TextShape::Custom { print: print_barrier, parse: parse_barrier }),
    text("printOperand", TextShape::Custom { print: print_operand, parse: parse_operand }),
];

const fn tags(class: &'static str) -> RecordNames {
    RecordNames {
        class,
        value: "Encoding",
        name: "Name",
        prefix: "#",
        other_names: &[],
        unnamed: None,
        is_available: |_| true,
    }
}

/// Prints an operand. A trap number has seven bits.
fn print_operand(context: &AsmTextContext<'_>, text: &mut String) -> Option<()> {
    let operand = context.operand(0)?;
    let is_trap = ["TICC", "TRAP", "TXCC"].iter().any(|it| context.instruction().starts_with(it));
    match operand.number().filter(|_| is_trap) {
        Some(number) => text.push_str(&(number & 0x7f).to_string()),
        None => context.push(operand, text),
    }
    Some(())
}

fn parse_operand(
    context: &ParseContext<'_>,
    cursor: &mut TextCursor<'_>,
) -> Result<ParsedText, Mismatch> {
    context.plain(cursor).map(|operand| ParsedText::from_iter([operand]))
}

/// Memory barriers, the lowest bit first.
const BARRIERS: [&str; 7] =
    ["#LoadLoad", "#StoreLoad", "#LoadStore", "#StoreStore", "#Lookaside", "#MemIssue", "#Sync"];

fn print_barrier(context: &AsmTextContext<'_>, text: &mut String) -> Option<()> {
    let number = context.number()?;
    if !(0..1 << BARRIERS.len()).contains(&number) {
        text.push_str(&number.to_string());
        return Some(());
    }
    let names = BARRIERS.iter().enumerate().filter(|(bit, _)| number >> bit & 1 != 0);
    let names: Vec<&str> = names.map(|(_, name)| *name).collect();
    text.push_str(&names.join(" | "));
    Some(())
}

fn parse_barrier(
    _: &ParseContext<'_>,
    cursor: &mut TextCursor<'_>,
) -> Result<ParsedText, Mismatch> {
    let mut number = 0;
    if !cursor.rest().trim_start().starts_with('#') {
        number = match cursor.is_at_end() {
            true => 0,
            false => {
                let error = Mismatch::new(cursor, "a barrier, for example #LoadLoad");
                AsmExpression::parse(cursor)?.constant().ok_or(error)?
            }
        };
        return Ok(ParsedText::from_iter([ParsedOperand::Value(InsnOperand::Number(number))]));
    }
    loop {
        let error = Mismatch::new(cursor, format!("one of {}", BARRIERS.join(", ")));
        let bit = BARRIERS.iter().position(|name| cursor.eat(name)).ok_or(error)?;
        number |= 1 << bit;
        if !cursor.eat("|") {
            break;
        }
    }
    Ok(ParsedText::from_iter([ParsedOperand::Value(InsnOperand::Number(number))]))
}

/// Prints a register and what is added to it; zeros are left out.
fn print_address(context: &AsmTextContext<'_>, text: &mut String) -> Option<()> {
    let [mut base, mut added] = [String::new(), String::new()];
    context.push(context.operand(0)?, &mut base);
    context.push(context.operand(1)?, &mut added);
    match (base.as_str(), added.as_str()) {
        ("%g0", _) => text.push_str(&added),
        (_, "0" | "%g0") => text.push_str(&base),
        _ => text.push_str(&format!("{base}+{added}")),
    }
    Some(())
}

fn parse_address(
    context: &ParseContext<'_>,
    cursor: &mut TextCursor<'_>,
) -> Result<ParsedText, Mismatch> {
    let Ok(base) = context.registers(cursor) else {
        return Ok(ParsedText::from_iter([context.named("g0"), sum(cursor)?]));
    };
    let added = if cursor.eat("+") {
        match context.registers(cursor) {
            Ok(register) => register,
            Err(_) => sum(cursor)?,
        }
    } else if cursor.rest().trim_start().starts_with('-') {
        sum(cursor)?
    } else if context.operand() == "MEMrr" {
        context.named("g0")
    } else {
        ParsedOperand::Value(InsnOperand::Number(0))
    };
    Ok(ParsedText::from_iter([base, added]))
}

fn sum(cursor: &mut TextCursor<'_>) -> Result<ParsedOperand, Mismatch> {
    let expression = AsmExpression::parse(cursor)?;
    Ok(match expression.constant() {
        Some(number) => ParsedOperand::Value(InsnOperand::Number(number)),
        None => ParsedOperand::Expression(expression),
    })
}

const INTEGER: [&str; 16] =
    ["n", "e", "le", "l", "leu", "cs", "neg", "vs", "a", "ne", "g", "ge", "gu", "cc", "pos", "vc"];
const FLOATING_POINT: [&str; 16] =
    ["n", "ne", "lg", "ul", "l", "ug", "g", "u", "a", "e", "ue", "ge", "uge", "le", "ule", "o"];
const COPROCESSOR: [&str; 16] =
    ["n", "123", "12", "13", "1", "23", "2", "3", "a", "0", "03", "02", "023", "01", "013", "012"];
const REGISTER: [&str; 8] = ["a", "z", "lez", "lz", "a", "nz", "gz", "gez"];

/// Returns the names for an instruction's conditions.
fn conditions(instruction: &str) -> &'static [&'static str] {
    let starts = |names: &[&str]| names.iter().any(|name| instruction.starts_with(name));
    if starts(&["CBCOND", "CPBCOND"]) {
        &COPROCESSOR
    } else if starts(&["BPR", "MOVR", "FMOVR"]) {
        &REGISTER
    } else if starts(&["FBCOND"]) || instruction.contains("FCC") {
        &FLOATING_POINT
    } else {
        &INTEGER
    }
}

fn print_condition(context: &AsmTextContext<'_>, text: &mut String) -> Option<()> {
    let number = usize::try_from(context.number()?).ok()?;
    text.push_str(conditions(context.instruction()).get(number)?);
    Some(())
}

fn parse_condition(
    context: &ParseContext<'_>,
    cursor: &mut TextCursor<'_>,
) -> Result<ParsedText, Mismatch> {
    let names = conditions(context.instruction());
    let error = Mismatch::new(cursor, format!("one of {}", names.join(", ")));
    let word = cursor.word().ok_or_else(|| error.clone())?;
    let number = names.iter().position(|name| *name == word).ok_or(error)?;
    let number = InsnOperand::Number(number as i64);
    Ok(ParsedText::from_iter([ParsedOperand::Value(number)]))
}

/// The upper 22 and the lower 10 bits of an address.
const MODIFIERS: &[ModifierRow] = &[
    ModifierRow { name: "hi", apply: |address| address >> 10 & 0x3f_ffff },
    ModifierRow { name: "lo", apply: |address| address & 0x3ff },
];

const RELATIVES: &[RelativeRow] = &[
    relative("brtarget", 0, 4),
    relative("bprtarget", 0, 4),
    relative("bprtarget16", 0, 4),
    relative("calltarget", 0, 4),
    relative("cbtarget", 0, 4),
];

/// SPARC relocations in ELF.
const RELOCATIONS: &[RelocationRow] = &[
    relocation("data", "", 1, 1),
    relocation("data", "", 2, 2),
    relocation("data", "", 4, 3),
    relocation("data", "", 8, 32),
    relocation("calltarget", "", 0, 7),
    relocation("brtarget", "", 0, 8),
    relocation("bprtarget", "", 0, 41),
    relocation("", "hi", 0, 9),
    relocation("", "lo", 0, 12),
];
