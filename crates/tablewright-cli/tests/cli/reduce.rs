//! `tablewright reduce`.

#![cfg(unix)]

use expect_test::{Expect, expect};

use crate::{Dir, Ran, program};

const TEXT: &str = "include \"base.td\"\n\
    foreach i = 0...3 in def R#i : Reg<i>;\n\
    let Opcode = 3 in {\n\
    \x20 def ADD : Instr<[R0, R1], \"add\">;\n\
    \x20 def SUB : Instr<[R0, R9], \"sub\"> { let Opcode = 4; }\n\
    }\n";

const BASE: &str = "class Reg<int n> { int Number = n; } // A register.\n\
    class Instr<list<Reg> uses, string asm = \"\"> {\n\
    \x20 list<Reg> Uses = uses;\n\
    \x20 string Asm = asm;\n\
    \x20 bits<4> Opcode = 0;\n\
    }\n";

fn dir(text: &str) -> Dir {
    let dir = Dir::with(text);
    dir.write("base.td", BASE);
    dir
}

fn run(dir: &Dir, options: &[&str], keep: &str) -> Ran {
    let keep = keep.replace("tablewright", &program().display().to_string());
    let mut command = dir.command(program());
    command.args(["reduce", "a.td", "--keep", &keep]).args(options);
    Ran::from_output(command.output().unwrap())
}

fn check(text: &str, options: &[&str], keep: &str, expected: Expect) {
    let dir = dir(text);
    let ran = run(&dir, options, keep);
    assert_eq!((ran.code, ran.out.as_str()), (Some(0), ""), "{}", ran.err);
    assert!(ran.err.starts_with("a.reduced.td: ") && ran.err.contains(" bytes, "), "{}", ran.err);
    expected.assert_eq(&dir.read("a.reduced.td"));
    assert_eq!(dir.files(), ["a.reduced.td", "a.td", "base.td"]);
}

#[test]
fn an_error_stays() {
    let keep = "tablewright print {} 2>&1 | grep -q 'not defined.*R9'";
    check(
        TEXT,
        &["--jobs", "2"],
        keep,
        expect![[r#"
        class Reg;
        class Instr<list<Reg> uses>;
        def SUB : Instr<[R9]>;
    "#]],
    );
}

#[test]
fn a_value_stays() {
    let keep = "tablewright query {} --where 'Opcode = 4' --names | grep -q SUB";
    let text = TEXT.replace("R9", "R2");
    check(
        &text,
        &["--must-read"],
        keep,
        expect![[r#"
            class Instr {
              bits<4> Opcode ;
            }
            def SUB : Instr { let Opcode = 4; }
        "#]],
    );
}

#[test]
fn the_path_is_the_last_word_and_text_that_is_no_syntax_loses_lines() {
    let dir = Dir::with("class A;\ndef : : ;\nclass B;\n");
    let ran = run(&dir, &["-o", "small.td"], "grep -q ': :'");
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    assert_eq!(dir.read("small.td"), "def : : ;\n");
}

#[test]
fn a_command_that_does_not_keep_the_whole_is_an_error() {
    let check = |options: &[&str], keep: &str, expected: Expect| {
        let dir = dir(TEXT);
        let ran = run(&dir, options, keep);
        assert_eq!((ran.code, ran.out.as_str()), (Some(1), ""));
        assert_eq!(dir.files(), ["a.td", "base.td"]);
        expected.assert_eq(&ran.err);
    };
    check(
        &[],
        "false",
        expect![[r#"
        tablewright: --keep does not keep the whole description, in which included files stand in place of their includes: the command ends with exit status: 1
    "#]],
    );
    check(
        &["--timeout", "1"],
        "sleep 5; true",
        expect![[r#"
        tablewright: --keep does not keep the whole description, in which included files stand in place of their includes: the command takes longer than --timeout
    "#]],
    );
    check(
        &["--must-read"],
        "true",
        expect![[r#"
        tablewright: --keep does not keep the whole description, in which included files stand in place of their includes: it has errors; --must-read asks for none
    "#]],
    );
    check(
        &["-o", "none/a.td"],
        "true",
        expect![[r#"
        tablewright: error writing none/a.td: No such file or directory
    "#]],
    );
}

#[test]
fn the_page_of_the_book_is_true() {
    crate::book::check("reduce.md");
}

/// The smallest text so far stays where a person stops the search; the commands end with it.
#[test]
fn an_interrupted_search_leaves_the_best_text() {
    use std::os::unix::process::ExitStatusExt;
    use std::process::{Command, Stdio};
    use std::thread::sleep;
    use std::time::{Duration, Instant};

    let dir = dir(TEXT);
    // The whole description is kept at once, and the next text takes longer than anybody waits.
    let keep = "[ ! -e begun ] && { touch begun; exit 0; }; touch waiting; sleep 300; false";
    let mut command = dir.command(program());
    command.args(["reduce", "a.td", "--jobs", "1", "--timeout", "600", "--keep", keep]);
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let start = Instant::now();
    while !dir.path("waiting").exists() {
        assert!(child.try_wait().unwrap().is_none(), "it ended by itself");
        assert!(start.elapsed() < Duration::from_secs(120), "the command is not run");
        sleep(Duration::from_millis(20));
    }
    let mut kill = Command::new("kill");
    assert!(kill.args(["-TERM", &child.id().to_string()]).status().unwrap().success());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.signal(), Some(15));
    let err = String::from_utf8(output.stderr).unwrap();
    let size = dir.read("a.reduced.td").len();
    assert_eq!(err, format!("\ninterrupted: a.reduced.td has {size} bytes so far\n"));
    assert_eq!(dir.files(), ["a.reduced.td", "a.td", "base.td", "begun", "waiting"]);
    assert!(start.elapsed() < Duration::from_secs(240), "the command was not ended");
}
