//! Bit fields and masks of AArch64.

use crate::text::AsmTextContext;

/// Returns the mask for the 13 bits of a logical instruction: a run of ones in an element, which is
/// rotated and repeated. Bits: N (1), rotation (6), size and length (6).
pub(super) fn logical_mask(bits: u64, width: u32) -> Option<u64> {
    let (n, rotation, length) = (bits >> 12 & 1, bits >> 6 & 0x3f, bits & 0x3f);
    if width == 32 && n == 1 {
        return None;
    }
    // The highest bit that is not set in the length tells the element's size.
    let size = (n << 6 | (!length & 0x3f)).checked_ilog2()?;
    if size == 0 {
        return None;
    }
    let element = 1_u32 << size;
    let levels = u64::from(element - 1);
    let ones = length & levels;
    if ones == levels {
        return None;
    }
    let run = u64::MAX >> (63 - ones);
    let turn = (rotation & levels) as u32;
    let all = u64::MAX >> (64 - element);
    let mut mask = match turn {
        0 => run,
        turn => (run >> turn | run << (element - turn)) & all,
    };
    let mut filled = element;
    while filled < width {
        mask |= mask << filled;
        filled *= 2;
    }
    Some(mask)
}

/// The operands of an instruction that moves a bit field.
struct BitField {
    /// `Some(true)` if the upper bits become copies of the sign, `None` if they are kept.
    is_signed: Option<bool>,
    width: i64,
    rotation: i64,
    last: i64,
}

impl BitField {
    fn new(context: &AsmTextContext<'_>) -> Option<(BitField, usize)> {
        let (is_signed, width) = match context.instruction() {
            "SBFMWri" => (Some(true), 32),
            "SBFMXri" => (Some(true), 64),
            "UBFMWri" => (Some(false), 32),
            "UBFMXri" => (Some(false), 64),
            "BFMWri" => (None, 32),
            "BFMXri" => (None, 64),
            _ => return None,
        };
        // The changed register is also an input.
        let source = if is_signed.is_none() { 2 } else { 1 };
        let number = |index: usize| context.other(source + index)?.number();
        let (rotation, last) = (number(1)?, number(2)?);
        Some((BitField { is_signed, width, rotation, last }, source))
    }

    /// Returns the mnemonic and the numbers of the alias.
    fn alias(&self, reads_zero: bool) -> Option<(&'static str, Vec<i64>)> {
        let BitField { is_signed, width, rotation, last } = *self;
        if let Some(is_signed) = is_signed {
            let extension = match (rotation, last) {
                (0, 7) if is_signed || width == 32 => Some(["uxtb", "sxtb"]),
                (0, 15) if is_signed || width == 32 => Some(["uxth", "sxth"]),
                (0, 31) if is_signed && width == 64 => Some(["", "sxtw"]),
                _ => None,
            };
            if let Some(names) = extension {
                return Some((names[usize::from(is_signed)], Vec::new()));
            }
            if !is_signed && last != width - 1 && last + 1 == rotation {
                return Some(("lsl", vec![width - 1 - last]));
            }
            if last == width - 1 {
                return Some((if is_signed { "asr" } else { "lsr" }, vec![rotation]));
            }
            let fields = [["ubfx", "ubfiz"], ["sbfx", "sbfiz"]][usize::from(is_signed)];
            return Some(if rotation > last {
                (fields[1], vec![width - rotation, last + 1])
            } else {
                (fields[0], vec![rotation, last - rotation + 1])
            });
        }
        let inserts = rotation > last;
        Some(match (inserts, reads_zero) {
            (_, true) if rotation == 0 || inserts => {
                ("bfc", vec![(width - rotation) % width, last + 1])
            }
            (true, _) => ("bfi", vec![width - rotation, last + 1]),
            (false, _) => ("bfxil", vec![rotation, last - rotation + 1]),
        })
    }
}

/// Prints a bit field instruction as a shift, an extension, or a field of bits.
pub(super) fn print_bit_field(context: &AsmTextContext<'_>, text: &mut String) -> Option<()> {
    let (field, source) = BitField::new(context)?;
    let mut name = String::new();
    context.push(context.other(source)?, &mut name);
    let has_clear = context.has_feature("HasV8_2aOps");
    let (mnemonic, numbers) = field.alias(has_clear && matches!(name.as_str(), "xzr" | "wzr"))?;
    text.push_str(mnemonic);
    text.push('\t');
    context.push(context.other(0)?, text);
    if mnemonic != "bfc" {
        // The source of an extension is a narrow register.
        let is_narrow = numbers.is_empty() && name.starts_with('x');
        text.push_str(", ");
        text.push_str(&if is_narrow { name.replacen('x', "w", 1) } else { name });
    }
    for number in numbers {
        text.push_str(&format!(", #{number}"));
    }
    Some(())
}

/// Whether a wide move can load a number.
fn is_wide_move(number: u64, width: u32) -> bool {
    (0..width / 16).any(|part| number & !(0xffff << (16 * part)) == 0)
}

/// Prints a move of a number that several instructions can load.
pub(super) fn print_move(context: &AsmTextContext<'_>, text: &mut String) -> Option<()> {
    let width = if context.instruction().contains('W') { 32 } else { 64 };
    let keep = u64::MAX >> (64 - width);
    let number = match context.instruction() {
        "MOVZWi" | "MOVZXi" => {
            let (number, shift) = (context.other(1)?.number()?, context.other(2)?.number()?);
            // A shifted zero is not printed as a move.
            if number == 0 && shift != 0 {
                return None;
            }
            (number as u64) << shift
        }
        "MOVNWi" | "MOVNXi" => {
            let (number, shift) = (context.other(1)?.number()?, context.other(2)?.number()?);
            if (number == 0 && shift != 0) || (width == 32 && number == 0xffff) {
                return None;
            }
            let value = !((number as u64) << shift) & keep;
            if is_wide_move(value, width) {
                return None;
            }
            value
        }
        "ORRWri" | "ORRXri" => {
            let mut name = String::new();
            context.push(context.other(1)?, &mut name);
            if !matches!(name.as_str(), "xzr" | "wzr") {
                return None;
            }
            let value = logical_mask(context.other(2)?.number()? as u64, width)? & keep;
            if is_wide_move(value, width) || is_wide_move(!value & keep, width) {
                return None;
            }
            value
        }
        _ => return None,
    };
    let number = if width == 32 { i64::from(number as u32 as i32) } else { number as i64 };
    text.push_str("mov\t");
    context.push(context.other(0)?, text);
    text.push_str(&format!(", #{number}"));
    Some(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn masks_are_repeated_runs() {
        assert_eq!(logical_mask(0b1_000000_000000, 64), Some(1));
        assert_eq!(logical_mask(0b0_000000_111100, 32), Some(0x5555_5555));
        assert_eq!(logical_mask(0b0_000001_110000, 32), Some(0x8080_8080));
        assert_eq!(logical_mask(0b1_000000_111111, 64), None);
        assert_eq!(logical_mask(0b1_000000_000000, 32), None);
    }
}
