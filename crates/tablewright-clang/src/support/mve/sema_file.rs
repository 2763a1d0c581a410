//! The file by which Clang checks the immediate operands of calls: cases of a `switch`.

use std::collections::BTreeMap;

use tablewright_backend::{Failure, Job};
use tablewright_text::{CppWriter, append};

use super::Extension;
use super::intrinsic::{Intrinsic, Intrinsics};

/// The names of intrinsics by their checks.
type Checks<'i> = BTreeMap<String, Vec<&'i str>>;

pub(crate) fn run(job: &mut Job<'_>, extension: Extension) -> Result<(), Failure> {
    let intrinsics = Intrinsics::collect(job.store, extension)?;
    let checks = collect(&intrinsics);
    job.write_cpp(|w| emit(&checks, extension, w))
}

fn collect<'i>(intrinsics: &'i Intrinsics<'_>) -> Checks<'i> {
    let mut checks = Checks::new();
    for intrinsic in intrinsics.with_builtin() {
        let expression = expression(intrinsic, intrinsics);
        if !expression.is_empty() {
            checks.entry(expression).or_default().push(&intrinsic.full_name);
        }
    }
    checks
}

/// The expression that is true if a check fails, with the semicolon behind it, which counts where
/// expressions are sorted; empty without checks.
fn expression(intrinsic: &Intrinsic<'_>, intrinsics: &Intrinsics<'_>) -> String {
    let mut checks = Vec::new();
    for immediate in &intrinsic.immediates {
        immediate.push_checks(&intrinsics.types, &mut checks);
    }
    match checks.is_empty() {
        true => String::new(),
        false => checks.join(" ||\n         ") + ";\n",
    }
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
