//! The evaluation budget: the remaining steps and memory.
//!
//! A short input can request any amount of work: nested loops over long lists, or nested `defm`s. So evaluation counts
//! its steps. A step is an expression that is evaluated or resolved, an iteration of a loop, an instantiated entry of a
//! multiclass, or a part of a large value that an operator builds. After each slice of steps the budget checks its
//! limits.

/// Number of steps between two checks of the memory in use.
const SLICE: u64 = 1 << 14;

/// Maximum total size of all strings, in bytes. String offsets have 32 bits, and names that are read later need space
/// too.
const MAX_TEXT: u64 = 7 << 27;

/// Maximum total number of elements and operands in all values. Their indices have 32 bits.
const MAX_PARTS: u64 = 7 << 29;

/// Maximum number of parts in a value. A value that contains another value twice needs little memory, but after forty
/// doublings it cannot be printed.
pub(crate) const MAX_VALUE: u64 = 1 << 26;

/// Number of copied list elements that count as a step.
pub(crate) const ELEMENTS_PER_STEP: usize = 16;

/// Number of copied string bytes that count as a step.
pub(crate) const BYTES_PER_STEP: usize = 64;

/// Memory that evaluation currently uses.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Held {
    /// Approximate memory in bytes.
    pub(crate) memory: u64,
    /// Total size of all strings in bytes.
    pub(crate) text: u64,
    /// Total number of parts in all values.
    pub(crate) parts: u64,
    /// Number of parts in the largest value. A part that occurs several times counts each time.
    pub(crate) largest_value: u64,
}

/// The remaining steps, and the limits.
#[derive(Clone)]
pub(crate) struct Budget {
    /// Steps until the next check.
    slice: u64,
    /// Steps after the current slice.
    later: u64,
    max_steps: u64,
    max_memory: u64,
    is_exhausted: bool,
}

impl Budget {
    pub(crate) fn new(max_steps: u64, max_memory: u64) -> Budget {
        Budget { slice: 0, later: max_steps, max_steps, max_memory, is_exhausted: false }
    }

    /// Counts steps. Returns false if the slice has too few left.
    #[inline]
    pub(crate) fn spend(&mut self, steps: u64) -> bool {
        match self.slice.checked_sub(steps) {
            Some(left) => {
                self.slice = left;
                true
            }
            None => false,
        }
    }

    /// Counts steps that exceed the current slice, and begins the next slice.
    ///
    /// # Errors
    /// Returns the message if a limit is reached.
    pub(crate) fn spend_later(&mut self, steps: u64, held: Held) -> Result<(), String> {
        let over =
            |limit: u64, what: &str| Err(format!("evaluation exceeds the limit of {limit} {what}"));
        let needed = steps.saturating_sub(self.slice);
        if held.largest_value > MAX_VALUE {
            return over(MAX_VALUE, "parts of one value");
        }
        if needed > self.later {
            return over(self.max_steps, "steps");
        }
        if held.memory > self.max_memory {
            return over(self.max_memory, "bytes of memory");
        }
        if held.text > MAX_TEXT {
            return over(MAX_TEXT, "bytes of strings");
        }
        if held.parts > MAX_PARTS {
            return over(MAX_PARTS, "parts of values");
        }
        self.later = self.later.saturating_sub(needed);
        self.slice = SLICE.min(self.later);
        self.later -= self.slice;
        Ok(())
    }

    /// Returns whether a limit was reached. Nothing is evaluated afterwards.
    pub(crate) fn is_exhausted(&self) -> bool {
        self.is_exhausted
    }

    /// Ends evaluation. The slice is empty from now on.
    pub(crate) fn exhaust(&mut self) {
        self.slice = 0;
        self.is_exhausted = true;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the number of single steps until a budget is exhausted.
    fn steps(budget: &mut Budget, held: Held) -> (u64, Option<String>) {
        for count in 0..1_000_000 {
            if !budget.spend(1)
                && let Err(message) = budget.spend_later(1, held)
            {
                return (count, Some(message));
            }
        }
        (1_000_000, None)
    }

    #[test]
    fn steps_are_counted_exactly() {
        for limit in [0, 1, SLICE - 1, SLICE, SLICE + 1, 5 * SLICE + 7] {
            let message = format!("evaluation exceeds the limit of {limit} steps");
            let mut budget = Budget::new(limit, u64::MAX);
            assert_eq!(steps(&mut budget, Held::default()), (limit, Some(message)));
        }
        assert_eq!(steps(&mut Budget::new(u64::MAX, u64::MAX), Held::default()), (1_000_000, None));
    }

    #[test]
    fn many_steps_at_once_count_as_many() {
        let mut budget = Budget::new(1000, u64::MAX);
        assert!(budget.spend_later(999, Held::default()).is_ok());
        assert!(budget.spend(1));
        assert!(budget.spend_later(1, Held::default()).is_err());
    }

    #[test]
    fn what_is_held_has_limits() {
        let held = Held { memory: 100, text: MAX_TEXT, parts: MAX_PARTS, largest_value: MAX_VALUE };
        let message = |max_memory, held| Budget::new(1, max_memory).spend_later(1, held).err();
        assert_eq!(message(100, held), None);
        for (what, max_memory, held) in [
            ("99 bytes of memory", 99, held),
            ("939524096 bytes of strings", 100, Held { text: MAX_TEXT + 1, ..held }),
            ("3758096384 parts of values", 100, Held { parts: MAX_PARTS + 1, ..held }),
            ("67108864 parts of one value", 100, Held { largest_value: MAX_VALUE + 1, ..held }),
        ] {
            let expected = format!("evaluation exceeds the limit of {what}");
            assert_eq!(message(max_memory, held), Some(expected));
        }
    }
}
