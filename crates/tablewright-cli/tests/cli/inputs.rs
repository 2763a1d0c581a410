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
    Ran::from_output(child.wait_with_output().unwrap())
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

/// The bytes of what `--print-records` makes of `defs`.
fn printed(defs: &[u8]) -> Vec<u8> {
    [records("").as_bytes(), defs].concat()
}

#[test]
fn strings_keep_bytes_that_are_not_utf_8() {
    let dir = Dir::new();
    dir.write(
        "a.td",
        b"// \xff\ndef \"n\xe9\" { string S = \"caf\xe9 \xff\"; code C = [{x\xe9}];\n\
          int N = !size(S); string T = !substr(S, 3, 1); int F = !find(S, \"\xff\");\n\
          string U = !substr(\"\xc3\xa9\", 0, 1) # \"\xa9\"; bit E = !eq(U, \"\xc3\xa9\"); }\n",
    );
    let output = dir.command(program()).args(["llvm-tblgen", "a.td"]).output().unwrap();
    assert_eq!(output.stderr, b"");
    let want =
        b"def n\xe9 {\n  string S = \"caf\xe9 \xff\";\n  code C = [{x\xe9}];\n  int N = 6;\n  \
                 string T = \"\xe9\";\n  int F = 5;\n  string U = \"\xc3\xa9\";\n  bit E = 1;\n}\n";
    assert_eq!(output.stdout, printed(want));
    // JSON is UTF-8.
    assert!(dir.tblgen("--dump-json a.td").ok().contains("\"S\":\"caf\u{fffd} \u{fffd}\""));
}

#[test]
fn values_that_are_compiled_keep_bytes_too() {
    let dir = Dir::new();
    let defs = (0..20).map(|i| format!("def d{i} : C<\"{i}\">;\n")).collect::<String>();
    let class = b"class C<string s> { string A = s # \"\xc3\"; string B = A # \"\xa9\";\n\
                  bit E = !eq(B, s # \"\xc3\xa9\"); }\n";
    dir.write("a.td", [class, defs.as_bytes()].concat());
    let mut command = dir.command(program());
    let output = command.args(["llvm-tblgen", "a.td"]).output().unwrap();
    let text = String::from_utf8_lossy(&output.stdout);
    assert_eq!(text.matches("bit E = 1;").count(), 20, "{text}");
    let want = b"  string A = \"19\xc3\";\n  string B = \"19\xc3\xa9\";\n".to_vec();
    assert!(output.stdout.windows(want.len()).any(|bytes| bytes == want));
}

#[test]
fn bytes_that_are_not_utf_8_are_errors_outside_of_strings_and_comments() {
    let dir = Dir::new();
    dir.write("a.td", b"def a; /* \xe9 */ def b\xe9;\n");
    let output = dir.command(program()).args(["llvm-tblgen", "a.td"]).output().unwrap();
    // The column counts bytes. Under a line with other than ASCII characters there is no caret.
    let want = b"a.td:1:21: error: Unexpected character\ndef a; /* \xe9 */ def b\xe9;\n";
    assert!(output.stderr.starts_with(want), "{:?}", String::from_utf8_lossy(&output.stderr));
    assert_eq!(output.status.code(), Some(1));
}

#[cfg(unix)]
#[test]
fn paths_and_arguments_need_not_be_utf_8() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;
    let dir = Dir::new();
    let os = OsStr::from_bytes;
    std::fs::create_dir(dir.0.join(os(b"d\xe9"))).unwrap();
    std::fs::write(dir.0.join(os(b"d\xe9/b\xff.td")), "def b;\n").unwrap();
    dir.write("a.td", b"include \"b\xff.td\"\n");
    std::fs::write(dir.0.join(os(b"r\xe9")), b"a.td -I d\xe9").unwrap();
    let run = |args: &[&[u8]]| {
        let mut command = dir.command(program());
        command.arg("llvm-tblgen").args(args.iter().map(|arg| os(arg))).output().unwrap()
    };
    assert_eq!(run(&[b"a.td", b"-Id\xe9"]).stdout, printed(b"def b {\n}\n"));
    assert_eq!(run(&[b"@r\xe9"]).stdout, printed(b"def b {\n}\n"));
    assert_eq!(run(&[b"d\xe9/b\xff.td", b"-o", b"o\xe9", b"-d", b"e\xe9"]).stderr, b"");
    assert_eq!(std::fs::read(dir.0.join(os(b"o\xe9"))).unwrap(), printed(b"def b {\n}\n"));
    assert_eq!(std::fs::read(dir.0.join(os(b"e\xe9"))).unwrap(), b"o\xe9:\n");
    run(&[b"a.td", b"-I", b"d\xe9", b"-o", b"x", b"-d", b"y"]);
    assert_eq!(std::fs::read(dir.path("y")).unwrap(), b"x: d\xe9/b\xff.td\n");
    let err = run(&[b"d\xe9/none"]).stderr;
    assert!(
        err.ends_with(b": Could not open input file 'd\xe9/none': No such file or directory\n")
    );
    assert!(run(&[b"--f\xe9"]).stderr.windows(7).any(|bytes| bytes == b"'--f\xe9'."));
    let mut print = dir.command(program());
    let output = print.arg("print").args([os(b"d\xe9/b\xff.td")]).output().unwrap();
    assert_eq!(output.stdout, printed(b"def b {\n}\n"));
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
    // Without a file to keep from harm, the records can be looked at.
    let ran = dir.tblgen("a.td");
    assert_eq!((ran.code, ran.out, ran.err), (Some(1), records("def a {\n}\n"), want.into()));
}

#[test]
fn nesting_without_end_is_an_error() {
    let dir = Dir::with(&format!("defvar x = {};\n", "[".repeat(100_000)));
    let ran = dir.tblgen("a.td");
    assert_eq!(ran.code, Some(1), "{}", ran.err);
    assert!(ran.err.contains("error: "), "{}", ran.err);
}

/// A description in three files, of which people give any.
fn parts() -> Dir {
    let dir = Dir::new();
    dir.write("t/Main.td", "include \"Registers.td\"\ndef Main;");
    dir.write("t/Registers.td", "include \"Classes.td\"\ndef A : Part;");
    dir.write("t/Classes.td", "class Part : NoSuchClass;");
    dir
}

#[test]
fn a_part_of_a_description_names_the_whole() {
    let dir = parts();
    for part in ["Registers", "Classes"] {
        let err = dir.run(&format!("registers t/{part}.td")).failed();
        let want =
            format!("tablewright: note: 't/{part}.td' is a part of 't/Main.td': give that file\n");
        assert!(err.ends_with(&want), "{err}");
    }
    let err = dir.run("registers t/Main.td").failed();
    assert!(!err.contains("is a part"), "{err}");
}

#[test]
fn a_folder_names_its_descriptions() {
    let dir = parts();
    let want = "tablewright: note: the description in this folder is 't/Main.td'\n";
    let err = dir.run("registers t").failed();
    assert!(err.ends_with(want), "{err}");
    dir.write("t/Other.td", "def Other;");
    let want = "note: the descriptions in this folder are 't/Main.td', 't/Other.td'\n";
    let err = dir.run("registers t").failed();
    assert!(err.ends_with(want), "{err}");
}
