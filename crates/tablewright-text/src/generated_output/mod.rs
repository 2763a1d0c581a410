//! Comparison between generated outputs. C and C++ are compared as tokens, without comments and
//! layout.

mod first_difference;

use std::ops::Range;

pub use first_difference::first_difference;

/// C and C++ file extensions.
const C_LIKE: [&str; 4] = [".inc", ".h", ".cpp", ".cl"];

/// Functions with the same text in every output of the action. Our functions have other bodies, so
/// that only signatures are compared.
const OWN_BODIES: [(&str, &[&str]); 2] = [
    ("gen-disassembler", &["fieldFromInstruction", "insertBits", "decodeInstruction"]),
    (
        "gen-asm-matcher",
        &[
            "MatchInstructionImpl",
            "MnemonicSpellCheck",
            "CheckMnemonic",
            "MatchOperandParserImpl",
            "tryCustomParseOperand",
            "checkAsmTiedOperandConstraints",
        ],
    ),
];

/// Whether a file with this name contains C or C++.
pub fn is_c_like(name: &str) -> bool {
    C_LIKE.iter().any(|ending| name.ends_with(ending))
}

/// Whether two outputs of an action are equivalent. `name` is their file name.
///
/// C and C++ are compared token by token. The bodies of functions with the same text in every
/// output are left out. Other files are compared byte by byte.
pub fn is_same(a: &[u8], b: &[u8], name: &str, action: &str) -> bool {
    let texts = |data| compared_tokens(data, action).into_iter();
    a == b || (is_c_like(name) && texts(a).map(|r| &a[r]).eq(texts(b).map(|r| &b[r])))
}

/// Returns the token ranges to compare. Left out are comments, white space, and the function bodies
/// that are the same in every output of `action`.
pub fn compared_tokens(data: &[u8], action: &str) -> Vec<Range<usize>> {
    let all = tokens(data);
    let Some((_, names)) = OWN_BODIES.iter().find(|(a, _)| *a == action) else {
        return all;
    };
    let text = |i: usize| all.get(i).map_or(&b""[..], |range: &Range<usize>| &data[range.clone()]);
    let mut kept = Vec::with_capacity(all.len());
    let mut i = 0;
    while i < all.len() {
        if text(i + 1) == b"(" && names.iter().any(|n| text(i).ends_with(n.as_bytes())) {
            let end = closing(all.len(), text, i + 1);
            let body = if text(end) == b"const" { end + 1 } else { end };
            if text(body) == b"{" {
                let past = closing(all.len(), text, body);
                kept.extend_from_slice(&all[i..=body]);
                // The closing brace represents the omitted body. If the text ends before the brace,
                // the opening brace represents it.
                let brace = all[body].clone();
                kept.push(if text(past - 1) == b"}" { all[past - 1].clone() } else { brace });
                i = past;
                continue;
            }
        }
        kept.push(all[i].clone());
        i += 1;
    }
    kept
}

/// Returns the index after the bracket that closes the bracket at `open`.
fn closing<'a>(count: usize, text: impl Fn(usize) -> &'a [u8], open: usize) -> usize {
    let opener = text(open);
    let closer: &[u8] = if opener == b"(" { b")" } else { b"}" };
    let mut depth = 0usize;
    for i in open..count {
        if text(i) == opener {
            depth += 1;
        } else if text(i) == closer {
            depth -= 1;
        }
        if depth == 0 {
            return i + 1;
        }
    }
    count
}

/// Finds words, literals and single characters; returns their ranges, without comments and white
/// space.
pub fn tokens(data: &[u8]) -> Vec<Range<usize>> {
    let mut ranges = Vec::new();
    let mut at = 0;
    while at < data.len() {
        let tail = &data[at..];
        let space = tail.iter().take_while(|b| matches!(b, b' ' | 9..=13)).count();
        if space > 0 {
            at += space;
        } else if let Some(comment) = comment_length(tail) {
            at += comment;
        } else {
            let length = literal_length(tail).unwrap_or_else(|| word_length(tail).max(1));
            ranges.push(at..at + length);
            at += length;
        }
    }
    ranges
}

fn comment_length(text: &[u8]) -> Option<usize> {
    if text.starts_with(b"//") {
        return Some(text.iter().position(|&b| b == b'\n').unwrap_or(text.len()));
    }
    let body = text.strip_prefix(b"/*")?;
    body.windows(2).position(|w| w == b"*/").map(|end| end + 4)
}

/// Measures a string or character literal in bytes; `None` if it does not end on its line.
fn literal_length(text: &[u8]) -> Option<usize> {
    let quote = *text.first().filter(|b| matches!(b, b'"' | b'\''))?;
    let mut at = 1;
    loop {
        match *text.get(at)? {
            b if b == quote => return Some(at + 1),
            b'\n' => return None,
            b'\\' if at + 1 < text.len() => at += 2,
            b'\\' => return None,
            _ => at += 1,
        }
    }
}

fn word_length(text: &[u8]) -> usize {
    text.iter().take_while(|b| b.is_ascii_alphanumeric() || **b == b'_').count()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str, action: &str) -> Vec<String> {
        compared_tokens(text.as_bytes(), action).into_iter().map(|r| text[r].to_owned()).collect()
    }

    #[test]
    fn comments_and_layout_do_not_count() {
        let text = "int a1=0x7;// x\n/* \" */ f(\"a \\\" // b\", '\\'');\n";
        let want =
            ["int", "a1", "=", "0x7", ";", "f", "(", "\"a \\\" // b\"", ",", "'\\''", ")", ";"];
        assert_eq!(words(text, "gen-attrs"), want);
    }

    #[test]
    fn an_open_literal_or_comment_is_single_characters() {
        assert_eq!(words("it's\n/* x", ""), ["it", "'", "s", "/", "*", "x"]);
    }

    #[test]
    fn bodies_of_our_own_are_emptied() {
        let text = "bool XCheckMnemonic(int (a)) const { if (x) { y; } } CheckMnemonic(1);";
        let want = "bool XCheckMnemonic ( int ( a ) ) const { } CheckMnemonic ( 1 ) ;";
        assert_eq!(words(text, "gen-asm-matcher").join(" "), want);
        assert!(words(text, "gen-emitter").contains(&"y".to_owned()));
    }
}
