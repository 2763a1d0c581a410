//! AMDGPU operands for memory accesses, exports and interpolation.

use super::amdgpu_codes::text_generation;
use crate::text::AsmTextContext;

fn signed_hex(number: i64) -> String {
    let sign = if number < 0 { "-" } else { "" };
    format!("{sign}{:#x}", number.unsigned_abs())
}

/// Prints a scalar access offset: `0x10`.
pub(super) fn print_scalar_offset(context: &AsmTextContext<'_>, text: &mut String) -> Option<()> {
    text.push_str(&signed_hex(context.number()?));
    Some(())
}

/// Prints a scalar access offset after a register: ` offset:0x10`.
pub(super) fn print_scalar_offset_modifier(
    context: &AsmTextContext<'_>,
    text: &mut String,
) -> Option<()> {
    text.push_str(&format!(" offset:{}", signed_hex(context.number()?)));
    Some(())
}

fn print_named_offset(name: &str, context: &AsmTextContext<'_>, text: &mut String) -> Option<()> {
    let number = context.number()?;
    if number != 0 {
        text.push_str(&format!(" {name}:{number}"));
    }
    Some(())
}

/// Prints an offset if it is not zero: ` offset:16`.
pub(super) fn print_offset(context: &AsmTextContext<'_>, text: &mut String) -> Option<()> {
    print_named_offset("offset", context, text)
}

/// Prints the first offset.
pub(super) fn print_first_offset(context: &AsmTextContext<'_>, text: &mut String) -> Option<()> {
    print_named_offset("offset0", context, text)
}

/// Prints the second offset.
pub(super) fn print_second_offset(context: &AsmTextContext<'_>, text: &mut String) -> Option<()> {
    print_named_offset("offset1", context, text)
}

/// Prints the offset for an access through a 64-bit address. It has a sign, except in flat accesses before GFX12.
pub(super) fn print_flat_offset(context: &AsmTextContext<'_>, text: &mut String) -> Option<()> {
    let number = context.number()?;
    let generation = text_generation(context);
    let width = match generation {
        10 => 12,
        12.. => 24,
        _ => 13,
    };
    let has_sign = generation >= 12 || !context.instruction().starts_with("FLAT_");
    let offset = if has_sign {
        number << (64 - width) >> (64 - width)
    } else {
        number & ((1 << (width - 1)) - 1)
    };
    if number != 0 {
        text.push_str(&format!(" offset:{offset}"));
    }
    Some(())
}

/// Cache policy bits.
const POLICY: &[(i64, &str, &str)] =
    &[(1, "glc", "sc0"), (2, "slc", "nt"), (4, "dlc", ""), (SYSTEM_COHERENT, "scc", "sc1")];

const SYSTEM_COHERENT: i64 = 16;

/// Prints a cache policy: ` glc slc`.
pub(super) fn print_cache_policy(context: &AsmTextContext<'_>, text: &mut String) -> Option<()> {
    let number = context.number()?;
    if text_generation(context) >= 12 {
        return if number == 0 { Some(()) } else { None };
    }
    // Scalar accesses keep the names.
    let has_new_names =
        context.has_feature("FeatureGFX940Insts") && context.field_number("SMRD") != Some(1);
    for (bit, old, new) in POLICY {
        let name = if has_new_names { new } else { old };
        let is_known = *bit != SYSTEM_COHERENT || context.has_feature("FeatureGFX90AInsts");
        if number & bit != 0 && is_known && !name.is_empty() {
            text.push_str(&format!(" {name}"));
        }
    }
    Some(())
}

/// The lane count in a swizzle group.
const GROUP: i64 = 32;

/// Prints lanes among which a local access exchanges data: ` offset:swizzle(QUAD_PERM,0,1,2,3)`.
pub(super) fn print_swizzle(context: &AsmTextContext<'_>, text: &mut String) -> Option<()> {
    let number = context.number()?;
    if number == 0 {
        return Some(());
    }
    let quad = |lane: i64| number >> (2 * lane) & 3;
    let (and, or, xor) = (number & 31, number >> 5 & 31, number >> 10 & 31);
    let has_new = text_generation(context) >= 9;
    let swizzle = if number & 0xff00 == 0x8000 {
        format!("swizzle(QUAD_PERM,{},{},{},{})", quad(0), quad(1), quad(2), quad(3))
    } else if has_new && number >= 0xe000 {
        format!("swizzle(FFT,{})", number & 31)
    } else if has_new && number >= 0xc000 {
        format!("swizzle(ROTATE,{},{})", number >> 10 & 1, number >> 5 & 31)
    } else if number & 0x8000 == 0 {
        bit_mask_swizzle(and, or, xor)
    } else {
        number.to_string()
    };
    text.push_str(&format!(" offset:{swizzle}"));
    Some(())
}

/// Returns the swizzle in which a lane reads from the lane `((lane & and) | or) ^ xor`.
fn bit_mask_swizzle(and: i64, or: i64, xor: i64) -> String {
    if and == GROUP - 1 && or == 0 && xor.count_ones() == 1 {
        return format!("swizzle(SWAP,{xor})");
    }
    if and == GROUP - 1 && or == 0 && xor > 0 && (xor + 1).count_ones() == 1 {
        return format!("swizzle(REVERSE,{})", xor + 1);
    }
    let size = GROUP - and;
    if size > 1 && size.count_ones() == 1 && or < size && xor == 0 {
        return format!("swizzle(BROADCAST,{size},{or})");
    }
    let lane = |bit: i64| match (and >> bit & 1, or >> bit & 1, xor >> bit & 1) {
        (0, 0, 0) | (_, 1, 1) => '0',
        (0, 0, _) | (_, 1, _) => '1',
        (_, _, 0) => 'p',
        _ => 'i',
    };
    let lanes: String = (0..5).rev().map(lane).collect();
    format!("swizzle(BITMASK_PERM,\"{lanes}\")")
}

/// Prints an export's target: `mrt0`.
pub(super) fn print_export_target(context: &AsmTextContext<'_>, text: &mut String) -> Option<()> {
    let number = context.number()?;
    let generation = text_generation(context);
    let target = match number {
        0..=7 => format!("mrt{number}"),
        8 => "mrtz".to_owned(),
        9 if generation < 11 => "null".to_owned(),
        12..=15 => format!("pos{}", number - 12),
        16 if generation >= 10 => "pos4".to_owned(),
        20 if generation >= 10 => "prim".to_owned(),
        21 | 22 if generation >= 11 => format!("dual_src_blend{}", number - 21),
        32..=63 if generation < 11 => format!("param{}", number - 32),
        _ => format!("invalid_target_{number}"),
    };
    text.push_str(&format!(" {target}"));
    Some(())
}

/// Prints an export's source, or `off`. Compressed exports have two sources with two halves each.
pub(super) fn print_export_source(context: &AsmTextContext<'_>, text: &mut String) -> Option<()> {
    let number = |name: &str| context.other(context.operand_named(name)?)?.number();
    let source = |index: usize| context.operand_named(["src0", "src1", "src2", "src3"][index]);
    let index = (0..4).find(|index| source(*index) == Some(context.index()))?;
    if number("en")? >> index & 1 == 0 {
        text.push_str("off");
        return Some(());
    }
    let is_compressed = number("compr").is_some_and(|number| number != 0);
    let register = context.other(source(if is_compressed { index / 2 } else { index })?)?;
    context.push(register, text);
    Some(())
}

/// Prints an interpolation's attribute: `attr0`.
pub(super) fn print_attribute(context: &AsmTextContext<'_>, text: &mut String) -> Option<()> {
    text.push_str(&format!("attr{}", context.number()?));
    Some(())
}

/// Prints an attribute's channel: `.x`.
pub(super) fn print_channel(context: &AsmTextContext<'_>, text: &mut String) -> Option<()> {
    text.push_str([".x", ".y", ".z", ".w"].get(usize::try_from(context.number()?).ok()?)?);
    Some(())
}

/// Prints an interpolation parameter: `p10`.
pub(super) fn print_parameter(context: &AsmTextContext<'_>, text: &mut String) -> Option<()> {
    match context.number()? {
        0 => text.push_str("p10"),
        1 => text.push_str("p20"),
        2 => text.push_str("p0"),
        number => text.push_str(&format!("invalid_param_{number}")),
    }
    Some(())
}

/// Prints an interpolation's result after the mnemonic suffix.
pub(super) fn print_interpolated(context: &AsmTextContext<'_>, text: &mut String) -> Option<()> {
    let generation = text_generation(context);
    text.push_str(if (8..=10).contains(&generation) { "_e32 " } else { " " });
    context.push(context.operand(0)?, text);
    Some(())
}

const DATA_FORMATS: [&str; 16] = [
    "INVALID",
    "8",
    "16",
    "8_8",
    "32",
    "16_16",
    "10_11_11",
    "11_11_10",
    "10_10_10_2",
    "2_10_10_10",
    "8_8_8_8",
    "32_32",
    "16_16_16_16",
    "32_32_32",
    "32_32_32_32",
    "RESERVED_15",
];

const NUMBER_FORMATS: [&str; 8] =
    ["UNORM", "SNORM", "USCALED", "SSCALED", "UINT", "SINT", "RESERVED_6", "FLOAT"];

/// Formats of data and numbers together, by the first generation with the list.
const UNIFIED_FORMATS: &[(u32, &[&str])] = &[(11, UNIFIED_11), (10, UNIFIED_10)];

/// The unified format that is not printed.
const USUAL_UNIFIED_FORMAT: &str = "8_UNORM";

const UNIFIED_10: &[&str] = &[
    "INVALID",
    "8_UNORM",
    "8_SNORM",
    "8_USCALED",
    "8_SSCALED",
    "8_UINT",
    "8_SINT",
    "16_UNORM",
    "16_SNORM",
    "16_USCALED",
    "16_SSCALED",
    "16_UINT",
    "16_SINT",
    "16_FLOAT",
    "8_8_UNORM",
    "8_8_SNORM",
    "8_8_USCALED",
    "8_8_SSCALED",
    "8_8_UINT",
    "8_8_SINT",
    "32_UINT",
    "32_SINT",
    "32_FLOAT",
    "16_16_UNORM",
    "16_16_SNORM",
    "16_16_USCALED",
    "16_16_SSCALED",
    "16_16_UINT",
    "16_16_SINT",
    "16_16_FLOAT",
    "10_11_11_UNORM",
    "10_11_11_SNORM",
    "10_11_11_USCALED",
    "10_11_11_SSCALED",
    "10_11_11_UINT",
    "10_11_11_SINT",
    "10_11_11_FLOAT",
    "11_11_10_UNORM",
    "11_11_10_SNORM",
    "11_11_10_USCALED",
    "11_11_10_SSCALED",
    "11_11_10_UINT",
    "11_11_10_SINT",
    "11_11_10_FLOAT",
    "10_10_10_2_UNORM",
    "10_10_10_2_SNORM",
    "10_10_10_2_USCALED",
    "10_10_10_2_SSCALED",
    "10_10_10_2_UINT",
    "10_10_10_2_SINT",
    "2_10_10_10_UNORM",
    "2_10_10_10_SNORM",
    "2_10_10_10_USCALED",
    "2_10_10_10_SSCALED",
    "2_10_10_10_UINT",
    "2_10_10_10_SINT",
    "8_8_8_8_UNORM",
    "8_8_8_8_SNORM",
    "8_8_8_8_USCALED",
    "8_8_8_8_SSCALED",
    "8_8_8_8_UINT",
    "8_8_8_8_SINT",
    "32_32_UINT",
    "32_32_SINT",
    "32_32_FLOAT",
    "16_16_16_16_UNORM",
    "16_16_16_16_SNORM",
    "16_16_16_16_USCALED",
    "16_16_16_16_SSCALED",
    "16_16_16_16_UINT",
    "16_16_16_16_SINT",
    "16_16_16_16_FLOAT",
    "32_32_32_UINT",
    "32_32_32_SINT",
    "32_32_32_FLOAT",
    "32_32_32_32_UINT",
    "32_32_32_32_SINT",
    "32_32_32_32_FLOAT",
];

const UNIFIED_11: &[&str] = &[
    "INVALID",
    "8_UNORM",
    "8_SNORM",
    "8_USCALED",
    "8_SSCALED",
    "8_UINT",
    "8_SINT",
    "16_UNORM",
    "16_SNORM",
    "16_USCALED",
    "16_SSCALED",
    "16_UINT",
    "16_SINT",
    "16_FLOAT",
    "8_8_UNORM",
    "8_8_SNORM",
    "8_8_USCALED",
    "8_8_SSCALED",
    "8_8_UINT",
    "8_8_SINT",
    "32_UINT",
    "32_SINT",
    "32_FLOAT",
    "16_16_UNORM",
    "16_16_SNORM",
    "16_16_USCALED",
    "16_16_SSCALED",
    "16_16_UINT",
    "16_16_SINT",
    "16_16_FLOAT",
    "10_11_11_FLOAT",
    "11_11_10_FLOAT",
    "10_10_10_2_UNORM",
    "10_10_10_2_SNORM",
    "10_10_10_2_UINT",
    "10_10_10_2_SINT",
    "2_10_10_10_UNORM",
    "2_10_10_10_SNORM",
    "2_10_10_10_USCALED",
    "2_10_10_10_SSCALED",
    "2_10_10_10_UINT",
    "2_10_10_10_SINT",
    "8_8_8_8_UNORM",
    "8_8_8_8_SNORM",
    "8_8_8_8_USCALED",
    "8_8_8_8_SSCALED",
    "8_8_8_8_UINT",
    "8_8_8_8_SINT",
    "32_32_UINT",
    "32_32_SINT",
    "32_32_FLOAT",
    "16_16_16_16_UNORM",
    "16_16_16_16_SNORM",
    "16_16_16_16_USCALED",
    "16_16_16_16_SSCALED",
    "16_16_16_16_UINT",
    "16_16_16_16_SINT",
    "16_16_16_16_FLOAT",
    "32_32_32_UINT",
    "32_32_32_SINT",
    "32_32_32_FLOAT",
    "32_32_32_32_UINT",
    "32_32_32_32_SINT",
    "32_32_32_32_FLOAT",
];

/// The data format that is not printed.
const USUAL_DATA_FORMAT: usize = 1;

/// Prints nothing: the format is printed after the offset register.
pub(super) fn print_buffer_format(_: &AsmTextContext<'_>, _: &mut String) -> Option<()> {
    Some(())
}

/// Adds a typed buffer's format: ` format:[BUF_DATA_FORMAT_32,BUF_NUM_FORMAT_FLOAT]`.
pub(super) fn push_buffer_format(
    context: &AsmTextContext<'_>,
    number: i64,
    text: &mut String,
) -> Option<()> {
    let number = usize::try_from(number).ok()?;
    let generation = text_generation(context);
    if generation >= 10 {
        let (_, formats) = UNIFIED_FORMATS.iter().find(|(first, _)| generation >= *first)?;
        match formats.get(number) {
            Some(&USUAL_UNIFIED_FORMAT) => {}
            Some(name) => text.push_str(&format!(" format:[BUF_FMT_{name}]")),
            None => text.push_str(&format!(" format:{number}")),
        }
        return Some(());
    }
    let (data, kind) = (number & 15, number >> 4 & 7);
    let mut names = Vec::new();
    if data != USUAL_DATA_FORMAT {
        names.push(format!("BUF_DATA_FORMAT_{}", DATA_FORMATS[data]));
    }
    if kind != 0 {
        names.push(format!("BUF_NUM_FORMAT_{}", NUMBER_FORMATS[kind]));
    }
    if !names.is_empty() {
        text.push_str(&format!(" format:[{}]", names.join(",")));
    }
    Some(())
}
