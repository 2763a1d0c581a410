//! What the record at a leaf of a pattern is, as far as importing makes a difference.

use rustc_hash::FxHashMap;
use tablewright_records::{FieldError, Record, RecordId, ShapeId};

/// The class of the record at a leaf.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum LeafClass {
    RegisterClass,
    RegisterOperand,
    Register,
    ValueType,
    SubRegIndex,
    CondCode,
    ComplexPattern,
    ImmLeaf,
    Other,
}

const NAMES: [(&str, LeafClass); 8] = [
    ("RegisterClass", LeafClass::RegisterClass),
    ("RegisterOperand", LeafClass::RegisterOperand),
    ("Register", LeafClass::Register),
    ("ValueType", LeafClass::ValueType),
    ("SubRegIndex", LeafClass::SubRegIndex),
    ("CondCode", LeafClass::CondCode),
    ("ComplexPattern", LeafClass::ComplexPattern),
    ("ImmLeaf", LeafClass::ImmLeaf),
];

/// The classes of records, found once for all records of a shape.
#[derive(Default)]
pub(super) struct LeafClasses {
    by_shape: FxHashMap<ShapeId, LeafClass>,
}

impl LeafClasses {
    pub(super) fn of(&mut self, record: Record<'_>) -> LeafClass {
        *self.by_shape.entry(record.shape_id()).or_insert_with(|| {
            let class = NAMES.iter().find(|(name, _)| record.inherits(name));
            class.map_or(LeafClass::Other, |&(_, class)| class)
        })
    }

    /// The record of the register class that a leaf is or stands for.
    pub(super) fn register_class<'s>(
        &mut self,
        record: Record<'s>,
    ) -> Result<Option<Record<'s>>, FieldError> {
        match self.of(record) {
            LeafClass::RegisterClass => Ok(Some(record)),
            LeafClass::RegisterOperand => record.record("RegClass").map(Some),
            _ => Ok(None),
        }
    }
}

/// The records that have a meaning of their own as leaves, wherever the description has them.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct SpecialLeaves {
    pub(super) srcvalue: Option<RecordId>,
    pub(super) imm_all_ones: Option<RecordId>,
    pub(super) imm_all_zeros: Option<RecordId>,
    pub(super) zero_reg: Option<RecordId>,
    pub(super) undef_tied_input: Option<RecordId>,
}
