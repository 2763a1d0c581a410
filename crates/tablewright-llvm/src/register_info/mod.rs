//! `--gen-register-info`: registers, register classes and what code generation queries of them.
//!
//! `model` turns the analyses of the target's registers into tables; `emit` writes these.

mod debug;
mod emit;
mod model;

use tablewright_backend::{Backend, BackendOption, Failure, Job, OptionGroup, OptionKind};
use tablewright_syntax::diagnostic::{Diagnostic, Severity};

use model::RegisterInfo;

const DEBUG: BackendOption = BackendOption {
    name: "register-info-debug",
    kind: OptionKind::Flag { default: false },
    help: "Dump register information to help debugging",
};

pub(crate) const BACKEND: Backend = Backend {
    name: "gen-register-info",
    help: "Generate registers and register classes info",
    options: &[OptionGroup { heading: "Options for -gen-register-info", options: &[DEBUG] }],
    run,
};

fn run(job: &mut Job<'_>) -> Result<(), Failure> {
    let info = RegisterInfo::collect(job)?;
    job.write_cpp(|w| emit::emit(&info, w))?;
    if job.options.flag(&DEBUG) {
        let debug_info = debug::DebugInfo::collect(job.store, &info)?;
        let mut dump = String::new();
        debug::emit_dump(&info, &debug_info, &mut dump);
        job.diagnostics.push(Diagnostic::new(Severity::Verbatim, None, dump));
    }
    Ok(())
}
