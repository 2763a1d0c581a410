//! BPF.

use super::code::bpf::print_address;
use super::shapes::{FIELD_SIGNED, codec, number, part, relative, relocation, shared, text};
use crate::cursor::{Mismatch, TextCursor};
use crate::expression::AsmExpression;
use crate::insn::InsnOperand;
use crate::relative::{RelativeRow, SymbolMark};
use crate::relocation::{ElfTarget, RelocationRow};
use crate::syntax::{
    AssemblerSyntax, CodecRow, CodecShape, NumberShape, OperandFieldShape, PrinterSyntax,
    TableOrder, TableRow, TailOperand, TailRow, TargetSource, TargetSyntax, TextRow, TextShape,
    WordSyntax,
};
use crate::text::NumberText;
use crate::text::{ParseContext, ParsedOperand, ParsedText};

pub(super) const SYNTAX: TargetSyntax = TargetSyntax {
    target: "BPF",
    words: WordSyntax {
        // The operation, the registers, the distance, the number.
        fields: &[1, 1, 2, 4],
        tables: TableOrder::ShortestFirst(&[TableRow::new("BPFALU32", "ALU32")]),
        tails: &[
            TailRow { instruction: "LD_imm64", bytes: 8, operand: Some(UPPER_HALF) },
            TailRow { instruction: "LD_pseudo", bytes: 8, operand: None },
        ],
        ..WordSyntax::PLAIN
    },
    codecs: CODECS,
    operands: OPERANDS,
    printer: PrinterSyntax { texts: TEXTS, ..PrinterSyntax::PLAIN },
    assembler: AssemblerSyntax {
        // The assembly language has `#` in no instruction.
        nops: &[],
        wraps_numbers: |_| true,
        relatives: RELATIVES,
        relocations: RELOCATIONS,
        elf: Some(ElfTarget { machine: 247, is_64: |_| true, flags: |_| 0 }),
        ..AssemblerSyntax::PLAIN
    },
    source: TargetSource { text: include_str!("code/bpf.rs"), select_tables: "", refuses: "" },
    ..TargetSyntax::PLAIN
};

const UPPER_HALF: TailOperand = TailOperand { index: 1, at: 4, size: 4, low: 32 };

const SIGNED: CodecShape = CodecShape::Number(FIELD_SIGNED);

const CODECS: &[CodecRow] = &[codec(
    "decodeMemoryOpValue",
    CodecShape::Parts(&[part(16, 4, CodecShape::Registers("GPR")), part(0, 16, SIGNED)]),
)];

const fn signed(operand: &'static str) -> OperandFieldShape {
    OperandFieldShape { operand, shape: SIGNED }
}

const OPERANDS: &[OperandFieldShape] = &[
    signed("i64imm"),
    signed("i32imm"),
    signed("s16imm"),
    signed("gpr_or_imm"),
    signed("brtarget"),
    signed("calltarget"),
    OperandFieldShape { operand: "u64imm", shape: number(NumberShape::UNSIGNED) },
];

const TEXTS: &[TextRow] = &[
    text("printImm64Operand", TextShape::Plain),
    text(
        "printBrTargetOperand",
        TextShape::Number(NumberText {
            prefix: "",
            needs_prefix: false,
            is_hex: false,
            has_plus: true,
        }),
    ),
    text("printMemOperand", shared!(print_address, parse_address)),
];

fn parse_address(
    context: &ParseContext<'_>,
    cursor: &mut TextCursor<'_>,
) -> Result<ParsedText, Mismatch> {
    let base = context.register(cursor)?;
    let mut distance = 0;
    cursor.skip_blanks();
    if cursor.rest().starts_with(['+', '-']) {
        let error = Mismatch::new(cursor, "a distance");
        let is_negative = !cursor.eat_raw("+") && cursor.eat_raw("-");
        let number = AsmExpression::parse(cursor)?.constant().ok_or(error)?;
        distance = if is_negative { number.wrapping_neg() } else { number };
    }
    let operands = [base, InsnOperand::Number(distance)];
    Ok(operands.into_iter().map(ParsedOperand::Value).collect())
}

const RELATIVES: &[RelativeRow] = &[
    relative("brtarget", 8, 8),
    // The source register 1 marks a call of a function in the program.
    RelativeRow { mark: Some(SymbolMark { byte: 1, bits: 0x10 }), ..relative("calltarget", 8, 8) },
];

/// BPF relocations in ELF.
const RELOCATIONS: &[RelocationRow] = &[
    relocation("data", "", 8, 2),
    relocation("data", "", 4, 3),
    relocation("u64imm", "", 0, 1),
    relocation("calltarget", "", 0, 10),
];
