//! Thumb system registers: status registers, and registers in microcontrollers.

use super::arm;
use super::shapes::{UNSIGNED, codec, mapped, printed, text, valid};
use crate::syntax::{CodecRow, CodecShape, TextRow, Valid};
use crate::text::AsmTextContext;

// Sets of features, as bits.
const V7: u8 = 1;
const BASELINE: u8 = 2;
const MAINLINE: u8 = 4;
const AUTHENTICATION: u8 = 8;

/// Returns an operand if its register exists with `FEATURES`. The lowest eight bits are the register.
fn system<const FEATURES: u8>(bits: u64) -> Option<u64> {
    let needed = match bits & 0xff {
        17..=19 => V7,
        10 | 11 | 136 | 137 | 144 | 148 | 152 => BASELINE,
        138 | 139 | 145 | 147 => MAINLINE,
        32..=39 | 160..=167 => AUTHENTICATION,
        _ => 0,
    };
    (needed & !FEATURES == 0).then_some(bits)
}

const OLDEST: CodecShape = mapped(system::<0>, &UNSIGNED);

/// A choice between two shapes by a feature.
const fn choice(
    feature: &'static str,
    then: &'static CodecShape,
    otherwise: &'static CodecShape,
) -> CodecShape {
    CodecShape::IfFeature { feature, then, otherwise }
}

const WITH_V7: CodecShape = choice("HasV7Ops", &mapped(system::<V7>, &UNSIGNED), &OLDEST);

const WITH_BASELINE: CodecShape =
    choice("HasV8MBaselineOps", &mapped(system::<BASELINE>, &UNSIGNED), &WITH_V7);

const WITH_MAINLINE: CodecShape = choice(
    "HasV8MMainlineOps",
    &mapped(system::<{ V7 | BASELINE | MAINLINE }>, &UNSIGNED),
    &WITH_BASELINE,
);

const MICROCONTROLLER: CodecShape = choice("FeaturePACBTI", &UNSIGNED, &WITH_MAINLINE);

pub(super) const SYSTEM_CODECS: &[CodecRow] =
    &[codec("DecodeMSRMask", choice("FeatureMClass", &MICROCONTROLLER, &valid(Valid::NonZero)))];

pub(super) const SYSTEM_TEXTS: &[TextRow] = &[text("printMSRMaskOperand", printed(print_system))];

/// Status registers, with suffixes for the written parts.
const STATUS: [&str; 4] = ["apsr", "iapsr", "eapsr", "xpsr"];

const NAMES: &[(i64, &str)] = &[
    (5, "ipsr"),
    (6, "epsr"),
    (7, "iepsr"),
    (8, "msp"),
    (9, "psp"),
    (10, "msplim"),
    (11, "psplim"),
    (16, "primask"),
    (17, "basepri"),
    (18, "basepri_max"),
    (19, "faultmask"),
    (20, "control"),
    (32, "pac_key_p_0"),
    (33, "pac_key_p_1"),
    (34, "pac_key_p_2"),
    (35, "pac_key_p_3"),
    (36, "pac_key_u_0"),
    (37, "pac_key_u_1"),
    (38, "pac_key_u_2"),
    (39, "pac_key_u_3"),
    (136, "msp_ns"),
    (137, "psp_ns"),
    (138, "msplim_ns"),
    (139, "psplim_ns"),
    (144, "primask_ns"),
    (145, "basepri_ns"),
    (147, "faultmask_ns"),
    (148, "control_ns"),
    (152, "sp_ns"),
    (160, "pac_key_p_0_ns"),
    (161, "pac_key_p_1_ns"),
    (162, "pac_key_p_2_ns"),
    (163, "pac_key_p_3_ns"),
    (164, "pac_key_u_0_ns"),
    (165, "pac_key_u_1_ns"),
    (166, "pac_key_u_2_ns"),
    (167, "pac_key_u_3_ns"),
];

/// Prints a system register, or its number.
fn print_system(context: &AsmTextContext<'_>, text: &mut String) -> Option<()> {
    if !context.has_feature("FeatureMClass") {
        return arm::print_status(context, text);
    }
    let bits = context.number()?;
    let number = bits & 0xff;
    if let Some(status) = STATUS.get(number as usize) {
        text.push_str(status);
        text.push_str(written_parts(context, bits >> 10 & 3));
    } else if let Some((_, name)) = NAMES.iter().find(|(own, _)| *own == number) {
        text.push_str(name);
    } else {
        text.push_str(&number.to_string());
    }
    Some(())
}

/// Returns the suffix for a status register's written parts.
fn written_parts(context: &AsmTextContext<'_>, mask: i64) -> &'static str {
    if context.instruction() != "t2MSR_M" {
        return "";
    }
    match mask {
        1 if context.has_feature("FeatureDSP") => "_g",
        3 if context.has_feature("FeatureDSP") => "_nzcvqg",
        _ if context.has_feature("HasV7Ops") => "_nzcvq",
        _ => "",
    }
}
