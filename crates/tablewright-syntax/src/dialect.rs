//! Differences between the releases' languages that matter for parsing.

use crate::bang::BangOp;
use crate::lexer::TokenKind;

/// The syntax that a release accepts, and the wording of its messages. The default accepts the
/// syntax of all releases.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LanguageDialect {
    /// Whether messages about tokens and directives begin with a lower-case letter.
    pub has_small_letters: bool,
    /// Whether `!getop` and `!setop` are operators.
    pub has_getop: bool,
    /// Whether `!getdagopname`, `!initialized`, `!listflatten` and `!setdagopname` are operators.
    pub has_initialized: bool,
    /// Whether `!instances` and `!match` are operators.
    pub has_match: bool,
    /// Whether `!sort` and `!switch` are operators.
    pub has_switch: bool,
    /// Whether `append` and `prepend` are keywords in front of the field of a `let`.
    pub has_let_append: bool,
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

impl Default for LanguageDialect {
    fn default() -> LanguageDialect {
        LanguageDialect {
            has_small_letters: false,
            has_getop: true,
            has_initialized: true,
            has_match: true,
            has_switch: true,
            has_let_append: true,
            outer_let_bits: OuterLetBits::Both,
        }
    }
}

impl LanguageDialect {
    /// Whether the release has the operator of a token with this text.
    pub(crate) fn has_operator(self, operator: TokenKind, text: &str) -> bool {
        let TokenKind::Bang(op) = operator else {
            let came_with_switch = matches!(operator, TokenKind::BangSort | TokenKind::BangSwitch);
            return self.has_switch || !came_with_switch;
        };
        let is_old_name = matches!(op, BangOp::GetDagOp | BangOp::SetDagOp)
            && matches!(text, "!getop" | "!setop");
        let came_with_initialized = matches!(
            op,
            BangOp::GetDagOpName | BangOp::Initialized | BangOp::ListFlatten | BangOp::SetDagOpName
        );
        let came_with_match = matches!(op, BangOp::Instances | BangOp::Match);
        (self.has_getop || !is_old_name)
            && (self.has_initialized || !came_with_initialized)
            && (self.has_match || !came_with_match)
    }

    /// Returns a message about tokens or directives in the release's wording.
    pub(crate) fn lexical_message(self, message: &str) -> String {
        let mut letters = message.chars();
        let (first, second) = (letters.next(), letters.next());
        match (first, second) {
            (Some(first), Some(second))
                if self.has_small_letters && second.is_ascii_lowercase() =>
            {
                let tail = &message[first.len_utf8()..];
                format!("{}{}", first.to_ascii_lowercase(), tail.trim_end_matches('!'))
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
        let dialect = LanguageDialect { has_small_letters: true, ..LanguageDialect::default() };
        assert_eq!(dialect.lexical_message("Unterminated comment!"), "unterminated comment");
        assert_eq!(dialect.lexical_message("NUL character"), "NUL character");
        assert_eq!(
            LanguageDialect::default().lexical_message("Unknown operator"),
            "Unknown operator"
        );
    }
}
