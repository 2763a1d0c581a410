//! The option that was probably meant.

/// The name in `names` that is nearest to `typed`; the first of several.
pub(crate) fn nearest<'a>(
    typed: &str,
    names: impl IntoIterator<Item = &'a str>,
) -> Option<&'a str> {
    names.into_iter().min_by_key(|name| distance(typed, name))
}

/// How many characters must be put in, taken out or replaced to make `b` of `a`.
fn distance(a: &str, b: &str) -> usize {
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
            assert_eq!((distance(a, b), distance(b, a)), (want, want), "{a} {b}");
        }
    }

    #[test]
    fn the_first_of_the_nearest_is_suggested() {
        assert_eq!(nearest("clas", ["o", "class", "color"]), Some("class"));
        assert_eq!(nearest("x", ["o", "d"]), Some("o"));
    }
}
