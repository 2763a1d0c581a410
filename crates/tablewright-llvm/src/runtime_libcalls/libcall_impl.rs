//! Functions that implement library calls.

/// A function that implements a library call.
pub(super) struct LibcallImpl<'s> {
    /// The name of the record.
    pub(super) name: &'s str,
    pub(super) symbol: &'s str,
    /// Where the symbol begins in the table.
    pub(super) offset: usize,
    /// The name of the library call.
    pub(super) provides: &'s str,
    /// The number of the library call, and the name of its record.
    pub(super) libcall: (usize, &'s str),
}
