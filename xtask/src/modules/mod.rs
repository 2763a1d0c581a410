//! `cargo xtask modules`: checks that a crate's modules do not import each other in a circle.
//!
//! The check compares modules in the same folder, each with all modules inside it. A module and the
//! modules inside it belong together, and may use each other. Tests do not count.

mod paths;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use xtask_support::{CommandOutcome, say, summary, workspace};

use crate::rust_source::{production_files, without_tests};
use paths::{Path as ModulePath, paths_in};

pub(crate) fn main() -> CommandOutcome {
    let mut crates: Vec<PathBuf> = subdirectories(&workspace().join("crates"))?;
    for others in ["xtask", "xtask/support", "conformance/runner"] {
        crates.push(workspace().join(others));
    }
    crates.sort();
    let (mut passed, mut failed) = (0, 0);
    for dir in crates {
        let source =
            Crate::read(&dir.join("src")).map_err(|e| format!("{}: {e}", dir.display()))?;
        let circles = source.circles();
        for circle in &circles {
            say!("{}: {circle}", dir.strip_prefix(workspace()).unwrap_or(&dir).display());
        }
        if circles.is_empty() { passed += 1 } else { failed += 1 }
    }
    Ok(summary(passed, failed))
}

fn subdirectories(dir: &Path) -> Result<Vec<PathBuf>, String> {
    let entries = fs::read_dir(dir).map_err(|e| format!("{}: {e}", dir.display()))?;
    Ok(entries.filter_map(|entry| Some(entry.ok()?.path())).filter(|p| p.is_dir()).collect())
}

/// A module, by the names that lead to it from the crate's root.
type Module = Vec<String>;

/// A crate's modules, each with its file's text.
struct Crate {
    modules: BTreeMap<Module, String>,
}

/// An import: the folder and the two modules in it, and the modules that actually import each
/// other.
struct Import {
    folder: Module,
    from: String,
    to: String,
    example: String,
}

impl Crate {
    /// Reads the files below `dir`.
    fn read(dir: &Path) -> io::Result<Crate> {
        let mut modules = BTreeMap::new();
        for file in production_files(dir)? {
            let path = file.strip_prefix(dir).unwrap_or(&file).with_extension("");
            let names = path.iter().map(|name| name.to_string_lossy().into_owned());
            let module: Module =
                names.filter(|name| !matches!(&**name, "lib" | "main" | "mod")).collect();
            let text = fs::read_to_string(&file)?;
            modules.entry(module).or_insert_with(String::new).push_str(without_tests(&text));
        }
        Ok(Crate { modules })
    }

    /// Returns the circles, in words.
    fn circles(&self) -> Vec<String> {
        let mut imports: BTreeMap<Module, Vec<Import>> = BTreeMap::new();
        for import in self.imports() {
            imports.entry(import.folder.clone()).or_default().push(import);
        }
        imports.into_values().filter_map(|of_folder| circle(&of_folder)).collect()
    }

    fn imports(&self) -> Vec<Import> {
        let mut imports = Vec::new();
        for (module, text) in &self.modules {
            for path in paths_in(text) {
                let Some(target) = self.resolve(module, &path, 0) else { continue };
                let common = module.iter().zip(&target).take_while(|(a, b)| a == b).count();
                let (Some(from), Some(to)) = (module.get(common), target.get(common)) else {
                    // One of them contains the other.
                    continue;
                };
                imports.push(Import {
                    folder: module[..common].to_vec(),
                    from: from.clone(),
                    to: to.clone(),
                    example: format!("{} uses {path}", module.join("::")),
                });
            }
        }
        imports
    }

    /// Returns the module that defines the item at a `path` in `module`.
    fn resolve(&self, module: &[String], path: &ModulePath, depth: u32) -> Option<Module> {
        let mut target: Module = match path.levels_up {
            None => Vec::new(),
            Some(levels) => module[..module.len().checked_sub(levels)?].to_vec(),
        };
        let mut names = path.names.iter();
        for name in names.by_ref() {
            target.push(name.clone());
            if self.modules.contains_key(&target) {
                continue;
            }
            // It is an item. A re-exported item counts for the module that it comes from.
            target.pop();
            let text = self.modules.get(&target)?;
            let again = paths_in(text)
                .into_iter()
                .filter(|other| other.is_import && other.names.last() == Some(name));
            let from_elsewhere = again
                .filter(|_| depth < 4)
                .find_map(|other| self.resolve(&target, &other, depth + 1));
            return Some(from_elsewhere.unwrap_or(target));
        }
        Some(target)
    }
}

/// Returns a circle among a folder's modules, if there is one.
fn circle(imports: &[Import]) -> Option<String> {
    let mut edges: BTreeMap<&str, BTreeMap<&str, &str>> = BTreeMap::new();
    for import in imports {
        edges.entry(&import.from).or_default().entry(&import.to).or_insert(&import.example);
    }
    for start in edges.keys() {
        let mut seen = BTreeSet::new();
        let mut pending = vec![vec![*start]];
        while let Some(way) = pending.pop() {
            let last = way[way.len() - 1];
            for to in edges.get(last).into_iter().flat_map(BTreeMap::keys) {
                if to == start {
                    let next = way.iter().skip(1).chain([start]);
                    let steps = way.iter().zip(next).map(|(from, to)| edges[from][to]);
                    return Some(steps.collect::<Vec<_>>().join("; "));
                }
                if seen.insert(*to) {
                    pending.push([&way[..], &[*to]].concat());
                }
            }
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn circles(files: &[(&str, &str)]) -> Vec<String> {
        let module = |name: &str| -> Module {
            name.split('/').filter(|n| !n.is_empty()).map(str::to_owned).collect()
        };
        let modules = files.iter().map(|(name, text)| (module(name), text.to_string()));
        Crate { modules: modules.collect() }.circles()
    }

    #[test]
    fn modules_side_by_side_that_use_each_other_are_a_circle() {
        let files = [
            ("", "mod a; mod b; mod c;"),
            ("a", "use crate::b::B;"),
            ("b", "use super::c::{C, D};"),
            ("c", "fn f() -> crate::a::A {}"),
        ];
        assert_eq!(circles(&files), ["a uses crate::b::B; b uses super::c::C; c uses crate::a::A"]);
        assert_eq!(circles(&files[..3]), [""; 0]);
    }

    #[test]
    fn a_module_and_what_lies_in_it_may_use_each_other() {
        let files = [("a", "use b::B; pub struct A;"), ("a/b", "use super::A; pub struct B;")];
        assert_eq!(circles(&files), [""; 0]);
    }

    #[test]
    fn what_is_exported_again_counts_where_it_is_defined() {
        let files = [
            ("", "mod a; mod b;"),
            ("a", "pub use self::inner::X;"),
            ("a/inner", "use crate::b::Y;"),
            ("b", "use crate::a::X;"),
        ];
        assert_eq!(circles(&files).len(), 1);
        let elsewhere =
            [("", "pub(crate) use b::Y;"), ("a", "use crate::Y;"), ("b", "use crate::a;")];
        assert_eq!(circles(&elsewhere).len(), 1);
    }
}
