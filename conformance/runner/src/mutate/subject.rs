//! The subject of changes: a target, or a golden test.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::PathBuf;

use regex_lite::Regex;
use tablewright_text::generated_output::is_c_like;
use xtask_support::say;

use super::finding::{MutantFinding, Refusals};
use super::source::MutantSource;
use super::trial::Programs;
use super::verdict::MutantVerdict;
use super::workspace::{self, Workspace};
use crate::jobs::{ReferenceJob, ReferenceTool};
use crate::random::Random;

/// Share of the actions with unchanged output that run with the reference anyway: one in this
/// number.
const UNCHANGED_SHARE: usize = 5;

/// Number of sampled actions that run on a mutant.
const SAMPLES: usize = 2;

/// A target or a golden test, with its jobs.
pub(super) struct MutantSubject {
    pub(super) name: String,
    pub(super) source: MutantSource,
    /// Directory of its files in a workspace.
    pub(super) directory: PathBuf,
    /// Directory in a workspace in which its jobs run.
    run_in: PathBuf,
    /// Runs before the backends. They are skipped if it fails or if its output is unchanged.
    records: Option<ReferenceJob>,
    /// Other actions that print the records themselves, and backends that the list has only for
    /// other targets. Each mutant runs [`SAMPLES`] of them.
    sampled: Vec<ReferenceJob>,
    backends: Vec<ReferenceJob>,
    /// Our output for the unchanged subject: the records, then each backend.
    baseline: Vec<Vec<u8>>,
}

/// Returns the targets with these names, in a workspace. Actions that `only` does not match are
/// left out, and so are targets that are not written for the release.
pub(super) fn targets(
    names: &[String],
    only: &Regex,
    workspace: &Workspace,
    programs: &Programs,
) -> Result<Vec<MutantSubject>, String> {
    let mut subjects = Vec::new();
    for name in names {
        match target(name, only, workspace, programs)? {
            Some(subject) => subjects.push(subject),
            None => say!("{name}: left out, as the release refuses it"),
        }
    }
    if subjects.is_empty() { Err("no target is left".into()) } else { Ok(subjects) }
}

/// Returns the target called `name`; `None` if the release refuses its records.
fn target(
    name: &str,
    only: &Regex,
    workspace: &Workspace,
    programs: &Programs,
) -> Result<Option<MutantSubject>, String> {
    let passing = programs.release.passing_jobs().read()?;
    // The records are always printed: backends run if they have changed.
    let is_run = |job: &ReferenceJob| job.action == "print-records" || only.is_match(&job.action);
    let all = programs.release.jobs()?.into_iter().map(|listed| listed.job).filter(is_run);
    let (own, foreign): (Vec<ReferenceJob>, Vec<ReferenceJob>) = all
        .filter(|job| job.target().is_some() && passing.contains(&job.id))
        .partition(|job| job.target() == Some(name));
    let (of_records, backends): (Vec<ReferenceJob>, Vec<ReferenceJob>) =
        own.into_iter().partition(|job| job.id.starts_with("records/"));
    let mut sampled = of_records;
    for job in foreign {
        let known = |jobs: &[ReferenceJob]| jobs.iter().any(|j| j.action == job.action);
        if !known(&backends) && !known(&sampled) {
            sampled.push(job.for_target(name));
        }
    }
    let records = sampled.iter().find(|job| job.action == "print-records").cloned();
    sampled.retain(|job| !["print-records", "null-backend"].contains(&job.action.as_str()));
    let directory = workspace::target_directory(name);
    let mut subject = MutantSubject {
        name: name.to_owned(),
        source: MutantSource::read(&workspace.path(&directory))?,
        directory,
        run_in: PathBuf::from(name),
        records: Some(records.ok_or_else(|| format!("{name} has no jobs"))?),
        sampled: Vec::new(),
        backends,
        baseline: Vec::new(),
    };
    for job in subject.records.iter().chain(&subject.backends) {
        match subject.unchanged(job, workspace, programs)? {
            Some(output) => subject.baseline.push(output),
            None if subject.baseline.is_empty() => return Ok(None),
            None => return Err(format!("{} is refused", job.id)),
        }
    }
    // A target that the list does not have runs all backends.
    let is_listed = !subject.backends.is_empty();
    for job in sampled {
        // Actions that both programs refuse for the unchanged target are useless. Without any
        // change, the reference may crash on an action for another target (`--gen-register-bank`
        // without banks) or exceed the limit (`--dump-json` for a large target). That is shown, and
        // the action left out.
        let output = match subject.unchanged(&job, workspace, programs) {
            Ok(Some(output)) => output,
            Ok(None) => continue,
            Err(why) => {
                say!("{name}: {why}");
                continue;
            }
        };
        if is_listed {
            subject.sampled.push(job);
        } else {
            subject.backends.push(job);
            subject.baseline.push(output);
        }
    }
    Ok(Some(subject))
}

/// Returns the golden tests that both programs pass, in a workspace. In some areas, the classes
/// that tests include have only the fields that our program reads.
pub(super) fn golden_tests(
    workspace: &Workspace,
    programs: &Programs,
) -> Result<Vec<MutantSubject>, String> {
    let of_c: BTreeSet<String> = programs
        .release
        .jobs()?
        .into_iter()
        .filter(|listed| is_c_like(&listed.job.id))
        .map(|listed| listed.job.action)
        .collect();
    let root = xtask_support::workspace().join("tests/data");
    let mut subjects = Vec::new();
    for area in workspace::entries(&root)? {
        for test in workspace::entries(&root.join(&area).join("ok")).unwrap_or_default() {
            if !test.ends_with(".td") {
                continue;
            }
            let path = root.join(&area).join("ok").join(&test);
            let text = fs::read_to_string(&path).map_err(|e| format!("{}: {e}", path.display()))?;
            let Some(job) = golden_job(&area, &test, &text, &of_c) else { continue };
            let mut subject = MutantSubject {
                name: format!("{area}/ok"),
                source: MutantSource::new(BTreeMap::from([(test, text.into_bytes())])),
                directory: PathBuf::from(&area).join("ok"),
                run_in: PathBuf::from(&area),
                records: None,
                sampled: Vec::new(),
                backends: Vec::new(),
                baseline: Vec::new(),
            };
            // A file that has only comments cannot be changed.
            if subject.source.by_kind.is_empty() {
                continue;
            }
            // Without the second program there is nothing to compare.
            if let Ok(Some(output)) = subject.unchanged(&job, workspace, programs) {
                subject.baseline.push(output);
                subject.backends.push(job);
                subjects.push(subject);
            }
        }
    }
    Ok(subjects)
}

/// Returns the job for a golden test.
fn golden_job(area: &str, test: &str, text: &str, of_c: &BTreeSet<String>) -> Option<ReferenceJob> {
    let directive = |key: &str| {
        let comments = text.lines().take_while(|line| line.starts_with("//"));
        comments.filter_map(|line| line.strip_prefix(key)).next().map(str::trim)
    };
    let tool = match directive("// TOOL:") {
        Some("clang-tblgen") => ReferenceTool::Clang,
        _ => ReferenceTool::Llvm,
    };
    let args: Vec<String> =
        directive("// ARGS:").unwrap_or_default().split_whitespace().map(str::to_owned).collect();
    let action = args.iter().map(|a| a.trim_start_matches('-')).find(|a| a.starts_with("gen-"));
    let action = action.unwrap_or("print-records").to_owned();
    let ending = if of_c.contains(&action) { "inc" } else { "txt" };
    let id = format!("{area}/{test}.{ending}");
    Some(ReferenceJob::new(id, tool, action, args, format!("ok/{test}")))
}

impl MutantSubject {
    /// Returns our output without a change; `None` if both programs refuse.
    fn unchanged(
        &self,
        job: &ReferenceJob,
        workspace: &Workspace,
        programs: &Programs,
    ) -> Result<Option<Vec<u8>>, String> {
        let ours = programs.run_ours(job, workspace, &self.run_in)?;
        let reference = programs.run_reference(job, workspace, &self.run_in)?;
        if let Some(finding) = programs.judge(job, &ours, &reference) {
            let fault = finding.fault.words();
            return Err(format!("{} without a change: {fault}: {}", job.id, finding.about));
        }
        Ok(if let MutantVerdict::Accepted(output) = ours { Some(output) } else { None })
    }

    /// Runs both programs on the mutant in the workspace. Returns their findings, and whether both
    /// accept it.
    pub(super) fn run_both(
        &self,
        random: &mut Random,
        workspace: &Workspace,
        programs: &Programs,
    ) -> Result<(Vec<MutantFinding>, bool), String> {
        let mut findings = Vec::new();
        let mut refusals = Refusals::default();
        let mut baseline = self.baseline.iter();
        if let Some(job) = &self.records {
            let ours = programs.run_ours(job, workspace, &self.run_in)?;
            let reference = programs.run_reference(job, workspace, &self.run_in)?;
            findings.extend(programs.judge(job, &ours, &reference));
            let (MutantVerdict::Accepted(records), MutantVerdict::Accepted(_)) =
                (&ours, &reference)
            else {
                return Ok((findings, false));
            };
            if !findings.is_empty() || Some(records) == baseline.next() {
                return Ok((findings, true));
            }
        }
        for _ in 0..SAMPLES {
            let Some(job) = random.choose(&self.sampled) else { break };
            let ours = programs.run_ours(job, workspace, &self.run_in)?;
            let reference = programs.run_reference(job, workspace, &self.run_in)?;
            refusals.add(&ours, &reference);
            findings.extend(programs.judge(job, &ours, &reference));
        }
        for (job, before) in self.backends.iter().zip(baseline) {
            let ours = programs.run_ours(job, workspace, &self.run_in)?;
            let unchanged = matches!(&ours, MutantVerdict::Accepted(output) if output == before);
            if unchanged && self.backends.len() > 1 && random.below(UNCHANGED_SHARE) > 0 {
                continue;
            }
            let reference = programs.run_reference(job, workspace, &self.run_in)?;
            refusals.add(&ours, &reference);
            findings.extend(programs.judge(job, &ours, &reference));
        }
        for finding in &mut findings {
            finding.excuse(&refusals);
        }
        Ok((findings, true))
    }
}
