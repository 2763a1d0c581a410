//! The release of a tree: the search for a version file near an input and its include directories.
//!
//! The nearest version file decides. An include directory counts before the directory of the input at the same
//! distance, since the classes that differ by release are included.

use std::collections::HashMap;
use std::fs;
use std::path::{Component, Path, PathBuf, absolute};
use std::sync::{Mutex, PoisonError};

use crate::FileAccess;
use crate::version_file::{DirRole, VersionFile};

/// Maximum number of searched directories above an include directory or an input.
const LEVELS: usize = 12;

/// Version files by directory, so that a batch searches each directory once.
#[derive(Default, Debug)]
pub struct VersionFiles {
    by_dir: Mutex<HashMap<(PathBuf, DirRole), Option<VersionFile>>>,
}

impl VersionFiles {
    /// Finds the version file nearest to one of `dirs`.
    pub(crate) fn nearest(&self, dirs: &[PathBuf], access: &FileAccess) -> Option<VersionFile> {
        let lexical: Vec<PathBuf> = dirs.iter().filter_map(|dir| plain_path(dir)).collect();
        self.nearest_above(&lexical, access).or_else(|| {
            // A link may lead into a tree from a directory outside of it.
            let real = lexical.iter().filter_map(|dir| {
                let real = fs::canonicalize(dir).ok()?;
                (real != *dir).then_some(real)
            });
            self.nearest_above(&real.collect::<Vec<PathBuf>>(), access)
        })
    }

    /// Searches the directories themselves, then all their parents, and so on.
    fn nearest_above(&self, dirs: &[PathBuf], access: &FileAccess) -> Option<VersionFile> {
        let mut seen: Vec<(&Path, DirRole)> = Vec::new();
        for level in 0..=LEVELS {
            for start in dirs {
                let Some(dir) = start.ancestors().nth(level) else { continue };
                let child = level.checked_sub(1).and_then(|below| start.ancestors().nth(below));
                let role = match child {
                    None => DirRole::Start,
                    Some(child) if child.ends_with("include") => DirRole::ParentOfInclude,
                    Some(_) => DirRole::Ancestor,
                };
                if seen.contains(&(dir, role)) {
                    continue;
                }
                seen.push((dir, role));
                let nearest_file = self.in_dir(dir, role, access);
                if nearest_file.is_some() {
                    return nearest_file;
                }
            }
        }
        None
    }

    fn in_dir(&self, dir: &Path, role: DirRole, access: &FileAccess) -> Option<VersionFile> {
        let mut by_dir = self.by_dir.lock().unwrap_or_else(PoisonError::into_inner);
        let entry = by_dir.entry((dir.to_owned(), role));
        entry.or_insert_with(|| VersionFile::in_dir(dir, role, access)).clone()
    }
}

/// An absolute path whose ancestors are the directories above it; `None` if the path does not exist.
fn plain_path(dir: &Path) -> Option<PathBuf> {
    let dir = if dir.as_os_str().is_empty() { Path::new(".") } else { dir };
    if dir.components().any(|part| part == Component::ParentDir) {
        return fs::canonicalize(dir).ok();
    }
    absolute(dir).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use tablewright_records::Release;

    /// A directory with files, removed at the end.
    struct Tree(PathBuf);

    impl Tree {
        fn new(name: &str) -> Tree {
            Tree(std::env::temp_dir().join(format!("{name}-{}", std::process::id())))
        }

        /// Adds a file with an LLVM version.
        fn add(&self, file: &str, major: u8) {
            let path = self.0.join(file);
            let text = if path.extension().is_some_and(|ending| ending == "h") {
                format!("#define LLVM_VERSION_MAJOR {major}\n")
            } else {
                format!("set(LLVM_VERSION_MAJOR {major})\n")
            };
            fs::create_dir_all(path.parent().expect("it lies in the root"))
                .and_then(|()| fs::write(&path, text))
                .expect("it can be written");
        }

        /// The version file nearest to some directories, as its path in the tree and its release.
        fn nearest(&self, dirs: &[&str]) -> Option<(String, Release)> {
            let dirs: Vec<PathBuf> = dirs.iter().map(|dir| self.0.join(dir)).collect();
            let nearest_file = VersionFiles::default().nearest(&dirs, &FileAccess::default())?;
            let path = nearest_file.path.strip_prefix(&self.0).expect("no other is near");
            Some((path.to_string_lossy().into_owned(), nearest_file.release))
        }
    }

    impl Drop for Tree {
        fn drop(&mut self) {
            drop(fs::remove_dir_all(&self.0));
        }
    }

    #[test]
    fn the_nearest_version_file_decides() {
        let tree = Tree::new("nearest-version-file");
        tree.add("cmake/Modules/LLVMVersion.cmake", 23);
        tree.add("llvm/include/llvm/Target/README", 0);
        tree.add("llvm/lib/Target/Toy/README", 0);
        tree.add("installed/include/llvm/Config/llvm-config.h", 19);
        tree.add("prefix/lib/cmake/llvm/LLVMConfigVersion.cmake", 22);
        tree.add("old/llvm-18.src/CMakeLists.txt", 18);
        let check = |dirs: &[&str], path: &str, major: u8| {
            assert_eq!(tree.nearest(dirs), Some((path.to_owned(), Release::new(major))));
        };
        let of_tree = "cmake/Modules/LLVMVersion.cmake";
        let installed = "installed/include/llvm/Config/llvm-config.h";
        check(&["llvm/lib/Target/Toy"], of_tree, 23);
        check(&["llvm/include", "llvm/lib/Target/Toy"], of_tree, 23);
        check(&["llvm/lib/Target/Toy", "installed/include"], installed, 19);
        check(&["installed/include/../../llvm/include"], of_tree, 23);
        check(&["prefix/include"], "prefix/lib/cmake/llvm/LLVMConfigVersion.cmake", 22);
        check(&["old/llvm-18.src/include"], "old/llvm-18.src/CMakeLists.txt", 18);
        check(&["old/llvm-18.src/lib"], of_tree, 23);
    }

    #[test]
    fn the_search_has_a_bound() {
        let tree = Tree::new("bounded-version-file");
        tree.add("cmake/Modules/LLVMVersion.cmake", 23);
        assert!(tree.nearest(&["a"]).is_some());
        assert_eq!(tree.nearest(&["a/".repeat(LEVELS + 1).as_str()]), None);
    }

    #[test]
    fn a_file_that_may_not_be_read_does_not_count() {
        let tree = Tree::new("limited-version-file");
        tree.add("cmake/Modules/LLVMVersion.cmake", 23);
        let access = FileAccess::default().within(tree.0.join("llvm"));
        assert_eq!(VersionFiles::default().nearest(&[tree.0.join("llvm")], &access), None);
    }
}
