//! The first difference between two outputs, as text for people.

use std::ops::Range;

use super::{compared_tokens, is_c_like};

/// Number of bytes shown from a line. A JSON output is a single line with megabytes.
const SHOWN: usize = 160;

/// Describes the first difference between two outputs of an action in two lines: the reference's
/// text, and ours. `name` is their file name.
pub fn first_difference(reference: &[u8], ours: &[u8], name: &str, action: &str) -> String {
    let (theirs_at, ours_at) = if is_c_like(name) {
        first_token(reference, ours, action)
    } else {
        let same = reference.iter().zip(ours).take_while(|(a, b)| a == b).count();
        (same, same)
    };
    format!(
        "    reference {}\n    ours      {}",
        excerpt(reference, theirs_at),
        excerpt(ours, ours_at)
    )
}

fn first_token(reference: &[u8], ours: &[u8], action: &str) -> (usize, usize) {
    let (theirs, mine) = (compared_tokens(reference, action), compared_tokens(ours, action));
    let same =
        theirs.iter().zip(&mine).take_while(|(a, b)| reference[(*a).clone()] == ours[(*b).clone()]);
    let same = same.count();
    let start = |list: &[Range<usize>], end| list.get(same).map_or(end, |range| range.start);
    (start(&theirs, reference.len()), start(&mine, ours.len()))
}

/// Formats the text around byte `at` as `line:column: text`.
fn excerpt(data: &[u8], at: usize) -> String {
    if at >= data.len() {
        return format!("ends after {} bytes", data.len());
    }
    let line = 1 + data[..at].iter().filter(|&&b| b == b'\n').count();
    let start = data[..at].iter().rposition(|&b| b == b'\n').map_or(0, |i| i + 1);
    let end = data[at..].iter().position(|&b| b == b'\n').map_or(data.len(), |i| at + i);
    let from = start.max(at.saturating_sub(SHOWN / 2));
    let to = end.min(from + SHOWN);
    let text = String::from_utf8_lossy(&data[from..to]);
    let (before, after) = (if from > start { "…" } else { "" }, if to < end { "…" } else { "" });
    format!("{line}:{}: {before}{text}{after}", at - start + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn layout_is_passed_over_in_c() {
        let difference =
            first_difference(b"// a\nint x;\n", b"int x;\nint y;\n", "a.inc", "gen-attrs");
        assert_eq!(difference, "    reference ends after 12 bytes\n    ours      2:1: int y;");
    }

    #[test]
    fn other_outputs_are_compared_by_byte() {
        let difference = first_difference(b"{\"a\":1}", b"{\"a\":2}", "x.dump-json", "dump-json");
        assert_eq!(difference, "    reference 1:6: {\"a\":1}\n    ours      1:6: {\"a\":2}");
    }
}
