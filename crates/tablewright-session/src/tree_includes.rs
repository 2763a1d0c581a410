//! Include directories for a description in a source tree with LLVM's layout. Commands for people
//! search these without `-I`.

use std::path::{Path, PathBuf, absolute};

/// A file that identifies LLVM's include directory.
const LANDMARK: &str = "llvm/Target/Target.td";

/// Returns the include directories for `input`: its own directory, each directory named `include`
/// above it, and LLVM's include directory beside or above its project. If `input` is relative,
/// directories below the current directory are relative, too.
pub fn tree_include_dirs(input: &Path) -> Vec<PathBuf> {
    let own = input.parent().unwrap_or(Path::new(""));
    let mut dirs = vec![own.to_owned()];
    let above = absolute(input).unwrap_or_else(|_| input.to_owned());
    let current = absolute(".").ok().filter(|_| input.is_relative());
    let mut add = |dir: PathBuf| {
        let below = current.as_deref().and_then(|current| dir.strip_prefix(current).ok());
        let dir = below.filter(|below| !below.as_os_str().is_empty()).unwrap_or(&dir).to_owned();
        if !dirs.contains(&dir) {
            dirs.push(dir);
        }
    };
    for dir in above.ancestors().skip(1) {
        let is_include = dir.file_name().is_some_and(|name| name == "include");
        let inside = [dir.join("include"), dir.join("llvm/include")];
        let llvm = inside.iter().find(|include| include.join(LANDMARK).is_file());
        if is_include {
            add(dir.to_owned());
        }
        if let Some(llvm) = llvm {
            add(llvm.clone());
            return dirs;
        }
    }
    // Not in a source tree: only the input's own directory, as in a C compiler.
    vec![own.to_owned()]
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn directories_of_the_tree_are_found() {
        let root = std::env::temp_dir().join(format!("tree-includes-{}", std::process::id()));
        for dir in ["llvm/include/llvm/Target", "llvm/lib/Target/Toy", "clang/include/clang/Basic"]
        {
            fs::create_dir_all(root.join(dir)).expect("it can be created");
        }
        fs::write(root.join("llvm/include").join(LANDMARK), "").expect("it can be written");
        let of = |file: &str| {
            let dirs = tree_include_dirs(&root.join(file)).into_iter();
            let relative = |dir: PathBuf| match dir.strip_prefix(&root) {
                Ok(dir) => dir.to_string_lossy().into_owned(),
                Err(_) => "elsewhere".to_owned(),
            };
            dirs.map(relative).collect::<Vec<_>>()
        };
        assert_eq!(of("llvm/lib/Target/Toy/Toy.td"), ["llvm/lib/Target/Toy", "llvm/include"]);
        assert_eq!(
            of("clang/include/clang/Basic/Attr.td"),
            ["clang/include/clang/Basic", "clang/include", "llvm/include"]
        );
        assert_eq!(of("llvm/include/llvm/IR/a.td"), ["llvm/include/llvm/IR", "llvm/include"]);
        assert_eq!(tree_include_dirs(Path::new("/no/such/a.td")), [Path::new("/no/such")]);
        fs::remove_dir_all(root).expect("it was created");
    }
}
