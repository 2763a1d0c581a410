//! Monitors: another thread can observe loading and stop it.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use tablewright_syntax::diagnostic::Diagnostics;

use crate::store::RecordStore;

/// Reports the progress of loading an input, and stops loading on request. Clones share their state.
///
/// The loaded records do not depend on a monitor, so all monitors are equal.
///
/// ```
/// use tablewright_records::LoadMonitor;
///
/// let monitor = LoadMonitor::new();
/// let of_other_thread = monitor.clone();
/// of_other_thread.stop();
/// assert!(monitor.is_stopped());
/// assert_eq!(monitor.progress().records, 0);
/// ```
#[derive(Clone, Default, Debug)]
pub struct LoadMonitor(Arc<Counters>);

#[derive(Default, Debug)]
struct Counters {
    files: AtomicUsize,
    statements: AtomicUsize,
    records: AtomicUsize,
    is_stopped: AtomicBool,
    observer: Observer,
}

/// Callback for early diagnostics.
#[derive(Default)]
struct Observer(Option<Box<dyn Fn(EarlyDiagnostics) + Send + Sync>>);

impl fmt::Debug for Observer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.0.is_some() { "observer" } else { "none" })
    }
}

/// Diagnostics of an edited input when the edited statements are evaluated and the later statements are not yet.
pub struct EarlyDiagnostics {
    /// The input files, to convert positions. The store contains no records.
    pub store: Arc<RecordStore>,
    /// Diagnostics for the statements up to the edited statements. For the later statements, the diagnostics of the
    /// last complete evaluation follow, unless their text was removed.
    pub diagnostics: Diagnostics,
}

/// Progress of loading an input.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct LoadProgress {
    /// Number of files read. A file that is included twice counts twice.
    pub files: usize,
    /// Number of evaluated statements. A statement that contains others, such as `foreach`, counts once.
    pub statements: usize,
    /// Number of records, including anonymous records.
    pub records: usize,
}

impl LoadMonitor {
    /// Creates a monitor without progress.
    pub fn new() -> LoadMonitor {
        LoadMonitor::default()
    }

    /// Creates a monitor whose observer receives early diagnostics: the observer is called as soon as edited statements
    /// are evaluated, before the later statements are. [`IncrementalLoad`](crate::IncrementalLoad) calls it at most
    /// once for each load, on the evaluation thread. It calls it only if the previous evaluation was complete, and some
    /// statements after the edited statements did not change.
    pub fn with_observer(
        observer: impl Fn(EarlyDiagnostics) + Send + Sync + 'static,
    ) -> LoadMonitor {
        let observer = Observer(Some(Box::new(observer)));
        LoadMonitor(Arc::new(Counters { observer, ..Counters::default() }))
    }

    /// Returns the callback for [`EarlyDiagnostics`].
    pub(crate) fn observer(&self) -> Option<&(dyn Fn(EarlyDiagnostics) + Send + Sync)> {
        self.0.observer.0.as_deref()
    }

    /// Requests that loading stops as soon as possible. The result then has an error about it.
    pub fn stop(&self) {
        self.0.is_stopped.store(true, Ordering::Relaxed);
    }

    /// Returns whether [`LoadMonitor::stop`] was called.
    pub fn is_stopped(&self) -> bool {
        self.0.is_stopped.load(Ordering::Relaxed)
    }

    /// Returns the progress. The numbers may be some statements behind.
    pub fn progress(&self) -> LoadProgress {
        let Counters { files, statements, records, .. } = &*self.0;
        LoadProgress {
            files: files.load(Ordering::Relaxed),
            statements: statements.load(Ordering::Relaxed),
            records: records.load(Ordering::Relaxed),
        }
    }

    pub(crate) fn note_files(&self, files: usize) {
        self.0.files.store(files, Ordering::Relaxed);
    }

    pub(crate) fn note_records(&self, records: usize) {
        self.0.records.store(records, Ordering::Relaxed);
    }

    pub(crate) fn note_statement(&self) {
        self.0.statements.fetch_add(1, Ordering::Relaxed);
    }
}

impl PartialEq for LoadMonitor {
    fn eq(&self, _: &LoadMonitor) -> bool {
        true
    }
}

impl Eq for LoadMonitor {}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::{LoadOptions, load};
    use tablewright_syntax::{FileProvider, IncludedFile};

    /// A file provider that stops loading when a file is included.
    struct StoppingFile(LoadMonitor);

    impl FileProvider for StoppingFile {
        fn include(&mut self, path: &str) -> Option<IncludedFile> {
            self.0.stop();
            Some(IncludedFile { name: path.to_owned(), text: String::new() })
        }
    }

    fn options(monitor: &LoadMonitor) -> LoadOptions {
        LoadOptions { monitor: Some(monitor.clone()), ..LoadOptions::default() }
    }

    #[test]
    fn a_monitor_counts_files_statements_and_records() {
        let monitor = LoadMonitor::new();
        let text = "class C;\nforeach i = 0-4 in def x#i : C;\n";
        let loaded = load(
            "a.td".into(),
            text.into(),
            &mut StoppingFile(LoadMonitor::new()),
            &options(&monitor),
        );
        assert!(!loaded.diagnostics.has_errors());
        assert_eq!(monitor.progress(), LoadProgress { files: 1, statements: 2, records: 5 });
    }

    #[test]
    fn loading_that_is_stopped_ends_with_one_error() {
        let monitor = LoadMonitor::new();
        let text = "include \"stop.td\"\ndef a;\ndef b;\n";
        let mut files = StoppingFile(monitor.clone());
        let loaded = load("a.td".into(), text.into(), &mut files, &options(&monitor));
        let messages: Vec<&str> = loaded.diagnostics.iter().map(|d| d.message.as_str()).collect();
        assert_eq!(messages, ["loading was stopped"]);
        assert!(!loaded.is_complete);
    }

    #[test]
    fn a_loop_that_takes_long_is_stopped() {
        let monitor = LoadMonitor::new();
        let other = monitor.clone();
        let stopping = std::thread::spawn(move || {
            while other.progress().records == 0 {
                std::thread::sleep(Duration::from_millis(1));
            }
            other.stop();
        });
        // If loading does not stop, this takes minutes.
        let text = "foreach i = 0-9999 in foreach j = 0-9999 in def x#i#_#j;";
        let mut files = StoppingFile(LoadMonitor::new());
        let loaded = load("a.td".into(), text.into(), &mut files, &options(&monitor));
        assert!(stopping.join().is_ok());
        assert_eq!(loaded.diagnostics.error_count(), 1);
    }
}
