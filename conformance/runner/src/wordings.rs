//! `cargo runner wordings`: records the wordings that the reference programs print for golden tests.
//!
//! Tools match on these wordings, so `cargo xtask prose` does not count them. The command runs the installed reference
//! programs on each golden test that expects messages, and adds a hash of each shared wording to
//! `conformance/reference-messages.txt`. Some tests declare too few classes for the reference programs. A wording also
//! counts as shared if the fixed text around its names occurs in a program file.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use xtask_support::wordings::{expected_messages, messages};
use xtask_support::{CommandOutcome, say, wordings};

use crate::reference::ReferenceRelease;
use crate::run::{Ended, ScratchDir, in_parallel, run};

/// Time for a reference program and a test.
const LIMIT: Duration = Duration::from_secs(20);

/// Number of tests that run at a time.
const THREADS: usize = 8;

/// Records the wordings that installed reference programs and golden tests share.
pub(crate) fn main() -> CommandOutcome {
    let releases = ReferenceRelease::all()?;
    let texts = program_texts(&releases)?;
    let scratch = ScratchDir::new("tablewright-wordings")?;
    let expectations = expected_messages().map_err(|e| e.to_string())?;
    let tests: Vec<(usize, &PathBuf)> = expectations.iter().enumerate().collect();
    let shared = in_parallel(&tests, THREADS, |&(number, expectation)| {
        let errors = scratch.path().join(number.to_string());
        shared_wordings(expectation, &releases, &texts, &errors)
    });
    let shared = shared.into_iter().collect::<Result<Vec<_>, String>>()?.concat();
    say!("{}", wordings::record(&shared)?);
    Ok(ExitCode::SUCCESS)
}

/// Returns the wordings that an expectation shares with a reference program's output.
fn shared_wordings(
    expectation: &Path,
    releases: &[ReferenceRelease],
    texts: &[String],
    errors: &Path,
) -> Result<Vec<String>, String> {
    let read = |path: &Path| fs::read(path).map_err(|e| format!("{}: {e}", path.display()));
    let test = expectation.with_extension("td");
    let Ok(text) = read(&test) else { return Ok(Vec::new()) };
    let (tool, args) = command_line(&String::from_utf8_lossy(&text));
    let area = test.ancestors().nth(2).expect("tests are two levels below tests/data");
    let mut outputs = String::new();
    for program in releases.iter().filter_map(|release| release.program(&tool)) {
        let mut command = std::process::Command::new(program);
        let file = test.strip_prefix(area).expect("a test is in its area");
        command.current_dir(area).args(&args).arg(file);
        if let Ended::Exit(_, output) = run(&mut command, errors, LIMIT)? {
            outputs.push_str(&output);
            outputs.push('\n');
        }
    }
    let printed = messages([outputs.as_str()]);
    let expected = String::from_utf8_lossy(&read(expectation)?).into_owned();
    let mut shared = messages([expected.as_str()]);
    shared.retain(|wording| {
        printed.contains(wording) || texts.iter().any(|text| contains_fixed_text(text, wording))
    });
    Ok(shared)
}

/// Returns the text of the installed program files.
fn program_texts(releases: &[ReferenceRelease]) -> Result<Vec<String>, String> {
    let names = ["llvm-tblgen", "clang-tblgen", "mlir-tblgen"];
    let programs = releases.iter().flat_map(|release| names.map(|name| release.program(name)));
    let texts = programs.flatten().map(|program| {
        let bytes = fs::read(&program).map_err(|e| format!("{}: {e}", program.display()))?;
        Ok(String::from_utf8_lossy(&bytes).into_owned())
    });
    texts.collect()
}

/// Whether a program file contains the longest fixed text of a wording, if it has at least four
/// words.
fn contains_fixed_text(program: &str, wording: &str) -> bool {
    let pieces = wording.split(|c: char| c == ':' || c == '`' || c == '\'' || c.is_ascii_digit());
    let pieces = pieces.flat_map(|piece| piece.split(" X ")).map(str::trim);
    let pieces = pieces.map(|piece| piece.trim_start_matches("X ").trim_end_matches(" X"));
    let longest = pieces.max_by_key(|piece| piece.len()).unwrap_or_default();
    longest.split(' ').count() >= 4 && program.contains(longest)
}

/// Returns the program and the arguments of a golden test, without Tablewright's own options.
fn command_line(test: &str) -> (String, Vec<String>) {
    let directive = |key: &str| {
        let mut comments = test.lines().take_while(|line| line.starts_with("//"));
        comments.find_map(|line| line.strip_prefix(key)).map(str::trim)
    };
    let tool = directive("// TOOL:").unwrap_or("llvm-tblgen").to_owned();
    let mut words = directive("// ARGS:").unwrap_or_default().split_whitespace();
    let mut args = Vec::new();
    while let Some(word) = words.next() {
        if word == "--release" {
            words.next();
        } else if !word.starts_with("--release=") && !word.starts_with("--diagnostic-format") {
            args.push(word.to_owned());
        }
    }
    (tool, args)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_that_only_our_program_has_are_left_out() {
        let test = "// A rule.\n// TOOL: clang-tblgen\n// ARGS: --gen-attrs --release 23 -I x\n";
        let (tool, args) = command_line(test);
        assert_eq!((tool.as_str(), args.join(" ").as_str()), ("clang-tblgen", "--gen-attrs -I x"));
    }

    #[test]
    fn a_program_file_contains_the_text_around_names() {
        let program = "\0 has no matching source operand\0instregex has no matches: \0";
        assert!(contains_fixed_text(program, "operand X has no matching source operand"));
        assert!(contains_fixed_text(program, "instregex has no matches: STORE[0-9]"));
        assert!(!contains_fixed_text(program, "operand X lacks a matching source operand"));
        assert!(!contains_fixed_text(program, "has no matching: X"));
    }
}
