//! `cargo runner batch`: runs the passing jobs of an LLVM and Clang build in a single
//! `tablewright batch`, measures the cost, and compares the outputs with the reference. With
//! `--reference` it also measures the reference programs, which write each file in a separate run.
//! With `--cache` the batch runs twice with an output cache; the second run may need at most a
//! twentieth of the first run's time.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::ArgMatches;
use xtask_support::{CommandOutcome, say, summary};

use crate::arguments::{job_count, pattern};
use crate::conformance::compare;
use crate::cost::Cost;
use crate::jobs::{self, GoldenJob};
use crate::paths::{self, BuildProfile};
use crate::reference::ReferenceRelease;
use crate::release_source::ReleaseSource;
use crate::run::ScratchDir;

pub(crate) fn main(args: &ArgMatches) -> CommandOutcome {
    let only = pattern(args)?;
    let Some(release) = ReferenceRelease::chosen(args)? else { return Ok(summary(0, 0)) };
    let is_detected = args.get_flag("detect");
    let release = release.detected(is_detected);
    let program = paths::candidate(args, BuildProfile::Dist)?;
    let passing = release.passing_jobs().read()?;
    let all: Vec<GoldenJob> = release
        .jobs()?
        .into_iter()
        .filter(|GoldenJob { job, golden }| {
            job.is_of_build() && golden.rc == 0 && passing.contains(&job.id)
        })
        .filter(|GoldenJob { job, .. }| only.is_match(&format!("{} {}", job.id, job.action)))
        .collect();
    let scratch = ScratchDir::new("tablewright-batch")?;
    let source = if is_detected { ReleaseSource::Tree } else { ReleaseSource::Named };
    let directory = source.directory(&release, scratch.path())?;
    let (release, threads) = (&release, job_count(args));
    let batch = MeasuredBatch { all: &all, program: &program, release, directory, threads };
    if args.get_flag("cache") {
        return batch.twice(scratch.path());
    }
    let (cost, failed) = batch.run(&scratch.path().join("outputs"), None)?;
    match cost {
        Some(cost) => say!("ours, one batch: {}", in_words(cost)),
        None => say!("the batch failed"),
    }
    if args.get_flag("reference") {
        let (wall, processor, peak) = reference(&all, release, scratch.path())?;
        say!("the reference, single runs: {}", in_words(Cost { wall, processor, peak }));
    }
    let code = summary(all.len() - failed, failed);
    Ok(if cost.is_none() { ExitCode::FAILURE } else { code })
}

/// Maximum share of the first build's time that the second may need if everything comes from the
/// cache.
const CACHED_SHARE: f64 = 0.05;

/// The jobs and program for a batch.
struct MeasuredBatch<'a> {
    all: &'a [GoldenJob],
    program: &'a Path,
    release: &'a ReferenceRelease,
    /// The directory that paths of descriptions are relative to.
    directory: PathBuf,
    threads: usize,
}

impl MeasuredBatch<'_> {
    /// Writes all files below `outputs`. Returns the cost, if the batch succeeds, and the number of
    /// files that differ from the reference.
    fn run(&self, outputs: &Path, cache: Option<&Path>) -> Result<(Option<Cost>, usize), String> {
        let list = outputs.with_extension("json");
        jobs::write_batch(self.all, outputs, &list)?;
        let mut batch = jobs::batch_command(self.program, &list, self.threads);
        match cache {
            Some(cache) => batch.arg("--cache").arg(cache).env("TABLEWRIGHT_CACHE_SIZE", "100G"),
            None => batch.env_remove("TABLEWRIGHT_CACHE"),
        };
        batch.current_dir(&self.directory);
        self.release.tell(&mut batch);
        let problem = |e| format!("{}: {e}", self.program.display());
        let cost = Cost::measure(&mut batch, true).map_err(problem)?;
        let mut failed = 0;
        for listed in self.all {
            if !compare(outputs, listed).passes() {
                say!("not as the reference's: {}", listed.job.id);
                failed += 1;
            }
        }
        Ok((cost, failed))
    }

    /// Runs two builds with the same cache, each in its own directory.
    fn twice(&self, scratch: &Path) -> CommandOutcome {
        let cache = scratch.join("cache");
        let (first, first_failed) = self.run(&scratch.join("first"), Some(&cache))?;
        let (second, second_failed) = self.run(&scratch.join("second"), Some(&cache))?;
        let code = |passed: usize, failed: usize| Ok(summary(passed, failed));
        let (Some(first), Some(second)) = (first, second) else {
            say!("the batch failed");
            return code(0, self.all.len());
        };
        let share = second.wall / first.wall;
        say!("the cache empty: {}", in_words(first));
        say!("all from the cache: {}", in_words(second));
        say!("the second build takes {share:.3} of the first; at most {CACHED_SHARE} is expected");
        let failed = first_failed + second_failed;
        let is_slow = usize::from(share > CACHED_SHARE);
        code(2 * self.all.len() - failed + 1 - is_slow, failed + is_slow)
    }
}

/// Returns seconds, processor seconds and the highest peak for sequential reference runs.
fn reference(
    all: &[GoldenJob],
    release: &ReferenceRelease,
    scratch: &Path,
) -> Result<(f64, f64, f64), String> {
    let (mut wall, mut processor, mut peak) = (0.0, 0.0, 0.0_f64);
    for GoldenJob { job, .. } in all {
        let mut command = release.command(job.tool)?;
        job.arguments(&mut command, &release.corpus, &scratch.join("output"));
        let cost = Cost::measure(&mut command, false).map_err(|e| format!("{}: {e}", job.id))?;
        let cost = cost.ok_or_else(|| format!("{}: the reference fails", job.id))?;
        wall += cost.wall;
        processor += cost.processor;
        peak = peak.max(cost.peak);
    }
    Ok((wall, processor, peak))
}

fn in_words(cost: Cost) -> String {
    let Cost { wall, processor, peak } = cost;
    format!("{wall:.2} s, {processor:.2} s of processor time, {:.2} GB", peak / 1e9)
}
