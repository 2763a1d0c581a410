//! Measures the time to reload an input after edits.
//!
//! ```text
//! cargo run --release -p tablewright-session --example edits -- [--check] [--shared] [--limits SYNTAX EDITED ALL] \
//!     EDITED_FILE SPOTS MAIN_FILE [INCLUDE_DIRECTORY]...
//! ```
//!
//! The program chooses spots evenly among the `def`s, `defm`s and classes that begin a line. At
//! each spot it adds a record, breaks the syntax, and restores the text. It prints a line for each
//! spot, and percentiles.
//!
//! With `--shared` the old records stay in use during a reload, as in a language server. This costs
//! a copy. With `--check` each result is compared with a first load. With `--limits` the program
//! fails if a 95th percentile is greater than its limit, in percent of a first load: a slow machine
//! is slow at both. The limits apply to a load with broken syntax, to the time until the edited
//! statement is evaluated, and to a complete load; `-` disables a limit. An edit over a limit is
//! measured up to three times, and the least time counts.
#![expect(clippy::print_stdout, reason = "measurements are what the program is for")]

use std::env;
use std::error::Error;
use std::mem;
use std::sync::{Arc, OnceLock};
use std::thread;
use std::time::{Duration, Instant};

use tablewright_records::{IncrementalLoad, LoadMonitor, RecordStore, Reloaded};
use tablewright_session::Session;
use tablewright_syntax::TreeCache;

/// Times for the three edits at a spot.
struct Spot {
    line: usize,
    added: Duration,
    /// Time until the added record exists; equal to `added` if no statement follows it.
    edited: Duration,
    broken: Duration,
    restored: Duration,
    /// Number of statements evaluated to add the record.
    statements: usize,
}

/// The number of times that a slow edit is measured again.
const RETRIES: usize = 2;

/// The number of first loads. Their median is what limits refer to.
const FIRST_LOADS: usize = 3;

impl Spot {
    /// Whether a time is greater than its limit.
    fn exceeds(&self, limits: [Option<Duration>; 3]) -> bool {
        let [syntax, edited, all] = limits;
        [(self.broken, syntax), (self.edited, edited), (self.added, all), (self.restored, all)]
            .into_iter()
            .any(|(time, limit)| limit.is_some_and(|limit| time > limit))
    }

    /// Keeps the lesser of two measurements of each edit.
    fn keep_least(&mut self, again: &Spot) {
        self.added = self.added.min(again.added);
        self.edited = self.edited.min(again.edited);
        self.broken = self.broken.min(again.broken);
        self.restored = self.restored.min(again.restored);
    }
}

struct Root {
    session: Session,
    main: String,
    /// Syntax trees for the unedited files. They are parsed once.
    trees: TreeCache,
    kept: IncrementalLoad,
    latest: Option<Reloaded>,
    is_checked: bool,
    /// The text of the edited file before all edits, and the records that a first load of it has, printed.
    unedited: Option<(String, String)>,
    /// Whether the old records stay in use during a reload, as with requests to a server.
    is_shared: bool,
}

/// Time for a load.
struct Elapsed {
    edited: Duration,
    all: Duration,
}

impl Root {
    /// Loads the unedited text from scratch [`FIRST_LOADS`] times, and returns the median time.
    fn first_load(&mut self, file: &str, text: &str) -> Result<Duration, Box<dyn Error>> {
        let mut times = [Duration::ZERO; FIRST_LOADS];
        for time in &mut times {
            (self.trees, self.kept) = (TreeCache::keeping_all(), IncrementalLoad::default());
            self.latest = None;
            *time = self.load(file, text)?.all;
        }
        Ok(percentile(&mut times, 50))
    }

    fn load(&mut self, file: &str, text: &str) -> Result<Elapsed, Box<dyn Error>> {
        if !self.is_shared {
            self.latest = None;
        }
        let start = Instant::now();
        let early = Arc::new(OnceLock::new());
        let of_monitor = Arc::clone(&early);
        let monitor = LoadMonitor::with_observer(move |_| _ = of_monitor.set(start.elapsed()));
        let session = self.session.clone().file(file, text).monitor(monitor);
        let sharing = session.clone().share_trees(self.trees.clone());
        let reloaded = sharing.reload_file(&self.main, &mut self.kept)?;
        let all = start.elapsed();
        let elapsed = Elapsed { edited: early.get().copied().unwrap_or(all), all };
        if self.is_checked && !reloaded.loaded.diagnostics.has_errors() {
            self.check(&session, text, &reloaded.loaded.store)?;
        }
        self.latest = Some(reloaded);
        Ok(elapsed)
    }

    /// Compares the records after an edit with the records of a first load of the same text.
    fn check(
        &mut self,
        session: &Session,
        text: &str,
        reloaded: &RecordStore,
    ) -> Result<(), Box<dyn Error>> {
        let main = &self.main;
        let known = self.unedited.as_ref().filter(|(unedited, _)| unedited == text);
        let (expected, actual) = thread::scope(|scope| {
            let first = known.is_none().then(|| {
                scope.spawn(|| {
                    let first = session.load_file(main).map_err(|e| e.to_string())?;
                    Ok::<String, String>(printed(&first.store))
                })
            });
            let actual = printed(reloaded);
            (first.map(|first| first.join().expect("a load does not panic")).transpose(), actual)
        });
        let expected = expected?;
        let expected = expected.as_ref().or(known.map(|(_, printed)| printed));
        if expected != Some(&actual) {
            return Err("the records are not those of a first load".into());
        }
        self.unedited.get_or_insert_with(|| (text.to_owned(), actual));
        Ok(())
    }

    fn statements(&self) -> usize {
        self.latest.as_ref().map_or(0, |latest| latest.evaluated_statements)
    }

    fn has_errors(&self) -> bool {
        self.latest.as_ref().is_some_and(|latest| latest.loaded.diagnostics.has_errors())
    }

    /// Measures the three edits at `offset`. `None` if the added record is an error, for example
    /// within a statement or a record body.
    fn measure(
        &mut self,
        file: &str,
        text: &str,
        offset: usize,
    ) -> Result<Option<Spot>, Box<dyn Error>> {
        let (before, after) = text.split_at(offset);
        let line = before.lines().count() + 1;
        let added = self.load(file, &format!("{before}def EditedSpot{line};\n{after}"))?;
        let statements = self.statements();
        if self.has_errors() {
            self.load(file, text)?;
            return Ok(None);
        }
        let broken = self.load(file, &format!("{before}def EditedSpot{line}\n{after}"))?.all;
        let restored = self.load(file, text)?.all;
        let Elapsed { edited, all: added } = added;
        Ok(Some(Spot { line, added, edited, broken, restored, statements }))
    }
}

/// Prints all records with their values and positions.
fn printed(store: &RecordStore) -> String {
    let mut out = String::new();
    for record in store.records() {
        store.write_record(&mut out, record);
        for &pos in record.positions() {
            let at = store.sources().line_column(pos);
            out += &format!("{}:{}:{}\n", store.sources().file(at.file).name, at.line, at.column);
        }
    }
    out
}

/// Returns the offsets of statements, spread evenly.
fn spots(text: &str, count: usize) -> Vec<usize> {
    let mut starts: Vec<usize> = ["\ndef ", "\ndefm ", "\nclass "]
        .iter()
        .flat_map(|start| text.match_indices(start).map(|(offset, _)| offset + 1))
        .collect();
    starts.sort_unstable();
    let count = count.min(starts.len());
    (0..count).map(|n| starts[(2 * n + 1) * starts.len() / (2 * count)]).collect()
}

fn percentile(times: &mut [Duration], percent: usize) -> Duration {
    times.sort_unstable();
    times.get((times.len() * percent).div_ceil(100).saturating_sub(1)).copied().unwrap_or_default()
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut args: Vec<String> = env::args().skip(1).collect();
    let has = |name: &str| args.iter().any(|arg| arg == name);
    let (is_checked, is_shared) = (has("--check"), has("--shared"));
    args.retain(|arg| arg != "--check" && arg != "--shared");
    let mut limits: [Option<u32>; 3] = [None; 3];
    if args.first().is_some_and(|arg| arg == "--limits") && args.len() > 3 {
        for (limit, text) in limits.iter_mut().zip(args.drain(..4).skip(1)) {
            *limit = (text != "-").then(|| text.parse::<u32>()).transpose()?;
        }
    }
    let [edited, count, main, dirs @ ..] = &args[..] else {
        return Err(
            "usage: edits [--check] [--limits SYNTAX EDITED ALL] EDITED_FILE SPOTS MAIN_FILE [INCLUDE_DIRECTORY]...".into()
        );
    };
    let session = dirs.iter().fold(Session::new().trace(true), Session::include_dir);
    let (kept, latest) = (IncrementalLoad::default(), None);
    let (main, trees) = (main.clone(), TreeCache::keeping_all());
    let unedited = None;
    let mut root = Root { session, main, trees, kept, latest, is_checked, unedited, is_shared };
    let text = std::fs::read_to_string(edited)?;
    let first = root.first_load(edited, &text)?;
    println!("first load: {first:.1?}, {} statements", root.statements());
    let limits = limits.map(|limit| limit.map(|percent| first * percent / 100));
    let mut measured = Vec::new();
    for offset in spots(&text, count.parse()?) {
        let Some(mut spot) = root.measure(edited, &text, offset)? else { continue };
        // Other programs may run at the same time: a slow edit is measured again.
        let is_checked = mem::replace(&mut root.is_checked, false);
        for _ in 0..RETRIES {
            if !spot.exceeds(limits) {
                break;
            }
            if let Some(again) = root.measure(edited, &text, offset)? {
                spot.keep_least(&again);
            }
        }
        root.is_checked = is_checked;
        println!(
            "line {}: record added {:.1?}, all {:.1?} ({} statements), syntax broken {:.1?}, restored {:.1?}",
            spot.line, spot.edited, spot.added, spot.statements, spot.broken, spot.restored
        );
        measured.push(spot);
    }
    if measured.is_empty() {
        return Err("no record can be added at any spot".into());
    }
    type Time = fn(&Spot) -> Duration;
    let kinds: [(&str, Time, Option<Duration>); 4] = [
        ("syntax broken", |spot| spot.broken, limits[0]),
        ("record added", |spot| spot.edited, limits[1]),
        ("record added, all", |spot| spot.added, limits[2]),
        ("restored, all", |spot| spot.restored, limits[2]),
    ];
    for (kind, time, limit) in kinds {
        let mut times: Vec<Duration> = measured.iter().map(time).collect();
        let (half, most) = (percentile(&mut times, 50), percentile(&mut times, 95));
        println!("{kind}: median {half:.1?}, 95th percentile {most:.1?}");
        if let Some(limit) = limit.filter(|&limit| most > limit) {
            return Err(
                format!("{kind}: 95th percentile {most:.1?}, the limit is {limit:.1?}").into()
            );
        }
    }
    Ok(())
}
