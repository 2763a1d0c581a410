//! Enums, their cases, and attributes that contain an enum value.

use tablewright_records::{FieldError, Record, RecordStore, RecordView};
use tablewright_syntax::source::Pos;

use super::Predicate;
use crate::record_views::constraint::IntegerTypeRecord;
use crate::record_views::enum_attr::{
    BitEnumAttrCaseBitRecord, BitEnumAttrCaseGroupRecord, BitEnumAttrRecord, BitEnumBaseRecord,
    BitEnumCaseBitRecord, BitEnumCaseGroupRecord, EnumAttrInfoRecord, EnumAttrRecord,
    EnumCaseRecord, EnumInfoRecord,
};

/// An enum.
#[doc(alias = "EnumInfo")]
#[derive(Clone, Debug)]
pub struct Enum<'s> {
    /// Its definition name.
    pub definition: &'s str,
    /// The type name.
    pub class_name: &'s str,
    /// The type's C++ namespace; may be empty.
    pub cpp_namespace: &'s str,
    /// A one-line summary.
    pub summary: &'s str,
    /// The C++ type of a value.
    pub underlying_type: &'s str,
    /// The width in bits.
    pub bitwidth: i64,
    /// Its C++ function names.
    pub functions: EnumFunctions<'s>,
    /// Its cases.
    pub cases: Vec<EnumCase<'s>>,
    /// Bit enum details; `None` if the values are not bit sets.
    pub bits: Option<BitEnum<'s>>,
    /// Attribute details; `None` if the enum is not an attribute.
    pub attribute: Option<IntegerEnumAttribute<'s>>,
}

/// Names of an enum's C++ functions.
#[derive(Clone, Copy, Debug)]
pub struct EnumFunctions<'s> {
    /// From numbers to values.
    pub from_number: &'s str,
    /// From texts to values.
    pub from_text: &'s str,
    /// From values to texts.
    pub to_text: &'s str,
    /// The return type of `to_text`.
    pub text_type: &'s str,
    /// The largest number.
    pub max_value: &'s str,
}

/// An enum case.
#[derive(Clone, Debug)]
pub struct EnumCase<'s> {
    /// The enumerator name.
    pub symbol: &'s str,
    /// Its number. For a negative number, C++ chooses the value.
    pub value: i64,
    /// Its text.
    pub text: &'s str,
    /// Its meaning in a bit enum.
    pub kind: EnumCaseKind,
}

/// A case's meaning in a bit enum.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EnumCaseKind {
    /// A single bit.
    Bit,
    /// Several bits with their own cases.
    Group,
    /// Any other number.
    Other,
}

/// Details of a bit enum.
#[derive(Clone, Copy, Debug)]
pub struct BitEnum<'s> {
    /// All bits that cases have.
    pub valid_bits: i64,
    /// The separator between bit texts.
    pub separator: &'s str,
    /// Whether groups are printed instead of their bits.
    pub prints_groups: bool,
    /// Whether several texts are printed in quotes.
    pub is_quoted: bool,
}

/// An attribute that contains an enum value as an integer.
#[derive(Clone, Debug)]
pub struct IntegerEnumAttribute<'s> {
    /// The C++ class name, if the enum has its own class.
    pub class_name: Option<&'s str>,
    /// The attribute condition.
    pub condition: Predicate<'s>,
    /// The integer's width in bits.
    pub bitwidth: i64,
    /// The C++ call that creates the attribute from the value `$0`, if any.
    pub builder_call: Option<&'s str>,
}

/// The default integer width in bits.
const DEFAULT_BITWIDTH: i64 = 64;

/// A dialect attribute that contains an enum value.
#[derive(Clone, Debug)]
pub struct DialectEnumAttribute<'s> {
    /// Its definition name.
    pub definition: &'s str,
    /// The dialect name.
    pub dialect: &'s str,
    /// The word that it begins with.
    pub mnemonic: &'s str,
    /// The assembly format.
    pub assembly_format: Option<&'s str>,
    /// Its definition's position.
    pub pos: Pos,
}

impl<'s> Enum<'s> {
    /// Returns all enums, sorted by definition name. May be empty.
    ///
    /// # Errors
    /// If a field has an unexpected type.
    pub fn all(store: &'s RecordStore) -> Result<Vec<Enum<'s>>, FieldError> {
        all_records(store).into_iter().map(Enum::read).collect()
    }

    /// Returns the entries of [`all`](Self::all) that the main file defines.
    ///
    /// # Errors
    /// If a field has an unexpected type.
    pub fn in_main_file(store: &'s RecordStore) -> Result<Vec<Enum<'s>>, FieldError> {
        let mut records = all_records(store);
        records.retain(|&record| super::is_in_main_file(record.into()));
        records.into_iter().map(Enum::read).collect()
    }

    pub(crate) fn read(record: EnumInfoRecord<'s>) -> Result<Enum<'s>, FieldError> {
        let cases = record.cases()?.into_iter().map(EnumCase::read);
        let attribute = EnumAttrInfoRecord::from_record(record).map(IntegerEnumAttribute::read);
        let attribute = attribute.transpose()?;
        let bits = match BitEnumAttrRecord::from_record(record) {
            Some(bits) => Some(BitEnumBaseRecord::new(bits.into())),
            None => BitEnumBaseRecord::from_record(record),
        };
        Ok(Enum {
            definition: Record::from(record).name(),
            class_name: record.class_name()?,
            cpp_namespace: record.cpp_namespace()?,
            summary: record.summary()?,
            underlying_type: record.underlying_type()?,
            bitwidth: match (record.bitwidth()?, &attribute) {
                (Some(bitwidth), _) => bitwidth,
                (None, Some(attribute)) => attribute.bitwidth,
                (None, None) => DEFAULT_BITWIDTH,
            },
            functions: EnumFunctions {
                from_number: record.underlying_to_symbol()?,
                from_text: record.string_to_symbol()?,
                to_text: record.symbol_to_string()?,
                text_type: record.symbol_to_string_type()?,
                max_value: record.max_value()?,
            },
            cases: cases.collect::<Result<_, _>>()?,
            bits: bits.map(BitEnum::read).transpose()?,
            attribute,
        })
    }
}

/// Returns all enum records. In older descriptions they are all attributes.
fn all_records(store: &RecordStore) -> Vec<EnumInfoRecord<'_>> {
    let records = EnumInfoRecord::all_if_defined(store);
    if !records.is_empty() {
        return records;
    }
    let attributes = EnumAttrInfoRecord::all_if_defined(store).into_iter();
    attributes.map(|one| EnumInfoRecord::new(one.into())).collect()
}

impl<'s> EnumCase<'s> {
    fn read(record: EnumCaseRecord<'s>) -> Result<EnumCase<'s>, FieldError> {
        Ok(EnumCase {
            symbol: record.symbol()?,
            value: record.value()?,
            text: record.text()?,
            kind: EnumCaseKind::from_record(record),
        })
    }
}

impl EnumCaseKind {
    fn from_record(record: EnumCaseRecord<'_>) -> EnumCaseKind {
        if BitEnumCaseBitRecord::from_record(record).is_some()
            || BitEnumAttrCaseBitRecord::from_record(record).is_some()
        {
            EnumCaseKind::Bit
        } else if BitEnumCaseGroupRecord::from_record(record).is_some()
            || BitEnumAttrCaseGroupRecord::from_record(record).is_some()
        {
            EnumCaseKind::Group
        } else {
            EnumCaseKind::Other
        }
    }
}

impl<'s> BitEnum<'s> {
    fn read(record: BitEnumBaseRecord<'s>) -> Result<BitEnum<'s>, FieldError> {
        Ok(BitEnum {
            valid_bits: record.valid_bits()?,
            separator: record.separator()?,
            prints_groups: record.prints_groups()?,
            is_quoted: record.is_quoted()?,
        })
    }
}

impl<'s> IntegerEnumAttribute<'s> {
    fn read(record: EnumAttrInfoRecord<'s>) -> Result<IntegerEnumAttribute<'s>, FieldError> {
        let base = record.base()?;
        let value_type = base.value_type()?.map(IntegerTypeRecord::new);
        Ok(IntegerEnumAttribute {
            bitwidth: value_type.map_or(Ok(DEFAULT_BITWIDTH), |ty| ty.bitwidth())?,
            class_name: record.has_class()?.then(|| record.attribute_class()).transpose()?,
            builder_call: record.builder_call()?.filter(|call| !call.is_empty()),
            condition: Predicate::read(base.predicate()?)?,
        })
    }
}

impl<'s> DialectEnumAttribute<'s> {
    /// Returns all dialect attributes that contain an enum value, sorted by definition name. May be empty.
    ///
    /// # Errors
    /// If a field has an unexpected type.
    pub fn all(store: &'s RecordStore) -> Result<Vec<DialectEnumAttribute<'s>>, FieldError> {
        let read = |record: EnumAttrRecord<'s>| {
            Ok(DialectEnumAttribute {
                definition: Record::from(record).name(),
                dialect: record.dialect()?.dialect_name()?,
                mnemonic: record.mnemonic()?,
                assembly_format: record.assembly_format()?,
                pos: Record::from(record).pos(),
            })
        };
        EnumAttrRecord::all_if_defined(store).into_iter().map(read).collect()
    }
}
