//! Signals that end the process: what is to be done before is done, then it ends as killed by the
//! signal, which is what a shell or build tool looks at.

/// From now on `last` is called when the process is told to end; what it calls ends the process.
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
        // Where no thread can be had, a signal ends the process at once, and the next run removes
        // the files.
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

    /// The signals that end the process. One that it was started to ignore, as `nohup` does with
    /// `SIGHUP`, goes on being ignored.
    pub(super) fn heeded() -> Vec<i32> {
        let ignored = ignored();
        let is_heeded = |&signal: &i32| ignored >> (signal - 1) & 1 == 0;
        [SIGINT, SIGTERM, SIGHUP].into_iter().filter(is_heeded).collect()
    }

    /// The signals that are ignored, a bit each. Linux shows them in a file; elsewhere it takes a
    /// system call, which is not worth unsafe code, and none is known.
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
