//! Prints to standard output. A closed pipe is not an error.

/// Prints a line.
#[macro_export]
macro_rules! say {
    ($($arg:tt)*) => { $crate::output::line(format_args!($($arg)*)) };
}
use std::fmt::Arguments;
use std::io::Write;

/// Prints a line, for the macro `say`.
pub fn line(text: Arguments<'_>) {
    // A closed pipe means that nobody wants the rest.
    drop(writeln!(std::io::stdout().lock(), "{text}"));
}
