//! Characters: long names and lines, and bytes that are no text.

use crate::hostile::{MANY, SHOWN, bounded, hostile, lines};
use crate::{Dir, program};

const LONG: usize = 10_000_000;

fn long() -> String {
    "x".repeat(LONG)
}

/// The beginning of a message that has a long name in it.
fn cut(before: &str) -> String {
    before.chars().chain(std::iter::repeat('x')).take(SHOWN).collect()
}

hostile! {
    names: format!("def {};\n", long()) => "";
    names_of_no_class: format!("def a : {};\n", long()) => &cut("a.td:1:9: error: Couldn't find class '");
    names_of_no_operator: format!("def a {{ int x = !{}(1); }}\n", long()) => "a.td:1:17: error: Unknown operator";
    names_of_no_field: format!("class B;\ndef b : B;\ndef a {{ int x = b.{}; }}\n", long()) => "a.td:3:19: error: Cannot access field 'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx";
    names_of_no_type: format!("class A<{} x>;\n", long()) => "a.td:1:9: error: Couldn't find class 'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx";
    names_of_arguments: format!("def op;\ndef a {{ dag d = (op $a{}); }}\n", long()) => "";
    names_of_macros: format!("#define {}\ndef a;\n", long()) => "";
    lines_of_comments: format!("/*{}*/ def a : b;\n", long()) => "a.td:1:10000014: error: Couldn't find class 'b'";
    strings: format!("def a {{ string s = \"{}\"; }}\n", long()) => "";
    strings_without_end: format!("def a {{ string s = \"{}\n", long()) => "a.td:1:21: error: End of line in string literal";
    backslashes: format!("def a {{ string s = \"{}\"; }}\n", "\\".repeat(1_000_001)) => "a.td:1:21: error: End of line in string literal";
    numbers: format!("def a {{ int x = {}; }}\n", "1".repeat(LONG)) => "a.td:1:17: error: Number out of range";
    hexadecimal_numbers: format!("def a {{ int x = 0x{}; }}\n", "f".repeat(LONG)) => "a.td:1:17: error: Number out of range";
    binary_numbers: format!("def a {{ bits<8> x = 0b{}; }}\n", "1".repeat(LONG)) => "a.td:1:21: error: Number out of range";
    zeros: format!("def a {{ bits<8> x = 0b{}; }}\n", "0".repeat(LONG)) => "a.td:1:21: error: 10000000 bits are more than the limit of 1048576";
    semicolons: ";".repeat(LONG) => "a.td:1:1: error: Unexpected token at top level";
    macros: format!("{}def a;\n", lines(MANY, |i| format!("#define A{i}\n"))) => "";
    directives_without_end: "#ifdef A\n".repeat(MANY) => "a.td:100001:1: error: Reached EOF without matching #endif";
    branches: format!("#ifdef A\n{}", "#else\n".repeat(MANY)) => "a.td:3:2: error: double #else";
    parameters: format!("class A<{}int x>;\n", lines(20_000, |i| format!("int x{i}, "))) => "";
    similar_names: lines(1000, |i| format!("class C{};\n", "x".repeat(i)))
        + &lines(1000, |i| format!("def d{i} : C{}y;\n", "x".repeat(i))) => "a.td:1001:10: error: Couldn't find class 'Cxy'";
    nul: "def a\0 { int x = 1; }\n" => "a.td:1:6: error: NUL character is invalid in source; treated as space";
    nul_in_strings: "def a { string s = \"x\0y\"; }\n" => "";
    carriage_returns: "def a;\rdef b;\r\ndef c : x;\r" => "a.td:2:9: error: Couldn't find class 'x'";
    characters_that_are_no_names: "def a : é;\n" => "a.td:1:9: error: Unexpected character";
    mark_of_byte_order: "\u{feff}def a;\n" => "a.td:1:1: error: Unexpected character";
}

/// The first line of the messages about bytes.
fn headline_of(bytes: &[u8]) -> String {
    let dir = Dir::new();
    dir.write("a.td", bytes);
    // The line is shown as it is.
    let output = dir.command(program()).args(["llvm-tblgen", "a.td"]).output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    String::from_utf8_lossy(&output.stderr).lines().next().unwrap_or_default().to_owned()
}

#[test]
fn bytes_that_are_no_text() {
    for bytes in [&b"\xff\xfe\x80 ;"[..], b"\xfed\0e\0f\0", b"\x7fELF\x02\x01\x01\0\0\0"] {
        let expected = "a.td:1:1: error: Unexpected character";
        assert_eq!(headline_of(bytes), expected, "{bytes:x?}");
    }
}

#[test]
fn many_warnings_about_a_long_line_are_short() {
    let dir = Dir::with(&format!("class A<{}int x>;\n", lines(20_000, |i| format!("int x{i}, "))));
    let ran = bounded(&dir, &["llvm-tblgen", "a.td"]);
    assert_eq!(ran.code, Some(0));
    assert_eq!(ran.err.matches("warning: unused template argument: A:x").count(), 20_001);
    assert!(ran.err.len() < 10_000_000, "{} bytes", ran.err.len());
}
