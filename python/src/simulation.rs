//! Object files, executed from the description.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

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
    memory: Option<u64>,
    max_instructions: Option<u64>,
    max_trace: Option<usize>,
    print_functions: Vec<String>,
    has_trace: bool,
}

impl RunOptions {
    /// Returns the simulator's options. An option without a value has the simulator's default.
    fn simulator_options(&self, interrupt: Arc<AtomicBool>) -> SimulatorOptions {
        let defaults = SimulatorOptions::default();
        SimulatorOptions {
            callee_saved: self.callee_saved.clone(),
            memory_size: self.memory.unwrap_or(defaults.memory_size),
            max_instructions: self.max_instructions.unwrap_or(defaults.max_instructions),
            max_trace: self.max_trace.unwrap_or(defaults.max_trace),
            print_functions: self.print_functions.clone(),
            interrupt: Some(interrupt),
        }
    }
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
    let interrupt = Arc::new(AtomicBool::new(false));
    let settings = options.simulator_options(Arc::clone(&interrupt));
    let outcome = analyse(py, &store.description, move |store, diagnostics| {
        let RunOptions { entry, args, processor, features, .. } = options;
        let subtarget = MachineOptions { processor, features, ..MachineOptions::default() };
        let machine = Machine::new(store, &subtarget, diagnostics)?;
        let mut simulator = Simulator::new(&machine, settings, diagnostics)?;
        let objects: Vec<ObjectInput<'_>> =
            objects.iter().map(|(name, bytes)| ObjectInput { name, bytes }).collect();
        let input = RunInput { objects: &objects, entry: entry.as_deref(), args: &args };
        match simulator.run_for_report(&input, options.has_trace) {
            Ok((outcome, trace)) => json(&RunData { outcome, trace }).map(Ok),
            Err(RunFailure::Link(failure)) => Ok(Err(failure.to_string())),
            Err(RunFailure::Description(diagnostic)) => Err(AnalysisError::Diagnostic(diagnostic)),
        }
    });
    // After an exception, for example KeyboardInterrupt, nobody needs the rest of the run.
    let outcome = outcome.inspect_err(|_| interrupt.store(true, Ordering::Relaxed))?;
    outcome.map_err(PyValueError::new_err)
}
