//! The example programs, run as their users run them. `cargo test` builds them beside this test.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// The program of an example.
fn program(name: &str) -> PathBuf {
    let test = std::env::current_exe().expect("a test has a path");
    let dir = test.ancestors().nth(2).expect("tests lie in a folder of the target directory");
    let path = dir.join("examples").join(name).with_extension(std::env::consts::EXE_EXTENSION);
    assert!(path.is_file(), "{}: cargo build --examples --all-features builds it", path.display());
    path
}

fn workspace(path: &str) -> String {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(path).display().to_string()
}

/// A folder of its own for a test.
fn dir(test: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(test);
    fs::create_dir_all(&path).expect("the folder can be created");
    path
}

fn run(name: &str, dir: &Path, args: &[&str]) -> Output {
    Command::new(program(name)).args(args).current_dir(dir).output().expect("it can be started")
}

fn out(output: &Output) -> &str {
    assert!(output.status.success(), "{}", err(output));
    std::str::from_utf8(&output.stdout).expect("it is text")
}

fn err(output: &Output) -> &str {
    std::str::from_utf8(&output.stderr).expect("it is text")
}

const REGISTERS: &str = "class Register<int n> { int Number = n; }\n\
                         def SP : Register<1>;\ndef PC : Register<0>;\n";

#[test]
fn a_backend_has_a_command_line() {
    let dir = dir("own_backend");
    fs::write(dir.join("a.td"), REGISTERS).expect("it can be written");
    let run = |line: &str| run("own_backend", &dir, &line.split(' ').collect::<Vec<_>>());
    assert_eq!(out(&run("a.td")), "#define REG_PC 0\n#define REG_SP 1\n");
    assert_eq!(out(&run("a.td --gen-registers -prefix=R_")), "#define R_PC 0\n#define R_SP 1\n");
    let help = run("--help");
    for line in ["--gen-registers", "--prefix=<text>", "--write-if-changed", "-I <directory>"] {
        assert!(out(&help).contains(line), "{line}: {}", out(&help));
    }
    assert!(!out(&help).contains("--print-records"));
    assert!(out(&run("--version")).starts_with("own_backend, with Tablewright "));
    assert!(err(&run("a.td --prefx=X")).contains("Did you mean '--prefix=X'?"));
    out(&run("a.td -o a.h -d a.d --write-if-changed"));
    assert_eq!(fs::read_to_string(dir.join("a.d")).expect("it was written"), "a.h: a.td\n");
    out(&run("batch a.td --quiet --gen-registers -o b.h --gen-registers --prefix=X -o c.h"));
    assert!(fs::read_to_string(dir.join("c.h")).expect("it was written").contains("XPC 0"));
    assert!(out(&run("batch --help")).contains("own_backend batch [options] <input file>"));
}

/// The first block of a page of the book in this language after `heading`.
fn block<'t>(page: &'t str, heading: &str, language: &str) -> &'t str {
    let (_, rest) = page.split_once(heading).expect("the page has the heading");
    let (_, rest) = rest.split_once(&format!("```{language}\n")).expect("a block follows");
    rest.split_once("```\n").expect("the block ends").0
}

#[test]
fn the_backend_of_the_tutorial_prints_what_the_book_shows() {
    let page = |name: &str| {
        let path = workspace(&format!("docs/src/tutorial/{name}.md"));
        fs::read_to_string(path).expect("the book has the page")
    };
    let (description, backend) = (page("first-description"), page("first-backend"));
    let dir = dir("stack_effects");
    let ops = block(&description, "## Classes and records", "tablegen").to_owned();
    fs::write(dir.join("ops.td"), &ops).expect("it can be written");
    let printed = run("stack_effects", &dir, &["ops.td"]);
    assert_eq!(out(&printed), block(&backend, "## The run", "text"));

    fs::write(dir.join("ops.td"), ops + "def SWAP : Op<2, 2, 2>;\n").expect("it can be written");
    let failed = run("stack_effects", &dir, &["ops.td", "-o", "ops.rs"]);
    assert_eq!(err(&failed), block(&backend, "If somebody adds", "text"));
    assert!(!dir.join("ops.rs").exists(), "no half of an output is left");
}

#[test]
fn an_error_of_a_backend_has_three_forms() {
    let dir = dir("own_backend_errors");
    fs::write(dir.join("a.td"), "class Register { int Number = ?; }\ndef PC : Register;\n")
        .expect("it can be written");
    let failed = |args: &[&str]| {
        let output = run("own_backend", &dir, &[&["a.td", "-o", "a.h"], args].concat());
        assert_eq!(output.status.code(), Some(1));
        assert!(!dir.join("a.h").exists(), "no half of an output is left");
        err(&output).to_owned()
    };
    let headline = "Record `PC', field `Number' exists but does not have an int value: ?";
    assert_eq!(failed(&[]), format!("a.td:2:5: error: {headline}\ndef PC : Register;\n    ^\n"));
    let rich = failed(&["--diagnostic-format=rich"]);
    assert!(rich.contains("the field 'Number' of 'PC' lacks a value: it is `?`"), "{rich}");
    assert!(failed(&["--diagnostic-format=json"]).starts_with("{\"version\":1,"));
}

#[test]
fn instructions_are_written_as_json() {
    let toy = workspace("examples/toy-target");
    let prelude = workspace("examples/toy-target/prelude");
    let main = workspace("examples/toy-target/Toy.td");
    let output = run("riscv_json", &dir("riscv_json"), &[&main, "-I", &toy, "-I", &prelude]);
    let add = "{\"name\":\"ADD\",";
    let line = out(&output).lines().find(|line| line.starts_with(add)).expect("Toy has an ADD");
    assert!(line.contains("\"assembly\":\"add\\t$rd, $rs, $rt\""), "{line}");
    assert!(line.contains("rd{2} rd{1} rd{0} rs{2} rs{1} rs{0} rt{2} rt{1} rt{0}"), "{line}");
}

#[test]
fn opcodes_become_an_enum() {
    let dir = dir("c_enum");
    let text =
        "class Opcode<int n> { int Number = n; }\ndef ADD : Opcode<0>;\ndef SUB : Opcode<7>;\n";
    fs::write(dir.join("a.td"), text).expect("it can be written");
    let output = run("c_enum", &dir, &["a.td"]);
    assert_eq!(out(&output), "enum opcode {\n  OP_ADD = 0,\n  OP_SUB = 7,\n};\n");
}

#[test]
fn operations_of_a_dialect_are_listed() {
    let dir = dir("mlir_operations");
    let text = r#"
        class Dialect { string name; }
        def D : Dialect { let name = "toy"; }
        class Op { Dialect opDialect = D; string opName; dag arguments; dag results; }
        class Type<string text> { string summary = text; }
        def Int : Type<"integer">;
        def ins; def outs;
        def AddOp : Op {
          let opName = "add";
          let arguments = (ins Int:$lhs, Int:$rhs);
          let results = (outs Int:$sum);
        }
    "#;
    fs::write(dir.join("a.td"), text).expect("it can be written");
    let list = |args: &[&str]| out(&run("mlir_operations", &dir, args)).to_owned();
    let line = "toy.add(lhs: integer, rhs: integer) -> (sum: integer)\n";
    assert_eq!(list(&["a.td"]), line);
    assert_eq!(list(&["a.td", "--only=toy"]), line);
    assert_eq!(list(&["a.td", "--only", "arith"]), "");
}

#[test]
fn questions_have_answers() {
    let toy = workspace("examples/toy-target");
    let prelude = workspace("examples/toy-target/prelude");
    let main = workspace("examples/toy-target/Toy.td");
    let output = run("questions", &dir("questions"), &[&main, &toy, &prelude]);
    let text = out(&output);
    assert!(text.contains("registers: "), "{text}");
    assert!(text.contains("writes FLAGS: "), "{text}");
}
