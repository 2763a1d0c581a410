//! Signals that end the process. After the cleanup, the process ends as killed by the signal, so that shells and
//! build tools see the right status.

/// Calls `last` when the process receives a signal that ends it. `last` cleans up and calls its argument, which ends
/// the process.
#[cfg(unix)]
pub fn watch(last: fn(&dyn Fn())) {
    use std::sync::Once;
    use std::thread;

    use signal_hook::iterator::Signals;

    static STARTED: Once = Once::new();
    STARTED.call_once(|| {
        let Ok(mut signals) = Signals::new(unix::heeded()) else { return };
        let end = move || {
            if let Some(signal) = signals.forever().next() {
                last(&|| unix::end_by(signal));
            }
        };
        // If no thread can be started, a signal ends the process at once, and the next run removes the files.
        drop(thread::Builder::new().name("signals".into()).stack_size(1 << 16).spawn(end));
    });
}

/// Elsewhere nothing is done.
#[cfg(not(unix))]
pub fn watch(_: fn(&dyn Fn())) {}

#[cfg(unix)]
mod unix {
    use std::fs;

    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    use signal_hook::low_level::emulate_default_handler;

    /// Returns the signals that end the process. A signal that the process was started to ignore, such as `SIGHUP`
    /// under `nohup`, is still ignored.
    pub(super) fn heeded() -> Vec<i32> {
        let ignored = ignored();
        let is_heeded = |&signal: &i32| ignored >> (signal - 1) & 1 == 0;
        [SIGINT, SIGTERM, SIGHUP].into_iter().filter(is_heeded).collect()
    }

    /// Returns the ignored signals as a bit mask. Linux provides them in a file. Other systems need a system call,
    /// which would require unsafe code, so none is known there.
    fn ignored() -> u64 {
        let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
        let line = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
        line.and_then(|bits| u64::from_str_radix(bits.trim(), 16).ok()).unwrap_or(0)
    }

    /// Ends the process by the signal.
    pub(super) fn end_by(signal: i32) {
        drop(emulate_default_handler(signal));
        // Only if the system refuses; shells number such ends like this.
        std::process::exit(128 + signal);
    }
}
