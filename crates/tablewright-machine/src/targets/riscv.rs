//! RISC-V.

use super::riscv_checks;
use super::riscv_lists;
use super::riscv_numbers::{self, LoadExtensions};
use super::riscv_vectors::{self, with_number_before};
use super::shapes::{UNSIGNED, codec, names, number, relocation, text};
use crate::cursor::{Mismatch, TextCursor};
use crate::expression::AsmExpression;
use crate::insn::InsnOperand;
use crate::number::sign_extended;
use crate::relocation::{ElfTarget, RelocationRow, RequiredFeature};
use crate::syntax::{
    AssemblerSyntax, CodecRow, CodecShape, ConstantRow, ExpansionInput, ExpansionRow, ModifierRow,
    NumberShape, NumberSign, Omitted, OperandFieldShape, OperandLimit, PartShape, PrinterSyntax,
    RecordFields, RecordNames, RegisterLimit, RegisterSyntax, SubtargetSyntax, TargetSyntax,
    TextRow, TextShape, Valid, WidthLimit,
};
use crate::text::{AsmTextContext, ParseContext, ParsedOperand, ParsedText};

pub(super) const SYNTAX: TargetSyntax = TargetSyntax {
    target: "RISCV",
    subtarget: SubtargetSyntax {
        has_isa_string: true,
        default_cpus: &["generic-rv64"],
        ..SubtargetSyntax::PLAIN
    },
    registers: RegisterSyntax { names: "ABIRegAltName", limits: LIMITS, ..RegisterSyntax::PLAIN },
    is_compressed: true,
    operand_limits: &[
        OperandLimit { operand: "uimmlog2xlen", unless: "Feature64Bit", width: 5 },
        OperandLimit { operand: "uimmlog2xlennonzero", unless: "Feature64Bit", width: 5 },
        // No feature removes these limits: some fields are wider than the operand.
        OperandLimit { operand: "uimm3", unless: "", width: 3 },
        OperandLimit { operand: "uimm4", unless: "", width: 4 },
    ],
    codecs: CODECS,
    operands: &[OperandFieldShape {
        operand: "XSfmmVTypeOp",
        shape: CodecShape::Numbers(riscv_lists::MATRIX_TYPE_NUMBERS),
    }],
    printer: PrinterSyntax { texts: TEXTS, ..PrinterSyntax::PLAIN },
    constants: CONSTANTS,
    assembler: AssemblerSyntax {
        wraps_numbers: |has_feature| !has_feature("Feature64Bit"),
        expansions: EXPANSIONS,
        check: Some(riscv_checks::check),
        unnamed_addresses: &["simm9_lsb0", "simm12_lsb0", "simm13_lsb0"],
        modifiers: MODIFIERS,
        nops: NOPS,
        relocations: RELOCATIONS,
        elf: Some(ElfTarget { machine: 243, is_64, flags }),
        ..AssemblerSyntax::PLAIN
    },
    ..TargetSyntax::PLAIN
};

/// The extension E has half of the registers.
const LIMITS: &[RegisterLimit] = &[RegisterLimit {
    feature: "FeatureStdExtE",
    unless: "",
    class: "GPR",
    from: 16,
    except: &["SR07"],
}];

const SIGNED: CodecShape = CodecShape::Number(NumberShape::SIGNED);

const SIGNED_6: CodecShape =
    CodecShape::Number(NumberShape { sign: NumberSign::Bits(6), ..NumberShape::UNSIGNED });
const BY_FIELD: CodecShape = CodecShape::ByField(&[]);

/// Shift amounts of 32-bit machines.
const XLEN: Option<WidthLimit> = Some(WidthLimit { unless: "Feature64Bit", width: 5 });

const CODECS: &[CodecRow] = &[
    codec("decodeUImmOperand", UNSIGNED),
    codec(
        "decodeUImmNonZeroOperand",
        number(NumberShape { valid: Valid::NonZero, ..NumberShape::UNSIGNED }),
    ),
    codec("decodeSImmOperand", SIGNED),
    codec(
        "decodeSImmNonZeroOperand",
        number(NumberShape { valid: Valid::NonZero, ..NumberShape::SIGNED }),
    ),
    codec(
        "decodeSImmOperandAndLsl1",
        number(NumberShape {
            sign: NumberSign::ShiftedArgument,
            shift: 1,
            ..NumberShape::UNSIGNED
        }),
    ),
    codec(
        "decodeSImmOperandAndLslN",
        number(NumberShape {
            sign: NumberSign::ShiftedArgument,
            is_shift_argument: true,
            ..NumberShape::UNSIGNED
        }),
    ),
    codec(
        "decodeUImmLog2XLenOperand",
        number(NumberShape { limit: XLEN, ..NumberShape::UNSIGNED }),
    ),
    codec(
        "decodeUImmLog2XLenNonZeroOperand",
        number(NumberShape { limit: XLEN, valid: Valid::NonZero, ..NumberShape::UNSIGNED }),
    ),
    codec(
        "decodeRTZArg",
        number(NumberShape {
            valid: Valid::Except(&[0, 2, 3, 4, 5, 6, 7]),
            ..NumberShape::UNSIGNED
        }),
    ),
    codec("DecodeSimpleRegisterClass", CodecShape::OperandClass),
    codec("DecodeVectorRegisterClass", CodecShape::OperandClass),
    codec(
        "decodeCLUIImmOperand",
        number(NumberShape {
            sign: NumberSign::Bits(6),
            wrap: 20,
            // Zero is a hint, which may be an instruction of its own.
            valid: Valid::NonZeroWithout("C_LUI_HINT"),
            ..NumberShape::UNSIGNED
        }),
    ),
    codec(
        "decodeFRMArg",
        number(NumberShape { valid: Valid::Except(&[5, 6]), ..NumberShape::UNSIGNED }),
    ),
    codec("decodeZcmpRlist", register_list(4)),
    codec("decodeXqccmpRlistS0", register_list(5)),
    codec("decodeZcmpSpimm", UNSIGNED),
    codec("decodeUImmOperandGE<5, 4>", at_least(4)),
    codec("decodeUImmOperandGE<8, 32>", at_least(32)),
    codec("decodeUImmPlus1Operand", number(NumberShape { add: 1, ..NumberShape::UNSIGNED })),
    codec(
        "decodeUImmPlus1OperandGE<5,6>",
        number(NumberShape { add: 1, valid: Valid::AtLeast(5), ..NumberShape::UNSIGNED }),
    ),
    codec("decodeUImmSlistOperand", CodecShape::Numbers(riscv_lists::SLISTS)),
    codec("decodeImmZibiOperand", CodecShape::Numbers(riscv_lists::ZIBI_NUMBERS)),
    codec("decodeImmThreeOperand", CodecShape::Numbers(&[(0, 3)])),
    codec("decodeImmFourOperand", CodecShape::Numbers(&[(0, 4)])),
    codec("decodeVMaskReg", CodecShape::RegisterOrNone { class: "VMV0", none: 1, some: 0 }),
    codec(
        "decodeRegReg",
        CodecShape::Parts(&[
            PartShape { low: 0, width: 5, shape: CodecShape::Registers("GPR") },
            PartShape { low: 5, width: 5, shape: CodecShape::Registers("GPR") },
        ]),
    ),
    codec("decodeRVCInstrRdRs1ImmZero", BY_FIELD),
    codec("decodeRVCInstrRdRs1Rs2", BY_FIELD),
    codec(
        "decodeRVCInstrRdSImm",
        CodecShape::ByField(&[OperandFieldShape { operand: "c_lui_imm", shape: SIGNED_6 }]),
    ),
    codec("decodeRVCInstrRdRs2", BY_FIELD),
    codec("decodeRVCInstrRdRs1UImm", BY_FIELD),
    codec("decodeCSSPushPopchk", BY_FIELD),
    codec("decodeXTHeadMemPair", BY_FIELD),
];

const fn at_least(least: i64) -> CodecShape {
    number(NumberShape { valid: Valid::AtLeast(least), ..NumberShape::UNSIGNED })
}

/// A register list from `least` on. Later descriptions end it at `s1` if only 16 registers exist.
const fn register_list(least: i64) -> CodecShape {
    let valid = Valid::AtLeastWith {
        least,
        most: 6,
        feature: "FeatureStdExtE",
        record: "FeatureVendorXqccmp",
    };
    number(NumberShape { valid, ..NumberShape::UNSIGNED })
}

const CONSTANTS: &[ConstantRow] = &[
    ConstantRow {
        method: "decodeXTHeadMemPair",
        instruction: "TH_LDD",
        operand: "uimm7",
        number: 4,
    },
    ConstantRow {
        method: "decodeXTHeadMemPair",
        instruction: "TH_SDD",
        operand: "uimm7",
        number: 4,
    },
    ConstantRow { method: "decodeXTHeadMemPair", instruction: "TH_", operand: "uimm7", number: 3 },
];

const TEXTS: &[TextRow] = &[
    text("printBranchOperand", TextShape::Plain),
    text("printCSRSystemRegister", TextShape::RecordNames(CSR)),
    text("printFenceArg", TextShape::Letters { letters: "iorw", none: "0" }),
    text("printFRMArg", TextShape::OnlyNames(&rounding(Omitted::WithAliases(7)))),
    text("printFRMArgLegacy", TextShape::OnlyNames(&rounding(Omitted::Always(0)))),
    text("printVMaskReg", TextShape::OptionalRegister { lead: ", ", tail: ".t" }),
    text("printZeroOffsetMemOp", TextShape::Template("($0)")),
    text("printRegReg", TextShape::Template("$0($1)")),
    text("printFPImmOperand", TextShape::RealNames(riscv_lists::LOADED_NUMBERS)),
    text("printRlist", names(riscv_lists::REGISTER_LISTS)),
    text("printRegList", names(riscv_lists::REGISTER_LISTS)),
    text("printVTypeI", TextShape::Custom { print: print_vtype, parse: parse_vtype }),
    text("printXSfmmVType", names(riscv_lists::MATRIX_TYPES)),
    text("printStackAdj", TextShape::Custom { print: print_stack_adj, parse: parse_stack_adj }),
    text(
        "printNegStackAdj",
        TextShape::Custom { print: print_neg_stack_adj, parse: parse_neg_stack_adj },
    ),
];

/// Rounding modes. The mode `omitted` is not printed.
const fn rounding(omitted: Omitted) -> TextShape {
    const MODES: &[(i64, &str)] =
        &[(0, "rne"), (1, "rtz"), (2, "rdn"), (3, "rup"), (4, "rmm"), (7, "dyn")];
    TextShape::Names { names: MODES, lead: ", ", omitted }
}

const CSR: RecordNames = RecordNames {
    class: "SysReg",
    value: "Encoding",
    name: "Name",
    prefix: "",
    other_names: &["AltName", "DeprecatedName"],
    unnamed: None,
    is_available: has_csr,
    reads_unavailable: false,
};

fn is_64(has_feature: RequiredFeature<'_>) -> bool {
    has_feature("Feature64Bit")
}

/// Returns the flag for short instructions, and the flag for the registers of E.
fn flags(has_feature: RequiredFeature<'_>) -> u32 {
    let has_short = has_feature("FeatureStdExtC") || has_feature("FeatureStdExtZca");
    u32::from(has_short) | u32::from(has_feature("FeatureStdExtE")) << 3
}

/// Whether a control register exists: `FeaturesRequired` names features as C++.
fn has_csr(register: &RecordFields<'_>) -> bool {
    let required = register.text("FeaturesRequired");
    let mut names =
        required.split(|c: char| !c.is_alphanumeric()).filter(|name| name.starts_with("Feature"));
    let is_missing = register.bit("isRV32Only") && register.has_feature("Feature64Bit");
    !is_missing && names.all(|name| register.has_feature(name))
}

const LMULS: [&str; 8] = ["m1", "m2", "m4", "m8", "", "mf8", "mf4", "mf2"];

/// Prints the vector type: element width, group size, policies.
fn print_vtype(context: &AsmTextContext<'_>, text: &mut String) -> Option<()> {
    let number = context.number()?;
    let (lmul, sew) = (LMULS[number as usize & 7], number >> 3 & 7);
    if lmul.is_empty() || sew > 3 || number >> 8 != 0 {
        text.push_str(&number.to_string());
        return Some(());
    }
    let tail = if number & 0x40 != 0 { "ta" } else { "tu" };
    let mask = if number & 0x80 != 0 { "ma" } else { "mu" };
    text.push_str(&format!("e{}, {lmul}, {tail}, {mask}", 8 << sew));
    Some(())
}

fn parse_vtype(_: &ParseContext<'_>, cursor: &mut TextCursor<'_>) -> Result<ParsedText, Mismatch> {
    let mut number = 0;
    let mut word = |cursor: &mut TextCursor<'_>, names: &[&str], shift: u32, is_first: bool| {
        if !is_first {
            cursor.eat_words(",")?;
        }
        let error = Mismatch::new(cursor, format!("one of {}", names.join(", ")));
        let found = cursor.word();
        let found = found.and_then(|word| names.iter().position(|name| *name == word));
        number |= (found.ok_or(error)? as i64) << shift;
        Ok::<(), Mismatch>(())
    };
    let mut ahead = cursor.clone();
    if let Ok(expression) = AsmExpression::parse(&mut ahead)
        && let Some(number) = expression.constant()
    {
        *cursor = ahead;
        return Ok(value(number));
    }
    word(cursor, &["e8", "e16", "e32", "e64"], 3, true)?;
    let lmuls: Vec<&str> =
        LMULS.iter().map(|name| if name.is_empty() { "m-" } else { *name }).collect();
    word(cursor, &lmuls, 0, false)?;
    word(cursor, &["tu", "ta"], 6, false)?;
    word(cursor, &["mu", "ma"], 7, false)?;
    Ok(value(number))
}

fn value(number: i64) -> ParsedText {
    ParsedText::from_iter([ParsedOperand::Value(InsnOperand::Number(number))])
}

/// Returns the stack bytes for the registers in a list.
fn saved_bytes(list: i64, is_64: bool) -> i64 {
    let registers = if list == 15 { 13 } else { list - 3 };
    let bytes = registers * if is_64 { 8 } else { 4 };
    (bytes.max(0) + 15) / 16 * 16
}

/// Returns the stack adjustment: the bytes for the list, which is the operand before, and further bytes.
fn stack_adj(context: &AsmTextContext<'_>) -> Option<i64> {
    let list = context.other(0)?.number()?;
    Some(saved_bytes(list, context.has_feature("Feature64Bit")) + context.number()?)
}

fn print_stack_adj(context: &AsmTextContext<'_>, text: &mut String) -> Option<()> {
    text.push_str(&stack_adj(context)?.to_string());
    Some(())
}

fn print_neg_stack_adj(context: &AsmTextContext<'_>, text: &mut String) -> Option<()> {
    text.push_str(&format!("-{}", stack_adj(context)?));
    Some(())
}

fn parse_stack_adj(
    context: &ParseContext<'_>,
    cursor: &mut TextCursor<'_>,
) -> Result<ParsedText, Mismatch> {
    parse_adjustment(context, cursor, 1)
}

fn parse_neg_stack_adj(
    context: &ParseContext<'_>,
    cursor: &mut TextCursor<'_>,
) -> Result<ParsedText, Mismatch> {
    parse_adjustment(context, cursor, -1)
}

fn parse_adjustment(
    context: &ParseContext<'_>,
    cursor: &mut TextCursor<'_>,
    sign: i64,
) -> Result<ParsedText, Mismatch> {
    let list = context.before().first().and_then(|operand| operand.number()).unwrap_or(4);
    let least = saved_bytes(list, context.has_feature("Feature64Bit"));
    let expected = format!("a multiple of 16 from {} to {}", sign * least, sign * (least + 48));
    let error = Mismatch::new(cursor, expected);
    let expression = AsmExpression::parse(cursor)?;
    let extra = expression.constant().and_then(|number| number.checked_mul(sign));
    let extra = extra.and_then(|number| number.checked_sub(least));
    match extra {
        Some(extra @ (0 | 16 | 32 | 48)) => Ok(value(extra)),
        _ => Err(error),
    }
}

/// Relocations of the RISC-V ELF specification. The immediates of stores have two fields.
const RELOCATIONS: &[RelocationRow] = &[
    relocation("data", "", 4, 1),
    relocation("data", "", 8, 2),
    relocation("simm13_lsb0", "", 0, 16),
    relocation("simm21_lsb0_jal", "", 0, 17),
    relocation("uimm20_auipc", "call_plt", 0, 19),
    relocation("uimm20_auipc", "got_pcrel_hi", 0, 20),
    relocation("uimm20_auipc", "tls_ie_pcrel_hi", 0, 21),
    relocation("uimm20_auipc", "tls_gd_pcrel_hi", 0, 22),
    relocation("uimm20_auipc", "pcrel_hi", 0, 23),
    relocation("simm12", "pcrel_lo", 1, 24),
    relocation("simm12", "pcrel_lo", 2, 25),
    relocation("uimm20_lui", "hi", 0, 26),
    relocation("simm12", "lo", 1, 27),
    relocation("simm12", "lo", 2, 28),
    relocation("uimm20_lui", "tprel_hi", 0, 29),
    relocation("simm12", "tprel_lo", 1, 30),
    relocation("simm12", "tprel_lo", 2, 31),
    relocation("simm9_lsb0", "", 0, 44),
    relocation("simm12_lsb0", "", 0, 45),
];

const MODIFIERS: &[ModifierRow] =
    &[ModifierRow { name: "hi", apply: high_part }, ModifierRow { name: "lo", apply: low_part }];

/// Returns the upper 20 bits of an address, rounded so that a signed lower part can be added.
fn high_part(address: i64) -> i64 {
    address.wrapping_add(0x800) >> 12 & 0xf_ffff
}

/// Returns the signed lower 12 bits of an address.
fn low_part(address: i64) -> i64 {
    sign_extended(address as u64, 12)
}

const NOPS: &[&[u8]] = &[&[0x13, 0, 0, 0], &[0x01, 0]];

const fn expansion(
    instruction: &'static str,
    expand: fn(&ExpansionInput<'_>) -> Option<Vec<String>>,
) -> ExpansionRow {
    ExpansionRow { instruction, expand }
}

const EXPANSIONS: &[ExpansionRow] = &[
    expansion("PseudoLI", expand_li),
    expansion("PseudoVMSGE_VX", |input| riscv_vectors::at_least(input, "vmslt.vx")),
    expansion("PseudoVMSGE_VX_M", |input| riscv_vectors::at_least(input, "vmslt.vx")),
    expansion("PseudoVMSGE_VX_M_T", |input| riscv_vectors::at_least(input, "vmslt.vx")),
    expansion("PseudoVMSGEU_VX", |input| riscv_vectors::at_least(input, "vmsltu.vx")),
    expansion("PseudoVMSGEU_VX_M", |input| riscv_vectors::at_least(input, "vmsltu.vx")),
    expansion("PseudoVMSGEU_VX_M_T", |input| riscv_vectors::at_least(input, "vmsltu.vx")),
    expansion("PseudoVMSGE_VI", |input| with_number_before(input, "vmsgt.vi", None)),
    expansion("PseudoVMSLT_VI", |input| with_number_before(input, "vmsle.vi", None)),
    expansion("PseudoVMSGEU_VI", |input| with_number_before(input, "vmsgtu.vi", Some("vmseq.vv"))),
    expansion("PseudoVMSLTU_VI", |input| with_number_before(input, "vmsleu.vi", Some("vmsne.vv"))),
    expansion("PseudoCALL", |input| Some(far_jump("ra", "ra", input.operands.first()?))),
    expansion("PseudoTAIL", |input| Some(far_jump("t1", "zero", input.operands.first()?))),
    expansion("PseudoCALLReg", |input| {
        let [register, symbol] = input.operands else { return None };
        Some(far_jump(register, register, symbol))
    }),
    expansion("PseudoJump", |input| {
        let [register, symbol] = input.operands else { return None };
        Some(far_jump(register, "zero", symbol))
    }),
    expansion("PseudoLLA", |input| address(input, "pcrel_hi", "addi")),
    expansion("PseudoLA", |input| address(input, "pcrel_hi", "addi")),
    expansion("PseudoSEXT_B", |input| shift_twice(input, 8, "srai")),
    expansion("PseudoSEXT_H", |input| shift_twice(input, 16, "srai")),
    expansion("PseudoZEXT_H", |input| shift_twice(input, 16, "srli")),
    expansion("PseudoZEXT_W", |input| shift_twice(input, 32, "srli")),
    expansion("PseudoLA_TLS_IE", |input| {
        address(input, "tls_ie_pcrel_hi", if has_64(input) { "ld" } else { "lw" })
    }),
    expansion("PseudoLA_TLS_GD", |input| address(input, "tls_gd_pcrel_hi", "addi")),
];

fn has_64(input: &ExpansionInput<'_>) -> bool {
    (input.has_feature)("Feature64Bit")
}

/// Returns the shifts that extend a register's lower bits.
fn shift_twice(input: &ExpansionInput<'_>, bits: u32, right: &str) -> Option<Vec<String>> {
    let [to, from] = input.operands else { return None };
    let shift = if has_64(input) { 64 - bits } else { 32 - bits };
    Some(vec![format!("slli {to}, {from}, {shift}"), format!("{right} {to}, {to}, {shift}")])
}

/// Returns a jump to any address: the upper part of the distance, then a jump relative to it.
fn far_jump(temporary: &str, link: &str, symbol: &str) -> Vec<String> {
    vec![
        format!(".option push; .option norvc; auipc {temporary}, %call_plt({symbol})"),
        format!("jalr {link}, 0({temporary}); .option pop"),
    ]
}

/// Returns the instructions that load an address relative to the program counter.
fn address(input: &ExpansionInput<'_>, part: &str, load: &str) -> Option<Vec<String>> {
    let [register, symbol] = input.operands else { return None };
    if let [_, Some(_)] = input.numbers
        && load == "addi"
    {
        return expand_li(input);
    }
    let label = input.label;
    let low = match load {
        "addi" => format!("addi {register}, {register}, %pcrel_lo({label})"),
        load => format!("{load} {register}, %pcrel_lo({label})({register})"),
    };
    Some(vec![format!("{label}: auipc {register}, %{part}({symbol})"), low])
}

/// Returns the instructions that load a number.
fn expand_li(input: &ExpansionInput<'_>) -> Option<Vec<String>> {
    let register = input.operands.first()?;
    let number = (*input.numbers.get(1)?)?;
    let number = if has_64(input) {
        number
    } else if i64::from(number as i32) == number || number >> 32 == 0 {
        i64::from(number as i32)
    } else {
        return None;
    };
    Some(riscv_numbers::lines(register, number, LoadExtensions::from_input(input)))
}
