//! Classes that the backends of Clang read, as [views](tablewright_records::record_view).

pub(crate) mod attr;

use tablewright_records::record_view::ClassSchema;

/// What the backends of this crate read of classes, file by file.
pub fn schemas() -> impl Iterator<Item = &'static ClassSchema> {
    [attr::SCHEMAS].into_iter().flatten().copied()
}
