//! `--gen-enum-from-llvmir-conversions`: conversion functions from LLVM enums to MLIR enums.

use tablewright_backend::{Backend, Failure, Job};
use tablewright_text::{CppWriter, line};

use super::enum_conversions::{EnumConversion, collect};

pub(crate) const BACKEND: Backend = Backend {
    name: "gen-enum-from-llvmir-conversions",
    help: "Generate conversions of EnumAttrs from LLVM IR",
    options: &[],
    run,
};

fn run(job: &mut Job<'_>) -> Result<(), Failure> {
    let conversions = collect(job.store)?;
    job.write_cpp(|w| {
        for one in &conversions {
            emit(one, w);
        }
    })
}

fn emit(one: &EnumConversion<'_>, w: &mut CppWriter) {
    let (class, from, to) = (one.class, one.llvm_type, &one.mlir_type);
    let head = format_args!("[[maybe_unused]] inline {to} convert{class}FromLLVM({from} value)");
    w.block(head, "", |w| {
        line!(w, "switch (value) {{");
        for (mlir, llvm) in &one.cases {
            line!(w, "case {llvm}:");
            line!(w, "  return {mlir};");
        }
        for llvm in &one.unsupported {
            line!(w, "case {llvm}:");
            line!(w, "  llvm_unreachable(\"unsupported case {llvm}\");");
        }
        line!(w, "}}");
        line!(w, "llvm_unreachable(\"unknown {} type\");", one.llvm_class);
    });
    line!(w);
}
