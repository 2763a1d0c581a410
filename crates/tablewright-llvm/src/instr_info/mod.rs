//! `--gen-instr-info`: the instructions of a target, as `MCInstrInfo` and `TargetInstrInfo` have them.
//!
//! `model` turns the analyses of the target's instructions into tables; `emit` writes these.

mod emit;
mod model;
pub(crate) mod sizes;

use tablewright_backend::{Backend, BackendOption, Failure, Job, OptionGroup, OptionKind};

use model::InstrInfo;

const EXPAND_MI_OPERAND_INFO: BackendOption = BackendOption {
    name: "instr-info-expand-mi-operand-info",
    kind: OptionKind::Flag { default: true },
    help: "Expand operand's MIOperandInfo DAG into suboperands",
};

pub(crate) const BACKEND: Backend = Backend {
    name: "gen-instr-info",
    help: "Generate instruction descriptions",
    options: &[OptionGroup {
        heading: "Options for -gen-instr-info",
        options: &[EXPAND_MI_OPERAND_INFO],
    }],
    run,
};

fn run(job: &mut Job<'_>) -> Result<(), Failure> {
    let expands_operands = job.options.flag(&EXPAND_MI_OPERAND_INFO);
    let info = InstrInfo::collect(job, expands_operands)?;
    job.write_cpp(|w| emit::emit(&info, w))
}
