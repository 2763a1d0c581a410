//! Values that Clang and the descriptions share: element kinds, flags, and checks.

use tablewright_records::{FieldError, Record, RecordStore, RecordView};
use tablewright_syntax::diagnostic::Code;

use super::sve_type::SveType;
use crate::record_views::arm_sve::{
    EltTypeRecord, FlagTypeRecord, ImmCheckTypeRecord, MemEltTypeRecord, MergeTypeRecord,
};
use crate::vector_intrinsics::c_type::{Element, ElementKind};

/// Named values in natural order by name.
pub(crate) type SveFlagValues<'s> = Vec<(&'s str, u64)>;

pub(crate) struct SveFlags<'s> {
    pub(crate) element_types: SveFlagValues<'s>,
    pub(crate) memory_element_types: SveFlagValues<'s>,
    pub(crate) flags: SveFlagValues<'s>,
    pub(crate) merge_types: SveFlagValues<'s>,
    pub(crate) immediate_checks: SveFlagValues<'s>,
}

/// A value that Clang identifies by name. A description may lack it, unless a record needs it.
#[derive(Clone, Copy)]
pub(crate) struct NamedValue {
    name: &'static str,
    value: Option<u64>,
}

/// Reads the values of all records of a class.
pub(super) fn values<'s, V: RecordView<'s>>(
    store: &'s RecordStore,
    value: impl Fn(V) -> Result<i64, FieldError>,
) -> Result<SveFlagValues<'s>, FieldError> {
    let named = V::all(store)?.into_iter().map(|view| {
        let record: Record<'s> = view.into();
        Ok((record.name(), value(view)? as u64))
    });
    named.collect()
}

impl<'s> SveFlags<'s> {
    pub(crate) fn collect(store: &'s RecordStore) -> Result<SveFlags<'s>, FieldError> {
        Ok(SveFlags {
            element_types: values(store, EltTypeRecord::number)?,
            memory_element_types: values(store, MemEltTypeRecord::number)?,
            flags: values(store, FlagTypeRecord::bits_of_flag)?,
            merge_types: values(store, MergeTypeRecord::number)?,
            immediate_checks: values(store, ImmCheckTypeRecord::number)?,
        })
    }

    /// Returns a flag's bits.
    pub(crate) fn flag(&self, name: &'static str) -> NamedValue {
        NamedValue::find(name, &self.flags)
    }

    /// Returns the number for a kind of check.
    pub(super) fn immediate_check(&self, name: &'static str) -> NamedValue {
        NamedValue::find(name, &self.immediate_checks)
    }

    /// Returns the element type in a vector's flags. Errors refer to `record`, which contains the
    /// type.
    pub(super) fn element_type(&self, ty: SveType, record: Record<'_>) -> Result<u64, FieldError> {
        let Element { kind, bits } = ty.element();
        let name = match (kind, bits) {
            (ElementKind::Float, 16) => "EltTyFloat16",
            (ElementKind::Float, 32) => "EltTyFloat32",
            (ElementKind::Float, 64) => "EltTyFloat64",
            (ElementKind::BFloat, _) => "EltTyBFloat16",
            (ElementKind::MFloat, _) => "EltTyMFloat8",
            (ElementKind::Predicate | ElementKind::Count, 8) => "EltTyBool8",
            (ElementKind::Predicate | ElementKind::Count, 16) => "EltTyBool16",
            (ElementKind::Predicate | ElementKind::Count, 32) => "EltTyBool32",
            (ElementKind::Predicate | ElementKind::Count, 64) => "EltTyBool64",
            (ElementKind::Signed | ElementKind::Unsigned, 8) => "EltTyInt8",
            (ElementKind::Signed | ElementKind::Unsigned, 16) => "EltTyInt16",
            (ElementKind::Signed | ElementKind::Unsigned, 32) => "EltTyInt32",
            (ElementKind::Signed | ElementKind::Unsigned, 64) => "EltTyInt64",
            (ElementKind::Signed | ElementKind::Unsigned, 128) => "EltTyInt128",
            _ => {
                let message = format!("Clang knows no such elements of {bits} bits");
                return Err(FieldError::new(Code::IntrinsicFlags, record, message));
            }
        };
        NamedValue::find(name, &self.element_types).get(record)
    }
}

impl NamedValue {
    fn find(name: &'static str, values: &SveFlagValues<'_>) -> NamedValue {
        let entry = values.iter().find(|(value_name, _)| *value_name == name);
        NamedValue { name, value: entry.map(|&(_, value)| value) }
    }

    /// Returns the value. Errors refer to `record`, which needs it.
    #[inline]
    pub(crate) fn get(self, record: Record<'_>) -> Result<u64, FieldError> {
        self.value.ok_or_else(|| self.missing(record))
    }

    #[cold]
    fn missing(self, record: Record<'_>) -> FieldError {
        FieldError::new(Code::IntrinsicFlags, record, format!("unknown value '{}'", self.name))
    }

    /// Shifts `value` to the flag bits that this mask covers.
    pub(super) fn part(self, value: u64, record: Record<'_>) -> Result<u64, FieldError> {
        let bits = self.get(record)?;
        Ok(value.checked_shl(bits.trailing_zeros()).unwrap_or(0) & bits)
    }
}
