//! Scheduling models: instruction latencies and resources on each processor of a target
//! (`TargetSchedule.td`, `TargetItinerary.td`).
//!
//! In: records of processors, machine models, itineraries and instructions. Out: analyses, each
//! built on request by a backend:
//!
//! - [`SchedModels`], the base of the other analyses. Instructions list *writes* and *reads*
//!   ([`read_write`]), one for each operand. Instructions with equal lists form a *scheduling
//!   class* ([`sched_class`]). `InstRW` records ([`inst_rw`]) override the lists for some
//!   instructions on some processors, and split their classes. A class whose writes have variants
//!   is replaced by other classes, chosen by predicates on the instruction (`inference`,
//!   `variants`).
//! - [`SchedTables`](tables::SchedTables): latency and resources for each class and processor.
//! - [`Itineraries`](itineraries::Itineraries): the older description by pipeline stages.
//! - [`MachineModels`](machine_model::MachineModels): fields and resources of each processor.
//!
//! [`coverage`] and [`packetizer`] are not analyses, because they are used once.

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
