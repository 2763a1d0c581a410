//! Templates: the C++ of a backend with the name Quill, and its renaming.
//!
//! Templates have no register, opcode, width or encoding in them: these are macros of the generated include. The files
//! are the user's from the first day, so that they are written once.

/// A file to write.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TargetFile {
    /// Path below the target's folder, with `/`.
    pub path: String,
    /// Contents.
    pub text: String,
    /// Whether the file is a program.
    pub is_executable: bool,
}

/// The templates with their paths.
macro_rules! templates {
    ($($path:literal),* $(,)?) => {
        [$(($path, include_str!(concat!("../templates/", $path)))),*]
    };
}

const TEMPLATES: [(&str, &str); 36] = templates![
    "AsmParser/QuillAsmParser.cpp",
    "CMakeLists.txt",
    "Disassembler/QuillDisassembler.cpp",
    "MCTargetDesc/QuillAsmBackend.cpp",
    "MCTargetDesc/QuillInstPrinter.cpp",
    "MCTargetDesc/QuillInstPrinter.h",
    "MCTargetDesc/QuillMCCodeEmitter.cpp",
    "MCTargetDesc/QuillMCExpr.h",
    "MCTargetDesc/QuillMCTargetDesc.cpp",
    "MCTargetDesc/QuillMCTargetDesc.h",
    "Quill.h",
    "QuillAsmPrinter.cpp",
    "QuillFrameLowering.cpp",
    "QuillFrameLowering.h",
    "QuillISelDAGToDAG.cpp",
    "QuillISelLowering.cpp",
    "QuillISelLowering.h",
    "QuillInstrInfo.cpp",
    "QuillInstrInfo.h",
    "QuillRegisterInfo.cpp",
    "QuillRegisterInfo.h",
    "QuillRows.td",
    "QuillSubtarget.cpp",
    "QuillSubtarget.h",
    "QuillTargetMachine.cpp",
    "QuillTargetMachine.h",
    "README.md",
    "TargetInfo/QuillTargetInfo.cpp",
    "TargetInfo/QuillTargetInfo.h",
    "check",
    "compile",
    "tests/calls.c",
    "tests/frames.c",
    "tests/numbers.c",
    "tests/relaxation.c",
    "tests/runtime.c",
];

/// An LLVM release with templates.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum LlvmRelease {
    /// LLVM 19.
    #[default]
    V19,
    /// LLVM 22.
    V22,
}

impl LlvmRelease {
    /// All releases.
    pub const ALL: [LlvmRelease; 2] = [LlvmRelease::V19, LlvmRelease::V22];

    /// Returns the number as text.
    pub fn name(self) -> &'static str {
        match self {
            LlvmRelease::V19 => "19",
            LlvmRelease::V22 => "22",
        }
    }

    /// Finds a release by its number.
    pub fn from_name(name: &str) -> Option<LlvmRelease> {
        LlvmRelease::ALL.into_iter().find(|release| release.name() == name)
    }

    /// Returns the text for this release, without lines that end in another release's mark: `//@19` or `//@22`.
    pub(crate) fn select_lines(self, text: &str) -> String {
        let mut selected = String::new();
        for line in text.lines() {
            let mark = LlvmRelease::ALL
                .into_iter()
                .find_map(|release| Some((release, line.strip_suffix(release.mark())?)));
            match mark {
                Some((release, line)) if release == self => selected.push_str(line.trim_end()),
                Some(_) => continue,
                None => selected.push_str(line),
            }
            selected.push('\n');
        }
        selected
    }

    fn mark(self) -> &'static str {
        match self {
            LlvmRelease::V19 => "//@19",
            LlvmRelease::V22 => "//@22",
        }
    }

    /// Replaces folder and program names, for example `llvm-19`.
    fn rename_programs(self, text: &str) -> String {
        let number = self.name();
        let names = ["llvm-19", "llc-19", "LLVM 19", "\"19\""];
        names
            .into_iter()
            .fold(text.to_owned(), |text, name| text.replace(name, &name.replace("19", number)))
    }
}

/// Returns the templates for a target.
pub fn templates(name: &str, llvm: LlvmRelease) -> Vec<TargetFile> {
    let files = TEMPLATES.iter().map(|&(path, text)| {
        let is_source = path.ends_with(".cpp") || path.ends_with(".h");
        let text = if is_source { llvm.select_lines(text) } else { llvm.rename_programs(text) };
        TargetFile {
            path: rename(path, name),
            text: rename(&text, name),
            is_executable: path == "check" || path == "compile",
        }
    });
    files.collect()
}

/// Replaces the name Quill in all three spellings.
pub(crate) fn rename(text: &str, name: &str) -> String {
    text.replace("Quill", name)
        .replace("QUILL", &name.to_uppercase())
        .replace("quill", &name.to_lowercase())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_spelling_of_the_name_is_left() {
        for file in LlvmRelease::ALL.into_iter().flat_map(|llvm| templates("Wren", llvm)) {
            let both = format!("{} {}", file.path, file.text).to_lowercase();
            assert!(!both.contains("quill"), "{}", file.path);
            assert!(!both.contains("//@"), "{}", file.path);
        }
    }

    #[test]
    fn a_line_with_a_mark_belongs_to_one_release() {
        let text = "a\nb; //@19\nc; //@22\n";
        assert_eq!(LlvmRelease::V19.select_lines(text), "a\nb;\n");
        assert_eq!(LlvmRelease::V22.select_lines(text), "a\nc;\n");
    }

    #[test]
    fn programs_are_those_of_the_release() {
        let files = templates("Wren", LlvmRelease::V22);
        for file in files.iter().filter(|file| !file.path.ends_with(".c")) {
            assert!(!file.text.contains("19"), "{}", file.path);
        }
    }

    #[test]
    fn two_files_are_programs() {
        let files = templates("Wren", LlvmRelease::V19);
        let programs: Vec<&str> =
            files.iter().filter(|file| file.is_executable).map(|file| file.path.as_str()).collect();
        assert_eq!(programs, ["check", "compile"]);
    }
}
