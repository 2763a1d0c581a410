//! `--time-phases`: times for the phases in a run.

use std::fmt::Write;
use std::fs;
use std::time::Instant;

const RULE: &str =
    "===-------------------------------------------------------------------------===";

/// Headings for the table's columns, in the order of [`Seconds::columns`].
const COLUMNS: [&str; 4] =
    ["   ---User Time---", "   --System Time--", "   --User+System--", "   ---Wall Time---"];

/// Processor time in user mode and in the system, if known, and elapsed time.
#[derive(Clone, Copy, Default, PartialEq, Debug)]
struct Seconds {
    user: f64,
    system: f64,
    wall: f64,
}

impl Seconds {
    fn columns(self) -> [f64; 4] {
        [self.user, self.system, self.user + self.system, self.wall]
    }

    fn plus(self, other: Seconds) -> Seconds {
        Seconds {
            user: self.user + other.user,
            system: self.system + other.system,
            wall: self.wall + other.wall,
        }
    }
}

/// A completed phase.
#[derive(Clone, Copy)]
struct Phase<'a> {
    name: &'a str,
    seconds: Seconds,
}

/// A stopwatch for the consecutive phases in a run.
#[doc(alias = "TGTimer")]
pub(crate) struct Phases {
    done: Vec<Phase<'static>>,
    /// Start time of the current phase. `None` without `--time-phases`, since reading the processor times takes time
    /// itself.
    started: Option<(Instant, (f64, f64))>,
}

impl Phases {
    /// Starts the first phase if times are requested.
    pub(crate) fn start(is_asked_for: bool) -> Phases {
        let started = is_asked_for.then(|| (Instant::now(), processor_seconds()));
        Phases { done: Vec::new(), started }
    }

    /// Ends the phase `name` and starts the next.
    pub(crate) fn end(&mut self, name: &'static str) {
        let Some((started, processor)) = self.started else { return };
        let (now, used) = (Instant::now(), processor_seconds());
        let seconds = Seconds {
            user: used.0 - processor.0,
            system: used.1 - processor.1,
            wall: (now - started).as_secs_f64(),
        };
        self.done.push(Phase { name, seconds });
        self.started = Some((now, used));
    }

    /// Builds the table for all phases, the longest first.
    pub(crate) fn table(&self) -> String {
        table(self.done.clone())
    }
}

fn table(mut phases: Vec<Phase<'_>>) -> String {
    phases.sort_by(|a, b| b.seconds.wall.total_cmp(&a.seconds.wall));
    let total = phases.iter().fold(Seconds::default(), |sum, phase| sum.plus(phase.seconds));
    let totals = total.columns();
    let title = "TableGen Phase Timing";
    let indent = " ".repeat((RULE.len() - title.len()) / 2);
    let mut text = format!("{RULE}\n{indent}{title}\n{RULE}\n");
    let [_, _, processor, wall] = totals;
    _ = writeln!(text, "  Total Execution Time: {processor:.4} seconds ({wall:.4} wall clock)\n");
    // A column without measurements is left out.
    let is_measured = |column: usize| totals[column] > 0.0;
    (0..COLUMNS.len()).filter(|&i| is_measured(i)).for_each(|i| text += COLUMNS[i]);
    text += "  --- Name ---\n";
    let total = Phase { name: "Total", seconds: total };
    for Phase { name, seconds } in phases.iter().copied().chain([total]) {
        let parts = seconds.columns();
        for i in (0..COLUMNS.len()).filter(|&i| is_measured(i)) {
            _ = write!(text, "  {:7.4} ({:5.1}%)", parts[i], 100.0 * parts[i] / totals[i]);
        }
        _ = writeln!(text, "  {name}");
    }
    text.push('\n');
    text
}

/// Returns the processor time used so far, in user mode and in the system. Linux provides it in a file, in hundredths
/// of a second. Other systems need a system call, which would require unsafe code, so the result is zero there.
fn processor_seconds() -> (f64, f64) {
    let text = fs::read_to_string("/proc/self/stat").unwrap_or_default();
    // The second field, the program's name in parentheses, may contain spaces.
    let fields = text.rsplit_once(')').map_or("", |(_, after_name)| after_name);
    // User and system time are the fields 14 and 15 of `proc(5)`; two fields were cut off above.
    let mut ticks = fields.split_whitespace().skip(11).map(|field| field.parse().unwrap_or(0.0));
    let mut next = || ticks.next().unwrap_or(0.0) / 100.0;
    (next(), next())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the table below its head.
    fn rows(phases: Vec<Phase<'_>>) -> String {
        let text = table(phases);
        text.split_once("\n\n").expect("a blank line follows the total").1.to_owned()
    }

    #[test]
    fn the_longest_phase_comes_first() {
        let phase =
            |name, wall, user, system| Phase { name, seconds: Seconds { wall, user, system } };
        let want =
            "   ---User Time---   --System Time--   --User+System--   ---Wall Time---  --- Name ---
   1.5000 ( 75.0%)   0.5000 (100.0%)   2.0000 ( 80.0%)   3.0000 ( 75.0%)  b
   0.5000 ( 25.0%)   0.0000 (  0.0%)   0.5000 ( 20.0%)   1.0000 ( 25.0%)  a
   2.0000 (100.0%)   0.5000 (100.0%)   2.5000 (100.0%)   4.0000 (100.0%)  Total

";
        assert_eq!(rows(vec![phase("a", 1.0, 0.5, 0.0), phase("b", 3.0, 1.5, 0.5)]), want);
    }

    #[test]
    fn without_processor_times_there_are_no_columns_of_them() {
        let want = "   ---Wall Time---  --- Name ---
   0.5000 (100.0%)  a
   0.5000 (100.0%)  Total

";
        let seconds = Seconds { wall: 0.5, ..Seconds::default() };
        assert_eq!(rows(vec![Phase { name: "a", seconds }]), want);
    }
}
