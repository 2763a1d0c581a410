//! Enumerations.

use tablewright_records::{FieldError, RecordStore, RecordView};
use tablewright_syntax::diagnostic::Code;

use crate::record_views::api_defs::{EnumRecord, EtorRecord};

/// The most enumerators that are bits: an enumeration has 32.
const MAX_BITS: usize = 31;

/// An enumeration.
pub(crate) struct OffloadEnum<'s> {
    pub(crate) name: &'s str,
    pub(crate) desc: &'s str,
    /// Enumerator name prefix, for example `OL_DEVICE_INFO`.
    pub(crate) prefix: String,
    pub(crate) is_typed: bool,
    pub(crate) etors: Vec<Etor<'s>>,
    /// The value after the last enumerator.
    pub(crate) last: u64,
}

/// An enumerator.
pub(crate) struct Etor<'s> {
    /// The name without the enumeration name, in capitals.
    pub(crate) short_name: String,
    /// The whole name.
    pub(crate) name: String,
    pub(crate) value: u64,
    pub(crate) desc: &'s str,
    /// The property type that the enumerator names.
    pub(crate) tagged_type: Option<&'s str>,
}

/// Printing of the property that an enumerator names.
pub(crate) enum TaggedValue<'s> {
    /// Characters that end with a zero.
    Text,
    /// A pointer; with the type that it points to.
    Pointer(&'s str),
    /// Any other type.
    Value(&'s str),
}

impl<'s> OffloadEnum<'s> {
    pub(crate) fn all(store: &'s RecordStore) -> Result<Vec<OffloadEnum<'s>>, FieldError> {
        EnumRecord::all(store)?.into_iter().map(OffloadEnum::read).collect()
    }

    /// Returns the enumeration with a name, if it exists.
    pub(crate) fn named(
        store: &'s RecordStore,
        name: &str,
    ) -> Result<Option<OffloadEnum<'s>>, FieldError> {
        let records = EnumRecord::all(store)?;
        let record = records.into_iter().find(|record| record.name() == name);
        record.map(OffloadEnum::read).transpose()
    }

    fn read(record: EnumRecord<'s>) -> Result<OffloadEnum<'s>, FieldError> {
        let name = record.name();
        let prefix = name.strip_suffix("_t").unwrap_or(name).to_uppercase();
        let (is_typed, is_bit_field) = (record.is_typed()?, record.is_bit_field()?);
        let records = record.etors()?;
        if is_bit_field && records.len() > MAX_BITS {
            let message = format!("the enumeration '{name}' has more than {MAX_BITS} bits");
            return Err(
                FieldError::new(Code::FieldValue, record, message).label_field(record, "etors")
            );
        }
        let value = |index: usize| if is_bit_field { 1 << index } else { index as u64 };
        let last = value(records.len());
        let etors = records.into_iter().enumerate();
        let etors = etors.map(|(i, etor)| Etor::read(etor, &prefix, value(i), is_typed));
        let etors = etors.collect::<Result<Vec<_>, FieldError>>()?;
        Ok(OffloadEnum { name, desc: record.desc()?, prefix, is_typed, etors, last })
    }
}

impl<'s> Etor<'s> {
    fn read(
        record: EtorRecord<'s>,
        prefix: &str,
        value: u64,
        is_typed: bool,
    ) -> Result<Etor<'s>, FieldError> {
        let short_name = record.etor()?.to_uppercase();
        let tagged_type = record.tagged_type()?;
        if is_typed && tagged_type.is_none() {
            let message =
                format!("the enumerator '{short_name}' lacks a type, but its enumeration is typed");
            return Err(FieldError::new(Code::FieldValue, record, message)
                .about_field(record, "tagged_type"));
        }
        let name = format!("{prefix}_{short_name}");
        Ok(Etor { short_name, name, value, desc: record.desc()?, tagged_type })
    }

    /// Returns the form in which the enumerator's property is printed; `None` for an enumerator without a type.
    pub(crate) fn tagged_value(&self) -> Option<TaggedValue<'s>> {
        let ty = self.tagged_type?;
        Some(match ty.strip_suffix('*') {
            _ if ty == "char[]" => TaggedValue::Text,
            Some(pointee) => TaggedValue::Pointer(pointee.trim_end()),
            None => TaggedValue::Value(ty),
        })
    }
}
