//! The lines that differ from a revision, as reported by Git.

use std::ops::RangeInclusive;
use std::process::Command;

use tablewright_session::text_path;
use tablewright_syntax::format::LineSelection;
use tablewright_text::byte_escape::escape;

use super::failed;

/// Files with the lines that may change.
pub(super) struct ChangedLines {
    pub(super) files: Vec<(String, LineSelection)>,
}

impl ChangedLines {
    /// Finds the lines in `.td` files that differ from a revision. Without `files`, searches the current directory
    /// and below. An untracked file counts as new in full, unless Git ignores it.
    pub(super) fn since(revision: &str, files: &[String]) -> Result<ChangedLines, String> {
        if revision.starts_with('-') {
            return Err(format!("unknown revision '{revision}'"));
        }
        let diff =
            ["-c", "core.quotePath=false", "diff", "--relative", "--no-color", "--no-ext-diff"];
        let form =
            ["--unified=0", "--src-prefix=a/", "--dst-prefix=b/", "--diff-filter=d", revision];
        let mut changed = read_diff(&git(&[&diff[..], &form[..]].concat(), files)?);
        let untracked = git(&["ls-files", "--others", "--exclude-standard", "-z"], files)?;
        let names = untracked.split_terminator('\0').map(str::to_owned);
        changed.extend(names.map(|name| (name, LineSelection::All)));
        Ok(ChangedLines { files: changed })
    }
}

/// Returns Git's output about files, or about all descriptions in the current directory and below.
fn git(args: &[&str], files: &[String]) -> Result<String, String> {
    let mut git = Command::new("git");
    git.args(args).arg("--");
    if files.is_empty() {
        git.arg("*.td");
    }
    let files = files.iter().map(|file| text_path(file));
    let output = git.args(files).output().map_err(|e| failed("git", &e))?;
    if !output.status.success() {
        return Err(format!("git: {}", String::from_utf8_lossy(&output.stderr).trim_end()));
    }
    Ok(escape(output.stdout))
}

/// Reads a diff without context: file names, and the lines added or changed in each file.
fn read_diff(diff: &str) -> Vec<(String, LineSelection)> {
    let mut files: Vec<(String, Vec<RangeInclusive<usize>>)> = Vec::new();
    // A line in a hunk may look like a header, so hunk lines are counted.
    let mut in_hunk = 0;
    for line in diff.split('\n') {
        if in_hunk > 0 && line.starts_with(['+', '-']) {
            in_hunk -= 1;
        } else if let Some(name) = line.strip_prefix("+++ b/") {
            // Git appends a tab to a name with blanks.
            files.push((name.trim_end_matches('\t').to_owned(), Vec::new()));
        } else if let Some((old, new)) = hunk(line)
            && let Some((_, ranges)) = files.last_mut()
        {
            in_hunk = old.1 + new.1;
            if new.1 > 0 {
                ranges.push(new.0..=new.0 + new.1 - 1);
            }
        }
    }
    files.into_iter().map(|(name, ranges)| (name, LineSelection::Lines(ranges))).collect()
}

/// Reads a hunk header `@@ -1,2 +3,4 @@`: first line and line count, old and new.
fn hunk(line: &str) -> Option<((usize, usize), (usize, usize))> {
    let mut words = line.strip_prefix("@@ ")?.split(' ');
    let mut range = |sign| {
        let text = words.next()?.strip_prefix(sign)?;
        let (first, count) = text.split_once(',').unwrap_or((text, "1"));
        Some((first.parse().ok()?, count.parse().ok()?))
    };
    Some((range('-')?, range('+')?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hunks_are_lines_of_the_new_file() {
        let diff = "diff --git a/x.td b/x.td\n--- a/x.td\n+++ b/x.td\n@@ -1,0 +2,2 @@ def a\n+a\n+b\n\
                    @@ -9 +10 @@\n-+++ b/no.td\n++++ b/no.td\n@@ -20,2 +20,0 @@\n-a\n-b\n\
                    --- a/y z.td\n+++ b/y z.td\t\n@@ -0,0 +1 @@\n+a\n";
        let lines = |ranges: Vec<RangeInclusive<usize>>| LineSelection::Lines(ranges);
        assert_eq!(
            read_diff(diff),
            [
                ("x.td".to_owned(), lines(vec![2..=3, 10..=10])),
                ("y z.td".to_owned(), lines(vec![1..=1]))
            ]
        );
    }
}
