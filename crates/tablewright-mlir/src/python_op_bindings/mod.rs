//! `--gen-python-op-bindings`: a dialect's operations as Python classes and functions.

pub(crate) mod emit;
pub(crate) mod member;
pub(crate) mod model;
pub(crate) mod names;
#[cfg(test)]
mod tests;
pub(crate) mod types;

use tablewright_backend::{Backend, BackendOption, Failure, Job, OptionGroup, OptionKind};
use tablewright_records::RecordView;
use tablewright_syntax::diagnostic::{Code, Diagnostic};

use crate::model::Operation;
use crate::record_views::operation::OperationRecord;
use model::{BindingsContext, BindingsModel};
use types::{PythonTypes, TypedParts};

pub(crate) const BACKEND: Backend = Backend {
    name: "gen-python-op-bindings",
    help: "Generate Python bindings for MLIR Ops",
    options: &[OPTIONS],
    run,
};

const OPTIONS: OptionGroup =
    OptionGroup { heading: "Options for -gen-python-op-bindings", options: &[DIALECT, EXTENSION] };

const DIALECT: BackendOption = BackendOption {
    name: "bind-dialect",
    kind: OptionKind::Text { placeholder: "string", default: "" },
    help: "The dialect to run the generator for",
};

const EXTENSION: BackendOption = BackendOption {
    name: "dialect-extension",
    kind: OptionKind::Text { placeholder: "string", default: "" },
    help: "The prefix of the dialect extension",
};

fn run(job: &mut Job<'_>) -> Result<(), Failure> {
    let dialect = job.options.text(&DIALECT);
    if dialect.is_empty() {
        let message = "dialect name not provided";
        return Err(Diagnostic::error_anywhere(Code::Mlir, message).into());
    }
    let types = PythonTypes::read(job.store, TypedParts::from_bindings(job.store))?;
    job.store.expect_class(OperationRecord::CLASS)?;
    let context = BindingsContext { types: &types, release: job.store.release() };
    let mut operations = Operation::all(job.store, |_| true)?;
    operations.retain(|op| op.dialect.name == dialect);
    let is_extension = !job.options.text(&EXTENSION).is_empty();
    let model = BindingsModel::new(dialect, is_extension, &operations, &context)?;
    let mut out = job.output();
    emit::emit(&model, &mut out);
    Ok(out.finish()?)
}
