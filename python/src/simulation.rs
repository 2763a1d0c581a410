//! Object files, executed from the description.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use serde::Serialize;
use tablewright::AnalysisError;
use tablewright::machine::{Machine, MachineOptions};
use tablewright::simulator::{
    ObjectInput, RunFailure, RunInput, RunOutcome, Simulator, SimulatorOptions, TraceStep,
};

use crate::description::Store;
use crate::target::{analyse, json};

/// Entry, limits and subtarget, read from `_RunOptions` in `_target.py`.
#[derive(FromPyObject)]
pub(crate) struct RunOptions {
    entry: Option<String>,
    args: Vec<i128>,
    processor: Option<String>,
    features: Vec<String>,
    callee_saved: Option<String>,
    memory: u64,
    max_instructions: u64,
    print_functions: Vec<String>,
    has_trace: bool,
}

/// A program's end; read by `RunOutcome._of`.
#[derive(Serialize)]
struct RunData {
    #[serde(flatten)]
    outcome: RunOutcome,
    trace: Vec<TraceStep>,
}

/// Links and runs object files, given by name and contents; returns the outcome as JSON.
#[pyfunction]
pub(crate) fn run(
    py: Python<'_>,
    store: &Store,
    objects: Vec<(String, Vec<u8>)>,
    options: RunOptions,
) -> PyResult<String> {
    let outcome = analyse(py, &store.description, move |store, diagnostics| {
        let RunOptions { entry, args, processor, features, .. } = options;
        let subtarget = MachineOptions { processor, features, ..MachineOptions::default() };
        let machine = Machine::new(store, &subtarget, diagnostics)?;
        let settings = SimulatorOptions {
            callee_saved: options.callee_saved,
            memory_size: options.memory,
            max_instructions: options.max_instructions,
            print_functions: options.print_functions,
        };
        let mut simulator = Simulator::new(&machine, settings, diagnostics)?;
        let objects: Vec<ObjectInput<'_>> =
            objects.iter().map(|(name, bytes)| ObjectInput { name, bytes }).collect();
        let input = RunInput { objects: &objects, entry: entry.as_deref(), args: &args };
        let mut trace = Vec::new();
        let mut receive = |step| trace.push(step);
        let receiver: Option<&mut dyn FnMut(TraceStep)> =
            if options.has_trace { Some(&mut receive) } else { None };
        match simulator.run(&input, receiver) {
            Ok(outcome) => json(&RunData { outcome, trace }).map(Ok),
            Err(RunFailure::Link(failure)) => Ok(Err(failure.to_string())),
            Err(RunFailure::Description(diagnostic)) => Err(AnalysisError::Diagnostic(diagnostic)),
        }
    })?;
    outcome.map_err(PyValueError::new_err)
}
