//! Name templates in descriptions. `svld1[_{2}]` expands to `svld1_s8`, `svld1_u8` and so on, and
//! to the overloaded name `svld1`.

use tablewright_text::{TemplateErrorKind, TemplateSyntax, TextTemplate, append};

use super::sve_type::{LetterRules, SveType, modifiers};

/// A name with and without its parts in brackets.
pub(super) struct BracketedName {
    pub(super) full: String,
    /// `None` if there are no brackets.
    pub(super) short: Option<String>,
}

impl BracketedName {
    pub(super) fn read(name: &str) -> BracketedName {
        let mut full = String::with_capacity(name.len());
        let mut short = String::with_capacity(name.len());
        let (mut opens, mut closes, mut is_inside) = (false, false, false);
        let mut remainder = name;
        while let Some(at) = remainder.bytes().position(|byte| matches!(byte, b'[' | b']')) {
            let (text, bracket) = (&remainder[..at], remainder.as_bytes()[at]);
            full.push_str(text);
            if !is_inside {
                short.push_str(text);
                if bracket == b']' {
                    // The bracket does not close anything.
                    short.push(']');
                }
            }
            is_inside = bracket == b'[';
            opens |= is_inside;
            closes |= !is_inside;
            remainder = &remainder[at + 1..];
        }
        full.push_str(remainder);
        if !is_inside {
            short.push_str(remainder);
        }
        BracketedName { full, short: Some(short).filter(|_| opens && closes) }
    }
}

/// A name without brackets. Its holes represent types: `{d}` the element type, `{0}` and so on a
/// prototype letter, or with [`LetterRules::SetKind`] a prototype type.
pub(super) struct NameTemplate(TextTemplate<char>);

impl NameTemplate {
    pub(super) fn read(
        name: &str,
        prototype: &str,
        letters: LetterRules,
    ) -> Result<NameTemplate, String> {
        let nth = |index: usize| match letters {
            LetterRules::KeepKind => prototype.chars().nth(index),
            LetterRules::SetKind => Some(modifiers(prototype).ok()?.get(index)?.letter()),
        };
        let letter = |hole: &str| match hole {
            "d" => Some('d'),
            "0" | "1" | "2" | "3" => nth(hole.parse().ok()?),
            _ => None,
        };
        let template = TextTemplate::parse(name, TemplateSyntax::BRACES, letter);
        template.map(NameTemplate).map_err(|error| match error.kind {
            TemplateErrorKind::UnknownName => format!("'{{{}}}' does not name a type", error.name),
            TemplateErrorKind::MissingBrace | TemplateErrorKind::MissingName => error.to_string(),
        })
    }

    /// Whether the name differs between element types.
    pub(super) fn shows_types(&self) -> bool {
        !self.0.holes().is_empty()
    }

    /// Appends the name for vectors with the element type of `base`.
    pub(super) fn push(&self, base: SveType, out: &mut String) -> Result<(), String> {
        self.0.try_fill(out, |&letter, out| {
            append!(out, base.with_letter(letter)?.suffix());
            Ok(())
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check_brackets(name: &str, full: &str, short: Option<&str>) {
        let read = BracketedName::read(name);
        assert_eq!((read.full.as_str(), read.short.as_deref()), (full, short), "{name}");
    }

    #[test]
    fn what_stands_in_brackets_can_be_left_out() {
        check_brackets("svadd[_n]_{d}", "svadd_n_{d}", Some("svadd_{d}"));
        check_brackets("svcvt_{d}[_{1}]_x[_y]", "svcvt_{d}_{1}_x_y", Some("svcvt_{d}_x"));
        check_brackets("svundef", "svundef", None);
    }

    #[test]
    fn a_bracket_ends_the_last_one_that_is_open() {
        check_brackets("a[b[c]d]e", "abcde", Some("ad]e"));
        check_brackets("a]b[c", "abc", Some("a]b"));
        check_brackets("a[b", "ab", None);
    }

    fn check_types(name: &str, prototype: &str, expected: Result<&str, &str>) {
        let base = SveType::from_spec("Us").expect("a type");
        let name =
            NameTemplate::read(name, prototype, LetterRules::KeepKind).and_then(|template| {
                let mut name = String::new();
                template.push(base, &mut name).map(|()| name)
            });
        assert_eq!(name.as_deref().map_err(String::as_str), expected);
    }

    #[test]
    fn a_type_is_that_of_the_element_or_of_a_letter_of_the_prototype() {
        check_types("x_{d}_{1}_y", "dh", Ok("x_u16_u8_y"));
        check_types("x", "d", Ok("x"));
        // Here the third letter is not a separate type, but names can contain it.
        check_types("x_{2}", "d2.x", Err("'.' is not a prototype type"));
        check_types("x_{3}", "d2.x", Ok("x_s16"));
        check_types("x_{1}", "d", Err("'{1}' does not name a type"));
    }
}
