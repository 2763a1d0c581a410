//! Work on a separate thread. Python's other threads run meanwhile, and `Ctrl-C` interrupts the wait.

use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;

/// Longest delay of a signal.
const INTERVAL: Duration = Duration::from_millis(50);

/// Stack of the thread: the deepest recursion in an analysis, with a margin. Unused pages cost no memory.
const STACK_BYTES: usize = 64 << 20;

/// Runs `work` on a new thread. The caller waits without the interpreter's lock, and calls `tick` every
/// [`INTERVAL`] with the lock.
///
/// # Errors
/// Fails if `tick` or a signal raises an exception, for example `KeyboardInterrupt`. The thread then finishes
/// its work, and the result is dropped.
pub(crate) fn run<T: Send + 'static>(
    py: Python<'_>,
    work: impl FnOnce() -> T + Send + 'static,
    mut tick: impl FnMut(Python<'_>) -> PyResult<()>,
) -> PyResult<T> {
    let (sender, mut receiver) = mpsc::sync_channel(1);
    // Sending fails if the caller stopped waiting.
    let work = move || drop(sender.send(work()));
    thread::Builder::new().name("tablewright".into()).stack_size(STACK_BYTES).spawn(work)?;
    loop {
        let (returned, outcome) = py.detach(move || wait(receiver));
        receiver = returned;
        match outcome {
            Ok(result) => return Ok(result),
            Err(RecvTimeoutError::Timeout) => {
                py.check_signals()?;
                tick(py)?;
            }
            Err(RecvTimeoutError::Disconnected) => {
                return Err(PyRuntimeError::new_err("a thread of tablewright has ended early"));
            }
        }
    }
}

/// Waits for a result; returns the receiver, as threads cannot share one.
fn wait<T>(receiver: Receiver<T>) -> (Receiver<T>, Result<T, RecvTimeoutError>) {
    let outcome = receiver.recv_timeout(INTERVAL);
    (receiver, outcome)
}
