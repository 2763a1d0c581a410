//! `cargo xtask mutate`: small changes to the descriptions of small targets, each run through both
//! programs.
//!
//! Every mutant is read by ours and the reference with `--print-records`. Where both accept it and
//! its records have changed, the backends that the target has in the list of jobs follow. The
//! reference takes most of the time; it is left out for most actions whose output the change left
//! alone in ours.

mod corpus;
mod finding;
mod mutation;
mod random;
mod source;
mod trial;

use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use clap::ArgMatches;

use self::corpus::Workspace;
use self::finding::{Finding, Findings, Origin};
use self::mutation::Mutation;
use self::random::Random;
use self::source::Source;
use self::trial::{Programs, Verdict};
use crate::jobs::{self, Job};
use crate::output::say;
use crate::paths::Profile;
use crate::run::{self, Scratch};
use crate::{Outcome, job_count, paths, ratchet};

/// How many mutants are tried between two looks at the clock.
const BATCH: u64 = 32;

/// One in so many actions is run with the reference although ours prints what it did before.
const UNCHANGED_SHARE: usize = 4;

/// A target with the jobs that it takes part in.
struct Target {
    name: String,
    source: Source,
    print_records: Job,
    /// Other actions that print the records themselves; each mutant gets one of them.
    of_records: Vec<Job>,
    backends: Vec<Job>,
    /// What ours prints for the unchanged target: records first, then each backend.
    baseline: Vec<Vec<u8>>,
}

/// A mutant and what was found with it.
struct Tried {
    target: usize,
    mutation: Mutation,
    findings: Vec<Finding>,
    /// Whether both programs read it.
    read: bool,
}

pub(crate) fn main(given: &ArgMatches) -> Outcome {
    let seed = *given.get_one::<u64>("seed").expect("it has a default");
    let start = *given.get_one::<u64>("start").expect("it has a default");
    let end = given.get_one::<u64>("count").map_or(u64::MAX, |count| start + count);
    let time = given.get_one::<Duration>("for").copied();
    let keep = given.get_one::<PathBuf>("keep");
    let threads = job_count(given);
    let names: Vec<String> = given.get_many("targets").into_iter().flatten().cloned().collect();
    let programs = Programs {
        ours: paths::candidate(given, Profile::Release)?,
        reference: paths::reference("llvm-tblgen").ok_or("llvm-tblgen is not installed")?,
        limit: Duration::from_secs(*given.get_one("timeout").expect("it has a default")),
        messages: given.get_flag("messages"),
    };
    let began = Instant::now();
    let scratch = Scratch::new("tablewright-mutate")?;
    let workspaces = (0..threads)
        .map(|i| Workspace::new(scratch.path().join(i.to_string()), &paths::corpus()?, &names))
        .collect::<Result<Vec<_>, String>>()?;
    let targets = names
        .iter()
        .map(|name| Target::new(name, &workspaces[0], &programs))
        .collect::<Result<Vec<_>, String>>()?;

    let free = Mutex::new(workspaces);
    let mut findings = Findings::default();
    let (mut next, mut read) = (start, 0);
    while next < end && time.is_none_or(|time| began.elapsed() < time) {
        let batch: Vec<u64> = (next..end.min(next + BATCH)).collect();
        let tried = run::in_parallel(&batch, threads, |&index| {
            let lock = || free.lock().expect("no worker panics while it holds the lock");
            let workspace = lock().pop().expect("each worker holds one workspace at most");
            let tried = attempt(seed, index, &targets, &workspace, &programs);
            lock().push(workspace);
            tried
        });
        for (&index, tried) in batch.iter().zip(tried) {
            let Tried { target, mutation, findings: found, read: was_read } = tried?;
            read += usize::from(was_read);
            let origin = Origin { seed, index, target: &targets[target].name, mutation: &mutation };
            for finding in found {
                findings.add(&finding, &origin, keep.map(PathBuf::as_path))?;
            }
        }
        next += batch.len() as u64;
    }
    say!("{} mutants, {read} of them read by both", next - start);
    let faults = findings.summary();
    Ok(if faults == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

impl Target {
    fn new(name: &str, workspace: &Workspace, programs: &Programs) -> Result<Target, String> {
        let passing = ratchet::JOBS.read()?;
        let mut jobs: Vec<Job> = jobs::read()?
            .into_iter()
            .map(|(job, _)| job)
            .filter(|job| job.target() == Some(name) && passing.contains(&job.id))
            .filter(|job| job.action != "null-backend")
            .collect();
        let at = jobs.iter().position(|job| job.action == "print-records");
        let print_records = jobs.remove(at.ok_or_else(|| format!("{name} has no jobs"))?);
        let (of_records, backends): (Vec<Job>, Vec<Job>) =
            jobs.into_iter().partition(|job| job.id.starts_with("records/"));
        let mut baseline = Vec::new();
        for job in std::iter::once(&print_records).chain(&backends) {
            let ours = programs.run_ours(job, workspace, name)?;
            let reference = programs.run_reference(job, workspace, name)?;
            let Verdict::Accepted(output) = &ours else {
                return Err(format!("{} fails without a change", job.id));
            };
            if let Some(finding) = programs.judge(job, &ours, &reference) {
                return Err(format!("{} differs without a change: {}", job.id, finding.about));
            }
            baseline.push(output.clone());
        }
        let source = Source::read(&workspace.tree(name).join(corpus::target_directory(name)))?;
        Ok(Target { name: name.to_owned(), source, print_records, of_records, backends, baseline })
    }

    /// What both programs make of the mutant that stands in the workspace.
    fn run_both(
        &self,
        index: u64,
        random: &mut Random,
        workspace: &Workspace,
        programs: &Programs,
    ) -> Result<(Vec<Finding>, bool), String> {
        let mut refusals = Vec::new();
        let job = &self.print_records;
        let ours = programs.run_ours(job, workspace, &self.name)?;
        let reference = programs.run_reference(job, workspace, &self.name)?;
        let mut findings: Vec<Finding> =
            programs.judge(job, &ours, &reference).into_iter().collect();
        let (Verdict::Accepted(records), Verdict::Accepted(_)) = (&ours, &reference) else {
            return Ok((findings, false));
        };
        if !findings.is_empty() || *records == self.baseline[0] {
            return Ok((findings, true));
        }
        let other = usize::try_from(index).unwrap_or(0).checked_rem(self.of_records.len());
        if let Some(job) = other.map(|i| &self.of_records[i]) {
            let ours = programs.run_ours(job, workspace, &self.name)?;
            let reference = programs.run_reference(job, workspace, &self.name)?;
            findings.extend(programs.judge(job, &ours, &reference));
        }
        for (job, before) in self.backends.iter().zip(&self.baseline[1..]) {
            let ours = programs.run_ours(job, workspace, &self.name)?;
            refusals.extend(ours.headline().map(str::to_owned));
            let unchanged = matches!(&ours, Verdict::Accepted(output) if output == before);
            if unchanged && random.below(UNCHANGED_SHARE) > 0 {
                continue;
            }
            let reference = programs.run_reference(job, workspace, &self.name)?;
            findings.extend(programs.judge(job, &ours, &reference));
        }
        for finding in &mut findings {
            finding.excuse(&refusals);
        }
        Ok((findings, true))
    }
}

fn attempt(
    seed: u64,
    index: u64,
    targets: &[Target],
    workspace: &Workspace,
    programs: &Programs,
) -> Result<Tried, String> {
    let mut random = Random::of_trial(seed, index);
    let number = random.below(targets.len());
    let target = &targets[number];
    let mutation = mutation::mutate(&target.source, &mut random);
    let run = || target.run_both(index, &mut random, workspace, programs);
    let (findings, read) = workspace.with(&target.name, &target.source, &mutation, run)?;
    Ok(Tried { target: number, mutation, findings, read })
}
