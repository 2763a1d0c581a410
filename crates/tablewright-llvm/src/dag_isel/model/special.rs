//! Records that have a meaning of their own for matchers.

use tablewright_records::{RecordId, RecordStore};
use tablewright_selection::patterns::SpecialRecords;

/// Records that matchers or patterns treat specially, if the description has them.
pub(super) struct MatcherRecords {
    of_patterns: SpecialRecords,
    and: Option<RecordId>,
    or: Option<RecordId>,
    fpimm: Option<RecordId>,
}

impl MatcherRecords {
    pub(super) fn new(store: &RecordStore) -> MatcherRecords {
        MatcherRecords {
            of_patterns: SpecialRecords::new(store),
            and: store.find_record("and"),
            or: store.find_record("or"),
            fpimm: store.find_record("fpimm"),
        }
    }

    /// Whether a record is `and`, or `or`; `None` for others.
    pub(super) fn and_or(&self, record: RecordId) -> Option<bool> {
        if Some(record) == self.and {
            Some(true)
        } else {
            (Some(record) == self.or).then_some(false)
        }
    }

    /// Returns whether a record is a vector of all ones; `false` for zeros, `None` for other records.
    pub(super) fn constant_vector(&self, record: RecordId) -> Option<bool> {
        if Some(record) == self.of_patterns.imm_all_ones {
            Some(true)
        } else {
            (Some(record) == self.of_patterns.imm_all_zeros).then_some(false)
        }
    }

    /// Whether a record is `imm` or `fpimm`. In results, these nodes are converted to target constants.
    pub(super) fn is_constant(&self, record: RecordId) -> bool {
        [self.of_patterns.imm, self.fpimm].contains(&Some(record))
    }

    pub(super) fn is_srcvalue(&self, record: RecordId) -> bool {
        Some(record) == self.of_patterns.srcvalue
    }

    pub(super) fn is_zero_reg(&self, record: RecordId) -> bool {
        Some(record) == self.of_patterns.zero_reg
    }

    pub(super) fn is_undef_tied_input(&self, record: RecordId) -> bool {
        Some(record) == self.of_patterns.undef_tied_input
    }
}
