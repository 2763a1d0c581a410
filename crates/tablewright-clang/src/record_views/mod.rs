//! Classes that the backends of Clang read, as [views](tablewright_records::record_view).

pub(crate) mod attr;
pub(crate) mod builtin;
pub(crate) mod diagnostic;
pub(crate) mod opcode;
pub(crate) mod opencl_builtin;

use tablewright_records::record_view::ClassSchema;

/// What the backends of this crate read of classes, file by file.
pub fn schemas() -> impl Iterator<Item = &'static ClassSchema> {
    let files = [
        attr::SCHEMAS,
        builtin::SCHEMAS,
        diagnostic::SCHEMAS,
        opcode::SCHEMAS,
        opencl_builtin::SCHEMAS,
    ];
    files.into_iter().flatten().copied()
}
