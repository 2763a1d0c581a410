//! Words to people: standard error, and short texts on standard output.

use std::fmt::Display;
use std::io::{self, IsTerminal, Write};

use tablewright::byte_escape::unescape;

/// Writes text to standard error. If that fails, there is no place left to report it.
pub(crate) fn eprint(text: impl Display) {
    drop(io::stderr().lock().write_all(&unescape(&text.to_string())));
}

/// Writes text to standard output; a reader that went away is no error.
pub(crate) fn print(text: &str) {
    drop(io::stdout().lock().write_all(&unescape(text)));
}

/// Whether messages are read on a terminal.
pub(crate) fn reads_messages() -> bool {
    io::stderr().is_terminal()
}

/// The text that the system has for an error, without the number that `io::Error` adds.
pub(crate) fn reason(error: &io::Error) -> String {
    let text = error.to_string();
    match text.find(" (os error ") {
        Some(end) => text[..end].to_owned(),
        None => text,
    }
}
