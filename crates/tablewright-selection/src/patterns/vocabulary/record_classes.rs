//! Record kinds in patterns: a record's relevant classes, and the records with a special meaning.
//!
//! In: a record. Out: a [`PatternClass`] set, computed once for all records with the same shape.

use std::cell::RefCell;

use rustc_hash::FxHashMap;
use tablewright_records::{ClassId, RecordId, RecordStore, ShapeId};

/// A record class that is relevant in patterns.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub(crate) enum PatternClass {
    SdNode,
    PatFrags,
    /// `PatFrag` in releases up to LLVM 7, which lack `PatFrags`.
    PatFrag,
    OutPatFrag,
    SdNodeXForm,
    Intrinsic,
    ComplexPattern,
    Instruction,
    RegisterClass,
    RegisterOperand,
    Register,
    SubRegIndex,
    ValueType,
    CondCode,
    PointerLikeRegClass,
    /// A register class in each mode of the hardware, since release 22.
    RegClassByHwMode,
    Operand,
    UnknownClass,
    GiSelFlags,
    ImmLeaf,
}

use PatternClass as C;

const NAMES: [(&str, PatternClass); 20] = [
    ("SDNode", C::SdNode),
    ("PatFrags", C::PatFrags),
    ("PatFrag", C::PatFrag),
    ("OutPatFrag", C::OutPatFrag),
    ("SDNodeXForm", C::SdNodeXForm),
    ("Intrinsic", C::Intrinsic),
    ("ComplexPattern", C::ComplexPattern),
    ("Instruction", C::Instruction),
    ("RegisterClass", C::RegisterClass),
    ("RegisterOperand", C::RegisterOperand),
    ("Register", C::Register),
    ("SubRegIndex", C::SubRegIndex),
    ("ValueType", C::ValueType),
    ("CondCode", C::CondCode),
    ("PointerLikeRegClass", C::PointerLikeRegClass),
    ("RegClassByHwMode", C::RegClassByHwMode),
    ("Operand", C::Operand),
    ("unknown_class", C::UnknownClass),
    ("GISelFlags", C::GiSelFlags),
    ("ImmLeaf", C::ImmLeaf),
];

/// A set of classes.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) struct PatternClasses(u32);

impl PatternClasses {
    pub(crate) fn has(self, class: PatternClass) -> bool {
        self.0 & 1 << class as u8 != 0
    }

    /// Whether it is a fragment: `PatFrags`, or `PatFrag` in older releases.
    pub(crate) fn is_fragment(self) -> bool {
        self.has(C::PatFrags) || self.has(C::PatFrag)
    }
}

/// The classes of records.
pub(crate) struct RecordClasses<'s> {
    store: &'s RecordStore,
    bits: FxHashMap<ClassId, u32>,
    /// Cached classes by shape.
    by_shape: RefCell<FxHashMap<ShapeId, PatternClasses>>,
}

impl<'s> RecordClasses<'s> {
    pub(crate) fn new(store: &'s RecordStore) -> RecordClasses<'s> {
        let bit = |&(name, class): &(&str, PatternClass)| {
            Some((store.find_class(name)?, 1 << class as u8))
        };
        let bits = NAMES.iter().filter_map(bit).collect();
        RecordClasses { store, bits, by_shape: RefCell::default() }
    }

    /// Returns the pattern classes of a record.
    pub(crate) fn for_record(&self, record: RecordId) -> PatternClasses {
        let record = self.store.record(record);
        if let Some(&classes) = self.by_shape.borrow().get(&record.shape_id()) {
            return classes;
        }
        let bits = record.superclasses().iter().filter_map(|class| self.bits.get(class));
        let classes = PatternClasses(bits.fold(0, |all, bit| all | bit));
        self.by_shape.borrow_mut().insert(record.shape_id(), classes);
        classes
    }

    pub(crate) fn is(&self, record: RecordId, class: PatternClass) -> bool {
        self.for_record(record).has(class)
    }

    /// Returns whether a record is a register class or represents one.
    pub(crate) fn is_register_class(&self, record: RecordId) -> bool {
        let classes = self.for_record(record);
        [C::RegisterClass, C::RegClassByHwMode, C::RegisterOperand]
            .into_iter()
            .any(|class| classes.has(class))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn classes_are_listed_in_order() {
        for (index, (_, class)) in NAMES.iter().enumerate() {
            assert_eq!(*class as usize, index);
        }
    }
}
