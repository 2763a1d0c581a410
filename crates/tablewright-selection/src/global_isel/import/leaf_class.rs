//! Record classes at pattern leaves, as far as importing distinguishes them.

use crate::patterns::{PatternClass, PatternClasses};

/// The class of the record at a leaf.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum LeafClass {
    RegisterClass,
    RegClassByHwMode,
    RegisterOperand,
    Register,
    ValueType,
    SubRegIndex,
    CondCode,
    ComplexPattern,
    ImmLeaf,
    Other,
}

/// The classes in search order.
const ORDER: [(PatternClass, LeafClass); 9] = [
    (PatternClass::RegisterClass, LeafClass::RegisterClass),
    (PatternClass::RegClassByHwMode, LeafClass::RegClassByHwMode),
    (PatternClass::RegisterOperand, LeafClass::RegisterOperand),
    (PatternClass::Register, LeafClass::Register),
    (PatternClass::ValueType, LeafClass::ValueType),
    (PatternClass::SubRegIndex, LeafClass::SubRegIndex),
    (PatternClass::CondCode, LeafClass::CondCode),
    (PatternClass::ComplexPattern, LeafClass::ComplexPattern),
    (PatternClass::ImmLeaf, LeafClass::ImmLeaf),
];

impl LeafClass {
    pub(super) fn new(classes: PatternClasses) -> LeafClass {
        let class = ORDER.iter().find(|(class, _)| classes.has(*class));
        class.map_or(LeafClass::Other, |&(_, class)| class)
    }
}
