//! Errors of `assemblyFormat`, which need not keep a file from being written.

use tablewright_backend::{BackendOption, Job, OptionGroup, OptionKind};
use tablewright_syntax::diagnostic::{Diagnostic, Severity};

/// Options shared by all actions that read `assemblyFormat`. A single action has the group, since any action accepts
/// it.
pub(crate) const OPTIONS: OptionGroup =
    OptionGroup { heading: "General options", options: &[ERROR_IS_FATAL] };

/// Whether nothing is written if a format cannot be read.
const ERROR_IS_FATAL: BackendOption = BackendOption {
    name: "asmformat-error-is-fatal",
    kind: OptionKind::Flag { default: true },
    help: "Emit a fatal error if format parsing fails",
};

/// Reports the errors of a format. Returns whether they are fatal.
pub(crate) fn report(errors: Vec<Diagnostic>, job: &mut Job<'_>) -> bool {
    let is_fatal = job.options.flag(&ERROR_IS_FATAL);
    for mut error in errors {
        if !is_fatal {
            error.severity = Severity::ToleratedError;
        }
        job.diagnostics.push(error);
    }
    is_fatal
}
