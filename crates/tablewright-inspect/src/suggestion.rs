//! Suggestions for unknown names.

use tablewright_syntax::diagnostic::{Code, Diagnostic};
use tablewright_syntax::similar::most_similar;

/// Returns the error for an unknown name, with the most similar of `names`. `kind` is the kind of
/// name: "processor".
pub fn unknown_name<'a>(
    kind: &str,
    name: &str,
    names: impl IntoIterator<Item = &'a str>,
) -> Diagnostic {
    let error = format!("unknown {kind} '{name}'");
    let mut diagnostic = Diagnostic::error_anywhere(Code::UnknownName, error);
    if let Some(similar) = most_similar(name, names) {
        diagnostic.note(None, format!("did you mean '{similar}'?"));
    }
    diagnostic
}
