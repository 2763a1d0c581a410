//! The file by which Clang checks the immediate operands of calls: cases of a `switch`.

use std::collections::BTreeMap;

use tablewright_backend::{Failure, Job};
use tablewright_records::RecordStore;
use tablewright_text::{CppWriter, append};

use super::Extension;
use super::intrinsic::Intrinsics;

/// The names of intrinsics by their checks.
type Checks<'i> = BTreeMap<String, Vec<&'i str>>;

pub(crate) fn run(job: &mut Job<'_>, extension: Extension) -> Result<(), Failure> {
    let intrinsics = Intrinsics::of_job(job, extension)?;
    let checks = collect(intrinsics, job.store);
    job.write_cpp(|w| emit(&checks, extension, w))
}

fn collect<'i>(intrinsics: &'i Intrinsics, store: &'i RecordStore) -> Checks<'i> {
    let mut checks = Checks::new();
    for intrinsic in intrinsics.with_builtin(store) {
        // The expression that is true if a check fails. The semicolon counts where expressions are
        // sorted.
        let mut expression = String::new();
        for immediate in intrinsic.immediates() {
            immediate.push_checks(&intrinsics.types, &mut expression);
        }
        if !expression.is_empty() {
            expression.push_str(";\n");
            checks.entry(expression).or_default().push(intrinsic.full_name());
        }
    }
    checks
}

fn emit(checks: &Checks<'_>, extension: Extension, w: &mut CppWriter) {
    // The cases are in two functions of Clang: one ends there, the other goes on behind the `switch`.
    let (before_expression, end) = match extension {
        Extension::Mve => ("  return ", ""),
        Extension::Cde => ("  Err = ", "  break;\n"),
    };
    for (expression, names) in checks {
        for name in names {
            append!(w, "case ARM::BI__builtin_arm_", extension.lower(), "_", name, ":\n");
        }
        append!(w, before_expression, expression, end);
    }
}
