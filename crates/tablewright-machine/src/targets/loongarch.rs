//! LoongArch.

use super::loongarch_pseudos;
use super::shapes::{codec, number, relative, relocation, text};
use crate::relative::RelativeRow;
use crate::relocation::{ElfTarget, RelocationRow, RequiredFeature};
use crate::syntax::{
    AssemblerSyntax, CodecRow, CodecShape, NumberShape, NumberSign, PrinterSyntax, RegisterSyntax,
    SubtargetSyntax, TargetSyntax, TextShape,
};

pub(super) const SYNTAX: TargetSyntax = TargetSyntax {
    target: "LoongArch",
    subtarget: SubtargetSyntax { default_cpus: &["generic-la64"], ..SubtargetSyntax::PLAIN },
    registers: RegisterSyntax { names: "RegAliasName", prefix: "$", ..RegisterSyntax::PLAIN },
    codecs: CODECS,
    printer: PrinterSyntax {
        texts: &[text("printAtomicMemOp", TextShape::Plain)],
        ..PrinterSyntax::PLAIN
    },
    assembler: AssemblerSyntax {
        expansions: loongarch_pseudos::EXPANSIONS,
        check: Some(loongarch_pseudos::check),
        nops: &[&[0, 0, 0x40, 0x03]],
        relatives: RELATIVES,
        relocations: RELOCATIONS,
        elf: Some(ElfTarget { machine: 258, is_64, flags }),
        ..AssemblerSyntax::PLAIN
    },
    ..TargetSyntax::PLAIN
};

const CODECS: &[CodecRow] = &[
    // An instruction that is not defined has the encoding of an exchange with equal registers.
    codec("DecodeAMOrUDInstruction", CodecShape::ByField(&[])),
    codec(
        "decodeUImmOperand",
        number(NumberShape { is_add_argument: true, ..NumberShape::UNSIGNED }),
    ),
    codec(
        "decodeSImmOperand",
        number(NumberShape {
            sign: NumberSign::Argument,
            is_shift_argument: true,
            ..NumberShape::UNSIGNED
        }),
    ),
];

fn is_64(has_feature: RequiredFeature<'_>) -> bool {
    has_feature("Feature64Bit")
}

/// Returns the registers that hold floating-point arguments, and the version of the object format.
fn flags(has_feature: RequiredFeature<'_>) -> u32 {
    let registers = if has_feature("FeatureBasicD") {
        3
    } else if has_feature("FeatureBasicF") {
        2
    } else {
        1
    };
    registers | 0x40
}

const RELATIVES: &[RelativeRow] = &[
    relative("simm16_lsl2_br", 0, 4),
    relative("simm21_lsl2", 0, 4),
    relative("simm26_b", 0, 4),
    relative("simm26_symbol", 0, 4),
];

/// LoongArch relocations in ELF.
const RELOCATIONS: &[RelocationRow] = &[
    relocation("data", "", 4, 1),
    relocation("data", "", 8, 2),
    relocation("simm16_lsl2_br", "", 0, 64),
    relocation("simm21_lsl2", "", 0, 65),
    relocation("simm26_symbol", "", 0, 66),
    relocation("", "b16", 0, 64),
    relocation("", "b21", 0, 65),
    relocation("", "b26", 0, 66),
    relocation("", "plt", 0, 66),
    relocation("", "abs_hi20", 0, 67),
    relocation("", "abs_lo12", 0, 68),
    relocation("", "abs64_lo20", 0, 69),
    relocation("", "abs64_hi12", 0, 70),
    relocation("", "pc_hi20", 0, 71),
    relocation("", "pc_lo12", 0, 72),
    relocation("", "pc64_lo20", 0, 73),
    relocation("", "pc64_hi12", 0, 74),
    relocation("", "got_pc_hi20", 0, 75),
    relocation("", "got_pc_lo12", 0, 76),
    relocation("", "got64_pc_lo20", 0, 77),
    relocation("", "got64_pc_hi12", 0, 78),
    relocation("", "got_hi20", 0, 79),
    relocation("", "got_lo12", 0, 80),
    relocation("", "got64_lo20", 0, 81),
    relocation("", "got64_hi12", 0, 82),
    relocation("", "le_hi20", 0, 83),
    relocation("", "le_lo12", 0, 84),
    relocation("", "le64_lo20", 0, 85),
    relocation("", "le64_hi12", 0, 86),
    relocation("", "ie_pc_hi20", 0, 87),
    relocation("", "ie_pc_lo12", 0, 88),
    relocation("", "ie64_pc_lo20", 0, 89),
    relocation("", "ie64_pc_hi12", 0, 90),
    relocation("", "ie_hi20", 0, 91),
    relocation("", "ie_lo12", 0, 92),
    relocation("", "ie64_lo20", 0, 93),
    relocation("", "ie64_hi12", 0, 94),
    relocation("", "ld_pc_hi20", 0, 95),
    relocation("", "ld_hi20", 0, 96),
    relocation("", "gd_pc_hi20", 0, 97),
    relocation("", "gd_hi20", 0, 98),
    relocation("", "call36", 0, 110),
];
