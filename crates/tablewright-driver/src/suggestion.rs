//! The option or name that was probably meant.

pub use tablewright_inspect::unknown_name;
use tablewright_syntax::diagnostic::Diagnostic;
use tablewright_syntax::similar::{edit_distance, most_similar};

/// Maximum number of compared characters in a name. All options are shorter, and the comparison takes time in
/// proportion to the length.
const COMPARED: usize = 256;

/// Returns the name in `names` that is nearest to `typed`, however far it is, as the reference programs suggest
/// options; the first of several.
pub fn nearest<'a>(typed: &str, names: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let typed: String = typed.chars().take(COMPARED).collect();
    names.into_iter().min_by_key(|name| edit_distance(&typed, name))
}

/// Builds an error about a name, with a note that suggests a similar name in `names`.
pub fn with_similar<'a>(
    mut error: Diagnostic,
    name: &str,
    names: impl IntoIterator<Item = &'a str>,
) -> Diagnostic {
    if let Some(similar) = most_similar(name, names) {
        error.note(None, format!("did you mean '{similar}'?"));
    }
    error
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_of_the_nearest_is_suggested() {
        assert_eq!(nearest("clas", ["o", "class", "color"]), Some("class"));
        assert_eq!(nearest("x", ["o", "d"]), Some("o"));
    }
}
