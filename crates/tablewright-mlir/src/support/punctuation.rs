//! Keywords and punctuation of formats.

/// Returns the call that parses a literal; the literal is optional if `prefix` is `Optional`.
pub(crate) fn parse_literal(parser: &str, literal: &str, prefix: &str) -> String {
    let punctuation = PUNCTUATION.iter().find(|(text, _)| *text == literal);
    match punctuation {
        Some((_, name)) => format!("{parser}.parse{prefix}{name}()"),
        None => format!("{parser}.parse{prefix}Keyword(\"{literal}\")"),
    }
}

/// Whether a blank is printed before a literal.
pub(crate) fn needs_space_before(literal: &str, follows_punctuation: bool) -> bool {
    let without = if follows_punctuation { ">)}]," } else { "<>(){}[]," };
    (literal.len() != 1 && literal != "->") || !without.contains(literal)
}

const PUNCTUATION: [(&str, &str); 18] = [
    ("->", "Arrow"),
    (":", "Colon"),
    (",", "Comma"),
    ("=", "Equal"),
    ("<", "Less"),
    (">", "Greater"),
    ("{", "LBrace"),
    ("}", "RBrace"),
    ("(", "LParen"),
    (")", "RParen"),
    ("[", "LSquare"),
    ("]", "RSquare"),
    ("?", "Question"),
    ("+", "Plus"),
    ("-", "Minus"),
    ("*", "Star"),
    ("...", "Ellipsis"),
    ("|", "VerticalBar"),
];
