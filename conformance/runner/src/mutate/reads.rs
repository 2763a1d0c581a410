//! `cargo runner mutate --reads`: checks that an action has read the change if its output changes.
//!
//! Only our program runs: `diff --outputs` compares each mutant of a target with the target. For a
//! changed output, the action must have read at least one change other than those that nearly all
//! actions read.

use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

use serde_json::Value;
use xtask_support::say;

use super::mutation;
use super::source::MutantSource;
use super::workspace::{Workspace, target_directory};
use crate::random::Random;
use crate::reference::ReferenceRelease;
use crate::run::{self, Ended};

/// Reads that change together with many others, so that they do not explain an output.
const WEAK: [&str; 2] = ["anonymous-name", "order"];

/// The trees before and after a change, and our program.
pub(super) struct ReadsCheck<'a> {
    pub(super) old: Workspace,
    pub(super) new: Workspace,
    pub(super) release: &'a ReferenceRelease,
    pub(super) ours: &'a Path,
    pub(super) limit: Duration,
}

/// Counts of checks.
#[derive(Default, Debug)]
pub(super) struct Checked {
    /// Mutants that could be read.
    mutants: usize,
    /// Readable mutants whose records differ.
    with_changes: usize,
    /// Outputs that changed.
    outputs: usize,
    /// Changed outputs whose action has not read the change.
    pub(super) unread: usize,
}

impl ReadsCheck<'_> {
    /// Checks mutants of each target.
    pub(super) fn run(
        &self,
        targets: &[String],
        seed: u64,
        mutants: impl Iterator<Item = u64>,
    ) -> Result<Checked, String> {
        let directories = targets.iter().map(|name| target_directory(name));
        let sources = directories.map(|directory| MutantSource::read(&self.old.path(directory)));
        let sources = sources.collect::<Result<Vec<MutantSource>, String>>()?;
        let mut checked = Checked::default();
        for index in mutants {
            let mut random = Random::for_trial(seed, index);
            let number = random.below(targets.len());
            let (target, source) = (&targets[number], &sources[number]);
            let mutation = mutation::mutate(source, &mut random);
            let path = self.new.path(target_directory(target)).join(&mutation.file);
            let problem = |error: std::io::Error| format!("{}: {error}", path.display());
            let before = fs::read(&path).map_err(problem)?;
            fs::write(&path, &mutation.text).map_err(problem)?;
            let compared = self.compare(target);
            fs::write(&path, before).map_err(problem)?;
            let Some(changes) = compared? else { continue };
            checked.mutants += 1;
            let outputs = changes["outputs"]["changed"].as_array();
            checked.with_changes += usize::from(changes["outputs"].is_object());
            for output in outputs.into_iter().flatten() {
                checked.outputs += 1;
                let reads = output["reads"].as_array().into_iter().flatten();
                let mut kinds = reads.map(|read| read["kind"].as_str().unwrap_or_default());
                if kinds.all(|kind| WEAK.contains(&kind)) {
                    checked.unread += 1;
                    let (file, line) = (&mutation.file, mutation.line);
                    say!("{} changes without a read: {target}/{file}:{line}", output["action"]);
                    say!("    {}: {} -> {}", mutation.change, mutation.before, mutation.after);
                    say!(
                        "    --reads --targets {} --seed {seed} --start {index} --count 1",
                        targets.join(",")
                    );
                }
            }
        }
        Ok(checked)
    }

    /// Returns the result of `diff --outputs` for a changed target; `None` if it cannot be read.
    fn compare(&self, target: &str) -> Result<Option<Value>, String> {
        let output = self.new.path("changes.json");
        let mut command = Command::new(self.ours);
        command.args(["diff", "--outputs", "--format", "json", "-o"]).arg(&output);
        command.args([self.old.path(target), self.new.path(target)]);
        command.arg(format!("llvm/lib/Target/{target}/{target}.td"));
        command.envs(self.release.variables());
        match run::run(&mut command, &self.new.path("changes.stderr"), self.limit)? {
            Ended::Exit(status, _) if status.success() => {
                let text = fs::read(&output).map_err(|e| format!("{}: {e}", output.display()))?;
                let changes = serde_json::from_slice(&text);
                changes.map(Some).map_err(|error| format!("{}: {error}", output.display()))
            }
            Ended::Exit(..) | Ended::Timeout => Ok(None),
        }
    }
}

impl Checked {
    pub(super) fn say(&self) {
        let Checked { mutants, with_changes, outputs, unread } = self;
        say!(
            "{mutants} mutants read, {with_changes} with other records, {outputs} outputs changed"
        );
        say!("{unread} outputs changed though their action read nothing that did");
    }
}
