//! Name patterns with wildcards.

/// A name pattern, in which `*` matches any text and `?` any character.
///
/// ```
/// use tablewright_inspect::NamePattern;
///
/// let pattern = NamePattern::new("ADD*_r?");
/// assert!(pattern.matches("ADD32_rr"));
/// assert!(!pattern.matches("ADD32_r"));
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NamePattern {
    text: String,
    pattern: Vec<char>,
    has_wildcards: bool,
}

impl NamePattern {
    /// Creates a pattern.
    pub fn new(text: impl Into<String>) -> NamePattern {
        let text = text.into();
        let pattern = text.chars().collect();
        let has_wildcards = text.contains(['*', '?']);
        NamePattern { text, pattern, has_wildcards }
    }

    /// Returns the pattern's text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Whether the pattern contains wildcards.
    pub fn has_wildcards(&self) -> bool {
        self.has_wildcards
    }

    /// Whether `name` matches.
    pub fn matches(&self, name: &str) -> bool {
        if !self.has_wildcards {
            return self.text == name;
        }
        // Position after the last `*`, and the rest of the name after the characters that it
        // matches. It matches more characters if the rest of the pattern fails.
        let mut star: Option<(usize, std::str::Chars<'_>)> = None;
        let (mut at, mut remainder) = (0, name.chars());
        loop {
            let before = remainder.clone();
            match (self.pattern.get(at), remainder.next()) {
                (None, None) => return true,
                (Some('*'), _) => {
                    at += 1;
                    star = Some((at, before.clone()));
                    remainder = before;
                }
                (Some(&expected), Some(c)) if expected == '?' || expected == c => at += 1,
                (None | Some(_), _) => {
                    // If the `*` already matches the rest of the name, the pattern fails.
                    let Some((after, taken)) = &mut star else { return false };
                    if taken.next().is_none() {
                        return false;
                    }
                    (at, remainder) = (*after, taken.clone());
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stars_are_any_text_and_question_marks_any_character() {
        for (pattern, name) in [
            ("ADD", "ADD"),
            ("*", ""),
            ("A*D", "AD"),
            ("A*D?", "ADDD8"),
            ("*_*", "a_b"),
            ("?", "é"),
            ("*é*", "aéb"),
            ("a**b", "ab"),
        ] {
            assert!(NamePattern::new(pattern).matches(name), "{pattern} {name}");
        }
        for (pattern, name) in
            [("ADD", "ADD8"), ("A?", "A"), ("A*D", "ADE"), ("", "A"), ("*a", "ab"), ("?", "")]
        {
            assert!(!NamePattern::new(pattern).matches(name), "{pattern} {name}");
        }
    }
}
