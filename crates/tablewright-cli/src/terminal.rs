//! Words to people: standard error, and short texts on standard output.

use std::fmt::Display;
use std::io::{self, IsTerminal, Write};

/// Writes text to standard error. If that fails, there is no place left to report it.
pub(crate) fn eprint(text: impl Display) {
    drop(write!(io::stderr().lock(), "{text}"));
}

/// Writes text to standard output; a reader that went away is no error.
pub(crate) fn print(text: &str) {
    drop(io::stdout().lock().write_all(text.as_bytes()));
}

/// Whether messages are read on a terminal.
pub(crate) fn reads_messages() -> bool {
    io::stderr().is_terminal()
}

/// Whether messages are coloured unless the user says so: where a terminal that knows colours shows
/// them, and nobody asked for none (<https://no-color.org>).
pub(crate) fn shows_color() -> bool {
    let is_set = |name: &str| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    let is_dumb = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
    reads_messages() && !is_dumb && !is_set("NO_COLOR")
}

/// The text that the system has for an error, without the number that `io::Error` adds.
pub(crate) fn reason(error: &io::Error) -> String {
    let text = error.to_string();
    match text.find(" (os error ") {
        Some(end) => text[..end].to_owned(),
        None => text,
    }
}
