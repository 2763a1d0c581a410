//! The folder of a target on disk.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use tablewright_new_target::TargetFile;

use crate::limits::read_file;
use crate::output_file::write_directory;

/// The end of the generated include's name.
const KIT: &str = "GenKit.inc";

/// The folder of a target.
pub(super) struct Folder {
    root: PathBuf,
}

impl Folder {
    pub(super) fn new(root: PathBuf) -> Folder {
        Folder { root }
    }

    /// Returns the path of a file in the folder.
    pub(super) fn path(&self, file: &str) -> PathBuf {
        self.root.join(file)
    }

    /// Whether a file exists.
    pub(super) fn has(&self, file: &str) -> bool {
        self.path(file).exists()
    }

    /// Whether a file is directly in this folder.
    pub(super) fn is_home_of(&self, file: &Path) -> bool {
        let home = file.parent().filter(|parent| !parent.as_os_str().is_empty());
        let home = fs::canonicalize(home.unwrap_or(Path::new("."))).ok();
        home.is_some() && home == fs::canonicalize(&self.root).ok()
    }

    /// Whether a file is missing or has other contents.
    pub(super) fn differs(&self, file: &TargetFile) -> bool {
        read_file(&self.path(&file.path)).map_or(true, |bytes| bytes != file.text.as_bytes())
    }

    /// Writes files, and the folders above them, all or none.
    pub(super) fn write(&self, files: &[TargetFile]) -> io::Result<()> {
        let contents: Vec<(&Path, &[u8])> =
            files.iter().map(|file| (Path::new(&file.path), file.text.as_bytes())).collect();
        write_directory(&self.root, &contents)?;
        let mut programs = files.iter().filter(|file| file.is_executable);
        programs.try_for_each(|file| make_executable(&self.path(&file.path)))
    }

    /// Returns the name of the target whose generated include is in the folder.
    pub(super) fn target_name(&self) -> Option<String> {
        let entries = fs::read_dir(&self.root).ok()?;
        let names = entries.flatten().filter_map(|entry| entry.file_name().into_string().ok());
        let mut names: Vec<String> =
            names.filter_map(|name| name.strip_suffix(KIT).map(str::to_owned)).collect();
        names.sort();
        names.into_iter().next()
    }

    /// Returns the texts of all C++ files, except those of a build.
    pub(super) fn sources(&self) -> io::Result<Vec<String>> {
        let mut texts = Vec::new();
        add_sources(&self.root, &mut texts)?;
        Ok(texts)
    }
}

fn add_sources(folder: &Path, texts: &mut Vec<String>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let is_build = path.file_name().is_some_and(|name| name == "build");
        if path.is_dir() && !is_build {
            add_sources(&path, texts)?;
        } else if path.extension().is_some_and(|extension| extension == "cpp" || extension == "h") {
            texts.push(String::from_utf8_lossy(&read_file(&path)?).into_owned());
        }
    }
    Ok(())
}

#[cfg(unix)]
fn make_executable(path: &Path) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    fs::set_permissions(path, fs::Permissions::from_mode(0o755))
}

#[cfg(not(unix))]
fn make_executable(_: &Path) -> io::Result<()> {
    Ok(())
}
