//! `--time-phases`: how long the parts of a run took.

use std::fmt::Write;
use std::fs;
use std::time::Instant;

const RULE: &str =
    "===-------------------------------------------------------------------------===";

/// Seconds by the wall clock, and of the processor where that is known.
#[derive(Clone, Copy, Default, PartialEq, Debug)]
struct Seconds {
    wall: f64,
    processor: f64,
}

/// A stopwatch for the phases of a run, which follow one another.
pub(crate) struct Phases {
    done: Vec<(&'static str, Seconds)>,
    started: Instant,
    processor: f64,
}

impl Phases {
    /// Starts the first phase.
    pub(crate) fn start() -> Phases {
        Phases { done: Vec::new(), started: Instant::now(), processor: processor_seconds() }
    }

    /// Ends the phase `name` and starts the next.
    pub(crate) fn end(&mut self, name: &'static str) {
        let (started, processor) = (Instant::now(), processor_seconds());
        let wall = (started - self.started).as_secs_f64();
        self.done.push((name, Seconds { wall, processor: processor - self.processor }));
        (self.started, self.processor) = (started, processor);
    }

    /// The table of all phases, the longest first.
    pub(crate) fn table(&self) -> String {
        table(self.done.clone())
    }
}

fn table(mut phases: Vec<(&str, Seconds)>) -> String {
    phases.sort_by(|a, b| b.1.wall.total_cmp(&a.1.wall));
    let total = phases.iter().fold(Seconds::default(), |sum, (_, s)| Seconds {
        wall: sum.wall + s.wall,
        processor: sum.processor + s.processor,
    });
    let title = "TableGen Phase Timing";
    let indent = " ".repeat((RULE.len() - title.len()) / 2);
    let mut text = format!("{RULE}\n{indent}{title}\n{RULE}\n");
    _ = writeln!(
        text,
        "  Total Execution Time: {:.4} seconds ({:.4} wall clock)\n",
        total.processor, total.wall
    );
    let with_processor = total.processor > 0.0;
    if with_processor {
        text += "   --User+System--";
    }
    text += "   ---Wall Time---  --- Name ---\n";
    for (name, seconds) in phases.iter().copied().chain([("Total", total)]) {
        if with_processor {
            text += &cell(seconds.processor, total.processor);
        }
        text += &cell(seconds.wall, total.wall);
        _ = writeln!(text, "  {name}");
    }
    text.push('\n');
    text
}

fn cell(part: f64, whole: f64) -> String {
    let percent = if whole > 0.0 { 100.0 * part / whole } else { 0.0 };
    format!("  {part:7.4} ({percent:5.1}%)")
}

/// What this thread, which does the work, has used of the processor so far. Linux tells it in a
/// file; elsewhere it takes a system call, which is not worth unsafe code, and this is zero.
fn processor_seconds() -> f64 {
    let text = fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    let nanoseconds = text.split(' ').next().and_then(|first| first.parse::<u64>().ok());
    nanoseconds.unwrap_or(0) as f64 / 1e9
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_longest_phase_comes_first() {
        let seconds = |wall, processor| Seconds { wall, processor };
        let text = table(vec![("a", seconds(1.0, 0.75)), ("b", seconds(3.0, 2.25))]);
        let (_, rows) = text.split_once("\n\n").expect("a blank line follows the total");
        let want = "   --User+System--   ---Wall Time---  --- Name ---
   2.2500 ( 75.0%)   3.0000 ( 75.0%)  b
   0.7500 ( 25.0%)   1.0000 ( 25.0%)  a
   3.0000 (100.0%)   4.0000 (100.0%)  Total

";
        assert_eq!(rows, want);
    }

    #[test]
    fn without_processor_times_there_is_no_column() {
        let text = table(vec![("a", Seconds { wall: 0.5, processor: 0.0 })]);
        assert!(
            text.contains("\n   ---Wall Time---  --- Name ---\n   0.5000 (100.0%)  a\n"),
            "{text}"
        );
    }
}
