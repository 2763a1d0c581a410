//! Version files: files by which an LLVM tree or an installed LLVM tells its version.
//!
//! A directory goes in, and the release comes out that a version file in it names. The search from directory to
//! directory is in `tree_release`.

use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

use tablewright_records::Release;

use crate::FileAccess;

/// The bytes that are read of a version file. The version is near the start of each.
const READ_LIMIT: u64 = 8 << 10;

/// A file that names the release of an LLVM tree or of an installed LLVM.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct VersionFile {
    /// The path of the file.
    pub path: PathBuf,
    /// The release that the file names.
    pub release: Release,
}

/// The language of a version file.
#[derive(Clone, Copy)]
enum Language {
    /// `set(LLVM_VERSION_MAJOR 22)`
    CMake,
    /// `#define LLVM_VERSION_MAJOR 22`
    Cpp,
}

/// The position of a directory in a search, which decides the version files that it may have.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum DirRole {
    /// An include directory, or the directory of an input.
    Start,
    /// A directory above another one.
    Ancestor,
    /// The parent of a directory `include`.
    ParentOfInclude,
}

/// The version file of an LLVM tree.
const OF_TREE: (&str, Language) = ("cmake/Modules/LLVMVersion.cmake", Language::CMake);

/// The version file of an LLVM tree up to 18.
const OF_OLD_TREE: (&str, Language) = ("llvm/CMakeLists.txt", Language::CMake);

/// The version file among installed headers.
const OF_HEADERS: (&str, Language) = ("llvm/Config/llvm-config.h", Language::Cpp);

/// The version files of an installed LLVM, and of a source package of LLVM alone up to 18.
const OF_PREFIX: [(&str, Language); 3] = [
    ("lib/cmake/llvm/LLVMConfigVersion.cmake", Language::CMake),
    ("lib64/cmake/llvm/LLVMConfigVersion.cmake", Language::CMake),
    ("CMakeLists.txt", Language::CMake),
];

impl DirRole {
    /// The version files that a directory may have, in the order in which they count.
    fn candidates(self) -> &'static [(&'static str, Language)] {
        const OF_PARENT: [(&str, Language); 6] =
            [OF_TREE, OF_OLD_TREE, OF_HEADERS, OF_PREFIX[0], OF_PREFIX[1], OF_PREFIX[2]];
        match self {
            DirRole::Start => &[OF_TREE, OF_HEADERS],
            DirRole::Ancestor => &[OF_TREE, OF_OLD_TREE, OF_HEADERS],
            DirRole::ParentOfInclude => &OF_PARENT,
        }
    }
}

impl VersionFile {
    /// Finds the version file of a directory.
    pub(crate) fn in_dir(dir: &Path, role: DirRole, access: &FileAccess) -> Option<VersionFile> {
        role.candidates().iter().find_map(|&(name, language)| {
            let path = dir.join(name);
            let release = release_in(&read_start(&path, access)?, language)?;
            Some(VersionFile { path, release })
        })
    }
}

/// The start of a regular file; `None` if the file cannot or may not be read.
fn read_start(path: &Path, access: &FileAccess) -> Option<Vec<u8>> {
    // Most candidates do not exist. A pipe would keep the reader waiting.
    if !path.metadata().ok()?.is_file() {
        return None;
    }
    access.check(path).ok()?;
    let mut bytes = Vec::new();
    File::open(path).ok()?.take(READ_LIMIT).read_to_end(&mut bytes).ok()?;
    Some(bytes)
}

/// The release that the text of a version file names.
fn release_in(text: &[u8], language: Language) -> Option<Release> {
    let (mut major, mut minor) = (None, 0);
    for line in text.split(|&byte| byte == b'\n') {
        let Some((name, value)) = definition(line, language) else { continue };
        let number = |text: &[u8]| std::str::from_utf8(text).ok()?.parse::<u8>().ok();
        match name {
            b"LLVM_VERSION_MAJOR" if major.is_none() => major = number(value),
            b"LLVM_VERSION_MINOR" => minor = number(value).unwrap_or(0),
            b"PACKAGE_VERSION" => {
                let mut numbers = value.split(|&byte| byte == b'.').map(number);
                major = numbers.next().flatten().or(major);
                minor = numbers.next().flatten().unwrap_or(minor);
            }
            _ => {}
        }
    }
    format!("{}.{minor}", major?).parse().ok()
}

/// The name and the value of a line that defines a variable or macro.
fn definition(line: &[u8], language: Language) -> Option<(&[u8], &[u8])> {
    let keyword = match language {
        Language::CMake => b"set(".as_slice(),
        Language::Cpp => b"#define ".as_slice(),
    };
    let line = line.trim_ascii_start();
    let start = line.get(..keyword.len())?;
    // Commands of CMake may have capital letters.
    if !start.eq_ignore_ascii_case(keyword) {
        return None;
    }
    let is_word = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.');
    let words = line[keyword.len()..].split(|byte| !is_word(byte));
    let mut words = words.filter(|word| !word.is_empty());
    Some((words.next()?, words.next()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, language: Language, release: Option<Release>) {
        assert_eq!(release_in(text.as_bytes(), language), release, "{text}");
    }

    #[test]
    fn cmake_sets_the_version_in_two_ways() {
        let set = "if(NOT DEFINED LLVM_VERSION_MAJOR)\n  set(LLVM_VERSION_MAJOR 23)\nendif()\n";
        check(set, Language::CMake, Some(Release::new(23)));
        check("SET( LLVM_VERSION_MAJOR 4 )", Language::CMake, Some(Release::new(4)));
        let old = "set(LLVM_VERSION_MAJOR 3)\nset(LLVM_VERSION_MINOR 8)\n";
        check(old, Language::CMake, Some(Release::with_minor(3, 8)));
        let package = "set(PACKAGE_VERSION \"22.1.8\")\n";
        check(package, Language::CMake, Some(Release::new(22)));
        check("set(PACKAGE_VERSION 24.0.0git)", Language::CMake, Some(Release::new(24)));
        for other in [
            "# set(LLVM_VERSION_MAJOR 3)",
            "set(LLVM_VERSION_MAJOR ${MAJOR})",
            "set(LLVM_VERSION_MAJOR 0)",
            "set(LLVM_VERSION_MAJOR 1000)",
            "set(LLVM_VERSION_MAJOR)",
            "set(CLANG_VERSION_MAJOR 9)",
            "set",
            "",
        ] {
            check(other, Language::CMake, None);
        }
    }

    #[test]
    fn a_header_defines_the_version() {
        let header = "/* #define */\n#define LLVM_VERSION_MAJOR 19\n#define LLVM_VERSION_MINOR 1\n";
        check(header, Language::Cpp, Some(Release::new(19)));
        check("/* #undef LLVM_VERSION_MAJOR */", Language::Cpp, None);
    }
}
