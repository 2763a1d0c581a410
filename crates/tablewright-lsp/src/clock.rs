//! The server's clock.

use std::sync::LazyLock;
use std::time::{Duration, Instant};

/// A monotonic clock. A WebAssembly module has to get the time from its host.
#[derive(Clone, Copy, Debug)]
pub struct Clock(fn() -> Duration);

impl Clock {
    /// Creates a clock. `now` returns the time since a fixed moment.
    pub fn new(now: fn() -> Duration) -> Clock {
        Clock(now)
    }

    /// Creates a clock from the system time.
    pub fn system() -> Clock {
        static START: LazyLock<Instant> = LazyLock::new(Instant::now);
        Clock(|| START.elapsed())
    }

    pub(crate) fn now(self) -> Duration {
        (self.0)()
    }
}
