//! The forms and words in which releases of the language differ for those who read it.

/// What a release of the language accepts, and how it says what is wrong. The default accepts the forms
/// of all releases.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Dialect {
    /// Whether messages about tokens and directives begin with a small letter.
    pub has_small_letters: bool,
    /// Whether `!getop` and `!setop` are operators.
    pub has_getop: bool,
    /// The brackets around the bits that a `let … in` selects.
    pub outer_let_bits: OuterLetBits,
}

/// The brackets around the bits that a `let … in` selects.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OuterLetBits {
    /// `let f<3-0> = …`
    Angles,
    /// `let f{3-0} = …`
    Braces,
    /// Either of them.
    Both,
}

impl Default for Dialect {
    fn default() -> Dialect {
        Dialect { has_small_letters: false, has_getop: true, outer_let_bits: OuterLetBits::Both }
    }
}

impl Dialect {
    /// A message about tokens or directives as the release words it.
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
