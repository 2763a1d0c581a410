//! The text of a layout, and the changes between two layouts.

use super::lines::{BLANKS, Layout, Permissions};
use super::{LayoutEdit, LayoutOptions, LayoutRule};

/// Returns the text with the parts in their new columns.
pub(super) fn text(
    layout: &Layout<'_>,
    permissions: &Permissions,
    options: &LayoutOptions,
) -> String {
    let old = layout.tree.text();
    let mut writer = Writer {
        permissions,
        options,
        eol: line_break(old),
        out: String::with_capacity(old.len()),
    };
    let mut end = 0;
    for line in &layout.lines {
        let mut breaks = line.breaks.iter().peekable();
        for at in line.first..line.end {
            let part = &layout.parts[at];
            let gap = &old[end..part.start];
            if at == line.first {
                writer.line_start(at, gap, line.new_indent);
            } else if let Some((_, column)) = breaks.next_if(|&&(part, _)| part == at) {
                let eol = writer.eol;
                writer.out.push_str(eol);
                writer.spaces(*column);
            } else if permissions.before[at] {
                writer.spaces(part.gap.new);
            } else {
                writer.out.push_str(gap);
            }
            writer.out.push_str(layout.text(part));
            end = part.end;
        }
    }
    writer.end(&old[end..]);
    writer.out
}

/// Returns the file's line break, taken from the first line.
fn line_break(text: &str) -> &'static str {
    match text.find(['\n', '\r']) {
        Some(at) if text[at..].starts_with("\r\n") => "\r\n",
        _ => "\n",
    }
}

struct Writer<'l> {
    permissions: &'l Permissions,
    options: &'l LayoutOptions,
    eol: &'static str,
    out: String,
}

impl Writer<'_> {
    fn spaces(&mut self, count: usize) {
        self.out.extend(std::iter::repeat_n(' ', count));
    }

    /// Writes the blanks and line breaks before the part with index `at`, which starts a line in
    /// `column`.
    fn line_start(&mut self, at: usize, gap: &str, column: usize) {
        let before = self.permissions.before[at];
        let after = if at == 0 { before } else { self.permissions.after[at - 1] };
        let first = gap.find(['\n', '\r']).unwrap_or(gap.len());
        let last = gap.rfind(['\n', '\r']).map_or(0, |last| last + 1);
        if after && before {
            // The line break that ends the previous line, and blank lines.
            let ended = usize::from(at > 0);
            let breaks = count_breaks(gap).min(self.options.max_blank_lines + ended);
            for _ in 0..breaks {
                self.out.push_str(self.eol);
            }
        } else if first <= last {
            let kept = if after { first } else { 0 };
            self.out.push_str(&gap[kept..last]);
        }
        if before {
            self.spaces(column);
        } else {
            self.out.push_str(&gap[last..]);
        }
    }

    /// Writes the end of the file after the last part.
    fn end(&mut self, gap: &str) {
        if self.permissions.after.last() == Some(&true) {
            self.out.push_str(self.eol);
        } else {
            self.out.push_str(gap);
        }
    }
}

fn count_breaks(text: &str) -> usize {
    text.matches('\n').count() + text.replace("\r\n", "\n").matches('\r').count()
}

/// Returns the changes between two layouts; `None` if their tokens or comments differ.
pub(super) fn edits(before: &Layout<'_>, after: &Layout<'_>) -> Option<Vec<LayoutEdit>> {
    if before.parts.len() != after.parts.len() {
        return None;
    }
    let (old_text, new_text) = (before.tree.text(), after.tree.text());
    let mut edits = Vec::new();
    let (mut old_end, mut new_end) = (0, 0);
    for (old, new) in before.parts.iter().zip(&after.parts) {
        let is_same = old.kind == new.kind && before.text(old) == after.text(new);
        if !is_same {
            return None;
        }
        edits.extend(edit(old_end, &old_text[old_end..old.start], &new_text[new_end..new.start]));
        (old_end, new_end) = (old.end, new.end);
    }
    edits.extend(edit(old_end, &old_text[old_end..], &new_text[new_end..]));
    Some(edits)
}

/// Returns the change between the blanks at `offset` and new ones.
fn edit(offset: usize, old: &str, new: &str) -> Option<LayoutEdit> {
    if old == new {
        return None;
    }
    let rule = rule(old, new);
    // Blanks that both ends share are not part of the change.
    let same = |(a, b): &(u8, u8)| a == b;
    let start = old.bytes().zip(new.bytes()).take_while(same).count();
    let end = old[start..].bytes().rev().zip(new[start..].bytes().rev()).take_while(same).count();
    Some(LayoutEdit {
        range: offset + start..offset + old.len() - end,
        replacement: new[start..new.len() - end].to_owned(),
        rule,
    })
}

/// Returns the rule that explains a change in blanks.
fn rule(old: &str, new: &str) -> LayoutRule {
    let indentation = |text: &str| text.rsplit(['\n', '\r']).next().map(str::to_owned);
    let breaks = (count_breaks(old), count_breaks(new));
    match breaks {
        (0, 0) => LayoutRule::Spacing,
        (0, _) if old.trim_matches(BLANKS).is_empty() && !new.ends_with(['\n', '\r']) => {
            LayoutRule::LongLine
        }
        _ if indentation(old) != indentation(new) => LayoutRule::Indentation,
        (old, new) if old != new => LayoutRule::BlankLines,
        _ => LayoutRule::TrailingBlanks,
    }
}
