//! Shortened name lists.

/// Maximum number of names, or ranges of names, shown in a long list.
const SHOWN: usize = 12;

/// A name that contains a number.
struct NumberedName<'a> {
    before: &'a str,
    number: u64,
    after: &'a str,
}

impl<'a> NumberedName<'a> {
    /// Splits a name. Returns `None` for a name with several numbers, since it is unclear which number counts.
    fn from_name(name: &'a str) -> Option<NumberedName<'a>> {
        let is_digit = |c: char| c.is_ascii_digit();
        let start = name.find(is_digit)?;
        let end = start + name[start..].find(|c| !is_digit(c)).unwrap_or(name.len() - start);
        let (digits, after) = (&name[start..end], &name[end..]);
        // A number with a leading zero would be printed differently.
        let is_plain = digits.len() == 1 || !digits.starts_with('0');
        let number = digits.parse().ok().filter(|_| is_plain && !after.contains(is_digit))?;
        Some(NumberedName { before: &name[..start], number, after })
    }

    fn is_followed_by(&self, next: &NumberedName<'_>) -> bool {
        self.before == next.before
            && self.after == next.after
            && self.number.checked_add(1) == Some(next.number)
    }
}

/// Lists the names in order, with consecutive numbered names as `R0...R7`. Long lists are shortened unless the full
/// list is requested.
pub(super) fn listed<'a>(names: impl Iterator<Item = &'a str>, is_full: bool) -> String {
    let names: Vec<&str> = names.collect();
    let mut rows: Vec<(usize, String)> = Vec::new();
    let mut at = 0;
    while at < names.len() {
        let mut end = at + 1;
        let mut last = NumberedName::from_name(names[at]);
        while let (Some(this), Some(next)) =
            (&last, names.get(end).and_then(|next| NumberedName::from_name(next)))
            && this.is_followed_by(&next)
        {
            last = Some(next);
            end += 1;
        }
        // `R0...R1` is not shorter than the two names.
        if end - at < 3 {
            end = at + 1;
            rows.push((1, names[at].to_owned()));
        } else {
            rows.push((end - at, format!("{}...{}", names[at], names[end - 1])));
        }
        at = end;
    }
    // "and N more" replaces at least two names or ranges.
    let limit = if is_full || rows.len() <= SHOWN { rows.len() } else { SHOWN - 1 };
    let omitted: usize = rows[limit..].iter().map(|(count, _)| count).sum();
    let mut parts: Vec<String> = rows.drain(..limit).map(|(_, row)| row).collect();
    if omitted > 0 {
        parts.push(format!("and {omitted} more"));
    }
    parts.join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbered_names_in_a_row_are_drawn_together() {
        let of = |text: &str| listed(text.split(' '), false);
        assert_eq!(of("R0 R1 R2 R3 SP R9 R10"), "R0...R3, SP, R9, R10");
        assert_eq!(of("R0 R2 R3 R4"), "R0, R2...R4");
        assert_eq!(of("R00 R01 R02"), "R00, R01, R02");
        assert_eq!(of("R0_R1 R0_R2 R0_R3"), "R0_R1, R0_R2, R0_R3");
        assert_eq!(
            of("18446744073709551615 18446744073709551616"),
            "18446744073709551615, 18446744073709551616"
        );
    }

    #[test]
    fn long_lists_are_cut() {
        let names: Vec<String> = (0..20).map(|i| format!("a{}", i * 2)).collect();
        let names = || names.iter().map(String::as_str);
        assert!(listed(names(), false).ends_with("a20, and 9 more"), "{}", listed(names(), false));
        assert!(listed(names(), true).ends_with("a36, a38"));
    }
}
