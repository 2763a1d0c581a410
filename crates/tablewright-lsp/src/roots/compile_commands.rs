//! `tablegen_compile_commands.yml`, which LLVM's CMake writes for language servers. It contains
//! YAML documents with the keys `filepath` and `includes`, a list of directories separated by
//! semicolons.

use std::path::{Path, PathBuf};

use super::{Root, RootOrigin};
use crate::uri::real;

/// The file name.
pub(crate) const FILE_NAME: &str = "tablegen_compile_commands.yml";

/// Reads the roots in a database. Relative paths are relative to its folder.
pub(crate) fn read(database: &Path, text: &str) -> Vec<Root> {
    let base = database.parent().unwrap_or(Path::new(""));
    let mut roots: Vec<Root> = Vec::new();
    let mut main: Option<PathBuf> = None;
    for line in text.lines().map(str::trim) {
        if line.starts_with("---") {
            main = None;
        } else if let Some(path) = line.strip_prefix("filepath:") {
            let path = real(&base.join(scalar(path)));
            roots.push(root(path.clone(), ""));
            main = Some(path);
        } else if let Some(dirs) = line.strip_prefix("includes:")
            && let (Some(main), Some(last)) = (&main, roots.last_mut())
        {
            *last = root(main.clone(), &scalar(dirs));
            last.include_dirs.iter_mut().for_each(|dir| *dir = real(&base.join(&*dir)));
        }
    }
    // A file with several actions has an entry for each.
    let mut distinct_roots: Vec<Root> = Vec::new();
    for root in roots {
        if !distinct_roots.contains(&root) {
            distinct_roots.push(root);
        }
    }
    distinct_roots
}

fn root(main: PathBuf, dirs: &str) -> Root {
    let mut include_dirs: Vec<PathBuf> =
        dirs.split(';').filter(|dir| !dir.is_empty()).map(PathBuf::from).collect();
    // Builds run TableGen in the folder of the file, or with this folder as an include directory.
    let own = main.parent().unwrap_or(Path::new("")).to_owned();
    if !include_dirs.contains(&own) {
        include_dirs.push(own);
    }
    let origin = RootOrigin::CompileCommands;
    Root { main, include_dirs, macros: Vec::new(), release: None, origin }
}

/// Parses a plain or quoted scalar on a single line.
fn scalar(text: &str) -> String {
    let text = text.trim();
    if let Some(quoted) = text.strip_prefix('"').and_then(|text| text.strip_suffix('"')) {
        return quoted.replace("\\\"", "\"").replace("\\\\", "\\");
    }
    match text.strip_prefix('\'').and_then(|text| text.strip_suffix('\'')) {
        Some(quoted) => quoted.replace("''", "'"),
        None => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_document_is_a_root() {
        let text = "--- !FileInfo:\n  filepath: \"/no src/A.td\"\n  includes: \"/no inc;/b\"\n\
                    --- !FileInfo:\n  filepath: /no src/B.td\n  includes:\n\
                    --- !FileInfo:\n  filepath: \"/no src/A.td\"\n  includes: \"/no inc;/b\"\n";
        let roots = read(Path::new("/no build/x.yml"), text);
        let mains_and_dirs: Vec<(String, Vec<String>)> = roots
            .iter()
            .map(|root| {
                let dirs = root.include_dirs.iter().map(|dir| dir.display().to_string());
                (root.main.display().to_string(), dirs.collect())
            })
            .collect();
        let dirs = |dirs: &[&str]| dirs.iter().map(|&dir| dir.to_owned()).collect::<Vec<_>>();
        assert_eq!(
            mains_and_dirs,
            [
                ("/no src/A.td".to_owned(), dirs(&["/no inc", "/b", "/no src"])),
                ("/no src/B.td".to_owned(), dirs(&["/no src"])),
            ]
        );
    }
}
