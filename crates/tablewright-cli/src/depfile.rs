//! Dependency files: a rule for `make` that names the output and every file that was included.

use std::collections::BTreeSet;
use std::io::{self, Write};
use std::path::Path;

use tablewright::byte_escape::unescape;
use tablewright::{Feature, Loaded};

use crate::output_file::OutputFile;

/// The files that an output depends on.
#[derive(Default)]
pub(crate) struct Prerequisites {
    /// The main files, where the release names them. They come first.
    pub(crate) main_files: BTreeSet<String>,
    /// The files that were included. They are sorted; each stands there once.
    pub(crate) included: BTreeSet<String>,
}

impl Prerequisites {
    /// Adds the files of an input, `main_file`; standard input (`-`) is no file.
    pub(crate) fn add(&mut self, main_file: &str, loaded: &Loaded) {
        if loaded.store.release().has(Feature::DepfileNamesMainFile) && main_file != "-" {
            self.main_files.insert(main_file.to_owned());
        }
        self.included.extend(loaded.dependencies.iter().cloned());
    }
}

/// Writes the rule for `output`, a path or several with blanks between them, to the file at `path`.
pub(crate) fn write(path: &Path, output: &str, files: &Prerequisites) -> io::Result<()> {
    let mut file = OutputFile::create(path)?;
    file.write_all(&unescape(&rule(output, files)))?;
    file.finish()
}

/// The outputs of a rule: those that were named, then the side files that were written with them.
pub(crate) fn targets<'p>(
    outputs: impl IntoIterator<Item = &'p str>,
    side_paths: &'p [String],
) -> String {
    let side_paths = side_paths.iter().map(String::as_str);
    outputs.into_iter().chain(side_paths).collect::<Vec<&str>>().join(" ")
}

fn rule(output: &str, files: &Prerequisites) -> String {
    let Prerequisites { main_files, included } = files;
    let included = included.difference(main_files);
    let files: String = main_files.iter().chain(included).map(|file| format!(" {file}")).collect();
    format!("{output}:{files}\n")
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
}
