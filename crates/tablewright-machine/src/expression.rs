//! Expressions: numbers, symbols, `+` and `-`, and modifiers such as `%lo(x)`.

use std::fmt;

use crate::cursor::{Mismatch, TextCursor, is_word};

/// Maximal nesting depth of parentheses.
const MAX_DEPTH: usize = 64;

/// A sum of a number and symbols.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct AsmExpression {
    /// The number.
    pub number: i64,
    /// An added symbol.
    pub symbol: Option<String>,
    /// A subtracted symbol.
    pub minus: Option<String>,
    /// The modifier around the sum: `lo` for `%lo(x)`; empty for none.
    pub modifier: String,
}

impl AsmExpression {
    /// Builds an expression without symbols.
    pub fn from_number(number: i64) -> AsmExpression {
        AsmExpression { number, ..AsmExpression::default() }
    }

    /// Returns the number, if the sum lacks symbols.
    pub fn constant(&self) -> Option<i64> {
        (self.symbol.is_none() && self.minus.is_none() && self.modifier.is_empty())
            .then_some(self.number)
    }

    /// Reads an expression.
    ///
    /// # Errors
    /// If there is none at the cursor, or it is not a sum.
    pub fn parse(cursor: &mut TextCursor<'_>) -> Result<AsmExpression, Mismatch> {
        sum(cursor, 0)
    }
}

impl fmt::Display for AsmExpression {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.modifier.is_empty() {
            write!(f, "%{}(", self.modifier)?;
        }
        match &self.symbol {
            Some(symbol) if self.number == 0 => f.write_str(symbol)?,
            Some(symbol) => write!(f, "{symbol} + {}", self.number)?,
            None => write!(f, "{}", self.number)?,
        }
        if let Some(minus) = &self.minus {
            write!(f, " - {minus}")?;
        }
        f.write_str(if self.modifier.is_empty() { "" } else { ")" })
    }
}

/// Reads operators of the lowest precedence: `|`, `^`, `&`, shifts, sums, products.
fn sum(cursor: &mut TextCursor<'_>, depth: usize) -> Result<AsmExpression, Mismatch> {
    binary(cursor, depth, 0)
}

const LEVELS: [&[&str]; 5] = [&["|", "^"], &["&"], &["<<", ">>"], &["+", "-"], &["*", "/", "%"]];

fn binary(
    cursor: &mut TextCursor<'_>,
    depth: usize,
    level: usize,
) -> Result<AsmExpression, Mismatch> {
    let Some(operators) = LEVELS.get(level) else { return unary(cursor, depth) };
    let mut left = binary(cursor, depth, level + 1)?;
    loop {
        let mut ahead = cursor.clone();
        ahead.skip_blanks();
        let before = ahead.clone();
        let Some(operator) = operators.iter().find(|operator| ahead.eat_raw(operator)) else {
            return Ok(left);
        };
        // A per cent sign before a letter is a modifier or a register.
        if *operator == "%" && !ahead.rest().starts_with([' ', '(']) {
            return Ok(left);
        }
        *cursor = ahead;
        let right = binary(cursor, depth, level + 1)?;
        let message = "an expression that is a sum of symbols and a number";
        left = combine(operator, left, right).ok_or_else(|| Mismatch::new(&before, message))?;
    }
}

fn combine(operator: &str, left: AsmExpression, right: AsmExpression) -> Option<AsmExpression> {
    if let (Some(a), Some(b)) = (left.constant(), right.constant()) {
        let number = match operator {
            "|" => a | b,
            "^" => a ^ b,
            "&" => a & b,
            "<<" => a.checked_shl(u32::try_from(b).ok()?)?,
            ">>" => ((a as u64).checked_shr(u32::try_from(b).ok()?)?) as i64,
            "+" => a.wrapping_add(b),
            "-" => a.wrapping_sub(b),
            "*" => a.wrapping_mul(b),
            "/" => a.checked_div(b)?,
            "%" => a.checked_rem(b)?,
            _ => return None,
        };
        return Some(AsmExpression::from_number(number));
    }
    if !left.modifier.is_empty() || !right.modifier.is_empty() {
        return None;
    }
    let one = |a: Option<String>, b: Option<String>| match (a, b) {
        (Some(_), Some(_)) => None,
        (a, b) => Some(a.or(b)),
    };
    let (number, symbol, minus) = match operator {
        "+" => (
            left.number.wrapping_add(right.number),
            one(left.symbol, right.symbol)?,
            one(left.minus, right.minus)?,
        ),
        "-" => (
            left.number.wrapping_sub(right.number),
            one(left.symbol, right.minus)?,
            one(left.minus, right.symbol)?,
        ),
        _ => return None,
    };
    Some(AsmExpression { number, symbol, minus, modifier: String::new() })
}

fn unary(cursor: &mut TextCursor<'_>, depth: usize) -> Result<AsmExpression, Mismatch> {
    cursor.skip_blanks();
    let error = Mismatch::new(cursor, "a number or a symbol");
    if depth > MAX_DEPTH {
        return Err(Mismatch::new(cursor, format!("at most {MAX_DEPTH} nested parentheses")));
    }
    for (sign, apply) in [
        ("-", i64::wrapping_neg as fn(i64) -> i64),
        ("~", |number| !number),
        ("!", |number| i64::from(number == 0)),
        ("+", |number| number),
    ] {
        if cursor.eat_raw(sign) {
            let inner = unary(cursor, depth + 1)?.constant();
            return inner.map(|inner| AsmExpression::from_number(apply(inner))).ok_or(error);
        }
    }
    if cursor.eat_raw("(") {
        let inner = sum(cursor, depth + 1)?;
        cursor.eat_words(")")?;
        return Ok(inner);
    }
    if cursor.eat_raw("%") {
        let modifier = cursor.word().ok_or_else(|| error.clone())?;
        if !cursor.eat_raw("(") {
            return Err(error);
        }
        let inner = sum(cursor, depth + 1)?;
        cursor.eat_words(")")?;
        return Ok(AsmExpression { modifier: modifier.to_ascii_lowercase(), ..inner });
    }
    primary(cursor, error)
}

fn primary(cursor: &mut TextCursor<'_>, error: Mismatch) -> Result<AsmExpression, Mismatch> {
    let rest = cursor.rest();
    if let Some(quoted) = rest.strip_prefix('\'') {
        let mut characters = quoted.chars();
        let character = match characters.next() {
            Some('\\') => escape(characters.next()),
            other => other,
        };
        let character = character.ok_or_else(|| error.clone())?;
        let rest = characters.as_str();
        let rest = rest.strip_prefix('\'').unwrap_or(rest);
        *cursor = TextCursor::at(cursor.line(), cursor.line().len() - rest.len());
        return Ok(AsmExpression::from_number(i64::from(u32::from(character))));
    }
    let word = cursor.symbol().ok_or_else(|| error.clone())?;
    if word.starts_with(|c: char| c.is_ascii_digit()) {
        if let Some(number) = number(word) {
            return Ok(AsmExpression::from_number(number));
        }
        // `1b` and `1f` are local labels.
        let is_local = word.ends_with(['b', 'f'])
            && word[..word.len() - 1].bytes().all(|byte| byte.is_ascii_digit());
        if !is_local {
            return Err(error);
        }
    }
    Ok(AsmExpression { symbol: Some(word.to_owned()), ..AsmExpression::default() })
}

/// Returns the character after a backslash.
pub(crate) fn escape(character: Option<char>) -> Option<char> {
    Some(match character? {
        'n' => '\n',
        't' => '\t',
        'r' => '\r',
        '0' => '\0',
        other => other,
    })
}

/// Returns a number's value: decimal, `0x`, `0b`, or octal after a zero.
pub(crate) fn number(text: &str) -> Option<i64> {
    let lower = text.to_ascii_lowercase();
    let parse = |digits: &str, radix| u64::from_str_radix(digits, radix).ok().map(|n| n as i64);
    if let Some(digits) = lower.strip_prefix("0x") {
        parse(digits, 16)
    } else if let Some(digits) = lower.strip_prefix("0b").filter(|digits| !digits.is_empty()) {
        parse(digits, 2)
    } else if lower.len() > 1 && lower.starts_with('0') {
        parse(&lower[1..], 8)
    } else {
        parse(&lower, 10)
    }
}

impl<'t> TextCursor<'t> {
    /// Reads a number or a symbol.
    fn symbol(&mut self) -> Option<&'t str> {
        let rest = self.rest();
        let is_end = |c: char| !is_word(c) && c != '$' && c != '@';
        let end = rest.find(is_end).unwrap_or(rest.len());
        let word = &rest[..end];
        if word.is_empty() || !self.eat_raw(word) {
            return None;
        }
        Some(word)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: Result<AsmExpression, usize>) {
        let mut cursor = TextCursor::new(text);
        let parsed = AsmExpression::parse(&mut cursor);
        assert_eq!(parsed.map_err(|error| error.at), expected, "{text}");
    }

    #[test]
    fn numbers_have_precedence() {
        for (text, number) in [
            ("1 + 2 * 3", 7),
            ("(1 + 2) * 3", 9),
            ("-8", -8),
            ("0x10 | 1 << 2", 20),
            ("~0", -1),
            ("010", 8),
            ("0b101", 5),
            ("'a'", 97),
            ("'\\n'", 10),
            ("7 % 4", 3),
        ] {
            check(text, Ok(AsmExpression::from_number(number)));
        }
    }

    #[test]
    fn symbols_are_added_and_subtracted_once() {
        let symbol = |name: &str| Some(name.to_owned());
        let sum = AsmExpression { number: 3, symbol: symbol("x"), ..AsmExpression::default() };
        check("x + 4 - 1", Ok(sum.clone()));
        check("x - y + 3", Ok(AsmExpression { minus: symbol("y"), ..sum.clone() }));
        check("%lo(x + 3)", Ok(AsmExpression { modifier: "lo".to_owned(), ..sum }));
        check("1f", Ok(AsmExpression { symbol: symbol("1f"), ..AsmExpression::default() }));
        check("x + y", Err(2));
        check("x * 2", Err(2));
    }

    #[test]
    fn malformed_expressions_are_errors() {
        check("", Err(0));
        check("(1", Err(2));
        check("1 / 0", Err(2));
        check("9x", Err(0));
        check(&"(".repeat(200), Err(65));
        check(&"-".repeat(200), Err(65));
    }
}
