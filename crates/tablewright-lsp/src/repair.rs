//! Texts without their statements that have syntax errors, for files that never had a version without errors.

use tablewright_syntax::lossless::{LosslessTree, TokenId};

use crate::items::{Item, around, items};
use crate::scan::tree;

/// Returns the text with blanks in place of the statements and body items that have syntax errors; `None` if the
/// text has no errors, or has errors even so.
pub(crate) fn without_errors(text: &str) -> Option<String> {
    let parsed = tree(text);
    if parsed.errors().is_empty() {
        return None;
    }
    [innermost, outermost].into_iter().find_map(|choose| {
        let repaired = blanked(text, &parsed, choose);
        tree(&repaired).errors().is_empty().then_some(repaired)
    })
}

/// Chooses one of the items around an error, which begin with the outermost.
type Choice = for<'i> fn(&[&'i Item]) -> Option<&'i Item>;

fn innermost<'i>(items: &[&'i Item]) -> Option<&'i Item> {
    items.last().copied()
}

fn outermost<'i>(items: &[&'i Item]) -> Option<&'i Item> {
    items.first().copied()
}

fn blanked(text: &str, parsed: &LosslessTree, choose: Choice) -> String {
    let mut bytes = text.as_bytes().to_vec();
    let all = items(parsed);
    for error in parsed.errors() {
        let token = parsed.token(error.token);
        // The token may be the first one after an unfinished statement.
        let before = token.id().index().checked_sub(1).map(TokenId::from_index);
        let offsets =
            [before.map(|before| parsed.token(before).range().end), Some(token.range().start)];
        for offset in offsets.into_iter().flatten() {
            let Some(item) = choose(&around(&all, offset)) else { continue };
            for byte in &mut bytes[item.range.clone()] {
                if !matches!(byte, b'\n' | b'\r') {
                    *byte = b' ';
                }
            }
        }
    }
    String::from_utf8(bytes).expect("whole items are replaced by blanks")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn statements_with_errors_become_blanks() {
        for (text, expected) in [
            ("class A;\ndef x : \n", Some("class A;\n\n")),
            ("class A;\ndefm ü : \ndef y : A;\n", Some("class A;\n\ndef y : A;\n")),
            (
                "class A { int x; int y = ; }\ndef b : A;\n",
                Some("class A { int x; }\ndef b : A;\n"),
            ),
            ("class A;\n", None),
        ] {
            let repaired = without_errors(text);
            // Offsets stay.
            assert!(repaired.as_ref().is_none_or(|repaired| repaired.len() == text.len()));
            let lines = |text: &str| {
                let words = |line: &str| line.split_whitespace().collect::<Vec<_>>().join(" ");
                text.lines().map(words).collect::<Vec<_>>().join("\n")
            };
            assert_eq!(repaired.as_deref().map(lines), expected.map(lines), "{text}");
        }
    }

    #[test]
    fn hostile_texts_end() {
        for text in
            ["}", "def : : {", "class {{{", "defset = =", "in in", "[{", "\"", "/*", "#ifdef"]
        {
            _ = without_errors(text);
        }
    }
}
