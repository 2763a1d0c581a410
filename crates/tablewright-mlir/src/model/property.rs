//! Properties of operations.

use tablewright_records::{FieldError, RecordView};

use super::{Constraint, Predicate};
use crate::record_views::constraint::ConstraintRecord;
use crate::record_views::property::PropertyRecord;

/// A property: a C++ value in an operation. In its C++, `$_storage` is the stored value.
#[derive(Clone, Debug)]
pub struct Property<'s> {
    /// The constraint for its value.
    pub constraint: Constraint<'s>,
    /// A Markdown description; may be empty.
    pub description: &'s str,
    /// The C++ types and how they are converted.
    pub storage: PropertyStorage<'s>,
    /// Its conversion from and to an attribute.
    pub attribute: PropertyAttribute<'s>,
    /// Its assembly syntax.
    pub syntax: PropertySyntax<'s>,
    /// Its bytecode encoding.
    pub bytecode: PropertyBytecode<'s>,
    /// The C++ value that it has if none is set.
    pub default_value: Option<&'s str>,
}

/// C++ types for a property.
#[derive(Clone, Copy, Debug)]
pub struct PropertyStorage<'s> {
    /// The C++ storage type.
    pub ty: &'s str,
    /// The C++ type for users of the property.
    pub interface_type: &'s str,
    /// The expression that converts the storage to the interface type.
    pub convert: &'s str,
    /// The expression that stores `$_value`.
    pub assign: &'s str,
    /// The hash expression; empty for the type's default hash.
    pub hash: &'s str,
    /// The storage's C++ initial value, if it differs from the default.
    pub default_value: Option<&'s str>,
}

/// C++ statements that convert a property from and to an attribute.
#[derive(Clone, Copy, Debug)]
pub struct PropertyAttribute<'s> {
    /// The statements that return the attribute.
    pub to_attribute: &'s str,
    /// The statements that read the attribute `$_attr`.
    pub from_attribute: &'s str,
}

/// The assembly syntax of a property.
#[derive(Clone, Copy, Debug)]
pub struct PropertySyntax<'s> {
    /// C++ statements that read it.
    pub parser: &'s str,
    /// C++ statements that parse the property if it is present; may be empty.
    pub optional_parser: &'s str,
    /// The C++ expression that prints it.
    pub printer: &'s str,
    /// Whether the parser is the default of the class `Property`.
    pub has_default_parser: bool,
}

/// C++ statements for a property's bytecode encoding.
#[derive(Clone, Copy, Debug)]
pub struct PropertyBytecode<'s> {
    /// The read statements.
    pub read: &'s str,
    /// The write statements.
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
                has_default_parser: record.parser()? == default_parser(record.storage_type()?),
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

    /// Returns the value that its storage has if none is set.
    pub fn storage_default(&self) -> Option<&'s str> {
        self.storage.default_value.or(self.default_value)
    }

    /// Whether it has a nontrivial constraint.
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

/// Returns the parser that MLIR defines for properties with a storage type.
fn default_parser(storage_type: &str) -> String {
    format!(
        "\n    auto value = ::mlir::FieldParser<{storage_type}>::parse($_parser);
    if (::mlir::failed(value))
      return ::mlir::failure();
    $_storage = std::move(*value);\n  "
    )
}
