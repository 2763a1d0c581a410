//! Real numbers in assembly text: `0.5`, `5e-1`, `0x1p-1`.

use crate::cursor::TextCursor;

/// Reads a real number, which has a point or an exponent. Integers are not real numbers.
pub(crate) fn read(cursor: &mut TextCursor<'_>) -> Option<f64> {
    let mut ahead = cursor.clone();
    let is_negative = ahead.eat("-");
    ahead.skip_blanks();
    let text = &ahead.rest()[..length(ahead.rest())];
    let value = match text.strip_prefix("0x").or_else(|| text.strip_prefix("0X")) {
        Some(digits) => hexadecimal(digits)?,
        None if text.contains(['.', 'e', 'E']) => text.parse().ok()?,
        None => return None,
    };
    ahead.eat_raw(text);
    *cursor = ahead;
    Some(if is_negative { -value } else { value })
}

/// Returns the length of the text that may be a number. A sign may follow an exponent's letter.
fn length(text: &str) -> usize {
    let is_hexadecimal = text.starts_with("0x") || text.starts_with("0X");
    let mut before = '0';
    let is_end = |c: char| {
        let has_exponent = before.eq_ignore_ascii_case(if is_hexadecimal { &'p' } else { &'e' });
        before = c;
        !(c.is_ascii_alphanumeric() || c == '.' || (has_exponent && matches!(c, '+' | '-')))
    };
    text.find(is_end).unwrap_or(text.len())
}

/// Returns the value of hexadecimal digits with an exponent of two: `1.8p-3`.
fn hexadecimal(text: &str) -> Option<f64> {
    let (digits, exponent) = text.split_once(['p', 'P'])?;
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    let digits = format!("{whole}{fraction}");
    // Digits whose value a number holds exactly.
    let value =
        u64::from_str_radix(&digits, 16).ok().filter(|value| *value < 1 << f64::MANTISSA_DIGITS)?;
    let exponent: i32 = exponent.parse().ok()?;
    let exponent = exponent.checked_sub(4 * i32::try_from(fraction.len()).ok()?)?;
    Some(value as f64 * 2_f64.powi(exponent))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, value: Option<f64>, rest: &str) {
        let mut cursor = TextCursor::new(text);
        assert_eq!(read(&mut cursor), value, "{text}");
        assert_eq!(cursor.rest(), rest, "{text}");
    }

    #[test]
    fn real_numbers_have_a_point_or_an_exponent() {
        check("0.5, a0", Some(0.5), ", a0");
        check(".5", Some(0.5), "");
        check("1.", Some(1.0), "");
        check(" - 10e-1 ", Some(-1.0), " ");
        check("0x1.8p+1)", Some(3.0), ")");
        check("0x1p-16", Some(2_f64.powi(-16)), "");
        for text in ["1", "0x10", "-1", "inf", "(1.0)", "1.0x", "0x.p1", "0x1p", ""] {
            check(text, None, text);
        }
        check("0x1p99999999999", None, "0x1p99999999999");
    }
}
