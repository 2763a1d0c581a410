//! `cargo runner llvm TARGET`: builds an LLVM target with our files and runs LLVM's own tests.
//!
//! The target's C++ is compiled with the files that our program generates. `llc`, `llvm-mc`,
//! `llvm-objdump` and `llvm-mca` are linked from it and from LLVM's static libraries, without other
//! targets. Then lit runs LLVM's tests for the target. A test that fails runs again in a build with
//! the reference's files; it counts as failed if it passes there.

mod build;
mod config_headers;
mod generated;
mod inputs;
mod lit;
mod makefile;

use std::fs;
use std::path::PathBuf;
use std::time::Instant;

use clap::{Arg, ArgMatches, Command};
use xtask_support::arguments::flag;
use xtask_support::{CommandOutcome, say, summary};

use crate::arguments::{job_count, jobs, only, program};
use crate::paths::{self, BuildProfile};
use crate::reference::ReferenceRelease;
use build::TargetBuild;
use generated::Generator;
use inputs::BuildInputs;
use lit::TestSelection;

/// Maximum number of lines shown from a failing test's output without `--verbose`.
const SHOWN_LINES: usize = 20;

pub(crate) fn command() -> Command {
    Command::new("llvm")
        .about("Build targets of LLVM with our files, and run LLVM's tests of them")
        .after_help(
            "Sources and static libraries come from Debian (conformance/llvm-build.sh) into a directory \
             beside the corpus, llvm-build-RELEASE; a target takes about 100 MB there. Another run compiles \
             only what its generated files change. Needs clang++-19, make and Python 3.",
        )
        .arg(
            Arg::new("targets")
                .value_name("TARGET")
                .required(true)
                .num_args(1..)
                .help("A directory of llvm/lib/Target: Sparc, RISCV, …"),
        )
        .args([only().help("Only tests whose name this finds something in"), jobs(), program()])
        .arg(ReferenceRelease::option())
        .arg(flag("clean", "Compile everything again"))
        .arg(flag("verbose", "Show all of what failing tests print").short('v'))
}

pub(crate) fn main(args: &ArgMatches) -> CommandOutcome {
    let Some(release) = ReferenceRelease::chosen(args)? else { return Ok(summary(0, 0)) };
    let Some(inputs) = BuildInputs::for_release(&release)? else { return Ok(summary(0, 0)) };
    let run = TargetRun {
        program: paths::candidate(args, BuildProfile::Release)?,
        release,
        inputs,
        threads: job_count(args),
        only: args.get_one::<String>("only").cloned(),
        is_clean: args.get_flag("clean"),
        shown_lines: if args.get_flag("verbose") { usize::MAX } else { SHOWN_LINES },
    };
    let (mut passed, mut failed) = (0, 0);
    for target in args.get_many::<String>("targets").expect("clap requires one") {
        let result = run.target(target)?;
        passed += result.passed;
        failed += result.failed;
    }
    Ok(summary(passed, failed))
}

/// Settings for all targets in a run.
struct TargetRun {
    program: PathBuf,
    release: ReferenceRelease,
    inputs: BuildInputs,
    threads: usize,
    only: Option<String>,
    is_clean: bool,
    shown_lines: usize,
}

/// The number of a target's passed tests, and of tests that pass only with the reference's files.
struct TestCount {
    passed: usize,
    failed: usize,
}

impl TargetRun {
    fn target(&self, target: &str) -> Result<TestCount, String> {
        let directory = self.inputs.directory().join(target);
        if self.is_clean && directory.exists() {
            fs::remove_dir_all(&directory).map_err(|e| format!("{}: {e}", directory.display()))?;
        }
        let ours = self.build(target, "ours", &Generator::Ours(&self.program))?;
        let tests = self.inputs.test_directories(target)?;
        let selection =
            TestSelection { tests: &tests, only: self.only.as_deref(), threads: self.threads };
        let results = timed(target, "tests", || lit::run(&self.inputs, &ours, &selection))?;
        say!("{target}: {}", results.in_words());
        let failing = results.failing();
        if failing.is_empty() {
            return Ok(TestCount { passed: results.passed(), failed: 0 });
        }
        ours.copy_to(&directory.join("reference"))?;
        let reference = self.build(target, "reference", &Generator::Reference)?;
        let tests: Vec<String> = failing.iter().cloned().collect();
        let selection = TestSelection { tests: &tests, only: None, threads: self.threads };
        let again = lit::run(&self.inputs, &reference, &selection)?.failing();
        for name in &failing {
            if again.contains(name) {
                say!("fails with the reference's files, too: {name}");
            } else {
                say!("FAIL {name}");
                let output = results.output(name).lines().take(self.shown_lines);
                output.for_each(|line| say!("    {line}"));
            }
        }
        Ok(TestCount { passed: results.passed(), failed: failing.difference(&again).count() })
    }

    /// Generates a target's files, and compiles and links its programs.
    fn build(
        &self,
        target: &str,
        name: &str,
        generator: &Generator<'_>,
    ) -> Result<TargetBuild, String> {
        let directory = self.inputs.directory().join(target).join(name);
        let build = TargetBuild::new(&self.inputs, target, directory)?;
        timed(target, &format!("files ({name})"), || {
            build.generate(generator, &self.release, self.threads)
        })?;
        timed(target, &format!("programs ({name})"), || build.make(self.threads))?;
        Ok(build)
    }
}

/// Runs `work`, and prints its duration.
fn timed<T>(
    target: &str,
    what: &str,
    work: impl FnOnce() -> Result<T, String>,
) -> Result<T, String> {
    let start = Instant::now();
    let result = work()?;
    say!("{target}: {what}: {:.1} s", start.elapsed().as_secs_f64());
    Ok(result)
}
