//! Records that have a meaning of their own in patterns.

use tablewright_records::{RecordId, RecordStore};

/// Records that have a meaning of their own in patterns, wherever the description has them.
#[derive(Clone, Copy, Default, Debug)]
pub struct SpecialRecords {
    pub set: Option<RecordId>,
    pub implicit: Option<RecordId>,
    /// The parameter of a fragment.
    pub node: Option<RecordId>,
    pub srcvalue: Option<RecordId>,
    pub zero_reg: Option<RecordId>,
    pub undef_tied_input: Option<RecordId>,
    pub imm_all_ones: Option<RecordId>,
    pub imm_all_zeros: Option<RecordId>,
    /// The fragment that matches nothing: a pattern that contains it is ignored.
    pub null_frag: Option<RecordId>,
    pub bitconvert: Option<RecordId>,
    pub imm: Option<RecordId>,
}

impl SpecialRecords {
    /// The special records of a description.
    pub fn of(store: &RecordStore) -> SpecialRecords {
        SpecialRecords {
            set: store.find_record("set"),
            implicit: store.find_record("implicit"),
            node: store.find_record("node"),
            srcvalue: store.find_record("srcvalue"),
            zero_reg: store.find_record("zero_reg"),
            undef_tied_input: store.find_record("undef_tied_input"),
            imm_all_ones: store.find_record("immAllOnesV"),
            imm_all_zeros: store.find_record("immAllZerosV"),
            null_frag: store.find_record("null_frag"),
            bitconvert: store.find_record("bitconvert"),
            imm: store.find_record("imm"),
        }
    }

    /// Whether a record stands for a vector of ones or of zeros.
    pub fn is_constant_vector(&self, record: RecordId) -> bool {
        [self.imm_all_ones, self.imm_all_zeros].contains(&Some(record))
    }

    /// Whether a record is a leaf whose type follows from its use alone.
    pub(crate) fn is_untyped_leaf(&self, record: RecordId) -> bool {
        [
            self.node,
            self.srcvalue,
            self.zero_reg,
            self.imm_all_ones,
            self.imm_all_zeros,
            self.undef_tied_input,
        ]
        .contains(&Some(record))
    }
}
