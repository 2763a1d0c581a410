//! The name that was probably meant.

use tablewright_syntax::diagnostic::{Code, Diagnostic};
use tablewright_syntax::similar::most_similar;

/// The error of a name that a description does not have, with that of `names` that was probably meant. `kind`
/// is what the name should be the name of: "processor".
pub fn unknown_name<'a>(
    kind: &str,
    name: &str,
    names: impl IntoIterator<Item = &'a str>,
) -> Diagnostic {
    let error = format!("there is no {kind} '{name}'");
    let mut diagnostic = Diagnostic::error_anywhere(Code::UnknownName, error);
    if let Some(similar) = most_similar(name, names) {
        diagnostic.note(None, format!("did you mean '{similar}'?"));
    }
    diagnostic
}
