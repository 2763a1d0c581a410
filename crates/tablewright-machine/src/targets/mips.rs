//! Mips: the encodings with 32 bits, big endian.

use super::shapes::{FIELD_SIGNED, UNSIGNED, codec, number, part, text};
use crate::insn::InsnOperand;
use crate::syntax::{
    ByteOrder, CodecRow, CodecShape, NumberShape, NumberSign, OperandFieldShape, PrinterSyntax,
    RegisterSyntax, SubtargetSyntax, TableOrder, TableRow, TargetSyntax, TextRow, TextShape,
    WordSyntax,
};
use crate::text::AsmTextContext;

pub(super) const SYNTAX: TargetSyntax = TargetSyntax {
    target: "Mips",
    subtarget: SubtargetSyntax { default_cpus: &["mips32"], ..SubtargetSyntax::PLAIN },
    words: WordSyntax {
        byte_order: ByteOrder::Big,
        tables: TableOrder::ShortestFirst(TABLES),
        ..WordSyntax::PLAIN
    },
    registers: RegisterSyntax { prefix: "$", ..RegisterSyntax::PLAIN },
    codecs: CODECS,
    printer: PrinterSyntax { texts: TEXTS, print_alias: Some(print_alias), ..PrinterSyntax::PLAIN },
    ..TargetSyntax::PLAIN
};

/// An address: the base register, and below it a distance.
const fn address(offset: CodecShape) -> [crate::syntax::PartShape; 2] {
    [part(16, 5, CodecShape::Registers("GPR32")), part(0, 16, offset)]
}

const SIGNED_16: CodecShape =
    number(NumberShape { sign: NumberSign::Bits(16), ..NumberShape::UNSIGNED });

const ADDRESS: CodecShape = CodecShape::Parts(&const { address(SIGNED_16) });

/// Instructions with an address in a field of 21 bits.
const MEMORY: CodecShape = CodecShape::ByField(&[
    OperandFieldShape { operand: "mem", shape: ADDRESS },
    OperandFieldShape { operand: "mem_simm16", shape: ADDRESS },
    OperandFieldShape { operand: "mem_simmptr", shape: ADDRESS },
    // Loads and stores take all registers, also for pairs.
    OperandFieldShape { operand: "AFGR64Opnd", shape: CodecShape::Registers("FGR64") },
]);

/// A distance from the next instruction.
const fn branch(bits: u32) -> CodecShape {
    let sign = NumberSign::Bits(bits);
    number(NumberShape { sign, shift: 2, add: 4, ..NumberShape::UNSIGNED })
}

const JUMP: CodecShape = number(NumberShape { shift: 2, ..NumberShape::UNSIGNED });

const fn table(namespace: &'static str) -> TableRow {
    TableRow::new(namespace, "")
}

/// The tables in the order in which they are tried.
const TABLES: &[TableRow] = &[
    // Coprocessor 3 is absent from Mips III and Mips32 on. Its instructions share encodings with
    // others and are not decoded.
    TableRow::new("COP3_", "FeatureCoprocessor3"),
    // Release 6 has other instructions for encodings of earlier releases.
    table("Mips32r6_64r6_GP64"),
    table("Mips32r6_64r6_PTR64"),
    table("Mips32r6_64r6"),
    table("Mips32r6_64r6_Ambiguous"),
    table("Mips32r6_64r6_BranchZero"),
    table("CnMips"),
    table("Mips64"),
    table("MipsFP64"),
];

const CODECS: &[CodecRow] = &[
    codec("DecodeMem", MEMORY),
    codec("DecodeCacheOp", MEMORY),
    codec("DecodeSyncI", MEMORY),
    codec("DecodeFMem", MEMORY),
    codec("DecodeFMem2", MEMORY),
    codec("DecodeFMem3", MEMORY),
    codec("DecodeBranchTarget", branch(16)),
    codec("DecodeBranchTarget21", branch(21)),
    codec("DecodeBranchTarget26", branch(26)),
    codec(
        "DecodeJumpTarget",
        CodecShape::ByField(&[
            OperandFieldShape { operand: "calltarget", shape: JUMP },
            OperandFieldShape { operand: "jmptarget", shape: JUMP },
        ]),
    ),
    codec("DecodePtrRegisterClass", CodecShape::Registers("GPR32")),
    codec("DecodeSImmWithOffsetAndScale", number(NumberShape::SIGNED)),
    codec(
        "DecodeUImmWithOffset",
        number(NumberShape { is_add_argument: true, ..NumberShape::UNSIGNED }),
    ),
    codec("DecodeUImmWithOffsetAndScale", UNSIGNED),
    codec("DecodeSimm18Lsl3", number(NumberShape { shift: 3, ..FIELD_SIGNED })),
    codec("DecodeSimm19Lsl2", number(NumberShape { shift: 2, ..FIELD_SIGNED })),
];

const TEXTS: &[TextRow] = &[
    text("printMemOperand", TextShape::Template("$1($0)")),
    text("printUImm", TextShape::Plain),
    text("printBranchOperand", TextShape::Plain),
    text("printJumpOperand", TextShape::Plain),
];

/// An alias for an instruction with zero registers.
struct ZeroAlias {
    instruction: &'static str,
    alias: &'static str,
    /// The operands that are the zero register.
    zeros: &'static [usize],
    /// The operands that are printed.
    printed: &'static [usize],
}

const ALIASES: &[ZeroAlias] = &[
    ZeroAlias { instruction: "BEQ", alias: "b", zeros: &[0, 1], printed: &[2] },
    ZeroAlias { instruction: "BEQ", alias: "beqz", zeros: &[1], printed: &[0, 2] },
    ZeroAlias { instruction: "BNE", alias: "bnez", zeros: &[1], printed: &[0, 2] },
    ZeroAlias { instruction: "BGEZAL", alias: "bal", zeros: &[0], printed: &[1] },
    ZeroAlias { instruction: "JALR", alias: "jr", zeros: &[0], printed: &[1] },
    ZeroAlias { instruction: "NOR", alias: "not", zeros: &[2], printed: &[0, 1] },
    ZeroAlias { instruction: "OR", alias: "move", zeros: &[2], printed: &[0, 1] },
];

fn print_alias(context: &AsmTextContext<'_>, text: &mut String) -> Option<()> {
    let is_zero = |index: &usize| {
        let mut name = String::new();
        if let Some(operand @ InsnOperand::Register(_)) = context.other(*index) {
            context.push(operand, &mut name);
        }
        name == "$zero"
    };
    let instruction = context.instruction();
    let alias = ALIASES
        .iter()
        .find(|alias| alias.instruction == instruction && alias.zeros.iter().all(is_zero))?;
    text.push_str(alias.alias);
    for (index, operand) in alias.printed.iter().enumerate() {
        text.push_str(if index == 0 { "\t" } else { ", " });
        context.push(context.other(*operand)?, text);
    }
    Some(())
}
