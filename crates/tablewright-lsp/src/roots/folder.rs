//! Roots guessed from folders: `lib/Target/X/X.td` for the files in `lib/Target/X`.

use std::path::{Path, PathBuf};

use tablewright_session::tree_include_dirs;

use super::{Root, RootOrigin};
use crate::uri::real;

/// Folders to search, from the file upwards: `X/GISel/Combine.td` belongs to `X/X.td`.
const MAX_FOLDERS: usize = 3;

/// Creates a root with the include directories of its source tree.
pub(crate) fn root_of(main: &Path, origin: RootOrigin) -> Root {
    let mut include_dirs: Vec<PathBuf> =
        tree_include_dirs(main).iter().map(|dir| real(dir)).collect();
    if include_dirs.len() > 1 {
        include_dirs.extend(project_include_dir(main).filter(|dir| !include_dirs.contains(dir)));
    }
    Root { main: main.to_owned(), include_dirs, macros: Vec::new(), release: None, origin }
}

/// Returns the include directory of the project in LLVM's tree to which a file belongs: `mlir/include`
/// for `mlir/test/lib/Test.td`.
fn project_include_dir(main: &Path) -> Option<PathBuf> {
    let mut projects = main.ancestors().skip(1);
    let project =
        projects.find(|dir| dir.parent().is_some_and(|tree| tree.join("llvm").is_dir()))?;
    Some(real(&project.join("include"))).filter(|dir| dir.is_dir())
}

/// Returns the main files that may include a file: in its folder, then in the folders above. In
/// each folder, main files named after the folder are first.
pub(crate) fn candidates(file: &Path) -> Vec<Root> {
    // The folder of an unsaved text does not exist.
    let folders = file.ancestors().skip(1).take(MAX_FOLDERS).take_while(|folder| folder.is_dir());
    let mains = folders.flat_map(main_files).filter(|main| main != file);
    mains.map(|main| root_of(&main, RootOrigin::Folder)).collect()
}

/// Returns the files in a folder that include others.
fn main_files(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let paths = entries.map(|entry| entry.path());
    let mut mains: Vec<PathBuf> = paths
        .filter(|path| path.extension().is_some_and(|ending| ending == "td") && path.is_file())
        .filter(|path| includes_others(path))
        .collect();
    let is_namesake = |path: &Path| path.file_stem() == folder.file_name();
    // The system lists files in any order.
    mains.sort_by_key(|path| (!is_namesake(path), path.clone()));
    mains
}

fn includes_others(path: &Path) -> bool {
    let text = tablewright_session::read_file(path).unwrap_or_default();
    String::from_utf8_lossy(&text).lines().any(|line| line.trim_start().starts_with("include"))
}
