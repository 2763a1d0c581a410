//! Functions that implement library calls.

/// A function that implements a library call.
pub(super) struct LibcallImpl<'s> {
    /// Record name.
    pub(super) name: &'s str,
    pub(super) symbol: &'s str,
    /// Symbol offset in the table.
    pub(super) offset: usize,
    /// Library call name.
    pub(super) provides: &'s str,
    /// Library call number and record name.
    pub(super) libcall: (usize, &'s str),
}
