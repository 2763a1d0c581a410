//! Functions that check constraints: `--gen-type-constraint-decls`, `--gen-type-constraint-defs`,
//! `--gen-attr-constraint-decls`, `--gen-attr-constraint-defs`.

pub(crate) mod attr_constraint;
pub(crate) mod type_constraint;

use tablewright_backend::{Failure, Job};
use tablewright_text::line;

use crate::model::{ConstraintFunction, ConstraintKind};
use crate::support::cpp;

/// Returns a function parameter.
fn parameter(kind: ConstraintKind) -> &'static str {
    match kind {
        ConstraintKind::Type => "type",
        ConstraintKind::Attribute => "attr",
    }
}

fn cpp_class(kind: ConstraintKind) -> &'static str {
    match kind {
        ConstraintKind::Type => "::mlir::Type",
        ConstraintKind::Attribute => "::mlir::Attribute",
    }
}

fn run_decls(job: &mut Job<'_>, kind: ConstraintKind) -> Result<(), Failure> {
    let functions = ConstraintFunction::in_main_file(job.store, kind)?;
    let (class, name) = (cpp_class(kind), parameter(kind));
    job.write_cpp(|w| {
        for function in &functions {
            line!(w, "bool {}({class} {name});", function.name);
        }
    })
}

fn run_defs(job: &mut Job<'_>, kind: ConstraintKind) -> Result<(), Failure> {
    let (class, name) = (cpp_class(kind), parameter(kind));
    let functions = ConstraintFunction::in_main_file(job.store, kind)?;
    let functions = functions.into_iter().map(|function| {
        let condition = function.constraint.condition();
        let value = |hole: &str| (hole == "_self").then_some(name);
        (function.name, cpp::fill(&condition, value))
    });
    let functions: Vec<(&str, String)> = functions.collect();
    job.write_cpp(|w| {
        for (function, condition) in &functions {
            line!(w);
            w.block(format_args!("bool {function}({class} {name})"), "", |w| {
                line!(w, "return ({condition});");
            });
        }
    })
}
