//! The hash by which equal values are found.

use super::ValueId;

/// A hash of 64-bit words, for short rows of them.
pub(super) struct Hash(u64);

impl Hash {
    // 2^64 divided by the golden ratio: an odd number whose bits are spread evenly.
    const FACTOR: u64 = 0x9e37_79b9_7f4a_7c15;

    pub(super) fn new(seed: u64) -> Hash {
        Hash(seed.wrapping_mul(Hash::FACTOR))
    }

    pub(super) fn add(&mut self, word: u64) {
        self.0 = (self.0.rotate_left(23) ^ word).wrapping_mul(Hash::FACTOR);
    }

    pub(super) fn add_all(&mut self, ids: &[ValueId]) {
        // Two ids make one word, which halves the multiplications.
        let mut pairs = ids.chunks_exact(2);
        for pair in &mut pairs {
            self.add(u64::from(pair[0].raw()) << 32 | u64::from(pair[1].raw()));
        }
        if let [last] = pairs.remainder() {
            // No id is zero, so that a single id differs from every pair.
            self.add(u64::from(last.raw()) << 32);
        }
    }

    pub(super) fn finish(self) -> u32 {
        // The high bits of a product depend on all bits of its factors, the low ones on few.
        (self.0 >> 32) as u32
    }
}
