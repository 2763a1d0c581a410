//! Evaluation limits, so that no input overflows the stack or fills the memory.

/// Maximum nesting depth of evaluation: expressions, resolution, recursive instantiation. WebAssembly runs on its
/// host's stack, about a megabyte in browsers.
pub(crate) const MAX_DEPTH: u32 = if cfg!(target_family = "wasm") { 400 } else { 20_000 };

/// Maximum number of errors. The remaining input is ignored afterwards.
pub(crate) const MAX_ERRORS: usize = 20;

/// Maximum number of elements in a list that an operator builds.
pub(crate) const MAX_ELEMENTS: i64 = 1 << 24;

/// Maximum length of a string that an operator builds, in bytes.
pub(crate) const MAX_STRING: usize = 1 << 26;

/// Maximum number of bits in a value of type `bits<n>`.
pub(crate) const MAX_BITS: u32 = 1 << 20;

/// Returns the message for a value or type with more than [`MAX_BITS`] bits.
pub(crate) fn too_wide(width: usize) -> String {
    format!("{width} bits are more than the limit of {MAX_BITS}")
}

/// Current nesting depth of evaluation.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Depth(u32);

impl Depth {
    /// Counts more levels. Returns false if there are too many.
    #[inline]
    pub(crate) fn enter(&mut self, levels: u32) -> bool {
        self.0 += levels;
        if self.0 <= MAX_DEPTH {
            return true;
        }
        // The code that reports the error needs nesting levels too.
        self.0 = 0;
        false
    }

    #[inline]
    pub(crate) fn leave(&mut self, levels: u32) {
        // An error resets the depth to zero, and enclosing levels are still left afterwards.
        self.0 = self.0.saturating_sub(levels);
    }
}
