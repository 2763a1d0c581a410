//! Properties of nodes of the selection DAG (`SDNodeProperties.td`).

use tablewright_records::{FieldError, Record, RecordView};
use tablewright_syntax::diagnostic::Code;

use crate::record_views::selection_dag::SdNodeRecord;

/// A property that a node may have.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum SdNodeProperty {
    Commutative,
    Associative,
    HasChain,
    OutGlue,
    InGlue,
    OptInGlue,
    MayLoad,
    MayStore,
    SideEffect,
    MemOperand,
    Variadic,
    WantRoot,
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
