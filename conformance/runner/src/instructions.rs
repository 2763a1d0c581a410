//! `cargo runner instructions`: counts the instructions of jobs and of language server sessions under Valgrind, and
//! compares them with the counts in `conformance/instructions.txt`.
//!
//! Times differ from machine to machine and from run to run; the count of instructions differs by less than
//! 0.1 % for a job, and by 1 % for a server with its threads. So a small loss is seen in the commit that causes it.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use clap::ArgMatches;
use xtask_support::{CommandOutcome, programs, say, summary, workspace};

use crate::arguments::{job_count, pattern};
use crate::language_server::latencies;
use crate::paths::{self, BuildProfile};
use crate::run::{self, ScratchDir};

/// The file with the recorded counts, relative to the workspace.
const LIST: &str = "conformance/instructions.txt";

/// The first word of a row for the language server, followed by a file and a number of requests.
const SERVER: &str = "lsp";

/// A row in the list.
struct CountRow<'l> {
    /// Millions of instructions.
    recorded: f64,
    /// A program with its arguments, relative to the corpus.
    command: &'l str,
}

impl<'l> CountRow<'l> {
    fn parse(line: &'l str) -> Option<CountRow<'l>> {
        let (recorded, command) = line.trim().split_once(' ')?;
        Some(CountRow { recorded: recorded.parse().ok()?, command: command.trim() })
    }

    /// Returns the share by which the count may differ from the recorded one.
    fn tolerance(&self) -> f64 {
        if self.command.starts_with(SERVER) { 0.03 } else { 0.02 }
    }
}

pub(crate) fn main(args: &ArgMatches) -> CommandOutcome {
    if !has_valgrind() {
        say!("left out: there is no valgrind");
        return Ok(summary(0, 0));
    }
    let only = pattern(args)?;
    let list = workspace().join(LIST);
    let text = fs::read_to_string(&list).map_err(|e| format!("{}: {e}", list.display()))?;
    let (program, corpus) = (paths::candidate(args, BuildProfile::Release)?, paths::corpus()?);
    let scratch = ScratchDir::new("tablewright-instructions")?;
    let rows = text.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    let rows = rows.map(|line| CountRow::parse(line).ok_or_else(|| format!("not a row: {line}")));
    let rows = rows.collect::<Result<Vec<_>, _>>()?;
    let chosen: Vec<(usize, &CountRow<'_>)> =
        rows.iter().enumerate().filter(|(_, row)| only.is_match(row.command)).collect();
    let counts = run::in_parallel(&chosen, job_count(args), |&(number, row)| {
        let counter = Counter { program: &program, out: scratch.path().join(number.to_string()) };
        counter.count(row.command, &corpus)
    });
    let (mut passed, mut new_counts) = (0, vec![None; rows.len()]);
    for (&(number, row), count) in chosen.iter().zip(counts) {
        let count = count?;
        new_counts[number] = Some(count);
        let ratio = count / row.recorded;
        let verdict = if ratio > 1.0 + row.tolerance() {
            "more than recorded"
        } else {
            passed += 1;
            if ratio < 1.0 - row.tolerance() { "fewer: record them with --bless" } else { "" }
        };
        say!("{count:>9.1} {ratio:>6.3} {} {verdict}", row.command);
    }
    if args.get_flag("bless") {
        let changed = with_counts(&text, &new_counts);
        fs::write(&list, changed).map_err(|e| format!("{}: {e}", list.display()))?;
        return Ok(summary(chosen.len(), 0));
    }
    Ok(summary(passed, chosen.len() - passed))
}

/// Returns the list with new counts; `None` keeps a row's count.
fn with_counts(text: &str, counts: &[Option<f64>]) -> String {
    let (mut out, mut counts) = (String::new(), counts.iter());
    for line in text.lines() {
        let row = CountRow::parse(line).filter(|_| !line.starts_with('#'));
        match (&row, row.as_ref().and_then(|_| *counts.next()?)) {
            (Some(row), Some(count)) => writeln!(out, "{count:.1} {}", row.command),
            _ => writeln!(out, "{line}"),
        }
        .expect("a string takes any text");
    }
    out
}

fn has_valgrind() -> bool {
    let mut version = Command::new("valgrind");
    version.arg("--version").stdout(Stdio::null()).stderr(Stdio::null());
    version.status().is_ok_and(|status| status.success())
}

/// A run under Valgrind.
struct Counter<'p> {
    program: &'p Path,
    /// The file to which Valgrind writes its count.
    out: PathBuf,
}

impl Counter<'_> {
    /// Returns the instructions of a command, in millions.
    fn count(&self, command: &str, corpus: &Path) -> Result<f64, String> {
        let words: Vec<&str> = command.split_whitespace().collect();
        if let [SERVER, file, requests] = words[..] {
            let requests =
                requests.parse().map_err(|_| format!("not a number of requests: {command}"))?;
            latencies::drive(self.program_under_valgrind(), corpus, &corpus.join(file), requests)?;
        } else {
            let mut valgrind = self.program_under_valgrind();
            valgrind.args(words).current_dir(corpus).stdin(Stdio::null());
            valgrind.env_remove("TABLEWRIGHT_CACHE").env_remove("TABLEWRIGHT_RELEASE");
            programs::stdout_of(&mut valgrind)?;
        }
        let problem = |why: &str| format!("{command}: {why}");
        let text = fs::read_to_string(&self.out).map_err(|e| problem(&e.to_string()))?;
        let total = text.lines().find_map(|line| line.strip_prefix("summary: "));
        let total: f64 = total
            .and_then(|total| total.trim().parse().ok())
            .ok_or_else(|| problem("Valgrind wrote no summary"))?;
        Ok(total / 1e6)
    }

    fn program_under_valgrind(&self) -> Command {
        let mut valgrind = Command::new("valgrind");
        valgrind.args(["--tool=cachegrind", "--cache-sim=no", "--quiet"]);
        valgrind.arg(format!("--cachegrind-out-file={}", self.out.display())).arg(self.program);
        valgrind
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_keeps_its_comments_and_the_rows_without_a_count() {
        let list = "# a comment\n10.0 llvm-tblgen -x a.td\n\n20.0 lsp b.td 10\n";
        let new = with_counts(list, &[None, Some(21.26)]);
        assert_eq!(new, "# a comment\n10.0 llvm-tblgen -x a.td\n\n21.3 lsp b.td 10\n");
    }
}
