//! Availability requirements for operations and enum cases: versions, extensions, capabilities, profiles.

use tablewright_records::{FieldError, Record, RecordStore, RecordView};
use tablewright_syntax::diagnostic::Code;

use super::Enum;
use super::element_memo::ElementMemo;
use super::operation::Operation;
use crate::record_views::availability::{
    AvailabilityRecord, SpirvCaseRecord, SpirvOpRecord, TosaOpRecord, WrappedEnumRecord,
};
use crate::record_views::constraint::AttrRecord;
use crate::record_views::enum_attr::{EnumAttrInfoRecord, EnumInfoRecord};
use crate::record_views::operation::OperationRecord;

/// A required capability, extension or version.
#[derive(Clone, Copy, Debug)]
pub struct Availability<'s> {
    /// The class of descriptions, such as `MinVersion`.
    pub class: &'s str,
    /// The interface's C++ namespace.
    pub cpp_namespace: &'s str,
    /// The C++ interface class through which an operation reports its requirements.
    pub interface: &'s str,
    /// The interface description; may be empty.
    pub description: &'s str,
    /// The interface's C++ query function and its return type.
    pub query: AvailabilityQuery<'s>,
    /// C++ that adds an instance, `$instance`, to the earlier instances, `$overall`. Empty if nothing is added.
    pub merge_action: &'s str,
    /// The C++ value without any instance.
    pub initializer: &'s str,
    /// The C++ instance type.
    pub instance_type: &'s str,
    /// The C++ statements before the instance; may be empty.
    pub preparation: &'s str,
    /// The C++ expression for the instance.
    pub instance: &'s str,
}

/// A C++ function that queries required availabilities.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AvailabilityQuery<'s> {
    /// Its name.
    pub function: &'s str,
    /// The return type.
    pub result: &'s str,
}

impl<'s> Availability<'s> {
    /// Returns the first availability in each class. Classes are ordered by first mention in natural definition order.
    ///
    /// # Errors
    /// If the description lacks the class, or a field has an unexpected type.
    pub fn one_of_each_class(store: &'s RecordStore) -> Result<Vec<Availability<'s>>, FieldError> {
        let mut availabilities: Vec<Availability<'s>> = Vec::new();
        for record in AvailabilityRecord::all(store)? {
            let class = class_of(record)?;
            if availabilities.iter().all(|one| one.class != class) {
                availabilities.push(Availability::read(record)?);
            }
        }
        Ok(availabilities)
    }

    fn read(record: AvailabilityRecord<'s>) -> Result<Availability<'s>, FieldError> {
        Ok(Availability {
            class: class_of(record)?,
            cpp_namespace: record.cpp_namespace()?,
            interface: record.interface()?,
            description: record.description()?,
            query: AvailabilityQuery {
                function: record.query_function()?,
                result: record.query_type()?,
            },
            merge_action: record.merge_action()?,
            initializer: record.initializer()?,
            instance_type: record.instance_type()?,
            preparation: record.preparation()?,
            instance: record.instance()?,
        })
    }

    fn read_all(records: Vec<AvailabilityRecord<'s>>) -> Result<Vec<Availability<'s>>, FieldError> {
        records.into_iter().map(Availability::read).collect()
    }
}

/// Returns an availability's direct class.
fn class_of(record: AvailabilityRecord<'_>) -> Result<&str, FieldError> {
    let raw = Record::from(record);
    match raw.direct_superclasses()[..] {
        [class] => Ok(raw.store().class(class).name()),
        _ => Err(FieldError::new(Code::Mlir, raw, "expected to only have one direct superclass")),
    }
}

/// An enum with the availabilities that its cases require.
#[derive(Clone, Debug)]
pub struct AvailableEnum<'s> {
    /// The enum.
    pub model: Enum<'s>,
    /// The availabilities that each case requires.
    pub cases: Vec<Vec<Availability<'s>>>,
}

impl<'s> AvailableEnum<'s> {
    /// Returns all enums, in natural order by definition name.
    ///
    /// # Errors
    /// If the description lacks the class, or a field has an unexpected type.
    pub fn all(store: &'s RecordStore) -> Result<Vec<AvailableEnum<'s>>, FieldError> {
        EnumInfoRecord::all(store)?.into_iter().map(AvailableEnum::read).collect()
    }

    fn read(record: EnumInfoRecord<'s>) -> Result<AvailableEnum<'s>, FieldError> {
        let cases = record.cases()?.into_iter();
        Ok(AvailableEnum {
            cases: cases
                .map(|case| {
                    Availability::read_all(SpirvCaseRecord::new(case.into()).availability()?)
                })
                .collect::<Result<_, _>>()?,
            model: Enum::read(record)?,
        })
    }

    /// Returns the first availability in a class that a case has.
    pub fn find(&self, class: &str) -> Option<&Availability<'s>> {
        self.cases.iter().flatten().find(|one| one.class == class)
    }
}

/// An operation with its required availabilities.
#[derive(Clone, Debug)]
pub struct AvailableOperation<'s> {
    /// The C++ class without its namespace.
    pub class_name: &'s str,
    /// Availabilities required regardless of attributes.
    pub own: Vec<Availability<'s>>,
    /// Required attributes that contain an enum, by name.
    pub attributes: Vec<(&'s str, AvailableEnum<'s>)>,
}

impl<'s> AvailableOperation<'s> {
    /// Returns the SPIR-V operations with availability functions, in natural order by definition name.
    ///
    /// # Errors
    /// If the description lacks the class, or a field has an unexpected type.
    pub fn all_in_spirv(store: &'s RecordStore) -> Result<Vec<AvailableOperation<'s>>, FieldError> {
        let mut operations = Vec::new();
        let mut memo = ElementMemo::default();
        for record in SpirvOpRecord::all(store)? {
            if record.has_availability()? {
                let own = Availability::read_all(record.availability()?)?;
                operations.push(AvailableOperation::read(record.into(), own, &mut memo)?);
            }
        }
        Ok(operations)
    }

    /// Returns the TOSA operations, in natural order by definition name.
    ///
    /// # Errors
    /// As [`AvailableOperation::all_in_spirv`].
    pub fn all_in_tosa(store: &'s RecordStore) -> Result<Vec<AvailableOperation<'s>>, FieldError> {
        let mut memo = ElementMemo::default();
        let read = |record: TosaOpRecord<'s>| {
            let own = Availability::read_all(record.availability()?)?;
            AvailableOperation::read(record.into(), own, &mut memo)
        };
        TosaOpRecord::all(store)?.into_iter().map(read).collect()
    }

    fn read(
        record: Record<'s>,
        own: Vec<Availability<'s>>,
        memo: &mut ElementMemo<'s>,
    ) -> Result<AvailableOperation<'s>, FieldError> {
        let operation = Operation::read(OperationRecord::new(record), memo)?;
        let mut attributes = Vec::new();
        for argument in record.dag("arguments")?.args {
            let store = record.store();
            let constraint = store.value(argument.value).as_def().map(|id| store.record(id));
            let Some(attribute) = constraint.and_then(AttrRecord::from_record) else { continue };
            if attribute.is_optional()? {
                continue;
            }
            if let (Some(name), Some(info)) = (argument.name, wrapped_enum(attribute)?) {
                attributes.push((store.str(name), AvailableEnum::read(info)?));
            }
        }
        Ok(AvailableOperation { class_name: operation.names.class, own, attributes })
    }
}

/// Returns the enum that an attribute is or wraps.
pub(super) fn wrapped_enum<'s>(
    attribute: AttrRecord<'s>,
) -> Result<Option<EnumInfoRecord<'s>>, FieldError> {
    if EnumAttrInfoRecord::from_record(attribute).is_some() {
        return Ok(Some(EnumInfoRecord::new(attribute.into())));
    }
    WrappedEnumRecord::from_record(attribute).map(|one| one.wrapped()).transpose()
}

/// A SPIR-V capability and the capabilities that it includes, as symbols.
#[derive(Clone, Debug)]
pub struct Capability<'s> {
    /// The symbol.
    pub symbol: &'s str,
    /// Symbols of the directly included capabilities.
    pub implies: Vec<&'s str>,
}

impl<'s> Capability<'s> {
    /// Returns the cases in the capability enum.
    ///
    /// # Errors
    /// If the description lacks the enum, or a field has an unexpected type.
    pub fn all(store: &'s RecordStore) -> Result<Vec<Capability<'s>>, FieldError> {
        let mut capabilities = Vec::new();
        for record in EnumInfoRecord::all(store)? {
            if record.class_name()? != "Capability" {
                continue;
            }
            for case in record.cases()? {
                let implied = SpirvCaseRecord::new(case.into()).implies()?;
                let implies = implied.into_iter().map(|one| one.symbol());
                capabilities.push(Capability {
                    symbol: case.symbol()?,
                    implies: implies.collect::<Result<_, _>>()?,
                });
            }
        }
        Ok(capabilities)
    }
}
