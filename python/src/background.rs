//! Work on a thread of its own, during which Python goes on and `Ctrl-C` is heeded.

use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;

/// How long a signal waits at most.
const INTERVAL: Duration = Duration::from_millis(50);

/// What the deepest recursion of an analysis needs, with room to spare. It is reserved, not used.
const STACK_BYTES: usize = 64 << 20;

/// Runs `work` on a thread. The caller waits without the interpreter's lock; `tick` is called some twenty times
/// a second, with the lock.
///
/// # Errors
/// Where a signal raised an exception, such as `KeyboardInterrupt`, or `tick` did. The thread then goes on
/// until its work is done, and its result is dropped.
pub(crate) fn run<T: Send + 'static>(
    py: Python<'_>,
    work: impl FnOnce() -> T + Send + 'static,
    mut tick: impl FnMut(Python<'_>) -> PyResult<()>,
) -> PyResult<T> {
    let (sender, mut receiver) = mpsc::sync_channel(1);
    // Nobody may wait for the result any more.
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

/// A receiver cannot be shared between threads, so it goes there and back.
fn wait<T>(receiver: Receiver<T>) -> (Receiver<T>, Result<T, RecvTimeoutError>) {
    let outcome = receiver.recv_timeout(INTERVAL);
    (receiver, outcome)
}
