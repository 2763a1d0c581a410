//! Excerpts: parts of a longer file on a page, with gaps.
//!
//! A comment names the file, and the lines of the following code must occur in that file in the
//! same order, with any common indentation. A line `…` represents any number of lines; other lines
//! must be adjacent.
//!
//! ````markdown
//! <!-- excerpt of tests/data/toy-target/ok/emitter.out -->
//! ```cpp

/// The line that represents omitted lines.
const GAP: &str = "…";

/// Code that is an excerpt from a file.
pub(super) struct BookExcerpt<'a> {
    /// Line number of the comment.
    pub(super) line: usize,
    /// The file's path in the workspace.
    pub(super) file: &'a str,
    lines: Vec<&'a str>,
}

/// Finds the excerpts on a page.
pub(super) fn excerpts(page: &str) -> Vec<BookExcerpt<'_>> {
    let mut excerpts: Vec<BookExcerpt<'_>> = Vec::new();
    let mut lines = page.lines().zip(1..);
    while let Some((text, line)) = lines.next() {
        let comment = text.trim().strip_prefix("<!-- excerpt of ");
        let Some(file) = comment.and_then(|rest| rest.strip_suffix(" -->")) else { continue };
        let code = lines.by_ref().skip_while(|(text, _)| !is_fence(text)).skip(1);
        let code = code.map_while(|(text, _)| (!is_fence(text)).then_some(text));
        excerpts.push(BookExcerpt { line, file, lines: code.collect() });
    }
    excerpts
}

fn is_fence(line: &str) -> bool {
    line.trim_start().starts_with("```")
}

impl BookExcerpt<'_> {
    /// Returns the first line that is not in `file` in the right place.
    pub(super) fn missing_from(&self, file: &str) -> Option<&str> {
        let mut remaining: Vec<&str> = file.lines().map(str::trim).collect();
        let parts = self.lines.split(|line| line.trim() == GAP);
        for part in parts.filter(|part| !part.is_empty()) {
            let common_lengths = (0..remaining.len()).map(|at| common(part, &remaining[at..]));
            let best = common_lengths
                .enumerate()
                .max_by_key(|&(at, common)| (common, remaining.len() - at));
            let (at, common) = best.unwrap_or_default();
            if common < part.len() {
                return Some(part[common]);
            }
            remaining.drain(..at + common);
        }
        None
    }
}

/// Returns the number of lines at the start of `part` that the file continues with.
fn common(part: &[&str], file: &[&str]) -> usize {
    part.iter().zip(file).take_while(|(part, file)| part.trim() == **file).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    const FILE: &str = "a\n  b\nc\nd\nb\nc\ne\n";

    fn missing(code: &str) -> Option<String> {
        let page = format!("text\n<!-- excerpt of x/y -->\n```cpp\n{code}\n```\nmore\n");
        let excerpts = excerpts(&page);
        assert_eq!((excerpts.len(), excerpts[0].line, excerpts[0].file), (1, 2, "x/y"));
        excerpts[0].missing_from(FILE).map(str::to_owned)
    }

    #[test]
    fn lines_follow_each_other_but_for_gaps() {
        assert_eq!(missing("a\nb\nc"), None);
        assert_eq!(missing("  b\n  c\n  …\n  e"), None);
        assert_eq!(missing("b\nc\ne"), None);
        assert_eq!(missing("…\nd\n…"), None);
    }

    #[test]
    fn the_first_line_that_is_not_there_is_known() {
        assert_eq!(missing("a\nc"), Some("c".to_owned()));
        assert_eq!(missing("d\n…\na"), Some("a".to_owned()));
        assert_eq!(missing("b\nc\nx"), Some("x".to_owned()));
    }
}
