//! The listing: source lines with the bytes that they became.

/// A line with its bytes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ListingLine {
    /// Line number, from one.
    pub line: usize,
    /// The index of the section.
    pub section: usize,
    /// The offset of the first byte.
    pub offset: u64,
    /// The bytes.
    pub bytes: Vec<u8>,
    /// The source line.
    pub text: String,
}
