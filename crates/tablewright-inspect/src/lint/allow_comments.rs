//! Comments that allow lints: `// tablewright: allow(unused-class)`.

use std::ops::Range;

use rustc_hash::FxHashMap;
use tablewright_index::IndexVec;
use tablewright_syntax::source::{FileId, Pos, SourceFile, SourceMap, Span};

use super::Lint;
use super::scope::CheckedFiles;

const MARK: &str = "tablewright: allow(";

/// The comments in all checked files.
#[derive(Default)]
pub(super) struct AllowComments {
    files: IndexVec<FileId, FileComments>,
}

/// The comments in a file.
#[derive(Clone, Default)]
struct FileComments {
    /// Names allowed in the whole file by the comment at its top.
    everywhere: Vec<AllowedName>,
    /// Names allowed on a line, by line number from zero.
    lines: FxHashMap<usize, Vec<AllowedName>>,
}

/// A name in a comment.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct AllowedName {
    pub(super) name: String,
    /// Byte range in the file.
    range: Range<usize>,
}

impl AllowComments {
    pub(super) fn new(sources: &SourceMap, checked: &CheckedFiles) -> AllowComments {
        let mut comments = AllowComments::default();
        for (index, file) in sources.files().iter().enumerate() {
            let is_checked = checked.contains(FileId::from_index(index));
            comments.files.push(if is_checked {
                FileComments::new(&file.text)
            } else {
                FileComments::default()
            });
        }
        comments
    }

    /// Whether a comment allows a lint at a position.
    pub(super) fn allow(&self, sources: &SourceMap, lint: &Lint, pos: Pos) -> bool {
        let Some(comments) = self.files.get(sources.file_of(pos)) else { return false };
        if comments.everywhere.is_empty() && comments.lines.is_empty() {
            return false;
        }
        let line = sources.line_column(pos).line as usize - 1;
        let on_line = comments.lines.get(&line).into_iter().flatten();
        comments.everywhere.iter().chain(on_line).any(|allowed| allowed.is(lint))
    }

    /// Iterates over all names in comments with their positions.
    pub(super) fn names<'s>(
        &'s self,
        sources: &'s SourceMap,
    ) -> impl Iterator<Item = (&'s AllowedName, Span)> {
        self.files.iter_enumerated().flat_map(move |(id, comments)| {
            let mut names: Vec<&AllowedName> =
                comments.everywhere.iter().chain(comments.lines.values().flatten()).collect();
            names.sort_by_key(|name| name.range.start);
            let file: &SourceFile = sources.file(id);
            names.into_iter().map(move |name| {
                let Range { start, end } = name.range;
                (name, Span::new(file.pos(start), file.pos(end)))
            })
        })
    }
}

impl AllowedName {
    fn is(&self, lint: &Lint) -> bool {
        let name = &*self.name;
        name == lint.name
            || name == "all"
            || name == lint.group.name()
            || name.parse().is_ok_and(|code| lint.code == code)
    }
}

impl FileComments {
    fn new(text: &str) -> FileComments {
        let mut comments = FileComments::default();
        if !text.contains(MARK) {
            return comments;
        }
        let lines = Lines::new(text);
        let top = lines.comment_at_top();
        for number in 0..lines.ranges.len() {
            let Some(names) = allowed_names(text, lines.ranges[number].clone()) else { continue };
            if number < top {
                comments.everywhere.extend(names);
                continue;
            }
            // A comment on its own line applies to the next line with code.
            let is_code = |&line: &usize| !lines.is_comment(line);
            let Some(line) = (number..lines.ranges.len()).find(is_code) else { continue };
            comments.lines.entry(line).or_default().extend(names);
        }
        comments
    }
}

/// The lines of a file.
struct Lines<'t> {
    text: &'t str,
    ranges: Vec<Range<usize>>,
}

impl<'t> Lines<'t> {
    fn new(text: &'t str) -> Lines<'t> {
        let mut start = 0;
        let lines = text.split_inclusive('\n').map(|line| {
            let range = start..start + line.len();
            start = range.end;
            range
        });
        let ranges = lines.collect();
        Lines { text, ranges }
    }

    fn line(&self, number: usize) -> &'t str {
        self.text[self.ranges[number].clone()].trim()
    }

    fn is_comment(&self, number: usize) -> bool {
        self.line(number).starts_with("//")
    }

    /// Returns the number of lines before the first blank line after the comments at the top.
    /// Returns zero if code follows directly, since the comments apply to this code.
    fn comment_at_top(&self) -> usize {
        let mut top = 0;
        for number in 0..self.ranges.len() {
            match self.line(number) {
                "" => top = number,
                line if line.starts_with("//") => {}
                _ => return top,
            }
        }
        self.ranges.len()
    }
}

/// Parses the names that a comment on a line allows.
fn allowed_names(text: &str, line: Range<usize>) -> Option<Vec<AllowedName>> {
    let comment = text[line.clone()].find("//")?;
    let mark = text[line.clone()][comment..].find(MARK)?;
    let start = line.start + comment + mark + MARK.len();
    let list = &text[start..line.end];
    let list = &list[..list.find(')')?];
    let mut names = Vec::new();
    let mut at = start;
    for part in list.split(',') {
        let name = part.trim();
        let first = at + (part.len() - part.trim_start().len());
        names.push(AllowedName { name: name.to_owned(), range: first..first + name.len() });
        at += part.len() + 1;
    }
    Some(names)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(allowed: &[AllowedName]) -> Vec<&str> {
        allowed.iter().map(|allowed| &*allowed.name).collect()
    }

    #[test]
    fn a_comment_is_about_its_line_or_the_next_one_of_code() {
        let text = "class A; // tablewright: allow(unused-class, TW4003)\n\
                    // tablewright: allow(x)\n// More.\nclass B;\n";
        let comments = FileComments::new(text);
        assert!(comments.everywhere.is_empty());
        assert_eq!(names(&comments.lines[&0]), ["unused-class", "TW4003"]);
        assert_eq!(names(&comments.lines[&3]), ["x"]);
        let range = comments.lines[&0][1].range.clone();
        assert_eq!(&text[range], "TW4003");
    }

    #[test]
    fn a_comment_at_the_top_is_about_the_file() {
        let top = "// Title\n// tablewright: allow(x)\n";
        let comments = FileComments::new(&format!("{top}\nclass A;\n"));
        assert_eq!(names(&comments.everywhere), ["x"]);
        let comments = FileComments::new(&format!("{top}class A;\n"));
        assert!(comments.everywhere.is_empty());
        assert_eq!(names(&comments.lines[&2]), ["x"]);
    }
}
