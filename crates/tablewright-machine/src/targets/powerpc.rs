//! PowerPC. Words are printed; they cannot be assembled.

use super::shapes::{FIELD_SIGNED, UNSIGNED, codec, number, text, unread};
use crate::syntax::{
    ByteOrder, CodecRow, CodecShape, NumberShape, NumberSign, OperandFieldShape, PrinterSyntax,
    SubtargetSyntax, TableOrder, TableRow, TargetSyntax, TextRow, TextShape, WordSyntax,
};
use crate::text::{AsmTextContext, CustomPrint, NumberText};

pub(super) const SYNTAX: TargetSyntax = TargetSyntax {
    target: "PPC",
    subtarget: SubtargetSyntax { default_cpus: &["ppc64", "generic"], ..SubtargetSyntax::PLAIN },
    words: WordSyntax {
        byte_order: ByteOrder::Big,
        tables: TableOrder::ShortestFirst(&[TableRow::new("SPE", "FeatureSPE")]),
        ..WordSyntax::PLAIN
    },
    codecs: CODECS,
    operands: &[OperandFieldShape { operand: "dispRI", shape: SIGNED }],
    printer: PrinterSyntax { texts: TEXTS, print_alias: Some(print_shift), ..PrinterSyntax::PLAIN },
    ..TargetSyntax::PLAIN
};

const SIGNED: CodecShape = CodecShape::Number(FIELD_SIGNED);

/// A signed number with a unit of a power of two.
const fn scaled(shift: u32) -> CodecShape {
    number(NumberShape { shift, ..FIELD_SIGNED })
}

/// The vector-scalar registers as vectors.
const VECTORS: &[&str] = &[
    "VSL0", "VSL1", "VSL2", "VSL3", "VSL4", "VSL5", "VSL6", "VSL7", "VSL8", "VSL9", "VSL10",
    "VSL11", "VSL12", "VSL13", "VSL14", "VSL15", "VSL16", "VSL17", "VSL18", "VSL19", "VSL20",
    "VSL21", "VSL22", "VSL23", "VSL24", "VSL25", "VSL26", "VSL27", "VSL28", "VSL29", "VSL30",
    "VSL31", "V0", "V1", "V2", "V3", "V4", "V5", "V6", "V7", "V8", "V9", "V10", "V11", "V12",
    "V13", "V14", "V15", "V16", "V17", "V18", "V19", "V20", "V21", "V22", "V23", "V24", "V25",
    "V26", "V27", "V28", "V29", "V30", "V31",
];

/// The vector-scalar registers as scalars.
const SCALARS: CodecShape = CodecShape::RegisterNames(&[
    "F0", "F1", "F2", "F3", "F4", "F5", "F6", "F7", "F8", "F9", "F10", "F11", "F12", "F13", "F14",
    "F15", "F16", "F17", "F18", "F19", "F20", "F21", "F22", "F23", "F24", "F25", "F26", "F27",
    "F28", "F29", "F30", "F31", "VF0", "VF1", "VF2", "VF3", "VF4", "VF5", "VF6", "VF7", "VF8",
    "VF9", "VF10", "VF11", "VF12", "VF13", "VF14", "VF15", "VF16", "VF17", "VF18", "VF19", "VF20",
    "VF21", "VF22", "VF23", "VF24", "VF25", "VF26", "VF27", "VF28", "VF29", "VF30", "VF31",
]);

/// Pairs by register.
const PAIRS: &[&str] = &[
    "X0", "X1", "X2", "X3", "X4", "X5", "X6", "X7", "X8", "X9", "X10", "X11", "X12", "X13", "X14",
    "X15", "X16", "X17", "X18", "X19", "X20", "X21", "X22", "X23", "X24", "X25", "X26", "X27",
    "X28", "X29", "X30", "X31",
];

/// Address base registers. The first one is the number zero.
const BASES: &[&str] = &[
    "ZERO", "R1", "R2", "R3", "R4", "R5", "R6", "R7", "R8", "R9", "R10", "R11", "R12", "R13",
    "R14", "R15", "R16", "R17", "R18", "R19", "R20", "R21", "R22", "R23", "R24", "R25", "R26",
    "R27", "R28", "R29", "R30", "R31",
];

const CODECS: &[CodecRow] = &[
    codec("decodeUImmOperand", UNSIGNED),
    codec(
        "decodeSImmOperand",
        number(NumberShape { sign: NumberSign::Argument, ..NumberShape::UNSIGNED }),
    ),
    codec("decodeDispRIXOperand", scaled(2)),
    codec("decodeDispRIX16Operand", scaled(4)),
    codec("decodeDispSPE8Operand", number(NumberShape { shift: 3, ..NumberShape::UNSIGNED })),
    codec("decodeDispSPE4Operand", number(NumberShape { shift: 2, ..NumberShape::UNSIGNED })),
    codec("decodeDispSPE2Operand", number(NumberShape { shift: 1, ..NumberShape::UNSIGNED })),
    codec("decodeDirectBrTarget", scaled(2)),
    codec("decodeCondBrTarget", scaled(2)),
    codec("DecodePointerLikeRegClass0", CodecShape::Registers("GPRC")),
    codec("DecodePointerLikeRegClass1", CodecShape::RegisterNames(BASES)),
    // The second register of a pair is also a name of the pair.
    codec("DecodeG8pRCRegisterClass", CodecShape::RegisterNames(PAIRS)),
    codec("DecodeVSRCRegisterClass", CodecShape::RegisterNames(VECTORS)),
    codec("DecodeVSFRCRegisterClass", SCALARS),
    codec("DecodeVSSRCRegisterClass", SCALARS),
];

const fn printed(print: CustomPrint) -> TextShape {
    TextShape::Custom { print, parse: unread }
}

const TEXTS: &[TextRow] = &[
    text("printOperand", printed(print_operand)),
    text("printU1ImmOperand", TextShape::Plain),
    text("printU2ImmOperand", TextShape::Plain),
    text("printU3ImmOperand", TextShape::Plain),
    text("printU4ImmOperand", TextShape::Plain),
    text("printU5ImmOperand", TextShape::Plain),
    text("printU6ImmOperand", TextShape::Plain),
    text("printU7ImmOperand", TextShape::Plain),
    text("printU8ImmOperand", TextShape::Plain),
    text("printU10ImmOperand", TextShape::Plain),
    text("printU12ImmOperand", TextShape::Plain),
    text("printU16ImmOperand", TextShape::Plain),
    text("printS5ImmOperand", TextShape::Plain),
    text("printS16ImmOperand", TextShape::Plain),
    text("printS34ImmOperand", TextShape::Plain),
    text("printMemRegImm", printed(print_address)),
    text("printMemRegReg", printed(print_sum)),
    text(
        "printBranchOperand",
        TextShape::Number(NumberText {
            prefix: ".",
            needs_prefix: false,
            is_hex: false,
            has_plus: true,
        }),
    ),
    text("printAbsBranchOperand", printed(print_target)),
];

/// Returns a register's number, which is its name without letters. The vector registers are the upper
/// half of the vector-scalar registers.
fn name(context: &AsmTextContext<'_>, index: usize) -> Option<String> {
    let mut name = String::new();
    let operand = context.operand(index)?;
    context.push(operand, &mut name);
    if operand.register().is_none() {
        return Some(name);
    }
    // A register that only code generation has shares the encoding of the base register zero.
    if name.starts_with("**") {
        return Some("0".to_owned());
    }
    let is_upper = name.starts_with('v') && !name.starts_with("vs");
    let digits = ["r", "f", "vsp", "vs", "v", "cr", "acc", "dmr", "fp"].iter().find_map(|prefix| {
        let digits = name.strip_prefix(prefix)?;
        digits.bytes().all(|byte| byte.is_ascii_digit()).then_some(digits)
    });
    let Some(digits) = digits.filter(|digits| !digits.is_empty()) else { return Some(name) };
    let record = context.operand_record().to_ascii_lowercase();
    if is_upper && ["vsrc", "vsfrc", "vssrc"].contains(&record.as_str()) {
        digits.parse::<u32>().ok().map(|number| (number + 32).to_string())
    } else {
        Some(digits.to_owned())
    }
}

fn print_operand(context: &AsmTextContext<'_>, text: &mut String) -> Option<()> {
    text.push_str(&name(context, 0)?);
    Some(())
}

/// Prints a distance and a base register: `8(1)`.
fn print_address(context: &AsmTextContext<'_>, text: &mut String) -> Option<()> {
    let (distance, base) = (name(context, 0)?, name(context, 1)?);
    text.push_str(&format!("{distance}({base})"));
    Some(())
}

/// Prints two registers.
fn print_sum(context: &AsmTextContext<'_>, text: &mut String) -> Option<()> {
    let (first, second) = (name(context, 0)?, name(context, 1)?);
    text.push_str(&format!("{first}, {second}"));
    Some(())
}

fn print_target(context: &AsmTextContext<'_>, text: &mut String) -> Option<()> {
    text.push_str(&format!("{:#x}", context.number()?));
    Some(())
}

/// Prints a rotation under a mask as a shift.
fn print_shift(context: &AsmTextContext<'_>, text: &mut String) -> Option<()> {
    let number = |index: usize| context.other(index)?.number();
    let (mnemonic, amount) = match context.instruction() {
        "RLDICR" | "RLDICR_32" if number(2)? + number(3)? == 63 => ("sldi", number(2)?),
        "RLWINM" | "RLWINM8" => match (number(2)?, number(3)?, number(4)?) {
            (amount, 0, last) if last == 31 - amount => ("slwi", amount),
            (amount, first, 31) if first == 32 - amount => ("srwi", first),
            _ => return None,
        },
        _ => return None,
    };
    let (target, source) = (name(context, 0)?, name(context, 1)?);
    text.push_str(&format!("{mnemonic} {target}, {source}, {amount}"));
    Some(())
}
