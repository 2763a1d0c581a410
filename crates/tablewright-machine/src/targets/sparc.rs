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
    AssemblerSyntax, ByteOrder, CodecRow, CodecShape, ExpansionInput, ExpansionRow, FixedAlias,
    FixedOperand, ModifierRow, NumberShape, NumberSign, OperandFieldShape, OperandLimit,
    PrinterSyntax, RecordNames, RegisterSyntax, SubtargetSyntax, TableOrder, TableRow,
    TargetSource, TargetSyntax, TextRow, TextShape, WordSyntax,
};
use crate::text::NumberText;
use crate::text::{ParseContext, ParsedOperand, ParsedText};

pub(super) const SYNTAX: TargetSyntax = TargetSyntax {
    target: "Sparc",
    subtarget: SubtargetSyntax { default_cpus: &["v8", "generic"], ..SubtargetSyntax::PLAIN },
    words: WordSyntax {
        byte_order: ByteOrder::Big,
        tables: TableOrder::ShortestFirst(&[
            TableRow::new("SparcV9", "FeatureV9"),
            TableRow::new("SparcV8", ""),
        ]),
        ..WordSyntax::PLAIN
    },
    registers: RegisterSyntax {
        names: "RegNamesStateReg",
        names_feature: "FeatureV9",
        prefix: "%",
        other_name: numbered_name,
        further_names: FURTHER_NAMES,
        ..RegisterSyntax::PLAIN
    },
    // No feature removes these limits: the field is wider.
    operand_limits: &[
        OperandLimit { operand: "shift_imm5", unless: "", width: 5 },
        OperandLimit { operand: "shift_imm6", unless: "", width: 6 },
    ],
    codecs: CODECS,
    operands: OPERANDS,
    printer: PrinterSyntax {
        printed_aliases: &["jmp $addr", "call $addr"],
        fixed_aliases: RETURNS,
        texts: TEXTS,
        ..PrinterSyntax::PLAIN
    },
    assembler: AssemblerSyntax {
        comment: "!",
        nops: &[&[1, 0, 0, 0]],
        expansions: EXPANSIONS,
        signless_operands: &["MEMri"],
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

const FURTHER_NAMES: &[(&str, &str)] = &[
    ("sp", "o6"),
    ("fp", "i6"),
    ("asr16", "pcr"),
    ("asr17", "pic"),
    ("asr18", "dcr"),
    ("asr19", "gsr"),
    ("asr20", "set_softint"),
    ("asr21", "clear_softint"),
    ("asr22", "softint"),
    ("asr23", "tick_cmpr"),
    ("asr24", "stick"),
    ("asr24", "sys_tick"),
    ("asr25", "stick_cmpr"),
    ("asr25", "sys_tick_cmpr"),
];

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
            // Assemblers know the register 31 (`%ver`), which decoders refuse.
            encode: |bits| (bits < 15 || bits == 31).then_some(bits),
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
            reads_unavailable: true,
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
    } else if is_space_register(cursor) {
        ParsedOperand::Value(InsnOperand::Number(0))
    } else {
        // An address with a register only has another register, `%g0`.
        return Err(Mismatch::new(cursor, "'+' or '-'"));
    };
    if is_space_register(cursor) && !context.has_feature("FeatureV9") {
        return Err(Mismatch::new(cursor, "an address space that is a number"));
    }
    Ok(ParsedText::from_iter([base, added]))
}

/// Whether `%asi` follows an address. Such an address has a distance.
fn is_space_register(cursor: &TextCursor<'_>) -> bool {
    let mut ahead = cursor.clone();
    ahead.eat("]") && ahead.eat("%asi")
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

/// Jumps behind the delay slot of a call. The address of the call is in a register.
const RETURNS: &[FixedAlias] = &[
    FixedAlias {
        instruction: "JMPLri",
        operands: &[
            FixedOperand::Register("G0"),
            FixedOperand::Register("I7"),
            FixedOperand::Number(8),
        ],
        text: "ret",
    },
    FixedAlias {
        instruction: "JMPLri",
        operands: &[
            FixedOperand::Register("G0"),
            FixedOperand::Register("O7"),
            FixedOperand::Number(8),
        ],
        text: "retl",
    },
];

const EXPANSIONS: &[ExpansionRow] = &[
    ExpansionRow { instruction: "RET", expand: |_| Some(vec!["jmp %i7 + 8".to_owned()]) },
    ExpansionRow { instruction: "RETL", expand: |_| Some(vec!["jmp %o7 + 8".to_owned()]) },
    ExpansionRow { instruction: "SET", expand: set_word },
    ExpansionRow { instruction: "SETX", expand: set_doubleword },
];

/// Loads a number with 32 bits. With registers of 64 bits, the upper half is zero.
fn set_word(input: &ExpansionInput<'_>) -> Option<Vec<String>> {
    let [register, value] = input.operands else { return None };
    let Some(number) = *input.numbers.get(1)? else {
        return Some(low_word(register, value, true));
    };
    let word =
        i32::try_from(number).ok().or_else(|| u32::try_from(number).ok().map(|it| it as i32));
    let word = i64::from(word?);
    let least = if (input.has_feature)("FeatureV9") { 0 } else { -4096 };
    Some(if (least..4096).contains(&word) {
        vec![format!("or %g0, {word}, {register}")]
    } else {
        low_word(register, &word.to_string(), word & 0x3ff != 0)
    })
}

/// Loads a number with 64 bits. The upper half needs a further register.
fn set_doubleword(input: &ExpansionInput<'_>) -> Option<Vec<String>> {
    let [register, value, further] = input.operands else { return None };
    let number = *input.numbers.get(1)?;
    if let Some(number) = number.filter(|number| (-4096..4096).contains(number)) {
        return Some(vec![format!("or %g0, {number}, {register}")]);
    }
    if let Some(word) = number.and_then(|number| u32::try_from(number).ok()) {
        return Some(low_word(register, value, word & 0x3ff != 0));
    }
    let mut lines = low_word(register, value, true);
    lines.push(format!("sethi %hh({value}), {further}"));
    lines.push(format!("or {further}, %hm({value}), {further}"));
    lines.push(format!("sllx {further}, 32, {further}"));
    lines.push(format!("or {further}, {register}, {register}"));
    Some(lines)
}

/// Returns the instructions that load the lower 32 bits of a value.
fn low_word(register: &str, value: &str, has_low: bool) -> Vec<String> {
    let first = format!("sethi %hi({value}), {register}");
    let second = format!("or {register}, %lo({value}), {register}");
    std::iter::once(first).chain(has_low.then_some(second)).collect()
}

/// Address parts: 22 and 10 bits, in the lower and in the upper half.
const MODIFIERS: &[ModifierRow] = &[
    ModifierRow { name: "hi", apply: |address| address >> 10 & 0x3f_ffff },
    ModifierRow { name: "lo", apply: |address| address & 0x3ff },
    ModifierRow { name: "lm", apply: |address| address >> 10 & 0x3f_ffff },
    ModifierRow { name: "hm", apply: |address| address >> 32 & 0x3ff },
    ModifierRow { name: "hh", apply: |address| address >> 42 & 0x3f_ffff },
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
    relocation("", "hh", 0, 34),
    relocation("", "hm", 0, 35),
    relocation("", "lm", 0, 36),
];
