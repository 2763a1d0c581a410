//! Work on a thread with a large stack.

use std::io;

/// Whether the system has threads. On WebAssembly, without threads, parallel work runs sequentially.
pub const HAS_THREADS: bool = !cfg!(target_family = "wasm");

/// Stack size for evaluation. Evaluation is recursive, and its depth limit is reached before the stack is full.
const STACK_BYTES: usize = 512 << 20;

/// Runs `work` on a separate thread with a stack large enough for the maximum evaluation depth, and meanwhile
/// `beside` on this thread. Without thread support, runs `beside` and then `work`. If the system cannot start a
/// thread because memory is low, `work` is not run.
pub(crate) fn beside_large_stack<A, B: Send>(
    work: impl FnOnce() -> B + Send,
    beside: impl FnOnce() -> A,
) -> (A, io::Result<B>) {
    if !HAS_THREADS {
        let result = beside();
        return (result, Ok(work()));
    }
    let mut of_thread = None;
    let (result, started) = std::thread::scope(|scope| {
        let work = || of_thread = Some(work());
        let builder = std::thread::Builder::new().name("evaluate".into()).stack_size(STACK_BYTES);
        let started = builder.spawn_scoped(scope, work).map(drop);
        (beside(), started)
        // The scope waits until the work is done. Joining the thread would also wait until the system has freed the
        // stack.
    });
    let of_thread = started.map(|()| of_thread.expect("a panic of the thread is one of the scope"));
    (result, of_thread)
}
