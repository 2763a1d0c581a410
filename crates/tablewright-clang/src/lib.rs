//! The backends of Clang: finished records in, text out. One module each, named as its action is.
//!
//! A backend reads no file and prints nothing by itself: it writes to what its
//! [`Job`](tablewright_backend::Job) holds.

use tablewright_backend::Backend;

/// The backends of `clang-tblgen` besides the general ones, in the order in which its `--help`
/// lists them.
pub fn backends() -> &'static [&'static Backend] {
    &[]
}
