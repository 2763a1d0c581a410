//! `cargo runner mlir-json`: compares `--dump-json` for each description below `mlir/include` with
//! the reference. If the reference rejects a file, our program has to reject it, too.

use std::path::Path;
use std::process::{Command, Output, Stdio};

use clap::ArgMatches;
use tablewright_text::generated_output::first_difference;
use xtask_support::files::files_with_extension;
use xtask_support::{CommandOutcome, say, summary};

use crate::arguments::{job_count, pattern};
use crate::jobs::ReferenceTool;
use crate::paths::BuildProfile;
use crate::reference::ReferenceRelease;
use crate::{paths, run};

const INCLUDES: [&str; 2] = ["-Imlir/include", "-Illvm/include"];

pub(crate) fn main(args: &ArgMatches) -> CommandOutcome {
    let only = pattern(args)?;
    let Some(release) = ReferenceRelease::chosen(args)? else { return Ok(summary(0, 0)) };
    let corpus = &release.corpus;
    let program = paths::candidate(args, BuildProfile::Release)?;
    let files = files_with_extension(&corpus.join("mlir/include"), "td")
        .map_err(|e| format!("mlir/include: {e}"))?;
    let mut names: Vec<&Path> = files.iter().filter_map(|p| p.strip_prefix(corpus).ok()).collect();
    names.retain(|name| only.is_match(&name.to_string_lossy()));

    let results = run::in_parallel(&names, job_count(args), |file| {
        let theirs = dump(release.command(ReferenceTool::Llvm)?, file, corpus)?;
        let ours = dump(release.candidate(&program, ReferenceTool::Llvm), file, corpus)?;
        Ok::<_, String>(problem(&theirs, &ours))
    });
    let mut passed = 0;
    let mut mistakes = 0;
    for (name, result) in names.iter().zip(results) {
        let Some(problem) = result? else {
            passed += 1;
            continue;
        };
        mistakes += 1;
        if args.get_flag("verbose") || mistakes <= 10 {
            say!("{}\n{problem}", name.display());
        }
    }
    Ok(summary(passed, names.len() - passed))
}

fn dump(mut command: Command, file: &Path, corpus: &Path) -> Result<Output, String> {
    command.arg("--dump-json").args(INCLUDES).arg(file).current_dir(corpus).stdin(Stdio::null());
    command.output().map_err(|e| format!("{}: {e}", file.display()))
}

/// Returns the mistake in our result, if there is one.
fn problem(theirs: &Output, ours: &Output) -> Option<String> {
    let errors = String::from_utf8_lossy(&ours.stderr);
    let error_line = errors.lines().find(|l| l.contains("error")).unwrap_or_default();
    match (theirs.status.success(), ours.status.success()) {
        (true, true) if theirs.stdout == ours.stdout => None,
        (true, true) => Some(first_difference(&theirs.stdout, &ours.stdout, "", "")),
        // A panic does not count as a rejection.
        (false, false) if ours.status.code() == Some(1) => None,
        (true, false) => Some(format!("    rejected by ours alone: {error_line}")),
        (false, true) => Some("    accepted by ours alone".into()),
        (false, false) => Some(format!("    ours ended in {}", ours.status)),
    }
}
