//! `cargo runner migration`: compares the findings of `tablewright lint --for 24` with the edits that move the
//! descriptions of LLVM 23.1 to the include files of 24. The edits are the differences between the trees of both
//! releases outside the include files. `conformance/24/migration.txt` lists each edit with its finding, or with the
//! reason why there is none.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::process::Command;

use clap::ArgMatches;
use serde_json::Value;
use xtask_support::files::{files_below, has_extension};
use xtask_support::programs::stdout_of;
use xtask_support::{CommandOutcome, say, summary};

use crate::arguments::job_count;
use crate::paths::{self, BuildProfile};
use crate::{jobs, run};

const OLD: &str = "23.1";
const NEW: &str = "24";
/// The list of edits, in the directory of the jobs.
const LIST: &str = "24/migration.txt";

/// Include files, which belong to the release itself, and inputs that exist for single actions.
const LEFT_OUT: [&str; 3] = ["llvm/include", "mlir/include", "made-up"];

/// Directories with include files of descriptions outside the targets.
const INCLUDES: [&str; 4] = ["mlir/include", "llvm/include", "clang/include", "flang/include"];

/// The finding of an edit.
enum ExpectedFinding<'l> {
    /// A lint, and a name in its message.
    Named { lint: &'l str, name: &'l str },
    /// There is no finding.
    Unnamed,
}

/// A line of the list.
struct ListedEdit<'l> {
    main: &'l str,
    /// The edited file with its line.
    place: &'l str,
    finding: ExpectedFinding<'l>,
}

pub(crate) fn main(args: &ArgMatches) -> CommandOutcome {
    let corpus = paths::corpus()?;
    let [old, new] = [OLD, NEW].map(|version| corpus.with_file_name(format!("llvm-{version}")));
    for tree in [&old, &new] {
        if !tree.join("llvm/include").is_dir() {
            say!("LEFT OUT: there are no descriptions at {}", tree.display());
            return Ok(summary(0, 0));
        }
    }
    let program = paths::candidate(args, BuildProfile::Release)?;
    let text =
        fs::read_to_string(jobs::directory().join(LIST)).map_err(|e| format!("{LIST}: {e}"))?;
    let listed = parse(&text)?;
    let mut problems = differences(&edits(&old, &new)?, &listed);
    let mains: BTreeSet<&str> = listed.iter().map(|edit| edit.main).collect();
    let mains: Vec<&str> = mains.into_iter().collect();
    let findings = run::in_parallel(&mains, job_count(args), |main| findings(&program, &old, main));
    let mut of_main = BTreeMap::new();
    for (main, findings) in mains.iter().zip(findings) {
        of_main.insert(*main, findings?);
    }
    let mut named = BTreeSet::new();
    for edit in &listed {
        if let ExpectedFinding::Named { lint, name } = edit.finding {
            let quoted = format!("'{name}'");
            let is_there =
                |(own, message): &(String, String)| own == lint && message.contains(&quoted);
            if of_main[edit.main].iter().any(is_there) {
                named.insert(edit.place);
            } else {
                problems.push(format!("{}: no finding of {lint} names '{name}'", edit.place));
            }
        }
    }
    let places: BTreeSet<&str> = listed.iter().map(|edit| edit.place).collect();
    say!(
        "{} edits: {} named by findings, {} not",
        places.len(),
        named.len(),
        places.len() - named.len()
    );
    for problem in &problems {
        say!("{problem}");
    }
    Ok(summary(places.len(), problems.len()))
}

fn parse(text: &str) -> Result<Vec<ListedEdit<'_>>, String> {
    let lines = text.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    let edits = lines.map(|line| match line.split('\t').collect::<Vec<_>>()[..] {
        [main, place, "-", _] => Ok(ListedEdit { main, place, finding: ExpectedFinding::Unnamed }),
        [main, place, lint, name] => {
            Ok(ListedEdit { main, place, finding: ExpectedFinding::Named { lint, name } })
        }
        _ => Err(format!("{LIST}: not four columns: {line}")),
    });
    edits.collect()
}

/// Returns edits without a line in the list, and lines without an edit, as problems.
fn differences(edits: &BTreeSet<String>, listed: &[ListedEdit<'_>]) -> Vec<String> {
    let places: BTreeSet<&str> = listed.iter().map(|edit| edit.place).collect();
    let missing = edits.iter().filter(|edit| !places.contains(edit.as_str()));
    let stale = places.iter().filter(|place| !edits.contains(**place));
    let missing = missing.map(|edit| format!("{edit}: the edit is not listed"));
    missing.chain(stale.map(|place| format!("{place}: there is no such edit"))).collect()
}

/// Returns the first line of each difference between the trees, as `FILE:LINE`. Line 0 is a file that is only in the new
/// tree.
fn edits(old: &Path, new: &Path) -> Result<BTreeSet<String>, String> {
    let is_kept = |path: &Path| {
        let relative = path.strip_prefix(new).unwrap_or(path);
        let is_left_out = LEFT_OUT.iter().any(|folder| relative.starts_with(folder));
        !is_left_out && (path.is_dir() || has_extension(path, "td"))
    };
    let mut edits = BTreeSet::new();
    for file in files_below(new, &is_kept).map_err(|error| error.to_string())? {
        let relative = file.strip_prefix(new).unwrap_or(&file);
        let name = relative.display();
        let before = old.join(relative);
        if !before.is_file() {
            edits.insert(format!("{name}:0"));
            continue;
        }
        let read = |path: &Path| fs::read(path).map_err(|e| format!("{}: {e}", path.display()));
        if read(&before)? == read(&file)? {
            continue;
        }
        let output = Command::new("diff").arg("-U0").args([&before, &file]).output();
        let output = output.map_err(|error| format!("diff: {error}"))?;
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        edits.extend(text.lines().filter_map(first_line).map(|line| format!("{name}:{line}")));
    }
    Ok(edits)
}

/// Returns the first old line from the head of a difference: 12 for `@@ -12,3 +12 @@`.
fn first_line(head: &str) -> Option<&str> {
    let range = head.strip_prefix("@@ -")?;
    range.split([',', ' ']).next()
}

/// Returns the lints and messages of the findings for the new release.
fn findings(program: &Path, old: &Path, main: &str) -> Result<Vec<(String, String)>, String> {
    let mut command = Command::new(program);
    command.current_dir(old).args(["lint", main, "--for", NEW, "--format", "jsonl"]);
    command.args(INCLUDES.map(|directory| format!("-I{directory}")));
    for folder in Path::new(main).ancestors().skip(1).take(2) {
        command.arg("-I").arg(folder);
    }
    let text = String::from_utf8_lossy(&stdout_of(&mut command)?).into_owned();
    let finding = |line: &str| {
        let finding: Value = serde_json::from_str(line).map_err(|error| error.to_string())?;
        let member = |name: &str| finding[name].as_str().unwrap_or_default().to_owned();
        Ok((member("lint"), member("message")))
    };
    text.lines().map(finding).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_edit_and_the_list_have_to_agree() {
        let text = "# Edits\nm.td\ta.td:3\tnew-field\tX\nm.td\tb.td:0\t-\tno reason\n";
        let listed = parse(text).expect("it is a list");
        let edits = ["a.td:3", "c.td:1"].map(str::to_owned).into_iter().collect();
        let expected = ["c.td:1: the edit is not listed", "b.td:0: there is no such edit"];
        assert_eq!(differences(&edits, &listed), expected);
        assert!(parse("a.td\tb.td:1\n").is_err());
    }

    #[test]
    fn the_head_of_a_difference_has_the_old_line() {
        assert_eq!(first_line("@@ -716,0 +717 @@"), Some("716"));
        assert_eq!(first_line("@@ -7444 +7443 @@"), Some("7444"));
        assert_eq!(first_line("+@@"), None);
    }
}
