//! The lint runner.

use rustc_hash::FxHashSet;
use tablewright_records::RecordStore;
use tablewright_syntax::diagnostic::Severity;
use tablewright_syntax::source::{Pos, SourceMap};

use super::findings::{Finding, Findings, Fix, NotChecked};
use super::input::{LintInput, LintSettings};
use super::levels::{Level, LintLevels};

/// A lint run's result.
#[derive(Default, Debug)]
pub struct LintRun {
    /// Findings that no comment allows, sorted by position. At level *deny* they are errors.
    pub findings: Vec<Finding>,
    /// Lints that could not check the description.
    pub not_checked: Vec<NotChecked>,
}

/// Runs all lints except those at level *allow*.
///
/// Without a trace, there are no findings.
pub fn check(store: &RecordStore, levels: &LintLevels, settings: LintSettings<'_>) -> LintRun {
    let (Some(trace), Some(first)) = (store.trace(), settings.lints.first()) else {
        return LintRun::default();
    };
    let input = LintInput::new(store, trace, settings);
    let mut findings = Findings::new(first);
    for &lint in settings.lints {
        if levels.level(lint) != Level::Allow {
            findings.begin(lint);
            (lint.check)(&input, &mut findings);
        }
    }
    let (findings, not_checked) = findings.finish();
    LintRun { findings: reported(&input, levels, findings), not_checked }
}

/// Selects the findings to report, sorted and without duplicates: a file can be included twice.
fn reported(input: &LintInput<'_>, levels: &LintLevels, all: Vec<Finding>) -> Vec<Finding> {
    let sources = input.sources();
    let comments = input.allow_comments();
    let mut findings: Vec<(Pos, Finding)> = Vec::new();
    for mut finding in all {
        let Some(span) = finding.diagnostic.span else { continue };
        if !input.checks(span.lo) || comments.allow(sources, finding.lint, span.lo) {
            continue;
        }
        // A fix must stay within the checked files.
        let leaves = |fix: &Fix| fix.edits.iter().any(|edit| !input.checks(edit.span.lo));
        if finding.fix.as_ref().is_some_and(leaves) {
            finding.fix = None;
        }
        if levels.level(finding.lint) == Level::Deny {
            finding.diagnostic.severity = Severity::Error;
        }
        findings.push((span.lo, finding));
    }
    findings.sort_by_key(|(pos, finding)| (*pos, finding.lint.code));
    let mut seen = FxHashSet::default();
    findings.retain(|(pos, finding)| {
        let (file, offset) = position(sources, *pos);
        seen.insert((file, offset, finding.lint.code, finding.diagnostic.message.clone()))
    });
    findings.into_iter().map(|(_, finding)| finding).collect()
}

fn position(sources: &SourceMap, pos: Pos) -> (&str, usize) {
    (&sources.file(sources.file_of(pos)).name, sources.offset_in_file(pos))
}
