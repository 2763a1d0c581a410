//! Dialects and their definitions.

use tablewright_records::{FieldError, Record, RecordStore, RecordView};

use super::{
    AttrOrType, AttrOrTypeDef, AttributeConstraint, AttributeKind, Dialect, DialectConstraint,
    Enum, Operation,
};
use crate::record_views::attr_or_type::AttrOrTypeDefRecord;
use crate::record_views::dialect::DialectRecord;
use crate::record_views::operation::OperationRecord;

/// A dialect and its definitions.
#[derive(Clone, Debug)]
pub struct DialectContents<'s> {
    /// The dialect.
    pub dialect: Dialect<'s>,
    /// Its operations, in the order of their definitions.
    pub operations: Vec<Operation<'s>>,
    /// Its types, sorted by definition name.
    pub types: Vec<AttrOrTypeDef<'s>>,
    /// Its attributes, sorted by definition name.
    pub attributes: Vec<AttrOrTypeDef<'s>>,
    /// Type constraints other than the dialect's own types.
    pub type_constraints: Vec<DialectConstraint<'s>>,
    /// Attribute constraints other than the dialect's own attributes.
    pub attribute_constraints: Vec<DialectConstraint<'s>>,
    /// Enums in its C++ namespace, and enums in attributes of its operations.
    pub enums: Vec<Enum<'s>>,
}

/// Selected dialects and operations.
#[derive(Clone, Copy)]
pub struct DialectSelection<'f> {
    /// Selects dialects by name. `None`: dialects with definitions in the main file, or all dialects if there are none.
    pub dialect: Option<&'f dyn Fn(&str) -> bool>,
    /// Selects operations by full name.
    pub operation: &'f dyn Fn(&str) -> bool,
}

impl DialectSelection<'static> {
    /// All operations in dialects with definitions in the main file.
    pub const OF_MAIN_FILE: DialectSelection<'static> =
        DialectSelection { dialect: None, operation: &|_| true };
}

impl<'s> DialectContents<'s> {
    /// Returns the selected dialects, sorted by definition name.
    ///
    /// # Errors
    /// If a field has an unexpected type.
    pub fn select(
        store: &'s RecordStore,
        selection: DialectSelection<'_>,
    ) -> Result<Vec<DialectContents<'s>>, FieldError> {
        let mut dialects = Dialect::all(store)?;
        match selection.dialect {
            Some(is_selected) => dialects.retain(|dialect| is_selected(dialect.name)),
            None => {
                let own = dialects_of_main_file(store)?;
                if !own.is_empty() {
                    dialects.retain(|dialect| own.contains(&dialect.definition));
                }
            }
        }
        let mut operations = Operation::all(store, selection.operation)?;
        operations.sort_by_key(|operation| operation.names.sequence);
        let types = AttrOrTypeDef::all(store, AttrOrType::Type)?;
        let attributes = AttrOrTypeDef::all(store, AttrOrType::Attr)?;
        let enums = Enum::all(store)?;
        let mut contents = Vec::with_capacity(dialects.len());
        for dialect in dialects {
            let constraints = |kind| DialectConstraint::all_in_dialect(store, kind, &dialect);
            let is_own = |other: &Dialect<'_>| other.definition == dialect.definition;
            let operations = operations.iter().filter(|operation| is_own(&operation.dialect));
            let operations: Vec<Operation<'s>> = operations.cloned().collect();
            let defs = |all: &[AttrOrTypeDef<'s>]| -> Vec<AttrOrTypeDef<'s>> {
                all.iter().filter(|def| is_own(&def.dialect)).cloned().collect()
            };
            let is_of_dialect = |one: &&Enum<'_>| {
                same_namespace(one.cpp_namespace, dialect.cpp_namespace)
                    || operations.iter().any(|operation| holds(operation, one))
            };
            contents.push(DialectContents {
                types: defs(&types),
                attributes: defs(&attributes),
                type_constraints: constraints(AttrOrType::Type)?,
                attribute_constraints: constraints(AttrOrType::Attr)?,
                enums: enums.iter().filter(is_of_dialect).cloned().collect(),
                operations,
                dialect,
            });
        }
        Ok(contents)
    }
}

/// Returns dialects for which the main file defines the dialect itself, an operation, an attribute or a type.
fn dialects_of_main_file(store: &RecordStore) -> Result<Vec<&str>, FieldError> {
    let mut names: Vec<&str> = Vec::new();
    let is_own = |record: Record<'_>| super::is_in_main_file(record);
    for dialect in DialectRecord::all_if_defined(store).into_iter().map(Record::from) {
        if is_own(dialect) {
            names.push(dialect.name());
        }
    }
    for operation in OperationRecord::all_if_defined(store) {
        if is_own(operation.into()) {
            names.push(Record::from(operation.dialect()?).name());
        }
    }
    for def in AttrOrTypeDefRecord::all_if_defined(store) {
        if is_own(def.into()) {
            names.push(Record::from(def.dialect()?).name());
        }
    }
    Ok(names)
}

fn same_namespace(one: &str, other: &str) -> bool {
    let trimmed = |namespace: &'_ str| namespace.trim_start_matches("::").to_owned();
    trimmed(one) == trimmed(other)
}

/// Returns whether an attribute of an operation contains the enum.
fn holds(operation: &Operation<'_>, one: &Enum<'_>) -> bool {
    let attributes = operation.arguments.attributes.iter();
    attributes
        .filter_map(|attribute| held_enum(&attribute.constraint))
        .any(|held| held.class_name == one.class_name && held.cpp_namespace == one.cpp_namespace)
}

/// Returns the enum that an attribute contains.
pub(crate) fn held_enum<'a, 's>(constraint: &'a AttributeConstraint<'s>) -> Option<&'a Enum<'s>> {
    match &constraint.innermost().kind {
        AttributeKind::Enum(one) => Some(one),
        AttributeKind::Plain | AttributeKind::Derived { .. } | AttributeKind::Type => None,
    }
}
