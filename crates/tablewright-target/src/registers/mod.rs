//! Registers and register classes (`Target.td`, "Register file description").
//!
//! What is worked out of them is divided into models, so that a backend pays for what it asks:
//! [`Registers`] are the registers in order with what their own fields say, [`DescribedClasses`]
//! the classes with their members.

mod index;
mod older_releases;
mod register;
mod register_class;
mod register_order;
mod register_set;
mod register_size;
mod register_tuples;
#[cfg(test)]
mod tests;

pub use index::{RegUnitId, RegisterClassId, RegisterIndex, SubRegIndexId};
pub use register::{Register, Registers, SubRegIndexRecord};
pub use register_class::{DescribedClass, DescribedClasses};
pub use register_set::RegisterSet;
pub use register_size::{RegisterSize, RegisterSizes};
pub use register_tuples::SetRegister;
