//! Enums, their cases, and the attributes that hold them.

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
    /// The name of its definition.
    pub definition: &'s str,
    /// The name of the type.
    pub class_name: &'s str,
    /// The C++ namespace of the type; may be empty.
    pub cpp_namespace: &'s str,
    /// What it is, in a line.
    pub summary: &'s str,
    /// The C++ type that holds a value.
    pub underlying_type: &'s str,
    /// How many bits a value has.
    pub bitwidth: i64,
    /// The names of its C++ functions.
    pub functions: EnumFunctions<'s>,
    /// Its cases.
    pub cases: Vec<EnumCase<'s>>,
    /// What holds where its values are sets of bits.
    pub bits: Option<BitEnum<'s>>,
    /// What holds where it is an attribute by itself.
    pub attribute: Option<IntegerEnumAttribute<'s>>,
}

/// The names of the C++ functions of an enum.
#[derive(Clone, Copy, Debug)]
pub struct EnumFunctions<'s> {
    /// From numbers to values.
    pub from_number: &'s str,
    /// From texts to values.
    pub from_text: &'s str,
    /// From values to texts.
    pub to_text: &'s str,
    /// What `to_text` returns.
    pub text_type: &'s str,
    /// The largest number.
    pub max_value: &'s str,
}

/// A case of an enum.
#[derive(Clone, Debug)]
pub struct EnumCase<'s> {
    /// The name of the enumerator.
    pub symbol: &'s str,
    /// Its number; a negative one is left to C++.
    pub value: i64,
    /// The text that stands for it.
    pub text: &'s str,
    /// What it stands for in an enum whose values are sets of bits.
    pub kind: EnumCaseKind,
}

/// What a case stands for in an enum whose values are sets of bits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EnumCaseKind {
    /// One bit.
    Bit,
    /// Several bits that have cases of their own.
    Group,
    /// Whatever its number says.
    Other,
}

/// What holds for an enum whose values are sets of bits.
#[derive(Clone, Copy, Debug)]
pub struct BitEnum<'s> {
    /// All bits that cases have.
    pub valid_bits: i64,
    /// What stands between the texts of bits.
    pub separator: &'s str,
    /// Whether groups are printed instead of their bits.
    pub prints_groups: bool,
    /// Whether several texts are printed in quotes.
    pub is_quoted: bool,
}

/// An attribute that holds an enum as an integer.
#[derive(Clone, Debug)]
pub struct IntegerEnumAttribute<'s> {
    /// The name of its C++ class, if it has one of its own.
    pub class_name: Option<&'s str>,
    /// When an attribute is one that holds such an integer.
    pub condition: Predicate<'s>,
    /// How many bits the integer has.
    pub bitwidth: i64,
    /// The C++ call that creates it of a value, which is `$0`, if there is one.
    pub builder_call: Option<&'s str>,
}

/// How many bits an integer has whose type does not say so.
const DEFAULT_BITWIDTH: i64 = 64;

/// An attribute of a dialect that holds an enum.
#[derive(Clone, Debug)]
pub struct DialectEnumAttribute<'s> {
    /// The name of its definition.
    pub definition: &'s str,
    /// The name of the dialect.
    pub dialect: &'s str,
    /// The word that it begins with.
    pub mnemonic: &'s str,
    /// How it is written.
    pub assembly_format: Option<&'s str>,
    /// The position of its definition.
    pub pos: Pos,
}

impl<'s> Enum<'s> {
    /// All enums of a description, in the order of the names of their definitions. A description need not have any.
    ///
    /// # Errors
    /// Where a field of one holds something else than it should.
    pub fn all(store: &'s RecordStore) -> Result<Vec<Enum<'s>>, FieldError> {
        all_records(store).into_iter().map(Enum::read).collect()
    }

    /// Those of [`all`](Self::all) that the input itself defines, and no file that it includes.
    ///
    /// # Errors
    /// Where a field of one holds something else than it should.
    pub fn of_main_file(store: &'s RecordStore) -> Result<Vec<Enum<'s>>, FieldError> {
        let mut records = all_records(store);
        records.retain(|&record| super::is_in_main_file(record.into()));
        records.into_iter().map(Enum::read).collect()
    }

    pub(crate) fn read(record: EnumInfoRecord<'s>) -> Result<Enum<'s>, FieldError> {
        let cases = record.cases()?.into_iter().map(EnumCase::read);
        let attribute = EnumAttrInfoRecord::of(record).map(IntegerEnumAttribute::read);
        let attribute = attribute.transpose()?;
        let bits = match BitEnumAttrRecord::of(record) {
            Some(bits) => Some(BitEnumBaseRecord::new(bits.into())),
            None => BitEnumBaseRecord::of(record),
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

/// The records of all enums. In older descriptions all of them are attributes.
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
            kind: EnumCaseKind::of(record),
        })
    }
}

impl EnumCaseKind {
    fn of(record: EnumCaseRecord<'_>) -> EnumCaseKind {
        if BitEnumCaseBitRecord::of(record).is_some()
            || BitEnumAttrCaseBitRecord::of(record).is_some()
        {
            EnumCaseKind::Bit
        } else if BitEnumCaseGroupRecord::of(record).is_some()
            || BitEnumAttrCaseGroupRecord::of(record).is_some()
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
    /// All attributes of dialects that hold an enum, in the order of the names of their definitions. A description
    /// need not have any.
    ///
    /// # Errors
    /// Where a field of one holds something else than it should.
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
