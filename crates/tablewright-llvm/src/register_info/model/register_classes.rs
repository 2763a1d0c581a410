//! The tables that code generation reads of register classes: types and sizes by mode, relations
//! among classes, and orders of allocation.

use tablewright_index::IndexVec;
use tablewright_records::{FieldError, RecordStore};
use tablewright_target::hw_modes::HwModeId;
use tablewright_target::registers::{RegisterClass, RegisterClassId, RegisterId, RegisterSize};
use tablewright_target::value_types::ValueType;
use tablewright_text::SequenceToOffsetTable;

use super::{ClassStorage, Layout, RegisterAnalyses};
use crate::support::packed_sequences::PackedSequences;

/// The tables of classes for code generation.
pub(crate) struct CodegenClasses<'s> {
    /// Lists of types, one for each class and mode.
    pub(crate) types: SequenceToOffsetTable<NamedType<'s>>,
    /// For each mode, the sizes and types of the classes.
    pub(crate) modes: Vec<Mode<'s>>,
    /// Lists of the indices of which a class is a class of sub-registers, by their numbers.
    pub(crate) super_reg_indices: SequenceToOffsetTable<u32>,
    /// By class, where its list of indices begins.
    pub(crate) super_reg_indices_of: IndexVec<RegisterClassId, usize>,
    /// By class, how one of several orders is chosen; `None` where there is one only.
    pub(crate) alt_orders: IndexVec<RegisterClassId, Option<AltOrders<'s>>>,
    /// The object that holds the tables of classes; `None` where each class has its own.
    pub(crate) storage: Option<ClassStorage>,
}

/// A type and its enumerator without `MVT::`. Types are ordered by their numbers.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct NamedType<'s> {
    ty: ValueType,
    pub(crate) name: &'s str,
}

/// The classes in a mode of the hardware.
pub(crate) struct Mode<'s> {
    pub(crate) id: HwModeId,
    pub(crate) name: &'s str,
    pub(crate) classes: IndexVec<RegisterClassId, ClassInMode>,
}

/// The size and the types of a class in a mode.
pub(crate) struct ClassInMode {
    pub(crate) size: RegisterSize,
    /// The offset of its list of types.
    pub(crate) types: usize,
}

/// The orders of a class, of which C++ code chooses one.
pub(crate) struct AltOrders<'s> {
    /// The body of the function that chooses.
    pub(crate) select: &'s str,
    /// The orders besides that of the members, numbered from one.
    pub(crate) orders: &'s [Vec<RegisterId>],
}

impl AltOrders<'_> {
    /// The number of orders, including that of the members.
    pub(crate) fn count(&self) -> usize {
        self.orders.len() + 1
    }
}

impl<'s> CodegenClasses<'s> {
    pub(super) fn new(
        store: &'s RecordStore,
        analyses: &RegisterAnalyses<'s>,
        layout: Layout,
    ) -> Result<CodegenClasses<'s>, FieldError> {
        let named = |ty| {
            let name = analyses.types.name(store, ty).unwrap_or("INVALID_SIMPLE_VALUE_TYPE");
            NamedType { ty, name }
        };
        let (modes, types) = modes(analyses, named);
        let super_reg_indices: PackedSequences<u32> = analyses
            .classes
            .iter()
            .map(|(_, class)| class.super_reg_classes.iter().map(|(index, _)| index.number()))
            .map(Iterator::collect)
            .collect();
        let alt_orders = |class: &'s RegisterClass| match class.properties.alt_order_select(store) {
            "" => None,
            select => {
                // The first order is that of the members, which the class has anyway.
                let orders = class.properties.orders.get(1..).unwrap_or_default();
                Some(AltOrders { select, orders })
            }
        };
        Ok(CodegenClasses {
            types,
            storage: ClassStorage::collect(analyses, layout),
            modes,
            super_reg_indices: super_reg_indices.table,
            super_reg_indices_of: IndexVec::from_raw(super_reg_indices.offsets),
            alt_orders: analyses.classes.iter().map(|(_, class)| alt_orders(class)).collect(),
        })
    }
}

/// The sizes and types of classes by mode, and the lists of types.
fn modes<'s>(
    analyses: &RegisterAnalyses<'s>,
    named: impl Fn(ValueType) -> NamedType<'s>,
) -> (Vec<Mode<'s>>, SequenceToOffsetTable<NamedType<'s>>) {
    let of_class = |class: &RegisterClass, mode| -> Vec<NamedType<'s>> {
        let types = class.properties.value_types.iter().filter_map(|ty| ty.get(mode));
        types.map(&named).collect()
    };
    // Mode by mode, which is the order in which the offsets are taken below.
    let by_mode = analyses
        .hw_modes
        .iter()
        .flat_map(|(mode, _)| analyses.classes.iter().map(move |(_, class)| (class, mode)));
    let types: PackedSequences<NamedType<'s>> =
        by_mode.map(|(class, mode)| of_class(class, mode)).collect();
    let mut offsets = types.offsets.into_iter();
    let mut modes = Vec::new();
    for (mode, name) in analyses.mode_names() {
        // The offsets are the second half of the pair on purpose: `zip` stops when the classes end,
        // before it takes an offset of the next mode.
        let classes = analyses.classes.iter().zip(&mut offsets);
        let classes = classes
            .map(|((_, class), types)| ClassInMode { size: class.sizes.get(mode), types })
            .collect();
        modes.push(Mode { id: mode, name, classes });
    }
    (modes, types.table)
}
