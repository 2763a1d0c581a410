//! The time, as far as the server needs it.

use std::sync::LazyLock;
use std::time::{Duration, Instant};

/// A clock that never goes back. The host of a WebAssembly module has to bring one, since the module itself has none.
#[derive(Clone, Copy, Debug)]
pub struct Clock(fn() -> Duration);

impl Clock {
    /// A clock that returns the time since some moment, which stays the same.
    pub fn new(now: fn() -> Duration) -> Clock {
        Clock(now)
    }

    /// The clock of the system.
    pub fn system() -> Clock {
        static START: LazyLock<Instant> = LazyLock::new(Instant::now);
        Clock(|| START.elapsed())
    }

    pub(crate) fn now(self) -> Duration {
        (self.0)()
    }
}
