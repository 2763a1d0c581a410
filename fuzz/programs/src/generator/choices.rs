//! Bytes as a sequence of choices.

/// Choices made by the bytes of an input, one each. When these are used up, every choice is the
/// first, which is why the first alternative has to be one that ends.
pub(super) struct Choices<'a> {
    bytes: std::slice::Iter<'a, u8>,
}

impl<'a> Choices<'a> {
    pub(super) fn new(bytes: &'a [u8]) -> Choices<'a> {
        Choices { bytes: bytes.iter() }
    }

    /// A number below `count`, which is at most 256.
    pub(super) fn below(&mut self, count: usize) -> usize {
        let byte = self.bytes.next().copied().unwrap_or(0);
        usize::from(byte) % count.max(1)
    }

    /// True `percent` times out of a hundred.
    pub(super) fn chance(&mut self, percent: usize) -> bool {
        self.below(100) >= 100 - percent
    }

    /// One of several.
    pub(super) fn pick<T: Clone>(&mut self, from: &[T]) -> T {
        from[self.below(from.len())].clone()
    }

    pub(super) fn is_used_up(&self) -> bool {
        self.bytes.len() == 0
    }
}
