//! The cost of running a program.
//!
//! `wait4` returns the peak memory of a child. The standard library does not provide it; the crate
//! with that name wraps the call safely.

use std::process::{Command, Stdio};
use std::time::Instant;

use wait4::Wait4;

/// The cost of a run.
#[derive(Clone, Copy)]
pub(crate) struct Cost {
    /// Seconds from start to end.
    pub(crate) wall: f64,
    /// Seconds of processor time, including system time.
    pub(crate) processor: f64,
    /// Peak memory in bytes.
    pub(crate) peak: f64,
}

impl Cost {
    /// Runs `command` without input; `None` if it fails. Its output is discarded, and so are its
    /// messages unless `messages` is set.
    pub(crate) fn measure(command: &mut Command, messages: bool) -> std::io::Result<Option<Cost>> {
        command.stdin(Stdio::null()).stdout(Stdio::null());
        if !messages {
            command.stderr(Stdio::null());
        }
        let start = Instant::now();
        let used = command.spawn()?.wait4()?;
        let cost = Cost {
            wall: start.elapsed().as_secs_f64(),
            processor: (used.rusage.utime + used.rusage.stime).as_secs_f64(),
            peak: used.rusage.maxrss as f64,
        };
        Ok(used.status.success().then_some(cost))
    }
}
