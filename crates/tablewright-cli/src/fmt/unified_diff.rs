//! File changes as a unified diff.

use std::fmt::Write;
use std::ops::Range;

use tablewright_syntax::format::{LayoutEdit, apply};

/// Number of unchanged lines shown around a change.
const CONTEXT: usize = 3;

/// A change: old lines by number, counted from zero, and new lines.
struct FmtChange {
    lines: Range<usize>,
    new: Vec<String>,
}

/// Formats the changes to a text as a unified diff. `edits` must be in order.
pub(super) fn text(file: &str, text: &str, edits: &[LayoutEdit]) -> String {
    let old: Vec<&str> = text.split_inclusive('\n').collect();
    let changes = changes(text, &old, edits);
    let slash = if file.starts_with('/') { "" } else { "/" };
    let mut out = format!("--- a{slash}{file}\n+++ b{slash}{file}\n");
    let (mut at, mut added) = (0, 0isize);
    while at < changes.len() {
        let mut end = at + 1;
        while end < changes.len()
            && changes[end].lines.start - changes[end - 1].lines.end <= 2 * CONTEXT
        {
            end += 1;
        }
        added += hunk(&mut out, &old, &changes[at..end], added);
        at = end;
    }
    out
}

/// Groups edits into changes. Edits on the same line or on adjacent lines are one change.
fn changes(text: &str, old: &[&str], edits: &[LayoutEdit]) -> Vec<FmtChange> {
    let mut starts: Vec<usize> = Vec::with_capacity(old.len());
    let mut offset = 0;
    for line in old {
        starts.push(offset);
        offset += line.len();
    }
    let line_of =
        |offset: usize| starts.partition_point(|&start| start <= offset).saturating_sub(1);
    let mut groups: Vec<(Range<usize>, Vec<LayoutEdit>)> = Vec::new();
    for edit in edits {
        let lines = line_of(edit.range.start)..line_of(edit.range.end) + 1;
        match groups.last_mut() {
            Some((last, group)) if lines.start <= last.end => {
                last.end = last.end.max(lines.end);
                group.push(edit.clone());
            }
            _ => groups.push((lines, vec![edit.clone()])),
        }
    }
    let mut changes = Vec::with_capacity(groups.len());
    for (lines, mut group) in groups {
        let start = starts.get(lines.start).copied().unwrap_or(0);
        let end = starts.get(lines.end).copied().unwrap_or(text.len());
        for edit in &mut group {
            edit.range = edit.range.start - start..edit.range.end - start;
        }
        let new = apply(&text[start..end], &group);
        let lines = lines.start..lines.end.min(old.len());
        let new = new.split_inclusive('\n').map(str::to_owned).collect();
        changes.push(FmtChange { lines, new });
    }
    changes
}

/// Writes changes with the lines around them. `added` is the number of lines added by earlier hunks. Returns the
/// number of lines added by this hunk.
fn hunk(out: &mut String, old: &[&str], changes: &[FmtChange], added: isize) -> isize {
    let (Some(first), Some(last)) = (changes.first(), changes.last()) else { return 0 };
    let lines = first.lines.start..last.lines.end;
    let hunk_lines = lines.start.saturating_sub(CONTEXT)..(lines.end + CONTEXT).min(old.len());
    let count = |change: &FmtChange| change.new.len() as isize - change.lines.len() as isize;
    let adds: isize = changes.iter().map(count).sum();
    let new_start = (hunk_lines.start + 1).saturating_add_signed(added);
    let new_len = hunk_lines.len().saturating_add_signed(adds);
    _ = writeln!(
        out,
        "@@ -{},{} +{new_start},{new_len} @@",
        hunk_lines.start + 1,
        hunk_lines.len()
    );
    let mut at = hunk_lines.start;
    for change in changes {
        old[at..change.lines.start].iter().for_each(|text| line(out, ' ', text));
        old[change.lines.clone()].iter().for_each(|text| line(out, '-', text));
        change.new.iter().for_each(|text| line(out, '+', text));
        at = change.lines.end;
    }
    old[at..hunk_lines.end].iter().for_each(|text| line(out, ' ', text));
    adds
}

fn line(out: &mut String, sign: char, text: &str) {
    out.push(sign);
    out.push_str(text);
    if !text.ends_with('\n') {
        out.push_str("\n\\ No newline at end of file\n");
    }
}
