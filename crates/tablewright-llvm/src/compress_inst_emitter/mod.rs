//! `--gen-compress-inst-emitter`: functions that turn instructions into shorter ones that do the
//! same, and back (`CompressPat` in `Target.td`).
//!
//! `tablewright-target` maps the operands of a long and a short instruction to each other. The
//! [`model`] has the cases of three functions that follow from the patterns.

mod emit;
mod model;

use tablewright_backend::{Backend, Failure, Job};
use tablewright_target::compress_pattern::CompressionPattern;
use tablewright_target::target::target;
use tablewright_text::CppWriter;

use crate::support::asm_writer_number::asm_writer;
use model::CompressInst;

pub(crate) const BACKEND: Backend = Backend {
    name: "gen-compress-inst-emitter",
    help: "Generate compressed instructions.",
    options: &[],
    run,
};

fn run(job: &mut Job<'_>) -> Result<(), Failure> {
    let target = target(job.store)?;
    let patterns = CompressionPattern::collect(job.store, job.diagnostics)?;
    let model = CompressInst::new(target, asm_writer(job, target)?, patterns, job.analysis()?)?;
    let mut w = CppWriter::new();
    w.file_header("Compress instruction Source Fragment", Some(job.store.input_name()));
    emit::emit(&model, &mut w);
    job.write_text(&w.finish())
}
