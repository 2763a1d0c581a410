//! `--gen-emitter`: functions that encode instructions.
//!
//! Fixed-length encodings are tables of numbers into which operands are merged ([`fixed`]). Variable-length encodings
//! are concatenated from pieces ([`variable`]).

mod fixed;
mod source;
mod switch;
mod variable;

use tablewright_backend::{Backend, Failure, Job};
use tablewright_records::RecordView;
use tablewright_target::instructions::encoding::are_little_endian;
use tablewright_target::instructions::variable_encoding::is_variable;
use tablewright_target::record_views::encoding::InstructionEncodingRecord;

use fixed::FixedEmitter;
use source::EncoderSource;
use variable::VariableEmitter;

pub(crate) const BACKEND: Backend =
    Backend { name: "gen-emitter", help: "Generate machine code emitter", options: &[], run };

fn run(job: &mut Job<'_>) -> Result<(), Failure> {
    let source = EncoderSource::collect(job)?;
    if source.all.iter().copied().any(is_variable) {
        if are_little_endian(source.target)? {
            // If bits are stored in memory order, `Inst` is reversed and must have a `bits` type. Other types are
            // reported before further fields are read.
            for instruction in source.encoded()? {
                InstructionEncodingRecord::new(instruction).inst()?;
            }
        }
        let model = VariableEmitter::collect(&source)?;
        job.write_cpp(|w| variable::emit(&model, w))
    } else {
        let model = FixedEmitter::collect(&source, job.diagnostics)?;
        job.write_cpp(|w| fixed::emit(&model, w))
    }
}
