//! What is written, and what is left alone.

use std::fs;
use std::process::Stdio;
use std::time::{Duration, SystemTime};

use crate::{Dir, Ran, program, records};

/// Sets the time of last change of a file long ago, and returns what it is now.
fn make_old(dir: &Dir, name: &str) -> SystemTime {
    let file = fs::OpenOptions::new().write(true).open(dir.path(name)).unwrap();
    file.set_modified(SystemTime::now() - Duration::from_secs(10_000)).unwrap();
    changed(dir, name)
}

fn changed(dir: &Dir, name: &str) -> SystemTime {
    fs::metadata(dir.path(name)).unwrap().modified().unwrap()
}

#[test]
fn output_goes_to_the_file_and_leaves_nothing_beside_it() {
    let dir = Dir::with("def a;\n");
    assert_eq!(dir.tblgen("a.td -o a.inc").ok(), "");
    assert_eq!(dir.read("a.inc"), records("def a {\n}\n"));
    assert_eq!(dir.files(), ["a.inc", "a.td"]);
}

#[test]
fn a_dash_is_standard_output() {
    let dir = Dir::with("def a;\n");
    assert_eq!(dir.tblgen("a.td -o -").ok(), records("def a {\n}\n"));
    let want = "tablewright llvm-tblgen: the option -d must be used together with -o\n";
    assert_eq!(dir.tblgen("a.td -o - -d a.d").failed(), want);
    assert_eq!(dir.files(), ["a.td"]);
}

#[test]
fn depfiles_list_the_includes_once_and_in_order() {
    let dir = Dir::with("include \"z.td\"\ninclude \"b.td\"\ninclude \"z.td\"\n");
    dir.write("inc/z.td", "#ifndef Z\n#define Z\n#endif\n");
    dir.write("inc/b.td", "");
    assert_eq!(dir.tblgen("-Iinc a.td -o a.inc -d a.d").ok(), "");
    assert_eq!(dir.read("a.d"), "a.inc: inc/b.td inc/z.td\n");
    assert_eq!(dir.tblgen("-Iinc --null-backend inc/b.td -o a.inc -d a.d").ok(), "");
    assert_eq!(dir.read("a.d"), "a.inc:\n");
}

#[test]
fn depfiles_of_23_begin_with_the_main_file() {
    let dir = Dir::with("include \"z.td\"\ninclude \"B.td\"\n");
    dir.write("inc/z.td", "");
    dir.write("inc/B.td", "");
    assert_eq!(dir.tblgen("--release 23 -I. -Iinc a.td -o a.inc -d a.d").ok(), "");
    assert_eq!(dir.read("a.d"), "a.inc: a.td inc/B.td inc/z.td\n");
    dir.run("batch --release 23 -Iinc -d all.d a.td --print-records -o r.txt --dump-json -o j")
        .ok();
    assert_eq!(dir.read("all.d"), "r.txt j: a.td inc/B.td inc/z.td\n");
}

#[test]
fn write_if_changed_leaves_an_equal_file_alone() {
    let dir = Dir::with("def a;\n");
    dir.tblgen("a.td -o a.inc -write-if-changed").ok();
    let old = make_old(&dir, "a.inc");
    dir.tblgen("a.td -o a.inc -write-if-changed").ok();
    assert_eq!(changed(&dir, "a.inc"), old);
    dir.tblgen("a.td -o a.inc").ok();
    assert_ne!(changed(&dir, "a.inc"), old);

    let old = make_old(&dir, "a.inc");
    dir.write("a.td", "def b;\n");
    dir.tblgen("a.td -o a.inc -write-if-changed").ok();
    assert_ne!(changed(&dir, "a.inc"), old);
    assert_eq!(dir.read("a.inc"), records("def b {\n}\n"));
    assert_eq!(dir.files(), ["a.inc", "a.td"]);
}

#[test]
fn a_failing_run_leaves_the_old_files_as_they_were() {
    let dir = Dir::with("def a\n");
    dir.write("a.inc", "old");
    dir.write("a.d", "old");
    let old = make_old(&dir, "a.inc");
    // The first fails when it is read, the second in the backend.
    dir.tblgen("a.td -o a.inc -d a.d").failed();
    dir.write("a.td", "def a;\n");
    dir.tblgen("--print-enums -class=None a.td -o a.inc -d a.d").failed();
    assert_eq!((dir.read("a.inc").as_str(), dir.read("a.d").as_str()), ("old", "old"));
    assert_eq!(changed(&dir, "a.inc"), old);
    assert_eq!(dir.files(), ["a.d", "a.inc", "a.td"]);
}

#[test]
fn an_output_that_cannot_be_opened_is_named() {
    let dir = Dir::with("def a;\n");
    let call = "tablewright llvm-tblgen";
    for (line, want) in [
        ("-o none/a.inc", "error opening none/a.inc: No such file or directory"),
        ("-o=", "error opening : No such file or directory"),
        ("-o .", "error opening .: Is a directory"),
        ("-o a.inc -d none/a.d", "error opening none/a.d:No such file or directory"),
    ] {
        assert_eq!(dir.tblgen(&format!("a.td {line}")).failed(), format!("{call}: {want}\n"));
    }
    assert_eq!(dir.files(), ["a.td"]);
}

#[cfg(unix)]
#[test]
fn devices_are_written_to_and_links_stay_links() {
    let dir = Dir::with("def a;\n");
    assert_eq!(dir.tblgen("a.td -o /dev/null -d a.d").ok(), "");
    assert_eq!(dir.read("a.d"), "/dev/null:\n");
    dir.write("real.inc", "old");
    std::os::unix::fs::symlink("real.inc", dir.path("a.inc")).unwrap();
    dir.tblgen("a.td -o a.inc").ok();
    assert_eq!(dir.read("real.inc"), records("def a {\n}\n"));
    assert!(fs::symlink_metadata(dir.path("a.inc")).unwrap().is_symlink());
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_an_error() {
    let dir = Dir::with("def a;\n");
    let err = dir.tblgen("a.td -o /dev/full").failed();
    let want = "tablewright llvm-tblgen: error writing /dev/full: No space left on device\n";
    assert_eq!(err, want);
}

#[cfg(target_os = "linux")]
#[test]
fn what_cannot_be_printed_is_an_error() {
    let dir = Dir::with("def a;\n");
    for line in [
        "--help",
        "--version",
        "llvm-tblgen --help",
        "batch --help",
        "batch a.td --null-backend -o x",
    ] {
        let mut command = dir.command(program());
        command.args(line.split(' ')).stdout(fs::File::create("/dev/full").unwrap());
        let ran = Ran::from_output(command.output().unwrap());
        assert_eq!(ran.code, Some(1), "{line}");
        let want = ": error writing standard output: No space left on device\n";
        assert!(ran.err.ends_with(want), "{line}: {}", ran.err);
    }
}

/// A run that waits in the middle of writing `a.inc`: nobody reads its depfile, which is a pipe.
#[cfg(target_os = "linux")]
fn waiting(dir: &Dir) -> std::process::Child {
    let made = std::process::Command::new("mkfifo").arg(dir.path("pipe")).status().unwrap();
    assert!(made.success());
    let mut command = dir.command(program());
    let child = command.args(["llvm-tblgen", "a.td", "-o", "a.inc", "-d", "pipe"]).spawn().unwrap();
    while !dir.path(".a.inc.0.tmp").exists() {
        std::thread::sleep(Duration::from_millis(5));
    }
    child
}

#[cfg(target_os = "linux")]
fn send(signal: &str, child: &std::process::Child) {
    let mut kill = std::process::Command::new("kill");
    assert!(kill.args([signal, &child.id().to_string()]).status().unwrap().success());
}

#[cfg(target_os = "linux")]
#[test]
fn a_signal_leaves_no_temporary_files() {
    use std::os::unix::process::ExitStatusExt;
    // A signal that the tests were started to ignore is ignored by what they start, as by `nohup`.
    let status = fs::read_to_string("/proc/self/status").unwrap();
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:")).unwrap();
    let ignored = u64::from_str_radix(ignored.trim(), 16).unwrap();
    for (signal, number) in [("-INT", 2), ("-TERM", 15), ("-HUP", 1)] {
        if ignored >> (number - 1) & 1 != 0 {
            continue;
        }
        let dir = Dir::with("def a;\n");
        dir.write("a.inc", "old");
        let mut child = waiting(&dir);
        send(signal, &child);
        let status = child.wait().unwrap();
        assert_eq!((status.code(), status.signal()), (None, Some(number)));
        assert_eq!(dir.files(), ["a.inc", "a.td", "pipe"], "{signal}");
        assert_eq!(dir.read("a.inc"), "old");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn what_a_killed_run_left_is_removed_by_the_next() {
    let dir = Dir::with("def a;\n");
    let mut child = waiting(&dir);
    // Another run writes the same output meanwhile, and leaves the file of the first alone.
    dir.tblgen("a.td -o a.inc").ok();
    assert_eq!(dir.files(), [".a.inc.0.tmp", "a.inc", "a.td", "pipe"]);
    send("-KILL", &child);
    child.wait().unwrap();
    assert_eq!(dir.files(), [".a.inc.0.tmp", "a.inc", "a.td", "pipe"]);
    dir.tblgen("a.td -o a.inc").ok();
    assert_eq!(dir.files(), ["a.inc", "a.td", "pipe"]);
}

#[test]
fn a_reader_that_goes_away_is_no_fault() {
    // More than a pipe holds, so that the end of the reader is noticed.
    let defs: String = (0..20_000).map(|i| format!("def a{i};\n")).collect();
    let dir = Dir::with(&defs);
    let mut command = dir.command(program());
    command.args(["llvm-tblgen", "a.td"]).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    drop(child.stdout.take());
    let ran = Ran::from_output(child.wait_with_output().unwrap());
    assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""));
}

#[test]
fn the_dump_of_registers_says_in_23_what_is_artificial() {
    let dir = Dir::new();
    let classes = include_str!("../../../../tests/data/register-info/classes.td");
    dir.write("classes.td", classes);
    // The two classes only share an artificial register, and need not weigh the same.
    let text = r##"
include "classes.td"
def Toy : Target;
def lo : SubRegIndex<70000>; def hi : SubRegIndex<70000, 70000>;
def L : Register<"l">; def H : Register<"h">;
def N : Register<"n"> { bit isArtificial = true; }
let SubRegIndices = [lo, hi] in def R : RegisterWithSubRegs<"r", [L, H]>;
def Whole : RegisterClass<[i16], 16, (add R, N)>;
def Half : RegisterClass<[i8], 8, (add L, H, N)>;
"##;
    dir.write("a.td", text);
    let dump = |release: &str| {
        dir.tblgen(&format!(
            "--gen-register-info --register-info-debug --release {release} a.td -o a.inc"
        ))
    };
    assert_eq!(dump("22").failed(), "error: the weights of register units cannot be balanced\n");
    let dump = dump("23").err;
    let part = |from: &str, to: &str| {
        let at = dump.find(from).expect("it is in the dump");
        dump[at..].split_once(to).expect("it is in the dump").0.to_owned()
    };
    assert!(part("RegisterClass Whole:", "BaseClassOrder").contains("Weight: 2\n"), "{dump}");
    assert!(part("RegisterClass Half:", "BaseClassOrder").contains("Weight: 1\n"), "{dump}");
    assert!(part("SubRegIndex hi:", "SubRegIndex lo").contains("Offset: 70000\n"), "{dump}");
    assert!(part("Register N:", "Register R").ends_with("RegUnit 2\n\tArtificial: 1\n"), "{dump}");
}
