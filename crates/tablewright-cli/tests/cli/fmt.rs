//! `tablewright fmt`: files, lines, settings, and what is refused. The rules are tested in `tablewright-syntax`.

use std::process::{Command, Stdio};

use crate::{Dir, Ran, program};

const BAD: &str = "class A {\n   int  a;\n  int b=1;\n  int c = 2;\n}\n";
const GOOD: &str = "class A {\n  int a;\n  int b = 1;\n  int c = 2;\n}\n";

#[test]
fn files_are_changed_in_place() {
    let dir = Dir::with(BAD);
    dir.write("deep/b.td", BAD);
    dir.write("deep/b.txt", BAD);
    assert_eq!(dir.run("fmt a.td deep").ok(), "");
    assert_eq!(dir.read("a.td"), GOOD);
    assert_eq!(dir.read("deep/b.td"), GOOD);
    assert_eq!(dir.read("deep/b.txt"), BAD);
    assert_eq!(dir.run("fmt a.td --check").ok(), "");
}

#[test]
fn bytes_that_are_no_text_stay() {
    let dir = Dir::new();
    dir.write("a.td", *b"def  a; // \xe9\ndef b;");
    assert_eq!(dir.run("fmt a.td").ok(), "");
    assert_eq!(std::fs::read(dir.path("a.td")).unwrap(), *b"def a; // \xe9\ndef b;\n");
}

#[test]
fn check_and_diff_write_nothing() {
    let dir = Dir::with(BAD);
    let ran = dir.run("fmt a.td --check");
    let err = "tablewright: a.td would change\n";
    assert_eq!((ran.code, &*ran.out, &*ran.err), (Some(1), "", err));
    let diff = dir.run("fmt a.td --diff").ok();
    let want = "--- a/a.td\n+++ b/a.td\n@@ -1,5 +1,5 @@\n class A {\n-   int  a;\n-  int b=1;\n\
                +  int a;\n+  int b = 1;\n   int c = 2;\n }\n";
    assert_eq!(diff, want);
    assert_eq!(dir.read("a.td"), BAD);
    // What is printed is a patch.
    dir.write("a.patch", &diff);
    let git = |args: &[&str]| {
        let ran = Command::new("git").args(args).current_dir(&dir.0).output();
        ran.is_ok_and(|output| output.status.success())
    };
    if git(&["init", "-q"]) {
        assert!(git(&["apply", "a.patch"]));
        assert_eq!(dir.read("a.td"), GOOD);
    }
}

#[test]
fn standard_input_goes_to_standard_output() {
    let dir = Dir::new();
    dir.write(".tablewright.toml", "[fmt]\nindent = 4\n");
    let mut command = dir.command(program());
    let mut child = command
        .args(["fmt", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    std::io::Write::write_all(&mut child.stdin.take().unwrap(), BAD.as_bytes()).unwrap();
    let ran = Ran::from_output(child.wait_with_output().unwrap());
    assert_eq!(ran.ok(), GOOD.replace("  int", "    int"));
}

#[test]
fn only_named_lines_change() {
    let dir = Dir::with(BAD);
    assert_eq!(dir.run("fmt a.td --lines 3-3").ok(), "");
    assert_eq!(dir.read("a.td"), BAD.replace("b=1", "b = 1"));
    let err = dir.run("fmt a.td --lines 3-2").failed();
    assert_eq!(
        err,
        "tablewright: error: '3-2' is not a range of lines; expected for example 10-20\n"
    );
    dir.write("b.td", "");
    let err = dir.run("fmt a.td b.td --lines 3-3").failed();
    assert_eq!(err, "tablewright: error: --lines goes with one file\n");
}

#[test]
fn lines_that_differ_from_a_revision_change() {
    let dir = Dir::with(BAD);
    dir.write("b c.td", BAD);
    let git = |args: &[&str]| {
        let mut git = Command::new("git");
        git.args(["-c", "user.name=t", "-c", "user.email=t@t", "-c", "init.defaultBranch=main"]);
        git.args(args).current_dir(&dir.0).output().is_ok_and(|output| output.status.success())
    };
    if !git(&["init", "-q"]) || !git(&["add", "."]) || !git(&["commit", "-q", "-m", "first"]) {
        // Git is not installed.
        return;
    }
    assert_eq!(dir.run("fmt --since HEAD --check").ok(), "");
    dir.write("b c.td", BAD.replace("int b=1;", "int b=3;"));
    assert_eq!(dir.run("fmt --since HEAD").ok(), "");
    assert_eq!(dir.read("a.td"), BAD);
    assert_eq!(dir.read("b c.td"), BAD.replace("int b=1;", "int b = 3;"));
    dir.write("new.td", BAD);
    dir.write("ignored.td", BAD);
    dir.write(".gitignore", "/ignored.td\n");
    let would = dir.run("fmt --since HEAD --check");
    assert_eq!((would.code, would.err.as_str()), (Some(1), "tablewright: new.td would change\n"));
    assert_eq!(dir.run("fmt --since HEAD new.td").ok(), "");
    assert_eq!((dir.read("new.td"), dir.read("ignored.td")), (GOOD.into(), BAD.into()));
    let err = dir.run("fmt --since nothing").failed();
    assert!(err.starts_with("tablewright: error: git: "), "{err}");
    let err = dir.run("fmt --since=--output=x").failed();
    assert_eq!(err, "tablewright: error: unknown revision '--output=x'\n");
}

#[test]
fn settings_are_beside_the_file() {
    let dir = Dir::with(GOOD);
    dir.write(
        ".tablewright.toml",
        "[lint]\nunused-class = \"allow\"\n[fmt]\nalign-equals = \"align\"\nwidth = 0\n",
    );
    assert_eq!(dir.run("fmt a.td").ok(), "");
    assert_eq!(dir.read("a.td"), GOOD);
    let long = "class A {\n  int long = 1;\n  int b = 1;\n}\n";
    dir.write("a.td", long);
    assert_eq!(dir.run("fmt a.td").ok(), "");
    assert_eq!(dir.read("a.td"), "class A {\n  int long = 1;\n  int b    = 1;\n}\n");
    assert_eq!(dir.run("lint a.td").ok(), "");
    dir.write(".tablewright.toml", "[fmt]\nwide = 1\n");
    let err = dir.run("fmt a.td").failed();
    assert!(err.contains(".tablewright.toml: TOML parse error at line 2"), "{err}");
}

#[test]
fn syntax_errors_are_refused_and_the_others_written() {
    let dir = Dir::with("def  a\n");
    dir.write("b.td", BAD);
    let ran = dir.run("fmt a.td b.td --diagnostic-format=compatible");
    assert_eq!(ran.code, Some(1));
    assert!(ran.err.starts_with("a.td:2:1: error: expected ';'"), "{}", ran.err);
    assert_eq!(dir.read("a.td"), "def  a\n");
    assert_eq!(dir.read("b.td"), GOOD);
}

#[test]
fn records_are_compared_on_request() {
    let dir = Dir::with("include \"b.td\"\ndef  x : B;\n");
    dir.write("b.td", "class  B;\n");
    assert_eq!(dir.run("fmt a.td --verify").ok(), "");
    assert_eq!(dir.read("a.td"), "include \"b.td\"\ndef x : B;\n");
    dir.write("c.td", "def  x : C;\n");
    let err = dir.run("fmt c.td --verify").failed();
    assert!(err.contains("c.td stays as it is: --verify needs a file that can be read"), "{err}");
    assert_eq!(dir.read("c.td"), "def  x : C;\n");
}

#[test]
fn records_of_a_main_file_are_compared() {
    let dir = Dir::with("class B;\ninclude \"sub/b.td\"\ninclude \"c.td\"\n");
    dir.write("sub/b.td", "def  x : B;\n");
    dir.write("c.td", "def  y : B;\n");
    dir.write("d.td", "def  z : B;\n");
    let err = dir.run("fmt sub/b.td --verify").failed();
    assert!(err.contains("can be read by itself, or --verify=MAIN"), "{err}");
    assert_eq!(dir.run("fmt sub/b.td c.td --verify=a.td").ok(), "");
    assert_eq!(dir.read("sub/b.td"), "def x : B;\n");
    assert_eq!(dir.read("c.td"), "def y : B;\n");
    let err = dir.run("fmt d.td --verify=a.td").failed();
    assert!(err.contains("d.td stays as it is: a.td does not include it"), "{err}");
    let err = dir.run("fmt d.td --verify=no.td").failed();
    assert!(err.contains("the main file no.td cannot be read"), "{err}");
}
