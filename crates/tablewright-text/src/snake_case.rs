//! Names in lower case with underscores.

/// `CamelCase` as `camel_case`: an underscore between a lower-case letter or a digit and a capital, and before the last
/// of several capitals that a lower-case letter follows.
pub fn snake_case(name: &str) -> String {
    let characters: Vec<char> = name.chars().collect();
    let mut text = String::with_capacity(name.len() + 4);
    for (i, &character) in characters.iter().enumerate() {
        let next_is_lower = characters.get(i + 1).is_some_and(char::is_ascii_lowercase);
        let begins_word = match i.checked_sub(1).map(|before| characters[before]) {
            Some(before) if before.is_ascii_lowercase() || before.is_ascii_digit() => true,
            Some(before) => before.is_ascii_uppercase() && next_is_lower,
            None => false,
        };
        if character.is_ascii_uppercase() && begins_word {
            text.push('_');
        }
        text.push(character.to_ascii_lowercase());
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_of_capitals_are_words() {
        let names = ["optionalF32Attr", "HTTPServer", "XMLa", "a1B2", "ABcD", "None_"];
        let expected = ["optional_f32_attr", "http_server", "xm_la", "a1_b2", "a_bc_d", "none_"];
        assert_eq!(names.map(snake_case), expected);
    }
}
