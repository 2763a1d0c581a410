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

/// Returns a description name as a Python identifier without other meanings.
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

/// Returns the name of the function that builds an operation, which differs from its class name.
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
    fn names_with_another_meaning_get_an_underscore() {
        let names = ["in", "results", "_ods_x", "1.a-b", "match", "snake_case"];
        let expected = ["in_", "results_", "_ods_x_", "_1_a_b", "match", "snake_case"];
        assert_eq!(names.map(sanitized), expected);
        assert_eq!(function("snake_case", "snake_case"), "snake_case_");
    }
}
