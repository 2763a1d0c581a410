//! Records that have a meaning of their own for matchers.

use tablewright_records::{RecordId, RecordStore};

/// The records, wherever the description has them.
pub(super) struct SpecialRecords {
    and: Option<RecordId>,
    or: Option<RecordId>,
    imm: Option<RecordId>,
    fpimm: Option<RecordId>,
    srcvalue: Option<RecordId>,
    zero_reg: Option<RecordId>,
    undef_tied_input: Option<RecordId>,
    all_ones: Option<RecordId>,
    all_zeros: Option<RecordId>,
}

impl SpecialRecords {
    pub(super) fn new(store: &RecordStore) -> SpecialRecords {
        SpecialRecords {
            and: store.find_record("and"),
            or: store.find_record("or"),
            imm: store.find_record("imm"),
            fpimm: store.find_record("fpimm"),
            srcvalue: store.find_record("srcvalue"),
            zero_reg: store.find_record("zero_reg"),
            undef_tied_input: store.find_record("undef_tied_input"),
            all_ones: store.find_record("immAllOnesV"),
            all_zeros: store.find_record("immAllZerosV"),
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

    /// Whether a record is a vector of ones, or one of zeros; `None` for others.
    pub(super) fn constant_vector(&self, record: RecordId) -> Option<bool> {
        if Some(record) == self.all_ones {
            Some(true)
        } else {
            (Some(record) == self.all_zeros).then_some(false)
        }
    }

    /// Whether a record is the node of a constant that results convert to one of the target.
    pub(super) fn is_constant(&self, record: RecordId) -> bool {
        [self.imm, self.fpimm].contains(&Some(record))
    }

    pub(super) fn is_srcvalue(&self, record: RecordId) -> bool {
        Some(record) == self.srcvalue
    }

    pub(super) fn is_zero_reg(&self, record: RecordId) -> bool {
        Some(record) == self.zero_reg
    }

    pub(super) fn is_undef_tied_input(&self, record: RecordId) -> bool {
        Some(record) == self.undef_tied_input
    }
}
