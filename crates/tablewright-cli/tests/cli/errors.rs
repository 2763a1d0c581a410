//! The codes of errors: each is explained, with an example that reports it.

use std::fs;
use std::path::Path;
use std::process::Stdio;

use tablewright_syntax::code::{Code, Layer};

use crate::{Dir, Ran, program};

/// A directory of the workspace, for `-I`.
fn workspace(path: &str) -> String {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(path).display().to_string()
}

/// The arguments that find the target of the tutorial and the classes it is made of.
fn include_args() -> [String; 4] {
    ["examples/toy-target", "examples/toy-target/prelude"]
        .map(|dir| ["-I".to_owned(), workspace(dir)])
        .concat()
        .try_into()
        .unwrap()
}

/// Stands for Clang's files of these names, with the classes that examples use.
const CLANG_FILES: [(&str, &str); 4] = [
    ("Attr.td", "support/attr-classes.inc"),
    ("Diagnostic.td", "support/clang-diagnostics.inc"),
    ("arm_neon_incl.td", "arm-neon/classes.td"),
    ("riscv_vector_common.td", "riscv-vector-builtins/classes.td"),
];

/// Stands for `mlir/IR/OpBase.td`, with the classes that examples use.
const MLIR: &str = "include \"mlir-op.inc\"\ninclude \"mlir-traits.inc\"\n";

/// Runs the example of a code, with messages in JSON.
fn run(code: Code, release: Option<&str>) -> Ran {
    let dir = Dir::new();
    let example = code.example();
    dir.write("unmet.td", "def x { int n = 1; } // EXPECT x: n = 2\n");
    dir.write("malformed.td", "def x { int n = 1; } // EXPECT x: m = 2\n");
    dir.write("wrong.td", "assert false, \"wrong\";\n");
    dir.write("target.td", "include \"Toy.td\"\n");
    dir.write("input.td", "def input;\n");
    dir.write("unused.td", "class Unused;\n");
    dir.write("unnamed.td", "def;\n");
    dir.write("settings/.tablewright.toml", "[lint]\nunused-class = \"loud\"\n");
    dir.write("settings/input.td", "def x;\n");
    for (name, classes) in CLANG_FILES {
        let classes = fs::read(workspace(&format!("tests/data/{classes}"))).unwrap();
        dir.write(&format!("clang/Basic/{name}"), classes);
    }
    dir.write("mlir/IR/OpBase.td", MLIR);
    let mut command = dir.command(program());
    match release {
        Some(release) => command.env("TABLEWRIGHT_RELEASE", release),
        None => command.env_remove("TABLEWRIGHT_RELEASE"),
    };
    if let Some(line) = example.trim().strip_prefix("tablewright ") {
        command.args(line.split_whitespace());
        if line.contains("target.td") {
            command.args(include_args());
        }
        // Behind `batch`, options of all jobs stand in front.
        command.arg("--diagnostic-format=json");
    } else {
        // Markdown cannot hold bytes that are not UTF-8.
        let text: Vec<u8> = match example.split_once("\\xe9") {
            Some((before, after)) => [before.as_bytes(), b"\xe9", after.as_bytes()].concat(),
            None => example.as_bytes().to_vec(),
        };
        dir.write("self.td", &text);
        if code.layer() == Layer::Lints {
            command.args(["lint", "--warn", &code.to_string()]);
            command.args(include_args()).args(["-I", &workspace("tests/data/support")]);
            command.args(["--diagnostic-format=json", "self.td"]);
            return Ran::from_output(command.stdin(Stdio::null()).output().unwrap());
        }
        let mut words = code.example_command().unwrap_or("llvm-tblgen").split_whitespace();
        command.args(words.next()).args(include_args()).args(["-I", "."]).args(words);
        command.args(["--diagnostic-format=json", "self.td"]);
    }
    Ran::from_output(command.stdin(Stdio::null()).output().unwrap())
}

#[test]
fn every_example_reports_its_code() {
    let mut wrong = Vec::new();
    for &code in Code::ALL {
        let reports = format!("\"code\":\"{code}\"");
        let is_reported = |ran: &Ran| ran.err.contains(&reports) || ran.out.contains(&reports);
        let ran = run(code, None);
        // Some mistakes are possible in old descriptions only.
        if !is_reported(&ran) && !is_reported(&run(code, Some("19"))) {
            wrong.push(format!("{code} {}: {:?} {}", code.title(), ran.code, ran.err));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// A page of the book includes the document that the program has too.
#[test]
fn every_code_is_in_the_book() {
    for layer in Layer::ALL {
        let name = match layer {
            Layer::CommandLine => "command-line",
            Layer::Syntax => "syntax",
            Layer::Evaluation => "evaluation",
            Layer::Backends => "backends",
            Layer::Lints => "lints",
        };
        let document = format!("crates/tablewright-syntax/src/code/{name}.md");
        let page = fs::read_to_string(workspace(&format!("docs/src/errors/{name}.md"))).unwrap();
        assert_eq!(page, format!("{{{{#include ../../../{document}}}}}\n"));
        assert_eq!(fs::read_to_string(workspace(&document)).unwrap(), layer.document());
    }
}

#[test]
fn codes_are_listed_and_explained() {
    let dir = Dir::new();
    let list = dir.run("errors").ok();
    for code in Code::ALL {
        assert!(list.contains(&format!("\n  {code}  {}\n", code.title())), "{code}");
    }
    let want = "\
TW2002: unknown multiclass

`defm` needs a multiclass that is defined before. A class is used with `def`.

    multiclass Pair { def _lo; def _hi; }
    defm R0 : Piar;
";
    assert_eq!(dir.run("errors tw2002").ok(), want);
    let err = dir.run("errors TW9999").failed();
    assert_eq!(err, "error: unknown code 'TW9999'; `tablewright errors` lists all codes\n");
    let err = dir.run("errors TW9999 --diagnostic-format=rich").failed();
    let want = "error[TW0008]: unknown code 'TW9999'; `tablewright errors` lists all codes\n\n";
    assert_eq!(err, want);
}

#[test]
fn the_format_of_messages_is_checked() {
    let dir = Dir::with("def a : Missing;\n");
    let err = dir.tblgen("--diagnostic-format=xml a.td").failed();
    let want = "llvm-tblgen: for the --diagnostic-format option: 'xml' is not a message format; expected one of \
                compatible, rich, json\n";
    assert_eq!(err, want);
}

#[test]
fn a_variable_names_the_format_of_messages() {
    let dir = Dir::with("def a : Missing;\n");
    let run = |value: &str, line: &str| {
        let mut command = dir.command(program());
        command.env("TABLEWRIGHT_DIAGNOSTIC_FORMAT", value).args(line.split(' '));
        let output = command.output().expect("it runs");
        String::from_utf8(output.stderr).expect("messages are UTF-8")
    };
    assert!(run("json", "llvm-tblgen a.td").starts_with("{\"version\":1,"));
    assert!(run("json", "print a.td").starts_with("{\"version\":1,"));
    assert!(run("json", "--diagnostic-format=rich llvm-tblgen a.td").starts_with("error[TW2001]"));
    assert!(run("", "llvm-tblgen a.td").starts_with("a.td:1:9: error: "));
    let want = "tablewright: for the variable TABLEWRIGHT_DIAGNOSTIC_FORMAT: 'xml' is not a message format; expected one of \
                compatible, rich, json\n";
    assert!(run("xml", "llvm-tblgen a.td").ends_with(want.trim_start_matches("tablewright")));
}

#[test]
fn messages_of_a_run_are_json_to_the_last_line() {
    let dir = Dir::with("def a : Missing;\n");
    for line in [
        "llvm-tblgen --diagnostic-format=json a.td",
        "llvm-tblgen --diagnostic-format=json missing.td",
        "llvm-tblgen --diagnostic-format=json --nonsense",
        "print --diagnostic-format=json a.td",
        "print --diagnostic-format=json",
        "registers --diagnostic-format json a.td",
        "batch --diagnostic-format=json --quiet a.td --dump-json -o a.json",
        "batch --diagnostic-format=json",
        "errors --diagnostic-format=json TW9999",
    ] {
        let ran = dir.run(line);
        assert_eq!(ran.code, Some(1), "{line}");
        assert!(!ran.err.is_empty(), "{line}");
        for message in ran.err.lines() {
            let message: serde_json::Value = serde_json::from_str(message).expect(message);
            assert_eq!(message["version"], 1, "{line}");
            assert!(message["code"].is_string(), "{line}: {message}");
        }
    }
}

#[test]
fn rich_messages_can_be_coloured() {
    let dir = Dir::with("class Base;\ndef a : Bsae;\n");
    let plain = dir.tblgen("--diagnostic-format=rich a.td").failed();
    assert!(!plain.contains('\x1b'), "{plain}");
    let colored = dir.tblgen("--diagnostic-format=rich --color a.td").failed();
    assert!(colored.contains('\x1b'), "{colored}");
}
