//! Runs programs, several at a time, each with a time limit.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Output, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

/// The end of a program.
pub(crate) enum Ended {
    /// Exit by itself, with the text from standard error.
    Exit(ExitStatus, String),
    /// Stopped at the time limit.
    Timeout,
}

/// Runs `command` without input. Its standard error is written to the file `errors`.
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

/// Runs `command` with this input. Returns its output and exit status.
pub(crate) fn run_with_input(command: &mut Command, input: String) -> Result<Output, String> {
    let name = command.get_program().to_string_lossy().into_owned();
    let problem = |error: io::Error| format!("{name}: {error}");
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().map_err(problem)?;
    let mut stdin = child.stdin.take().ok_or("the input is not piped")?;
    // A program that writes output before it has read all input would otherwise block forever.
    let writer = thread::spawn(move || stdin.write_all(input.as_bytes()));
    let output = child.wait_with_output().map_err(problem)?;
    // A program that fails may not read its input.
    drop(writer.join());
    Ok(output)
}

/// Applies `work` to each item on `threads` threads. Returns the results in the items' order.
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

/// A temporary directory, removed at the end.
pub(crate) struct ScratchDir(PathBuf);

impl ScratchDir {
    /// Creates an empty directory whose name begins with `name`.
    pub(crate) fn new(name: &str) -> Result<ScratchDir, String> {
        let path = std::env::temp_dir().join(format!("{name}-{}", std::process::id()));
        fs::create_dir_all(&path).map_err(|e| format!("{}: {e}", path.display()))?;
        Ok(ScratchDir(path))
    }

    /// Returns its path.
    pub(crate) fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for ScratchDir {
    fn drop(&mut self) {
        // Leftovers in the system's temporary directory are harmless.
        drop(fs::remove_dir_all(&self.0));
    }
}
