//! Described register classes, which have a record.
//!
//! In: records of class `RegisterClass`. Out: [`DescribedClasses`], with members, value types and
//! sizes. [`RegisterClasses`](super::RegisterClasses) adds inferred classes. A backend that needs
//! only members avoids the inference cost.

use std::cmp::Ordering;

use rustc_hash::FxHashMap;
use tablewright_index::{IndexVec, define_index};
use tablewright_records::{
    Analysis, AnalysisError, Feature, FieldError, RecordId, RecordStore, RecordView,
};
use tablewright_syntax::diagnostic::{Code, Diagnostic, Diagnostics};
use tablewright_syntax::symbol::Symbol;

use super::index::RegisterId;
use super::register::Registers;
use super::register_set::RegisterSet;
use super::register_size::{ModeSize, RegisterSize, RegisterSizes};
use crate::hw_modes::HwModes;
use crate::record_views::register::{RegInfoRecord, RegisterClassRecord};
use crate::value_types::{TypeByHwMode, ValueTypes};

define_index! {
    /// A described class, in natural name order. Its id among all classes, including inferred
    /// classes, is a [`RegisterClassId`](super::RegisterClassId).
    pub(super) struct DescribedClassId;
}

/// A record of class `RegisterClass`.
#[derive(Debug)]
pub struct DescribedClass {
    /// The record. Its name is the class name.
    pub record: RecordId,
    /// The C++ namespace.
    pub namespace: Symbol,
    /// The value types that the registers can hold; at least one.
    pub value_types: Vec<TypeByHwMode>,
    /// The register sizes.
    pub sizes: RegisterSizes,
    /// The members in description order.
    pub order: Vec<RegisterId>,
    /// The members in register order.
    pub members: RegisterSet,
    /// Whether all members are artificial. Instructions do not use such a class.
    pub is_artificial: bool,
}

/// The described register classes, without inferred classes.
#[derive(Debug)]
pub struct DescribedClasses {
    classes: IndexVec<DescribedClassId, DescribedClass>,
    by_record: FxHashMap<RecordId, DescribedClassId>,
    /// The ids in the order among all classes.
    in_order: Vec<DescribedClassId>,
}

impl DescribedClasses {
    /// Returns all described classes in natural name order.
    pub fn by_name(&self) -> &[DescribedClass] {
        self.classes.raw()
    }

    /// Returns all described classes with their ids, in natural name order.
    pub(super) fn classes(&self) -> &IndexVec<DescribedClassId, DescribedClass> {
        &self.classes
    }

    /// Iterates over all described classes in number order. In the full numbering, inferred classes
    /// come between them.
    pub fn in_order(&self) -> impl ExactSizeIterator<Item = &DescribedClass> {
        self.in_order.iter().map(|&id| &self.classes[id])
    }

    /// Returns a record's class.
    pub fn for_record(&self, record: RecordId) -> Option<&DescribedClass> {
        self.by_record.get(&record).map(|&id| &self.classes[id])
    }

    /// Whether each register in `sub` is also in `class`, and can be spilled as a register in
    /// `class`.
    pub fn is_sub_class(&self, sub: &DescribedClass, class: &DescribedClass) -> bool {
        sub.record == class.record
            || !class.is_artificial
                && sub.sizes.fit_into(&class.sizes)
                && sub.members.is_subset(&class.members)
    }
}

impl Analysis for DescribedClasses {
    fn build(
        store: &RecordStore,
        diagnostics: &mut Diagnostics,
    ) -> Result<DescribedClasses, AnalysisError> {
        let registers: &Registers = store.analysis(diagnostics)?;
        let hw_modes: &HwModes = store.analysis(diagnostics)?;
        let types: &ValueTypes = store.analysis(diagnostics)?;
        let records = RegisterClassRecord::all(store)?;
        if records.is_empty() {
            return Err(no_classes().into());
        }
        let mut sets = registers.sets(store);
        let mut classes = IndexVec::with_capacity(records.len());
        for record in records {
            let value_types = value_types(record, types, hw_modes)?;
            let elements = sets.expand(*record)?.unwrap_or_default();
            let order: Vec<RegisterId> = elements
                .iter()
                .map(|&element| registers.expect_of_set(store, element))
                .collect::<Result<_, FieldError>>()?;
            classes.push(DescribedClass {
                record: record.id(),
                namespace: record.namespace()?,
                sizes: sizes(record, &value_types, types, hw_modes)?,
                value_types,
                members: order.iter().copied().collect(),
                is_artificial: order.iter().all(|&r| registers.get(r).is_artificial),
                order,
            });
        }
        let by_record = classes.iter_enumerated().map(|(id, class)| (class.record, id)).collect();
        let mut in_order: Vec<DescribedClassId> = classes.indices().collect();
        // The sort keys are the same as in the order for all classes.
        in_order.sort_by(|&a, &b| compare(&classes[a], &classes[b], store));
        Ok(DescribedClasses { classes, by_record, in_order })
    }
}

fn compare(a: &DescribedClass, b: &DescribedClass, store: &RecordStore) -> Ordering {
    let name = |class: &DescribedClass| store.record(class.record).name();
    RegisterSizes::order(&a.sizes, &b.sizes)
        .then_with(|| b.members.len().cmp(&a.members.len()))
        .then_with(|| name(a).cmp(name(b)))
}

fn no_classes() -> Diagnostic {
    Diagnostic::error_anywhere(Code::RegisterClasses, "No 'RegisterClass' subclasses defined!")
}

fn value_types(
    record: RegisterClassRecord<'_>,
    types: &ValueTypes,
    hw_modes: &HwModes,
) -> Result<Vec<TypeByHwMode>, FieldError> {
    let list = record.reg_types()?;
    if list.is_empty() {
        return Err(FieldError::new(
            Code::RegisterClasses,
            *record,
            "RegTypes list must not be empty!",
        ));
    }
    let mut types_by_mode = Vec::with_capacity(list.len());
    for ty in list {
        let Some(by_mode) = types.by_hw_mode(*ty, hw_modes)? else {
            let name = ty.name();
            let message =
                format!("RegTypes list member '{name}' does not derive from the ValueType class!");
            return Err(FieldError::new(Code::RegisterClasses, *record, message));
        };
        types_by_mode.push(by_mode);
    }
    Ok(types_by_mode)
}

/// Returns the sizes from `RegInfos` by mode. If `RegInfos` lacks the default mode, its size is
/// `Size`, or the first value type's size if `Size` is zero.
fn sizes(
    record: RegisterClassRecord<'_>,
    value_types: &[TypeByHwMode],
    types: &ValueTypes,
    hw_modes: &HwModes,
) -> Result<RegisterSizes, FieldError> {
    let mut by_mode = Vec::new();
    if let Some(select) = record.reg_infos()?
        && let Some(choices) = hw_modes.choices(select.id())
    {
        for &(mode, info) in choices {
            let info = RegInfoRecord::new(record.store().record(info));
            by_mode.push(ModeSize { mode, size: RegisterSize::from_record(info)? });
        }
    }
    // The reference uses C++ `unsigned`. Zero then means the value type's size.
    let size = match record.size()? as u32 {
        0 if by_mode.iter().all(|own| !own.mode.is_default())
            && record.store().release().has(Feature::RegisterSizesAreExplicit)
            && value_types.first().is_some_and(|ty| ty.only().is_none()) =>
        {
            let message = "Impossible to determine register size";
            return Err(FieldError::new(Code::RegisterClasses, *record, message)
                .note("the first type depends on the mode: set the size in `Size` or `RegInfos`"));
        }
        0 => value_types.first().and_then(|ty| ty.first()).map_or(0, |ty| types.size(ty) as u32),
        size => size,
    };
    let default =
        RegisterSize { register: size, spill: size, spill_alignment: record.alignment()? as u32 };
    Ok(RegisterSizes::new(&by_mode, default, hw_modes))
}
