//! Value types: records of class `ValueType`, which are machine value types (`MVT`) in C++.

use rustc_hash::FxHashMap;
use tablewright_records::{
    Analysis, AnalysisError, FieldError, Record, RecordId, RecordStore, RecordView,
};
use tablewright_syntax::diagnostic::{Code, Diagnostics};
use tablewright_syntax::symbol::Symbol;

use crate::hw_modes::{HwModeId, HwModes};
use crate::record_views::subtarget::HwModeSelectRecord;
use crate::record_views::value_type::{PtrValueTypeRecord, ValueTypeRecord};

/// The number of a type in C++'s enum of types. Several records may be the same type: a pointer
/// has the number of the integer type of its size.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct ValueType(pub i64);

/// A type that may depend on the mode of the hardware: by mode, in the modes' order.
#[doc(alias = "ValueTypeByHwMode")]
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct TypeByHwMode {
    choices: Vec<(HwModeId, ValueType)>,
    address_space: Option<i64>,
}

impl TypeByHwMode {
    /// The type in each mode that the record names, in the modes' order.
    pub fn choices(&self) -> &[(HwModeId, ValueType)] {
        &self.choices
    }

    /// The address space of a pointer (`PtrValueType`), whose type is otherwise an integer.
    pub fn address_space(&self) -> Option<i64> {
        self.address_space
    }

    /// The type, if it is the same in all modes.
    pub fn only(&self) -> Option<ValueType> {
        match self.choices[..] {
            [(HwModeId::DEFAULT, only)] => Some(only),
            _ => None,
        }
    }

    /// The type in the first mode that the record names.
    pub fn first(&self) -> Option<ValueType> {
        self.choices.first().map(|&(_, ty)| ty)
    }

    /// The type in a mode. If the record does not name the mode, it is the type in the default mode.
    pub fn get(&self, mode: HwModeId) -> Option<ValueType> {
        let of = |mode| self.choices.iter().find(|choice| choice.0 == mode).map(|choice| choice.1);
        of(mode).or_else(|| of(HwModeId::DEFAULT))
    }
}

/// The value types that the description has.
#[derive(Debug)]
pub struct ValueTypes {
    /// By number: the record that the type is named after.
    records: FxHashMap<ValueType, (RecordId, i64)>,
    /// By name of the enumerator: its number, where records do not state it.
    counted: FxHashMap<Symbol, ValueType>,
}

impl ValueTypes {
    /// The name of the enumerator, without `MVT::`. `None` for a type that is not described.
    pub fn name<'s>(&self, store: &'s RecordStore, ty: ValueType) -> Option<&'s str> {
        let record = ValueTypeRecord::new(store.record(self.records.get(&ty)?.0));
        Some(record.enumerator_name())
    }

    /// The type that a record of class `ValueType` is. A pointer is the integer that it is made of.
    ///
    /// # Errors
    /// When the record has neither a number nor the name of a type that has one.
    pub fn number(&self, record: ValueTypeRecord<'_>) -> Result<ValueType, FieldError> {
        if self.counted.is_empty() {
            // Records state their numbers.
            return record.value().map(ValueType);
        }
        let name = record.llvm_name_symbol()?;
        self.counted.get(&name).copied().ok_or_else(|| {
            let message = format!("'{}' is no value type", record.name());
            FieldError::new(Code::ValueTypes, *record, message)
        })
    }

    /// The type of a name that the description itself gives to records, such as `i32`. `None` where there
    /// is no such record.
    ///
    /// # Errors
    /// Those of [`ValueTypes::number`].
    pub fn named(&self, store: &RecordStore, name: &str) -> Result<Option<ValueType>, FieldError> {
        let Some(record) = store.find_record(name) else { return Ok(None) };
        self.number(ValueTypeRecord::new(store.record(record))).map(Some)
    }

    /// The number of bits of a value.
    pub fn size(&self, ty: ValueType) -> i64 {
        self.records.get(&ty).map_or(0, |&(_, size)| size)
    }

    /// The type that a record stands for in each mode; `None` where it is no `ValueType`.
    ///
    /// # Errors
    /// When one of the records that it chooses is not a type.
    pub fn by_hw_mode(
        &self,
        record: Record<'_>,
        hw_modes: &HwModes,
    ) -> Result<Option<TypeByHwMode>, FieldError> {
        let Some(record) = ValueTypeRecord::of(record) else { return Ok(None) };
        let pointer = PtrValueTypeRecord::of(record);
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
        // The sort is stable, so of several choices for a mode the first stays.
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

/// The records that are types of their own, in order of definition. Targets may make up more records for a
/// type; its name is that of the first.
pub(crate) fn own_types(store: &RecordStore) -> Vec<ValueTypeRecord<'_>> {
    let mut described = ValueTypeRecord::all_if_defined(store);
    // These have the number of another type, or none.
    described.retain(|&record| {
        PtrValueTypeRecord::of(record).is_none() && HwModeSelectRecord::of(record).is_none()
    });
    described.sort_by_key(|record| (record.is_anonymous(), record.sequence()));
    described
}

/// The numbers of types that do not state them: they are counted from 1 on. None where the types state them.
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
