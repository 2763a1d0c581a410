//! What the bytes of the matcher table go to.

use serde_json::{Value, json};
use tablewright::TextSink;

use super::Format;
use super::json;
use super::target::Target;

/// How many lines a list has, unless all are asked for.
const SHOWN: usize = 20;

pub(super) fn stats(target: &Target<'_>, format: Format, is_full: bool) -> String {
    let lists = Lists::of(target);
    if let Format::Json = format {
        json::with_target(target, "stats", lists.value(target))
    } else {
        lists.text(target, is_full)
    }
}

/// A line of a list: bytes, other numbers, and what they are about.
struct Line {
    bytes: u32,
    counts: Vec<(&'static str, u32)>,
    what: String,
}

/// The lists, each with its title and its name in JSON.
struct Lists(Vec<(&'static str, &'static str, Vec<Line>)>);

impl Lists {
    fn of(target: &Target<'_>) -> Lists {
        let stats = target.table.stats();
        let opcodes = stats.opcodes.into_iter().map(|of| Line {
            bytes: of.bytes,
            counts: vec![("ends", of.ends)],
            what: of.opcode,
        });
        let conditions = stats.conditions.into_iter().map(|of| Line {
            bytes: of.bytes,
            counts: vec![("ends", of.ends), ("checks", of.checks), ("check_bytes", of.check_bytes)],
            what: of.condition,
        });
        let predicates = stats.predicates.into_iter().map(|of| Line {
            bytes: of.bytes,
            counts: vec![("checks", of.checks)],
            what: of.fragments.join(", "),
        });
        let steps = stats.steps.into_iter().map(|of| Line {
            bytes: of.bytes,
            counts: vec![("count", of.count)],
            what: of.kind.to_owned(),
        });
        let mut indices: Vec<usize> = (0..target.costs.len()).collect();
        indices.sort_by_key(|&index| std::cmp::Reverse(target.costs[index].own));
        let patterns = indices.into_iter().map(|index| {
            let record = target.pattern(index).record;
            let (name, at) = (target.record_name(record), target.location_text(record));
            Line {
                bytes: target.costs[index].own,
                counts: vec![("shared", target.costs[index].shared)],
                what: format!("{name}  {at}  {}", target.pattern_text(index)),
            }
        });
        Lists(vec![
            ("by opcode of the root", "opcodes", opcodes.collect()),
            ("by condition, what serves single patterns alone", "conditions", conditions.collect()),
            ("by predicate, what its checks take", "predicates", predicates.collect()),
            ("by kind of step", "steps", steps.collect()),
            ("largest patterns, what serves them alone", "patterns", patterns.collect()),
        ])
    }

    fn text(&self, target: &Target<'_>, is_full: bool) -> String {
        let size = target.table.size();
        let tried = target.to_match.list.len();
        let mut text = format!("{}: {size} bytes, {tried} patterns to match\n", target.name);
        for (title, _, lines) in &self.0 {
            writeln!(text, "\n{title}\n");
            let Some(first) = lines.first() else { continue };
            write!(text, "{:>8} {:>6}", "bytes", "%");
            for (name, _) in &first.counts {
                write!(text, " {:>11}", name.replace('_', " "));
            }
            text.push('\n');
            let shown = if is_full || lines.len() <= SHOWN { lines.len() } else { SHOWN };
            for line in &lines[..shown] {
                let share = f64::from(line.bytes) * 100.0 / f64::from(size);
                write!(text, "{:>8} {share:>6.2}", line.bytes);
                for (_, count) in &line.counts {
                    write!(text, " {count:>11}");
                }
                let what = if line.what.is_empty() { "(none)" } else { &line.what };
                writeln!(text, "  {what}");
            }
            if shown < lines.len() {
                writeln!(text, "{:>8} more; --full shows all", lines.len() - shown);
            }
        }
        text
    }

    fn value(&self, target: &Target<'_>) -> Value {
        let mut value = json!({ "bytes": target.table.size() });
        for (_, name, lines) in &self.0 {
            let lines = lines.iter().map(|line| {
                let mut value = json!({ "what": line.what, "bytes": line.bytes });
                for &(name, count) in &line.counts {
                    value[name] = count.into();
                }
                value
            });
            value[*name] = lines.collect();
        }
        value
    }
}
