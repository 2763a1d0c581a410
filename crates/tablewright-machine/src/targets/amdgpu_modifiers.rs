//! AMDGPU modifiers after the operands: selected halves and bytes, lanes, and factors.

use super::amdgpu_codes::text_generation;
use crate::text::AsmTextContext;

/// Modifier bits for a source.
const NEGATE_LOW: i64 = 1;
const NEGATE_HIGH: i64 = 2;
const SELECT_LOW: i64 = 4;
/// The half for the upper result; in instructions that are not packed, the result half.
const SELECT_HIGH: i64 = 8;

const SOURCES: [(&str, &str); 3] =
    [("src0", "src0_modifiers"), ("src1", "src1_modifiers"), ("src2", "src2_modifiers")];

/// Prints a modifier bit for all sources, if a source differs from the default: ` op_sel:[0,1]`.
fn print_packed(
    context: &AsmTextContext<'_>,
    (name, bit): (&str, i64),
    text: &mut String,
) -> Option<()> {
    let is_packed = context.operand_named("neg_lo").is_some();
    let default = i64::from(is_packed && bit == SELECT_HIGH);
    let number = |name: &str| context.other(context.operand_named(name)?)?.number();
    let mut values = Vec::new();
    for (source, modifiers) in SOURCES {
        if context.operand_named(source).is_some() {
            values.push(number(modifiers).map_or(default, |it| i64::from(it & bit != 0)));
        }
    }
    let selects_result = !is_packed && context.field_number("VOP3P") != Some(1);
    if bit == SELECT_LOW && selects_result {
        let first = number(SOURCES[0].1).unwrap_or(0);
        values.push(i64::from(first & SELECT_HIGH != 0));
    }
    if values.iter().any(|value| *value != default) {
        let values: Vec<String> = values.iter().map(i64::to_string).collect();
        text.push_str(&format!(" {name}:[{}]", values.join(",")));
    }
    Some(())
}

/// Prints the halves that sources are read from.
pub(super) fn print_low_selection(context: &AsmTextContext<'_>, text: &mut String) -> Option<()> {
    print_packed(context, ("op_sel", SELECT_LOW), text)
}

/// Prints the halves that sources are read from for the upper result.
pub(super) fn print_high_selection(context: &AsmTextContext<'_>, text: &mut String) -> Option<()> {
    print_packed(context, ("op_sel_hi", SELECT_HIGH), text)
}

/// Prints the lower halves that are negated.
pub(super) fn print_low_negation(context: &AsmTextContext<'_>, text: &mut String) -> Option<()> {
    print_packed(context, ("neg_lo", NEGATE_LOW), text)
}

/// Prints the upper halves that are negated.
pub(super) fn print_high_negation(context: &AsmTextContext<'_>, text: &mut String) -> Option<()> {
    print_packed(context, ("neg_hi", NEGATE_HIGH), text)
}

/// Prints the method's argument if the bit is set: ` clamp`.
pub(super) fn print_named_bit(context: &AsmTextContext<'_>, text: &mut String) -> Option<()> {
    if context.number()? != 0 {
        text.push(' ');
        text.push_str(context.argument(0));
    }
    Some(())
}

/// Prints a result's factor: ` mul:2`.
pub(super) fn print_factor(context: &AsmTextContext<'_>, text: &mut String) -> Option<()> {
    let factors = ["", " mul:2", " mul:4", " div:2"];
    text.push_str(factors.get(usize::try_from(context.number()?).ok()?)?);
    Some(())
}

const SELECTIONS: [&str; 7] = ["BYTE_0", "BYTE_1", "BYTE_2", "BYTE_3", "WORD_0", "WORD_1", "DWORD"];

fn print_selection(name: &str, context: &AsmTextContext<'_>, text: &mut String) -> Option<()> {
    let selection = SELECTIONS.get(usize::try_from(context.number()?).ok()?)?;
    text.push_str(&format!("{name}:{selection}"));
    Some(())
}

/// Prints the result bytes that are written.
pub(super) fn print_result_bytes(context: &AsmTextContext<'_>, text: &mut String) -> Option<()> {
    print_selection("dst_sel", context, text)
}

/// Prints the bytes that are read in the first source.
pub(super) fn print_first_bytes(context: &AsmTextContext<'_>, text: &mut String) -> Option<()> {
    print_selection("src0_sel", context, text)
}

/// Prints the bytes that are read in the second source.
pub(super) fn print_second_bytes(context: &AsmTextContext<'_>, text: &mut String) -> Option<()> {
    print_selection("src1_sel", context, text)
}

/// Prints the value for bytes that are not written.
pub(super) fn print_other_bytes(context: &AsmTextContext<'_>, text: &mut String) -> Option<()> {
    let names = ["UNUSED_PAD", "UNUSED_SEXT", "UNUSED_PRESERVE"];
    let name = names.get(usize::try_from(context.number()?).ok()?)?;
    text.push_str(&format!("dst_unused:{name}"));
    Some(())
}

/// Prints the lanes that a source is read from: `quad_perm:[0,1,2,3]`.
pub(super) fn print_lanes(context: &AsmTextContext<'_>, text: &mut String) -> Option<()> {
    let number = context.number()?;
    let is_tenth = text_generation(context) >= 10;
    let amount = number & 15;
    let lanes = match number {
        0..=0xff => {
            let lane = |index: i64| number >> (2 * index) & 3;
            format!("quad_perm:[{},{},{},{}]", lane(0), lane(1), lane(2), lane(3))
        }
        0x101..=0x10f => format!("row_shl:{amount}"),
        0x111..=0x11f => format!("row_shr:{amount}"),
        0x121..=0x12f => format!("row_ror:{amount}"),
        0x130 if !is_tenth => "wave_shl:1".to_owned(),
        0x134 if !is_tenth => "wave_rol:1".to_owned(),
        0x138 if !is_tenth => "wave_shr:1".to_owned(),
        0x13c if !is_tenth => "wave_ror:1".to_owned(),
        0x140 => "row_mirror".to_owned(),
        0x141 => "row_half_mirror".to_owned(),
        0x142 if !is_tenth => "row_bcast:15".to_owned(),
        0x143 if !is_tenth => "row_bcast:31".to_owned(),
        0x150..=0x15f if is_tenth => format!("row_share:{amount}"),
        0x150..=0x15f if context.has_feature("FeatureGFX90AInsts") => {
            format!("row_newbcast:{amount}")
        }
        0x160..=0x16f if is_tenth => format!("row_xmask:{amount}"),
        0x150..=0x15f => {
            " /* row_newbcast/row_share is not supported on ASICs earlier than GFX90A/GFX10 */"
                .to_owned()
        }
        0x160..=0x16f => "/* row_xmask is not supported on ASICs earlier than GFX10 */".to_owned(),
        _ => "/* Invalid dpp_ctrl value */".to_owned(),
    };
    text.push_str(&lanes);
    Some(())
}

/// Prints lanes for each eight lanes: `dpp8:[7,6,5,4,3,2,1,0]`.
pub(super) fn print_eight_lanes(context: &AsmTextContext<'_>, text: &mut String) -> Option<()> {
    let number = context.number()?;
    let lanes: Vec<String> = (0..8).map(|lane| (number >> (3 * lane) & 7).to_string()).collect();
    text.push_str(&format!("dpp8:[{}]", lanes.join(",")));
    Some(())
}

/// Prints the enabled rows.
pub(super) fn print_row_mask(context: &AsmTextContext<'_>, text: &mut String) -> Option<()> {
    text.push_str(&format!(" row_mask:{:#x}", context.number()?));
    Some(())
}

/// Prints the enabled banks.
pub(super) fn print_bank_mask(context: &AsmTextContext<'_>, text: &mut String) -> Option<()> {
    text.push_str(&format!(" bank_mask:{:#x}", context.number()?));
    Some(())
}

/// Prints whether lanes beyond a row are read as zero.
pub(super) fn print_bound_control(context: &AsmTextContext<'_>, text: &mut String) -> Option<()> {
    if context.number()? != 0 {
        text.push_str(" bound_ctrl:1");
    }
    Some(())
}

/// Prints whether lanes that are not active are read.
pub(super) fn print_inactive_lanes(context: &AsmTextContext<'_>, text: &mut String) -> Option<()> {
    if context.number()? != 0 {
        text.push_str(" fi:1");
    }
    Some(())
}
