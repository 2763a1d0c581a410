//! Hash function for finding equal values.

use super::ValueId;

/// A hash for short sequences of 64-bit words.
pub(super) struct Hash(u64);

impl Hash {
    // 2^64 divided by the golden ratio: an odd number with evenly spread bits.
    const FACTOR: u64 = 0x9e37_79b9_7f4a_7c15;

    pub(super) fn new(seed: u64) -> Hash {
        Hash(seed.wrapping_mul(Hash::FACTOR))
    }

    pub(super) fn add(&mut self, word: u64) {
        self.0 = (self.0.rotate_left(23) ^ word).wrapping_mul(Hash::FACTOR);
    }

    pub(super) fn add_all(&mut self, ids: &[ValueId]) {
        // Each word contains two ids, so half as many multiplications are needed.
        let mut pairs = ids.chunks_exact(2);
        for pair in &mut pairs {
            self.add(u64::from(pair[0].raw()) << 32 | u64::from(pair[1].raw()));
        }
        if let [last] = pairs.remainder() {
            // No id is zero, so a single id differs from every pair.
            self.add(u64::from(last.raw()) << 32);
        }
    }

    pub(super) fn finish(self) -> u32 {
        // The high bits of a product depend on all bits in its factors, the low bits on few.
        (self.0 >> 32) as u32
    }
}
