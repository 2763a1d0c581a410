//! Texts for people: standard error, and short texts on standard output.

use std::env;
use std::ffi::OsStr;
use std::fmt::Display;
use std::io::{self, IsTerminal, Write};
use std::process::ExitCode;

use console::Term;
use tablewright_text::byte_escape::unescape;

/// Writes text to standard error. A failure cannot be reported anywhere and is ignored.
pub fn eprint(text: impl Display) {
    drop(io::stderr().lock().write_all(&unescape(&text.to_string())));
}

/// Writes requested text to standard output. A closed pipe is not an error; other failures are.
pub fn print(called_as: &str, text: &str) -> ExitCode {
    let mut out = io::stdout().lock();
    match out.write_all(&unescape(text)).and_then(|()| out.flush()) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            let reason = reason(&error);
            eprint(format_args!("{called_as}: error writing standard output: {reason}\n"));
            ExitCode::FAILURE
        }
        _ => ExitCode::SUCCESS,
    }
}

/// Whether messages are read on a terminal.
pub fn reads_messages() -> bool {
    io::stderr().is_terminal()
}

/// Returns whether messages are coloured by default.
pub fn colors_messages() -> bool {
    has_colors_by_environment(reads_messages())
}

/// Returns whether standard output is coloured by default.
pub fn colors_output() -> bool {
    has_colors_by_environment(io::stdout().is_terminal())
}

fn has_colors_by_environment(is_terminal: bool) -> bool {
    has_colors(is_terminal, env::var_os("TERM").as_deref(), env::var_os("NO_COLOR").as_deref())
}

/// Returns whether a terminal of type `term` supports colours, and the user wants them (<https://no-color.org>).
fn has_colors(is_terminal: bool, term: Option<&OsStr>, no_color: Option<&OsStr>) -> bool {
    is_terminal && term != Some("dumb".as_ref()) && no_color.is_none_or(OsStr::is_empty)
}

/// Returns the width in columns of the terminal on standard output.
pub fn output_width() -> Option<usize> {
    let terminal = Term::stdout();
    terminal.is_term().then(|| terminal.size_checked()).flatten().map(|(_, width)| width.into())
}

/// Returns the text that the system has for an error, without the number that `io::Error` adds.
pub fn reason(error: &io::Error) -> String {
    let text = error.to_string();
    match text.find(" (os error ") {
        Some(end) => text[..end].to_owned(),
        None => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colors_are_for_terminals_that_have_them() {
        let has = |is_terminal, term: &str, no_color: Option<&str>| {
            has_colors(is_terminal, Some(term.as_ref()), no_color.map(AsRef::as_ref))
        };
        assert!(has(true, "xterm", None) && has(true, "xterm", Some("")));
        assert!(!has(false, "xterm", None));
        assert!(!has(true, "dumb", None));
        assert!(!has(true, "xterm", Some("1")));
    }
}
