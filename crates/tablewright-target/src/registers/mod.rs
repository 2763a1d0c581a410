//! Registers and register classes (`Target.td`, "Register file description").
//!
//! What is worked out of them is divided into models, so that a backend pays for what it asks:
//! [`Registers`] are the registers in order with what their own fields say, [`DescribedClasses`]
//! the classes with their members.

mod callee_saved;
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
mod unit_weights;

pub use callee_saved::{CalleeSaved, CalleeSavedRegs};
pub use class_set::ClassSet;
pub use composition::ComposedIndices;
pub use dwarf_numbers::DwarfNumbers;
pub use index::{RegUnitId, RegisterClassId, RegisterId, SubRegIndexId};
pub use lane_masks::{LaneMask, LaneMasks, MaskRol};
pub use pressure_sets::{ClassWeight, PressureListId, PressureSet, PressureSetId, PressureSets};
pub use register::{Register, Registers, SubRegIndexRecord};
pub use register_banks::{RegisterBank, RegisterBanks};
pub use register_class::{DescribedClass, DescribedClasses};
pub use register_classes::{ClassProperties, RegisterClass, RegisterClasses};
pub use register_set::RegisterSet;
pub use register_size::{RegisterSize, RegisterSizes};
pub use register_tuples::{SetRegister, TupleRegisterId};
pub use sub_reg_index::{SubRegIndex, SubRegIndices, SubRegRange};
pub use sub_register_classes::{SubRegisterClasses, base_classes};
pub use sub_registers::{RegUnit, ShapeId, SubRegisters};
pub use unit_weights::UnitWeights;
