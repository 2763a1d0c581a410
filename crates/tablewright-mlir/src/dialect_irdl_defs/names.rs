//! Names that IRDL accepts.

/// Whether names may have dots.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Dots {
    Allowed,
    Refused,
}

/// Whether IRDL accepts a name: small letters, digits and underscores, with no leading digit or underscore, and no two
/// adjacent underscores or dots.
pub(super) fn is_valid(name: &str, dots: Dots) -> bool {
    let is_part = |c: char| {
        c.is_ascii_lowercase()
            || c.is_ascii_digit()
            || c == '_'
            || c == '.' && dots == Dots::Allowed
    };
    !name.is_empty()
        && name.chars().all(is_part)
        && !name.starts_with('_')
        && !name.contains("__")
        && !name.contains("..")
}

#[cfg(test)]
mod tests {
    use super::{Dots, is_valid};

    #[test]
    fn names_have_small_letters_digits_and_single_underscores() {
        let valid = ["a", "1a", "a_b", "a_"];
        let invalid = ["", "A", "a.b", "a-b", "_a", "a__b", "é"];
        assert!(valid.into_iter().all(|name| is_valid(name, Dots::Refused)));
        assert!(!invalid.into_iter().any(|name| is_valid(name, Dots::Refused)));
    }

    #[test]
    fn dots_are_single() {
        let is_valid = |name| is_valid(name, Dots::Allowed);
        assert_eq!(["a.b", "a.", "a..b"].map(is_valid), [true, true, false]);
    }
}
