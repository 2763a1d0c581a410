//! `--gen-global-isel`: a GlobalISel instruction selector, as a table for an executor.
//!
//! `model` imports selection DAG patterns as rules and reports skipped patterns. `coverage` reads which rules tests
//! have used. `emit` writes the table and the selector's functions. `rule_table` provides the table as data, for
//! tools that look up rules.

mod coverage;
mod emit;
mod model;
pub mod rule_table;
pub mod selection;

use crate::support::match_table::{EXTENDED_LLT, type_detail};
use coverage::GlobalIselCoverage;
use tablewright_backend::{Backend, BackendOption, Failure, Job, OptionGroup, OptionKind};
use tablewright_syntax::diagnostic::{Code, Diagnostic, Severity};

pub(crate) const BACKEND: Backend = Backend {
    name: "gen-global-isel",
    help: "Generate GlobalISel selector",
    options: &[
        OptionGroup { heading: "General options", options: &[EXTENDED_LLT] },
        OptionGroup {
            heading: "Options for -gen-global-isel",
            options: &[COVERAGE_FILE, INSTRUMENT_COVERAGE, OPTIMIZE_MATCH_TABLE, WARN_ON_SKIPPED],
        },
    ],
    run,
};

const COVERAGE_FILE: BackendOption = BackendOption {
    name: "gisel-coverage-file",
    kind: OptionKind::File { placeholder: "string" },
    help: "Specify file to retrieve coverage information from",
};

const INSTRUMENT_COVERAGE: BackendOption = BackendOption {
    name: "instrument-gisel-coverage",
    kind: OptionKind::Flag { default: false },
    help: "Generate coverage instrumentation for GlobalISel",
};

const OPTIMIZE_MATCH_TABLE: BackendOption = BackendOption {
    name: "optimize-match-table",
    kind: OptionKind::Flag { default: true },
    help: "Generate an optimized version of the match table",
};

const WARN_ON_SKIPPED: BackendOption = BackendOption {
    name: "warn-on-skipped-patterns",
    kind: OptionKind::Flag { default: false },
    help: "Explain why a pattern was skipped for inclusion in the GlobalISel selector",
};

fn run(job: &mut Job<'_>) -> Result<(), Failure> {
    let warns = job.options.flag(&WARN_ON_SKIPPED);
    let names = model::SelectorNames::new(job.store)?;
    let coverage = coverage(job, names.target);
    let detail = type_detail(job.options);
    let mut selector = model::Selector::collect(
        job.store,
        &names,
        warns,
        detail,
        coverage.as_ref(),
        job.diagnostics,
    )?;
    let shares = job.options.flag(&OPTIMIZE_MATCH_TABLE);
    let counts_coverage = job.options.flag(&INSTRUMENT_COVERAGE);
    let table = selector.take_table(shares, counts_coverage)?;
    let comments = selector.comments(job.diagnostics)?;
    job.write_cpp(|w| emit::emit(&selector, &table, &comments, w))
}

/// Returns the rules used by tests, if a coverage file is specified.
fn coverage(job: &mut Job<'_>, target: &str) -> Option<GlobalIselCoverage> {
    let coverage = match job.options.file(&COVERAGE_FILE)? {
        Some(bytes) => GlobalIselCoverage::parse(bytes, target)
            .ok_or("Ignoring invalid or missing rule coverage data"),
        None => Err("Missing rule coverage data"),
    };
    let report = |message| {
        let mut warning = Diagnostic::error_anywhere(Code::OptionValue, message);
        warning.severity = Severity::Warning;
        job.diagnostics.push(warning);
    };
    coverage.map_err(report).ok()
}
