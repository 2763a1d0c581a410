//! The files that lints check.

use tablewright_syntax::source::{FileId, Pos, SourceMap};

/// The files to check.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum LintScope {
    /// The main file, and included files in or below its directory. Other files, such as LLVM's
    /// `include`, belong to other authors.
    #[default]
    OwnTree,
    /// All files.
    AllFiles,
}

/// For each file, whether it is checked.
pub(super) struct CheckedFiles(Vec<bool>);

impl CheckedFiles {
    pub(super) fn new(sources: &SourceMap, scope: LintScope) -> CheckedFiles {
        let files = sources.files();
        let own = files.first().map_or("", |main| directory(&main.name));
        let own = normalized(own);
        let is_checked = |name: &str| match scope {
            LintScope::AllFiles => true,
            LintScope::OwnTree => lies_in(&own, name),
        };
        let is_main = |index: usize| index == 0;
        let files = files.iter().enumerate();
        CheckedFiles(files.map(|(i, file)| is_main(i) || is_checked(&file.name)).collect())
    }

    pub(super) fn contains(&self, file: FileId) -> bool {
        self.0.get(file.index()).copied().unwrap_or(false)
    }

    pub(super) fn contains_pos(&self, sources: &SourceMap, pos: Pos) -> bool {
        self.contains(sources.file_of(pos))
    }
}

/// Whether a path is in or below a directory.
fn lies_in(directory: &[&str], path: &str) -> bool {
    let path = normalized(path);
    let below = path.strip_prefix(directory).and_then(|rest| rest.first());
    below.is_some_and(|part| !matches!(*part, "" | ".."))
}

fn directory(path: &str) -> &str {
    path.rfind('/').map_or("", |slash| &path[..slash])
}

/// Returns the components of a path with `.` and `..` resolved.
fn normalized(path: &str) -> Vec<&str> {
    let mut parts: Vec<&str> = Vec::new();
    for part in path.split('/') {
        match part {
            "." => {}
            "" if !parts.is_empty() || !path.starts_with('/') => {}
            ".." if parts.last().is_some_and(|&last| last != ".." && !last.is_empty()) => {
                parts.pop();
            }
            part => parts.push(part),
        }
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_own_tree_is_the_directory_of_the_main_file() {
        let check = |main: &str, name: &str| lies_in(&normalized(directory(main)), name);
        assert!(check("Target/X/X.td", "Target/X/XInstr.td"));
        assert!(check("Target/X/X.td", "./Target/X/GISel/X.td"));
        assert!(check("Target/X/X.td", "Target/X/../X/sub/X.td"));
        assert!(!check("Target/X/X.td", "Target/XY/X.td"));
        assert!(!check("Target/X/X.td", "include/llvm/Target/Target.td"));
        assert!(check("/a/b.td", "/a/c/d.td"));
        assert!(!check("/a/b.td", "/c.td"));
        assert!(check("main.td", "sub/x.td"));
        assert!(!check("../a/main.td", "../b/x.td"));
        assert!(!check("main.td", "../x.td"));
        assert!(!check("main.td", "/x.td"));
    }
}
