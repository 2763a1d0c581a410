//! Small descriptions for unit tests, with the classes of `tests/data/support`.

use tablewright_backend::{Backend, Options};
use tablewright_records::{RecordStore, Release};
use tablewright_test_support::{Description, output_of};

const FILES: [(&str, &str); 5] = [
    ("mlir.inc", include_str!("../../../tests/data/support/mlir.inc")),
    ("mlir-op.inc", include_str!("../../../tests/data/support/mlir-op.inc")),
    ("mlir-bytecode.inc", include_str!("../../../tests/data/support/mlir-bytecode.inc")),
    ("mlir-llvm-ir.inc", include_str!("../../../tests/data/support/mlir-llvm-ir.inc")),
    ("mlir-pattern.inc", include_str!("../../../tests/data/support/mlir-pattern.inc")),
];

/// Returns the records in `text`, which includes a file from the support directory.
pub(crate) fn store(text: &str) -> RecordStore {
    let description = Description::new(text).for_release(Release::new(23));
    let with_file = |description: Description<'static>, (name, text): (&'static str, _)| {
        description.with_file(name, name, text)
    };
    FILES.into_iter().fold(description, with_file).store()
}

/// Returns the output of a backend without options for `text`, or its error.
pub(crate) fn output(backend: &Backend, text: &str) -> String {
    output_of(backend, &Options::default(), &store(text))
}
