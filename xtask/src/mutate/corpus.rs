//! A scratch source tree in which one target is changed: the target's files, and the descriptions
//! of `llvm/include`.

use std::fs;
use std::path::{Path, PathBuf};

use super::mutation::Mutation;
use super::source::Source;

/// The trees of one worker; each target has one.
pub(super) struct Workspace(PathBuf);

impl Workspace {
    /// Writes a tree for each target. `root` is removed by whoever made it.
    pub(super) fn new(root: PathBuf, corpus: &Path, targets: &[String]) -> Result<Self, String> {
        for target in targets {
            let tree = root.join(target);
            copy(corpus, &tree, Path::new("llvm/include"), target)?;
            copy(corpus, &tree, &target_directory(target), target)?;
        }
        Ok(Workspace(root))
    }

    /// The source tree of a target.
    pub(super) fn tree(&self, target: &str) -> PathBuf {
        self.0.join(target)
    }

    /// Where outputs and messages go.
    pub(super) fn file(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    /// Runs `trial` while the changed file stands in the target's tree.
    pub(super) fn with<R>(
        &self,
        target: &str,
        source: &Source,
        mutation: &Mutation,
        trial: impl FnOnce() -> Result<R, String>,
    ) -> Result<R, String> {
        let path = self.tree(target).join(target_directory(target)).join(&mutation.file);
        let write =
            |text: &[u8]| fs::write(&path, text).map_err(|e| format!("{}: {e}", path.display()));
        write(&mutation.text)?;
        let result = trial();
        for file in source.files.iter().filter(|file| file.name == mutation.file) {
            write(&file.text)?;
        }
        result
    }
}

/// Where a target's descriptions are in a source tree.
pub(super) fn target_directory(target: &str) -> PathBuf {
    Path::new("llvm/lib/Target").join(target)
}

/// Copies the `.td` files under `directory`. Intrinsics of other targets are left empty: no backend
/// for a target reads them, and the reference spends most of its time on them.
fn copy(from: &Path, to: &Path, directory: &Path, target: &str) -> Result<(), String> {
    let problem = |e: std::io::Error| format!("{}: {e}", directory.display());
    fs::create_dir_all(to.join(directory)).map_err(problem)?;
    for entry in fs::read_dir(from.join(directory)).map_err(problem)? {
        let entry = entry.map_err(problem)?;
        let name = entry.file_name().to_string_lossy().into_owned();
        let path = directory.join(&name);
        if entry.file_type().map_err(problem)?.is_dir() {
            copy(from, to, &path, target)?;
        } else if let Some(stem) = name.strip_suffix(".td") {
            let foreign =
                stem.strip_prefix("Intrinsics").is_some_and(|of| !of.is_empty() && of != target);
            let text =
                if foreign { Vec::new() } else { fs::read(entry.path()).map_err(problem)? };
            fs::write(to.join(&path), text).map_err(problem)?;
        }
    }
    Ok(())
}
