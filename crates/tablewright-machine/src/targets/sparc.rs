//! SPARC.

use super::shapes::{FIELD_SIGNED, codec, number, relocation, text};
use crate::cursor::{Mismatch, TextCursor};
use crate::expression::AsmExpression;
use crate::insn::InsnOperand;
use crate::relocation::{ElfTarget, RelocationRow};
use crate::syntax::{
    AssemblerSyntax, ByteOrder, CodecRow, CodecShape, NumberShape, OperandFieldShape, RecordNames,
    RegisterSyntax, TargetSyntax, TextRow, TextShape,
};
use crate::text::{AsmTextContext, ParseContext, ParsedOperand, ParsedText};

pub(super) const SYNTAX: TargetSyntax = TargetSyntax {
    target: "Sparc",
    default_cpus: &["v8", "generic"],
    byte_order: ByteOrder::Big,
    registers: RegisterSyntax {
        names: "RegNamesStateReg",
        prefix: "%",
        ..RegisterSyntax::PLAIN
    },
    codecs: CODECS,
    operands: OPERANDS,
    texts: TEXTS,
    assembler: AssemblerSyntax {
        comment: "!",
        nops: &[&[1, 0, 0, 0]],
        relocations: RELOCATIONS,
        elf: Some(ElfTarget { machine: 2, is_64: |_| false, flags: |_| 0 }),
        ..AssemblerSyntax::PLAIN
    },
    ..TargetSyntax::PLAIN
};

const SIGNED: CodecShape = CodecShape::Number(FIELD_SIGNED);
const BRANCH: CodecShape = number(NumberShape { shift: 2, ..FIELD_SIGNED });

const CODECS: &[CodecRow] = &[
    codec("DecodePointerLikeRegClass0", CodecShape::Registers("IntRegs")),
    codec("DecodeSIMM13", SIGNED),
    codec("DecodeCall", BRANCH),
];

const fn operand(operand: &'static str, shape: CodecShape) -> OperandFieldShape {
    OperandFieldShape { operand, shape }
}

const OPERANDS: &[OperandFieldShape] = &[
    operand("brtarget", BRANCH),
    operand("bprtarget", BRANCH),
    operand("bprtarget16", BRANCH),
    operand("simm13Op", SIGNED),
];

const TEXTS: &[TextRow] = &[
    text("printMemOperand", TextShape::Custom { print: print_address, parse: parse_address }),
    text("printASITag", TextShape::RecordNames(tags("ASITag", &["AltName"]))),
    text("printPrefetchTag", TextShape::RecordNames(tags("PrefetchTag", &[]))),
];

const fn tags(class: &'static str, other_names: &'static [&'static str]) -> RecordNames {
    RecordNames { class, value: "Encoding", name: "Name", prefix: "#", other_names, is_available: |_| true }
}

/// Prints a register and what is added to it; zeros are left out.
fn print_address(context: &AsmTextContext<'_>, text: &mut String) -> Option<()> {
    context.push(context.operand(0)?, text);
    let mut added = String::new();
    context.push(context.operand(1)?, &mut added);
    if added != "0" && added != "%g0" {
        text.push_str(&format!("+{added}"));
    }
    Some(())
}

fn parse_address(
    context: &ParseContext<'_>,
    cursor: &mut TextCursor<'_>,
) -> Result<ParsedText, Mismatch> {
    let base = context.registers(cursor)?;
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

/// Relocations of the SPARC ELF specification.
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
