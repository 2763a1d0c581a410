//! The option or name that was probably meant.

use tablewright::syntax::diagnostic::{Code, Diagnostic};
use tablewright::syntax::similar::{edit_distance, most_similar};

/// The name in `names` that is nearest to `typed`, however far it is, as the reference programs suggest options; the
/// first of several.
pub(crate) fn nearest<'a>(
    typed: &str,
    names: impl IntoIterator<Item = &'a str>,
) -> Option<&'a str> {
    names.into_iter().min_by_key(|name| edit_distance(typed, name))
}

/// The error of a name that a description does not have.
pub(crate) fn unknown_name<'a>(
    kind: &str,
    name: &str,
    known: impl IntoIterator<Item = &'a str>,
) -> Diagnostic {
    let error = format!("there is no {kind} '{name}'");
    let mut diagnostic = Diagnostic::error_anywhere(Code::UnknownName, error);
    if let Some(similar) = most_similar(name, known) {
        diagnostic.note(None, format!("did you mean '{similar}'?"));
    }
    diagnostic
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
