//! Differences between the releases' languages that matter for parsing.

/// The syntax that a release accepts, and the wording of its messages. The default accepts the
/// syntax of all releases.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Dialect {
    /// Whether messages about tokens and directives begin with a lower-case letter.
    pub has_small_letters: bool,
    /// Whether `!getop` and `!setop` are operators.
    pub has_getop: bool,
    /// The brackets around the bits selected by a `let … in`.
    pub outer_let_bits: OuterLetBits,
}

/// The brackets around the bits selected by a `let … in`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OuterLetBits {
    /// `let f<3-0> = …`
    Angles,
    /// `let f{3-0} = …`
    Braces,
    /// Both kinds.
    Both,
}

impl Default for Dialect {
    fn default() -> Dialect {
        Dialect { has_small_letters: false, has_getop: true, outer_let_bits: OuterLetBits::Both }
    }
}

impl Dialect {
    /// Returns a message about tokens or directives in the release's wording.
    pub(crate) fn lexical_message(self, message: &str) -> String {
        let mut letters = message.chars();
        let (first, second) = (letters.next(), letters.next());
        match (first, second) {
            (Some(first), Some(second))
                if self.has_small_letters && second.is_ascii_lowercase() =>
            {
                let rest = &message[first.len_utf8()..];
                format!("{}{}", first.to_ascii_lowercase(), rest.trim_end_matches('!'))
            }
            _ => message.to_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_in_capitals_stay() {
        let dialect = Dialect { has_small_letters: true, ..Dialect::default() };
        assert_eq!(dialect.lexical_message("Unterminated comment!"), "unterminated comment");
        assert_eq!(dialect.lexical_message("NUL character"), "NUL character");
        assert_eq!(Dialect::default().lexical_message("Unknown operator"), "Unknown operator");
    }
}
