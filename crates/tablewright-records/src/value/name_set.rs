//! Sets of names that may be a little too large, in one word.

/// A set of names: each name is one of 64 bits, which it may share with others. If the sets of a
/// frame and of a value do not meet, the frame binds no name in the value.
///
/// The names of template parameters and of fields and loop variables use different bits, since
/// a frame usually binds one kind, and most values mention only the other.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct NameSet(u64);

impl NameSet {
    pub(crate) const ALL: NameSet = NameSet(u64::MAX);
    /// The names of anonymous records that have none yet.
    pub(super) const ANONYMOUS: NameSet = NameSet(1 << 63);
    const PLAIN_BITS: u32 = 24;
    const PARAM_BITS: u32 = 63 - NameSet::PLAIN_BITS;

    /// The set of the name whose symbol has that index.
    pub(super) fn from_symbol(index: usize, is_param: bool) -> NameSet {
        // Neighbouring symbols are often used together, so they get different bits.
        let index = index as u32;
        let bit = if is_param {
            NameSet::PLAIN_BITS + index % NameSet::PARAM_BITS
        } else {
            index % NameSet::PLAIN_BITS
        };
        NameSet(1 << bit)
    }

    pub(crate) fn meets(self, other: NameSet) -> bool {
        self.0 & other.0 != 0
    }

    #[must_use]
    pub(crate) fn with(self, other: NameSet) -> NameSet {
        NameSet(self.0 | other.0)
    }
}
