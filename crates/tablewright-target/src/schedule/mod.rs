//! How long instructions take, and what they take, on each processor of a target: machine models
//! and itineraries (`TargetSchedule.td`, `TargetItinerary.td`).
//!
//! Operands of instructions do *writes* and *reads* ([`read_write`]). Instructions that do the
//! same are of one *scheduling class* ([`sched_class`]), which records of class `InstRW`
//! ([`inst_rw`]) split by processor. Where what is done depends on the instruction, a class turns
//! into others. What each class takes on each processor is a model of its own ([`tables`]), as are
//! the features of processors ([`crate::subtarget_features`]).

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
mod variants;

pub use index::{InstRwId, ProcModelId, ProcResourceId, ReadId, SchedClassId, WriteId};
pub use sched_models::SchedModels;
