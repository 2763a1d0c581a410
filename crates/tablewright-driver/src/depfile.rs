//! Dependency files: a rule for `make` that names the output and every file that was included.

use std::collections::BTreeSet;
use std::io::{self, Write};
use std::path::Path;

use tablewright_records::Loaded;
use tablewright_text::byte_escape::unescape;

use crate::cache;
use crate::output_file::OutputFile;

/// The files that an output depends on.
#[derive(Default)]
pub(crate) struct Prerequisites {
    /// Main files, if the release names them. They are listed first.
    pub(crate) main_files: BTreeSet<String>,
    /// Included files, sorted, without duplicates.
    pub(crate) included: BTreeSet<String>,
}

impl Prerequisites {
    /// Adds the files that `main_file` was loaded from; standard input (`-`) is not a file.
    pub(crate) fn add(&mut self, main_file: &str, loaded: &Loaded) {
        self.extend(main_file, cache::depfile_names_main_file(loaded), &loaded.dependencies);
    }

    /// Adds the files for an input whose output is in a cache.
    pub(crate) fn add_cached(&mut self, main_file: &str, is_named: bool, included: &[String]) {
        self.extend(main_file, is_named, included);
    }

    /// Adds the files for an input in a batch. The reference programs have no batch depfile. Ours names the main
    /// file in every release.
    pub(crate) fn add_to_batch(&mut self, main_file: &str, included: &[String]) {
        self.extend(main_file, true, included);
    }

    fn extend(&mut self, main_file: &str, is_named: bool, included: &[String]) {
        if is_named && main_file != "-" {
            self.main_files.insert(main_file.to_owned());
        }
        self.included.extend(included.iter().cloned());
    }
}

/// Writes the rule for `output`, a list of [`targets`], to the file at `path`.
pub(crate) fn write(path: &Path, output: &str, files: &Prerequisites) -> io::Result<()> {
    let mut file = OutputFile::create(path)?;
    file.write_all(&unescape(&rule(output, files)))?;
    file.finish()
}

/// Returns the targets of a rule: the named outputs, then their side files; escaped and separated by blanks.
pub(crate) fn targets<'p>(
    outputs: impl IntoIterator<Item = &'p str>,
    side_paths: &'p [String],
) -> String {
    let side_paths = side_paths.iter().map(String::as_str);
    outputs.into_iter().chain(side_paths).map(escape).collect::<Vec<String>>().join(" ")
}

fn rule(output: &str, files: &Prerequisites) -> String {
    let Prerequisites { main_files, included } = files;
    let included = included.difference(main_files);
    let files = main_files.iter().chain(included).map(|file| format!(" {}", escape(file)));
    format!("{output}:{}\n", files.collect::<String>())
}

/// Returns a path as GNU make and Ninja read it: a blank, a tab or `#` has a backslash before it, backslashes before a
/// blank or tab are doubled, and `$` is doubled. Other backslashes are separators of Windows.
fn escape(path: &str) -> String {
    let mut escaped = String::with_capacity(path.len());
    let mut backslashes = 0;
    for char in path.chars() {
        match char {
            ' ' | '\t' => {
                escaped.extend(std::iter::repeat_n('\\', backslashes + 1));
            }
            '#' => escaped.push('\\'),
            '$' => escaped.push('$'),
            _ => {}
        }
        escaped.push(char);
        backslashes = if char == '\\' { backslashes + 1 } else { 0 };
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn main_files_come_first_and_the_rest_is_sorted() {
        let set = |files: &[&str]| files.iter().map(|&file| file.to_owned()).collect();
        let mut files = Prerequisites {
            main_files: BTreeSet::new(),
            included: set(&["b.td", "a/z.td", "b.td", "B.td"]),
        };
        assert_eq!(rule("x y.o", &files), "x y.o: B.td a/z.td b.td\n");
        files.main_files = set(&["m.td", "b.td"]);
        assert_eq!(rule("x.o", &files), "x.o: b.td m.td B.td a/z.td\n");
        assert_eq!(rule("x.o", &Prerequisites::default()), "x.o:\n");
    }

    #[test]
    fn what_build_tools_would_read_otherwise_is_escaped() {
        for (path, expected) in [
            ("a/b.td", "a/b.td"),
            ("a b.td", "a\\ b.td"),
            ("C++ #1/$x.td", "C++\\ \\#1/$$x.td"),
            ("dir\\a.td", "dir\\a.td"),
            ("dir\\ a.td", "dir\\\\\\ a.td"),
        ] {
            assert_eq!(escape(path), expected);
        }
        let included = ["b c.td".to_owned()].into();
        let files = Prerequisites { included, ..Prerequisites::default() };
        let targets = targets(["x y.inc"], &["z#.inc".to_owned()]);
        assert_eq!(rule(&targets, &files), "x\\ y.inc z\\#.inc: b\\ c.td\n");
    }
}
