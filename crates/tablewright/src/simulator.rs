//! Object files executed from a description alone.

pub use tablewright_simulator::{
    InstructionCoverage, LinkFailure, MeaningSource, ObjectInput, RegisterState, RunFailure,
    RunInput, RunOutcome, Simulator, SimulatorOptions, Stop, StopKind, TraceStep,
};
