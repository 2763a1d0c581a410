//! Scheduling models: the latency of instructions and the resources they take on each processor of a
//! target (`TargetSchedule.td`, `TargetItinerary.td`).
//!
//! In: records of processors, machine models, itineraries and instructions. Out: analyses, each
//! built when a backend asks for it:
//!
//! - [`SchedModels`], which the others begin with. Instructions list *writes* and *reads*
//!   ([`read_write`]), one for each operand. Instructions with equal lists are of one *scheduling
//!   class* ([`sched_class`]). Records of class `InstRW` ([`inst_rw`]) say something else for some
//!   instructions on some processors, and split their classes. A class whose writes have variants
//!   turns into other classes, depending on the instruction at hand (`inference`, `variants`).
//! - [`SchedTables`](tables::SchedTables): the latency and the resources of each class on each
//!   processor.
//! - [`Itineraries`](itineraries::Itineraries): the older description by pipeline stages.
//! - [`MachineModels`](machine_model::MachineModels): the fields and resources of each processor.
//!
//! Not analyses, because they are asked for once: [`coverage`] and [`packetizer`].

mod completeness;
pub mod coverage;
mod index;
mod inference;
pub mod inst_rw;
pub mod instregex;
pub mod itineraries;
pub mod machine_model;
mod operand_resources;
pub mod operands;
pub mod packetizer;
pub mod proc_model;
pub mod processor_info;
pub mod read_write;
mod resources;
pub mod sched_class;
mod sched_models;
pub mod sti_predicate;
pub mod tables;
#[cfg(test)]
mod tests;
mod variants;

pub use completeness::CompleteModels;
pub use index::{InstRwId, ProcModelId, ProcResourceId, ReadId, SchedClassId, WriteId};
pub use sched_models::SchedModels;
