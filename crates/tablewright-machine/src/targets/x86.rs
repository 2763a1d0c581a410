//! X86. Bytes are printed; operands with an address cannot be assembled.

use super::shapes::{names, printed, text};
use super::x86_memory::{
    print_destination, print_memory, print_offset, print_sized_destination, print_sized_memory,
    print_sized_offset, print_sized_source, print_source,
};
use crate::insn::InsnRepeat;
use crate::syntax::{
    MnemonicConditionRow, PrinterSyntax, PrinterVariant, RegisterSyntax, SubtargetSyntax,
    TargetSyntax, TextRow, TextShape, TripleRow,
};
use crate::text::{AsmTextContext, NumberText};

pub(super) const SYNTAX: TargetSyntax = TargetSyntax {
    target: "X86",
    subtarget: SubtargetSyntax { triples: TRIPLES, ..SubtargetSyntax::PLAIN },
    registers: RegisterSyntax { prefix: "%", ..RegisterSyntax::PLAIN },
    printer: PrinterSyntax {
        print_alias: Some(print_alias),
        print_prefixes: Some(print_prefixes),
        fields: &[LOCK, NO_TRACK, NO_FLAGS, ENCODING],
        conditions: CONDITIONS,
        texts: ATT_TEXTS,
        variants: &[PrinterVariant { variant: INTEL, register_prefix: "", texts: INTEL_TEXTS }],
        ..PrinterSyntax::PLAIN
    },
    ..TargetSyntax::PLAIN
};

/// The variant with sizes of operands and the destination in the first place.
const INTEL: usize = 1;

const TRIPLES: &[TripleRow] = &[
    TripleRow {
        machines: &["x86_64", "amd64"],
        ending: "",
        features: &["+64bit-mode"],
        default_features: &[],
    },
    TripleRow {
        machines: I386,
        ending: "code16",
        features: &["+16bit-mode"],
        default_features: &[],
    },
    TripleRow { machines: I386, ending: "", features: &["+32bit-mode"], default_features: &[] },
];

const I386: &[&str] = &["i386", "i486", "i586", "i686", "i786", "i886", "i986", "x86"];

const ATT_TEXTS: &[TextRow] = &[
    text("printOperand", DOLLAR_NUMBER),
    text("printU8Imm", printed(|context, text| print_byte("$", context, text))),
    text("printPCRelImm", TextShape::Plain),
    text("printCondCode", printed(print_condition)),
    text("printCondFlags", printed(print_flags)),
    text("printRoundingControl", names(ROUNDINGS)),
    text("printSTiRegOperand", printed(print_stack_register)),
    text("printVKPair", printed(print_mask_pair)),
    text("printMemReference", printed(print_memory)),
    text("printbytemem", printed(print_memory)),
    text("printwordmem", printed(print_memory)),
    text("printdwordmem", printed(print_memory)),
    text("printqwordmem", printed(print_memory)),
    text("printtbytemem", printed(print_memory)),
    text("printxmmwordmem", printed(print_memory)),
    text("printymmwordmem", printed(print_memory)),
    text("printzmmwordmem", printed(print_memory)),
    text("printSrcIdx8", printed(print_source)),
    text("printSrcIdx16", printed(print_source)),
    text("printSrcIdx32", printed(print_source)),
    text("printSrcIdx64", printed(print_source)),
    text("printDstIdx8", printed(print_destination)),
    text("printDstIdx16", printed(print_destination)),
    text("printDstIdx32", printed(print_destination)),
    text("printDstIdx64", printed(print_destination)),
    text("printMemOffs8", printed(print_offset)),
    text("printMemOffs16", printed(print_offset)),
    text("printMemOffs32", printed(print_offset)),
    text("printMemOffs64", printed(print_offset)),
];

const INTEL_TEXTS: &[TextRow] = &[
    text("printU8Imm", printed(|context, text| print_byte("", context, text))),
    text("printPCRelImm", TextShape::Plain),
    text("printCondCode", printed(print_condition)),
    text("printCondFlags", printed(print_flags)),
    text("printRoundingControl", names(ROUNDINGS)),
    text("printSTiRegOperand", printed(print_stack_register)),
    text("printVKPair", printed(print_mask_pair)),
    text("printMemReference", printed(|context, text| print_sized_memory("", context, text))),
    text("printbytemem", printed(|context, text| print_sized_memory(BYTE, context, text))),
    text("printwordmem", printed(|context, text| print_sized_memory(WORD, context, text))),
    text("printdwordmem", printed(|context, text| print_sized_memory(DWORD, context, text))),
    text("printqwordmem", printed(|context, text| print_sized_memory(QWORD, context, text))),
    text("printtbytemem", printed(|context, text| print_sized_memory("tbyte ptr ", context, text))),
    text("printxmmwordmem", printed(|context, text| print_sized_memory(XMM, context, text))),
    text("printymmwordmem", printed(|context, text| print_sized_memory(YMM, context, text))),
    text("printzmmwordmem", printed(|context, text| print_sized_memory(ZMM, context, text))),
    text("printSrcIdx8", printed(|context, text| print_sized_source(BYTE, context, text))),
    text("printSrcIdx16", printed(|context, text| print_sized_source(WORD, context, text))),
    text("printSrcIdx32", printed(|context, text| print_sized_source(DWORD, context, text))),
    text("printSrcIdx64", printed(|context, text| print_sized_source(QWORD, context, text))),
    text("printDstIdx8", printed(|context, text| print_sized_destination(BYTE, context, text))),
    text("printDstIdx16", printed(|context, text| print_sized_destination(WORD, context, text))),
    text("printDstIdx32", printed(|context, text| print_sized_destination(DWORD, context, text))),
    text("printDstIdx64", printed(|context, text| print_sized_destination(QWORD, context, text))),
    text("printMemOffs8", printed(|context, text| print_sized_offset(BYTE, context, text))),
    text("printMemOffs16", printed(|context, text| print_sized_offset(WORD, context, text))),
    text("printMemOffs32", printed(|context, text| print_sized_offset(DWORD, context, text))),
    text("printMemOffs64", printed(|context, text| print_sized_offset(QWORD, context, text))),
];

const BYTE: &str = "byte ptr ";
const WORD: &str = "word ptr ";
const DWORD: &str = "dword ptr ";
const QWORD: &str = "qword ptr ";
const XMM: &str = "xmmword ptr ";
const YMM: &str = "ymmword ptr ";
const ZMM: &str = "zmmword ptr ";

const DOLLAR_NUMBER: TextShape = TextShape::Number(NumberText {
    prefix: "$",
    needs_prefix: true,
    is_hex: false,
    has_plus: false,
});

/// Conditions on flags, for example in `jne`.
const CONDITION_CODES: [&str; 16] =
    ["o", "no", "b", "ae", "e", "ne", "be", "a", "s", "ns", "p", "np", "l", "ge", "le", "g"];

/// A record of descriptions whose instructions that compare and add have the usual conditions. In older ones
/// some of their conditions are named by what does not hold.
const USUAL_CONDITIONS: &str = "FeatureMOVRS";

const NEGATED_CONDITIONS: [&str; 16] =
    ["o", "no", "b", "nb", "z", "nz", "be", "nbe", "s", "ns", "p", "np", "l", "nl", "le", "nle"];

const ROUNDINGS: &[(i64, &str)] =
    &[(0, "{rn-sae}"), (1, "{rd-sae}"), (2, "{ru-sae}"), (3, "{rz-sae}")];

/// Comparisons of vectors of floating-point numbers, with the comparisons of SSE first.
const COMPARISONS: &[(i64, &str)] = &[
    (0, "eq"),
    (1, "lt"),
    (2, "le"),
    (3, "unord"),
    (4, "neq"),
    (5, "nlt"),
    (6, "nle"),
    (7, "ord"),
    (8, "eq_uq"),
    (9, "nge"),
    (10, "ngt"),
    (11, "false"),
    (12, "neq_oq"),
    (13, "ge"),
    (14, "gt"),
    (15, "true"),
    (16, "eq_os"),
    (17, "lt_oq"),
    (18, "le_oq"),
    (19, "unord_s"),
    (20, "neq_us"),
    (21, "nlt_uq"),
    (22, "nle_uq"),
    (23, "ord_s"),
    (24, "eq_us"),
    (25, "nge_uq"),
    (26, "ngt_uq"),
    (27, "false_os"),
    (28, "neq_os"),
    (29, "ge_oq"),
    (30, "gt_oq"),
    (31, "true_us"),
];

/// The comparisons of SSE.
const SSE_COMPARISONS: &[(i64, &str)] = COMPARISONS.first_chunk::<8>().expect("SSE has eight");

/// Comparisons of integers with a mask as the result. The comparisons that are always false or true
/// are printed as numbers.
const MASK_COMPARISONS: &[(i64, &str)] =
    &[(0, "eq"), (1, "lt"), (2, "le"), (4, "neq"), (5, "nlt"), (6, "nle")];

/// Comparisons of XOP.
const XOP_COMPARISONS: &[(i64, &str)] =
    &[(0, "lt"), (1, "le"), (2, "gt"), (3, "ge"), (4, "eq"), (5, "neq"), (6, "false"), (7, "true")];

const FLOATS: &[&str] = &["ps", "pd", "ss", "sd", "ph", "sh"];
const INTEGERS: &[&str] = &["b", "w", "d", "q", "ub", "uw", "ud", "uq"];

const CONDITIONS: &[MnemonicConditionRow] = &[
    condition("cmp", FLOATS, SSE_COMPARISONS),
    condition("vcmp", FLOATS, COMPARISONS),
    condition("vpcmp", INTEGERS, MASK_COMPARISONS),
    condition("vpcom", INTEGERS, XOP_COMPARISONS),
];

const fn condition(
    prefix: &'static str,
    suffixes: &'static [&'static str],
    names: &'static [(i64, &'static str)],
) -> MnemonicConditionRow {
    MnemonicConditionRow { prefix, suffixes, operand: "cc", names }
}

/// Prints the two instructions with a different text in 64-bit or 16-bit mode.
fn print_alias(context: &AsmTextContext<'_>, text: &mut String) -> Option<()> {
    match context.instruction() {
        "CALLpcrel32" if context.has_feature("Is64Bit") => {
            text.push_str("callq\t");
            context.push_operand(0, text);
        }
        "DATA16_PREFIX" if context.has_feature("Is16Bit") => text.push_str("data32"),
        _ => return None,
    }
    Some(())
}

// Fields of instructions with prefixes.
const LOCK: &str = "hasLockPrefix";
const NO_TRACK: &str = "hasNoTrackPrefix";
const NO_FLAGS: &str = "hasEVEX_NF";
const ENCODING: &str = "explicitOpPrefixBits";

/// Prints prefixes that are words before an instruction.
fn print_prefixes(context: &AsmTextContext<'_>, text: &mut String) -> Option<()> {
    let prefixes = context.prefixes();
    if prefixes.has_lock || context.field_number(LOCK) == Some(1) {
        text.push_str("lock\t\t");
    }
    if context.field_number(NO_TRACK) == Some(1) {
        text.push_str("notrack\t\t");
    }
    match prefixes.repeat {
        Some(InsnRepeat::Always) => text.push_str("rep\t\t"),
        Some(InsnRepeat::WhileDifferent) => text.push_str("repne\t\t"),
        None => {}
    }
    // The bit has another meaning in moves that do not fault.
    let is_move = context.instruction().starts_with("CFCMOV");
    if context.field_number(NO_FLAGS) == Some(1) && !is_move {
        text.push_str("{nf}\t");
    }
    text.push_str(match context.field_number(ENCODING) {
        Some(2) => "{vex}\t",
        Some(3) => "{evex}\t",
        _ => "",
    });
    if prefixes.has_address_size {
        let is_32 = context.has_feature("Is32Bit");
        text.push_str(if is_32 { "addr16\t\t" } else { "addr32\t\t" });
    }
    Some(())
}

/// Prints a condition.
fn print_condition(context: &AsmTextContext<'_>, text: &mut String) -> Option<()> {
    let code = usize::try_from(context.number()?).ok()?;
    let name = context.instruction();
    let is_comparison = name.starts_with("CCMP") || name.starts_with("CTEST");
    text.push_str(match code {
        // Here the conditions on parity are always true or false.
        10 if is_comparison => "t",
        11 if is_comparison => "f",
        _ if name.starts_with("CMPCCXADD") && !context.has_record(USUAL_CONDITIONS) => {
            NEGATED_CONDITIONS.get(code)?
        }
        _ => CONDITION_CODES.get(code)?,
    });
    Some(())
}

/// Prints a number in a byte without its sign.
fn print_byte(prefix: &str, context: &AsmTextContext<'_>, text: &mut String) -> Option<()> {
    text.push_str(prefix);
    context.push_number(context.number()? & 0xff, text);
    Some(())
}

/// Prints the flags that a conditional comparison sets: `{dfv=of,cf}`.
fn print_flags(context: &AsmTextContext<'_>, text: &mut String) -> Option<()> {
    let number = context.number()?;
    let flags = [(8, "of"), (4, "sf"), (2, "zf"), (1, "cf")];
    let set: Vec<&str> = flags.iter().filter(|(bit, _)| number & bit != 0).map(|it| it.1).collect();
    text.push_str(&format!("{{dfv={}}}", set.join(",")));
    Some(())
}

/// Prints a floating-point register with its number, also the first one.
fn print_stack_register(context: &AsmTextContext<'_>, text: &mut String) -> Option<()> {
    context.push_operand(0, text);
    if context.register_name(0) == "st" {
        text.push_str("(0)");
    }
    Some(())
}

/// Prints the first register of a pair of masks.
fn print_mask_pair(context: &AsmTextContext<'_>, text: &mut String) -> Option<()> {
    let (first, _) = context.register_name(0).split_once('_')?;
    text.push_str(context.register_prefix());
    text.push_str(&first.to_ascii_lowercase());
    Some(())
}
