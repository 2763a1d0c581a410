//! What has to be available for operations and cases of enums: versions, extensions, capabilities, profiles.

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

/// Something that has to be available.
#[derive(Clone, Copy, Debug)]
pub struct Availability<'s> {
    /// The class of descriptions, such as `MinVersion`.
    pub class: &'s str,
    /// The C++ namespace of the interface.
    pub cpp_namespace: &'s str,
    /// The C++ class of the interface through which an operation says what it needs.
    pub interface: &'s str,
    /// What the interface is for; may be empty.
    pub description: &'s str,
    /// The C++ function of the interface, and what it returns.
    pub query: AvailabilityQuery<'s>,
    /// The C++ that adds an instance, `$instance`, to those before, `$overall`; empty if there is nothing to add.
    pub merge_action: &'s str,
    /// The C++ value without any instance.
    pub initializer: &'s str,
    /// The C++ type of an instance.
    pub instance_type: &'s str,
    /// The C++ statements before the instance; may be empty.
    pub preparation: &'s str,
    /// The C++ expression of the instance.
    pub instance: &'s str,
}

/// The C++ function that asks for what has to be available.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AvailabilityQuery<'s> {
    /// Its name.
    pub function: &'s str,
    /// What it returns.
    pub result: &'s str,
}

impl<'s> Availability<'s> {
    /// One availability of each class, in the order in which the natural order of definitions mentions the classes.
    ///
    /// # Errors
    /// Where the description has no such class, or a field of one holds something else than it should.
    pub fn one_of_each_class(store: &'s RecordStore) -> Result<Vec<Availability<'s>>, FieldError> {
        let mut found: Vec<Availability<'s>> = Vec::new();
        for record in AvailabilityRecord::all(store)? {
            let class = class_of(record)?;
            if found.iter().all(|one| one.class != class) {
                found.push(Availability::read(record)?);
            }
        }
        Ok(found)
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

/// The class that an availability is directly of.
fn class_of(record: AvailabilityRecord<'_>) -> Result<&str, FieldError> {
    let raw = Record::from(record);
    match raw.direct_superclasses()[..] {
        [class] => Ok(raw.store().class(class).name()),
        _ => Err(FieldError::new(Code::Mlir, raw, "expected to only have one direct superclass")),
    }
}

/// An enum with what has to be available for its cases.
#[derive(Clone, Debug)]
pub struct AvailableEnum<'s> {
    /// The enum.
    pub model: Enum<'s>,
    /// For each case what has to be available.
    pub cases: Vec<Vec<Availability<'s>>>,
}

impl<'s> AvailableEnum<'s> {
    /// All enums, in natural order of the names of their definitions.
    ///
    /// # Errors
    /// Where the description has no such class, or a field of one holds something else than it should.
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

    /// The first availability of a class that a case has.
    pub fn find(&self, class: &str) -> Option<&Availability<'s>> {
        self.cases.iter().flatten().find(|one| one.class == class)
    }
}

/// An operation with what has to be available for it.
#[derive(Clone, Debug)]
pub struct AvailableOperation<'s> {
    /// The C++ class without its namespace.
    pub class_name: &'s str,
    /// What has to be available, whatever its attributes are.
    pub own: Vec<Availability<'s>>,
    /// Its attributes that hold an enum and are always there, by name.
    pub attributes: Vec<(&'s str, AvailableEnum<'s>)>,
}

impl<'s> AvailableOperation<'s> {
    /// The operations of SPIR-V for which functions say what has to be available, in natural order of the names of
    /// their definitions.
    ///
    /// # Errors
    /// Where the description has no such class, or a field of one holds something else than it should.
    pub fn of_spirv(store: &'s RecordStore) -> Result<Vec<AvailableOperation<'s>>, FieldError> {
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

    /// The operations of TOSA, in natural order of the names of their definitions.
    ///
    /// # Errors
    /// Those of [`AvailableOperation::of_spirv`].
    pub fn of_tosa(store: &'s RecordStore) -> Result<Vec<AvailableOperation<'s>>, FieldError> {
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
            let Some(attribute) = constraint.and_then(AttrRecord::of) else { continue };
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

/// The enum that an attribute is or wraps.
pub(super) fn wrapped_enum<'s>(
    attribute: AttrRecord<'s>,
) -> Result<Option<EnumInfoRecord<'s>>, FieldError> {
    if EnumAttrInfoRecord::of(attribute).is_some() {
        return Ok(Some(EnumInfoRecord::new(attribute.into())));
    }
    WrappedEnumRecord::of(attribute).map(|one| one.wrapped()).transpose()
}

/// A capability of SPIR-V with those that it includes, as symbols.
#[derive(Clone, Debug)]
pub struct Capability<'s> {
    /// The symbol.
    pub symbol: &'s str,
    /// The symbols of those that it includes directly.
    pub implies: Vec<&'s str>,
}

impl<'s> Capability<'s> {
    /// The cases of the enum of capabilities.
    ///
    /// # Errors
    /// Where the description has no such enum, or a field of one holds something else than it should.
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
