//! Reproducible random numbers.

/// A generator of random numbers (xorshift).
pub(super) struct RandomNumbers(u64);

impl RandomNumbers {
    /// Creates the generator for a seed.
    pub(super) fn new(seed: u64) -> RandomNumbers {
        RandomNumbers(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    pub(super) fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d)
    }

    /// Returns a number below `end`, which is not zero.
    pub(super) fn below(&mut self, end: usize) -> usize {
        (self.next() >> 16) as usize % end
    }

    pub(super) fn is_one_of(&mut self, count: usize) -> bool {
        self.below(count) == 0
    }

    /// Returns a number of `bits` bits with a sign. Limits of ranges are frequent.
    pub(super) fn interesting(&mut self, bits: u32) -> i64 {
        let power = 1_i64 << self.below(bits.clamp(1, 63) as usize);
        let number = match self.below(9) {
            0 => self.below(4) as i64 - 1,
            1 => self.below(64) as i64 - 32,
            2 => power,
            3 => power.wrapping_sub(1),
            4 => power.wrapping_neg(),
            5 => power.wrapping_neg().wrapping_sub(1),
            6 => power.wrapping_add(self.below(9) as i64 - 4),
            _ => self.next() as i64,
        };
        let shift = 64 - bits.clamp(1, 64);
        number << shift >> shift
    }
}
