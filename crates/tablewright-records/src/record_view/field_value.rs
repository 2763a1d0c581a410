//! Rust types of field values.

use std::fmt;

use tablewright_syntax::symbol::Symbol;

use super::RecordView;
use crate::field_error::FieldError;
use crate::ids::RecordId;
use crate::store::{Record, RecordStore};
use crate::value::{Bits, Dag, Value, ValueId};

/// A Rust type in which a field can be read.
///
/// | type | field | read by |
/// |---|---|---|
/// | `bool`, `Option<bool>` | `bit` | [`Record::bit`], [`Record::optional_bit`] |
/// | `i64`, `Option<i64>` | `int` | [`Record::int`], or `None` for `?` |
/// | `&str`, `Option<&str>` | `string`, `code` | [`Record::string`], [`Record::optional_string`] |
/// | [`Symbol`], `Option<Symbol>` | `string`, `code` | [`Record::symbol`]; for models, which outlive borrowed text |
/// | [`Bits`] | `bits<n>` | [`Record::bits`] |
/// | [`Dag`] | `dag` | [`Record::dag`] |
/// | [`Record`], [`RecordId`], a view; `Option` of them | a class | [`Record::record`], [`Record::optional_record`] |
/// | `Vec` of integers, strings, records, views; `Option` of it | `list<…>` | [`Record::list_of_ints`] and similar methods |
/// | `&[ValueId]` | `list<…>` | [`Record::list`] |
/// | [`ValueId`] | any | [`Record::value`] |
///
/// If the field does not exist, `Option<&str>` and `Option<Symbol>` are `None`, but [`SettableText`] is an error.
pub trait FieldValue<'s>: Sized {
    /// Field type.
    const TYPE: FieldType;

    /// Reads a field.
    ///
    /// # Errors
    /// If the field does not exist or contains a value of another type.
    fn read(record: Record<'s>, field: &str) -> Result<Self, FieldError>;
}

/// A type `T` for which a field may be read as `Option<T>`: `None` for `?`.
pub trait NullableField<'s>: FieldValue<'s> {
    /// Reads a field that may be `?`.
    ///
    /// # Errors
    /// If the field contains a value of another type.
    fn read_nullable(record: Record<'s>, field: &str) -> Result<Option<Self>, FieldError> {
        if record.is_unset(field)? { Ok(None) } else { Self::read(record, field).map(Some) }
    }
}

/// A type `T` for which a field may be read as `Vec<T>`.
pub trait ListElement<'s>: Sized {
    /// Element type.
    const TYPE: FieldType;

    /// Error text for a list with an element of another type. If it ends in a colon and a blank, the element follows.
    const PROBLEM: &'static str;

    /// Converts an element. `None` if it has another type.
    fn take(store: &'s RecordStore, value: Value<'s>) -> Option<Self>;
}

/// The type of a field, displayed in TableGen syntax.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FieldType {
    /// `bit`
    Bit,
    /// `bits<n>`
    Bits,
    /// `int`
    Int,
    /// `string` or `code`
    String,
    /// `dag`
    Dag,
    /// A record of the class.
    Class(&'static str),
    /// A record of any class.
    AnyRecord,
    /// A list.
    List(&'static FieldType),
    /// Any type.
    Any,
}

impl fmt::Display for FieldType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FieldType::Bit => f.write_str("bit"),
            FieldType::Bits => f.write_str("bits"),
            FieldType::Int => f.write_str("int"),
            FieldType::String => f.write_str("string"),
            FieldType::Dag => f.write_str("dag"),
            FieldType::Class(name) => f.write_str(name),
            FieldType::AnyRecord => f.write_str("record"),
            FieldType::List(element) => write!(f, "list<{element}>"),
            FieldType::Any => f.write_str("any"),
        }
    }
}

/// Implements the traits for types that a method of `Record` reads.
macro_rules! read_by {
    ($($ty:ty: $type:expr, $method:ident $(, $nullable:ident)?;)*) => {$(
        impl<'s> FieldValue<'s> for $ty {
            const TYPE: FieldType = $type;

            #[inline]
            fn read(record: Record<'s>, field: &str) -> Result<Self, FieldError> {
                record.$method(field)
            }
        }

        $(
            impl<'s> NullableField<'s> for $ty {
                #[inline]
                fn read_nullable(record: Record<'s>, field: &str) -> Result<Option<Self>, FieldError> {
                    record.$nullable(field)
                }
            }
        )?
    )*};
}

read_by! {
    bool: FieldType::Bit, bit, optional_bit;
    i64: FieldType::Int, int;
    &'s str: FieldType::String, string, optional_string;
    Symbol: FieldType::String, symbol, optional_symbol;
    Bits<'s>: FieldType::Bits, bits;
    Dag<'s>: FieldType::Dag, dag;
    Record<'s>: FieldType::AnyRecord, record, optional_record;
    &'s [ValueId]: FieldType::List(&FieldType::Any), list;
    ValueId: FieldType::Any, value;
}

impl NullableField<'_> for i64 {}

impl<'s> NullableField<'s> for Bits<'s> {}

impl<'s, T: ListElement<'s>> NullableField<'s> for Vec<T> {}

/// The text in a field that may be `?`, but must exist.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SettableText<'s>(pub Option<&'s str>);

impl<'s> FieldValue<'s> for SettableText<'s> {
    const TYPE: FieldType = FieldType::String;

    fn read(record: Record<'s>, field: &str) -> Result<SettableText<'s>, FieldError> {
        if record.is_unset(field)? {
            return Ok(SettableText(None));
        }
        record.string(field).map(|text| SettableText(Some(text)))
    }
}

impl<'s> FieldValue<'s> for RecordId {
    const TYPE: FieldType = FieldType::AnyRecord;

    #[inline]
    fn read(record: Record<'s>, field: &str) -> Result<RecordId, FieldError> {
        record.record(field).map(Record::id)
    }
}

impl<'s> NullableField<'s> for RecordId {
    fn read_nullable(record: Record<'s>, field: &str) -> Result<Option<RecordId>, FieldError> {
        Ok(record.optional_record(field)?.map(Record::id))
    }
}

impl<'s, V: RecordView<'s>> FieldValue<'s> for V {
    const TYPE: FieldType = FieldType::Class(V::CLASS);

    #[inline]
    fn read(record: Record<'s>, field: &str) -> Result<V, FieldError> {
        record.record(field).map(V::new)
    }
}

impl<'s, V: RecordView<'s>> NullableField<'s> for V {
    fn read_nullable(record: Record<'s>, field: &str) -> Result<Option<V>, FieldError> {
        Ok(record.optional_record(field)?.map(V::new))
    }
}

impl<'s, T: NullableField<'s>> FieldValue<'s> for Option<T> {
    const TYPE: FieldType = T::TYPE;

    #[inline]
    fn read(record: Record<'s>, field: &str) -> Result<Option<T>, FieldError> {
        T::read_nullable(record, field)
    }
}

impl<'s, T: ListElement<'s>> FieldValue<'s> for Vec<T> {
    const TYPE: FieldType = FieldType::List(&T::TYPE);

    fn read(record: Record<'s>, field: &str) -> Result<Vec<T>, FieldError> {
        record.list_of(field)
    }
}

impl<'s> ListElement<'s> for i64 {
    const TYPE: FieldType = FieldType::Int;
    const PROBLEM: &'static str = "exists but does not have a list of ints value: ";

    fn take(_: &'s RecordStore, value: Value<'s>) -> Option<i64> {
        value.as_int()
    }
}

impl<'s> ListElement<'s> for Symbol {
    const TYPE: FieldType = FieldType::String;
    const PROBLEM: &'static str = "exists but does not have a list of strings value: ";

    fn take(_: &'s RecordStore, value: Value<'s>) -> Option<Symbol> {
        value.as_text()
    }
}

impl<'s> ListElement<'s> for &'s str {
    const TYPE: FieldType = FieldType::String;
    const PROBLEM: &'static str = <Symbol as ListElement<'_>>::PROBLEM;

    fn take(store: &'s RecordStore, value: Value<'s>) -> Option<&'s str> {
        Symbol::take(store, value).map(|text| store.str(text))
    }
}

impl<'s> ListElement<'s> for RecordId {
    const TYPE: FieldType = FieldType::AnyRecord;
    const PROBLEM: &'static str = "list is not entirely DefInit!";

    fn take(_: &'s RecordStore, value: Value<'s>) -> Option<RecordId> {
        value.as_def()
    }
}

impl<'s> ListElement<'s> for Record<'s> {
    const TYPE: FieldType = FieldType::AnyRecord;
    const PROBLEM: &'static str = <RecordId as ListElement<'_>>::PROBLEM;

    fn take(store: &'s RecordStore, value: Value<'s>) -> Option<Record<'s>> {
        RecordId::take(store, value).map(|record| store.record(record))
    }
}

impl<'s, V: RecordView<'s>> ListElement<'s> for V {
    const TYPE: FieldType = FieldType::Class(V::CLASS);
    const PROBLEM: &'static str = <RecordId as ListElement<'_>>::PROBLEM;

    fn take(store: &'s RecordStore, value: Value<'s>) -> Option<V> {
        Record::take(store, value).map(V::new)
    }
}
