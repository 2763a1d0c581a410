//! Limit for the number of jobs that run at the same time.

use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

/// Free slots.
pub(crate) struct Slots {
    free: Mutex<usize>,
    changed: Condvar,
}

/// Permission to run until it is dropped.
pub(crate) struct Slot<'s>(&'s Slots);

impl Slots {
    pub(crate) fn new(count: usize) -> Slots {
        Slots { free: Mutex::new(count), changed: Condvar::new() }
    }

    /// Returns a slot for each processor.
    pub(crate) fn for_processors() -> Slots {
        Slots::new(thread::available_parallelism().map_or(1, usize::from))
    }

    fn free(&self) -> MutexGuard<'_, usize> {
        self.free.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits for a free slot.
    pub(crate) fn wait(&self) -> Slot<'_> {
        let is_taken = |free: &mut usize| *free == 0;
        let free = self.changed.wait_while(self.free(), is_taken);
        *free.unwrap_or_else(PoisonError::into_inner) -= 1;
        Slot(self)
    }
}

impl Drop for Slot<'_> {
    fn drop(&mut self) {
        *self.0.free() += 1;
        self.0.changed.notify_one();
    }
}
