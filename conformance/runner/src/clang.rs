//! `cargo runner clang`: replaces Clang's own headers and files by generated files.
//!
//! It runs all jobs in a Clang build that have to pass, then the tests in `tests/clang` and the
//! output of `--gen-arm-neon-test`: files with `RUN:` lines. In these lines `$GENERATED` is the
//! output directory, `$INCLUDE` the directory with Clang's headers, and `$CORPUS` the directory
//! with descriptions. Tests that need programs or headers that are not installed are skipped with a
//! message.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::ArgMatches;
use xtask_support::{CommandOutcome, say, summary, workspace};

use crate::arguments::{job_count, pattern};
use crate::jobs::{ReferenceJob, ReferenceTool};
use crate::lit::attempt;
use crate::lit::script::{Directories, LitTest};
use crate::paths::{self, BuildProfile};
use crate::reference::ReferenceRelease;
use crate::run::{self, Ended, ScratchDir};

/// Inputs of `--gen-arm-neon-test`.
const NEON: [&str; 2] = ["arm_neon", "arm_fp16"];

/// Programs that tests run, by the names used in the tests.
const PROGRAMS: [&str; 3] = ["clang", "clang++", "FileCheck"];

/// Time limit for a job.
const LIMIT: Duration = Duration::from_secs(120);

pub(crate) fn main(args: &ArgMatches) -> CommandOutcome {
    let only = pattern(args)?;
    let scratch = ScratchDir::new("tablewright-clang")?;
    let release = ReferenceRelease::main()?;
    let corpus = release.corpus.clone();
    let bin = scratch.path().join("bin");
    fs::create_dir_all(&bin).map_err(|e| format!("{}: {e}", bin.display()))?;
    for name in PROGRAMS {
        let Some(program) = release.program(name) else {
            say!("NO GENERATED HEADER IS COMPILED: {name} of LLVM 19 is not installed");
            return Ok(summary(0, 0));
        };
        symlink(program, bin.join(name)).map_err(|e| format!("{name}: {e}"))?;
    }
    let program = paths::candidate(args, BuildProfile::Release)?;
    symlink(&program, bin.join("clang-tblgen")).map_err(|e| format!("clang-tblgen: {e}"))?;
    let generated = scratch.path().join("generated");
    generate(&program, &release, &generated, job_count(args))?;

    let include = release
        .program("clang")
        .and_then(|program| Some(program.parent()?.parent()?.join("include")))
        .filter(|include| include.join("clang/AST/Attr.h").is_file());
    if include.is_none() {
        say!("NO PROGRAM WITH CLANG'S CLASSES IS COMPILED: libclang-19-dev is not installed");
    }
    let mut tests = tests(&workspace().join("tests/clang"))?;
    tests.retain(|(_, text)| include.is_some() || !text.contains("$INCLUDE"));
    let mut tests: Vec<LitTest> = tests.into_iter().map(|(test, _)| test).collect();
    for name in NEON {
        tests.push(neon_test(name, &program, &release, &generated)?);
    }
    tests.retain(|test| only.is_match(&test.name));
    let mut named = vec![("GENERATED", generated), ("CORPUS", corpus)];
    named.extend(include.map(|include| ("INCLUDE", include)));
    let variables = release.variables().map(|(name, value)| (name, value.to_owned()));
    let directories = Directories { temporary: scratch.path().join("out"), bin, named, variables };
    let results = run::in_parallel(&tests, job_count(args), |test| attempt(test, &directories));
    let mut passed = 0;
    for (test, result) in tests.iter().zip(results) {
        let failure = result?;
        say!("{} {}", if failure.is_none() { "PASS" } else { "FAIL" }, test.name);
        match failure {
            None => passed += 1,
            Some(output) => {
                let line_limit = if args.get_flag("verbose") { usize::MAX } else { 20 };
                output.lines().take(line_limit).for_each(|line| say!("    {line}"));
            }
        }
    }
    Ok(summary(passed, tests.len() - passed))
}

/// Runs the jobs in Clang's build that have to pass. A job's id is its output path.
fn generate(
    program: &Path,
    release: &ReferenceRelease,
    outputs: &Path,
    threads: usize,
) -> Result<(), String> {
    let passing = release.passing_jobs().read()?;
    let is_wanted = |job: &ReferenceJob| {
        job.tool == ReferenceTool::Clang && job.id.starts_with("clang") && passing.contains(&job.id)
    };
    let jobs: Vec<ReferenceJob> =
        release.jobs()?.into_iter().map(|listed| listed.job).filter(is_wanted).collect();
    let results = run::in_parallel(&jobs, threads, |job| {
        let path = outputs.join(&job.id);
        let mut command = release.candidate(program, job.tool);
        job.arguments(&mut command, &release.corpus, &path);
        succeed(&mut command, &path, &job.id)
    });
    results.into_iter().collect()
}

/// Runs a program that writes the file at `path`.
fn succeed(command: &mut std::process::Command, path: &Path, name: &str) -> Result<(), String> {
    let parent = path.parent().expect("an output has a directory");
    fs::create_dir_all(parent).map_err(|e| format!("{}: {e}", parent.display()))?;
    match run::run(command, &path.with_extension("stderr"), LIMIT)? {
        Ended::Exit(status, _) if status.success() => Ok(()),
        Ended::Exit(_, said) => Err(format!("{name}: {said}")),
        Ended::Timeout => Err(format!("{name}: it takes too long")),
    }
}

/// Returns the files in `dir`, by name, with their texts.
fn tests(dir: &Path) -> Result<Vec<(LitTest, String)>, String> {
    let problem = |e: std::io::Error| format!("{}: {e}", dir.display());
    let entries = fs::read_dir(dir).map_err(problem)?.collect::<Result<Vec<_>, _>>();
    let mut paths: Vec<PathBuf> = entries.map_err(problem)?.iter().map(|e| e.path()).collect();
    paths.sort();
    let mut tests = Vec::new();
    for path in paths {
        let test = read(path)?;
        if !test.0.is_empty() {
            tests.push(test);
        }
    }
    Ok(tests)
}

fn read(path: PathBuf) -> Result<(LitTest, String), String> {
    let text = fs::read_to_string(&path).map_err(|e| format!("{}: {e}", path.display()))?;
    let name = path.file_name().expect("it is a file").to_string_lossy().into_owned();
    Ok((LitTest::read(name, path, &text), text))
}

/// Generates the test for the intrinsics in `NAME.td`.
fn neon_test(
    name: &str,
    program: &Path,
    release: &ReferenceRelease,
    generated: &Path,
) -> Result<LitTest, String> {
    let path = generated.join(format!("neon-test/{name}-test.c"));
    let mut command = release.candidate(program, ReferenceTool::Clang);
    let directory = "clang/include/clang/Basic";
    command.current_dir(&release.corpus).args(["--gen-arm-neon-test", "-I", directory]);
    command.arg(format!("{directory}/{name}.td")).arg("-o").arg(&path);
    succeed(&mut command, &path, name)?;
    Ok(read(path)?.0)
}
