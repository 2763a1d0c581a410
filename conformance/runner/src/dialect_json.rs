//! `cargo runner dialect-json`: validates the JSON of all dialects against its schema. The
//! descriptions come from the release's jobs for dialects, operations, attributes and types. A
//! release without such jobs uses another release's list, as far as its source tree has these
//! files.

use std::collections::BTreeSet;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use clap::ArgMatches;
use serde_json::Value;
use tablewright_test_support::json_schema::Schema;
use xtask_support::{CommandOutcome, say, summary};

use crate::arguments::{job_count, pattern};
use crate::jobs::ReferenceJob;
use crate::paths::BuildProfile;
use crate::reference::ReferenceRelease;
use crate::{paths, run};

/// Actions whose descriptions define entities to describe.
const ACTIONS: [&str; 4] =
    ["gen-dialect-decls", "gen-op-decls", "gen-attrdef-decls", "gen-typedef-decls"];

/// The release whose job list names the descriptions.
const LISTED: &str = "mlir-23.1";

/// Part of the error message for a missing included file. Releases differ in its first letter.
const NOT_FOUND: &str = "ould not find include file";

pub(crate) fn main(args: &ArgMatches) -> CommandOutcome {
    let only = pattern(args)?;
    let Some(release) = ReferenceRelease::chosen(args)? else { return Ok(summary(0, 0)) };
    let program = paths::candidate(args, BuildProfile::Release)?;
    let schema = output(Command::new(&program).args(["dialect", "--schema"]), &release.corpus)?;
    let schema = Schema::from_text(&String::from_utf8_lossy(&schema.stdout));
    let jobs = if release.is_mlir() { release.jobs()? } else { ReferenceRelease::jobs_of(LISTED)? };
    let jobs = jobs.iter().map(|listed| &listed.job);
    let jobs = jobs.filter(|job| ACTIONS.contains(&job.action.as_str()));
    let inputs = jobs.map(ReferenceJob::description).filter(|(input, _)| only.is_match(input));
    let inputs: BTreeSet<(&str, &[String])> =
        inputs.filter(|(input, _)| release.corpus.join(input).is_file()).collect();
    let inputs: Vec<(&str, &[String])> = inputs.into_iter().collect();
    let results = run::in_parallel(&inputs, job_count(args), |&(input, directories)| {
        let mut command = Command::new(&program);
        command.envs(release.variables());
        command.args(["dialect", "--format", "json", "--dialect", "*", input]);
        command.args(directories.iter().map(|directory| format!("-I{directory}")));
        let ran = output(&mut command, &release.corpus)?;
        Ok::<_, String>(problem(&schema, &ran))
    });
    let mut counts = DialectJsonCounts::default();
    let (mut failed, mut left_out) = (0, 0);
    for ((input, _), result) in inputs.iter().zip(results) {
        match result? {
            Ok(file_counts) => counts.add(&file_counts),
            // Other programs in a build generate some files.
            Err(problem) if !release.is_mlir() && problem.contains(NOT_FOUND) => {
                say!("LEFT OUT: {input}: {problem}");
                left_out += 1;
            }
            Err(problem) => {
                failed += 1;
                say!("{input}: {problem}");
            }
        }
    }
    let DialectJsonCounts { operations, definitions, bytes } = counts;
    say!("{operations} operations, {definitions} attributes and types, {bytes} bytes");
    Ok(summary(inputs.len() - failed - left_out, failed))
}

fn output(command: &mut Command, corpus: &Path) -> Result<Output, String> {
    let command = command.current_dir(corpus).stdin(Stdio::null());
    command.output().map_err(|error| error.to_string())
}

/// Totals for all descriptions.
#[derive(Default)]
struct DialectJsonCounts {
    operations: usize,
    definitions: usize,
    bytes: usize,
}

impl DialectJsonCounts {
    fn add(&mut self, other: &DialectJsonCounts) {
        self.operations += other.operations;
        self.definitions += other.definitions;
        self.bytes += other.bytes;
    }
}

/// Returns the number of described entities, or the problem. A format with errors is a problem,
/// too.
fn problem(schema: &Schema, ran: &Output) -> Result<DialectJsonCounts, String> {
    if !ran.status.success() {
        let errors = String::from_utf8_lossy(&ran.stderr);
        let first = errors.lines().find(|line| line.contains("error")).unwrap_or_default();
        return Err(format!("{}: {first}", ran.status));
    }
    let json: Value = serde_json::from_slice(&ran.stdout).map_err(|error| error.to_string())?;
    if let Some(problem) = schema.mismatch(&json) {
        return Err(problem);
    }
    let mut counts = DialectJsonCounts { bytes: ran.stdout.len(), ..DialectJsonCounts::default() };
    for dialect in json["dialects"].as_array().into_iter().flatten() {
        let all = |name: &str| dialect[name].as_array().into_iter().flatten();
        counts.operations += all("operations").count();
        counts.definitions += all("types").count() + all("attributes").count();
        for entity in all("operations").chain(all("types")).chain(all("attributes")) {
            if let Some(error) = entity["syntax"]["errors"].get(0) {
                return Err(format!("{}: {error}", entity["name"]));
            }
        }
    }
    Ok(counts)
}
