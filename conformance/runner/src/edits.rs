//! `cargo runner edits`: measures reloads after edits, and checks that they have the same result as
//! a first load.
//!
//! The edits are in `conformance/edits.txt`. The example `edits` in `tablewright-session` applies
//! and measures them.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use clap::ArgMatches;
use xtask_support::{CommandOutcome, say, summary, workspace};

use crate::arguments::pattern;
use crate::paths;

/// A line in the file.
struct EditCost<'l> {
    edited: &'l str,
    spots: &'l str,
    main: &'l str,
    include_dirs: Vec<&'l str>,
    /// Limits in percent of a first load, until syntax errors are reported, until errors in the
    /// edited statement are, and until all are; `-` for any time.
    limits: [&'l str; 3],
}

impl<'l> EditCost<'l> {
    fn parse(line: &'l str) -> Option<EditCost<'l>> {
        let columns: Vec<&str> = line.split_whitespace().collect();
        let [edited, spots, main, dirs, syntax, edited_statement, all] = columns[..] else {
            return None;
        };
        let include_dirs = dirs.split(',').collect();
        Some(EditCost {
            edited,
            spots,
            main,
            include_dirs,
            limits: [syntax, edited_statement, all],
        })
    }
}

pub(crate) fn main(args: &ArgMatches) -> CommandOutcome {
    let only = pattern(args)?;
    let workspace = workspace();
    let list = workspace.join("conformance/edits.txt");
    let text = fs::read_to_string(&list).map_err(|e| format!("{}: {e}", list.display()))?;
    let program = paths::example("tablewright-session", "edits")?;
    let (mut passed, mut failed) = (0, 0);
    for line in text.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let recorded = EditCost::parse(line).ok_or_else(|| format!("not seven columns: {line}"))?;
        if !only.is_match(recorded.edited) {
            continue;
        }
        say!("== {}", recorded.edited);
        if run(&program, &recorded, args.get_flag("check"))? { passed += 1 } else { failed += 1 }
    }
    Ok(summary(passed, failed))
}

/// Returns whether the results are right, and came in time.
fn run(program: &Path, recorded: &EditCost<'_>, is_checked: bool) -> Result<bool, String> {
    let find = |path: &str| -> Result<PathBuf, String> {
        Ok(if path.starts_with("examples/") {
            workspace().join(path)
        } else {
            paths::corpus()?.join(path)
        })
    };
    let mut command = Command::new(program);
    command.arg("--shared");
    if is_checked {
        command.arg("--check");
    }
    command.arg("--limits").args(recorded.limits);
    command.arg(find(recorded.edited)?).arg(recorded.spots).arg(find(recorded.main)?);
    for dir in &recorded.include_dirs {
        command.arg(find(dir)?);
    }
    let status = command.status().map_err(|e| format!("{}: {e}", program.display()))?;
    Ok(status.success())
}
