//! The release of LLVM that a run belongs to.

use std::fs;
use std::path::Path;

use tablewright_records::release::ReleaseRange;
use tablewright_records::{Feature, ReleaseMark};

use crate::{Dir, Ran, program, records};

const HEAD: &str = concat!("Tablewright ", env!("CARGO_PKG_VERSION"), ", in place of ");

/// Runs `tablewright llvm-tblgen` without the variable that the other tests have.
fn undecided(dir: &Dir, line: &str) -> Ran {
    let mut command = dir.command(program());
    command.env_remove("TABLEWRIGHT_RELEASE").arg("llvm-tblgen").args(line.split_whitespace());
    Ran::from_output(command.output().unwrap())
}

#[test]
fn a_description_is_read_under_the_release_of_its_marks() {
    // The assertion holds under 22 and later only. Under 19 it fails when the class is read.
    let early = "class A; class B; class D : A, B;\n\
                 class T<A a> { assert !isa<B>(a), \"is no B\"; }\ndef d : D;\ndef t : T<d>;\n";
    let mark = "class HwMode { string Features = \"\"; }\n";
    let dir = Dir::with(early);
    dir.write("late-mark.td", format!("{early}{mark}"));
    dir.write("early-mark.td", format!("{mark}{early}"));
    undecided(&dir, "--null-backend a.td").ok();
    for file in ["late-mark.td", "early-mark.td"] {
        let err = undecided(&dir, &format!("--null-backend {file}")).failed();
        assert!(err.contains("note: is no B"), "{err}");
        undecided(&dir, &format!("--null-backend --release 22 {file}")).ok();
    }
}

#[test]
fn the_variable_is_checked() {
    let dir = Dir::with("def a;\n");
    let mut command = dir.command(program());
    command.env("TABLEWRIGHT_RELEASE", "x").args(["llvm-tblgen", "a.td"]);
    let what = "for the variable TABLEWRIGHT_RELEASE: unknown LLVM release 'x'; expected for example 19 or 22.1.8";
    let err = Ran::from_output(command.output().unwrap()).failed();
    assert_eq!(err, format!("tablewright llvm-tblgen: {what}\n"));
}

#[test]
fn without_an_input_the_option_or_the_name_says_the_release() {
    let dir = Dir::new();
    let default = "23: the default; a version file near a description or its marks decide.";
    for (line, version, why) in [
        ("--version --verbose", "23.1.4", default),
        ("-verbose -version", "23.1.4", default),
        ("--version --verbose --release 22.1.8", "22.1.8", "22: named by --release."),
        ("--version --verbose --release=3.8.1", "19.1.7", "3.8: named by --release."),
    ] {
        let version = format!("Output of LLVM version {version}.");
        let want = format!("{HEAD}llvm-tblgen\n  {version}\n  Release {why}\n");
        assert_eq!(undecided(&dir, line).ok(), want, "{line}");
    }
    let want = format!(
        "{HEAD}llvm-tblgen\n  Output of LLVM version 19.1.7.\n  Release 19: named by \
         TABLEWRIGHT_RELEASE.\n"
    );
    assert_eq!(dir.tblgen("--version --verbose").ok(), want);
    let link = dir.program_named("llvm-tblgen-22");
    let ran =
        Ran::from_output(dir.command(&link).args(["--version", "--verbose"]).output().unwrap());
    let why = "Release 22: named by the name of the program.";
    let want = format!("{HEAD}llvm-tblgen-22\n  Output of LLVM version 22.1.8.\n  {why}\n");
    assert_eq!(ran.ok(), want);
}

#[test]
fn the_marks_of_an_input_say_its_release() {
    let dir = Dir::with("class RegClassByHwMode; class LLVMMatchTypeNextArg;\n");
    dir.write("plain.td", "def a;\n");
    let version = |line: &str| -> String {
        let text = undecided(&dir, &format!("--version --verbose {line}")).ok();
        text.lines().skip(2).map(|line| format!("{}\n", line.strip_prefix("  ").unwrap())).collect()
    };
    let want = "Release 22: 'a.td' has marks of it:\n  \
                class RegClassByHwMode (22 and later)\n  \
                class LLVMMatchTypeNextArg (before 23)\n";
    assert_eq!(version("a.td"), want);
    assert_eq!(version("a.td --release 19"), "Release 19: named by --release.\n");
    let want = "Release 23: the default; no version file is near 'plain.td', and the input does not contain release marks.\n";
    assert_eq!(version("plain.td"), want);
}

/// The release in which `tablewright llvm-tblgen --version --verbose` would read an input, with the reason.
fn release_line(dir: &Dir, line: &str) -> String {
    let text = undecided(dir, &format!("--version --verbose {line}")).ok();
    let line = text.lines().nth(2).expect("the line about the release");
    line.trim_start().replace(&*dir.path("").to_string_lossy(), "DIR/")
}

#[test]
fn the_nearest_version_file_names_the_release() {
    let dir = Dir::new();
    let mark = "class RegClassByHwMode;\n";
    dir.write("project/src/a.td", mark);
    dir.write("tree/cmake/Modules/LLVMVersion.cmake", "  set(LLVM_VERSION_MAJOR 21)\n");
    dir.write("tree/llvm/lib/Target/Toy/Toy.td", mark);
    dir.write("old/llvm/CMakeLists.txt", "set(LLVM_VERSION_MAJOR 17)\n");
    dir.write("old/llvm/a.td", mark);
    dir.write("installed/include/llvm/Config/llvm-config.h", "#define LLVM_VERSION_MAJOR 19\n");
    dir.write("prefix/include/llvm/README", "");
    let package = "set(PACKAGE_VERSION \"22.1.8\")\n";
    dir.write("prefix/lib/cmake/llvm/LLVMConfigVersion.cmake", package);
    let check = |line: &str, release: &str, file: &str| {
        let want = format!("Release {release}: named by 'DIR/{file}'.");
        assert_eq!(release_line(&dir, line), want, "{line}");
    };
    let toy = "tree/llvm/lib/Target/Toy/Toy.td";
    check(toy, "21", "tree/cmake/Modules/LLVMVersion.cmake");
    check("old/llvm/a.td", "17", "old/llvm/CMakeLists.txt");
    let header = "installed/include/llvm/Config/llvm-config.h";
    check("project/src/a.td -I project/src -I installed/include", "19", header);
    check(&format!("{toy} -I installed/include"), "19", header);
    let package = "prefix/lib/cmake/llvm/LLVMConfigVersion.cmake";
    check("project/src/a.td -I prefix/include", "22", package);
    let marks = "Release 23: 'project/src/a.td' has marks of it:";
    assert_eq!(release_line(&dir, "project/src/a.td"), marks);
    let named = "Release 23: named by --release.";
    assert_eq!(release_line(&dir, &format!("{toy} --release 23")), named);
}

#[test]
fn a_tree_newer_than_all_known_releases_is_noted() {
    let dir = Dir::new();
    dir.write("a.td", "def a;\n");
    let version = |major: &str| {
        dir.write("cmake/Modules/LLVMVersion.cmake", format!("set(LLVM_VERSION_MAJOR {major})\n"));
        undecided(&dir, "--version --verbose a.td").ok()
    };
    let note = "  Note: it is newer than 24, the newest release that is known; its outputs are those of 24.0.0. \
                --verify-with LLVM's program shows where they differ.\n";
    assert!(version("25").ends_with(note), "{}", version("25"));
    assert!(!version("24").contains("Note:"), "{}", version("24"));
    assert!(undecided(&dir, "--version --verbose --release 30").ok().ends_with(note));
}

/// A shift that is an error since 22.
const SHIFT: &str = "def a { int x = !shl(1, 64); }\n";

#[test]
fn a_tree_decides_like_a_name_but_refuses_no_later_forms() {
    let dir = Dir::with(SHIFT);
    dir.write("later.td", "def a { list<int> x = !listflatten([[1], [2]]); }\n");
    dir.write("cmake/Modules/LLVMVersion.cmake", "set(LLVM_VERSION_MAJOR 19)\n");
    undecided(&dir, "a.td").ok();
    undecided(&dir, "later.td").ok();
    assert!(undecided(&dir, "later.td --release 19").failed().contains("Unknown operator"));
    dir.write("cmake/Modules/LLVMVersion.cmake", "set(LLVM_VERSION_MAJOR 22)\n");
    undecided(&dir, "a.td").failed();
}

#[test]
fn a_depfile_does_not_list_the_version_file() {
    let dir = Dir::with("def a;\n");
    dir.write("cmake/Modules/LLVMVersion.cmake", "set(LLVM_VERSION_MAJOR 22)\n");
    undecided(&dir, "a.td -o a.inc -d a.d").ok();
    assert_eq!(dir.read("a.d"), "a.inc:\n");
}

#[test]
fn a_cache_knows_the_release_of_the_tree() {
    let dir = Dir::with(SHIFT);
    let run = |major: &str| {
        dir.write("cmake/Modules/LLVMVersion.cmake", format!("set(LLVM_VERSION_MAJOR {major})\n"));
        undecided(&dir, "a.td --cache cache -o a.inc")
    };
    run("19").ok();
    run("19").ok();
    run("22").failed();
}

#[test]
fn each_job_of_a_batch_has_the_release_of_its_tree() {
    let dir = Dir::new();
    for major in ["19", "22"] {
        dir.write(&format!("{major}/a.td"), "def op; def a { dag d = (op:$n 1); }\n");
        let version = format!("set(LLVM_VERSION_MAJOR {major})\n");
        dir.write(&format!("{major}/cmake/Modules/LLVMVersion.cmake"), version);
    }
    let job = |major: &str| {
        let args = r#""args": ["--print-records"]"#;
        format!(r#"{{"input": "{major}/a.td", "output": "{major}.out", {args}}}"#)
    };
    dir.write("jobs.json", format!("[{}, {}]", job("19"), job("22")));
    let mut command = dir.command(program());
    command.env_remove("TABLEWRIGHT_RELEASE").args([
        "batch",
        "--quiet",
        "--jobs-file",
        "jobs.json",
    ]);
    Ran::from_output(command.output().unwrap()).ok();
    assert!(dir.read("19.out").contains("(op:n 1)"), "{}", dir.read("19.out"));
    assert!(dir.read("22.out").contains("(op:$n 1)"), "{}", dir.read("22.out"));
}

#[test]
fn a_release_is_checked() {
    let dir = Dir::with("def a;\n");
    let what = "unknown LLVM release 'newest'; expected for example 19 or 22.1.8";
    let want = format!("llvm-tblgen: for the --release option: {what}\n");
    assert_eq!(dir.tblgen("--release newest a.td").failed(), want);
    assert!(dir.run("print --release newest a.td").failed().contains(what));
    assert_eq!(dir.run("print --release 22 a.td").ok(), records("def a {\n}\n"));
    let job = r#"{"input": "a.td", "output": "x", "args": ["--dump-json"], "release": "newest"}"#;
    dir.write("jobs.json", format!("[{job}]"));
    let err = dir.run("batch --jobs-file jobs.json").failed();
    assert_eq!(err, format!("jobs.json: job 1 (x): {what}\n"));
}

#[test]
fn a_named_release_has_its_own_actions() {
    let dir = Dir::with("def a;\n");
    let action = "--gen-x86-EVEX2VEX-tables";
    assert!(undecided(&dir, "--help").ok().contains(action));
    assert!(dir.tblgen("--help --release 16").ok().contains(action));
    assert!(!dir.tblgen("--help --release 19").ok().contains(action));
    let want = format!("llvm-tblgen: Unknown command line argument '{action}'.");
    let err = dir.tblgen(&format!("{action} --release 19 a.td")).failed();
    assert!(err.starts_with(&want), "{err}");
}

#[test]
fn a_batch_reads_an_input_once_for_each_release() {
    let dir = Dir::with("def a;\n");
    let job = |output: &str, release: &str| {
        format!(r#"{{"input": "a.td", "output": "{output}", "args": ["--dump-json"]{release}}}"#)
    };
    let jobs =
        [job("x", ""), job("y", ", \"release\": \"22\""), job("z", ", \"release\": \"22.1\"")];
    dir.write("jobs.json", format!("[{}]", jobs.join(",")));
    dir.run("batch --quiet --jobs-file jobs.json").ok();
    assert_eq!(dir.read("x"), dir.read("y"));
    dir.run("batch --quiet --release 22 a.td --dump-json -o w").ok();
    assert_eq!(dir.read("w"), dir.read("z"));
}

/// A row of a table of Markdown.
fn row(cells: &[&str]) -> String {
    format!("| {} |\n", cells.join(" | "))
}

fn features() -> String {
    let mut table = row(&["feature", "releases", "ends with 19.1.7", "what they do"]);
    table += "|---|---|---|---|\n";
    for feature in Feature::ALL {
        let name = format!("`{}`", feature.name());
        let ends = if feature.ends_with_oldest() { "yes" } else { "no" };
        table += &row(&[&name, &feature.releases().to_string(), ends, feature.summary()]);
    }
    table
}

fn marks() -> String {
    let mut table = row(&["the description has", "releases"]) + "|---|---|\n";
    for mark in ReleaseMark::all() {
        assert_ne!(mark.releases, ReleaseRange::ALL, "{} tells nothing", mark.description());
        table += &row(&[&mark.description(), &mark.releases.to_string()]);
    }
    table
}

/// The page of the book prints the tables of the program.
#[test]
fn the_tables_are_in_the_book() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/src/releases.md");
    let page = fs::read_to_string(&path).unwrap();
    let mut written = page.clone();
    for (name, table) in [("features", features()), ("marks", marks())] {
        let end = format!("<!-- end of {name} -->");
        let (before, rest) = written.split_once(&format!("<!-- {name}: ")).unwrap();
        let (comment, rest) = rest.split_once("-->\n").unwrap();
        let (_, after) = rest.split_once(&end).unwrap();
        written = format!("{before}<!-- {name}: {comment}-->\n{table}{end}{after}");
    }
    if std::env::var_os("TABLEWRIGHT_BLESS").is_some_and(|value| value == "1") {
        fs::write(&path, written).unwrap();
    } else {
        assert!(page == written, "{} differs; TABLEWRIGHT_BLESS=1 writes it", path.display());
    }
}
