//! The public surface: each path that a program can use, with the feature that it needs. A change of a
//! path is a change of `surface.txt`, which `UPDATE_EXPECT=1` writes.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use expect_test::expect_file;

/// The items in a `src` file, and in the files for its public modules.
struct Surface {
    items: BTreeSet<String>,
}

impl Surface {
    /// Adds the items of a module's text. `path` names the module, `cfg` the features of the modules
    /// around it.
    fn add(&mut self, text: &str, path: &str, cfg: &str) {
        let mut lines = text.lines();
        let (mut open, mut attribute) = (vec![(path.to_owned(), cfg.to_owned())], String::new());
        while let Some(line) = lines.next() {
            let line = line.trim();
            let (path, cfg) = open.last().expect("the file's own module is open").clone();
            let features = format!("{cfg}{attribute}");
            if let Some(condition) = line.strip_prefix("#[cfg(") {
                attribute = format!("  [{}]", condition.trim_end_matches(")]"));
                continue;
            }
            if line.starts_with("#[") || line.starts_with("//") {
                continue;
            }
            if let Some(name) = line.strip_prefix("pub mod ") {
                let module = format!("{path}::{}", name.trim_end_matches([';', '{', ' ']));
                self.items.insert(format!("{module}{features}"));
                if name.ends_with('{') {
                    open.push((module, features));
                } else {
                    self.add(&read(name.trim_end_matches(';')), &module, &features);
                }
            } else if let Some(name) = line.strip_prefix("pub fn ") {
                let name = name.split(['(', '<']).next().unwrap_or(name);
                self.items.insert(format!("{path}::{name}{features}"));
            } else if let Some(first) = line.strip_prefix("pub use ") {
                let mut tree = first.to_owned();
                while !tree.ends_with(';') {
                    tree.push_str(lines.next().expect("a `use` ends").trim());
                }
                for name in names(tree.trim_end_matches(';')) {
                    self.items.insert(format!("{path}::{name}{features}"));
                }
            } else if line == "}" {
                open.pop();
            }
            if line.ends_with('{') && !line.starts_with("pub mod ") && !line.starts_with("pub use ")
            {
                // Nothing in a function or in a private module is public.
                skip_block(&mut lines);
            }
            attribute.clear();
        }
    }
}

/// Skips lines up to the end of the block that the last line opens.
fn skip_block<'t>(lines: &mut impl Iterator<Item = &'t str>) {
    let mut depth = 1;
    while depth > 0 {
        let line = lines.next().expect("a block ends");
        depth += line.matches('{').count();
        depth -= line.matches('}').count();
    }
}

/// Returns the names that `a::b::{C, D}` imports.
fn names(tree: &str) -> Vec<String> {
    let (_, list) = tree.rsplit_once("::").expect("a path has a crate");
    let list = tree.split_once('{').map_or(list, |(_, list)| list.trim_end_matches('}'));
    list.split(',').map(|name| name.trim().to_owned()).filter(|name| !name.is_empty()).collect()
}

fn read(module: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("src/{module}.rs"));
    fs::read_to_string(path).expect("a module has a file")
}

#[test]
fn the_surface_is_listed() {
    let mut surface = Surface { items: BTreeSet::new() };
    surface.add(&read("lib"), "tablewright", "");
    assert!(surface.items.iter().all(|item| !item.contains('*')), "each name is written out");
    let lines: Vec<&str> = surface.items.iter().map(String::as_str).collect();
    expect_file!["surface.txt"].assert_eq(&(lines.join("\n") + "\n"));
}
