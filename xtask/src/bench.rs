//! `cargo xtask bench`: jobs timed against the reference programs, or against another build of
//! `tablewright`, the two run in turn.
//!
//! The ratio of a job is the median over its pairs.

use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use clap::ArgMatches;

use crate::cost::Cost;
use crate::jobs::{self, Job};
use crate::output::say;
use crate::paths::Profile;
use crate::{Outcome, paths, pattern};

/// What is timed where `--only` is not given: some large jobs and some small ones.
const SELECTION: &str = r"^(records/(AMDGPU|X86|RISCV|Sparc)\.(null-backend|print-records)|records/X86\.dump-json|AMDGPU/AMDGPUGen(RegisterInfo|InstrInfo)\.inc|X86/X86Gen(DAGISel|InstrInfo|RegisterInfo|AsmMatcher)\.inc|RISCV/RISCVGen(DAGISel|SubtargetInfo)\.inc|AArch64/AArch64Gen(SubtargetInfo|DisassemblerTables)\.inc|Lanai/LanaiGenRegisterInfo\.inc|.*/(AttrImpl|DiagnosticSemaKinds|Options)\.inc|.*/arm_neon\.h) ";

pub(crate) fn main(given: &ArgMatches) -> Outcome {
    let only = match given.get_one::<String>("only") {
        Some(_) => pattern(given)?,
        None => regex_lite::Regex::new(SELECTION).expect("the selection is a regular expression"),
    };
    let corpus = paths::corpus()?;
    let program = paths::candidate(given, Profile::Dist)?;
    let against = Against::new(given.get_one("against"))?;
    let runs = *given.get_one::<usize>("runs").expect("it has a default");
    let at_least = *given.get_one::<u64>("at-least").expect("it has a default");
    say!("{:50}{:>9}{:>9}{:>8}{:>8}{:>8}", "job", "other s", "ours s", "wall", "cpu", "peak");
    let mut all: Vec<[f64; 3]> = Vec::new();
    let mut failed = false;
    for (job, _) in jobs::read()? {
        if !only.is_match(&format!("{} {}", job.id, job.action)) {
            continue;
        }
        if at_least > 0 && !takes(at_least, against.command(&job)?, &job, &corpus)? {
            continue;
        }
        match pairs(&job, &program, &against, &corpus, runs)? {
            Ok(pairs) => all.push(report(&job, &pairs)),
            Err(who) => {
                failed = true;
                say!("{:50} failed: {who}", job.id);
            }
        }
    }
    if all.is_empty() {
        return Err("no job could be timed".into());
    }
    let mean = |i: usize| (all.iter().map(|r| r[i].ln()).sum::<f64>() / all.len() as f64).exp();
    let (wall, cpu, peak) = (mean(0), mean(1), mean(2));
    say!("geomean wall {wall:.3} cpu {cpu:.3} peak {peak:.3}   ({} jobs)", all.len());
    Ok(if failed { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}

/// What our program is timed against.
enum Against {
    /// The program of the reference release that a job is for.
    Reference,
    /// Another build of `tablewright`.
    Build(PathBuf),
}

impl Against {
    fn new(build: Option<&PathBuf>) -> Result<Against, String> {
        let Some(build) = build else { return Ok(Against::Reference) };
        let path = build.canonicalize().map_err(|e| format!("{}: {e}", build.display()))?;
        Ok(Against::Build(path))
    }

    fn command(&self, job: &Job) -> Result<Command, String> {
        match self {
            Against::Build(program) => Ok(job.tool.candidate(program)),
            Against::Reference => job
                .tool
                .reference()
                .ok_or_else(|| format!("{} of the reference is not installed", job.tool.program())),
        }
    }
}

/// Whether a job takes at least so many milliseconds. A job that fails is reported where it is timed.
fn takes(milliseconds: u64, command: Command, job: &Job, corpus: &Path) -> Result<bool, String> {
    let cost = once(command, job, corpus)?;
    Ok(cost.is_none_or(|cost| cost.wall * 1000.0 >= milliseconds as f64))
}

/// Costs of each turn, ours and the other's; or which of the two failed.
type Pairs = Result<Vec<(Cost, Cost)>, &'static str>;

fn pairs(
    job: &Job,
    program: &Path,
    against: &Against,
    corpus: &Path,
    runs: usize,
) -> Result<Pairs, String> {
    let mut pairs = Vec::new();
    for _ in 0..runs.max(1) {
        let Some(ours) = once(job.tool.candidate(program), job, corpus)? else {
            return Ok(Err("ours"));
        };
        let Some(theirs) = once(against.command(job)?, job, corpus)? else {
            return Ok(Err("the other"));
        };
        pairs.push((ours, theirs));
    }
    Ok(Ok(pairs))
}

/// Runs a job into nothing; `None` where it fails.
fn once(mut command: Command, job: &Job, corpus: &Path) -> Result<Option<Cost>, String> {
    job.arguments(&mut command, corpus, Path::new("/dev/null"));
    Cost::of(&mut command, false).map_err(|e| format!("{}: {e}", job.id))
}

/// Prints a job's line and returns its ratios.
fn report(job: &Job, pairs: &[(Cost, Cost)]) -> [f64; 3] {
    let ratio = |what: fn(&Cost) -> f64| {
        median(pairs.iter().map(|(a, b)| what(a).max(1e-6) / what(b).max(1e-4)))
    };
    let ratios = [ratio(|c| c.wall), ratio(|c| c.processor), ratio(|c| c.peak)];
    say!(
        "{:50}{:9.3}{:9.3}{:8.3}{:8.3}{:8.3}",
        job.id,
        median(pairs.iter().map(|(_, theirs)| theirs.wall)),
        median(pairs.iter().map(|(ours, _)| ours.wall)),
        ratios[0],
        ratios[1],
        ratios[2]
    );
    ratios
}

fn median(values: impl Iterator<Item = f64>) -> f64 {
    let mut values: Vec<f64> = values.collect();
    values.sort_by(f64::total_cmp);
    let middle = values.len() / 2;
    if values.len() % 2 == 1 { values[middle] } else { (values[middle - 1] + values[middle]) / 2.0 }
}
