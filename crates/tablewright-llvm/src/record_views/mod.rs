//! Classes that single backends of LLVM read, as [views](tablewright_records::record_view). Views of the
//! classes that several backends read are in `tablewright-target`.

pub(crate) mod calling_conv;
pub(crate) mod directive;
pub(crate) mod macro_fusion;

use tablewright_records::record_view::ClassSchema;

/// What the backends of this crate read of classes, file by file.
pub fn schemas() -> impl Iterator<Item = &'static ClassSchema> {
    [calling_conv::SCHEMAS, directive::SCHEMAS, macro_fusion::SCHEMAS]
        .into_iter()
        .flatten()
        .copied()
}
