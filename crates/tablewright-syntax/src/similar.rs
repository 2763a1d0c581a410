//! The name that was probably meant by one that does not exist.

/// The name in `names` that is most like `typed`; the first of several. None if all differ so much
/// that they were hardly meant. A word written out is like its short form: `isMoveImmediate` like `isMoveImm`.
pub fn most_similar<'a>(typed: &str, names: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let mut best: Option<(usize, &str)> = None;
    for name in names {
        // Of a short name little may differ: of `A` nothing, of `Abc` a letter.
        let limit = typed.len().max(name.len()).div_ceil(3).min(4);
        if name == typed {
            continue;
        }
        let added = name.len().abs_diff(typed.len());
        if added > limit {
            // Less like it than any name of the same length.
            if begins_alike(typed, name) && best.is_none_or(|(least, _)| added < least) {
                best = Some((added, name));
            }
            continue;
        }
        // Names that differ in case alone are the same word.
        let distance = if name.eq_ignore_ascii_case(typed) {
            0
        } else {
            match edit_distance(typed, name) {
                distance if distance <= limit && distance < typed.len() => distance,
                _ => continue,
            }
        };
        if best.is_none_or(|(least, _)| distance < least) {
            best = Some((distance, name));
        }
    }
    best.map(|(_, name)| name)
}

/// Whether one of the two is the beginning of the other, and more than half of it.
fn begins_alike(a: &str, b: &str) -> bool {
    let (short, long) = if a.len() < b.len() { (a, b) } else { (b, a) };
    let begins = long.get(..short.len()).is_some_and(|start| start.eq_ignore_ascii_case(short));
    begins && 2 * short.len() > long.len()
}

/// How many characters must be put in, taken out or replaced to make `b` of `a`.
pub fn edit_distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    // The distances from the part of `a` read so far to each beginning of `b`.
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, ca) in a.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, &cb) in b.iter().enumerate() {
            let replaced = diagonal + usize::from(ca != cb);
            diagonal = row[j + 1];
            row[j + 1] = replaced.min(diagonal + 1).min(row[j] + 1);
        }
    }
    row[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances_count_edits() {
        for (a, b, want) in [("", "", 0), ("abc", "", 3), ("kitten", "sitting", 3), ("ab", "ba", 2)]
        {
            assert_eq!((edit_distance(a, b), edit_distance(b, a)), (want, want), "{a} {b}");
        }
    }

    #[test]
    fn only_what_was_probably_meant_is_suggested() {
        for (typed, names, want) in [
            ("Bsae", &["Base", "Case"][..], Some("Base")),
            ("gpr", &["FPR", "GPR"], Some("GPR")),
            ("Regsiter", &["RegisterClass", "Register"], Some("Register")),
            ("strcat", &["subst", "strconcat"], Some("strconcat")),
            ("a", &["b", "A1"], None),
            ("X", &["x"], Some("x")),
            ("ADD", &["Instruction"], None),
            ("same", &["same"], None),
            ("", &["a"], None),
            ("foo", &["dup", "ops"], None),
            ("isMoveImmediate", &["isMoveReg", "isMoveImm"], Some("isMoveImm")),
            ("Instr", &["Instruction"], None),
        ] {
            assert_eq!(most_similar(typed, names.iter().copied()), want, "{typed}");
        }
    }
}
