//! Names in Python.

use crate::support::python::is_reserved;

/// Names that classes of operations have for themselves.
const OF_CLASSES: [&str; 15] = [
    "DIALECT_NAMESPACE",
    "OPERATION_NAME",
    "attributes",
    "context",
    "create",
    "get_asm",
    "ip",
    "loc",
    "operands",
    "operation",
    "print",
    "regions",
    "results",
    "self",
    "verify",
];

/// A name of a description as one of Python that means nothing else there.
pub(super) fn sanitized(name: &str) -> String {
    let is_part = |c: char| c == '_' || c.is_ascii_alphanumeric();
    let mut text: String = name.chars().map(|c| if is_part(c) { c } else { '_' }).collect();
    if text.starts_with(|first: char| first.is_ascii_digit()) {
        text.insert(0, '_');
        return text;
    }
    let is_own = text.starts_with("_ods_") || text.ends_with("_ods");
    if is_own || is_reserved(&text) || OF_CLASSES.contains(&text.as_str()) {
        text.push('_');
    }
    text
}

/// `camelCase` as `camel_case`. A run of capitals is a word; its last capital begins the next one where a small
/// letter follows.
pub(crate) fn snake_case(name: &str) -> String {
    let characters: Vec<char> = name.chars().collect();
    let has = |index: usize, test: fn(&char) -> bool| characters.get(index).is_some_and(test);
    let mut text = String::with_capacity(name.len());
    for (i, character) in characters.iter().enumerate() {
        text.push(character.to_ascii_lowercase());
        let ends_run = character.is_ascii_uppercase()
            && has(i + 1, char::is_ascii_uppercase)
            && has(i + 2, char::is_ascii_lowercase);
        let ends_word = (character.is_ascii_lowercase() || character.is_ascii_digit())
            && has(i + 1, char::is_ascii_uppercase);
        if ends_run || ends_word {
            text.push('_');
        }
    }
    text
}

/// The name of the function that builds an operation, which is not that of its class.
pub(super) fn function(op_name: &str, class: &str) -> String {
    let mut name = sanitized(op_name);
    if name == class {
        name.push('_');
    }
    name
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_of_capitals_are_words() {
        let names = ["optionalF32Attr", "HTTPServer", "XMLa", "a1B2", "ABcD", "None_"];
        let expected = ["optional_f32_attr", "http_server", "xm_la", "a1_b2", "a_bc_d", "none_"];
        assert_eq!(names.map(snake_case), expected);
    }

    #[test]
    fn names_with_another_meaning_get_an_underscore() {
        let names = ["in", "results", "_ods_x", "1.a-b", "match", "snake_case"];
        let expected = ["in_", "results_", "_ods_x_", "_1_a_b", "match", "snake_case"];
        assert_eq!(names.map(sanitized), expected);
        assert_eq!(function("snake_case", "snake_case"), "snake_case_");
    }
}
