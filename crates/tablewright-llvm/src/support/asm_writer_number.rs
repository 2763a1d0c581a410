//! `--asmwriternum`: the number of the target's assembly printer that an action reads.

use tablewright_backend::{BackendOption, Failure, Job, OptionKind};
use tablewright_syntax::diagnostic::{Code, Diagnostic};
use tablewright_target::record_views::asm_syntax::AsmWriterRecord;
use tablewright_target::record_views::instruction::TargetRecord;

/// The option, which the program lists with `--gen-asm-writer`.
pub(crate) const ASM_WRITER_NUMBER: BackendOption = BackendOption {
    name: "asmwriternum",
    kind: OptionKind::Number { default: 0 },
    help: "Make -gen-asm-writer emit assembly writer #N",
};

/// Returns the record of the printer that the option selects.
pub(crate) fn asm_writer<'s>(
    job: &Job<'s>,
    target: TargetRecord<'s>,
) -> Result<AsmWriterRecord<'s>, Failure> {
    let number = job.options.number(&ASM_WRITER_NUMBER);
    let writers = target.assembly_writers()?;
    match writers.get(number as usize) {
        Some(&writer) => Ok(writer),
        None => {
            let message = format!("Target does not have an AsmWriter #{number}!");
            Err(Diagnostic::error_anywhere(Code::AsmVariants, message).into())
        }
    }
}
