//! `cargo runner lit`: runs the reference's own tests with our program: the language tests, and the
//! backend tests that `conformance/passing-tests.txt` lists. Other releases' lists also name
//! language tests, and the lists for `mlir-23.1` and `offload-23.1` name tests of these programs.
//!
//! A test is a `.td` file with `RUN:` lines, which a shell runs, and `CHECK` lines, which the
//! reference release's FileCheck compares with the output.

pub(crate) mod script;

use std::collections::BTreeSet;
use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use clap::ArgMatches;
use xtask_support::{CommandOutcome, say, summary};

use crate::arguments::{job_count, pattern};
use crate::jobs::ReferenceTool;
use crate::paths::{self, BuildProfile};
use crate::reference::ReferenceRelease;
use crate::run::{self, ScratchDir};
use script::{Directories, LitTest};

/// Tests, and the programs that ours replaces in them.
struct Suite {
    /// Directories in the corpus.
    roots: &'static [&'static str],
    tools: &'static [&'static str],
}

const LLVM: Suite = Suite {
    roots: &["llvm/test/TableGen", "clang/test/TableGen"],
    tools: &["llvm-tblgen", "clang-tblgen"],
};

const MLIR: Suite = Suite {
    roots: &["mlir/test/mlir-tblgen", "mlir/test/tblgen-to-irdl"],
    tools: &["mlir-tblgen", "tblgen-to-irdl"],
};

/// LLDB lacks tests for its program.
const LLDB: Suite = Suite { roots: &[], tools: &["lldb-tblgen"] };

const OFFLOAD: Suite =
    Suite { roots: &["offload/test/tools/offload-tblgen"], tools: &["offload-tblgen"] };

impl Suite {
    fn for_release(release: &ReferenceRelease) -> Suite {
        match release.own_tool() {
            None | Some(ReferenceTool::Llvm | ReferenceTool::Clang) => LLVM,
            Some(ReferenceTool::Mlir | ReferenceTool::Irdl) => MLIR,
            Some(ReferenceTool::Lldb) => LLDB,
            Some(ReferenceTool::Offload) => OFFLOAD,
        }
    }
}

/// Directories with files that tests include.
const NO_TESTS: [&str; 2] = ["Common", "Inputs"];

/// LLVM's `not`, made stricter: a program that was killed or that panicked is not an expected
/// failure. If a test expects the reference to crash, any failure of ours except a panic is
/// accepted.
const NOT: &str = r#"#!/bin/sh
limit=126
if [ "$1" = --crash ]; then limit=256; shift; fi
"$@"
code=$?
[ $code -ne 0 ] && [ $code -ne 101 ] && [ $code -lt $limit ]
"#;

pub(crate) fn main(args: &ArgMatches) -> CommandOutcome {
    let program = if args.get_flag("reference") {
        None
    } else {
        Some(paths::candidate(args, BuildProfile::Release)?)
    };
    let Some(release) = ReferenceRelease::chosen(args)? else { return Ok(summary(0, 0)) };
    let scratch = ScratchDir::new("tablewright-lit")?;
    let bin = scratch.path().join("bin");
    install(&bin, program.as_deref(), &release)?;
    let tests = tests(args, &release)?;
    let variables = release.variables().map(|(name, value)| (name, value.to_owned()));
    let directories =
        Directories { temporary: scratch.path().join("out"), bin, named: Vec::new(), variables };
    let results = run::in_parallel(&tests, job_count(args), |test| attempt(test, &directories));

    let mut passing = Vec::new();
    for (test, result) in tests.iter().zip(results) {
        let failure = result?;
        say!("{} {}", if failure.is_none() { "PASS" } else { "FAIL" }, test.name);
        match failure {
            Some(output) if args.get_flag("verbose") => {
                output.lines().take(40).for_each(|line| say!("    {line}"));
            }
            Some(_) => {}
            None => passing.push(test),
        }
    }
    if args.get_flag("bless") {
        let all_hold = release.holds_all_tests_of_the_language();
        let listed = passing.iter().filter(|test| test.names_a_backend() || !all_hold);
        say!("{}", release.passing_tests().extend(listed.map(|test| test.name.clone()))?);
    }
    Ok(summary(passing.len(), tests.len() - passing.len()))
}

/// Returns the selected tests.
fn tests(args: &ArgMatches, release: &ReferenceRelease) -> Result<Vec<LitTest>, String> {
    let only = pattern(args)?;
    let corpus = &release.corpus;
    let (all, ratchet) = (args.get_flag("all"), args.get_flag("ratchet"));
    let listed = if ratchet { release.passing_tests().read()? } else { BTreeSet::new() };
    let has_language = !ratchet || release.holds_all_tests_of_the_language();
    let mut tests = Vec::new();
    for root in Suite::for_release(release).roots.iter().map(|root| corpus.join(root)) {
        for path in test_files(&root).map_err(|e| format!("{}: {e}", root.display()))? {
            let name = path.strip_prefix(corpus).expect("it was found below");
            let name = name.display().to_string();
            let text = fs::read(&path).map_err(|e| format!("{}: {e}", path.display()))?;
            let test = LitTest::read(name, path, &String::from_utf8_lossy(&text));
            let wanted =
                all || has_language && !test.names_a_backend() || listed.contains(&test.name);
            if wanted && !test.is_empty() && only.is_match(&test.name) {
                tests.push(test);
            }
        }
    }
    // A listed test that is missing counts as failed.
    let is_missing =
        |name: &&String| only.is_match(name) && tests.iter().all(|test| test.name != **name);
    match listed.iter().find(is_missing) {
        Some(name) => Err(format!("{name}: no such test")),
        None => Ok(tests),
    }
}

/// Fills the directory with the programs for tests.
fn install(bin: &Path, program: Option<&Path>, release: &ReferenceRelease) -> Result<(), String> {
    let problem = |e: std::io::Error| format!("{}: {e}", bin.display());
    fs::create_dir_all(bin).map_err(problem)?;
    for tool in Suite::for_release(release).tools {
        let program = match program {
            Some(ours) => ours.to_owned(),
            None => release
                .program(tool)
                .ok_or_else(|| format!("{tool} of the reference is not installed"))?,
        };
        symlink(program, bin.join(tool)).map_err(problem)?;
    }
    // These are the same in all releases.
    for name in ["FileCheck", "split-file"] {
        if let Some(program) = ReferenceRelease::main()?.program(name) {
            symlink(program, bin.join(name)).map_err(problem)?;
        }
    }
    let not = bin.join("not");
    fs::write(&not, NOT).map_err(problem)?;
    fs::set_permissions(&not, fs::Permissions::from_mode(0o755)).map_err(problem)
}

/// Returns all test files below `dir`, by name.
fn test_files(dir: &Path) -> std::io::Result<Vec<PathBuf>> {
    let mut entries = fs::read_dir(dir)?.collect::<Result<Vec<_>, _>>()?;
    entries.sort_by_key(fs::DirEntry::file_name);
    let mut tests = Vec::new();
    for entry in entries {
        let path = entry.path();
        let name = entry.file_name();
        if path.is_dir() {
            if !NO_TESTS.iter().any(|&n| name == n) {
                tests.extend(test_files(&path)?);
            }
        } else if path.extension().is_some_and(|e| e == "td") {
            tests.push(path);
        }
    }
    Ok(tests)
}

/// Runs a test. Returns its output if it fails.
pub(crate) fn attempt(test: &LitTest, directories: &Directories) -> Result<Option<String>, String> {
    let problem = |e: std::io::Error| format!("{}: {e}", test.name);
    let own = directories.own_directory(test);
    fs::create_dir_all(&own).map_err(problem)?;
    let mut path = directories.bin.as_os_str().to_owned();
    path.push(":");
    path.push(std::env::var_os("PATH").unwrap_or_default());
    // A pipe whose first half fails must fail, which plain `sh` cannot express.
    let ran = Command::new("bash")
        .args(["-c", &test.script(directories)])
        .current_dir(&own)
        .env("PATH", path)
        .envs(directories.named.iter().map(|(name, dir)| (*name, dir)))
        .envs(directories.variables.clone())
        .stdin(Stdio::null())
        .output()
        .map_err(problem)?;
    if ran.status.success() != test.expected_to_fail {
        return Ok(None);
    }
    let ended = match ran.status.signal() {
        Some(signal) => format!("killed by signal {signal}"),
        None => format!("exit code {}", ran.status.code().unwrap_or(-1)),
    };
    let outputs =
        [&ran.stderr[..], &ran.stdout[..]].map(|s| String::from_utf8_lossy(s).into_owned());
    Ok(Some(format!("{ended}\n{}{}", outputs[0], outputs[1])))
}
