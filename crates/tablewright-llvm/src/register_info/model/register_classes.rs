//! Register class tables for code generation: types and sizes by mode, class relations, and allocation orders.

use tablewright_index::IndexVec;
use tablewright_records::{Feature, FieldError, RecordStore};
use tablewright_target::hw_modes::HwModeId;
use tablewright_target::registers::{RegisterClass, RegisterClassId, RegisterId, RegisterSize};
use tablewright_target::value_types::ValueType;
use tablewright_text::SequenceToOffsetTable;

use super::{ClassStorage, RegisterAnalyses, RegisterInfoLayout};
use crate::support::packed_sequences::PackedSequences;

/// Class tables for code generation.
pub(crate) struct CodegenClasses<'s> {
    /// Type lists for each class and mode.
    pub(crate) types: SequenceToOffsetTable<NamedType<'s>>,
    /// For each mode, the sizes and types of the classes.
    pub(crate) modes: Vec<ModeRegisterClasses<'s>>,
    /// Index lists for classes: the sub-register indices that lead to the class, by number.
    pub(crate) super_reg_indices: SequenceToOffsetTable<u32>,
    /// Index list offset, by class.
    pub(crate) super_reg_indices_of: IndexVec<RegisterClassId, usize>,
    /// Choice between allocation orders, by class. `None` if there is a single order.
    pub(crate) alt_orders: IndexVec<RegisterClassId, Option<AltOrders<'s>>>,
    /// Object that contains the class tables; `None` if each class has its own.
    pub(crate) storage: Option<ClassStorage>,
}

/// A type and its enumerator without `MVT::`. Types are ordered by their numbers.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct NamedType<'s> {
    ty: ValueType,
    pub(crate) name: &'s str,
}

/// The classes in a mode of the hardware.
pub(crate) struct ModeRegisterClasses<'s> {
    pub(crate) id: HwModeId,
    pub(crate) name: &'s str,
    pub(crate) classes: IndexVec<RegisterClassId, ClassInMode>,
}

/// The size and the types of a class in a mode.
pub(crate) struct ClassInMode {
    pub(crate) size: RegisterSize,
    /// Type list offset.
    pub(crate) types: usize,
}

/// A class's orders. C++ code selects the order.
pub(crate) struct AltOrders<'s> {
    /// Selection function's body.
    pub(crate) select: &'s str,
    /// Alternative allocation orders, numbered from 1.
    pub(crate) orders: &'s [Vec<RegisterId>],
}

impl AltOrders<'_> {
    /// Returns the number of orders, including the member order.
    pub(crate) fn count(&self) -> usize {
        self.orders.len() + 1
    }
}

impl<'s> CodegenClasses<'s> {
    pub(super) fn new(
        store: &'s RecordStore,
        analyses: &RegisterAnalyses<'s>,
        layout: RegisterInfoLayout,
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
                // The first order is the member order, which the class already has.
                let orders = class.properties.orders.get(1..).unwrap_or_default();
                Some(AltOrders { select, orders })
            }
        };
        Ok(CodegenClasses {
            types,
            storage: ClassStorage::collect(
                analyses,
                layout,
                store.release().has(Feature::RegisterClassesShareMasks),
            ),
            modes,
            super_reg_indices: super_reg_indices.table,
            super_reg_indices_of: IndexVec::from_raw(super_reg_indices.offsets),
            alt_orders: analyses.classes.iter().map(|(_, class)| alt_orders(class)).collect(),
        })
    }
}

/// Returns the class sizes and types by mode, and the type lists.
fn modes<'s>(
    analyses: &RegisterAnalyses<'s>,
    named: impl Fn(ValueType) -> NamedType<'s>,
) -> (Vec<ModeRegisterClasses<'s>>, SequenceToOffsetTable<NamedType<'s>>) {
    let of_class = |class: &RegisterClass, mode| -> Vec<NamedType<'s>> {
        let types = class.properties.value_types.iter().filter_map(|ty| ty.get(mode));
        types.map(&named).collect()
    };
    // Grouped by mode, because the offsets are read in this order below.
    let by_mode = analyses
        .hw_modes
        .iter()
        .flat_map(|(mode, _)| analyses.classes.iter().map(move |(_, class)| (class, mode)));
    let types: PackedSequences<NamedType<'s>> =
        by_mode.map(|(class, mode)| of_class(class, mode)).collect();
    let mut offsets = types.offsets.into_iter();
    let mut modes = Vec::new();
    for (mode, name) in analyses.mode_names() {
        // The offsets are the second part of the pair on purpose: when the classes end, `zip` stops before it consumes
        // an offset for the next mode.
        let classes = analyses.classes.iter().zip(&mut offsets);
        let classes = classes
            .map(|((_, class), types)| ClassInMode { size: class.sizes.get(mode), types })
            .collect();
        modes.push(ModeRegisterClasses { id: mode, name, classes });
    }
    (modes, types.table)
}
