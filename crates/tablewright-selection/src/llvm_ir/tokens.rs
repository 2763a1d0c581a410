//! Tokens of a line of LLVM IR.

/// Splits a line into words, names, numbers and signs. Comments, attributes in strings and metadata are kept as tokens.
pub(super) fn tokens(line: &str) -> Vec<&str> {
    let mut tokens = Vec::new();
    let mut rest = line.trim_start();
    while let Some(first) = rest.chars().next() {
        if first == ';' {
            break;
        }
        let is_word = |c: char| c.is_alphanumeric() || matches!(c, '_' | '.' | '$' | '-');
        let len = match first {
            '%' | '@' | '#' | '!' if rest[1..].starts_with('"') => {
                rest[2..].find('"').map_or(rest.len(), |end| end + 3)
            }
            '%' | '@' | '#' | '!' => 1 + rest[1..].find(|c| !is_word(c)).unwrap_or(rest.len() - 1),
            '"' => rest[1..].find('"').map_or(rest.len(), |end| end + 2),
            first if is_word(first) => rest.find(|c| !is_word(c)).unwrap_or(rest.len()),
            first => first.len_utf8(),
        };
        tokens.push(&rest[..len]);
        rest = rest[len..].trim_start();
    }
    tokens
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_have_a_sign_before_them() {
        let line = "%x.1 = add nsw i32 %a, -5 ; a sum";
        assert_eq!(tokens(line), ["%x.1", "=", "add", "nsw", "i32", "%a", ",", "-5"]);
        assert_eq!(tokens("%\"a b\" \"x"), ["%\"a b\"", "\"x"]);
    }
}
