//! ARM: 32-bit words in the state ARM. Words are printed; they cannot be assembled.

use super::arm_memory::{ADDRESS_CODECS, ADDRESS_TEXTS};
use super::arm_shapes::{
    ALWAYS, BY_FIELD, CONDITIONS, GPR, OLD_COPROCESSOR, SHIFTS, joined, push_predicate, push_shift,
    shift,
};
use super::arm_vectors::{VECTOR_CODECS, VECTOR_TEXTS};
use super::shapes::{
    FIELD_SIGNED, UNSIGNED, codec, field, mapped, names, number, part, printed, text, valid,
};
use crate::syntax::{
    CodecRow, CodecShape, NumberShape, Omitted, PrinterSyntax, SubtargetSyntax, TableOrder,
    TableRow, TargetSyntax, TextRow, TextShape, Valid, WordSyntax,
};
use crate::text::{AsmTextContext, NumberText};

pub(super) const SYNTAX: TargetSyntax = TargetSyntax {
    target: "ARM",
    subtarget: SubtargetSyntax {
        default_cpus: &["generic"],
        triples: super::arm_triples::TRIPLES,
        ..SubtargetSyntax::PLAIN
    },
    words: WordSyntax {
        tables: TableOrder::ShortestFirst(TABLES),
        operand_bits: super::arm_vectors::OPERAND_BITS,
        replacements: super::arm_vectors::REPLACEMENTS,
        // A call of the hypervisor is not conditional.
        refuses: Some(|word, _| word & 0xfff0_00f0 == 0xf140_0070),
        ..WordSyntax::PLAIN
    },
    codecs: &CODECS,
    operands: &[field("arm_blx_target", number(NumberShape { shift: 1, ..FIELD_SIGNED }))],
    constants: super::arm_vectors::CONSTANTS,
    printer: PrinterSyntax {
        texts: &TEXTS,
        print_alias: Some(print_alias),
        ..PrinterSyntax::PLAIN
    },
    ..TargetSyntax::PLAIN
};

const THUMB: &str = "ModeThumb";

const TABLES: &[TableRow] = &[
    TableRow::new("ARM", ""),
    TableRow::new("VFP", ""),
    TableRow::new("VFPV8", ""),
    TableRow::new("NEONData", ""),
    TableRow::new("NEONLoadStore", ""),
    TableRow::new("NEONDup", ""),
    TableRow::new("v8NEON", ""),
    TableRow::new("v8Crypto", ""),
    TableRow::new("CoProc", ""),
    TableRow::new("Thumb", THUMB),
    TableRow::new("ThumbSBit", THUMB),
    TableRow::new("Thumb2", THUMB),
    TableRow::new("Thumb2CoProc", THUMB),
    TableRow::new("Thumb2CDE", THUMB),
    TableRow::new("MVE", THUMB),
];

pub(super) const CODECS: [CodecRow; OWN_CODECS.len() + ADDRESS_CODECS.len() + VECTOR_CODECS.len()] =
    joined(OWN_CODECS[0], &[OWN_CODECS, ADDRESS_CODECS, VECTOR_CODECS]);

pub(super) const TEXTS: [TextRow; OWN_TEXTS.len() + ADDRESS_TEXTS.len() + VECTOR_TEXTS.len()] =
    joined(OWN_TEXTS[0], &[OWN_TEXTS, ADDRESS_TEXTS, VECTOR_TEXTS]);

/// A condition, and the flags if it is not "always". The bits 15 are another instruction.
pub(super) const PREDICATE: CodecShape = mapped(
    |bits| (bits <= ALWAYS).then_some(bits),
    &CodecShape::Parts(&[
        part(0, 4, UNSIGNED),
        part(0, 4, mapped(|bits| Some(u64::from(bits != ALWAYS)), &FLAGS)),
    ]),
);

const FLAGS: CodecShape = CodecShape::RegisterOrNone { class: "CCR", none: 0, some: 1 };

const COPROCESSOR: CodecShape = CodecShape::IfFeature {
    feature: "HasV8Ops",
    then: &valid(Valid::Between(14, 15)),
    otherwise: &OLD_COPROCESSOR,
};

const BRANCH: CodecShape = number(NumberShape { shift: 2, ..FIELD_SIGNED });

const BRANCHES: CodecShape =
    CodecShape::ByField(&[field("arm_br_target", BRANCH), field("arm_bl_target", BRANCH)]);

/// Processor state changes. Bits below two would not change interrupts.
const STATE: CodecShape = CodecShape::ByField(&[field("imod_op", valid(Valid::AtLeast(2)))]);

/// Registers for a coprocessor. The program counter stands for the flags.
const WITH_FLAGS: CodecShape = CodecShape::RegisterNames(&[
    "R0",
    "R1",
    "R2",
    "R3",
    "R4",
    "R5",
    "R6",
    "R7",
    "R8",
    "R9",
    "R10",
    "R11",
    "R12",
    "SP",
    "LR",
    "APSR_NZCV",
]);

/// Returns the encoding if it is another mode's register.
fn banked(bits: u64) -> Option<u64> {
    let is_register = matches!(bits, 0..=6 | 8..=14 | 16..=23 | 28..=31);
    let is_status = matches!(bits, 0x2e | 0x30 | 0x32 | 0x34 | 0x36 | 0x3c | 0x3e);
    (is_register || is_status).then_some(bits)
}

const OWN_CODECS: &[CodecRow] = &[
    codec("DecodeGPRRegisterClass", GPR),
    codec("DecodeGPRnopcRegisterClass", GPR),
    codec("DecoderGPRRegisterClass", GPR),
    codec("DecodeGPRwithAPSRRegisterClass", WITH_FLAGS),
    codec("DecodePredicateOperand", PREDICATE),
    codec("DecodeCCOutOperand", FLAGS),
    codec("DecodeCoprocessor", COPROCESSOR),
    codec("DecodeBranchImmInstruction", BRANCHES),
    codec("DecodeArmMOVTWInstruction", BY_FIELD),
    codec("DecodeCPSInstruction", STATE),
    codec("DecodeHINTInstruction", BY_FIELD),
    codec("DecodeTSTInstruction", BY_FIELD),
    codec("DecodeQADDInstruction", BY_FIELD),
    codec("DecodeSMLAInstruction", BY_FIELD),
    codec("DecodeSwap", BY_FIELD),
    codec("DecoderForMRRC2AndMCRR2", BY_FIELD),
    codec("DecodeForVMRSandVMSR", BY_FIELD),
    codec("DecodeMemMultipleWritebackInstruction", BY_FIELD),
    codec("DecodeRegListOperand", valid(Valid::NonZero)),
    codec("DecodeSORegImmOperand", CodecShape::Parts(&[part(0, 4, GPR), part(5, 7, UNSIGNED)])),
    codec(
        "DecodeSORegRegOperand",
        CodecShape::Parts(&[part(0, 4, GPR), part(8, 4, GPR), part(5, 2, UNSIGNED)]),
    ),
    codec("DecodeBitfieldMaskOperand", UNSIGNED),
    codec("DecodeMSRMask", valid(Valid::NonZero)),
    codec("DecodeBankedReg", mapped(banked, &UNSIGNED)),
    codec("DecodeMemBarrierOption", UNSIGNED),
    codec("DecodeInstSyncBarrierOption", UNSIGNED),
];

const fn prefixed(prefix: &'static str) -> TextShape {
    TextShape::Number(NumberText { prefix, needs_prefix: false, is_hex: false, has_plus: false })
}

const OWN_TEXTS: &[TextRow] = &[
    text("printOperand", prefixed("#")),
    text("printNoHashImmediate", TextShape::Plain),
    text("printPImmediate", prefixed("p")),
    text("printCImmediate", prefixed("c")),
    text("printCoprocOptionImm", TextShape::Template("{$0}")),
    text(
        "printPredicateOperand",
        TextShape::Names { names: CONDITIONS, lead: "", omitted: Omitted::Always(14) },
    ),
    text("printSBitModifierOperand", printed(print_flags)),
    text("printModImmOperand", printed(print_rotated_number)),
    text("printSORegImmOperand", printed(print_shifted)),
    text("printSORegRegOperand", printed(print_shifted_by_register)),
    text("printShiftImmOperand", printed(print_saturation_shift)),
    text("printPKHLSLShiftImm", printed(print_left_shift)),
    text("printPKHASRShiftImm", printed(print_right_shift)),
    text("printRotImmOperand", printed(print_rotation)),
    text(
        "printImmPlusOneOperand",
        printed(|context, text| push_number(context.number()? + 1, text)),
    ),
    text("printFBits16", printed(|context, text| push_number(16 - context.number()?, text))),
    text("printFBits32", printed(|context, text| push_number(32 - context.number()?, text))),
    text("printBitfieldInvMaskImmOperand", printed(print_bit_field)),
    text("printGPRPairOperand", printed(print_pair)),
    text("printRegisterList", printed(print_registers)),
    text("printMSRMaskOperand", printed(print_status)),
    text("printBankedRegOperand", printed(print_banked)),
    text("printSetendOperand", names(&[(0, "le"), (1, "be")])),
    text("printCPSIMod", names(&[(2, "ie"), (3, "id")])),
    text("printCPSIFlag", TextShape::Letters { letters: "aif", none: "none" }),
    text("printMemBOption", printed(print_barrier)),
    text("printInstSyncBOption", printed(print_fetch_barrier)),
    text("printTraceSyncBOption", names(&[(0, "csync")])),
];

fn push_number(number: i64, text: &mut String) -> Option<()> {
    text.push_str(&format!("#{number}"));
    Some(())
}

fn print_flags(context: &AsmTextContext<'_>, text: &mut String) -> Option<()> {
    if context.is_register(0) {
        text.push('s');
    }
    Some(())
}

/// Prints eight bits that are rotated to the right. A rotation that an assembler does not choose is
/// printed as such.
fn print_rotated_number(context: &AsmTextContext<'_>, text: &mut String) -> Option<()> {
    let bits = u32::try_from(context.number()?).ok()?;
    let (byte, rotation) = (bits & 0xff, bits >> 8 & 15);
    let value = byte.rotate_right(2 * rotation);
    let first = (0..16).find(|rotation| value.rotate_left(2 * rotation) <= 0xff);
    if first != Some(rotation) {
        text.push_str(&format!("#{byte}, #{}", 2 * rotation));
        return Some(());
    }
    let is_unsigned = match context.instruction() {
        "MSRi" => true,
        "MOVi" => name(context, 0)? == "pc",
        _ => false,
    };
    push_number(if is_unsigned { i64::from(value) } else { i64::from(value as i32) }, text)
}

/// Returns a register name by its operand number in the instruction.
pub(super) fn name(context: &AsmTextContext<'_>, index: usize) -> Option<String> {
    let mut name = String::new();
    context.push(context.other(index)?, &mut name);
    Some(name)
}

pub(super) fn print_shifted(context: &AsmTextContext<'_>, text: &mut String) -> Option<()> {
    context.push(context.operand(0)?, text);
    push_shift(context.number_at(1)?, text)
}

fn print_shifted_by_register(context: &AsmTextContext<'_>, text: &mut String) -> Option<()> {
    context.push(context.operand(0)?, text);
    text.push_str(&format!(", {} ", SHIFTS.get(context.number_at(2)? as usize)?));
    context.push(context.operand(1)?, text);
    Some(())
}

/// Prints the shift in front of a saturation: bit 5 has its direction.
fn print_saturation_shift(context: &AsmTextContext<'_>, text: &mut String) -> Option<()> {
    let bits = context.number()?;
    let kind = if bits & 0x20 != 0 { 2 } else { 0 };
    push_shift(kind | (bits & 0x1f) << 2, text)
}

fn print_left_shift(context: &AsmTextContext<'_>, text: &mut String) -> Option<()> {
    push_shift(context.number()? << 2, text)
}

fn print_right_shift(context: &AsmTextContext<'_>, text: &mut String) -> Option<()> {
    push_shift(2 | context.number()? << 2, text)
}

fn print_rotation(context: &AsmTextContext<'_>, text: &mut String) -> Option<()> {
    let bytes = context.number()?;
    if bytes != 0 {
        text.push_str(&format!(", ror #{}", 8 * bytes));
    }
    Some(())
}

/// Prints the lowest bit and the width. The operand has the highest and the lowest bit.
fn print_bit_field(context: &AsmTextContext<'_>, text: &mut String) -> Option<()> {
    let bits = context.number()?;
    let highest = bits >> 5;
    let lowest = highest.min(bits & 0x1f);
    text.push_str(&format!("#{lowest}, #{}", highest - lowest + 1));
    Some(())
}

/// Prints a register pair, for example the record `R2_R3`.
fn print_pair(context: &AsmTextContext<'_>, text: &mut String) -> Option<()> {
    text.push_str(&context.register_name(0).to_ascii_lowercase().replace('_', ", "));
    Some(())
}

/// General registers by number.
const REGISTERS: [&str; 16] = [
    "r0", "r1", "r2", "r3", "r4", "r5", "r6", "r7", "r8", "r9", "r10", "r11", "r12", "sp", "lr",
    "pc",
];

/// Prints a register list. General registers have a bit each; other registers have a first number and a count.
fn print_registers(context: &AsmTextContext<'_>, text: &mut String) -> Option<()> {
    push_registers(context, context.operand_record(), context.number()?, text)
}

pub(super) fn push_registers(
    context: &AsmTextContext<'_>,
    record: &str,
    bits: i64,
    text: &mut String,
) -> Option<()> {
    // Longer lists are unpredictable. Releases with this register print them.
    let most = if context.has_record("FPSCR_RM") { 32 } else { 16 };
    let first = bits >> 8 & 31;
    let run = |letter: char, count: i64| {
        let last = (first + count.max(1)).min(32);
        (first..last).map(|number| format!("{letter}{number}")).collect::<Vec<_>>()
    };
    let names = match record {
        "reglist" => {
            let names = (0..16).zip(REGISTERS).filter(|(bit, _)| bits >> bit & 1 != 0);
            names.map(|(_, name)| name.to_owned()).collect()
        }
        "dpr_reglist" => run('d', (bits >> 1 & 0x7f).min(most)),
        "spr_reglist" => run('s', bits & 0xff),
        _ => return None,
    };
    text.push_str(&format!("{{{}}}", names.join(", ")));
    Some(())
}

/// Prints a status register with the letters for its written parts.
pub(super) fn print_status(context: &AsmTextContext<'_>, text: &mut String) -> Option<()> {
    let bits = context.number()?;
    let flags = match bits {
        4 => "g",
        8 => "nzcvq",
        12 => "nzcvqg",
        _ => "",
    };
    if !flags.is_empty() {
        text.push_str(&format!("APSR_{flags}"));
        return Some(());
    }
    text.push_str(if bits & 16 != 0 { "SPSR" } else { "CPSR" });
    if bits & 15 != 0 {
        text.push('_');
    }
    let letters = [(8, 'f'), (4, 's'), (2, 'x'), (1, 'c')].into_iter();
    text.extend(letters.filter(|(bit, _)| bits & bit != 0).map(|(_, letter)| letter));
    Some(())
}

/// Prints another mode's register, for example `r8_usr`.
fn print_banked(context: &AsmTextContext<'_>, text: &mut String) -> Option<()> {
    let bits = context.number()?;
    if bits & 0x20 != 0 {
        let mode = match bits & 0x1f {
            0x0e => "fiq",
            0x10 => "irq",
            0x12 => "svc",
            0x14 => "abt",
            0x16 => "und",
            0x1c => "mon",
            0x1e => "hyp",
            _ => return None,
        };
        text.push_str(&format!("SPSR_{mode}"));
        return Some(());
    }
    let (register, mode) = match bits {
        0..=6 => (REGISTERS[8 + bits as usize], "usr"),
        8..=14 => (REGISTERS[bits as usize], "fiq"),
        30 => ("elr", "hyp"),
        31 => ("sp", "hyp"),
        16..=29 => {
            let modes = ["irq", "svc", "abt", "und", "", "", "mon"];
            let mode = *modes.get((bits as usize - 16) / 2)?;
            (if bits & 1 != 0 { "sp" } else { "lr" }, mode)
        }
        _ => return None,
    };
    text.push_str(&format!("{register}_{mode}"));
    Some(())
}

/// Prints the accesses that a barrier orders.
fn print_barrier(context: &AsmTextContext<'_>, text: &mut String) -> Option<()> {
    let bits = context.number()?;
    let domain = ["osh", "nsh", "ish", ""].get((bits >> 2) as usize)?;
    match bits & 3 {
        3 if domain.is_empty() => text.push_str("sy"),
        3 => text.push_str(domain),
        2 => text.push_str(&format!("{domain}st")),
        1 if context.has_feature("HasV8Ops") => text.push_str(&format!("{domain}ld")),
        _ => text.push_str(&format!("#{bits:#x}")),
    }
    Some(())
}

fn print_fetch_barrier(context: &AsmTextContext<'_>, text: &mut String) -> Option<()> {
    match context.number()? {
        15 => text.push_str("sy"),
        bits => text.push_str(&format!("#{bits:#x}")),
    }
    Some(())
}

/// Prints an alias that the description does not have: a shift, or an access to the stack.
pub(super) fn print_alias(context: &AsmTextContext<'_>, text: &mut String) -> Option<()> {
    match context.instruction() {
        "MOVsi" | "MOVsr" => print_move(context, text),
        "STMDB_UPD" => print_stack_list(context, ("push", "", "reglist"), text),
        "LDMIA_UPD" => print_stack_list(context, ("pop", "", "reglist"), text),
        "VSTMDDB_UPD" => print_stack_list(context, ("vpush", "", "dpr_reglist"), text),
        "VSTMSDB_UPD" => print_stack_list(context, ("vpush", "", "spr_reglist"), text),
        "VLDMDIA_UPD" => print_stack_list(context, ("vpop", "", "dpr_reglist"), text),
        "VLDMSIA_UPD" => print_stack_list(context, ("vpop", "", "spr_reglist"), text),
        "STR_PRE_IMM" if context.other(3)?.number() == Some(4) => {
            print_stack_register(context, ("push", 2, 4, 1), text)
        }
        // The number is four, with the bit for an addition.
        "LDR_POST_IMM" if context.other(4)?.number() == Some(4 | 1 << 12) => {
            print_stack_register(context, ("pop", 2, 5, 0), text)
        }
        _ => None,
    }
}

/// Prints a move with a shifted register as the shift.
fn print_move(context: &AsmTextContext<'_>, text: &mut String) -> Option<()> {
    let by_register = context.instruction() == "MOVsr";
    // The operands are the target, the source, the register with the amount, the shift, the condition.
    let at = if by_register { 3 } else { 2 };
    let bits = context.other(at)?.number()?;
    let (kind, amount) = if by_register { (*SHIFTS.get(bits as usize)?, 0) } else { shift(bits)? };
    text.push_str(kind);
    if context.other(at + 3)?.register().is_some() {
        text.push('s');
    }
    push_predicate(context, at + 1, text)?;
    text.push_str(&format!("\t{}, {}", name(context, 0)?, name(context, 1)?));
    if by_register {
        text.push_str(&format!(", {}", name(context, 2)?));
    } else if kind != "rrx" {
        text.push_str(&format!(", #{amount}"));
    }
    Some(())
}

/// Prints a load or store for several registers through the stack pointer.
pub(super) fn print_stack_list(
    context: &AsmTextContext<'_>,
    (mnemonic, suffix, record): (&str, &str, &str),
    text: &mut String,
) -> Option<()> {
    let bits = context.other(4)?.number()?;
    if name(context, 1)? != "sp" || (record == "reglist" && bits.count_ones() < 2) {
        return None;
    }
    text.push_str(mnemonic);
    push_predicate(context, 2, text)?;
    text.push_str(suffix);
    text.push('\t');
    push_registers(context, record, bits, text)
}

/// Prints a load or store for a register through the stack pointer. The numbers are the operands with the
/// address, the condition and the register.
fn print_stack_register(
    context: &AsmTextContext<'_>,
    (mnemonic, address, condition, register): (&str, usize, usize, usize),
    text: &mut String,
) -> Option<()> {
    if name(context, address)? != "sp" {
        return None;
    }
    text.push_str(mnemonic);
    push_predicate(context, condition, text)?;
    text.push_str(&format!("\t{{{}}}", name(context, register)?));
    Some(())
}
