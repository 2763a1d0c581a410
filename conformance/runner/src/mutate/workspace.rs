//! Scratch directories in which files are changed: source trees with a single target each, or the
//! golden tests.

use std::fs;
use std::path::{Path, PathBuf};

use xtask_support::workspace;

use crate::reference::ReferenceRelease;

/// A worker's directories.
pub(super) struct Workspace(PathBuf);

impl Workspace {
    /// Creates a source tree for each target, with the descriptions from `llvm/include`. A target
    /// that LLVM does not have comes from `examples/toy-target`. The caller removes `root`.
    pub(super) fn for_targets(
        root: PathBuf,
        release: &ReferenceRelease,
        targets: &[String],
    ) -> Result<Workspace, String> {
        let corpus = &release.corpus;
        for target in targets {
            let tree = root.join(target);
            // A target's backends do not read other targets' intrinsics, but the reference spends
            // most of its time on them.
            let foreign = |name: &str| {
                let of = name.strip_prefix("Intrinsics").and_then(|of| of.strip_suffix(".td"));
                of.is_some_and(|of| !of.is_empty() && !of.starts_with(target.as_str()))
            };
            let include = Path::new("llvm/include");
            copy(&corpus.join(include), &tree.join(include), &foreign)?;
            let own = Path::new("llvm/lib/Target").join(target);
            let of_llvm = corpus.join(&own);
            let example = workspace().join("examples/toy-target");
            let from = if of_llvm.is_dir() { &of_llvm } else { &example };
            copy(from, &tree.join(&own), &foreign)?;
        }
        Ok(Workspace(root))
    }

    /// Creates a copy of the golden tests with the files that they include.
    pub(super) fn for_golden_tests(root: PathBuf) -> Result<Workspace, String> {
        copy(&workspace().join("tests/data"), &root, &|_| false)?;
        Ok(Workspace(root))
    }

    /// Returns the path of a file or directory that belongs to the worker, such as an output.
    pub(super) fn path(&self, relative: impl AsRef<Path>) -> PathBuf {
        self.0.join(relative)
    }
}

/// Returns the directory with a target's descriptions in a workspace.
pub(super) fn target_directory(target: &str) -> PathBuf {
    Path::new(target).join("llvm/lib/Target").join(target)
}

/// Returns the names in a directory, in order.
pub(super) fn entries(directory: &Path) -> Result<Vec<String>, String> {
    let problem = |e: std::io::Error| format!("{}: {e}", directory.display());
    let mut names = Vec::new();
    for entry in fs::read_dir(directory).map_err(problem)? {
        names.push(entry.map_err(problem)?.file_name().to_string_lossy().into_owned());
    }
    names.sort();
    Ok(names)
}

/// Copies the `.td` files below `from`. Files whose names satisfy `emptied` become empty.
fn copy(from: &Path, to: &Path, emptied: &dyn Fn(&str) -> bool) -> Result<(), String> {
    let problem = |e: std::io::Error| format!("{}: {e}", from.display());
    fs::create_dir_all(to).map_err(problem)?;
    for name in entries(from)? {
        let path = from.join(&name);
        if path.is_dir() {
            copy(&path, &to.join(&name), emptied)?;
        } else if name.ends_with(".td") {
            let text =
                if emptied(&name) { Vec::new() } else { fs::read(&path).map_err(problem)? };
            fs::write(to.join(&name), text).map_err(problem)?;
        }
    }
    Ok(())
}
