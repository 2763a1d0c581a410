//! Properties of operations.

use tablewright_records::{FieldError, RecordView};

use super::{Constraint, Predicate};
use crate::record_views::constraint::ConstraintRecord;
use crate::record_views::property::PropertyRecord;

/// A property: a value of C++ that an operation has. In its C++, `$_storage` stands for the value as it is stored.
#[derive(Clone, Debug)]
pub struct Property<'s> {
    /// The constraint for its value.
    pub constraint: Constraint<'s>,
    /// What it is, as Markdown; may be empty.
    pub description: &'s str,
    /// The C++ types and how they are converted.
    pub storage: PropertyStorage<'s>,
    /// How it is made of an attribute, and an attribute of it.
    pub attribute: PropertyAttribute<'s>,
    /// How it is written.
    pub syntax: PropertySyntax<'s>,
    /// How it is written as bytecode.
    pub bytecode: PropertyBytecode<'s>,
    /// The C++ value that it has if none is set.
    pub default_value: Option<&'s str>,
}

/// The C++ types of a property.
#[derive(Clone, Copy, Debug)]
pub struct PropertyStorage<'s> {
    /// The type that holds it.
    pub ty: &'s str,
    /// The type that it is used as.
    pub interface_type: &'s str,
    /// The expression that makes the one of the other.
    pub convert: &'s str,
    /// The expression that stores `$_value`.
    pub assign: &'s str,
    /// The expression that hashes it; empty for that of its type.
    pub hash: &'s str,
    /// The value that the storage has if none is set, where this is not the default.
    pub default_value: Option<&'s str>,
}

/// How a property is made of an attribute, and an attribute of it: C++ statements.
#[derive(Clone, Copy, Debug)]
pub struct PropertyAttribute<'s> {
    /// Those that return the attribute.
    pub to_attribute: &'s str,
    /// Those that read the attribute `$_attr`.
    pub from_attribute: &'s str,
}

/// How a property is written in text.
#[derive(Clone, Copy, Debug)]
pub struct PropertySyntax<'s> {
    /// C++ statements that read it.
    pub parser: &'s str,
    /// C++ statements that read it if it is there; may be empty.
    pub optional_parser: &'s str,
    /// The C++ expression that prints it.
    pub printer: &'s str,
}

/// How a property is written as bytecode: C++ statements.
#[derive(Clone, Copy, Debug)]
pub struct PropertyBytecode<'s> {
    /// Those that read it.
    pub read: &'s str,
    /// Those that write it.
    pub write: &'s str,
}

impl<'s> Property<'s> {
    pub(crate) fn read(record: PropertyRecord<'s>) -> Result<Property<'s>, FieldError> {
        let non_empty = |text: Option<&'s str>| text.filter(|text| !text.is_empty());
        let default_value = non_empty(record.default_value()?);
        Ok(Property {
            constraint: Constraint::read(ConstraintRecord::new(record.into()))?,
            description: record.description()?.unwrap_or_default(),
            storage: PropertyStorage {
                ty: record.storage_type()?.trim(),
                interface_type: record.interface_type()?.trim(),
                convert: record.convert_from_storage()?.trim(),
                assign: record.assign_to_storage()?.trim(),
                hash: record.hash()?.trim(),
                default_value: non_empty(record.storage_default_value()?),
            },
            attribute: PropertyAttribute {
                to_attribute: record.convert_to_attribute()?.trim(),
                from_attribute: record.convert_from_attribute()?.trim(),
            },
            syntax: PropertySyntax {
                parser: record.parser()?.trim(),
                optional_parser: record.optional_parser()?.trim(),
                printer: record.printer()?.trim(),
            },
            bytecode: PropertyBytecode {
                read: record.read_bytecode()?.trim(),
                write: record.write_bytecode()?.trim(),
            },
            default_value,
        })
    }

    /// The value that its storage has if none is set.
    pub fn storage_default(&self) -> Option<&'s str> {
        self.storage.default_value.or(self.default_value)
    }

    /// Whether its constraint says anything.
    pub fn is_constrained(&self) -> bool {
        match &self.constraint.predicate {
            None => false,
            Some(Predicate::And(children)) => !children.is_empty(),
            Some(
                Predicate::Leaf(_)
                | Predicate::Or(_)
                | Predicate::Not(_)
                | Predicate::Substitute { .. }
                | Predicate::Concat { .. },
            ) => true,
        }
    }
}
