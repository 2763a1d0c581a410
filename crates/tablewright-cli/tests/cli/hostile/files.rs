//! Files that are none, or that do not end.

use std::os::unix::fs::{PermissionsExt, symlink};
use std::process::{Command, Stdio};
use std::time::Duration;

use crate::hostile::{bounded, headline, lines};
use crate::{Dir, Ran, program};

fn null_backend(dir: &Dir, input: &str) -> Ran {
    bounded(dir, &["llvm-tblgen", "--null-backend", input, "-o", "out"])
}

fn pipe(dir: &Dir, name: &str) {
    assert!(Command::new("mkfifo").arg(dir.path(name)).status().unwrap().success());
}

/// Checks the first line of messages about an input, and a note among them.
#[track_caller]
fn check_failed(dir: &Dir, input: &str, expected: &str, note: &str) {
    let ran = null_backend(dir, input);
    assert_eq!((headline(&ran), ran.code), (expected, Some(1)), "{}", ran.err);
    assert!(ran.err.contains(note), "{}", ran.err);
    assert!(!dir.path("out").exists());
}

#[test]
fn a_file_that_includes_itself() {
    let dir = Dir::with("include \"a.td\"\n");
    check_failed(
        &dir,
        "a.td",
        "a.td:1:9: error: The file 'a.td' includes itself",
        "a.td:1:9: error: The file 'a.td' includes itself",
    );
}

#[test]
fn files_that_include_each_other() {
    let dir = Dir::with("include \"b.td\"\n");
    dir.write("b.td", "include \"c.td\"\n");
    dir.write("c.td", "include \"a.td\"\n");
    check_failed(&dir, "a.td", "Included from a.td:1:", "Included from a.td:1:");
}

#[test]
fn files_that_include_others_twice() {
    let dir = Dir::new();
    for i in 0..40 {
        dir.write(
            &format!("f{i}.td"),
            format!("include \"f{0}.td\"\ninclude \"f{0}.td\"\n", i + 1),
        );
    }
    dir.write("f40.td", "def a;\n");
    check_failed(&dir, "f0.td", "Included from f0.td:1:", "Included from f0.td:1:");
}

#[test]
fn includes_nested_too_deep() {
    let dir = Dir::new();
    for i in 0..1000 {
        dir.write(&format!("f{i}.td"), format!("include \"f{}.td\"\n", i + 1));
    }
    check_failed(&dir, "f0.td", "Included from f0.td:1:", "Included from f0.td:1:");
}

#[test]
fn a_large_file_included_often() {
    let dir = Dir::with(&lines(100_000, |_| "include \"b.td\"\n".to_owned()));
    dir.write("b.td", format!("// {}\n", "x".repeat(1 << 20)));
    let ran = null_backend(&dir, "a.td");
    let expected = "a.td:1023:9: error: All files together are larger than 1 GiB";
    assert_eq!(headline(&ran), expected);
    assert_eq!(ran.code, Some(1));
}

#[test]
fn included_devices_pipes_and_folders() {
    let dir = Dir::new();
    pipe(&dir, "pipe");
    symlink("loop", dir.path("loop")).unwrap();
    for (path, why) in [
        ("/dev/zero", "it is not a regular file"),
        ("/dev/null", "it is not a regular file"),
        ("/dev/tty", "it is not a regular file"),
        ("pipe", "it is not a regular file"),
        (".", "is a directory"),
        ("loop", "filesystem loop or indirection limit (e.g. symlink loop)"),
    ] {
        dir.write("a.td", format!("include \"{path}\"\n"));
        let expected = format!("a.td:1:9: error: Could not find include file '{path}'");
        let note = format!("note: '{path}' is there, but cannot be read: {why}\n");
        check_failed(&dir, "a.td", &expected, &note);
    }
}

#[test]
fn a_main_file_that_does_not_end() {
    let expected = "tablewright llvm-tblgen: Could not open input file '/dev/zero': file too large";
    check_failed(&Dir::new(), "/dev/zero", expected, "");
}

#[test]
fn a_main_file_that_is_a_folder() {
    let expected = "tablewright llvm-tblgen: Could not open input file '.': Is a directory";
    check_failed(&Dir::new(), ".", expected, "");
}

#[test]
fn a_file_that_may_not_be_read() {
    let dir = Dir::with("include \"b.td\"\n");
    dir.write("b.td", "def b;\n");
    let set = |mode| {
        std::fs::set_permissions(dir.path("b.td"), PermissionsExt::from_mode(mode)).unwrap();
    };
    set(0);
    // Who may read everything reads it.
    if std::fs::read(dir.path("b.td")).is_err() {
        let expected = "a.td:1:9: error: Could not find include file 'b.td'";
        check_failed(
            &dir,
            "a.td",
            expected,
            "note: 'b.td' is there, but cannot be read: permission denied\n",
        );
    }
    set(0o600);
}

/// The hint of commands which file to give reads what lies beside the input.
#[test]
fn pipes_and_devices_beside_the_input() {
    let dir = Dir::with("def a : B;\n");
    pipe(&dir, "pipe.td");
    symlink("/dev/zero", dir.path("zero.td")).unwrap();
    dir.write("main.td", "class B;\ninclude \"a.td\"\n");
    let ran = bounded(&dir, &["registers", "a.td"]);
    assert_eq!(ran.code, Some(1));
    let hint = "note: 'a.td' is a part of 'main.td': give that file\n";
    assert!(ran.err.ends_with(hint), "{}", ran.err);
}

#[test]
fn disks_that_are_full() {
    let dir = Dir::with("def a;\n");
    let ran = bounded(&dir, &["llvm-tblgen", "--dump-json", "a.td", "-o", "/dev/full"]);
    let expected = "tablewright llvm-tblgen: error writing /dev/full: No space left on device";
    assert_eq!((headline(&ran), ran.code), (expected, Some(1)));
    let ran =
        bounded(&dir, &["llvm-tblgen", "--null-backend", "a.td", "-o", "out", "-d", "/dev/full"]);
    let expected = "tablewright llvm-tblgen: error opening /dev/full:No space left on device";
    assert_eq!((headline(&ran), ran.code), (expected, Some(1)));
    assert_eq!(dir.files(), ["a.td"]);
}

#[test]
fn pipes_that_are_closed() {
    let dir = Dir::with(&lines(20_000, |i| format!("def a{i} {{ int x = {i}; }}\n")));
    for action in ["--print-records", "--print-detailed-records", "--dump-json"] {
        let mut command = dir.command(program());
        command.args(["llvm-tblgen", "a.td", action]).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        drop(child.stdout.take());
        let ran = Ran::from_output(child.wait_with_output().unwrap());
        assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""), "{action}");
    }
}

/// A signal in the middle of an evaluation that does not end: nothing is left, and the old file is there.
#[test]
fn interrupts_while_evaluating_and_writing() {
    use std::os::unix::process::ExitStatusExt;
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:")).unwrap();
    let ignored = u64::from_str_radix(ignored.trim(), 16).unwrap();
    let endless = "def a { int x = !foldl(0, !range(1000000), a, b, \
                   !foldl(a, !range(1000000), c, d, !add(c, d))); }\n";
    let large = lines(300_000, |i| format!("def a{i} {{ string s = \"{i}\"; }}\n"));
    for (text, is_writing) in [(endless, false), (&*large, true)] {
        for (signal, number) in [("-INT", 2), ("-TERM", 15)] {
            if ignored >> (number - 1) & 1 != 0 {
                continue;
            }
            let dir = Dir::with(text);
            dir.write("out", "old");
            let mut command = dir.command(program());
            let mut child =
                command.args(["llvm-tblgen", "a.td", "--dump-json", "-o", "out"]).spawn().unwrap();
            let begun = || if is_writing { dir.path(".out.0.tmp").exists() } else { true };
            while !begun() && child.try_wait().unwrap().is_none() {
                std::thread::sleep(Duration::from_millis(1));
            }
            if !is_writing {
                std::thread::sleep(Duration::from_millis(100));
            }
            assert!(
                Command::new("kill")
                    .args([signal, &child.id().to_string()])
                    .status()
                    .unwrap()
                    .success()
            );
            let status = child.wait().unwrap();
            // The run may just have ended before.
            if status.code() != Some(0) {
                assert_eq!((status.code(), status.signal()), (None, Some(number)));
                assert_eq!(dir.read("out"), "old");
            }
            assert_eq!(dir.files(), ["a.td", "out"], "{signal}");
        }
    }
}
