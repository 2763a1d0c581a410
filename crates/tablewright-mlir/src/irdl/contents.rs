//! A dialect with the attributes and types of its description.

use tablewright_records::{FieldError, RecordStore};

use crate::model::{AttrOrType, AttrOrTypeDef, Dialect, Operation};

/// A dialect with its operations, and the attributes and types of its description.
pub(super) struct Contents<'a, 's> {
    pub(super) dialect: &'a Dialect<'s>,
    pub(super) operations: &'a [Operation<'s>],
    /// Attributes that the description's dialects define, in definition order. Other dialects are included, because
    /// operations refer to their attributes.
    pub(super) attributes: Vec<AttrOrTypeDef<'s>>,
    /// The types, likewise.
    pub(super) types: Vec<AttrOrTypeDef<'s>>,
}

impl<'a, 's> Contents<'a, 's> {
    /// # Errors
    /// If a field in an attribute or a type has an unexpected type.
    pub(super) fn read(
        store: &'s RecordStore,
        dialect: &'a Dialect<'s>,
        operations: &'a [Operation<'s>],
    ) -> Result<Contents<'a, 's>, FieldError> {
        let defs = |kind| -> Result<Vec<AttrOrTypeDef<'s>>, FieldError> {
            let mut defs = AttrOrTypeDef::all(store, kind)?;
            defs.sort_by_key(|def| def.sequence);
            Ok(defs)
        };
        let (attributes, types) = (defs(AttrOrType::Attr)?, defs(AttrOrType::Type)?);
        Ok(Contents { dialect, operations, attributes, types })
    }

    /// Iterates over the attributes or types that the dialect itself defines.
    pub(super) fn own(&self, kind: AttrOrType) -> impl Iterator<Item = &AttrOrTypeDef<'s>> {
        let defs = match kind {
            AttrOrType::Attr => &self.attributes,
            AttrOrType::Type => &self.types,
        };
        defs.iter().filter(|def| self.defines(def))
    }

    /// Whether the dialect defines an attribute or a type.
    pub(super) fn defines(&self, def: &AttrOrTypeDef<'_>) -> bool {
        def.dialect.definition == self.dialect.definition
    }
}
