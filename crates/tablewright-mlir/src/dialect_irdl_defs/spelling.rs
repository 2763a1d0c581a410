//! Parts of MLIR's text.

use tablewright_text::HexEscaped;

/// Returns a symbol: an identifier unchanged, any other name in quotes (*MLIR Language Reference*, `symbol-ref-id`).
pub(super) fn symbol(name: &str) -> String {
    let is_part = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '$' | '.');
    let starts = |c: char| c.is_ascii_alphabetic() || c == '_';
    if name.starts_with(starts) && name.chars().all(is_part) {
        format!("@{name}")
    } else {
        format!("@{}", quoted(name))
    }
}

/// Returns a string in quotes.
pub(super) fn quoted(text: &str) -> String {
    format!("\"{}\"", HexEscaped(text))
}

/// Values of a list: `%3, %4`.
pub(super) fn values(numbers: impl IntoIterator<Item = usize>) -> String {
    let values: Vec<String> = numbers.into_iter().map(|number| format!("%{number}")).collect();
    values.join(", ")
}
