//! The limits that whoever runs the input of others sets.

use std::os::unix::fs::symlink;

use crate::hostile::{bounded, headline, lines};
use crate::{Dir, Ran, program};

/// Two million bodies of a loop.
const LOOPS: &str =
    "def a { int x = !foldl(0, !range(1000), a, b, !foldl(a, !range(2000), c, d, !add(c, d))); }\n";

/// Runs the program with arguments, after the input `a.td` in drop-ins.
fn run(dir: &Dir, line: &str) -> Ran {
    bounded(dir, &line.split(' ').collect::<Vec<&str>>())
}

#[track_caller]
fn check_failed(ran: &Ran, expected: &str) {
    assert_eq!((headline(ran), ran.code), (expected, Some(1)), "{}", ran.err);
    assert_eq!(ran.out, "");
}

#[test]
fn steps_are_limited() {
    let dir = Dir::with(LOOPS);
    let expected = "a.td:1:5: error: evaluation exceeds the limit of 1000000 steps";
    for line in [
        "llvm-tblgen --max-steps=1000000 a.td",
        "llvm-tblgen -max-steps 1000000 --dump-json a.td -o out",
        "print --max-steps 1000000 a.td",
        "--max-steps 1000000 query --count a.td",
        "explain --max-steps 1000000 a.td a.x",
        "lint --max-steps 1000000 a.td",
        "diff --max-steps 1000000 a.td a.td",
        "registers --max-steps 1000000 a.td",
    ] {
        let ran = run(&dir, line);
        assert_eq!((headline(&ran), ran.code), (expected, Some(1)), "{line}: {}", ran.err);
        assert_eq!(dir.files(), ["a.td"], "{line}");
    }
    let ran = run(&dir, "batch --quiet --max-steps 1000000 a.td --dump-json -o out");
    assert!(ran.err.contains(expected), "{}", ran.err);
    let ran = run(&dir, "llvm-tblgen --max-steps 10000000 a.td --null-backend");
    assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""));
}

/// A limit that is reached outside of a record is reported at the innermost loop or expression, or else at the statement.
#[test]
fn limits_of_statements_have_positions() {
    for (text, position) in [
        (
            "foreach i = 0...1000 in {\n  foreach j = 0...1000 in defvar x = !add(i, j);\n}\n",
            "a.td:2:3",
        ),
        ("foreach i = 0...1000 in\n  if !eq(i, 1001) then def a#i;\n", "a.td:1:1"),
        ("foreach i = 0...1000 in\n  assert !eq(i, i), \"a\";\n", "a.td:1:1"),
        ("defvar x =\n  !foldl(0, !range(100000), a, b, !add(a, b));\n", "a.td:2:13"),
        (
            "multiclass M<int n> {\n  foreach i = !range(n) in if !eq(i, -1) then def a#i;\n}\n\
             defm x : M<1000>;\n",
            "a.td:2:3",
        ),
    ] {
        let ran = run(&Dir::with(text), "llvm-tblgen --max-steps 500 a.td");
        let expected = format!("{position}: error: evaluation exceeds the limit of 500 steps");
        check_failed(&ran, &expected);
    }
}

/// An error of a limit is the last one, and says so with its code.
#[test]
fn nothing_is_evaluated_after_a_limit() {
    let dir = Dir::with(&format!("{LOOPS}def b : None;\n"));
    let ran = run(&dir, "llvm-tblgen --max-steps 1000 --diagnostic-format json a.td");
    assert_eq!(ran.code, Some(1));
    assert!(ran.err.contains("\"TW2070\"") && !ran.err.contains("None"), "{}", ran.err);
}

#[test]
fn the_steps_of_an_input_are_the_same_each_time() {
    let dir = Dir::with(
        "foreach i = 0...99 in def a#i { int x = !mul(i, !add(i, 1)); list<int> l = !range(i); }\n",
    );
    let fits = |steps: u64| {
        run(&dir, &format!("llvm-tblgen --null-backend --max-steps {steps} a.td")).code == Some(0)
    };
    let (mut low, mut high) = (0, 1 << 20);
    while low < high {
        let middle = (low + high) / 2;
        if fits(middle) { high = middle } else { low = middle + 1 }
    }
    assert!((100..10_000).contains(&low), "{low}");
    for _ in 0..3 {
        assert!(fits(low) && !fits(low - 1));
    }
}

#[test]
fn memory_of_evaluation_is_limited() {
    let dir = Dir::with(&lines(20, |i| {
        format!("def a{i} {{ list<int> l = !listsplat({i}, 4000000); }}\n")
    }));
    let expected = "a.td:13:5: error: evaluation exceeds the limit of 201326592 bytes of memory";
    for line in [
        "llvm-tblgen --max-memory=256M a.td",
        "print --max-memory 262144K a.td",
        "query --max-memory 268435456 --count a.td",
    ] {
        check_failed(&run(&dir, line), expected);
    }
    assert_eq!(run(&dir, "llvm-tblgen --max-memory=2G --null-backend a.td").code, Some(0));
}

#[test]
fn memory_of_the_process_is_limited() {
    // A syntax tree is no part of what evaluation counts, nor is what a backend makes of the records.
    let dir = Dir::with(&format!(
        "class A {{ list<int> l = [{}]; }}\n",
        lines(4_000_000, |_| "1,".to_owned())
    ));
    let ran = run(&dir, "llvm-tblgen --max-memory=64M a.td -o out");
    check_failed(
        &ran,
        "tablewright llvm-tblgen: more than 67108864 bytes of memory are in use, the limit",
    );
    assert_eq!(dir.files(), ["a.td"]);
    let ran = run(&dir, "--diagnostic-format json query --max-memory 64M --count a.td");
    assert!(ran.err.contains("\"TW0015\""), "{}", ran.err);
}

#[test]
fn variables_limit_runs_that_name_no_limit() {
    let dir = Dir::with(LOOPS);
    let with = |name: &str, value: &str, line: &str| {
        let mut command = dir.command(program());
        Ran::from_output(command.args(line.split(' ')).env(name, value).output().unwrap())
    };
    let ran = with("TABLEWRIGHT_MAX_STEPS", "1000000", "llvm-tblgen a.td");
    check_failed(&ran, "a.td:1:5: error: evaluation exceeds the limit of 1000000 steps");
    let ran = with(
        "TABLEWRIGHT_MAX_STEPS",
        "1000000",
        "llvm-tblgen --max-steps 10000000 --null-backend a.td",
    );
    assert_eq!(ran.code, Some(0));
    let ran = with("TABLEWRIGHT_MAX_MEMORY", "1M", "llvm-tblgen a.td");
    check_failed(
        &ran,
        "tablewright llvm-tblgen: more than 1048576 bytes of memory are in use, the limit",
    );
    let ran = with("TABLEWRIGHT_NO_FILE_ACCESS_OUTSIDE", "/usr", "llvm-tblgen a.td");
    check_failed(
        &ran,
        "tablewright llvm-tblgen: Could not open input file 'a.td': access is limited to files in '/usr'",
    );
    for (name, value, why) in [
        (
            "TABLEWRIGHT_MAX_STEPS",
            "many",
            "'many' is not a number of steps; expected for example 1000000",
        ),
        ("TABLEWRIGHT_MAX_MEMORY", "1.5G", "'1.5G' is not a size; expected for example 512M or 4G"),
        ("TABLEWRIGHT_NO_FILE_ACCESS_OUTSIDE", "a.td", "'a.td' is not a directory"),
    ] {
        let ran = with(name, value, "llvm-tblgen a.td");
        check_failed(&ran, &format!("tablewright llvm-tblgen: for the variable {name}: {why}"));
    }
}

#[test]
fn wrong_limits_are_refused() {
    let dir = Dir::with("def a;\n");
    for (option, why) in [
        ("--max-steps=-1", "'-1' is not a number of steps; expected for example 1000000"),
        ("--max-memory=4GB", "'4GB' is not a size; expected for example 512M or 4G"),
        ("--no-file-access-outside=none", "'none' is not a directory"),
    ] {
        let (name, _) = option.split_once('=').unwrap();
        let ran = run(&dir, &format!("llvm-tblgen {option} a.td"));
        check_failed(&ran, &format!("llvm-tblgen: for the {name} option: {why}"));
        let ran = run(&dir, &format!("query {option} a.td"));
        assert_eq!(ran.code, Some(1));
        assert!(ran.err.contains(why), "{}", ran.err);
    }
    dir.write(
        "jobs.json",
        r#"[{"input": "a.td", "output": "out", "args": ["--dump-json", "--max-steps=1"]}]"#,
    );
    let ran = run(&dir, "batch --quiet --jobs-file jobs.json");
    check_failed(&ran, "jobs.json: job 1 (out): --max-steps is not for single jobs");
}

/// A folder with descriptions, and a file beside it that is none of their business.
fn folder() -> Dir {
    let dir = Dir::new();
    dir.write("in/a.td", "include \"b.td\"\ndef a;\n");
    dir.write("in/b.td", "def b;\n");
    dir.write("secret.td", "def secret password;\n");
    dir
}

#[test]
fn files_outside_of_a_directory_are_not_read() {
    let dir = folder();
    let ran = run(&dir, "llvm-tblgen --no-file-access-outside=in -Iin in/a.td --null-backend");
    assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""));
    symlink("../secret.td", dir.path("in/link.td")).unwrap();
    let absolute = dir.path("secret.td").canonicalize().unwrap().display().to_string();
    for path in ["../secret.td", "secret.td", "link.td", "/etc/passwd", "../none.td", &absolute] {
        dir.write("in/c.td", format!("include \"{path}\"\n"));
        let ran = run(&dir, "llvm-tblgen --no-file-access-outside=in -Iin in/c.td");
        let expected = format!("in/c.td:1:9: error: Could not find include file '{path}'");
        assert_eq!(headline(&ran), expected.chars().take(160).collect::<String>());
        assert_eq!(ran.code, Some(1));
        assert!(
            ran.err.contains("is not looked for: access is limited to files in 'in'\n"),
            "{}",
            ran.err
        );
        assert!(!ran.err.contains("password") && !ran.err.contains("did you mean"), "{}", ran.err);
    }
    for line in ["llvm-tblgen", "query --count", "lint", "deps", "preprocess"] {
        let ran = run(&dir, &format!("{line} --no-file-access-outside in secret.td"));
        assert_eq!(ran.code, Some(1), "{line}");
        assert!(
            ran.err.contains("'secret.td': access is limited to files in 'in'\n"),
            "{line}: {}",
            ran.err
        );
        assert!(!ran.err.contains("password"), "{line}: {}", ran.err);
    }
}

#[test]
fn files_outside_of_a_directory_are_not_written() {
    let dir = folder();
    let ran = run(&dir, "llvm-tblgen --no-file-access-outside in -Iin in/a.td -o out");
    check_failed(
        &ran,
        "tablewright llvm-tblgen: error opening out: access is limited to files in 'in'",
    );
    let ran = run(&dir, "llvm-tblgen --no-file-access-outside in -Iin in/a.td -o in/out -d out.d");
    check_failed(
        &ran,
        "tablewright llvm-tblgen: error opening out.d:access is limited to files in 'in'",
    );
    let jobs = r#"[{"input": "in/a.td", "include_dirs": ["in"], "output": "in/../out", "args": ["--dump-json"]}]"#;
    dir.write("in/jobs.json", jobs);
    let ran = run(&dir, "batch --quiet --no-file-access-outside in --jobs-file in/jobs.json");
    assert_eq!(ran.code, Some(1));
    let expected = "error opening in/../out: access is limited to files in 'in'\n";
    assert!(ran.err.contains(expected), "{}", ran.err);
    assert_eq!(dir.files(), ["in", "secret.td"]);
    let ran =
        run(&dir, "llvm-tblgen --no-file-access-outside in -Iin in/a.td -o in/out --null-backend");
    assert_eq!(ran.code, Some(0));
    // Several directories are one more each.
    let ran = run(
        &dir,
        "llvm-tblgen --no-file-access-outside in --no-file-access-outside . in/b.td -o out --null-backend",
    );
    assert_eq!(ran.code, Some(0));
}
