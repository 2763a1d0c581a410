//! Dependency files: a rule for `make` that names the output and every file that was included.

use std::collections::BTreeSet;
use std::io::{self, Write};
use std::path::Path;

use tablewright::byte_escape::unescape;

use crate::output_file::OutputFile;

/// Writes the rule for `output`, a path or several with blanks between them, to the file at `path`. Files are sorted; each stands there once.
pub(crate) fn write(path: &Path, output: &str, files: &[String]) -> io::Result<()> {
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

fn rule(output: &str, files: &[String]) -> String {
    let files: BTreeSet<&str> = files.iter().map(String::as_str).collect();
    let files: String = files.iter().map(|file| format!(" {file}")).collect();
    format!("{output}:{files}\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_sorted_and_stand_there_once() {
        let files = ["b.td", "a/z.td", "b.td", "B.td"].map(str::to_owned);
        assert_eq!(rule("x y.o", &files), "x y.o: B.td a/z.td b.td\n");
        assert_eq!(rule("x.o", &[]), "x.o:\n");
    }
}
