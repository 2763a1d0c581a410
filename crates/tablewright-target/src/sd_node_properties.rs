//! Properties of nodes of the selection DAG (`SDNodeProperties.td`).

use tablewright_records::{FieldError, Record};
use tablewright_syntax::diagnostic::Code;

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
        for listed in record.list_of_records("Properties")? {
            let name = listed.name();
            let Some((_, property)) = NAMES.iter().find(|(known, _)| *known == name) else {
                let node = record.name();
                let message = format!("Unknown SD Node property '{name}' on node '{node}'!");
                return Err(FieldError::new(Code::Patterns, record, message));
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
