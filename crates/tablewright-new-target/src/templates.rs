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

const TEMPLATES: [(&str, &str); 34] = templates![
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
    "QuillSubtarget.cpp",
    "QuillSubtarget.h",
    "QuillTargetMachine.cpp",
    "QuillTargetMachine.h",
    "README.md",
    "TargetInfo/QuillTargetInfo.cpp",
    "TargetInfo/QuillTargetInfo.h",
    "check",
    "tests/calls.c",
    "tests/frames.c",
    "tests/numbers.c",
    "tests/relaxation.c",
    "tests/runtime.c",
];

/// Returns the templates for a target.
pub fn templates(name: &str) -> Vec<TargetFile> {
    let files = TEMPLATES.iter().map(|&(path, text)| TargetFile {
        path: rename(path, name),
        text: rename(text, name),
        is_executable: path == "check",
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
        for file in templates("Wren") {
            let both = format!("{} {}", file.path, file.text).to_lowercase();
            assert!(!both.contains("quill"), "{}", file.path);
        }
    }

    #[test]
    fn one_file_is_a_program() {
        let files = templates("Wren");
        let programs: Vec<&str> =
            files.iter().filter(|file| file.is_executable).map(|file| file.path.as_str()).collect();
        assert_eq!(programs, ["check"]);
    }
}
