//! What is read.

use std::io::Write;
use std::process::Stdio;

use crate::{Dir, Ran, program, records};

fn with_input(dir: &Dir, args: &[&str], input: &str) -> Ran {
    let mut command = dir.command(program());
    command.arg("llvm-tblgen").args(args);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    Ran::of(child.wait_with_output().unwrap())
}

#[test]
fn standard_input_is_read_for_a_dash_or_nothing() {
    let dir = Dir::new();
    for args in [&["-"][..], &[]] {
        assert_eq!(with_input(&dir, args, "def a;\n").ok(), records("def a {\n}\n"));
    }
    let err = with_input(&dir, &["-"], "def a\n").failed();
    assert!(err.starts_with("<stdin>:2:1: error: "), "{err}");
    assert!(with_input(&dir, &["--dump-json"], "def a;\n").ok().contains("\"<stdin>:1\""));
}

#[test]
fn an_input_that_cannot_be_read_is_named() {
    let dir = Dir::new();
    let cases = [("none.td", "No such file or directory"), (".", "Is a directory")];
    for (input, why) in cases {
        let want = format!("tablewright llvm-tblgen: Could not open input file '{input}': {why}\n");
        assert_eq!(dir.tblgen(input).failed(), want);
    }
}

#[test]
fn includes_are_searched_here_first_then_in_order() {
    let dir = Dir::with("include \"b.td\"\n");
    dir.write("one/b.td", "def one;\n");
    dir.write("two/b.td", "def two;\n");
    assert_eq!(dir.tblgen("-Itwo -I one a.td").ok(), records("def two {\n}\n"));
    assert_eq!(dir.tblgen("-Inone -I=one/ a.td").ok(), records("def one {\n}\n"));
    dir.write("b.td", "def here;\n");
    assert_eq!(dir.tblgen("-Itwo a.td").ok(), records("def here {\n}\n"));
}

#[test]
fn a_missing_include_is_an_error_at_its_name() {
    let dir = Dir::with("include \"b.td\"\ndef a;\n");
    let err = dir.tblgen("a.td").failed();
    let want = "a.td:1:9: error: Could not find include file 'b.td'\ninclude \"b.td\"\n        ^\n";
    assert!(err.starts_with(want), "{err}");
}

#[test]
fn bytes_that_are_no_text_bring_a_warning() {
    let dir = Dir::new();
    dir.write("a.td", b"// \n// \xe9\ninclude \"b.td\"\n");
    dir.write("b.td", b"def b; // \xff\n");
    let ran = dir.tblgen("a.td");
    assert_eq!((ran.code, ran.out), (Some(0), records("def b {\n}\n")));
    // Under a line with other than ASCII characters there is no caret, as in the reference.
    let warning = "warning: not UTF-8; what is no text is read as U+FFFD";
    let want = format!(
        "a.td:2:4: {warning}\n// \u{fffd}\n\
         Included from a.td:3:\nb.td:1:11: {warning}\ndef b; // \u{fffd}\n"
    );
    assert_eq!(ran.err, want);
}

#[test]
fn several_errors_are_reported_and_nothing_is_written() {
    let dir = Dir::with("def a { assert 0, \"no\"; }\nassert 0, \"never\";\n");
    let err = dir.tblgen("-o a.inc a.td").failed();
    let want = "\
a.td:1:16: error: assertion failed
def a { assert 0, \"no\"; }
               ^
note: no
a.td:2:8: error: assertion failed
assert 0, \"never\";
       ^
note: never
tablewright llvm-tblgen: 2 errors.
";
    assert_eq!(err, want);
    assert_eq!(dir.files(), ["a.td"]);
}

#[test]
fn nesting_without_end_is_an_error() {
    let dir = Dir::with(&format!("defvar x = {};\n", "[".repeat(100_000)));
    let ran = dir.tblgen("a.td");
    assert_eq!(ran.code, Some(1), "{}", ran.err);
    assert!(ran.err.contains("error: "), "{}", ran.err);
}
