//! Suggestions for a name that does not exist.

/// Returns the name in `names` that is most similar to `typed`; `None` if all differ too much. If several are equally
/// similar, returns the one with the longest common beginning, or `None` if that does not decide. A full word is similar
/// to its short form: `isMoveImmediate` to `isMoveImm`.
pub fn most_similar<'a>(typed: &str, names: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let mut best = Candidates::default();
    for name in names {
        // A short name may differ little: `A` not at all, `Abc` in one letter.
        let limit = typed.len().max(name.len()).div_ceil(3).min(4);
        if name == typed {
            continue;
        }
        let added = name.len().abs_diff(typed.len());
        if added > limit {
            // Ranks below similar names.
            if begins_alike(typed, name) {
                best.add(typed, added, name);
            }
            continue;
        }
        // Names that differ only in case are the same word.
        let distance = if name.eq_ignore_ascii_case(typed) {
            0
        } else {
            match edit_distance(typed, name) {
                distance if distance <= limit && distance < typed.len() => distance,
                _ => continue,
            }
        };
        best.add(typed, distance, name);
    }
    best.name
}

/// The best name so far.
#[derive(Default)]
struct Candidates<'a> {
    /// Distance and length of the common beginning. `None` before the first name.
    rank: Option<(usize, std::cmp::Reverse<usize>)>,
    /// `None` if several names have this rank.
    name: Option<&'a str>,
}

impl<'a> Candidates<'a> {
    fn add(&mut self, typed: &str, distance: usize, name: &'a str) {
        let pairs = typed.chars().zip(name.chars());
        let common = pairs.take_while(|(a, b)| a.eq_ignore_ascii_case(b)).count();
        let rank = (distance, std::cmp::Reverse(common));
        match self.rank {
            Some(best) if best < rank => {}
            Some(best) if best == rank => {
                self.name = self.name.filter(|&known| known == name);
            }
            _ => (self.rank, self.name) = (Some(rank), Some(name)),
        }
    }
}

/// Returns whether the shorter text begins the longer one and is more than half as long.
fn begins_alike(a: &str, b: &str) -> bool {
    let (short, long) = if a.len() < b.len() { (a, b) } else { (b, a) };
    let begins = long.get(..short.len()).is_some_and(|start| start.eq_ignore_ascii_case(short));
    begins && 2 * short.len() > long.len()
}

/// Returns the number of characters to insert, remove or replace that turns `a` into `b`.
pub fn edit_distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    // Distances from the part of `a` read so far to each prefix of `b`.
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
            // None is nearer than the other.
            ("HasC", &["HasA", "HasB"], None),
            ("HasC", &["HasA", "HasB", "HasA"], None),
            ("HasC", &["HasA", "HasA"], Some("HasA")),
            ("xAD", &["xBD", "ADx"], Some("xBD")),
            ("rd", &["rs", "sd"], Some("rs")),
            ("gpr", &["GPR", "Gpr"], None),
        ] {
            assert_eq!(most_similar(typed, names.iter().copied()), want, "{typed}");
        }
    }
}
