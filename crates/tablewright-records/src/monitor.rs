//! What another thread can see of loading an input, and how it stops it.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use tablewright_syntax::diagnostic::Diagnostics;

use crate::store::RecordStore;

/// Shows how far loading an input is, and stops it on request. Clones share what they show.
///
/// What is loaded does not depend on a monitor, so all monitors are equal.
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

/// Who is told that edited statements were evaluated.
#[derive(Default)]
struct Observer(Option<Box<dyn Fn(EarlyDiagnostics) + Send + Sync>>);

impl fmt::Debug for Observer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.0.is_some() { "observer" } else { "none" })
    }
}

/// What is reported of an edited input when its edited statements were evaluated, and those after them were not yet.
pub struct EarlyDiagnostics {
    /// The files that positions are in. There are no records.
    pub store: Arc<RecordStore>,
    /// What was reported of the statements up to the edited ones; then what was reported of the statements after them
    /// when the input was last evaluated to its end, where that is not about text that is gone.
    pub diagnostics: Diagnostics,
}

/// How far loading an input is.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct LoadProgress {
    /// How many files were read. A file that is included twice is counted twice.
    pub files: usize,
    /// How many statements were evaluated. A statement with others in it, such as `foreach`, is one.
    pub statements: usize,
    /// How many records there are, anonymous ones included.
    pub records: usize,
}

impl LoadMonitor {
    /// A monitor that has seen nothing.
    pub fn new() -> LoadMonitor {
        LoadMonitor::default()
    }

    /// A monitor that passes on what is reported of edited statements as soon as they were evaluated, before what comes
    /// after them is. [`IncrementalLoad`](crate::IncrementalLoad) calls it at most once each time that it loads, on the
    /// thread of evaluation: where statements were evaluated to the end of the input before, and some of those after the
    /// edited ones are as they were.
    pub fn with_observer(
        observer: impl Fn(EarlyDiagnostics) + Send + Sync + 'static,
    ) -> LoadMonitor {
        let observer = Observer(Some(Box::new(observer)));
        LoadMonitor(Arc::new(Counters { observer, ..Counters::default() }))
    }

    /// Who is told of [`EarlyDiagnostics`].
    pub(crate) fn observer(&self) -> Option<&(dyn Fn(EarlyDiagnostics) + Send + Sync)> {
        self.0.observer.0.as_deref()
    }

    /// Asks that loading ends as soon as possible. Its result then has an error that says so.
    pub fn stop(&self) {
        self.0.is_stopped.store(true, Ordering::Relaxed);
    }

    /// Whether loading was asked to end.
    pub fn is_stopped(&self) -> bool {
        self.0.is_stopped.load(Ordering::Relaxed)
    }

    /// How far loading is. The numbers may be some statements old.
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

    /// A file that stops loading when it is included.
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
        // Without the end that another thread asks for, this takes minutes.
        let text = "foreach i = 0-9999 in foreach j = 0-9999 in def x#i#_#j;";
        let mut files = StoppingFile(LoadMonitor::new());
        let loaded = load("a.td".into(), text.into(), &mut files, &options(&monitor));
        assert!(stopping.join().is_ok());
        assert_eq!(loaded.diagnostics.error_count(), 1);
    }
}
