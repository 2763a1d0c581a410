//! Hexagon: packets of up to four words. Words are printed; they cannot be assembled.

use super::shapes::{FIELD_SIGNED, UNSIGNED, codec, number, text, unread};
use crate::neighbour_syntax::Neighbours;
use crate::packet_syntax::{HalfWord, PacketSyntax, PacketWord};
use crate::syntax::{
    CodecRow, CodecShape, ConstantRow, NumberShape, PrinterSyntax, SubtargetSyntax, TableOrder,
    TableRow, TargetSyntax, TextRow, TextShape, WordSyntax,
};
use crate::text::AsmTextContext;

pub(super) const SYNTAX: TargetSyntax = TargetSyntax {
    target: "Hexagon",
    subtarget: SubtargetSyntax { default_cpus: &["hexagonv60"], ..SubtargetSyntax::PLAIN },
    words: WordSyntax {
        tables: TableOrder::ShortestFirst(&[TableRow::new("", ""), TableRow::new("EXT_mmvec", "")]),
        neighbours: Neighbours::Packets(PACKETS),
        ..WordSyntax::PLAIN
    },
    codecs: CODECS,
    constants: &[ConstantRow { method: "", instruction: "", operand: "n1Const", number: -1 }],
    printer: PrinterSyntax {
        prints_aliases: false,
        print_alias: Some(print_frame),
        texts: TEXTS,
        ..PrinterSyntax::PLAIN
    },
    ..TargetSyntax::PLAIN
};

const PACKETS: PacketSyntax = PacketSyntax {
    word,
    max_words: 4,
    extender: "A4_ext",
    half_tables: &[L1, L2, A, S1, S2],
    extended_table: "MustExtend",
    ends: ["", ":endloop0", ":endloop1", ":endloop01"],
    new_values: &["Ns8", "Nt8", "Os8"],
    unextended: &["n1Const"],
    predicates: "PredRegs",
    slots: &["SLOT0", "SLOT1", "SLOT2", "SLOT3"],
    shared: &["PC", "USR", "USR_OVF"],
};

const L1: &str = "SUBINSN_L1";
const L2: &str = "SUBINSN_L2";
const A: &str = "SUBINSN_A";
const S1: &str = "SUBINSN_S1";
const S2: &str = "SUBINSN_S2";

/// Tables for the halves of a word, the upper half first, by the word's class.
const HALVES: [[&str; 2]; 15] = [
    [L1, L1],
    [L1, L2],
    [L2, L2],
    [A, A],
    [A, L1],
    [A, L2],
    [A, S1],
    [A, S2],
    [L1, S1],
    [L2, S1],
    [S1, S1],
    [S1, S2],
    [L1, S2],
    [L2, S2],
    [S2, S2],
];

/// Bits 14 and 15 have the role. A word with two instructions has its class in bits 13 and 29 to 31.
fn word(word: u32) -> PacketWord {
    match word >> 14 & 3 {
        0 => {
            let class = word >> 28 & 0xe | word >> 13 & 1;
            let Some([upper, lower]) = HALVES.get(class as usize) else {
                return PacketWord::Invalid;
            };
            PacketWord::Halves([
                HalfWord { table: upper, bits: word >> 16 & 0x1fff },
                HalfWord { table: lower, bits: word & 0x1fff },
            ])
        }
        3 => PacketWord::Last,
        mark => PacketWord::Inner { ends_loop: mark == 2 },
    }
}

const SIGNED: CodecShape = number(FIELD_SIGNED);

/// A register in the operand's class: a pair, whose lowest bit does not count.
const PAIR: CodecShape = group(|bits| Some(bits & !1));

/// A register in the operand's class: four vectors, whose lowest two bits do not count.
const QUAD: CodecShape = group(|bits| Some(bits & !3));

const fn group(decode: fn(u64) -> Option<u64>) -> CodecShape {
    CodecShape::Mapped { name: "", decode, encode: Some, shape: &CodecShape::OperandClass }
}

const CODECS: &[CodecRow] = &[
    codec("DecodeDoubleRegsRegisterClass", PAIR),
    codec("DecodeHvxVQRRegisterClass", QUAD),
    codec("unsignedImmDecoder", UNSIGNED),
    codec("brtargetDecoder", SIGNED),
    codec("n1ConstDecoder", number(NumberShape { add: -1, ..NumberShape::UNSIGNED })),
    codec("sgp10ConstDecoder", CodecShape::RegisterNames(&["SGP1_0"])),
    codec("s3_0ImmDecoder", SIGNED),
    codec("s4_0ImmDecoder", SIGNED),
    codec("s4_1ImmDecoder", SIGNED),
    codec("s4_2ImmDecoder", SIGNED),
    codec("s4_3ImmDecoder", SIGNED),
    codec("s6_0ImmDecoder", SIGNED),
    codec("s6_3ImmDecoder", SIGNED),
    codec("s8_0ImmDecoder", SIGNED),
    codec("s29_3ImmDecoder", SIGNED),
    codec("s30_2ImmDecoder", SIGNED),
    codec("s31_1ImmDecoder", SIGNED),
    codec("s32_0ImmDecoder", SIGNED),
    codec(
        "DecodeGeneralSubRegsRegisterClass",
        CodecShape::RegisterNames(&[
            "R0", "R1", "R2", "R3", "R4", "R5", "R6", "R7", "R16", "R17", "R18", "R19", "R20",
            "R21", "R22", "R23",
        ]),
    ),
    codec(
        "DecodeGeneralDoubleLow8RegsRegisterClass",
        CodecShape::RegisterNames(&["D0", "D1", "D2", "D3", "D8", "D9", "D10", "D11"]),
    ),
];

const TEXTS: &[TextRow] =
    &[text("printBrtarget", TextShape::Custom { print: print_target, parse: unread })];

/// Addresses have 32 bits.
fn print_target(context: &AsmTextContext<'_>, text: &mut String) -> Option<()> {
    context.push_unsigned_hex(context.number()? & 0xffff_ffff, text);
    Some(())
}

/// The short text of an instruction for the frame at the usual registers.
struct FrameText {
    instruction: &'static str,
    /// The registers that are not printed.
    registers: &'static [(usize, &'static str)],
    before: &'static str,
    printed: Option<usize>,
    after: &'static str,
}

/// Registers of `dealloc_return` without a condition.
const RETURN: &[(usize, &str)] = &[(0, "r31:30"), (1, "r30")];
/// Registers of `dealloc_return` with a condition.
const CONDITIONAL_RETURN: &[(usize, &str)] = &[(0, "r31:30"), (2, "r30")];

const fn conditional(
    instruction: &'static str,
    before: &'static str,
    after: &'static str,
) -> FrameText {
    FrameText { instruction, registers: CONDITIONAL_RETURN, before, printed: Some(1), after }
}

const fn unconditional(instruction: &'static str, before: &'static str) -> FrameText {
    FrameText { instruction, registers: RETURN, before, printed: None, after: "" }
}

/// LLVM's disassembler shortens these instructions, with and without aliases.
const FRAMES: &[FrameText] = &[
    unconditional("L4_return", "dealloc_return"),
    unconditional("L2_deallocframe", "deallocframe"),
    conditional("L4_return_t", "if (", ") dealloc_return"),
    conditional("L4_return_f", "if (!", ") dealloc_return"),
    conditional("L4_return_tnew_pt", "if (", ".new) dealloc_return:t"),
    conditional("L4_return_fnew_pt", "if (!", ".new) dealloc_return:t"),
    conditional("L4_return_tnew_pnt", "if (", ".new) dealloc_return:nt"),
    conditional("L4_return_fnew_pnt", "if (!", ".new) dealloc_return:nt"),
    FrameText {
        instruction: "S2_allocframe",
        registers: &[(0, "r29")],
        before: "allocframe(#",
        printed: Some(2),
        after: ")",
    },
];

fn print_frame(context: &AsmTextContext<'_>, text: &mut String) -> Option<()> {
    let instruction = context.instruction();
    let frame = FRAMES.iter().find(|frame| frame.instruction == instruction)?;
    let is_usual = |(operand, name): &(usize, &str)| context.register_name(*operand) == *name;
    if !frame.registers.iter().all(is_usual) {
        return None;
    }
    text.push_str(frame.before);
    if let Some(printed) = frame.printed {
        context.push_operand(printed, text);
    }
    text.push_str(frame.after);
    Some(())
}
