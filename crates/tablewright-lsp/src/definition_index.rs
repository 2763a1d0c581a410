//! An index of classes and multiclasses in files, including unevaluated files.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

/// Candidate names per file. The index lives as long as the server; a modified file is read again.
#[derive(Default)]
pub(crate) struct DefinitionIndex {
    files: BTreeMap<PathBuf, IndexedFile>,
}

struct IndexedFile {
    modified: Option<SystemTime>,
    /// Words after `class` and `multiclass`, including words in comments.
    names: BTreeSet<String>,
}

impl DefinitionIndex {
    /// Whether a file may define a class or multiclass with this name.
    pub(crate) fn may_define(&mut self, file: &Path, name: &str) -> bool {
        let modified = std::fs::metadata(file).and_then(|data| data.modified()).ok();
        let indexed = self
            .files
            .get(file)
            .filter(|indexed| indexed.modified.is_some() && indexed.modified == modified);
        if let Some(indexed) = indexed {
            return indexed.names.contains(name);
        }
        let bytes = tablewright_session::read_file(file).unwrap_or_default();
        let names = words_after_class(&String::from_utf8_lossy(&bytes));
        let is_there = names.contains(name);
        self.files.insert(file.to_owned(), IndexedFile { modified, names });
        is_there
    }
}

/// Returns the words after `class`, which is also the end of `multiclass`.
fn words_after_class(text: &str) -> BTreeSet<String> {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let after = text.match_indices("class").map(|(at, keyword)| &text[at + keyword.len()..]);
    let words = after.filter(|rest| !rest.starts_with(is_word)).map(|rest| {
        let after_keyword = rest.trim_start();
        &after_keyword[..after_keyword.find(|c| !is_word(c)).unwrap_or(after_keyword.len())]
    });
    words.filter(|word| !word.is_empty()).map(str::to_owned).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_words_after_class_are_found() {
        let words = words_after_class("class A<int n>;\nmulticlass\n  B { }\nclassy C\n// class");
        assert_eq!(words, ["A".to_owned(), "B".to_owned()].into());
    }

    #[test]
    fn a_file_that_was_modified_is_read_again() {
        let file =
            std::env::temp_dir().join(format!("tablewright-index-{}.td", std::process::id()));
        let mut index = DefinitionIndex::default();
        assert!(!index.may_define(&file, "A"));
        let written = |text: &str, seconds: u64| {
            std::fs::write(&file, text).expect("it can be written");
            let opened = std::fs::File::options().write(true).open(&file).expect("it is there");
            let time = SystemTime::UNIX_EPOCH + std::time::Duration::from_secs(seconds);
            opened.set_modified(time).expect("it can be set");
        };
        written("class A;", 1);
        assert!(index.may_define(&file, "A") && !index.may_define(&file, "B"));
        // Contents are cached until the modification time changes.
        written("class B;", 1);
        assert!(index.may_define(&file, "A"));
        written("class B;", 2);
        assert!(!index.may_define(&file, "A") && index.may_define(&file, "B"));
        std::fs::remove_file(&file).expect("it is there");
    }
}
