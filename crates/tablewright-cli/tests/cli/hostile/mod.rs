//! Hostile input: within 4 GiB of addresses and some seconds, the program gives a diagnostic or an answer.
//!
//! The bounds are those of the system (`ulimit`), so that a run that goes beyond them is killed, and the test fails. The
//! seconds are of processor time and for the program without optimisations, which is about ten times slower than the
//! one that people use.

mod backends;
mod characters;
mod commands;
mod files;
mod large_values;
mod limits;
mod loops;
mod nesting;

use crate::{Dir, Ran, program};

/// Bytes of addresses that a run may have, in units of 1024.
const KIBIBYTES: u64 = 4 << 20;

/// Seconds of processor time that a run may take.
const SECONDS: u64 = 30;

/// How many levels an input nests, and how often it repeats something.
const MANY: usize = 100_000;

/// How much of a line of messages is compared, in bytes: names of megabytes are in some.
const SHOWN: usize = 160;

/// Runs the program within the bounds. Output to a pipe that nobody reads would block, so it goes to a file, which is
/// the output `ran.out` where it is short.
fn bounded(dir: &Dir, args: &[&str]) -> Ran {
    bounded_within(dir, args, KIBIBYTES)
}

/// As [`bounded`], with another limit of addresses, in KiB.
fn bounded_within(dir: &Dir, args: &[&str], kibibytes: u64) -> Ran {
    let mut command = dir.command("timeout".as_ref());
    // `timeout` is for what waits without taking time of a processor.
    let script =
        format!("ulimit -v {kibibytes}; ulimit -t {SECONDS}; ulimit -c 0; exec \"$0\" \"$@\"");
    command.args(["-k", "1", "120", "sh", "-c", &script]).arg(program()).args(args);
    Ran::from_output(command.output().unwrap())
}

/// The first line of messages, cut.
fn headline(ran: &Ran) -> &str {
    let line = ran.err.lines().next().unwrap_or_default();
    let end = (0..=line.len().min(SHOWN)).rev().find(|&end| line.is_char_boundary(end));
    &line[..end.unwrap_or(0)]
}

/// Checks what comes of `text`, of which nothing is printed: the first line of messages, and failure; or success
/// without a message, where `expected` is empty.
#[track_caller]
fn check(text: &str, expected: &str) {
    check_action(text, &["--null-backend"], expected);
}

/// As [`check`], for an action and its options.
#[track_caller]
fn check_action(text: &str, action: &[&str], expected: &str) {
    let dir = Dir::with(text);
    let args = [&["llvm-tblgen", "a.td", "-o", "out", "--no-warn-on-unused-template-args"], action]
        .concat();
    let ran = bounded(&dir, &args);
    let code = if expected.is_empty() { 0 } else { 1 };
    assert_eq!((headline(&ran), ran.code), (expected, Some(code)), "{:.2000}", ran.err);
    // A run that fails leaves nothing.
    let files: &[&str] = if expected.is_empty() { &["a.td", "out"] } else { &["a.td"] };
    assert_eq!(dir.files(), files);
}

/// A test for each input, with the first line of its messages.
macro_rules! hostile {
    ($($name:ident: $text:expr => $expected:expr;)*) => {
        $(
            #[test]
            fn $name() {
                $crate::hostile::check(&$text, $expected);
            }
        )*
    };
}

use hostile;

/// `open`s around `core`, closed as often.
fn nest(before: &str, open: &str, core: &str, close: &str, after: &str) -> String {
    [before, &open.repeat(MANY), core, &close.repeat(MANY), after].concat()
}

/// What `line` makes of the numbers up to `count`, which are at least one.
fn lines(count: usize, line: impl Fn(usize) -> String) -> String {
    (1..=count).map(line).collect()
}
