//! C++ names of accessors.

/// Returns an accessor's name.
pub(crate) fn getter(name: &str) -> String {
    format!("get{}", camel_case(name, true))
}

/// Converts `snake_case` to `SnakeCase` or `snakeCase`. An underscore without a following letter is kept.
pub(crate) fn camel_case(name: &str, begins_upper: bool) -> String {
    let mut text = String::with_capacity(name.len());
    let mut characters = name.chars().peekable();
    let mut upper = begins_upper;
    while let Some(character) = characters.next() {
        let is_break = character == '_' && characters.peek().is_some_and(char::is_ascii_lowercase);
        if is_break && !text.is_empty() {
            upper = true;
            continue;
        }
        text.push(if upper { character.to_ascii_uppercase() } else { character });
        upper = false;
    }
    text
}
