//! Sources from which our program learns the release of a description: the caller, LLVM's tree, or an installed LLVM.
//!
//! The corpus has descriptions and few other files. A version file that it lacks is made in a directory of links to it.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};

use clap::ArgMatches;

use crate::reference::ReferenceRelease;

/// The version file of LLVM's tree.
const OF_TREE: &str = "cmake/Modules/LLVMVersion.cmake";

/// The directory and the name of the installed version file, below a directory of headers.
const OF_INSTALLED: [&str; 3] = ["llvm", "Config", "llvm-config.h"];

/// The source from which our program learns the release.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ReleaseSource {
    /// The caller names the release.
    Named,
    /// A version file of LLVM's tree.
    Tree,
    /// A header beside the descriptions, as packages install it.
    Installed,
}

impl ReleaseSource {
    /// The sources that a command tries: the caller if the flag `name-release` was given, otherwise the others.
    pub(crate) fn chosen(args: &ArgMatches) -> &'static [ReleaseSource] {
        if args.get_flag("name-release") {
            &[ReleaseSource::Named]
        } else {
            &[ReleaseSource::Tree, ReleaseSource::Installed]
        }
    }

    /// Its name in messages and directories.
    pub(crate) fn word(self) -> &'static str {
        match self {
            ReleaseSource::Named => "named",
            ReleaseSource::Tree => "tree",
            ReleaseSource::Installed => "installed",
        }
    }

    /// The directory to run jobs of a release in. What is made for it is in `scratch`.
    pub(crate) fn directory(
        self,
        release: &ReferenceRelease,
        scratch: &Path,
    ) -> Result<PathBuf, String> {
        let corpus = &release.corpus;
        let root = scratch.join(format!("from-{}", self.word()));
        let made = match self {
            ReleaseSource::Named => return Ok(corpus.clone()),
            ReleaseSource::Tree if corpus.join(OF_TREE).is_file() => return Ok(corpus.clone()),
            ReleaseSource::Tree => make_tree(corpus, &root, release.version()),
            ReleaseSource::Installed => make_installed(corpus, &root, release.version()),
        };
        made.map(|()| root.clone()).map_err(|e| format!("{}: {e}", root.display()))
    }
}

/// Makes a tree of links to the corpus that has a version file.
fn make_tree(corpus: &Path, root: &Path, version: &str) -> std::io::Result<()> {
    let modules = link_around(corpus, root, &["cmake", "Modules"])?;
    let name = Path::new(OF_TREE).file_name().expect("it is the path of a file");
    write_version(&modules.join(name), version, |name, number| format!("set({name} {number})\n"))
}

/// Makes a tree of links to the corpus without the version file of a tree, but with an installed header in each directory
/// `include`.
fn make_installed(corpus: &Path, root: &Path, version: &str) -> std::io::Result<()> {
    fs::create_dir_all(root)?;
    for entry in fs::read_dir(corpus)? {
        let entry = entry?;
        let (part, link) = (entry.path(), root.join(entry.file_name()));
        let [llvm, config, header] = OF_INSTALLED;
        if entry.file_name() == "cmake" {
            continue;
        }
        if !part.join("include").is_dir() {
            symlink(part, link)?;
            continue;
        }
        let directory = link_around(&part, &link, &["include", llvm, config])?;
        write_version(&directory.join(header), version, |name, number| {
            format!("#define {name} {number}\n")
        })?;
    }
    Ok(())
}

/// Makes `copy` a directory like `original`, with links to what is in it. The directories on the way down `path` are
/// made in the same way. Returns the last of them.
fn link_around(original: &Path, copy: &Path, path: &[&str]) -> std::io::Result<PathBuf> {
    fs::create_dir_all(copy)?;
    let next = path.first();
    if original.is_dir() {
        for entry in fs::read_dir(original)? {
            let entry = entry?;
            if next.is_none_or(|next| entry.file_name() != **next) {
                symlink(entry.path(), copy.join(entry.file_name()))?;
            }
        }
    }
    match next {
        None => Ok(copy.to_owned()),
        Some(next) => link_around(&original.join(next), &copy.join(next), &path[1..]),
    }
}

/// Writes a version file, in which `line` defines a variable.
fn write_version(
    file: &Path,
    version: &str,
    line: impl Fn(&str, &str) -> String,
) -> std::io::Result<()> {
    let mut numbers = version.split('.');
    let names = ["LLVM_VERSION_MAJOR", "LLVM_VERSION_MINOR", "LLVM_VERSION_PATCH"];
    let lines = names.map(|name| line(name, numbers.next().unwrap_or("0")));
    // A link to the corpus must not be written through.
    drop(fs::remove_file(file));
    fs::write(file, lines.concat())
}
