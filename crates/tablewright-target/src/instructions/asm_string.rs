//! Assembly text with dialect alternatives: `mov{l} {%eax, %ebx|ebx, eax}`.

use std::borrow::Cow;

/// Returns the text for a dialect, numbered from zero. Each group in braces is replaced by its
/// alternative with this number, or by nothing if it has fewer alternatives. Bars separate
/// alternatives.
///
/// `${name}` is an operand, not a group, and `\{` is a brace. A bar in a nested group also divides
/// the outer group. An unclosed group extends to the end.
pub fn for_variant(text: &str, variant: usize) -> Cow<'_, str> {
    let Some(first) = group_start(text) else { return Cow::Borrowed(text) };
    let mut flat = String::with_capacity(text.len());
    let (mut rest, mut start) = (text, Some(first));
    while let Some(brace) = start {
        flat.push_str(&rest[..brace]);
        let group = &rest[brace + 1..];
        let end = group_end(group);
        flat.push_str(group[..end].split('|').nth(variant).unwrap_or_default());
        rest = group.get(end + 1..).unwrap_or_default();
        start = group_start(rest);
    }
    flat.push_str(rest);
    Cow::Owned(flat)
}

/// Returns the position of the brace that opens the first group.
fn group_start(text: &str) -> Option<usize> {
    let bytes = text.as_bytes();
    let is_start = |at: usize| at == 0 || !matches!(bytes[at - 1], b'$' | b'\\');
    (0..bytes.len()).find(|&at| bytes[at] == b'{' && is_start(at))
}

/// Returns the position of the brace that closes the group around the start of `text`, or the end.
fn group_end(text: &str) -> usize {
    let mut open = 1;
    let mut before = b'{';
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            b'}' if before != b'\\' => open -= 1,
            b'{' => open += 1,
            _ => {}
        }
        if open == 0 {
            return at;
        }
        before = byte;
    }
    text.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, variants: [&str; 2]) {
        assert_eq!([0, 1].map(|variant| for_variant(text, variant)), variants);
    }

    #[test]
    fn a_group_gives_the_part_of_the_variant() {
        check("nop", ["nop", "nop"]);
        check("mov{l}\t{$src, $dst|$dst, $src}", ["movl\t$src, $dst", "mov\t$dst, $src"]);
        check("{|a}b", ["b", "ab"]);
    }

    #[test]
    fn not_every_brace_is_a_group() {
        check("add ${dst}{a|b}, \\{$x\\}", ["add ${dst}a, \\{$x\\}", "add ${dst}b, \\{$x\\}"]);
        check("{\\}x|y}", ["\\}x", "y"]);
    }

    #[test]
    fn groups_within_groups_are_not_looked_into() {
        check("x{a{b|c}|d}e", ["xa{be", "xc}e"]);
    }

    #[test]
    fn a_group_may_lack_its_end() {
        check("x{a|b", ["xa", "xb"]);
        check("x{", ["x", "x"]);
    }
}
