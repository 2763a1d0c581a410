//! An LLVM release's sources, headers, static libraries and programs for building targets.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use xtask_support::{say, workspace};

use crate::reference::ReferenceRelease;

/// Directories in `llvm/test` with tests for code generation, assembler, disassembler and tools.
/// Other directories run programs that are not built here.
const TEST_AREAS: [&str; 6] = ["CodeGen", "DebugInfo", "MC", "MachineVerifier", "Object", "tools"];

/// Test directories whose names differ from their target's name.
const TESTS_OF_OTHER_NAMES: [(&str, &[&str]); 1] = [("ARM", &["Thumb", "Thumb2"])];

/// Suffixes after a target's name in its static libraries' names.
const TARGET_LIBRARIES: [&str; 8] =
    ["AsmParser", "CodeGen", "Desc", "Disassembler", "Exegesis", "Info", "TargetMCA", "Utils"];

/// Exit code of the script if the release is not available.
const NOT_AVAILABLE: i32 = 3;

/// A directory with everything that is needed to build a release's targets, and with their builds.
pub(crate) struct BuildInputs {
    directory: PathBuf,
}

impl BuildInputs {
    /// Finds a release's sources, headers and libraries, and downloads them unless an earlier run
    /// has done so. `None` if Debian does not have them; a message then explains this.
    ///
    /// # Errors
    /// If the download or the unpacking fails.
    pub(crate) fn for_release(release: &ReferenceRelease) -> Result<Option<BuildInputs>, String> {
        let version = release.version();
        let directory = release.corpus.with_file_name(format!("llvm-build-{version}"));
        if directory.to_string_lossy().contains(char::is_whitespace) {
            return Err(format!("{}: make cannot handle blanks in paths", directory.display()));
        }
        let script = workspace().join("conformance/llvm-build.sh");
        let status = Command::new(&script)
            .arg(version)
            .arg(&directory)
            .status()
            .map_err(|e| format!("{}: {e}", script.display()))?;
        match status.code() {
            Some(0) => Ok(Some(BuildInputs { directory })),
            Some(NOT_AVAILABLE) => {
                say!("LEFT OUT: the sources or libraries of LLVM {version} cannot be had");
                Ok(None)
            }
            Some(_) | None => Err(format!("{}: {status}", script.display())),
        }
    }

    /// Returns the directory with the inputs, and with a subdirectory for each target.
    pub(crate) fn directory(&self) -> &Path {
        &self.directory
    }

    /// Returns the directory `llvm` in LLVM's sources.
    pub(crate) fn sources(&self) -> PathBuf {
        self.directory.join("sources/llvm")
    }

    /// Returns a directory below the installed LLVM's prefix: `include`, `lib`, `bin`.
    pub(crate) fn installed(&self, part: &str) -> PathBuf {
        self.directory.join("prefix").join(part)
    }

    /// Returns the directories with shared libraries that the system does not have.
    pub(crate) fn shared_libraries(&self) -> Vec<PathBuf> {
        let files = self.directory.join("files/usr/lib");
        let directories = [files.join("x86_64-linux-gnu"), self.installed("lib")];
        if files.is_dir() { directories.into() } else { Vec::new() }
    }

    /// Returns the value of `LD_LIBRARY_PATH` for the release's programs.
    pub(crate) fn library_path(&self) -> Option<OsString> {
        let directories = self.shared_libraries();
        if directories.is_empty() { None } else { std::env::join_paths(directories).ok() }
    }

    /// Returns the C++ files below a source directory, by name.
    ///
    /// # Errors
    /// If the directory cannot be read.
    pub(crate) fn cpp_files(&self, directory: &str) -> Result<Vec<PathBuf>, String> {
        let root = self.sources().join(directory);
        let mut files = Vec::new();
        collect(&root, &mut files, &mut |path, is_directory| {
            !is_directory && path.extension().is_some_and(|extension| extension == "cpp")
        })?;
        Ok(files)
    }

    /// Returns LLVM's static libraries, except target libraries.
    ///
    /// # Errors
    /// If a directory cannot be read.
    pub(crate) fn libraries(&self) -> Result<Vec<PathBuf>, String> {
        let targets = entries(&self.sources().join("lib/Target"))?;
        let of_targets: Vec<String> = targets
            .iter()
            .filter_map(|path| path.file_name()?.to_str())
            .flat_map(|target| TARGET_LIBRARIES.map(|part| format!("libLLVM{target}{part}.a")))
            .collect();
        let is_wanted = |path: &PathBuf| {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            name.starts_with("libLLVM")
                && name.ends_with(".a")
                && !of_targets.contains(&name.into())
        };
        Ok(entries(&self.installed("lib"))?.into_iter().filter(is_wanted).collect())
    }

    /// Returns the directories with a target's tests, relative to `llvm/test`.
    ///
    /// # Errors
    /// If there are none, or if a directory cannot be read.
    pub(crate) fn test_directories(&self, target: &str) -> Result<Vec<String>, String> {
        let others = TESTS_OF_OTHER_NAMES.iter().find(|(name, _)| *name == target);
        let names: Vec<&str> =
            others.iter().flat_map(|(_, names)| names.iter().copied()).chain([target]).collect();
        let root = self.sources().join("test");
        let mut directories = Vec::new();
        for area in TEST_AREAS {
            collect(&root.join(area), &mut directories, &mut |path, is_directory| {
                let own = path.file_name().unwrap_or_default().to_string_lossy();
                is_directory && names.iter().any(|name| own.eq_ignore_ascii_case(name))
            })?;
        }
        if directories.is_empty() {
            return Err(format!("{target}: LLVM has no tests of this target"));
        }
        let relative = |path: PathBuf| path.strip_prefix(&root).map(|p| p.display().to_string());
        Ok(directories.into_iter().filter_map(|path| relative(path).ok()).collect())
    }
}

/// Returns a directory's entries, by name.
fn entries(directory: &Path) -> Result<Vec<PathBuf>, String> {
    let problem = |e: std::io::Error| format!("{}: {e}", directory.display());
    let read = fs::read_dir(directory).map_err(problem)?.collect::<Result<Vec<_>, _>>();
    let mut paths: Vec<PathBuf> = read.map_err(problem)?.iter().map(fs::DirEntry::path).collect();
    paths.sort();
    Ok(paths)
}

/// Collects the paths that `is_wanted` accepts; its second argument is whether the path is a
/// directory. Does not search inside a collected directory.
fn collect(
    directory: &Path,
    found: &mut Vec<PathBuf>,
    is_wanted: &mut dyn FnMut(&Path, bool) -> bool,
) -> Result<(), String> {
    for path in entries(directory)? {
        let is_directory = path.is_dir();
        if is_wanted(&path, is_directory) {
            found.push(path);
        } else if is_directory {
            collect(&path, found, is_wanted)?;
        }
    }
    Ok(())
}
