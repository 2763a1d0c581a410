//! Immediate operand checks: `switch` cases, merged if their checks are equal.

use std::collections::BTreeMap;

use tablewright_backend::{Failure, Job};
use tablewright_records::RecordStore;
use tablewright_text::{CppWriter, append};

use super::intrinsic::MveIntrinsics;
use crate::vector_intrinsics::case_labels::emit_case_labels;
use crate::vector_intrinsics::family::IntrinsicFamily;

/// Intrinsic names by check.
type Checks<'i> = BTreeMap<String, Vec<&'i str>>;

pub(crate) fn run(job: &mut Job<'_>, family: IntrinsicFamily) -> Result<(), Failure> {
    let intrinsics = MveIntrinsics::for_job(job, family)?;
    let checks = collect(intrinsics, job.store);
    job.write_cpp(|w| emit(&checks, family, w))
}

fn collect<'i>(intrinsics: &'i MveIntrinsics, store: &'i RecordStore) -> Checks<'i> {
    let mut checks = Checks::new();
    for intrinsic in intrinsics.with_builtin(store) {
        // The expression is true if a check fails. Expressions are sorted with their semicolon.
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

fn emit(checks: &Checks<'_>, family: IntrinsicFamily, w: &mut CppWriter) {
    // Clang includes the CDE cases in a function that continues after the `switch`.
    let is_cde = family == IntrinsicFamily::Cde;
    let (before_expression, end) =
        if is_cde { ("  Err = ", "  break;\n") } else { ("  return ", "") };
    for (expression, names) in checks {
        emit_case_labels(family, names, w);
        append!(w, before_expression, expression, end);
    }
}
