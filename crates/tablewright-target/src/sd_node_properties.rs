//! Properties of nodes of the selection DAG (`SDNodeProperties.td`).

use tablewright_records::{FieldError, Record, RecordView};
use tablewright_syntax::diagnostic::Code;

use crate::record_views::selection_dag::SdNodeRecord;

/// A property that a node may have.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum SdNodeProperty {
    /// The two operands may be swapped.
    Commutative,
    /// Nested nodes of the same kind may be grouped in any way.
    Associative,
    /// The node has a chain as operand and as result, which orders it among other nodes with effects.
    HasChain,
    /// The node has a result of glue, which keeps its user directly after it.
    OutGlue,
    /// The node has an operand of glue.
    InGlue,
    /// The node may have an operand of glue, as its last one.
    OptInGlue,
    /// The node may read memory.
    MayLoad,
    /// The node may write memory.
    MayStore,
    /// The node has effects that nothing else says.
    SideEffect,
    /// The node has a `MachineMemOperand`, which its instruction gets.
    MemOperand,
    /// The node has any number of operands after those of its type profile.
    Variadic,
    /// Of a complex pattern: its function gets the root of the pattern.
    WantRoot,
    /// Of a complex pattern: its function gets the node whose operand is matched.
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

/// A set of properties.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct SdNodeProperties(u16);

impl SdNodeProperties {
    /// What the field `Properties` of `record` lists.
    pub fn of(record: Record<'_>) -> Result<SdNodeProperties, FieldError> {
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

    /// Whether `property` is among them.
    pub fn has(self, property: SdNodeProperty) -> bool {
        self.0 & 1 << property as u8 != 0
    }
}
