//! Files that a load looked for and read, so that a later run can prove that loading again would lead to the same
//! records.

use std::collections::BTreeMap;
use std::fs::{self, Metadata};
use std::io::{self, ErrorKind};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant, SystemTime};

use tablewright_syntax::source::SourceMap;
use tablewright_text::byte_escape::escape;

use crate::reading::read_with_metadata;
use crate::text_path;

/// A file that was changed less than this time before it was read may change again without a visible change of its
/// metadata, because some file systems count in seconds. Its contents are compared.
#[cfg(unix)]
const YOUNG: Duration = Duration::from_secs(3);

/// Maximum difference between the clocks. Beyond it, times are not trusted.
const CLOCK_JUMP: Duration = Duration::from_secs(1);

/// Records the paths where a load looks for files, and the states of the files. Clones share the records. The
/// loaded descriptions do not depend on a watch, so all watches are equal.
#[derive(Clone, Default, Debug)]
pub struct FileWatch(Arc<Mutex<Watched>>);

#[derive(Debug)]
struct Watched {
    files: BTreeMap<String, FileState>,
    /// Whether a file changed while it was read, or could not be read for an unusual reason.
    is_doubtful: bool,
    clock: Clock,
}

#[derive(Debug)]
enum FileState {
    Missing,
    Read(ReadFile),
}

/// State of a file when it was read, or when its contents were compared.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct ReadFile {
    stamp: Stamp,
    /// Whether the file was changed so recently that a further change could leave the stamp the same.
    is_young: bool,
}

/// Metadata that changes when a file is replaced or written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Stamp {
    /// Device, inode, and the times of the last change of contents and of metadata.
    #[cfg(unix)]
    identity: (u64, u64, i64, i64, i64, i64),
    #[cfg(not(unix))]
    identity: Option<SystemTime>,
    size: u64,
}

impl Stamp {
    #[cfg(unix)]
    fn new(data: &Metadata) -> Stamp {
        use std::os::unix::fs::MetadataExt;
        let modified = (data.mtime(), data.mtime_nsec());
        let changed = (data.ctime(), data.ctime_nsec());
        let identity = (data.dev(), data.ino(), modified.0, modified.1, changed.0, changed.1);
        Stamp { identity, size: data.len() }
    }

    #[cfg(not(unix))]
    fn new(data: &Metadata) -> Stamp {
        Stamp { identity: data.modified().ok(), size: data.len() }
    }

    /// Returns whether a file with this stamp may have changed after `now` without a new stamp.
    #[cfg(unix)]
    fn is_young(&self, now: SystemTime) -> bool {
        let (_, _, modified, _, changed, _) = self.identity;
        let now = now.duration_since(SystemTime::UNIX_EPOCH).map_or(0, |now| now.as_secs());
        let newest = u64::try_from(modified.max(changed)).unwrap_or(0);
        newest + YOUNG.as_secs() >= now
    }

    /// Without the time of the last metadata change, no stamp is trusted.
    #[cfg(not(unix))]
    fn is_young(&self, _: SystemTime) -> bool {
        true
    }
}

/// The two clocks at one moment.
#[derive(Clone, Copy, Debug)]
struct Clock {
    time: SystemTime,
    steady: Instant,
}

impl Clock {
    fn now() -> Clock {
        Clock { time: SystemTime::now(), steady: Instant::now() }
    }

    /// Returns whether somebody has set the time between two moments.
    fn has_jumped(self, later: Clock) -> bool {
        let steady = later.steady.saturating_duration_since(self.steady);
        let expected = self.time + steady;
        let difference = match later.time.duration_since(expected) {
            Ok(ahead) => ahead,
            Err(behind) => behind.duration(),
        };
        difference > CLOCK_JUMP
    }
}

impl Default for Watched {
    fn default() -> Watched {
        Watched { files: BTreeMap::new(), is_doubtful: false, clock: Clock::now() }
    }
}

impl FileWatch {
    /// Creates a watch without files.
    pub fn new() -> FileWatch {
        FileWatch::default()
    }

    fn watched(&self) -> MutexGuard<'_, Watched> {
        // Each change is complete before the next operation that could panic.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Reads the file called `name` with `read` and records its state.
    pub(crate) fn read(
        &self,
        name: &str,
        read: impl FnOnce() -> io::Result<(Metadata, Vec<u8>)>,
    ) -> io::Result<Vec<u8>> {
        let now = SystemTime::now();
        let read = read();
        let mut watched = self.watched();
        let state = match &read {
            Ok((data, bytes)) => {
                let stamp = Stamp::new(data);
                watched.is_doubtful |= !data.is_file() || stamp.size != bytes.len() as u64;
                FileState::Read(ReadFile { stamp, is_young: stamp.is_young(now) })
            }
            Err(error) => {
                watched.is_doubtful |= !is_missing(error);
                FileState::Missing
            }
        };
        let is_same = match (watched.files.get(name), &state) {
            (None, _) | (Some(FileState::Missing), FileState::Missing) => true,
            (Some(FileState::Read(old)), FileState::Read(new)) => old.stamp == new.stamp,
            (Some(_), _) => false,
        };
        watched.is_doubtful |= !is_same;
        watched.files.insert(name.to_owned(), state);
        read.map(|(_, bytes)| bytes)
    }

    /// Records that no include directory has a file. The notes of the error depend on whole directories, so the
    /// description is not used again.
    pub(crate) fn not_found(&self) {
        self.watched().is_doubtful = true;
    }

    /// Returns whether a load with the same session would read the same texts as in `sources`. Files are
    /// compared by identity, size and times. The contents are compared too if a file was changed shortly before it
    /// was read, or if the clock was set.
    pub fn is_current(&self, sources: &SourceMap) -> bool {
        let mut watched = self.watched();
        let Watched { files, is_doubtful, clock } = &mut *watched;
        if *is_doubtful {
            return false;
        }
        let now = Clock::now();
        let trusts_times = !clock.has_jumped(now);
        let is_same = files.iter_mut().all(|(name, state)| match state {
            FileState::Missing => {
                text_path(name).symlink_metadata().is_err_and(|error| is_missing(&error))
            }
            FileState::Read(old) => match fs::metadata(text_path(name)) {
                Ok(data) if trusts_times && !old.is_young && old.stamp == Stamp::new(&data) => true,
                Ok(data) if data.is_file() && data.len() == old.stamp.size => {
                    match compared(name, sources) {
                        Some(state) => {
                            *old = state;
                            true
                        }
                        None => false,
                    }
                }
                _ => false,
            },
        });
        if is_same {
            *clock = now;
        } else {
            *is_doubtful = true;
        }
        is_same
    }

    /// Returns the number of files that were read.
    pub fn file_count(&self) -> usize {
        let is_read = |state: &&FileState| match state {
            FileState::Read(_) => true,
            FileState::Missing => false,
        };
        self.watched().files.values().filter(is_read).count()
    }
}

/// Returns the state of the file at `name`, if its contents are the same as in `sources`.
fn compared(name: &str, sources: &SourceMap) -> Option<ReadFile> {
    let now = SystemTime::now();
    let (data, bytes) = read_with_metadata(&text_path(name)).ok()?;
    let text = escape(bytes);
    let mut texts = sources.files().iter().filter(|file| file.name == name).peekable();
    // A file that is not among the sources was read for another reason, for example to compare it.
    texts.peek()?;
    let stamp = Stamp::new(&data);
    let state = ReadFile { stamp, is_young: stamp.is_young(now) };
    texts.all(|file| *file.text == *text).then_some(state)
}

fn is_missing(error: &io::Error) -> bool {
    matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory)
}

impl PartialEq for FileWatch {
    fn eq(&self, _: &FileWatch) -> bool {
        true
    }
}

impl Eq for FileWatch {}

#[cfg(all(test, unix))]
mod tests {
    use std::path::PathBuf;

    use super::*;
    use crate::path_text;

    /// A directory with a description, removed at the end.
    struct Scratch(PathBuf);

    impl Scratch {
        fn new(name: &str) -> Scratch {
            let dir = std::env::temp_dir().join(format!("watch-{name}-{}", std::process::id()));
            fs::create_dir_all(&dir).expect("it can be created");
            let scratch = Scratch(dir);
            scratch.write("a.td", "include \"b.td\"\ndef a;\n");
            scratch.write("b.td", "def b;\n");
            scratch
        }

        fn write(&self, name: &str, text: &str) {
            fs::write(self.0.join(name), text).expect("it can be written");
        }

        /// Reads both files as a load does that looks for `b.td` in two directories.
        fn load(&self) -> (SourceMap, FileWatch) {
            let (mut sources, watch) = (SourceMap::new(), FileWatch::new());
            for name in ["a.td", "none/b.td", "b.td"] {
                let path = self.0.join(name);
                let name = path_text(&path);
                if let Ok(bytes) = watch.read(&name, || read_with_metadata(&path)) {
                    drop(sources.add(name, escape(bytes), None));
                }
            }
            (sources, watch)
        }
    }

    impl Drop for Scratch {
        fn drop(&mut self) {
            drop(fs::remove_dir_all(&self.0));
        }
    }

    #[test]
    fn an_unchanged_description_is_current() {
        let scratch = Scratch::new("unchanged");
        let (sources, watch) = scratch.load();
        assert_eq!(watch.file_count(), 2);
        assert!(watch.is_current(&sources));
        assert!(watch.is_current(&sources));
    }

    #[test]
    fn changed_missing_and_new_files_are_noticed() {
        type Edit = fn(&Scratch);
        let edits: [(&str, Edit); 4] = [
            ("contents", |scratch| scratch.write("b.td", "def c;\n")),
            ("size", |scratch| scratch.write("b.td", "def bb;\n")),
            ("removed", |scratch| fs::remove_file(scratch.0.join("b.td")).expect("it is there")),
            ("earlier", |scratch| {
                fs::create_dir(scratch.0.join("none")).expect("it is new");
                scratch.write("none/b.td", "def b;\n");
            }),
        ];
        for (name, edit) in edits {
            let scratch = Scratch::new(name);
            let (sources, watch) = scratch.load();
            edit(&scratch);
            assert!(!watch.is_current(&sources), "{name}");
        }
    }

    #[test]
    fn after_a_set_clock_contents_are_compared() {
        let scratch = Scratch::new("clock");
        let (sources, watch) = scratch.load();
        scratch.write("b.td", "def c;\n");
        // The stamps are those of the new text, and old enough.
        for name in ["a.td", "b.td"] {
            let path = scratch.0.join(name);
            let stamp = Stamp::new(&fs::metadata(&path).expect("it is there"));
            let name = path_text(&path);
            let state = FileState::Read(ReadFile { stamp, is_young: false });
            watch.watched().files.insert(name, state);
        }
        assert!(watch.is_current(&sources), "only contents differ");
        watch.watched().clock.time += Duration::from_secs(3600);
        assert!(!watch.is_current(&sources));
    }

    #[test]
    fn a_clock_may_be_a_little_inexact() {
        let now = Clock::now();
        let after = |time: Duration, steady: u64| Clock {
            time: now.time + time,
            steady: now.steady + Duration::from_secs(steady),
        };
        assert!(!now.has_jumped(after(Duration::from_millis(10_400), 10)));
        assert!(now.has_jumped(after(Duration::from_secs(3600), 10)));
        assert!(now.has_jumped(after(Duration::ZERO, 10)));
    }

    #[test]
    fn a_file_is_young_for_some_seconds() {
        let at = |seconds| SystemTime::UNIX_EPOCH + Duration::from_secs(seconds);
        let stamp = Stamp { identity: (1, 2, 1000, 0, 2000, 0), size: 3 };
        assert!(stamp.is_young(at(2000)) && stamp.is_young(at(2003)) && stamp.is_young(at(100)));
        assert!(!stamp.is_young(at(2004)));
    }
}
