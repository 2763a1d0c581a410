//! `cargo xtask batch`: the jobs of an LLVM and Clang build that pass, in one run of `tablewright batch`, what it
//! costs, and whether the outputs are those of the reference. With `--reference` also what the
//! reference programs cost for the same files, each in a run of its own.

use std::fs;
use std::path::Path;
use std::process::{Command, ExitCode};

use clap::ArgMatches;

use crate::conformance::compare;
use crate::cost::Cost;
use crate::jobs::{Golden, Job};
use crate::output::say;
use crate::paths::Profile;
use crate::reference::ReferenceRelease;
use crate::run::Scratch;
use crate::{Outcome, job_count, paths, pattern, summary};

pub(crate) fn main(given: &ArgMatches) -> Outcome {
    let only = pattern(given)?;
    let Some(release) = ReferenceRelease::chosen(given)? else { return Ok(summary(0, 0)) };
    let release = release.detected(given.get_flag("detect"));
    let program = paths::candidate(given, Profile::Dist)?;
    let passing = release.passing_jobs().read()?;
    let all: Vec<(Job, Golden)> = release
        .jobs()?
        .into_iter()
        .filter(|(job, golden)| job.is_of_build() && golden.rc == 0 && passing.contains(&job.id))
        .filter(|(job, _)| only.is_match(&format!("{} {}", job.id, job.action)))
        .collect();
    let scratch = Scratch::new("tablewright-batch")?;
    let outputs = scratch.path().join("outputs");
    let list = scratch.path().join("jobs.json");
    write_jobs(&all, &outputs, &list)?;

    let mut batch = Command::new(&program);
    batch.args(["batch", "--quiet", "--jobs", &job_count(given).to_string(), "--jobs-file"]);
    batch.arg(&list).current_dir(&release.corpus).envs(release.variables());
    let cost = Cost::of(&mut batch, true).map_err(|e| format!("{}: {e}", program.display()))?;
    let failed: Vec<&Job> = all
        .iter()
        .filter(|(job, golden)| !compare(&outputs, job, golden).passes())
        .map(|(job, _)| job)
        .collect();
    for job in &failed {
        say!("not as the reference's: {}", job.id);
    }
    match cost {
        Some(cost) => say!("ours, one batch: {}", in_words(cost)),
        None => say!("the batch failed"),
    }
    if given.get_flag("reference") {
        let (wall, processor, peak) = reference(&all, &release, scratch.path())?;
        say!("the reference, single runs: {}", in_words(Cost { wall, processor, peak }));
    }
    let code = summary(all.len() - failed.len(), failed.len());
    Ok(if cost.is_none() { ExitCode::FAILURE } else { code })
}

fn write_jobs(all: &[(Job, Golden)], outputs: &Path, list: &Path) -> Result<(), String> {
    let mut entries = Vec::new();
    for (job, _) in all {
        let output = outputs.join(&job.id);
        let parent = output.parent().expect("an id is a relative path");
        fs::create_dir_all(parent).map_err(|e| format!("{}: {e}", parent.display()))?;
        entries.push(job.batch_entry(&output));
    }
    let text = serde_json::to_string(&entries).expect("strings and lists are JSON");
    fs::write(list, text).map_err(|e| format!("{}: {e}", list.display()))
}

/// Seconds, processor seconds and the highest peak of the reference's runs, one after the other.
fn reference(
    all: &[(Job, Golden)],
    release: &ReferenceRelease,
    scratch: &Path,
) -> Result<(f64, f64, f64), String> {
    let (mut wall, mut processor, mut peak) = (0.0, 0.0, 0.0_f64);
    for (job, _) in all {
        let mut command = release.command(job.tool)?;
        job.arguments(&mut command, &release.corpus, &scratch.join("output"));
        let cost = Cost::of(&mut command, false).map_err(|e| format!("{}: {e}", job.id))?;
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
