//! The number range that an `ImmLeaf`'s condition accepts, for example `return isUInt<5>(Imm);`.

use tablewright_records::Record;

/// All numbers that fit into some bits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct ImmediateRange {
    /// Number of bits, without the low bits that are always zero.
    pub(super) bits: u32,
    /// Whether the highest bit is the sign.
    pub(super) is_signed: bool,
}

/// Conditions of LLVM, with whether the number has a sign.
const CONDITIONS: [(&str, bool); 4] =
    [("isInt<", true), ("isUInt<", false), ("isShiftedInt<", true), ("isShiftedUInt<", false)];

impl ImmediateRange {
    /// Reads the condition of an `ImmLeaf`. `None` if the record lacks one, or if it is not a single call.
    pub(super) fn from_record(record: Record<'_>) -> Option<ImmediateRange> {
        if !record.has_field("ImmediateCode") {
            return None;
        }
        ImmediateRange::parse(record.string("ImmediateCode").ok()?)
    }

    fn parse(code: &str) -> Option<ImmediateRange> {
        let value = code.trim().strip_prefix("return ")?.trim_end().strip_suffix(';')?.trim();
        let (name, is_signed) = CONDITIONS.into_iter().find(|(name, _)| value.starts_with(name))?;
        let (numbers, call) = value[name.len()..].split_once('>')?;
        let argument = call.trim().strip_prefix('(')?.strip_suffix(')')?;
        // More parentheses may be a second condition.
        if argument.contains(['(', ')', '&', '|']) && !argument.ends_with("()") {
            return None;
        }
        let bits = numbers.split(',').next()?.trim().parse().ok()?;
        Some(ImmediateRange { bits, is_signed })
    }

    /// Describes the range, for example as "a signed number of 5 bits".
    pub(super) fn text(self) -> String {
        let sign = if self.is_signed { "a signed" } else { "an unsigned" };
        format!("{sign} number of {} bits", self.bits)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_condition_is_a_single_call() {
        let bits = |code| ImmediateRange::parse(code).map(|range| (range.bits, range.is_signed));
        assert_eq!(bits("return isInt<5>(Imm);"), Some((5, true)));
        assert_eq!(bits("  return isUInt<12>(N->getZExtValue());\n"), Some((12, false)));
        assert_eq!(bits("return isShiftedUInt<5, 2>(Imm);"), Some((5, false)));
        assert_eq!(bits("return isUInt<5>(Imm) && (Imm != 0);"), None);
        assert_eq!(bits("return Imm > 3;"), None);
    }
}
