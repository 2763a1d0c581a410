//! Value types: `ValueType` records, the machine value types (`MVT`) in C++.

use rustc_hash::FxHashMap;
use tablewright_records::{
    Analysis, AnalysisError, FieldError, Record, RecordId, RecordStore, RecordView,
};
use tablewright_syntax::diagnostic::{Code, Diagnostics};
use tablewright_syntax::symbol::Symbol;

use crate::hw_modes::{HwModeId, HwModes};
use crate::record_views::subtarget::HwModeSelectRecord;
use crate::record_views::value_type::{PtrValueTypeRecord, ValueTypeRecord};

/// An enumerator number in the C++ type enumeration. Several records may have the same number: a
/// pointer has the number for the integer type with its size.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct ValueType(pub i64);

/// A type that may depend on the hardware mode. Choices are in mode order.
#[doc(alias = "ValueTypeByHwMode")]
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct TypeByHwMode {
    choices: Vec<(HwModeId, ValueType)>,
    address_space: Option<i64>,
}

impl TypeByHwMode {
    /// Returns the type for each mode that the record lists, in mode order.
    pub fn choices(&self) -> &[(HwModeId, ValueType)] {
        &self.choices
    }

    /// Returns a pointer's address space (`PtrValueType`). Apart from the address space, a pointer
    /// has an integer type.
    pub fn address_space(&self) -> Option<i64> {
        self.address_space
    }

    /// Returns the type if it is the same in all modes.
    pub fn only(&self) -> Option<ValueType> {
        match self.choices[..] {
            [(HwModeId::DEFAULT, only)] => Some(only),
            _ => None,
        }
    }

    /// Returns the type in the first mode that the record lists.
    pub fn first(&self) -> Option<ValueType> {
        self.choices.first().map(|&(_, ty)| ty)
    }

    /// Returns the type in a mode. If the mode is not listed, returns the type in the default mode.
    pub fn get(&self, mode: HwModeId) -> Option<ValueType> {
        let of = |mode| self.choices.iter().find(|choice| choice.0 == mode).map(|choice| choice.1);
        of(mode).or_else(|| of(HwModeId::DEFAULT))
    }
}

/// All value types in the description.
#[derive(Debug)]
pub struct ValueTypes {
    /// The first record and the size in bits, by type number.
    records: FxHashMap<ValueType, (RecordId, i64)>,
    /// Type number by enumerator name. Empty if records have explicit numbers.
    counted: FxHashMap<Symbol, ValueType>,
}

impl ValueTypes {
    /// Returns the enumerator name, without `MVT::`. `None` for a type that is not described.
    pub fn name<'s>(&self, store: &'s RecordStore, ty: ValueType) -> Option<&'s str> {
        let record = ValueTypeRecord::new(store.record(self.records.get(&ty)?.0));
        Some(record.enumerator_name())
    }

    /// Returns the type for a `ValueType` record. A pointer has the integer type with its size.
    ///
    /// # Errors
    /// If the record has neither a number nor the name of a numbered type.
    pub fn number(&self, record: ValueTypeRecord<'_>) -> Result<ValueType, FieldError> {
        if self.counted.is_empty() {
            // Records have explicit numbers.
            return record.value().map(ValueType);
        }
        let name = record.llvm_name_symbol()?;
        self.counted.get(&name).copied().ok_or_else(|| {
            let message = format!("'{}' is not a value type", record.name());
            FieldError::new(Code::ValueTypes, *record, message)
        })
    }

    /// Returns the type for a record name, such as `i32`. `None` if the description does not define
    /// the record.
    ///
    /// # Errors
    /// As for [`ValueTypes::number`].
    pub fn named(&self, store: &RecordStore, name: &str) -> Result<Option<ValueType>, FieldError> {
        let Some(record) = store.find_record(name) else { return Ok(None) };
        self.number(ValueTypeRecord::new(store.record(record))).map(Some)
    }

    /// Returns the value size in bits.
    pub fn size(&self, ty: ValueType) -> i64 {
        self.records.get(&ty).map_or(0, |&(_, size)| size)
    }

    /// Returns the type in each mode; `None` if the record is not a `ValueType`.
    ///
    /// # Errors
    /// If a chosen record is not a type.
    pub fn by_hw_mode(
        &self,
        record: Record<'_>,
        hw_modes: &HwModes,
    ) -> Result<Option<TypeByHwMode>, FieldError> {
        let Some(record) = ValueTypeRecord::from_record(record) else { return Ok(None) };
        let pointer = PtrValueTypeRecord::from_record(record);
        let address_space = pointer.map(PtrValueTypeRecord::addr_space).transpose()?;
        let Some(choices) = hw_modes.choices(record.id()) else {
            let choices = vec![(HwModeId::DEFAULT, self.number(record)?)];
            return Ok(Some(TypeByHwMode { choices, address_space }));
        };
        let store = record.store();
        let mut by_mode = Vec::with_capacity(choices.len());
        for &(mode, ty) in choices {
            let ty = ValueTypeRecord::new(store.record(ty));
            by_mode.push((mode, self.number(ty)?));
        }
        // The sort is stable: the first choice for a mode is kept.
        by_mode.sort_by_key(|&(mode, _)| mode);
        by_mode.dedup_by_key(|&mut (mode, _)| mode);
        Ok(Some(TypeByHwMode { choices: by_mode, address_space }))
    }
}

impl Analysis for ValueTypes {
    fn build(store: &RecordStore, _: &mut Diagnostics) -> Result<ValueTypes, AnalysisError> {
        let described = own_types(store);
        let mut types = ValueTypes { records: FxHashMap::default(), counted: count(&described)? };
        for record in described {
            let (ty, size) = (types.number(record)?, record.size()?);
            types.records.entry(ty).or_insert((record.id(), size));
        }
        Ok(types)
    }
}

/// Returns the records that define distinct types, in definition order. Targets may define
/// additional records for a type; the type is named after the first.
pub fn own_types(store: &RecordStore) -> Vec<ValueTypeRecord<'_>> {
    let mut described = ValueTypeRecord::all_if_defined(store);
    // Pointers have another type's number. Selections by hardware mode do not have a number.
    described.retain(|&record| {
        PtrValueTypeRecord::from_record(record).is_none()
            && HwModeSelectRecord::from_record(record).is_none()
    });
    described.sort_by_key(|record| (record.is_anonymous(), record.sequence()));
    described
}

/// Numbers the types from 1, by enumerator name, if records do not have explicit numbers; otherwise
/// returns an empty map.
fn count(described: &[ValueTypeRecord<'_>]) -> Result<FxHashMap<Symbol, ValueType>, FieldError> {
    let mut counted = FxHashMap::default();
    if described.iter().any(|record| record.value().is_ok()) {
        return Ok(counted);
    }
    for record in described {
        let next = ValueType(counted.len() as i64 + 1);
        counted.entry(record.llvm_name_symbol()?).or_insert(next);
    }
    Ok(counted)
}
