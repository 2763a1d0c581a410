//! Evaluation of short C++ functions: conditions and transformations in descriptions.
//!
//! In: a function body, for example `return isInt<12>(Imm);`, and the meaning of its names. Out: a value. A part
//! whose meaning is not known makes the result unknown, unless the result does not depend on it.

/// A value of a C++ expression.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum CppValue {
    /// An integer or a condition.
    Number(i128),
    /// Something that a context knows by this text.
    Object(String),
    /// A value that is not known.
    Unknown,
}

use CppValue::{Number, Object, Unknown};

impl CppValue {
    pub(super) fn from_condition(is_true: bool) -> CppValue {
        Number(i128::from(is_true))
    }

    /// Returns the value in a type. `None` for any type.
    fn with_type(self, ty: Option<&str>) -> CppValue {
        match ty {
            Some(ty) => cast(ty, self),
            None => self,
        }
    }

    pub(crate) fn number(&self) -> Option<i128> {
        if let Number(number) = self { Some(*number) } else { None }
    }

    /// Returns the truth of a condition. `None` if it is not known.
    pub(crate) fn truth(&self) -> Option<bool> {
        match self {
            Number(number) => Some(*number != 0),
            Object(_) => Some(true),
            Unknown => None,
        }
    }
}

/// The meaning of names.
pub(super) trait CppContext {
    /// Returns the value of a name.
    fn name(&self, name: &str) -> CppValue;

    /// Calls a method of an object, or a function. In that case `object` is `None`.
    fn call(&self, object: Option<&str>, function: &str, arguments: &[CppValue]) -> CppValue;
}

/// Nesting limit.
const MAX_DEPTH: usize = 100;

/// Evaluates a function body, or a single expression.
pub(super) fn evaluate(code: &str, context: &dyn CppContext) -> CppValue {
    let tokens = tokens(code);
    let mut evaluator =
        CppEvaluator { tokens: &tokens, at: 0, context, variables: Vec::new(), depth: 0 };
    let is_body = tokens.contains(&";");
    if !is_body {
        let value = evaluator.expression();
        return if evaluator.at == tokens.len() { value.unwrap_or(Unknown) } else { Unknown };
    }
    while evaluator.at < tokens.len() {
        match evaluator.statement(true) {
            Some(None) => {}
            Some(Some(value)) => return value,
            None => return Unknown,
        }
    }
    Unknown
}

/// Splits code into words, numbers and signs. Comments are dropped.
fn tokens(code: &str) -> Vec<&str> {
    const LONG: [&str; 15] =
        ["->", "::", "&&", "||", "==", "!=", "<=", ">=", "<<", ">>", "++", "--", "+=", "-=", "|="];
    let mut tokens = Vec::new();
    let mut rest = code.trim_start();
    while let Some(first) = rest.chars().next() {
        let len = if rest.starts_with("//") {
            rest = rest.split_once('\n').map_or("", |(_, rest)| rest).trim_start();
            continue;
        } else if let Some(comment) = rest.strip_prefix("/*") {
            rest = comment.split_once("*/").map_or("", |(_, rest)| rest).trim_start();
            continue;
        } else if first.is_alphanumeric() || first == '_' {
            rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len())
        } else if LONG.iter().any(|long| rest.starts_with(long)) {
            2
        } else {
            first.len_utf8()
        };
        tokens.push(&rest[..len]);
        rest = rest[len..].trim_start();
    }
    tokens
}

struct CppEvaluator<'t> {
    tokens: &'t [&'t str],
    at: usize,
    context: &'t dyn CppContext,
    variables: Vec<(String, CppValue)>,
    depth: usize,
}

/// Types in casts.
const TYPES: [&str; 14] = [
    "int64_t", "uint64_t", "int32_t", "uint32_t", "int16_t", "uint16_t", "int8_t", "uint8_t",
    "int", "unsigned", "bool", "void", "long", "char",
];

/// The levels of binary operators, weakest first.
const LEVELS: [&[&str]; 10] = [
    &["||"],
    &["&&"],
    &["|"],
    &["^"],
    &["&"],
    &["==", "!="],
    &["<", ">", "<=", ">="],
    &["<<", ">>"],
    &["+", "-"],
    &["*", "/", "%"],
];

impl<'t> CppEvaluator<'t> {
    fn peek(&self) -> Option<&'t str> {
        self.tokens.get(self.at).copied()
    }

    fn take(&mut self, token: &str) -> bool {
        let is_next = self.peek() == Some(token);
        self.at += usize::from(is_next);
        is_next
    }

    fn expect(&mut self, token: &str) -> Option<()> {
        self.take(token).then_some(())
    }

    /// Executes a statement. Returns the value if it returns from the function. `is_live`: whether it is reached.
    fn statement(&mut self, is_live: bool) -> Option<Option<CppValue>> {
        self.depth += 1;
        let result = if self.depth > MAX_DEPTH { None } else { self.statement_inner(is_live) };
        self.depth -= 1;
        result
    }

    fn statement_inner(&mut self, is_live: bool) -> Option<Option<CppValue>> {
        if self.take(";") {
            return Some(None);
        }
        if self.take("{") {
            let mut returned = None;
            while !self.take("}") {
                let value = self.statement(is_live && returned.is_none())?;
                returned = returned.or(value);
            }
            return Some(returned);
        }
        if self.take("return") {
            let value = self.expression()?;
            self.expect(";")?;
            return Some(is_live.then_some(value));
        }
        if self.take("if") {
            return self.conditional(is_live);
        }
        if let Some(name) = self.declaration() {
            let value = self.expression()?;
            self.expect(";")?;
            self.variables.push((name, value));
            return Some(None);
        }
        self.expression()?;
        self.expect(";")?;
        Some(None)
    }

    fn conditional(&mut self, is_live: bool) -> Option<Option<CppValue>> {
        self.expect("(")?;
        let declared = self.declaration();
        let condition = self.expression()?;
        if let Some(name) = declared {
            self.variables.push((name, condition.clone()));
        }
        self.expect(")")?;
        let truth = condition.truth();
        let mut returned = self.statement(is_live && truth == Some(true))?;
        if self.take("else") {
            let other = self.statement(is_live && truth == Some(false))?;
            returned = returned.or(other);
        }
        // Either branch may return.
        Some(if is_live && truth.is_none() { Some(Unknown) } else { returned })
    }

    /// Passes the beginning of a declaration with a value: `const auto *N =`. Returns the name.
    fn declaration(&mut self) -> Option<String> {
        let mut at = self.at;
        let mut words = 0;
        let mut last = "";
        let mut template = 0;
        loop {
            let token = *self.tokens.get(at)?;
            match token {
                "=" if words >= 2 && template == 0 => break,
                "<" => template += 1,
                ">" => template -= 1,
                "*" | "&" | "::" => {}
                _ if token.starts_with(|c: char| c.is_alphabetic() || c == '_') => {
                    words += usize::from(
                        template == 0 && self.tokens.get(at.wrapping_sub(1)) != Some(&"::"),
                    );
                    last = token;
                }
                _ => return None,
            }
            at += 1;
        }
        self.at = at + 1;
        Some(last.to_owned())
    }

    fn expression(&mut self) -> Option<CppValue> {
        self.depth += 1;
        let value = if self.depth > MAX_DEPTH { None } else { self.choice() };
        self.depth -= 1;
        value
    }

    fn choice(&mut self) -> Option<CppValue> {
        let condition = self.binary(0)?;
        if !self.take("?") {
            return Some(condition);
        }
        let yes = self.expression()?;
        self.expect(":")?;
        let no = self.expression()?;
        Some(match condition.truth() {
            Some(true) => yes,
            Some(false) => no,
            None if yes == no => yes,
            None => Unknown,
        })
    }

    fn binary(&mut self, level: usize) -> Option<CppValue> {
        let Some(operators) = LEVELS.get(level) else { return self.unary() };
        let mut left = self.binary(level + 1)?;
        while let Some(operator) = self.peek().filter(|token| operators.contains(token)) {
            self.at += 1;
            let right = self.binary(level + 1)?;
            left = apply(operator, &left, &right);
        }
        Some(left)
    }

    fn unary(&mut self) -> Option<CppValue> {
        self.depth += 1;
        let value = if self.depth > MAX_DEPTH { None } else { self.unary_inner() };
        self.depth -= 1;
        value
    }

    fn unary_inner(&mut self) -> Option<CppValue> {
        if let Some(operator @ ("!" | "-" | "~" | "+" | "*" | "&")) = self.peek() {
            self.at += 1;
            let ty = self.wide_unsigned_cast();
            let value = self.unary()?;
            return Some(match (operator, value) {
                ("!", value) => {
                    value.truth().map_or(Unknown, |truth| CppValue::from_condition(!truth))
                }
                ("-", Number(number)) => Number(-number).with_type(ty),
                ("~", Number(number)) => Number(!number).with_type(ty),
                ("+" | "*" | "&", value) => value,
                _ => Unknown,
            });
        }
        if self.peek() == Some("(")
            && self.tokens.get(self.at + 1).is_some_and(|token| TYPES.contains(token))
        {
            self.at += 1;
            let ty = self.type_name();
            self.expect(")")?;
            let value = self.unary()?;
            return Some(cast(&ty, value));
        }
        let mut value = self.primary()?;
        while self.take("->") || self.take(".") {
            let method = self.peek()?.to_owned() + &self.after_name()?;
            let arguments = if self.take("(") { self.arguments()? } else { Vec::new() };
            value = match value {
                Object(object) => self.context.call(Some(&object), &method, &arguments),
                // A wrapper around a number, such as `APInt`.
                Number(number) => match method.as_str() {
                    "getZExtValue" | "getSExtValue" | "getLimitedValue" => Number(number),
                    _ => Unknown,
                },
                Unknown => Unknown,
            };
        }
        Some(value)
    }

    /// Returns the unsigned type in a cast that follows. Narrower types are promoted to signed types.
    fn wide_unsigned_cast(&self) -> Option<&'t str> {
        const WIDE: [&str; 3] = ["unsigned", "uint32_t", "uint64_t"];
        let [paren, ty, end] = self.tokens.get(self.at..self.at + 3)? else { return None };
        (*paren == "(" && *end == ")" && WIDE.contains(ty)).then_some(*ty)
    }

    /// Passes a name, and returns its template arguments as text: `<12>`.
    fn after_name(&mut self) -> Option<String> {
        self.at += 1;
        let mut text = String::new();
        if self.peek() != Some("<") {
            return Some(text);
        }
        // A comparison has no `>(` after simple tokens.
        let mut end = self.at + 1;
        while self.tokens.get(end).is_some_and(|token| is_template_part(token)) {
            end += 1;
        }
        if self.tokens.get(end) == Some(&">") && self.tokens.get(end + 1) == Some(&"(") {
            for token in &self.tokens[self.at..=end] {
                text.push_str(token);
            }
            self.at = end + 1;
        }
        Some(text)
    }

    fn type_name(&mut self) -> String {
        let mut name = String::new();
        while let Some(token) = self.peek().filter(|token| *token != ")" && *token != ">") {
            name.push_str(token);
            self.at += 1;
        }
        name
    }

    fn arguments(&mut self) -> Option<Vec<CppValue>> {
        let mut arguments = Vec::new();
        while !self.take(")") {
            arguments.push(self.expression()?);
            if !self.take(",") && self.peek() != Some(")") {
                return None;
            }
        }
        Some(arguments)
    }

    fn primary(&mut self) -> Option<CppValue> {
        let token = self.peek()?;
        if self.take("(") {
            let value = self.expression()?;
            self.expect(")")?;
            return Some(value);
        }
        if token.starts_with(|c: char| c.is_ascii_digit()) {
            self.at += 1;
            return Some(number(token).map_or(Unknown, Number));
        }
        if !token.starts_with(|c: char| c.is_alphabetic() || c == '_') {
            return None;
        }
        let mut name = token.to_owned() + &self.after_name()?;
        while self.peek() == Some("::") {
            self.at += 1;
            let part = self.peek()?;
            name = format!("{name}::{part}{}", self.after_name()?);
        }
        if self.take("(") {
            let arguments = self.arguments()?;
            return Some(self.function(&name, &arguments));
        }
        if self.take("[") {
            let index = self.expression()?;
            self.expect("]")?;
            return Some(self.context.call(None, &format!("{name}[]"), &[index]));
        }
        let variable = self.variables.iter().rev().find(|(variable, _)| *variable == name);
        Some(match (variable, name.as_str()) {
            (Some((_, value)), _) => value.clone(),
            (None, "true") => Number(1),
            (None, "false") => Number(0),
            (None, name) => self.context.name(name),
        })
    }

    fn function(&self, name: &str, arguments: &[CppValue]) -> CppValue {
        if TYPES.contains(&name) {
            return arguments.first().map_or(Unknown, |value| cast(name, value.clone()));
        }
        if let Some(ty) = name.strip_prefix("static_cast<") {
            let ty = ty.trim_end_matches('>');
            return arguments.first().map_or(Unknown, |value| cast(ty, value.clone()));
        }
        if name.starts_with("cast<") {
            return arguments.first().cloned().unwrap_or(Unknown);
        }
        let known = match arguments {
            [Number(number)] => arithmetic_function(name, *number),
            _ => None,
        };
        known.unwrap_or_else(|| self.context.call(None, name, arguments))
    }
}

fn is_template_part(token: &str) -> bool {
    matches!(token, "," | "::" | "-" | "+")
        || token.starts_with(|c: char| c.is_alphanumeric() || c == '_')
}

/// Returns a number with suffixes such as `ULL`.
fn number(token: &str) -> Option<i128> {
    let token = token.trim_end_matches(['u', 'U', 'l', 'L']);
    match token.strip_prefix("0x").or_else(|| token.strip_prefix("0X")) {
        Some(digits) => i128::from_str_radix(digits, 16).ok(),
        None => token.parse().ok(),
    }
}

/// Returns the low 64 bits without a sign.
fn unsigned(number: i128) -> u64 {
    number as u64
}

fn cast(ty: &str, value: CppValue) -> CppValue {
    let Number(number) = value else { return value };
    Number(match ty {
        "uint64_t" | "unsignedlong" | "unsignedlonglong" => i128::from(number as u64),
        "int64_t" | "long" | "longlong" => i128::from(number as i64),
        "unsigned" | "uint32_t" | "unsignedint" => i128::from(number as u32),
        "int" | "int32_t" => i128::from(number as i32),
        "uint16_t" => i128::from(number as u16),
        "int16_t" => i128::from(number as i16),
        "uint8_t" => i128::from(number as u8),
        "int8_t" => i128::from(number as i8),
        "bool" => i128::from(number != 0),
        _ => return Unknown,
    })
}

fn apply(operator: &str, left: &CppValue, right: &CppValue) -> CppValue {
    match (operator, left.truth(), right.truth()) {
        ("&&", Some(false), _) | ("&&", _, Some(false)) => return Number(0),
        ("&&", Some(true), Some(true)) => return Number(1),
        ("||", Some(true), _) | ("||", _, Some(true)) => return Number(1),
        ("||", Some(false), Some(false)) => return Number(0),
        ("&&" | "||", _, _) => return Unknown,
        _ => {}
    }
    let (a, b) = match (left, right) {
        (Number(a), Number(b)) => (*a, *b),
        (Object(a), Object(b)) => {
            return match operator {
                "==" => CppValue::from_condition(a == b),
                "!=" => CppValue::from_condition(a != b),
                _ => Unknown,
            };
        }
        _ => return Unknown,
    };
    let shift = u32::try_from(b).ok().filter(|&shift| shift < 64);
    Number(match operator {
        "|" => a | b,
        "^" => a ^ b,
        "&" => a & b,
        "==" => i128::from(a == b),
        "!=" => i128::from(a != b),
        "<" => i128::from(a < b),
        ">" => i128::from(a > b),
        "<=" => i128::from(a <= b),
        ">=" => i128::from(a >= b),
        "<<" => match shift {
            Some(shift) => a << shift,
            None => return Unknown,
        },
        ">>" => match shift {
            Some(shift) => a >> shift,
            None => return Unknown,
        },
        "+" => a.wrapping_add(b),
        "-" => a.wrapping_sub(b),
        "*" => a.wrapping_mul(b),
        "/" if b != 0 => a.wrapping_div(b),
        "%" if b != 0 => a.wrapping_rem(b),
        _ => return Unknown,
    })
}

/// Functions of LLVM's `MathExtras.h`.
fn arithmetic_function(name: &str, number: i128) -> Option<CppValue> {
    let (name, template) = name.split_once('<').unwrap_or((name, ""));
    let name = name.strip_prefix("llvm::").unwrap_or(name);
    let bits: Vec<u32> =
        template.trim_end_matches('>').split(',').filter_map(|bits| bits.parse().ok()).collect();
    let fits_signed = |number: i128, bits: u32| {
        (1..=64).contains(&bits)
            && (-(1_i128 << (bits - 1))..1_i128 << (bits - 1)).contains(&number)
    };
    let fits_unsigned =
        |number: i128, bits: u32| bits <= 64 && (0..1_i128 << bits).contains(&number);
    let is_shifted = |shift: u32| shift < 64 && number & ((1_i128 << shift) - 1) == 0;
    let condition = |is_true| Some(CppValue::from_condition(is_true));
    match (name, &bits[..]) {
        ("isInt", &[bits]) => condition(fits_signed(number, bits)),
        ("isUInt", &[bits]) => condition(fits_unsigned(number, bits)),
        ("isShiftedInt", &[bits, shift]) => {
            condition(fits_signed(number, bits.saturating_add(shift)) && is_shifted(shift))
        }
        ("isShiftedUInt", &[bits, shift]) => {
            condition(fits_unsigned(number, bits.saturating_add(shift)) && is_shifted(shift))
        }
        ("SignExtend64" | "SignExtend32", &[bits]) if (1..=64).contains(&bits) => {
            Some(Number(i128::from((number as i64) << (64 - bits) >> (64 - bits))))
        }
        ("isPowerOf2_64" | "isPowerOf2_32", []) => condition(unsigned(number).is_power_of_two()),
        ("isMask_64" | "isMask_32", []) => {
            condition(number != 0 && unsigned(number).wrapping_add(1) & unsigned(number) == 0)
        }
        ("isShiftedMask_64" | "isShiftedMask_32", []) => {
            let filled = unsigned(number) | unsigned(number).wrapping_sub(1);
            condition(number != 0 && filled.wrapping_add(1) & filled == 0)
        }
        ("Log2_64" | "Log2_32", []) => {
            unsigned(number).checked_ilog2().map(|log| Number(i128::from(log)))
        }
        ("countr_zero" | "countTrailingZeros", []) => {
            Some(Number(i128::from(unsigned(number).trailing_zeros())))
        }
        ("countr_one" | "countTrailingOnes", []) => {
            Some(Number(i128::from(unsigned(number).trailing_ones())))
        }
        ("popcount", []) => Some(Number(i128::from(unsigned(number).count_ones()))),
        ("Lo_32", []) => Some(Number(i128::from(number as u32))),
        ("Hi_32", []) => Some(Number(i128::from((number >> 32) as u32))),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Constant(i128);

    impl CppContext for Constant {
        fn name(&self, name: &str) -> CppValue {
            match name {
                "Imm" => Number(self.0),
                "N" | "Subtarget" => Object(name.to_owned()),
                _ => Unknown,
            }
        }

        fn call(&self, object: Option<&str>, function: &str, arguments: &[CppValue]) -> CppValue {
            match (object, function) {
                (Some("N"), "getSExtValue") => Number(self.0),
                (None, "getI32Imm") => arguments[0].clone(),
                (Some("Subtarget"), "is64Bit") => Number(1),
                _ => Unknown,
            }
        }
    }

    fn number(code: &str, number: i128) -> Option<i128> {
        evaluate(code, &Constant(number)).number()
    }

    #[test]
    fn ranges_of_constants() {
        assert_eq!(number("return isInt<5>(Imm);", -16), Some(1));
        assert_eq!(number("return isInt<5>(Imm);", 16), Some(0));
        assert_eq!(number("return isInt<16>(-Imm);", -32768), Some(0));
        assert_eq!(number("return isShiftedUInt<3, 2>(Imm) && (Imm != 0);", 28), Some(1));
        assert_eq!(number("return Imm > 4 && Imm < 8;", 5), Some(1));
    }

    #[test]
    fn complements_of_unsigned_numbers_are_unsigned() {
        let code = "return isShiftedUInt<22, 10>(~(unsigned)N->getSExtValue());";
        assert_eq!(number(code, 0x03ff_ffff), Some(1));
        assert_eq!(number(code, 0x03ff_fffe), Some(0));
        assert_eq!(number("return ~(uint32_t)Imm >> 10;", 1023), Some(0x3f_ffff));
        // A narrower number is promoted to an int.
        assert_eq!(number("return ~(uint8_t)Imm;", 1), Some(-2));
    }

    #[test]
    fn statements() {
        let code = "if (Subtarget->is64Bit()) return isUInt<6>(Imm); return isUInt<5>(Imm);";
        assert_eq!(number(code, 63), Some(1));
        let code = "int64_t Value = N->getSExtValue(); // a comment
            if (Value < 0) { return getI32Imm(-Value, SDLoc(N)); } else return Value << 2;";
        assert_eq!(number(code, -3), Some(3));
        assert_eq!(number(code, 3), Some(12));
        let code = "return (uint64_t)N->getSExtValue() >> 60 == 15 ? ~0xFULL : 1;";
        assert_eq!(number(code, -1), Some(-16));
    }

    #[test]
    fn unknown_parts_may_not_matter() {
        assert_eq!(number("return Imm == 0 && hasLuck();", 1), Some(0));
        assert_eq!(number("return Imm == 1 && hasLuck();", 1), None);
        assert_eq!(number("if (hasLuck()) return 1; return 0;", 1), None);
        assert_eq!(number("(hasLuck()) || (Subtarget->is64Bit())", 1), Some(1));
    }

    #[test]
    fn nonsense_has_no_value() {
        for code in ["return ;", "(((((", "return 1", "{", "if (", "isInt<", "1 / 0"] {
            assert_eq!(number(code, 1), None, "{code}");
        }
        assert_eq!(number(&"(".repeat(100_000), 1), None);
        assert_eq!(number(&"!".repeat(100_000), 1), None);
    }
}
