//! Files that TableGen generates for a target and for the programs.

use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

use crate::jobs::{GoldenJob, ReferenceJob, ReferenceTool};
use crate::reference::ReferenceRelease;
use crate::run::{self, Ended};

/// Time limit for a job.
const LIMIT: Duration = Duration::from_secs(300);

/// The TableGen program that generates a build's files.
pub(super) enum Generator<'a> {
    /// Our program.
    Ours(&'a Path),
    /// The release's own program.
    Reference,
}

impl Generator<'_> {
    fn command(&self, release: &ReferenceRelease, tool: ReferenceTool) -> Result<Command, String> {
        match self {
            Generator::Ours(program) => Ok(release.candidate(program, tool)),
            Generator::Reference => release.command(tool),
        }
    }
}

/// Generates a target's files into `directory`, and each program's files into a subdirectory with
/// the program's name. An unchanged file keeps its time.
///
/// # Errors
/// If the release does not have the target, or a job fails.
pub(super) fn generate(
    generator: &Generator<'_>,
    release: &ReferenceRelease,
    (target, programs): (&str, &[&str]),
    directory: &Path,
    threads: usize,
) -> Result<(), String> {
    let mut jobs = Vec::new();
    for GoldenJob { job, .. } in release.jobs()? {
        if let Some(output) = output(&job, target, programs) {
            jobs.push((job, directory.join(output)));
        }
    }
    if jobs.iter().all(|(job, _)| job.target() != Some(target)) {
        return Err(format!("{target}: no directory of llvm/lib/Target with a description"));
    }
    let results = run::in_parallel(&jobs, threads, |(job, output)| {
        let parent = output.parent().expect("an output has a directory");
        fs::create_dir_all(parent).map_err(|e| format!("{}: {e}", parent.display()))?;
        let mut command = generator.command(release, job.tool)?;
        job.arguments(&mut command, &release.corpus, output);
        command.arg("--write-if-changed");
        match run::run(&mut command, &output.with_extension("stderr"), LIMIT)? {
            Ended::Exit(status, _) if status.success() => Ok(()),
            Ended::Exit(_, text) => Err(format!("{}: {text}", job.id)),
            Ended::Timeout => Err(format!("{}: no result after {LIMIT:?}", job.id)),
        }
    });
    results.into_iter().collect()
}

/// Returns a job's output path below the directory for generated files; `None` if a build does not
/// need it.
fn output(job: &ReferenceJob, target: &str, programs: &[&str]) -> Option<String> {
    if !job.id.ends_with(".inc") {
        return None;
    }
    if let Some(tool) = job.id.strip_prefix("llvm/tools/") {
        let (program, _) = tool.split_once('/')?;
        return programs.contains(&program).then(|| tool.to_owned());
    }
    let own = job.id.strip_prefix(target)?.strip_prefix('/')?;
    (job.target() == Some(target)).then(|| own.to_owned())
}
