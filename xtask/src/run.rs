//! Running programs: many at a time, each with a time limit.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

/// How a program ended.
pub(crate) enum Ended {
    /// By itself; what it wrote to standard error is here.
    Exit(ExitStatus, String),
    /// It was given up.
    Timeout,
}

/// Runs `command` without input, its standard error through the file `errors`.
pub(crate) fn run(command: &mut Command, errors: &Path, limit: Duration) -> Result<Ended, String> {
    let program = command.get_program().to_string_lossy().into_owned();
    let problem = |e: std::io::Error| format!("{program}: {e}");
    let sink = File::create(errors).map_err(|e| format!("{}: {e}", errors.display()))?;
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(sink);
    let mut child = command.spawn().map_err(problem)?;
    let start = Instant::now();
    let mut pause = Duration::from_millis(1);
    loop {
        if let Some(status) = child.try_wait().map_err(problem)? {
            let text = fs::read(errors).unwrap_or_default();
            return Ok(Ended::Exit(status, String::from_utf8_lossy(&text).into_owned()));
        }
        if start.elapsed() > limit {
            // It may have ended meanwhile; then there is nothing to kill.
            drop(child.kill());
            child.wait().map_err(problem)?;
            return Ok(Ended::Timeout);
        }
        thread::sleep(pause);
        pause = (pause * 2).min(Duration::from_millis(20));
    }
}

/// Applies `work` to every item on `threads` threads; results come in the order of the items.
pub(crate) fn in_parallel<T: Sync, R: Send>(
    items: &[T],
    threads: usize,
    work: impl Fn(&T) -> R + Sync,
) -> Vec<R> {
    let next = AtomicUsize::new(0);
    let results: Vec<Mutex<Option<R>>> = items.iter().map(|_| Mutex::new(None)).collect();
    thread::scope(|scope| {
        for _ in 0..threads.min(items.len()) {
            scope.spawn(|| {
                while let Some(i) =
                    Some(next.fetch_add(1, Ordering::Relaxed)).filter(|&i| i < items.len())
                {
                    let result = work(&items[i]);
                    *results[i].lock().expect("no worker panics while it stores") = Some(result);
                }
            });
        }
    });
    results
        .into_iter()
        .map(|r| r.into_inner().expect("workers have ended").expect("every item was worked on"))
        .collect()
}

/// A directory for passing things, removed at the end.
pub(crate) struct Scratch(PathBuf);

impl Scratch {
    /// A new empty directory whose name begins with `name`.
    pub(crate) fn new(name: &str) -> Result<Scratch, String> {
        let path = std::env::temp_dir().join(format!("{name}-{}", std::process::id()));
        fs::create_dir_all(&path).map_err(|e| format!("{}: {e}", path.display()))?;
        Ok(Scratch(path))
    }

    /// Its path.
    pub(crate) fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        // Leftovers in the system's temporary directory do no harm.
        drop(fs::remove_dir_all(&self.0));
    }
}
