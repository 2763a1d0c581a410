//! `cargo xtask releases`: checks that each difference between releases is a feature, and that no
//! code compares numbers.
//!
//! Releases have no order outside `tablewright_records::release`, so a comparison needs a release
//! built from a number, or the text of a version. The check counts both in production code. The
//! tables of features and of description marks are built from numbers. Elsewhere a number may occur
//! only in a range that is a table's column, for use by the table's owner.

use std::fs;

use xtask_support::{CommandOutcome, say, summary, workspace};

use crate::rust_source::{RustSourceToken, production_files, tokens, without_tests};

/// Files with the tables of features and marks.
const TABLES: [&str; 2] = [
    "crates/tablewright-records/src/release/",
    "crates/tablewright-records/src/release_detection.rs",
];

/// The crate that only tests use.
const TESTS: &str = "crates/tablewright-test-support/";

pub(crate) fn main() -> CommandOutcome {
    let crates = workspace().join("crates");
    let files = production_files(&crates).map_err(|e| format!("{}: {e}", crates.display()))?;
    let (mut passed, mut failed) = (0, 0);
    for file in files {
        let text = fs::read_to_string(&file).map_err(|e| format!("{}: {e}", file.display()))?;
        let path = file.strip_prefix(workspace()).unwrap_or(&file).display().to_string();
        if TABLES.iter().any(|table| path.starts_with(table)) || path.starts_with(TESTS) {
            continue;
        }
        let comparisons = comparisons(without_tests(&text));
        for (line, problem) in &comparisons {
            say!("{path}:{line}: {problem}");
        }
        if comparisons.is_empty() { passed += 1 } else { failed += 1 }
    }
    Ok(summary(passed, failed))
}

/// Returns the comparisons of release numbers in a file, with their lines.
fn comparisons(text: &str) -> Vec<(usize, &'static str)> {
    let tokens = tokens(text);
    let is = |at: usize, texts: &[&str]| {
        texts
            .iter()
            .enumerate()
            .all(|(i, text)| tokens.get(at + i).is_some_and(|t| t.text == *text))
    };
    let mut problems = Vec::new();
    let mut end_of_range = 0;
    for (at, token) in tokens.iter().enumerate() {
        let problem = match token.text {
            "ReleaseRange" if is(at + 1, &["::"]) && is(at + 3, &["("]) => {
                end_of_range = end_of_arguments(&tokens, at + 3);
                if !is(end_of_range, &[".", "contains"]) {
                    continue;
                }
                "a range that is asked here is a `Feature`"
            }
            "Release" if at >= end_of_range && is(at + 1, &["::"]) => {
                if !is(at + 2, &["new", "("]) && !is(at + 2, &["with_minor", "("]) {
                    continue;
                }
                "code asks for a `Feature`, and for no number"
            }
            "output_version" if is(at + 1, &["(", ")"]) => {
                let compares = |at| is(at, &["=", "="]) || is(at, &["!", "="]) || is(at, &["."]);
                if !compares(at + 3) {
                    continue;
                }
                "a version is printed, and never compared"
            }
            _ => continue,
        };
        problems.push((token.line, problem));
    }
    problems
}

/// Returns the index after the arguments whose parenthesis is opened at `start`.
fn end_of_arguments(tokens: &[RustSourceToken<'_>], start: usize) -> usize {
    let mut depth = 0_usize;
    for (at, token) in tokens.iter().enumerate().skip(start) {
        match token.text {
            "(" => depth += 1,
            ")" => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth == 0 {
            return at + 1;
        }
    }
    tokens.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: &[&str]) {
        let messages: Vec<&str> =
            comparisons(text).into_iter().map(|(_, problem)| problem).collect();
        assert_eq!(messages, expected, "{text}");
    }

    const NUMBER: &str = "code asks for a `Feature`, and for no number";
    const RANGE: &str = "a range that is asked here is a `Feature`";
    const VERSION: &str = "a version is printed, and never compared";

    #[test]
    fn a_release_of_a_number_is_compared_with() {
        check("if release == Release::new(22) {}", &[NUMBER]);
        check("const OLD: Release = Release::with_minor(3, 9);", &[NUMBER]);
        check("release.unwrap_or(Release::DEFAULT)", &[]);
        check("if store.release().has(Feature::X) {}", &[]);
    }

    #[test]
    fn a_range_is_a_column_of_a_table() {
        check(
            "const T: &[(&str, ReleaseRange)] = &[(\"a\", ReleaseRange::since(Release::new(22)))];",
            &[],
        );
        check(
            "ReleaseRange::between(Release::new(22), Release::new(23)).contains(release)",
            &[RANGE],
        );
    }

    #[test]
    fn a_version_is_only_printed() {
        check("let version = release.output_version();", &[]);
        check("if release.output_version() == \"22.1.8\" {}", &[VERSION]);
        check("release.output_version().starts_with(\"22\")", &[VERSION]);
    }
}
