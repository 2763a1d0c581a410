//! Approximate name sets in one word, which may contain too many names.

/// A set of names: each name is one of 64 bits, and several names may share a bit. If a frame's set and a value's set
/// are disjoint, the frame binds no name in the value.
///
/// Template parameters use other bits than fields and loop variables, since a frame usually binds one kind, and most
/// values mention only the other.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct NameSet(u64);

impl NameSet {
    pub(crate) const ALL: NameSet = NameSet(u64::MAX);
    /// Anonymous records without a name so far.
    pub(super) const ANONYMOUS: NameSet = NameSet(1 << 63);
    const PLAIN_BITS: u32 = 24;
    const PARAM_BITS: u32 = 63 - NameSet::PLAIN_BITS;

    /// Returns the set for the name with this symbol index.
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
