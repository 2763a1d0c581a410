//! How far a batch is, on a terminal: a line that is written anew whenever that changes.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use crate::terminal::tell;

/// A line that is longer than the terminal is wide could not be written over.
const WIDTH: usize = 79;

/// Goes back to the start of the line and empties it.
const CLEAR: &str = "\r\x1b[K";

/// The progress display.
pub(crate) struct Progress {
    all: usize,
    started: Instant,
    state: Mutex<State>,
}

struct State {
    done: usize,
    /// What was begun last.
    name: String,
}

impl Progress {
    /// Of so many jobs none is done.
    pub(crate) fn new(all: usize) -> Progress {
        let state = Mutex::new(State { done: 0, name: String::new() });
        Progress { all, started: Instant::now(), state }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Work on the file `name` begins.
    pub(crate) fn begins(&self, name: &str) {
        let mut state = self.state();
        name.clone_into(&mut state.name);
        tell(self.line(&state));
    }

    /// A job is done; `messages` is what there is to tell.
    pub(crate) fn done(&self, messages: &str) {
        let mut state = self.state();
        state.done += 1;
        tell(format_args!("{CLEAR}{messages}{}", self.line(&state)));
    }

    /// Takes the display away.
    pub(crate) fn clear(&self) {
        tell(CLEAR);
    }

    fn line(&self, state: &State) -> String {
        let seconds = self.started.elapsed().as_secs();
        let line = format!("{}/{} {seconds}s {}", state.done, self.all, state.name);
        CLEAR.chars().chain(line.chars().take(WIDTH)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_fits_into_a_terminal() {
        let progress = Progress::new(430);
        let line = |name: &str| progress.line(&State { done: 7, name: name.to_owned() });
        assert_eq!(line("a.inc"), "\r\x1b[K7/430 0s a.inc");
        assert_eq!(line(&"long".repeat(99)).len(), CLEAR.len() + WIDTH);
    }
}
