//! Thumb: units of 16 bits. An instruction has one or two. Words are printed; they cannot be assembled.

use super::arm;
use super::arm_shapes::{BY_FIELD, CONDITIONS as ARM_CONDITIONS, joined, push_predicate};
use super::arm_system::{SYSTEM_CODECS, SYSTEM_TEXTS};
use super::arm_thumb_memory::{
    MEMORY_BITS, MEMORY_CODECS, MEMORY_REPLACEMENTS, MEMORY_TEXTS, OWN_COPROCESSOR,
};
use super::shapes::{
    FIELD_SIGNED, UNSIGNED, codec, field, mapped, names, number, printed, text, valid,
};
use crate::neighbour_syntax::{BlockKindRow, BlockSyntax, Neighbours};
use crate::syntax::{
    CodecRow, CodecShape, NumberShape, Omitted, OperandBitsRow, OperandFieldShape, PrinterSyntax,
    RegisterLimit, RegisterSyntax, ReplacementRow, TableOrder, TableRow, TargetSyntax, TextRow,
    TextShape, Valid, WordSyntax,
};
use crate::text::AsmTextContext;

/// The feature that selects Thumb.
pub(super) const FEATURE: &str = "ModeThumb";

pub(super) const SYNTAX: TargetSyntax = TargetSyntax {
    words: WordSyntax {
        fields: &[2],
        tables: TableOrder::ShortestFirst(TABLES),
        operand_bits: &OPERAND_BITS,
        replacements: &REPLACEMENTS,
        refuses: None,
        neighbours: Neighbours::Blocks(BLOCKS),
        ..arm::SYNTAX.words
    },
    registers: RegisterSyntax { limits: LIMITS, ..arm::SYNTAX.registers },
    codecs: &CODECS,
    operands: super::arm_thumb_memory::OPERANDS,
    printer: PrinterSyntax { texts: &TEXTS, print_alias: Some(print_alias), ..arm::SYNTAX.printer },
    ..arm::SYNTAX
};

/// The upper vector registers belong to a feature.
const LIMITS: &[RegisterLimit] =
    &[RegisterLimit { feature: "", unless: "FeatureD32", class: "DPR", from: 16, except: &[] }];

const fn table(namespace: &'static str, word: fn(u64) -> Option<u64>) -> TableRow {
    TableRow { namespace, feature: "", word: Some(word) }
}

/// The tables in their order. Tables for vectors and floating-point numbers are for words in the state ARM. The same instruction
/// has other first bits in Thumb.
const TABLES: &[TableRow] = &[
    TableRow::new("MVE", ""),
    TableRow::new("Thumb", ""),
    TableRow::new("ThumbSBit", ""),
    TableRow::new("Thumb2", ""),
    table("VFP", unconditional),
    TableRow::new("VFPV8", ""),
    table("NEONDup", unconditional),
    table("NEONLoadStore", vector_access),
    table("NEONData", vector_data),
    table("v8Crypto", vector_data),
    table("v8NEON", |word| (word >> 24 & 15 == 15).then_some(word & !(3 << 26))),
    TableRow::new("Thumb2CDE", ""),
    TableRow::new("Thumb2CoProc", ""),
    table("ARM", |_| None),
    table("CoProc", |_| None),
];

/// Words that have the condition "always" in the state ARM.
fn unconditional(word: u64) -> Option<u64> {
    (word >> 28 == 14).then_some(word)
}

/// Vector loads and stores begin with `f9` in place of `f4`.
fn vector_access(word: u64) -> Option<u64> {
    (word >> 24 == 0xf9).then_some(word & !0x0f00_0000 | 0x0400_0000)
}

/// Vector instructions begin with `111U1111`, in the state ARM with `1111001U`.
fn vector_data(word: u64) -> Option<u64> {
    let sign = word >> 28 & 1;
    (word >> 24 & 15 == 15).then_some(word & !0x0f00_0000 | 0x1200_0000 | sign << 24 | 0xe000_0000)
}

const BLOCKS: BlockSyntax = BlockSyntax {
    kinds: [
        BlockKindRow {
            mask: "it_mask",
            first: None,
            opposite: 1,
            conditions: &["pred"],
            always: 14,
            flags: "CCR",
            written_flags: "s_cc_out",
        },
        BlockKindRow {
            mask: "vpt_mask",
            first: Some(VECTOR_THEN),
            opposite: VECTOR_THEN ^ VECTOR_ELSE,
            conditions: &["vpred_n", "vpred_r"],
            always: 0,
            flags: "VCCR",
            written_flags: "",
        },
    ],
    uncounted_tables: &["VFPV8", "v8Crypto", "v8NEON"],
};

/// Conditions that a `vpt` gives to the vector instructions after it, by code.
const VECTOR_THEN: i64 = 1;
const VECTOR_ELSE: i64 = 2;

const OPERAND_BITS: [OperandBitsRow; OWN_BITS.len() + MEMORY_BITS.len() + ARM_BITS.len()] =
    joined(OWN_BITS[0], &[OWN_BITS, MEMORY_BITS, ARM_BITS]);
const ARM_BITS: &[OperandBitsRow] = super::arm_vectors::OPERAND_BITS;

const REPLACEMENTS: [ReplacementRow;
    OWN_REPLACEMENTS.len() + MEMORY_REPLACEMENTS.len() + ARM_REPLACEMENTS.len()] =
    joined(OWN_REPLACEMENTS[0], &[OWN_REPLACEMENTS, &MEMORY_REPLACEMENTS, ARM_REPLACEMENTS]);
const ARM_REPLACEMENTS: &[ReplacementRow] = super::arm_vectors::REPLACEMENTS;

const CODECS: [CodecRow;
    OWN_CODECS.len() + MEMORY_CODECS.len() + SYSTEM_CODECS.len() + arm::CODECS.len()] =
    joined(OWN_CODECS[0], &[OWN_CODECS, MEMORY_CODECS, SYSTEM_CODECS, &arm::CODECS]);

const TEXTS: [TextRow;
    OWN_TEXTS.len() + MEMORY_TEXTS.len() + SYSTEM_TEXTS.len() + arm::TEXTS.len()] =
    joined(OWN_TEXTS[0], &[OWN_TEXTS, MEMORY_TEXTS, SYSTEM_TEXTS, &arm::TEXTS]);

const fn bits(method: &'static str, operand: &'static str, low: u32, width: u32) -> OperandBitsRow {
    OperandBitsRow { method, operand, low, width }
}

const OWN_BITS: &[OperandBitsRow] = &[
    bits("DecodeThumbAddSPReg", "Rn", 0, 3),
    bits("DecodeThumbAddSPReg", "Rn", 7, 1),
    bits("DecodeT2Adr", "addr", 0, 8),
    bits("DecodeT2Adr", "addr", 12, 3),
    bits("DecodeT2Adr", "addr", 26, 1),
    bits("DecodeT2Adr", "addr", 21, 1),
    bits("DecodeT2Adr", "addr", 23, 1),
    // The meaning of a mask depends on the condition.
    bits("DecodeIT", "mask", 0, 8),
];

const fn barrier(bits: u64, instruction: &'static str) -> ReplacementRow {
    let (method, mask) = ("DecodeThumb2BCCInstruction", 0xffff_fff0);
    ReplacementRow { method, mask, value: bits, instruction }
}

const fn state(mask: u64, value: u64, instruction: &'static str) -> ReplacementRow {
    ReplacementRow { method: "DecodeT2CPSInstruction", mask, value, instruction }
}

const fn hint(value: u64, instruction: &'static str) -> ReplacementRow {
    ReplacementRow { method: "DecodeT2HintSpaceInstruction", mask: 0xff, value, instruction }
}

const OWN_REPLACEMENTS: &[ReplacementRow] = &[
    // A distance of zero downwards is a subtraction.
    ReplacementRow {
        method: "DecodeT2Adr",
        mask: 0x04a0_70ff,
        value: 0x00a0_0000,
        instruction: "t2SUBri12",
    },
    // The conditions 14 and 15 of branches are other instructions.
    barrier(0xf3bf_8f40, "t2DSB"),
    barrier(0xf3bf_8f50, "t2DMB"),
    barrier(0xf3bf_8f60, "t2ISB"),
    state(0x700, 0x500, "t2CPS3p"),
    state(0x700, 0x700, "t2CPS3p"),
    state(0x700, 0x400, "t2CPS2p"),
    state(0x700, 0x600, "t2CPS2p"),
    state(0x700, 0x100, "t2CPS1p"),
    state(0x700, 0, "t2HINT"),
    hint(0x0d, "t2PACBTI"),
    hint(0x1d, "t2PAC"),
    hint(0x2d, "t2AUT"),
    hint(0x0f, "t2BTI"),
];

const BRANCH: CodecShape = number(NumberShape { shift: 1, ..FIELD_SIGNED });

/// A distance in 24 bits. Two bits below the sign are inverted if the sign is zero.
const LONG_BRANCH: CodecShape = mapped(|bits| Some(long_distance(bits)), &UNSIGNED);

fn long_distance(bits: u64) -> u64 {
    let inverted = if bits >> 23 & 1 == 0 { bits ^ 3 << 21 } else { bits };
    ((inverted << 40) as i64 >> 39) as u64
}

/// Conditional branches. The conditions 14 and 15 are other instructions.
const CONDITIONAL: &[OperandFieldShape] = &[
    field("p", mapped(|bits| (bits < 14).then_some(bits), &arm::PREDICATE)),
    field("brtarget", number(FIELD_SIGNED)),
];

/// A byte, its copies in two or four bytes, or eight bits with the highest bit set that are rotated.
const ROTATED: CodecShape = mapped(|bits| Some(u64::from(expanded(bits as u32))), &UNSIGNED);

fn expanded(bits: u32) -> u32 {
    let byte = bits & 0xff;
    match bits >> 8 & 15 {
        0 => byte,
        1 => byte << 16 | byte,
        2 => byte << 24 | byte << 8,
        3 => byte * 0x0101_0101,
        _ => (bits & 0x7f | 0x80).rotate_right(bits >> 7 & 31),
    }
}

/// A block's start: the condition, and the mask. The condition 15 is read as "always".
const BLOCK: &[OperandFieldShape] = &[
    field("cc", mapped(|bits| Some(bits.min(14)), &UNSIGNED)),
    field("mask", mapped(block_mask, &UNSIGNED)),
];

/// Returns the mask with a set bit for each opposite condition. The encoding has the lowest bits of the conditions.
fn block_mask(bits: u64) -> Option<u64> {
    let (condition, mask) = ((bits >> 4).min(14), bits & 15);
    let above = (mask & mask.wrapping_neg()) << 1;
    let flips = if condition & 1 != 0 { 15 & above.wrapping_neg() } else { 0 };
    (mask != 0).then_some(mask ^ flips)
}

/// Returns a vector block's mask. The encoding has a set bit for each change between the conditions.
fn vector_mask(bits: u64) -> Option<u64> {
    let last = bits.trailing_zeros();
    let changes = |bit: u32| (bits >> bit & 15).count_ones() & 1;
    let above = (last + 1..4).map(|bit| u64::from(changes(bit)) << bit);
    (bits != 0).then(|| above.fold(1 << last, |mask, bit| mask | bit))
}

const OWN_CODECS: &[CodecRow] = &[
    codec("DecodeThumbBROperand", BRANCH),
    codec("DecodeThumbBCCTargetOperand", BRANCH),
    codec("DecodeThumbCmpBROperand", number(NumberShape { shift: 1, ..NumberShape::UNSIGNED })),
    codec("DecodeThumbBLTargetOperand", LONG_BRANCH),
    codec("DecodeThumbBLXOffset", LONG_BRANCH),
    codec("DecodeT2BInstruction", CodecShape::ByField(&[field("thumb_br_target", LONG_BRANCH)])),
    codec("DecodeThumb2BCCInstruction", CodecShape::ByField(CONDITIONAL)),
    codec("DecodeIT", CodecShape::ByField(BLOCK)),
    codec("DecodeVPTMaskOperand", mapped(vector_mask, &UNSIGNED)),
    codec("DecodeT2SOImm", ROTATED),
    codec("DecodeT2ShifterImmOperand", valid(Valid::Except(&[32]))),
    codec("DecodeT2MOVTWInstruction", BY_FIELD),
    codec("DecodeT2AddSubSPImm", BY_FIELD),
    codec("DecodeThumbAddSPImm", BY_FIELD),
    codec("DecodeThumbAddSPReg", BY_FIELD),
    codec("DecodeThumbAddSpecialReg", BY_FIELD),
    codec("DecodeThumbTableBranch", BY_FIELD),
    codec("DecodeT2Adr", CodecShape::ByField(&[field("t2adrlabel", DISTANCE)])),
    codec(
        "DecodeThumbCPS",
        CodecShape::ByField(&[field("imod_op", mapped(|bits| Some(bits | 2), &UNSIGNED))]),
    ),
    codec(
        "DecodeT2CPSInstruction",
        CodecShape::ByField(&[field("imod_op", valid(Valid::AtLeast(2)))]),
    ),
    codec("DecodeT2HintSpaceInstruction", BY_FIELD),
    codec("DecodeGPRwithZRRegisterClass", WITH_ZERO),
    codec("DecodePredNoALOperand", valid(Valid::Between(0, 13))),
    codec(
        "DecodeDPRRegListOperand",
        CodecShape::IfFeature {
            feature: "FeatureD32",
            then: &UNSIGNED,
            otherwise: &mapped(lower_registers, &UNSIGNED),
        },
    ),
    codec(
        "DecodeCoprocessor",
        CodecShape::IfFeature {
            feature: "HasV8Ops",
            then: &valid(Valid::Between(14, 15)),
            otherwise: &OWN_COPROCESSOR,
        },
    ),
    codec(
        "DecodeBFLabelOperand<false, false, false, 4>",
        number(NumberShape { shift: 1, valid: Valid::NonZero, ..NumberShape::UNSIGNED }),
    ),
    codec("DecodeBFLabelOperand<true, false, true, 12>", BRANCH),
    codec("DecodeBFLabelOperand<true, false, true, 16>", BRANCH),
    codec("DecodeBFLabelOperand<true, false, true, 18>", BRANCH),
    codec(
        "DecodetGPROddRegisterClass",
        mapped(|bits| Some(bits | 1), &const { CodecShape::Registers("tGPROdd") }),
    ),
];

/// Returns a vector register list without upper registers. A list has at most 16 registers.
fn lower_registers(bits: u64) -> Option<u64> {
    let (first, count) = (bits >> 8 & 31, bits >> 1 & 127);
    (first + count.clamp(1, 16) <= 16).then_some(bits)
}

/// Registers for instructions with a zero in place of the program counter.
const WITH_ZERO: CodecShape = CodecShape::RegisterNames(&[
    "R0", "R1", "R2", "R3", "R4", "R5", "R6", "R7", "R8", "R9", "R10", "R11", "R12", "SP", "LR",
    "ZR",
]);

/// A distance from the program counter. The two highest bits are set for a distance downwards.
const DISTANCE: CodecShape = mapped(
    |bits| {
        let distance = (bits & 0xfff) as i64;
        match bits >> 12 {
            0 => Some(distance as u64),
            3 => Some(-distance as u64),
            _ => None,
        }
    },
    &UNSIGNED,
);

const OWN_TEXTS: &[TextRow] = &[
    text(
        "printPredicateOperand",
        TextShape::Names { names: CONDITIONS, lead: "", omitted: Omitted::Always(14) },
    ),
    text("printMandatoryPredicateOperand", names(CONDITIONS)),
    text("printThumbITMask", printed(print_block)),
    text("printVPTMask", printed(print_block)),
    text("printVPTPredicateOperand", names(&[(0, ""), (VECTOR_THEN, "t"), (VECTOR_ELSE, "e")])),
    text("printThumbS4ImmOperand", printed(|context, text| print_scaled(context, 4, text))),
    text("printThumbSRImm", printed(print_right_shift)),
    text("printAdrLabelOperand<0>", printed(|context, text| print_scaled(context, 1, text))),
    text("printAdrLabelOperand<2>", printed(|context, text| print_scaled(context, 4, text))),
];

/// Conditions. The opposite of "always" does not exist.
const CONDITIONS: &[(i64, &str)] =
    &joined::<_, 16>((15, "<und>"), &[ARM_CONDITIONS, &[(15, "<und>")]]);

/// Prints `t` for each instruction with the condition, and `e` for each instruction with the opposite condition.
fn print_block(context: &AsmTextContext<'_>, text: &mut String) -> Option<()> {
    let mask = context.number()?;
    let last = (mask & 15).trailing_zeros();
    let bits = (last + 1..4).rev();
    text.extend(bits.map(|bit| if mask >> bit & 1 != 0 { 'e' } else { 't' }));
    Some(())
}

fn print_scaled(context: &AsmTextContext<'_>, unit: i64, text: &mut String) -> Option<()> {
    text.push_str(&format!("#{}", unit * context.number()?));
    Some(())
}

/// Prints a right shift. Zero shifts by 32 bits.
fn print_right_shift(context: &AsmTextContext<'_>, text: &mut String) -> Option<()> {
    let amount = context.number()?;
    text.push_str(&format!("#{}", if amount == 0 { 32 } else { amount }));
    Some(())
}

/// Prints an alias that the description does not have.
fn print_alias(context: &AsmTextContext<'_>, text: &mut String) -> Option<()> {
    match context.instruction() {
        "t2STMDB_UPD" => arm::print_stack_list(context, ("push", ".w", "reglist"), text),
        "t2LDMIA_UPD" => arm::print_stack_list(context, ("pop", ".w", "reglist"), text),
        "tLDMIA" => print_load(context, text),
        _ => arm::print_alias(context, text),
    }
}

/// Prints a load for several registers. The base register changes if the load does not write the register.
fn print_load(context: &AsmTextContext<'_>, text: &mut String) -> Option<()> {
    let bits = context.other(3)?.number()?;
    let base = arm::name(context, 0)?;
    text.push_str("ldm");
    push_predicate(context, 1, text)?;
    let number: u32 = base.trim_start_matches('r').parse().ok()?;
    let mark = if bits >> number & 1 == 0 { "!" } else { "" };
    text.push_str(&format!("\t{base}{mark}, "));
    arm::push_registers(context, "reglist", bits, text)
}
