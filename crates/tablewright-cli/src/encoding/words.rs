//! Decoded words as text.

use tablewright_inspect::encoding::{BitTest, DecodedMatch, DecodedWord, WordFieldValue};
use tablewright_records::TextSink;

/// Formats a decoded word.
pub(super) fn text(decoded: &DecodedWord<'_>) -> String {
    let mut text = format!("{}\n", decoded.word);
    for decoded_match in &decoded.matches {
        append_match(decoded_match, &mut text);
    }
    if decoded.matches.is_empty() {
        text.push_str("  no instruction\n");
    }
    text
}

fn append_match(decoded_match: &DecodedMatch<'_>, text: &mut String) {
    write!(text, "  {}  {}", decoded_match.name, decoded_match.table);
    if !decoded_match.predicates.is_empty() {
        write!(text, "  needs {}", decoded_match.predicates.join(", "));
    }
    text.push_str(if decoded_match.soft_fail { "  fails softly" } else { "" });
    text.push_str(if decoded_match.conflicting { "  in conflict with others\n" } else { "\n" });
    let test = |test: &BitTest| format!("{} is {}", bits(test.bit, test.width), test.value);
    let tests: Vec<String> = decoded_match.path.iter().map(test).collect();
    if !tests.is_empty() {
        writeln!(text, "    path      {}", tests.join(", "));
    }
    for WordFieldValue { label, bit, width, value, .. } in &decoded_match.fields {
        writeln!(text, "    {label:9} {value} from {}", bits(*bit, *width));
    }
    for operand in &decoded_match.operands {
        match (operand.method, operand.value) {
            (Some(method), Some(value)) => writeln!(text, "    operand   {method}({value})"),
            (Some(method), None) if operand.takes_word => {
                writeln!(text, "    operands  {method}(word)");
            }
            (Some(method), None) => writeln!(text, "    operand   {method}()"),
            (None, value) => writeln!(text, "    operand   {}", value.unwrap_or_default()),
        }
    }
}

fn bits(low: u32, width: u32) -> String {
    match width {
        1 => format!("Inst{{{low}}}"),
        width => format!("Inst{{{}-{low}}}", low + width - 1),
    }
}
