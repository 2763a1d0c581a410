//! Pseudo-random numbers from a seed, so that a trial can be repeated.

/// The generator SplitMix64.
pub(crate) struct Random(u64);

impl Random {
    /// Creates the generator for trial `index` in a run with this seed.
    pub(crate) fn for_trial(seed: u64, index: u64) -> Random {
        let mut of_seed = Random(seed);
        let start = of_seed.next() ^ index.wrapping_mul(0xd134_2543_de82_ef95);
        Random(start)
    }

    /// Returns 64 random bits.
    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// Returns a number below `limit`, or 0 if `limit` is 0.
    pub(crate) fn below(&mut self, limit: usize) -> usize {
        // The remainder is nearly uniform for limits this far below 2^64.
        self.next().checked_rem(limit as u64).map_or(0, |n| n as usize)
    }

    /// Returns a random item; `None` if there are none.
    pub(crate) fn choose<'a, T>(&mut self, items: &'a [T]) -> Option<&'a T> {
        items.get(self.below(items.len()))
    }

    /// Returns a random index, each with a probability proportional to its weight.
    pub(crate) fn weighted(&mut self, weights: &[usize]) -> usize {
        let mut at = self.below(weights.iter().sum());
        for (i, &weight) in weights.iter().enumerate() {
            if at < weight {
                return i;
            }
            at -= weight;
        }
        0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_trial_follows_from_seed_and_index() {
        let numbers = |seed, index| {
            let mut random = Random::for_trial(seed, index);
            [random.below(1000), random.below(1000), random.below(1000)]
        };
        assert_eq!(numbers(1, 2), numbers(1, 2));
        assert_ne!(numbers(1, 2), numbers(1, 3));
        assert_ne!(numbers(1, 2), numbers(2, 2));
    }

    #[test]
    fn a_weight_of_nothing_is_never_chosen() {
        let mut random = Random::for_trial(0, 0);
        assert!((0..100).all(|_| random.weighted(&[0, 3, 0]) == 1));
    }
}
