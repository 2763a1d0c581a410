//! Number ranges in operands, by the C++ that checks them: `isSImm<16>`, or `return isUInt<12>(Imm);`.

use crate::description::Description;

/// The numbers that an operand accepts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct NumberRange {
    pub(crate) has_sign: bool,
    /// Bit count, without the scale's bits.
    pub(crate) width: u32,
    /// Zero bits below, for example 2 for multiples of 4.
    pub(crate) scale: u32,
}

/// Functions that check numbers: in assembly, then in patterns.
const CHECKS: [(&str, bool, Option<u32>); 8] = [
    ("isSImm<", true, Some(0)),
    ("isUImm<", false, Some(0)),
    ("isWordDisp<", false, Some(2)),
    ("isSWordDisp<", true, Some(2)),
    ("isInt<", true, Some(0)),
    ("isUInt<", false, Some(0)),
    ("isShiftedInt<", true, None),
    ("isShiftedUInt<", false, None),
];

impl NumberRange {
    /// Reads an operand's range from the assembler's method, or from the predicate in patterns.
    pub(crate) fn for_operand(description: &Description<'_>, operand: &str) -> Option<NumberRange> {
        let record = description.record(operand)?;
        let matcher = record.record("ParserMatchClass").ok();
        let method = matcher.and_then(|class| description.text(class.name(), "PredicateMethod"));
        let code = description.text(operand, "ImmediateCode");
        [method, code].into_iter().flatten().find_map(NumberRange::parse)
    }

    /// Finds the first check in a text.
    fn parse(text: &str) -> Option<NumberRange> {
        let (at, check) = CHECKS
            .iter()
            .filter_map(|check| find_word(text, check.0).map(|at| (at, check)))
            .min_by_key(|(at, _)| *at)?;
        let (arguments, _) = text[at + check.0.len()..].split_once('>')?;
        let mut numbers = arguments.split(',').map(|number| number.trim().parse::<u32>().ok());
        let width = numbers.next()??;
        let scale = match check.2 {
            Some(scale) => scale,
            None => numbers.next()??,
        };
        Some(NumberRange { has_sign: check.1, width, scale })
    }

    /// Returns the C++ that checks whether the number `V` is in the range.
    pub(crate) fn check(self) -> String {
        let sign = if self.has_sign { "" } else { "U" };
        let NumberRange { width, scale, .. } = self;
        match scale {
            0 => format!("is{sign}Int<{width}>(V)"),
            _ => format!("isShifted{sign}Int<{width}, {scale}>(V)"),
        }
    }
}

/// Finds a text that does not begin inside a longer word.
fn find_word(text: &str, word: &str) -> Option<usize> {
    let is_start = |at: usize| !text[..at].ends_with(|c: char| c.is_ascii_alphanumeric());
    text.match_indices(word).map(|(at, _)| at).find(|at| is_start(*at))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_check_is_a_range() {
        let range = |text| NumberRange::parse(text).map(NumberRange::check);
        assert_eq!(range("isSImm<16>").as_deref(), Some("isInt<16>(V)"));
        assert_eq!(range("isWordDisp<5>").as_deref(), Some("isShiftedUInt<5, 2>(V)"));
        assert_eq!(range("isSWordDisp<12>").as_deref(), Some("isShiftedInt<12, 2>(V)"));
        assert_eq!(range("return isUInt<12>(Imm);").as_deref(), Some("isUInt<12>(V)"));
        let shifted = "return isShiftedInt<6, 1>(Imm) && Imm != 0;";
        assert_eq!(range(shifted).as_deref(), Some("isShiftedInt<6, 1>(V)"));
        assert_eq!(range("isNearUImm<4>"), None);
        assert_eq!(range("isSImm16"), None);
    }
}
