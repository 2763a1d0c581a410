//! Registers and register classes (`Target.td`, "Register file description").
//!
//! In: records for registers, sub-register indices, tuples, classes and banks. Out: analyses, built
//! on demand. Each analysis depends on earlier analyses in this list:
//!
//! - [`Registers`]: the registers in order, with their own field values and expanded tuples;
//! - [`DescribedClasses`]: the classes that have a record, with their members;
//! - [`SubRegisters`]: all sub-registers, super-registers and register units;
//! - [`ComposedIndices`]: compositions for sub-register indices;
//! - [`RegisterClasses`]: all classes, including inferred classes, with sub-classes and
//!   super-classes;
//! - [`UnitWeights`] and [`PressureSets`]: register pressure;
//! - [`LaneMasks`]: lanes for indices, classes and units;
//! - [`RegistersByHwMode`]: classes and registers that depend on the hardware mode;
//! - [`DwarfNumbers`], [`CalleeSaved`] and [`RegisterBanks`].
//!
//! "Described" items come from records. "Inferred" and "synthesized" items follow from them.

mod by_hw_mode;
mod callee_saved;
mod class_of_value;
mod class_set;
mod composition;
mod dwarf_numbers;
mod index;
mod inferred_classes;
mod lane_masks;
mod pressure_sets;
mod register;
mod register_banks;
mod register_class;
mod register_classes;
mod register_order;
mod register_set;
mod register_size;
mod register_tuples;
mod sub_reg_index;
mod sub_register_classes;
mod sub_registers;
#[cfg(test)]
mod tests;
mod unit_intervals;
mod unit_weights;

pub use by_hw_mode::{ByHwMode, RegisterClassLike, RegistersByHwMode, check_register_by_hw_mode};
pub use callee_saved::{CalleeSaved, CalleeSavedRegs};
pub use class_set::ClassSet;
pub use composition::ComposedIndices;
pub use dwarf_numbers::DwarfNumbers;
pub use index::{RegUnitId, RegisterClassId, RegisterId, SubRegIndexId};
pub use lane_masks::{LaneMask, LaneMasks, MaskRol};
pub use pressure_sets::{ClassWeight, PressureListId, PressureSet, PressureSetId, PressureSets};
pub use register::{DescribedSubRegIndex, Register, Registers, SubReg};
pub use register_banks::{RegisterBank, RegisterBanks};
pub use register_class::{DescribedClass, DescribedClasses};
pub use register_classes::{ClassProperties, RegisterClass, RegisterClasses};
pub use register_set::RegisterSet;
pub use register_size::{RegisterSize, RegisterSizes};
pub use register_tuples::{SetRegister, TupleRegisterId};
pub use sub_reg_index::{SubRegIndex, SubRegIndices, SubRegRange};
pub use sub_register_classes::{SubRegisterClasses, base_classes};
pub use sub_registers::{RegUnit, SubRegisterShapeId, SubRegisters};
pub use unit_weights::UnitWeights;
