//! Description texts as Rust documentation.

use tablewright_text::{TextSink, append};

use crate::support::markdown::write_reindented;

/// Creates the lines that document an operation: its summary, and its description after an empty line.
pub(super) fn for_operation(summary: &str, description: &str) -> Vec<String> {
    let mut lines: Vec<String> = one_line(summary).into_iter().collect();
    let described = for_description(description);
    if !lines.is_empty() && !described.is_empty() {
        lines.push(String::new());
    }
    lines.extend(described);
    lines
}

/// Returns a summary as a capitalized line with a full stop; `None` if it is empty.
pub(super) fn one_line(summary: &str) -> Option<String> {
    let words: Vec<&str> = summary.split_whitespace().collect();
    let summary = words.join(" ");
    let mut characters = summary.chars();
    let first = characters.next()?;
    let after_first = characters.as_str();
    let end = if summary.ends_with(['.', ':', '!', '?']) { "" } else { "." };
    Some(format!("{}{after_first}{end}", first.to_ascii_uppercase()))
}

/// Returns a description's lines. A code block without a language would be compiled as Rust: a fenced block gets the
/// language `text`, and an indented block loses its indentation.
fn for_description(description: &str) -> Vec<String> {
    let mut text = String::new();
    write_reindented(&mut text, description.trim_end(), "");
    let mut is_code = false;
    let mut lines = Vec::new();
    for line in text.lines() {
        let trimmed = line.trim_start();
        if let Some(language) = trimmed.strip_prefix("```") {
            is_code = !is_code;
            let needs_language = is_code && language.trim().is_empty();
            lines.push(if needs_language { "```text".to_owned() } else { trimmed.to_owned() });
            continue;
        }
        let indentation = line.len() - trimmed.len();
        lines.push(if !is_code && indentation >= 4 && !trimmed.is_empty() {
            format!("   {trimmed}")
        } else {
            line.to_owned()
        });
    }
    if is_code {
        lines.push("```".to_owned());
    }
    lines
}

/// Prints documentation.
pub(super) fn emit_docs(indentation: &str, lines: &[String], out: &mut impl TextSink) {
    for line in lines {
        append!(out, indentation, if line.is_empty() { "///" } else { "/// " }, line, "\n");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn code_of_other_languages_is_not_compiled() {
        let lines = for_operation(
            "adds  integers",
            "\n    Adds.\n\n        a = b\n\n    ```\n    x\n        y\n    ```\n    ```mlir\n    z\n",
        );
        let expected = [
            "Adds integers.",
            "",
            "Adds.",
            "",
            "   a = b",
            "",
            "```text",
            "x",
            "    y",
            "```",
            "```mlir",
            "z",
            "```",
        ];
        assert_eq!(lines, expected);
    }
}
