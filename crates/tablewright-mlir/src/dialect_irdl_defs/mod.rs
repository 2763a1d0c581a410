//! `--gen-dialect-irdl-defs`: a dialect as IRDL, in `tblgen-to-irdl` syntax.
//!
//! In contrast to [`irdl`](crate::irdl), each constraint is printed separately as the description builds it. Conditions
//! that IRDL cannot express become `irdl.c_pred`.

mod constraint;
mod definitions;
mod emit_custom;
mod emit_generic;
mod names;
mod spelling;

use tablewright_backend::{Backend, BackendOption, Failure, Job, OptionGroup, OptionKind};
use tablewright_syntax::diagnostic::{Code, Diagnostic};

use definitions::IrdlDialect;

pub(crate) const BACKEND: Backend = Backend {
    name: "gen-dialect-irdl-defs",
    help: "Generate IRDL dialect definitions",
    options: &[OptionGroup { heading: "Options for -gen-irdl-dialect", options: &[DIALECT] }],
    run,
};

const DIALECT: BackendOption = BackendOption {
    name: "dialect",
    kind: OptionKind::Text { placeholder: "string", default: "" },
    help: "The dialect to gen for",
};

fn run(job: &mut Job<'_>) -> Result<(), Failure> {
    let name = job.options.text(&DIALECT);
    if name.is_empty() {
        let message = "for the --dialect option: must be specified at least once!";
        return Err(Diagnostic::error_anywhere(Code::Mlir, message).into());
    }
    let dialect = IrdlDialect::read(job.store, name)?;
    let mut text = String::new();
    // MLIR prints a module in its generic form if it does not verify.
    if dialect.verifies() {
        emit_custom::emit(&dialect, &mut text)
    } else {
        emit_generic::emit(&dialect, &mut text)
    }
    job.write_text(&text)
}
