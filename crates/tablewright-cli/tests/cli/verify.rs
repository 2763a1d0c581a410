//! `--verify-with`: a run beside another program, here a script.

use std::fs;
use std::os::unix::fs::PermissionsExt;

use crate::{Dir, Ran, program, records};

/// A directory with an input and the program `other`, a script.
fn with_other(script: &str) -> Dir {
    let dir = Dir::with("def a;\n");
    dir.write("other", format!("#!/bin/sh\n{script}\n"));
    fs::set_permissions(dir.path("other"), fs::Permissions::from_mode(0o755)).unwrap();
    dir
}

/// A script that writes `text` to the file behind `-o`.
fn writes(text: &str) -> String {
    format!("while [ \"$1\" != -o ]; do shift; done\nprintf %b '{text}' > \"$2\"")
}

#[test]
fn the_same_tokens_are_no_difference() {
    let dir = with_other(&writes(
        "------------- Classes -----------------\\n------------- Defs -----------------\\n// A comment.\\ndef a { }\\n",
    ));
    // As a file of C++, of which comments and layout are not compared.
    assert_eq!(dir.tblgen("--verify-with ./other a.td -o a.inc").ok(), "");
    assert!(dir.read("a.inc").ends_with("// A comment.\ndef a { }\n"));
    let ran = dir.tblgen("--verify-with ./other a.td -o a.txt");
    assert!(ran.err.contains("a.txt is that of ./other"), "{}", ran.err);
}

#[test]
fn a_difference_is_reported_and_the_other_file_kept() {
    let dir = with_other(&writes("def b {\\n}\\n"));
    let ran = dir.tblgen("--verify-with ./other a.td -o a.txt");
    assert_eq!((ran.code, ran.out.as_str()), (Some(0), ""));
    let want = "\
llvm-tblgen: warning: a.txt is that of ./other, from which Tablewright's differs:
    reference 1:1: def b {
    ours      1:1: ------------- Classes -----------------
";
    assert_eq!(ran.err, want);
    assert_eq!(dir.read("a.txt"), "def b {\n}\n");
    assert_eq!(dir.files(), ["a.td", "a.txt", "other"]);
}

#[test]
fn the_other_program_decides_about_the_exit_code() {
    let dir = with_other("echo no >&2; exit 3");
    let ran = dir.tblgen("--verify-with=./other a.td");
    assert_eq!((ran.code, ran.out.as_str()), (Some(3), ""));
    assert_eq!(ran.err, "no\nllvm-tblgen: warning: ./other refuses what Tablewright accepts\n");
    let dir = with_other("echo yes");
    let ran = dir.tblgen("--verify-with ./other --new-action a.td");
    assert_eq!((ran.code, ran.out.as_str()), (Some(0), "yes\n"));
    let want = "llvm-tblgen: warning: ./other accepts what Tablewright refuses: ";
    assert!(ran.err.starts_with(want), "{}", ran.err);
}

#[test]
fn the_other_program_sees_its_own_options_only() {
    let dir = with_other("echo \"$@\"; cat");
    let line = "--release 19 --verify-with ./other --diagnostic-format=json --print-records -";
    let args: Vec<&str> = line.split(' ').collect();
    let mut command = dir.command(program());
    command.arg("llvm-tblgen").args(args).stdin(fs::File::open(dir.path("a.td")).unwrap());
    let ran = Ran::from_output(command.output().unwrap());
    assert_eq!(ran.out, "--print-records -\ndef a;\n");
    assert!(ran.err.contains("from which Tablewright's differs"), "{}", ran.err);
}

#[test]
fn the_variable_names_the_program_too() {
    let dir = with_other("exit 4");
    let mut command = dir.command(program());
    command.args(["llvm-tblgen", "a.td"]).env("TABLEWRIGHT_VERIFY_WITH", "./other");
    assert_eq!(Ran::from_output(command.output().unwrap()).code, Some(4));
    fs::create_dir(dir.path("bin")).unwrap();
    fs::copy(dir.path("other"), dir.path("bin/llvm-tblgen")).unwrap();
    command.env("TABLEWRIGHT_VERIFY_WITH", "bin");
    assert_eq!(Ran::from_output(command.output().unwrap()).code, Some(4));
    // Tablewright itself is a program to verify with, and does not start itself for ever.
    command.env("TABLEWRIGHT_VERIFY_WITH", dir.path("missing"));
    let ran = Ran::from_output(command.output().unwrap());
    assert!(ran.failed().contains("--verify-with: "));
    assert_eq!(dir.tblgen("a.td").ok(), records("def a {\n}\n"));
}

#[test]
fn a_program_with_the_name_of_one_of_llvm_runs_itself() {
    let dir = with_other("printf 'def b;'");
    let mut command = dir.command(&dir.program_named("llvm-tblgen"));
    command.args(["--verify-with", "./other", "a.td"]);
    let ran = Ran::from_output(command.output().unwrap());
    assert_eq!((ran.code, ran.out.as_str()), (Some(0), "def b;"));
    assert!(ran.err.contains("the output is that of ./other"), "{}", ran.err);
}
