//! Records that have a special meaning in patterns.

use tablewright_records::{RecordId, RecordStore};

/// Records with a special meaning in patterns. Each is `None` if the description lacks it.
#[derive(Clone, Copy, Default, Debug)]
pub struct SpecialRecords {
    /// `set`: its last argument is computed, and the others get the results.
    pub set: Option<RecordId>,
    /// `implicit`: a register that the instruction defines, without a name in the pattern.
    pub implicit: Option<RecordId>,
    /// The parameter of a fragment.
    pub node: Option<RecordId>,
    /// `srcvalue`: the LLVM IR value to which a memory access belongs.
    pub srcvalue: Option<RecordId>,
    /// `zero_reg`: no register, as an operand of an instruction in a result.
    pub zero_reg: Option<RecordId>,
    /// `undef_tied_input`: an undefined register in the class of the operand that it is tied to.
    pub undef_tied_input: Option<RecordId>,
    /// `immAllOnesV`: a vector all of whose bits are set.
    pub imm_all_ones: Option<RecordId>,
    /// `immAllZerosV`: a vector all of whose bits are clear.
    pub imm_all_zeros: Option<RecordId>,
    /// The fragment that matches nothing: a pattern that contains it is ignored.
    pub null_frag: Option<RecordId>,
    /// `bitconvert`: the same bits as a value of another type.
    pub bitconvert: Option<RecordId>,
    /// `imm`: an integer constant.
    pub imm: Option<RecordId>,
}

impl SpecialRecords {
    /// Creates the special records of a description.
    pub fn new(store: &RecordStore) -> SpecialRecords {
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

    /// Returns whether a record represents an all-ones or all-zeros vector.
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
