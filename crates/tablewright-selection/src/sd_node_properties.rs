//! Selection DAG node properties (`SDNodeProperties.td`).

use tablewright_records::{FieldError, Record, RecordView};
use tablewright_syntax::diagnostic::Code;

use crate::record_views::selection_dag::SdNodeRecord;

/// A selection DAG node property.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum SdNodeProperty {
    /// The two operands may be swapped.
    Commutative,
    /// Nested nodes with the same operator may be regrouped.
    Associative,
    /// The node has a chain operand and a chain result, which order it relative to other nodes with
    /// side effects.
    HasChain,
    /// The node has a glue result, which keeps its user directly after it.
    OutGlue,
    /// The node has a glue operand.
    InGlue,
    /// The node may have a glue operand, as its last operand.
    OptInGlue,
    /// The node may read memory.
    MayLoad,
    /// The node may write memory.
    MayStore,
    /// The node has side effects that no other property describes.
    SideEffect,
    /// The node has a `MachineMemOperand`, which its instruction receives.
    MemOperand,
    /// The node accepts any number of operands beyond its type profile.
    Variadic,
    /// For complex patterns: the function receives the pattern's root.
    WantRoot,
    /// For complex patterns: the function receives the parent node, whose operand is matched.
    WantParent,
}

const NAMES: [(&str, SdNodeProperty); 13] = [
    ("SDNPCommutative", SdNodeProperty::Commutative),
    ("SDNPAssociative", SdNodeProperty::Associative),
    ("SDNPHasChain", SdNodeProperty::HasChain),
    ("SDNPOutGlue", SdNodeProperty::OutGlue),
    ("SDNPInGlue", SdNodeProperty::InGlue),
    ("SDNPOptInGlue", SdNodeProperty::OptInGlue),
    ("SDNPMayLoad", SdNodeProperty::MayLoad),
    ("SDNPMayStore", SdNodeProperty::MayStore),
    ("SDNPSideEffect", SdNodeProperty::SideEffect),
    ("SDNPMemOperand", SdNodeProperty::MemOperand),
    ("SDNPVariadic", SdNodeProperty::Variadic),
    ("SDNPWantRoot", SdNodeProperty::WantRoot),
    ("SDNPWantParent", SdNodeProperty::WantParent),
];

/// A property set.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct SdNodeProperties(u16);

impl SdNodeProperties {
    /// Reads the `Properties` field in `record`.
    pub fn from_record(record: Record<'_>) -> Result<SdNodeProperties, FieldError> {
        let mut set = SdNodeProperties::default();
        for listed in SdNodeRecord::new(record).properties()? {
            let name = listed.name();
            let Some((_, property)) = NAMES.iter().find(|(listed, _)| *listed == name) else {
                let node = record.name();
                let message = format!("Unknown SD Node property '{name}' on node '{node}'!");
                return Err(FieldError::new(Code::PatternNodes, record, message));
            };
            set.0 |= 1 << *property as u8;
        }
        Ok(set)
    }

    /// Whether the set contains `property`.
    pub fn has(self, property: SdNodeProperty) -> bool {
        self.0 & 1 << property as u8 != 0
    }
}
