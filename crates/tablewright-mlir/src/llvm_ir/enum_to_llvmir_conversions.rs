//! `--gen-enum-to-llvmir-conversions`: conversion functions from MLIR enums to LLVM enums.

use tablewright_backend::{Backend, Failure, Job};
use tablewright_text::{CppWriter, line};

use super::enum_conversions::{EnumConversion, collect};

pub(crate) const BACKEND: Backend = Backend {
    name: "gen-enum-to-llvmir-conversions",
    help: "Generate conversions of EnumAttrs to LLVM IR",
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
    let (class, from, to) = (one.class, &one.mlir_type, one.llvm_type);
    let head = format_args!("[[maybe_unused]] static {to} convert{class}ToLLVM({from} value)");
    w.block(head, "", |w| {
        line!(w, "switch (value) {{");
        for (mlir, llvm) in &one.cases {
            line!(w, "case {mlir}:");
            line!(w, "  return {llvm};");
        }
        line!(w, "}}");
        line!(w, "llvm_unreachable(\"unknown {class} type\");");
    });
    line!(w);
}
