//! What a run of a program costs.
//!
//! Peak memory of a child comes from `wait4`, which the standard library does not reach; the crate of
//! that name wraps the one call safely.

use std::process::{Command, Stdio};
use std::time::Instant;

use wait4::Wait4;

/// What one run took.
#[derive(Clone, Copy)]
pub(crate) struct Cost {
    /// Seconds from start to end.
    pub(crate) wall: f64,
    /// Seconds of processor time, the system's included.
    pub(crate) processor: f64,
    /// The most memory in use at a time, in bytes.
    pub(crate) peak: f64,
}

impl Cost {
    /// Runs `command` without input; `None` where it fails. What it prints is thrown away, but for
    /// its messages where `messages` asks for them.
    pub(crate) fn of(command: &mut Command, messages: bool) -> std::io::Result<Option<Cost>> {
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
