//! SPARC.

use super::code::sparc::{
    BARRIERS, conditions, print_address, print_barrier, print_condition, print_operand,
};
use super::shapes::{FIELD_SIGNED, codec, number, relative, relocation, shared, text};
use crate::cursor::{Mismatch, TextCursor};
use crate::expression::AsmExpression;
use crate::insn::InsnOperand;
use crate::relative::RelativeRow;
use crate::relocation::{ElfTarget, RelocationRow};
use crate::syntax::{
    AssemblerSyntax, ByteOrder, CodecRow, CodecShape, ModifierRow, NumberShape, NumberSign,
    OperandFieldShape, PrinterSyntax, RecordNames, RegisterSyntax, SubtargetSyntax, TableRow,
    TargetSource, TargetSyntax, TextRow, TextShape, WordSyntax,
};
use crate::text::NumberText;
use crate::text::{ParseContext, ParsedOperand, ParsedText};

pub(super) const SYNTAX: TargetSyntax = TargetSyntax {
    target: "Sparc",
    subtarget: SubtargetSyntax { default_cpus: &["v8", "generic"], ..SubtargetSyntax::PLAIN },
    words: WordSyntax {
        byte_order: ByteOrder::Big,
        tables: &[
            TableRow { namespace: "SparcV9", feature: "FeatureV9" },
            TableRow { namespace: "SparcV8", feature: "" },
        ],
        ..WordSyntax::PLAIN
    },
    registers: RegisterSyntax {
        names: "RegNamesStateReg",
        names_feature: "FeatureV9",
        prefix: "%",
        other_name: numbered_name,
        ..RegisterSyntax::PLAIN
    },
    codecs: CODECS,
    operands: OPERANDS,
    printer: PrinterSyntax {
        printed_aliases: &["jmp $addr", "call $addr"],
        texts: TEXTS,
        ..PrinterSyntax::PLAIN
    },
    assembler: AssemblerSyntax {
        comment: "!",
        nops: &[&[1, 0, 0, 0]],
        modifiers: MODIFIERS,
        relatives: RELATIVES,
        relocations: RELOCATIONS,
        elf: Some(ElfTarget { machine: 2, is_64: |_| false, flags: |_| 0 }),
        ..AssemblerSyntax::PLAIN
    },
    source: TargetSource { text: include_str!("code/sparc.rs"), select_tables: "", refuses: "" },
    ..TargetSyntax::PLAIN
};

/// Returns an integer register's number: `r8` for `o0`.
fn numbered_name(name: &str) -> Option<String> {
    let name = match name {
        "sp" => "o6",
        "fp" => "i6",
        name => name,
    };
    let base = ["g", "o", "l", "i"].iter().position(|base| name.starts_with(base))?;
    let number: usize = name[1..].parse().ok().filter(|number| *number < 8)?;
    Some(format!("r{}", 8 * base + number))
}

const SIGNED: CodecShape = CodecShape::Number(FIELD_SIGNED);
/// An even register of a pair. The lowest bit does not count.
const EVEN: CodecShape = CodecShape::Mapped {
    name: "",
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
            name: "",
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
    text("printMemOperand", shared!(print_address, parse_address)),
    text(
        "printCTILabel",
        TextShape::Number(NumberText {
            prefix: ".",
            needs_prefix: false,
            is_hex: false,
            has_plus: true,
        }),
    ),
    text("printCCOperand", shared!(print_condition, parse_condition)),
    text(
        "printASITag",
        TextShape::RecordNames(RecordNames {
            other_names: &["AltName"],
            is_available: |fields| fields.has_feature("FeatureV9"),
            ..tags("ASITag")
        }),
    ),
    text("printPrefetchTag", TextShape::RecordNames(tags("PrefetchTag"))),
    text("printMembarTag", shared!(print_barrier, parse_barrier)),
    text("printOperand", shared!(print_operand, parse_operand)),
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
        reads_unavailable: false,
    }
}

fn parse_operand(
    context: &ParseContext<'_>,
    cursor: &mut TextCursor<'_>,
) -> Result<ParsedText, Mismatch> {
    context.plain(cursor).map(|operand| ParsedText::from_iter([operand]))
}

fn parse_barrier(
    _: &ParseContext<'_>,
    cursor: &mut TextCursor<'_>,
) -> Result<ParsedText, Mismatch> {
    let mut number = 0;
    if !cursor.rest().trim_start().starts_with('#') {
        number = if cursor.is_at_end() {
            0
        } else {
            let error = Mismatch::new(cursor, "a barrier, for example #LoadLoad");
            AsmExpression::parse(cursor)?.constant().ok_or(error)?
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
        // An address with a register only has another register, `%g0`.
        return Err(Mismatch::new(cursor, "'+' or '-'"));
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
