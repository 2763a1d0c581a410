//! Object files executed from a target description alone: no C++, no simulator of the target.
//!
//! In: a [`Machine`](tablewright_machine::Machine), and object files. Out: printed text, the result, registers, and
//! the reason for a stop.
//!
//! Encodings say which instruction some bytes are. The instruction's pattern, or a record of class `Semantics`, says
//! what the instruction does; records of class `NodeSemantics` have the meaning of the target's own nodes. Trees are
//! compiled once to programs, and instructions are bound to their operands once for each address. An
//! instruction without a described meaning stops the simulation with its name: no result is guessed.
#![warn(missing_docs)]

mod compile;
mod convention;
mod evaluate;
mod execute;
mod graph_value;
mod host;
mod link;
mod meaning;
mod memory;
mod operation;
mod program;
mod register_file;
mod run;
mod simulator;
mod steps;
mod stop;
mod vectors;

pub use graph_value::{GraphBytes, GraphValues, evaluate_graph, is_evaluated};
pub use link::{LinkFailure, ObjectInput};
pub use meaning::MeaningSource;
pub use run::{RegisterState, RunFailure, RunInput, RunOutcome, TraceStep};
pub use simulator::{InstructionCoverage, Simulator, SimulatorOptions};
pub use steps::{InstructionFlaw, StepFailure, StepState};
pub use stop::{Stop, StopKind};
pub use vectors::{Vector, VectorOutcome, number};
