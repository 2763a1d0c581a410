//! AMDGPU operands as text: registers, constants with a fraction, source modifiers, and mnemonic suffixes.

use super::amdgpu_codes::{REALS, has_long_masks, text_generation};
use super::amdgpu_memory::push_buffer_format;
use crate::insn::InsnOperand;
use crate::text::AsmTextContext;

/// Operand type names begin with this text.
const TYPES: &str = "OPERAND_REG_";

/// The format in which a number is printed.
#[derive(Clone, Copy, PartialEq, Eq)]
enum NumberFormat {
    Integer16,
    Half,
    Brain,
    /// Two numbers. A constant is the lower number.
    Halves,
    /// Two numbers. A constant is the lower number.
    Brains,
    Word,
    /// An integer with 64 bits.
    Long,
    Double,
    Decimal,
}

impl NumberFormat {
    /// Returns the format for an operand type, for example `OPERAND_REG_IMM_FP32`.
    fn for_type(name: &str) -> NumberFormat {
        if name == "OPERAND_IMMEDIATE" {
            return NumberFormat::Word;
        }
        let Some(name) = name.strip_prefix(TYPES) else { return NumberFormat::Decimal };
        let mut words = name.trim_end_matches("_DEFERRED").rsplit('_');
        match words.next().unwrap_or_default() {
            "INT16" => NumberFormat::Integer16,
            "FP16" => NumberFormat::Half,
            "BF16" => NumberFormat::Brain,
            "V2FP16" => NumberFormat::Halves,
            "V2BF16" => NumberFormat::Brains,
            "INT32" | "FP32" | "V2INT16" | "V2INT32" | "V2FP32" => NumberFormat::Word,
            "INT64" => NumberFormat::Long,
            "FP64" => NumberFormat::Double,
            _ => NumberFormat::Decimal,
        }
    }

    /// Adds a number.
    fn print(self, number: i64, text: &mut String) {
        let (value, bits) = match self {
            NumberFormat::Decimal => return text.push_str(&number.to_string()),
            NumberFormat::Half | NumberFormat::Brain => (i64::from(number as i16), number & 0xffff),
            NumberFormat::Integer16
            | NumberFormat::Halves
            | NumberFormat::Brains
            | NumberFormat::Word => (i64::from(number as i32), number & 0xffff_ffff),
            NumberFormat::Long | NumberFormat::Double => (number, number),
        };
        if (-16..=64).contains(&value) {
            return text.push_str(&value.to_string());
        }
        let real = REALS.iter().position(|real| {
            let own = match self {
                NumberFormat::Half | NumberFormat::Halves => real.half,
                NumberFormat::Brain | NumberFormat::Brains => real.brain,
                NumberFormat::Integer16 | NumberFormat::Word => real.single,
                NumberFormat::Long | NumberFormat::Double => real.double,
                NumberFormat::Decimal => return false,
            };
            own == bits
        });
        if let Some(real) = real {
            let is_long = matches!(self, NumberFormat::Long | NumberFormat::Double);
            let is_last = real + 1 == REALS.len();
            return text.push_str(if is_long && is_last { REAL_64 } else { REALS[real].text });
        }
        let bits = match self {
            NumberFormat::Integer16 => bits & 0xffff,
            NumberFormat::Double => (bits as u64 >> 32) as i64,
            NumberFormat::Half
            | NumberFormat::Brain
            | NumberFormat::Halves
            | NumberFormat::Brains
            | NumberFormat::Word
            | NumberFormat::Long
            | NumberFormat::Decimal => bits,
        };
        text.push_str(&format!("{bits:#x}"));
    }
}

/// `1/(2*pi)` with 64 bits.
const REAL_64: &str = "0.15915494309189532";

/// Prints a register or a number, and for comparisons and selections the mask that the assembly string leaves out.
pub(super) fn print_operand(context: &AsmTextContext<'_>, text: &mut String) -> Option<()> {
    let is_short = is_short(context);
    let is_first = context.operand_named("src0") == Some(context.index());
    if is_first && is_short && context.field_number("VOPC") == Some(1) && writes_mask(context) {
        push_mask(context, text);
        text.push_str(", ");
    }
    push_operand(context, text)?;
    let is_last = context.operand_named("src1") == Some(context.index());
    if is_last && is_short && reads_mask(context) {
        text.push_str(", ");
        push_mask(context, text);
    }
    // A typed buffer's format is before its offset in the assembly string, but not in the text.
    if context.operand_named("soffset") == Some(context.index())
        && let Some(format) = context.operand_named("format")
    {
        push_buffer_format(context, context.other(format)?.number()?, text)?;
    }
    Some(())
}

/// Whether an instruction always has a literal, so that there is only one encoding.
fn has_fixed_literal(context: &AsmTextContext<'_>) -> bool {
    context.operand_named("imm").is_some()
}

/// Whether an instruction has a short encoding, in which the mask is fixed. With selected bytes or lanes, the assembly
/// strings for old processors, and for a wave size, have the mask.
fn is_short(context: &AsmTextContext<'_>) -> bool {
    let is_set = |field| context.field_number(field) == Some(1);
    let name = context.instruction();
    let has_selection = is_set("SDWA") || is_set("DPP");
    let is_old = text_generation(context) < 10;
    let has_mask = is_old || name.contains("_w32") || name.contains("_w64");
    !(is_set("VOP3") || has_selection && has_mask)
}

/// Whether a comparison writes the mask `vcc`. Some generations have comparisons that write only `exec`.
fn writes_mask(context: &AsmTextContext<'_>) -> bool {
    context.lists_record("Defs", "VCC")
}

fn reads_mask(context: &AsmTextContext<'_>) -> bool {
    context.instruction().starts_with("V_CNDMASK_B32_") || has_unnamed_carry(context)
}

/// Whether an addition reads and writes the mask `vcc`, and its assembly string does not have the mask.
fn has_unnamed_carry(context: &AsmTextContext<'_>) -> bool {
    context.instruction().contains("_CO_CI_U32_")
}

fn push_mask(context: &AsmTextContext<'_>, text: &mut String) {
    let is_long = has_long_masks(|feature| context.has_feature(feature));
    text.push_str(if is_long { "vcc" } else { "vcc_lo" });
}

/// Adds a register or a number.
fn push_operand(context: &AsmTextContext<'_>, text: &mut String) -> Option<()> {
    match context.operand(0)? {
        InsnOperand::Number(number) => {
            NumberFormat::for_type(context.operand_type()).print(number, text);
        }
        other @ (InsnOperand::Register(_)
        | InsnOperand::NoRegister
        | InsnOperand::Expression(_)
        | InsnOperand::Unknown { .. }) => context.push(other, text),
    }
    Some(())
}

/// Source modifiers, as bits.
const NEGATION: i64 = 1;
const ABSOLUTE: i64 = 2;

/// Prints a floating-point source with its modifiers: `-|v1|`. A negated constant is printed as `neg(1.0)`.
pub(super) fn print_real_source(context: &AsmTextContext<'_>, text: &mut String) -> Option<()> {
    let modifiers = context.number()?;
    let is_constant = context.number_at(1).is_some();
    let is_negated = modifiers & NEGATION != 0;
    let is_absolute = modifiers & ABSOLUTE != 0;
    let has_word = is_negated && !is_absolute && is_constant;
    if has_word {
        text.push_str("neg(");
    } else if is_negated {
        text.push('-');
    }
    if is_absolute {
        text.push('|');
    }
    print_operand(&context.after(1), text)?;
    if is_absolute {
        text.push('|');
    }
    if has_word {
        text.push(')');
    }
    Some(())
}

/// Prints an integer source with its modifier: `sext(v1)`.
pub(super) fn print_integer_source(context: &AsmTextContext<'_>, text: &mut String) -> Option<()> {
    let is_extended = context.number()? & 1 != 0;
    if is_extended {
        text.push_str("sext(");
    }
    print_operand(&context.after(1), text)?;
    if is_extended {
        text.push(')');
    }
    Some(())
}

/// Prints the mnemonic suffix and the result. A second result is after a comma.
pub(super) fn print_result(context: &AsmTextContext<'_>, text: &mut String) -> Option<()> {
    let is_set = |field| context.field_number(field) == Some(1);
    text.push_str(if context.index() > 0 {
        ""
    } else if is_set("IsSingle") && !is_set("DPP") {
        " "
    } else if is_set("VOP3") && is_set("DPP") {
        "_e64_dpp "
    } else if is_set("VOP3") {
        "_e64 "
    } else if is_set("DPP") {
        "_dpp "
    } else if is_set("SDWA") {
        "_sdwa "
    } else if has_fixed_literal(context) {
        " "
    } else if is_set("VOP1") || is_set("VOP2") || is_set("VOPC") {
        "_e32 "
    } else {
        " "
    });
    push_operand(context, text)?;
    if is_short(context) && has_unnamed_carry(context) {
        text.push_str(", ");
        push_mask(context, text);
    }
    Some(())
}
