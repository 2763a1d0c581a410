//! `cargo runner bench`: measures the time of jobs against the reference programs, or against
//! another `tablewright` build. The two run alternately.
//!
//! A job's ratio is the median over its pairs.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use clap::ArgMatches;
use xtask_support::{CommandOutcome, say};

use crate::arguments::pattern;
use crate::cost::Cost;
use crate::jobs::{GoldenJob, ReferenceJob};
use crate::paths::{self, BuildProfile};
use crate::reference::ReferenceRelease;
use crate::run::ScratchDir;

/// Jobs to measure without `--only`: some large and some small.
const SELECTION: &str = r"^(records/(AMDGPU|X86|RISCV|Sparc)\.(null-backend|print-records)|records/X86\.dump-json|AMDGPU/AMDGPUGen(RegisterInfo|InstrInfo)\.inc|X86/X86Gen(DAGISel|InstrInfo|RegisterInfo|AsmMatcher)\.inc|RISCV/RISCVGen(DAGISel|SubtargetInfo)\.inc|AArch64/AArch64Gen(SubtargetInfo|DisassemblerTables)\.inc|Lanai/LanaiGenRegisterInfo\.inc|.*/(AttrImpl|DiagnosticSemaKinds|Options)\.inc|.*/arm_neon\.h) ";

pub(crate) fn main(args: &ArgMatches) -> CommandOutcome {
    let by_action = args.get_flag("by-action");
    let only = match args.get_one::<String>("only") {
        Some(_) => pattern(args)?,
        None if by_action => pattern(args)?,
        None => regex_lite::Regex::new(SELECTION).expect("the selection is a regular expression"),
    };
    let Some(release) = ReferenceRelease::chosen(args)? else { return Ok(ExitCode::SUCCESS) };
    let scratch = ScratchDir::new("tablewright-bench")?;
    let setting = Setting { release, output: scratch.path().join("output") };
    let program = paths::candidate(args, BuildProfile::Dist)?;
    let against = Against::new(args.get_one("against"))?;
    let runs = *args.get_one::<usize>("runs").expect("it has a default");
    let at_least = *args.get_one::<u64>("at-least").expect("it has a default");
    say!("{:50}{:>9}{:>9}{:>8}{:>8}{:>8}", "job", "other s", "ours s", "wall", "cpu", "peak");
    let mut all: Vec<Timed> = Vec::new();
    let mut failed = false;
    for GoldenJob { job, .. } in setting.release.jobs()? {
        if !only.is_match(&format!("{} {}", job.id, job.action))
            || (by_action && !job.is_of_build())
        {
            continue;
        }
        match pairs(&job, &program, &against, &setting, runs)? {
            Ok(pairs) => {
                let timed = Timed::new(job, &pairs);
                if timed.seconds[0] * 1000.0 >= at_least as f64 {
                    timed.show();
                    all.push(timed);
                }
            }
            Err(who) => {
                failed = true;
                say!("{:50} failed: {who}", job.id);
            }
        }
    }
    if all.is_empty() {
        return Err("no job could be timed".into());
    }
    if by_action {
        show_by_action(&all);
    }
    let [wall, processor, peak] = means(&all.iter().collect::<Vec<_>>());
    say!("geomean wall {wall:.3} cpu {processor:.3} peak {peak:.3}   ({} jobs)", all.len());
    Ok(if failed { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}

/// Settings for all runs.
struct Setting {
    release: ReferenceRelease,
    /// The output file. It is a file because some actions derive the names of side files from it.
    output: PathBuf,
}

/// The program to compare with.
enum Against {
    /// The reference program for the job's release.
    Reference,
    /// Another `tablewright` build.
    Build(PathBuf),
}

impl Against {
    fn new(build: Option<&PathBuf>) -> Result<Against, String> {
        let Some(build) = build else { return Ok(Against::Reference) };
        let path = build.canonicalize().map_err(|e| format!("{}: {e}", build.display()))?;
        Ok(Against::Build(path))
    }

    fn command(&self, job: &ReferenceJob, setting: &Setting) -> Result<Command, String> {
        match self {
            Against::Build(program) => Ok(setting.release.candidate(program, job.tool)),
            Against::Reference => setting.release.command(job.tool),
        }
    }
}

/// Costs of each turn, ours and the other program's; or the program that failed.
type BenchPairs = Result<Vec<BenchPair>, &'static str>;

/// The costs in one turn.
struct BenchPair {
    ours: Cost,
    theirs: Cost,
}

fn pairs(
    job: &ReferenceJob,
    program: &Path,
    against: &Against,
    setting: &Setting,
    runs: usize,
) -> Result<BenchPairs, String> {
    let mut pairs = Vec::new();
    for _ in 0..runs.max(1) {
        let Some(ours) = once(setting.release.candidate(program, job.tool), job, setting)? else {
            return Ok(Err("ours"));
        };
        let Some(theirs) = once(against.command(job, setting)?, job, setting)? else {
            return Ok(Err("the other"));
        };
        pairs.push(BenchPair { ours, theirs });
    }
    Ok(Ok(pairs))
}

/// Runs a job; `None` if it fails.
fn once(
    mut command: Command,
    job: &ReferenceJob,
    setting: &Setting,
) -> Result<Option<Cost>, String> {
    job.arguments(&mut command, &setting.release.corpus, &setting.output);
    Cost::measure(&mut command, false).map_err(|e| format!("{}: {e}", job.id))
}

/// A job with its costs.
struct Timed {
    job: ReferenceJob,
    /// Medians of wall seconds, the other program's and ours.
    seconds: [f64; 2],
    /// Our cost divided by the other's: wall time, processor time and peak memory, each the median
    /// over the pairs.
    ratios: [f64; 3],
}

impl Timed {
    fn new(job: ReferenceJob, pairs: &[BenchPair]) -> Timed {
        let ratio = |what: fn(&Cost) -> f64| {
            let ratio =
                |pair: &BenchPair| what(&pair.ours).max(1e-6) / what(&pair.theirs).max(1e-4);
            median(pairs.iter().map(ratio))
        };
        let ratios = [ratio(|c| c.wall), ratio(|c| c.processor), ratio(|c| c.peak)];
        let other = median(pairs.iter().map(|pair| pair.theirs.wall));
        let ours = median(pairs.iter().map(|pair| pair.ours.wall));
        Timed { job, seconds: [other, ours], ratios }
    }

    fn show(&self) {
        let ([other, ours], [wall, processor, peak]) = (self.seconds, self.ratios);
        let id = &self.job.id;
        say!("{id:50}{other:9.3}{ours:9.3}{wall:8.3}{processor:8.3}{peak:8.3}");
    }
}

/// Returns the geometric means of the ratios.
fn means(timed: &[&Timed]) -> [f64; 3] {
    [0, 1, 2]
        .map(|i| (timed.iter().map(|t| t.ratios[i].ln()).sum::<f64>() / timed.len() as f64).exp())
}

/// Prints a Markdown table: for each action its jobs, their total seconds, and their mean ratios.
fn show_by_action(all: &[Timed]) {
    let mut by_action: BTreeMap<&str, Vec<&Timed>> = BTreeMap::new();
    for timed in all {
        by_action.entry(&timed.job.action).or_default().push(timed);
    }
    say!("\n| action | jobs | other s | ours s | wall | processor | peak memory |");
    say!("|---|---|---|---|---|---|---|");
    for (action, timed) in by_action {
        let [wall, processor, peak] = means(&timed);
        let [other, ours] = [0, 1].map(|i| timed.iter().map(|t| t.seconds[i]).sum::<f64>());
        let jobs = timed.len();
        say!(
            "| `{action}` | {jobs} | {other:.2} | {ours:.2} | {wall:.2} | {processor:.2} | {peak:.2} |"
        );
    }
    say!("");
}

fn median(values: impl Iterator<Item = f64>) -> f64 {
    let mut values: Vec<f64> = values.collect();
    values.sort_by(f64::total_cmp);
    let middle = values.len() / 2;
    if values.len() % 2 == 1 { values[middle] } else { (values[middle - 1] + values[middle]) / 2.0 }
}
