//! Checks of `mlir-tblgen` before it runs an action: whether its outputs for the release are known, and whether
//! deprecated definitions are used.

use tablewright_backend::{Failure, Options, RecordCheck};
use tablewright_records::{Feature, RecordStore};
use tablewright_syntax::diagnostic::{Code, Diagnostic, Diagnostics};

use crate::deprecation;

pub(crate) static CHECK: RecordCheck = RecordCheck { options: &deprecation::OPTIONS, run };

fn run(
    store: &RecordStore,
    options: &Options,
    diagnostics: &mut Diagnostics,
) -> Result<(), Failure> {
    let release = store.release();
    if !release.has(Feature::MlirOutputs) {
        let releases = Feature::MlirOutputs.releases();
        let message = format!(
            "outputs of mlir-tblgen for release {release} are not supported: the supported releases are {releases}"
        );
        return Err(Diagnostic::error_anywhere(Code::Mlir, message).into());
    }
    deprecation::check(store, options, diagnostics)
}
